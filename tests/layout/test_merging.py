"""Casts, transpositions and views are decided together with the conversions around them, and numbers stay."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from layout_graphs import CONV
from metadef import DataType, Graph, MetadefError, TensorDesc
from metadef.driver.compile import compile as compile_model
from metadef.graph.graph import Graph as GraphType
from metadef.graph.value import Value
from metadef.graph.verify import verify
from metadef.graph.walk import topological
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.layout.graph_layout import lay_out
from metadef.layout.settings import LayoutSettings
from metadef.targets import chip

HALF, FULL = DataType.FLOAT16, DataType.FLOAT
X = np.random.default_rng(5).normal(size=(1, 8, 6, 16)).astype(np.float32)


def cast(graph: GraphType, value: Value, dtype: DataType, name: str = "") -> Value:
    return graph.add("Cast", [value], {"dst_type": dtype.ge_value}, name=name).output


def ops(graph: GraphType) -> list[str]:
    return [node.op for node in topological(graph) if node.op not in ("Data", "Const")]


def transposed_trunk(second: bool = True) -> GraphType:
    """What exporters make of an NHWC network: Transpose - convolution in NCHW - Relu - Transpose back."""
    rng = np.random.default_rng(2)
    graph = Graph("turned")
    x = graph.add_input("x", TensorDesc((1, 8, 6, 16), FULL))
    perm = graph.constant(np.array([0, 3, 1, 2]))
    value = graph.add("Transpose", [x, perm], name="in").output
    value = graph.add(
        "Conv2D", [value, graph.constant(rng.normal(size=(16, 16, 3, 3)).astype(np.float32))], CONV
    ).output
    if second:
        back = graph.add("Transpose", [value, graph.constant(np.array([0, 2, 3, 1]))], name="back").output
        value = graph.add("Transpose", [graph.add("Relu", [back]).output, perm], name="again").output
    conv = graph.constant(rng.normal(size=(16, 16, 3, 3)).astype(np.float32))
    value = graph.add("Conv2D", [value, conv], CONV).output
    value = graph.add("TransposeD", [value], {"perm": (0, 2, 3, 1)}, name="out").output
    graph.set_outputs([("y", value)])
    infer(graph)
    return graph


@pytest.mark.parametrize("second", [False, True])
def test_a_transposition_beside_a_conversion_is_merged_with_it_and_inside_of_blocks_runs_nothing(second: bool) -> None:
    graph = transposed_trunk(second)
    want = run_graph(graph, {"x": X})["y"]
    result = lay_out(graph, chip("Ascend910A"))
    assert result.optimal and verify(graph) == []
    middle = ["ReFormat", "Relu", "ReFormat"] if second else []
    assert ops(graph) == ["TransData", "ReFormat", "Conv2D", *middle, "Conv2D", "ReFormat", "TransData"]
    ends = [(node.attrs["src_format"], node.attrs["dst_format"]) for node in graph.nodes if node.op == "TransData"]
    assert ends == [("NHWC", "NC1HWC0"), ("NC1HWC0", "NHWC")]
    names = ["in", "back", "again", "out"] if second else ["in", "out"]
    assert [(item.node, item.becomes) for item in result.merged] == [(name, "ReFormat") for name in names]
    assert result.final == 2 and "perm" not in str(graph)
    made = [node.origin for node in graph.nodes if node.op in ("TransData", "ReFormat")]
    assert {item.made_by for item in made if item} == {"layout"}
    constants = [node for node in graph.nodes if node.op == "Const" and not node.output.use_count]
    assert constants == []
    np.testing.assert_allclose(run_graph(graph, {"x": X}, result.takes)["y"], want, rtol=1e-4, atol=1e-4)


def test_without_any_one_merged_conversion_the_numbers_differ() -> None:
    graph = transposed_trunk()
    want = run_graph(graph, {"x": X})["y"]
    takes = lay_out(graph, chip("Ascend910A")).takes
    for name in [node.name for node in graph.nodes if node.op == "TransData"]:
        broken = transposed_trunk()
        lay_out(broken, chip("Ascend910A"))
        node = broken.node(name)
        assert node.inputs[0] is not None
        broken.replace_uses(node.output, node.inputs[0])
        try:
            got = run_graph(broken, {"x": X}, takes)["y"]
        except MetadefError:  # a kernel that is fed the wrong layout may refuse it
            continue
        assert got.shape != want.shape or not np.allclose(got, want, rtol=1e-3), name


def test_a_merged_layout_is_taken_back_and_decided_anew() -> None:
    graph = transposed_trunk()
    want = run_graph(graph, {"x": X})["y"]
    first = lay_out(graph, chip("Ascend910A"))
    again = lay_out(graph, chip("Ascend910A"))
    assert again.cost_us == pytest.approx(first.cost_us) and again.final == first.final
    other = lay_out(graph, chip("Ascend910B1"))
    assert other.cost_us == pytest.approx(lay_out(transposed_trunk(), chip("Ascend910B1")).cost_us)
    np.testing.assert_allclose(run_graph(graph, {"x": X}, other.takes)["y"], want, rtol=1e-4, atol=1e-4)


def test_a_transposition_that_means_something_else_stays() -> None:
    """H and W change places: the named axes do not stay what they are, so that no conversion can do it."""
    graph = Graph("swap")
    x = graph.add_input("x", TensorDesc((1, 16, 6, 8), FULL))
    a = graph.add("Conv2D", [x, graph.constant(np.ones((16, 16, 3, 3), np.float32))], CONV).output
    b = graph.add("TransposeD", [a], {"perm": (0, 1, 3, 2)}).output
    c = graph.add("Conv2D", [b, graph.constant(np.ones((16, 16, 3, 3), np.float32))], CONV).output
    graph.set_outputs([("y", c)])
    infer(graph)
    result = lay_out(graph, chip("Ascend910A"))
    assert result.findings == () and result.merged == () and "TransposeD" in ops(graph)


def half_island(widen_first: bool = True) -> GraphType:
    """Relu in half precision - Cast to FLOAT - Cast back - Relu, as mixed-precision exporters write it."""
    graph = Graph("island")
    x = graph.add_input("x", TensorDesc((4, 4), HALF if widen_first else FULL))
    value = graph.add("Relu", [x], name="a").output
    value = cast(graph, value, FULL if widen_first else HALF, "first")
    value = cast(graph, value, HALF if widen_first else FULL, "second")
    graph.set_outputs([("y", graph.add("Abs", [value], name="b").output)])
    infer(graph)
    return graph


def test_casts_to_a_wider_type_and_back_vanish() -> None:
    graph = half_island()
    x = np.random.default_rng(1).normal(size=(4, 4)).astype(np.float16)
    want = run_graph(graph, {"x": x})["y"]
    result = lay_out(graph, chip("Ascend910B1"))
    assert ops(graph) == ["Relu", "Abs"] and verify(graph) == []
    assert [(item.node, item.op, item.into) for item in result.merged] == [
        ("first", "Cast", "a"),
        ("second", "Cast", "a"),
    ]
    np.testing.assert_array_equal(run_graph(graph, {"x": x}, result.takes)["y"], want)


def test_casts_to_a_narrower_type_and_back_round_and_therefore_stay() -> None:
    graph = half_island(widen_first=False)
    lay_out(graph, chip("Ascend910B1"))
    assert ops(graph) == ["Relu", "Cast", "Cast", "Abs"]


def test_a_mode_that_lowers_everything_needs_no_cast_inside() -> None:
    graph = half_island(widen_first=False)
    result = lay_out(graph, chip("Ascend910B1"), LayoutSettings("force_fp16"))
    assert ops(graph) == ["Cast", "Relu", "Abs", "Cast"]
    assert {item.node for item in result.merged} == {"first", "second"}
    assert verify(graph) == []


def test_equal_casts_of_one_tensor_merge() -> None:
    graph = Graph("twice")
    x = graph.add_input("x", TensorDesc((64, 64), FULL))
    a, b = (cast(graph, x, HALF, name) for name in ("left", "right"))
    made = [graph.add("Relu", [a], name="p").output, graph.add("Abs", [b], name="q").output]
    graph.set_outputs([(f"y{index}", value) for index, value in enumerate(made)])
    infer(graph)
    result = lay_out(graph, chip("Ascend910B1"))
    assert ops(graph).count("Cast") == 1
    assert len(result.merged) >= 1 and verify(graph) == []


def test_a_cast_of_a_constant_happens_at_compile_time() -> None:
    graph = Graph("constant")
    x = graph.add_input("x", TensorDesc((16, 16), HALF))
    weights = cast(graph, graph.constant(np.eye(16, dtype=np.float32)), HALF, "weights")
    graph.set_outputs([("y", graph.add("MatMulV2", [x, weights], name="product").output)])
    infer(graph)
    lay_out(graph, chip("Ascend910B1"))
    assert ops(graph) == ["MatMulV2"]


def test_a_cast_between_an_input_and_an_output_keeps_both() -> None:
    graph = Graph("ends")
    x = graph.add_input("x", TensorDesc((4, 4), HALF))
    graph.set_outputs([("y", cast(graph, x, FULL, "only"))])
    infer(graph)
    for mode in ("", "force_fp16", "mixed_float16"):
        lay_out(graph, chip("Ascend910B1"), LayoutSettings(mode))
        (value,) = [value for _, value in graph.outputs]
        assert ops(graph) == ["Cast"] and value.desc.dtype is FULL


def test_fractal_nz_goes_through_a_view_that_keeps_the_last_two_axes() -> None:
    rng = np.random.default_rng(4)
    graph = Graph("view")
    x = graph.add_input("x", TensorDesc((512, 512), FULL))
    weights = [graph.constant(rng.normal(size=(512, 512)).astype(np.float32)) for _ in range(2)]
    value = graph.add("MatMulV2", [x, weights[0]], name="first").output
    value = graph.add("Reshape", [value, graph.constant(np.array([1, 512, 512]))], name="view").output
    value = graph.add("BatchMatMulV2", [value, weights[1]], name="second").output
    graph.set_outputs([("y", value)])
    infer(graph)
    fed = {"x": rng.normal(size=(512, 512)).astype(np.float32)}
    want = run_graph(graph, fed)["y"]
    result = lay_out(graph, replace(chip("Ascend310"), ddr_bytes_per_cycle=3800.0))
    assert str(graph.node("view").output.desc.format) == "FORMAT_FRACTAL_NZ"
    assert [item.value for item in result.conversions if not item.on_constant] == ["x", "second"]
    np.testing.assert_allclose(run_graph(graph, fed, result.takes)["y"], want, rtol=1e-3, atol=1e-3)


def test_what_is_said_about_axes_passes_through_transpositions() -> None:
    graph = transposed_trunk()
    lay_out(graph, chip("Ascend910B1"))
    said = {name: graph.value(name).desc.origin_format.serial for name in ("x", "Conv2D", "Relu", "Conv2D_1")}
    assert said == {"x": "NHWC", "Conv2D": "NCHW", "Relu": "NHWC", "Conv2D_1": "NCHW"}


def test_a_merged_layout_survives_inference_which_knows_shapes_alone() -> None:
    graph = transposed_trunk()
    want = run_graph(graph, {"x": X})["y"]
    first = lay_out(graph, chip("Ascend910A"))
    before = [value.desc for node in graph.nodes for value in node.outputs]
    assert not infer(graph).findings
    assert [value.desc for node in graph.nodes for value in node.outputs] == before
    compiled = compile_model(graph, "Ascend910A")
    assert compiled.ok and compiled.layout is not None and compiled.layout.cost_us == pytest.approx(first.cost_us)
    np.testing.assert_allclose(
        run_graph(compiled.graph, {"x": X}, compiled.layout.takes)["y"], want, rtol=1e-4, atol=1e-4
    )
