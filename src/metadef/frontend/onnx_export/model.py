"""A whole graph as an `onnx.ModelProto`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from metadef.frontend.onnx.ge_metadata import CONSTRAINTS
from metadef.frontend.onnx_export.meaning import as_meant
from metadef.frontend.onnx_export.tensors import External
from metadef.frontend.onnx_export.writer import GraphWriter, Session
from metadef.graph.clone import clone
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs
from metadef.infer.engine import infer
from metadef.types.dtype import DataType
from metadef.version import __version__
from metadef.wire.pool import message_class

__all__ = ["Exported", "export_model"]

_IR_VERSION = 11  # the one that came with the opset


@dataclass(frozen=True, slots=True, eq=False)
class Exported:
    """What an export gives."""

    model: Any  # onnx.ModelProto of the private pool
    standard: int  # Ascend nodes that have a standard form
    refused: Counter[tuple[str, str]]  # the others: how often an operator had none, and why
    unlaid: int = 0  # values whose storage format was left out

    @property
    def is_standard(self) -> bool:
        """Whether every node has a standard form, so that any ONNX runtime can run the model."""
        return not self.refused


def export_model(graph: Graph, external: External | None = None) -> Exported:
    """A model of standard operators where ONNX can say what a call does, else of operators of the domain `ge`.

    Args:
        external: where large tensors go; None leaves all of them within.

    Raises:
        GraphError: if the graph has a cycle.
        MetadefError: if an external file of a constant is missing or too short.
    """
    graph, unlaid = as_meant(_inferred(graph))
    model = message_class("onnx.ModelProto")(
        ir_version=_IR_VERSION, producer_name="metadef", producer_version=__version__
    )
    session = Session(external=external)
    model.graph.name = graph.name
    writer = GraphWriter(session, graph, model.graph)
    writer.write_inputs()
    writer.write_body()
    constraints = sorted(graph.store.lines())
    if constraints:
        model.metadata_props.add(key=CONSTRAINTS, value="\n".join(constraints))
    model.opset_import.add(domain="", version=session.opset)
    for domain in sorted(session.domains):
        model.opset_import.add(domain=domain, version=1)
    return Exported(model, session.standard, session.refused, unlaid)


def _inferred(graph: Graph) -> Graph:
    """The graph, or a copy of it with types and shapes where it lacks some."""
    for each in all_graphs(graph):
        for node in each.nodes:
            for value in node.outputs:
                if value.desc.dtype is DataType.UNDEFINED or value.desc.shape.rank is None:
                    copy = clone(graph)
                    infer(copy)
                    return copy
    return graph
