"""What TensorFlow's own shape functions refuse without citing a law, and what they infer from another input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from metadef import DataType, MetadefError, TensorDesc, infer_call


def tensor(*dims: int | None) -> TensorDesc:
    return TensorDesc(dims, DataType.FLOAT)


@pytest.mark.parametrize(
    ("op", "inputs", "name"),
    [
        ("MatrixTriangularSolve", [tensor(3, 5, 5), tensor(4, 5, 6)], "shape-mismatch"),
        ("MatrixTriangularSolve", [tensor(6, 1, 5, 5), tensor(2, 1, 5, 3)], "shape-mismatch"),
        ("Transpose", [TensorDesc(None, DataType.FLOAT), np.asarray([6, 3, 1, 2], np.int32)], "axis-out-of-range"),
        ("Transpose", [TensorDesc(None, DataType.FLOAT), np.asarray([0, 1, 1], np.int32)], "shape-mismatch"),
        (
            "FakeQuantWithMinMaxVarsPerChannel",
            [TensorDesc(None, DataType.FLOAT), tensor(5), tensor(2)],
            "shape-mismatch",
        ),
        (
            "CombinedNonMaxSuppression",
            [tensor(2, 5, 3, 4), tensor(2, 5, 4), *[np.asarray(3, np.int32)] * 2, tensor(), tensor()],
            "shape-mismatch",
        ),
    ],
)
def test_calls_that_cannot_run_are_refused(op: str, inputs: list[Any], name: str):
    with pytest.raises(MetadefError) as caught:
        infer_call(op, inputs)
    assert [item.name for item in caught.value.findings] == [name]


@pytest.mark.parametrize(
    ("op", "inputs", "expected"),
    [
        ("MatrixInverse", [tensor(2, None, 6)], (2, 6, 6)),
        ("Lu", [tensor(2, None, 6)], (2, 6, 6)),
        (
            "Select",
            [TensorDesc((6, None, 6), DataType.BOOL), tensor(6, None, None), tensor(6, 1, None)],
            (6, 1, 6),
        ),
        ("Pad", [TensorDesc(None, DataType.FLOAT), np.asarray([[1, 1], [0, 2]], np.int32)], (None, None)),
        ("PadV2", [TensorDesc(None, DataType.FLOAT), TensorDesc((3, 2), DataType.INT32), tensor()], (None, None, None)),
    ],
)
def test_what_one_input_says_is_known_of_the_result(op: str, inputs: list[Any], expected: tuple[int | None, ...]):
    assert infer_call(op, inputs)[0].shape.dims == expected


def test_a_system_of_equations_takes_what_either_side_knows():
    known = infer_call("MatrixTriangularSolve", [tensor(5, 3, None, None), tensor(None, 3, 5)])
    assert known == [tensor(5, 3, 3, 5)]
