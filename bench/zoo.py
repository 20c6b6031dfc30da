"""Compiles every real model at hand and prints one line for each.

Models: `examples/*.onnx`, `tests/data/**/*.onnx`, the light models of the onnx wheel, or the files and folders given.
The exit code is 1 if a model does not compile. Each model is compiled by the command line in a process of its own, as a
user would, so that a crash or a leak of one cannot hide in another.

    python bench/zoo.py [--target Ascend910B1] [PATH ...]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
TIMEOUT_S = 600
ROW = "{:<34} {:>7} {:>7} {:>9} {:>10} {:>10} {:>8}  {}"


def models(given: list[Path]) -> Iterator[Path]:
    """The models to compile, each once, in order."""
    roots = given or [ROOT / "examples", ROOT / "tests" / "data", *light_models()]
    seen: set[Path] = set()
    for root in roots:
        for path in [root] if root.is_file() else sorted(root.rglob("*.onnx")):
            if path.resolve() not in seen:
                seen.add(path.resolve())
                yield path


def light_models() -> list[Path]:
    """The folder of light models that the onnx wheel ships; none without the wheel."""
    spec = find_spec("onnx")
    if spec is None or spec.origin is None:
        return []
    return [Path(spec.origin).parent / "backend" / "test" / "data" / "light"]


def compile_model(path: Path, target: str, folder: Path) -> tuple[dict[str, Any] | None, str]:
    """(the JSON of `metadef compile` or None, the reason when there is none)."""
    command = [sys.executable, "-m", "metadef", "compile", str(path), "-o", str(folder / "model.mdef")]
    command += ["--target", target, "--format", "json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        return None, f"no answer in {TIMEOUT_S} s"
    try:
        return json.loads(done.stdout), ""
    except ValueError:
        return None, f"exit code {done.returncode}: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"


def row(path: Path, result: dict[str, Any] | None, reason: str) -> str:
    """One line of the table."""
    if result is None:
        return ROW.format(path.name, *["-"] * 6, reason)
    errors = [item for item in result["findings"] if item["severity"] == "error"]
    return ROW.format(
        path.name,
        result["nodes"]["imported"],
        result["nodes"]["final"],
        result["values"]["unknown"],
        result["transdata"]["final"],
        f"{result['memory']['peak_bytes'] / 1e6:.2f}",
        f"{result['seconds']['total']:.2f}",
        "ok" if result["ok"] else f"{len(errors)} errors, first: {errors[0]['subject']}: {errors[0]['message']}"[:120],
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Compile every real model at hand.")
    parser.add_argument("--target", default="Ascend910B1")
    parser.add_argument("paths", nargs="*", type=Path)
    arguments = parser.parse_args()
    print(ROW.format("model", "nodes", "final", "unknown", "TransData", "peak MB", "s", "state"))
    failed = count = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in models(arguments.paths):
            result, reason = compile_model(path, arguments.target, Path(folder))
            print(row(path, result, reason), flush=True)
            failed += result is None or not result["ok"]
            count += 1
    print(f"{count} models, {failed} failed")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
