"""Shapes of matrix products: [.., M, K] x [.., K, N] -> [.., M, N], leading axes broadcast."""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    broadcast_shapes,
    divided,
    ints_at,
    need_broadcast_to,
    need_rank,
    need_rank_within,
    normalise_axes,
    product_of,
    vector_length,
)
from metadef.infer.shape.quantize import exponents
from metadef.ops.call import Call
from metadef.types.dim import DimLike
from metadef.types.dtype import DataType
from metadef.types.shape import Shape

__all__ = [
    "batch_matmul",
    "compressed",
    "feed_forward",
    "fully_connected",
    "gemm",
    "gemm_in_place",
    "grouped",
    "matmul",
    "matrix_product",
    "product_and_exponents",
    "quantised",
    "reduced_product",
    "split_weight",
    "stacked_layers",
    "transposed",
    "weight_quantised",
    "with_summand",
]


def matmul(call: Call) -> Shape:
    """MatMul and its versions: rank 2, vectors on either side, `transpose_x1` and `transpose_x2`.

    C1: the inner dimensions agree. C2: a bias has the size of the output's last axis.
    """
    return _product(call, call.bool_attr("transpose_x1"), call.bool_attr("transpose_x2"))


def batch_matmul(first: str = "adj_x1", second: str = "adj_x2") -> Callable[[Call], Shape]:
    """BatchMatMul and its versions: any rank, leading axes broadcast."""

    def rule(call: Call) -> Shape:
        return _product(call, call.bool_attr(first), call.bool_attr(second))

    return rule


def _product(call: Call, transpose_first: bool, transpose_second: bool) -> Shape:
    return matrix_product(call, call.shape("x1"), call.shape("x2"), transpose_first, transpose_second)


def matrix_product(call: Call, a: Shape, b: Shape, transpose_first: bool, transpose_second: bool) -> Shape:
    """Two operands multiplied; C1 and C2 as in `matmul`."""
    if a.rank is None or b.rank is None:
        return UNKNOWN
    if a.rank == 0 or b.rank == 0:
        call.fail(
            "rank-mismatch", "a matrix product needs at least vectors", expected="rank 1 or more", got=f"{a} and {b}"
        )
    left = (1, a[0]) if a.rank == 1 else a.dims
    right = (b[0], 1) if b.rank == 1 else b.dims
    rows, inner = (left[-1], left[-2]) if transpose_first and a.rank > 1 else (left[-2], left[-1])
    other, columns = (right[-1], right[-2]) if transpose_second and b.rank > 1 else (right[-2], right[-1])
    if inner != other:
        agree(call, inner, other, "the inner dimensions of x1 and x2 [C1]")
    batch = left[:-2]
    if batch != right[:-2]:
        batch = broadcast_shapes(call, [Shape(batch), Shape(right[:-2])]).dims
    whole = (*batch, rows, columns)
    bias = call.desc("bias") if "bias" in call.proto.input_index else None
    if bias is not None and bias.origin_shape.rank and bias.origin_shape[-1] != 0:  # WHY: an empty bias counts as none
        need_broadcast_to(call, bias.origin_shape, whole, "the bias fits the output [C2]")
    if a.rank > 1 and b.rank > 1:
        return Shape.of_dims(whole)
    return Shape((*batch, *([rows] if a.rank > 1 else []), *([columns] if b.rank > 1 else [])))


def with_summand(call: Call) -> Shape:
    """FusedMatMul: the product, to which `x3` is added or by which it is multiplied.

    C1: the inner dimensions agree. C2: a bias and x3 broadcast to the product.
    """
    y = matmul(call)
    if y.rank is not None and call.has("x3"):
        need_broadcast_to(call, call.shape("x3"), y.dims, "x3 fits the product [C2]")
    return y


def gemm(call: Call) -> Shape:
    """GEMM and GemmV3: alpha * op(a) x op(b) + beta * c, of rank 2.

    C1: the inner dimensions agree. C2: c broadcasts to the product.
    """
    y = _scaled_product(call)
    need_broadcast_to(call, call.shape("c"), y.dims, "c broadcasts to the product [C2]")
    return y


def gemm_in_place(call: Call) -> Shape:
    """GemmV2: alpha * op(a) x op(b) + beta * c, written over c.

    C1: the inner dimensions agree. C2: c has the shape of the product.
    """
    return agree_shapes(call, call.shape("c"), _scaled_product(call), "c and the product [C2]")


def _scaled_product(call: Call) -> Shape:
    a, b = call.shape("a"), call.shape("b")
    if a.rank is None or b.rank is None:
        return Shape.unknown(2)
    if a.rank != 2 or b.rank != 2:
        call.fail("rank-mismatch", "a and b must be matrices", expected="rank 2", got=f"{a} and {b}")
    rows, inner = (a[1], a[0]) if call.bool_attr("transpose_a") else (a[0], a[1])
    other, columns = (b[1], b[0]) if call.bool_attr("transpose_b") else (b[0], b[1])
    agree(call, inner, other, "the inner dimensions of a and b [C1]")
    return Shape((rows, columns))


