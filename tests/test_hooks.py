"""`.pre-commit-hooks.yaml`: every hook is complete, runs a command that exists, and matches definition files."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from metadef.cli.main import run

TEXT = (Path(__file__).parent.parent / ".pre-commit-hooks.yaml").read_text("utf-8")
LINE = re.compile(r"(- |  )([a-z_]+): (.+)")


def hooks() -> list[dict[str, str]]:
    """The file as a list of mappings: the subset of YAML that it is written in, anything else is refused."""
    found: list[dict[str, str]] = []
    for line in TEXT.splitlines():
        match = LINE.fullmatch(line)
        assert match, line
        if match[1] == "- ":
            found.append({})
        value = match[3]
        plain = value[1:-1] if value[0] == value[-1] == "'" else value
        assert value[0] == "'" or not re.search(r": | #|^[\[{*&!|>%@`\"]", value), line
        assert match[2] not in found[-1], line
        found[-1][match[2]] = plain
    return found


HOOKS = hooks()


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_has_what_pre_commit_asks_for(hook: dict[str, str]):
    assert {"id", "name", "entry", "language"} <= hook.keys()
    assert hook["language"] == "python"
    assert hook.keys() <= {"id", "name", "description", "entry", "language", "files", "require_serial"}


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_takes_definition_files_and_no_others(hook: dict[str, str]):
    wanted = re.compile(hook["files"])
    taken = ["op_proto.h", "a/b.hpp", "x/add_def.cpp", "config/aic-ascend910b-ops-info.json", "config/ops.ini"]
    left = ["main.cpp", "package.json", "README.md", "a.h.orig", "my_tiling.cc"]
    assert [name for name in (*taken, *left) if wanted.search(name)] == taken


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_runs_a_command_that_finds_something(
    hook: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    bad = tmp_path / "bad.h"
    bad.write_text(
        "REG_OP(A).INPUT(x, TensorType({DT_FLAOT})).OUTPUT(y, TensorType({DT_FLOAT})).OP_END_FACTORY_REG(A)\n"
    )
    other = tmp_path / "other.h"
    other.write_text("// no definition\n")
    program, *words = shlex.split(hook["entry"])
    assert program == "metadef"
    assert run([*words, str(other)]) == 0
    capsys.readouterr()
    assert run([*words, str(bad), str(other)]) == 1
    assert "DT_FLAOT" in capsys.readouterr().out
