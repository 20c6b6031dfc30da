"""The private pool: right schemas, no clash, nothing lost."""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import onnx
import pytest

from metadef.wire import enum_values, message_class
from metadef.wire.pool import packages
from metadef.wire.schema_table import file_descriptor, parse_table

LIGHT_MODELS = sorted(
    str(path) for path in (files("onnx") / "backend/test/data/light").iterdir() if "onnx" in path.name
)
GE_FILE = Path(__file__).parents[1] / "data" / "geir" / "ge_20.pb"


def test_every_onnx_message_has_the_fields_of_the_installed_onnx() -> None:
    """The `onnx` wheel's own descriptors are the independent source."""
    compared = 0
    todo = list(onnx.onnx_ml_pb2.DESCRIPTOR.message_types_by_name.values())
    while todo:
        theirs = todo.pop()
        todo += theirs.nested_types
        ours: Any = message_class(theirs.full_name).DESCRIPTOR
        for field in theirs.fields:
            twin = ours.fields_by_number[field.number]
            assert (twin.name, twin.type, twin.is_repeated) == (field.name, field.type, field.is_repeated)
            assert twin.is_packed == field.is_packed, field.full_name
            assert (twin.message_type and twin.message_type.full_name) == (
                field.message_type and field.message_type.full_name
            )
            if not field.is_repeated:
                assert twin.has_presence, field.full_name
            compared += 1
        extra = {field.name for field in ours.fields} - {field.name for field in theirs.fields}
        assert extra == ({"cut_payload"} if theirs.name == "TensorProto" else set())
        for enum in theirs.enum_types:
            assert enum_values(enum.full_name) == {value.name: value.number for value in enum.values}
    assert compared > 120


@pytest.mark.parametrize("path", LIGHT_MODELS, ids=lambda path: Path(path).stem)
def test_real_onnx_models_are_written_back_byte_for_byte(path: str) -> None:
    raw = Path(path).read_bytes()
    ours = message_class("onnx.ModelProto").FromString(raw)
    assert onnx.ModelProto.FromString(raw).SerializeToString() == ours.SerializeToString()


def test_a_ge_model_of_the_real_engine_is_read_and_written_back() -> None:
    raw = GE_FILE.read_bytes()
    model = message_class("ge.proto.ModelDef").FromString(raw)
    assert [len(model.graph), len(model.graph[0].op)] == [1, 20]
    assert [model.graph[0].op[0].type, model.graph[0].output[0]] == ["Data", "layer_0/ffn/layernorm_17:0"]
    # The engine writes map entries in the order of its hash table: compare what the bytes mean, then the size.
    again = model.SerializeToString(deterministic=True)
    assert message_class("ge.proto.ModelDef").FromString(again) == model
    assert len(again) == len(raw)


def test_ge_messages_have_the_numbers_of_the_ge_schema() -> None:
    """Hand-computed wire bytes: tag = number << 3 | wire type."""
    op = message_class("ge.proto.OpDef")(subgraph_name=["b"], id=5)
    assert op.SerializeToString().hex() == "a80105" + "9a020162"
    attr = message_class("ge.proto.AttrDef")()
    attr.list.val_type = 2
    attr.list.i.extend([1, 2])
    assert attr.SerializeToString().hex() == "0a07" + "1a020102" + "a00102"
    desc = message_class("ge.proto.TensorDescriptor")(dtype=27, layout="ND")
    assert desc.SerializeToString().hex() == "101b" + "22024e44"
    attr = message_class("ge.proto.AttrDef")(expression=b"x")
    assert (attr.WhichOneof("value"), attr.SerializeToString().hex()) == ("expression", "8a010178")


def test_the_numbers_of_ge_proto_data_types() -> None:
    types = enum_values("ge.proto.DataType")
    assert (len(types), types["DT_BF16"], types["DT_INT4"], types["DT_HIFLOAT4"]) == (42, 27, 28, 41)
    assert enum_values("ge.proto.AttrDef.ListValue.ListValueType")["VT_LIST_NAMED_ATTRS"] == 9


@pytest.mark.parametrize(
    "name",
    ["ge.onnx.ModelProto", "domi.ModelTaskDef", "domi.TaskDef", "ge.flow_model.proto.SubmodelDef"],
)
def test_the_other_messages_of_om_files_and_dumps_are_there(name: str) -> None:
    assert message_class(name).DESCRIPTOR.full_name == name


def test_an_imported_message_is_the_one_of_its_own_package() -> None:
    submodel = message_class("ge.flow_model.proto.SubmodelDef")()
    submodel.graph.name = "g"
    assert isinstance(submodel.graph, message_class("ge.proto.GraphDef"))


def test_equal_names_give_the_identical_class() -> None:
    assert message_class("onnx.NodeProto") is message_class("onnx.NodeProto")


