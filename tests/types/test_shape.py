"""`Shape`: what it is built from, what it says, and its forms in text, JSON and GE files."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dim_cases import trees
from metadef.errors import MetadefError
from metadef.types.dim import Dim
from metadef.types.shape import SCALAR, UNKNOWN_RANK, Shape
from metadef.types.tensor import TensorDesc

N = Dim.symbol("n")


class Index:
    """A number of another library, as NumPy's are."""

    def __index__(self) -> int:
        return 5


@pytest.mark.parametrize(
    ("shape", "text", "rank", "known", "symbolic"),
    [
        (Shape((1, 3, 224, 224)), "[1, 3, 224, 224]", 4, True, True),
        (Shape([2, "batch", None]), "[2, batch, ?]", 3, False, False),
        (Shape((2, "2*seq+1")), "[2, 2*seq+1]", 2, False, True),
        (Shape((2, "7")), "[2, 7]", 2, True, True),
        (Shape((N, Index())), "[n, 5]", 2, False, True),
        (Shape((True, 2)), "[1, 2]", 2, True, True),
        (Shape(()), "[]", 0, True, True),
        (Shape(None), "[*]", None, False, False),
        (Shape(Shape((2, None))), "[2, ?]", 2, False, False),
        (Shape.unknown(2), "[?, ?]", 2, False, False),
        (Shape.unknown(), "[*]", None, False, False),
        (Shape.of_ints((4, 5)), "[4, 5]", 2, True, True),
        (Shape.of_dims((4, N)), "[4, n]", 2, False, True),
        (Shape(dim for dim in (1, 2)), "[1, 2]", 2, True, True),
    ],
)
def test_what_a_shape_says(shape: Shape, text: str, rank: int | None, known: bool, symbolic: bool) -> None:
    assert str(shape) == text
    assert (shape.rank, shape.is_known, shape.is_symbolic_or_known) == (rank, known, symbolic)
    assert Shape.parse(text) == shape
    assert Shape.from_json(shape.to_json()) == shape
    assert pickle.loads(pickle.dumps(shape)) == shape
    assert shape.known_dims() == (tuple(shape) if known else None)


def test_iterating_gives_ints_dims_and_none() -> None:
    shape = Shape((2, "n", None))
    assert list(shape) == [2, N, None]
    assert shape.dims == (2, N, None)
    assert (shape[0], shape[-1], len(shape), N in shape) == (2, None, 3, True)
    assert all(type(dim) is int for dim in Shape((Index(), True)))


@pytest.mark.parametrize(
    "look", [lambda shape: shape.dims, len, iter, lambda shape: shape[0], lambda shape: shape.with_dim(0, 1)]
)
def test_unknown_rank_has_no_dimensions_to_look_at(look: object) -> None:
    assert callable(look)
    with pytest.raises(MetadefError, match="rank is unknown"):
        look(UNKNOWN_RANK)


@pytest.mark.parametrize("dims", [(-1,), (2, -2), ("-3",), ("2*seq+",), (1.5,), ([],), "batch", range(2000)])
def test_what_is_no_shape_is_refused(dims: object) -> None:
    build: Any = Shape
    with pytest.raises(MetadefError) as caught:
        build(dims)
    assert caught.value.findings[0].name == "bad-dim"


@pytest.mark.parametrize("data", [3, "x", {"a": 1}, [True], [1.5], [[1]], [-1], ["-1"]])
def test_what_is_no_shape_in_json_is_refused(data: object) -> None:
    with pytest.raises(MetadefError):
        Shape.from_json(data)


@pytest.mark.parametrize("text", ["", "2, 3", "[2", "2]", "[2,]", "[,]", "[a b]", "[2, **]", "[-1]"])
def test_what_is_no_shape_in_text_is_refused(text: str) -> None:
    with pytest.raises(MetadefError):
        Shape.parse(text)


def test_ge_files_write_minus_one_and_minus_two() -> None:
    assert Shape.from_ge([1, -1, 3]) == Shape((1, None, 3))
    assert Shape.from_ge([-2]) == UNKNOWN_RANK
    assert Shape.from_ge([]) == SCALAR
    assert Shape((1, None, "n")).to_ge() == [1, -1, -1]
    assert UNKNOWN_RANK.to_ge() == [-2]
    for bad in ([-3], [1, -2], [-2, -2]):
        with pytest.raises(MetadefError):
            Shape.from_ge(bad)


def test_number_of_elements() -> None:
    assert Shape((2, 3, 4)).numel() == 24
    assert SCALAR.numel() == 1
    assert Shape((2, "n", "n")).numel() == 2 * N * N
    assert Shape((2, None)).numel() is None
    assert Shape((0, None)).numel() == 0
    assert UNKNOWN_RANK.numel() is None
    assert Shape([f"s{i}" for i in range(40)]).numel() is None  # past the limits of an expression


def test_symbols_and_substitution() -> None:
    shape = Shape(("n", "m+1", None, 3))
    assert shape.symbols() == {"n", "m"}
    assert shape.substitute({"n": 2, "m": N}) == Shape((2, "n+1", None, 3))
    assert shape.substitute({"z": 1}) is shape
    assert UNKNOWN_RANK.substitute({"n": 1}) is UNKNOWN_RANK
    assert Shape((1, 2)).symbols() == frozenset()
    with pytest.raises(MetadefError):
        Shape(("n-3",)).substitute({"n": 2})


def test_equal_shapes_have_one_hash_and_a_scalar_is_not_an_unknown() -> None:
    assert {Shape((1, "n")): 1}[Shape([1, N])] == 1
    assert hash(Shape.of_ints((1, 2))) == hash(Shape((1, 2)))
    assert SCALAR != UNKNOWN_RANK
    assert Shape((1,)) != (1,)
    assert bool(SCALAR)
    assert bool(UNKNOWN_RANK)
    assert Shape((1, 2)).with_dim(1, None) == Shape((1, None))


dims = st.one_of(st.integers(0, 2**63), st.none(), trees)


@settings(max_examples=150, deadline=None)
@given(st.lists(dims, max_size=5))
def test_text_and_json_give_the_shape_back(items: list[object]) -> None:
    from dim_cases import Tree, dim

    try:
        built = [dim(item) if isinstance(item, Tree | str) else item for item in items]
        shape = Shape(item for item in built if item is None or isinstance(item, int | Dim))
    except MetadefError:
        return
    assert Shape.parse(str(shape)) == shape
    assert Shape.from_json(shape.to_json()) == shape


@pytest.mark.parametrize(
    ("given", "hint"),
    [(np.float32, "DataType.FLOAT"), ("FLOAT", "DataType.FLOAT"), ("DT_INT8", "DataType.INT8"), (1, "")],
)
def test_a_descriptor_takes_a_data_type_and_nothing_else(given: Any, hint: str):
    with pytest.raises(MetadefError) as raised:
        TensorDesc((2, 3), given)
    assert [(item.name, item.hint) for item in raised.value.findings] == [("bad-usage", hint)]
