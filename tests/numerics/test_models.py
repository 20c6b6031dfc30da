"""Whole models on the reference kernels against onnxruntime, and mutants that this comparison must catch.

The light models' own weights are all one number, which hides every mistake in layout, order or grouping; here they
are seeded random tensors.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

from metadef.driver.pass_settings import NumericInspector
from metadef.graph.graph import Graph
from metadef.passes.manager import run_passes
from metadef.passes.table import default_passes
from numeric_mutants import MUTANTS, plant
from numeric_tools import (
    LIMIT,
    imported,
    optimised,
    random_inputs,
    relative_error,
    run_onnxruntime,
    with_random_weights,
    worst_error,
)

ROOT = Path(__file__).parents[2]
LIGHT = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
SIZES = {"batch": 3, "seq": 10}


def _example(name: str) -> onnx.ModelProto:
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.build()


def _small_network() -> onnx.ModelProto:
    """Every place that a mutant needs: groups, pads that differ, batch normalisation and a sum."""
    rng = np.random.default_rng(5)
    weights = {
        "w1": rng.normal(0, 0.3, (8, 3, 3, 3)),
        "w2": rng.normal(0, 0.3, (8, 2, 3, 3)),
        "scale": rng.uniform(0.02, 0.04, 8),
        "offset": rng.normal(0, 0.2, 8),
        "mean": rng.normal(0, 0.2, 8),
        "variance": rng.uniform(0.001, 0.002, 8),
    }
    nodes = [
        helper.make_node("Conv", ["x", "w1"], ["c1"], pads=[0, 1, 2, 1], strides=[2, 2]),
        helper.make_node("BatchNormalization", ["c1", "scale", "offset", "mean", "variance"], ["n1"]),
        helper.make_node("Relu", ["n1"], ["r1"]),
        helper.make_node("Conv", ["r1", "w2"], ["c2"], group=4, pads=[1, 1, 1, 1]),
        helper.make_node("Add", ["c2", "r1"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [2, 3, 9, 11])],
        [helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, None)],
        [numpy_helper.from_array(array.astype(np.float32), name) for name, array in weights.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


@cache
def model(name: str) -> onnx.ModelProto:
    if name == "small":
        return _small_network()
    if name.startswith("build_"):
        return _example(name)
    if name == "encoder12":
        return onnx.load(ROOT / "examples" / "encoder12.onnx")
    return with_random_weights(onnx.load(LIGHT / f"light_{name}.onnx"))


@cache
def witness(name: str) -> tuple[Mapping[str, np.ndarray], Mapping[str, np.ndarray]]:
    """Inputs, and what onnxruntime makes of them."""
    inputs = random_inputs(model(name), sizes=SIZES)
    return inputs, run_onnxruntime(model(name), inputs)


def error(name: str, graph: Graph) -> float:
    inputs, expected = witness(name)
    return worst_error(graph, inputs, expected)


MODELS = ("small", "squeezenet", "shufflenet", "resnet50", "build_encoder", "build_mlp", "encoder12")


@pytest.mark.parametrize("name", MODELS)
def test_the_outputs_that_are_compared_can_tell_a_difference(name: str):
    """Neither all zero nor all one number nor infinite: else every comparison would pass."""
    for array in witness(name)[1].values():
        assert np.isfinite(array).all()
        assert float(array.std()) > 0.05 * float(np.abs(array).mean())


@pytest.mark.parametrize("name", MODELS)
def test_a_model_as_imported_computes_what_onnxruntime_computes(name: str):
    graph, _ = imported(model(name))
    assert error(name, graph) < LIMIT


@pytest.mark.parametrize("name", MODELS)
def test_a_model_after_all_passes_computes_what_onnxruntime_computes(name: str):
    assert error(name, optimised(model(name))) < LIMIT


PLANTED = [("small", mutant) for mutant in MUTANTS] + [
    ("squeezenet", "filter axes swapped"),
    ("shufflenet", "groups permuted"),
    ("shufflenet", "epsilon wrong"),
    ("resnet50", "add dropped"),
    ("build_encoder", "add dropped"),
]


@pytest.mark.parametrize(("name", "mutant"), PLANTED)
def test_a_planted_mistake_is_caught(name: str, mutant: str):
    """Planted before the passes, which leave no batch normalisation behind a convolution."""
    graph, _ = imported(model(name))
    plant(graph, mutant)
    assert error(name, graph) > LIMIT


def test_a_mutant_that_finds_no_place_says_so():
    with pytest.raises(LookupError, match="no grouped convolution"):
        plant(optimised(model("build_mlp")), "groups permuted")


def test_relative_error_is_measured_against_the_element_or_the_mean_size():
    expected = np.array([1.0, 3.0, 0.0], np.float32)  # mean size 4/3
    assert relative_error(expected, np.array([1.0, 3.3, 0.0], np.float32)) == pytest.approx(0.1)
    assert relative_error(expected, np.array([1.0, 3.0, 0.4], np.float32)) == pytest.approx(0.3)
    assert relative_error(expected, expected.astype(np.float64)) == float("inf")
    assert relative_error(expected, np.array([1.0, np.nan, 0.0], np.float32)) == float("inf")
    assert relative_error(expected, expected[:2]) == float("inf")


@pytest.mark.parametrize("name", ["small", "squeezenet", "build_encoder", "build_mlp"])
def test_no_pass_by_itself_changes_what_a_model_computes(name: str):
    """`--compare-each` on the small models: the outputs are computed after each pass that changed something."""
    graph, context = imported(model(name))
    numbers = NumericInspector(graph, sizes={key: size for key, size in SIZES.items() if key in symbols(graph)})
    results = run_passes(graph, default_passes(), context, check=True, inspectors=[numbers])
    assert [str(item) for result in results for item in result.findings] == []
    assert sum(bool(result.changes) for result in results) >= 1


def symbols(graph: Graph) -> set[str]:
    return {name for value in graph.inputs for name in value.desc.origin_shape.symbols()}
