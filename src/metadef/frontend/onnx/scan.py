"""Scan, its body written out for each slice: Ascend's loops carry tensors and take no slices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from metadef.frontend.onnx.axes import normalised
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.unroll import joined, slices, steps_along
from metadef.graph.value import Value

__all__ = ["OPS"]

_MOST_NODES = 20_000  # of all steps together


def scan(node: OnnxNode) -> Sequence[Value]:
    """States go from step to step, slices in, and slices out; in opset 8 once for each sample of a batch."""
    if node.opset >= 9:
        inputs = node.all_inputs()
        carried = _carried(node, len(inputs))
        axes = _list(node, "scan_input_axes", len(inputs) - carried)
        backwards = _list(node, "scan_input_directions", len(inputs) - carried)
        return _steps(node, inputs[:carried], inputs[carried:], axes, backwards, "")
    if node.optional(0) is not None:
        node.fail("unsupported-op", "sequences of different lengths have no mapping", hint="no sequence_lens")
    inputs = [node.value(index) for index in range(1, len(node.inputs))]
    carried = _carried(node, len(inputs))
    backwards = _list(node, "directions", len(inputs) - carried)
    by_input = [slices(node, value, 0, f"samples_{index}") for index, value in enumerate(inputs)]
    if len({len(found) for found in by_input}) != 1:
        node.fail("shape-mismatch", "the inputs' batches differ", got=str([len(found) for found in by_input]))
    results = [
        _steps(node, sample[:carried], sample[carried:], (0,) * len(backwards), backwards, f"sample_{index}/")
        for index, sample in enumerate(zip(*by_input, strict=True))
    ]
    return [joined(node, parts, 0, f"batch_{index}") for index, parts in enumerate(zip(*results, strict=True))]


def _carried(node: OnnxNode, count: int) -> int:
    """How many of the inputs are states."""
    body, scanned = node.any("body"), node.int("num_scan_inputs")
    carried = count - scanned
    if scanned < 1 or carried < 0 or len(body.input) != count or len(body.output) < carried:
        node.fail(
            "subgraph-mismatch",
            "the body must take the states and a slice of each scanned input, and give the states",
            expected=f"{count} inputs, of which 1 or more are scanned",
            got=f"{len(body.input)} inputs, {scanned} scanned",
        )
    return carried


def _list(node: OnnxNode, name: str, count: int) -> tuple[int, ...]:
    values = node.ints(name)
    if values is None:
        return (0,) * count
    if len(values) != count:
        node.fail("attr-constraint", f"`{name}` needs {count} numbers", expected=str(count), got=str(len(values)))
    return values


def _steps(
    node: OnnxNode,
    states: Sequence[Value],
    scanned: Sequence[Value],
    axes: Sequence[int],
    backwards: Sequence[int],
    prefix: str,
) -> list[Value]:
    body: Any = node.any("body")
    pieces: list[Sequence[Value]] = []
    for index, (value, axis, is_back) in enumerate(zip(scanned, axes, backwards, strict=True)):
        axis = normalised(node, (axis,), node.need_rank(value, "a scanned input"))[0]
        count = steps_along(node, value, axis)
        if count * max(1, len(body.node)) > _MOST_NODES:
            node.fail("attr-constraint", "too many steps to write out", expected=f"{_MOST_NODES} nodes", hint="Loop")
        parts = slices(node, value, axis, f"{prefix}slices_{index}")
        pieces.append(parts[::-1] if is_back else parts)
    if len({len(parts) for parts in pieces}) != 1:
        node.fail("shape-mismatch", "scanned inputs differ in length", got=str([len(parts) for parts in pieces]))
    current = list(states)
    collected: list[list[Value]] = [[] for _ in range(len(body.output) - len(current))]
    for index, step in enumerate(zip(*pieces, strict=True)):
        place = f"{node.name.removeprefix(node.importer.scope.prefix)}/{prefix}step_{index}/"
        results = node.importer.inline_graph(body, [*current, *step], place, node.subject)
        for whole, part in zip(collected, results[len(current) :], strict=True):
            whole.append(part)
        current = results[: len(current)]
    out_axes = _list(node, "scan_output_axes", len(collected))
    out_backwards = _list(node, "scan_output_directions", len(collected))
    joins = zip(collected, out_axes, out_backwards, strict=True)
    return current + [
        joined(node, parts[::-1] if is_back else parts, axis, f"{prefix}scanned_{index}")
        for index, (parts, axis, is_back) in enumerate(joins)
    ]


OPS = {
    "Scan": onnx_op(
        scan,
        "sequence_lens?[:9] initial_state_and_scan_inputs*",
        "body:g! num_scan_inputs:i! directions:is[:9] scan_input_axes:is[9:] scan_input_directions:is[9:]"
        " scan_output_axes:is[9:] scan_output_directions:is[9:]",
        since=8,
    ),
}
