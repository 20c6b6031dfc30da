"""`Range`: a closed interval of integers, either end of which may be open to infinity, and its arithmetic."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.types.slot_setter import slot_setter

__all__ = ["ANY", "NON_NEGATIVE", "POSITIVE", "Range"]


class Range:
    """All integers `n` with `lo <= n <= hi`; None at an end means no bound there.

    Immutable. Every operation returns a range that holds each result of the operation on members
    (so it may be too wide, never too narrow).

    >>> Range(1, 8) + Range(0, 1), Range(1, None) * 2, Range(0, 7) // Range(2, 2)
    ([1, 9], [2, inf], [0, 3])
    """

    __slots__ = ("hi", "lo")

    lo: int | None  # smallest member, None for no lower bound
    hi: int | None  # largest member, None for no upper bound

    def __init__(self, lo: int | None, hi: int | None) -> None:
        """An interval; `lo > hi` makes it empty."""
        _put_lo(self, lo)
        _put_hi(self, hi)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Range is immutable; {name} cannot be set")

    @staticmethod
    def point(value: int) -> Range:
        """The range with one member."""
        return Range(value, value)

    @property
    def is_empty(self) -> bool:
        return self.lo is not None and self.hi is not None and self.lo > self.hi

    @property
    def is_point(self) -> bool:
        return self.lo is not None and self.lo == self.hi

    def __iter__(self) -> Iterator[int | None]:
        """`lo, hi = range_` works."""
        yield self.lo
        yield self.hi

    def __contains__(self, value: int) -> bool:
        return (self.lo is None or self.lo <= value) and (self.hi is None or value <= self.hi)

    def contains(self, other: Range) -> bool:
        """Whether every member of `other` is a member here."""
        if other.is_empty:
            return True
        low = self.lo is None or (other.lo is not None and self.lo <= other.lo)
        return low and (self.hi is None or (other.hi is not None and other.hi <= self.hi))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and self.lo == other.lo and self.hi == other.hi

    def __hash__(self) -> int:
        return hash((self.lo, self.hi))

    def __repr__(self) -> str:
        return f"[{'-inf' if self.lo is None else self.lo}, {'inf' if self.hi is None else self.hi}]"

    def __reduce__(self) -> tuple[type[Range], tuple[int | None, int | None]]:
        return Range, (self.lo, self.hi)

    def __and__(self, other: Range) -> Range:
        """The members of both; empty when they have none in common."""
        lo = other.lo if self.lo is None else self.lo if other.lo is None else max(self.lo, other.lo)
        hi = other.hi if self.hi is None else self.hi if other.hi is None else min(self.hi, other.hi)
        return Range(lo, hi)

    def __or__(self, other: Range) -> Range:
        """The smallest range around both."""
        if self.is_empty or other.is_empty:
            return other if self.is_empty else self
        lo = None if self.lo is None or other.lo is None else min(self.lo, other.lo)
        hi = None if self.hi is None or other.hi is None else max(self.hi, other.hi)
        return Range(lo, hi)

    def __add__(self, other: Range | int) -> Range:
        if isinstance(other, int):
            return Range(None if self.lo is None else self.lo + other, None if self.hi is None else self.hi + other)
        lo = None if self.lo is None or other.lo is None else self.lo + other.lo
        hi = None if self.hi is None or other.hi is None else self.hi + other.hi
        return Range(lo, hi)

    def __neg__(self) -> Range:
        return Range(None if self.hi is None else -self.hi, None if self.lo is None else -self.lo)

    def __sub__(self, other: Range | int) -> Range:
        return self + (-other)

    def __mul__(self, other: Range | int) -> Range:
        if isinstance(other, int):
            if other == 0:
                return Range(0, 0)
            lo = None if self.lo is None else self.lo * other
            hi = None if self.hi is None else self.hi * other
            return Range(lo, hi) if other > 0 else Range(hi, lo)
        if self.lo is not None and self.lo >= 0 and other.lo is not None and other.lo >= 0:
            if self.hi == 0 or other.hi == 0:
                return Range(0, 0)
            return Range(self.lo * other.lo, None if self.hi is None or other.hi is None else self.hi * other.hi)
        ends = [
            _times(a, a_sign, b, b_sign)
            for a, a_sign in ((self.lo, -1), (self.hi, 1))
            for b, b_sign in ((other.lo, -1), (other.hi, 1))
        ]
        finite = [value for value, _ in ends if value is not None]
        lo = None if any(value is None and sign < 0 for value, sign in ends) else min(finite, default=None)
        hi = None if any(value is None and sign > 0 for value, sign in ends) else max(finite, default=None)
        return Range(lo, hi)

    def __floordiv__(self, other: Range | int) -> Range:
        """Quotients rounded down, over the divisors other than 0; `[-inf, inf]` when 0 is the only divisor."""
        divisor = Range(other, other) if isinstance(other, int) else other
        if divisor.lo == 0 and divisor.hi == 0:
            return ANY
        if divisor.lo is not None and divisor.lo >= 0:
            return self._over_positive(Range(max(divisor.lo, 1), divisor.hi))
        if divisor.hi is not None and divisor.hi <= 0:
            return (-self)._over_positive(Range(max(-divisor.hi, 1), None if divisor.lo is None else -divisor.lo))
        # divisors of both signs: the quotient is never further from 0 than the dividend
        if self.lo is None or self.hi is None:
            return ANY
        reach = max(abs(self.lo), abs(self.hi))
        return Range(-reach, reach)

    def _over_positive(self, divisor: Range) -> Range:
        least = divisor.lo or 1
        most = divisor.hi
        lo, hi = self.lo, self.hi
        if lo is not None:
            lo = lo // least if lo < 0 else 0 if most is None else lo // most
        if hi is not None:
            hi = hi // least if hi >= 0 else -1 if most is None else hi // most
        return Range(lo, hi)

    def max(self, other: Range) -> Range:
        """Range of the larger of a member here and one there."""
        lo = other.lo if self.lo is None else self.lo if other.lo is None else max(self.lo, other.lo)
        return Range(lo, None if self.hi is None or other.hi is None else max(self.hi, other.hi))

    def min(self, other: Range) -> Range:
        """Range of the smaller of a member here and one there."""
        hi = other.hi if self.hi is None else self.hi if other.hi is None else min(self.hi, other.hi)
        return Range(None if self.lo is None or other.lo is None else min(self.lo, other.lo), hi)


_put_lo, _put_hi = slot_setter(Range, "lo"), slot_setter(Range, "hi")


def _times(a: int | None, a_sign: int, b: int | None, b_sign: int) -> tuple[int | None, int]:
    """Product of two ends, as (value, sign); value None is an infinity of that sign. 0 times infinity is 0."""
    if a is not None and b is not None:
        return a * b, 0
    sign_a = a_sign if a is None else (a > 0) - (a < 0)
    sign_b = b_sign if b is None else (b > 0) - (b < 0)
    sign = sign_a * sign_b
    return (0, 0) if sign == 0 else (None, sign)


ANY = Range(None, None)
NON_NEGATIVE = Range(0, None)  # what a dimension is
POSITIVE = Range(1, None)
