"""Writing elements at their indices."""

from __future__ import annotations

import math

from metadef.frontend.onnx.axes import axis_of
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["OPS"]

_MOST_NUMBERS = 1 << 20  # of elements that are multiplied, each by its place

_ND_OPS = {
    "none": "TensorScatterUpdate",
    "add": "TensorScatterAdd",
    "max": "TensorScatterMax",
    "min": "TensorScatterMin",
}


def scatter_elements(node: OnnxNode) -> Value:
    """One element for each index; `reduction` joins old and new ones."""
    x = node.value(0)
    reduction = "none"
    if node.has("reduction"):
        reduction = node.choice("reduction", "none", "add", "mul", "max", "min")
    attrs = {"axis": axis_of(node, x), "reduction": reduction}
    indices, updates = (node.shape(node.value(index)) for index in (1, 2))
    if indices.is_known and updates.is_known and indices != updates:
        # WHY here: Ascend, as torch, takes more updates than indices
        node.fail("shape-mismatch", "there is one update for each index", expected=str(indices), got=str(updates))
    return node.add("ScatterElements", [x, node.value(1), node.value(2)], attrs)


def scatter_nd(node: OnnxNode) -> Value:
    """Slices at index vectors; `reduction` joins old and new ones."""
    reduction = node.choice("reduction", *_ND_OPS, "mul") if node.has("reduction") else "none"
    x, indices, updates = node.value(0), node.value(1), node.value(2)
    if reduction == "mul":
        return _multiplied(node, x, indices, updates)
    return node.add(_ND_OPS[reduction], [x, indices, updates])


def _multiplied(node: OnnxNode, x: Value, indices: Value, updates: Value) -> Value:
    """Rows of the data as one axis of slices: only elements can be multiplied, each at its number in the whole."""
    dims, places = node.shape(x).known_dims(), node.shape(indices).known_dims()
    if dims is None or not places or not 0 < places[-1] <= len(dims):
        node.fail("shape-unknown", "slices are multiplied where the shapes are known", as_error=True)
    depth = places[-1]
    size, count = math.prod(dims[depth:]), math.prod(places[:-1])
    if size * count > _MOST_NUMBERS:
        node.fail("unsupported-attr-value", "too many elements", expected=f"{_MOST_NUMBERS}", got=str(size * count))
    dtype = node.need_dtype(indices)
    lengths = node.const_ints(dims[:depth], "lengths", dtype)
    from_front = node.add("FloorMod", [indices, lengths], tag="from_front")
    steps = node.const_ints([math.prod(dims[axis + 1 :]) for axis in range(depth)], "steps", dtype)
    axes = node.const_ints((-1,), "axes")
    starts = node.add("ReduceSum", [node.add("Mul", [from_front, steps], tag="offsets"), axes], tag="starts")
    column = node.add("Reshape", [starts, node.const_ints((count, 1), "shape")], tag="column")
    places_of = node.add("Add", [column, node.const_ints(range(size), "elements", dtype)], tag="elements")
    flat = node.const_ints((-1,), "shape")
    ports = [node.add("Reshape", [value, flat], tag=tag) for value, tag in ((x, "flat"), (places_of, "places"))]
    ports.append(node.add("Reshape", [updates, flat], tag="factors"))
    product = node.add("ScatterElements", ports, {"axis": 0, "reduction": "mul"}, tag="product")
    return node.add("Reshape", [product, node.const_ints(dims, "shape")])


OPS = {
    "Scatter": onnx_op(scatter_elements, "data indices updates", "axis:i=0", since=9),
    "ScatterElements": onnx_op(scatter_elements, "data indices updates", "axis:i=0 reduction:s=none[16:]", since=11),
    "ScatterND": onnx_op(scatter_nd, "data indices updates", "reduction:s=none[16:]", since=11),
}
