"""Inference through the subgraphs of control-flow nodes: arguments in, results out.

The operator's own shape rule decides what to do with the results (`call.subgraph_outputs`): If joins its branches,
While looks for a fix-point. A branch or a loop body may never run, so what its nodes demand of symbols holds inside it
alone: it is inferred against a copy of the constraints. Only the names of new symbols come back, so that no two
sizes share one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from metadef.errors import Finding, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.infer.shape.common import join_shapes
from metadef.infer.shape.control_flow import taken_branch
from metadef.ops.call import Call, port_slices
from metadef.ops.ports import PortKind
from metadef.types.dtype import DataType
from metadef.types.guards import FRESH, name_line
from metadef.types.known_value import KnownValue
from metadef.types.tensor import TensorDesc

if TYPE_CHECKING:
    from metadef.infer.engine import Inference

__all__ = ["infer_subgraphs", "join_descs", "passed_values"]

_MAX_DEPTH = 64  # nested subgraphs; real models have two or three
_MAX_ROUNDS = 16  # of a loop's fix-point; widening makes every round but the last lose at least one known dimension
_MAX_ALL_ROUNDS = 10_000  # of all subgraphs of a model: nested loops multiply their rounds

_Infer = Callable[["Graph", "Iterable[Node] | None", "Inference | None"], "Inference"]


def infer_subgraphs(node: Node, call: Call, state: Inference, infer: _Infer) -> dict[str, list[TensorDesc]]:
    """Infer every subgraph of a node and give the descriptors of its results by slot.

    A loop is iterated until its state's descriptors no longer change; dimensions that change are widened to unknown.
    """
    if state.depth >= _MAX_DEPTH or state.rounds >= _MAX_ALL_ROUNDS:
        message = f"subgraphs nest deeper than {_MAX_DEPTH}, or loops in loops take more than {_MAX_ALL_ROUNDS} rounds"
        if not state.gave_up:
            state.findings.append(finding("subgraph-mismatch", call.subject, message))
        state.gave_up = True
        return {slot: _unknown_results(graph) for slot, graph in node.subgraphs.items()}
    state.depth += 1
    outer = state.store
    try:
        arguments = _arguments(node)
        if "body" in node.subgraphs:
            arguments = _loop_state(node, arguments, call, state, infer)
        results: dict[str, list[TensorDesc]] = {}
        errors: dict[str, list[Finding]] = {}
        for slot, graph in node.subgraphs.items():
            if not _is_loop_part(node, slot):
                _pass_values(node, graph, state)
            before = len(state.findings)
            results[slot] = _infer_once(graph, arguments, _may_not_run(node, slot), call, state, infer)
            errors[slot] = [item for item in state.findings[before:] if item.is_error]
        return results if "body" in results else _possible(call, results, errors, state)
    finally:
        state.store = outer
        state.depth -= 1


def _possible(
    call: Call, results: dict[str, list[TensorDesc]], errors: dict[str, list[Finding]], state: Inference
) -> dict[str, list[TensorDesc]]:
    """The results of the branches that can run, where some cannot and one can.

    What is illegal inside of a branch says that it never runs, not that the model is wrong: an error is told as a
    warning of the branch, unless every branch has one or the branch is known to run.
    """
    taken = taken_branch(call, results)
    wrong = [slot for slot in results if errors[slot] and slot != taken]
    if not wrong or len(wrong) == len(results):
        return results
    for slot in wrong:
        for item in errors[slot]:
            state.findings.remove(item)
        first = errors[slot][0]
        message = f"`{slot}` cannot run: {first.subject}: {first.message}"
        state.findings.append(
            finding("branch-impossible", call.subject, message, expected=first.expected, got=first.got)
        )
    return {slot: descs for slot, descs in results.items() if slot not in wrong}


def _infer_once(
    graph: Graph, arguments: list[TensorDesc], conditional: bool, call: Call, state: Inference, infer: _Infer
) -> list[TensorDesc]:
    state.rounds += 1
    _feed(graph, arguments)
    if not conditional:
        state.store = call.store
        infer(graph, None, state)
    else:
        inner = state.store = call.store.copy()
        before = len(state.findings)
        infer(graph, None, state)
        if state.is_trial:
            del state.findings[before:]
        new = inner.fresh_but_not_in(call.store)
        if new:
            call.store.read_lines([name_line(FRESH, name) for name in new])
    return [value.desc for _, value in graph.outputs]


def _may_not_run(node: Node, slot: str) -> bool:
    return slot == "body" or (len(node.subgraphs) > 1 and slot != "cond")


def _is_loop_part(node: Node, slot: str) -> bool:
    return "body" in node.subgraphs and slot in ("body", "cond")


def _arguments(node: Node) -> list[TensorDesc]:
    """What the subgraphs are called with: the members of the node's dynamic input, else all inputs."""
    return [value.desc for value in _argument_values(node) if value is not None]


