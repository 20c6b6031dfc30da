"""`ConstraintStore` by example: what is learned, what is refused and in which words, and what text lines say."""

from __future__ import annotations

from itertools import pairwise

import pytest

from metadef.errors import Finding, MetadefError
from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim, DimLike, ceil_div, dim_max, dim_mod, floor_div
from metadef.types.guards import Guard
from metadef.types.value_range import Range

BATCH, N, M, K, SEQ = (Dim.symbol(name) for name in ("batch", "n", "m", "k", "seq"))


def message(problem: Finding | None) -> str:
    assert problem is not None
    assert (problem.code, problem.name, problem.is_error) == ("SHP004", "shape-contradiction", True)
    return problem.message


def test_a_window_longer_than_the_axis_is_a_guard_on_the_axis() -> None:
    store = ConstraintStore()
    assert store.require_at_least(floor_div(SEQ - 3, 2) + 1, 1, 'node "conv1" (Conv1D)') is None
    assert list(store.lines()) == ['seq >= 3 by "node \\"conv1\\" (Conv1D)"']
    assert store.bounds(SEQ) == Range(3, None)


def test_a_contradiction_names_both_producers() -> None:
    store = ConstraintStore()
    assert store.require_equal(BATCH, 4, "graph input x") is None
    problem = store.require_equal(BATCH, 8, "graph input y")
    assert message(problem) == "batch == 8 (graph input y) cannot hold together with batch = 4 (graph input x)"
    assert problem is not None
    assert problem.subject == "graph input y"


def test_a_contradiction_names_both_producers_of_ranges() -> None:
    store = ConstraintStore()
    assert store.require_at_least(SEQ, 8, "node a") is None
    assert (
        message(store.require_at_least(7, SEQ, "node b"))
        == "seq <= 7 (node b) cannot hold together with seq >= 8 (node a)"
    )
    assert (
        message(store.require_equal(SEQ, 3, "node c"))
        == "seq == 3 (node c) cannot hold together with seq >= 8 (node a)"
    )


def test_a_contradiction_over_a_chain_names_the_number_at_its_end() -> None:
    store = ConstraintStore()
    assert store.require_equal(N, M, "node add1") is None
    assert store.require_equal(M, K, "node add2") is None
    assert store.require_equal(K, 16, "graph input w") is None
    text = message(store.require_equal(N, 32, "node add3"))
    assert text.startswith("n == 32 (node add3) cannot hold together with ")
    assert "k = 16 (graph input w)" in text


def test_a_contradiction_that_appears_later_names_the_guard() -> None:
    store = ConstraintStore()
    assert store.require_at_least(N * M, 10, "node reshape") is None
    text = message(store.specialise({"n": 3, "m": 3}, "--set"))
    assert "m*n >= 10 (node reshape)" in text
    assert "n = 3 (--set)" in text
    assert list(store.lines()) == ['m*n >= 10 by "node reshape"']


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (2 * N, 7),
        (N + 1, N),
        (N + 1, 0),
        (4 * N + 2, 4 * M),
        (dim_mod(N, 4), 5),
        (N // 2 + ceil_div(N, 2), N + 1),
        (3, 4),
    ],
)
def test_what_can_never_be_equal_is_refused_at_once(left: DimLike, right: DimLike) -> None:
    store = ConstraintStore()
    message(store.require_equal(left, right, "node a"))
    assert list(store.lines()) == []


def test_equalities_solve_for_the_symbol_that_is_least_the_users() -> None:
    store = ConstraintStore()
    store.declare("n", by="graph input x")
    found = store.fresh("nonzero", by="node NonZero")
    assert str(found) == "nonzero_0"
    assert store.is_fresh("nonzero_0")
    assert store.require_equal(N, found, "node add") is None
    assert store.canonical(found) == N
    assert store.canonical(2 * found + N) == 3 * N
    assert store.require_equal(2 * M + 1, N, "node b") is None
    assert store.canonical(found) == 2 * M + 1
    assert store.bounds(N) == Range(1, None)


def test_solving_carries_the_range_over() -> None:
    store = ConstraintStore()
    store.declare("n", Range(1, 16), "graph input x")
    assert store.require_equal(N, 4 * M, "node a") is None
    assert store.bounds(M) == Range(1, 4)
    assert store.require_at_least(M, 4, "node b") is None
    assert store.canonical(N) == 16


def test_a_sum_of_sizes_that_is_zero_makes_each_zero() -> None:
    store = ConstraintStore()
    assert store.require_equal(2 * N + 3 * M, 0) is None
    assert (store.canonical(N), store.canonical(M)) == (0, 0)


