"""Taking an earlier layout back, so that a graph that was laid out before is decided anew as a whole.

A TransData changes where a tensor lies and not what it means, so it is the identity on meanings: all of them go, of
whatever file or pass, with them inverse pairs, repeated ones, and ones that could stand in a cheaper place. The solver
then puts in those that pay: shared by all readers, on the cheaper side of every operator that takes either format.
A ReFormat that names the axes in another order is the Transpose that it was made of. Graph inputs and constants
stay where they lie; Casts change numbers, so they stay and are decided by the solver (`metadef.layout.views`).
"""

from __future__ import annotations

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.ops.builtin import CONST, DATA

__all__ = ["undo_layout"]


def _unmerge(graph: Graph, node: Node) -> bool:
    """Make a Transpose of a ReFormat that names the axes in another order; False for any other."""
    source = node.inputs[0]
    if source is None or len(node.outputs) != 1:
        return False
    before, after = source.desc.origin_format.axes, node.output.desc.origin_format.axes
    if before is None or after is None or before == after or sorted(before) != sorted(after):
        return False
    order = [before.index(axis) for axis in after]
    was, now = source.desc.origin_shape, node.output.desc.origin_shape
    if was.rank != len(order) or tuple(was[axis] for axis in order) != now.dims:
        return False
    perm = graph.constant(order, graph.unique_name(f"{node.name}_perm"))
    graph.set_call(node, "Transpose", [source, perm])
    return True


def undo_layout(graph: Graph) -> int:
    """Remove every TransData and store all computed values as they are meant; gives how many are gone."""
    removed = 0
    for node in list(graph.nodes):
        if node.op == "ReFormat" and _unmerge(graph, node):
            removed += 1
            continue
        source = node.inputs[0] if node.op == "TransData" and len(node.inputs) == 1 else None
        if source is None or len(node.outputs) != 1 or source.desc.origin_shape != node.output.desc.origin_shape:
            continue
        if graph.is_output(node.output) and (graph.is_output(source) or source.producer.proto is DATA):
            continue  # WHY: an output has a name and a value of its own
        graph.replace_uses(node.output, source)
        graph.remove(node)
        removed += 1
    for node in graph.nodes:
        if node.proto is DATA or node.proto is CONST:
            continue
        for value in node.outputs:
            desc = value.desc
            if not desc.is_stored_as_meant:
                graph.set_desc(value, desc.stored_as(desc.origin_format, desc.origin_shape))
    return removed
