"""Merge chains of operators that only move elements. They feed each other, so they share one fix-point.

reshape(reshape(x)) -> reshape(x), for Reshape, Squeeze, Unsqueeze, ExpandDims, Flatten; x where the shape comes back
Transpose(q) ∘ Transpose(p) -> Transpose(p[q]); x where that is the identity
Transpose that only moves axes of length 1 -> Reshape
"""

from __future__ import annotations

from typing import ClassVar

from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import dims_of, permutation, reshape_call
from metadef.patterns.expression import op, var

__all__ = ["ReshapeTransposeMerging", "composed", "reshaped"]

RESHAPES = "Reshape|Squeeze|SqueezeV3|Unsqueeze|UnsqueezeV3|ExpandDims|Flatten|FlattenV2"
TRANSPOSES = "Transpose|TransposeD"


def reshaped(rewrite: Rewrite, x: Value, like: Value) -> Value | str:
    """`x` in the shape of `like`, which has as many elements; or why that cannot be written down."""
    import numpy as np

    shape = like.desc.origin_shape
    if shape.rank is not None and shape == x.desc.origin_shape and None not in shape.dims:
        return x
    found = reshape_call(x.desc.origin_shape, shape)
    if isinstance(found, str):
        return found
    target, attrs = found
    return rewrite.add("Reshape", [x, rewrite.constant(np.array(target, np.int64))], attrs).output


def _reshape_reshape(rewrite: Rewrite) -> Value | str:
    return reshaped(rewrite, rewrite.match["x"], rewrite.root.output)


def composed(inner: tuple[int, ...], outer: tuple[int, ...]) -> list[int]:
    """The permutation of a transpose by `inner` and then by `outer`.

    >>> composed((1, 2, 0), (0, 2, 1))
    [1, 0, 2]
    """
    return [inner[axis] for axis in outer]


def _transpose_transpose(rewrite: Rewrite) -> Value | str:
    import numpy as np

    outer = permutation(rewrite.root, rewrite.context)
    inner = permutation(rewrite.match["inner"].producer, rewrite.context)
    if outer is None or inner is None:
        return "a permutation is not known"
    perm = composed(inner, outer)
    if perm == sorted(perm):
        return rewrite.match["x"]
    return rewrite.add("Transpose", [rewrite.match["x"], rewrite.constant(np.array(perm, np.int64))]).output


def _transpose_of_ones(rewrite: Rewrite) -> Value | str:
    perm, dims = permutation(rewrite.root, rewrite.context), dims_of(rewrite.match["x"])
    if perm is None or dims is None:
        return "the permutation or a size is not known"
    moved = [axis for axis in perm if dims[axis] != 1]
    if moved != sorted(moved):
        return "it moves an axis that is longer than 1"
    return reshaped(rewrite, rewrite.match["x"], rewrite.root.output)


class ReshapeTransposeMerging(RewritePass):
    """Chains of reshapes and of transposes become one, or nothing."""

    name = "reshape-transpose-merging"
    stage = Stage.OPTIMIZE
    after = ("constant-folding", "identity-elimination")
    before = ("common-subexpression-elimination",)
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("reshape-reshape", op(RESHAPES, op(RESHAPES, var("x"), open=True), open=True), _reshape_reshape),
        Rule(
            "transpose-transpose",
            op(TRANSPOSES, op(TRANSPOSES, var("x"), open=True, name="inner"), open=True),
            _transpose_transpose,
        ),
        Rule("transpose-of-ones", op(TRANSPOSES, var("x"), open=True), _transpose_of_ones),
    )
