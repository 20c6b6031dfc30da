"""Inference through the subgraphs of control-flow nodes: arguments in, results out.

The operator's own shape rule decides what to do with the results (`call.subgraph_outputs`): If joins its branches,
While looks for a fix-point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from metadef.errors import finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.ops.call import Call, port_slices
from metadef.ops.ports import PortKind
from metadef.types.dim import Dim
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

if TYPE_CHECKING:
    from metadef.infer.engine import Inference

__all__ = ["infer_subgraphs", "join_descs"]

_MAX_DEPTH = 64  # nested subgraphs; real models have two or three
_MAX_ROUNDS = 8  # of a loop's fix-point; widening makes every round but the last lose at least one known dimension

_Infer = Callable[["Graph", "Iterable[Node] | None", "Inference | None"], "Inference"]


def infer_subgraphs(node: Node, call: Call, state: Inference, infer: _Infer) -> dict[str, list[TensorDesc]]:
    """Infer every subgraph of a node and give the descriptors of its results by slot.

    A loop is iterated until its state's descriptors no longer change; dimensions that change are widened to unknown.
    """
    if state.depth >= _MAX_DEPTH:
        state.findings.append(finding("subgraph-mismatch", call.subject, f"subgraphs nest deeper than {_MAX_DEPTH}"))
        return {}
    state.depth += 1
    try:
        arguments = _arguments(node)
        if "body" in node.subgraphs:
            arguments = _loop_state(node, arguments, state, infer)
        results: dict[str, list[TensorDesc]] = {}
        for slot, graph in node.subgraphs.items():
            _feed(graph, arguments)
            if not _is_loop_body(node, slot):
                _pass_values(node, graph, state)
            infer(graph, None, state)
            results[slot] = [value.desc for _, value in graph.outputs]
        return results
    finally:
        state.depth -= 1


def _arguments(node: Node) -> list[TensorDesc]:
    """What the subgraphs are called with: the members of the node's dynamic input, else all inputs."""
    return [value.desc for value in _argument_values(node) if value is not None]


def _argument_values(node: Node) -> tuple[Value | None, ...]:
    for port in node.proto.inputs:
        if port.kind is PortKind.DYNAMIC:
            part = port_slices(node.proto, node.counts)[port.name]
            return node.inputs[part]
    return node.inputs


def _is_loop_body(node: Node, slot: str) -> bool:
    return "body" in node.subgraphs and slot in ("body", "cond")


def _pass_values(node: Node, graph: Graph, state: Inference) -> None:
    """What is known of an argument's elements is known inside too."""
    for inner, outer in zip(graph.inputs, _argument_values(node), strict=False):
        if outer is not None:
            state.values[inner] = state.value_of(outer)


def _feed(graph: Graph, arguments: list[TensorDesc]) -> None:
    for value, desc in zip(graph.inputs, arguments, strict=False):
        if value.desc != desc:
            graph.set_desc(value, desc)


def _loop_state(node: Node, arguments: list[TensorDesc], state: Inference, infer: _Infer) -> list[TensorDesc]:
    body = node.subgraphs["body"]
    current = arguments
    for _ in range(_MAX_ROUNDS):
        _feed(body, current)
        before = len(state.findings)
        infer(body, None, state)
        results = [value.desc for _, value in body.outputs]
        widened = [join_descs(old, new) for old, new in zip(current, results, strict=False)]
        widened += current[len(widened) :]
        if widened == current:
            return current
        del state.findings[before:]  # WHY: findings of a round with too narrow shapes are not the loop's
        current = widened
    return [TensorDesc(None, desc.dtype) for desc in current]


def join_descs(left: TensorDesc, right: TensorDesc) -> TensorDesc:
    """What is true of a value that is one or the other: dimensions that differ become unknown."""
    if left == right:
        return left
    a, b = left.origin_shape, right.origin_shape
    if a.rank is None or b.rank is None or a.rank != b.rank:
        return TensorDesc(None, left.dtype)
    dims: list[int | Dim | None] = [x if x == y else None for x, y in zip(a, b, strict=True)]
    return TensorDesc(Shape(dims), left.dtype)
