"""The store against brute force: every point of a small grid either satisfies all demands or breaks one."""

from __future__ import annotations

from itertools import product as combinations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dim_cases import SYMBOLS, Tree, dim, leaves
from metadef.errors import MetadefError
from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim, DimLike
from metadef.types.dim_bounds import lowest
from metadef.types.guards import Guard
from metadef.types.value_range import Range

quick = settings(max_examples=60, deadline=None)
GRID = [dict(zip(SYMBOLS, point, strict=True)) for point in combinations((0, 1, 2, 4, 7), repeat=len(SYMBOLS))]


def _small(inner: st.SearchStrategy[Tree | int | str]) -> st.SearchStrategy[Tree | int | str]:
    ring = st.builds(lambda op, x, y: Tree(op, (x, y)), st.sampled_from("+-*"), inner, inner)
    quotient = st.builds(lambda op, x, k: Tree(op, (x, k)), st.sampled_from(["//", "%"]), inner, st.integers(1, 4))
    extremes = st.builds(lambda op, x, y: Tree(op, (x, y)), st.sampled_from(["min", "max"]), inner, inner)
    return st.one_of(ring, quotient, extremes)


sides = st.recursive(leaves, _small, max_leaves=3)
demands = st.lists(st.tuples(st.sampled_from(["==", "==", ">=", "broadcast"]), sides, sides), min_size=1, max_size=5)
Demand = tuple[str, DimLike, DimLike]


def at(value: DimLike, point: dict[str, int]) -> int:
    return value if isinstance(value, int) else value.evaluate(point)


def holds(demand: Demand, point: dict[str, int]) -> bool:
    kind, left, right = demand
    a, b = at(left, point), at(right, point)
    if kind == "broadcast":
        if left == right or left == 1 or right == 1:
            return True  # nothing is demanded of them
        return a >= 0 and b >= 0 and (a == b or a == 1 or b == 1)
    return a >= b if kind == ">=" else a == b


def says(line: str, point: dict[str, int]) -> bool:
    guard = Guard.parse(line)
    if guard.kind in ("symbol", "fresh"):
        return True
    return holds((guard.kind, guard.left, guard.right), point)


def made(tree: Tree | int | str) -> DimLike:
    try:
        return dim(tree)
    except MetadefError:
        assume(False)
        raise


def demand(store: ConstraintStore, wanted: Demand, by: str) -> bool:
    """Whether the store accepts it."""
    kind, left, right = wanted
    if kind == "==":
        return store.require_equal(left, right, by) is None
    if kind == ">=":
        return store.require_at_least(left, right, by) is None
    return isinstance(store.broadcast(left, right, by), int | Dim)


def filled(wishes: list[tuple[str, Tree, Tree]]) -> tuple[ConstraintStore, list[Demand], list[list[Demand]]]:
    """The store, the demands it took, and for each that it refused those that it held then, the refused one last."""
    store = ConstraintStore()
    taken: list[Demand] = []
    refused: list[list[Demand]] = []
    for number, (kind, x, y) in enumerate(wishes):
        wanted = (kind, made(x), made(y))
        before = list(store.lines())
        if demand(store, wanted, f"node {number}"):
            taken.append(wanted)
        else:
            refused.append([*taken, wanted])
            assert list(store.lines()) == before
    return store, taken, refused


@quick
@given(demands)
def test_the_lines_hold_exactly_where_all_taken_demands_hold(wishes: list[tuple[str, Tree, Tree]]) -> None:
    store, taken, refused = filled(wishes)
    lines = list(store.lines())
    for point in GRID:
        assert all(says(line, point) for line in lines) == all(holds(wanted, point) for wanted in taken), point
    for group in refused:
        assert not any(all(holds(wanted, point) for wanted in group) for point in GRID)


@quick
@given(demands, sides, sides)
def test_answers_hold_at_every_allowed_point(wishes: list[tuple[str, Tree, Tree]], x: Tree, y: Tree) -> None:
    store, taken, _ = filled(wishes)
    a, b = made(x), made(y)
    equal, at_least, bounds, canonical = store.equal(a, b), store.at_least(a, b), store.bounds(a), store.canonical(a)
    for point in GRID:
        if not all(holds(wanted, point) for wanted in taken):
            continue
        left, right = at(a, point), at(b, point)
        assert equal is None or equal == (left == right)
        assert at_least is None or at_least == (left >= right)
        assert left in bounds
        assert at(canonical, point) == left


