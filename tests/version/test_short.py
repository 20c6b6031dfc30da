"""Versions of one or two numbers, and ranges over them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.version import ShortVersion, VersionRange

numbers = st.integers(0, 30)
texts = st.one_of(numbers.map(str), st.tuples(numbers, numbers).map(lambda pair: f"{pair[0]}.{pair[1]}"))


def holds(text: str, version: str) -> bool:
    return ShortVersion.parse(version) in VersionRange.parse(text, ShortVersion)


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("1", ["1", "1.0", "1.9"], ["0.9", "2", "2.0"]),
        ("<=2", ["1", "2", "2.7"], ["3"]),
        ("=1.1", ["1.1"], ["1.0", "1.2", "1"]),
        (">=1.0 <2", ["1", "1.4"], ["0.9", "2.0"]),
        ("0.9 || 1", ["0.9", "1.3"], ["0.8", "2"]),
        ("~1.1", ["1.1"], ["1.2"]),
        ("^1.1", ["1.1", "1.2"], ["1.0", "2"]),
        (">1", ["2"], ["1.5", "1"]),
        ("1.x", ["1.5"], ["2"]),
    ],
)
def test_a_range_over_short_versions(text: str, inside: list[str], outside: list[str]):
    assert [version for version in inside if not holds(text, version)] == []
    assert [version for version in outside if holds(text, version)] == []


@given(texts, texts)
def test_order_and_equality_are_those_of_pairs_of_numbers(one: str, other: str):
    def pair(text: str) -> tuple[int, int]:
        major, _, minor = text.partition(".")
        return int(major), int(minor or 0)

    left, right = ShortVersion.parse(one), ShortVersion.parse(other)
    assert (left < right, left == right) == (pair(one) < pair(other), pair(one) == pair(other))
    assert str(left) == one
    assert left != right or hash(left) == hash(right)


@given(texts, texts)
def test_a_range_that_is_printed_is_read_as_the_same_range(one: str, other: str):
    made = VersionRange.parse(f">={one} || ={other}", ShortVersion)
    assert VersionRange.parse(str(made), ShortVersion) == made


@pytest.mark.parametrize("text", ["", "v1", "1.", ".1", "1.2.3", "-1", "1 ", "²", "1" * 65])
def test_anything_else_is_refused(text: str):
    with pytest.raises(ValueError, match="not a version"):
        ShortVersion.parse(text)