@pytest.mark.parametrize("name", ["onnx.Nothing", "elsewhere.M", "onnxx.ModelProto", "ge.proto"])
def test_an_unknown_message_is_a_key_error(name: str) -> None:
    with pytest.raises(KeyError):
        message_class(name)


def test_unknown_fields_come_back_out() -> None:
    unknown = bytes.fromhex("a23f03616263")  # field 1012, 3 bytes
    model = message_class("onnx.ModelProto").FromString(bytes.fromhex("0808") + unknown)
    assert model.SerializeToString() == bytes.fromhex("0808") + unknown


def test_a_zero_that_was_written_is_told_from_nothing() -> None:
    attribute = message_class("onnx.AttributeProto")
    assert attribute.FromString(b"\x18\x00").HasField("i")
    assert not attribute().HasField("i")
    assert attribute.FromString(b"\x18\x00").SerializeToString() == b"\x18\x00"


def test_an_enumeration_value_of_the_future_is_seen() -> None:
    assert message_class("onnx.AttributeProto").FromString(bytes.fromhex("a00163")).type == 99


def test_every_table_is_read_without_a_leftover_line() -> None:
    assert packages() == ("onnx", "ge.proto", "ge.onnx", "ge.flow_model.proto", "domi", "cann.meta")
    for path in (files("metadef.wire") / "tables").iterdir():
        table = parse_table(path.read_text(encoding="utf-8"))
        assert all(message.fields or message.name for message in table.messages)
        numbers = [[row.number for row in message.fields] for message in table.messages]
        assert all(len(set(row)) == len(row) for row in numbers)


def test_a_wrong_table_line_is_named() -> None:
    with pytest.raises(ValueError, match="line 3: no form fits '1 many int64 x'"):
        parse_table("file a\nmessage M\n  1 many int64 x\n")
    table = parse_table("file a\npackage p\nmessage M\n  1 integer x\n")
    with pytest.raises(ValueError, match="type integer is unknown"):
        file_descriptor(table, {})


CLASH = """
import warnings; warnings.simplefilter("error")
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.internal import api_implementation
assert api_implementation.Type() == {implementation!r}
fake = descriptor_pb2.FileDescriptorProto(name="ge_ir.proto", package="ge.proto", syntax="proto3")
fake.message_type.add(name="ModelDef").field.add(name="other", number=1, label=1, type=3)
def foreign():
    descriptor_pool.Default().AddSerializedFile(fake.SerializeToString())
    import onnx
    return onnx
def ours():
    from metadef.wire import message_class, parse_message
    model = parse_message("ge.proto.ModelDef", bytes.fromhex("0a0161"))
    assert model.name == "a"
    return message_class("onnx.ModelProto")
if {first!r} == "ours":
    mine, onnx = ours(), foreign()
else:
    onnx, mine = foreign(), ours()
model = mine(ir_version=8)
model.graph.node.add(op_type="Relu", name="é").attribute.add(name="a", type=2, i=0)
assert onnx.ModelProto.FromString(model.SerializeToString()).graph.node[0].name == "é"
assert descriptor_pool.Default().FindMessageTypeByName("ge.proto.ModelDef").fields[0].name == "other"
from metadef.errors import FileError
from metadef.wire import parse_message
from metadef.wire.scan import strip_payloads
deep = b""
for _ in range(400):
    for tag in (0x32, 0x2A, 0x0A):
        n, size = len(deep), b""
        while n > 127: size += bytes([n & 127 | 128]); n >>= 7
        deep = bytes([tag]) + size + bytes([n]) + deep
refused = 0
for wrong in (b"\\xff", bytes.fromhex("0a05"), bytes.fromhex("1201ff"), deep):
    try: parse_message("onnx.GraphProto", wrong)
    except FileError as error: refused += len(error.findings)
assert refused == 4
model.graph.initializer.add(name="w", data_type=1, dims=[1000]).raw_data = bytes(range(250)) * 16
stripped = strip_payloads(model.SerializeToString())
again = parse_message("onnx.ModelProto", stripped.message)
assert again.graph.initializer[0].cut_payload == 0 and bytes(stripped.payloads[0]) == bytes(range(250)) * 16
print("fine")
"""


@pytest.mark.parametrize("implementation", ["upb", "python"])
@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_foreign_files_in_the_default_pool_do_not_clash(implementation: str, first: str) -> None:
    """With `onnx` imported and a different `ge_ir.proto` registered, before or after ours, in both implementations."""
    code = CLASH.format(implementation=implementation, first=first)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": implementation, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("fine\n", "")


def test_importing_the_package_imports_neither_protobuf_nor_numpy() -> None:
    code = "import sys, metadef.wire; print([m for m in ('numpy', 'google.protobuf') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
