"""Options that make no sense: one finding that says what came and the way out, exit code 2, no work done."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from onnx import TensorProto, helper

from metadef.cli.main import run
from small_models import info, save_model, save_relu


@pytest.mark.parametrize(
    ("setting", "word"),
    [
        ("batch=-1", "whole number"),
        ("batch", "SYMBOL=SIZE"),
        ("=3", "SYMBOL=SIZE"),
        ("batch=1.5", "whole number"),
        ("batch=\u0663", "whole number"),
        ("batch=3=4", "whole number"),
        (",", "SYMBOL=SIZE"),
        ("batch=99999999999999", "too large"),
        ("batch=2,batch=3", "two sizes, 2 and 3"),
        ("bacth=3", "try   batch"),
        ("\x1b[31m=3", r"\x1b[31m"),
    ],
)
def test_settings_that_make_no_sense(setting: str, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["compile", str(save_relu(tmp_path / "relu.onnx")), "--set", setting]) == 2
    captured = capsys.readouterr()
    assert word in captured.err and "\x1b" not in captured.err
    assert captured.out == ""


def test_sizes_of_two_options_may_not_contradict_each_other_but_may_agree(tmp_path: Path):
    model = str(save_relu(tmp_path / "relu.onnx"))
    assert run(["compile", model, "--set", "batch=2", "--set", "batch=3"]) == 2
    assert run(["compile", model, "--set", "batch=2", "--set", " batch = 2 "]) == 0


@pytest.mark.parametrize(
    "names", ["", ",", "constant-folding,", "nope", "constant-folding,constant-folding", "\x1b[1m"]
)
def test_pass_names_that_make_no_sense(names: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["compile", str(save_relu(tmp_path / "relu.onnx")), "--passes", names]) == 2
    captured = capsys.readouterr().err
    assert "metadef passes" in captured and "\x1b" not in captured


def test_only_the_passes_that_are_named_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    argv = ["compile", str(save_relu(tmp_path / "relu.onnx", 2)), "--verify", "--format", "json"]
    assert run([*argv, "--passes", "dead-node-elimination, constant-folding"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [item["name"] for item in record["passes"]] == ["constant-folding", "dead-node-elimination"]


@pytest.mark.parametrize("target", ["", "Ascend910", "x" * 3000, "\x1b[31m"])
def test_targets_that_are_no_chip(target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    for command in ("compile", "check"):
        assert run([command, str(save_relu(tmp_path / "relu.onnx")), "--target", target]) == 2
        assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize("log", ["", "none/log", "."])
def test_a_log_that_cannot_be_opened_is_a_usage_error(log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["--log-file", str(tmp_path / log) if log else "", "check", str(save_relu(tmp_path / "relu.onnx"))]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_log_whose_disk_is_full_costs_one_line_and_not_the_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    class Full:
        def write(self, text: str) -> None:
            raise OSError(28, "No space left on device")

        def flush(self) -> None: ...

        def close(self) -> None: ...

    def opened(file: str) -> Full:
        return Full()

    monkeypatch.setattr("metadef.cli.logs._opened", opened)
    assert run(["--log-file", str(tmp_path / "log"), "check", str(save_relu(tmp_path / "relu.onnx"))]) == 0
    captured = capsys.readouterr()
    assert captured.err == "metadef: the log cannot be written; going on without it\n"
    assert "no findings" in captured.out


def test_two_v_narrate_every_node_and_pass_with_hidden_characters_escaped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    node = helper.make_node("Relu", ["x"], ["y"], name="a\x1b[31m\nb")
    model = save_model(tmp_path / "m.onnx", [node], [info("x", [2])], [info("y", [2])])
    assert run(["-v", "compile", str(model)]) == 0
    assert "DEBUG" not in capsys.readouterr().err
    assert run(["-vv", "compile", str(model)]) == 0
    captured = capsys.readouterr().err
    assert r"DEBUG compile: node a\x1b[31m\nb: Relu of" in captured
    assert "DEBUG passes: pass constant-folding:" in captured
    assert "\x1b" not in captured


def test_show_finds_nodes_of_inner_subgraphs_and_suggests_near_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    then = helper.make_graph([helper.make_node("Relu", ["x"], ["t"], name="inner")], "t", [], [info("t", [2])])
    other = helper.make_graph([helper.make_node("Neg", ["x"], ["e"], name="other")], "e", [], [info("e", [2])])
    node = helper.make_node("If", ["c"], ["y"], name="choice", then_branch=then, else_branch=other)
    inputs = [info("c", [], TensorProto.BOOL), info("x", [2])]
    model = str(save_model(tmp_path / "if.onnx", [node], inputs, [info("y", [2])]))
    assert run(["show", model, "--node", "inner"]) == 0
    assert "Relu" in capsys.readouterr().out
    assert run(["show", model, "--node", "chioce"]) == 2
    assert "choice" in capsys.readouterr().err


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_closed_stream_is_no_failure(stream: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(f"sys.{stream}", None)
    assert run(["check", str(save_relu(tmp_path / "relu.onnx"))]) == 0
    getattr(sys, stream).close()


def test_an_interrupt_ends_with_130_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    model = str(save_relu(tmp_path / "relu.onnx"))
    monkeypatch.setattr("metadef.codec.atomic.os.fsync", interrupt)
    assert run(["compile", model, "-o", str(tmp_path / "x.mdef")]) == 130
    assert os.listdir(tmp_path) == ["relu.onnx"]
