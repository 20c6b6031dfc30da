"""`Dim` by example: the formulas that models use, with expected texts worked out by hand."""

from __future__ import annotations

import copy
import gc
import pickle
import threading

import pytest

from metadef.errors import MetadefError
from metadef.types.dim import Dim, DimLike, ceil_div, dim_max, dim_min, dim_mod, exact_divide, floor_div, product
from metadef.types.dim_proof import never_zero_or_always
from metadef.types.value_range import Range

A, B, H, N, M, K, SEQ = (Dim.symbol(name) for name in ("a", "b", "h", "n", "m", "k", "seq"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2 * SEQ + 1, "2*seq+1"),
        (SEQ - SEQ, "0"),
        ((2 * A + 2 * B) // 2, "a+b"),
        ((4 * N + 3) // 4, "n"),
        ((4 * N + 5) // 4, "n+1"),
        ((6 * N + 4) // 4, "n+floordiv(n,2)+1"),
        ((2 * N) // 4, "floordiv(n,2)"),
        ((2 * N + 1) // 4, "floordiv(n,2)"),
        (N // 2 // 3, "floordiv(n,6)"),
        (ceil_div(ceil_div(N, 2), 2), "floordiv(n+3,4)"),
        (N // -2, "-n+floordiv(n,2)"),
        (N // -3, "-floordiv(n+2,3)"),
        (N // 1, "n"),
        ((N * M) // M, "n"),
        ((N * M + M) // M, "n+1"),
        ((N * N - M * M) // (N + M), "-m+n"),
        ((N * M) // (N * K), "floordiv(m,k)"),
        (N // (N + 1), "0"),
        (ceil_div(N, M), "floordiv(n-1,m)+1"),
        (dim_mod(N, 2), "mod(n,2)"),
        (dim_mod(6 * N + 5, 3), "2"),
        (dim_mod(dim_mod(N, 4), 8), "mod(n,4)"),
        (dim_mod(dim_mod(N, 4), 6), "mod(n,4)"),
        (dim_mod(dim_mod(N, 4) + 8 * M, 8), "mod(n,4)"),
        (dim_mod(N, N + 1), "n"),
        (dim_max(N, 0), "n"),
        (dim_max(N, 3, 7, N + 1), "max(n,6)+1"),
        (dim_max(dim_max(N, M), K), "max(k,m,n)"),
        (dim_max(2 * N, 2 * M), "2*max(m,n)"),
        (dim_min(N, 0), "0"),
        (dim_min(N, N + 3), "n"),
        (dim_min(N, 10), "min(n,10)"),
        (dim_min(dim_min(N, 10), M), "min(m,n,10)"),
        (dim_min(N, 4) + dim_max(N, 4), "n+4"),
        (N * N - 2 * N * M + M * M - (N - M) * (N - M), "0"),
        ((N + 1) * (M + 2), "m*n+m+2*n+2"),
        (7 - N, "-n+7"),
        (7 // N, "floordiv(7,n)"),
        (7 % N, "mod(7,n)"),
    ],
)
def test_canonical_form(value: DimLike, text: str) -> None:
    assert str(value) == text


def test_convolution_and_pooling_lengths() -> None:
    """Output length is floor((h + pads - dilation*(kernel-1) - 1) / stride) + 1."""

    def out(size: DimLike, kernel: int, stride: int, pads: int) -> DimLike:
        return floor_div(size + pads - kernel, stride) + 1

    assert out(H, 3, 1, 2) == H
    assert str(out(H, 3, 2, 2)) == "floordiv(h+1,2)"
    assert str(out(H, 7, 2, 6)) == "floordiv(h+1,2)"
    assert str(out(H, 2, 2, 0)) == "floordiv(h,2)"
    stem = out(out(H, 7, 2, 6), 3, 2, 2)  # the first two layers of a ResNet: 224 -> 56
    assert str(stem) == "floordiv(h+3,4)"
    assert out(32 * H, 3, 2, 2) == 16 * H
    assert isinstance(stem, Dim)
    assert stem.evaluate({"h": 224}) == 56


def test_same_padding_splits_add_up() -> None:
    total = dim_max(0, (ceil_div(H, 2) - 1) * 2 + 3 - H)
    before = floor_div(total, 2)
    assert before + (total - before) == total
    assert total.bounds() == Range(1, 2) if isinstance(total, Dim) else False


def test_padding_up_to_a_multiple_is_the_rounded_up_multiple() -> None:
    """Window attention pads by (k - h % k) % k; h and the padding make k * ceil(h / k)."""
    padded = H + dim_mod(7 - dim_mod(H, 7), 7)
    assert padded == 7 * ceil_div(H, 7)
    assert exact_divide(padded, 7) == ceil_div(H, 7)


def test_the_missing_dimension_of_a_reshape_is_an_exact_quotient() -> None:
    assert exact_divide(product([N, SEQ, 768]), product([N, SEQ, 12])) == 64
    assert exact_divide(product([N, SEQ, 768]), 12 * 64) == N * SEQ
    assert exact_divide((N + 1) * (M + 2), M + 2) == N + 1
    assert exact_divide(N * N - 1, N - 1) == N + 1
    assert exact_divide(N * M + 1, N) is None
    assert exact_divide(3 * N, 2) is None
    assert exact_divide(7, N) is None
    assert exact_divide(0, N) == 0
    assert exact_divide(N, 0) is None
    assert exact_divide(12, 4) == 3
    assert exact_divide(12, 5) is None
    assert exact_divide(4 * (N // 2), 2) == 2 * (N // 2)


def test_constants_are_plain_ints() -> None:
    for value in (SEQ - SEQ, SEQ * 0, (SEQ + 3) - SEQ, exact_divide(2 * N, N), dim_mod(4 * N, 2)):
        assert type(value) is int
    assert floor_div(7, 2) == 3
    assert ceil_div(-7, 2) == -3
    assert ceil_div(7, -2) == -3
    assert dim_max(3, 5) == 5
    assert product([]) == 1


def test_equal_expressions_are_one_object_with_one_hash() -> None:
    left, right = 2 * (A + B), B + B + A * 2
    assert left is right
    assert hash(left) == hash(right)
    assert {left: "x"}[right] == "x" if isinstance(left, Dim) else False
    assert left != A
    assert A != 3


def test_what_is_proven_by_residues() -> None:
    """floor(n/2) + ceil(n/2) = n holds for every n, though the canonical form leaves it standing."""
    difference = N // 2 + (N + 1) // 2 - N
    assert isinstance(difference, Dim)
    assert never_zero_or_always(difference) is True
    assert never_zero_or_always(N // 3 + (N + 1) // 3 + (N + 2) // 3 - N) is True
    assert never_zero_or_always(N - 2 * (N // 2) - 1) is None


def test_parts_of_an_expression() -> None:
    value = 2 * SEQ + dim_max(N, 3)
    assert isinstance(value, Dim)
    assert value.symbols() == {"seq", "n"}
    assert SEQ.symbol_name == "seq"
    assert value.symbol_name is None
    assert value.is_nonnegative()
    assert not (N - 1).is_nonnegative()
    assert (N - 1).is_nonnegative({"n": Range(1, None)})


def test_substitution_is_simultaneous() -> None:
    assert (A + 2 * B).substitute({"a": B, "b": A}) == B + 2 * A
    assert (A // 2).substitute({"a": 2 * B}) == B
    assert (A * B).substitute({"a": 0}) == 0
    assert (A + 1).substitute({"zz": 4}) is A + 1
    assert dim_max(A, B).substitute({"a": 3, "b": 5}) == 5


def test_a_dimension_does_not_pretend_to_be_true_or_ordered() -> None:
    with pytest.raises(TypeError, match="symbolic"):
        bool(N)
    with pytest.raises(TypeError):
        sorted([N, M])
    with pytest.raises(TypeError):
        Dim()


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda: floor_div(N, 0), "bad-dim"),
        (lambda: dim_mod(N, 0), "bad-dim"),
        (lambda: ceil_div(N, 0), "bad-dim"),
        (lambda: (7 // N).evaluate({"n": 0}), "bad-dim"),
        (lambda: (7 // N).substitute({"n": 0}), "bad-dim"),
        (lambda: N.evaluate({"m": 1}), "bad-dim"),
        (lambda: N.evaluate({"n": -1}), "bad-dim"),
        (lambda: N.substitute({"n": -1}), "bad-dim"),
        (lambda: dim_max(), "bad-dim"),
        (lambda: Dim.symbol(""), "bad-dim"),
        (lambda: Dim.symbol("a\nb"), "bad-dim"),
        (lambda: Dim.symbol("x" * 257), "bad-dim"),
        (lambda: product([Dim.symbol(f"s{i}") for i in range(100)]), "dim-too-large"),
        (lambda: sum((Dim.symbol(f"s{i}") for i in range(100)), N), "dim-too-large"),
        (lambda: product([N + Dim.symbol(f"s{i}") for i in range(12)]), "dim-too-large"),
        (lambda: product([2**200, 2**200, N]), "dim-too-large"),
        (lambda: dim_max(*[Dim.symbol(f"s{i}") for i in range(5000)]), "dim-too-large"),
        (lambda: _nested(40), "dim-too-large"),
    ],
)
def test_refusals(act: object, code: str) -> None:
    assert callable(act)
    with pytest.raises(MetadefError) as caught:
        act()
    assert [item.name for item in caught.value.findings] == [code]


def _nested(depth: int) -> DimLike:
    value: DimLike = N
    for _ in range(depth):
        value = floor_div(value, M + 1) + 1
    return value


def test_bounds_of_deeply_nested_operators_take_polynomial_time() -> None:
    value = _nested(20)
    assert isinstance(value, Dim)
    assert value.bounds({"n": Range(0, 100), "m": Range(1, 1)}) == Range(1, 2)


@pytest.mark.parametrize(
    ("text", "ranges", "expected"),
    [
        ("3*n+2", {"n": Range(1, 8)}, Range(5, 26)),
        ("n-m", {"n": Range(5, 9), "m": Range(1, 2)}, Range(3, 8)),
        ("n-n//2", {}, Range(0, None)),
        ("n-4*(n//4)", {}, Range(0, 3)),
        ("mod(n,m)", {"m": Range(1, 5)}, Range(0, 4)),
        ("min(n,10)-3", {}, Range(-3, 7)),
        ("max(n,10)", {"n": Range(0, 20)}, Range(10, 20)),
        ("n*m-n", {"m": Range(1, None)}, Range(0, None)),
        ("(n-1)*(m-1)", {"n": Range(1, None), "m": Range(1, None)}, Range(0, None)),
        ("floordiv(n+1,2)", {"n": Range(7, 8)}, Range(4, 4)),
        ("n*n", {"n": Range(2, 3)}, Range(4, 9)),
    ],
)
def test_bounds(text: str, ranges: dict[str, Range], expected: Range) -> None:
    value = Dim.parse(text)
    assert isinstance(value, Dim)
    assert value.bounds(ranges) == expected


def test_copies_and_pickles_are_the_same_object() -> None:
    value = 2 * SEQ + dim_min(N, 4)
    assert copy.copy(value) is value
    assert copy.deepcopy([value])[0] is value
    assert pickle.loads(pickle.dumps(value)) is value


def test_threads_that_build_one_expression_get_one_object() -> None:
    found: list[DimLike] = []
    start = threading.Barrier(4)

    def build() -> None:
        start.wait()
        found.extend(Dim.symbol(f"thread_{i}") * 3 + i // 2 for i in range(300))

    threads = [threading.Thread(target=build) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 300


def test_forgotten_expressions_leave_the_table() -> None:
    from metadef.types import dim_core

    before = len(dim_core._dims)
    for i in range(20_000):
        Dim.symbol(f"passing_{i}")
    gc.collect()
    assert len(dim_core._dims) - before < 10_000
