"""Nodes that compute, before and after optimisation, and the seconds it takes: metadef beside four other optimisers.

    python bench/bench_passes.py [--target NAME] [--article MODEL] [--curve] [MODEL ...]

Without models: `examples/encoder12.onnx`, `examples/build_encoder.py`'s model and the light models of the onnx wheel.
All run in one process, one after the other; the first run of each tool on a small model is not counted. Reading a file
is outside of every number; for metadef, `passes` is inference and passes alone and `total` includes the import, since
the others start from a model that onnx has read. `--article` prints the six rows of the table of articles on fusion,
passes off and on. `--curve` shows seconds against nodes, up to 100,000. Needs onnx and onnxruntime; onnxslim, onnxsim
and onnxscript are left out where they are not installed.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.util
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import onnx
import onnxruntime

from metadef.driver.compile import compile as compile_model
from metadef.driver.compiled import Compiled, is_compute
from metadef.frontend.onnx import read_onnx
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs
from metadef.infer.engine import infer
from metadef.passes.base import Context
from metadef.passes.manager import run_passes
from metadef.passes.table import default_passes

ROOT = Path(__file__).parents[1]
LIGHT = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
Optimiser = Callable[[onnx.ModelProto], onnx.ModelProto]


def count_onnx(model: onnx.ModelProto) -> int:
    """Nodes that compute, those of subgraphs included."""
    count = 0
    stack = [model.graph]
    while stack:
        graph = stack.pop()
        for node in graph.node:
            count += node.op_type != "Constant"
            stack += [item.g for item in node.attribute if item.type == onnx.AttributeProto.GRAPH]
    return count


def count_ours(graph: Graph) -> int:
    return sum(is_compute(node) for each in all_graphs(graph) for node in each.nodes)


def _slim(model: onnx.ModelProto) -> onnx.ModelProto:
    return importlib.import_module("onnxslim").slim(model)


def _sim(model: onnx.ModelProto) -> onnx.ModelProto:
    return importlib.import_module("onnxsim").simplify(model)[0]


def _script(model: onnx.ModelProto) -> onnx.ModelProto:
    return importlib.import_module("onnxscript.optimizer").optimize(model)


def _runtime(model: onnx.ModelProto) -> onnx.ModelProto:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    with tempfile.TemporaryDirectory() as folder:
        options.optimized_model_filepath = os.path.join(folder, "optimised.onnx")
        onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        return onnx.load(options.optimized_model_filepath)


PEERS: dict[str, tuple[str, Optimiser]] = {
    "onnxslim": ("onnxslim", _slim),
    "onnxsim": ("onnxsim", _sim),
    "onnxruntime": ("onnxruntime", _runtime),
    "onnxscript": ("onnxscript", _script),
}


def measure_peer(run: Optimiser, model: onnx.ModelProto) -> str:
    """Nodes and seconds, or the error."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    start = time.perf_counter()
    try:
        made = run(copy)
    except Exception as error:
        return f"{type(error).__name__}"
    return f"{count_onnx(made):>6} {time.perf_counter() - start:8.2f}"


def measure_ours(model: onnx.ModelProto, target: str) -> tuple[int, int, float, float]:
    """(imported nodes, final nodes, seconds of inference and passes, seconds with the import)."""
    start = time.perf_counter()
    graph = read_onnx(model.SerializeToString()).graph
    imported, count = time.perf_counter(), count_ours(graph)
    gc.collect()
    gc.disable()  # WHY: as `compile` does; nothing here makes cycles
    began = time.perf_counter()
    context = Context(infer(graph), target)
    results = run_passes(graph, default_passes(), context)
    end = time.perf_counter()
    gc.enable()
    failed = [item.name for item in results if not item.ok]
    if failed:
        raise SystemExit(f"passes failed: {failed}")
    return count, count_ours(graph), end - began, end - began + imported - start


