"""Our own schema: nothing is lost on the way there and back, and no number or name ever changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_strategies import descs, graphs, registry
from metadef.catalogue import registry as catalogue
from metadef.compat.compare import compare_schemas
from metadef.compat.schema_snapshot import read_descriptor_set, schema_of
from metadef.errors import FileError, MetadefError
from metadef.schema import (
    desc_from_message,
    desc_to_message,
    from_bytes,
    from_json,
    graph_from_message,
    graph_to_message,
    hardware_support,
    plan_from_message,
    plan_to_message,
    proto_from_message,
    proto_text,
    proto_to_message,
    to_bytes,
    to_json,
)
from metadef.schema.plans import PlannedBlock
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.wire.pool import table_of
from metadef.wire.schema_table import file_descriptor

FROZEN = sorted((Path(__file__).parent.parent / "artifacts" / "schema").glob("*.desc"))


def today():
    return file_descriptor(table_of("cann.meta"), {})


def test_every_operator_of_the_catalogue_comes_back_equal():
    for proto in catalogue():
        message = proto_to_message(proto)
        assert proto_from_message(from_bytes("OpProto", to_bytes(message))) == proto
    sample = proto_to_message(catalogue().lookup("Conv2D"))
    assert proto_from_message(from_json("OpProto", to_json(sample))) == catalogue().lookup("Conv2D")


@given(descs())
def test_every_descriptor_comes_back_equal(desc):
    assert desc_from_message(from_bytes("TensorDesc", to_bytes(desc_to_message(desc)))) == desc


@settings(max_examples=25)
@given(graphs())
def test_graphs_come_back_equal_or_are_refused_in_words(graph):
    try:
        message = graph_to_message(graph)
        found = graph_from_message(from_bytes("Graph", to_bytes(message)), registry())
    except MetadefError as error:
        assert error.findings
        return
    again = graph_to_message(found)
    for before, after in zip(message.nodes, again.nodes, strict=True):
        if before.op == "Data":  # WHY: the place of an input is counted anew
            del before.attrs[:], after.attrs[:]
    assert to_bytes(again) == to_bytes(message)


def test_plans_come_back_equal():
    blocks = (PlannedBlock("a", 0, 64, 0, 3), PlannedBlock("b", 64, 32, 1, 2, "io", 32))
    message = plan_to_message(blocks, 96, 96, "exact")
    assert plan_from_message(from_bytes("MemoryPlan", to_bytes(message))) == blocks


def test_fields_that_this_release_does_not_know_survive():
    later = to_bytes(proto_to_message(catalogue().lookup("Relu"))) + b"\xfa\x3f\x03abc"  # field 1023, three bytes
    assert to_bytes(from_bytes("OpProto", later)).endswith(b"\xfa\x3f\x03abc")


@pytest.mark.parametrize(
    "data", [b"\xff", b"\x0a\xff\xff\xff\xff\x0f", b"\x12" * 9], ids=["cut tag", "cut length", "nonsense"]
)
def test_bytes_that_are_no_message_are_refused(data: bytes):
    with pytest.raises(FileError):
        from_bytes("OpProto", data)


@pytest.mark.parametrize("text", ["", "[]", '{"op_name": 3}', '{"attrs": [' * 500])
def test_text_that_is_no_message_is_refused(text: str):
    with pytest.raises(FileError):
        from_json("OpProto", text)


@settings(max_examples=200)
@given(st.binary(max_size=60))
def test_hostile_bytes_give_a_record_or_a_finding(data: bytes):
    for name, read in (
        ("OpProto", proto_from_message),
        ("TensorDesc", desc_from_message),
        ("Graph", graph_from_message),
    ):
        try:
            read(from_bytes(name, data))
        except MetadefError as error:
            assert error.findings


def test_numbers_are_those_of_the_enums():
    enums = {item.name: {value.name: value.number for value in item.value} for item in today().enum_type}
    assert enums["DataType"] == {f"DT_{dtype.name}": dtype.value for dtype in DataType}
    assert enums["MemoryLayout"] == {f"LAYOUT_{layout.name}": layout.value for layout in Format}


def test_the_articles_fields_have_the_articles_numbers():
    schema = schema_of([today()])
    expected = {
        "OpProto": {"op_name": 1, "inputs": 2, "outputs": 3, "attrs": 4, "fusion_constraint": 5, "perf_hint": 6},
        "TensorDesc": {"shape": 1, "dtype": 2, "layout": 3, "alignment": 4},
        "OpFusionConstraint": {
            "can_be_producer": 1,
            "can_be_consumer": 2,
            "allowed_patterns": 3,
            "max_fused_ops": 4,
        },
        "HardwareSupport": {"support_ascend_910": 1, "support_ascend_950pr": 2, "min_driver_version": 3},
    }
    for name, numbers in expected.items():
        fields = schema.messages[f"cann.meta.{name}"].fields
        assert {field: fields[field].number for field in numbers} == numbers


@pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.stem)
def test_no_frozen_schema_is_broken(path: Path):
    breaks = compare_schemas(read_descriptor_set(path.read_bytes()), schema_of([today()])).breaks
    assert [str(change.finding()) for change in breaks] == []


def test_there_is_a_frozen_schema_and_a_change_would_be_seen():
    assert FROZEN
    changed = today()
    changed.message_type[0].field[0].number = 99
    frozen = read_descriptor_set(FROZEN[-1].read_bytes())
    assert [c.rule for c in compare_schemas(frozen, schema_of([changed])).breaks] == ["schema-field-number-changed"]


def test_the_text_of_the_schema_compiles_to_the_same_descriptor(tmp_path: Path):
    """Witness: the compiler of protobuf, from its wheel."""
    place = tmp_path / "cann" / "meta" / "metadef.proto"
    place.parent.mkdir(parents=True)
    place.write_text(proto_text())
    out = tmp_path / "out.desc"
    include = Path(protoc.__file__).parent / "_proto"
    arguments = ["protoc", f"-I{tmp_path}", f"-I{include}", f"--descriptor_set_out={out}", str(place)]
    assert protoc.main(arguments) == 0
    assert read_descriptor_set(out.read_bytes()) == schema_of([today()])
    found = FileDescriptorSet.FromString(out.read_bytes()).file[0]
    (bf16,) = [v for e in found.enum_type if e.name == "DataType" for v in e.value if v.name == "DT_BF16"]
    assert bf16.options.SerializeToString() == b"\xca\x3e\x02\x10\x01"  # option 1001: not on 910, on 950PR
    assert not hardware_support(DataType.BF16).support_ascend_910
