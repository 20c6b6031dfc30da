"""Payload scan: equal to what protobuf's own parse finds, and safe on anything."""

import mmap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metadef.errors import FileError
from metadef.wire import message_class, open_mapped, parse_message
from metadef.wire.scan import GE_MODEL, ONNX_MODEL, scan_payloads, strip_payloads
from wire_models import mutations, onnx_models


def tensors_of(model: Any) -> Iterator[Any]:
    """Every tensor of the model, by protobuf's own parse: the slow twin."""
    graphs = [model.graph]
    nodes = [node for function in model.functions for node in function.node]
    while graphs or nodes:
        if graphs:
            graph = graphs.pop()
            yield from graph.initializer
            for sparse in graph.sparse_initializer:
                yield from (sparse.values, sparse.indices)
            nodes += graph.node
            continue
        for attribute in nodes.pop().attribute:
            graphs += [*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs]
            yield from attribute.tensors
            if attribute.HasField("t"):
                yield attribute.t


def put_back(model: Any, payloads: tuple[memoryview, ...]) -> None:
    for tensor in tensors_of(model):
        if tensor.HasField("cut_payload"):
            tensor.raw_data = bytes(payloads[tensor.cut_payload])
            tensor.ClearField("cut_payload")


@settings(max_examples=80, deadline=None)
@given(onnx_models(), st.sampled_from([32, 100, 128, 1024]))
def test_the_scan_finds_the_payloads_that_protobuf_finds(model: Any, min_bytes: int) -> None:
    raw = model.SerializeToString()
    found = list(scan_payloads(raw, min_bytes=min_bytes))
    expected = [bytes(t.raw_data) for t in tensors_of(model) if len(t.raw_data) >= min_bytes]
    assert sorted(expected) == sorted(raw[p.offset : p.offset + p.size] for p in found)
    assert all(raw[p.tag_offset] == 9 << 3 | 2 for p in found)


@settings(max_examples=80, deadline=None)
@given(onnx_models(), st.sampled_from([32, 100, 128, 1024]))
def test_a_stripped_model_with_its_payloads_put_back_is_the_model(model: Any, min_bytes: int) -> None:
    stripped = strip_payloads(model.SerializeToString(), min_bytes=min_bytes)
    again = parse_message("onnx.ModelProto", stripped.message)
    assert all(len(t.raw_data) < min_bytes for t in tensors_of(again))
    put_back(again, stripped.payloads)
    assert again == model


def test_initializers_are_located_in_a_file_without_copying(tmp_path: Path) -> None:
    model = message_class("onnx.ModelProto")(ir_version=8)
    for index, size in enumerate((5000, 10, 70000)):
        model.graph.initializer.add(name=f"w{index}", raw_data=bytes([index + 1]) * size)
    path = tmp_path / "m.onnx"
    path.write_bytes(model.SerializeToString())
    view = open_mapped(path)
    stripped = strip_payloads(view)
    assert isinstance(stripped.payloads[1].obj, mmap.mmap)
    assert [len(payload) for payload in stripped.payloads] == [5000, 70000]
    assert bytes(stripped.payloads[1]) == b"\x03" * 70000
    parsed = parse_message("onnx.ModelProto", stripped.message)
    assert [t.cut_payload if t.HasField("cut_payload") else None for t in parsed.graph.initializer] == [0, None, 1]
    assert len(stripped.message) < 200


def test_a_model_without_large_payloads_comes_back_as_it_is() -> None:
    raw = message_class("onnx.ModelProto")(ir_version=8).SerializeToString()
    stripped = strip_payloads(raw)
    assert (stripped.message is raw, stripped.payloads) == (True, ())


def test_a_graph_that_is_given_in_two_parts_is_scanned_in_both() -> None:
    """protobuf merges repeated occurrences of a single message field."""
    part = message_class("onnx.ModelProto")()
    part.graph.initializer.add(name="a", raw_data=b"a" * 2000)
    raw = part.SerializeToString() * 2
    stripped = strip_payloads(raw)
    merged = parse_message("onnx.ModelProto", stripped.message)
    assert [t.cut_payload for t in merged.graph.initializer] == [0, 1]


