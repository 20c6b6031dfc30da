"""Laying out what is laid out already: earlier conversions go, better ones come, inputs stay as they arrive."""

from __future__ import annotations

import numpy as np
import pytest

from layout_graphs import CONV, trunk, trunk_inputs
from metadef import DataType, Graph, TensorDesc
from metadef.formats import transfer
from metadef.graph.graph import Graph as GraphType
from metadef.graph.verify import verify
from metadef.infer.engine import infer
from metadef.kernels.run import execute, run_graph
from metadef.layout.graph_layout import lay_out
from metadef.layout.relayout import undo_layout
from metadef.targets import chip
from metadef.types.format import Format


def transdata(graph: GraphType) -> list[tuple[str, str]]:
    return sorted(
        (str(node.attrs["src_format"]), str(node.attrs["dst_format"])) for node in graph.nodes if node.op == "TransData"
    )


@pytest.mark.parametrize("target", ["Ascend910A", "Ascend310P3", "Ascend910B1"])
def test_a_second_layout_is_the_first_one(target: str) -> None:
    graph = trunk()
    want = run_graph(graph, trunk_inputs())["y"]
    first = lay_out(graph, chip(target))
    before = transdata(graph)
    second = lay_out(graph, chip(target))
    assert (second.cost_us, second.final, second.on_constants) == (pytest.approx(first.cost_us), first.final, 0)
    assert transdata(graph) == before and verify(graph) == []
    np.testing.assert_allclose(run_graph(graph, trunk_inputs(), second.takes)["y"], want, rtol=1e-4, atol=1e-5)


def test_a_layout_for_one_chip_can_be_made_one_for_another() -> None:
    graph = trunk()
    want = run_graph(graph, trunk_inputs())["y"]
    lay_out(graph, chip("Ascend910A"))
    other = lay_out(graph, chip("Ascend910B1"))
    fresh = lay_out(trunk(), chip("Ascend910B1"))
    assert other.cost_us == pytest.approx(fresh.cost_us) and other.final == fresh.final == 0
    np.testing.assert_allclose(run_graph(graph, trunk_inputs(), other.takes)["y"], want, rtol=1e-4, atol=1e-5)


def pairs() -> GraphType:
    """relu - to NC1HWC0 - back - relu - to NC1HWC0 twice, once for each of two convolutions."""
    rng = np.random.default_rng(1)
    graph = Graph("pairs")
    nchw = TensorDesc((1, 16, 4, 4), DataType.FLOAT, Format.NCHW)
    blocked = nchw.stored_as(Format.NC1HWC0, TensorDesc((1, 1, 4, 4, 16), DataType.FLOAT).shape)
    forth, back = ({"src_format": a, "dst_format": b} for a, b in (("NCHW", "NC1HWC0"), ("NC1HWC0", "NCHW")))
    value = graph.add("Relu", [graph.add_input("x", nchw)], name="first").output
    value = graph.add("TransData", [value], forth, name="to", outputs=[blocked]).output
    value = graph.add("TransData", [value], back, name="from", outputs=[nchw]).output
    value = graph.add("Relu", [value], name="second").output
    found = []
    for name in ("left", "right"):
        weights = graph.constant(rng.normal(size=(16, 16, 3, 3)).astype(np.float32))
        made = graph.add("TransData", [value], forth, name=f"to_{name}", outputs=[blocked]).output
        found.append(graph.add("Conv2D", [made, weights], CONV, name=name).output)
    graph.set_outputs([("y", graph.add("Add", found, name="sum").output)])
    infer(graph)
    return graph


def test_inverse_pairs_go_equal_conversions_merge_and_sink_through_agnostic_operators() -> None:
    graph = pairs()
    assert len(transdata(graph)) == 4
    result = lay_out(graph, chip("Ascend910A"))
    assert result.optimal
    assert transdata(graph) == [("NC1HWC0", "NCHW"), ("NCHW", "NC1HWC0")]
    moved = [node.origin for node in graph.nodes if node.op == "TransData"]
    assert [origin.made_by for origin in moved if origin is not None] == ["layout", "layout"]


def test_all_conversions_go_and_the_numbers_stay() -> None:
    graph = pairs()
    x = np.random.default_rng(2).normal(size=(1, 16, 4, 4)).astype(np.float32)
    assert undo_layout(graph) == 4
    infer(graph)
    plain = run_graph(graph, {"x": x})["y"]
    result = lay_out(graph, chip("Ascend910A"))
    np.testing.assert_allclose(run_graph(graph, {"x": x}, result.takes)["y"], plain, rtol=1e-4, atol=1e-4)


def test_an_input_that_arrives_blocked_is_taken_as_it_is() -> None:
    """The convolution reads it without a conversion; a reader that wants it as meant pays."""
    rng = np.random.default_rng(1)
    graph = Graph("blocked")
    nchw = TensorDesc((1, 16, 4, 4), DataType.FLOAT, Format.NCHW)
    arriving = nchw.stored_as(Format.NC1HWC0, TensorDesc((1, 1, 4, 4, 16), DataType.FLOAT).shape)
    x = graph.add_input("x", arriving)
    weights = graph.constant(rng.normal(size=(8, 16, 3, 3)).astype(np.float32))
    graph.set_outputs([("y", graph.add("Conv2D", [x, weights], CONV, name="conv").output)])
    infer(graph)
    result = lay_out(graph, chip("Ascend910A"))
    assert [(item.value, item.source, item.target) for item in result.conversions if not item.on_constant] == [
        ("conv", "NC1HWC0", "plain")
    ]
    data = rng.normal(size=(1, 16, 4, 4)).astype(np.float32)
    fed = {x: transfer(data, "NCHW", "NC1HWC0")}
    got = execute(graph, fed, takes=result.takes)[graph.outputs[0][1]]
    other = Graph("plain")
    plain = other.add("Conv2D", [other.add_input("x", nchw), other.constant(weights.producer.attrs["value"])], CONV)
    other.set_outputs([("y", plain.output)])
    infer(other)
    np.testing.assert_allclose(got, run_graph(other, {"x": data})["y"], rtol=1e-4, atol=1e-4)
