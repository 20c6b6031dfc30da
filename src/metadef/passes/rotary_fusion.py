"""Recognise rotary position embedding.

x · cos + [-x₂, x₁] · sin   -> RotaryMul(x, cos, sin)      x₁, x₂ the halves of the last axis of x, which has four

The halves are slices, or the two results of a split. cos and sin have four axes, the last as long as that of x. Other
lengths may be symbols.
"""

from __future__ import annotations

from math import prod
from typing import ClassVar

from metadef.errors import MetadefError
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.kernels.run import run_node
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.patterns.constants import array_of
from metadef.patterns.expression import Call, op, result, var

__all__ = ["RotaryFusion"]

_AXES = 4
_MOST_ELEMENTS = 1 << 22
_X, _COS, _SIN = var("x"), var("cos"), var("sin")
_SLICES = "StridedSliceV2|StridedSlice|Slice|SliceD"
_SPLITS = "SplitD|Split|SplitV|SplitVD"


def _rotated(turned: Call) -> Call:
    return op("Add", op("Mul", _X, _COS), op("Mul", turned, _SIN))


def _joined(high: Call, low: Call) -> Call:
    return op("ConcatD|ConcatV2", op("Neg", high), low, open=True, name="joined")


_BY_SLICES = _rotated(_joined(op(_SLICES, _X, open=True, name="high"), op(_SLICES, _X, open=True, name="low")))
_SPLIT = op(_SPLITS, _X, open=True, name="split")


def _is_last(node: Node, name: str, rewrite: Rewrite) -> bool:
    """Whether an axis, given as an attribute or an input, is the last one."""
    axis = node.attr(name) if name in node.proto.attr_index else None
    if axis is None and name in node.proto.input_index:
        source = node.input(name)
        known = rewrite.context.known(source) if source is not None else None
        axis = known.items[0] if known is not None and len(known.items) == 1 else None
    return axis in (-1, _AXES - 1)


def _fuse(rewrite: Rewrite) -> Value | str:
    x, cos, sin = (rewrite.match[name] for name in ("x", "cos", "sin"))
    shapes = [value.desc.origin_shape for value in (x, cos, sin)]
    width = shapes[0][-1] if shapes[0].rank == _AXES else None
    if not isinstance(width, int) or any(shape.rank != _AXES or shape[-1] != width for shape in shapes):
        return "x, cos and sin do not have four axes, the last of one known length"
    if not shapes[0].is_symbolic_or_known:
        return "a length of x is not even an expression"
    joined = rewrite.match["joined"].producer
    if not _is_last(joined, "concat_dim", rewrite) or width % 2 or joined.output.desc.origin_shape != shapes[0]:
        return "the halves are not joined along the last axis"
    return _halves(rewrite, width) or rewrite.add("RotaryMul", [x, cos, sin]).output


def _halves(rewrite: Rewrite, width: int) -> str:
    """Why the operands of the join are not the two halves, the second one first."""
    half = rewrite.match["x"].desc.origin_shape.with_dim(_AXES - 1, width // 2)
    nodes = [rewrite.match[name].producer for name in ("high", "low", "split") if rewrite.match.get(name) is not None]
    if any(value.desc.origin_shape != half for node in nodes for value in node.outputs):
        return "the slices are not the two halves"
    # WHY three: a slice that keeps an axis's length takes all of it, forwards or backwards, and three elements tell
    # these apart. Slices that say how much they take need the length itself.
    lead = half.dims[:-1]
    reason = "the tensor is too large to see what its slices take"
    for dims in (3,) * len(lead), lead:
        known = tuple(size for size in dims if isinstance(size, int))
        if len(known) == len(lead) and prod(known) * width < _MOST_ELEMENTS:
            reason = _taken(rewrite, nodes, (*known, width))
            if not reason:
                return ""
    return reason


def _taken(rewrite: Rewrite, nodes: list[Node], dims: tuple[int, ...]) -> str:
    """Why the nodes do not take the two halves, found by looking at what they take of numbers.

    WHY numbers: a slice says in five ways what it takes; its kernel on a tensor of indices says it in one.
    """
    import numpy as np

    full = np.arange(prod(dims), dtype=np.int32).reshape(dims)
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
    half = dims[-1] // 2
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
