""".om files: header, partitions, compressed attributes, weights; damage is found and costs no more than the file."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import metadef
import om_files
from metadef.codec.ge_ir import ge_ir_bytes, read_ge_ir
from metadef.codec.om import OmFile, describe
from metadef.errors import FileError, MetadefError
from metadef.graph.changes import compare_graphs
from metadef.graph.graph import Graph
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc


def network() -> Graph:
    """x · w, cut, with attributes of several kinds."""
    graph = Graph("net")
    x = graph.add_input("x", TensorDesc((2, 4), DataType.FLOAT))
    w = graph.constant(np.arange(12, dtype=np.float32).reshape(4, 3), "w")
    y = graph.add("MatMulV2", [x, w], {"transpose_x2": False}, name="product")
    z = graph.add("GeluV2", [y.output], {"approximate": "tanh"}, name="act")

    graph.set_outputs([("act", z.output)])
    return graph


def ge_form(graph: Graph) -> Graph:
    """What GE-IR keeps of a graph: the reader's own view of the writer's bytes."""
    return read_ge_ir(ge_ir_bytes(graph)).graph


def loaded(data: bytes) -> Graph:
    return OmFile(memoryview(data), "net.om").load().graph


@pytest.mark.parametrize("is_long", [True, False])
@pytest.mark.parametrize("is_compressed", [True, False])
def test_the_graph_of_a_model_is_the_one_it_was_made_from(is_long: bool, is_compressed: bool):
    model = om_files.model_of(network())
    weights = om_files.with_weights(model)
    assert len(weights) == 48
    if is_compressed:
        model = om_files.compressed(model)
        assert any(key.startswith("\0") for op in model.graph[0].op for key in op.attr)
    parts = [(0, model.SerializeToString()), (1, weights), (2, b""), (3, om_files.kernels((b"k", b"\1\2")))]
    found = loaded(om_files.om_file(parts, is_long=is_long))
    assert compare_graphs(ge_form(network()), found).changes == []
    assert found.node("act").attrs["approximate"] == "tanh"
    assert found.node("w").attrs["value"] == network().node("w").attrs["value"]


def test_numbers_beyond_one_digit_count_to_the_base_127():
    graph = Graph("net")
    value = graph.add_input("x", TensorDesc((1,), DataType.FLOAT))
    node = graph.add("Relu", [value], name="r")
    graph.set_outputs([("r", node.output)])
    model = om_files.model_of(graph)
    op = next(op for op in model.graph[0].op if op.name == "r")
    op.type = "PrivateOperator"  # of which nothing is known, so that any attribute goes
    for number in range(300):
        op.attr[f"private_{number}"].s = f"text {number}".encode()
    found = loaded(om_files.om_file([(0, om_files.compressed(model).SerializeToString())]))
    attrs = found.node("r").attrs
    assert [attrs[f"private_{number}"] for number in range(300)] == [f"text {number}" for number in range(300)]


def test_what_a_model_was_built_from_and_with_is_told():
    model = om_files.model_of(network()).SerializeToString()
    parts = [(0, model), (1, bytes(48)), (2, b"tasks"), (3, b"kernel"), (4, b""), (5, b"\0\0\0\0")]
    info = describe(OmFile(memoryview(om_files.om_file(parts)), "net.om"))
    assert info.command_line == "atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend310P3"
    assert (info.atc_version, info.soc_version, info.framework) == ("8.0.RC1", "Ascend310P3", "ONNX")
    assert (info.memory_size, info.stream_count, info.event_count) == (7168, 1, 0)
    sizes = (info.model_def_size, info.weight_data_size, info.task_info_size, info.tbe_kernels_size, info.so_size)
    assert sizes == (len(model), 48, 5, 6, 4)
    assert (info.name, info.kind, info.models, info.is_dynamic) == ("net", "IR", 1, False)


def test_several_models_stand_one_after_the_other_and_the_first_is_the_root():
    first = om_files.model_of(network()).SerializeToString()
    other = om_files.model_of(Graph("other")).SerializeToString()
    file = OmFile(memoryview(om_files.om_file([(0, first), (2, b"t")], [(0, other)])), "net.om")
    assert [[part.name for part in model] for model in file.models] == [["MODEL_DEF", "TASK_INFO"], ["MODEL_DEF"]]
    assert file.header.is_dynamic
    assert file.load().graph.name == "net"


def test_the_first_model_of_a_bundle_is_read():
    inner = om_files.om_file([(0, om_files.model_of(network()).SerializeToString())])
    assert loaded(om_files.bundle(inner, b"")).name == "net"
    deep = inner
    for _ in range(6):
        deep = om_files.bundle(deep)
    with pytest.raises(FileError, match="deeper than 4"):
        loaded(deep)


def test_a_file_of_the_folder_is_found_by_its_content(tmp_path: Path):
    path = tmp_path / "net.bin"
    path.write_bytes(om_files.om_file([(0, om_files.model_of(network()).SerializeToString())]))
    assert [node.op for node in metadef.load(path).nodes if node.op not in ("Data", "Const")] == ["MatMulV2", "GeluV2"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"IMOD", "a header of 256 bytes is needed"),
        (om_files.header(10), "another length"),
        (om_files.header(0, encrypted=True), "encrypted"),
        (om_files.om_file([(0, b"")]) + b"x", "another length"),
        (om_files.header(8) + struct.pack("<I4x", 5000), "a table of 5000 partitions"),
        (om_files.header(8) + struct.pack("<I4x", 100), "a table of 100 partitions"),
        (om_files.header(32) + struct.pack("<I4xI4xQQ", 1, 0, 0, 1 << 60), "MODEL_DEF has"),
        (om_files.om_file([(2, b"tasks")]), "there is no model definition"),
        (om_files.om_file([(6, b"flow")], kind=3), "a flow model"),
        (om_files.om_file([(0, b"\xff\xff")]), "MODEL_DEF"),
        (om_files.header(1 << 31, is_long=False, models=1 << 31, dynamic=True), "another length"),
    ],
)
def test_damage_is_a_file_error_that_says_what(data: bytes, message: str):
    with pytest.raises(FileError, match=message):
        loaded(data)


@pytest.mark.parametrize(
    "change",
    [
        lambda model: model.attr["om_compress_version"].__setattr__("i", 2),
        lambda model: model.attr["attrs_use_string_value"].list.b.append(True),
        lambda model: model.graph[0].op[0].attr["\0\x7f\x7f\x7f"].__setattr__("i", 1),
        lambda model: model.graph[0].op[0].attr["\0"].__setattr__("i", 1),
        lambda model: model.graph[0].op[0].attr["\0" + "\x01" * 40].__setattr__("i", 1),
        lambda model: model.attr["attr_value_enum"].list.ClearField("s"),
    ],
)
def test_numbers_that_count_into_nothing_are_file_errors(change: object):
    model = om_files.compressed(om_files.model_of(network()))
    assert callable(change)
    change(model)
    with pytest.raises(FileError):
        loaded(om_files.om_file([(0, model.SerializeToString())]))


def test_constants_that_point_outside_of_the_weights_are_found_and_lack_a_value():
    model = om_files.model_of(network())
    om_files.with_weights(model)
    found = OmFile(memoryview(om_files.om_file([(0, model.SerializeToString()), (1, bytes(8))])), "net.om").load()
    assert [item.name for item in found.findings if "weights" in item.message] == ["tensor-malformed"]


def test_constants_that_share_the_same_weights_too_often_do_not_fill_the_memory():
    model = om_files.model_of(network())
    weights = om_files.with_weights(model)
    source = next(op for op in model.graph[0].op if op.name == "w")
    for number in range(50):
        copy = model.graph[0].op.add()
        copy.CopyFrom(source)
        copy.name = f"w{number}"
    file = OmFile(memoryview(om_files.om_file([(0, model.SerializeToString()), (1, weights)])), "net.om")
    shared = [item for item in file.load().findings if "shared too often" in item.message]
    assert len(shared) == 49


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 1 << 32), st.integers(1, 6))
def test_any_damage_is_a_finding_or_harmless(seed: int, flips: int):
    rng = random.Random(seed)
    model = om_files.model_of(network())
    weights = om_files.with_weights(model)
    data = bytearray(om_files.om_file([(0, om_files.compressed(model).SerializeToString()), (1, weights)]))
    for _ in range(flips):
        data[rng.randrange(len(data))] = rng.randrange(256)
    if rng.random() < 0.2:
        del data[rng.randrange(len(data)) :]
    try:
        OmFile(memoryview(bytes(data)), "net.om").load()
    except MetadefError as error:
        assert error.findings


def test_a_long_text_that_every_attribute_points_to_fills_no_memory():
    model = om_files.compressed(om_files.model_of(network()))
    model.attr["attr_value_enum"].list.s[0] = b"x" * 50_000
    act = next(op for op in model.graph[0].op if op.type == "GeluV2")
    key = next(key for key in act.attr if key.startswith("\0") and act.attr[key].WhichOneof("value") == "i")
    act.attr[key].list.i.extend([0] * 50_000)  # 2.5 GB of text in a file of 100 KB
    act.attr[key].list.val_type = 2
    with pytest.raises(FileError, match="out of all proportion"):
        loaded(om_files.om_file([(0, model.SerializeToString())]))


def test_weights_beyond_what_a_message_holds_stay_out(monkeypatch: pytest.MonkeyPatch):
    model = om_files.model_of(network())
    weights = om_files.with_weights(model)
    assert len(weights) == 48
    room = len(model.SerializeToString()) + 48 + 64
    data = om_files.om_file([(0, model.SerializeToString()), (1, weights)])
    monkeypatch.setattr("metadef.codec.om.weights.MAX_MESSAGE_BYTES", room)
    assert loaded(data).node("w").attrs["value"] == network().node("w").attrs["value"]
    monkeypatch.setattr("metadef.codec.om.weights.MAX_MESSAGE_BYTES", room - 1)
    found = OmFile(memoryview(data), "net.om").load().findings
    assert "the graph would be beyond 2 GB" in [item.message for item in found]


def test_a_short_file_of_another_kind_is_no_om_file_rather_than_a_truncated_one():
    with pytest.raises(FileError, match=r"this is no \.om file"):
        loaded(b"\x08\x09:\x00")
    with pytest.raises(FileError, match="a header of 256 bytes is needed"):
        loaded(b"IM")
