"""Convolutions, pooling and resizing."""

from __future__ import annotations

from math import prod

from metadef.frontend.torch.lowering import Lowered, Lowering
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def _batched(call: Lowered, x: str, spatial: int) -> tuple[str, bool]:
    """x with a batch, and whether it was added."""
    if call.rank(x) == spatial + 2:
        return x, False
    return call.op("Unsqueeze", x, call.constant([0])), True


def _unbatched(call: Lowered, found: str, *, added: bool) -> str:
    return call.op("Squeeze", found, call.constant([0])) if added else found


def convolution(spatial: int) -> Lowering:
    """conv1d, conv2d, conv3d."""

    def lower(call: Lowered) -> None:
        x, added = _batched(call, call.tensor("input"), spatial)
        padding = call.get("padding", (0,))
        attrs: dict[str, object] = {}
        if isinstance(padding, str):
            attrs["auto_pad"] = {"valid": "VALID", "same": "SAME_UPPER"}.get(padding)
        else:
            pads = call.integers("padding", (0,), spatial)
            attrs["pads"] = pads + pads
        found = _conv(call, x, spatial, attrs)
        call.give(_unbatched(call, found, added=added))

    return lower


def _conv(call: Lowered, x: str, spatial: int, attrs: dict[str, object], op: str = "Conv") -> str:
    weight, bias = call.tensor("weight"), call.optional("bias")
    attrs |= {
        "strides": call.integers("stride", (1,), spatial),
        "dilations": call.integers("dilation", (1,), spatial),
        "group": call.integer("groups", 1),
        "kernel_shape": [size for size in call.sizes(weight)[2:] if isinstance(size, int)],
    }
    return call.op(op, x, weight, *([bias] if bias else []), **attrs)


def transposed(spatial: int) -> Lowering:
    """conv_transpose1d and 2d."""

    def lower(call: Lowered) -> None:
        x, added = _batched(call, call.tensor("input"), spatial)
        pads = call.integers("padding", (0,), spatial)
        attrs: dict[str, object] = {
            "pads": pads + pads,
            "output_padding": call.integers("output_padding", (0,), spatial),
        }
        call.give(_unbatched(call, _conv(call, x, spatial, attrs, "ConvTranspose"), added=added))

    return lower


def any_convolution(call: Lowered) -> None:
    """The form that decompositions give: every kind in one operator."""
    spatial = call.rank(call.tensor("weight")) - 2
    if call.flag("transposed", default=False):
        transposed(spatial)(call)
    else:
        convolution(spatial)(call)


def max_pool(spatial: int) -> Lowering:
    """Maxima, and where they are in their own channel; ONNX counts places through the whole tensor."""

    def lower(call: Lowered) -> None:
        x, added = _batched(call, call.tensor("self"), spatial)
        attrs = _window(call, spatial) | {"dilations": call.integers("dilation", (1,), spatial)}
        if not call.is_read(1):
            call.give(_unbatched(call, call.op("MaxPool", x, **attrs), added=added))
            return
        found, places = call.ops("MaxPool", (x,), 2, **attrs)
        sizes = call.op("Shape", x, start=2)
        within = call.op("Mod", places, call.op("ReduceProd", sizes, keepdims=0))
        call.give(_unbatched(call, found, added=added), _unbatched(call, within, added=added))

    return lower


def _window(call: Lowered, spatial: int) -> dict[str, object]:
    kernel = call.integers("kernel_size", None, spatial)
    pads = call.integers("padding", (0,), spatial)
    return {
        "kernel_shape": kernel,
        "strides": kernel if call.get("stride", ()) in ((), None) else call.integers("stride", None, spatial),
        "pads": pads + pads,
        "ceil_mode": int(call.flag("ceil_mode", default=False)),
    }


def mean_pool(spatial: int) -> Lowering:
    """Means; of padding too unless it is not counted."""

    def lower(call: Lowered) -> None:
        divisor = call.get("divisor_override")
        x, added = _batched(call, call.tensor("self"), spatial)
        attrs = _window(call, spatial) | {"count_include_pad": int(call.flag("count_include_pad", default=True))}
        if divisor is not None:
            if call.flag("ceil_mode", default=False):
                call.refuse("a mean with another divisor over windows that stick out has no counterpart")
            attrs["count_include_pad"] = 1
        found = call.op("AveragePool", x, **attrs)
        if divisor is not None:
            factor = prod(call.integers("kernel_size", None, spatial)) / call.integer("divisor_override")
            found = call.op("Mul", found, call.constant(factor, call.dtype(call.tensor("self"))))
        call.give(_unbatched(call, found, added=added))

    return lower