def test_ge_models_are_stripped_along_their_own_route() -> None:
    model = message_class("ge.proto.ModelDef")(name="m")
    op = model.graph.add(name="g").op.add(name="c", type="Const")
    op.attr["value"].t.data = b"w" * 4000
    op.attr["values"].list.t.add().data = b"v" * 3000
    op.attr["body"].g.op.add().attr["value"].t.data = b"u" * 2000
    stripped = strip_payloads(model.SerializeToString(deterministic=True), GE_MODEL)
    assert sorted(len(payload) for payload in stripped.payloads) == [2000, 3000, 4000]
    parsed = parse_message("ge.proto.ModelDef", stripped.message)
    assert bytes(stripped.payloads[parsed.graph[0].op[0].attr["value"].t.cut_payload]) == b"w" * 4000


def test_a_length_of_three_gigabytes_is_refused_at_once() -> None:
    """Tensor, graph and model tell the truth; only raw_data lies. Padded so that the scan enters the tensor."""
    tensor = b"\x42\xd0\x0f" + b"n" * 2000 + bytes.fromhex("4a80bcc1960b")
    graph = b"\x2a" + bytes([len(tensor) & 127 | 128, len(tensor) >> 7]) + tensor
    raw = b"\x3a" + bytes([len(graph) & 127 | 128, len(graph) >> 7]) + graph
    with pytest.raises(FileError) as caught:
        strip_payloads(raw, subject="m.onnx")
    (found,) = caught.value.findings
    assert (found.name, found.subject, found.got) == ("file-too-large", "m.onnx", "3000000000")


def test_a_cut_off_file_is_truncated() -> None:
    model = message_class("onnx.ModelProto")(ir_version=8)
    model.graph.initializer.add(name="w", raw_data=b"w" * 5000)
    with pytest.raises(FileError) as caught:
        strip_payloads(model.SerializeToString()[:3000])
    assert caught.value.findings[0].name == "file-truncated"


def test_endless_nesting_ends_with_a_finding() -> None:
    raw = b"x" * 2000
    for _ in range(200):
        for tag in (b"\x32", b"\x2a", b"\x0a"):
            raw = tag + bytes([len(raw) & 127 | 128, len(raw) >> 7 & 127 | 128, len(raw) >> 14]) + raw
    raw = b"\x3a" + bytes([len(raw) & 127 | 128, len(raw) >> 7 & 127 | 128, len(raw) >> 14]) + raw
    with pytest.raises(FileError, match="deeper than 100"):
        strip_payloads(raw)


def test_a_marker_forged_in_a_file_points_to_nothing_without_payloads() -> None:
    from metadef.wire.onnx_tensor import read_tensor

    forged = message_class("onnx.TensorProto")(name="w", data_type=2, dims=[4], cut_payload=7)
    with pytest.raises(FileError, match="tensor-malformed"):
        read_tensor(forged)


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_mutated_models_are_stripped_or_refused(data: st.DataObject) -> None:
    """And what is stripped parses exactly when the original does: cutting neither hides nor makes damage."""
    raw = data.draw(mutations(MUTANT))
    try:
        stripped = strip_payloads(raw, ONNX_MODEL, min_bytes=32)
    except FileError:
        with pytest.raises(FileError):
            parse_message("onnx.ModelProto", raw)
        return
    try:
        model = parse_message("onnx.ModelProto", raw)
    except FileError:
        with pytest.raises(FileError):
            parse_message("onnx.ModelProto", stripped.message)
        return
    again = parse_message("onnx.ModelProto", stripped.message)
    assert sum(len(payload) for payload in stripped.payloads) <= len(raw)
    put_back(again, stripped.payloads)
    assert [t.raw_data for t in tensors_of(again)] == [t.raw_data for t in tensors_of(model)]


def _mutant() -> bytes:
    model = message_class("onnx.ModelProto")(ir_version=8)
    model.graph.initializer.add(name="w", raw_data=b"\x01" * 40, dims=[40])
    branch = model.graph.node.add(op_type="If").attribute.add(name="then_branch", type=5).g
    branch.initializer.add(name="v", raw_data=b"\x02" * 50)
    model.graph.node.add(op_type="Constant").attribute.add(name="value").t.raw_data = b"\x03" * 60
    return model.SerializeToString()


MUTANT = _mutant()
