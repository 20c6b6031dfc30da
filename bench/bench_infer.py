"""Shape inference of whole models beside onnx_ir's pass, onnxruntime's symbolic_shape_infer and onnx's infer_shapes.

    python bench/bench_infer.py [--rounds 5] [--chain 100000] [MODEL ...]

Prints medians of process CPU time in milliseconds, all measured in one run, one engine after the other in each round.
Our time is that of the engine on an imported graph whose descriptors are taken back after each round; the peers are
given a parsed model. So no start costs are in it: all sides are imported, and the operators that a model names are
loaded, ours while the graph is imported and onnx's while the model is checked. The closing lines say what a node costs
over all models together and where a Python peer is faster. Without MODEL: `examples/*.onnx`, the light models of the
onnx wheel, and a chain of the Transformer workload with legal attributes, imported from ONNX; peers are left out of
chains above 20,000 nodes, where one round takes minutes.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import logging
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import onnx
import workload
from onnx import TensorProto, helper, numpy_helper

from metadef.frontend.onnx import read_onnx
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs
from metadef.infer.engine import infer
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from zoo import ROOT, light_models

ROW = "{:<34} {:>8} {:>9} {:>7} {:>8} {:>9} {:>11} {:>8}"
PEER_LIMIT = 20_000  # nodes


def chain(count: int) -> onnx.ModelProto:
    """The workload as an ONNX model of opset 20; the targets of Reshape are initializers, as exporters write them."""
    inputs, nodes = workload.graph(count, legal=True)
    types = {"float32": TensorProto.FLOAT, "int64": TensorProto.INT64}
    shapes = {"shape_heads": workload.R, "shape_model": workload.A}
    import numpy as np

    return helper.make_model(
        helper.make_graph(
            [
                helper.make_node(operator, ins, [out], name=name, **{key: value for key, _, value in attrs})
                for name, operator, ins, out, _, _, attrs in nodes
            ],
            "chain",
            [helper.make_tensor_value_info(n, types[t], s) for n, t, s in inputs if n not in shapes],
            [helper.make_tensor_value_info(nodes[-1][3], TensorProto.FLOAT, nodes[-1][5])],
            [numpy_helper.from_array(np.array(dims, np.int64), name) for name, dims in shapes.items()],
        ),
        opset_imports=[helper.make_opsetid("", 20)],
    )


def without_shapes(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model without what an exporter wrote about inner values: every engine starts from the inputs."""
    bare = onnx.ModelProto()
    bare.CopyFrom(model)
    del bare.graph.value_info[:]
    return bare


@dataclass
class Totals:
    """Over all models. Mutable."""

    nodes: int = 0
    seconds: float = 0.0  # ours, medians added up
    slower: list[str] = field(default_factory=list)  # models where a Python peer took less time


class Own:
    """Our engine on one imported graph."""

    def __init__(self, path: Path) -> None:
        self.graph: Graph = read_onnx(path).graph
        self.nodes = sum(
            not node.op.startswith(("Const", "Data")) for graph in all_graphs(self.graph) for node in graph.nodes
        )
        for node in self.graph.nodes:  # what the import knows already is forgotten, so that all is inferred
            if node.inputs:
                for value in node.outputs:
                    self.graph.set_desc(value, TensorDesc(Shape(None), value.desc.dtype, value.desc.format))
        self.start = self.graph.mark()
        self.unknown = 0

    def __call__(self) -> None:
        infer(self.graph)

    def reset(self) -> None:
        shapes = [value.desc.origin_shape for node in self.graph.nodes for value in node.outputs]
        self.unknown = sum(not shape.is_symbolic_or_known for shape in shapes)
        self.graph.rollback(self.start)


def peers(model: onnx.ModelProto) -> Iterator[tuple[str, Callable[[], object]]]:
    """The other engines that are installed, each as a function of nothing."""
    yield "onnx", lambda: onnx.shape_inference.infer_shapes(model, data_prop=True)
    with contextlib.suppress(ImportError):
        import onnx_ir
        from onnx_ir.passes.common import ShapeInferencePass

        logging.getLogger("onnx_ir").setLevel(logging.CRITICAL)
        whole = onnx_ir.from_proto(model)
        run = ShapeInferencePass()
        yield "onnx_ir", lambda: run(whole)
    with contextlib.suppress(ImportError):
        from onnxruntime.tools.symbolic_shape_infer import SymbolicShapeInference

        yield "symbolic", lambda: _symbolic(SymbolicShapeInference, model)


def _symbolic(engine: object, model: onnx.ModelProto) -> object:
    # WHY a folder: where it fails, it leaves the model in the current one
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        return engine.infer_shapes(model, auto_merge=True)


def cpu_seconds(work: Callable[[], object]) -> float | None:
    """Process CPU time of one call with the garbage collector paused; None when it fails."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    try:
        work()
    except Exception:
        return None
    finally:
        gc.enable()
    return time.process_time() - start


def measure(path: Path, model: onnx.ModelProto, rounds: int, totals: Totals) -> list[str]:
    """One line of the table; what it measured is added to `totals`."""
    own = Own(path)
    others = dict(peers(without_shapes(model))) if own.nodes <= PEER_LIMIT else {}
    seconds: dict[str, list[float | None]] = {name: [] for name in ("metadef", *others)}
    for _ in range(rounds):
        seconds["metadef"].append(cpu_seconds(own))
        own.reset()
        for name, work in others.items():
            seconds[name].append(cpu_seconds(work))
    ours = median(seconds["metadef"])
    totals.nodes += own.nodes
    totals.seconds += ours
    for name in ("onnx_ir", "symbolic"):
        if name in seconds and None not in seconds[name] and median(seconds[name]) < ours:
            totals.slower.append(f"{path.name} ({name})")
    cells = {name: "failed" if None in found else f"{median(found) * 1e3:.1f}" for name, found in seconds.items()}
    each = f"{ours / own.nodes * 1e6:.1f}"
    columns = [cells.get(name, "-") for name in ("onnx_ir", "symbolic", "onnx")]
    return [path.name, str(own.nodes), cells["metadef"], each, str(own.unknown), *columns]


def median(found: list[float | None]) -> float:
    return statistics.median([item for item in found if item is not None])


def main() -> None:
    parser = argparse.ArgumentParser(description="Shape inference beside its peers.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--chain", type=int, default=100_000, help="nodes of the chain; 0 leaves it out")
    parser.add_argument("models", nargs="*", type=Path)
    arguments = parser.parse_args()
    models = arguments.models or [
        *sorted((ROOT / "examples").glob("*.onnx")),
        *[path for folder in light_models() for path in sorted(folder.glob("*.onnx"))],
    ]
    totals = Totals()
    print(ROW.format("model, median CPU ms", "nodes", "metadef", "µs/node", "unknown", "onnx_ir", "symbolic", "onnx"))
    for path in models:
        print(ROW.format(*measure(path, onnx.load(path), arguments.rounds, totals)), flush=True)
    if arguments.chain:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"chain-{arguments.chain}"
            model = chain(arguments.chain)
            onnx.save(model, path)
            print(ROW.format(*measure(path, model, arguments.rounds, totals)), flush=True)
    print(f"\n{totals.nodes} nodes, {totals.seconds / max(1, totals.nodes) * 1e6:.1f} µs each")
    print("a Python peer is faster on: " + (", ".join(totals.slower) or "none"))


if __name__ == "__main__":
    main()
