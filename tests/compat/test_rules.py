"""Each rule speaks on its fixture and is silent on a near miss; the policy and the rules name each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import metadef.compat.rules as rules
from compat_fixtures import EXTRA, FIXTURES, SCHEMA_FIXTURES, as_input, plain, same_shape, schema
from metadef.compat.compare import compare_operators, compare_schemas, compare_sets
from metadef.compat.policy import POLICY, SCHEMA_RULES, SET_RULES
from metadef.compat.record import Bump, Promise
from metadef.errors.codes import all_codes
from metadef.types.dtype import DataType


@pytest.mark.parametrize("rule", FIXTURES)
def test_a_rule_sees_its_change_and_not_a_near_miss(rule: str):
    fixture = FIXTURES[rule]
    assert rule in {change.rule for change in compare_operators(fixture.previous, fixture.breaking)}
    assert rule not in {change.rule for change in compare_operators(fixture.previous, fixture.near)}


@pytest.mark.parametrize("rule", SCHEMA_FIXTURES)
def test_a_schema_rule_sees_its_change_and_not_a_near_miss(rule: str):
    previous, breaking, near = (schema(text) for text in SCHEMA_FIXTURES[rule])
    assert rule in {change.rule for change in compare_schemas(previous, breaking).changes}
    assert rule not in {change.rule for change in compare_schemas(previous, near).changes}


def test_a_type_rule_that_leaves_the_declared_types_refuses_what_was_legal():
    previous = plain().shape(same_shape).dtype(as_input)
    current = plain().shape(same_shape).dtype(lambda call: DataType.INT32)
    (change,) = [change for change in compare_operators(previous, current) if change.rule == "dtype-rule-changed"]
    assert change.hit.got == "refused"


def test_operators_that_come_go_or_are_renamed():
    before = {"A": plain(), "B": plain("B").attr("k", plain_kind(), 0)}
    assert [(c.rule, c.op) for c in compare_sets(before, {"A": plain()}).changes] == [("op-removed", "B")]
    after = {"A": plain(), "C": before["B"].replace(name="C")}
    assert [(c.rule, c.op) for c in compare_sets(before, after).changes] == [("op-renamed", "B")]
    after = {**before, "C": plain("C").input("w", plain().inputs[0].types)}
    assert [(c.rule, c.op) for c in compare_sets(before, after).changes] == [("op-added", "C")]


def plain_kind():
    from metadef.types.attrs import AttrKind

    return AttrKind.Int


@pytest.mark.parametrize("name", EXTRA)
def test_constraints_are_tightened_over_lists_and_words(name: str):
    before, after = EXTRA[name]
    assert [change.rule for change in compare_operators(before, after)] == ["attr-constraint-tightened"]
    assert [change.rule for change in compare_operators(after, before)] == ["attr-constraint-loosened"]


def test_every_rule_has_a_line_in_the_policy_a_file_a_code_and_a_fixture():
    folder = Path(rules.__path__[0])
    files = {path.stem.replace("_", "-") for path in folder.glob("*.py") if path.stem != "__init__"}
    assert files == set(POLICY) - SET_RULES
    assert set(FIXTURES) | set(SCHEMA_FIXTURES) | SET_RULES == set(POLICY)
    assert set(SCHEMA_FIXTURES) == SCHEMA_RULES
    codes = all_codes()
    assert {name: codes[name].severity for name in POLICY} == {name: row.severity.value for name, row in POLICY.items()}


def test_what_breaks_a_promise_is_an_error_and_asks_for_a_major_version():
    assert len(POLICY) >= 40
    for name, row in POLICY.items():
        assert bool(row.promises) == (row.bump is Bump.MAJOR) == (row.severity.value == "error"), name


def test_promises_that_nobody_asked_for_make_a_break_into_news():
    fixture = FIXTURES["attr-default-changed"]
    (change,) = compare_operators(fixture.previous, fixture.breaking, [Promise.WIRE])
    assert (change.is_break, change.severity.value, change.bump) == (False, "info", Bump.MAJOR)


def test_a_renamed_operator_is_found_although_it_is_described_anew():
    old = plain("Old").doc("as it was").attr("k", plain_kind(), 0, doc="a number")
    new = old.replace(name="New").doc("as it is")
    new = new.replace(attrs=tuple(replace(spec, doc="another number") for spec in new.attrs))
    (change,) = compare_sets({"Old": old}, {"New": new}).changes
    assert (change.rule, change.hit.got) == ("op-renamed", "New")


def test_a_name_is_not_guessed_where_two_operators_would_do():
    old, one, other = (plain(name).attr("k", plain_kind(), 0) for name in ("Old", "One", "Other"))
    assert sorted(c.rule for c in compare_sets({"Old": old}, {"One": one, "Other": other}).changes) == [
        "op-added",
        "op-added",
        "op-removed",
    ]


def test_two_sets_without_a_common_name_and_with_one_interface_are_compared():
    """2,000 operators each that could all be each other: a comparison of each with each would take minutes."""
    old = {f"A{n}": plain(f"A{n}") for n in range(2000)}
    new = {f"B{n}": plain(f"B{n}") for n in range(2000)}
    assert Counter(change.rule for change in compare_sets(old, new).changes) == {"op-removed": 2000, "op-added": 2000}
