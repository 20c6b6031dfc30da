"""From a graph to a memory problem: aliases first, then lifetimes on the fixed order, then sizes.

Time is the place in the topological order. A buffer is written at its producer's step and needed up to and including
its last reader's step; results live to the end, inputs from the start. Values that must share an address (views of
another value, outputs that overwrite an input) are one buffer. Constants live in the weights and are not placed here.

Source: facts memory_planning.md, part A: `size = ((bytes + 2 * 32 - 1) / 32) * 32`, blocks aligned to 512.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from metadef.errors import Finding, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.memory.problem import Problem
from metadef.ops.builtin import CONST, DATA
from metadef.ops.traits import VIEW
from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["Lifetimes", "device_bytes", "graph_problem", "tensor_bytes"]

ALIGNMENT_BYTES = 512  # MEM_ALIGN_SIZE: offsets of ordinary blocks
_PAD_BYTES = 32  # granule of tensor sizes, plus one granule behind each tensor


def device_bytes(size_bytes: int) -> int:
    """Bytes that a tensor takes on the device.

    >>> [device_bytes(size) for size in (0, 1, 32, 33)]
    [32, 64, 64, 96]
    """
    return (size_bytes + 2 * _PAD_BYTES - 1) // _PAD_BYTES * _PAD_BYTES


def tensor_bytes(desc: TensorDesc, store: ConstraintStore, sizes: Mapping[str, int]) -> int | None:
    """Bytes of a tensor in storage; symbols take their given size, else their upper end. None when unbounded."""
    count = desc.shape.numel()
    if isinstance(count, Dim):
        count = count.substitute(dict(sizes))
        if isinstance(count, Dim):
            count = store.bounds(count).hi
    if not isinstance(count, int):
        return None
    size = desc.dtype.size_in_bytes(count)
    return size if size >= 0 else None


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """A memory problem with the way back to the graph."""

    problem: Problem
    buffer_of: dict[Value, str]  # every planned value to its buffer's id
    values: dict[str, list[Value]]  # buffer id to the values that share it
    order: list[Node]
    weights_bytes: int
    findings: tuple[Finding, ...]


def graph_problem(graph: Graph, sizes: Mapping[str, int] | None = None, capacity_bytes: int | None = None) -> Lifetimes:
    """The problem of placing a graph's values.

    Args:
        sizes: of symbols; those left out take the upper end of their range.
    """
    sizes = sizes or {}
    order = topological(graph)
    step = {node: index for index, node in enumerate(order)}
    root = _aliases(graph, order)
    lower: dict[Value, int] = {}
    upper: dict[Value, int] = {}
    size: dict[Value, int] = {}
    shared: dict[Value, list[Value]] = {}
    unbounded: list[Value] = []
    weights = 0
    for node in order:
        if node.proto is CONST:
            tensor = node.attrs["value"]
            weights += device_bytes(tensor.nbytes) if isinstance(tensor, TensorValue) else 0
            continue
        for value in node.outputs:
            owner = root.get(value, value)
            if owner.producer.proto is CONST:
                continue
            found = tensor_bytes(value.desc, graph.store, sizes)
            if found is None:
                unbounded.append(value)
                continue
            begin = 0 if node.proto is DATA else step[node]
            end = max((step[user] + 1 for user in value.users), default=step[node] + 1)
            end = len(order) + 1 if graph.is_output(value) else max(end, step[node] + 1)
            lower[owner] = min(lower.get(owner, begin), begin)
            upper[owner] = max(upper.get(owner, end), end)
            size[owner] = max(size.get(owner, 0), device_bytes(found))
            shared.setdefault(owner, []).append(value)
    owners = list(shared)
    problem = Problem.from_columns(
        [owner.name for owner in owners],
        [lower[owner] for owner in owners],
        [upper[owner] for owner in owners],
        [size[owner] for owner in owners],
        alignment=[ALIGNMENT_BYTES] * len(owners),
        capacity_bytes=capacity_bytes,
    )
    buffer_of = {value: owner.name for owner, values in shared.items() for value in values}
    findings = (_unbounded(unbounded),) if unbounded else ()
    return Lifetimes(problem, buffer_of, {o.name: v for o, v in shared.items()}, order, weights, findings)


def _unbounded(values: list[Value]) -> Finding:
    """One finding for all values left out, with the symbols that would have to be set."""
    first = values[0]
    symbols = sorted({symbol for value in values for symbol in value.desc.shape.symbols()})
    what = f"{', '.join(symbols)} without an upper bound" if symbols else "an unknown dimension"
    more = f" and of {len(values) - 1} more" if len(values) > 1 else ""
    return finding(
        "size-unknown",
        f"value {first.name}",
        f"its size{more} depends on {what}: left out of the memory plan",
        got=f"{first.desc.dtype.name}{first.desc.shape}",
        hint=f"--set {','.join(f'{symbol}=SIZE' for symbol in symbols)}" if symbols else "a bounded input shape",
    )


def _aliases(graph: Graph, order: list[Node]) -> dict[Value, Value]:
    """Each value that lies where another does, to the value that owns the place."""
    owner: dict[Value, Value] = {}
    members: dict[Value, list[Value]] = {}  # of each place, its owner first
    place = {node: index for index, node in enumerate(order)}
    for node in order:
        for value, source in _shares(node):
            base = owner.get(source, source)
            held = members.setdefault(base, [base])
            if value.desc.format is source.desc.format and (
                node.proto.has_trait(VIEW) or _may_overwrite(graph, node, base, held, place)
            ):
                owner[value] = base
                held.append(value)
    return owner


def _shares(node: Node) -> list[tuple[Value, Value]]:
    """(output, input) pairs of a node that lie at one address: views, and outputs written in place."""
    if node.proto.has_trait(VIEW) and node.outputs:
        first = next((value for value in node.inputs if value is not None), None)
        return [(node.outputs[0], first)] if first is not None else []
    if node.output_counts is not None or node.counts is not None:
        return []
    return [
        (node.outputs[node.proto.output_index[name]], source)
        for name, index in node.proto.in_place.items()
        if (source := node.inputs[index]) is not None
    ]


def _may_overwrite(graph: Graph, node: Node, base: Value, held: list[Value], place: dict[Node, int]) -> bool:
    """Whether nobody needs the old content of a place afterwards, under any of its names."""
    if base.producer.proto is CONST or base.producer.proto is DATA:
        return False
    return not any(graph.is_output(value) for value in held) and all(
        place[user] <= place[node] for value in held for user in value.users
    )
