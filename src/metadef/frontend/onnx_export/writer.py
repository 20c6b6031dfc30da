"""Walks one graph and writes its `GraphProto`: names, constants, nodes, types of values, subgraphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from metadef.catalogue import registry
from metadef.frontend.onnx.ge_metadata import AFTER, ALIAS, ATTRIBUTES, DESC, NAME
from metadef.frontend.onnx_export.attributes import attribute_proto, ge_attributes
from metadef.frontend.onnx_export.call import ExportCall, NoStandardForm
from metadef.frontend.onnx_export.names import Names
from metadef.frontend.onnx_export.table import GE_DOMAIN, OPAQUE_DOMAIN, OPSET, find_exporter
from metadef.frontend.onnx_export.tensors import External, element_number, one_element, tensor_proto, type_proto
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.printer import attrs_text, desc_text
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.ops.builtin import CONST, DATA, is_opaque
from metadef.ops.proto import OpProto
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import Inline, TensorValue
from metadef.wire.pool import message_class

__all__ = ["GraphWriter", "Session"]

_REPEATED_BYTES = 1 << 16  # a constant that repeats one number is written as that number from this size on


@dataclass(slots=True)
class Session:
    """What all graphs of one export share. Mutable."""

    names: Names = field(default_factory=Names)
    external: External | None = None
    domains: set[str] = field(default_factory=set[str])  # other than the standard one
    refused: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])  # operator, why
    standard: int = 0  # Ascend nodes with a standard form
    opset: int = OPSET


class GraphWriter:
    """Writes one graph. Mutable."""

    def __init__(
        self,
        session: Session,
        graph: Graph,
        proto: Any,
        outer: GraphWriter | None = None,
        node_names: Names | None = None,
    ) -> None:
        """`node_names` are those of another graph, where this one's nodes will stand in it."""
        self.node_names = node_names or Names()
        self.session = session
        self.names = session.names
        self.graph = graph
        self.proto = proto
        self.outer = outer
        self._values: dict[Value, str] = {}
        self._node_names: dict[str, str] = {}  # those not yet used
        self._shared: dict[tuple[DataType, tuple[int, ...], bytes], str] = {}

    # --- names ---------------------------------------------------------------------------------------------------

    def bind(self, value: Value, name: str) -> None:
        """Say what a value is called: inputs of a subgraph are values of the graph around it."""
        self._values[value] = name

    def name_of(self, value: Value) -> str:
        """What a value is called; its node's name, unless another value has it."""
        found = self._values.get(value)
        if found is None:
            found = self._values[value] = self.names.fresh(value.name)
        return found

    def shared(self, tensor: TensorValue) -> str:
        """A constant that the export itself needs; equal ones are one initializer."""
        key = (tensor.dtype, tensor.dims, bytes(tensor.data()))
        found = self._shared.get(key)
        if found is None:
            numbers = "_".join(f"{item:g}" for item in tensor.array().reshape(-1)[:8].tolist())
            found = self._shared[key] = self.names.fresh(f"const_{numbers or 'none'}")
            self.proto.initializer.append(tensor_proto(tensor, found))
        return found

    # --- graphs --------------------------------------------------------------------------------------------------

    def write_inputs(self) -> None:
        """The inputs of a graph that takes them by itself."""
        for value in self.graph.inputs:
            name = self.name_of(value)
            info = self.proto.input.add(name=name)
            self._set_info(info, value.desc, value.name)
            if value.producer.attrs != {"index": len(self.proto.input) - 1}:
                info.metadata_props.add(key=ATTRIBUTES, value=attrs_text(value.producer.attrs))

    def write_body(self, *, own_outputs: bool = True) -> list[str]:
        """Constants, nodes and outputs; gives the outputs' names.

        With `own_outputs` every output gets the name that the graph says where that is free.
        """
        outputs = self.graph.outputs
        if self.graph.attrs and own_outputs:
            self.proto.metadata_props.add(key=ATTRIBUTES, value=attrs_text(self.graph.attrs))
        copies: list[tuple[str, Value]] = []
        names: list[str] = []
        for label, value in outputs:
            is_made_here = value.producer.proto is not DATA and value.producer.proto is not CONST
            if own_outputs and is_made_here and value not in self._values:
                self._values[value] = self.names.fresh(label)
                names.append(self._values[value])
            elif own_outputs and value.producer.proto is DATA and self._values.get(value) == label and not self.outer:
                names.append(label)  # an input that is handed through
            elif own_outputs:
                names.append(self.names.fresh(label))
                copies.append((names[-1], value))
            else:
                names.append("")  # asked for below, when everything is written
        order = topological(self.graph)
        for node in order:  # WHY first: the graph's own names go before those of helpers
            self._node_names[node.name] = self.node_names.fresh(node.name)
            for value in node.outputs:
                self.name_of(value)
        for node in order:
            if node.proto is CONST:
                self._constant(node)
            elif node.proto is not DATA:
                self._node(node)
        for name, value in copies:
            copy = self.node_proto("Identity", [self.name_of(value)], [name], name, {})
            copy.metadata_props.add(key=ALIAS, value=name)
            self.proto.node.append(copy)
        if not own_outputs:
            return [self.name_of(value) for _, value in outputs]
        for name, (label, value) in zip(names, outputs, strict=True):
            self._set_info(self.proto.output.add(name=name), value.desc, label)
        return names

    def subgraph(self, graph: Graph, bound: Sequence[str]) -> Any:
        """A graph that takes nothing: its inputs are values of this one."""
        proto = message_class("onnx.GraphProto")(name=graph.name)
        writer = GraphWriter(self.session, graph, proto, self)
        for value, name in zip(graph.inputs, bound, strict=True):
            writer.bind(value, name)
        writer.write_body()
        return proto

    # --- loops ---------------------------------------------------------------------------------------------------

    def flag(self, value: Value, name: str, made: list[Any]) -> str:
        """A condition of any type as a boolean of rank 0; the nodes that this takes go to `made`."""
        if value.desc.dtype is not DataType.BOOL:
            name, source = self.names.fresh(f"{value.name}/flag"), name
            made.append(self.node_proto("Cast", [source], [name], name, {"to": element_number(DataType.BOOL)}))
        if value.desc.shape.rank != 0:
            name, source = self.names.fresh(f"{value.name}/condition"), name
            shape = self.shared(TensorValue(DataType.INT64, (0,), Inline(b"")))
            made.append(self.node_proto("Reshape", [source, shape], [name], name, {}))
        return name

    def condition(self, graph: Graph, bound: Sequence[str], made: list[Any]) -> str:
        """The one result of a subgraph whose nodes go to `made`, as a boolean of rank 0."""
        proto = message_class("onnx.GraphProto")()
        writer = GraphWriter(self.session, graph, proto, self, self.node_names)
        for value, name in zip(graph.inputs, bound, strict=True):
            writer.bind(value, name)
        results = writer.write_body(own_outputs=False)
        if len(results) != 1:
            raise NoStandardForm("a condition with several results")
        self.proto.initializer.extend(proto.initializer)
        self.proto.value_info.extend(proto.value_info)
        made.extend(proto.node)
        return self.flag(graph.outputs[0].value, results[0], made)

    def loop_body(self, body: Graph, condition: Graph, bound: Sequence[str], carried: Sequence[int]) -> Any:
        """The body of a `Loop`: takes iteration, condition and carried values, and gives the last two anew.

        Args:
            bound: what the inputs of the body are called outside of it.
            carried: which of them last until the next round.
        """
        proto = message_class("onnx.GraphProto")(name=body.name)
        writer = GraphWriter(self.session, body, proto, self)
        for label, dtype in (("iteration", DataType.INT64), ("goes_on", DataType.BOOL)):
            _set_type(proto.input.add(name=self.names.fresh(label)), TensorDesc((), dtype))
        for index, value in enumerate(body.inputs):
            name = writer.name_of(value) if index in carried else bound[index]
            writer.bind(value, name)
            if index in carried:
                _set_type(proto.input.add(name=name), value.desc)
        results = writer.write_body(own_outputs=False)
        made: list[Any] = []
        go_on = writer.condition(
            condition, results, made
        )  # WHY not the carried ones: what it reads may be of one round
        proto.node.extend(made)
        outputs = [(go_on, TensorDesc((), DataType.BOOL))]
        outputs += [(results[index], body.outputs[index].value.desc) for index in carried]
        free = {name for node in proto.node for name in node.output}
        for source, desc in outputs:
            name = source
            if source in free:
                free.remove(source)
            else:  # WHY a copy: a result must be a name of its own that this graph gives
                name = self.names.fresh(f"{source}/next")
                proto.node.append(self.node_proto("Identity", [source], [name], name, {}))
            _set_type(proto.output.add(name=name), desc)
        return proto

    # --- constants -----------------------------------------------------------------------------------------------

    def _constant(self, node: Node) -> None:
        tensor = node.attrs["value"]
        assert isinstance(tensor, TensorValue)
        if not node.output.use_count and not self.graph.is_output(node.output):
            return
        if element_number(tensor.dtype) is None or tensor.dtype is DataType.STRING:
            call = ExportCall(node, self)
            self._ge_node(node, call)
            self.proto.node.extend(call.made)
            return
        name = self.name_of(node.output)
        number = one_element(tensor) if tensor.nbytes >= _REPEATED_BYTES else None
        if number is None:
            self.proto.initializer.append(tensor_proto(tensor, name, self.session.external))
            if name != node.name:
                self.proto.initializer[-1].metadata_props.add(key=NAME, value=node.name)
            return
        shape = self.shared(TensorValue(DataType.INT64, (len(tensor.dims),), Inline(_int64s(tensor.dims))))
        self.proto.node.append(self.node_proto("ConstantOfShape", [shape], [name], node.name, {"value": number}))

    # --- nodes ---------------------------------------------------------------------------------------------------

    def node_proto(
        self,
        op: str,
        inputs: Sequence[str],
        outputs: Sequence[str],
        name: str,
        attrs: Mapping[str, object],
        domain: str = "",
    ) -> Any:
        """A node; absent inputs at the end of a standard one are left out."""
        given = list(inputs)
        while given and not given[-1] and not domain:
            given.pop()
        own = self._node_names.pop(name, None) or self.node_names.fresh(name)
        proto = message_class("onnx.NodeProto")(input=given, output=outputs, name=own, op_type=op)
        if domain:
            proto.domain = domain
            self.session.domains.add(domain)
        proto.attribute.extend(attribute_proto(key, value) for key, value in attrs.items())
        return proto

    def _node(self, node: Node) -> None:
        call = ExportCall(node, self)
        try:
            self._standard(call)
        except NoStandardForm as reason:
            self.session.refused[node.op, str(reason)] += 1
            call = ExportCall(node, self)
            self._ge_node(node, call)
        else:
            self.session.standard += 1
            self.session.opset = max(self.session.opset, call.opset)
        if node.control_inputs:
            names = "\n".join(other.name for other in node.control_inputs)
            call.made[-1].metadata_props.add(key=AFTER, value=names)
        self.proto.node.extend(call.made)
        for value in node.outputs:
            self._describe(value)

    def _standard(self, call: ExportCall) -> None:
        node = call.node
        exporter = find_exporter(node.op) if _is_declared(node.proto) else None
        if exporter is None:
            call.refuse("no mapping")
        if not all(
            value is None or value.desc.shape == value.desc.origin_shape for value in (*node.inputs, *node.outputs)
        ):
            call.refuse("a storage format")
        exporter(call)
        missing = [index for index in range(len(node.outputs)) if index not in call.given and call.wants(index)]
        if missing:
            call.refuse(f"output {missing[0]} is read")

    def _ge_node(self, node: Node, call: ExportCall) -> None:
        """The node under its own name in the domain `ge`; a placeholder goes back to the domain it came from."""
        domain, colons, op = node.op.rpartition("::") if is_opaque(node.proto) else (GE_DOMAIN, "::", node.op)
        outputs = [self.name_of(value) for value in node.outputs]
        domain = domain if colons else OPAQUE_DOMAIN
        proto = self.node_proto(op, call.inputs(), outputs, node.name, {}, "" if domain == "ai.onnx" else domain)
        proto.attribute.extend(ge_attributes(node.attrs, node.proto))
        if domain in (GE_DOMAIN, OPAQUE_DOMAIN):
            if node.counts is not None:
                proto.attribute.append(attribute_proto("_input_counts", node.counts or (0,)))
            if node.output_counts is not None and len(node.output_counts) > 1:
                proto.attribute.append(attribute_proto("_output_counts", node.output_counts))
            if node.outputs:  # WHY always: a reader without a rule for the operator could not infer them
                texts = [desc_text(value.desc) for value in node.outputs]
                proto.attribute.append(attribute_proto("_outputs", texts))
        for slot, inner in node.subgraphs.items():
            inner_proto = message_class("onnx.GraphProto")(name=inner.name)
            writer = GraphWriter(self.session, inner, inner_proto, self)
            writer.write_inputs()
            writer.write_body()
            proto.attribute.append(attribute_proto(slot, inner_proto))
        call.made.append(proto)

    def _set_info(self, info: Any, desc: TensorDesc, name: str) -> None:
        _set_type(info, desc)
        if info.name != name:
            info.metadata_props.add(key=NAME, value=name)

    def _describe(self, value: Value) -> None:
        """What is known of a value, for readers that infer nothing."""
        if self.graph.is_output(value) or value not in self._values:
            return
        if type_proto(value.desc) is not None or _says_more(value.desc):
            _set_type(self.proto.value_info.add(name=self._values[value]), value.desc)


