"""Recognise rotary position embedding.

x · cos + [-x₂, x₁] · sin   -> RotaryMul(x, cos, sin)      x₁, x₂ the halves of the last axis of x, which has four

The halves are slices, or the two results of a split. cos and sin have four axes, the last as long as that of x.
"""

from __future__ import annotations

from typing import ClassVar

from metadef.errors import MetadefError
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.kernels.run import run_node
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import dims_of
from metadef.patterns.constants import array_of
from metadef.patterns.expression import Call, op, result, var

__all__ = ["RotaryFusion"]

_X, _COS, _SIN = var("x"), var("cos"), var("sin")
_SLICES = "StridedSliceV2|StridedSlice|Slice|SliceD"
_SPLITS = "SplitD|Split|SplitV|SplitVD"


def _rotated(turned: Call) -> Call:
    return op("Add", op("Mul", _X, _COS), op("Mul", turned, _SIN))


def _joined(high: Call, low: Call) -> Call:
    return op("ConcatD|ConcatV2", op("Neg", high), low, open=True, name="joined")


_BY_SLICES = _rotated(_joined(op(_SLICES, _X, open=True, name="high"), op(_SLICES, _X, open=True, name="low")))
_SPLIT = op(_SPLITS, _X, open=True, name="split")


def _is_last(node: Node, name: str, rank: int, rewrite: Rewrite) -> bool:
    """Whether an axis, given as an attribute or an input, is the last one."""
    axis = node.attr(name) if name in node.proto.attr_index else None
    if axis is None and name in node.proto.input_index:
        source = node.input(name)
        known = rewrite.context.known(source) if source is not None else None
        axis = known.items[0] if known is not None and len(known.items) == 1 else None
    return axis in (-1, rank - 1)


def _fuse(rewrite: Rewrite) -> Value | str:
    x, cos, sin = (rewrite.match[name] for name in ("x", "cos", "sin"))
    dims, joined = dims_of(x), rewrite.match["joined"].producer
    shapes = [dims_of(value) for value in (cos, sin)]
    if dims is None or len(dims) != 4 or any(item is None or len(item) != 4 or item[-1] != dims[-1] for item in shapes):
        return "x, cos and sin do not have four axes, the last of one length"
    axis = "concat_dim"
    if not _is_last(joined, axis, 4, rewrite) or dims[-1] % 2 or joined.output.desc.origin_shape != x.desc.origin_shape:
        return "the halves are not joined along the last axis"
    reason = _halves(rewrite, dims)
    return reason or rewrite.add("RotaryMul", [x, cos, sin]).output


def _halves(rewrite: Rewrite, dims: tuple[int, ...]) -> str:
    """Why the operands of the join are not the two halves, the second one first; found by looking at numbers."""
    import numpy as np

    # WHY numbers: a slice says in five ways what it takes; its kernel on a row of indices says it in one
    row = np.arange(dims[-1], dtype=np.int32).reshape(1, 1, 1, -1)
    full = np.broadcast_to(row, dims)
    if full.nbytes > 1 << 24:
        return "the tensor is too large to see what its slices take"
    half = dims[-1] // 2
    nodes = [rewrite.match[name].producer for name in ("high", "low", "split") if rewrite.match.get(name) is not None]
    parts: list[object] = []
    for node in nodes:
        arrays = [array_of(value) if value is not rewrite.match["x"] else full for value in node.inputs]
        if any(value is not None and array is None for value, array in zip(node.inputs, arrays, strict=True)):
            return "what the slices take is computed"
        try:
            parts += run_node(node, arrays)
        except MetadefError as error:
            return error.findings[0].message
    high, low = parts if len(nodes) == 2 else (parts[1], parts[0]) if len(parts) == 2 else (None, None)
    if not np.array_equal(np.asarray(high), full[..., half:]) or not np.array_equal(np.asarray(low), full[..., :half]):
        return "the slices are not the two halves"
    return ""


class RotaryFusion(RewritePass):
    """One RotaryMul for the six nodes of a rotation."""

    name = "rotary-fusion"
    stage = Stage.FUSION
    invalidates = ("dead-node-elimination",)
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("rotary", _BY_SLICES, _fuse, fuses=True),
        Rule(
            "rotary",
            op(
                "Add",
                op("Mul", _X, _COS),
                op(
                    "Mul",
                    op("ConcatD|ConcatV2", op("Neg", result(_SPLIT, 1)), result(_SPLIT, 0), open=True, name="joined"),
                    _SIN,
                ),
            ),
            _fuse,
            fuses=True,
        ),
    )
