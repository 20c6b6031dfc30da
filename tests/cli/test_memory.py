"""`metadef memory`: models, their options, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from onnx import helper

from metadef.cli.main import main
from metadef.memory import read_csv, validate_plan
from small_models import info, save_model


def run(args: list[str]) -> int:
    with pytest.raises(SystemExit) as exit_info:
        main(args)
    return int(exit_info.value.code or 0)


@pytest.fixture
def model(tmp_path: Path) -> str:
    """Two arms over [batch, 1024]: built breadth first, so that both are alive at once."""
    nodes = [
        helper.make_node("Exp", ["x"], ["a"], name="a"),
        helper.make_node("Sin", ["x"], ["b"], name="b"),
        helper.make_node("ReduceMax", ["a"], ["p"], name="p", keepdims=1, axes=[1]),
        helper.make_node("ReduceMax", ["b"], ["q"], name="q", keepdims=1, axes=[1]),
        helper.make_node("Add", ["p", "q"], ["y"], name="y"),
    ]
    return str(save_model(tmp_path / "arms.onnx", nodes, [info("x", ["batch", 1024])], [info("y", ["batch", 1])]))


def record(capsys: pytest.CaptureFixture[str], args: list[str]) -> dict:
    assert run(["memory", *args, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_model_tells_who_keeps_what_alive_at_the_peak(model: str, capsys: pytest.CaptureFixture[str]):
    found = record(capsys, [model, "--set", "batch=4"])
    assert {item["buffer"]: item["kept_by"] for item in found["live_at_peak"]} == {
        "x": ["b", "a"],
        "a": ["p"],
        "b": ["q"],
    }
    assert found["optimal"] and found["height"] == found["lower_bound"]
    assert found["pools"] == {"": found["height"]}


def test_another_order_keeps_fewer_bytes_alive(model: str, capsys: pytest.CaptureFixture[str]):
    found = record(capsys, [model, "--set", "batch=4", "--order", "memory"])
    assert min(found["order"].values()) < found["order"]["topological"]
    assert found["height"] < record(capsys, [model, "--set", "batch=4"])["height"]


def test_gears_are_planned_one_by_one(model: str, capsys: pytest.CaptureFixture[str]):
    args = [model, "--input_shape", "x:-1,1024", "--dynamic_batch_size", "1,4", "--set", "batch=4"]
    assert run(["memory", *args]) == 1
    assert "--dynamic_batch_size 1 x: axis 0 is fixed in the model" in capsys.readouterr().err
    found = record(capsys, [model, "--dynamic_batch_size", "1,4"])
    four = record(capsys, [model, "--set", "batch=4"])
    assert found["gears"]["4"] == four["height"] > found["gears"]["1"]


def test_pools_and_lists_of_the_engine(model: str, capsys: pytest.CaptureFixture[str]):
    plain = record(capsys, [model, "--set", "batch=4"])
    apart = record(capsys, [model, "--set", "batch=4", "--zero-copy"])
    assert set(apart["pools"]) == {"", "io"}
    held = record(capsys, [model, "--set", "batch=4", "--no-reuse", "Exp, Sin"])
    assert held["height"] >= plain["height"]
    assert run(["memory", model, "--set", "batch=4", "--no-reuse", "Expp"]) == 1
    assert "try   Exp" in capsys.readouterr().err


def test_streams_come_from_a_file(model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    streams = tmp_path / "streams.json"
    streams.write_text('{"b": 1, "q": 1}')
    apart = record(capsys, [model, "--set", "batch=4", "--streams", str(streams)])
    assert apart["height"] >= record(capsys, [model, "--set", "batch=4"])["height"]
    streams.write_text('{"b": "one"}')
    assert run(["memory", model, "--streams", str(streams)]) == 2
    assert run(["memory", model, "--streams", str(tmp_path / "none.json")]) == 2


def test_the_plan_is_written_as_a_picture_and_as_csv(model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    svg, csv = tmp_path / "plan.svg", tmp_path / "plan.csv"
    found = record(capsys, [model, "--set", "batch=4", "--svg", str(svg), "--solution", str(csv)])
    root = ElementTree.fromstring(svg.read_text())
    titles = [item.text or "" for item in root.iter("{http://www.w3.org/2000/svg}title")]
    assert sum(title.startswith("x: ") for title in titles) == 1
    assert len(list(root.iter("{http://www.w3.org/2000/svg}rect"))) == found["buffers"]
    assert root.find("{http://www.w3.org/2000/svg}polyline") is not None
    table = read_csv(csv)
    assert table.plan is not None
    assert validate_plan(table.problem, table.plan) == []
    assert table.plan.peak_bytes(table.problem) == found["height"]


def test_options_for_models_are_refused_for_a_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "p.csv"
    path.write_text("id,lower,upper,size\na,0,1,4\n")
    assert run(["memory", str(path), "--zero-copy", "--set", "batch=4"]) == 2
    assert "--set, --zero-copy" in capsys.readouterr().err


def test_the_shares_of_the_peak_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Two buffers that must stay apart although they never meet: 4 of 8 bytes are more than the live bytes."""
    path = tmp_path / "p.csv"
    path.write_text("id,lower,upper,size,conflicts\na,0,2,4,b\nb,2,3,4,\n")
    found = record(capsys, [str(path)])
    assert (found["height"], found["lower_bound"]) == (8, 4)
    assert (found["efficiency"], found["fragmentation"]) == (0.5, 0.5)
    assert run(["memory", str(path)]) == 0
    assert "efficiency 50.0%, fragmentation 50.0%" in capsys.readouterr().out


