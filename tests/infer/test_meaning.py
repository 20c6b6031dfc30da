"""Calls whose answers follow from what an operator means, written as the cases of CANN's own tests are."""

from __future__ import annotations

import numpy as np
import pytest

from infer_cases import FOLDER, agrees, answer, read_case
from metadef import DataType, MetadefError, TensorDesc, infer_call


def test_every_call_has_the_answer_that_its_meaning_gives():
    """Files in `tests/cases/infer/meaning`, one a family; all outputs are listed, not the first ones only."""
    wrong: list[str] = []
    count = 0
    for path in sorted((FOLDER / "meaning").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case, count = read_case(line), count + 1
            ours = answer(case)
            same = agrees(case.expected, ours) if case.expected == "fails" else ours == case.expected
            if not same:
                wrong.append(f"{line} || {ours}")
    assert wrong == []
    assert count > 200


def test_operators_that_overwrite_what_they_get_have_no_outputs_and_still_check_it():
    for line in (
        "ApplyAdamWV2 | FLOAT[3,4] ; FLOAT[3,4] ; FLOAT[3,5] ; FLOAT[3,4] ; INT64[1] ; - | {} -> fails",
        "ForeachAddListInplace | FLOAT[3] & FLOAT[4] ; FLOAT[3] & FLOAT[5] ; FLOAT[1] | {} -> fails",
        "ForeachDivListInplace | FLOAT[3] & FLOAT[4] ; FLOAT[3] | {} -> fails",
    ):
        assert answer(read_case(line)) == "fails"
    for line in (
        "ApplyAdamWV2 | FLOAT[3,4] ; FLOAT[3,4] ; FLOAT[3,4] ; FLOAT[3,4] ; INT64[1] ; - | {} -> ",
        "Assert | BOOL[] ; FLOAT[3] & FLOAT[4] | {} -> ",
        "EmbeddingHashTableImport | INT64[1] ; INT64[1] ; INT64[1] ; INT64[9] ; UINT64[9] ; - ; FLOAT[9] | {} -> ",
        "ForeachAddListInplace | FLOAT[3] & FLOAT[4] ; FLOAT[3] & FLOAT[4] ; FLOAT[1] | {} -> ",
        "ForeachLogInplace | FLOAT[3] & FLOAT[4] | {} -> ",
        "ForeachNonFiniteCheckAndUnscale | FLOAT[3] & FLOAT[4] ; FLOAT[1] ; FLOAT[1] | {} -> ",
        "InplaceTopKDistance | FLOAT[8] ; INT32[8] ; INT32[8] ; FLOAT[4] ; INT32[4] ; INT32[] | {} -> ",
        'InitEmbeddingHashTable | INT64[1] ; - | {"bucket_size": 8, "embedding_dim": 4} -> ',
    ):
        assert answer(read_case(line)) == ""


def test_operators_without_inputs_take_their_shape_from_attributes():
    def eye(**attrs: object) -> list[int]:
        return [int(str(size)) for size in infer_call("Eye", [], attrs)[0].shape]

    assert eye(num_rows=3) == [3, 3]
    assert eye(num_rows=3, num_columns=4, batch_shape=[2, 5]) == [2, 5, 3, 4]
    with pytest.raises(MetadefError, match="num_rows"):
        eye(num_rows=-1)


def test_types_and_truth_values_may_be_the_numbers_that_cpp_callers_pass():
    x = TensorDesc((4, 2), DataType.INT32)
    assert infer_call("Bitcast", [x], {"type": 9}) == infer_call("Bitcast", [x], {"type": DataType.INT64})
    assert infer_call("Bitcast", [x], {"type": 9})[0].dtype is DataType.INT64
    assert [list(item.shape) for item in infer_call("ReduceSumD", [x], {"axes": [1], "keep_dims": 1})] == [[4, 1]]
    assert [list(item.shape) for item in infer_call("ReduceSumD", [x], {"axes": [1], "keep_dims": 0})] == [[4]]
    with pytest.raises(MetadefError, match="type"):
        infer_call("Bitcast", [x], {"type": 5})  # the hole among the numbers of types


def test_a_constant_has_the_shape_and_type_of_its_elements():
    elements = np.zeros((2, 3), np.int64)
    assert infer_call("Constant", [], {"value": elements}) == [TensorDesc((2, 3), DataType.INT64)]


def test_attributes_that_the_engine_writes_itself_are_read():
    x = TensorDesc((3, 5), DataType.FLOAT)
    pads, perm = TensorDesc((4,), DataType.INT64), np.array([1, 0])
    attrs = {"mode": "constant", "_paddings_values": [1, 1, 2, 2]}
    assert [list(item.shape) for item in infer_call("PadV3", [x, pads, None], attrs)] == [[5, 9]]
    assert [list(item.shape) for item in infer_call("Transpose", [x, perm], {"_inserted_by_fe": 1})] == [[3, 5]]
    assert [list(item.shape) for item in infer_call("Transpose", [x, perm], {"_inserted_by_fe": 0})] == [[5, 3]]
    known = np.array([0, 0, 1, 1])
    assert [list(item.shape) for item in infer_call("PadV3", [x, known, None], attrs)] == [[3, 7]]


def test_a_type_may_be_named_where_an_attribute_takes_its_number():
    x, ends = TensorDesc((16,), DataType.FLOAT), TensorDesc((2,), DataType.FLOAT)
    bins = np.array(50, np.int32)
    assert [list(y.shape) for y in infer_call("HistogramFixedWidth", [x, ends, bins], {"dtype": "DT_INT32"})] == [[50]]
    with pytest.raises(MetadefError, match="dtype"):
        infer_call("HistogramFixedWidth", [x, ends, bins], {"dtype": "DT_FLOAT"})
