"""`metadef atc` on models: modes 0, 1, 3, 5 and 6 with ATC's own flags."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest

import metadef
import om_files
from metadef.cli.atc.compile_model import REFUSED
from metadef.cli.atc.flags import ATC_FLAGS
from metadef.cli.main import run
from metadef.codec.ge_ir import ge_ir_text
from metadef.codec.mdef.graph_file import GraphFile
from metadef.graph.graph import Graph
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from small_models import save_relu

SOC = "--soc_version=Ascend310P3"


def network() -> Graph:
    graph = Graph("net")
    x = graph.add_input("x", TensorDesc((2, 4), DataType.FLOAT))
    w = graph.constant(np.arange(12, dtype=np.float32).reshape(4, 3), "w")
    graph.set_outputs([("y", graph.add("MatMulV2", [x, w], name="product").output)])
    return graph


@pytest.fixture
def om(tmp_path: Path) -> Path:
    model = om_files.model_of(network())
    weights = om_files.with_weights(model)
    parts = [(0, om_files.compressed(model).SerializeToString()), (1, weights), (2, b"task"), (3, b"kernel")]
    path = tmp_path / "net.om"
    path.write_bytes(om_files.om_file(parts))
    return path


def test_mode_6_prints_what_atc_prints(om: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["atc", "--mode=6", f"--om={om}"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "============ Display Model Info start ============"
    assert lines[2] == f"Original Atc command line: {om_files.DESCRIBED['atc_cmdline'].decode()}"
    assert lines[3] == "system   info: atc_version[8.0.RC1], soc_version[Ascend310P3], framework_type[ONNX]"
    assert lines[4] == "resource info: memory_size[7168 B], weight_size[0 B], stream_num[1], event_num[0]"
    assert "weight_data_size[48 B], tbe_kernels_size[6 B]" in lines[5]
    assert lines[-1] == "ATC run success, welcome to the next use."


def test_mode_1_writes_the_model_definition_with_attributes_put_back(om: Path, tmp_path: Path):
    target = tmp_path / "net.json"
    assert run(["atc", "--mode=1", f"--om={om}", f"--json={target}"]) == 0
    record = json.loads(target.read_text())
    nodes = {op["name"]: op for op in record["graph"][0]["op"]}
    assert nodes["product"]["type"] == "MatMulV2"
    assert nodes["product"]["input"] == ["x:0", "w:0"]
    attrs = {entry["key"]: entry["value"] for entry in record["attr"]}
    assert attrs["soc_version"] == {"s": "Ascend310P3"}
    assert nodes["x"]["output_desc"][0]["dtype"] == "DT_FLOAT"
    assert nodes["x"]["output_desc"][0]["shape"] == {"dim": [2, 4]}


def test_mode_1_takes_an_original_model_and_infers_on_request(tmp_path: Path):
    model, target = save_relu(tmp_path / "relu.onnx", batch=3), tmp_path / "relu.json"
    said = onnx.load(model)
    said.graph.output[0].type.tensor_type.ClearField("shape")  # a declared one is believed without inference
    onnx.save(said, model)
    command = ["atc", "--mode=1", f"--om={model}", "--framework=5", f"--json={target}"]
    shapes: list[object] = []
    for more in ([], ["--dump_mode=1"]):
        assert run([*command, *more]) == 0
        nodes = {op["name"]: op for op in json.loads(target.read_text())["graph"][0]["op"]}
        shapes.append(nodes["act"]["output_desc"][0].get("shape"))
    assert shapes == [{"dim": [-2]}, {"dim": [3, 4]}]


def test_mode_1_says_when_the_model_is_of_another_kind(om: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    model = save_relu(tmp_path / "relu.onnx")
    assert run(["atc", "--mode=1", f"--om={model}", f"--json={tmp_path / 'a.json'}"]) == 2
    assert "--framework=5" in capsys.readouterr().out
    assert run(["atc", "--mode=1", f"--om={om}", f"--json={om}"]) == 2
    assert not (tmp_path / "a.json").exists()


def test_mode_5_writes_a_dump_as_json(tmp_path: Path):
    dump, target = tmp_path / "ge_proto_00000000_graph_0_Build.txt", tmp_path / "graph.json"
    dump.write_text(ge_ir_text(network()))
    assert run(["atc", "--mode=5", f"--om={dump}", f"--json={target}"]) == 0
    assert json.loads(target.read_text())["graph"][0]["name"] == "net"
    model = save_relu(tmp_path / "relu.onnx")
    assert run(["atc", "--mode=5", f"--om={model}", f"--json={target}"]) == 2


def test_mode_3_reports_every_node(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    import onnx

    nodes = [onnx.helper.make_node("Relu", ["x"], ["r"], name="good"), onnx.helper.make_node("Nope", ["r"], ["y"])]
    x, y = (onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [2]) for name in "xy")
    model = tmp_path / "odd.onnx"
    model.write_bytes(onnx.helper.make_model(onnx.helper.make_graph(nodes, "g", [x], [y])).SerializeToString())
    report = tmp_path / "report.json"
    assert run(["atc", "--mode=3", "--framework=5", f"--model={model}", f"--check_report={report}"]) == 1
    record = json.loads(report.read_text())
    assert record["result"] == "failed"
    results = {item["name"]: item["result"] for item in record["op"]}
    assert results == {"x": "success", "good": "success", "y": "failed"}
    assert "ATC run failed" in capsys.readouterr().out


def test_mode_0_compiles_for_the_chip_with_the_shapes_it_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    model = save_relu(tmp_path / "relu.onnx")
    flags = [f"--model={model}", "--framework=5", f"--output={tmp_path / 'out'}", SOC]
    assert run(["atc", *flags, "--input_shape=x:8,4"]) == 0
    assert "compiled for Ascend310P3" in capsys.readouterr().out
    graph = metadef.load(tmp_path / "out.mdef")
    assert graph.inputs[0].desc.origin_shape.to_json() == [8, 4]
    assert run(["atc", *flags, "--input_shape=x:-1,4", "--dynamic_batch_size=1,2,4"]) == 0
    (made,) = [item for item in tmp_path.iterdir() if item.suffix == ".mdef"]
    lines = GraphFile.open(made).load().store.lines()
    assert any("<= 4" in line for line in lines), "the largest gear bounds the batch"
    assert run(["atc", *flags, "--input_shape=x:-1,4", "--dynamic_batch_size=1,2", "--dynamic_dims=1;2"]) == 2
    assert run(["atc", *flags, "--input_shape=y:8,4"]) == 1


def test_mode_0_can_cut_the_model_at_named_values(tmp_path: Path):
    model = save_relu(tmp_path / "relu.onnx")
    flags = [f"--model={model}", "--framework=5", f"--output={tmp_path / 'out'}", SOC]
    assert run(["atc", *flags, "--out_nodes=act:0"]) == 0
    assert [name for name, _ in metadef.load(tmp_path / "out.mdef").outputs] == ["act:0"]
    assert run(["atc", *flags, "--out_nodes=atc:0"]) == 2


def test_mode_0_obeys_switches_of_fusions(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    model = save_relu(tmp_path / "relu.onnx")
    switches = tmp_path / "switch.cfg"
    switches.write_text("NoSuchFusion:off\n")
    flags = [f"--model={model}", "--framework=5", f"--output={tmp_path / 'out'}", SOC]
    assert run(["atc", *flags, f"--fusion_switch_file={switches}"]) == 1
    assert "NoSuchFusion" in capsys.readouterr().out
    switches.write_text("gelu-fusion:off\n")
    assert run(["atc", *flags, f"--fusion_switch_file={switches}"]) == 0


@pytest.mark.parametrize("flag", sorted(REFUSED))
def test_what_is_not_followed_is_refused_with_what_to_do(tmp_path: Path, flag: str, capsys: pytest.CaptureFixture[str]):
    assert flag in ATC_FLAGS
    model = save_relu(tmp_path / "relu.onnx")
    flags = [f"--model={model}", "--framework=5", f"--output={tmp_path / 'out'}", SOC, f"--{flag}=something"]
    assert run(["atc", *flags]) == 2
    shown = capsys.readouterr().out
    assert f"--{flag}: metadef does not do this" in shown
    assert "Solution: try" in shown
    assert not (tmp_path / "out.mdef").exists()


def test_flags_of_kernels_have_no_effect_and_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    model = save_relu(tmp_path / "relu.onnx")
    flags = [f"--model={model}", "--framework=5", f"--output={tmp_path / 'out'}", SOC]
    assert run(["atc", *flags, "--op_debug_level=1", "--precision_mode=must_keep_origin_dtype"]) == 0
    assert "--op_debug_level: has no effect in this mode" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--mode=6"], "--om: is missing"),
        (["--mode=2"], "there is no such mode here"),
        (["--modle=a.onnx"], "--model"),
        (["--model=a", "--framework=0", "--output=b", SOC], "models of Caffe are not read"),
        (["--model=a", "--framework=9", "--output=b", SOC], "there is no such framework"),
    ],
)
def test_misuse_says_what_to_do(words: list[str], message: str, capsys: pytest.CaptureFixture[str]):
    assert run(["atc", *words]) == 2
    assert message in capsys.readouterr().out
