"""Calls whose outputs follow from the public definition of an operator; see `meaning_cases`."""

from __future__ import annotations

import pytest

from meaning_cases import Meaning, answer, covers, meanings, recorded
from metadef import DataType, TensorDesc, infer_call
from metadef.catalogue import registry


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
