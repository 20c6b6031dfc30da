"""What the commands may write, and where: both files or none, and never over the input."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import metadef
from metadef.cli.main import run
from small_models import save_relu


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return save_relu(tmp_path / "relu.onnx", 2)


@pytest.mark.parametrize("option", ["-o", "--report"])
def test_the_model_itself_is_never_overwritten(option: str, model: Path, tmp_path: Path):
    compiled = tmp_path / "relu.mdef"
    metadef.save(metadef.load(model), compiled)
    (tmp_path / "link.mdef").symlink_to("relu.mdef")
    for name in ("relu.mdef", "link.mdef"):
        before = compiled.read_bytes()
        assert run(["compile", str(compiled), option, str(tmp_path / name)]) == 2
        assert compiled.read_bytes() == before


@pytest.mark.parametrize("option", ["-o", "--report"])
def test_a_pipe_is_refused_and_stays_a_pipe(option: str, model: Path, tmp_path: Path):
    pipe = tmp_path / "pipe.mdef"
    os.mkfifo(pipe)
    assert run(["compile", str(model), option, str(pipe)]) == 2
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


@pytest.mark.parametrize("option", ["-o", "--report"])
@pytest.mark.parametrize("name", ["", "none/x.mdef", "a\0b.mdef", "x" * 300 + ".mdef"])
def test_names_that_cannot_be_written_are_refused_before_any_work(
    option: str, name: str, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(["compile", str(model), option, str(tmp_path / name) if name else ""]) == 2
    assert "internal-error" not in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["relu.onnx"]


def test_output_and_report_are_two_files(model: Path, tmp_path: Path):
    place = str(tmp_path / "x.mdef")
    assert run(["compile", str(model), "-o", place, "--report", place]) == 2
    assert os.listdir(tmp_path) == ["relu.onnx"]


def test_when_the_graph_cannot_be_saved_there_is_no_report_either(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(self: metadef.Compiled, path: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(metadef.Compiled, "save", fail)
    report = tmp_path / "report.html"
    assert run(["compile", str(model), "-o", str(tmp_path / "x.mdef"), "--report", str(report)]) == 2
    assert os.listdir(tmp_path) == ["relu.onnx"]


def test_a_dash_writes_the_text_form_to_stdout_and_the_summary_to_stderr(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(["compile", str(model), "-o", "-"]) == 0
    captured = capsys.readouterr()
    (tmp_path / "back.mdt").write_text(captured.out)
    assert [node.op for node in metadef.load(tmp_path / "back.mdt").nodes] == ["Data", "Relu", "Neg"]
    assert "nodes     2 imported" in captured.err
    assert run(["compile", str(model), "-o", "-", "--format", "json"]) == 2


def test_strict_writes_nothing_when_there_are_warnings_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    model = save_relu(tmp_path / "relu.onnx", "batch")  # a batch of unknown size cannot be planned: a warning
    argv = ["compile", str(model), "-o", str(tmp_path / "x.mdef"), "--report", str(tmp_path / "x.html"), "--strict"]
    for form in ("full", "concise", "json", "sarif"):
        assert run([*argv, "--format", form]) == 1
        assert capsys.readouterr().err.count("is not written") == 2
    assert os.listdir(tmp_path) == ["relu.onnx"]
    assert run([*argv, "--keep-going"]) == 1
    assert sorted(os.listdir(tmp_path)) == ["relu.onnx", "x.html", "x.mdef"]
