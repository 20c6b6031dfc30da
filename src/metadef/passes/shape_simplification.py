"""Write down shapes that follow from that of what is reshaped.

Reshape(x, s)   -> Reshape(x, constant)     s known but for one length, which is -1 there
                   Reshape(x, constant) over the axes `axis` to `axis + num_axes`, where others keep their lengths

What is known completely, `constant-folding` has written down already. The nodes that computed the shape are left to
`dead-node-elimination`. A length of 0 would be read as "unless 0, as before", so such shapes stay.
"""

from __future__ import annotations

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.ops.builtin import CONST
from metadef.passes.base import Context, NodePass, Stage
from metadef.passes.tensors import reshape_call
from metadef.types.tensor_value import TensorValue

__all__ = ["ShapeSimplification"]


class ShapeSimplification(NodePass):
    """Looks at every Reshape with a computed shape."""

    name = "shape-simplification"
    stage = Stage.OPTIMIZE
    after = ("constant-folding",)
    before = ("common-subexpression-elimination", "reshape-transpose-merging")
    invalidates = ("dead-node-elimination",)
    ops = frozenset({"Reshape"})

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        """Replace the computed shape by a constant."""
        shape = node.inputs[1]
        if shape is None or shape.producer.proto is CONST or len(node.inputs) < 2:
            return
        known, dims = context.known(shape), node.output.desc.origin_shape
        if known is None or dims.rank != len(known.items):
            return
        if node.attr("axis") != 0 or node.attr("num_axes") != -1:
            return
        found = reshape_call(node.inputs[0].desc.origin_shape, dims) if node.inputs[0] is not None else ""
        if isinstance(found, str):
            context.refuse(node, found)
            return
        import numpy as np

        target, attrs = found
        array = np.array(target, shape.desc.dtype.numpy)
        name = graph.unique_name(f"{node.name}_shape")
        made = graph.constant(TensorValue.from_array(array, shape.desc.dtype), name, origin=context.origin_of(node))
        before = node.output.desc
        graph.replace_input(node, 1, made)
        if attrs:
            graph.set_attrs(node, {**node.attrs, **attrs})
        graph.set_desc(node.output, before)
