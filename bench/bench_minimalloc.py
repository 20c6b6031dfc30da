"""Memory planning on hard instances: python bench/bench_minimalloc.py [FOLDER] [--capacity BYTES] [--seconds S] [--big]

FOLDER holds CSV files of buffers (`id,lower,upper,size`), such as the "challenging" ones of the minimalloc benchmark,
whose capacity is 1,048,576. Without a folder, perfect packings are made by cutting a rectangle: every instant is full,
so only a plan without one idle byte fits. `--big` adds 100,000 buffers for the heuristics. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from pathlib import Path

from metadef.memory import Budget, Problem, lower_bound, plan_memory, read_csv, validate_plan
from metadef.memory.blocks import blocks_by_pool
from metadef.memory.exact import search_within
from metadef.memory.greedy import ORDERS, plan_greedy

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from memory_problems import perfect_packing


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--capacity", type=int, default=1 << 20)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--big", action="store_true")
    options = parser.parse_args()
    if options.folder:
        files = sorted(options.folder.glob("*.csv"))
        instances = [(file.name.split(".")[0], read_csv(file).problem, options.capacity) for file in files]
    else:
        instances = [
            (f"cut {pieces} #{seed}", packing(seed, pieces), 1024) for pieces in (100, 200, 300) for seed in range(3)
        ]
    print("| instance | buffers | bound ÷ capacity | greedy ÷ capacity | answer | CPU s | wall s | nodes | restarts |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, problem, capacity in instances:
        print(row(name, problem, capacity, options.seconds, options.seed), flush=True)
    if options.big:
        big()


def packing(seed: int, pieces: int) -> Problem:
    rows = perfect_packing(seed, pieces, duration=400, height=1024)
    columns = zip(*((row.lower, row.upper, row.size) for row in rows), strict=True)
    return Problem.from_columns([str(number) for number in range(pieces)], *(list(column) for column in columns))


def row(name: str, problem: Problem, capacity: int, seconds: float, seed: int) -> str:
    (blocks,) = blocks_by_pool(problem)
    plans = [plan_greedy(blocks, order, fit) for order in ORDERS for fit in ("first", "best")]
    greedy = min(blocks.peak_bytes(plan) for plan in plans if plan is not None)
    bound = lower_bound(problem).bytes
    wall, cpu = time.perf_counter(), time.process_time()
    outcome = search_within(blocks, capacity, seconds, seed)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return (
        f"| {name} | {len(problem)} | {bound / capacity:.3f} | {greedy / capacity:.3f} | {outcome.answer.value}"
        f" | {cpu:.1f} | {wall:.1f} | {outcome.nodes} | {outcome.restarts} |"
    )


def big(count: int = 100_000) -> None:
    for live in (30, 1000):
        rnd = random.Random(live)
        lower = sorted(rnd.randrange(count) for _ in range(count))
        upper = [begin + 1 + int(rnd.expovariate(1 / live)) for begin in lower]
        size = [int(2 ** rnd.uniform(5, 20)) for _ in range(count)]
        ids = [str(number) for number in range(count)]
        problem = Problem.from_columns(ids, lower, upper, size, alignment=[32] * count)
        report = plan_memory(problem, Budget(exact_seconds=0))
        wrong = len(validate_plan(problem, report.plan))
        memory_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(
            f"\n{count} buffers, about {live} alive: {report.seconds:.1f} s, efficiency {report.efficiency:.3f}"
            f" by {report.planner}, {wrong} findings, {memory_mib} MiB"
        )


if __name__ == "__main__":
    main()
