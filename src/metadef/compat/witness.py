"""Proof that a break is one: a call that was legal and is refused, or stored bytes that mean something else.

A saved node keeps the operator's name, its inputs by place, the names of its attributes and their values. `decode`
reads that with a prototype, as the codecs do; two prototypes that read different things from one stored node do not
keep the promise WIRE.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from metadef.compat.calls import Sample, as_called_now, is_legal, legal_call, legal_calls
from metadef.compat.record import Change, Probe
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrValue

__all__ = ["StoredNode", "Witness", "decode", "find_witness", "still_legal", "store"]


@dataclass(frozen=True, slots=True)
class StoredNode:
    """A node as files keep it."""

    op: str
    inputs: tuple[bool, ...]  # by place: whether the input is fed
    counts: tuple[int, ...]  # members of each port
    outputs: int
    graphs: tuple[str, ...]
    attrs: tuple[tuple[str, AttrValue], ...]


@dataclass(frozen=True, slots=True)
class Witness:
    """What worked before and does not now."""

    kind: str  # "refused": the call is no longer legal; "decoded": the stored node means something else
    sample: Sample | None
    before: str
    after: str

    def __str__(self) -> str:
        call = f"{self.sample}: " if self.sample is not None else ""
        return f"{call}{self.before}, now {self.after}"


def find_witness(change: Change, old: OpProto, new: OpProto | None) -> Witness | None:
    """A witness of a WIRE or GRAPH break, verified on both prototypes; None where none was found.

    Args:
        new: None when the operator is gone.
    """
    if new is None or old.name != new.name:
        was = legal_call(old)
        return Witness("refused", was, "the operator was known", "there is no such operator")
    for probe in (change.hit.probe, Probe(), Probe(present=tuple(port.name for port in old.inputs))):
        for sample in legal_calls(old, probe, 12):
            if not still_legal(old, new, sample):
                return Witness("refused", sample, "legal", "refused")
            node = store(old, sample)
            before, after = decode(old, node), decode(new, node)
            if before != after:
                return Witness("decoded", sample, _text(before), _text(after))
    node = store(old, None)
    before, after = decode(old, node), decode(new, node)
    return Witness("decoded", None, _text(before), _text(after)) if before != after else None


def still_legal(old: OpProto, new: OpProto, sample: Sample) -> bool:
    """Whether the new prototype accepts the call as code written against the old one makes it: inputs by name."""
    called = as_called_now(old, new, sample)
    return called is not None and is_legal(new, called)


def store(proto: OpProto, sample: Sample | None) -> StoredNode:
    """A node as files keep it; without a call, one with every port and slot."""
    outputs = len(proto.outputs)
    graphs = tuple(slot.name for slot in proto.graphs)
    if sample is None:
        return StoredNode(proto.name, (True,) * len(proto.inputs), (1,) * len(proto.inputs), outputs, graphs, ())
    fed = tuple(desc is not None for desc in sample.inputs)
    return StoredNode(proto.name, fed, sample.counts, outputs, graphs, tuple(sample.attrs.items()))


def decode(proto: OpProto, node: StoredNode) -> Mapping[str, object]:
    """What a prototype reads from a stored node: which port each input, output and subgraph is, and the values."""
    found: dict[str, object] = {"op": proto.name}
    at = 0
    counts = node.counts if len(node.counts) == len(proto.inputs) else ()
    for index, port in enumerate(proto.inputs):
        members = counts[index] if port.kind is PortKind.DYNAMIC and counts else 1
        if any(node.inputs[at : at + members]):
            places = tuple(range(at, min(at + members, len(node.inputs))))
            found[f"input {port.name}"] = ("any number", *places) if port.kind is PortKind.DYNAMIC else places
        at += members
    if at != len(node.inputs):
        found["inputs left over"] = len(node.inputs) - at
    for index in range(node.outputs):
        found[f"output {index}"] = proto.outputs[index].name if index < len(proto.outputs) else "none"
    if len(proto.outputs) > node.outputs:
        found["outputs missing"] = len(proto.outputs) - node.outputs
    for port in proto.outputs:
        if port.kind is PortKind.DYNAMIC:
            found[f"output {port.name}"] = "any number"
    slots = {slot.name: slot for slot in proto.graphs}
    for name in node.graphs:
        slot = slots.get(name)
        found[f"subgraph {name}"] = "none" if slot is None else "any number" if slot.is_dynamic else "one"
    for slot in proto.graphs:
        if slot.name not in node.graphs:
            found[f"subgraph {slot.name}"] = "missing"
    for name, value in node.attrs:
        spec = proto.attr_index.get(name)
        if spec is None:
            found[f"attribute {name}"] = "unknown"
            continue
        try:
            found[f"attribute {name}"] = (spec.kind.name, spec.kind.convert(value))
        except ValueError:
            found[f"attribute {name}"] = "unreadable"
    return found


def _text(decoded: Mapping[str, object]) -> str:
    return "; ".join(f"{name} is {value}" for name, value in decoded.items())
