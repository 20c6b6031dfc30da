"""The shortest decimal of a 32-bit float is that float, and no decimal with fewer digits is."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.wire.float32 import shortest


@given(st.floats(width=32, allow_nan=False))
def test_it_is_the_same_float_and_has_the_digits_that_numpy_prints(value: float):
    found = shortest(value)
    assert struct.pack("<f", found) == struct.pack("<f", value)
    assert found == float(str(np.float32(value)))


@pytest.mark.parametrize(("first", "then"), [(0.0, -0.0), (-0.0, 0.0)])
def test_the_sign_of_zero_is_kept_whatever_was_asked_before(first: float, then: float):
    shortest(first)
    assert math.copysign(1, shortest(then)) == math.copysign(1, then)


def test_what_is_no_float_of_32_bits_stays():
    assert shortest(1e300) == 1e300
    assert math.isnan(shortest(math.nan))
