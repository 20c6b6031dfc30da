"""Products of matrices, and attention."""

from __future__ import annotations

import math

from metadef.frontend.torch.lowering import Lowered, Lowering
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def product(left: str, right: str) -> Lowering:
    """Matrices, vectors, stacks of them."""

    def lower(call: Lowered) -> None:
        call.give(call.op("MatMul", call.tensor(left), call.tensor(right)))

    return lower


def linear(call: Lowered) -> None:
    """x times the transposed weight, plus a bias."""
    x, weight, bias = call.tensor("input"), call.tensor("weight"), call.optional("bias")
    if call.rank(x) == 2 and call.rank(weight) == 2:
        call.give(call.op("Gemm", x, weight, *([bias] if bias else []), transB=1))
        return
    turned = call.op("Transpose", weight, perm=[1, 0]) if call.rank(weight) == 2 else weight
    found = call.op("MatMul", x, turned)
    call.give(call.op("Add", found, bias) if bias else found)


def added(first: str, second: str) -> Lowering:
    """beta * self + alpha * product."""

    def lower(call: Lowered) -> None:
        dtype = call.out_dtype
        found = call.op("MatMul", call.tensor(first), call.tensor(second))
        own = call.tensor("self")
        for name in ("alpha", "beta"):
            factor = call.real(name, 1.0)
            if factor != 1.0 and name == "alpha":
                found = call.op("Mul", found, call.constant(factor, dtype))
            elif factor != 1.0:
                own = call.op("Mul", own, call.constant(factor, dtype))
        call.give(call.op("Add", own, found))

    return lower


def einsum(call: Lowered) -> None:
    """By an equation."""
    equation = call.get("equation")
    if not isinstance(equation, str):
        call.refuse("the equation is no text")
    call.give(call.op("Einsum", *call.tensors("tensors"), equation=equation))


def outer(call: Lowered) -> None:
    """All products of two vectors."""
    column = call.op("Unsqueeze", call.tensor("self"), call.constant([1]))
    call.give(call.op("Mul", column, call.op("Unsqueeze", call.tensor("vec2"), call.constant([0]))))


def attention(call: Lowered) -> None:
    """softmax(query * key^T * scale + mask) * value; the mask is added, or says where to look."""
    query, key, value = (call.tensor(name) for name in ("query", "key", "value"))
    if call.real("dropout_p", 0.0):
        call.refuse("dropout has no mapping; export the module after .eval()")
    if call.flag("enable_gqa", default=False):
        call.refuse("key heads that several query heads share have no mapping")
    dtype, rank = call.dtype(query), call.rank(query)
    width = call.sizes(query)[-1]
    scale = call.get("scale")
    if scale is None:
        if not isinstance(width, int):
            call.refuse("the width of a head is not known")
        scale = 1 / math.sqrt(width)
    turned = call.op("Transpose", key, perm=[*range(rank - 2), rank - 1, rank - 2])
    scores = call.op("MatMul", query, turned)
    scores = call.op("Mul", scores, call.operand(scale, dtype))
    mask = call.optional("attn_mask")
    if call.flag("is_causal", default=False):
        mask = _causal(call, query, key)
    if mask and (call.dtype(mask) is DataType.BOOL or not call.optional("attn_mask")):
        scores = call.op("Where", mask, scores, call.constant(-math.inf, dtype))
    elif mask:
        scores = call.op("Add", scores, mask)
    call.give(call.op("MatMul", call.op("Softmax", scores, axis=-1), value))


def _causal(call: Lowered, query: str, key: str) -> str:
    """A lower triangle of truth, as many rows as queries and columns as keys."""
    ends = [
        call.op("Slice", call.op("Shape", tensor), call.constant([-2]), call.constant([-1])) for tensor in (query, key)
    ]
    ones = call.op("Expand", call.constant([[1]]), call.op("Concat", *ends, axis=0))
    return call.cast(call.op("Trilu", ones, upper=0), DataType.BOOL, DataType.INT64)


OPS: dict[str, Lowering] = {
    "aten.matmul.default": product("self", "other"), "aten.mm.default": product("self", "mat2"),
    "aten.bmm.default": product("self", "mat2"), "aten.mv.default": product("self", "vec"),
    "aten.dot.default": product("self", "tensor"), "aten.linear.default": linear,
    "aten.addmm.default": added("mat1", "mat2"), "aten.baddbmm.default": added("batch1", "batch2"),
    "aten.einsum.default": einsum, "aten.outer.default": outer,
    "aten.scaled_dot_product_attention.default": attention,
}  # fmt: skip