_PACKED = 8  # 4-bit numbers in an INT32
_MOST_AXES = 6


def weight_quantised(call: Call) -> Shape:
    """WeightQuantBatchMatmulV2: x times weight; an INT32 weight holds eight 4-bit numbers along its last axis.

    C1: the inner dimensions agree. C2: a bias has the size of the output's last axis. C3: ranks are 2 to 6.
    """
    for port in ("x", "weight"):
        need_rank_within(call, port, 2, _MOST_AXES, "C3")
    weight = call.shape("weight")
    if call.dtype("weight") is DataType.INT32 and weight.rank:
        weight = weight.with_dim(-1, product_of((weight[-1], _PACKED)))
    transposed = call.bool_attr("transpose_x"), call.bool_attr("transpose_weight")
    return matrix_product(call, call.shape("x"), weight, *transposed)


def quantised(call: Call) -> Shape:
    """QuantBatchMatmulV3 and V4: batches of products.

    C1: the inner dimensions agree. C2: a bias has one number a column, or a row of them a batch. C3: ranks are 2 to 6.
    """
    for port in ("x1", "x2"):
        need_rank_within(call, port, 2, _MOST_AXES, "C3")
    return matmul(call)


_SPLIT_K = 2  # value of `group_type`


def grouped(call: Call) -> list[Shape]:
    """GroupedMatmul: one product a group.

    As many results as x and weight have members: x_i times weight_i. One result: all rows of all members of x under
    each other, [sum of M, N]; with `group_type` 2 the inner axis is what is split, and the result is [groups, M, N].

    C1: the inner dimensions agree.
    """
    xs, weights, count = call.shapes("x"), call.shapes("weight"), call.output_count("y")
    transposed = call.bool_attr("transpose_x"), call.bool_attr("transpose_weight")
    if any(shape.rank is None or shape.rank < 2 for shape in (*xs, *weights)) or not xs or not weights:
        return [UNKNOWN] * count
    if call.int_attr("group_type") == _SPLIT_K:
        rows, columns = xs[0][-1 if transposed[0] else 0], weights[0][-2 if transposed[1] else -1]
        groups = call.shape("group_list")
        return [Shape((groups[0] if groups.rank else None, rows, columns))] if count == 1 else [UNKNOWN] * count
    if len(xs) == len(weights) == count and all(weight.rank == 2 for weight in weights):
        return [matrix_product(call, x, weight, *transposed) for x, weight in zip(xs, weights, strict=True)]
    if count != 1 or transposed[0]:
        return [UNKNOWN] * count
    inner, columns = (weights[0][-1], weights[0][-2]) if transposed[1] else (weights[0][-2], weights[0][-1])
    for x in xs:
        agree(call, x[-1], inner, "the inner dimensions of x and weight [C1]")
    if len(xs) == 1:
        return [Shape((*xs[0].dims[:-1], columns))]
    rows = _sum([x[0] for x in xs]) if all(x.rank == 2 for x in xs) else None
    return [Shape((rows, columns))]


def _sum(sizes: list[Axis]) -> Axis:
    total: DimLike = 0
    for size in sizes:
        if size is None:
            return None
        total = total + size
    return total


def product_and_exponents(call: Call) -> list[Shape]:
    """QuantMatmulActivationQuant: the product, and the shared exponents of its rows in an MX format."""
    y = matmul(call)
    return [y, exponents(y)]


def reduced_product(call: Call) -> Shape:
    """QuantMatmulReduceSum: the batch of products, summed over the axes in `dims`; an unknown one is the first.

    WHY: chips sum over the first axis alone, so one axis whose number is unknown can be no other.
    """
    y, axes = matmul(call), ints_at(call, "dims")
    if axes is None and vector_length(call, "dims") == 1:
        axes = (0,)
    if y.rank is None or axes is None:
        return UNKNOWN
    gone = normalise_axes(call, axes, y.rank, "dims")
    if call.bool_attr("keep_dims"):
        return Shape([1 if axis in gone else size for axis, size in enumerate(y)])
    return Shape([size for axis, size in enumerate(y) if axis not in gone])


def split_weight(call: Call) -> Shape:
    """MatmulEmuSplitWeight: x times a weight that is given as the sum of two.

    C1: the inner dimensions agree. C2: both parts of the weight have one shape.
    """
    transpose = call.bool_attr("transpose_x"), call.bool_attr("transpose_w")
    weight = agree_shapes(call, call.shape("w_high"), call.shape("w_low"), "the parts of the weight [C2]")
    return matrix_product(call, call.shape("x"), weight, *transpose)


