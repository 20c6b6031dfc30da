"""Shapes of quantization: like x; scales have one number a row, a group or a block.

Eight 4-bit numbers may be packed into one INT32, which shrinks the last axis by eight.
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import (
    UNKNOWN,
    agree,
    agree_shapes,
    divided,
    need_rank,
    normalise_axis,
    product_of,
    vector_length,
)
from metadef.ops.call import Call
from metadef.ops.proto import DtypeRule
from metadef.types.dim import ceil_div
from metadef.types.dtype import DataType
from metadef.types.shape import Shape

__all__ = [
    "MX_BLOCK",
    "affine",
    "along_axis",
    "antiquant",
    "block_scales",
    "by_group",
    "by_mode",
    "clamp_gradient",
    "clamped",
    "dequantised_sums",
    "dynamic_v2",
    "exponents",
    "flat",
    "like_all",
    "mx_scales",
    "packed",
    "per_channel",
    "per_channel_gradient",
    "per_row",
    "rotated",
    "sign_bits_pack",
    "sign_bits_unpack",
    "smoothed",
    "with_scales",
]

MX_BLOCK = 32  # elements that share an exponent in the MX formats
_PACKED = 8  # 4-bit numbers in an INT32
# targets whose blocks share an exponent
_BLOCKWISE = frozenset({DataType.FLOAT8_E5M2, DataType.FLOAT8_E4M3FN, DataType.FLOAT4_E2M1, DataType.FLOAT4_E1M2})


def _target(call: Call, name: str) -> DataType | None:
    code = call.attr(name)
    return code if isinstance(code, DataType) else DataType.from_ge(code) if isinstance(code, int) else None


def packed(attr: str = "dst_type", port: str = "x") -> Callable[[Call], Shape]:
    """Like x; for a target of INT32 the last axis holds eight numbers an element.

    C1: eight divides the last axis then.
    """

    def rule(call: Call) -> Shape:
        x = call.shape(port)
        if _target(call, attr) is not DataType.INT32 or not x.rank:
            return x
        return x.with_dim(-1, divided(call, x[-1], _PACKED, "8 and the last axis [C1]"))

    return rule


def antiquant(port: str = "x") -> Callable[[Call], Shape]:
    """Like x; an INT32 input holds eight numbers an element."""

    def rule(call: Call) -> Shape:
        x = call.shape(port)
        return x.with_dim(-1, product_of((x[-1], _PACKED))) if call.dtype(port) is DataType.INT32 and x.rank else x

    return rule


def like_all(*ports: str) -> Callable[[Call], Shape]:
    """The shape that all named inputs share.

    C1: they agree.
    """

    def rule(call: Call) -> Shape:
        first = call.shape(ports[0])
        for port in ports[1:]:
            other = call.shape(port)
            if first.is_known and other.is_known and first != other:
                call.fail(
                    "shape-mismatch", f"{ports[0]} and {port} have one shape [C1]", expected=f"{first}", got=f"{other}"
                )
            first = other if first.rank is None else first
        return first

    return rule


def per_row(*outputs: str, port: str = "x") -> Callable[[Call], list[Shape]]:
    """Outputs like "x", or one number a "row": all axes but the last."""

    def rule(call: Call) -> list[Shape]:
        x = call.shape(port)
        row = UNKNOWN if x.rank is None else Shape(x.dims[:-1])
        return [x if what == "x" else row for what in outputs]

    return rule


def by_mode(*outputs: str, port: str = "x") -> Callable[[Call], list[Shape]]:
    """Outputs like "x", or a "scale": one number a row where it is computed (`quant_mode` dynamic), else one in all."""

    def rule(call: Call) -> list[Shape]:
        x = call.shape(port)
        dynamic = call.str_attr("quant_mode") == "dynamic"
        scale = Shape((1,)) if not dynamic else UNKNOWN if x.rank is None else Shape(x.dims[:-1])
        return [x if what == "x" else scale for what in outputs]

    return rule


def dynamic_v2(call: Call) -> list[Shape]:
    """DynamicQuantV2: y like x; scale and offset one number a row (pertoken), a column (perchannel), or one in all."""
    x, mode = call.shape("x"), call.str_attr("quant_mode")
    if mode == "pertensor":
        return [x, Shape((1,)), Shape((1,))]
    if x.rank is None:
        return [UNKNOWN] * 3
    if x.rank < 2 and mode == "perchannel":
        call.fail("rank-mismatch", "a scale a column needs a matrix", expected="rank 2 or more", got=str(x))
    scale = Shape((*x.dims[:-2], x[-1])) if mode == "perchannel" else Shape(x.dims[:-1])
    return [x, scale, scale]


def exponents(x: Shape, axis: int = -1, block: int = MX_BLOCK) -> Shape:
    """Shared exponents of blocks along an axis, in pairs: [.., ceil(blocks / 2), .., 2]."""
    if not x.rank:
        return UNKNOWN
    size = x[axis]
    pairs = None if size is None else ceil_div(ceil_div(size, block), 2)
    return Shape((*x.with_dim(axis, pairs), 2))


def mx_scales(call: Call) -> list[Shape]:
    """DynamicMxQuant: like x, and one exponent a block along the axis, in pairs.

    C1: the axis exists.
    """
    x = call.shape("x")
    if x.rank is None:
        return [x, UNKNOWN]
    axis = normalise_axis(call, call.int_attr("axis") if "axis" in call.proto.attr_index else -1, x.rank)
    block = call.int_attr("blocksize") if "blocksize" in call.proto.attr_index else MX_BLOCK
    if block <= 0:
        call.fail("attr-constraint", "`blocksize` must be positive", expected="> 0", got=str(block))
    return [x, exponents(x, axis, block)]


def block_scales(call: Call) -> list[Shape]:
    """DynamicBlockQuant: like x, and one scale a block of rows and columns.

    C1: x has rows and columns. C2: blocks are not empty.
    """
    x = call.shape("x")
    tall, wide = call.int_attr("row_block_size"), call.int_attr("col_block_size")
    if tall <= 0 or wide <= 0:
        call.fail("attr-constraint", "block sizes must be positive [C2]", expected="> 0", got=f"{tall} and {wide}")
    if x.rank is None:
        return [x, UNKNOWN]
    if x.rank < 2:
        call.fail("rank-mismatch", "x is cut into rows and columns [C1]", expected="rank 2 or more", got=str(x))
    rows, columns = (None if size is None else ceil_div(size, by) for size, by in ((x[-2], tall), (x[-1], wide)))
    return [x, Shape((*x.dims[:-2], rows, columns))]


def sign_bits_pack(call: Call) -> Shape:
    """SignBitsPack: eight signs a byte, [size, ceil(ceil(n / 8) / size)].

    C1: x is a vector and size is positive.
    """
    return _bits(call, pack=True)


def sign_bits_unpack(call: Call) -> Shape:
    """SignBitsUnpack: eight numbers a byte, [size, n * 8 / size].

    C1: x is a vector and size is positive.
    """
    return _bits(call, pack=False)


def _bits(call: Call, *, pack: bool) -> Shape:
    x, size = call.shape("x"), call.int_attr("size")
    if size <= 0:
        call.fail("attr-constraint", "`size` must be positive [C1]", expected="> 0", got=str(size))
    if x.rank is not None and x.rank != 1:
        call.fail("rank-mismatch", "x is a vector [C1]", expected="rank 1", got=str(x))
    count = x[0] if x.rank else None
    if count is None:
        return Shape((size, None))
    return Shape((size, ceil_div(ceil_div(count, 8), size) if pack else count * 8 // size))


def flat(call: Call) -> list[Shape]:
    """FlatQuant: like x of [K, M, N], and one scale a matrix.

    For an MX target the exponents of all its elements in a row stand in place of the scale. A packed INT32 target
    holds eight numbers an element.
    C2: x holds matrices.
    """
    x = call.shape("x")
    need_rank(call, x, "x", 3)
    first = x[0] if x.rank else None
    if _target(call, "dst_dtype") in _BLOCKWISE:
        return [x, exponents(Shape((first, product_of(x.dims[1:]) if x.rank else None)))]
    return [packed("dst_dtype")(call), Shape((first,))]


def along_axis(call: Call) -> Shape:
    """AscendQuantV2: like x, packed as its target wants.

    C2: scale and offset are one number, or one for each slice along `axis`; in x's own rank every other size is 1.
    """
    x = call.shape("x")
    for port in ("scale", "offset"):
        given = call.shape(port) if call.has(port) else UNKNOWN
        count = product_of(given.dims) if given.rank is not None else None
        if x.rank and given.rank is not None and isinstance(count, int) and count != 1:
            place = normalise_axis(call, call.int_attr("axis"), x.rank)
            agree(call, x[place], count, f"the size of the axis and the numbers in `{port}` [C2]")
    return packed()(call)


def smoothed(call: Call) -> list[Shape]:
    """DynamicQuant: y like x, and one scale a row.

    C1: smooth_scales have one factor a feature, or a row of such factors for each group.
    """
    x = call.shape("x")
    factors = call.shape("smooth_scales") if call.has("smooth_scales") else UNKNOWN
    if x.rank and factors.rank:
        agree(call, x[-1], factors[-1], "features of x and smooth_scales [C1]")
    return per_row("x", "row")(call)


def clamped(*bounds: str) -> Callable[[Call], Shape]:
    """ActsULQ and FakeQuantWithMinMaxVars: the shape of x.

    C1: either bound is one number.
    """

    def rule(call: Call) -> Shape:
        for port in bounds:
            count = vector_length(call, port)
            if count not in (None, 1):
                call.fail("shape-mismatch", f"`{port}` is one number [C1]", expected="1", got=str(count))
        return call.shape("x")

    return rule


def clamp_gradient(*ports: str) -> Callable[[Call], Shape]:
    """ActULQClampMaxGrad and ActULQClampMinGrad: a sum over all elements, a scalar like the bound.

    C1: what is multiplied element by element has one shape.
    """
    alike = like_all(*ports)

    def rule(call: Call) -> Shape:
        alike(call)
        return Shape(())

    return rule


def per_channel(low: str, high: str) -> Callable[[Call], Shape]:
    """FakeQuantWithMinMaxVarsPerChannel: like x, whose last axis has a smallest and a largest number each.

    C1: the bounds are vectors, with one number a channel.
    """

    def rule(call: Call) -> Shape:
        x = call.shape("x")
        for port in (low, high):
            given = call.shape(port)
            if need_rank(call, given, port, 1) and x.rank:
                agree(call, x[-1], given[0], f"channels of x and `{port}` [C1]")
        agree_shapes(call, call.shape(low), call.shape(high), "the bounds [C1]")
        return x

    return rule


def per_channel_gradient(call: Call) -> list[Shape]:
    """FakeQuantWithMinMaxVarsPerChannelGradient: like x, and like its bounds; C1 as in `per_channel`.

    C2: the gradients have the shape of x.
    """
    x = agree_shapes(call, per_channel("min", "max")(call), call.shape("gradients"), "x and gradients [C2]")
    return [x, call.shape("min"), call.shape("max")]


def affine(*ports: str) -> Callable[[Call], Shape]:
    """FakeQuantAffineCachemask and Quantize: the shape of x.

    C1: scales and zero points have one number, or one for each slice along `axis`.
    """

    def rule(call: Call) -> Shape:
        x = call.shape("x")
        for port in ports:
            count = vector_length(call, port) if call.has(port) else None
            if x.rank and count is not None and count != 1:
                place = normalise_axis(call, call.int_attr("axis"), x.rank)
                agree(call, x[place], count, f"the size of the axis and the numbers in `{port}` [C1]")
        return x

    return rule


def dequantised_sums(call: Call) -> Shape:
    """DequantBias: the shape of x, [M, N].

    C1: x is a matrix. C2: weight_scale and bias have one number or N, activate_scale one or M.
    """
    x = call.shape("x")
    if need_rank(call, x, "x", 2) is None:
        return UNKNOWN
    for port, size in (("weight_scale", x[1]), ("activate_scale", x[0]), ("bias", x[1])):
        count = vector_length(call, port) if call.has(port) else None
        if count != 1:
            agree(call, size, count, f"the size of x and the numbers in `{port}` [C2]")
    return x


def rotated(call: Call) -> list[Shape]:
    """RotateQuant: x [M, N] times a rotation [K, K] of each K columns; one scale a row, or exponents of MX blocks.

    C1: x and the rotation are matrices, the rotation is square. C2: K divides N.
    """
    x, turn = call.shape("x"), call.shape("rot")
    need_rank(call, x, "x", 2)
    if need_rank(call, turn, "rot", 2):
        size = agree(call, turn[0], turn[1], "rows and columns of the rotation [C1]")
        if x.rank and isinstance(size, int) and size > 0:
            divided(call, x[1], size, "the rotation and the columns of x [C2]")
    if _target(call, "y_dtype") not in _BLOCKWISE:
        return [x, Shape((x[0] if x.rank else None,))]
    if x.rank is None:
        return [UNKNOWN, Shape((None, None, 2))]
    return [x, exponents(x, normalise_axis(call, call.int_attr("axis"), x.rank))]


def with_scales(name: str) -> DtypeRule:
    """RotateQuant and FlatQuant: the type that an attribute names, and that of the scales or exponents."""

    def rule(call: Call) -> list[DataType]:
        target = _target(call, name)
        if target is None:
            call.fail("dtype-unknown", f"attribute `{name}` names no data type", got=repr(call.attr(name)))
        return [target, DataType.FLOAT8_E8M0 if target in _BLOCKWISE else DataType.FLOAT]

    return rule


def by_group(call: Call) -> Shape:
    """GroupQuant: like x [rows, features], whose rows come in groups.

    C1: x is a matrix. C2: there is a row of scales a group, with one number a feature. C3: the offset is one number.
    """
    x, scale, groups = call.shape("x"), call.shape("scale"), call.shape("group_index")
    need_rank(call, x, "x", 2)
    need_rank(call, scale, "scale", 2)
    need_rank(call, groups, "group_index", 1)
    agree(call, groups[0] if groups.rank else None, scale[0] if scale.rank else None, "groups and rows of scales [C2]")
    wide = agree(call, x[1] if x.rank else None, scale[1] if scale.rank else None, "features of x and scales [C2]")
    if call.has("offset") and vector_length(call, "offset") not in (None, 1):
        call.fail("shape-mismatch", "`offset` is one number [C3]", expected="1", got=str(call.shape("offset")))
    return UNKNOWN if x.rank is None else Shape((x[0], wide))
