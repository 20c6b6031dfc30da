"""`metadef infer` and what it shares with check and compile: values of inputs, sizes, names of values."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import metadef
from metadef.cli.main import run
from metadef.errors import UsageError
from small_models import info, save_model, save_relu


def save_sum(path: Path) -> Path:
    """ReduceSum of x [2, 3] over the axes that the caller feeds, then Relu; tensors are not called as nodes are."""
    nodes = [
        helper.make_node("ReduceSum", ["x", "axes"], ["sum_out"], name="sum", keepdims=0),
        helper.make_node("Relu", ["sum_out"], ["y"], name="act"),
    ]
    inputs = [info("x", [2, 3]), info("axes", [1], TensorProto.INT64)]
    return save_model(path, nodes, inputs, [info("y", None)])


def output_shape(text: str) -> list[object]:
    return next(item["shape"] for item in json.loads(text)["values"] if item["name"] == "act")


@pytest.mark.parametrize("value", ["[1]", "1", "[ 1 ]", "1.0"])
def test_fix_gives_an_input_its_value_so_that_shapes_follow(
    value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    model = str(save_sum(tmp_path / "sum.onnx"))
    assert run(["infer", model, "--format", "json"]) == 0
    assert output_shape(capsys.readouterr().out) == [None]
    assert run(["infer", model, "--fix", f"axes={value}", "--format", "json"]) == 0
    assert output_shape(capsys.readouterr().out) == [2]


def test_check_and_compile_take_fixed_inputs_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    model, out = str(save_sum(tmp_path / "sum.onnx")), tmp_path / "sum.mdef"
    assert run(["check", model, "--fix", "axes=0"]) == 0
    assert run(["compile", model, "--fix", "axes=0", "-o", str(out)]) == 0
    capsys.readouterr()
    graph = metadef.load(out)
    assert [value.name for value in graph.inputs] == ["x"]
    assert [str(value.desc.origin_shape) for _, value in graph.outputs] == ["[3]"]
    assert metadef.check(model, fixed={"axes": [5]}) != []
    with pytest.raises(UsageError, match="only"):
        metadef.compile(graph, fixed={"x": 1})


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("axis=1", "axes"),
        ("axes=one", "INPUT=VALUE"),
        ("axes", "INPUT=VALUE"),
        ("=1", "INPUT=VALUE"),
        ('axes={"a": 1}', "INPUT=VALUE"),
        (f"axes={'[' * 5000}", "INPUT=VALUE"),
        ("axes=0.5", "INT64 [1]"),
        ("axes=[0,1]", "INT64 [2]"),
        ("axes=[[0],[0,1]]", "rows differ"),
        ("axes=100000000000000000000", "64 bits"),
        ("axes=[null]", "64 bits"),
    ],
)
def test_values_that_no_input_can_have_are_usage_errors(
    setting: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    model = str(save_sum(tmp_path / "sum.onnx"))
    for command in ("infer", "check", "compile"):
        assert run([command, model, "--fix", setting]) == 2
        assert says in capsys.readouterr().err
    assert run(["infer", model, "--fix", "axes=0", "--fix", "axes=1"]) == 2


def test_a_number_is_rounded_to_a_float_type_but_must_fit_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    nodes = [helper.make_node("Mul", ["x", "s"], ["y"], name="mul")]
    inputs = [info("x", [2], TensorProto.FLOAT16), info("s", [], TensorProto.FLOAT16)]
    model = str(save_model(tmp_path / "m.onnx", nodes, inputs, [info("y", [2], TensorProto.FLOAT16)]))
    assert run(["infer", model, "--fix", "s=0.1"]) == 0
    assert run(["infer", model, "--fix", "s=70000"]) == 2
    assert "FLOAT16 []" in capsys.readouterr().err


def test_other_forms_than_onnx_refuse_fixed_inputs(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    place = tmp_path / "relu.mdef"
    metadef.save(metadef.load(save_relu(tmp_path / "relu.onnx")), place)
    assert run(["infer", str(place), "--fix", "x=1"]) == 2
    assert "ONNX models only" in capsys.readouterr().err


def test_set_with_the_name_of_an_input_leads_to_fix(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    model = str(save_sum(tmp_path / "sum.onnx"))
    for command in ("infer", "compile"):
        assert run([command, model, "--set", "axes=1"]) == 2
        assert "--fix axes=..." in capsys.readouterr().err


def test_why_takes_the_names_of_tensors_in_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    model = str(save_sum(tmp_path / "sum.onnx"))
    assert run(["infer", model, "--why", "sum_out"]) == 0
    by_tensor = capsys.readouterr().out
    assert run(["infer", model, "--why", "sum"]) == 0
    assert capsys.readouterr().out == by_tensor
    assert run(["infer", model, "--why", "sum_uot"]) == 2
    assert "sum_out" in capsys.readouterr().err
    assert run(["infer", model, "--why", "nothing"]) == 2
    assert "called after their nodes" in capsys.readouterr().err


def test_why_takes_the_name_of_an_initializer(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    weight = numpy_helper.from_array(np.ones([4], np.float32), "weight")
    node: onnx.NodeProto = helper.make_node("Add", ["x", "weight"], ["y"], name="add")
    model = save_model(tmp_path / "m.onnx", [node], [info("x", [2, 4])], [info("y", [2, 4])], [weight])
    assert run(["infer", str(model), "--why", "weight"]) == 0
    assert "a constant" in capsys.readouterr().out


def save_halves(path: Path) -> Path:
    """x [h] as two rows of h / 2, where h is at least 4."""
    target = numpy_helper.from_array(np.array([2, -1], np.int64), "target")
    nodes = [
        helper.make_node("Reshape", ["x", "target"], ["rows"], name="halves"),
        helper.make_node("AveragePool", ["image"], ["y"], name="pool", kernel_shape=[4]),
        helper.make_node("Unsqueeze", ["rows", "zero"], ["image"], name="lift"),
    ]
    zero = numpy_helper.from_array(np.array([0], np.int64), "zero")
    return save_model(path, nodes, [info("x", ["h"])], [info("y", None)], [target, zero])


@pytest.mark.parametrize(
    ("sizes", "want"),
    [("8~12", "8, 10, 12"), ("6~8", "8"), ("9~9", ""), ("8~8", None), ("9~-1", ""), ("8~-1", None), ("8~100000", None)],
)
def test_a_range_of_which_the_model_can_have_a_part_is_a_warning_that_names_the_part(
    sizes: str, want: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    model = str(save_halves(tmp_path / "m.onnx"))
    code = run(["infer", model, "--input_shape", f"x:{sizes}", "--format", "json"])
    found = json.loads(capsys.readouterr().out)["findings"]
    if sizes == "9~9":  # one size, which the model cannot have, is an error at once
        assert code == 1
        return
    assert code == 0
    if want is None:
        assert found == []
    else:
        assert [(item["name"], item["severity"], item["expected"]) for item in found] == [
            ("shape-contradiction", "warning", want)
        ]
        assert "axis 0 cannot be" in found[0]["message"]


@pytest.mark.parametrize(("size", "hint"), [(9, "h = 8 or 10"), (100001, "h = 100000 or 100002")])
def test_a_size_that_cannot_be_leads_to_the_nearest_that_can(
    size: int, hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    model = str(save_halves(tmp_path / "m.onnx"))
    for options in (["--set", f"h={size}"], ["--input_shape", f"x:{size}"]):
        assert run(["infer", model, *options, "--format", "json"]) == 1
        found = json.loads(capsys.readouterr().out)["findings"]
        assert found[0]["hint"] == hint


def test_an_input_shape_for_an_unknown_name_is_bad_usage_and_prints_no_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    model = str(save_relu(tmp_path / "m.onnx"))
    assert run(["infer", model, "--input_shape", "z:1,4"]) == 2
    assert run(["infer", model, "--input_shape", "x:-1,4;z:1", "--dynamic_batch_size", "1,2"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count('no input "z"') == 2


def test_demands_are_printed_with_names_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["infer", str(save_halves(tmp_path / "m.onnx"))]) == 0
    text = capsys.readouterr().out
    assert 'mod(h,2) == 0 by node "halves" (Reshape)' in text