def transposed(call: Call) -> Shape:
    """TransposeBatchMatMul: perm_x1(x1) x perm_x2(x2), permuted by perm_y; no permutation leaves the axes as they are.

    Where `batch_split_factor` is more than 1 the batch moves into the columns, [factor, M, B * N / factor]; with a
    scale, whose result is 8-bit, [M, 1, B * N].
    C1: both have rank 3. C2: the permutations are permutations. C3: the inner dimensions agree.
    """
    a, b = (_permuted(call, call.shape(port), f"perm_{port}") for port in ("x1", "x2"))
    if a.rank is None or b.rank is None:
        return UNKNOWN
    y = matrix_product(call, a, b, transpose_first=False, transpose_second=False)
    factor = call.int_attr("batch_split_factor")
    if factor > 1:
        return Shape((factor, y[1], divided(call, product_of((y[0], y[2])), factor, "batch times columns and factor")))
    if "scale" in call.proto.input_index and call.has("scale"):
        return Shape((y[1], 1, product_of((y[0], y[2]))))
    return _permuted(call, y, "perm_y")


def _permuted(call: Call, shape: Shape, name: str) -> Shape:
    order = call.ints_attr(name)
    if need_rank(call, shape, name.removeprefix("perm_"), 3) is None or not order:
        return shape
    if sorted(order) != [0, 1, 2]:
        call.fail(
            "attr-constraint", f"`{name}` orders three axes [C2]", expected="0, 1, 2 in any order", got=str(order)
        )
    return Shape([shape[axis] for axis in order])


def fully_connected(call: Call) -> Shape:
    """FullyConnection: axes of x from `axis` on are one inner axis; [.., num_output].

    C1: the inner axis and the weights agree. C2: the bias has one number an output.
    """
    x, weight, axis = call.shape("x"), call.shape("w"), call.int_attr("axis")
    if x.rank is None:
        return UNKNOWN
    place = normalise_axes(call, [axis], x.rank)[0]
    if weight.rank == 2:
        inner = weight[0] if call.bool_attr("transpose") else weight[1]
        agree(call, product_of(x.dims[place:]), inner, "the inner axis of x and w [C1]")
    count = call.int_attr("num_output")
    if count <= 0:
        call.fail("attr-constraint", "`num_output` must be positive", expected="> 0", got=str(count))
    if call.has("b"):
        agree(
            call, count, product_of(call.shape("b").dims) if call.shape("b").has_rank else None, "num_output and b [C2]"
        )
    return Shape((*x.dims[:place], count))


def feed_forward(call: Call) -> Shape:
    """FFN: [.., K] x weight1 [K, N1], an activation, x weight2 [N1 or half of it, N2]; experts have a first axis.

    C1: x and weight1 agree in K. C2: both weights are of one expert, or of as many experts.
    """
    x, first, second = call.shape("x"), call.shape("weight1"), call.shape("weight2")
    need_rank(call, first, "weight1", 2, 3)
    need_rank(call, second, "weight2", 2, 3)
    if first.rank == second.rank == _WITH_EXPERTS:
        agree(call, first[0], second[0], "experts of the two weights [C2]")
    if x.rank is None:
        return UNKNOWN
    if x.rank < 2:
        call.fail("rank-mismatch", "x is rows of numbers", expected="rank 2 or more", got=str(x))
    if first.rank:
        agree(call, x[-1], first[-2], "the inner dimensions of x and weight1 [C1]")
    return x.with_dim(-1, second[-1] if second.rank else None)


_WITH_EXPERTS = 3


def compressed(call: Call) -> Shape:
    """MatMulV2Compress: a weight of rank 2 is as it was; one of rank 1 is packed, and only the bias tells columns.

    Source: torch_npu's npu_matmul_compress_dequant.
    C1 and C2 as in `matmul`. C3: x1 has rank 2.
    """
    x1, x2 = call.shape("x1"), call.shape("x2")
    if x2.rank != 1:
        return matmul(call)
    bias = call.shape("bias")
    columns = bias[-1] if bias.rank else None
    if need_rank(call, x1, "x1", 2) is None:
        return Shape((None, columns))
    return Shape((x1[1] if call.bool_attr("transpose_x1") else x1[0], columns))


def stacked_layers(call: Call) -> Shape:
    """FusedPatchMlp: layers along the last axis; a stack of weights [layers, D, D] keeps D, others leave it open.

    C1: x and a stack agree in their width. C2: `num_layers` is positive, and the number of layers in a stack.
    """
    x, weights, count = call.shape("x"), call.shape("weights"), call.int_attr("num_layers")
    if count <= 0:
        call.fail("attr-constraint", "`num_layers` is positive [C2]", expected="> 0", got=str(count))
    if x.rank == 0:
        call.fail("rank-mismatch", "x has features", expected="rank 1 or more", got="0")
    width: Axis = None
    if weights.rank == 3 and count > 1:  # WHY: layers of one form can only follow each other when they are square
        agree(call, weights[0], count, "layers of the stack and `num_layers` [C2]")
        width = agree(call, weights[1], weights[2], "widths in front of and behind a layer of the stack [C1]")
        width = agree(call, width, x[-1] if x.rank else None, "the widths of the stack and of x [C1]")
    return x.with_dim(-1, width) if x.rank else UNKNOWN
