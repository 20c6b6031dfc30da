"""Inferred shapes and types against results that no shape rule had a hand in; see `infer_witnesses`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from infer_witnesses import CALLS, computed, hand_rows, inferred, witnesses
from metadef.catalogue import registry
from metadef.types.dim import Dim
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

ROWS = [row for row in hand_rows() if registry().lookup(row[0]).shape_rule is not None]
PAIRS = [(op, values) for ops, values in CALLS for op in ops.split()]
# NumPy counts positions in its own integer type; what the operator declares is what the device returns
POSITIONS = {("ArgMaxD", 0), ("ArgMinD", 0), ("Cummax", 1), ("Cummin", 1)}
DATA_DEPENDENT = {
    *("ListDiff", "MaskedSelect", "MaskedSelectV2", "NonMaxSuppression", "NonMaxSuppressionV2", "NonMaxSuppressionV3"),
    *("NonMaxSuppressionV6", "NonZero", "NonZeroWithValue", "Unique", "UniqueWithCounts", "UniqueV2", "Where"),
    "UniqueWithCountsAndSorting",
}


def agrees(op: str, found: TensorDesc, dims: tuple[int, ...]) -> bool:
    """Equal sizes; where a size depends on data, a symbol whose range is checked elsewhere stands for it."""
    shape = found.origin_shape
    if op not in DATA_DEPENDENT:
        return shape.known_dims() == dims
    return shape.rank == len(dims) and all(
        isinstance(own, Dim) or own == size for own, size in zip(shape, dims, strict=True)
    )


@pytest.mark.parametrize(("op", "values", "expected"), ROWS, ids=[f"{row[0]}-{i}" for i, row in enumerate(ROWS)])
def test_inferred_shapes_are_those_of_results_by_hand(op: str, values: dict[str, Any], expected: list[Any]):
    found = inferred(op, values)
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert agrees(op, one, np.shape(other)), (str(one), np.shape(other))


@pytest.mark.parametrize(("op", "values"), PAIRS, ids=[f"{op}-{i}" for i, (op, _) in enumerate(PAIRS)])
def test_inferred_shapes_and_types_are_those_that_the_kernel_computes(op: str, values: dict[str, Any]):
    found, arrays = inferred(op, values), computed(op, values)
    assert len(found) == len(arrays)
    for index, (one, other) in enumerate(zip(found, arrays, strict=True)):
        assert agrees(op, one, other.shape), (str(one), other.shape)
        if (op, index) not in POSITIONS:
            assert one.dtype is DataType.from_numpy(other.dtype)


def test_at_least_1100_operators_have_a_rule_and_a_witness():
    assert len(witnesses()) >= 1100
    kinds = Counter(kind for found in witnesses().values() for kind in found)
    assert kinds["case"] >= 200
    assert kinds["meaning"] >= 700
    assert kinds["hand"] >= 250
    assert kinds["kernel"] >= 100
    assert kinds["tensorflow"] >= 200


def test_a_witness_by_kernel_is_of_an_operator_that_has_a_rule():
    assert [op for op, _ in PAIRS if registry().lookup(op).shape_rule is None] == []


def test_a_wrong_rule_is_seen():
    """The comparison can fail: a shape of the right rank and a wrong size."""
    assert agrees("Add", TensorDesc((2, 3), DataType.FLOAT), (2, 3))
    assert not agrees("Add", TensorDesc((2, 3), DataType.FLOAT), (2, 1))
    assert not agrees("Add", TensorDesc((2, "n"), DataType.FLOAT), (2, 3))
    assert not agrees("Where", TensorDesc(("n", 3), DataType.INT64), (4, 2))
