"""Fold transposes, biases and factors into matrix products.

MatMul(Transpose(a), b)     -> MatMul with its transpose flag flipped, where only the last two axes change places
Add(MatMul(x, W), c)        -> MatMul(x, W, bias = c)        c constant, one number a column
Mul(MatMul(x, W, b), s)     -> MatMul(x, s W, s b)           s one number, W and b constant; Div likewise
MatMul(s a, t b)            -> s t MatMul(a, b)              s, t one number each
Mul(MatMul(q, k), s) where q is MatMul(x, W, b) seen through reshapes and transposes: s goes to W and b
"""

from __future__ import annotations

from typing import Any, ClassVar

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.reshape_transpose_merging import RESHAPES, TRANSPOSES
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import along_axis, dims_of, permutation, swaps_last_two
from metadef.patterns.constants import array_of, number_of
from metadef.patterns.expression import Call, const, op, scalar, var

__all__ = ["MATMULS", "MatMulFolding", "flags_of"]

MATMULS = "MatMul|MatMulV2|BatchMatMul|BatchMatMulV2"
_BIASED = "MatMulV2|BatchMatMulV2"
_TRANSPOSED = op(TRANSPOSES, var("a"), open=True, name="transpose")


def flags_of(node: Node) -> tuple[str, str]:
    """The names of the transpose attributes of a matrix product."""
    return ("adj_x1", "adj_x2") if node.op.startswith("Batch") else ("transpose_x1", "transpose_x2")


def _transpose(side: int) -> Any:
    def build(rewrite: Rewrite) -> Value | str:
        root = rewrite.root
        perm = permutation(rewrite.match["transpose"].producer, rewrite.context)
        if perm is None or not swaps_last_two(perm):
            return "the transpose moves other axes than the last two"
        flag = flags_of(root)[side]
        inputs = list(root.inputs)
        inputs[side] = rewrite.match["a"]
        return rewrite.add(root.op, inputs, {**root.attrs, flag: not root.attr(flag)}).output

    return build


def _bias(rewrite: Rewrite) -> Value | str:
    product = rewrite.match["product"].producer
    columns = product.output.desc.origin_shape[-1] if product.output.desc.origin_shape.rank else None
    rank = product.output.desc.origin_shape.rank
    if not isinstance(columns, int) or rank is None:
        return "the number of columns is not known"
    c = along_axis(rewrite.match["c"], rank - 1, rank, columns)
    if c is None:
        return "the other operand is not one number a column"
    if any(value is not None for value in product.inputs[2:]):
        return "the product has a bias already, or is quantized"
    old = rewrite.match["c"]
    bias = old if dims_of(old) == (columns,) else rewrite.constant(c, old)
    return rewrite.add(product.op, [*product.inputs[:2], bias], product.attrs).output


def _factor(rewrite: Rewrite, number: float) -> Value | str:
    """The factor for the constants of `weighted`, or why not; then its whole path to the root is built again."""
    import numpy as np

    node = rewrite.match["weighted"].producer
    if not np.isfinite(number) or number == 0:
        return "the factor is not a finite number other than 0"
    inputs = list(node.inputs)
    if any(value is not None for value in inputs[3:]):
        return "the product is quantized"
    for place in (1, 2):
        value = inputs[place] if place < len(inputs) else None
        array = array_of(value)
        if value is not None:
            if array is None or not value.desc.dtype.is_float:
                return "a bias or weight is not a constant of floating-point numbers"
            inputs[place] = rewrite.constant(array.astype(np.float64) * number, value)
    return rewrite.add(node.op, inputs, node.attrs).output


def _number(rewrite: Rewrite) -> float:
    number = rewrite.match.number("s")
    return number if rewrite.root.op == "Mul" else 1 / number if number else float("inf")


def _scale_weights(rewrite: Rewrite) -> Value | str:
    return _factor(rewrite, _number(rewrite))


def _scale_query(rewrite: Rewrite) -> Value | str:
    """s (q k) with q = views(x W): the factor goes to W, and the views and the product are built again."""
    path: list[Node] = []
    node = rewrite.match["scores"].producer
    weighted = rewrite.match["weighted"].producer
    while node is not weighted:
        path.append(node)
        first = node.inputs[0]
        assert first is not None  # WHY: the pattern has walked this way
        node = first.producer
    value = _factor(rewrite, _number(rewrite))
    if isinstance(value, str):
        return value
    for step in reversed(path):
        value = rewrite.add(step.op, [value, *step.inputs[1:]], step.attrs).output
    return value


def _scalars_out(rewrite: Rewrite) -> Value | str:
    import numpy as np

    root = rewrite.root
    a, b = (rewrite.match[name].producer for name in ("left", "right"))
    s, t = number_of(rewrite.match["s"]), number_of(rewrite.match["t"])
    if s is None or t is None or any(value is not None for value in root.inputs[2:]):
        return "the product has a bias"
    x, y = rewrite.match["a"], rewrite.match["b"]
    if x.desc.origin_shape != a.output.desc.origin_shape or y.desc.origin_shape != b.output.desc.origin_shape:
        return "a factor changes the shape"
    product = rewrite.add(root.op, [x, y], root.attrs).output
    return rewrite.add("Mul", [product, rewrite.constant(np.array(s * t), rewrite.match["s"])]).output


def _views(inner: Call) -> tuple[Call, ...]:
    """`inner` itself, and under one or two reshapes or transposes."""
    view = RESHAPES + "|" + TRANSPOSES
    once = op(view, inner, open=True)
    return inner, once, op(view, once, open=True)


_WEIGHTED = op(_BIASED, var("x"), const("w"), open=True, name="weighted")


class MatMulFolding(RewritePass):
    """Matrix products take in what stands around them."""

    name = "matmul-folding"
    stage = Stage.OPTIMIZE
    after = ("constant-folding", "identity-elimination", "reshape-transpose-merging")
    before = ("common-subexpression-elimination",)
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("transpose-into-left", op(MATMULS, _TRANSPOSED, var("b"), open=True), _transpose(0)),
        Rule("transpose-into-right", op(MATMULS, var("b"), _TRANSPOSED, open=True), _transpose(1)),
        Rule("add-into-bias", op("Add", op(_BIASED, var("x"), var("w"), open=True, name="product"), const("c")), _bias),
        Rule("factor-into-weights", op("Mul|Div", _WEIGHTED, scalar("s")), _scale_weights),
        *(
            Rule(
                f"factor-into-query-{depth}",
                op("Mul|Div", op(_BIASED, view, var("k"), name="scores"), scalar("s")),
                _scale_query,
            )
            for depth, view in enumerate(_views(_WEIGHTED))
        ),
        Rule(
            "factors-out-of-product",
            op(
                MATMULS,
                op("Mul", var("a"), scalar("s"), name="left"),
                op("Mul", var("b"), scalar("t"), name="right"),
                open=True,
            ),
            _scalars_out,
        ),
    )
