"""Every break of WIRE or GRAPH comes with something that worked and fails; random edits keep the laws of verdicts."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compat_fixtures import FIXTURES, D, F, H, I, Int, base, two
from metadef.compat.compare import compare_operators, compare_sets
from metadef.compat.policy import POLICY
from metadef.compat.record import Bump, Promise
from metadef.compat.witness import Witness, decode, find_witness, store
from metadef.ops.check import check_prototype
from metadef.ops.constraints import between, positive
from metadef.ops.proto import OpProto

STORED = {Promise.WIRE, Promise.GRAPH}


def really_fails(witness: Witness, old: OpProto, new: OpProto) -> bool:
    """Judged again from the outside: legal before, and refused or read differently now."""
    node = store(old, witness.sample)
    if witness.sample is not None:
        sample = witness.sample
        assert check_prototype(old, sample.inputs, sample.attrs, counts=sample.counts) == []
        named: dict[str, list] = {}
        at = 0
        for port, count in zip(old.inputs, sample.counts, strict=True):
            named[port.name] = [desc for desc in sample.inputs[at : at + count] if desc is not None]
            at += count
        unknown = [name for name, members in named.items() if members and name not in new.input_index]
        crowded = [p.name for p in new.inputs if p.kind.value != "dynamic" and len(named.get(p.name, [])) > 1]
        inputs = [m for p in new.inputs for m in (named.get(p.name) or ([] if p.kind.value == "dynamic" else [None]))]
        counts = tuple(len(named.get(p.name, [])) if p.kind.value == "dynamic" else 1 for p in new.inputs)
        if unknown or crowded or check_prototype(new, inputs, sample.attrs, counts=counts):
            return True
    return decode(old, node) != decode(new, node)


@pytest.mark.parametrize("rule", [rule for rule in FIXTURES if not STORED.isdisjoint(POLICY[rule].promises)])
def test_every_stored_break_has_a_witness_that_really_fails(rule: str):
    old, new, _ = FIXTURES[rule]
    for change in compare_operators(old, new):
        if not STORED.isdisjoint(change.promises):
            witness = find_witness(change, old, new)
            assert witness is not None, change.rule
            assert really_fails(witness, old, new)


def test_what_is_gone_is_its_own_witness():
    (change,) = compare_sets({"A": base()}, {}).changes
    witness = find_witness(change, base(), None)
    assert witness is not None
    assert str(witness) == "A(FLOAT[4, 4], none): the operator was known, now there is no such operator"


EDITS = {
    "drop bias": lambda p: p.replace(inputs=tuple(x for x in p.inputs if x.name != "bias")),
    "add optional": lambda p: p.optional_input(f"extra{len(p.inputs)}", F),
    "add required": lambda p: p.input(f"more{len(p.inputs)}", F),
    "narrow": lambda p: p.replace(
        inputs=(p.inputs[0].__class__(p.inputs[0].name, F | F, p.inputs[0].kind), *p.inputs[1:])
    ),
    "widen": lambda p: p.replace(
        inputs=(p.inputs[0].__class__(p.inputs[0].name, p.inputs[0].types | D, p.inputs[0].kind), *p.inputs[1:])
    ),
    "reverse": lambda p: p.replace(inputs=p.inputs[::-1]),
    "add attr": lambda p: p.attr(f"k{len(p.attrs)}", Int, 0),
    "require attr": lambda p: p.required_attr(f"r{len(p.attrs)}", Int, positive),
    "drop attrs": lambda p: p.replace(attrs=()),
    "constrain": lambda p: p.replace(attrs=()).attr("axis", Int, 1, between(1, 8)),
    "add output": lambda p: p.output(f"o{len(p.outputs)}", I),
    "doc": lambda p: p.doc("changed"),
}


@st.composite
def edited(draw: st.DrawFn) -> tuple[OpProto, list[OpProto]]:
    """An operator and what a sequence of edits makes of it, step by step."""
    start = draw(st.sampled_from([base(), two(), base().input("w", H)]))
    steps = [start]
    for name in draw(st.lists(st.sampled_from(list(EDITS)), min_size=1, max_size=4)):
        made = EDITS[name](steps[-1])
        steps.append(made if made.inputs else steps[-1])
    return start, steps


@settings(max_examples=120)
@given(edited())
def test_witnesses_exist_for_random_edits(case: tuple[OpProto, list[OpProto]]):
    old, steps = case
    for change in compare_operators(old, steps[-1]):
        if not STORED.isdisjoint(change.promises):
            witness = find_witness(change, old, steps[-1])
            assert witness is not None, change
            assert really_fails(witness, old, steps[-1])


@settings(max_examples=120)
@given(edited())
def test_one_edit_gives_the_verdict_of_its_rule_and_nothing_undone_is_forgotten(case: tuple[OpProto, list[OpProto]]):
    """The verdict on all edits is at least that of each single one whose effect is still there."""
    old, steps = case
    whole = compare_sets({"A": old}, {"A": steps[-1]}).bump
    for before, after in pairwise(steps):
        single = compare_operators(before, after)
        still = {(c.rule, c.hit.at) for c in compare_operators(old, steps[-1])}
        for change in single:
            if (change.rule, change.hit.at) in still:
                assert whole >= change.bump


@given(edited())
def test_a_set_compared_with_itself_is_silent(case: tuple[OpProto, list[OpProto]]):
    for made in case[1]:
        assert compare_sets({"A": made}, {"A": made.replace()}).changes == ()


LASTING = ("drop bias", "add optional", "add required", "narrow", "add attr", "require attr", "add output", "doc")


@settings(max_examples=80)
@given(st.permutations(LASTING), st.integers(1, len(LASTING)))
def test_many_edits_are_at_least_as_grave_as_the_gravest_of_them(names: list[str], count: int):
    """None of these edits undoes another one."""
    step, gravest = base(), Bump.NONE
    for name in names[:count]:
        following = EDITS[name](step)
        gravest = max(gravest, compare_sets({"A": step}, {"A": following}).bump)
        step = following
    assert compare_sets({"A": base()}, {"A": step}).bump >= gravest
