"""Let one operator transpose and reshape: ConfusionTransposeD does both, in either order.

Transpose(p)(Reshape(x))                 -> ConfusionTransposeD(x), reshape first
Reshape(Transpose(p)(Reshape(x)))        -> the same, where the last one only adds or drops axes of length 1
Reshape(Transpose(p)(x))                 -> ConfusionTransposeD(x), transpose first
ConfusionTransposeD(MatMul(Reshape(x), W))  -> ConfusionTransposeD(MatMul(x, W)), reshape first
Reshape(MatMul(Reshape(x), W))           -> MatMul(Reshape(x), W) with the leading axes of the result; also where the
                                            inner one is a ConfusionTransposeD that transposes first

Products see leading axes only as a list of rows, as long as the last axis stays.
"""

from __future__ import annotations

from typing import ClassVar

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.matmul_folding import flags_of
from metadef.passes.reshape_transpose_merging import RESHAPES, TRANSPOSES
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import dims_of, permutation
from metadef.patterns.expression import const, op, var

__all__ = ["TransposeReshapeFusion", "absorb_ones"]

_BOTH = "ConfusionTransposeD"
_PRODUCT = "MatMulV2|BatchMatMulV2"


def absorb_ones(
    middle: tuple[int, ...], perm: tuple[int, ...], out: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """(shape, perm) that give `out` directly, where it differs from `middle` permuted in axes of length 1 only.

    >>> absorb_ones((32, 1, 3, 64), (2, 0, 1, 3), (3, 32, 64))
    ((32, 3, 64), (1, 0, 2))
    >>> absorb_ones((2, 3), (1, 0), (6, 1)) is None
    True
    """
    moved = [axis for axis in perm if middle[axis] != 1]
    if [middle[axis] for axis in moved] != [size for size in out if size != 1]:
        return None
    kept = sorted(moved)
    ones = len(out) - len(kept)
    shape = (1,) * ones + tuple(middle[axis] for axis in kept)
    places = iter(ones + kept.index(axis) for axis in moved)
    fill = iter(range(ones))
    return shape, tuple(next(fill) if size == 1 else next(places) for size in out)


def _reshape_first(rewrite: Rewrite) -> Value | str:
    transpose = rewrite.match["transpose"].producer
    perm = permutation(transpose, rewrite.context)
    middle, out = dims_of(rewrite.match["middle"]), dims_of(rewrite.root.output)
    if perm is None or middle is None or out is None:
        return "the permutation or a size is not known"
    if 0 in middle:
        return "there are no elements"
    found = absorb_ones(middle, perm, out)
    if found is None:
        return "the last reshape does more than to add or drop axes of length 1"
    shape, order = found
    if shape == dims_of(rewrite.match["x"]):
        return "the first reshape does not last"
    attrs = {"perm": order, "shape": shape, "transpose_first": False}
    return rewrite.add(_BOTH, [rewrite.match["x"]], attrs).output


def _transpose_first(rewrite: Rewrite) -> Value | str:
    perm = permutation(rewrite.match["transpose"].producer, rewrite.context)
    out = dims_of(rewrite.root.output)
    if perm is None or out is None:
        return "the permutation or a size is not known"
    attrs = {"perm": perm, "shape": out, "transpose_first": True}
    return rewrite.add(_BOTH, [rewrite.match["x"]], attrs).output


def _product_on(rewrite: Rewrite, x: Value) -> Value | str:
    """The matched product with `x` in place of its left operand."""
    product = rewrite.match["product"].producer
    before, after = product.inputs[0], x.desc.origin_shape
    left, right = flags_of(product)
    if before is None or not after.rank or not before.desc.origin_shape.rank:
        return "the shape is not known"
    last = before.desc.origin_shape[-1]
    if product.attr(left) or rewrite.match["w"].desc.origin_shape.rank != 2 or last != after[-1] or last is None:
        return "the reshape touches the axis that is summed over"
    attrs: dict[str, object] = {"adj_x2" if after.rank > 2 else "transpose_x2": bool(product.attr(right))}
    op_name = "BatchMatMulV2" if after.rank > 2 else "MatMulV2"
    return rewrite.add(op_name, [x, *product.inputs[1:3]], attrs).output


def _reshape_below_product(rewrite: Rewrite) -> Value | str:
    product = _product_on(rewrite, rewrite.match["x"])
    if isinstance(product, str):
        return product
    return rewrite.add(_BOTH, [product], rewrite.root.attrs).output


def _reshape_above_product(rewrite: Rewrite) -> Value | str:
    out, columns = dims_of(rewrite.root.output), dims_of(rewrite.match["product"])
    inner = rewrite.match["inner"]
    rows = dims_of(inner)
    if out is None or columns is None or rows is None or len(out) < 2 or out[-1] != columns[-1]:
        return "the reshape touches the columns"
    target = (*out[:-1], rows[-1])
    if inner.producer.op == _BOTH:
        attrs = {**inner.producer.attrs, "shape": target}
        return _product_on(rewrite, rewrite.add(_BOTH, [rewrite.match["x"]], attrs).output)
    import numpy as np

    x = rewrite.match["x"]
    if dims_of(x) != target:
        x = rewrite.add("Reshape", [x, rewrite.constant(np.array(target, np.int64))]).output
    return _product_on(rewrite, x)


def _reshape_into_both(rewrite: Rewrite) -> Value | str:
    return rewrite.add(_BOTH, [rewrite.match["x"]], rewrite.root.attrs).output


def _both_into_reshape(rewrite: Rewrite) -> Value | str:
    inner, out = rewrite.match["both"].producer, dims_of(rewrite.root.output)
    if out is None or 0 in out:
        return "a size is not known, or there are no elements"
    if inner.attr("transpose_first"):
        return rewrite.add(_BOTH, [rewrite.match["x"]], {**inner.attrs, "shape": out}).output
    shape, perm = (tuple(axis for axis in _tuple(inner, name) if isinstance(axis, int)) for name in ("shape", "perm"))
    found = absorb_ones(shape, perm, out)
    if found is None:
        return "the last reshape does more than to add or drop axes of length 1"
    return rewrite.add(_BOTH, [rewrite.match["x"]], {**inner.attrs, "shape": found[0], "perm": found[1]}).output


def _tuple(node: Node, name: str) -> tuple[object, ...]:
    found = node.attr(name)
    return found if isinstance(found, tuple) else ()


_RESHAPE = op(RESHAPES, var("x"), open=True, name="middle")
_ON_RESHAPE = op(TRANSPOSES, _RESHAPE, open=True, name="transpose")
_TRANSPOSE = op(TRANSPOSES, var("x"), open=True, name="transpose")


class TransposeReshapeFusion(RewritePass):
    """A reshape and a transpose in one node, and reshapes around products gone."""

    name = "transpose-reshape-fusion"
    stage = Stage.FUSION
    after = ("projection-merging", "matmul-activation-fusion")
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("reshape-transpose-reshape", op(RESHAPES, _ON_RESHAPE, open=True), _reshape_first, fuses=True),
        Rule("reshape-transpose", _ON_RESHAPE, _reshape_first, fuses=True),
        Rule("transpose-reshape", op(RESHAPES, _TRANSPOSE, open=True), _transpose_first, fuses=True),
        Rule("reshape-both", op(_BOTH, op(RESHAPES, var("x"), open=True), transpose_first=False), _reshape_into_both),
        Rule("both-reshape", op(RESHAPES, op(_BOTH, var("x"), name="both"), open=True), _both_into_reshape),
        Rule(
            "reshape-below-product",
            op(
                _BOTH,
                op(_PRODUCT, op(RESHAPES, var("x"), open=True), const("w"), open=True, name="product"),
                transpose_first=False,
            ),
            _reshape_below_product,
        ),
        *(
            Rule(
                "reshape-above-product",
                op(RESHAPES, op(_PRODUCT, inner, const("w"), open=True, name="product"), open=True),
                _reshape_above_product,
            )
            for inner in (
                op(RESHAPES, var("x"), open=True, name="inner"),
                op(_BOTH, var("x"), name="inner", transpose_first=True),
            )
        ),
    )
