"""Which formats broadcasts, reductions and small convolutions can take, and that the numbers stay."""

from __future__ import annotations

import numpy as np
import pytest

from layout_graphs import CONV
from metadef import DataType, Graph, TensorDesc
from metadef.graph.graph import Graph as GraphType
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.layout.columns import class_columns
from metadef.layout.graph_layout import lay_out
from metadef.layout.place import place_text
from metadef.layout.settings import LayoutSettings
from metadef.targets import chip
from metadef.types.format import Format

X = (2, 20, 4, 4)


def results(graph: GraphType, name: str) -> set[str]:
    """The formats in which a node can give its result."""
    return {place_text(option.gives[0]) for option in class_columns(graph.node(name), chip("Ascend910A"))}


def broadcast(other: tuple[int, ...]) -> set[str]:
    graph = Graph("broadcast")
    x = graph.add_input("x", TensorDesc(X, DataType.FLOAT, Format.NCHW))
    y = graph.add_input("y", TensorDesc(other, DataType.FLOAT, Format.NCHW if len(other) == 4 else Format.ND))
    made = graph.add("Mul", [x, y], name="mul").output
    graph.set_outputs([("z", made)])
    infer(graph)
    graph.set_desc(made, made.desc.meant_as(Format.NCHW))
    return results(graph, "mul")


@pytest.mark.parametrize(
    ("other", "blocked"),
    [
        (X, {"NC1HWC0", "FRACTAL_NZ"}),
        ((1, 20, 1, 1), {"NC1HWC0"}),  # stretched along whole axes only
        ((2, 1, 4, 4), {"FRACTAL_NZ"}),  # the last two axes are whole, C is not
        ((2, 1, 4, 1), set[str]()),
        ((1,), {"NC1HWC0", "FRACTAL_NZ"}),  # a single number stays as meant
        ((4, 4), set[str]()),  # of lower rank: its blocks would not meet those of the result
    ],
)
def test_a_broadcast_is_blocked_where_no_block_is_stretched(other: tuple[int, ...], blocked: set[str]) -> None:
    assert broadcast(other) - {"plain"} == blocked


def reduction(axes: tuple[int, ...], keep_dims: bool) -> set[str]:
    graph = Graph("reduce")
    x = graph.add_input("x", TensorDesc(X, DataType.FLOAT, Format.NCHW))
    indices = graph.constant(np.array(axes, dtype=np.int32))
    node = graph.add("ReduceMean", [x, indices], {"keep_dims": keep_dims}, name="mean")
    graph.set_outputs([("z", node.output)])
    infer(graph)
    if keep_dims:
        graph.set_desc(node.output, node.output.desc.meant_as(Format.NCHW))
    return results(graph, "mean")


@pytest.mark.parametrize(
    ("axes", "keep_dims", "blocked"),
    [
        ((2, 3), True, {"NC1HWC0"}),
        ((-1,), True, {"NC1HWC0"}),
        ((1,), True, {"FRACTAL_NZ"}),
        ((0,), True, {"NC1HWC0", "FRACTAL_NZ"}),
        ((1, 2), True, set[str]()),
        ((2, 3), False, set[str]()),
    ],
)
def test_a_reduction_is_blocked_where_it_cuts_no_block(
    axes: tuple[int, ...], keep_dims: bool, blocked: set[str]
) -> None:
    assert reduction(axes, keep_dims) - {"plain"} == blocked


def squeeze_and_excite() -> GraphType:
    """conv - mean over H and W - scale by the mean - scale by channel - conv."""
    rng = np.random.default_rng(5)
    graph = Graph("excite")
    x = graph.add_input("x", TensorDesc((2, 3, 4, 4), DataType.FLOAT))

    def weight(*shape: int):
        return graph.constant(rng.normal(size=shape).astype(np.float32))

    first = graph.add("Conv2D", [x, weight(20, 3, 3, 3)], CONV, name="conv1").output
    axes = graph.constant(np.array([2, 3], dtype=np.int32))
    mean = graph.add("ReduceMean", [first, axes], {"keep_dims": True}, name="mean").output
    scaled = graph.add("Mul", [first, mean], name="scale").output
    scaled = graph.add("Mul", [scaled, weight(1, 20, 1, 1)], name="channel").output
    last = graph.add("Conv2D", [scaled, weight(5, 20, 3, 3)], CONV, name="conv2").output
    graph.set_outputs([("y", last)])
    infer(graph)
    return graph


@pytest.mark.parametrize("small", [False, True])
def test_a_block_of_reductions_and_broadcasts_stays_blocked_and_computes_the_same(small: bool) -> None:
    graph = squeeze_and_excite()
    fed = {"x": np.random.default_rng(6).normal(size=(2, 3, 4, 4)).astype(np.float32)}
    want = run_graph(graph, fed)["y"]
    result = lay_out(graph, chip("Ascend910A"), LayoutSettings(small_channel=small))
    assert result.findings == () and result.final == 2
    for name in ("mean", "scale", "channel"):
        assert graph.node(name).output.desc.format is Format.NC1HWC0
    x = graph.node("conv1").inputs[0]
    assert x is not None and x.desc.format is (Format.NC1HWC0_C04 if small else Format.NC1HWC0)
    np.testing.assert_allclose(run_graph(graph, fed, result.takes)["y"], want, rtol=1e-3, atol=1e-4)
