"""`metadef.compile` and what it gives."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from onnx import helper

import metadef
from metadef.errors import UsageError
from small_models import info, save_model, save_relu


def without_times(text: str) -> dict[str, Any]:
    """The JSON record without what differs from run to run."""
    record = json.loads(text)
    record.pop("seconds")
    for item in record["passes"]:
        item.pop("seconds")
    return record


def test_the_graph_that_is_compiled_is_left_untouched(tmp_path: Path):
    graph = metadef.load(save_relu(tmp_path / "relu.onnx"))
    before, entries = str(graph), len(graph.journal)
    compiled = metadef.compile(graph, sizes={"batch": 8})
    assert (str(graph), len(graph.journal)) == (before, entries)
    assert str(compiled.graph) != before


def test_compiling_twice_gives_equal_records_and_equal_bytes(tmp_path: Path):
    model = save_relu(tmp_path / "relu.onnx")
    first, second = metadef.compile(model), metadef.compile(model)
    assert without_times(first.to_json()) == without_times(second.to_json())
    first.save(tmp_path / "first.mdef")
    second.save(tmp_path / "second.mdef")
    assert (tmp_path / "first.mdef").read_bytes() == (tmp_path / "second.mdef").read_bytes()


def test_saving_is_timed_and_counted_in_the_total(tmp_path: Path):
    compiled = metadef.compile(save_relu(tmp_path / "relu.onnx"))
    before = json.loads(compiled.to_json())["seconds"]
    compiled.save(tmp_path / "relu.mdef")
    after = json.loads(compiled.to_json())["seconds"]
    assert before["save"] == 0.0 < after["save"]
    assert after["total"] == pytest.approx(before["total"] + after["save"])


def test_a_report_is_a_page_on_the_model(tmp_path: Path):
    compiled = metadef.compile(save_relu(tmp_path / "relu.onnx"))
    compiled.report(tmp_path / "report.html")
    assert "relu.onnx on Ascend910B1" in (tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("keep_going", [False, True])
def test_no_finding_comes_twice(keep_going: bool, tmp_path: Path):
    nodes = [
        helper.make_node("Add", ["a", "b"], ["s"], name="add"),
        helper.make_node("MatMul", ["s", "a"], ["y"], name="product"),
    ]
    model = save_model(tmp_path / "m.onnx", nodes, [info("a", [2, 3]), info("b", [4, 5])], [info("y", [1])])
    compiled = metadef.compile(model, keep_going=keep_going)
    assert not compiled.ok
    assert "shape-mismatch" in [item.name for item in compiled.findings]
    assert [item for item, count in Counter(compiled.findings).items() if count > 1] == []


@pytest.mark.parametrize(
    "arguments",
    [
        {"target": 5},
        {"target": ""},
        {"target": "Ascend910"},
        {"sizes": [1]},
        {"sizes": {5: 3}},
        {"sizes": {"batch": -1}},
        {"sizes": {"batch": True}},
        {"sizes": {"batch": 1.5}},
        {"sizes": {"batch": "3"}},
        {"sizes": {"batch": 2**40 + 1}},
        {"sizes": {"bacth": 2}},
        {"passes": "constant-foldin"},
        {"passes": b"constant-folding"},
        {"passes": ["constant-folding"]},
    ],
)
def test_arguments_that_make_no_sense_are_usage_errors(arguments: dict[str, Any], tmp_path: Path):
    with pytest.raises(UsageError):
        metadef.compile(save_relu(tmp_path / "relu.onnx"), **arguments)


def test_a_size_for_a_model_without_symbols_says_so(tmp_path: Path):
    with pytest.raises(UsageError, match="no input of the model has a symbolic size"):
        metadef.compile(save_relu(tmp_path / "relu.onnx", 2), sizes={"batch": 2})


def test_a_file_name_that_is_no_unicode_reaches_the_record_as_escapes(tmp_path: Path):
    model = save_relu(tmp_path / os.fsdecode(b"bad\xffname.onnx"))
    compiled = metadef.compile(model)
    assert Path(json.loads(compiled.to_json())["model"]).name == r"bad\udcffname.onnx"
    place = tmp_path / os.fsdecode(b"bad\xffname.mdef")
    compiled.save(place)
    assert [node.op for node in metadef.load(place).nodes] == ["Data", "Relu", "Neg"]


def test_hidden_characters_of_names_are_escapes_in_the_record(tmp_path: Path):
    name = "a\x9b31m\u202eb"
    node = helper.make_node(name, ["x"], ["y"], name=name)
    text = metadef.compile(save_model(tmp_path / "m.onnx", [node], [info("x", [2])], [info("y", [2])])).to_json()
    assert "\x9b" not in text and "\u202e" not in text
    assert f"ai.onnx::{name}" in json.loads(text)["ops"]
