"""Taking an earlier layout back, so that a graph that was laid out before is decided anew as a whole.

A TransData changes where a tensor lies and not what it means, so it is the identity on meanings: all of them go, of
whatever file or pass, with them inverse pairs, repeated ones, and ones that could stand in a cheaper place. The solver
then puts in those that pay: shared by all readers, on the cheaper side of every operator that takes either format.
Graph inputs and constants stay where they lie; Casts stay, as they change numbers.
"""

from __future__ import annotations

from metadef.graph.graph import Graph
from metadef.ops.builtin import CONST, DATA

__all__ = ["undo_layout"]


def undo_layout(graph: Graph) -> int:
    """Remove every TransData and store all computed values as they are meant; gives how many were removed."""
    removed = 0
    for node in list(graph.nodes):
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
