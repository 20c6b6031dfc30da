"""`Range` arithmetic against the members it stands for."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from metadef.types.value_range import ANY, NON_NEGATIVE, Range

ends = st.one_of(st.none(), st.integers(-12, 12))


@st.composite
def ranges_with_member(draw: st.DrawFn) -> tuple[Range, int]:
    lo, hi = draw(ends), draw(ends)
    if lo is not None and hi is not None and lo > hi:
        lo, hi = hi, lo
    member = draw(st.integers(-40 if lo is None else lo, 40 if hi is None else hi))
    return Range(lo, hi), member


quick = settings(max_examples=400, deadline=None)


@quick
@given(ranges_with_member(), ranges_with_member())
def test_every_result_on_members_is_a_member_of_the_result(a: tuple[Range, int], b: tuple[Range, int]) -> None:
    (x, m), (y, n) = a, b
    assert m + n in x + y
    assert m - n in x - y
    assert m * n in x * y
    assert -m in -x
    assert max(m, n) in x.max(y)
    assert min(m, n) in x.min(y)
    assert m in x | y
    assert (m in x & y) == (m in y)
    assert n == 0 or m // n in x // y
    assert n == 0 or m // n in x // n
    assert m * n in x * n
    assert m + n in x + n


@quick
@given(st.tuples(*[st.integers(-9, 9)] * 4))
def test_finite_results_are_the_tightest(ints: tuple[int, int, int, int]) -> None:
    """Against all pairs of members."""
    a, b = Range(*sorted(ints[:2])), Range(*sorted(ints[2:]))
    members = [(m, n) for m in range(a.lo or 0, (a.hi or 0) + 1) for n in range(b.lo or 0, (b.hi or 0) + 1)]
    for result, values in (
        (a + b, [m + n for m, n in members]),
        (a - b, [m - n for m, n in members]),
        (a * b, [m * n for m, n in members]),
        (a.max(b), [max(m, n) for m, n in members]),
        (a.min(b), [min(m, n) for m, n in members]),
    ):
        assert result == Range(min(values), max(values))
    if 0 not in b:
        quotients = [m // n for m, n in members]
        assert a // b == Range(min(quotients), max(quotients))


def test_containment_and_emptiness() -> None:
    assert NON_NEGATIVE.contains(Range(0, 5))
    assert not NON_NEGATIVE.contains(ANY)
    assert ANY.contains(NON_NEGATIVE)
    assert Range(2, 1).is_empty
    assert Range(1, 1).is_point
    assert (Range(0, 3) & Range(5, 9)).is_empty
    assert Range(4, 4) // 0 == ANY
    assert list(Range(None, 3)) == [None, 3]
    assert repr(Range(None, 3)) == "[-inf, 3]"
