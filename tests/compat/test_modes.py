"""Directions and histories, ignores, baselines, negotiation, and the oldest release that runs a graph."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from compat_fixtures import F, H, Int, plain
from metadef import Graph, Registry, TensorDesc
from metadef.compat.baseline import baseline_text, read_baseline, without_known
from metadef.compat.compare import compare_sets
from metadef.compat.ignore import Ignore, apply_ignores, read_ignores
from metadef.compat.modes import Mode, compare_history
from metadef.compat.negotiate import Party, negotiate
from metadef.compat.oldest import oldest_release, uses_of
from metadef.errors import FileError, MetadefError
from metadef.ops.proto import OpProto, op
from metadef.version import CannVersion, SemVer, VersionRange

WIDE, NARROW = plain(), op("A").input("x", F).output("y", F | H)


def breaks(history: list[OpProto], new: OpProto, mode: str) -> list[str]:
    sets = [(f"r{number}", {"A": proto}) for number, proto in enumerate(history)]
    return [change.rule for change in compare_history(sets, {"A": new}, Mode(mode)).breaks]


@pytest.mark.parametrize(
    ("history", "new", "mode", "expected"),
    [
        ([WIDE], NARROW, "backward", ["input-dtypes-narrowed"]),
        ([WIDE], NARROW, "forward", []),
        ([NARROW], WIDE, "backward", []),
        ([NARROW], WIDE, "forward", ["input-dtypes-narrowed"]),
        ([NARROW], WIDE, "full", ["input-dtypes-narrowed"]),
        ([WIDE, NARROW], NARROW, "backward", []),
        ([WIDE, NARROW], NARROW, "backward-transitive", ["input-dtypes-narrowed"]),
        ([NARROW, WIDE], WIDE, "forward", []),
        ([NARROW, WIDE], WIDE, "forward-transitive", ["input-dtypes-narrowed"]),
        ([NARROW, WIDE], WIDE, "full-transitive", ["input-dtypes-narrowed"]),
        ([WIDE, WIDE], WIDE, "full-transitive", []),
    ],
)
def test_a_mode_says_who_must_read_whose_graphs(history: list[OpProto], new: OpProto, mode: str, expected: list[str]):
    assert breaks(history, new, mode) == expected


def test_an_operator_that_only_the_new_release_has_breaks_no_old_reader_by_itself():
    found = compare_history([("old", {})], {"A": WIDE}, Mode.FULL)
    assert [(c.rule, c.severity.value, c.is_break) for c in found.changes] == [
        ("op-added", "info", False),
        ("op-removed", "warning", False),
    ]


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_an_ignore_needs_a_rule_a_subject_and_a_reason(tmp_path: Path):
    text = """
[[tool.metadef.compat.ignore]]
rule = "input-removd"
subject = "A"
reason = "r"
[[tool.metadef.compat.ignore]]
rule = "input-removed"
because = "r"
until = "soon"
"""
    with pytest.raises(MetadefError) as error:
        read_ignores(write(tmp_path / "pyproject.toml", text))
    assert [(found.message, found.hint) for found in error.value.findings] == [
        ("names no rule: 'input-removd'", "input-removed or input-renamed or output-removed"),
        ("has no key `because`", ""),
        ("needs a subject, such as Conv2D or Conv2D.x", ""),
        ("needs a reason", ""),
        ("`until` is a day such as 2027-03-31; got 'soon'", ""),
    ]


def test_an_ignore_counts_until_its_day_and_is_reported_when_it_does_nothing(tmp_path: Path):
    text = """
