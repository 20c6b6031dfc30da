"""Shapes of images: decoded and encoded files, colours, warps, glimpses.

What a file holds is known when it is decoded, so height and width are unknown, and so are the channels unless the
attribute says them. The layout of an image without a format attribute is that of the input's format.
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    dims_at,
    need_rank_within,
    vector_length,
)
from metadef.infer.shape.handles import SCALAR, one, vector
from metadef.ops.call import Call
from metadef.types.format import Format
from metadef.types.shape import Shape

__all__ = [
    "alike",
    "any_image",
    "colours",
    "decoded",
    "dense_warp",
    "encoded",
    "encoded_stack",
    "frames",
    "glimpse",
    "gray",
    "jpeg",
    "of_kind",
    "projected",
    "rotated",
    "scaled",
    "scaled_grad",
    "spatial",
    "warped_affine",
    "warped_affine_v2",
    "warped_perspective",
]

Pair = tuple[Axis, Axis]


def _channels(call: Call, law: str = "C2") -> Axis:
    given = call.int_attr("channels")
    if given < 0 or given > 4:
        call.fail("attr-constraint", f"`channels` is 0 to 4 [{law}]", expected="0 to 4", got=str(given))
    return given or None


def decoded(call: Call) -> Shape:
    """DecodeBmp and DecodePng: [height, width, channels]; 0 channels are as many as the file has.

    C1: the content is one string. C2: there are at most 4 channels.
    """
    one("contents")(call)
    return Shape((None, None, _channels(call)))


def any_image(call: Call) -> Shape:
    """DecodeImage: [height, width, channels], or [frames, height, width, channels] of an animation.

    C1: the content is one string. C2: there are at most 4 channels.
    """
    one("contents")(call)
    channels = _channels(call)
    return UNKNOWN if call.bool_attr("expand_animations") else Shape((None, None, channels))


def jpeg(call: Call) -> Shape:
    """DecodeJpeg and DecodeAndCropJpeg: an image as HWC or CHW; a window is row, column, height, width.

    C1: the content is one string. C2: there are 0, 1 or 3 channels. C3: the window is four numbers, not negative.
    C4: the format is HWC or CHW.
    """
    one("contents")(call)
    channels, layout = call.int_attr("channels"), call.str_attr("dst_img_format")
    if channels not in (0, 1, 3):
        call.fail("attr-constraint", "`channels` is 0, 1 or 3 [C2]", expected="0, 1 or 3", got=str(channels))
    if layout not in ("HWC", "CHW"):
        call.fail("attr-constraint", "`dst_img_format` is HWC or CHW [C4]", expected="HWC or CHW", got=layout)
    height: Axis = None
    width: Axis = None
    if "crop_window" in call.proto.input_index:
        height, width = _window(call)
    depth = channels or None
    return Shape((depth, height, width) if layout == "CHW" else (height, width, depth))


def _window(call: Call) -> Pair:
    vector("crop_window")(call)
    length, sizes = vector_length(call, "crop_window"), dims_at(call, "crop_window")
    if length not in (None, 4):
        call.fail("shape-mismatch", "a window is four numbers [C3]", expected="4", got=str(length))
    if sizes is None:
        return None, None
    for size in sizes:
        if isinstance(size, int) and size < 0:
            call.fail("shape-mismatch", "a window lies in the image [C3]", expected=">= 0", got=str(size))
    return sizes[2], sizes[3]


def encoded(call: Call) -> Shape:
    """EncodeJpeg, EncodeJpegVariableQuality: one string.

    C1: an image is [height, width, channels]. C2: the quality is one number.
    """
    port = call.proto.inputs[0].name
    need_rank_within(call, port, 3, 3)
    if "quality" in call.proto.input_index:
        one("quality", law="C2")(call)
    return SCALAR


def encoded_stack(call: Call) -> Shape:
    """EncodePng: a string for each image.

    C1: an image is [.., height, width, channels].
    """
    x = call.shape("image")
    need_rank_within(call, "image", 3)
    return UNKNOWN if x.rank is None else Shape(x.dims[:-3])


def of_kind(*ports: str) -> Callable[[Call], Shape]:
    """Images that are mixed pixel by pixel have one shape, that of the result [C1]."""

    def rule(call: Call) -> Shape:
        shape = call.shape(ports[0])
        for port in ports[1:]:
            shape = agree_shapes(call, shape, call.shape(port), f"the shapes of {ports[0]} and {port} [C1]")
        return shape

    return rule


def alike(port: str, *numbers: str) -> Callable[[Call], Shape]:
    """Like an image; the other inputs are one number each [C1]."""
    law = one(*numbers)

    def rule(call: Call) -> Shape:
        law(call)
        return call.shape(port)

    return rule


def gray(call: Call) -> Shape:
    """RgbToGrayscale: 1 or 3 channels for the 3 of red, green and blue.

    C1: an image has three channels. C2: the format is HWC or CHW. C3: the result has 1 or 3 channels.
    """
    x, count, layout = call.shape("images"), call.int_attr("output_channels"), call.str_attr("data_format")
    if count not in (1, 3):
        call.fail("attr-constraint", "`output_channels` is 1 or 3 [C3]", expected="1 or 3", got=str(count))
    need_rank_within(call, "images", 3)
    at = _places(call, layout)[0]
    if x.rank is None:
        return UNKNOWN
    agree(call, x[at], 3, "the channels and three [C1]")
    return x.with_dim(x.rank + at, count)


def colours(call: Call) -> Shape:
    """RGBToHSV: each colour in another form.

    C1: the last axis holds the three numbers of a colour.
    """
    need_rank_within(call, "images", 1)
    x = call.shape("images")
    return x if x.rank is None else x.with_dim(-1, agree(call, x[-1], 3, "numbers of a colour [C1]"))


def _places(call: Call, layout: str, law: str = "C2") -> tuple[int, int, int]:
    """Where channels, height and width are, counted from the end."""
    if layout not in ("HWC", "CHW"):
        call.fail("attr-constraint", f"`data_format` is HWC or CHW [{law}]", expected="HWC or CHW", got=layout)
    return (-1, -3, -2) if layout == "HWC" else (-3, -2, -1)


def _resized(x: Shape, places: tuple[int, int, int], sides: Pair) -> Shape:
    sizes = list(x.dims)
    sizes[places[1]], sizes[places[2]] = sides
    return Shape(sizes)


def rotated(call: Call) -> Shape:
    """Rotate: like x; where the image grows to hold all corners height and width depend on the angle.

    C1: an image has three axes at least. C2: the format is HWC or CHW.
    """
    x = call.shape("x")
    need_rank_within(call, "x", 3)
    places = _places(call, call.str_attr("data_format"))
    if x.rank is None or not call.bool_attr("expand"):
        return x
    return _resized(x, places, (None, None))


def warped_perspective(call: Call) -> Shape:
    """WarpPerspective: an image of the given height and width.

    C1: an image has three axes at least. C2: the format is HWC or CHW. C3: height and width are positive.
    """
    x = call.shape("x")
    need_rank_within(call, "x", 3)
    places = _places(call, call.str_attr("data_format"))
    sides = _given_sides(call)
    return UNKNOWN if x.rank is None else _resized(x, places, sides)


def _given_sides(call: Call) -> Pair:
    height, width = call.int_attr("out_height"), call.int_attr("out_width")
    if height <= 0 or width <= 0:
        call.fail("attr-constraint", "height and width are positive [C3]", expected="> 0", got=f"{height} and {width}")
    return height, width


def warped_affine(call: Call) -> Shape:
    """WarpAffine: an image of the given height and width; where they lie is said by the format of x.

    C1: x is a batch of images. C3: height and width are positive.
    """
    x, sides = call.shape("x"), _given_sides(call)
    need_rank_within(call, "x", 4, 4)
    if x.rank is None:
        return UNKNOWN
    layout = call.format("x")
    if layout not in (Format.NCHW, Format.NHWC):
        return Shape((x[0], None, None, None))
    return _resized(x, (-1, -3, -2) if layout is Format.NHWC else (-3, -2, -1), sides)


def warped_affine_v2(call: Call) -> Shape:
    """WarpAffineV2: an image of another size. WHY the sides stay unknown unless equal: sources order them differently.

    C1: an image has three axes at least. C2: the format is HWC or CHW. C3: `dst_size` is two numbers.
    """
    x = call.shape("x")
    need_rank_within(call, "x", 3)
    places, (first, second) = _places(call, call.str_attr("data_format")), _two(call, "dst_size", "C3")
    side = first if first == second else None
    return UNKNOWN if x.rank is None else _resized(x, places, (side, side))


def _two(call: Call, port: str, law: str) -> Pair:
    """Two sizes that an input holds."""
    length, sizes = vector_length(call, port), dims_at(call, port)
    if length not in (None, 2):
        call.fail("shape-mismatch", f"`{port}` is two numbers [{law}]", expected="2", got=str(length))
    if sizes is None or len(sizes) != 2:
        return None, None
    for size in sizes:
        if isinstance(size, int) and size < 0:
            call.fail("shape-mismatch", f"`{port}` holds sizes [{law}]", expected=">= 0", got=str(size))
    return sizes[0], sizes[1]


def glimpse(port: str) -> Callable[[Call], Shape]:
    """ExtractGlimpse: a window of each image, [batch, height, width, channels].

    C1: images have four axes. C2: `size` is two numbers, height and width. C3: there is an offset for each image.
    """

    def rule(call: Call) -> Shape:
        x, offsets = call.shape(port), call.shape("offsets")
        need_rank_within(call, port, 4, 4)
        need_rank_within(call, "offsets", 2, 2)
        sides = _two(call, "size", "C2")
        batch, channels = (x[0], x[3]) if x.rank else (None, None)
        if offsets.rank:
            batch = agree(call, batch, offsets[0], "images and offsets [C3]")
            agree(call, offsets[1], 2, "an offset and two numbers [C3]")
        return Shape((batch, *sides, channels))

    return rule


def projected(call: Call) -> Shape:
    """ImageProjectiveTransform: [batch, height, width, channels] -> images of `output_shape`.

    C1: images have four axes. C2: `output_shape` is two numbers. C3: a transform is eight numbers, one for all images
    or one each.
    """
    x, transforms = call.shape("images"), call.shape("transforms")
    need_rank_within(call, "images", 4, 4)
    need_rank_within(call, "transforms", 2, 2)
    sides = _two(call, "output_shape", "C2")
    if transforms.rank:
        agree(call, transforms[1], 8, "a transform and eight numbers [C3]")
        if x.rank and transforms[0] != 1 and isinstance(transforms[0], int):
            agree(call, x[0], transforms[0], "images and transforms [C3]")
    return Shape((x[0], *sides, x[3])) if x.rank else Shape((None, *sides, None))


def scaled(call: Call) -> Shape:
    """ScaleAndTranslate: [batch, height, width, channels] -> images of `size`.

    C1: images have four axes. C2: `size`, `scale` and `translation` are two numbers each.
    """
    x, sides = call.shape("images"), _two(call, "size", "C2")
    need_rank_within(call, "images", 4, 4)
    for port in ("scale", "translation"):
        if vector_length(call, port) not in (None, 2):
            got = str(vector_length(call, port))
            call.fail("shape-mismatch", f"`{port}` is two numbers [C2]", expected="2", got=got)
    return Shape((x[0], *sides, x[3])) if x.rank else Shape((None, *sides, None))


def scaled_grad(call: Call) -> Shape:
    """ScaleAndTranslateGrad: like the original images.

    C1: images have four axes; batch and channels of both agree.
    """
    x, grads = call.shape("original_image"), call.shape("grads")
    for port in ("original_image", "grads"):
        need_rank_within(call, port, 4, 4)
    if x.rank and grads.rank:
        agree(call, x[0], grads[0], "batches of images and gradients [C1]")
        agree(call, x[3], grads[3], "channels of images and gradients [C1]")
    return x


def spatial(call: Call) -> Shape:
    """SpatialTransformer: images of `output_size`, height and width, where -1 keeps that of x.

    C1: x is a batch of images. C2: the sizes are two, positive or -1.
    """
    x, sizes = call.shape("x"), call.ints_attr("output_size")
    if len(sizes) != 2 or not all(size > 0 or size == -1 for size in sizes):
        call.fail("attr-constraint", "`output_size` is two sizes [C2]", expected="> 0 or -1", got=str(list(sizes)))
    need_rank_within(call, "x", 4, 4)
    if x.rank is None:
        return UNKNOWN
    places = (-1, -3, -2) if call.format("x") is Format.NHWC else (-3, -2, -1)
    height, width = (x[at] if size == -1 else size for at, size in zip(places[1:], sizes, strict=True))
    return _resized(x, places, (height, width))


def dense_warp(*ports: str) -> Callable[[Call], list[Shape]]:
    """DenseImageWarp: like the images, and the flow; each pixel has its own displacement.

    C1: images and flow have four axes, and batch sizes agree.
    """

    def rule(call: Call) -> list[Shape]:
        shapes = [call.shape(port) for port in ports]
        batch: Axis = None
        for port in ("image", "flow"):
            need_rank_within(call, port, 4, 4)
            shape = call.shape(port)
            batch = agree(call, batch, shape[0] if shape.rank else None, "batches of images and flow [C1]")
        return shapes

    return rule


def frames(call: Call) -> Shape:
    """DecodeGif: [frames, height, width, 3].

    C1: the content is one string.
    """
    one("contents")(call)
    return Shape((None, None, None, 3))
