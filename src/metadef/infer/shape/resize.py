"""Shapes of resizing: H and W (and D) are given, or are floor(size * scale).

Source: onnx Resize, TensorFlow's resize operators.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor

from metadef.infer.shape.common import UNKNOWN, Axis, agree, dims_at, need_rank, positive_attr, product_of
from metadef.infer.shape.conv import sized
from metadef.ops.call import Call
from metadef.types.dim import floor_div
from metadef.types.known_value import Element
from metadef.types.scaled_length import scaled_length
from metadef.types.shape import Shape

__all__ = [
    "affine_grid",
    "crop_and_resize",
    "grid_sample",
    "image_size",
    "keep_ratio",
    "resize",
    "resize_attr",
    "scaled",
    "target_crop",
    "upsample",
    "upsample_nd",
    "warp",
]

_MAX_DENOMINATOR = 1 << 10


def scaled(size: Axis, scale: float) -> Axis:
    """floor(size * scale); symbolic where the scale is a simple fraction.

    >>> scaled(7, 1.5), scaled(None, 2.0)
    (10, None)
    """
    if size is None:
        return None
    if isinstance(size, int):
        return floor(size * scale)
    exact = Fraction(scale)
    if exact.denominator > _MAX_DENOMINATOR or exact < 0:
        return None
    return floor_div(size * exact.numerator, exact.denominator)


def resize(call: Call) -> Shape:
    """Resize (onnx): sizes where given, else every axis times its scale, rounded down.

    C1: sizes or scales have one number an axis.
    """
    x = call.shape("x")
    sizes = dims_at(call, "sizes") if call.has("sizes") else None
    if sizes:
        if x.rank is not None and len(sizes) != x.rank:
            call.fail("shape-mismatch", "one size an axis [C1]", expected=str(x.rank), got=str(len(sizes)))
        return Shape(sizes)
    scales = call.value("scales")
    if x.rank is None:
        return UNKNOWN
    if scales is None or len(scales) == 0:
        return Shape.unknown(x.rank)
    if len(scales) != x.rank:
        call.fail("shape-mismatch", "one scale an axis [C1]", expected=str(x.rank), got=str(len(scales)))
    return Shape([_by_scale(size, scale) for size, scale in zip(x, scales, strict=True)])


def _by_scale(size: Axis, scale: Element) -> Axis:
    if not isinstance(scale, int | float):
        return None
    return scaled_length(size, float(scale)) if isinstance(size, int) else scaled(size, float(scale))


def _letters(call: Call, port: str, rank: int, default: str) -> str:
    own = call.format(port).axes
    if own is not None and len(own) == rank:
        return own
    given = call.attr("data_format") if "data_format" in call.proto.attr_index else None
    return given if isinstance(given, str) and len(given) == rank else default


def image_size(name: str = "size", port: str = "x", default: str = "NCHW") -> Callable[[Call], Shape]:
    """H and W (and D) become what an input or attribute says.

    C1: the size has one number a spatial axis. C2: it is not negative.
    """

    def rule(call: Call) -> Shape:
        x = call.shape(port)
        sizes = dims_at(call, name) if name in call.proto.input_index else list(call.ints_attr(name))
        rank = need_rank(call, x, port, len(default))
        if rank is None:
            return Shape.unknown(len(default))
        return _resized(call, x, _letters(call, port, rank, default), sizes)

    return rule


def _resized(call: Call, x: Shape, letters: str, sizes: Sequence[Axis] | None) -> Shape:
    axes = [axis for axis in ("D", "H", "W") if axis in letters]
    if sizes is not None and len(sizes) != len(axes):
        call.fail("shape-mismatch", "one size a spatial axis [C1]", expected=str(len(axes)), got=str(len(sizes)))
    if sizes is not None and any(isinstance(size, int) and size < 0 for size in sizes):
        call.fail("shape-mismatch", "sizes are not negative [C2]", expected="0 or more", got=str(sizes))
    out: dict[str, Axis] = dict(zip(letters, x, strict=True))
    for at, axis in enumerate(axes):
        out[axis] = sizes[at] if sizes is not None else None
    return Shape([out[axis] for axis in letters])


def resize_attr(name: str, port: str = "x") -> Callable[[Call], Shape]:
    """ResizeD and ResizeGradD: an attribute gives the spatial sizes, of NC + as many axes as it has numbers."""

    def rule(call: Call) -> Shape:
        x = call.shape(port)
        sizes = call.ints_attr(name)
        if x.rank is None:
            return UNKNOWN
        if len(sizes) == x.rank:
            return sized(sizes)
        keep = x.rank - len(sizes)
        if keep < 0:
            call.fail("shape-mismatch", "more sizes than axes [C1]", expected=str(x.rank), got=str(len(sizes)))
        return Shape((*x.dims[:keep], *sized(sizes)))

    return rule


def upsample(call: Call) -> Shape:
    """Upsample: H times stride_h, W times stride_w."""
    x = call.shape("x")
    if need_rank(call, x, "x", 4) is None:
        return Shape.unknown(4)
    letters = _letters(call, "x", 4, "NCHW")
    factors = {"H": call.int_attr("stride_h"), "W": call.int_attr("stride_w")}
    return Shape(
        [size * factors.get(axis, 1) if size is not None else None for axis, size in zip(letters, x, strict=True)]
    )


def upsample_nd(port: str = "x") -> Callable[[Call], Shape]:
    """UpsampleNearest1d/3d, UpsampleTrilinear3d: `output_size`, or the sizes times `scales`.

    C1: exactly one of the two is given.
    """

    def rule(call: Call) -> Shape:
        x = call.shape(port)
        sizes = call.ints_attr("output_size")
        scales = call.attr("scales")
        factors = [float(s) for s in scales if isinstance(s, int | float)] if isinstance(scales, tuple) else []
        if x.rank is None:
            return UNKNOWN
        if sizes and len(sizes) == x.rank - 2:
            return Shape((*x.dims[:2], *sizes))
        if len(factors) == x.rank - 2:
            return Shape((*x.dims[:2], *[scaled(size, f) for size, f in zip(x.dims[2:], factors, strict=True)]))
        call.fail("attr-constraint", "`output_size` or `scales` has one number a spatial axis [C1]", got=f"{sizes}")

    return rule


def crop_and_resize(size: str = "crop_size") -> Callable[[Call], Shape]:
    """CropAndResize: one crop a box, [boxes, crop height, crop width, C].

    C1: a box has four numbers. C2: each box has the number of its image.
    """

    def rule(call: Call) -> Shape:
        x, boxes = call.shape("x"), call.shape("boxes")
        sizes = dims_at(call, size) if size in call.proto.input_index else list(call.ints_attr(size))
        images = call.shape("box_index")
        need_rank(call, images, "box_index", 1)
        if need_rank(call, boxes, "boxes", 2) is not None:
            agree(call, boxes[1], 4, "numbers a box [C1]")
        count = boxes[0] if boxes.rank else None
        count = agree(call, count, images[0] if images.rank else None, "boxes and images [C2]")
        if need_rank(call, x, "x", 4) is None:
            return Shape.unknown(4)
        letters = _letters(call, "x", 4, "NHWC")
        resized = _resized(call, x, letters, sizes)
        return resized.with_dim(letters.index("N"), count)

    return rule


def grid_sample(call: Call) -> Shape:
    """GridSampler2D and 3D: N and C of x, the spatial axes of the grid [N, .., dimensions].

    C1: a place of the grid has a number for each spatial axis. C2: x and grid have one batch.
    """
    x, grid = call.shape("x"), call.shape("grid")
    if x.rank is None or grid.rank is None:
        return Shape.unknown(x.rank if x.rank is not None else grid.rank)
    if x.rank != grid.rank:
        call.fail("rank-mismatch", "x and grid have one rank", expected=str(x.rank), got=str(grid.rank))
    if x.rank > 2:
        agree(call, x.rank - 2, grid[-1], "spatial axes of x and numbers a place of the grid [C1]")
        agree(call, x[0], grid[0], "batches of x and grid [C2]")
    return Shape((*x.dims[:2], *grid.dims[1:-1]))


def affine_grid(call: Call) -> Shape:
    """AffineGrid: a position for each pixel, [N, C, H, W] -> [N, H * W, 2], [N, C, D, H, W] -> [N, D * H * W, 3].

    C1: output_size has four or five numbers. C2: there is a map for each image, [N, 2, 3] or [N, 3, 4].
    Source: torch_npu allocates the output of aclop AffineGrid as {N, H * W, 2}, and views it as an image of points.
    """
    theta, sizes = call.shape("theta"), dims_at(call, "output_size")
    need_rank(call, theta, "theta", 3)
    if sizes is None:
        return Shape.unknown(3)
    if len(sizes) not in (4, 5):
        call.fail("shape-mismatch", "output_size has four or five numbers [C1]", expected="4 or 5", got=str(len(sizes)))
    axes = len(sizes) - 2
    batch = sizes[0]
    if theta.rank == 3:
        batch = agree(call, theta[0], batch, "maps of theta and images of output_size [C2]")
        agree(call, axes, theta[1], "rows of a map and spatial axes [C2]")
        agree(call, axes + 1, theta[2], "columns of a map and spatial axes plus one [C2]")
    return Shape((batch, product_of(sizes[2:]), axes))


def keep_ratio(call: Call) -> Shape:
    """KeepRatioResizeBilinear: batch and channels stay; how the sizes are rounded is the kernel's own matter.

    C1: min_dimension is positive, and not more than max_dimension.
    """
    low, high, images = call.int_attr("min_dimension"), call.int_attr("max_dimension"), call.shape("images")
    if not 0 < low <= high:
        call.fail(
            "attr-constraint", "`min_dimension` is at most `max_dimension` [C1]", expected=str(high), got=str(low)
        )
    if need_rank(call, images, "images", 4) is None:
        return Shape.unknown(4)
    letters = _letters(call, "images", 4, "NHWC")
    return Shape([None if axis in "HW" else size for axis, size in zip(letters, images, strict=True)])


def warp(call: Call) -> Shape:
    """IMGWarpResize: an image of four neighbours a place, weighed by warp_index [N, 2, H, W] -> [N, channels, H, W].

    In which order the image has its axes is not known, so neither are its channels.
    C1: a place has two numbers.
    """
    places = call.shape("warp_index")
    if need_rank(call, places, "warp_index", 4) is None:
        return Shape.unknown(4)
    agree(call, places[1], 2, "numbers a place [C1]")
    return Shape((places[0], None, places[2], places[3]))


def target_crop(call: Call) -> Shape:
    """TargetCropAndResize: a crop for each box; its channels follow `input_format`, and are not followed here.

    C1: boxes have four numbers, and an image number each. C2: output_h and output_w are positive.
    """
    boxes, numbers = call.shape("boxes"), call.shape("box_index")
    count = boxes[0] if need_rank(call, boxes, "boxes", 2) is not None else None
    if boxes.rank:
        agree(call, boxes[1], 4, "numbers a box [C1]")
    count = agree(call, count, numbers[0] if numbers.rank else None, "boxes and box_index [C1]")
    height, width = positive_attr(call, "output_h", "C2"), positive_attr(call, "output_w", "C2")
    sizes: dict[str, Axis] = {"N": count, "C": None, "H": height, "W": width}
    return Shape([sizes.get(axis) for axis in _letters(call, "x", 4, "NCHW")])
