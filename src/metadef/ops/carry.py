"""Carrying a call over from the prototype that it was made with to the one of today.

Inputs go by name, through the renamings of upgrade steps; attributes keep the values that they had, defaults included.
What cannot be carried is said in words: nothing is dropped, guessed or filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from metadef.ops.ports import AttrSpec, Port, PortKind
from metadef.ops.proto import OpProto
from metadef.ops.steps import Step
from metadef.types.attrs import Attrs, AttrValue

__all__ = ["Carried", "carry_call", "same_interface"]

Member = TypeVar("Member")


@dataclass(frozen=True, slots=True)
class Carried(Generic[Member]):
    """A call of today's prototype."""

    inputs: tuple[tuple[Member | None, ...], ...]  # members by port; one None for an absent optional
    attrs: Attrs
    notes: tuple[str, ...] = ()  # what is not as it was
    problems: tuple[str, ...] = ()  # what is missing; the call is of no use then


def same_interface(old: OpProto, new: OpProto) -> bool:
    """Whether every call of the older prototype reads the same with the newer one."""
    return _layout(old.inputs) == _layout(new.inputs) and (
        _layout(old.outputs) == _layout(new.outputs)
        and _slots(old) == _slots(new)
        and [_attr_key(spec) for spec in old.attrs] == [_attr_key(spec) for spec in new.attrs]
    )


def carry_call(
    old: OpProto,
    new: OpProto,
    members: Sequence[Sequence[Member | None]],
    attrs: Attrs,
    steps: Sequence[Step] = (),
) -> Carried[Member]:
    """The call as the newer prototype says it.

    Args:
        members: what is fed, by port of `old`.
        attrs: as `old` has them, after the `upgrade` of every step.
        steps: those after the version of the call, in order; their renamings are used here.

    >>> from metadef import DataType, op
    >>> old = op("Scale").input("x", DataType.FLOAT).input("factor", DataType.FLOAT)
    >>> new = op("Scale").input("factor", DataType.FLOAT).input("data", DataType.FLOAT)
    >>> carry_call(old, new, [["a"], ["b"]], Attrs()).problems
    ('the prototype here has no input `x`, which the call feeds', 'input `data` is required, and the call has none')
    >>> step = Step("Scale", 2, (), lambda attrs: attrs, lambda attrs: attrs, {"x": "data"})
    >>> carry_call(old, new, [["a"], ["b"]], Attrs(), [step]).inputs
    (('b',), ('a',))
    """
    notes: list[str] = []
    problems: list[str] = []
    fed: dict[str, Sequence[Member | None]] = {}
    for port, given in zip(old.inputs, members, strict=True):
        name = _renamed(port.name, [step.inputs for step in steps])
        fed[name] = given
        if name != port.name:
            notes.append(f"input `{port.name}` is `{name}` now")
    inputs = _inputs(old, new, fed, notes, problems)
    problems += _outputs(old, new, [step.outputs for step in steps])
    problems += _graphs(old, new)
    kept = _attrs(old, new, attrs, notes, problems)
    return Carried(inputs, kept, tuple(notes), tuple(problems))


def _inputs(
    old: OpProto,
    new: OpProto,
    fed: Mapping[str, Sequence[Member | None]],
    notes: list[str],
    problems: list[str],
) -> tuple[tuple[Member | None, ...], ...]:
    found: list[tuple[Member | None, ...]] = []
    for port in new.inputs:
        given = tuple(fed.get(port.name, ()))
        if port.kind is PortKind.DYNAMIC:
            found.append(tuple(member for member in given if member is not None))
            continue
        if len(given) > 1:
            problems.append(f"input `{port.name}` takes one tensor, and the call feeds {len(given)}")
        one = given[0] if given else None
        if one is None and port.kind is PortKind.REQUIRED:
            problems.append(f"input `{port.name}` is required, and the call has none")
        found.append((one,))
    for name, given in fed.items():
        if name not in new.input_index and any(member is not None for member in given):
            problems.insert(0, f"the prototype here has no input `{name}`, which the call feeds")
    order = [port.name for port in new.inputs if port.name in fed]
    if order != [name for name in fed if name in new.input_index]:
        notes.append(f"inputs are read by name: {', '.join(fed)} stand as {', '.join(order)} now")
    return tuple(found)


def _outputs(old: OpProto, new: OpProto, renamings: Sequence[Mapping[str, str]]) -> list[str]:
    """WHY no more than names: readers of a value know it by its place among the outputs."""
    was = [(_renamed(port.name, renamings), port.kind) for port in old.outputs]
    if was == _layout(new.outputs):
        return []
    before, after = (", ".join(port.name for port in ports) or "none" for ports in (old.outputs, new.outputs))
    return [f"its outputs were {before} and are {after} here"]


def _graphs(old: OpProto, new: OpProto) -> list[str]:
    if _slots(old) == _slots(new):
        return []
    before, after = (", ".join(slot.name for slot in proto.graphs) or "none" for proto in (old, new))
    return [f"its subgraphs were {before} and are {after} here"]


def _attrs(old: OpProto, new: OpProto, attrs: Attrs, notes: list[str], problems: list[str]) -> Attrs:
    kept: dict[str, AttrValue] = {}
    for name, value in attrs.items():
        spec = new.attr_index.get(name)
        if spec is None and name in old.attr_index:
            problems.append(f"the prototype here has no attribute `{name}`, which the call sets")
            continue
        try:
            kept[name] = value if spec is None else spec.kind.convert(value)
        except ValueError as error:
            problems.append(f"attribute `{name}` needs {error}, and the call has {value!r}"[:300])
    for spec in new.attrs:
        before = old.attr_index.get(spec.name)
        if spec.name in kept:
            continue
        if before is not None and before.default is not None and repr(before.default) != repr(spec.default):
            try:  # WHY: a call that leaves an attribute out means the default of its day
                kept[spec.name] = spec.kind.convert(before.default)
                notes.append(f"attribute `{spec.name}` stays {before.default!r}, its default then")
            except ValueError as error:
                problems.append(f"attribute `{spec.name}` needs {error}, and its default was {before.default!r}"[:300])
        elif spec.required:
            problems.append(f"attribute `{spec.name}` is required, and the call has none")
    return attrs if kept == attrs else Attrs(kept)


def _renamed(name: str, renamings: Iterable[Mapping[str, str]]) -> str:
    for names in renamings:
        name = names.get(name, name)
    return name


def _layout(ports: Sequence[Port]) -> list[tuple[str, PortKind]]:
    return [(port.name, port.kind) for port in ports]


def _slots(proto: OpProto) -> list[tuple[str, bool]]:
    return [(slot.name, slot.is_dynamic) for slot in proto.graphs]


def _attr_key(spec: AttrSpec) -> tuple[object, ...]:
    return spec.name, spec.kind, spec.required, repr(spec.default)
