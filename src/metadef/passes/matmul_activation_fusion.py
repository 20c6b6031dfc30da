"""Let a matrix product apply the activation function behind it.

Relu(MatMul(x, W, b))     -> FusedMatMul(x, W, b), fused_op_type = "relu"
GeluV2(MatMul(x, W, b))   -> FusedMatMul(x, W, b), fused_op_type = "gelu_erf" or "gelu_tanh"

W is a matrix. FusedMatMul takes matrices only, so a product over leading axes is computed on their rows:

f(MatMul(x [..., M, K], W, b))   -> Reshape(FusedMatMul(Reshape(x, [R, K]), W, b))

The engine takes reshapes out, so this is one kernel less. With the parameter `rows` false it is done only where it
leaves no more nodes: two such products in a row, or a reshape in front of one or behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.ops.builtin import CONST
from metadef.passes.base import OptionValue, Stage
from metadef.passes.matmul_folding import flags_of
from metadef.passes.reshape_transpose_merging import RESHAPES
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import reshape_call
from metadef.patterns.cost import kernel_cost
from metadef.patterns.expression import Call, Pattern, op, var
from metadef.patterns.matching import Match
from metadef.types.shape import Shape

__all__ = ["MatMulActivationFusion"]

_NAME = "matmul-activation"


def _count(node: Node) -> float:
    """Every node costs the same, constants nothing."""
    return 0.0 if node.proto is CONST else 1.0


def _fused(rewrite: Rewrite, x: Value, product: Node, activation: Node) -> Value | str:
    """The product of `x` with the weights of `product`, and `activation`."""
    weights = product.inputs[1]
    if any(value is not None for value in product.inputs[3:]):
        return "the product is quantized"
    if weights is None or weights.desc.origin_shape.rank != 2:
        return "the right operand is not a matrix"
    kind = "relu"
    if activation.op == "GeluV2":
        kind = "gelu_tanh" if activation.attr("approximate") == "tanh" else "gelu_erf"
    left, right = flags_of(product)
    attrs = {"transpose_x1": product.attr(left), "transpose_x2": product.attr(right), "fused_op_type": kind}
    return rewrite.add("FusedMatMul", [x, *product.inputs[1:3]], attrs).output


def _fuse(rewrite: Rewrite) -> Value | str:
    product = rewrite.match["product"].producer
    x = product.inputs[0]
    return _fused(rewrite, x, product, rewrite.root) if x is not None else "the product has no operand"


def _reshaped(rewrite: Rewrite, value: Value, shape: Shape) -> Value | str:
    import numpy as np

    if value.desc.origin_shape == shape:
        return value
    call = reshape_call(value.desc.origin_shape, shape)
    if isinstance(call, str):
        return call
    return rewrite.add("Reshape", [value, rewrite.constant(np.array(call[0], np.int64))], call[1]).output


def _on_rows(rewrite: Rewrite) -> Value | str:
    """One or two products of `x` over rows, each with its activation."""
    match, root = rewrite.match, rewrite.root
    activation = root if root.op in ("Relu", "GeluV2") else match["activation"].producer
    steps = [(match["product"].producer, activation)]
    if match.get("first") is not None:
        steps.insert(0, (match["first"].producer, match["middle"].producer))
    given = steps[0][0].inputs[0]
    shape = given.desc.origin_shape if given is not None else Shape.unknown()
    if shape.rank is None or shape.rank < 3 or shape[-1] is None:
        return "the product has no leading axes"
    if any(product.attr(flags_of(product)[0]) for product, _ in steps):
        return "the left operand is transposed"
    rows = Shape(shape.dims[:-1]).numel()
    if rows is None:
        return "the number of rows is not known"
    found = _reshaped(rewrite, match["x"], Shape((rows, shape[-1])))
    for product, function in steps:
        if isinstance(found, str):
            return found
        found = _fused(rewrite, found, product, function)
    return found if isinstance(found, str) else _reshaped(rewrite, found, root.output.desc.origin_shape)


def _activated(x: Pattern, product: str = "product", name: str = "") -> Call:
    return op("Relu|GeluV2", op("BatchMatMulV2|MatMulV2", x, var(f"{product}_w"), open=True, name=product), name=name)


_EVERYWHERE = Rule(_NAME, _activated(var("x")), _on_rows, fuses=True, cost=kernel_cost)


class MatMulActivationFusion(RewritePass):
    """A product and its activation in one node."""

    name = "matmul-activation-fusion"
    stage = Stage.FUSION
    after = ("gelu-fusion",)
    parameters: ClassVar[Mapping[str, OptionValue]] = {"rows": True}
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule(_NAME, _activated(var("x")), _fuse, fuses=True),
        Rule(_NAME, _activated(op(RESHAPES, var("x"), open=True)), _on_rows, fuses=True, cost=_count),
        Rule(
            _NAME,
            op(RESHAPES, _activated(var("x"), name="activation"), open=True),
            _on_rows,
            fuses=True,
            cost=_count,
        ),
        Rule(_NAME, _activated(_activated(var("x"), "first", "middle")), _on_rows, fuses=True, cost=_count),
        _EVERYWHERE,
    )

    def matches(self, node: Node) -> list[tuple[Rule, Match]]:
        """Without products over all rows, unless the parameter `rows` asks for them."""
        found = super().matches(node)
        return found if self.option("rows") else [item for item in found if item[0] is not _EVERYWHERE]
