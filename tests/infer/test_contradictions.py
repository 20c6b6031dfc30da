"""What cannot be is a finding that says who said what: indices outside, sizes beyond 63 bits, sizes that disagree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from metadef import DataType, MetadefError, TensorDesc, infer_call
from metadef.catalogue import registry
from metadef.graph.graph import Graph
from metadef.infer.engine import infer

X = TensorDesc((2, 3), DataType.FLOAT)


def finding_of(op: str, inputs: Sequence[object], attrs: dict[str, object] | None = None) -> tuple[str, str]:
    """Name and `got` of the only finding."""
    with pytest.raises(MetadefError) as caught:
        infer_call(op, inputs, attrs)
    (found,) = caught.value.findings
    return found.name, found.got


@pytest.mark.parametrize(
    ("op", "inputs", "attrs", "got"),
    [
        ("Gather", [X, np.array([0, 2])], {}, "2"),
        ("GatherV2", [X, np.array(-3), np.array(0)], {"negative_index_support": True}, "-3"),
        ("GatherV2", [X, np.array([[1, 3]]), np.array(-1)], {}, "3"),
        ("GatherElements", [X, np.array([[0, 3]])], {"dim": 1}, "3"),
        ("GatherD", [X, np.array(1), np.array([[3]])], {}, "3"),
        ("GatherNd", [X, np.array([[1, 2], [0, 3]])], {}, "3"),
        ("GatherNd", [X, np.array([[2]])], {}, "2"),
    ],
)
def test_a_known_index_outside_of_its_axis_is_a_finding(
    op: str, inputs: list[object], attrs: dict[str, object], got: str
):
    assert finding_of(op, inputs, attrs) == ("index-out-of-range", got)


@pytest.mark.parametrize(
    ("op", "inputs", "attrs", "dims"),
    [
        ("GatherV2", [X, np.array([1, -2]), np.array(0)], {"negative_index_support": True}, (2, 3)),
        ("GatherV2", [TensorDesc(("n", 3), DataType.FLOAT), np.array([100]), np.array(0)], {}, (1, 3)),
        ("GatherElements", [X, np.array([[-3, 2]])], {"dim": 1}, (1, 2)),
        ("GatherNd", [X, np.array([[-1, -3]])], {}, (1,)),
    ],
)
def test_an_index_that_may_be_inside_is_none(
    op: str, inputs: list[object], attrs: dict[str, object], dims: tuple[int, ...]
):
    assert [item.shape.dims for item in infer_call(op, inputs, attrs)] == [dims]


@pytest.mark.parametrize(
    ("op", "inputs", "attrs", "size"),
    [
        ("Reshape", [TensorDesc((4, 1 << 62), DataType.FLOAT), np.array([-1])], {}, 1 << 64),
        ("ConcatD", [[TensorDesc((1 << 62,), DataType.FLOAT)] * 2], {"concat_dim": 0, "N": 2}, 1 << 63),
        ("Tile", [TensorDesc((1 << 40,), DataType.FLOAT), np.array([1 << 40])], {}, 1 << 80),
    ],
)
def test_a_size_beyond_63_bits_is_a_finding(op: str, inputs: list[object], attrs: dict[str, object], size: int):
    assert finding_of(op, inputs, attrs) == ("bad-dim", str(size))


def test_the_largest_size_is_none():
    largest = (1 << 63) - 1
    assert infer_call("Relu", [TensorDesc((largest,), DataType.FLOAT)])[0].shape.dims == (largest,)


@pytest.mark.parametrize(
    ("op", "inputs", "attrs"),
    [
        ("Im2col", [TensorDesc((1, 1, 4, 4), DataType.FLOAT)], {"ksizes": [0, 2]}),
        ("GatherElements", [X, TensorDesc((2, 3), DataType.INT64)], {"dim": 2}),
        ("SoftmaxV2", [X], {"axes": [2]}),
    ],
)
def test_inference_of_a_call_keeps_the_laws_of_its_attributes(op: str, inputs: list[object], attrs: dict[str, object]):
    assert finding_of(op, inputs, attrs)[0] in ("attr-constraint", "axis-out-of-range", "call-constraint")


def test_two_sizes_that_disagree_name_both_producers():
    graph = Graph("g", registry())
    a = graph.add("Relu", [graph.add_input("a", TensorDesc((2, 3), DataType.FLOAT))], name="act").output
    b = graph.add_input("b", TensorDesc((4, 5), DataType.FLOAT))
    graph.set_outputs([("y", graph.add("BatchMatMulV2", [a, b], name="product").output)])
    (found,) = infer(graph).findings
    assert found.subject == 'node "product" (BatchMatMulV2)'
    assert found.message == (
        "the inner dimensions of x1 and x2 [C1] differ: 3 and 4;"
        ' `x1` [2, 3] from node "act" (Relu), `x2` [4, 5] from input "b"'
    )


def test_more_than_four_members_are_counted():
    graph = Graph("g", registry())
    parts = [graph.add_input(f"p{size}", TensorDesc((size, 2), DataType.FLOAT)) for size in range(1, 7)]
    graph.set_outputs([("y", graph.add("ConcatD", [parts], {"concat_dim": 1, "N": 6}).output)])
    (found,) = infer(graph).findings
    assert found.message.endswith('`x` [4, 2] from input "p4" and 2 more')
