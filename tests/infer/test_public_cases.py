"""Shapes that the unit tests of CANN's public operators expect."""

from __future__ import annotations

from pathlib import Path

from infer_cases import Answer, agrees, answer, public, public_disagreements

DOCS = Path(__file__).parents[2] / "docs" / "inference-disagreements.md"


def test_every_listed_case_agrees():
    wrong = [f"{case.text} || {ours}" for case in public() if not agrees(case, ours := answer(case), first=True)]
    assert len(public()) == 913
    assert wrong == []


def test_disagreements_are_exactly_the_listed_ones_and_give_the_listed_answers():
    listed = public_disagreements()
    assert [f"{case.text} || {shapes(answer(case))}" for case, _, _ in listed] == [
        f"{c.text} || {o}" for c, o, _ in listed
    ]
    assert [case.text for case, _, _ in listed if agrees(case, answer(case), first=True)] == []


def shapes(ours: Answer) -> str:
    """Our answer without types, `?` for any size that is no number; disagreements say no more of it."""
    if ours.refusal:
        return "fails"
    return " ".join(
        "[*]"
        if desc.shape.rank is None
        else f"[{','.join(str(size) if isinstance(size, int) else '?' for size in desc.shape)}]"
        for desc in ours.outputs
    )


def test_at_least_95_percent_of_all_public_cases_agree():
    agreeing, other = len(public()), len(public_disagreements())
    assert agreeing / (agreeing + other) >= 0.95


def test_each_operator_that_disagrees_is_argued_under_its_reason():
    sections = {part.split(":")[0].strip(): part for part in DOCS.read_text(encoding="utf-8").split("\n## ")}
    missing = [
        (case.op, reason)
        for case, _, reason in public_disagreements()
        if case.op not in sections[reason].replace(",", " ").replace("|", " ").split()
    ]
    assert missing == []
