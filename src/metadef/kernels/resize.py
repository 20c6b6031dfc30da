"""Images in other sizes: every output coordinate reads a few weighted input elements along each axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded
from metadef.kernels.windows import letters_of
from metadef.types.scaled_length import scaled_length

__all__ = ["KERNELS"]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How coordinates of the result are turned into elements of the input."""

    mode: str  # nearest, linear or cubic
    coordinates: str  # ONNX's coordinate_transformation_mode
    nearest: str = "round_prefer_floor"
    cubic_a: float = -0.75
    exclude_outside: bool = False
    extrapolation: float = 0.0


def _coordinates(sampling: Sampling, size: int, out: int, scale: float, region: tuple[float, float]) -> Array:
    """The input coordinate of each output element, in float32 as runtimes compute it."""
    at = np.arange(out, dtype=np.float32)
    ratio = np.float32(scale)
    match sampling.coordinates:
        case "half_pixel":
            return (at + np.float32(0.5)) / ratio - np.float32(0.5)
        case "pytorch_half_pixel":
            return (at + np.float32(0.5)) / ratio - np.float32(0.5) if out > 1 else np.zeros_like(at)
        case "half_pixel_symmetric":
            adjust = out / (scale * size)
            centre = size / 2
            return (np.float32(centre * (1 - adjust)) + (at + np.float32(0.5)) / ratio - np.float32(0.5)).astype(
                at.dtype
            )
        case "align_corners":
            return at * np.float32((size - 1) / (out - 1)) if out > 1 else np.zeros_like(at)
        case "tf_half_pixel_for_nn":
            return (at + np.float32(0.5)) / ratio
        case "tf_crop_and_resize":
            first, last = region
            if out == 1:
                return np.full_like(at, 0.5 * (first + last) * (size - 1))
            return (first * (size - 1) + at * (last - first) * (size - 1) / (out - 1)).astype(np.float32)
        case "asymmetric":
            return at / ratio
        case other:
            raise ValueError(f"coordinate_transformation_mode {other!r} is not known")


def _rounded_to(how: str, at: Array) -> Array:
    match how:
        case "round_prefer_floor":
            return np.ceil(at - 0.5)
        case "round_prefer_ceil":
            return np.floor(at + 0.5)
        case "floor":
            return np.floor(at)
        case _:
            return np.ceil(at)


def _cubic(t: Array, a: float) -> Array:
    """Weights of the four neighbours at distances 1 + t, t, 1 - t, 2 - t [out, 4]."""
    near = [((a + 2) * d - (a + 3)) * d * d + 1 for d in (t, 1 - t)]
    far = [((a * d - 5 * a) * d + 8 * a) * d - 4 * a for d in (1 + t, 2 - t)]
    return np.stack([far[0], near[0], near[1], far[1]], axis=1)


def _neighbours(sampling: Sampling, at: Array, size: int) -> tuple[Array, Array]:
    """Which elements each coordinate reads [out, k], not yet cut to the axis, and their weights."""
    if sampling.mode == "nearest":
        return _rounded_to(sampling.nearest, at)[:, None].astype(np.int64), np.ones((at.size, 1))
    low = np.floor(at).astype(np.int64)
    t = at.astype(np.float64) - low
    if sampling.mode == "linear":
        return np.stack([low, low + 1], axis=1), np.stack([1 - t, t], axis=1)
    places = low[:, None] + np.arange(-1, 3)
    weights = _cubic(t, sampling.cubic_a)
    if sampling.exclude_outside:
        weights = np.where((places < 0) | (places >= size), 0, weights)
        weights = weights / weights.sum(axis=1, keepdims=True)
    return places, weights


