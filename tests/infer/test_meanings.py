"""Calls whose outputs follow from the public definition of an operator; see `meaning_cases`."""

from __future__ import annotations

import pytest

from meaning_cases import Meaning, answer, covers, meanings, recorded
from metadef import DataType, Graph, TensorDesc, infer_call
from metadef.catalogue import registry
from metadef.infer.engine import infer


@pytest.mark.parametrize("case", meanings(), ids=[f"{case.op}-{case.place}" for case in meanings()])
def test_a_call_gives_what_the_operator_means(case: Meaning):
    found = answer(case)
    if case.expected.startswith("fails"):
        assert found.startswith("fails")
        assert all(word in found for word in case.expected.split()[1:])
    else:
        assert found == case.expected


@pytest.mark.parametrize("case", recorded(), ids=[f"{case.op}-{case.place}" for case in recorded()])
def test_what_is_inferred_is_true_of_what_tensorflow_says(case: Meaning):
    assert covers(case)


@pytest.mark.parametrize("hidden", ["elements", "sizes", "ranks"])
def test_what_is_inferred_of_less_is_still_true(hidden: str):
    assert [case.place for case in recorded() if not covers(case, hidden)] == []


def test_a_wrong_size_type_or_bound_is_seen():
    call = ("SparseAdd", "INT64[3,2] ; FLOAT[3] ; INT64[2] ; INT64[5,2] ; FLOAT[5] ; INT64[2] ; FLOAT[]", "{}")
    good, *wrong = (
        "INT64[8,2] FLOAT[8] INT64[2]",
        "INT64[9,2] FLOAT[9] INT64[2]",
        "INT64[8,2] FLOAT[7] INT64[2]",
        "INT64[8,3] FLOAT[8] INT64[2]",
        "INT64[8,2] INT32[8] INT64[2]",
        "INT64[8,2] FLOAT[8] INT64[]",
        "INT64[8,2] FLOAT[8]",
    )
    assert covers(Meaning(*call, good, "here"))
    assert [text for text in wrong if covers(Meaning(*call, text, "here"))] == []


def test_every_case_is_of_an_operator_with_a_rule():
    assert [case.op for case in (*meanings(), *recorded()) if registry().lookup(case.op).shape_rule is None] == []


@pytest.mark.parametrize(
    ("op", "attrs", "dtype"),
    [
        ("StackPop", {"elem_type": DataType.INT8}, DataType.INT8),
        ("QueueDequeue", {"component_types": (DataType.STRING,)}, DataType.STRING),
        ("Unstage", {"dtypes": (DataType.BOOL,)}, DataType.BOOL),
        ("TensorArrayRead", {"dtype": DataType.INT64}, DataType.INT64),
        ("LookupTableFind", {"Tout": DataType.INT64}, DataType.INT64),
        ("ParseTensor", {"out_type": DataType.INT16}, DataType.INT16),
    ],
)
def test_what_comes_out_of_a_container_has_the_type_that_is_named_and_any_shape(
    op: str, attrs: dict[str, object], dtype: DataType
):
    proto = registry().lookup(op)
    inputs = [TensorDesc((), next(iter(port.types))) for port in proto.inputs]
    assert infer_call(op, inputs, attrs) == [TensorDesc(None, dtype)]


def test_sizes_that_data_decide_keep_their_symbols_when_a_graph_is_inferred_again():
    graph = Graph("test", registry())
    graph.store.declare("n")
    names = ("words", "more")
    texts = [graph.add_input(name, TensorDesc(("n",), DataType.STRING)) for name in names]
    mark = graph.add_input("mark", TensorDesc((), DataType.STRING))
    left, right = (graph.add("StringSplit", [text, mark]).outputs for text in texts)
    both = graph.add("SparseConcat", [[left[0], right[0]], [left[1], right[1]], [left[2], right[2]]], {"N": 2})
    axis = graph.add_input("axis", TensorDesc((), DataType.INT64))
    parts = graph.add("SparseSplit", [axis, *both.outputs], {"num_split": 2}, output_counts=(2, 2, 2))
    assert infer(graph).findings == []
    before = [str(value.desc) for node in graph.nodes for value in node.outputs]
    lines = list(graph.store.lines())
    assert infer(graph).findings == []
    assert [str(value.desc) for node in graph.nodes for value in node.outputs] == before
    assert list(graph.store.lines()) == lines
    assert [str(value.desc.shape) for value in both.outputs] == ["[words_0+words_1, 2]", "[words_0+words_1]", "[2]"]
    assert [str(value.desc.shape) for value in parts.outputs[2:4]] == ["[piece_0]", "[piece_1]"]
