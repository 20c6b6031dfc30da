"""The three terms of a layout's cost: time, conversion buffers, lost fusions. Expected numbers are made by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from layout_graphs import CONV
from metadef import DataType, Graph, TensorDesc
from metadef.graph.graph import Graph as GraphType
from metadef.infer.engine import infer
from metadef.layout.cost import CostModel
from metadef.layout.graph_layout import lay_out
from metadef.targets import chip
from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim
from metadef.types.format import Format, StorageFormat
from metadef.types.shape import Shape

FIVE = (StorageFormat(Format.NC1HWC0), None)
# Ascend910A: 32 cores at 1000 MHz, 37 bytes a cycle to main memory and 110 to the cache, 3 us a launch
BANDWIDTH, CACHE, LAUNCH = 37 * 1000 * 32, 110 * 1000 * 32, 3.0
BYTES = 16 * 4 * 4 * 4  # of [1, 16, 4, 4] in FLOAT, in either format


def broken(second_reader: bool = False) -> GraphType:
    """A convolution in NC1HWC0, and a sum that cannot follow: the other summand is stretched along the channels."""
    graph = Graph("broken")
    x = graph.add_input("x", TensorDesc((1, 16, 4, 4), DataType.FLOAT))
    other = graph.add_input("other", TensorDesc((1, 1, 4, 4), DataType.FLOAT))
    conv = graph.add("Conv2D", [x, graph.constant(np.ones((16, 16, 3, 3), np.float32))], CONV, name="conv")
    results = [("y", graph.add("Add", [conv.output, other], name="add").output)]
    if second_reader:
        results.append(("z", graph.add("Relu", [conv.output], name="relu").output))
    graph.set_outputs(results)
    infer(graph)
    return graph


def test_a_conversion_between_two_nodes_of_one_kernel_costs_the_fusion_too() -> None:
    result = lay_out(broken(), chip("Ascend910A"))
    way_in, way_out = [item for item in result.conversions if not item.on_constant]
    step = LAUNCH + 2 * BYTES / BANDWIDTH
    buffer = BYTES * (1 / BANDWIDTH - 1 / CACHE)
    assert (way_in.cost_us, way_out.cost_us) == (pytest.approx(step), pytest.approx(step))
    assert (way_in.lost_fusion, way_out.lost_fusion) == ("", "add")
    assert result.terms.conversions == pytest.approx(2 * step)
    assert result.terms.buffers == pytest.approx(2 * buffer)
    assert result.terms.fusions == pytest.approx(LAUNCH + 2 * BYTES / BANDWIDTH)
    assert (result.buffer_bytes, result.lost_fusions) == (2 * BYTES, 1)
    assert result.cost_us == pytest.approx(result.terms.time + result.terms.buffers + result.terms.fusions)


def test_what_several_nodes_read_is_in_memory_anyway_so_that_no_fusion_is_lost() -> None:
    result = lay_out(broken(second_reader=True), chip("Ascend910A"))
    assert result.lost_fusions == 0 and result.terms.fusions == 0


def test_a_lost_fusion_can_decide() -> None:
    """Two conversions that cost the same time: the one that keeps a kernel in one piece is taken."""
    graph = Graph("choice")
    x = graph.add_input("x", TensorDesc((1, 16, 4, 4), DataType.FLOAT))
    conv = graph.add("Conv2D", [x, graph.constant(np.ones((16, 16, 3, 3), np.float32))], CONV, name="conv")
    relu = graph.add("Relu", [conv.output], name="relu")
    graph.set_outputs([("y", relu.output)])
    infer(graph)
    result = lay_out(graph, chip("Ascend910A"))
    assert [(item.value, item.lost_fusion) for item in result.conversions if not item.on_constant] == [
        ("x", ""),
        ("relu", ""),
    ]


def test_a_buffer_pushes_out_no_more_than_the_cache_has_and_nothing_where_there_is_none() -> None:
    base = chip("Ascend910A")
    model = CostModel(base, ConstraintStore())
    whole = model.buffer_us(33554432)
    assert whole == pytest.approx(33554432 * (1 / BANDWIDTH - 1 / CACHE))
    assert model.buffer_us(1 << 40) == whole
    assert CostModel(replace(base, l2_bytes=None), ConstraintStore()).buffer_us(1 << 20) == 0
    assert CostModel(replace(base, l2_bytes_per_cycle=1.0), ConstraintStore()).buffer_us(1 << 20) == 0


def test_a_way_over_the_origin_format_has_two_buffers() -> None:
    """NC1HWC0 to FRACTAL_NZ: the tensor as meant, then [1, 16, 1, 1, 16, 16], which is padded fourfold."""
    value = broken().value("x")
    value.producer.graph.set_desc(value, value.desc.meant_as(Format.NCHW))
    terms = CostModel(chip("Ascend910A"), ConstraintStore()).conversion_terms(
        value, FIVE, (StorageFormat(Format.FRACTAL_NZ), None)
    )
    padded = 16 * 16 * 16 * 4
    assert terms.conversions == pytest.approx(2 * LAUNCH + (2 * BYTES + BYTES + padded) / BANDWIDTH)
    assert terms.buffers == pytest.approx((BYTES + padded) * (1 / BANDWIDTH - 1 / CACHE))


def test_a_view_costs_nothing() -> None:
    graph = Graph("view")
    x = graph.add_input("x", TensorDesc((4, 8), DataType.FLOAT))
    flat = graph.add("Reshape", [x, graph.constant(np.array([32]))], name="flat")
    graph.set_outputs([("y", graph.add("Relu", [flat.output], name="relu").output)])
    infer(graph)
    assert lay_out(graph, chip("Ascend910A")).cost_us == pytest.approx(LAUNCH + 2 * 128 / BANDWIDTH)


def test_a_size_in_symbols_is_priced_at_one_guess_for_each_symbol() -> None:
    """Without an upper end 64 for n, so that min(n, 1000000000) is 64 too."""
    model = CostModel(chip("Ascend910A"), ConstraintStore())
    assert [model.elements(Shape((Dim.parse(text), 2))) for text in ("n", "min(n,1000000000)", "n*n", "n+m")] == [
        128,
        128,
        2 * 64 * 64,
        256,
    ]
