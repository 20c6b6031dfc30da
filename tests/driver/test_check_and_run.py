"""`metadef.check` and `metadef.run`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import helper

import metadef
from metadef.errors import UsageError
from small_models import info, save_model, save_relu

X = np.array([[1.0, -2.0, 3.0, -4.0]], np.float32)


def test_a_clean_model_has_no_findings(tmp_path: Path):
    assert metadef.check(save_relu(tmp_path / "relu.onnx"), "Ascend310P3") == []


def test_all_findings_come_at_once(tmp_path: Path):
    nodes = [helper.make_node(f"Odd{index}", ["x"], [f"y{index}"], name=f"n{index}") for index in range(3)]
    model = save_model(tmp_path / "m.onnx", nodes, [info("x", [2])], [info("y2", [2])])
    assert [item.name for item in metadef.check(model)].count("unsupported-op") == 3


def test_an_unreadable_file_is_a_finding_of_check(tmp_path: Path):
    (tmp_path / "empty.onnx").write_bytes(b"")
    assert [item.name for item in metadef.check(tmp_path / "empty.onnx")] == ["file-truncated"]


@pytest.mark.parametrize("target", [5, "", "Ascend910"])
def test_an_unknown_target_is_a_usage_error_of_check(target: Any, tmp_path: Path):
    with pytest.raises(UsageError):
        metadef.check(save_relu(tmp_path / "relu.onnx"), target)


def test_inputs_go_by_name_or_by_position_and_a_path_will_do(tmp_path: Path):
    model = save_relu(tmp_path / "relu.onnx")
    expected = [[-1.0, 0.0, -3.0, 0.0]]
    for inputs in ({"x": X}, [X], (X,)):
        assert metadef.run(model, inputs)["y"].tolist() == expected
        assert metadef.run(metadef.load(model), inputs)["y"].tolist() == expected


@pytest.mark.parametrize("inputs", [None, 5, "x", [X, X]])
def test_inputs_of_a_wrong_kind_are_a_usage_error(inputs: Any, tmp_path: Path):
    with pytest.raises(UsageError):
        metadef.run(save_relu(tmp_path / "relu.onnx"), inputs)


@pytest.mark.parametrize("inputs", [{}, [], {"z": X}, {"x": X.astype(np.float64)}, {"x": None}])
def test_inputs_that_do_not_fit_are_findings(inputs: Any, tmp_path: Path):
    with pytest.raises(metadef.MetadefError):
        metadef.run(save_relu(tmp_path / "relu.onnx"), inputs)


@pytest.mark.parametrize("nodes", [[], [helper.make_node("Relu", ["x"], ["y"], name="act")]])
def test_a_model_without_outputs_gets_a_warning(nodes: list[Any], tmp_path: Path):
    model = save_model(tmp_path / "m.onnx", nodes, [info("x", [2])], [])
    assert [(item.name, item.is_error) for item in metadef.check(model)] == [("no-outputs", False)]


def test_a_declared_output_that_contradicts_is_called_by_its_own_name(tmp_path: Path):
    node = helper.make_node("Relu", ["x"], ["z"], name="left")
    place = save_model(tmp_path / "m.onnx", [node], [info("x", [2, 4])], [info("z", [2, 5])])
    (found,) = metadef.check(place)
    assert found.subject == 'output "z"'
    assert "the file declares [2, 5], and [2, 4] follows" in found.message
