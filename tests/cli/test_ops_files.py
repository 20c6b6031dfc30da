"""`metadef ops import`, `export` and `diff`: the contract of the JSON, files and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from metadef.catalogue import registry
from metadef.cli.main import run
from metadef.definitions.emit import EMITTERS
from metadef.definitions.projection import to_reg_op
from metadef.definitions.read import read_files

HEADER = """/**
* @brief Adds.
* @par Inputs:
* @li x1: a term.
*/
REG_OP(MyAdd)
    .INPUT(x1, TensorType({DT_FLOAT, DT_INT8}))
    .OPTIONAL_INPUT(x2, "T")
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(axes, ListInt, {1, -1})
    .REQUIRED_ATTR(mode, String)
    .DATATYPE(T, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(MyAdd)
"""


@pytest.fixture
def header(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.h").write_text(HEADER)
    return "my.h"


def test_import_prints_the_json_contract(header: str, capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "import", header, "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (list(record), record["declarations"], record["findings"]) == (["declarations", "ops", "findings"], 1, [])
    (op,) = record["ops"]
    assert (op["op"], op["source_file"], op["line"], op["doc"]) == ("MyAdd", "my.h", 6, "Adds.")
    assert op["inputs"] == [
        {"name": "x1", "kind": "required", "dtypes": ["DT_FLOAT", "DT_INT8"], "doc": "a term."},
        {"name": "x2", "kind": "optional", "symbol": "T"},
    ]
    assert op["outputs"] == [{"name": "y", "kind": "required", "dtypes": ["DT_FLOAT"]}]
    assert [(spec["name"], spec["type"], spec["required"], spec.get("default")) for spec in op["attrs"]] == [
        ("axes", "ListInt", False, [1, -1]),
        ("mode", "String", True, None),
    ]
    assert op["datatypes"]["T"]["dtypes"] == ["DT_BOOL"]
    assert op["graphs"] == []


def test_import_reports_findings_in_the_json_and_in_the_exit_code(header: str, capsys: pytest.CaptureFixture[str]):
    Path(header).write_text(HEADER.replace("DT_INT8", "DT_INT9"))
    assert run(["ops", "import", header, "missing.h", "--format", "json"]) == 2
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert [(item["name"], item["severity"]) for item in findings] == [
        ("dtype-name-unknown", "error"),
        ("file-missing", "error"),
    ]
    assert run(["ops", "import", header]) == 1


def test_import_writes_no_file_when_something_is_wrong_unless_asked(header: str):
    Path(header).write_text(HEADER.replace("DT_INT8", "DT_INT9"))
    assert run(["ops", "import", header, "-o", "out.json"]) == 1
    assert not Path("out.json").exists()
    assert run(["ops", "import", header, "-o", "out.json", "--keep-going"]) == 1
    assert json.loads(Path("out.json").read_text())["declarations"] == 1


def test_what_import_writes_import_reads(header: str):
    assert run(["ops", "import", header, "-o", "out.json"]) == 0
    assert read_files(["out.json"]).protos == read_files([header]).protos


@pytest.mark.parametrize("form", EMITTERS)
def test_export_writes_what_the_reader_of_the_form_reads(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    name = "out.h" if form == "reg-op" else "out.ini" if form == "op-info-ini" else "out.json"
    assert run(["ops", "export", "Relu", "SoftmaxV2", "--to", form, "-o", name]) == 0
    reading = read_files([name])
    assert [item for item in reading.findings if item.is_error] == []
    assert [proto.name for proto in reading.protos] == ["Relu", "SoftmaxV2"]


def test_export_takes_the_operators_of_files(header: str, capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "export", "--from", header, "--to", "reg-op"]) == 0
    assert "REG_OP(MyAdd)" in capsys.readouterr().out
    assert run(["ops", "export", "Other", "--from", header, "--to", "reg-op"]) == 2
    assert run(["ops", "export", "--to", "reg-op"]) == 2


def test_export_of_an_unknown_operator_names_the_nearest(capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "export", "Conv2d", "--to", "reg-op"]) == 2
    assert "Conv2D" in capsys.readouterr().err


def test_a_header_from_the_catalogue_differs_in_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    assert run(["ops", "export", "Conv2D", "--to", "reg-op", "-o", "conv.h"]) == 0
    assert read_files(["conv.h"]).protos == [to_reg_op(registry().lookup("Conv2D"))]
    Path("changed.h").write_text(Path("conv.h").read_text().replace("groups, Int, 1", "groups, Int, 2"))
    assert run(["ops", "diff", "conv.h", "conv.h", "--exit-code"]) == 0
    assert capsys.readouterr().out == ""
    assert run(["ops", "diff", "conv.h", "changed.h", "--exit-code"]) == 1
    assert capsys.readouterr().out == "~ Conv2D: attribute `groups` defaults to 1 in the old and 2 in the new\n"


def test_diff_says_what_came_and_what_went(header: str, capsys: pytest.CaptureFixture[str]):
    Path("new.h").write_text(HEADER.replace("MyAdd", "MySub"))
    assert run(["ops", "diff", header, "new.h", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["op"], row["change"]) for row in rows] == [("MyAdd", "removed"), ("MySub", "added")]
    assert run(["ops", "diff", header, "missing.h"]) == 2
