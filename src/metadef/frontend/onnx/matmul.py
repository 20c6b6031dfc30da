"""Products of matrices."""

from __future__ import annotations

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["OPS", "product"]


def product(node: OnnxNode, a: Value, b: Value, tag: str = "") -> Value:
    """NumPy's matmul: vectors become matrices for the time of the product, batches broadcast."""
    ranks = node.rank(a), node.rank(b)
    if ranks == (2, 2):
        return node.add("MatMulV2", [a, b], tag=tag)
    if 0 in ranks:
        node.fail(
            "rank-mismatch", "a factor has rank 0", expected="rank 1 or more", got=f"ranks {ranks[0]} and {ranks[1]}"
        )
    if 1 not in ranks:
        return node.add("BatchMatMulV2", [a, b], tag=tag)
    left = node.add("Unsqueeze", [a], {"axes": (0,)}, tag="row") if ranks[0] == 1 else a
    right = node.add("Unsqueeze", [b], {"axes": (1,)}, tag="column") if ranks[1] == 1 else b
    is_plain = all(rank is not None and rank <= 2 for rank in ranks)
    whole = node.add("MatMulV2" if is_plain else "BatchMatMulV2", [left, right], tag="product")
    gone = tuple(axis for axis, rank in ((-2, ranks[0]), (-1, ranks[1])) if rank == 1)
    return node.add("Squeeze", [whole], {"axis": gone}, tag=tag)


def matmul(node: OnnxNode) -> Value:
    """The product."""
    return product(node, node.value(0), node.value(1))


def gemm(node: OnnxNode) -> Value:
    """alpha · A' · B' + beta · C: a bias of the product where it is a vector, else an Add."""
    a, b, c = node.value(0), node.value(1), node.optional(2)
    alpha, beta = node.float("alpha"), node.float("beta")
    transposed = node.flag("transB")
    attrs = {"transpose_x1": True} if node.flag("transA") else {}
    attrs |= {"transpose_x2": True} if transposed else {}
    if beta == 0.0:
        c = None  # WHY: C is then not read at all, not even a NaN in it
    if c is not None and alpha == beta == 1.0 and node.rank(c) == 1 and _is_row(node, c, b, transposed):
        return node.add("MatMulV2", [a, b, c], attrs)
    result = node.add("MatMulV2", [a, b], attrs, tag="product" if c is not None or alpha != 1.0 else "")
    if alpha != 1.0:
        factor = node.const_like(alpha, a, "alpha")
        result = node.add("Mul", [result, factor], tag="scaled" if c is not None else "")
    if c is None:
        return result
    if beta != 1.0:
        c = node.add("Mul", [c, node.const_like(beta, a, "beta")], tag="bias")
    return node.add("Add", [result, c])


def _is_row(node: OnnxNode, c: Value, b: Value, transposed: bool) -> bool:
    """Whether C has one element for each column of the result: a vector of one element would broadcast instead."""
    columns, right = node.dims(c), node.dims(b)
    if columns is None or right is None or len(right) != 2 or columns[0] is None:
        return False
    return columns[0] == right[0 if transposed else 1]


OPS = {
    "Gemm": onnx_op(gemm, "A B C[:11] C?[11:]", "alpha:f=1 beta:f=1 transA:i=0 transB:i=0"),
    "MatMul": onnx_op(matmul, "A B"),
}
