"""Shapes of matrix products: [.., M, K] x [.., K, N] -> [.., M, N], leading axes broadcast."""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import UNKNOWN, agree, broadcast_shapes
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["batch_matmul", "gemm", "matmul"]


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
    a, b = call.shape("x1"), call.shape("x2")
    if a.rank is None or b.rank is None:
        return UNKNOWN
    if a.rank == 0 or b.rank == 0:
        call.fail(
            "rank-mismatch", "a matrix product needs at least vectors", expected="rank 1 or more", got=f"{a} and {b}"
        )
    left = Shape((1, a[0])) if a.rank == 1 else a
    right = Shape((b[0], 1)) if b.rank == 1 else b
    rows, inner = (left[-1], left[-2]) if transpose_first and a.rank > 1 else (left[-2], left[-1])
    other, columns = (right[-1], right[-2]) if transpose_second and b.rank > 1 else (right[-2], right[-1])
    agree(call, inner, other, "the inner dimensions of x1 and x2 [C1]")
    batch = broadcast_shapes(call, [Shape(left.dims[:-2]), Shape(right.dims[:-2])])
    out = [*batch, *([rows] if a.rank > 1 else []), *([columns] if b.rank > 1 else [])]
    bias = call.shape("bias") if "bias" in call.proto.input_index and call.has("bias") else UNKNOWN
    if bias.rank and isinstance(bias[-1], int) and isinstance(columns, int) and bias[-1] not in (0, 1, columns):
        call.fail(
            "shape-mismatch", "the bias must fit the output's last axis [C2]", expected=str(columns), got=str(bias)
        )
    return Shape(out)


def gemm(call: Call) -> Shape:
    """GEMM: alpha * op(a) x op(b) + beta * c, of rank 2.

    C1: the inner dimensions agree.
    """
    a, b = call.shape("a"), call.shape("b")
    if a.rank is None or b.rank is None:
        return Shape.unknown(2)
    if a.rank != 2 or b.rank != 2:
        call.fail("rank-mismatch", "a and b must be matrices", expected="rank 2", got=f"{a} and {b}")
    rows, inner = (a[1], a[0]) if call.bool_attr("transpose_a") else (a[0], a[1])
    other, columns = (b[1], b[0]) if call.bool_attr("transpose_b") else (b[0], b[1])
    agree(call, inner, other, "the inner dimensions of a and b [C1]")
    return Shape((rows, columns))
