"""Which legal type a tensor of an illegal one is best cast to."""

from __future__ import annotations

from collections.abc import Iterable

from metadef.types.dtype import DataType
from metadef.types.integer_range import INTEGER_RANGES

__all__ = ["nearest_type"]

_INTEGERS = {DataType.BOOL: (0, 1), **INTEGER_RANGES}  # smallest and largest value
# digits of the significand in bits, exponent of the largest power of two, exponent of the smallest
_FLOATS = {
    DataType.FLOAT16: (11, 15, -24),
    DataType.BF16: (8, 127, -133),
    DataType.FLOAT: (24, 127, -149),
    DataType.DOUBLE: (53, 1023, -1074),
    DataType.HIFLOAT8: (4, 15, -22),
    DataType.FLOAT8_E5M2: (3, 15, -16),
    DataType.FLOAT8_E4M3FN: (4, 8, -9),
    DataType.FLOAT8_E8M0: (1, 127, -127),
    DataType.FLOAT6_E3M2: (3, 4, -4),
    DataType.FLOAT6_E2M3: (4, 2, -3),
    DataType.FLOAT4_E2M1: (2, 2, -1),
}
_WIDE_FLOATS = (DataType.FLOAT16, DataType.BF16, DataType.FLOAT, DataType.DOUBLE)
_QUANTISED = {
    DataType.QINT8: DataType.INT8,
    DataType.QINT16: DataType.INT16,
    DataType.QINT32: DataType.INT32,
    DataType.QUINT8: DataType.UINT8,
    DataType.QUINT16: DataType.UINT16,
}  # and what holds the same numbers
_ENOUGH_BITS = 32  # of an integer: sizes, indices and counts fit


def nearest_type(dtype: DataType, legal: Iterable[DataType]) -> DataType | None:
    """The best of the legal types, None where a cast to none of them makes sense.

    First a type that keeps every value: of the same kind before another, small before large. Then one that keeps most
    of them: integers of 32 bits and more for integers, otherwise the type with the most digits. Numbers are never cast
    to text, handles and integers packed in bytes, nor to quantised numbers and floats of 8 bits and less: those need a
    scale.

    >>> nearest_type(DataType.BF16, [DataType.FLOAT16, DataType.FLOAT])
    FLOAT
    >>> nearest_type(DataType.INT64, [DataType.INT8, DataType.FLOAT])
    FLOAT
    >>> nearest_type(DataType.BOOL, [DataType.STRING]) is None
    True
    """
    types = list(legal)
    if dtype.is_complex:  # WHY: no other kind holds what they hold
        same = [item for item in types if item.is_complex]
        return min(same, key=lambda item: (item.bits < dtype.bits, abs(item.bits - dtype.bits)), default=None)
    if dtype in _QUANTISED:
        own = _QUANTISED[dtype]
        same = [item for item in types if item in _QUANTISED and _holds(_QUANTISED[item], own)]
        return min(same, key=lambda item: item.bits, default=None) or _nearest_plain(own, types)
    if dtype in _INTEGERS or dtype in _FLOATS:
        return _nearest_plain(dtype, types)
    return None


def _nearest_plain(dtype: DataType, types: list[DataType]) -> DataType | None:
    plain = [item for item in types if (item in _INTEGERS and item.bits >= 8) or item in _WIDE_FLOATS]
    kept = [item for item in plain if _holds(item, dtype)]
    if kept:
        return min(
            kept,
            key=lambda item: (_is_float(item) != _is_float(dtype), item.bits, _is_signed(item) != _is_signed(dtype)),
        )
    numbers = [item for item in plain if item is not DataType.BOOL]
    if not numbers:
        others = [item for item in types if item is DataType.BOOL or item.is_complex]
        return min(others, key=lambda item: (item.is_complex != _is_float(dtype), item.bits), default=None)
    if _is_float(dtype) and any(map(_is_float, numbers)):
        return max((item for item in numbers if _is_float(item)), key=_digits)
    wide = [item for item in numbers if not _is_float(item) and item.bits >= _ENOUGH_BITS]
    if _is_float(dtype) and wide:
        return min(wide, key=lambda item: (item.bits, not _is_signed(item)))
    return max(wide or numbers, key=lambda item: (_digits(item), _is_signed(item)))


def _holds(holder: DataType, dtype: DataType) -> bool:
    """Whether every value of a type is one of another."""
    if holder is DataType.BOOL:
        return dtype in (DataType.BOOL, DataType.UINT1)
    if holder in _INTEGERS:
        low, high = _INTEGERS[holder]
        return dtype in _INTEGERS and low <= _INTEGERS[dtype][0] and _INTEGERS[dtype][1] <= high
    digits, largest, smallest = _FLOATS[holder]
    if dtype in _INTEGERS:
        low, high = _INTEGERS[dtype]
        return max(-low, high) <= 1 << digits and largest >= digits
    own = _FLOATS[dtype]
    return digits >= own[0] and largest >= own[1] and smallest <= own[2]


def _is_float(dtype: DataType) -> bool:
    return dtype in _FLOATS


def _is_signed(dtype: DataType) -> bool:
    return dtype in _FLOATS or _INTEGERS[dtype][0] < 0


def _digits(dtype: DataType) -> int:
    """Bits of the largest number below which every integer is held."""
    return _FLOATS[dtype][0] if dtype in _FLOATS else _INTEGERS[dtype][1].bit_length()
