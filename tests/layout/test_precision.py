"""Precision modes: types and formats are one decision, Casts are inserted where types part, numbers stay near."""

from __future__ import annotations

import numpy as np
import pytest

from layout_graphs import trunk, trunk_inputs
from metadef import DataType
from metadef.errors import UsageError
from metadef.graph.verify import verify
from metadef.kernels.run import run_graph
from metadef.layout.graph_layout import lay_out
from metadef.layout.precision import MODES
from metadef.layout.settings import LayoutSettings
from metadef.targets import chip

HALF, FULL, BRAIN = DataType.FLOAT16, DataType.FLOAT, DataType.BF16
CUBE, VECTOR = ("conv1", "conv2", "fc"), ("relu1", "add", "pool")
# mode -> (inputs of cube operators, their outputs, outputs of vector operators) on a chip that has all of these types.
# Source: the public ATC guide's description of each mode.
EXPECTED = {
    "must_keep_origin_dtype": (FULL, FULL, FULL),
    "origin": (FULL, FULL, FULL),
    "force_fp16": (HALF, HALF, HALF),
    "fp16": (HALF, HALF, HALF),
    "allow_fp32_to_fp16": (HALF, HALF, FULL),
    "allow_fp32_to_bf16": (BRAIN, BRAIN, FULL),
    "force_fp32": (HALF, FULL, FULL),
    "cube_fp16in_fp32out": (HALF, FULL, FULL),
    "": (FULL, FULL, FULL),
}


@pytest.mark.parametrize("mode", EXPECTED)
def test_each_mode_gives_operators_the_types_that_atc_documents(mode: str) -> None:
    graph = trunk()
    result = lay_out(graph, chip("Ascend910B1"), LayoutSettings(mode))
    assert result.findings == () and result.optimal and verify(graph) == []
    taken, given, vector = EXPECTED[mode]
    for name in CUBE:
        node = graph.node(name)
        assert {value.desc.dtype for value in node.inputs if value is not None} == {taken}, name
        assert node.output.desc.dtype is given, name
    assert {graph.node(name).output.desc.dtype for name in VECTOR} == {vector}
    assert [value.desc.dtype for _, value in graph.outputs] == [FULL]
    assert result.casts == sum(node.op == "Cast" for node in graph.nodes)
    assert (result.casts > 0) == (taken is not FULL)


@pytest.mark.parametrize("target", ["Ascend910A", "Ascend910B1"])
@pytest.mark.parametrize("mode", sorted(MODES))
def test_numbers_stay_within_the_precision_of_the_lower_type(mode: str, target: str) -> None:
    graph = trunk()
    want = run_graph(graph, trunk_inputs())["y"]
    takes = lay_out(graph, chip(target), LayoutSettings(mode)).takes
    got = run_graph(graph, trunk_inputs(), takes)["y"]
    assert got.dtype == np.float32
    error = np.abs(got - want).max() / np.abs(want).max()
    assert error < (3e-2 if "bf" in mode else 3e-3)


def test_where_a_mixed_mode_leaves_the_choice_casts_are_saved() -> None:
    """A grey operator follows its neighbours: only the ends of the half-precision trunk are cast."""
    mixed, strict = (
        lay_out(trunk(), chip("Ascend910B1"), LayoutSettings(mode)) for mode in ("mixed_float16", "allow_fp32_to_fp16")
    )
    assert (mixed.casts, strict.casts) == (2, 6)
    assert mixed.cost_us < strict.cost_us


def test_constants_are_cast_at_compile_time() -> None:
    graph = trunk()
    lay_out(graph, chip("Ascend910B1"), LayoutSettings("force_fp16"))
    weights = graph.node("conv2").inputs[1]
    assert weights is not None and weights.producer.op == "Const"
    assert weights.desc.dtype is HALF


def test_a_cast_that_shrinks_comes_before_the_conversion() -> None:
    graph = trunk()
    lay_out(graph, chip("Ascend910A"), LayoutSettings("force_fp16"))
    x = graph.node("conv1").inputs[0]
    assert x is not None and x.producer.op == "TransData"
    before = x.producer.inputs[0]
    assert before is not None and before.producer.op == "Cast"


def test_a_type_that_the_chip_lacks_is_said_and_changes_nothing() -> None:
    graph = trunk()
    result = lay_out(graph, chip("Ascend910A"), LayoutSettings("mixed_bfloat16"))
    assert [item.name for item in result.findings] == ["precision-not-on-target"]
    assert result.casts == 0


def test_an_unknown_mode_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="force_fp16"):
        LayoutSettings("force_fp61")


@pytest.mark.parametrize("mode", ["mixed_hif8", "cube_hif8"])
def test_constants_in_a_type_that_numpy_lacks_are_cast_when_the_model_runs_and_paid_for(mode: str) -> None:
    graph = trunk()
    result = lay_out(graph, chip("Ascend950PR_9589"), LayoutSettings(mode))
    assert result.findings == () and result.optimal and verify(graph) == []
    weights = graph.node("conv1").inputs[1]
    assert weights is not None and weights.producer.op == "Cast" and weights.desc.dtype is DataType.HIFLOAT8
    assert not any(item.on_constant for item in result.conversions)
    assert result.terms.total == pytest.approx(result.cost_us)
