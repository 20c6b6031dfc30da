"""Sums of products by an equation: Ascend's Einsum, or step by step where it lacks the type or the notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.reduce import reduced
from metadef.frontend.onnx.shape import reshape_to
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_WIDE = {DataType.BF16: DataType.FLOAT, DataType.INT16: DataType.INT32, DataType.INT8: DataType.INT32}


def einsum(node: OnnxNode) -> Value:
    """Ascend's own operator where it takes the type; in 32 bits where that holds it; else products and sums."""
    values = node.all_inputs()
    equation = node.string("equation").replace(" ", "")
    dtype = node.need_dtype(values[0])
    if node.accepts("Einsum", 0, dtype):
        return node.add("Einsum", [values], {"equation": equation, "N": len(values)})
    wide = _WIDE.get(dtype)
    if wide is not None:
        widened = [node.cast(value, wide, f"wide_{index}") for index, value in enumerate(values)]
        total = node.add("Einsum", [widened], {"equation": equation, "N": len(values)}, tag="wide")
        return node.cast(total, dtype, "")
    return _written_out(node, values, equation)


def _written_out(node: OnnxNode, values: Sequence[Value], equation: str) -> Value:
    terms, output = _labels(node, values, equation)
    summed = [label for label in dict.fromkeys(label for term in terms for label in term) if label not in output]
    order = [*output, *summed]
    parts: list[Value] = []
    for index, (value, term) in enumerate(zip(values, terms, strict=True)):
        while len(set(term)) < len(term):
            value, term = _diagonal(node, value, term, f"diagonal_{index}_{len(term)}")
        ranks = [term.index(label) for label in order if label in term]
        if ranks != sorted(ranks):
            value = node.add("Transpose", [value, node.const_ints(ranks, "perm")], tag=f"ordered_{index}")
        absent = tuple(place for place, label in enumerate(order) if label not in term)
        if absent and len(values) > 1:
            value = node.add("Unsqueeze", [value], {"axes": absent}, tag=f"aligned_{index}")
        parts.append(value)
    total = parts[0]
    for index, part in enumerate(parts[1:], 1):
        total = node.add("Mul", [total, part], tag=f"product_{index}")
    if not summed:
        return node.add("Identity", [total])
    return reduced(node, "ReduceSum", total, tuple(range(len(output), len(order))), False)


def _labels(node: OnnxNode, values: Sequence[Value], equation: str) -> tuple[list[list[str]], list[str]]:
    """The labels of each input's axes and of the output's; those of an ellipsis are numbers, counted from the end."""
    left, arrow, right = equation.partition("->")
    terms = left.split(",")
    if len(terms) != len(values) or any(text.replace("...", "", 1).strip(_LETTERS) for text in (*terms, right)):
        node.fail("attr-constraint", "the equation does not fit the inputs", got=equation)
    found: list[list[str]] = []
    widest = 0
    for value, text in zip(values, terms, strict=True):
        rank = node.need_rank(value, "an equation")
        before, dots, after = text.partition("...")
        hidden = rank - len(before) - len(after)
        if hidden < 0 or (hidden and not dots):
            node.fail("rank-mismatch", f'the term "{text}" does not fit', expected=f"rank {len(text)}", got=f"{rank}")
        found.append([*before, *(str(index) for index in range(hidden, 0, -1)), *after])
        widest = max(widest, hidden)
    ellipsis = [str(index) for index in range(widest, 0, -1)]
    if arrow:
        before, dots, after = right.partition("...")
        output = [*before, *(ellipsis if dots else ()), *after]
    else:
        counts = Counter(label for term in found for label in term if label.isalpha())
        output = ellipsis + sorted(label for label, count in counts.items() if count == 1)
    if len(set(output)) < len(output) or set(output) - {label for term in found for label in term}:
        node.fail("attr-constraint", "the output's labels must be different ones of the inputs'", got=equation)
    return found, output


_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _diagonal(node: OnnxNode, value: Value, term: list[str], tag: str) -> tuple[Value, list[str]]:
    """One label that comes twice: its axes go to the end, become one, and each (n + 1)th element is taken."""
    label = next(label for label in term if term.count(label) > 1)
    first = term.index(label)
    second = term.index(label, first + 1)
    dims = node.dims(value) or ()
    size = dims[first]
    if not isinstance(size, int) or dims[second] != size:
        node.fail("shape-unknown", "a diagonal needs two axes of the same known length", as_error=True)
    rest = [axis for axis in range(len(term)) if axis not in (first, second)]
    ends = node.add("Transpose", [value, node.const_ints((*rest, first, second), "perm")], tag=f"{tag}_ends")
    flat = reshape_to(node, ends, [*(None for _ in rest), size * size], f"{tag}_flat")
    ports = [
        node.const_ints((number,), name)
        for number, name in ((0, "begin"), (size * size, "end"), (len(rest), "axes"), (size + 1, "strides"))
    ]
    taken = node.add("StridedSliceV2", [flat, *ports], tag=tag)
    return taken, [*(term[axis] for axis in rest), label]


OPS = {"Einsum": onnx_op(einsum, "Inputs*", "equation:s!", since=12)}
