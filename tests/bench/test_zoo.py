"""The zoo's table is read off the JSON contract of `metadef compile`."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
# The contract's own example, filled with numbers.
RESULT = {
    "ok": True,
    "nodes": {"imported": 20, "final": 12},
    "values": {"total": 30, "known": 30, "symbolic": 0, "unknown": 0},
    "transdata": {"without_propagation": 4, "final": 3, "on_constants": 1},
    "memory": {"peak_bytes": 2_500_000},
    "seconds": {"total": 1.234},
    "findings": [{"severity": "warning", "subject": "s", "message": "m"}],
}


@pytest.fixture(scope="module")
def zoo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("zoo", ROOT / "bench" / "zoo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_line_shows_the_numbers_of_the_contract(zoo: ModuleType):
    assert zoo.row(Path("a/m.onnx"), RESULT, "").split() == ["m.onnx", "20", "12", "0", "3", "2.50", "1.23", "ok"]


def test_a_failure_shows_its_first_error(zoo: ModuleType):
    failed = RESULT | {"ok": False, "findings": [{"severity": "error", "subject": "node x", "message": "bad"}]}
    assert zoo.row(Path("m.onnx"), failed, "").endswith("1 errors, first: node x: bad")


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (f"print({json.dumps(json.dumps(RESULT))})", (RESULT, "")),
        ("import sys; print('log', file=sys.stderr); sys.exit('no such file')", (None, "exit code 1: no such file")),
        ("pass", (None, "exit code 0: no message")),
    ],
)
def test_a_run_gives_its_json_or_the_reason(
    zoo: ModuleType, program: str, expected: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    script = tmp_path / "fake.py"
    script.write_text(f"#!{sys.executable}\n{program}\n")
    script.chmod(0o755)
    monkeypatch.setattr(zoo.sys, "executable", str(script))
    assert zoo.compile_model(Path("m.onnx"), "Ascend910B1", tmp_path) == expected


def test_each_model_comes_once(zoo: ModuleType, tmp_path: Path):
    for name in ("b.onnx", "a.onnx", "sub/c.onnx"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = list(zoo.models([tmp_path, tmp_path / "a.onnx"]))
    assert [path.name for path in found] == ["a.onnx", "b.onnx", "c.onnx"]


def test_the_light_models_are_at_hand(zoo: ModuleType):
    assert sum(path.name.startswith("light_") for path in zoo.models([])) == 9
    assert any(path.name == "encoder12.onnx" for path in zoo.models([]))