def _is_declared(proto: OpProto) -> bool:
    """Whether a prototype is the catalogue's, or has the same ports and attributes: not another one of its name."""
    known = registry().find(proto.name)
    return known is not None and (
        known is proto
        or (
            [port.name for port in known.inputs] == [port.name for port in proto.inputs]
            and [port.name for port in known.outputs] == [port.name for port in proto.outputs]
            and known.attr_index.keys() == proto.attr_index.keys()
        )
    )


def _is_huge(dim: object) -> bool:
    return isinstance(dim, int) and dim >= 1 << 63


def _says_more(desc: TensorDesc) -> bool:
    """Whether a descriptor says what ONNX cannot."""
    return (
        desc.format is not Format.ND
        or desc.sub_format != 0
        or desc.c0_code != 0
        or desc.origin_shape != desc.shape
        or desc.alignment != 0
        or desc.value_range is not None
        or element_number(desc.dtype) is None
        # WHY unknown sizes: those of inputs would come back with names
        or (desc.shape.rank is not None and any(dim is None or _is_huge(dim) for dim in desc.shape))
    )


def _set_type(info: Any, desc: TensorDesc) -> None:
    kind = type_proto(desc)
    if kind is not None:
        info.type.CopyFrom(kind)
    else:
        info.type.tensor_type.SetInParent()
    if _says_more(desc):
        info.metadata_props.add(key=DESC, value=desc_text(desc))


def _int64s(numbers: Sequence[int]) -> bytes:
    return b"".join(number.to_bytes(8, "little", signed=True) for number in numbers)