@quick
@given(demands, sides, sides)
def test_the_broadcast_size_is_the_one_numpy_gives(wishes: list[tuple[str, Tree, Tree]], x: Tree, y: Tree) -> None:
    store, taken, _ = filled(wishes)
    a, b = made(x), made(y)
    size = store.broadcast(a, b, "node add")
    assume(isinstance(size, int | Dim))
    assert isinstance(size, int | Dim)
    for point in GRID:
        left, right = at(a, point), at(b, point)
        if min(left, right) >= 0 and all(holds(wanted, point) for wanted in [*taken, ("broadcast", a, b)]):
            assert at(size, point) == (right if left == 1 else left)


@quick
@given(demands)
def test_a_store_read_from_its_lines_has_the_same_lines(wishes: list[tuple[str, Tree, Tree]]) -> None:
    store, _, _ = filled(wishes)
    lines = list(store.lines())
    assert list(ConstraintStore(lines).lines()) == lines


@quick
@given(demands, demands)
def test_rolling_back_forgets_and_a_copy_is_apart(
    first: list[tuple[str, Tree, Tree]], second: list[tuple[str, Tree, Tree]]
) -> None:
    store, _, _ = filled(first)
    before = list(store.lines())
    other = store.copy()
    mark = store.mark()
    for number, (kind, x, y) in enumerate(second):
        demand(store, (kind, made(x), made(y)), f"later node {number}")
    after = list(store.lines())
    assert list(other.lines()) == before
    store.rollback(mark)
    assert list(store.lines()) == before
    for number, (kind, x, y) in enumerate(second):
        demand(other, (kind, made(x), made(y)), f"later node {number}")
    assert list(other.lines()) == after


@quick
@given(demands, st.fixed_dictionaries({name: st.sampled_from((0, 1, 2, 4, 7)) for name in SYMBOLS}))
def test_specialising_to_an_allowed_point_is_taken_and_to_another_is_refused(
    wishes: list[tuple[str, Tree, Tree]], point: dict[str, int]
) -> None:
    store, taken, _ = filled(wishes)
    problem = store.specialise(point, "--set")
    assert (problem is None) == all(holds(wanted, point) for wanted in taken)
    if problem is None:
        assert [store.bounds(Dim.symbol(name)) for name in SYMBOLS] == [
            Range(n, n) for n in (point[name] for name in SYMBOLS)
        ]


class Thorough(ConstraintStore):
    """Works every demand in and keeps no bounds: the long way round."""

    __slots__ = ()

    def _surely_at_least(self, a: DimLike, b: DimLike) -> bool:
        return False

    def _within(self, dim: Dim) -> Range:
        return dim.bounds(self._ranges)


@quick
@given(demands, demands)
def test_what_is_remembered_and_skipped_changes_nothing(
    first: list[tuple[str, Tree, Tree]], second: list[tuple[str, Tree, Tree]]
) -> None:
    quick_store, slow_store = ConstraintStore(), Thorough()
    marks: list[tuple[int, int]] = []
    for group in (first, second, first):
        marks.append((quick_store.mark(), slow_store.mark()))
        for number, (kind, x, y) in enumerate(group):
            wanted = (kind, made(x), made(y))
            by = f"node {number}"
            assert demand(quick_store, wanted, by) == demand(slow_store, wanted, by)
        assert list(quick_store.lines()) == list(slow_store.lines())
        if len(marks) == 2:
            quick_store.rollback(marks[1][0])
            slow_store.rollback(marks[1][1])
            assert list(quick_store.lines()) == list(slow_store.lines())


@quick
@given(demands, demands)
def test_one_stamp_means_one_knowledge(
    first: list[tuple[str, Tree, Tree]], second: list[tuple[str, Tree, Tree]]
) -> None:
    """Over demands, rollbacks and copies: where a stamp comes back, so does what is known."""
    known: dict[int, list[str]] = {}

    def look(store: ConstraintStore) -> None:
        lines = list(store.lines())
        assert known.setdefault(store.stamp, lines) == lines

    store = ConstraintStore()
    stores = [store]
    for group in (first, second):
        mark = store.mark()
        for number, (kind, x, y) in enumerate(group):
            demand(store, (kind, made(x), made(y)), f"node {number}")
            look(store)
        stores.append(store.copy())
        look(stores[-1])
        store.rollback(mark)
        look(store)
    for other in stores:
        store_mark = other.mark()
        for number, (kind, x, y) in enumerate(second):
            demand(other, (kind, made(x), made(y)), f"other node {number}")
            look(other)
        other.rollback(store_mark)
        look(other)


@quick
@given(demands, sides)
def test_the_cheap_bound_is_a_bound(wishes: list[tuple[str, Tree, Tree]], x: Tree) -> None:
    store, taken, _ = filled(wishes)
    value = made(x)
    assume(isinstance(value, Dim))
    assert isinstance(value, Dim)
    low = lowest(value.term_map, dict(store.ranges), {})
    for point in GRID:
        if low is not None and all(holds(wanted, point) for wanted in taken):
            assert low <= at(value, point)