@pytest.mark.parametrize("seconds", ["nan", "inf"])
def test_a_time_without_an_end_is_refused(tmp_path: Path, seconds: str, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "p.csv"
    path.write_text("id,lower,upper,size\na,0,1,4\n")
    assert run(["memory", str(path), "--seconds", seconds]) == 2
    assert "--seconds: is a finite number" in capsys.readouterr().err


def test_a_check_writes_no_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path, svg = tmp_path / "p.csv", tmp_path / "p.svg"
    path.write_text("id,lower,upper,size,offset\na,0,1,4,0\n")
    assert run(["memory", str(path), "--check", "--svg", str(svg)]) == 2
    assert "--solution and --svg are of a new one" in capsys.readouterr().err
    assert not svg.exists()


def test_a_model_with_values_of_unknown_size_is_never_said_to_fit(model: str, capsys: pytest.CaptureFixture[str]):
    assert run(["memory", model, "--capacity", "1000000"]) == 1
    out = capsys.readouterr().out
    assert "not decided: values without a size are left out" in out
    assert "without the values of unknown size" in out
    assert run(["memory", model, "--capacity", "1000000", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["fits"], found["unknown_sizes"], len(found["findings"])) == (None, True, 1)
    found = record(capsys, [model, "--capacity", "1000000", "--set", "batch=4"])
    assert (found["fits"], found["unknown_sizes"], found["findings"]) == (True, False, [])


def test_a_capacity_is_held_against_the_largest_gear_and_answered(model: str, capsys: pytest.CaptureFixture[str]):
    assert run(["memory", model, "--dynamic_batch_size", "1,4", "--capacity", "20000", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["fits"], set(found["gears"]), found["infeasible"] != []) == (False, {"1", "4"}, True)


def test_the_order_of_a_model_with_gears_is_that_of_the_largest(model: str, capsys: pytest.CaptureFixture[str]):
    found = record(capsys, [model, "--dynamic_batch_size", "1,4", "--order", "memory"])
    four = record(capsys, [model, "--set", "batch=4", "--order", "memory"])
    assert found["order"] == four["order"]
    assert found["gears"]["4"] == found["height"] == four["height"]


def test_streams_of_a_model_without_any_size_are_no_crash(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    streams = tmp_path / "streams.json"
    streams.write_text('{"b": 1000000000000, "q": -1}')
    assert record(capsys, [model, "--streams", str(streams)])["buffers"] == 0
    assert record(capsys, [model, "--streams", str(streams), "--set", "batch=4"])["buffers"] == 6
