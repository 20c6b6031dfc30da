"""Comparing two sets of operators: every change, what it breaks, and which version must come next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from metadef.compat.pair import Pair
from metadef.compat.policy import POLICY
from metadef.compat.record import Bump, Change, Hit, Promise
from metadef.compat.schema_snapshot import Schema
from metadef.compat.table import pair_rules, schema_rules
from metadef.errors import Severity
from metadef.ops.proto import OpProto

__all__ = ["Comparison", "OpSet", "compare_operators", "compare_schemas", "compare_sets"]

OpSet = Mapping[str, OpProto]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between two sets."""

    changes: tuple[Change, ...]

    @property
    def bump(self) -> Bump:
        """The part of the version that must grow."""
        return max((change.bump for change in self.changes), default=Bump.NONE)

    @property
    def breaks(self) -> tuple[Change, ...]:
        """The changes that break a promise."""
        return tuple(change for change in self.changes if change.is_break)


def compare_sets(old: OpSet, new: OpSet, promises: Iterable[Promise] = Promise) -> Comparison:
    """Everything that differs; what breaks none of the `promises` is kept without them.

    >>> from metadef import DataType, op
    >>> relu = op("Relu").input("x", DataType.FLOAT | DataType.FLOAT16).output("y", DataType.FLOAT)
    >>> narrow = op("Relu").input("x", DataType.FLOAT).output("y", DataType.FLOAT)
    >>> found = compare_sets({"Relu": relu}, {"Relu": narrow})
    >>> [(change.rule, change.subject) for change in found.changes], found.bump.word
    ([('input-dtypes-narrowed', 'Relu.x')], 'major')
    """
    kept = frozenset(promises)
    changes: list[Change] = []
    gone = [name for name in old if name not in new]
    came = [name for name in new if name not in old]
    renamed = _renamed([old[name] for name in gone], [new[name] for name in came]) if gone and came else {}
    for name in gone:
        other = renamed.get(name)
        hit = (
            Hit("", f"the operator is now called {other}", name, other, f"keep {name} as a deprecated operator")
            if other
            else Hit("", "the operator is gone", name, "", "deprecate it first")
        )
        changes.append(_change("op-renamed" if other else "op-removed", old[name], new.get(other or ""), hit, kept))
    new_names = set(renamed.values())
    changes += [
        _change("op-added", None, new[name], Hit("", "the operator is new", "", name), kept)
        for name in came
        if name not in new_names
    ]
    for name, before in old.items():
        after = new.get(name)
        if after is not None and after is not before:
            changes += compare_operators(before, after, kept)
    return Comparison(tuple(changes))


def compare_operators(old: OpProto, new: OpProto, promises: Iterable[Promise] = Promise) -> list[Change]:
    """Everything that differs between two versions of one operator, in the order of the policy."""
    # WHY: most operators of two releases are the same, and equality is much cheaper than all rules
    if old == new and (old.shape_rule, old.dtype_rule) == (new.shape_rule, new.dtype_rule):
        return []
    kept, pair = frozenset(promises), Pair(old, new)
    return [_change(name, old, new, hit, kept) for name, check in pair_rules().items() for hit in check(pair)]


def compare_schemas(old: Schema, new: Schema, promises: Iterable[Promise] = Promise) -> Comparison:
    """Everything that differs between two protobuf schemas."""
    kept = frozenset(promises)
    return Comparison(
        tuple(_made(name, "", hit, kept) for name, check in schema_rules().items() for hit in check(old, new))
    )


def _change(rule: str, old: OpProto | None, new: OpProto | None, hit: Hit, promises: frozenset[Promise]) -> Change:
    op = old or new
    assert op is not None
    made = _made(rule, op.name, hit, promises)
    where = new.span if new is not None else None
    return replace(made, where=where, defined=old.span if old is not None else None)


def _made(rule: str, op: str, hit: Hit, promises: frozenset[Promise]) -> Change:
    policy = POLICY[rule]
    broken = tuple(promise for promise in policy.promises if promise in promises)
    # WHY: where nobody asked for the promises that it breaks, a change is only news
    severity = Severity.INFO if policy.promises and not broken else policy.severity
    return Change(rule, op, hit, broken, policy.bump, severity)


def _renamed(gone: list[OpProto], came: list[OpProto]) -> dict[str, str]:
    """Old to new name, where exactly one operator that came has the interface of exactly one that is gone."""
    before, after = _by_interface(gone), _by_interface(came)
    return {
        ops[0].name: after[interface][0].name
        for interface, ops in before.items()
        if len(ops) == 1 and len(after.get(interface, ())) == 1 and (ops[0].inputs or ops[0].attrs)
    }


def _by_interface(ops: list[OpProto]) -> dict[tuple[object, ...], list[OpProto]]:
    """WHY without descriptions: who renames an operator describes it anew."""
    found: dict[tuple[object, ...], list[OpProto]] = {}
    for op in ops:
        ports = tuple(
            tuple((port.name, port.types, port.kind, port.symbol, port.pattern) for port in side)
            for side in (op.inputs, op.outputs)
        )
        attrs = tuple((spec.name, spec.kind, spec.required, repr(spec.default)) for spec in op.attrs)
        slots = tuple((slot.name, slot.is_dynamic) for slot in op.graphs)
        found.setdefault((ports, attrs, op.symbols, slots), []).append(op)
    return found
