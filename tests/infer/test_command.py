"""`metadef infer`: the table, where a shape came from, and sizes of inputs in ATC's notation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import helper, numpy_helper

from metadef.cli.main import run
from small_models import info, save_model

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def pooled(tmp_path: Path) -> str:
    """x [batch, 3, h, w] -> MaxPool 2 x 2 -> Reshape [batch, -1] by the batch of x -> y."""
    nodes = [
        helper.make_node("MaxPool", ["x"], ["p"], name="pool", kernel_shape=[2, 2], strides=[2, 2]),
        helper.make_node("Shape", ["x"], ["s"], name="sizes"),
        helper.make_node("Gather", ["s", "zero"], ["b"], name="first"),
        helper.make_node("Unsqueeze", ["b", "axes"], ["b1"], name="vector"),
        helper.make_node("Concat", ["b1", "rest"], ["target"], name="target", axis=0),
        helper.make_node("Reshape", ["p", "target"], ["y"], name="flat"),
    ]
    made = [
        numpy_helper.from_array(np.array(0, np.int64), "zero"),
        numpy_helper.from_array(np.array([0], np.int64), "axes"),
        numpy_helper.from_array(np.array([-1], np.int64), "rest"),
    ]
    sizes = ["batch", 3, "h", "w"]
    return str(save_model(tmp_path / "pooled.onnx", nodes, [info("x", sizes)], [info("y", None)], made))


@pytest.fixture
def sum_of_two(tmp_path: Path) -> str:
    """x [batch, 4] + y [batch, 4]."""
    nodes = [helper.make_node("Add", ["x", "y"], ["z"], name="sum")]
    inputs = [info("x", ["batch", 4]), info("y", ["batch", 4])]
    return str(save_model(tmp_path / "sum.onnx", nodes, inputs, [info("z", ["batch", 4])]))


def record(argv: list[str], capsys: Capture, code: int = 0) -> dict[str, Any]:
    assert run(["infer", *argv, "--format", "json"]) == code
    return json.loads(capsys.readouterr().out)


def shapes(found: dict[str, Any]) -> dict[str, Any]:
    return {item["name"]: item["shape"] for item in found["values"]}


def test_the_table_names_values_producers_types_shapes_and_known_elements(pooled: str, capsys: Capture):
    assert run(["infer", pooled]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["value", "producer", "dtype", "shape", "elements"]
    assert ["x", "Data", "FLOAT", "[batch,", "3,", "h,", "w]"] in lines
    (target,) = [line for line in lines if line[:1] == ["target"]]
    assert target[1:3] == ["ConcatD", "INT64"]
    assert target[3:] == ["[2]", "[batch,", "-1]"]
    (flat,) = [line for line in lines if line[:1] == ["flat"]]
    assert flat[1] == "Reshape"


def test_json_holds_every_value(pooled: str, capsys: Capture):
    found = record([pooled], capsys)
    assert list(found) == ["model", "values", "inputs", "outputs", "where", "findings"]
    assert (found["inputs"], list(found["outputs"])) == (["x"], ["y"])
    (target,) = [item for item in found["values"] if item["name"] == "target"]
    assert target == {
        "name": "target",
        "producer": "ConcatD",
        "dtype": "INT64",
        "shape": [2],
        "elements": ["batch", -1],
    }


def test_set_makes_symbols_numbers(pooled: str, capsys: Capture):
    assert shapes(record([pooled, "--set", "batch=8,h=6", "--set", "w=4"], capsys))["flat"] == [8, 3 * 3 * 2]


def test_set_of_an_unknown_symbol_is_refused_with_the_nearest(pooled: str, capsys: Capture):
    assert run(["infer", pooled, "--set", "bacth=8"]) == 2
    error = capsys.readouterr().err
    assert "no such symbol" in error
    assert "batch" in error


def test_why_names_rules_what_they_read_and_what_they_demand(pooled: str, capsys: Capture):
    assert run(["infer", pooled, "--why", "y", "--steps", "30"]) == 0
    text = capsys.readouterr().out
    steps = [line for line in text.splitlines() if line[0].isdigit()]
    assert steps[0].startswith("1. flat [batch, ")
    assert steps[0].endswith("by Reshape")
    assert "rule metadef.infer.shape.shape.reshape" in text
    assert "reads shape = target: " in text
    assert "elements [batch, -1]" in text
    assert "rule metadef.infer.shape.pool." in text
    assert "demands h >= 2" in text
    assert any(line.endswith("x [batch, 3, h, w]  by Data") for line in steps)
    assert "an input of the graph" in text


def test_why_stops_after_the_steps_asked_for(pooled: str, capsys: Capture):
    assert run(["infer", pooled, "--why", "y", "--steps", "1"]) == 0
    text = capsys.readouterr().out
    assert "2. " not in text
    assert "more steps" in text


def test_why_of_a_name_that_is_none_is_refused_with_the_nearest(pooled: str, capsys: Capture):
    assert run(["infer", pooled, "--why", "flatt"]) == 2
    assert "flat" in capsys.readouterr().err


def test_json_has_no_numbers_that_json_lacks(tmp_path: Path, capsys: Capture):
    numbers = numpy_helper.from_array(np.array([np.nan, np.inf, 1], np.float32), "c")
    nodes = [helper.make_node("Neg", ["c"], ["y"], name="turn")]
    model = str(save_model(tmp_path / "nan.onnx", nodes, [], [info("y", None)], [numbers]))
    assert run(["infer", model, "--format", "json"]) == 0
    (row,) = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)["values"]
    assert row["elements"] == ["nan", "-inf", -1.0]


def test_why_of_gears_is_wrong_usage(sum_of_two: str, capsys: Capture):
    gears = ["--input_shape", "x:-1,4;y:-1,4", "--dynamic_dims", "1,1;2,2"]
    assert run(["infer", sum_of_two, *gears, "--why", "z"]) == 2
    assert "exclude each other" in capsys.readouterr().err


def test_json_says_what_must_hold(pooled: str, capsys: Capture):
    found = record([pooled], capsys)["where"]
    assert 'h >= 2 by "node \\"pool\\" (MaxPoolV3): the window fits the input"' in found


def test_why_in_json(pooled: str, capsys: Capture):
    first = record([pooled, "--why", "flat"], capsys)["why"][0]
    assert (first["node"], first["op"]) == ("flat", "Reshape")
    assert {"port": "shape", "value": "target", "shape": [2], "elements": ["batch", -1]} in first["reads"]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("x:8,3,6,4", [8, 18]),
        ("x:-1,3,6,4", ["batch", 18]),
        ("x:1~4,3,6,4", ["batch", 18]),
    ],
)
def test_input_shape_in_atcs_notation(spec: str, expected: Any, pooled: str, capsys: Capture):
    assert shapes(record([pooled, "--input_shape", spec], capsys))["flat"] == expected


def test_a_range_bounds_the_symbol(pooled: str, capsys: Capture):
    assert run(["infer", pooled, "--input_shape", "x:2~4,3,6,4"]) == 0
    text = capsys.readouterr().out
    assert "batch >= 2" in text
    assert "batch <= 4" in text


@pytest.mark.parametrize(
    ("spec", "name", "words"),
    [
        ("x:8,3,6", "rank-mismatch", "rank 3"),
        ("x:8,4,6,4", "shape-mismatch", "fixed in the model"),
        ("x:8,5~9,6,4", "shape-mismatch", "5~9"),
        ("x:8,3,1,4", "shape-contradiction", "h"),
    ],
)
def test_sizes_that_the_model_cannot_have_are_findings(spec: str, name: str, words: str, pooled: str, capsys: Capture):
    found = record([pooled, "--input_shape", spec], capsys, code=1)["findings"]
    assert name in [item["name"] for item in found]
    assert words in json.dumps(found)


def test_everything_wrong_with_a_spec_is_said_at_once(sum_of_two: str, capsys: Capture):
    assert run(["infer", sum_of_two, "--input_shape", "x:8,5;q:1;y:1,2,3"]) == 2
    said = capsys.readouterr()
    assert re.findall(r"\[[A-Z]{3}\d{3} ([a-z-]+)\]", said.err) == ["shape-mismatch", "bad-usage", "rank-mismatch"]
    assert said.out == ""


def test_one_symbol_has_one_size(sum_of_two: str, capsys: Capture):
    found = record([sum_of_two, "--input_shape", "x:8,4;y:9,4"], capsys, code=1)["findings"]
    assert "shape-contradiction" in [item["name"] for item in found]
    assert shapes(record([sum_of_two, "--input_shape", "x:8,4"], capsys))["y"] == [8, 4]


@pytest.mark.parametrize("spec", ["x", "x:a", "x:1,,2", "x:5~2", "x:-2", "", ":1", "x:1;x:1", "x:99999999999999"])
def test_a_spec_that_cannot_be_read_is_a_usage_error(spec: str, sum_of_two: str, capsys: Capture):
    assert run(["infer", sum_of_two, "--input_shape", spec]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_all_gears_at_once(sum_of_two: str, capsys: Capture):
    spec = ["--input_shape", "x:-1,4;y:-1,4"]
    found = record([sum_of_two, *spec, "--dynamic_batch_size", "1,2,8"], capsys)
    assert [gear["outputs"]["z"] for gear in found["gears"]] == [[1, 4], [2, 4], [8, 4]]
    found = record([sum_of_two, *spec, "--dynamic_dims", "1,1;5,5"], capsys)
    assert [gear["inputs"] for gear in found["gears"]] == [{"x": [1, 4], "y": [1, 4]}, {"x": [5, 4], "y": [5, 4]}]


def test_image_gears(pooled: str, capsys: Capture):
    spec = ["--input_shape", "x:2,3,-1,-1", "--dynamic_image_size", "4,6;8,2"]
    found = record([pooled, *spec], capsys)
    assert [gear["outputs"]["y"] for gear in found["gears"]] == [[2, 18], [2, 12]]


def test_a_gear_that_the_model_cannot_have_is_a_finding_and_the_others_are_still_inferred(pooled: str, capsys: Capture):
    spec = ["--input_shape", "x:2,3,-1,-1", "--dynamic_image_size", "4,6;1,2"]
    found = record([pooled, *spec], capsys, code=1)
    assert found["gears"][0]["findings"] == []
    assert found["gears"][1]["findings"][0]["name"] == "shape-contradiction"
    assert run(["infer", pooled, *spec]) == 1
    assert "gear 1,2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("spec", "gears", "words"),
    [
        ("x:-1,4;y:-1,4", ["--dynamic_dims", "1;2,3"], "gear 1 has 1 sizes"),
        ("x:-1,4;y:-1,4", ["--dynamic_dims", "1,1;1,1"], "given twice"),
        ("x:-1,4;y:-1,4", ["--dynamic_batch_size", "1"], "another number of gears"),
        ("x:-1,4;y:-1,4", ["--dynamic_batch_size", "0,1"], "holds 0"),
        ("x:2,-1;y:2,-1", ["--dynamic_batch_size", "1,2"], "axis 1"),
        ("x:2,4;y:2,4", ["--dynamic_batch_size", "1,2"], "nothing for gears"),
        ("x:-1,4;y:-1,4", ["--dynamic_image_size", "1,2;3,4"], "height and width"),
    ],
)
def test_gears_that_do_not_fit_the_spec_are_wrong_usage(
    spec: str, gears: list[str], words: str, sum_of_two: str, capsys: Capture
):
    assert run(["infer", sum_of_two, "--input_shape", spec, *gears]) == 2
    assert words in " ".join(capsys.readouterr().err.split())


def test_kinds_of_gears_exclude_each_other(sum_of_two: str, capsys: Capture):
    both = ["--dynamic_batch_size", "1,2", "--dynamic_dims", "1;2"]
    assert run(["infer", sum_of_two, "--input_shape", "x:-1,4", *both]) == 2
    assert "exclude each other" in capsys.readouterr().err


def test_a_contradiction_names_both_nodes_that_demanded(tmp_path: Path, capsys: Capture):
    nodes = [
        helper.make_node("MatMul", ["x", "four"], ["p"], name="first"),
        helper.make_node("MatMul", ["x", "five"], ["q"], name="second"),
    ]
    made = [numpy_helper.from_array(np.zeros((rows, 2), np.float32), name) for rows, name in ((4, "four"), (5, "five"))]
    model = save_model(tmp_path / "two.onnx", nodes, [info("x", ["b", "k"])], [info("p", None), info("q", None)], made)
    (found,) = record([str(model)], capsys, 1)["findings"]
    assert found["name"] == "shape-contradiction"
    assert 'k == 5 (node "second"' in found["message"]
    assert 'k = 4 (node "first"' in found["message"]


def test_values_of_subgraphs_stand_under_the_node_that_they_belong_to(tmp_path: Path, capsys: Capture):
    branches = {
        name: helper.make_graph([helper.make_node(op, ["x"], [out])], name, [], [info(out, [2])])
        for name, op, out in (("then_branch", "Relu", "a"), ("else_branch", "Neg", "b"))
    }
    nodes = [helper.make_node("If", ["c"], ["y"], name="choice", **branches)]
    inputs = [info("x", [2]), helper.make_tensor_value_info("c", 9, [])]
    path = save_model(tmp_path / "if.onnx", nodes, inputs, [info("y", [2])])
    assert run(["infer", str(path)]) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if "node" in line] == [
        'then_branch of node "choice"',
        'else_branch of node "choice"',
    ]
    assert out.index("Relu") < out.index("else_branch of") < out.index("Neg")
