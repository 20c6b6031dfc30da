"""Random graphs laid out in random ways: they compute the same from stored bytes, and miss each TransData."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from layout_random import random_graph
from metadef import DataType, MetadefError
from metadef.graph.clone import clone
from metadef.graph.graph import Graph
from metadef.graph.verify import verify
from metadef.kernels.run import run_graph
from metadef.kernels.storage import Takes
from metadef.layout.graph_layout import lay_out
from metadef.layout.settings import LayoutSettings
from metadef.targets import Chip, chip

KEPT = ("", "must_keep_origin_dtype")
LOWERED = ("force_fp16", "mixed_float16", "cube_fp16in_fp32out")


def some_chip(rnd: random.Random) -> Chip:
    """A real one, or the same where conversions cost next to nothing and multiplying much."""
    base = chip(rnd.choice(("Ascend910A", "Ascend310P3", "Ascend910B1", "Ascend310")))
    if rnd.random() < 0.4:
        return base
    return replace(
        base, ddr_bytes_per_cycle=base.ddr_bytes_per_cycle * 100, launch_overhead_us=0.03, cube_macs_per_cycle=1
    )


def is_half(graph: Graph) -> bool:
    return any(value.desc.dtype is DataType.FLOAT16 for node in graph.nodes for value in node.outputs)


@pytest.mark.parametrize("seed", range(6))
def test_a_random_graph_computes_the_same_however_it_is_laid_out(seed: int) -> None:
    conversions = merged = 0
    for number in range(25):
        rnd = random.Random(seed * 1000 + number)
        graph, fed = random_graph(rnd)
        mode = rnd.choice((*KEPT, *KEPT, *LOWERED))
        ends = {name: rnd.random() < 0.2 for name in ("free_inputs", "free_outputs", "small_channel")}
        target = some_chip(rnd)
        want = run_graph(graph, fed)
        result = lay_out(graph, target, LayoutSettings(mode, **ends))
        assert result.findings == () and result.optimal and verify(graph) == []
        assert result.terms.total == pytest.approx(result.cost_us)
        limit = 0.1 if mode in LOWERED or is_half(graph) else 1e-4
        compare(want, run_graph(graph, fed, result.takes), limit)
        assert unnoticed(graph, fed, result.takes) == []
        conversions, merged = conversions + result.final, merged + len(result.merged)
        if mode in KEPT and not any(ends.values()):
            again = lay_out(graph, target, LayoutSettings(mode, **ends))
            assert again.cost_us <= result.cost_us + 1e-6
            compare(want, run_graph(graph, fed, again.takes), limit)
    assert conversions and merged


def compare(want: dict[str, np.ndarray], got: dict[str, np.ndarray], limit: float) -> None:
    """Differences relative to the mean size of an output's elements."""
    for name, expected in want.items():
        found = got[name]
        assert (found.shape, found.dtype) == (expected.shape, expected.dtype)
        size = max(float(np.abs(expected.astype(np.float64)).mean()), 1e-6)
        assert np.abs(expected.astype(np.float64) - found.astype(np.float64)).max() <= limit * size, name


def unnoticed(graph: Graph, fed: dict[str, np.ndarray], takes: Takes) -> list[str]:
    """TransData that can be taken away, though something reads them, without an error or another result."""
    want = run_graph(graph, fed, takes)
    found: list[str] = []
    for name in [node.name for node in graph.nodes if node.op == "TransData"]:
        broken = clone(graph)
        node = broken.node(name)
        source = node.inputs[0]
        assert source is not None
        if not node.output.use_count and not broken.is_output(node.output):
            continue
        broken.replace_uses(node.output, source)
        try:
            got = run_graph(broken, fed, takes)
        except MetadefError:
            continue
        if all(np.array_equal(want[key], got[key]) for key in want):
            found.append(name)
    return found
