"""Images in other sizes, and samples at given points."""

from __future__ import annotations

from fractions import Fraction

from metadef.frontend.onnx.axes import normalised
from metadef.frontend.onnx.constants import number_bytes
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.spread import spread
from metadef.graph.value import Value
from metadef.types.dtype import DataType
from metadef.types.tensor_value import Inline, TensorValue

__all__ = ["OPS"]

_CROP = "tf_crop_and_resize"
_SYMMETRIC = "half_pixel_symmetric"
_COORDINATES = ("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric", _CROP)
_MODES = ("nearest", "linear", "cubic")


def resize(node: OnnxNode) -> Value:
    """Ascend's Resize has ONNX's own attributes of opset 11; what came later is written out or refused."""
    x = node.value(0)
    if node.opset < 11:
        return _simple(node, x, node.choice("mode", "nearest", "linear"), node.value(1))
    mode = node.choice("mode", *_MODES)
    coordinates = node.choice("coordinate_transformation_mode", *_COORDINATES, _SYMMETRIC)
    scales, sizes = (_present(node, node.optional(index)) for index in (2, 3))
    if (scales is None) == (sizes is None):
        node.fail("port-count", "needs scales or sizes, and not both", expected="scales or sizes")
    axes = node.ints("axes")
    if node.has("keep_aspect_ratio_policy") and node.string("keep_aspect_ratio_policy") != "stretch":
        sizes = _kept_ratio(node, x, axes, sizes)
    roi = node.optional(1) if coordinates == _CROP else None
    if coordinates == _CROP and roi is None:
        node.fail("missing-input", f"`roi` is needed by {_CROP}", expected="roi")
    if axes is not None:
        roi = _region_of_all_axes(node, x, axes, roi) if roi is not None else None
        scales, sizes = _for_all_axes(node, x, axes, scales, sizes)
    if (
        node.has("antialias")
        and node.flag("antialias")
        and mode != "nearest"
        and not _only_grows(node, x, scales, sizes)
    ):
        node.unsupported("antialias", 1, 0)
    if coordinates == _SYMMETRIC:
        if sizes is None and not _has_whole_sizes(node, x, scales):
            node.unsupported("coordinate_transformation_mode", coordinates, *_COORDINATES, hint="sizes, not scales")
        coordinates = "half_pixel"  # WHY: they differ where a scaled size is no integer
    attrs = {
        "coordinate_transformation_mode": coordinates,
        "cubic_coeff_a": node.float("cubic_coeff_a"),
        "exclude_outside": node.int("exclude_outside"),
        "extrapolation_value": node.float("extrapolation_value"),
        "mode": mode,
        "nearest_mode": node.choice("nearest_mode", "round_prefer_floor", "round_prefer_ceil", "floor", "ceil"),
    }
    return node.add("Resize", [x, roi, scales, sizes], attrs)


def _kept_ratio(node: OnnxNode, x: Value, axes: tuple[int, ...] | None, sizes: Value | None) -> Value | None:
    """The sizes that one scale gives to all axes: the smallest or the greatest of those wanted."""
    if sizes is None:
        return None  # WHY: scales are taken as they are
    policy = node.string("keep_aspect_ratio_policy")
    dims, wanted = node.shape(x).known_dims(), node.known_ints(sizes)
    if dims is None or wanted is None:
        node.unsupported("keep_aspect_ratio_policy", policy, "stretch", hint="sizes and an input that are known")
    chosen = normalised(node, axes, len(dims)) if axes is not None else tuple(range(len(dims)))
    if len(wanted) != len(chosen) or 0 in dims:
        node.fail("shape-mismatch", "one size for each axis is needed", expected=str(len(chosen)), got=str(len(wanted)))
    ratios = [Fraction(size, dims[axis]) for size, axis in zip(wanted, chosen, strict=True)]
    policies = {"not_larger": min, "not_smaller": max}
    ratio = policies[node.choice("keep_aspect_ratio_policy", "stretch", *policies)](ratios)
    exact = [ratio * dims[axis] for axis in chosen]
    if any(size.denominator != 1 for size in exact):
        hint = "sizes that have the input's ratio"
        node.unsupported("keep_aspect_ratio_policy", policy, "stretch", hint=hint)  # the scale would be rounded
    return node.const_ints([int(size) for size in exact], "sizes")


