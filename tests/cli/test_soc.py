"""`metadef soc`: import, show, and the checks that use what was imported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from metadef.cli.main import run
from small_models import save_relu

LIBRARY = {
    "Relu": {
        "input0": {"name": "x", "dtype": "int8", "format": "ND"},
        "output0": {"name": "y", "dtype": "int8", "format": "ND"},
    }
}
CONFIG = "vendors/acme/op_impl/ai_core/tbe/config/ascend910b/aic-ascend910b-ops-info.json"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / CONFIG).parent.mkdir(parents=True)
    (tmp_path / CONFIG).write_text(json.dumps(LIBRARY))
    save_relu(tmp_path / "m.onnx")
    return tmp_path


def test_import_prints_the_file_or_writes_it(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["soc", "import", str(folder / "vendors")]) == 0
    taken = capsys.readouterr()
    document = json.loads(taken.out)
    assert document == {
        "metadef_target": 1,
        "families": {
            "ascend910b": {
                "operators": {
                    "Relu": {
                        "inputs": [{"name": "x", "dtypes": "INT8", "formats": "ND"}],
                        "outputs": [{"name": "y", "dtypes": "INT8", "formats": "ND"}],
                        "source": CONFIG,
                    }
                }
            }
        },
    }
    assert taken.err == "1 files\nascend910b: 1 operators, 1 columns\n"
    words = ["--chip", "Ascend910B2", "--name", "mine", "--complete"]
    assert run(["soc", "import", "vendors", "-o", "t.json", *words]) == 0
    written = json.loads((folder / "t.json").read_text())
    assert (written["chip"], written["name"], written["families"]["ascend910b"]["complete"]) == (
        "Ascend910B2",
        "mine",
        True,
    )


def test_nothing_is_written_when_a_file_cannot_be_read(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["soc", "import", "vendors", "none", "-o", "t.json"]) == 2
    assert not (folder / "t.json").exists()
    assert "none" in capsys.readouterr().err
    assert run(["soc", "import", "vendors", "none", "-o", "t.json", "--keep-going"]) == 2
    assert (folder / "t.json").exists()
    assert run(["soc", "import", "vendors", "--chip", "Ascend910B9"]) == 2


def test_check_judges_by_what_was_imported(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["check", "m.onnx"]) == 0
    assert run(["soc", "import", "vendors", "-o", "t.json"]) == 0
    capsys.readouterr()
    for target in ("t.json", "Ascend910B4@t.json"):
        assert run(["check", "m.onnx", "--target", target, "--format", "json"]) == 1
        (item,) = json.loads(capsys.readouterr().out)["findings"]
        assert (item["code"], item["expected"]) == ("OPS014", "x INT8 -> y INT8")
        assert item["subject"].startswith('node "act" (Relu)')
    assert run(["check", "m.onnx", "--target", "Ascend310P3@t.json"]) == 0  # nothing is known of that family


def test_the_project_can_name_the_files(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["soc", "import", "vendors", "-o", "t.json"]) == 0
    (folder / "pyproject.toml").write_text('[tool.metadef]\ntargets = ["t.json"]\n')
    assert run(["check", "m.onnx", "--target", "Ascend910B1"]) == 1
    assert run(["compile", "m.onnx", "--target", "Ascend910B1"]) == 1
    assert run(["check", "m.onnx", "--target", "Ascend310"]) == 0
    capsys.readouterr()
    assert run(["soc", "show", "Ascend910B1", "--op", "Relu"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["  x INT8 ND -> y INT8 ND"]
    assert run(["soc", "show", "Ascend910B1", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["operators"] == 1


def test_show_says_what_is_not_known(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["soc", "show", "Ascend910B1"]) == 0
    assert "no columns of operators are known" in capsys.readouterr().out
    assert run(["soc", "import", "vendors", "-o", "t.json"]) == 0
    assert run(["soc", "show", "t.json", "--op", "Rleu"]) == 2
    assert "Relu" in capsys.readouterr().err
    assert run(["soc", "show", "t.json", "--op", "Relu", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["columns"] == [
        {
            "inputs": [{"name": "x", "dtype": "DT_INT8", "format": "ND"}],
            "outputs": [{"name": "y", "dtype": "DT_INT8", "format": "ND"}],
        }
    ]


def test_a_broken_target_file_is_unreadable_input(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "t.json").write_text("{}")
    assert run(["check", "m.onnx", "--target", "t.json"]) == 2
    assert "OPS050" in capsys.readouterr().err
