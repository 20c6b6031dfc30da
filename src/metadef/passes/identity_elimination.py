"""Remove operators that return their input unchanged.

Identity(x) -> x; Cast(x: T, T) -> x; Reshape(x: s, s) -> x; Transpose(x, identity) -> x; Squeeze, Unsqueeze, Expand,
BroadcastTo, Tile and Slice that keep the shape -> x; Concat of one -> x. Pad is not here: negative pads may shift.
"""

from __future__ import annotations

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.passes.base import Context, NodePass, Stage
from metadef.types.dtype import DataType

__all__ = ["IdentityElimination"]

_ALWAYS = frozenset("Identity Snapshot StopGradient PreventGradient GuaranteeConst PlaceholderWithDefault".split())
# WHY: for these an unchanged, fully known shape means unchanged data
_SAME_SHAPE = frozenset(
    "Reshape Squeeze SqueezeV2 SqueezeV3 Unsqueeze UnsqueezeV2 UnsqueezeV3 ExpandDims Flatten FlattenV2 "
    "Expand BroadcastTo BroadcastToD Tile TileD Slice SliceD".split()
)


class IdentityElimination(NodePass):
    """Readers of the output read the input instead; a graph output keeps its name."""

    name = "identity-elimination"
    stage = Stage.OPTIMIZE
    before = ("common-subexpression-elimination",)
    after = ("constant-folding",)
    ops = _ALWAYS | _SAME_SHAPE | {"Cast", "Transpose", "TransposeD", "ConcatD", "ConcatV2", "Concat"}

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
    if node.op in ("ConcatD", "ConcatV2", "Concat"):
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
