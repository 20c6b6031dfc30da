"""Take all slices of a tensor at once.

GatherV2(x, 0, axis), ..., GatherV2(x, n - 1, axis)   ->   the n results of Unpack(x, axis)

where the indices are constant numbers, `axis` has the length n, and every slice is read.
"""

from __future__ import annotations

from dataclasses import replace

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.infer.engine import infer
from metadef.passes.base import Context, NodePass, Stage
from metadef.passes.tensors import dims_of

__all__ = ["GatherMerging"]


class GatherMerging(NodePass):
    """Looks at every tensor of which single slices are gathered."""

    name = "gather-merging"
    stage = Stage.OPTIMIZE
    after = ("constant-folding",)
    before = ("common-subexpression-elimination",)
    ops = frozenset({"GatherV2"})

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        """Replace all gathers of one axis of this node's input, if there is one for each index."""
        x, found = node.inputs[0], _slice(node, context)
        dims = dims_of(x)
        if x is None or found is None or dims is None:
            return
        axis = found[0]
        axis += len(dims) if axis < 0 else 0
        length = dims[axis]
        if length < 2 or x.use_count < length:
            return
        by_index: dict[int, list[Node]] = {}
        for user in x.users:
            other = _slice(user, context) if user.op == "GatherV2" and user.inputs[0] is x else None
            if other is not None and other[0] in (axis, axis - len(dims)) and not graph.control_users(user):
                by_index.setdefault(other[1] % length if -length <= other[1] < length else -1, []).append(user)
        if set(by_index) != set(range(length)):
            context.refuse(node, f"{len(by_index)} of {length} slices are gathered")
            return
        readers = [user for index in range(length) for user in by_index[index]]
        origin = replace(context.origin_of(*readers), made_by="fuse-gathers")
        name = graph.unique_name(f"{x.producer.name}_slices")
        unpack = graph.add(
            "Unpack", [x], {"num": length, "axis": axis}, name=name, origin=origin, output_counts=[length]
        )
        infer(graph, [unpack], context.inference)
        for index, value in enumerate(unpack.outputs):
            for user in by_index[index]:
                graph.replace_uses(user.output, value)
                graph.remove(user)


def _slice(node: Node, context: Context) -> tuple[int, int] | None:
    """(axis, index) of a gather with a single constant index that drops its axis."""
    if len(node.inputs) < 3 or node.control_inputs or node.attr("batch_dims") not in (0, None):
        return None
    index, axis = node.inputs[1], node.inputs[2]
    if index is None or axis is None or dims_of(index) != ():
        return None
    known, place = context.known(index), context.known(axis)
    if known is None or place is None:
        return None
    first, second = place.item(), known.item()
    if not isinstance(first, int) or not isinstance(second, int):
        return None
    return (first, second) if second >= 0 or node.attr("negative_index_support") else None
