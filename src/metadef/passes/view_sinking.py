"""Let reshapes, transposes and casts sink through elementwise operators to where they meet their like.

Transpose(p)(f(Transpose(q)(x)))       -> the two transposes side by side, f first; Reshape likewise
f(Transpose(p)(x), Transpose(p)(y))    -> Transpose(p)(f(x, y)); Reshape likewise, where x and y have one shape
Cast(T)(f(Cast(U)(x)))                 -> Cast(T)(Cast(U)(f(x)))  where f only moves or selects elements

f is pure and elementwise with as many elements before as after. Nothing sinks where it would meet nothing: it would
only be in the way of fusions. What meets is then merged by `reshape-transpose-merging`.
"""

from __future__ import annotations

from typing import ClassVar

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.ops.traits import ELEMENTWISE, PURE
from metadef.passes.base import Stage
from metadef.passes.reshape_transpose_merging import RESHAPES, TRANSPOSES, reshaped
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import dims_of, permutation
from metadef.patterns.constants import tensor_of
from metadef.patterns.expression import Call, op, op_class, var, where
from metadef.types.tensor_value import TensorValue

__all__ = ["ViewSinking"]

_MOVES = RESHAPES + "|" + TRANSPOSES


def _is_plain(node: Node) -> bool:
    return node.proto.has_trait(PURE) and len(node.outputs) == 1 and not node.subgraphs


def _moved(rewrite: Rewrite, view: Node, x: Value) -> Value | str:
    """What `view` makes of `x`, which has the shape of its input."""
    import numpy as np

    if view.op in TRANSPOSES.split("|"):
        perm = permutation(view, rewrite.context)
        if perm is None:
            return "the permutation is not known"
        return rewrite.add("Transpose", [x, rewrite.constant(np.array(perm, np.int64))]).output
    if dims_of(view.output) is None:
        return "a size is not known"
    return reshaped(rewrite, x, view.output)


def _same_kind(first: Node, second: Node) -> bool:
    return (first.op in TRANSPOSES.split("|")) == (second.op in TRANSPOSES.split("|"))


def _unary(rewrite: Rewrite) -> Value | str:
    outer, inner = rewrite.root, rewrite.match["inner"].producer
    middle = rewrite.match["f"].producer
    if not _same_kind(outer, inner):
        return "a reshape and a transpose do not merge"
    x = rewrite.match["x"]
    if x.desc.origin_shape.numel() != middle.output.desc.origin_shape.numel():
        return "the number of elements changes"
    applied = rewrite.add(middle.op, [x], middle.attrs).output
    sunk = _moved(rewrite, inner, applied)
    return sunk if isinstance(sunk, str) else _moved(rewrite, outer, sunk)


def _number(value: Value) -> bool:
    tensor = tensor_of(value)
    return isinstance(tensor, TensorValue) and tensor.size == 1 and len(tensor.dims) <= 1


def _with_number(rewrite: Rewrite) -> Value | str:
    """f(view(x), c) under another view, with one number as the other operand."""
    outer, inner = rewrite.root, rewrite.match["inner"].producer
    middle, c = rewrite.match["f"].producer, rewrite.match["c"]
    if not _same_kind(outer, inner):
        return "a reshape and a transpose do not merge"
    if not _number(c) or rewrite.match["x"].desc.origin_shape.rank == 0:
        return "the other operand is not one number"
    operands = [rewrite.match["x"] if value is not c else c for value in middle.inputs]
    applied = rewrite.add(middle.op, operands, middle.attrs).output
    sunk = _moved(rewrite, inner, applied)
    return sunk if isinstance(sunk, str) else _moved(rewrite, outer, sunk)


def _binary(rewrite: Rewrite) -> Value | str:
    left, right, root = rewrite.match["left"].producer, rewrite.match["right"].producer, rewrite.root
    if not _same_kind(left, right):
        return "one operand is reshaped, the other transposed"
    x, y = rewrite.match["x"], rewrite.match["y"]
    if dims_of(x) is None or dims_of(x) != dims_of(y) or dims_of(left.output) != dims_of(right.output):
        return "the operands do not have one known shape"
    if permutation_of(rewrite, left) != permutation_of(rewrite, right):
        return "the operands are transposed differently"
    return _moved(rewrite, left, rewrite.add(root.op, [x, y], root.attrs).output)


def permutation_of(rewrite: Rewrite, node: Node) -> tuple[int, ...] | None:
    """The permutation of a transpose, None of a reshape."""
    return permutation(node, rewrite.context) if node.op in TRANSPOSES.split("|") else None


def _cast(rewrite: Rewrite) -> Value | str:
    outer, inner, middle = rewrite.root, rewrite.match["inner"].producer, rewrite.match["f"].producer
    moved = rewrite.add(middle.op, [rewrite.match["x"], *middle.inputs[1:]], middle.attrs).output
    return rewrite.add("Cast", [rewrite.add("Cast", [moved], inner.attrs).output], outer.attrs).output


_INNER = op(_MOVES, var("x"), open=True, name="inner")
_F = where(op_class(ELEMENTWISE, _INNER, name="f"), "be pure, with one result", _is_plain)


def _with_constant(first: bool) -> Call:
    operands = (_INNER, var("c")) if first else (var("c"), _INNER)
    f = where(op("Add|Mul|Sub|Div|RealDiv|Maximum|Minimum|Pow", *operands, name="f"), "be pure", _is_plain)
    return op(_MOVES, f, open=True)


class ViewSinking(RewritePass):
    """Views sink through elementwise operators to other views."""

    name = "view-sinking"
    stage = Stage.OPTIMIZE
    after = ("constant-folding", "identity-elimination")
    before = ("common-subexpression-elimination",)
    invalidates = ("reshape-transpose-merging",)
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("view-under-unary", op(_MOVES, _F, open=True), _unary),
        *(Rule("view-under-number", _with_constant(first), _with_number) for first in (True, False)),
        Rule(
            "views-under-binary",
            op(
                "Add|Mul|Sub|Div|RealDiv|Maximum|Minimum",
                op(_MOVES, var("x"), open=True, name="left"),
                op(_MOVES, var("y"), open=True, name="right"),
            ),
            _binary,
        ),
        Rule(
            "cast-under-view",
            op("Cast", op(_MOVES, op("Cast", var("x"), name="inner"), open=True, name="f")),
            _cast,
        ),
    )
