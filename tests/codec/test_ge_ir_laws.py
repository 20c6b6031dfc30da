"""GE-IR, laws: a graph comes back equal on what the form can express, and files lose nothing on the way."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_strategies import graphs
from metadef.codec.ge_ir import ge_ir_bytes, read_ge_ir
from metadef.codec.ge_ir.encode import Encoder, writing_order
from metadef.codec.ge_ir.fields import bytes_field
from metadef.codec.ge_ir.parts import Chunks, parts_of
from metadef.codec.ge_ir.write import file_graphs, graph_names
from metadef.errors import FileError
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.verify import verify
from metadef.graph.walk import find_cycle
from metadef.ops.builtin import is_opaque
from metadef.types.attrs import AttrValue, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue
from metadef.wire.pool import message_class

MOST = (1 << 63) - 1
NO_TENSOR = (DataType.STRING, DataType.STRING_REF, DataType.UNDEFINED)


def as_float32(value: float) -> float:
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def plain(value: Any) -> Any:
    """An attribute value as the form can hold it, in a shape that tells 1 from 1.0 and lets NaN equal NaN."""
    match value:
        case float():
            return ("float", repr(as_float32(value)))
        case tuple():
            return tuple(plain(item) for item in value)
        case NamedAttrs(name, attrs):
            return (name, plain_map(attrs))
        case TensorValue() if value.dtype is DataType.INT4:
            low = [byte & 15 for byte in value.data()]  # two share a byte in the file: the upper half says nothing
            return (value.dtype, value.dims, low)
        case TensorValue():
            return (value.dtype, value.dims, bytes(value.data()))
        case _:
            return (type(value), value)


def plain_map(attrs: Mapping[str, AttrValue]) -> dict[str, Any]:
    return {name: plain(value) for name, value in attrs.items()}


def shape_of(shape: Shape) -> list[int]:
    return [size if size <= MOST else -1 for size in shape.to_ge()]


def desc_of(desc: TensorDesc) -> tuple[object, ...]:
    """Symbols are unknown dimensions; the alignment and the range of values are not there."""
    storage = (shape_of(desc.shape), desc.dtype, desc.storage_format)
    return (*storage, shape_of(desc.origin_shape), desc.origin_format)


def node_of(node: Node) -> tuple[object, ...]:
    inputs = [value.name if value is not None else None for value in node.inputs]
    outputs = [desc_of(value.desc) for value in node.outputs]
    control = [other.name for other in node.control_inputs]
    return (
        node.op,
        is_opaque(node.proto),
        inputs,
        outputs,
        control,
        node.counts,
        node.output_counts,
        len(node.subgraphs),
    )


def compared(left: Graph, right: Graph) -> None:
    """Whether two graphs agree on the projection."""
    pairs = [(left, right)]
    for a, b in pairs:
        assert {node.name: node_of(node) for node in a.nodes} == {node.name: node_of(node) for node in b.nodes}
        assert [value.name for value in a.inputs] == [value.name for value in b.inputs]
        assert [value.name for _, value in a.outputs] == [value.name for _, value in b.outputs]
        assert plain_map(a.attrs) == plain_map(b.attrs)
        for node in a.nodes:
            other = b.node(node.name)
            assert plain_map(node.attrs) == plain_map(other.attrs), node
            pairs += zip(node.subgraphs.values(), other.subgraphs.values(), strict=True)


def written(graph: Graph) -> bytes | None:
    """The file, None where the graph holds what the form cannot: integers beyond 64 bits in opaque nodes."""
    try:
        return ge_ir_bytes(graph)
    except FileError as error:
        assert error.findings[0].name == "file-write"
        return None


@given(graphs())
@settings(max_examples=150)
def test_a_graph_comes_back_equal_on_what_the_form_expresses(graph: Graph):
    content = written(graph)
    if content is None:
        return
    loaded = read_ge_ir(content, graph.registry)
    errors = [item for item in loaded.findings if item.is_error and item.name != "cycle"]
    assert errors == []
    compared(graph, loaded.graph)
    assert ge_ir_bytes(loaded.graph) == content
    if find_cycle(graph) is None:
        assert [item for item in verify(loaded.graph) if item.name not in ("attr-constraint",)] == verify(graph)


@given(graphs())
@settings(max_examples=50)
def test_the_fast_encoder_writes_what_the_slow_one_writes(graph: Graph):
    graphs_ = file_graphs(graph)
    encoder = Encoder(graph, graph_names(graphs_), "x")
    for each in graphs_:
        for position, node in enumerate(writing_order(each)):
            if not encoder.is_plain(node):
                continue
            slow = Chunks()
            try:
                parts_of(encoder.op_parts(node, position), slow)
            except FileError:
                with pytest.raises(FileError):
                    encoder.plain_op(node, position)
                continue
            assert b"".join(slow.items) == encoder.plain_op(node, position)


@given(graphs(5), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_a_file_that_is_not_canonical_comes_back_as_the_same_message(graph: Graph, random: Any):
    content = written(graph)
    if content is None:
        return
    message = message_class("ge.proto.ModelDef")()
    message.ParseFromString(content)
    message.version = random.choice([0, 7])
    for one in message.graph:
        for op in one.op:
            if random.random() < 0.5:
                op.attr["later"].expression = b"\xff\x00"
                op.attr["skipped"].list.s.append(b"no type")
                op.attr_groups.other_group_def.attr["x"].i = 5
                op.stream_id = random.choice([0, -1, 1 << 40])
                op.src_name.append("é")
            for desc in [*op.input_desc, *op.output_desc]:
                if random.random() < 0.3:
                    desc.attr["mine"].t.data = b"123"
                    desc.reuse_input = True
        one.attr["g"].g.op.add(name="inner")
    # unknown fields, one in the model and one in every graph's first operator
    other = message.SerializeToString() + bytes.fromhex("c03e07")
    held = message_class("ge.proto.ModelDef")()
    held.ParseFromString(other)
    again = message_class("ge.proto.ModelDef")()
    again.ParseFromString(ge_ir_bytes(read_ge_ir(other, graph.registry).graph))
    assert again.SerializeToString(deterministic=True) == held.SerializeToString(deterministic=True)


@given(graphs(3))
@settings(max_examples=30)
def test_equal_graphs_give_equal_bytes(graph: Graph):
    content = written(graph)
    if content is not None:
        assert ge_ir_bytes(graph) == content


def entries(**attrs: Any) -> dict[str, bytes]:
    """The bytes of each attribute of an operator alone."""
    made: dict[str, bytes] = {}
    for name, value in attrs.items():
        op = message_class("ge.proto.OpDef")()
        if isinstance(value, int):
            op.attr[name].i = value
        else:
            op.attr[name].list.s.append(value)
        made[name] = op.SerializeToString()
    return made


def test_private_attributes_with_another_between_them_are_no_pattern_for_later_operators():
    """The second operator begins like the first, and lacks what the first has after the gap."""
    part = entries(_output_name_key=b"y", _output_name_value=0, later=1, _opt_input=b"x")
    names = part["_output_name_key"] + part["_output_name_value"]
    model = message_class("ge.proto.ModelDef")()
    graph = model.graph.add(name="g")
    for name in "ab":
        op = graph.op.add(name=name, type="Foreign", has_out_attr=True)
        op.output_desc.add()
    first, second = (op.SerializeToString() for op in graph.op)
    head = {name: message_class("ge.proto.OpDef")(name=name, type="Foreign").SerializeToString() for name in "ab"}
    rest = {"a": first[len(head["a"]) :], "b": second[len(head["b"]) :]}
    ops = [
        head["a"] + names + part["later"] + part["_opt_input"] + rest["a"],
        head["b"] + names + part["later"] + rest["b"],
    ]
    inner = b"\x0a\x01g" + b"".join(bytes_field(6, op) for op in ops)
    content = bytes_field(7, inner)
    found = message_class("ge.proto.ModelDef")()
    found.ParseFromString(ge_ir_bytes(read_ge_ir(content).graph))
    assert [sorted(op.attr) for op in found.graph[0].op] == [
        ["_opt_input", "_output_name_key", "_output_name_value", "later"],
        ["_output_name_key", "_output_name_value", "later"],
    ]
