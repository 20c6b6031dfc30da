"""Merge nodes that compute the same: equal operator, inputs and attributes, and nothing but their outputs.

key(op, inputs, attributes, formats) equal  ->  every reader of the later node reads the earlier one.
Only operators with the trait `pure` qualify; for commutative ones the first two inputs are ordered.
"""

from __future__ import annotations

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.walk import topological
from metadef.ops.builtin import CONST
from metadef.ops.traits import COMMUTATIVE, PURE
from metadef.passes.base import Context, GraphPass, Stage
from metadef.types.tensor_value import TensorValue

__all__ = ["CommonSubexpressions"]


class CommonSubexpressions(GraphPass):
    """One sweep in topological order, so that merged producers make their readers equal."""

    name = "common-subexpression-elimination"
    stage = Stage.OPTIMIZE
    after = ("constant-folding",)

    def run(self, graph: Graph, context: Context) -> None:
        """Redirect the readers of every repeated computation to the first one."""
        first: dict[object, Node] = {}
        merged: dict[Node, list[Node]] = {}
        for node in topological(graph):
            if not node.proto.has_trait(PURE) or node.subgraphs or node.control_inputs or not node.outputs:
                continue
            known = first.setdefault(_key(node), node)
            if known is node:
                continue
            if any(graph.is_output(value) for value in node.outputs) and any(graph.is_output(v) for v in known.outputs):
                context.refuse(node, f"both it and {known.name} are graph outputs")
                continue
            if not context.may_change(node):
                break
            for old, new in zip(node.outputs, known.outputs, strict=True):
                graph.replace_uses(old, new)
            if not graph.control_users(node):
                merged.setdefault(known, [known]).append(node)
                graph.remove(node)
        # WHY at the end: a node that many are merged into would gather their names anew for each of them
        for known, nodes in merged.items():
            graph.set_origin(known, context.origin_of(*nodes))


def _key(node: Node) -> object:
    # WHY: two values with equal elements in different layouts, or of different origin shapes, are not the same value
    formats = tuple((v.desc.format, v.desc.origin_format, v.desc.origin_shape) for v in node.outputs)
    if node.proto is CONST:
        value = node.attrs["value"]
        return ("Const", value.digest(), formats) if isinstance(value, TensorValue) else id(node)
    inputs = [id(value) for value in node.inputs]
    if node.proto.has_trait(COMMUTATIVE) and len(inputs) >= 2:
        inputs[:2] = sorted(inputs[:2])
    # WHY: repr tells 1 from 1.0 and True, and -0.0 from 0.0, which equality does not
    attrs = tuple((name, repr(node.attrs[name]), node.attrs[name]) for name in sorted(node.attrs))
    return node.proto.name, tuple(inputs), node.counts, node.output_counts, attrs, formats
