"""MaxUnpool: maxima back to where they came from, zeros elsewhere."""

from __future__ import annotations

from math import prod

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.pad import pad_by
from metadef.graph.value import Value
from metadef.types.tensor_value import Splat, TensorValue

__all__ = ["OPS"]


def max_unpool(node: OnnxNode) -> Value:
    """Written as elements of a flat tensor, whose indices count over the whole of it."""
    x, indices = node.value(0), node.value(1)
    dims = node.shape(x).known_dims()
    if dims is None or len(dims) < 3:
        node.fail(
            "shape-unknown", "the sizes of the pooled maxima must be known", got=str(node.shape(x)), as_error=True
        )
    window = node.ints("kernel_shape") or ()
    spatial = len(dims) - 2
    strides, pads = node.ints("strides") or (1,) * spatial, node.ints("pads") or (0,) * (2 * spatial)
    if not len(window) == len(strides) == spatial or len(pads) != 2 * spatial:
        node.fail("attr-constraint", "the window has the rank of the image", expected=str(spatial), got=str(window))
    natural = list(dims[:2])
    for axis in range(spatial):
        pad = pads[axis] + pads[axis + spatial]
        natural.append((dims[axis + 2] - 1) * strides[axis] - pad + window[axis])
    dtype = node.need_dtype(x)
    if min(natural) < 0:
        node.fail("attr-constraint", "the pads leave nothing", got=str(natural))
    zeros = node.constant(TensorValue(dtype, (prod(natural),), Splat(b"\0" * max(1, dtype.bits // 8))), "zeros")
    flat = node.const_ints((-1,), "flat")
    places, maxima = (
        node.add("Reshape", [value, flat], tag=tag) for value, tag in ((indices, "places"), (x, "maxima"))
    )
    written = node.add("ScatterElements", [zeros, places, maxima], {"axis": 0, "reduction": "none"}, tag="written")
    shape = node.const_ints(natural, "shape")
    given = node.optional(2)
    known = node.known_ints(given) if given is not None else tuple(natural)
    if given is None or known == tuple(natural):
        return node.add("Reshape", [written, shape])
    image = node.add("Reshape", [written, shape], tag="image")
    if known is not None:
        if len(known) != len(natural) or any(large < size for size, large in zip(natural, known, strict=False)):
            node.fail("attr-constraint", "`output_shape` holds the image", expected=f">= {natural}", got=f"{known}")
        pairs = [(0, large - size) for size, large in zip(natural, known, strict=True)]
        return pad_by(node, image, pairs, "constant", None)
    more = node.add("Sub", [given, shape], tag="more")
    column = node.add("Unsqueeze", [more], {"axes": (1,)}, tag="column")
    pairs_at_run_time = pad_by(node, column, [(0, 0), (1, 0)], "constant", None, "pairs")
    return node.add("PadV3", [image, pairs_at_run_time, None], {"mode": "constant"})


OPS = {"MaxUnpool": onnx_op(max_unpool, "X I output_shape?", "kernel_shape:is! pads:is strides:is", since=9)}