def test_quotients_give_ranges() -> None:
    store = ConstraintStore()
    assert store.require_equal(N // 4, 3) is None
    assert store.bounds(N) == Range(12, 15)
    assert store.require_equal(N // 8, 1) is None
    assert store.require_divisible(N, 4) is None
    assert store.equal(4 * (N // 4), N) is True


def test_divisibility_is_remembered() -> None:
    store = ConstraintStore()
    assert store.require_divisible(N, 8, "node reshape") is None
    assert list(store.lines()) == ['mod(n,8) == 0 by "node reshape"']
    assert store.equal(8 * (N // 8), N) is True
    assert store.specialise({"n": 24}) is None
    assert ConstraintStore(["mod(n,8) == 0"]).specialise({"n": 20}) is not None


def test_three_answers() -> None:
    store = ConstraintStore(["n >= 3", "n <= 9", "m >= n"])
    assert store.equal(N, N) is True
    assert store.equal(N, 2) is False
    assert store.equal(N, 5) is None
    assert store.equal(N // 2 + (N + 1) // 2, N) is True
    assert store.equal(2 * N, 2 * M + 1) is False
    assert store.at_least(N, 3) is True
    assert store.at_least(N, 10) is False
    assert store.at_least(N, 5) is None
    assert store.at_least(M, N) is True
    assert store.at_least(M + 1, N) is True
    assert store.at_least(N, M + 1) is False
    assert store.at_least(M, 3) is True
    assert store.at_least(5, 4) is True


@pytest.mark.parametrize(
    ("lines", "left", "right", "size"),
    [
        ([], 4, 4, "4"),
        ([], 1, N, "n"),
        ([], N, 1, "n"),
        ([], N, N, "n"),
        ([], N, 8, "8"),
        (["n >= 2"], N, M, "n"),
        (["m = 1"], N, M, "n"),
        (["n >= 1", "m >= 1"], N, M, "max(m,n)"),
        (["n >= 2", "m >= 2"], N, M, "m"),
        (["n = m"], N, M, "m"),
    ],
)
def test_broadcast_sizes(lines: list[str], left: DimLike, right: DimLike, size: str) -> None:
    assert str(ConstraintStore(lines).broadcast(left, right, "node add")) == size


def test_two_sizes_that_are_not_1_broadcast_only_when_equal() -> None:
    store = ConstraintStore(["n >= 2", "m >= 2"])
    assert store.broadcast(N, M, "node add") == store.canonical(N)
    assert store.equal(N, M) is True
    problem = store.broadcast(3, 4, "node mul")
    assert isinstance(problem, Finding)
    assert problem.subject == "node mul"


def test_a_broadcast_is_decided_when_its_sides_become_known() -> None:
    store = ConstraintStore()
    store.broadcast(N, M, "node add")
    assert store.equal(N, M) is None
    assert store.require_at_least(N, 2, "node a") is None
    assert store.require_at_least(M, 2, "node b") is None
    assert store.equal(N, M) is True


def test_data_dependent_sizes_have_symbolic_bounds() -> None:
    store = ConstraintStore()
    store.declare("n", Range(1, 6), "graph input x")
    count = store.fresh("nonzero", hi=2 * N, by="node NonZero")
    other = store.fresh("nonzero", lo=1, hi=4, by="node Unique")
    assert (str(count), str(other)) == ("nonzero_0", "nonzero_1")
    assert store.at_least(2 * N, count) is True
    assert store.bounds(count) == Range(0, 12)
    assert store.bounds(other) == Range(1, 4)
    with pytest.raises(MetadefError, match="nothing_0"):
        store.fresh("nothing", lo=3, hi=2, by="node a")


def test_lines_are_read_back() -> None:
    lines = [
        "symbol n",
        "fresh nonzero_0",
        "n >= 1",
        'n <= 512 by "graph input \\"x\\""',
        'm = 2*n+1 by "node a"',
        'broadcast(k, n) by "node b"',
        "k*n >= max(k,4)",
        "n*n == k*k",
    ]
    store = ConstraintStore(lines)
    assert sorted(store) == sorted(lines)
    assert str(ConstraintStore(store.lines())) == str(store)
    assert store.symbols()[:2] == ("n", "nonzero_0")
    assert [guard.by for guard in store.guards()] == ["node b", "", ""]


def test_a_store_read_from_lines_does_not_add_weaker_ones() -> None:
    """A solved symbol demands once more that its expression is not negative."""
    store, a, b, c = ConstraintStore(), *map(Dim.symbol, "abc")
    assert store.require_at_least(b + 1, 3) is None
    assert store.require_equal(-b + 2 * c - 2, a - floor_div(a + c, 3)) is None
    lines = ["b = -a+2*c+floordiv(a+c,3)-2", "-a+2*c+floordiv(a+c,3)-2 >= 2"]
    assert list(store.lines()) == lines
    assert list(ConstraintStore(lines).lines()) == lines


def test_of_demands_that_differ_by_a_constant_the_strongest_is_a_line() -> None:
    store = ConstraintStore(["n*m >= 2", 'n*m >= 10 by "node b"', "3*n*m >= 27", "20 >= n*m", "30 >= n*m"])
    assert list(store.lines()) == ["m*n <= 20", 'm*n >= 10 by "node b"']


@pytest.mark.parametrize(
    "line",
    [
        "",
        "n",
        "n >",
        "n >= ",
        "symbol 3",
        "symbol a+b",
        "broadcast(n)",
        "n = 3 by x",
        'n = 3 by "x',
        'n = 3 by 4"',
        "2*n = 4",
        "n != 3",
        "x" * 70_000,
    ],
)
def test_malformed_lines_are_refused(line: str) -> None:
    with pytest.raises(MetadefError) as caught:
        ConstraintStore([line])
    assert caught.value.findings[0].name == "bad-dim"


def test_lines_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(MetadefError, match="cannot hold together"):
        ConstraintStore(["n = 3", "n >= 4"])


@pytest.mark.parametrize(
    "guard",
    [
        Guard("==", N * M, K, 'a "quoted" one\nand two lines'),
        Guard(">=", 5, N, ""),
        Guard(">=", N, 5, "高"),
        Guard("broadcast", Dim.symbol("a, (b"), dim_max(N, 3), "x"),
        Guard("==", Dim.symbol(' by "x" == '), N, "y"),
        Guard("=", N, M + 1, "z"),
    ],
)
def test_a_guard_survives_its_line(guard: Guard) -> None:
    assert "\n" not in str(guard)
    assert Guard.parse(str(guard)) == guard


def test_thousands_of_equal_symbols_stay_fast_and_right() -> None:
    """A chain solved from its far end is the worst order for path compression."""
    store = ConstraintStore()
    symbols = [Dim.symbol(f"s{i}") for i in range(3000)]
    for left, right in reversed(list(pairwise(symbols))):
        assert store.require_equal(left, right, "node") is None
    assert {store.canonical(symbol) for symbol in symbols} == {store.canonical(symbols[0])}
    assert store.require_equal(symbols[0], 7, "graph input x") is None
    assert {store.canonical(symbol) for symbol in symbols} == {7}
    assert "(graph input x)" in message(store.require_equal(symbols[-1], 8, "graph input y"))


def test_a_demand_past_the_limits_of_an_expression_is_kept_as_a_guard() -> None:
    store = ConstraintStore()
    many = sum((Dim.symbol(f"a{i}") for i in range(59)), N)
    more = sum((Dim.symbol(f"b{i}") for i in range(59)), M)
    assert store.require_equal(many, more, "node a") is None
    assert len(list(store.guards())) == 1
    assert store.equal(many, more) is None


def test_a_cycle_of_growing_demands_ends() -> None:
    store = ConstraintStore()
    assert store.require_at_least(N, M + 1, "node a") is None
    store.require_at_least(M, N, "node b")
    assert len(list(store.lines())) <= 4


def test_a_mark_moves_exactly_when_something_is_learned() -> None:
    store = ConstraintStore(["n = m", "m = k", "mod(k,8) == 0", "n*batch >= 4", "broadcast(batch, seq)"])
    mark = store.mark()
    assert store.equal(N, K) is True
    assert store.canonical(N + M) == 2 * K
    assert store.require_equal(N, K, "node again") is None
    assert store.require_divisible(N, 8, "node again") is None
    assert store.require_at_least(BATCH * M, 4, "node again") is None
    assert store.broadcast(SEQ, BATCH, "node again") == store.broadcast(BATCH, SEQ)
    assert store.require_at_least(N, 0, "node again") is None
    assert store.mark() == mark
    assert store.require_at_least(N, 1, "node b") is None
    assert store.mark() != mark
    store.rollback(mark)
    assert store.mark() == mark
    assert store.at_least(N, 1) is None


def test_bounds_of_demands_that_exclude_each_other_stay_readable() -> None:
    """`b - (c - a) = 2 max(c, 1)` with `b < 2` and `c >= a` has no solution: each round would double a bound."""
    store = ConstraintStore()
    a, b, c = (Dim.symbol(name) for name in "abc")
    problems = [
        store.require_equal(floor_div(b, 2), 0, "first"),
        store.require_equal(b - (c - a), 2 * dim_max(c, 1), "second"),
        store.require_at_least(c, a, "third"),
    ]
    lines = list(store.lines())
    again = ConstraintStore()
    again.read_lines(lines)
    assert list(again.lines()) == lines
    assert all(len(word) < 40 for line in lines for word in line.split()), problems


def test_a_wide_bound_that_a_caller_demands_is_kept() -> None:
    store = ConstraintStore()
    assert store.require_at_least(N, 1 << 70, "caller") is None
    assert store.bounds(N) == Range(1 << 70, None)
    assert store.require_at_least(1 << 69, N, "other") is not None
