"""The ends of a graph: inputs and outputs fixed or free, constants converted for nothing or at a price."""

from __future__ import annotations

import numpy as np
import pytest

from layout_graphs import CONV, trunk, trunk_inputs
from metadef import DataType, Graph, TensorDesc
from metadef.errors import UsageError
from metadef.graph.graph import Graph as GraphType
from metadef.graph.verify import verify
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.layout.graph_layout import lay_out
from metadef.layout.settings import LayoutSettings
from metadef.targets import chip
from metadef.types.format import Format


def conv() -> GraphType:
    graph = Graph("one")
    x = graph.add_input("x", TensorDesc((1, 16, 4, 4), DataType.FLOAT))
    weights = np.random.default_rng(1).normal(size=(16, 16, 3, 3)).astype(np.float32)
    graph.set_outputs([("y", graph.add("Conv2D", [x, graph.constant(weights)], CONV, name="conv").output)])
    infer(graph)
    return graph


@pytest.mark.parametrize(
    ("free", "expected"),
    [
        ((False, False), (Format.NCHW, Format.NCHW, 2)),
        ((True, False), (Format.NC1HWC0, Format.NCHW, 1)),
        ((False, True), (Format.NCHW, Format.NC1HWC0, 1)),
        ((True, True), (Format.NC1HWC0, Format.NC1HWC0, 0)),
    ],
)
def test_free_ends_lie_as_the_convolution_wants_them(
    free: tuple[bool, bool], expected: tuple[Format, Format, int]
) -> None:
    graph = conv()
    x = np.random.default_rng(2).normal(size=(1, 16, 4, 4)).astype(np.float32)
    want = run_graph(graph, {"x": x})["y"]
    result = lay_out(graph, chip("Ascend910A"), LayoutSettings(free_inputs=free[0], free_outputs=free[1]))
    assert result.optimal and verify(graph) == []
    ends = graph.inputs[0].desc.format, graph.outputs[0][1].desc.format
    assert (*ends, result.final) == expected
    np.testing.assert_allclose(run_graph(graph, {"x": x}, result.takes)["y"], want, rtol=1e-5, atol=1e-5)


def test_a_free_end_stays_as_meant_where_that_is_cheapest() -> None:
    graph = trunk()
    result = lay_out(graph, chip("Ascend910B1"), LayoutSettings(free_inputs=True, free_outputs=True))
    assert result.final == 0 and graph.outputs[0][1].desc.is_stored_as_meant
    assert run_graph(graph, trunk_inputs(), result.takes)["y"].shape == (2, 5)


def test_constants_at_a_price_are_converted_only_where_they_must_be() -> None:
    """Weights in FRACTAL_NZ make the product faster by less than their conversion costs; the filters have no choice."""
    free, priced = (lay_out(trunk(), chip("Ascend910A"), LayoutSettings(constants=share)) for share in (0.0, 1.0))
    assert free.on_constants == priced.on_constants == 2
    assert priced.cost_us > free.cost_us
    assert priced.terms.total == pytest.approx(priced.cost_us)
    with pytest.raises(UsageError):
        LayoutSettings(constants=2.0)