[[tool.metadef.compat.ignore]]
rule = "CMP0"
subject = "A.*"
reason = "nobody uses half"
until = 2026-06-30
[[tool.metadef.compat.ignore]]
rule = "op-removed"
subject = "B"
reason = "never existed"
"""
    ignores = read_ignores(write(tmp_path / "c.toml", text))
    changes = compare_sets({"A": WIDE}, {"A": NARROW}).changes
    kept, findings = apply_ignores(changes, ignores, date(2026, 6, 30))
    assert [(c.is_break, c.note) for c in kept] == [(False, "ignored: nobody uses half")]
    assert [(item.name, item.subject) for item in findings] == [("ignore-unused", "ignore op-removed B")]
    kept, findings = apply_ignores(changes, ignores, date(2026, 7, 1))
    assert [(c.is_break, c.note) for c in kept] == [(True, "the ignore ended on 2026-06-30")]
    assert [item.name for item in findings] == ["ignore-unused", "ignore-expired"]


def test_no_table_of_ignores_means_none(tmp_path: Path):
    assert read_ignores(write(tmp_path / "c.toml", "[tool.other]\nx = 1\n")) == []
    with pytest.raises(FileError):
        read_ignores(write(tmp_path / "d.toml", "[tool.metadef\n"))


def test_ignores_match_parts_of_one_operator():
    (change,) = compare_sets({"A": WIDE}, {"A": NARROW}).changes
    assert Ignore("input-dtypes-narrowed", "A.x", "r").covers(change)
    assert Ignore("input-dtypes-narrowed", "A", "r").covers(change)
    assert not Ignore("input-dtypes-narrowed", "A.y", "r").covers(change)
    assert not Ignore("input-removed", "A.x", "r").covers(change)


def test_a_baseline_knows_todays_breaks_and_no_others(tmp_path: Path):
    today = compare_sets({"A": WIDE}, {"A": NARROW}).changes
    known = read_baseline(write(tmp_path / "b.json", baseline_text(today)))
    later = compare_sets({"A": WIDE}, {"A": NARROW.required_attr("k", Int)}).changes
    assert [c.rule for c in without_known(later, known) if c.is_break] == ["required-attr-added"]
    for text in ("", "[]", '{"version": 2, "breaks": []}', '{"version": 1, "breaks": [{}]}', "[" * 5000):
        with pytest.raises(FileError):
            read_baseline(write(tmp_path / "bad.json", text))


def ranges(**wishes: str) -> list[Party]:
    return [Party(name, "reads", {"Conv2D": VersionRange.parse(text, SemVer)}) for name, text in wishes.items()]


def test_parties_agree_on_what_all_of_them_support():
    wishes = {"Conv2D": VersionRange.parse(">=1.2", SemVer), ".mdef": VersionRange.parse("*", SemVer)}
    writer = Party("w", "writes", wishes)
    found = negotiate([writer, *ranges(a="<3", b="^2")])
    assert found.ok
    assert str(found.ranges["Conv2D"]) == ">=2.0.0 <3.0.0"
    assert str(found.ranges[".mdef"]) == "*"


def test_a_conflict_names_the_fewest_parties():
    found = negotiate(ranges(a="*", b="<2", c=">=1", d=">=2.5"))
    assert [item.message for item in found.findings] == ["have no version in common: b reads <2.0.0, d reads >=2.5.0"]
    three = negotiate(ranges(a="1 || 2", b="2 || 3", c="1 || 3", d="*"))
    (found,) = three.findings
    assert [part.split()[0] for part in found.got.split(", ")] == ["a", "b", "c"]


def test_cann_versions_are_negotiated_as_well():
    wishes = [("toolkit", "writes", ">=8.0"), ("driver", "reads", "<=8.2.RC1")]
    parties = [Party(name, role, {"CANN": VersionRange.parse(text, CannVersion)}) for name, role, text in wishes]
    common = negotiate(parties).ranges["CANN"]
    assert CannVersion.parse("8.1.RC1") in common
    assert CannVersion.parse("8.2.0") not in common


def test_the_oldest_release_is_the_first_from_which_on_all_run_the_graph():
    graph = Graph("g", Registry([WIDE]))
    x = graph.add_input("x", TensorDesc((2,), H))
    graph.set_outputs([("y", graph.add("A", [x], name="a").output)])
    history = [("1.0", {}), ("1.1", {"A": NARROW}), ("1.2", {"A": WIDE}), ("1.3", {"A": WIDE})]
    found = oldest_release(history, uses_of(graph))
    assert found.release == "1.2"
    ((label, problems),) = found.stops
    assert (label, [item.name for item in problems]) == ("1.1", ["dtype-not-allowed"])
    assert oldest_release(history[:1], uses_of(graph)).release is None
