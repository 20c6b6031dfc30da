"""Shapes that the unit tests of CANN's public operators expect."""

from __future__ import annotations

from pathlib import Path

from infer_cases import agrees, answer, read_cases, read_disagreements

DOCS = Path(__file__).parents[2] / "docs" / "inference-disagreements.md"


def test_every_listed_case_agrees():
    cases = read_cases()
    wrong = [f"{case.text} || {ours}" for case in cases if not agrees(case.expected, ours := answer(case))]
    assert len(cases) == 913
    assert wrong == []


def test_disagreements_are_exactly_the_listed_ones_and_give_the_listed_answers():
    listed = read_disagreements()
    assert [f"{case.text} || {answer(case)}" for case, _, _ in listed] == [f"{c.text} || {o}" for c, o, _ in listed]
    assert [case.text for case, ours, _ in listed if agrees(case.expected, ours)] == []


def test_at_least_95_percent_of_all_public_cases_agree():
    agreeing, other = len(read_cases()), len(read_disagreements())
    assert agreeing / (agreeing + other) >= 0.95


def test_each_operator_that_disagrees_is_argued_under_its_reason():
    sections = {part.split(":")[0].strip(): part for part in DOCS.read_text(encoding="utf-8").split("\n## ")}
    missing = [
        (case.op, reason)
        for case, _, reason in read_disagreements()
        if case.op not in sections[reason].replace(",", " ").replace("|", " ").split()
    ]
    assert missing == []
