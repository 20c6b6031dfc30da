"""Layout of graphs: what is chosen, where conversions go, and that the laid-out graph computes the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from layout_graphs import trunk, trunk_inputs
from metadef import DataType, Graph, MetadefError, TensorDesc
from metadef.graph.clone import clone
from metadef.graph.verify import verify
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.layout.graph_layout import lay_out
from metadef.targets import chip
from metadef.types.format import Format


def test_the_trunk_is_blocked_and_only_its_ends_are_converted():
    graph = trunk()
    result = lay_out(graph, chip("Ascend910A"))
    assert result.findings == () and result.optimal
    assert (result.final, result.on_constants) == (2, 2)  # two filters; padding 20 x 5 weights would not pay
    assert result.final < result.without_propagation
    assert result.cost_us <= result.baseline_us
    blocked = [node.name for node in graph.nodes if node.outputs and node.output.desc.format is Format.NC1HWC0]
    assert {"conv1", "relu1", "conv2", "add"} <= set(blocked)
    converted = [(node.attrs["src_format"], node.attrs["dst_format"]) for node in graph.nodes if node.op == "TransData"]
    assert sorted(converted) == [("NC1HWC0", "NCHW"), ("NCHW", "NC1HWC0")]
    assert verify(graph) == []


@pytest.mark.parametrize("name", ["Ascend910A", "Ascend310P3", "Ascend910B1"])
@pytest.mark.parametrize("groups", [1, 2])
def test_a_laid_out_graph_computes_the_same_from_bytes_as_stored(name: str, groups: int):
    graph = trunk(groups)
    want = run_graph(graph, trunk_inputs())["y"]
    takes = lay_out(graph, chip(name)).takes
    np.testing.assert_allclose(run_graph(graph, trunk_inputs(), takes)["y"], want, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(run_graph(graph, trunk_inputs())["y"], want, rtol=1e-4, atol=1e-5)


def test_without_any_one_transdata_the_graph_no_longer_computes_the_same():
    graph = trunk()
    want = run_graph(graph, trunk_inputs())["y"]
    takes = lay_out(graph, chip("Ascend910A")).takes
    np.testing.assert_allclose(run_graph(graph, trunk_inputs(), takes)["y"], want, rtol=1e-4, atol=1e-5)
    names = [node.name for node in graph.nodes if node.op == "TransData"]
    assert names
    for name in names:
        broken = clone(graph)
        node = broken.node(name)
        source = node.inputs[0]
        assert source is not None
        broken.replace_uses(node.output, source)
        try:
            got = run_graph(broken, trunk_inputs(), takes)["y"]
        except MetadefError:  # a kernel that is fed the wrong layout may refuse it
            continue
        assert got.shape != want.shape or not np.allclose(got, want, rtol=1e-3)


def test_every_value_keeps_origin_and_storage():
    graph = trunk()
    origin = {value.name: value.desc.origin_shape for node in graph.nodes for value in node.outputs}
    lay_out(graph, chip("Ascend910A"))
    for node in graph.nodes:
        for value in node.outputs:
            if value.name in origin:
                assert value.desc.origin_shape == origin[value.name]
    assert str(graph.value("conv1").desc.shape) == "[2, 2, 9, 9, 16]"
    assert graph.value("conv1").desc.origin_format is Format.NCHW


def test_two_anchors_that_disagree_are_both_named():
    graph = Graph("clash")
    x = graph.add_input("x", TensorDesc((1, 4, 4, 4), DataType.FLOAT))
    pool = {"ksize": (1, 1, 1, 1), "strides": (1, 1, 1, 1)}
    a = graph.add("MaxPoolV3", [x], {**pool, "data_format": "NCHW"}, name="first")
    b = graph.add("MaxPoolV3", [a.output], {**pool, "data_format": "NHWC"}, name="second")
    graph.set_outputs([("y", b.output)])
    infer(graph)
    found = lay_out(graph, chip("Ascend910B1")).findings
    assert {item.name for item in found} == {"format-conflict"}
    assert "first" in found[0].message and "second" in found[0].message


def test_how_a_chip_likes_plain_convolutions_is_said_by_its_description() -> None:
    """The same chip with a kernel that takes feature maps as meant, at no loss, converts none."""
    base = chip("Ascend910A")
    assert base.plain_convolution_slowdown is None and chip("Ascend910B1").plain_convolution_slowdown == 1.5
    assert lay_out(trunk(), base).final == 2
    assert lay_out(trunk(), replace(base, plain_convolution_slowdown=1.0)).final == 0
    assert chip("Ascend950PR_9589").source_of("float_cube_slowdown") == "estimated"
    assert chip("Ascend910B1").source_of("float_cube_slowdown") == "facts"
