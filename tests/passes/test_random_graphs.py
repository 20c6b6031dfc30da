"""Laws of the whole pipeline on random graphs: no order that it allows changes the numbers, and it comes to rest."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import onnx
import pytest

import metadef
from metadef.driver.pass_settings import NumericInspector
from metadef.graph.clone import clone
from metadef.graph.graph import Graph
from metadef.infer.engine import infer
from metadef.passes.base import Context, Pass
from metadef.passes.manager import PassResult, run_passes
from metadef.passes.schedule import schedule
from metadef.passes.table import default_passes
from random_graphs import OPERATORS, random_graph

SEEDS = range(40)
ORDERS = 4
ROOT = Path(__file__).parents[2]


@cache
def original(seed: int) -> tuple[Graph, NumericInspector]:
    graph = random_graph(seed)
    return graph, NumericInspector(graph)


def optimised(graph: Graph, passes: list[Pass]) -> tuple[Graph, list[PassResult]]:
    made = clone(graph)
    context = Context(infer(made), target="Ascend910B1")
    results = run_passes(made, passes, context, check=True)
    assert [str(item) for item in context.findings] == []
    return made, results


def shuffled(seed: int) -> list[Pass]:
    """The passes with drawn priorities, which decide wherever stages and declarations leave a choice."""
    rng = np.random.default_rng(seed)
    passes = default_passes()
    for item in passes:
        setattr(item, "priority", int(rng.integers(1000)))  # noqa: B010
    return passes


def test_the_graphs_hold_more_than_sixty_operators_and_give_the_passes_work():
    ops: Counter[str] = Counter()
    work: Counter[str] = Counter()
    for seed in SEEDS:
        graph, _ = original(seed)
        ops.update(node.op for node in graph.nodes)
        work.update({item.name: len(item.changes) for item in optimised(graph, default_passes())[1]})
    assert len(OPERATORS & set(ops)) > 60
    assert len([name for name, count in work.items() if count >= 5]) >= 12


@pytest.mark.parametrize("seed", SEEDS)
def test_the_pipeline_computes_the_same_and_a_second_run_changes_nothing(seed: int):
    graph, numbers = original(seed)
    made, _ = optimised(graph, default_passes())
    assert [item for item in numbers.differences(made) if not item.ok] == []
    before = str(made)
    again = run_passes(made, default_passes(), Context(infer(made), target="Ascend910B1"))
    assert [(item.name, item.changes) for item in again if item.changed] == []
    assert str(made) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_every_order_that_is_allowed_computes_the_same(seed: int):
    graph, numbers = original(seed)
    for order in range(ORDERS):
        made, _ = optimised(graph, shuffled(1000 * seed + order))
        assert [item for item in numbers.differences(made) if not item.ok] == []


def test_shuffled_priorities_do_change_the_order():
    orders = {tuple(item.item.name for item in schedule(shuffled(seed))) for seed in range(20)}
    assert len(orders) > 15


LIGHT = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
MODELS = [
    ROOT / "examples" / "encoder12.onnx",
    *(LIGHT / f"light_{name}.onnx" for name in ("resnet50", "inception_v2")),
]


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_what_was_compiled_and_saved_is_at_rest(model: Path, tmp_path: Path):
    """Reading it back and compiling it again finds nothing to do, not even among what layout made."""
    compiled = metadef.compile(model)
    compiled.save(tmp_path / "m.mdef")
    again = metadef.compile(tmp_path / "m.mdef")
    assert compiled.ok and again.ok
    assert [(item.name, item.changes) for item in again.passes if item.changed] == []


def test_every_node_of_an_optimised_model_names_the_nodes_of_the_source_that_it_stands_for():
    model = onnx.load(ROOT / "examples" / "encoder12.onnx")
    known = {node.name for node in model.graph.node} | {tensor.name for tensor in model.graph.initializer}
    compiled = metadef.compile(ROOT / "examples" / "encoder12.onnx")
    fused = 0
    for node in compiled.graph.nodes:
        if node.op != "Data":
            assert node.origin is not None and node.origin.source_names, node
            assert set(node.origin.source_names) <= known
            fused += len(node.origin.source_names) > 1
    assert fused > 100
