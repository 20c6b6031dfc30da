"""2,000 random edits of real operators: no break is missed, no harmless change is called one, every witness fails."""

from __future__ import annotations

from random import Random

import pytest

from definition_edits import HARMLESS, by_name, edited, random_calls
from metadef import MetadefError
from metadef.catalogue import registry
from metadef.compat.calls import Sample
from metadef.compat.compare import compare_operators, compare_sets
from metadef.compat.policy import POLICY
from metadef.compat.record import Change, Promise
from metadef.compat.witness import find_witness
from metadef.infer.call import infer_call
from metadef.ops.check import canonical_attrs, check_prototype
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.dtype import DataType
from metadef.types.shape import Shape

STORED = {Promise.WIRE, Promise.GRAPH}
SEEDS = range(20)
EDITS = 100  # for each seed


def refusal(old: OpProto, new: OpProto, call: Sample) -> str:
    """Why a call that was legal is not any more; "" where it is."""
    now = by_name(old, new, call)
    if isinstance(now, str):
        return now
    found = check_prototype(new, now.inputs, now.attrs, counts=now.counts)
    return str(found[0]) if found else ""


def outputs(proto: OpProto, call: Sample) -> list[tuple[Shape, DataType]] | None:
    attrs, problems = canonical_attrs(proto, call.attrs, proto.name)
    if problems:
        return None
    try:
        found = infer_call(proto, call.inputs, attrs, counts=call.counts)
    except MetadefError:
        return None
    return [(desc.shape, desc.dtype) for desc in found]


def says_no_less(before: list[tuple[Shape, DataType]], after: list[tuple[Shape, DataType]] | None) -> bool:
    """Whether a caller still gets what it was told; a type that was not known may become known."""
    if after is None or len(before) != len(after):
        return False
    return all(was == now or was == (now[0], DataType.UNDEFINED) for was, now in zip(before, after, strict=True))


def is_told(changes: list[Change], promises: set[Promise]) -> bool:
    return any(not promises.isdisjoint(change.promises) for change in changes)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_worked_and_fails_now_is_reported_and_every_witness_fails(seed: int):
    random = Random(seed)
    operators = [proto for proto in registry() if proto.inputs]
    for _ in range(EDITS):
        old = random.choice(operators)
        new, edits = edited(old, random)
        changes = compare_operators(old, new)
        case = f"{old.name} after {', '.join(edits)}; told: {[change.rule for change in changes]}"
        for change in changes:
            if STORED.isdisjoint(change.promises):
                continue
            witness = find_witness(change, old, new)
            assert witness is not None, f"{case}: no witness of {change.rule}"
            if witness.kind == "refused":
                call = witness.sample
                assert call is not None
                assert check_prototype(old, call.inputs, call.attrs, counts=call.counts) == []
                assert refusal(old, new, call), case
        if is_told(changes, {Promise.GRAPH}):
            continue
        for call in random_calls(old, random):
            why = refusal(old, new, call)
            # a default that a law refuses is told as another default, which is a break as well
            assert not why or any(change.rule == "attr-default-changed" for change in changes), f"{case}: {call}: {why}"
            if changes and any(change.is_break for change in changes):
                continue
            # how many members a dynamic output has is a guess without a graph
            if any(port.kind is PortKind.DYNAMIC for port in (*old.outputs, *new.outputs)):
                continue
            before = outputs(old, call)
            now = by_name(old, new, call)
            assert before is None or says_no_less(before, outputs(new, now)), f"{case}: {call}"


def test_changes_that_no_user_can_notice_break_nothing():
    random = Random(0)
    told: set[str] = set()
    for proto in registry():
        if not proto.inputs:
            continue
        made = proto
        done = random.sample(list(HARMLESS), 3)
        for name in done:
            made = HARMLESS[name](made, random) or made
        changes = compare_operators(proto, made)
        assert [change.rule for change in changes if change.is_break] == [], f"{proto.name}: {done}"
        told.update(change.rule for change in changes)
    assert len(told) >= 10  # the edits were seen


def test_the_verdict_on_many_operators_is_at_least_that_on_each():
    random = Random(1)
    old = {proto.name: proto for proto in registry() if proto.inputs}
    new = dict(old)
    gravest = None
    for name in random.sample(sorted(old), 60):
        new[name] = edited(old[name], random)[0]
        alone = compare_sets({name: old[name]}, {name: new[name]}).bump
        gravest = alone if gravest is None else max(gravest, alone)
        assert compare_sets(old, new).bump == gravest
    assert {change.rule for change in compare_sets(old, new).changes} <= set(POLICY)
    assert compare_sets(old, dict(old)).changes == ()
