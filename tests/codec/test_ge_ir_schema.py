"""GE-IR against the schema as `protoc` compiles it from tests/data/geir/ge_ir.proto, apart from the table of ours."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, text_format
from google.protobuf.message_factory import GetMessageClass
from hypothesis import given, settings

from graph_strategies import graphs
from metadef.catalogue import registry
from metadef.codec.ge_ir import ge_ir_bytes, ge_ir_text, read_ge_ir
from metadef.errors import FileError
from metadef.graph.graph import Graph
from metadef.types.attrs import NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.wire.pool import message_class

DATA = Path(__file__).parent.parent / "data" / "geir"


@cache
def compiled(name: str) -> type[Any]:
    """A message class of the schema that protoc compiled."""
    files = descriptor_pb2.FileDescriptorSet.FromString((DATA / "ge_ir.desc").read_bytes())
    pool = descriptor_pool.DescriptorPool()
    for file in files.file:
        pool.AddSerializedFile(file.SerializeToString())
    return GetMessageClass(pool.FindMessageTypeByName(f"ge.proto.{name}"))


def fields(descriptor: Any) -> dict[str, tuple[object, ...]]:
    """Every message, field and number below a message."""
    found: dict[str, tuple[object, ...]] = {}
    stack = [descriptor]
    while stack:
        one = stack.pop()
        if one.full_name in found:
            continue
        rows = [(f.number, f.name, f.type, f.has_presence) for f in one.fields if f.name != "cut_payload"]
        found[one.full_name] = tuple(sorted(rows))
        stack += [f.message_type for f in one.fields if f.message_type is not None]
    return found


def test_our_table_is_the_schema_that_protoc_compiles():
    ours, theirs = fields(message_class("ge.proto.ModelDef").DESCRIPTOR), fields(compiled("ModelDef").DESCRIPTOR)
    assert theirs == ours
    enum = compiled("TensorDescriptor").DESCRIPTOR.fields_by_name["dtype"].enum_type
    assert {f"DT_{dtype.name}": dtype.proto_value for dtype in DataType} == {v.name: v.number for v in enum.values}


def test_a_graph_of_ours_is_what_ge_would_write():
    """Literal, after the engine's own file: edges, absent optional inputs, control edges, bookkeeping, formats."""
    graph = Graph("g", registry())
    x = graph.add_input("x", TensorDesc((1, 4, "n", 8), DataType.INT8))
    w = graph.add_input("w", TensorDesc((4, 4, 1, 1), DataType.INT8))
    first = graph.add("Relu", [x], name="relu:0", outputs=[x.desc])
    attrs = {"strides": (1, 1, 1, 1), "pads": (0, 0, 0, 0)}
    conv = graph.add("Conv2D", [first.output, w, None, w], attrs, name="conv", outputs=[x.desc], control=[first])
    graph.set_outputs([("y", conv.output)])
    model = compiled("ModelDef").FromString(ge_ir_bytes(graph))
    op = model.graph[0].op[3]
    assert (op.name, op.type, op.id, op.has_out_attr) == ("conv", "Conv2D", 3, True)
    assert list(op.input) == ["relu:0:0", "w:0", "", "w:0", "relu:0:-1"]
    assert list(op.attr["_input_name_key"].list.s) == [b"bias", b"filter", b"offset_w", b"x"]
    assert list(op.attr["_input_name_value"].list.i) == [2, 1, 3, 0]
    assert op.attr["_input_name_key"].list.val_type == 0
    assert list(op.attr["pads"].list.i) == [0, 0, 0, 0]
    assert op.attr["pads"].list.val_type == 2
    assert [list(desc.shape.dim) for desc in op.input_desc] == [[1, 4, -1, 8], [4, 4, 1, 1], [], [4, 4, 1, 1]]
    assert (op.input_desc[2].dtype, op.input_desc[2].layout) == (0, "FORMAT_RESERVED")
    assert (op.output_desc[0].dtype, op.output_desc[0].layout, op.output_desc[0].device_type) == (3, "ND", "NPU")
    assert list(model.graph[0].input) == ["x:0", "w:0"]
    assert list(model.graph[0].output) == ["conv:0"]
    assert model.attr["target_type"].s == b"MINI"


