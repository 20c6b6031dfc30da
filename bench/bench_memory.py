"""Memory plans of models: python bench/bench_memory.py [PATH ...] [--target CHIP]

Compiles each model (the light ones of the onnx wheel, `examples/`, or the files and folders given) and prints one line
of a Markdown table: bytes without reuse, by the engine's block reuse, by our plan, the lower bound, what another order
would need, and the seconds of planning (median of five). With symbols, sizes are 2. The exit code is 1 when a plan is
above the engine's, or neither reaches the bound nor has a proven gap.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

from metadef import compile as compile_model
from metadef.memory.graph_plan import plan_graph
from metadef.memory.lifetimes import GraphMemory
from metadef.memory.order import memory_order

sys.path.insert(0, str(Path(__file__).parent))
from zoo import models

RUNS = 5


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--target", default="Ascend910B1")
    options = parser.parse_args()
    print("| model | buffers | no reuse | block reuse | ours | lower bound | gap | other order | plan, s |")
    print("|---|---|---|---|---|---|---|---|---|")
    bad = 0
    for path in models(options.paths):
        graph = compile_model(path, target=options.target).graph
        symbols = {symbol for value in graph.inputs for symbol in value.desc.origin_shape.symbols()}
        memory = GraphMemory(sizes=dict.fromkeys(symbols, 2))
        seconds: list[float] = []
        for _ in range(RUNS):
            start = time.perf_counter()
            plan = plan_graph(graph, memory)
            seconds.append(time.perf_counter() - start)
        order = memory_order(graph, memory)
        gap = plan.peak_bytes - plan.lower_bound_bytes
        bad += plan.peak_bytes > plan.baseline_bytes
        cells = (
            path.stem,
            len(plan.buffers),
            plan.no_reuse_bytes,
            plan.baseline_bytes,
            plan.peak_bytes,
            plan.lower_bound_bytes,
            gap,
            order.peak_bytes,
            f"{statistics.median(seconds):.3f}",
        )
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