def _region_of_all_axes(node: OnnxNode, x: Value, axes: tuple[int, ...], roi: Value) -> Value:
    """All starts, then all ends; the axes that are not named are taken whole."""
    rank = node.need_rank(x, "a region of some axes")
    chosen = normalised(node, axes, rank)
    dtype = node.need_dtype(roi)
    content = Inline(number_bytes((0.0,) * rank + (1.0,) * rank, dtype))
    whole = node.constant(TensorValue(dtype, (2 * rank,), content), "whole")
    return spread(node, whole, [*chosen, *(axis + rank for axis in chosen)], roi, 2 * rank, "region")


def _factors(node: OnnxNode, x: Value, scales: Value | None, sizes: Value | None) -> list[tuple[int, float]] | None:
    """Length and scale of each axis, None where they are not known."""
    dims = node.shape(x).known_dims()
    numbers = node.known_numbers(scales) if scales is not None else None
    wanted = node.known_ints(sizes) if sizes is not None else None
    if dims is None or 0 in dims or (numbers is None and wanted is None):
        return None
    factors = numbers or [size / own for size, own in zip(wanted or (), dims, strict=False)]
    return list(zip(dims, factors, strict=True)) if len(factors) == len(dims) else None


def _only_grows(node: OnnxNode, x: Value, scales: Value | None, sizes: Value | None) -> bool:
    """Whether no axis shrinks, so that there is nothing to smooth."""
    factors = _factors(node, x, scales, sizes)
    return factors is not None and all(factor >= 1 for _, factor in factors)


def _has_whole_sizes(node: OnnxNode, x: Value, scales: Value | None) -> bool:
    factors = _factors(node, x, scales, None)
    return factors is not None and all((size * factor).is_integer() for size, factor in factors)


def _present(node: OnnxNode, value: Value | None) -> Value | None:
    """WHY: before opset 13 `scales` could not be left out; an empty tensor stood for "absent"."""
    return None if value is None or node.is_empty(value) else value


def _for_all_axes(
    node: OnnxNode, x: Value, axes: tuple[int, ...], scales: Value | None, sizes: Value | None
) -> tuple[Value | None, Value | None]:
    rank = node.need_rank(x, "resizing some axes")
    chosen = normalised(node, axes, rank)
    if chosen == tuple(range(rank)):
        return scales, sizes
    for given in (scales, sizes):
        count = node.shape(given).numel() if given is not None else None
        if isinstance(count, int) and count != len(chosen):
            node.fail("shape-mismatch", "one number for each of the axes", expected=str(len(chosen)), got=str(count))
    dims = node.dims(x) or ()
    factors = node.known_numbers(scales) if scales is not None else None
    if factors is not None and len(factors) == len(chosen):
        full = [1.0] * rank
        for axis, factor in zip(chosen, factors, strict=True):
            full[axis] = factor
        data = Inline(number_bytes(tuple(full), DataType.FLOAT))
        return node.constant(TensorValue(DataType.FLOAT, (rank,), data), "scales"), None
    lengths = node.known_ints(sizes) if sizes is not None else None
    if lengths is not None and len(lengths) == len(chosen):
        whole = list(dims)
        for axis, length in zip(chosen, lengths, strict=True):
            whole[axis] = length
        plain = [size for size in whole if isinstance(size, int)]
        if len(plain) == rank:
            return None, node.const_ints(plain, "sizes")
    if scales is not None:
        data = Inline(number_bytes((1.0,) * rank, DataType.FLOAT))
        ones = node.constant(TensorValue(DataType.FLOAT, (rank,), data), "ones")
        return spread(node, ones, chosen, scales, rank, "scales"), None
    assert sizes is not None  # one of both is there
    own = node.add("Shape", [x], {"dtype": node.need_dtype(sizes).ge_value}, tag="own_sizes")
    return None, spread(node, own, chosen, sizes, rank, "sizes")


