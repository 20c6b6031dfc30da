"""Real models, executed with every tensor really lying in the format that layout chose, compute what they did before.

Kernels receive the bytes as they are stored, in the format that their node takes. So a TransData that is missing shows.
`make stored` removes every TransData of every model at hand; here it is some of some.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

from layout_graphs import CONV
from metadef import DataType, Graph, MetadefError, TensorDesc
from metadef.graph.graph import Graph as GraphType
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.layout.graph_layout import lay_out
from metadef.targets import chip
from numeric_tools import LIMIT, optimised, random_inputs, with_random_weights
from stored_bytes import judge

LIGHT = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
ENCODER = Path(__file__).parents[2] / "examples" / "encoder12.onnx"


@pytest.mark.parametrize("name", ["light_squeezenet", "light_shufflenet"])
def test_a_laid_out_model_computes_the_same_and_without_any_one_transdata_it_does_not(name: str) -> None:
    model = with_random_weights(onnx.load(LIGHT / f"{name}.onnx"))
    found = judge(optimised(model), random_inputs(model), chip("Ascend910A"), most=4)
    assert found.error < LIMIT
    assert found.transdata and not found.unnoticed


def test_so_does_an_encoder_where_fractal_nz_pays() -> None:
    """On a chip that converts for next to nothing and multiplies slowly, so that blocked formats pay."""
    base = chip("Ascend910A")
    eager = replace(base, ddr_bytes_per_cycle=3700.0, launch_overhead_us=0.03, cube_macs_per_cycle=1)
    model = onnx.load(ENCODER)
    found = judge(optimised(model), random_inputs(model), eager, most=4)
    assert found.error < LIMIT
    assert len(found.differing) == len(found.transdata) == 4


def test_bytes_that_happen_to_be_the_same_are_refused_for_their_shape() -> None:
    """[1, 32, 1, 1] in NC1HWC0 is [1, 2, 1, 1, 16], byte for byte what it is as meant."""
    graph = Graph("head")
    x = graph.add_input("x", TensorDesc((1, 32, 4, 4), DataType.FLOAT))
    pooled = graph.add("MaxPoolV3", [x], {"ksize": (1, 1, 4, 4), "strides": (1, 1, 4, 4)}, name="pool").output
    graph.set_outputs([("y", graph.add("SoftmaxV2", [pooled], {"axes": (1,)}, name="softmax").output)])
    infer(graph)
    takes = lay_out(graph, chip("Ascend910A")).takes
    (node,) = [node for node in graph.nodes if node.op == "TransData" and node.inputs[0] is graph.value("pool")]
    assert node.inputs[0] is not None
    graph.replace_uses(node.output, node.inputs[0])
    with pytest.raises(MetadefError, match="not stored as it is taken"):
        run_graph(graph, {"x": np.ones((1, 32, 4, 4), np.float32)}, takes)


def batches(channels: int) -> GraphType:
    """A convolution over a batch of unknown size."""
    graph = Graph("batch")
    x = graph.add_input("x", TensorDesc(("n", channels, 4, 4), DataType.FLOAT))
    weights = graph.constant(np.ones((20, channels, 3, 3), np.float32))
    graph.set_outputs([("y", graph.add("Conv2D", [x, weights], CONV).output)])
    infer(graph)
    return graph


def test_a_batch_of_any_size_runs_as_it_is_stored() -> None:
    graph = batches(3)
    fed = {"x": np.random.default_rng(0).normal(size=(5, 3, 4, 4)).astype(np.float32)}
    want = run_graph(graph, fed)["y"]
    takes = lay_out(graph, chip("Ascend910A")).takes
    assert any(node.op == "TransData" for node in graph.nodes)
    np.testing.assert_allclose(run_graph(graph, fed, takes)["y"], want, rtol=1e-5)