def adaptive(spatial: int, op: str) -> Lowering:
    """To a given size, where the windows are all alike."""

    def lower(call: Lowered) -> None:
        x, added = _batched(call, call.tensor("self"), spatial)
        wanted = call.integers("output_size", None, spatial)
        if wanted == [1] * spatial:
            found = call.op(f"Global{op}", x)
        else:
            sizes = call.sizes(call.tensor("self"))[-spatial:]
            steps = [size // out for size, out in zip(sizes, wanted, strict=True) if isinstance(size, int) and out]
            if len(steps) != spatial or any(
                step * out != size for step, out, size in zip(steps, wanted, sizes, strict=True)
            ):
                call.refuse("adaptive windows of several sizes have no counterpart; the output must divide the input")
            found = call.op(op, x, kernel_shape=steps, strides=steps)
        call.give(_unbatched(call, found, added=added))

    return lower


def resized(mode: str) -> Lowering:
    """To a size, or by factors."""

    def lower(call: Lowered) -> None:
        x = call.tensor("self" if "self" in call.call.arguments else "input")
        spatial = call.rank(x) - 2
        attrs: dict[str, object] = {"mode": mode}
        if mode == "nearest":
            attrs |= {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
        else:
            aligned = call.flag("align_corners", default=False)
            attrs["coordinate_transformation_mode"] = "align_corners" if aligned else "pytorch_half_pixel"
        if mode == "cubic":
            attrs["cubic_coeff_a"] = -0.75
        factors = call.get("scale_factors")
        size = call.get("output_size", call.get("size"))
        if isinstance(factors, tuple):
            scales = [1.0, 1.0, *(float(item) for item in factors if isinstance(item, int | float))]
            call.give(call.op("Resize", x, "", call.constant(scales, DataType.FLOAT), **attrs))
            return
        if not isinstance(size, tuple) or len(size) != spatial:
            call.refuse("neither a size nor factors are given")
        front = call.op("Slice", call.op("Shape", x), call.constant([0]), call.constant([2]))
        call.give(call.op("Resize", x, "", "", call.op("Concat", front, call.numbers(size), axis=0), **attrs))

    return lower


def grid_sample(call: Lowered) -> None:
    """Pixels at places between -1 and 1."""
    modes, paddings = ("linear", "nearest", "cubic"), ("zeros", "border", "reflection")
    attrs = {
        "mode": modes[call.integer("interpolation_mode")],
        "padding_mode": paddings[call.integer("padding_mode")],
        "align_corners": int(call.flag("align_corners", default=False)),
    }
    call.give(call.op("GridSample", call.tensor("input"), call.tensor("grid"), **attrs))


def affine_grid(call: Lowered) -> None:
    """Places of pixels after an affine map."""
    size = call.get("size")
    sizes = call.numbers(size if isinstance(size, tuple) else (size,))
    aligned = int(call.flag("align_corners", default=False))
    call.give(call.op("AffineGrid", call.tensor("theta"), sizes, align_corners=aligned))


OPS: dict[str, Lowering] = {
    **{f"aten.conv{n}d.{kind}": convolution(n) for n in (1, 2, 3) for kind in ("default", "padding")},
    "aten.conv_transpose1d.default": transposed(1), "aten.conv_transpose2d.input": transposed(2),
    "aten.convolution.default": any_convolution,
    **{f"aten.max_pool{n}d{kind}.default": max_pool(n) for n in (1, 2, 3) for kind in ("", "_with_indices")},
    **{f"aten.avg_pool{n}d.default": mean_pool(n) for n in (1, 2, 3)},
    **{f"aten.{name}avg_pool{n}d.default": adaptive(n, "AveragePool") for n in (1, 2)
       for name in ("adaptive_", "_adaptive_")},
    **{f"aten.upsample_{name}.{kind}": resized(mode) for kind in ("default", "vec")
       for name, mode in {"nearest1d": "nearest", "nearest2d": "nearest", "nearest3d": "nearest",
                          "bilinear2d": "linear", "linear1d": "linear", "bicubic2d": "cubic"}.items()},
    "aten.grid_sampler.default": grid_sample, "aten.grid_sampler_2d.default": grid_sample,
    "aten.affine_grid_generator.default": affine_grid,
}  # fmt: skip
