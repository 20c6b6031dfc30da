"""`metadef layout` and the layout options of `metadef compile`, as commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from metadef.cli.main import run

PROBLEM = str(Path(__file__).parents[2] / "examples" / "deadlock.json")
MODEL = str(Path(__file__).parents[2] / "examples" / "encoder12.onnx")


def test_why_prints_the_ways_out_of_a_deadlock(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["layout", "--problem", PROBLEM, "--why", "B"]) == 0
    out = capsys.readouterr().out
    assert "deadlock: B is cheapest in ND, A before it and C behind it in NC1HWC0" in out
    assert "* B follows: all three in NC1HWC0  taken" in out


def test_why_is_data_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["layout", "--problem", PROBLEM, "--why", "a", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["kind"] == "value"
    assert {item["text"]: item["at_best"] for item in record["alternatives"]} == {
        "NC1HWC0": 8.0,
        "ND": 15.0,
    }  # A and B in ND, C converted to


def test_why_of_nothing_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["layout", "--problem", PROBLEM, "--why", "D"]) == 2
    assert "no such node or value" in capsys.readouterr().err


def test_sensitivity_and_the_share_of_estimates_are_in_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["layout", MODEL, "--sensitivity", "--format", "json"]) == 0
    layout = json.loads(capsys.readouterr().out)["layout"]
    assert len(layout["sensitivity"]) == 10
    assert layout["certified"] and 0 < layout["estimated_share"] <= 1
    assert sum(layout["terms_us"].values()) == pytest.approx(layout["cost_us"])


def test_both_precision_modes_at_once_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compile", MODEL, "--precision_mode", "force_fp16", "--precision_mode_v2", "fp16"]) == 2
    assert "excludes" in capsys.readouterr().err


def test_compile_casts_in_a_precision_mode(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compile", MODEL, "--precision_mode_v2", "fp16", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["transdata"]["casts"] > 0


def test_why_of_a_node_of_the_source_answers_for_what_stands_for_it_now(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["layout", MODEL, "--target", "Ascend910A", "--why", "/layers.0/self_attn/Gather_1"]) == 0
    assert "/layers.0/self_attn/Gather_1 is now in /layers.0/self_attn/Squeeze_slices" in capsys.readouterr().out
    assert run(["layout", MODEL, "--why", "nope"]) == 2
    assert "no such node or value" in capsys.readouterr().err