def upsample(node: OnnxNode) -> Value:
    """The operator that Resize replaced."""
    x = node.value(0)
    mode = node.choice("mode", "nearest", "linear")
    if node.opset >= 10:
        node.fail("unsupported-op", "Upsample is gone since opset 10", hint="Resize")
    if node.opset >= 9:
        return _simple(node, x, mode, node.value(1))
    scales = node.any("scales")
    data = Inline(number_bytes(tuple(scales), DataType.FLOAT))
    return _simple(node, x, mode, node.constant(TensorValue(DataType.FLOAT, (len(scales),), data), "scales"))


def _simple(node: OnnxNode, x: Value, mode: str, scales: Value) -> Value:
    """Before opset 11: coordinates are scaled alone, and the nearest element is the one before."""
    attrs = {"coordinate_transformation_mode": "asymmetric", "mode": mode, "nearest_mode": "floor"}
    return node.add("Resize", [x, None, scales], attrs)


def grid_sample(node: OnnxNode) -> Value:
    """Samples of images or volumes at points of a grid."""
    x, grid = node.value(0), node.value(1)
    rank = node.need_rank(x, "sampling")
    older = {"bilinear": "bilinear", "bicubic": "bicubic", "nearest": "nearest"}
    newer = {"linear": "bilinear", "cubic": "bicubic", "nearest": "nearest"}
    modes = older if node.opset < 20 else newer
    mode = modes[node.choice("mode", *modes)]
    attrs: dict[str, object] = {
        "interpolation_mode": mode,
        "padding_mode": node.choice("padding_mode", "zeros", "border", "reflection"),
        "align_corners": node.flag("align_corners"),
    }
    if rank == 4:
        return node.add("GridSampler2D", [x, grid], attrs)
    if rank != 5:
        node.fail("rank-mismatch", "samples images and volumes", expected="rank 4 or 5", got=f"rank {rank}")
    if mode == "bicubic":
        node.unsupported("mode", node.string("mode"), "linear", "nearest")
    return node.add("GridSampler3D", [x, grid], attrs | {"data_format": "NCDHW"})


def affine_grid(node: OnnxNode) -> Value:
    """The points of a transformed image, for GridSample; Ascend gives them in one row an image."""
    theta, size = node.value(0), node.value(1)
    attrs = {"align_corners": node.flag("align_corners")}
    points = node.add("AffineGrid", [theta, node.cast(size, DataType.INT32, "sizes")], attrs, tag="points")
    dims = node.dims(theta)
    axes = dims[1] if dims is not None and len(dims) == 3 else None
    if not isinstance(axes, int):
        known = node.dims(size)
        count = known[0] if known is not None and len(known) == 1 else None
        axes = count - 2 if isinstance(count, int) else None
    if axes is None:
        node.fail(
            "shape-unknown", "a grid needs the number of spatial axes", hint="theta of known shape", as_error=True
        )
    given = node.known_ints(size)
    if given is not None and len(given) == axes + 2:
        return node.add("Reshape", [points, node.const_ints((given[0], *given[2:], axes), "shape")])
    order = node.const_ints((0, *range(2, axes + 2)), "axes")
    lengths = node.add("GatherV2", [size, order, node.const_int(0, "axis")], tag="lengths")
    parts = [lengths, node.const_ints((axes,), "numbers", node.need_dtype(size))]
    shape = node.add("ConcatD", [parts], {"concat_dim": 0, "N": 2}, tag="shape")
    return node.add("Reshape", [points, shape])


OPS = {
    "AffineGrid": onnx_op(affine_grid, "theta size", "align_corners:i=0", since=20),
    "GridSample": onnx_op(
        grid_sample,
        "X grid",
        "align_corners:i=0 mode:s=bilinear[:20] mode:s=linear[20:] padding_mode:s=zeros",
        since=16,
    ),
    "Resize": onnx_op(
        resize,
        "X scales[:11] roi?[11:] scales?[11:] sizes?[11:]",
        "mode:s=nearest coordinate_transformation_mode:s=half_pixel[11:] cubic_coeff_a:f=-0.75[11:]"
        " exclude_outside:i=0[11:] extrapolation_value:f=0[11:] nearest_mode:s=round_prefer_floor[11:]"
        " antialias:i=0[18:] axes:is[18:] keep_aspect_ratio_policy:s=stretch[18:]",
        since=10,
    ),
    "Upsample": onnx_op(upsample, "X scales[9:]", "mode:s=nearest scales:fs![:9]"),
}
