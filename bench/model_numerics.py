"""Runs whole models on the reference kernels and in onnxruntime and prints how far they are apart, and the seconds.

    python bench/model_numerics.py [--random] [PATH ...]

Without paths: all light models of the onnx wheel, with random weights (their own are all one number), and
`examples/encoder12.onnx`. `--random` draws the weights of the given models anew too. Symbolic axes get the length 8.
Exits with 1 if a model differs by more than 1e-3. Needs onnx and onnxruntime.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from pathlib import Path

import onnx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from numeric_tools import LIMIT, imported, optimised, random_inputs, run_onnxruntime, with_random_weights, worst_error

ROOT = Path(__file__).parents[1]
LIGHT = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
ROW = "{:<28} {:>12} {:>10} {:>12} {:>10} {:>12}"


def main(arguments: list[str]) -> int:
    given = [Path(item) for item in arguments if not item.startswith("--")]
    paths = given or [*sorted(LIGHT.glob("*.onnx")), ROOT / "examples" / "encoder12.onnx"]
    print(ROW.format("model", "onnxruntime", "imported", "error", "optimised", "error"))
    worst = 0.0
    for path in paths:
        model = onnx.load(path)
        if "--random" in arguments or path.parent == LIGHT:
            model = with_random_weights(model)
        inputs = random_inputs(model, sizes=defaultdict(lambda: 8))
        start = time.perf_counter()
        expected = run_onnxruntime(model, inputs)
        cells = [f"{time.perf_counter() - start:.2f} s"]
        for graph in (imported(model)[0], optimised(model)):
            start = time.perf_counter()
            error = worst_error(graph, inputs, expected)
            cells += [f"{time.perf_counter() - start:.2f} s", f"{error:.1e}"]
            worst = max(worst, error)
        print(ROW.format(path.stem, *cells))
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
