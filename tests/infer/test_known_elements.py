"""Known elements against NumPy, and symbols against numbers put in their places."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays, mutually_broadcastable_shapes

from metadef import DataType, Dim, TensorDesc
from metadef.catalogue import registry
from metadef.infer.value.element_type import in_type
from metadef.ops.call import Call
from metadef.ops.check import canonical_attrs
from metadef.ops.ports import PortKind
from metadef.types.constraints import ConstraintStore
from metadef.types.known_value import KnownValue
from metadef.types.tensor_value import TensorValue

n, m = Dim.symbol("n"), Dim.symbol("m")


def known_of(array: Any) -> KnownValue:
    value = KnownValue.of_tensor(TensorValue.from_array(np.asarray(array)))
    assert value is not None
    return value


def elements(
    op: str, inputs: list[Any], attrs: dict[str, Any] | None = None, store: ConstraintStore | None = None
) -> Any:
    """What the value rule says; inputs are arrays, known values or descriptors, a list for a dynamic port."""
    proto = registry().lookup(op)
    values: list[KnownValue | None] = []
    descs: list[TensorDesc | None] = []
    counts: list[int] = []
    for port, item in zip(proto.inputs, [*inputs, *[None] * (len(proto.inputs) - len(inputs))], strict=True):
        members = item if port.kind is PortKind.DYNAMIC else [item]
        counts.append(len(members))
        for one in members:
            if one is None or isinstance(one, TensorDesc):
                values.append(None)
                descs.append(one)
                continue
            known = one if isinstance(one, KnownValue) else known_of(one)
            dtype = DataType.INT64 if isinstance(one, KnownValue) else DataType.from_numpy(np.asarray(one).dtype)
            values.append(known)
            descs.append(TensorDesc(known.dims, dtype))
    canonical, problems = canonical_attrs(proto, attrs or {}, op)
    assert problems == []
    call = Call(
        proto,
        descs,
        canonical,
        counts=tuple(counts) if proto.has_dynamic_inputs else None,
        output_counts=tuple(attrs["num_split" if "num_split" in attrs else "num"] for _ in proto.outputs)
        if proto.has_dynamic_outputs and attrs
        else None,
        value_of=values.__getitem__,
        store=store,
    )
    assert proto.value_rule is not None
    return proto.value_rule(call)


def check(op: str, inputs: list[Any], attrs: dict[str, Any], expected: Any) -> None:
    given_value = elements(op, inputs, attrs)
    assert isinstance(given_value, KnownValue), op
    assert given_value.dims == np.shape(expected)
    assert list(given_value.items) == np.asarray(expected).reshape(-1).tolist()


BINARY = {
    "Add": np.add,
    "Sub": np.subtract,
    "Mul": np.multiply,
    "Maximum": np.maximum,
    "Minimum": np.minimum,
    "FloorDiv": np.floor_divide,
    "FloorMod": np.mod,
    "Mod": np.fmod,
    "Div": lambda a, b: np.trunc(a / b).astype(np.int64),
    "Equal": np.equal,
    "NotEqual": np.not_equal,
    "Less": np.less,
    "LessEqual": np.less_equal,
    "Greater": np.greater,
    "GreaterEqual": np.greater_equal,
}


@pytest.mark.parametrize("op", BINARY)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_arithmetic_is_that_of_numpy(op: str, data: st.DataObject):
    both = data.draw(mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3, min_side=0))
    a, b = (data.draw(arrays(np.int64, shape, elements=st.integers(-9, 9))) for shape in both.input_shapes)
    if op in ("FloorDiv", "FloorMod", "Mod", "Div"):
        b = np.where(b == 0, 7, b)
    check(op, [a, b], {}, BINARY[op](a, b))


def test_division_of_integers_truncates_and_of_floats_does_not():
    check("RealDiv", [np.asarray([-7], np.int32), np.asarray([2], np.int32)], {}, [-3])
    check("RealDiv", [np.asarray([-7.0], np.float32), np.asarray([2.0], np.float32)], {}, [-3.5])


def test_division_by_zero_is_not_known():
    zero = elements("FloorDiv", [np.asarray([4]), np.asarray([0])])
    assert zero.items == (None,)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_moving_elements_is_that_of_numpy(data: st.DataObject):
    x = data.draw(arrays(np.int64, array_shapes(min_dims=1, max_dims=3, max_side=4), elements=st.integers(0, 99)))
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    size = x.shape[axis]
    perm = np.asarray(data.draw(st.permutations(range(x.ndim))))
    picks = np.asarray(data.draw(st.lists(st.integers(-size, size - 1), max_size=4)), np.int64)
    times = np.asarray(data.draw(st.lists(st.integers(0, 2), min_size=x.ndim, max_size=x.ndim)), np.int64)
    check("Transpose", [x, perm], {}, np.transpose(x, perm))
    check("GatherV2", [x, picks, np.asarray([axis])], {}, np.take(x, picks, axis))
    check("ConcatV2", [[x, x], np.asarray([axis])], {"N": 2}, np.concatenate([x, x], axis))
    check("Pack", [[x, x]], {"N": 2, "axis": axis}, np.stack([x, x], axis))
    check("Tile", [x, times], {}, np.tile(x, times))
    check("Reshape", [x, np.asarray([-1])], {}, x.reshape(-1))
    check("Unsqueeze", [x], {"axes": [axis]}, np.expand_dims(x, axis))
    check("BroadcastTo", [x, np.asarray([2, *x.shape])], {}, np.broadcast_to(x, (2, *x.shape)))
    check("Shape", [x], {"dtype": 9}, x.shape)
    check("Size", [x], {"dtype": 9}, x.size)
    parts = elements("Unpack", [x], {"num": size, "axis": axis})
    assert [list(part.items) for part in parts] == [np.take(x, at, axis).reshape(-1).tolist() for at in range(size)]


@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_slices_are_those_of_python(data: st.DataObject):
    x = np.arange(data.draw(st.integers(0, 7)))
    begin, end = data.draw(st.integers(-9, 9)), data.draw(st.integers(-9, 9))
    step = data.draw(st.integers(-3, 3).filter(bool))
    args = [np.asarray([item]) for item in (begin, end, step)]
    # a stop before the first element is written as a number below -size, for which Python needs None
    last = None if step < 0 and end < -len(x) else end
    check("StridedSlice", [x, *args], {}, x[slice(begin, last, step)])
    check("StridedSliceV3", [x, args[0], args[1], None, args[2]], {}, x[slice(begin, last, step)])


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_reductions_are_those_of_numpy(data: st.DataObject):
    x = data.draw(arrays(np.int64, array_shapes(min_dims=1, max_dims=3, max_side=3), elements=st.integers(-5, 5)))
    axes = data.draw(st.lists(st.integers(0, x.ndim - 1), min_size=1, max_size=x.ndim, unique=True))
    keep = data.draw(st.booleans())
    for op, reduce in (("ReduceSum", np.sum), ("ReduceProd", np.prod), ("ReduceMax", np.max), ("ReduceMin", np.min)):
        check(op, [x, np.asarray(axes)], {"keep_dims": keep}, reduce(x, axis=tuple(axes), keepdims=keep))


@settings(max_examples=40, deadline=None)
@given(start=st.integers(-5, 5), limit=st.integers(-5, 5), delta=st.integers(-3, 3).filter(bool))
def test_ranges_are_those_of_numpy(start: int, limit: int, delta: int):
    check("Range", [np.asarray(start), np.asarray(limit), np.asarray(delta)], {}, np.arange(start, limit, delta))


def test_casts_follow_the_target_type():
    check("Cast", [np.asarray([2.7, -2.7], np.float32)], {"dst_type": DataType.INT32.ge_value}, [2, -2])
    check("Cast", [np.asarray([0, 3], np.int64)], {"dst_type": DataType.BOOL.ge_value}, [False, True])
    wide = elements("Cast", [np.asarray([300, 5])], {"dst_type": DataType.INT8.ge_value})
    assert in_type(wide, DataType.INT8, ConstraintStore()).items == (None, 5)


def test_a_symbol_stays_exact_through_floats():
    """torch exports interpolation as Cast to float, Mul, Floor, Cast back."""
    shape = KnownValue.vector([n, 4])
    assert elements("Cast", [shape], {"dst_type": DataType.FLOAT.ge_value}).items == (n, 4.0)
    doubled = elements("Mul", [KnownValue.vector([n]), np.asarray([2.0], np.float32)])
    assert doubled.items == (2 * n,)
    assert elements("Floor", [doubled]).items == (2 * n,)


def test_comparing_a_size_with_minus_one_is_decided():
    """Expand's target in torch's export: Where(Equal(shape, -1), ones, shape)."""
    wanted = KnownValue.vector([n, -1])
    is_free = elements("Equal", [wanted, np.asarray([-1, -1])])
    assert is_free.items == (False, True)
    chosen = elements("SelectV2", [is_free, np.asarray([1, 1]), wanted])
    assert chosen.items == (n, 1)


def test_an_undecided_condition_chooses_only_between_equals():
    condition = KnownValue.vector([None, None, True])
    chosen = elements("SelectV2", [condition, KnownValue.vector([n, 2, 5]), KnownValue.vector([n, 3, 6])])
    assert chosen.items == (n, None, 5)


def test_what_the_constraints_know_decides_comparisons():
    store = ConstraintStore(["n >= 3"])
    assert elements("Greater", [KnownValue.vector([n]), np.asarray([2])], store=store).items == (True,)
    assert elements("Maximum", [KnownValue.vector([n]), np.asarray([3])], store=store).items == (n,)


def test_the_shape_of_a_tensor_keeps_its_unknown_dimensions():
    known = elements("Shape", [TensorDesc((2, None, "n"), DataType.FLOAT)])
    assert known.items == (2, None, n)
    assert elements("GatherV2", [known, np.asarray([2]), np.asarray([0])]).items == (n,)


@settings(max_examples=40, deadline=None)
@given(sizes=st.fixed_dictionaries({"n": st.integers(1, 9), "m": st.integers(1, 9)}))
def test_symbols_replaced_by_numbers_give_the_numbers_result(sizes: dict[str, int]):
    symbolic = KnownValue.vector([n, 2 * m, n + 3])
    numbers = np.asarray([sizes["n"], 2 * sizes["m"], sizes["n"] + 3])
    for op, other in [("Add", 2), ("Sub", 3), ("Mul", 4), ("FloorDiv", 2), ("FloorMod", 3), ("Maximum", 5), ("Div", 2)]:
        got = elements(op, [symbolic, np.asarray([other])])
        want = elements(op, [numbers, np.asarray([other])])
        assert [item.evaluate(sizes) if isinstance(item, Dim) else item for item in got.items] == list(want.items)
