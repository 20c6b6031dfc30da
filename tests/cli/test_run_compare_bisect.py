"""`run`, `compare`, `bisect`, and what `compile` says about its passes, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from metadef.cli.main import run

WRONG = '''
from metadef.passes.base import NodePass
import numpy as np

class Wrong(NodePass):
    """Adds one to what every Add adds."""

    name = "wrong"
    ops = frozenset({"Add"})
    before = ("common-subexpression-elimination",)

    def visit(self, graph, node, context):
        tensor = node.inputs[1].producer.attrs.get("value")
        if tensor is not None and "more" not in graph:
            graph.replace_input(node, 1, graph.constant(tensor.array() + np.float32(1), "more"))
'''


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """x [batch, 4] -> Add -> Relu -> y."""
    info = helper.make_tensor_value_info
    nodes = [
        helper.make_node("Add", ["x", "b"], ["a"], name="sum"),
        helper.make_node("Relu", ["a"], ["y"], name="act"),
    ]
    graph = helper.make_graph(
        nodes,
        "m",
        [info("x", TensorProto.FLOAT, ["batch", 4])],
        [info("y", TensorProto.FLOAT, ["batch", 4])],
        [numpy_helper.from_array(np.array([1, -2, 3, -4], np.float32), "b")],
    )
    path = tmp_path / "m.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    return path


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    path = tmp_path / "wrong.py"
    path.write_text(WRONG)
    return path


Capture = pytest.CaptureFixture[str]


def test_run_computes_and_writes_what_the_model_gives(model: Path, tmp_path: Path, capsys: Capture):
    x = np.array([[0, 0, 0, 5], [1, 4, -9, 0]], np.float32)
    np.save(tmp_path / "x.npy", x)
    out = tmp_path / "out"
    assert run(["run", str(model), "--input", f"x={tmp_path / 'x.npy'}", "-o", str(out)]) == 0
    assert np.load(out / "y.npy").tolist() == [[1, 0, 3, 1], [2, 2, 0, 0]]
    assert "y: float32[2, 4] [1, 0, 3, 1, ...] from 0 to 3" in capsys.readouterr().out


def test_run_draws_what_is_not_given(model: Path, capsys: Capture):
    argv = ["run", str(model), "--set", "batch=3", "--input", "x=random", "--range", "x=5:6", "--format", "json"]
    assert run(argv) == 0
    assert json.loads(capsys.readouterr().out)["outputs"] == [
        {"name": "y", "dtype": "float32", "shape": [3, 4], "file": None}
    ]
    shown = []
    for seed in ("1", "1", "2"):
        assert run(["run", str(model), "--seed", seed]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] != shown[2]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--input", "x"], 2, "NAME=FILE.npy"),
        (["--input", "x=none.npy"], 2, "cannot be read"),
        (["--input", "x=random", "--input", "x=random"], 2, "twice"),
        (["--range", "x=3"], 2, "NAME=LOW:HIGH"),
        (["--range", "x=3:1"], 2, "NAME=LOW:HIGH"),
        (["--range", "x=nan:1"], 2, "NAME=LOW:HIGH"),
        (["--range", "z=0:1"], 2, "no such input"),
        (["--set", "bacth=3"], 2, "batch"),
    ],
)
def test_arguments_of_run_that_make_no_sense(arguments: list[str], code: int, said: str, model: Path, capsys: Capture):
    assert run(["run", str(model), *arguments]) == code
    assert said in capsys.readouterr().err


def test_a_file_that_is_no_array_is_refused(model: Path, tmp_path: Path, capsys: Capture):
    (tmp_path / "x.npy").write_bytes(b"nothing")
    np.savez(tmp_path / "x.npz", a=np.zeros(1), b=np.zeros(1))
    for name in ("x.npy", "x.npz"):
        assert run(["run", str(model), "--input", f"x={tmp_path / name}"]) == 2
        assert "array" in capsys.readouterr().err


def test_compare_tells_whether_models_agree(model: Path, plugin: Path, tmp_path: Path, capsys: Capture):
    assert run(["compile", str(model), "-o", str(tmp_path / "right.mdef")]) == 0
    assert run(["compile", str(model), "--plugin", str(plugin), "-o", str(tmp_path / "wrong.mdef")]) == 0
    capsys.readouterr()
    assert run(["compare", str(model), str(tmp_path / "right.mdef")]) == 0
    assert "agrees" in capsys.readouterr().out
    assert run(["compare", str(model), str(tmp_path / "wrong.mdef")]) == 1
    said = capsys.readouterr().out
    assert "differs by more than 0.001" in said and 'the first node that differs is "sum" (Add) from sum' in said
    assert run(["compare", str(model), str(tmp_path / "wrong.mdef"), "--format", "json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["first_differing_node"]["node"] == "sum"
    assert run(["compare", str(model), str(tmp_path / "wrong.mdef"), "--tolerance", "100"]) == 0


def test_compare_with_onnxruntime(model: Path, capsys: Capture):
    assert run(["compare", str(model), "--against", "onnxruntime", "--set", "batch=2"]) == 0
    assert "agrees" in capsys.readouterr().out
    assert run(["compare", str(model)]) == 2
    assert run(["compare", str(model), str(model), "--against", "onnxruntime"]) == 2


def test_bisect_names_the_change(model: Path, plugin: Path, capsys: Capture):
    assert run(["bisect", str(model)]) == 0
    assert "the outputs stay the same" in capsys.readouterr().out
    assert run(["bisect", str(model), "--plugin", str(plugin)]) == 1
    said = capsys.readouterr().out
    assert "pass  wrong" in said and "at    sum" in said and "--opt-bisect-limit 1" in said
    assert run(["bisect", str(model), "--plugin", str(plugin), "--format", "json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["first_bad"] == {"number": 1, "pass": "wrong", "at": "sum"}


@pytest.mark.parametrize(
    "words", [["compile", "--format", "json"], ["compile", "-o", "-"], ["bisect", "--format", "json"]]
)
def test_what_a_plugin_prints_stays_out_of_the_data(words: list[str], model: Path, tmp_path: Path, capsys: Capture):
    path = tmp_path / "talks.py"
    path.write_text(
        "from metadef.passes.base import GraphPass\n\nprint('hello from the file')\n\n"
        "class Talks(GraphPass):\n    name = 'talks'\n\n"
        "    def run(self, graph, context):\n        print('hello from the pass')\n"
    )
    verb, *options = words
    assert run([verb, str(model), "--plugin", str(path), *options]) == 0
    said = capsys.readouterr()
    assert "hello" not in said.out and said.out.startswith("graph" if options == ["-o", "-"] else "{")
    assert "hello from the file" in said.err and "hello from the pass" in said.err


def test_opt_bisect_limit_stops_before_the_wrong_change(model: Path, plugin: Path, tmp_path: Path, capsys: Capture):
    for limit, code in (("0", 0), ("1", 1)):
        argv = ["compile", str(model), "--plugin", str(plugin), "--opt-bisect-limit", limit]
        assert run([*argv, "-o", str(tmp_path / "m.mdef")]) == 0
        assert run(["compare", str(model), str(tmp_path / "m.mdef")]) == code


def test_compare_each_names_the_pass_and_saves_nothing(model: Path, plugin: Path, tmp_path: Path, capsys: Capture):
    out = tmp_path / "m.mdef"
    argv = ["compile", str(model), "--plugin", str(plugin), "--compare-each", "-o", str(out)]
    assert run(argv) == 1
    assert "pass wrong" in capsys.readouterr().out and not out.exists()


def test_the_graph_is_printed_around_the_passes_that_are_named(model: Path, plugin: Path, capsys: Capture):
    argv = ["compile", str(model), "--plugin", str(plugin), "--print-before", "wrong", "--print-after", "dce"]
    assert run([*argv, "--print-after-change", "all"]) == 0
    said = capsys.readouterr().err
    assert "// before wrong\n" in said
    assert "// after wrong\n" in said
    assert "// after dead-node-elimination, which changed nothing\n" in said or "// after dead-node-eli" in said
    assert "// after constant-folding" not in said
    assert run(["compile", str(model), "--print-after", "wrogn", "--plugin", str(plugin)]) == 2
    assert "wrong" in capsys.readouterr().err


def test_timing_says_what_each_pass_took_and_changed(model: Path, plugin: Path, capsys: Capture):
    assert run(["compile", str(model), "--plugin", str(plugin), "--timing"]) == 0
    lines = {line.split()[0]: line.split() for line in capsys.readouterr().err.splitlines() if line.strip()}
    assert lines["wrong"][4] == "1"  # changes
    assert {"constant-folding", "all"} <= set(lines)


def test_passes_explains_the_order_and_single_passes(plugin: Path, capsys: Capture):
    assert run(["passes", "--explain"]) == 0
    assert "runs after constant-folding" in capsys.readouterr().out
    assert run(["passes", "--explain", "ORDER", "--stage", "fusion"]) == 0
    assert "optimize" not in capsys.readouterr().out
    assert run(["passes", "--explain", "wrong", "--plugin", str(plugin)]) == 0
    said = capsys.readouterr().out
    assert "wrong: Adds one to what every Add adds." in said and "before      common-subexpression" in said
    assert run(["passes", "--explain", "wrogn", "--plugin", str(plugin)]) == 2


def test_switches_decide_what_runs(model: Path, tmp_path: Path, capsys: Capture):
    path = tmp_path / "fusion_switch.cfg"
    path.write_text('{"Switch": {"GraphFusion": {"ALL": "off", "constant-folding": "on"}}}')
    argv = ["compile", str(model), "--fusion-switch-file", str(path), "--format", "json"]
    assert run(argv) == 0
    assert [item["name"] for item in json.loads(capsys.readouterr().out)["passes"]] == ["constant-folding"]
    assert run([*argv, "--optimization-switch", "dead-node-elimination:on;constant-folding:off"]) == 0
    assert [item["name"] for item in json.loads(capsys.readouterr().out)["passes"]] == ["dead-node-elimination"]
    path.write_text("SoftmaxFusionPas:off")
    assert run(argv) == 1
    assert "SoftmaxFusionPass" in capsys.readouterr().err
    path.write_text("EinsumPass:off")
    assert run(argv) == 0
    assert "switch-without-effect" in capsys.readouterr().out