def table(paths: list[Path], target: str) -> None:
    """One line for each model."""
    peers = {name: run for name, (module, run) in PEERS.items() if importlib.util.find_spec(module)}
    small = onnx.load(LIGHT / "light_squeezenet.onnx")
    for run in peers.values():
        measure_peer(run, small)
    measure_ours(small, target)
    heads = "".join(f"{name:>16}" for name in peers)
    print(f"{'model':<22}{'nodes':>7} |{'imported':>9}{'final':>7}{'passes':>9}{'total':>8} |{heads}   (nodes, s)")
    for path in paths:
        model = onnx.load(path)
        imported, final, passes, total = measure_ours(model, target)
        row = "".join(f"{measure_peer(run, model):>16}" for run in peers.values())
        print(f"{path.stem:<22}{count_onnx(model):>7} |{imported:>9}{final:>7}{passes:>9.2f}{total:>8.2f} |{row}")


def coverage(result: Compiled) -> float:
    """Share of the source's nodes, as far as they are still computed, that fused nodes stand for."""
    fused: set[str] = set()
    computed: set[str] = set()
    for each in all_graphs(result.graph):
        for node in each.nodes:
            if is_compute(node) and node.origin is not None:
                computed.update(node.origin.source_names)
                if node.origin.made_by.startswith("fuse-"):
                    fused.update(node.origin.source_names)
    return len(fused) / max(1, len(computed))


def article(path: Path, target: str) -> None:
    """The six rows, passes off and on."""
    results = [compile_model(path, target=target, passes=chosen) for chosen in ([], None)]
    rows: list[tuple[str, list[str]]] = []
    counts = [count_ours(result.graph) for result in results]
    conversions = [result.layout.final if result.layout else 0 for result in results]
    totals = [count + moved for count, moved in zip(counts, conversions, strict=True)]
    rows.append(("executable operators", [str(total) for total in totals]))
    shares = [moved / max(1, total) for moved, total in zip(conversions, totals, strict=True)]
    rows.append(("share of TransData", [f"{share:.1%}" for share in shares]))
    rows.append(("compile time", [f"{sum(result.seconds.values()):.2f} s" for result in results]))
    costs = [result.layout.cost_us if result.layout else 0.0 for result in results]
    rows.append(("estimated latency", [f"{cost:.1f} us" for cost in costs]))
    peaks = [result.memory.peak_bytes if result.memory else 0 for result in results]
    rows.append(("memory, peak", [f"{peak / 1024:.1f} KiB" for peak in peaks]))
    rows.append(("fusion coverage", [f"{coverage(result):.1%}" for result in results]))
    print(f"\n{path.stem} on {target:<24}{'passes off':>14}{'passes on':>14}")
    for name, cells in rows:
        print(f"{name:<32}{cells[0]:>14}{cells[1]:>14}")


def curve(target: str) -> None:
    """Seconds against nodes for encoders of growing depth."""
    sys.path.insert(0, str(ROOT / "bench"))
    layers = importlib.import_module("layers")
    print(f"\n{'nodes':>8}{'final':>8}{'infer + passes, s':>20}{'us a node':>12}")
    for count in (1_000, 3_000, 10_000, 30_000, 100_000):
        imported, final, seconds, _ = measure_ours(layers.encoder(count), target)
        print(f"{imported:>8}{final:>8}{seconds:>20.2f}{seconds / imported * 1e6:>12.1f}")


def written_by_hand(folder: str) -> Path:
    """The model of `examples/build_encoder.py`, in a file."""
    sys.path.insert(0, str(ROOT / "examples"))
    path = Path(folder) / "build_encoder.onnx"
    onnx.save(importlib.import_module("build_encoder").build(), path)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description="Optimisers side by side.")
    parser.add_argument("--target", default="Ascend910B1")
    parser.add_argument("--article", type=Path)
    parser.add_argument("--curve", action="store_true")
    parser.add_argument("models", nargs="*", type=Path)
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        own = [ROOT / "examples" / "encoder12.onnx", written_by_hand(folder), *sorted(LIGHT.glob("*.onnx"))]
        if arguments.models or not (arguments.article or arguments.curve):
            table(arguments.models or own, arguments.target)
        if arguments.article:
            article(arguments.article, arguments.target)
    if arguments.curve:
        curve(arguments.target)


if __name__ == "__main__":
    main()
