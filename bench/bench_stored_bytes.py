"""Real models run from bytes as they are stored, and without each single TransData in turn, which must show.

    python bench/bench_stored_bytes.py [--target Ascend910A] [--most N] [PATH ...]

Light models of the onnx wheel and `examples/` by default; weights that are all one number, as in light models, are
drawn anew from a seed, so that nothing hides behind them. Each model is also laid out for an "eager" chip, on which
blocked formats pay wherever they can: conversions cost a hundredth, and the cube is as slow as it gets.

Without it, readers take the bytes before it for what they wanted: there are too few or too many ("refused"),
an output differs, or they are the same bytes and only their shape tells ("by shape": a feature map of one pixel whose
channels fill their blocks). The exit code is 1 where outputs differ from those before layout by more than 1e-3, or
where a TransData could be taken away unnoticed. Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import onnx

from metadef.errors import MetadefError
from metadef.targets import chip
from numeric_tools import LIMIT, optimised, random_inputs, with_random_weights
from stored_bytes import judge
from zoo import models

ROW = "{:<24} {:<12} {:>9} {:>9} {:>8} {:>9} {:>8} {:>9} {:>7}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Models run as they are stored, and without each TransData.")
    parser.add_argument("--target", default="Ascend910A")
    parser.add_argument("--most", type=int, help="of each model, remove only so many TransData in turn")
    parser.add_argument("--size", type=int, default=2, help="of every symbolic axis")
    parser.add_argument("paths", nargs="*", type=Path)
    given = parser.parse_args()
    base = chip(given.target)
    eager = replace(
        base,
        ddr_bytes_per_cycle=base.ddr_bytes_per_cycle * 100,
        launch_overhead_us=base.launch_overhead_us / 100,
        cube_macs_per_cycle=1,
    )
    print(ROW.format("model", "chip", "error", "TransData", "refused", "differing", "by shape", "unnoticed", "s"))
    good = True
    for path in models(given.paths):
        for label, target in ((given.target, base), ("eager", eager)):
            model = onnx.load(path)
            if any(node.op_type == "ConstantOfShape" for node in model.graph.node):
                model = with_random_weights(model)
            for axis in (axis for item in model.graph.input for axis in item.type.tensor_type.shape.dim):
                if axis.dim_param or axis.dim_value <= 0:
                    axis.dim_value = given.size
            fed = random_inputs(model)
            start = time.process_time()
            try:
                found = judge(optimised(model), fed, target, given.most)
            except (AssertionError, MetadefError) as error:
                print(f"{path.stem}: not run: {str(error)[:160]}", flush=True)
                good = False
                break
            counts = map(len, (found.transdata, found.refused, found.differing, found.by_shape, found.unnoticed))
            seconds = time.process_time() - start
            print(ROW.format(path.stem[:24], label, f"{found.error:.1e}", *counts, f"{seconds:.1f}"), flush=True)
            good &= found.error < LIMIT and not found.unnoticed
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
