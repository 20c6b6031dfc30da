"""Laws of `Dim`, each against plain integer arithmetic or against another way to write the same expression."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dim_cases import Tree, bindings, dim, number, trees
from metadef.errors import MetadefError
from metadef.types.dim import Dim, DimLike, ceil_div, dim_max, dim_min, dim_mod, exact_divide, floor_div
from metadef.types.value_range import Range

quick = settings(max_examples=100, deadline=None)


def made(tree: Tree | int | str) -> DimLike:
    """The tree as a dimension; draws another one where it is past a limit or divides by the constant 0."""
    try:
        return dim(tree)
    except MetadefError as error:
        assert error.findings[0].name in ("dim-too-large", "bad-dim")
        assume(False)
        raise


def at(value: DimLike, point: dict[str, int]) -> int:
    return value if isinstance(value, int) else value.evaluate(point)


def defined(tree: Tree | int | str, point: dict[str, int]) -> int:
    try:
        return number(tree, point)
    except ZeroDivisionError:
        assume(False)
        raise


@quick
@given(trees, bindings)
def test_evaluating_agrees_with_integer_arithmetic(tree: Tree | int | str, point: dict[str, int]) -> None:
    expected = defined(tree, point)
    assert at(made(tree), point) == expected


@quick
@given(trees)
def test_parsing_the_text_gives_the_same_object(tree: Tree | int | str) -> None:
    value = made(tree)
    assert Dim.parse(str(value)) == value


@quick
@given(trees, bindings)
def test_bounds_hold_every_value(tree: Tree | int | str, point: dict[str, int]) -> None:
    value = made(tree)
    result = defined(tree, point)
    assume(isinstance(value, Dim))
    assert isinstance(value, Dim)
    assert result in value.bounds()
    assert result in value.bounds({name: Range(max(0, size - 3), size + 2) for name, size in point.items()})
    assert result in value.bounds({name: Range(size, None) for name, size in point.items()})


@quick
@given(trees, trees, trees)
def test_ring_laws_hold_as_identity(x: Tree, y: Tree, z: Tree) -> None:
    a, b, c = made(x), made(y), made(z)
    try:
        assert a + b == b + a
        assert a * b == b * a
        assert (a + b) + c == a + (b + c)
        assert a - a == 0
        negative = -a
        assert -negative == a
        assert a + 0 == a
        assert a * 1 == a
        assert a * 0 == 0
        assert (a * b) * c == a * (b * c)
        assert a * (b + c) == a * b + a * c
    except MetadefError:
        assume(False)


@quick
@given(trees, trees)
def test_multiples_leave_a_division(x: Tree, y: Tree) -> None:
    a, b = made(x), made(y)
    try:
        for k in (1, 2, 3, 4, 6):
            assert floor_div(k * b + a, k) == b + floor_div(a, k)
            assert ceil_div(k * b + a, k) == b + ceil_div(a, k)
            assert dim_mod(k * b + a, k) == dim_mod(a, k)
            assert dim_mod(k * a, k) == 0
            assert k * floor_div(a, k) + dim_mod(a, k) == a
            assert exact_divide(k * a, k) == a
    except MetadefError:
        assume(False)


@quick
@given(trees, trees)
def test_max_and_min_commute_absorb_and_sum(x: Tree, y: Tree) -> None:
    a, b = made(x), made(y)
    try:
        assert dim_max(a, b) == dim_max(b, a)
        assert dim_max(a, a) == a == dim_min(a, a)
        assert dim_max(a, b) + dim_min(a, b) == a + b
        assert dim_max(a, b) == -dim_min(-a, -b)
        assert dim_max(a + 5, b + 5) == dim_max(a, b) + 5
        assert dim_max(3 * a, 3 * b) == 3 * dim_max(a, b)
        assert dim_max(a, a + 1) == a + 1
    except MetadefError:
        assume(False)


@quick
@given(trees, trees, bindings)
def test_substituting_then_evaluating_is_evaluating_the_substituted(x: Tree, y: Tree, point: dict[str, int]) -> None:
    outer, inner = made(x), made(y)
    size = defined(y, point)
    defined(x, {**point, "a": size})
    assume(isinstance(outer, Dim) and size >= 0 and (isinstance(inner, int) or inner.is_nonnegative()))
    assert isinstance(outer, Dim)
    try:
        changed = outer.substitute({"a": inner})
    except MetadefError:
        assume(False)
        raise
    assert at(changed, point) == outer.evaluate({**point, "a": size})


@quick
@given(trees, trees)
def test_an_exact_quotient_times_the_divisor_is_the_dividend(x: Tree, y: Tree) -> None:
    a, b = made(x), made(y)
    assume(b != 0)
    try:
        assert exact_divide(a * b, b) == a
        other = exact_divide(a, b)
        assert other is None or other * b == a
    except MetadefError:
        assume(False)


coefficients = st.integers(-4, 4)
linear = st.tuples(coefficients, coefficients, coefficients)


@quick
@given(linear, st.integers(-3, 3), linear)
def test_a_quotient_by_a_dimension_rounded_up_is_one_more_than_that_of_one_less(
    over: tuple[int, int, int], extra: int, under: tuple[int, int, int]
) -> None:
    a, b, c = (Dim.symbol(name) for name in "abc")
    numerator = over[0] * a + over[1] * b + over[2] * c + extra * dim_min(b, c)
    divisor = abs(under[0]) * a + abs(under[1]) * b + abs(under[2]) * b * c
    assume(not isinstance(divisor, int) and not isinstance(numerator, int))
    up = ceil_div(numerator, divisor)
    assert up == 1 + floor_div(numerator - 1, divisor)
    assert isinstance(up, int) or Dim.parse(str(up)) == up
    for point in ({"a": 1, "b": 2, "c": 3}, {"a": 5, "b": 1, "c": 2}, {"a": 3, "b": 7, "c": 1}):
        if at(divisor, point):
            assert at(up, point) == -(-at(numerator, point) // at(divisor, point))
