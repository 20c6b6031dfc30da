"""The engine: visits nodes in order, applies their rules, and keeps what is known of small tensors.

A rule that cannot hold gives a finding and leaves its outputs unknown; the rest of the graph is still inferred.
Known elements live here and not on values: they follow from the graph and need no saving.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from metadef.errors import Finding, MetadefError
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.infer.call import rule_failed
from metadef.infer.dtypes import output_dtypes
from metadef.infer.outputs import output_shapes
from metadef.infer.subgraphs import infer_subgraphs
from metadef.ops.builtin import CONST, DATA, is_opaque
from metadef.ops.call import Call
from metadef.types.dtype import DataType
from metadef.types.known_value import KnownValue
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["Inference", "infer"]

_SMALL = 4096  # elements up to which a computed tensor is followed element by element


@dataclass(slots=True)
class Inference:
    """What the engine found out, besides the descriptors that it wrote into the graph."""

    findings: list[Finding] = field(default_factory=list)
    values: dict[Value, KnownValue | None] = field(default_factory=dict)
    depth: int = 0  # nesting of subgraphs

    def value_of(self, value: Value) -> KnownValue | None:
        """The known elements of a value, computed at most once for constants."""
        if value in self.values:
            return self.values[value]
        node = value.producer
        known: KnownValue | None = None
        if node.proto is CONST:
            tensor = node.attrs.get("value")
            if isinstance(tensor, TensorValue):
                known = KnownValue.of_tensor(tensor)
        self.values[value] = known
        return known


def infer(graph: Graph, nodes: Iterable[Node] | None = None, state: Inference | None = None) -> Inference:
    """Infer descriptors for the whole graph, or only for `nodes` (in the order given).

    Raises:
        GraphError: if the graph has a cycle.
    """
    state = state if state is not None else Inference()
    for node in topological(graph) if nodes is None else nodes:
        if node.proto is not CONST and node.proto is not DATA and not is_opaque(node.proto):
            infer_node(graph, node, state)
    return state


def infer_node(graph: Graph, node: Node, state: Inference) -> None:
    """Apply one node's rules and write its outputs' descriptors."""
    proto = node.proto
    inputs = [value.desc if value is not None else None for value in node.inputs]

    def value_of(index: int) -> KnownValue | None:
        value = node.inputs[index]
        return state.value_of(value) if value is not None else None

    call = Call(
        proto,
        inputs,
        node.attrs,
        counts=node.counts,
        output_counts=node.output_counts,
        value_of=value_of,
        store=graph.store,
        subject=f'node "{node.name}" ({proto.name})',
    )
    if node.subgraphs:
        call.subgraph_outputs = infer_subgraphs(node, call, state, infer)
    total = len(node.outputs)
    dtypes: Sequence[DataType] = [DataType.UNDEFINED] * total
    shapes: Sequence[Shape] = [_UNKNOWN] * total
    try:
        dtypes = output_dtypes(call, total)
        shapes = output_shapes(call, total)
    except MetadefError as error:
        state.findings.extend(error.findings)
    except Exception as error:  # WHY: rules come from plug-ins too, and one bad rule must not stop the rest
        state.findings.append(rule_failed(call, error))
    for value, dtype, shape in zip(node.outputs, dtypes, shapes, strict=True):
        old = value.desc
        if old.origin_shape != shape or old.dtype is not dtype:
            merged = _merge(old, shape, dtype)
            graph.set_desc(value, merged)
    if proto.value_rule is not None:
        _infer_values(node, call, state)


_UNKNOWN = Shape(None)


def _merge(old: TensorDesc, shape: Shape, dtype: DataType) -> TensorDesc:
    """What was declared stays where the rules know nothing."""
    if shape.rank is None:
        shape = old.origin_shape
    if dtype is DataType.UNDEFINED:
        dtype = old.dtype
    return old.inferred(shape, dtype)


def _infer_values(node: Node, call: Call, state: Inference) -> None:
    for value in node.outputs:
        state.values[value] = None
    rule = node.proto.value_rule
    first = node.outputs[0].desc.origin_shape if node.outputs else _UNKNOWN
    size = first.numel()
    if rule is None or not isinstance(size, int) or size > _SMALL:
        return
    try:
        given = rule(call)
    except MetadefError:
        return  # WHY: a value that cannot be computed is unknown; the shape rule has reported what is illegal
    except Exception as error:
        state.findings.append(rule_failed(call, error))
        return
    results: Sequence[KnownValue | None] = [given] if given is None or isinstance(given, KnownValue) else given
    for value, known in zip(node.outputs, results, strict=False):
        state.values[value] = known
