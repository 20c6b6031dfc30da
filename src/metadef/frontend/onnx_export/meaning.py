"""A laid-out graph as it is meant: ONNX knows no storage formats, and TransData changes no meaning."""

from __future__ import annotations

from metadef.errors import MetadefError
from metadef.graph.clone import clone
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.walk import all_graphs
from metadef.layout.relayout import undo_layout
from metadef.ops.builtin import CONST
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["as_meant"]


def as_meant(graph: Graph) -> tuple[Graph, int]:
    """A copy in which every value lies as it is meant, and how many do not in the graph.

    A graph whose own inputs or outputs lie in a storage format is given as it is: there the format is part of what the
    caller sees. So is one with a shape that does not follow from its format.
    """
    graphs = list(all_graphs(graph))
    values = [value for each in graphs for node in each.nodes for value in node.outputs]
    distinct = dict.fromkeys(value.desc for value in values)
    laid = {desc for desc in distinct if not desc.is_stored_as_meant}
    apart = sum(value.desc in laid for value in values)
    ends = [value for each in graphs for value in (*each.inputs, *(value for _, value in each.outputs))]
    if not laid or any(value.desc in laid for value in ends) or not all(map(_follows, laid)):
        return graph, 0
    copy = clone(graph)
    for each in all_graphs(copy):
        if not all(_unlay(each, node) for node in list(each.nodes) if node.proto is CONST):
            return graph, 0
        undo_layout(each)
    return copy, apart


def _follows(desc: TensorDesc) -> bool:
    """Whether the shape in memory is the one that the format makes of the origin shape."""
    from metadef.formats import storage_shape

    if desc.format is desc.origin_format or desc.shape.rank is None or desc.origin_shape.rank is None:
        return False
    axes, own_axes = desc.format.axes, desc.origin_format.axes
    permutes = axes is not None and own_axes is not None and len(axes) == desc.origin_shape.rank
    if not permutes and (axes is not None or desc.shape == desc.origin_shape):
        return False  # WHY: a format that moves nothing is a name that ONNX would lose
    last = desc.shape[-1] if desc.shape.rank else None
    try:
        wanted = storage_shape(
            *(desc.origin_shape, desc.origin_format, desc.storage_format, desc.dtype),
            groups=max(1, desc.sub_format),
            c0=last if isinstance(last, int) and last > 0 else None,
        )
    except MetadefError:
        return False
    return wanted == desc.shape


def _unlay(graph: Graph, node: Node) -> bool:
    """Let a constant lie as it is meant; False where its bytes are not shaped as its format says."""
    desc, value = node.output.desc, node.attrs["value"]
    if desc.is_stored_as_meant:
        return True
    if not isinstance(value, TensorValue) or desc.shape.known_dims() != value.dims or not desc.origin_shape.is_known:
        return False
    from metadef.kernels.storage import meant

    array = meant(value.array(), desc)
    graph.set_attr(node, "value", TensorValue.from_array(array, value.dtype))
    graph.set_desc(node.output, desc.stored_as(desc.origin_format, desc.origin_shape))
    return True
