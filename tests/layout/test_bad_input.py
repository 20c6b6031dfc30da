"""What cannot be laid out is a finding that names the nodes and the formats, and the graph stays as it was."""

from __future__ import annotations

import numpy as np
import pytest

from layout_graphs import CONV
from metadef import DataType, Graph, TensorDesc
from metadef.catalogue import registry as catalogue
from metadef.graph.graph import Graph as GraphType
from metadef.infer.engine import infer
from metadef.layout.graph_layout import lay_out
from metadef.ops.proto import op
from metadef.targets import chip
from metadef.types.format import Format


def fixed_format() -> GraphType:
    """A result that must not be converted, for a convolution that reads NC1HWC0 alone."""
    registry = catalogue().copy()
    registry.add(
        op("Camera")
        .input("x", DataType.FLOAT)
        .output("y", DataType.FLOAT)
        .allow_conversions((Format.NCHW, Format.NHWC))
    )
    graph = Graph("fixed", registry)
    nchw = TensorDesc((1, 16, 4, 4), DataType.FLOAT, Format.NCHW)
    camera = graph.add("Camera", [graph.add_input("x", nchw)], name="camera", outputs=[nchw]).output
    weights = graph.constant(np.ones((8, 16, 3, 3), np.float32))
    conv = graph.add("Conv2D", [camera, weights], CONV, name="conv", outputs=[nchw]).output
    graph.set_outputs([("y", conv)])
    return graph


def test_a_format_that_nothing_can_reach_names_both_ends_and_their_formats() -> None:
    graph = fixed_format()
    before = str(graph)
    result = lay_out(graph, chip("Ascend910A"))
    (found,) = result.findings
    assert (found.name, found.is_error, result.optimal) == ("layout-infeasible", True, False)
    assert "camera" in found.message and "conv" in found.message
    assert "camera has plain" in str(found.got) and "NC1HWC0" in str(found.got)
    assert found.hint
    assert before.count("\n") == str(graph).count("\n")


@pytest.mark.parametrize(
    ("shape", "name", "is_error"), [(None, "columns-not-usable", False), ((16, 4, 4), "format-unsupported", True)]
)
def test_a_convolution_whose_rank_has_no_blocked_format_is_a_finding_where_nothing_else_runs(
    shape: tuple[int, ...] | None, name: str, is_error: bool
) -> None:
    """Of unknown rank it may still be one that runs, which only the device will know."""
    graph = Graph("rank")
    desc = TensorDesc(shape, DataType.FLOAT)
    weights = graph.constant(np.ones((8, 16, 3, 3), np.float32))
    conv = graph.add("Conv2D", [graph.add_input("x", desc), weights], CONV, name="conv", outputs=[desc])
    graph.set_outputs([("y", conv.output)])
    (found,) = lay_out(graph, chip("Ascend910A")).findings
    assert (found.name, found.is_error) == (name, is_error)
    assert '"conv"' in found.subject and "rank" in found.hint
    assert lay_out(graph, chip("Ascend910B1")).findings == ()


def test_the_same_graph_can_be_laid_out_where_the_convolution_takes_it_as_it_is() -> None:
    graph = fixed_format()
    result = lay_out(graph, chip("Ascend910B1"))
    assert result.findings == ()


def test_an_input_and_a_convolution_that_disagree_about_the_axes_are_both_named() -> None:
    graph = Graph("clash")
    x = graph.add_input("x", TensorDesc((1, 4, 4, 16), DataType.FLOAT, Format.NHWC))
    weights = graph.constant(np.ones((8, 4, 3, 3), np.float32))
    conv = graph.add("Conv2D", [x, weights], CONV, name="conv")
    graph.set_outputs([("y", conv.output)])
    infer(graph)
    (found,) = lay_out(graph, chip("Ascend910A")).findings
    assert found.name == "format-conflict"
    assert "NHWC" in found.message and "NCHW" in found.message
    assert '"x"' in found.message and '"conv"' in found.message
