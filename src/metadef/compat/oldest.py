"""The oldest release whose operators accept every call of a graph, and what stops the ones before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from metadef.compat.compare import OpSet
from metadef.errors import Finding, did_you_mean, finding
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs
from metadef.ops.builtin import BUILTIN
from metadef.ops.check import check_prototype
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.tensor import TensorDesc

__all__ = ["Oldest", "Use", "oldest_release", "problems_of", "uses_of"]


@dataclass(frozen=True, slots=True)
class Use:
    """One call in a graph: its members by port."""

    subject: str
    op: str
    inputs: tuple[tuple[str, tuple[TensorDesc | None, ...]], ...]
    attrs: tuple[tuple[str, object], ...]


@dataclass(frozen=True, slots=True)
class Oldest:
    """The answer."""

    release: str | None  # None: no release runs the graph
    stops: tuple[tuple[str, tuple[Finding, ...]], ...]  # each release that does not run it, and why


def uses_of(graph: Graph) -> list[Use]:
    """The distinct calls of a graph and its subgraphs; equal ones are judged once."""
    found: dict[tuple[object, ...], Use] = {}
    for inner in all_graphs(graph):
        for node in inner.nodes:
            if node.op in BUILTIN:
                continue
            ports = tuple(
                (port.name, tuple(value.desc if value is not None else None for value in node.members(port.name)))
                for port in node.proto.inputs
            )
            use = Use(f'node "{node.name}" ({node.op})', node.op, ports, tuple(node.attrs.items()))
            found.setdefault((use.op, use.inputs, use.attrs), use)
    return list(found.values())


def oldest_release(history: Sequence[tuple[str, OpSet]], uses: Iterable[Use]) -> Oldest:
    """The first release from which on all releases run the graph; `history` is oldest first."""
    calls = list(uses)
    stops: list[tuple[str, tuple[Finding, ...]]] = []
    release: str | None = None
    for label, ops in reversed(history):
        problems = tuple(problem for use in calls for problem in problems_of(use, ops))
        if problems:
            stops.append((label, problems))
            break
        release = label
    return Oldest(release, tuple(stops))


def problems_of(use: Use, ops: OpSet) -> list[Finding]:
    """Why a release does not accept a call; nothing where it does."""
    proto = ops.get(use.op)
    if proto is None:
        return [finding("unknown-op", use.subject, "the release has no such operator", hint=did_you_mean(use.op, ops))]
    return _judged(use, proto)


def _judged(use: Use, proto: OpProto) -> list[Finding]:
    given = dict(use.inputs)
    left = [name for name, members in given.items() if name not in proto.input_index and any(members)]
    if left:
        message = f"the release has no input {', '.join(left)}"
        return [
            finding("port-count", use.subject, message, expected=", ".join(proto.input_index), got=", ".join(given))
        ]
    inputs: list[TensorDesc | None] = []
    counts: list[int] = []
    for port in proto.inputs:
        members = given.get(port.name, () if port.kind is PortKind.DYNAMIC else (None,))
        if port.kind is not PortKind.DYNAMIC and len(members) != 1:
            message = f"the release takes one tensor as {port.name}"
            return [finding("port-count", use.subject, message, expected="1", got=str(len(members)))]
        inputs += members
        counts.append(len(members))
    return check_prototype(proto, inputs, dict(use.attrs), counts=tuple(counts), subject=use.subject)
