"""The nearest legal type of a call, against what NumPy and ml_dtypes hold without loss."""

from __future__ import annotations

from itertools import combinations

import ml_dtypes
import numpy as np
import pytest

from metadef.ops.nearest_type import nearest_type
from metadef.types.dtype import DataType as D

PLAIN = [
    D.BOOL, D.INT8, D.UINT8, D.INT16, D.UINT16, D.INT32, D.UINT32, D.INT64, D.UINT64, D.FLOAT16, D.BF16, D.FLOAT,
    D.DOUBLE,
]  # fmt: skip
NEVER = [D.STRING, D.STRING_REF, D.RESOURCE, D.VARIANT, D.QINT8, D.QUINT8, D.HIFLOAT8, D.FLOAT8_E4M3FN, D.FLOAT8_E8M0]


def witnesses(dtype: D) -> list[int | float]:
    """Numbers of a type that are the first to be lost elsewhere: its ends, and its smallest steps."""
    if dtype is D.BOOL:
        return [0, 1]
    kind = dtype.numpy
    if dtype.is_integer:
        info = np.iinfo(kind)
        return [int(info.min), int(info.max)]
    floats = ml_dtypes.finfo(kind)
    return [float(floats.max), float(floats.smallest_subnormal), float(1 + np.float64(floats.eps))]


def holds(holder: D, dtype: D) -> bool:
    """Whether the witnesses survive the way there and back; a truth value holds truth values only."""
    if holder is D.BOOL:
        return dtype is D.BOOL
    for number in witnesses(dtype):
        if holder.is_integer:
            info = np.iinfo(holder.numpy)
            if not (isinstance(number, int) and info.min <= number <= info.max):
                return False
        else:
            with np.errstate(over="ignore"):
                back = float(np.float64(number).astype(holder.numpy))
            if not (np.isfinite(back) and int(back) == number if isinstance(number, int) else back == number):
                return False
    return True


@pytest.mark.parametrize("dtype", PLAIN, ids=lambda dtype: dtype.name)
def test_a_type_that_keeps_every_value_is_taken_and_the_smallest_of_its_kind(dtype: D):
    others = [item for item in PLAIN if item is not dtype]
    for legal in combinations(others, 3):
        kept = [item for item in legal if holds(item, dtype)]
        found = nearest_type(dtype, [*NEVER, *legal])
        assert found in legal
        if kept:
            same = [item for item in kept if item.is_float == dtype.is_float] or kept
            assert found in same
            assert found is not None and found.bits == min(item.bits for item in same), (dtype, legal)


@pytest.mark.parametrize(
    ("dtype", "legal", "best"),
    [
        (D.BF16, (D.FLOAT16, D.FLOAT), D.FLOAT),
        (D.BF16, (D.FLOAT16,), D.FLOAT16),
        (D.INT16, (D.INT8, D.FLOAT16, D.FLOAT), D.FLOAT),
        (D.UINT32, (D.INT32, D.INT64), D.INT64),
        (D.INT32, (D.FLOAT, D.DOUBLE), D.DOUBLE),
        (D.UINT8, (D.INT8, D.INT32, D.FLOAT16), D.INT32),
        (D.INT64, (D.INT8, D.FLOAT16, D.FLOAT), D.FLOAT),
        (D.INT64, (D.INT32, D.FLOAT), D.INT32),
        (D.UINT64, (D.INT32, D.INT64, D.DOUBLE), D.INT64),
        (D.BOOL, (D.QINT8, D.INT8, D.INT32), D.INT8),
        (D.INT8, (D.BOOL, D.UINT64, D.FLOAT16), D.FLOAT16),
        (D.FLOAT, (D.FLOAT16, D.BF16), D.FLOAT16),
        (D.DOUBLE, (D.BF16, D.FLOAT), D.FLOAT),
        (D.FLOAT, (D.INT32, D.INT64), D.INT32),
        (D.INT32, (D.BOOL,), D.BOOL),
        (D.FLOAT, (D.COMPLEX64, D.COMPLEX128), D.COMPLEX64),
        (D.COMPLEX64, (D.FLOAT, D.COMPLEX128), D.COMPLEX128),
        (D.COMPLEX64, (D.FLOAT,), None),
        (D.STRING, (D.FLOAT,), None),
        (D.RESOURCE, (D.FLOAT,), None),
        (D.QINT8, (D.INT8, D.QINT32, D.QUINT8), D.QINT32),
        (D.QINT8, (D.QUINT8, D.INT32), D.INT32),
        (D.FLOAT8_E5M2, (D.HIFLOAT8, D.FLOAT16, D.FLOAT), D.FLOAT16),
        (D.BOOL, (D.UINT1, D.UINT8), D.UINT8),
        (D.FLOAT, tuple(NEVER), None),
    ],
)
def test_the_nearest_type_where_kinds_differ_or_values_are_lost(dtype: D, legal: tuple[D, ...], best: D | None):
    assert nearest_type(dtype, legal) is best
