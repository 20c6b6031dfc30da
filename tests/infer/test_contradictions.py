"""What cannot be is a finding that says who said what: indices outside, sizes beyond 63 bits, sizes that disagree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from metadef import DataType, Format, MetadefError, Shape, TensorDesc, check_call, infer_call
from metadef import op as make_op
from metadef.catalogue import registry
from metadef.graph.graph import Graph
from metadef.infer.engine import infer
from metadef.ops.call import Call

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


F = DataType.FLOAT
NCHW = Format.NCHW


def t(*dims: int, dtype: DataType = F, layout: Format = Format.ND) -> TensorDesc:
    return TensorDesc(dims, dtype, layout)


I32 = DataType.INT32
CONV = {"strides": [1, 1, 1, 1], "pads": [0, 0, 0, 0]}
IMAGE = [t(1, 8, 10, 10, layout=NCHW), t(16, 8, 3, 3, layout=NCHW)]
GRU = [t(7, 2, 32, dtype=DataType.FLOAT16), t(31, 192, dtype=DataType.FLOAT16), t(64, 192, dtype=DataType.FLOAT16)]


@pytest.mark.parametrize(
    ("op", "inputs", "attrs"),
    [
        ("Conv2D", [*IMAGE, t(17)], CONV),
        ("Conv2D", [*IMAGE, t(1, 17, 1, 1)], CONV),
        ("FullyConnection", [t(2, 8), t(4, 8), t(9)], {"num_output": 4}),
        ("DynamicRNN", [t(7, 2, 32), t(96, 256), t(255)], {}),
        ("DynamicGRUV2", GRU, {}),
        (
            "CommonLSTM",
            [t(5, 2, 32), t(1, 256, 32), t(1, 256, 64)],
            {"direction": "bidirectional", "hidden_size": 64},
        ),
        (
            "FlashAttentionScore",
            [t(2, 16, 130), t(2, 32, 130), t(2, 32, 130)],
            {"head_num": 4, "input_layout": "BSH"},
        ),
        (
            "FlashAttentionScore",
            [t(2, 16, 128), t(3, 32, 128), t(3, 32, 128)],
            {"head_num": 4, "input_layout": "BSH"},
        ),
        ("ApplyAdam", [*[t(3, 4)] * 3, *[t()] * 6, t(3, 5)], {}),
        ("ApplyMomentum", [t(3, 4), t(4, 4), t(), t(3, 4), t()], {}),
        ("SparseApplyAdagrad", [t(3, 4), t(3, 4), t(), t(3, 4), t(2, dtype=I32)], {}),
        ("GatherElements", [t(5, 6), t(6, 3, dtype=I32)], {"dim": 1}),
        ("ScatterElements", [t(5, 6), t(2, 4, dtype=I32), t(2, 3)], {}),
        ("GridSampler2D", [t(1, 3, 8, 8), t(1, 5, 6, 3)], {}),
        ("GridSampler2D", [t(1, 3, 8, 8), t(2, 5, 6, 2)], {}),
    ],
)
def test_sizes_that_cannot_fit_are_findings(op: str, inputs: list[object], attrs: dict[str, object]):
    assert finding_of(op, inputs, attrs)[0] == "shape-mismatch"


@pytest.mark.parametrize(
    ("op", "inputs", "attrs"),
    [
        ("Combinations", [t(5)], {"r": -5}),
        ("InstanceNorm", [t(1, 2, 3, 4), t(2), t(2)], {"data_format": "ABCD"}),
        ("ExtractImagePatches", [t(1, 8, 8, 3, layout=Format.NHWC)], {"ksizes": [], "strides": [1], "rates": [1]}),
        ("ChunkCat", [[t(3), t()]], {"dim": 0, "num_chunks": 2}),
    ],
)
def test_rules_refuse_what_they_cannot_read(op: str, inputs: list[object], attrs: dict[str, object]):
    assert finding_of(op, inputs, attrs)[0] in ("attr-constraint", "rank-mismatch")


@pytest.mark.parametrize(
    ("op", "inputs", "attrs"),
    [
        ("Add", [t(2, 2, dtype=I32), t(2, 2)], {}),
        ("MatMulV2", [t(2, 2, dtype=I32), t(2, 2)], {}),
        ("ConcatD", [[t(2, 2, dtype=I32), t(2, 2)]], {"concat_dim": 0, "N": 2}),
        ("Select", [t(2, 2, dtype=DataType.BOOL), t(2, 2), t(2, 2, dtype=I32)], {}),
    ],
)
def test_inputs_that_must_have_one_type_say_so_and_suggest_a_cast(
    op: str, inputs: list[object], attrs: dict[str, object]
):
    (found,) = check_call(op, inputs, attrs)
    assert (found.name, found.hint) == ("dtype-mismatch", "Cast to FLOAT")
    assert infer_call(op, inputs, attrs)


def test_a_cast_that_loses_everything_is_not_suggested():
    assert [item.hint for item in check_call("Relu", [t(2, dtype=DataType.COMPLEX64)])] == [""]
    assert [item.hint for item in check_call("Relu", [t(2, dtype=DataType.STRING)])] == [""]


def test_half_scores_may_give_a_float_result():
    x = t(2, 3, dtype=DataType.FLOAT16)
    assert infer_call("SoftmaxV2", [x], {"half_to_float": True})[0].dtype is F
    assert infer_call("SoftmaxV2", [x])[0].dtype is DataType.FLOAT16


def test_a_finding_that_knows_nothing_of_the_call_gets_the_rule_s_line():
    def rule(call: Call) -> Shape:
        return Shape((-3, 2))

    proto = make_op("Mine").input("x", F).output("y", F).shape(rule)
    graph = Graph("g", registry())
    graph.add(proto, [graph.add_input("x", t(2, 3))], name="mine")
    (found,) = infer(graph).findings
    assert found.subject == 'node "mine" (Mine)'
    assert found.where is not None
    assert found.where.file == __file__
