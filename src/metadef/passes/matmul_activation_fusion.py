"""Let a matrix product apply the activation function behind it.

Relu(MatMul(x, W, b))     -> FusedMatMul(x, W, b), fused_op_type = "relu"
GeluV2(MatMul(x, W, b))   -> FusedMatMul(x, W, b), fused_op_type = "gelu_erf" or "gelu_tanh"

W is a matrix; x may have leading axes, as the catalogue's shape rule allows.
"""

from __future__ import annotations

from typing import ClassVar

from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.matmul_folding import flags_of
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.patterns.expression import op, var

__all__ = ["MatMulActivationFusion"]


def _fuse(rewrite: Rewrite) -> Value | str:
    product, root = rewrite.match["product"].producer, rewrite.root
    if any(value is not None for value in product.inputs[3:]):
        return "the product is quantized"
    if rewrite.match["w"].desc.origin_shape.rank != 2:
        return "the right operand is not a matrix"
    kind = "relu" if root.op == "Relu" else "gelu_tanh" if root.attr("approximate") == "tanh" else "gelu_erf"
    left, right = flags_of(product)
    attrs = {"transpose_x1": product.attr(left), "transpose_x2": product.attr(right), "fused_op_type": kind}
    return rewrite.add("FusedMatMul", product.inputs[:3], attrs).output


class MatMulActivationFusion(RewritePass):
    """A product and its activation in one node."""

    name = "matmul-activation-fusion"
    stage = Stage.FUSION
    after = ("gelu-fusion",)
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule(
            "matmul-activation",
            op("Relu|GeluV2", op("MatMulV2|BatchMatMulV2", var("x"), var("w"), open=True, name="product")),
            _fuse,
            fuses=True,
        ),
    )
