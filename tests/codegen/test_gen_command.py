"""`metadef gen`: exit codes, what is printed, and that a second run touches nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from metadef.cli.main import run
from metadef.codegen import generator_names

HEADER = """REG_OP(MyAdd)
    .INPUT(x1, TensorType({DT_FLOAT, DT_INT8}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(MyAdd)
"""


def stamps(folder: Path) -> dict[Path, tuple[int, int]]:
    return {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in folder.rglob("*")}


def test_a_second_run_touches_nothing_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    call = ["gen", "docs", "--ops", "family:softmax", "-o", str(tmp_path / "out")]
    assert run(call) == 0
    before = stamps(tmp_path)
    capsys.readouterr()
    assert run(call) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'out'} is up to date\n"
    assert stamps(tmp_path) == before
    assert run([*call, "--check"]) == 0
    assert stamps(tmp_path) == before


def test_check_and_diff_say_what_differs_and_write_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    call = ["gen", "reg-op", "--ops", "Relu,Conv2D", "-o", str(tmp_path)]
    assert run(call) == 0
    place = tmp_path / "conv_ops.h"
    place.write_text(place.read_text().replace("strides", "stride"))
    before = stamps(tmp_path)
    capsys.readouterr()
    assert run([*call, "--check"]) == 1
    assert capsys.readouterr().out == "differs conv_ops.h\n"
    assert run([*call, "--diff"]) == 0
    assert "-    .REQUIRED_ATTR(stride, ListInt)\n+    .REQUIRED_ATTR(strides, ListInt)\n" in capsys.readouterr().out
    assert run(["gen", "reg-op", "--ops", "Relu", "-o", str(tmp_path), "--check"]) == 1
    assert "stale" not in capsys.readouterr().out  # an edited file is never removed
    assert stamps(tmp_path) == before
    assert run(call) == 1
    assert run([*call, "--force"]) == 0
    assert run([*call, "--check"]) == 0


def test_definitions_come_from_files_and_from_the_catalogue(tmp_path: Path):
    header = tmp_path / "my.h"
    header.write_text(HEADER)
    out = tmp_path / "out"
    assert run(["gen", "reg-op", "--from", str(header), "-o", str(out)]) == 0
    assert "REG_OP(MyAdd)" in (out / "custom_ops.h").read_text()
    header.write_text(HEADER.replace("x1", "x2"))
    assert run(["gen", "reg-op", "--from", str(header), "-o", str(out)]) == 0
    assert ".INPUT(x2, " in (out / "custom_ops.h").read_text()
    both = ["gen", "docs", "--from", "catalogue", "--from", str(header), "--ops", "MyAdd,Relu", "-o"]
    assert run([*both, str(tmp_path / "docs")]) == 0
    assert sorted(path.name for path in (tmp_path / "docs" / "ops").iterdir()) == ["MyAdd.md", "Relu.md"]


def test_all_targets_get_a_folder_each_and_a_second_run_touches_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    call = ["gen", "all", "--ops", "Relu,SoftmaxV2,If", "-o", str(tmp_path)]
    assert run(call) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(generator_names())
    before = stamps(tmp_path)
    capsys.readouterr()
    assert run(call) == 0
    assert capsys.readouterr().out == "".join(f"{tmp_path / name} is up to date\n" for name in generator_names())
    assert run([*call, "--check"]) == 0
    assert stamps(tmp_path) == before
    (tmp_path / "docs" / "ops" / "Relu.md").unlink()
    capsys.readouterr()
    assert run([*call, "--check"]) == 1
    assert capsys.readouterr().out == "missing docs/ops/Relu.md\n"


def test_every_target_gives_the_same_bytes_in_every_process(tmp_path: Path):
    for seed in ("1", "2"):
        words = ["gen", "all", "--ops", "family:softmax,If,Conv2D", "-o", str(tmp_path / seed)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-m", "metadef", *words], env=environment, capture_output=True)
        assert done.returncode == 0
    left, right = (
        {path.relative_to(folder): path.read_bytes() for path in _files(folder)}
        for folder in (tmp_path / "1", tmp_path / "2")
    )
    assert left == right and len(left) > 60


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_a_target_of_another_package_is_generated_like_ours(tmp_path: Path):
    """An installed package with an entry point of the group `metadef.generators` adds a target to the command."""
    (tmp_path / "other_gen.py").write_text(
        "def listing(job):\n    return {'names.py': f'NAMES = {[proto.name for proto in job.protos]}\\n'}\n"
    )
    place = tmp_path / "other_gen-1.0.dist-info"
    place.mkdir()
    (place / "METADATA").write_text("Metadata-Version: 2.1\nName: other-gen\nVersion: 1.0\n")
    (place / "entry_points.txt").write_text("[metadef.generators]\nlisting = other_gen:listing\n")
    path = os.pathsep.join([str(tmp_path), *(os.environ.get("PYTHONPATH", "").split(os.pathsep))])
    command = [sys.executable, "-m", "metadef", "gen", "listing", "--ops", "Relu,Add", "-o", str(tmp_path / "out")]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    first, _, rest = (tmp_path / "out" / "names.py").read_text().partition("\n")
    assert first.startswith("# Generated by metadef gen listing; do not edit.") and rest == "NAMES = ['Add', 'Relu']\n"


def test_headers_and_json_say_the_same(tmp_path: Path):
    """Generated headers, and their JSON, are definitions again, and give the headers that they came from."""
    first, again, third, data = (tmp_path / name for name in ("first", "again", "third", "ops.json"))
    assert run(["gen", "reg-op", "--ops", "family:softmax,Conv2D,Relu", "-o", str(first)]) == 0
    assert run(["gen", "reg-op", "--from", str(first), "-o", str(again)]) == 0
    assert run(["ops", "export", "--from", str(first), "--to", "json", "-o", str(data)]) == 0
    assert run(["gen", "reg-op", "--from", str(data), "-o", str(third)]) == 0
    texts = [
        sorted(part for path in folder.glob("*_ops.h") for part in re.findall(r"REG_OP.*?\n\n", path.read_text(), re.S))
        for folder in (first, again, third)
    ]
    assert texts[0] == texts[1] == texts[2] and len(texts[0]) > 5


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["gen", "doc", "-o", "x"], 2),
        (["gen", "docs"], 2),
        (["gen", "docs", "-o", "x", "--ops", "Rellu"], 2),
        (["gen", "docs", "-o", "x", "--templates", "no-such-folder"], 2),
        (["gen", "docs", "-o", "x", "--from", "no-such-file.h"], 2),
        (["gen", "docs", "-o", "x", "--from", "hub"], 2),
        (["gen", "all", "-o", "x", "--ops", "Rellu"], 2),
    ],
)
def test_a_wrong_call_makes_nothing(
    arguments: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == code
    assert list(tmp_path.iterdir()) == []
    assert "Traceback" not in capsys.readouterr().err


def test_a_broken_definition_makes_nothing(tmp_path: Path):
    header = tmp_path / "my.h"
    header.write_text(HEADER.replace("DT_INT8", "DT_FLAOT61"))
    assert run(["gen", "docs", "--from", str(header), "-o", str(tmp_path / "out")]) == 1
    assert not (tmp_path / "out").exists()