def test_a_bounded_symbol_is_a_range_in_the_file():
    graph = Graph("g", registry())
    graph.store.read_lines(["n >= 2", "n <= 64"])
    x = graph.add_input("x", TensorDesc((4, "n", None), DataType.FLOAT))
    graph.set_outputs([("x", x)])
    desc = compiled("ModelDef").FromString(ge_ir_bytes(graph)).graph[0].op[0].output_desc[0]
    rows = [list(row.list_i) for row in desc.attr["shape_range"].list_list_int.list_list_i]
    assert rows == [[4, 4], [2, 64], [0, -1]]


@given(graphs(5))
@settings(max_examples=50)
def test_what_we_write_is_canonical_for_protoc_s_schema(graph: Graph):
    """protobuf reads it back and writes as many bytes; its own text reader takes our text for the same message."""
    try:
        content = ge_ir_bytes(graph)
    except FileError:
        return
    message = compiled("ModelDef").FromString(content)
    assert len(message.SerializeToString(deterministic=True)) == len(content)
    assert text_format.Parse(ge_ir_text(graph), compiled("ModelDef")()).SerializeToString(
        deterministic=True
    ) == message.SerializeToString(deterministic=True)


def test_an_attribute_beyond_the_form_is_refused_with_its_node():
    from metadef.ops.builtin import opaque

    graph = Graph("g", registry())
    graph.add(opaque("Mine"), [[]], {"huge": 1 << 63}, name="m", outputs=[])
    with pytest.raises(FileError, match=r"node 'm' \(Mine\): huge.*more than 64 bits"):
        ge_ir_bytes(graph)
    deep = NamedAttrs("x")
    for _ in range(40):
        deep = NamedAttrs("x", type(deep.attrs)(inner=deep))
    graph.set_attrs(graph.node("m"), {"deep": deep})
    with pytest.raises(FileError, match="nested deeper"):
        ge_ir_bytes(graph)


CLASH = """
import warnings; warnings.simplefilter("error")
from pathlib import Path
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.message_factory import GetMessageClass
def foreign():
    pool = descriptor_pool.Default()
    for file in descriptor_pb2.FileDescriptorSet.FromString(Path({desc!r}).read_bytes()).file:
        pool.AddSerializedFile(file.SerializeToString())
    return GetMessageClass(pool.FindMessageTypeByName("ge.proto.ModelDef"))
def ours():
    import metadef
    metadef.save(metadef.load({file!r}), {out!r})
if {first!r} == "theirs":
    model = foreign(); ours()
else:
    ours(); model = foreign()
content = Path({out!r}).read_bytes()
assert content == Path({file!r}).read_bytes()
print(model.FromString(content).graph[0].name)
"""


@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_another_package_with_the_same_schema_does_not_clash(first: str, tmp_path: Path):
    """Somebody registers ge_ir.proto in protobuf's default pool, before or after we read and write a file."""
    places = {"desc": str(DATA / "ge_ir.desc"), "file": str(DATA / "ge_20.pb"), "out": str(tmp_path / "o.air")}
    code = CLASH.format(first=first, **places)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("bench\n", "")


def test_unknown_fields_at_every_level_come_back():
    """From a newer GE: in the model, a graph, an operator, a descriptor and an attribute."""
    model = compiled("ModelDef")()
    text_format.Parse((DATA / "ge_20.txt").read_text(), model)
    extra = bytes.fromhex("c03e07") + bytes.fromhex("ca3e0378797a")  # fields 1000 and 1001
    op = model.graph[0].op[2]
    op.MergeFromString(extra)
    op.output_desc[0].MergeFromString(extra)
    op.input_desc[1].shape.MergeFromString(extra)
    op.attr["alpha"].MergeFromString(extra)
    op.attr["mine"].MergeFromString(extra)
    op.attr_groups.MergeFromString(extra)
    model.graph[0].MergeFromString(extra)
    model.MergeFromString(extra)
    content = model.SerializeToString()
    again = compiled("ModelDef").FromString(ge_ir_bytes(read_ge_ir(content).graph))
    assert again.SerializeToString(deterministic=True) == model.SerializeToString(deterministic=True)
    assert content.count(extra) == 8
