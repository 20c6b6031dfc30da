"""Nodes that compute, before and after optimisation, and the seconds it takes: metadef beside four other optimisers.

    python bench/bench_passes.py [--target NAME] [--article MODEL] [--curve] [MODEL ...]

Without models: `examples/encoder12.onnx`, `examples/build_encoder.py`'s model and the light models of the onnx wheel.
All run in one process, one after the other; the first run of each tool on a small model is not counted. Seconds are CPU
time, of which a loaded machine takes nothing away. Reading a file is outside of every number; for metadef, `passes` is
inference and passes alone and `total` includes the import, since the others start from a model that onnx has read.
`--article` prints the six rows of the table of articles on fusion, passes off and on, for a model and for the encoder
of twelve layers that `examples/build_encoder.py` writes, with the peers on the same files. `--curve` shows seconds
against nodes, up to 100,000. Needs onnx and onnxruntime; onnxslim, onnxsim and onnxscript are left out where they are
not installed.
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
from collections import Counter
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
RESHAPES = frozenset("Reshape Squeeze SqueezeV3 Unsqueeze UnsqueezeV3 ExpandDims Flatten FlattenV2".split())
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
    start = time.process_time()
    try:
        made = run(copy)
    except Exception as error:
        return f"{type(error).__name__}"
    return f"{count_onnx(made):>6} {time.process_time() - start:8.2f}"


def measure_ours(model: onnx.ModelProto, target: str) -> tuple[int, int, float, float]:
    """(imported nodes, final nodes, seconds of inference and passes, seconds with the import)."""
    start = time.process_time()
    graph = read_onnx(model.SerializeToString()).graph
    imported, count = time.process_time(), count_ours(graph)
    gc.collect()
    gc.disable()  # WHY: as `compile` does; nothing here makes cycles
    began = time.process_time()
    context = Context(infer(graph), target)
    results = run_passes(graph, default_passes(), context)
    end = time.process_time()
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


def coverage(result: Compiled) -> tuple[float, float]:
    """(covered, fused): shares of the source's nodes that still compute something.

    Covered are those that a node of the result computes together with others; fused those for which that node is the
    replacement of a fusion rule, and not of folding constants, biases or transposes into an operator.
    """
    computed: set[str] = set()
    covered: set[str] = set()
    fused: set[str] = set()
    for each in all_graphs(result.graph):
        for node in each.nodes:
            if is_compute(node) and node.origin is not None:
                names = set(node.origin.source_names)
                computed |= names
                covered |= names if len(names) > 1 else set()
                fused |= names if node.origin.made_by.startswith("fuse-") else set()
    return len(covered) / max(1, len(computed)), len(fused) / max(1, len(computed))


def article(path: Path, target: str, sizes: dict[str, int]) -> None:
    """The six rows, passes off and on, and what the peers leave of the same model."""
    results: list[Compiled] = []
    spent: list[float] = []
    for chosen in ([], None):
        start = time.process_time()
        results.append(compile_model(path, target=target, passes=chosen, sizes=sizes))
        spent.append(time.process_time() - start)
    rows: list[tuple[str, list[str]]] = []
    counts = [count_ours(result.graph) for result in results]
    layouts = [result.layout for result in results]
    moved = [layout.final if layout else 0 for layout in layouts]
    naive = [layout.without_propagation if layout else 0 for layout in layouts]
    free = [sum(node.op in RESHAPES for node in result.graph.nodes) for result in results]
    rows.append(("executable operators", [str(count) for count in counts]))
    rows.append(("  of these reshapes, which only rename", [str(count) for count in free]))
    shares = [
        f"{each} ({each / max(1, each + count - own):.1%})"
        for each, count, own in zip(naive, counts, moved, strict=True)
    ]
    rows.append(("TransData, one at every mismatch", shares))
    shares = [f"{each} ({each / max(1, count):.1%})" for each, count in zip(moved, counts, strict=True)]
    rows.append(("TransData that run", shares))
    rows.append(("compile time, CPU", [f"{seconds:.2f} s" for seconds in spent]))
    rows.append(("estimated latency", [f"{layout.cost_us if layout else 0:.1f} us" for layout in layouts]))
    rows.append(
        ("memory, peak", [f"{(result.memory.peak_bytes if result.memory else 0) / 1024:.1f} KiB" for result in results])
    )
    shares = [coverage(result) for result in results]
    rows.append(("source nodes computed with others", [f"{covered:.1%}" for covered, _ in shares]))
    rows.append(("  by fusion rules (fusion coverage)", [f"{fused:.1%}" for _, fused in shares]))
    print(f"\n{path.stem} on {target:<28}{'passes off':>16}{'passes on':>16}")
    for name, cells in rows:
        print(f"{name:<40}{cells[0]:>16}{cells[1]:>16}")
    model = onnx.load(path)
    for name, (module, run) in PEERS.items():
        if importlib.util.find_spec(module):
            print(f"{name + ', nodes and CPU seconds':<40}{'':>16}{measure_peer(run, model):>16}")
    made = Counter(node.origin.made_by for node in results[1].graph.nodes if is_compute(node) and node.origin)
    fusions = [f"{name.removeprefix('fuse-')} {made[name]}" for name in sorted(made) if name.startswith("fuse-")]
    print("fusions: " + ", ".join(fusions))


def curve(target: str) -> None:
    """Seconds against nodes for encoders of growing depth."""
    sys.path.insert(0, str(ROOT / "bench"))
    layers = importlib.import_module("layers")
    print(f"\n{'nodes':>8}{'final':>8}{'infer + passes, s':>20}{'us a node':>12}")
    for count in (1_000, 3_000, 10_000, 30_000, 100_000):
        imported, final, seconds, _ = measure_ours(layers.encoder(count), target)
        print(f"{imported:>8}{final:>8}{seconds:>20.2f}{seconds / imported * 1e6:>12.1f}")


def written_by_hand(folder: str, layers: int = 2) -> Path:
    """The model of `examples/build_encoder.py`, in a file."""
    sys.path.insert(0, str(ROOT / "examples"))
    path = Path(folder) / f"build_encoder_{layers}.onnx"
    onnx.save(importlib.import_module("build_encoder").build(layers=layers), path)
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
            article(arguments.article, arguments.target, {})
            article(written_by_hand(folder, 12), arguments.target, {"batch": 1, "seq": 32})
    if arguments.curve:
        curve(arguments.target)


if __name__ == "__main__":
    main()
