"""The Markdown cases of the passes: a graph before and after, run through the manager with every check on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from markdown_cases import Case, check, load_cases
from metadef.catalogue import registry
from metadef.graph.graph import Graph
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.passes.base import Context
from metadef.passes.manager import run_passes
from metadef.passes.table import PASSES, find_pass
from metadef.text import parse
from numeric_tools import relative_error

# the passes that may not change one bit; the others reassociate sums and products
EXACT = frozenset(
    "common-subexpression-elimination constant-folding dead-node-elimination identity-elimination "
    "reshape-transpose-merging gather-merging control-flow-simplification shape-simplification view-sinking".split()
)
CASES = load_cases(Path(__file__).parents[1] / "cases" / "passes")


def _after(case: Case, times: int = 1) -> tuple[Graph, int]:
    """The graph after its pass, and how many edits the last run made."""
    graph = parse(case["graph"], registry())
    context = Context(infer(graph), case["target"].strip() if "target" in case else "")
    assert not context.inference.findings
    changed = 0
    for _ in range(times):
        (result,) = run_passes(graph, [find_pass(case.path.stem)], context, check=True)
        assert result.ok, result.findings
        changed = result.changed
    return graph, changed


def _inputs(graph: Graph) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    return {
        value.name: rng.normal(size=[size if isinstance(size, int) else 4 for size in value.desc.shape]).astype(
            value.desc.dtype.numpy
        )
        for value in graph.inputs
    }


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_graph_after_the_pass_is_the_expected_one(case: Case):
    check(case, str(_after(case)[0]))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_second_run_changes_nothing(case: Case):
    assert _after(case, times=2)[1] == 0


@pytest.mark.parametrize("case", [case for case in CASES if "Random" not in case["graph"]], ids=str)
def test_the_graph_computes_what_it_computed_before(case: Case):
    before = parse(case["graph"], registry())
    infer(before)
    expected = run_graph(before, _inputs(before))
    found = run_graph(_after(case)[0], _inputs(before))
    assert list(found) == list(expected)
    exact = case.path.stem in EXACT
    for name, array in expected.items():
        assert relative_error(array, found[name]) <= (0 if exact else 1e-5)


def test_every_pass_has_cases():
    assert {case.path.stem for case in CASES} == set(PASSES)