def _argument_values(node: Node) -> tuple[Value | None, ...]:
    for port in node.proto.inputs:
        if port.kind is PortKind.DYNAMIC:
            part = port_slices(node.proto, node.counts)[port.name]
            return node.inputs[part]
    return node.inputs


def _pass_values(node: Node, graph: Graph, state: Inference) -> None:
    """What is known of an argument's elements is known inside too."""
    for inner, outer in zip(graph.inputs, _argument_values(node), strict=False):
        state.values[inner] = state.value_of(outer) if outer is not None else None


def passed_values(node: Node, state: Inference) -> dict[Value, KnownValue | None]:
    """What is known of a node's outputs because every subgraph that gives them knows the same; nothing for a loop."""
    if not node.subgraphs or any(_is_loop_part(node, slot) for slot in node.subgraphs):
        return dict.fromkeys(node.outputs)
    known: dict[Value, KnownValue | None] = {}
    for index, value in enumerate(node.outputs):
        given = [
            state.value_of(graph.outputs[index][1]) if index < len(graph.outputs) else None
            for graph in node.subgraphs.values()
        ]
        known[value] = given[0] if all(item == given[0] for item in given) else None
    return known


def _feed(graph: Graph, arguments: list[TensorDesc]) -> None:
    for value, desc in zip(graph.inputs, arguments, strict=False):
        if value.desc != desc:
            graph.set_desc(value, desc)


def _unknown_results(graph: Graph) -> list[TensorDesc]:
    return [TensorDesc(None, value.desc.dtype) for _, value in graph.outputs]


def _loop_state(
    node: Node, arguments: list[TensorDesc], call: Call, state: Inference, infer: _Infer
) -> list[TensorDesc]:
    body = node.subgraphs["body"]
    for part in node.subgraphs.values():
        for value in part.inputs:
            state.values[value] = None  # WHY: what the first round is given is not what later rounds are
    current = arguments
    for _ in range(_MAX_ROUNDS):
        if state.rounds >= _MAX_ALL_ROUNDS:
            break
        before = len(state.findings)
        gave_up = state.gave_up
        results = _infer_once(body, current, True, call, state, infer)
        widened = [join_descs(old, new) for old, new in zip(current, results, strict=False)]
        widened += current[len(widened) :]
        del state.findings[before:]  # WHY: the round that stands is inferred once more, and reports then
        state.gave_up = gave_up
        if widened == current:
            return current
        current = widened
    return [TensorDesc(None, desc.dtype) for desc in current]


def join_descs(left: TensorDesc, right: TensorDesc) -> TensorDesc:
    """What is true of a value that is one or the other: dimensions that differ become unknown."""
    if left == right:
        return left
    dtype = right.dtype if left.dtype is DataType.UNDEFINED else left.dtype
    return TensorDesc(join_shapes(left.origin_shape, right.origin_shape), dtype)
