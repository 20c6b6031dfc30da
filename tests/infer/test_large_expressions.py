"""Sizes whose expressions grow, and expressions of one meaning."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from metadef.catalogue import registry
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.infer.call import infer_call
from metadef.infer.engine import infer
from metadef.types.attrs import Attrs
from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim, ceil_div, dim_max, floor_div
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

N, M = Dim.symbol("n"), Dim.symbol("m")


def _graph(*shapes: tuple[str | int, ...]) -> tuple[Graph, list[Value]]:
    graph = Graph("g", registry())
    return graph, [graph.add_input(f"x{at}", TensorDesc(dims, DataType.FLOAT)) for at, dims in enumerate(shapes)]


def _crop(graph: Graph, x: Value, begin: int, end: int, step: int = 1) -> Value:
    parts = [graph.constant(np.array([item])) for item in (begin, end, 0, step)]
    return graph.add("StridedSliceV2", [x, *parts]).output


def test_a_size_that_grows_too_large_is_unknown_and_the_rank_stays():
    graph, inputs = _graph(*[(f"s{at}",) for at in range(5)])
    total = inputs[0]
    for other in inputs[1:]:
        total = graph.add("Add", [total, other]).output
    graph.set_outputs([("y", total)])
    assert not [item for item in infer(graph).findings if item.is_error]
    assert total.desc.origin_shape.rank == 1


def test_a_join_of_very_many_symbols_keeps_its_rank():
    shapes = [Shape((f"s{at}", 4)) for at in range(80)]
    [found] = infer_call(
        registry().lookup("ConcatD"),
        [TensorDesc(shape, DataType.FLOAT) for shape in shapes],
        Attrs({"concat_dim": 0, "N": 80}),
        counts=(80,),
    )
    assert found.origin_shape == Shape((None, 4))


@pytest.mark.parametrize("count", [1, 2, 3, 8, 30])
def test_crops_of_crops_are_one_crop(count: int):
    graph, [x] = _graph(("n", 4))
    for _ in range(count):
        x = _crop(graph, x, 1, -1)
    graph.set_outputs([("y", x)])
    infer(graph)
    assert x.desc.origin_shape[0] == dim_max(N, 2 * count) - 2 * count


def test_every_second_of_every_second_is_every_fourth():
    graph, [x] = _graph(("n",))
    graph.set_outputs([("y", _crop(graph, _crop(graph, x, 1, 2**31 - 1, 2), 1, 2**31 - 1, 2))])
    infer(graph)
    assert graph.outputs[0][1].desc.origin_shape == Shape((floor_div(N, 4),))


FAR = 2**31 - 1
ENDS = [-7, -4, -3, -2, -1, 0, 1, 2, 3, 5, FAR]


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_symbolic_slice_has_the_length_that_python_gives(step: int):
    for begin, end in product(ENDS, ENDS):
        if begin == FAR:
            continue
        graph, [x] = _graph(("n",))
        y = _crop(graph, x, begin, end, step)
        graph.set_outputs([("y", y)])
        infer(graph)
        dim = y.desc.origin_shape[0]
        assert dim is not None
        for size in range(9):
            length = len(range(size)[begin:end:step])
            assert (dim if isinstance(dim, int) else dim.evaluate({"n": size})) == length, (begin, end, size, str(dim))


def test_sizes_that_are_proven_equal_broadcast_to_one_of_them_and_demand_nothing():
    store = ConstraintStore()
    assert store.broadcast(floor_div(N, 2) + ceil_div(N, 2), N) == N
    assert list(store.lines()) == []


@pytest.mark.parametrize("divisor", [1, 2, 3, 5])
def test_a_quotient_of_a_maximum_is_the_maximum_of_the_quotients(divisor: int):
    for factor, constant in product((1, 2, 3), (0, 1, 4)):
        found = floor_div(factor * dim_max(N, M, 3) + constant, divisor)
        if 2 * factor <= divisor:  # WHY: else a multiple leaves the division first
            assert found == dim_max(*[floor_div(factor * part + constant, divisor) for part in (N, M, 3)])
        for n, m in product(range(7), range(7)):
            value = found if isinstance(found, int) else found.evaluate({"n": n, "m": m})
            assert value == (factor * max(n, m, 3) + constant) // divisor
