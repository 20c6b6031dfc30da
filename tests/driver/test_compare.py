"""Comparing models: how far arrays are apart, what is fed, where two models part, and which change did it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper

import metadef
from metadef.catalogue import registry
from metadef.driver.bisect import bisect
from metadef.driver.difference import difference, tolerance_for
from metadef.driver.pass_settings import PassSettings
from metadef.driver.random_inputs import random_inputs, sizes_for
from metadef.errors import MetadefError, UsageError
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.passes.base import Context, NodePass
from metadef.passes.table import default_passes
from metadef.types.dim import Dim
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.types.value_range import Range

# --- differences of arrays -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["float16", "float32", "float64", "bfloat16", "float8_e4m3fn", "float8_e5m2"])
def test_the_next_number_is_one_unit_away(name: str):
    """Steps are counted by walking: the next bit pattern of a positive number is the next number."""
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    one = np.array([1.0], dtype)
    pattern = one.view(f"u{dtype.itemsize}")
    for steps in (1, 2, 5):
        other = (pattern + steps).astype(pattern.dtype).view(dtype)
        assert difference("y", one, other).max_ulp == steps
        assert difference("y", -one, (-other).astype(dtype)).max_ulp == steps


@pytest.mark.parametrize("name", ["float16", "float32", "float64", "bfloat16"])
def test_steps_across_zero_are_those_on_both_sides(name: str):
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    small = np.array([3], f"u{dtype.itemsize}").view(dtype)
    assert difference("y", small, (-small).astype(dtype)).max_ulp == 6
    assert difference("y", np.zeros(1, dtype), (-np.zeros(1)).astype(dtype)).max_ulp == 0


@given(st.floats(width=32, allow_nan=False, allow_infinity=False), st.integers(1, 20))
def test_units_are_the_steps_of_nextafter(start: float, steps: int):
    value = np.float32(start)
    other = value
    with np.errstate(over="ignore"):  # the last step of the largest number
        for _ in range(steps):
            other = np.nextafter(other, np.float32(np.inf))
    if np.isfinite(other):
        assert difference("y", np.array([value]), np.array([other])).max_ulp == steps


def test_the_three_measures_on_numbers_that_can_be_checked_by_hand():
    found = difference("y", np.array([1.0, 3.0, 0.0]), np.array([1.0, 3.3, 0.4]))
    assert found.max_abs == pytest.approx(0.4)
    assert found.max_rel == pytest.approx(0.3)  # 0.4 by the mean size 4/3; 0.3/3 is less
    assert (found.at, found.ok) == ((2,), False)
    assert difference("y", np.array([1, 200]), np.array([1, 207])).max_ulp == 7
    assert difference("y", np.array([1j]), np.array([1j * (1 + 2**-52)])).max_ulp == 1


@pytest.mark.parametrize(
    ("left", "right", "is_equal"),
    [
        ([np.nan, np.inf], [np.nan, np.inf], True),
        ([np.inf], [-np.inf], False),
        ([np.nan], [1.0], False),
        ([1.0], [np.inf], False),
        ([], [], True),
    ],
)
def test_infinities_and_nans_are_equal_only_to_themselves(left: list[float], right: list[float], is_equal: bool):
    found = difference("y", np.array(left, np.float32), np.array(right, np.float32))
    assert found.ok is is_equal
    assert (found.max_abs == 0) is is_equal


def test_arrays_of_different_kinds_are_apart():
    one = np.ones(2, np.float32)
    assert "shape [3]" in difference("y", one, np.ones(3, np.float32)).note
    assert "type float64" in difference("y", one, np.ones(2)).note
    assert difference("y", np.array(["a"], object), np.array(["b"], object)).note == "other strings"
    assert difference("y", np.array(["a"], object), np.array(["a"], object)).ok


def test_tolerances_follow_the_type():
    assert [tolerance_for(name) for name in ("int32", "bool", "float32", "float16", "bfloat16")] == [
        0.0,
        0.0,
        1e-3,
        1e-2,
        5e-2,
    ]
    assert difference("y", np.array([1000]), np.array([1001])).ok is False


# --- inputs --------------------------------------------------------------------------------------------------------


def graph_of(**inputs: TensorDesc) -> Graph:
    made = Graph("g", registry())
    for name, desc in inputs.items():
        made.add_input(name, desc)
    return made


def test_equal_seeds_give_equal_inputs_and_others_do_not():
    graph = graph_of(x=TensorDesc((3, 4), DataType.FLOAT))
    one, same, other = (random_inputs(graph, seed)["x"] for seed in (1, 1, 2))
    assert np.array_equal(one, same) and not np.array_equal(one, other)


DRAWABLE = [dtype for dtype in DataType if dtype.numpy_name and dtype is not DataType.UNDEFINED]


@pytest.mark.parametrize("dtype", DRAWABLE, ids=lambda dtype: dtype.name)
def test_every_type_with_arrays_can_be_drawn(dtype: DataType):
    array = random_inputs(graph_of(x=TensorDesc((2, 5), dtype)))["x"]
    assert (array.dtype, array.shape) == (dtype.numpy, (2, 5))


def test_symbols_get_the_given_size_or_one_within_their_bounds():
    graph = graph_of(x=TensorDesc(("b", "s", Dim.symbol("s") * 2), DataType.FLOAT))
    assert random_inputs(graph, sizes={"b": 7})["x"].shape == (7, 4, 8)
    graph.store.require_range(Dim.symbol("s"), Range(6, 9))
    assert sizes_for(graph)["s"] == 6


def test_ranges_are_kept():
    graph = graph_of(x=TensorDesc((100,), DataType.FLOAT), i=TensorDesc((100,), DataType.INT32))
    drawn = random_inputs(graph, ranges={"x": (2, 3), "i": (-5, -4)})
    assert drawn["x"].min() >= 2 and drawn["x"].max() <= 3
    assert set(drawn["i"].tolist()) == {-5, -4}


def test_indices_stay_inside_of_what_they_index():
    graph = graph_of(i=TensorDesc((200,), DataType.INT64))
    table = graph.constant(np.zeros((3, 2), np.float32), "table")
    cast = graph.add("Cast", [graph.inputs[0]], {"dst_type": 3}, name="cast")
    axis = graph.constant(np.array([0], np.int32), "axis")
    graph.add("GatherV2", [table, cast.output, axis], name="rows")
    assert set(random_inputs(graph)["i"].tolist()) == {0, 1, 2}


@pytest.mark.parametrize(
    ("desc", "keywords", "message"),
    [
        (TensorDesc(None, DataType.FLOAT), {}, "its rank is not known"),
        (TensorDesc((2,), DataType.RESOURCE), {}, "cannot be drawn"),
        (TensorDesc(("n",), DataType.FLOAT), {"sizes": {"m": 2}}, "no such symbol"),
        (TensorDesc((2,), DataType.FLOAT), {"ranges": {"y": (0, 1)}}, "no such input"),
        (TensorDesc((1 << 20, 1 << 20), DataType.FLOAT), {}, "more elements than are drawn"),
    ],
)
def test_inputs_that_cannot_be_drawn_are_refused(desc: TensorDesc, keywords: dict[str, Any], message: str):
    with pytest.raises(UsageError, match=message):
        random_inputs(graph_of(x=desc), **keywords)


# --- models --------------------------------------------------------------------------------------------------------

ENCODER = Path(__file__).parents[2] / "examples" / "encoder12.onnx"


def network(path: Path, bias: float = 0.0, opset: int = 17) -> Path:
    """x [2, 4] -> MatMul -> Add -> Relu -> Mul -> y; `bias` is added to what Add adds."""
    rng = np.random.default_rng(0)
    arrays = {"w": rng.normal(size=(4, 4)), "b": rng.normal(size=4) + bias, "s": rng.uniform(1, 2, 4)}
    nodes = [
        helper.make_node("MatMul", ["x", "w"], ["p"], name="product"),
        helper.make_node("Add", ["p", "b"], ["a"], name="sum"),
        helper.make_node("Relu", ["a"], ["r"], name="positive"),
        helper.make_node("Mul", ["r", "s"], ["y"], name="scale"),
    ]
    info = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes,
        "network",
        [info("x", TensorProto.FLOAT, [2, 4])],
        [info("y", TensorProto.FLOAT, [2, 4])],
        [numpy_helper.from_array(array.astype(np.float32), name) for name, array in arrays.items()],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8), path)
    return path


def test_a_model_and_what_compile_makes_of_it_agree(tmp_path: Path):
    compiled = metadef.compile(ENCODER)
    compiled.save(tmp_path / "e.mdef")
    found = metadef.compare(ENCODER, tmp_path / "e.mdef")
    assert found.ok and found.first is None
    assert 0 < found.outputs[0].max_rel < 1e-4  # reassociated sums: near, and not the same bits


def test_two_models_that_differ_part_at_the_first_node_that_does(tmp_path: Path):
    one, other = network(tmp_path / "a.onnx"), network(tmp_path / "b.onnx", bias=0.5)
    found = metadef.compare(one, other)
    assert not found.ok
    assert found.first is not None and (found.first.op, found.first.origins) == ("Add", ("sum",))
    assert found.first.difference.max_abs == pytest.approx(0.5, rel=1e-5)
    assert f"'node': '{found.first.node}'" in str(found.record())


def test_a_model_agrees_with_onnxruntime():
    found = metadef.compare(ENCODER, against="onnxruntime")
    assert found.ok and found.outputs[0].max_rel < 1e-4


def test_the_node_at_which_we_part_from_onnxruntime_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    import metadef.kernels.table as table

    kernels = dict(table._all())
    real = kernels["Relu"]
    kernels["Relu"] = lambda call: np.asarray(real(call)) + np.float32(0.25)
    monkeypatch.setattr(table, "_all", lambda: kernels)
    found = metadef.compare(network(tmp_path / "a.onnx"), against="onnxruntime")
    assert not found.ok
    assert found.first is not None and found.first.origins == ("positive",)
    assert found.first.difference.max_abs == pytest.approx(0.25)


def test_values_without_a_numpy_type_are_left_out_of_the_search_for_the_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    import metadef.kernels.table as table

    kernels = dict(table._all())
    real = kernels["Relu"]
    kernels["Relu"] = lambda call: np.asarray(real(call)) + np.float32(9.0)
    monkeypatch.setattr(table, "_all", lambda: kernels)
    nodes = [
        helper.make_node("Cast", ["x"], ["low"], name="down", to=TensorProto.BFLOAT16),
        helper.make_node("Cast", ["low"], ["high"], name="up", to=TensorProto.FLOAT),
        helper.make_node("Relu", ["high"], ["y"], name="positive"),
    ]
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [4]) for name in "xy")
    model = helper.make_model(
        helper.make_graph(nodes, "g", [x], [y]), opset_imports=[helper.make_opsetid("", 17)], ir_version=8
    )
    onnx.save(model, tmp_path / "m.onnx")
    found = metadef.compare(tmp_path / "m.onnx", against="onnxruntime")
    assert found.first is not None and found.first.origins == ("positive",)


def test_arguments_of_compare_that_make_no_sense(tmp_path: Path):
    one = network(tmp_path / "a.onnx")
    for arguments in ({}, {"found": one, "against": "onnxruntime"}, {"against": "tensorrt"}):
        with pytest.raises(UsageError):
            metadef.compare(one, **arguments)
    with pytest.raises(UsageError, match="needs the ONNX file"):
        metadef.compare(metadef.load(one), against="onnxruntime")
    with pytest.raises(MetadefError, match="another shape"):
        metadef.compare(one, one, inputs={"x": np.zeros((3, 3), np.float32)})


def test_given_inputs_are_used(tmp_path: Path):
    one, other = network(tmp_path / "a.onnx"), network(tmp_path / "b.onnx", bias=0.5)
    far_below = np.zeros((2, 4), np.float32)
    assert metadef.compare(one, one, inputs={"x": far_below}).ok
    assert not metadef.compare(one, other, inputs={"x": far_below}).ok


# --- bisection -----------------------------------------------------------------------------------------------------


class Halves(NodePass):
    """Wrong on purpose: halves the constant of the node called `at`."""

    name = "halves"
    ops = frozenset({"Mul"})
    priority = -5
    at: tuple[str, ...] = ("m5",)

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        if node.name in self.at and "half" not in graph:
            half = graph.constant(np.full(3, 0.5, np.float32), "half")
            graph.replace_input(node, 1, half)


class Renames(NodePass):
    """Right, and a change for each node."""

    name = "renames"
    ops = frozenset({"Mul"})

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        if not node.name.startswith(("done", "m5")):
            graph.rename(node, f"done_{node.name}")


def chain(length: int = 12) -> Graph:
    graph = Graph("chain", registry())
    value = graph.add_input("x", TensorDesc((3,), DataType.FLOAT))
    for i in range(length):
        factor = graph.constant(np.full(3, 1 + i / 8, np.float32), f"c{i}")
        value = graph.add("Mul", [value, factor], name=f"m{i}").output
    graph.set_outputs([("y", value)])
    return graph


def test_the_change_that_breaks_the_numbers_is_found():
    found = bisect(chain(), passes=[Renames(), Halves()])
    assert found.first_bad is not None
    assert (found.first_bad.by, found.first_bad.at) == ("halves", "m5")
    assert found.changes == 12 and found.runs <= 2 + 2 + 4
    assert found.differences[0].max_rel == pytest.approx(1 - 0.5 / 1.625, rel=1e-4)
    assert any("half" in line for line in found.edited)


def test_right_passes_are_not_blamed():
    found = bisect(ENCODER)
    assert found.ok and found.changes > 500 and found.runs == 1


def test_compare_each_names_the_pass_undoes_it_and_keeps_the_others():
    compiled = metadef.compile(
        chain(), passes=[Renames(), Halves()], pass_settings=PassSettings(compare_each=True, verify=True)
    )
    (found,) = [item for item in compiled.findings if item.is_error]
    assert (found.name, found.subject) == ("numerics-changed", "pass halves")
    assert [item.name for item in compiled.passes if item.ok] == ["renames"]
    fed = {"x": np.ones(3, np.float32)}
    assert np.allclose(metadef.run(compiled.graph, fed)["y"], metadef.run(chain(), fed)["y"])


def test_compare_each_is_silent_about_right_passes():
    compiled = metadef.compile(ENCODER, pass_settings=PassSettings(compare_each=True))
    assert compiled.ok


def test_compilation_ends_at_a_failure_when_asked_to():
    settings = PassSettings(compare_each=True, stop_on_failure=True)
    compiled = metadef.compile(chain(), passes=[Renames(), Halves()], pass_settings=settings)
    assert not compiled.ok and compiled.layout is None


def test_a_pipeline_is_given_as_text():
    compiled = metadef.compile(ENCODER, passes="fold,dce")
    assert [item.name for item in compiled.passes if item.sweep == 1] == ["constant-folding", "dead-node-elimination"]
    assert len(default_passes()) > 2
