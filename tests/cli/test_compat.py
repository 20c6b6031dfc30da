"""`metadef compat`: a gate for definitions, as a project would run it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from metadef.cli.main import main
from small_models import save_relu

OLD = """
REG_OP(Scale)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16}))
    .ATTR(axis, Int, 1)
    .OP_END_FACTORY_REG(Scale)
"""
NEW = OLD.replace("INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16}))", "INPUT(x, TensorType({DT_FLOAT}))")
MORE = OLD.replace(".OP_END", ".ATTR(mode, Int, 0)\n    .OP_END")


def run(args: list[str]) -> int:
    with pytest.raises(SystemExit) as exit_info:
        main(["compat", *args])
    return int(exit_info.value.code or 0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("old", OLD), ("new", NEW), ("more", MORE)):
        (tmp_path / f"{name}.h").write_text(text)
    return tmp_path


def test_a_break_is_exit_code_1_and_addition_is_not(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["old.h", "new.h"]) == 1
    out = capsys.readouterr().out
    assert "error: Scale.x: input `x` no longer takes FLOAT16 (no upgrade step)   [CMP017 input-dtypes-narrowed]" in out
    assert out.endswith("next version: major; breaks graph\n")
    assert run(["old.h", "more.h"]) == 0
    assert capsys.readouterr().out.endswith("next version: minor\n")
    assert run(["old.h", "old.h"]) == 0


def test_json_is_the_contract(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["old.h", "new.h", "--format", "json", "--witness"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["bump"] == "major"
    (change,) = record["changes"]
    assert {key: change[key] for key in ("rule", "subject", "promises", "severity", "message")} == {
        "rule": "input-dtypes-narrowed",
        "subject": "Scale.x",
        "promises": ["graph"],
        "severity": "error",
        "message": "input `x` no longer takes FLOAT16",
    }
    assert change["witness"] == "Scale(FLOAT16[4, 4]): legal, now refused"


@pytest.mark.parametrize("form", ["concise", "jsonl", "sarif", "github", "junit"])
def test_every_rendering_has_the_break(folder: Path, form: str, capsys: pytest.CaptureFixture[str]):
    assert run(["old.h", "new.h", "--format", form]) == 1
    out = capsys.readouterr().out
    assert "CMP017" in out
    assert "no longer takes FLOAT16" in out


def test_levels_choose_the_promises_that_count(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["old.h", "new.h", "--level", "wire,source"]) == 0
    capsys.readouterr()
    assert run(["old.h", "new.h", "--level", "grap"]) == 2
    assert "graph" in capsys.readouterr().err


def test_a_gate_against_a_git_revision(folder: Path, capsys: pytest.CaptureFixture[str]):
    def git(*args: str) -> None:
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@x", *args], check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    (folder / "ops").mkdir()
    (folder / "ops" / "scale.h").write_text(OLD)
    (folder / "ops" / "notes.txt").write_text("no definitions")
    git("add", "ops")
    git("commit", "-q", "-m", "first")
    assert run(["--against", "git:main:ops", "ops"]) == 0
    (folder / "ops" / "scale.h").write_text(NEW)
    capsys.readouterr()
    assert run(["--against", "git:main:ops", "ops"]) == 1
    assert "from  main:ops/scale.h:2:1" in capsys.readouterr().out
    assert run(["--against", "git:main:ops/scale.h", "ops/scale.h"]) == 1
    assert run(["--against", "git:nowhere:ops", "ops"]) == 2
    assert run(["--against", "git:main:none", "ops"]) == 2
    assert run(["--against", "git:--output=x:ops", "ops"]) == 2
    assert run(["--against", "git:main", "ops"]) == 2


def test_an_ignored_break_passes_until_its_day(folder: Path, capsys: pytest.CaptureFixture[str]):
    entry = (
        '[[tool.metadef.compat.ignore]]\nrule = "input-dtypes-narrowed"\nsubject = "Scale.x"\nreason = "no kernel"\n'
    )
    (folder / "pyproject.toml").write_text(entry + "until = 2999-01-01\n")
    assert run(["old.h", "new.h"]) == 0
    assert "(ignored: no kernel)" in capsys.readouterr().out
    (folder / "pyproject.toml").write_text(entry + "until = 2020-01-01\n")
    assert run(["old.h", "new.h"]) == 1
    assert "ended on 2020-01-01" in capsys.readouterr().out
    assert run(["old.h", "old.h", "--strict"]) == 1  # the ignore matches nothing


def test_a_baseline_lets_an_old_code_base_begin(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["old.h", "new.h", "--write-baseline", "known.json"]) == 1
    assert run(["old.h", "new.h", "--baseline", "known.json"]) == 0
    assert run(["old.h", "new.h", "--baseline", "none.json"]) == 2


def test_a_history_registry_is_read_release_by_release(folder: Path, capsys: pytest.CaptureFixture[str]):
    history = folder / "history"
    history.mkdir()
    releases = [{"release_version": name, "release_date": "2026-01-01"} for name in ("8.0.RC1", "8.1.RC1")]
    (history / "index.json").write_text(json.dumps({"releases": releases}))
    for name, text in (("8.0.RC1", OLD), ("8.1.RC1", NEW)):
        (history / name).mkdir()
        (history / name / "ops.h").write_text(text)
    assert run(["history", "new.h"]) == 0
    assert run(["history", "new.h", "--mode", "backward-transitive"]) == 1
    assert "against 8.0.RC1" in capsys.readouterr().out
    assert run(["history"]) == 1  # its newest release against the one before
    (history / "index.json").write_text('{"releases": []}')
    capsys.readouterr()
    assert run(["history", "new.h"]) == 2
    assert "the history lists no release" in capsys.readouterr().err


def test_declarations_that_cannot_be_read_are_no_removals(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "broken.h").write_text(OLD.replace("TensorType({DT_FLOAT, DT_FLOAT16})", "TensorType({DT_FLOTA})"))
    assert run(["old.h", "broken.h"]) == 1
    assert "DT_FLOTA" in capsys.readouterr().out
    assert run(["old.h", "none.h"]) == 2


def test_the_oldest_release_that_a_model_runs_on(folder: Path, capsys: pytest.CaptureFixture[str]):
    model = save_relu(folder / "relu.onnx")
    relu = "REG_OP(Relu).INPUT(x, TensorType({DT_FLOAT})).OUTPUT(y, TensorType({DT_FLOAT})).OP_END_FACTORY_REG(Relu)\n"
    (folder / "first.h").write_text(relu)
    (folder / "second.h").write_text(relu + relu.replace("Relu", "Neg"))
    assert run(["--oldest", str(model), "first.h", "second.h", "catalogue"]) == 0
    assert capsys.readouterr().out == "runs on second.h and later; first.h does not run it\n"
    assert run(["--oldest", str(model), "first.h"]) == 1


def test_schemas_are_compared_by_their_descriptors(folder: Path, capsys: pytest.CaptureFixture[str]):
    before = FileDescriptorSet()
    file = before.file.add(name="m.proto", package="p")
    file.message_type.add(name="M").field.add(name="a", number=1, type=3, label=1)
    (folder / "old.desc").write_bytes(before.SerializeToString())
    file.message_type[0].field[0].number = 2
    (folder / "new.desc").write_bytes(before.SerializeToString())
    assert run(["old.desc", "new.desc"]) == 1
    assert "p.M.a: field p.M.a was number 1 and is 2" in capsys.readouterr().out
    (folder / "bad.desc").write_bytes(b"\xff\xff\xff")
    assert run(["old.desc", "bad.desc"]) == 2


RENAMED = OLD.replace("ATTR(axis, Int, 1)", "ATTR(dim, Int, 1)")


def test_a_break_without_a_step_is_an_error_and_its_skeleton_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    (folder / "renamed.h").write_text(RENAMED)
    assert run(["old.h", "renamed.h", "--scaffold", "steps.py"]) == 1
    assert "is now called `dim` (no upgrade step)" in capsys.readouterr().out
    text = (folder / "steps.py").read_text()
    assert "# Scale.axis: attribute `axis` is now called `dim` [attr-renamed]" in text
    assert run(["old.h", "renamed.h", "--steps", "steps.py"]) == 1  # the skeleton carries nothing over
    capsys.readouterr()
    body = 'return Attrs({"dim" if name == "axis" else name: value for name, value in attrs.items()})'
    (folder / "steps.py").write_text(text.replace("return attrs", body, 1))
    assert run(["old.h", "renamed.h", "--steps", "steps.py"]) == 0
    assert "(covered by the upgrade step to version 2)" in capsys.readouterr().out


def test_a_step_for_one_change_does_not_hide_another(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "steps.py").write_text(
        "from metadef.ops.steps import attrs_added\nSTEPS = (attrs_added('Scale', 2, mode=0),)\n"
    )
    assert run(["old.h", "new.h", "--steps", "steps.py"]) == 1
    (folder / "steps.py").write_text("STEPS = (1,)\n")
    assert run(["old.h", "new.h", "--steps", "steps.py"]) == 2
    (folder / "steps.py").write_text("1 / 0\n")
    assert run(["old.h", "new.h", "--steps", "steps.py"]) in (1, 2)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_history_alone_is_its_newest_release_against_the_others(folder: Path):
    for version, text in (("8.1.0", OLD), ("8.0.RC1", NEW), ("8.2.0", OLD)):  # not in order
        (folder / "releases" / version).mkdir(parents=True)
        (folder / "releases" / version / "ops.h").write_text(text)
    rows = [{"release_version": name, "release_date": "2026-01-01"} for name in ("8.2.0", "8.1.0", "8.0.RC1")]
    (folder / "releases" / "index.json").write_text(json.dumps({"releases": rows}))
    assert run(["releases"]) == 0  # against 8.1.0 alone
    assert run(["releases", "--mode", "forward-transitive"]) == 1
    assert run(["old.h"]) == 2
