"""Fold transposes, biases and factors into matrix products.

MatMul(Transpose(a), b)     -> MatMul with its transpose flag flipped, where only the last two axes change places
Add(MatMul(x, W), c)        -> MatMul(x, W, bias = c)        c constant, one number a column
Mul(MatMul(x, W, b), s)     -> MatMul(x, s W, s b)           s one number or one a column, W and b constant; or Div
BNInfer(MatMul(x, W, b))    -> MatMul(x, W s, s (b - mean) + offset)   matrices; s = scale / sqrt(variance + epsilon)
MatMul(BNInfer(x), W, b)    -> MatMul(x, W', b + offset W - mean W')   matrices; W' = s W, along the rows of W
MatMul(s a, t b)            -> s t MatMul(a, b)              s, t one number each
Mul(MatMul(q, k), s) where q is MatMul(x, W, b) seen through reshapes and transposes: s goes to W and b
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.convolution_folding import norm_terms
from metadef.passes.reshape_transpose_merging import RESHAPES, TRANSPOSES
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import along_axis, dims_of, permutation, swaps_last_two
from metadef.patterns.constants import array_of, number_of
from metadef.patterns.expression import Call, const, op, scalar, var

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
    columns, rank = _columns(product.output), product.output.desc.origin_shape.rank
    if isinstance(columns, str) or rank is None:
        return str(columns)
    c = along_axis(rewrite.match["c"], rank - 1, rank, columns)
    if c is None:
        return "the other operand is not one number a column"
    if any(value is not None for value in product.inputs[2:]):
        return "the product has a bias already, or is quantized"
    old = rewrite.match["c"]
    bias = old if dims_of(old) == (columns,) else rewrite.constant(c, old)
    return rewrite.add(product.op, [*product.inputs[:2], bias], product.attrs).output


def _weights(node: Node) -> tuple[NDArray[Any], NDArray[Any] | None] | str:
    """(W [..., K, N], b or None) of a product in float64, W not transposed; or why they cannot be changed."""
    import numpy as np

    found: list[NDArray[Any] | None] = []
    if any(value is not None for value in node.inputs[3:]):
        return "the product is quantized"
    for place in (1, 2):
        value = node.inputs[place] if place < len(node.inputs) else None
        array = array_of(value)
        if value is not None and (array is None or not value.desc.dtype.is_float):
            return "a bias or weight is not a constant of floating-point numbers"
        found.append(array.astype(np.float64) if array is not None else None)
    weights, bias = found
    if weights is None or weights.ndim < 2:
        return "the weights are no matrix"
    return (weights.swapaxes(-1, -2) if node.attr(flags_of(node)[1]) else weights), bias


def _rebuilt(rewrite: Rewrite, node: Node, x: Value, weights: NDArray[Any], bias: NDArray[Any] | None) -> Value:
    """The product of `x` with other weights and another bias."""
    old, old_bias = node.inputs[1], node.inputs[2] if len(node.inputs) > 2 else None
    own = weights.swapaxes(-1, -2) if node.attr(flags_of(node)[1]) else weights
    inputs: list[Value | None] = [x, rewrite.constant(own, old)]
    if bias is not None:
        inputs.append(rewrite.constant(bias, old_bias if old_bias is not None else old))
    return rewrite.add(node.op, inputs, node.attrs).output


def _factor(rewrite: Rewrite, factor: NDArray[Any] | str) -> Value | str:
    """`weighted` with its columns multiplied by one factor, or one each; or why not."""
    import numpy as np

    node = rewrite.match["weighted"].producer
    if isinstance(factor, str) or not np.isfinite(factor).all() or not factor.all():
        return factor if isinstance(factor, str) else "a factor is not a finite number other than 0"
    found = _weights(node)
    if isinstance(found, str):
        return found
    weights, bias = found
    return _rebuilt(rewrite, node, rewrite.match["x"], weights * factor, bias * factor if bias is not None else None)


def _inverse(rewrite: Rewrite, factor: NDArray[Any]) -> NDArray[Any] | str:

    if rewrite.root.op == "Mul":
        return factor
    return 1 / factor if factor.all() else "a divisor is 0"


def _number(rewrite: Rewrite) -> NDArray[Any] | str:
    import numpy as np

    return _inverse(rewrite, np.array(rewrite.match.number("s")))


def _scale_weights(rewrite: Rewrite) -> Value | str:
    return _factor(rewrite, _number(rewrite))


def _columns(value: Value) -> int | str:
    """The number of columns of a matrix product."""
    shape = value.desc.origin_shape
    columns = shape[-1] if shape.rank else None
    return columns if isinstance(columns, int) else "the number of columns is not known"


def _scale_columns(rewrite: Rewrite) -> Value | str:
    product = rewrite.match["weighted"]
    columns, rank = _columns(product), product.desc.origin_shape.rank
    if isinstance(columns, str) or rank is None:
        return str(columns)
    c = along_axis(rewrite.match["c"], rank - 1, rank, columns)
    return "the other operand is not one number a column" if c is None else _factor(rewrite, _inverse(rewrite, c))


def _norm_below(rewrite: Rewrite) -> Value | str:
    product = rewrite.match["weighted"]
    if product.desc.origin_shape.rank != 2:
        return "the channels of the normalisation are not the columns of the product"
    found = _weights(product.producer)
    if isinstance(found, str):
        return found
    (weights, bias), (factor, shift) = found, norm_terms(rewrite.root)
    if factor.size != weights.shape[-1]:
        return "the normalisation has another number of channels"
    moved = shift if bias is None else shift + factor * bias.reshape(-1)
    return _rebuilt(rewrite, product.producer, rewrite.match["x"], weights * factor, moved)


def _norm_above(rewrite: Rewrite) -> Value | str:
    norm, root = rewrite.match["norm"], rewrite.root
    if norm.desc.origin_shape.rank != 2 or root.attr(flags_of(root)[0]):
        return "the channels of the normalisation are not what the product sums over"
    found = _weights(root)
    if isinstance(found, str):
        return found
    (weights, bias), (factor, shift) = found, norm_terms(norm.producer)
    if factor.size != weights.shape[-2] or weights.ndim != 2:
        return "the normalisation has another number of channels"
    moved = shift @ weights
    moved = moved if bias is None else moved + bias.reshape(-1)
    return _rebuilt(rewrite, root, rewrite.match["x"], factor[:, None] * weights, moved)


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


_NORM_PARTS = (const("scale"), const("offset"), const("mean"), const("variance"))
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
        Rule("factor-into-weights", op("Mul|Div|RealDiv", _WEIGHTED, scalar("s")), _scale_weights),
        Rule("factors-into-columns", op("Mul|Div|RealDiv", _WEIGHTED, const("c")), _scale_columns),
        Rule("batch-norm-into-product", op("BNInfer", _WEIGHTED, *_NORM_PARTS), _norm_below),
        Rule(
            "batch-norm-into-next-product",
            op(_BIASED, op("BNInfer", var("x"), *_NORM_PARTS, name="norm"), const("w"), open=True),
            _norm_above,
        ),
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
