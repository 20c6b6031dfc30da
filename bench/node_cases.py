"""Runs all of onnx's generated single-operator models through import, inference, passes and the reference kernels.

    python bench/node_cases.py [--plain] [WORD...]

Prints how far the cases came, and every one that does not agree. `--plain` leaves the passes out; words choose cases
whose names hold one of them. Exits with 1 if a case that is imported gives something else and is no exception, or
an exception agrees and should leave the list, or fewer than 97 % of what is imported agree.
Needs onnx; the cases and the exceptions are in tests/onnx_node_cases.py.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from onnx_node_cases import EXCEPTIONS, STAGES, Outcome, all_cases, run_case

LEAST = 0.97  # of the imported cases


def main(arguments: list[str]) -> int:
    words = [word for word in arguments if not word.startswith("--")]
    cases = [case for name, case in all_cases().items() if not words or any(word in name for word in words)]
    start = time.perf_counter()
    outcomes = [run_case(case, optimise="--plain" not in arguments) for case in cases]
    seconds = time.perf_counter() - start
    for stage in STAGES[:-1]:
        for outcome in outcomes:
            if outcome.stage == stage:
                print(f"{stage:8} {outcome.name}: {EXCEPTIONS.get(outcome.name) or outcome.detail}")
    counts = Counter(outcome.stage for outcome in outcomes)
    imported = len(outcomes) - counts["import"]
    print(f"\n{len(outcomes)} cases in {seconds:.1f} s; " + ", ".join(f"{stage} {counts[stage]}" for stage in STAGES))
    print(f"imported {imported}, of which {counts['agree']} agree ({100 * counts['agree'] / max(1, imported):.1f} %)")
    print(f"all shapes known in {sum(not item.unknown_shapes for item in outcomes if item.stage != 'import')}")
    stale = [outcome.name for outcome in outcomes if outcome.agrees and outcome.name in EXCEPTIONS]
    for name in stale:
        print(f"{name} agrees and should leave the list of exceptions")
    return int(any(map(_is_wrong, outcomes)) or bool(stale) or counts["agree"] < LEAST * imported)


def _is_wrong(outcome: Outcome) -> bool:
    return outcome.stage not in ("agree", "import") and outcome.name not in EXCEPTIONS


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
