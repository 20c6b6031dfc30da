"""Constraints on attribute values: small predicates that print as they are written.

>>> length(4) & each(positive)
length(4) & each(positive)
>>> (length(4) & each(positive)).holds((1, 1, 2, 0))
False
"""

from __future__ import annotations

from collections.abc import Callable, Sized
from dataclasses import dataclass

from metadef.types.attrs import AttrValue

__all__ = [
    "Constraint",
    "at_least",
    "at_most",
    "between",
    "each",
    "length",
    "length_at_least",
    "negative",
    "not_empty",
    "not_negative",
    "one_of",
    "positive",
    "where",
]


@dataclass(frozen=True, slots=True)
class Constraint:
    """A law on one attribute value; combine with `&`, `|` and `~`."""

    text: str  # as written: its repr, and what messages show
    test: Callable[[AttrValue], bool]

    def holds(self, value: AttrValue) -> bool:
        """Whether the value obeys; a value of a kind that the test cannot handle does not."""
        try:
            return bool(self.test(value))
        except (TypeError, ValueError):
            return False

    def __and__(self, other: Constraint) -> Constraint:
        return Constraint(f"{self.text} & {other.text}", lambda value: self.holds(value) and other.holds(value))

    def __or__(self, other: Constraint) -> Constraint:
        return Constraint(f"({self.text} | {other.text})", lambda value: self.holds(value) or other.holds(value))

    def __invert__(self) -> Constraint:
        return Constraint(f"~({self.text})", lambda value: not self.holds(value))

    def __eq__(self, other: object) -> bool:
        """WHY: lambdas never compare equal; the text is the definition."""
        return isinstance(other, Constraint) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return self.text


def _number(value: AttrValue) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("not a number")
    return value


def _sized(value: AttrValue) -> int:
    if not isinstance(value, Sized):
        raise TypeError("has no length")
    return len(value)


positive = Constraint("positive", lambda value: _number(value) > 0)
not_negative = Constraint("not_negative", lambda value: _number(value) >= 0)
negative = Constraint("negative", lambda value: _number(value) < 0)
not_empty = Constraint("not_empty", lambda value: _sized(value) > 0)


def length(*sizes: int) -> Constraint:
    """A list with one of the given lengths."""
    return Constraint(f"length({', '.join(map(str, sizes))})", lambda value: _sized(value) in sizes)


def length_at_least(size: int) -> Constraint:
    """A list with at least `size` members."""
    return Constraint(f"length_at_least({size})", lambda value: _sized(value) >= size)


def each(inner: Constraint) -> Constraint:
    """Every member of a list obeys `inner`."""

    def test(value: AttrValue) -> bool:
        return isinstance(value, tuple) and all(inner.holds(item) for item in value)

    return Constraint(f"each({inner.text})", test)


def one_of(*choices: AttrValue) -> Constraint:
    """One of the listed values."""
    return Constraint(f"one_of({', '.join(map(repr, choices))})", lambda value: value in choices)


def at_least(low: float) -> Constraint:
    """A number that is not below `low`."""
    return Constraint(f"at_least({low})", lambda value: _number(value) >= low)


def at_most(high: float) -> Constraint:
    """A number that is not above `high`."""
    return Constraint(f"at_most({high})", lambda value: _number(value) <= high)


def between(low: float, high: float) -> Constraint:
    """A number from `low` to `high`, both included."""
    return Constraint(f"between({low}, {high})", lambda value: low <= _number(value) <= high)


def where(text: str, test: Callable[[AttrValue], bool]) -> Constraint:
    """Any predicate, with the words that describe it."""
    return Constraint(f"where({text!r})", test)
