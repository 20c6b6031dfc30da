"""Remove operators that return their input unchanged.

Identity(x) -> x; Cast(x: T, T) -> x; Reshape(x: s, s) -> x; Transpose(x, identity) -> x; Squeeze, Unsqueeze, Expand,
BroadcastTo, Tile and Slice that keep the shape -> x; Concat, Split, AddN, Maximum-like operators of one -> x;
Pad by nothing -> x; StridedSlice in steps of 1 that keeps the shape -> x, so not one that turns the order round;
a sum, mean, product, maximum or minimum over axes of length 1 that keeps them -> x; Pow(x, 1) -> x;
a clip between infinities -> x; a choice by a constant that always falls the same way -> what it chooses;
a pool with windows of one element -> x; a reversal of no axes -> x.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.passes.base import Context, NodePass, Stage
from metadef.patterns.constants import array_of, number_of
from metadef.types.dtype import DataType

__all__ = ["IdentityElimination"]

_CONCATS = frozenset({"ConcatD", "ConcatV2", "Concat"})
_ALWAYS = frozenset("Identity Snapshot StopGradient PreventGradient GuaranteeConst PlaceholderWithDefault".split())
# WHY: for these an unchanged, fully known shape means unchanged data
_SAME_SHAPE = frozenset(
    "Reshape Squeeze SqueezeV2 SqueezeV3 Unsqueeze UnsqueezeV2 UnsqueezeV3 ExpandDims Flatten FlattenV2 "
    "Expand BroadcastTo BroadcastToD Tile TileD Slice SliceD".split()
)


def _same_shape(node: Node, first: Value) -> bool:
    before, after = first.desc.origin_shape, node.output.desc.origin_shape
    return before.rank is not None and before == after and None not in before.dims


def _ints(node: Node, name: str, context: Context) -> tuple[int, ...] | None:
    """An attribute or known input as whole numbers; None when it is neither."""
    if name in node.proto.attr_index:
        found = node.attr(name)
        items = found if isinstance(found, tuple) else ()
        flat = [one for item in items for one in (item if isinstance(item, tuple) else (item,))]
        return tuple(one for one in flat if isinstance(one, int))
    source = node.input(name) if name in node.proto.input_index else None
    known = context.known(source) if source is not None else None
    ints = known.ints() if known is not None else None
    return tuple(ints) if ints is not None else None


def _pad(node: Node, first: Value, context: Context) -> Value | None:
    widths = _ints(node, "paddings", context)
    return first if widths is not None and not any(widths) else None


def _slice(node: Node, first: Value, context: Context) -> Value | None:
    strides = _ints(node, "strides", context) if node.input("strides") is not None else ()
    steps = strides is not None and all(step == 1 for step in strides)
    return first if steps and _same_shape(node, first) else None


def _split(node: Node, first: Value, context: Context) -> Value | None:
    source = node.inputs[0] if node.op == "SplitD" else node.input("x")
    return source if source is not None and _same_shape(node, source) else None


def _of_one(node: Node, first: Value, context: Context) -> Value | None:
    return first if sum(value is not None for value in node.inputs) == 1 else None


def _reduction(node: Node, first: Value, context: Context) -> Value | None:
    return first if node.attr("keep_dims") and _same_shape(node, first) else None


def _power(node: Node, first: Value, context: Context) -> Value | None:
    return first if number_of(node.inputs[1]) == 1 and _same_shape(node, first) else None


def _clip(node: Node, first: Value, context: Context) -> Value | None:
    low, high = (number_of(value) for value in node.inputs[1:3])
    return first if low == -math.inf and high == math.inf and _same_shape(node, first) else None


def _choice(node: Node, first: Value, context: Context) -> Value | None:
    array = array_of(node.inputs[0])
    if array is None or not array.size:
        return None
    chosen = node.inputs[1] if bool(array.all()) else node.inputs[2] if not bool(array.any()) else None
    return chosen if chosen is not None and _same_shape(node, chosen) else None


def _pool(node: Node, first: Value, context: Context) -> Value | None:
    windows = [*(_ints(node, "ksize", context) or (0,)), *(_ints(node, "strides", context) or (0,))]
    plain = not any(_ints(node, "pads", context) or ()) and not node.attr("global_pooling")
    divisor = node.attr("divisor_override") if "divisor_override" in node.proto.attr_index else 0
    return first if plain and not divisor and all(size == 1 for size in windows) else None


def _reversal(node: Node, first: Value, context: Context) -> Value | None:
    return first if _ints(node, "axis", context) == () else None


# WHY not more reductions: a norm of one element is its absolute value, a logarithm of a sum is its logarithm
_SOMETIMES: dict[str, Callable[[Node, Value, Context], Value | None]] = {
    **dict.fromkeys(("Pad", "PadV3", "PadD"), _pad),
    **dict.fromkeys(("StridedSlice", "StridedSliceV2"), _slice),
    **dict.fromkeys(("Split", "SplitD"), _split),
    "AddN": _of_one,
    **dict.fromkeys("ReduceSum ReduceMean ReduceProd ReduceMax ReduceMin".split(), _reduction),
    **dict.fromkeys("ReduceSumD ReduceMeanD ReduceProdD ReduceMaxD ReduceMinD".split(), _reduction),
    "Pow": _power,
    "ClipByValue": _clip,
    **dict.fromkeys(("Select", "SelectV2"), _choice),
    **dict.fromkeys(("AvgPoolV2", "MaxPoolV3"), _pool),
    "ReverseV2": _reversal,
}


class IdentityElimination(NodePass):
    """Readers of the output read the input instead; a graph output keeps its name."""

    name = "identity-elimination"
    stage = Stage.OPTIMIZE
    before = ("common-subexpression-elimination",)
    after = ("constant-folding",)
    ops = _ALWAYS | _SAME_SHAPE | _CONCATS | _SOMETIMES.keys() | {"Cast", "Transpose", "TransposeD"}

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        """Bypass the node when it changes nothing."""
        source = _source(node, context)
        if source is None or len(node.outputs) != 1:
            return
        if source.desc.dtype is not node.output.desc.dtype:
            return
        graph.replace_uses(node.output, source)
        if not graph.control_users(node) and not node.control_inputs:
            graph.remove(node)


def _source(node: Node, context: Context) -> Value | None:
    """The value that the node returns unchanged, or None."""
    first = next((value for value in node.inputs if value is not None), None)
    if first is None:
        return None
    if node.op in _ALWAYS:
        return first
    if node.op == "Cast":
        same = first.desc.dtype is node.output.desc.dtype and first.desc.dtype is not DataType.UNDEFINED
        return first if same else None
    if node.op in ("Transpose", "TransposeD"):
        return first if _is_identity_perm(node, context) else None
    rule = _SOMETIMES.get(node.op)
    if rule is not None:
        return rule(node, first, context)
    if node.op in _CONCATS:
        members = [value for value in node.members("x") if value is not None]
        return members[0] if len(members) == 1 else None
    before, after = first.desc.origin_shape, node.output.desc.origin_shape
    same_shape = before.rank is not None and before == after and None not in before.dims
    return first if same_shape else None


def _is_identity_perm(node: Node, context: Context) -> bool:
    perm = node.attr("perm")
    if not isinstance(perm, tuple):
        source = node.input("perm") if "perm" in node.proto.input_index else None
        known = context.known(source) if source is not None else None
        ints = known.ints() if known is not None else None
        if ints is None:
            return False
        perm = ints
    return list(perm) == list(range(len(perm)))
