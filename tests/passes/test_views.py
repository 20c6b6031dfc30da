"""Views against NumPy: a view says where each element of a chain of reshapes, transposes and slices comes from."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from metadef.passes.views import View, whole


def elements(view: View) -> Any:
    """Where the elements of a view lie, computed one by one."""
    axes = [[sum(parts) for parts in product(*([i * stride for i in range(size)] for size, stride in axis))] or [0]
            for axis in view.axes]  # fmt: skip
    shape = tuple(len(axis) for axis in axes)
    flat = [view.offset + sum(parts) for parts in product(*axes)]
    return np.array(flat).reshape(shape)


@st.composite
def chains(draw: st.DrawFn) -> tuple[tuple[int, ...], list[tuple[str, Any]]]:
    dims = draw(st.lists(st.sampled_from([1, 2, 3, 4]), min_size=1, max_size=4))
    steps: list[tuple[str, Any]] = []
    for kind in draw(st.lists(st.sampled_from(["reshape", "transpose", "take"]), max_size=5)):
        if kind == "transpose":
            steps.append((kind, tuple(draw(st.permutations(range(5))))))
        elif kind == "take":
            steps.append((kind, (draw(st.integers(0, 4)), draw(st.integers(0, 3)))))
        else:
            steps.append((kind, draw(st.lists(st.sampled_from([1, 2, 3, 4, 6]), max_size=4))))
    return tuple(dims), steps


@given(chains())
def test_a_view_says_where_each_element_comes_from(case: tuple[tuple[int, ...], list[tuple[str, Any]]]):
    dims, steps = case
    array = np.arange(prod(dims)).reshape(dims)
    view: View | None = whole(dims)
    for kind, argument in steps:
        assert view is not None
        if kind == "transpose":
            perm = tuple(axis for axis in argument if axis < array.ndim)
            array, view = array.transpose(perm), view.transposed(perm)
        elif kind == "take":
            if not array.ndim:
                continue
            axis = argument[0] % array.ndim
            index = argument[1] % array.shape[axis]
            following = view.taken(axis, index)
            if following is None:
                return
            array, view = np.take(array, index, axis), following
        else:
            rest, target = array.size, []
            for size in argument:
                if rest % size == 0:
                    target.append(size)
                    rest //= size
            target.append(rest)
            following = view.reshaped(tuple(target))
            if following is None:
                return
            array, view = array.reshape(target), following
        assert np.array_equal(elements(view), array)


def test_equal_chains_give_equal_views():
    there = whole((2, 3, 4)).transposed((1, 0, 2)).transposed((1, 0, 2))
    assert there == whole((2, 3, 4))
    assert whole((2, 3, 4)).reshaped((6, 4)) == whole((6, 4))


def test_an_axis_that_ends_inside_what_does_not_divide_has_no_view():
    assert whole((2, 3)).transposed((1, 0)).reshaped((2, 3)) is None
