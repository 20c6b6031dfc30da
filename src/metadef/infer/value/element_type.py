"""What a known element becomes in the type of its tensor: rounded where the type rounds, unknown where it overflows.

Integers: beyond the width of the type hardware wraps around or saturates, so nothing is known. Floats: rounded to the
nearest number of the type, ties to even, infinite beyond the largest (IEEE 754). An expression is kept where its bounds
fit. One without an upper bound fits types of 32 bits or more, for it is a size of a tensor that somebody can have;
narrower types must be proven to hold it.
"""

from __future__ import annotations

import struct
from functools import partial

from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim
from metadef.types.dtype import DataType
from metadef.types.integer_range import INTEGER_RANGES
from metadef.types.known_value import Element, KnownValue
from metadef.types.rounding import to_half, to_single

__all__ = ["exact_integers", "in_type", "rounded"]

_EXACT = {DataType.DOUBLE: 1 << 53, DataType.FLOAT: 1 << 24, DataType.FLOAT16: 1 << 11, DataType.BF16: 1 << 8}
_WIDE = 32  # bits from which a type holds every size that has no known bound
_WIDEST = (-(1 << 63), (1 << 64) - 1)  # of a tensor whose type is not known
_SINGLE, _SINGLE_BITS = struct.Struct("<f"), struct.Struct("<I")


def exact_integers(dtype: DataType) -> int:
    """Up to which magnitude a floating-point type holds every integer; 0 for other types.

    >>> exact_integers(DataType.FLOAT16)
    2048
    """
    return _EXACT.get(dtype, 0)


def in_type(known: KnownValue, dtype: DataType, store: ConstraintStore) -> KnownValue:
    """The elements as a tensor of the type holds them; the same object where nothing changes."""
    width = INTEGER_RANGES.get(dtype)
    if width is not None:
        low, high = width
        for item in known.items:
            if type(item) is not int or not low <= item <= high:
                break
        else:
            return known
        fit = partial(_integer, width=width, is_wide=dtype.bits >= _WIDE, store=store)
    elif dtype in _EXACT:
        if _are_held(known.items, dtype):
            return known
        fit = partial(_float, dtype=dtype, store=store)
    elif dtype is DataType.BOOL:
        fit = _bool
    else:
        fit = partial(_integer, width=_WIDEST, is_wide=True, store=store, keeps=True)
    items = tuple([None if item is None else fit(item) for item in known.items])
    return known if all(map(_same, items, known.items)) else KnownValue(known.dims, items)


def _are_held(items: tuple[Element, ...], dtype: DataType) -> bool:
    """Whether all are floats that the type holds as they are, found out at once; False says nothing."""
    for item in items:
        if type(item) is not float:
            return False
    if dtype is DataType.FLOAT:
        try:
            return struct.unpack(f"<{len(items)}f", struct.pack(f"<{len(items)}f", *items)) == items
        except OverflowError:
            return False
    return dtype is DataType.DOUBLE


def _same(new: Element, old: Element) -> bool:
    return new is old or (type(new) is type(old) and new == old)


def _integer(
    item: int | float | Dim, *, width: tuple[int, int], is_wide: bool, store: ConstraintStore, keeps: bool = False
) -> Element:
    """`keeps` leaves floats and booleans as they are: the type is not known to be one of integers."""
    if isinstance(item, Dim):
        return item if _holds(width, item, is_wide, store) else None
    if keeps and type(item) is not int:
        return item
    if isinstance(item, float) and not item.is_integer():
        return None
    whole = int(item)
    return whole if width[0] <= whole <= width[1] else None


def _holds(width: tuple[int, int], item: Dim, is_wide: bool, store: ConstraintStore) -> bool:
    """Whether the bounds of an expression lie inside; an open end counts as inside where the type is wide."""
    low, high = store.bounds(item)
    # WHY no open end below for types without a sign: that `n - 1` is a size does not follow from n being one
    if low is None and not (is_wide and width[0] < 0):
        return False
    if high is None and not is_wide:
        return False
    return (low is None or width[0] <= low) and (high is None or high <= width[1])


def _float(item: int | float | Dim, *, dtype: DataType, store: ConstraintStore) -> Element:
    if isinstance(item, Dim):
        most = _EXACT[dtype]
        return item if _holds((-most, most), item, dtype.bits >= _WIDE, store) else None
    if isinstance(item, int) and abs(item) > _EXACT[DataType.DOUBLE]:
        return None  # WHY: rounding to 53 bits first could change the result
    return rounded(float(item), dtype)


def _bool(item: int | float | Dim) -> Element:
    return None if isinstance(item, Dim) else bool(item)


def rounded(value: float, dtype: DataType) -> float | None:
    """The nearest number of a floating-point type; None where that depends on whether FLOAT comes in between.

    >>> rounded(2049.0, DataType.FLOAT16), rounded(131008.0, DataType.FLOAT16), rounded(16777217.0, DataType.FLOAT)
    (2048.0, inf, 16777216.0)
    >>> rounded(257.0, DataType.BF16), rounded(1.0 + 2.0**-8 + 2.0**-40, DataType.BF16)
    (256.0, None)
    """
    if dtype is DataType.DOUBLE or value != value:
        return value
    single = to_single(value)
    if dtype is DataType.FLOAT:
        return single
    if dtype is DataType.FLOAT16:
        half = to_half(value)
        return half if half == to_half(single) else None
    return _bfloat16(single, single == value)


def _bfloat16(single: float, is_exact: bool) -> float | None:
    """The upper half of a FLOAT's bits, rounded; None at a tie that may come from having rounded before."""
    (bits,) = _SINGLE_BITS.unpack(_SINGLE.pack(single))
    assert isinstance(bits, int)
    lower = bits & 0xFFFF
    if lower == 0x8000 and not is_exact:
        return None
    upper = (bits >> 16) + (lower > 0x8000 or (lower == 0x8000 and bits >> 16 & 1))
    (found,) = _SINGLE.unpack(_SINGLE_BITS.pack(upper << 16))
    assert isinstance(found, float)
    return found
