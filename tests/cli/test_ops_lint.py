"""`metadef ops lint` as its users meet it: forms of output, exit codes, options."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from metadef.cli.main import run
from metadef.render import RENDERERS

HEADER = """REG_OP(MyOp)
    .INPUT(x, TensorType({DT_FLOAT32}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(keepDims, Int, 0)
    .OP_END_FACTORY_REG(MyOp)
"""
RIGHT = """/**
* @brief Larger of x and zero.
* @par Inputs:
* x: any tensor.
* @par Outputs:
* y: of the shape of x.
*/
REG_OP(MyOp)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(MyOp)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def header(folder: Path) -> str:
    (folder / "my.h").write_text(HEADER)
    return "my.h"


def test_right_definitions_are_clean(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "my.h").write_text(RIGHT)
    assert run(["ops", "lint", "my.h", "--format", "concise"]) == 0
    assert capsys.readouterr().out == ""


def test_warnings_fail_only_a_strict_run(header: str):
    assert run(["ops", "lint", header]) == 0
    assert run(["ops", "lint", header, "--strict"]) == 1


def test_an_error_exits_with_1(folder: Path):
    (folder / "my.h").write_text(HEADER.replace("DT_FLOAT32", "DT_FLAOT23"))
    assert run(["ops", "lint", "my.h"]) == 1


def test_what_cannot_be_read_exits_with_2_and_the_rest_is_checked(header: str, capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "lint", header, "missing.h", "--format", "concise", "--ignore", "ALL"]) == 2
    assert "missing.h" in capsys.readouterr().out


@pytest.mark.parametrize(
    "argv", [[], ["a.h", "--catalogue"], ["a.h", "--select", "DEF999"], ["a.h", "--config", "no.toml"]]
)
def test_wrong_usage_exits_with_2(argv: list[str], folder: Path):
    assert run(["ops", "lint", *argv]) == 2


@pytest.mark.parametrize("form", RENDERERS)
def test_every_form_of_output_names_the_rule(form: str, header: str, capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "lint", header, "--select", "DEF101", "--format", form]) == 0
    out = capsys.readouterr().out
    assert "DEF101" in out and "keep_dims" in out


def test_sarif_carries_the_page_of_the_rule(header: str, capsys: pytest.CaptureFixture[str]):
    run(["ops", "lint", header, "--select", "DEF101", "--format", "sarif"])
    sarif = json.loads(capsys.readouterr().out)
    (rule,) = sarif["runs"][0]["tool"]["driver"]["rules"]
    assert (rule["id"], rule["name"]) == ("DEF101", "AttrNameNotSnakeCase")
    assert "An attribute's name is not snake_case." in json.dumps(rule)


@pytest.mark.parametrize("code", ["DEF101", "attr-name-not-snake-case", "DOC100", "unused-suppression"])
def test_explain_prints_the_page_of_a_rule(code: str, capsys: pytest.CaptureFixture[str]):
    assert run(["explain", code]) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in ("What ", "Why ", "Bad ", "Good "))


def test_pyproject_configures_and_the_command_line_has_the_last_word(
    folder: Path, header: str, capsys: pytest.CaptureFixture[str]
):
    (folder / "pyproject.toml").write_text('[tool.metadef.lint]\nselect = ["DEF1"]\nignore = ["DEF101"]\n')
    (folder / "other.toml").write_text('[tool.metadef.lint]\nselect = ["DOC100"]\n')

    def names(*argv: str) -> list[str]:
        run(["ops", "lint", header, "--format", "json", *argv])
        return [item["name"] for item in json.loads(capsys.readouterr().out)["findings"]]

    assert names() == []
    assert names("--ignore", "DEF100") == ["attr-name-not-snake-case"]
    assert names("--select", "DOC100") == ["doc-missing"]
    assert names("--select", "DEF0,DOC100", "--extend-ignore", "DOC") == ["dtype-misspelled"]
    assert names("--config", "other.toml") == ["doc-missing"]
    assert "dtype-misspelled" in names("--isolated")


def test_diff_shows_and_fix_makes_the_same_change(folder: Path, header: str, capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "lint", header, "--diff"]) == 1
    shown = capsys.readouterr().out
    assert "+    .INPUT(x, TensorType({DT_FLOAT}))" in shown
    assert (folder / "my.h").read_text() == HEADER
    assert run(["ops", "lint", header, "--fix", "--format", "concise"]) == 0
    captured = capsys.readouterr()
    assert (folder / "my.h").read_text() == HEADER.replace("DT_FLOAT32", "DT_FLOAT")
    assert "mended 1 finding" in captured.err
    assert "dtype-misspelled" not in captured.out and "attr-name-not-snake-case" in captured.out
    assert run(["ops", "lint", header, "--diff"]) == 0
    assert capsys.readouterr().out == ""


def test_a_baseline_lets_an_old_code_base_in_and_nothing_new(
    folder: Path, header: str, capsys: pytest.CaptureFixture[str]
):
    assert run(["ops", "lint", header, "--write-baseline", "known.json"]) == 0
    assert run(["ops", "lint", header, "--baseline", "known.json", "--strict", "--format", "concise"]) == 0
    assert capsys.readouterr().out == ""
    (folder / "my.h").write_text(HEADER + HEADER.replace("MyOp", "my_op"))
    assert run(["ops", "lint", header, "--baseline", "known.json", "--strict", "--format", "json"]) == 1
    subjects = {item["subject"].split()[0] for item in json.loads(capsys.readouterr().out)["findings"]}
    assert subjects == {"my_op"}


def test_statistics_count_by_rule(header: str, capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "lint", header, "--statistics", "--select", "DOC101,DEF101"]) == 0
    assert capsys.readouterr().out.split() == [
        "2",
        "DOC101",
        "port-doc-missing",
        "1",
        "DEF101",
        "attr-name-not-snake-case",
    ]


def test_the_catalogue_is_checked_like_any_other(capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "lint", "--catalogue", "--select", "DEF109", "--format", "concise"]) == 0
    assert "GatherD dim" in capsys.readouterr().out


def test_standard_input_is_read_and_not_mended(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def piped() -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(HEADER.encode())))

    piped()
    assert run(["ops", "lint", "-", "--format", "concise", "--select", "dtype-misspelled"]) == 0
    assert "dtype-misspelled] MyOp x" in capsys.readouterr().out
    piped()
    assert run(["ops", "import", "-", "--format", "json"]) == 0
    assert [item["op"] for item in json.loads(capsys.readouterr().out)["ops"]] == ["MyOp"]
    piped()
    assert run(["ops", "lint", "-", "--fix"]) == 2
    assert "--fix cannot mend standard input" in capsys.readouterr().err
