"""parse_message: every failure is one finding that says where."""

from typing import Any

import onnx
import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st

from metadef.errors import FileError
from metadef.wire import message_class, parse_message
from metadef.wire.walk import bad_texts
from wire_models import mutations, onnx_models

READER_ERRORS = {"file-truncated", "file-corrupt", "file-too-large"}


def small_model() -> bytes:
    model = message_class("onnx.ModelProto")(ir_version=8, producer_name="test", doc_string="a remark")
    model.opset_import.add(domain="", version=17)
    for index in range(4):
        node = model.graph.node.add(name=f"n{index}", op_type="Relu", input=["x"], output=["y"])
        node.attribute.add(name="axes", type=7, ints=[1, -1, 300])
        node.attribute.add(name="alpha", type=1, f=0.5)
    tensor = model.graph.initializer.add(name="w", data_type=1, dims=[2], float_data=[1.5, 2.5])
    tensor.int64_data.extend([1, 1 << 40])
    model.metadata_props.add(key="k", value="v")
    return model.SerializeToString()


SMALL = small_model()


def failure(name: str, raw: bytes) -> Any:
    with pytest.raises(FileError) as caught:
        parse_message(name, raw, subject="m.onnx")
    (only,) = caught.value.findings
    return only


def test_a_whole_message_is_parsed_from_bytes_and_views() -> None:
    for data in (SMALL, memoryview(SMALL), memoryview(b"x" + SMALL)[1:]):
        assert parse_message("onnx.ModelProto", data).graph.node[3].name == "n3"


def test_a_cut_off_file_is_called_truncated() -> None:
    found = failure("onnx.ModelProto", SMALL[: len(SMALL) // 2])
    assert (found.name, found.subject) == ("file-truncated", "m.onnx")


def test_every_cut_is_truncation_or_the_end_of_a_top_level_field() -> None:
    whole = 0
    for cut in range(len(SMALL)):
        try:
            parse_message("onnx.ModelProto", SMALL[:cut])
            whole += 1
        except FileError as error:
            assert [item.name for item in error.findings] == ["file-truncated"]
    assert whole == 6  # nothing, and before each but the first of six fields: 1, 2, 6, 8 (opset), 7 (graph), 14


def test_a_length_beyond_the_enclosing_message_is_corrupt_and_names_the_path() -> None:
    # graph {node {name: "a" but claiming 9 bytes}} and more graph after it
    found = failure("onnx.ModelProto", bytes.fromhex("3a0f" + "0a03" + "1a0961" + "12086162636465666768" + "0808"))
    assert (found.name, found.subject) == ("file-corrupt", "m.onnx: graph[0].node[0]")
    assert "claims 9 bytes where 1 are left (at byte 4)" in found.message


def test_a_tensor_claiming_three_gigabytes_in_a_kilobyte_is_too_large() -> None:
    # graph {initializer {raw_data: 3,000,000,000 bytes claimed}}
    claim = bytes.fromhex("4a80bcc1960b")
    tensor = b"\x2a" + bytes([len(claim)]) + claim
    raw = b"\x3a" + bytes([len(tensor)]) + tensor + b"\x12\x80\x07" + b"x" * 896
    found = failure("onnx.ModelProto", raw)
    assert (found.name, found.got) == ("file-too-large", "3000000000")


def test_a_name_that_is_not_utf8_is_located() -> None:
    found = failure("onnx.ModelProto", bytes.fromhex("3a07" + "0a05" + "1a0361ff62"))
    assert (found.name, found.subject) == ("file-corrupt", "m.onnx: graph[0].node[0].name")
    assert "not UTF-8 (at byte 6)" in found.message


def test_a_remark_that_is_not_utf8_costs_question_marks_only() -> None:
    model = onnx.ModelProto(producer_name="p", doc_string="remarX")
    model.metadata_props.add(key="author", value="Josefina X 中")
    raw = model.SerializeToString().replace(b"X", b"\xe9")
    parsed = parse_message("onnx.ModelProto", raw)
    assert (parsed.doc_string, parsed.metadata_props[0].value) == ("remar?", "Josefina ? 中")


def test_a_wrong_name_beside_a_wrong_remark_is_still_reported() -> None:
    raw = onnx.ModelProto(producer_name="X", doc_string="X").SerializeToString().replace(b"X", b"\xe9")
    assert failure("onnx.ModelProto", raw).subject == "m.onnx: producer_name"


def test_nesting_beyond_protobufs_depth_is_corrupt() -> None:
    raw = b""
    for _ in range(120):
        for tag in (b"\x32", b"\x2a", b"\x0a"):  # g in an attribute in a node in a graph
            size, rest = b"", len(raw)
            while rest > 127:
                size, rest = size + bytes([rest & 127 | 128]), rest >> 7
            raw = tag + size + bytes([rest]) + raw
    found = failure("onnx.GraphProto", raw)
    assert (found.name, "deeper than 100" in found.message) == ("file-corrupt", True)


def test_more_bytes_than_the_limit_are_too_large() -> None:
    with pytest.raises(FileError) as caught:
        parse_message("onnx.ModelProto", SMALL, limit_bytes=10)
    assert caught.value.findings[0].name == "file-too-large"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("00", "tag 0 is no field"),
        ("0f", "wire type 7 is not in use"),
        ("0c", "wire type 4 is not in use"),
        ("8080808080808080808001", "a varint is longer than ten bytes"),
        ("13" + "0c", "tag 12 is wrong inside a group"),
        ("3a06" + "2a04" + "220200003f" + "1200", "float_data has 2 bytes, no multiple of 4"),
        ("3a05" + "2a03" + "3a0181" + "1200", "int64_data ends inside a number"),
    ],
)
def test_damage_is_described(raw: str, message: str) -> None:
    found = failure("onnx.ModelProto", bytes.fromhex(raw))
    assert (found.name, message in found.message) == ("file-corrupt", True), found


def test_groups_of_unknown_fields_are_kept() -> None:
    raw = bytes.fromhex("0808" + "a33e" + "0801" + "120161" + "1b1c" + "a43e")
    assert parse_message("onnx.ModelProto", raw).SerializeToString() == raw


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_mutated_models_give_a_message_or_one_located_finding(data: st.DataObject) -> None:
    """The walk finds the place of everything that protobuf refuses: its catch-all text never appears."""
    raw = data.draw(mutations(SMALL))
    try:
        parse_message("onnx.ModelProto", raw)
    except FileError as error:
        (found,) = error.findings
        assert found.name in READER_ERRORS
        assert "protobuf cannot read this" not in found.message


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_the_walk_and_protobuf_agree_on_what_is_well_formed(data: st.DataObject) -> None:
    raw = data.draw(mutations(SMALL))
    try:
        message_class("onnx.ModelProto").FromString(raw)
        accepted = True
    except DecodeError:
        accepted = False
    try:
        walked = not list(bad_texts("onnx.ModelProto", memoryview(raw), "m"))
    except FileError:
        walked = False
    assert walked == accepted


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_noise_gives_a_message_or_one_finding(raw: bytes) -> None:
    try:
        parse_message("ge.proto.ModelDef", raw)
    except FileError as error:
        assert [item.name in READER_ERRORS for item in error.findings] == [True]


@settings(max_examples=30, deadline=None)
@given(onnx_models())
def test_random_models_come_back_equal(model: Any) -> None:
    assert parse_message("onnx.ModelProto", model.SerializeToString()) == model