def resample(
    x: Array, sizes: Sequence[int], scales: Sequence[float], sampling: Sampling, region: Sequence[float] = ()
) -> Array:
    """Resize every axis in turn; `region` holds the starts and then the ends of tf_crop_and_resize."""
    result = x
    is_outside: Array | None = None
    for axis, (size, out, scale) in enumerate(zip(x.shape, sizes, scales, strict=True)):
        crops = sampling.coordinates == "tf_crop_and_resize"
        if size == out and scale == 1 and not crops:
            continue
        span = (region[axis], region[axis + x.ndim]) if region else (0.0, 1.0)
        at = _coordinates(sampling, size, out, scale, span)
        places, weights = _neighbours(sampling, at, size)
        shape = [-1 if i == axis else 1 for i in range(x.ndim)]
        cut = places.clip(0, size - 1)
        parts = [
            np.take(result, cut[:, k], axis=axis) * weights[:, k].astype(result.dtype).reshape(shape)
            for k in range(places.shape[1])
        ]
        result = parts[0] if len(parts) == 1 else np.sum(parts, axis=0, dtype=result.dtype)
        if crops:
            outside = ((at < 0) | (at > size - 1)).reshape(shape)
            is_outside = outside if is_outside is None else is_outside | outside
    if is_outside is not None:
        result = np.where(is_outside, np.asarray(sampling.extrapolation, result.dtype), result)
    return result


def _resize(call: KernelCall) -> Array:
    """ONNX's Resize: `sizes` or `scales` for all axes."""
    x = call["x"]
    wide = as_compute(x)
    if wide.dtype.kind in "iu" and call.str("mode") != "nearest":
        wide = wide.astype(np.float32)
    if call.has_input("sizes") and call["sizes"].size:
        sizes = call.numbers("sizes")
        scales = [out / size for out, size in zip(sizes, x.shape, strict=True)]
    else:
        scales = [float(scale) for scale in call["scales"].reshape(-1)]
        found = [scaled_length(size, scale) for size, scale in zip(x.shape, scales, strict=True)]
        if None in found:
            raise ValueError(f"scales are finite numbers, but are {scales}")
        sizes = [size for size in found if size is not None]
    region = [float(end) for end in call["roi"].reshape(-1)] if call.has_input("roi") else []
    sampling = Sampling(
        call.str("mode"),
        call.str("coordinate_transformation_mode"),
        call.str("nearest_mode"),
        call.float("cubic_coeff_a"),
        bool(call.int("exclude_outside")),
        call.float("extrapolation_value"),
    )
    return rounded(resample(wide, sizes, scales, sampling, region), x)


def _image(mode: str, port: str = "x") -> Kernel:
    """TensorFlow's: an image [N, C, H, W] or [N, H, W, C] to a height and width."""

    def kernel(call: KernelCall) -> Array:
        x = call[port]
        letters = letters_of(call, port)
        wanted = call.numbers("size")
        sizes, scales = list(x.shape), [1.0] * x.ndim
        for axis, out in zip("DHW"[-len(wanted) :], wanted, strict=True):
            at = letters.index(axis)
            sizes[at], scales[at] = out, out / x.shape[at]
        aligned, half = call.bool("align_corners"), call.bool("half_pixel_centers")
        coordinates = "align_corners" if aligned else "half_pixel" if half else "asymmetric"
        if mode == "nearest" and half:
            coordinates = "tf_half_pixel_for_nn"
        # WHY: TensorFlow's cubic uses a = -0.75, and -0.5 without outside elements for half-pixel centres
        cubic = Sampling(mode, coordinates, "round_prefer_ceil" if aligned else "floor", -0.5 if half else -0.75, half)
        wide = as_compute(x)
        wide = wide if mode == "nearest" or wide.dtype.kind == "f" else wide.astype(np.float32)
        return rounded(resample(wide, sizes, scales, cubic), x)

    return kernel


def _upsample(call: KernelCall) -> Array:
    """Every element fills a block of `stride_h` by `stride_w`, multiplied by `scale`."""
    x = as_compute(call["x"])
    wide = np.repeat(np.repeat(x, call.int("stride_h"), axis=2), call.int("stride_w"), axis=3)
    return rounded(wide * np.asarray(call.float("scale"), wide.dtype), call["x"])


KERNELS: dict[str, Kernel] = {
    "Resize": _resize,
    "ResizeBicubic": _image("cubic", "images"),
    "ResizeBilinearV2": _image("linear"),
    "ResizeBilinearV2D": _image("linear"),
    "ResizeNearestNeighborV2": _image("nearest"),
    "ResizeNearestNeighborV2D": _image("nearest"),
    "ResizeTrilinear": _image("linear"),
    "Upsample": _upsample,
}
