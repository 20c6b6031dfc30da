"""Layout of real models against the greedy baseline, with the certificate of each checked; and how it scales.

    python bench/bench_layout.py [--target Ascend910A] [PATH ...]   a row a model; light models by default
    python bench/bench_layout.py --workload 100000                  a Transformer of this many nodes
    python bench/bench_layout.py --random 2000 [--seed 1]           random problems against enumeration

A row: what the layout costs, what the greedy one would (in us of the cost model), how many TransData run in each,
whether the bound is met, and by how much the independent checker's bound lies below the cost. The exit code is 1 if a
layout is dearer than greedy, a certificate has faults, a model takes more than 5 s, or a random problem differs.
Seconds of the workload are those of the processor.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from workload import graph as workload_graph

from layout_problems import cheapest, enumerated, odd_problem, random_problem
from metadef.driver.compile import compile as compile_model
from metadef.graph.graph import Graph
from metadef.layout.certificate import check_certificate
from metadef.layout.graph_layout import lay_out
from metadef.layout.problem_json import read_problem
from metadef.layout.result import LayoutResult
from metadef.layout.solve import solve
from metadef.targets import chip
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from zoo import models

LIMIT_S = 5.0
ROW = "{:<28} {:>10} {:>10} {:>9} {:>9} {:>9} {:>8} {:>9} {:>7}"


def shown(name: str, layout: LayoutResult, seconds: float) -> bool:
    """Print a row; whether all is well."""
    proven, faults = 0.0, 0
    for item in layout.decisions:
        certificate = item.solution.certificate
        if certificate is not None:
            verdict = check_certificate(item.problem, certificate)
            proven, faults = proven + verdict.bound, faults + len(verdict.faults)
    gap = (layout.cost_us - proven) / layout.cost_us if layout.cost_us else 0.0
    print(
        ROW.format(
            name[:28],
            f"{layout.cost_us:.1f}",
            f"{layout.baseline_us:.1f}",
            f"{layout.baseline_us - layout.cost_us:.1f}",
            layout.final,
            layout.baseline_conversions,
            "optimal" if layout.optimal else "open",
            f"{gap:.1e}" if not faults else f"{faults} faults",
            f"{seconds:.2f}",
        ),
        flush=True,
    )
    return layout.cost_us <= layout.baseline_us * (1 + 1e-9) and not faults and gap < 1e-6


def on_models(paths: list[Path], target: str) -> bool:
    """A row for each model."""
    good = True
    for path in models(paths):
        compiled = compile_model(path, target)
        if compiled.layout is None:
            print(f"{path.name}: {len(compiled.findings)} findings, not laid out")
            good = False
            continue
        seconds = compiled.seconds["layout"]
        good &= shown(path.stem, compiled.layout, seconds) and seconds < LIMIT_S
    return good


def on_workload(nodes: int, target: str) -> bool:
    """A Transformer without attributes: products, sums, elementwise operators and reshapes."""
    inputs, rows = workload_graph(nodes, legal=True)
    graph = Graph("workload")
    values = {
        name: graph.add_input(name, TensorDesc(shape, DataType.FLOAT if dtype == "float32" else DataType.INT64))
        for name, dtype, shape in inputs
    }
    for name, op, ins, out, _, shape, _ in rows:
        chosen = {"MatMul": "BatchMatMulV2", "Add": "Add", "Reshape": "Reshape", "Transpose": "Sqrt"}.get(op, "Relu")
        fed = [values[item] for item in ins] if chosen in ("BatchMatMulV2", "Add", "Reshape") else [values[ins[0]]]
        desc = TensorDesc(shape, DataType.FLOAT)
        values[out] = graph.add(chosen, fed[:2], name=name, outputs=[desc]).output
    graph.set_outputs([("y", values[rows[-1][3]])])
    start = time.process_time()
    layout = lay_out(graph, chip(target))
    seconds = time.process_time() - start
    return shown(f"{nodes} nodes", layout, seconds) and seconds < 30


def on_random(count: int, seed: int) -> bool:
    """Random problems against enumeration."""
    wrong = impossible = 0
    for number in range(count):
        rnd = random.Random(seed * 1_000_003 + number)
        is_odd = rnd.random() < 0.5
        raw = odd_problem(rnd) if is_odd else random_problem(rnd, possible=rnd.choice((0.5, 0.8, 0.95)))
        expected, found = enumerated(raw) if is_odd else cheapest(raw), solve(read_problem(json.dumps(raw)))
        impossible += expected == math.inf
        cost = math.inf if found.cost is None else found.cost
        wrong += cost != expected and abs(cost - expected) > 1e-9 * max(1.0, abs(expected))
    print(f"{count} random problems, {impossible} without an assignment, {wrong} wrong")
    return not wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="Layout against the greedy baseline and against enumeration.")
    parser.add_argument("--target", default="Ascend910A")
    parser.add_argument("--workload", type=int)
    parser.add_argument("--random", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("paths", nargs="*", type=Path)
    given = parser.parse_args()
    if given.random:
        return int(not on_random(given.random, given.seed))
    print(ROW.format("model", "us", "greedy us", "saved us", "TransData", "greedy", "state", "gap", "s"))
    if given.workload:
        return int(not on_workload(given.workload, given.target))
    return int(not on_models(given.paths, given.target))


if __name__ == "__main__":
    sys.exit(main())
