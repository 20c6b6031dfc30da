"""Calls whose answers follow from what an operator means: by NumPy's own functions, or worked out by hand.

A row is an operator, its inputs, its attributes and the shapes of its first outputs; FAILS where there is no answer.
An input is a list (a FLOAT tensor of that shape; None is an unknown size), `ints(...)` or `floats(...)` (elements),
`of(TYPE, ...)`, `None` for an absent one, or a tuple of these for a dynamic port.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from metadef import DataType, Format, MetadefError, TensorDesc, infer_call

FAILS = "fails"
UNKNOWN_RANK = "unknown rank"
Row = tuple[str, list[Any], dict[str, Any], Any]


def ints(*items: Any, dtype: Any = np.int64) -> np.ndarray:
    return np.array(items, dtype)


def number(item: int) -> np.ndarray:
    return np.array(item, np.int32)


def floats(*items: float) -> np.ndarray:
    return np.array(items, np.float32)


def of(dtype: DataType, *dims: int | None, layout: Format = Format.ND) -> TensorDesc:
    return TensorDesc(dims, dtype, layout)


NO_RANK = TensorDesc(None, DataType.FLOAT)
I32, I64, BOOL, U8 = DataType.INT32, DataType.INT64, DataType.BOOL, DataType.UINT8


def answer(row: Row) -> Any:
    """What inference says of a row."""
    op, inputs, attrs, _ = row
    try:
        outputs = infer_call(op, [_input(item) for item in inputs], attrs)
    except MetadefError:
        return FAILS
    return [UNKNOWN_RANK if item.shape.rank is None else list(item.shape) for item in outputs]


def _input(item: Any) -> Any:
    if isinstance(item, tuple):
        return [_input(part) for part in item]
    return TensorDesc(tuple(item), DataType.FLOAT) if isinstance(item, list) else item


def wrong(rows: Iterator[Row] | list[Row]) -> list[str]:
    """The rows that inference answers otherwise."""
    found: list[str] = []
    for row in rows:
        got, want = answer(row), row[3]
        agrees = got == FAILS if want == FAILS else got != FAILS and got[: len(want)] == want
        if not agrees:
            found.append(f"{row[0]} {row[1]} {row[2]}: {got}, expected {want}")
    return found


UNARY = (
    "Abs Acosh Asin Asinh Atan BesselI0e Ceil Dawsn Erf Erfc Exp Expint Expm1 FresnelCos FresnelSin Gelu IsFinite IsNan"
    " IsNegInf IsPosInf Log Log1p Relu Rint Sigmoid Sign Signbit Sinc SoftplusV2 Spence Sqrt Square ZerosLike"
).split()
SHAPES: list[list[int | None]] = [[], [0], [7], [None, 3], [2, 0, 4], [1, 2, 3, 4, 5, 6, 7, 8]]


def test_elementwise_operators_keep_the_shape():
    assert wrong((op, [shape], {}, [shape]) for op in UNARY for shape in SHAPES) == []


BINARY = (
    "AddV2 Atan2 Div DivNoNan Equal FloorDiv FloorMod IsClose Less LessEqual LogicalAnd LogicalOr Mod MulNoNan NotEqual"
    " Pow RealDiv SquaredDifference Sub TruncateDiv TruncateMod Xlogy"
).split()
PAIRS: list[tuple[list[int], list[int]]] = [
    ([2, 3], [3]),
    ([2, 1, 4], [3, 1]),
    ([], [5]),
    ([4, 1], [1, 6]),
    ([0], [1]),
    ([2, 3], [2]),
    ([0], [2]),
    ([4, 3, 2], [4, 1, 3]),
]


def _broadcast(*shapes: list[int]) -> Any:
    try:
        return [list(np.broadcast_shapes(*map(tuple, shapes)))]
    except ValueError:
        return FAILS


def test_binary_operators_broadcast_as_numpy_does():
    assert wrong((op, [a, b], {}, _broadcast(a, b)) for op in BINARY for a, b in PAIRS) == []


def test_operators_of_three_inputs_broadcast_as_numpy_does():
    triples = [([2, 3], [3], []), ([2, 1], [1, 3], [2, 3]), ([2], [3], [1]), ([1], [4, 1], [5])]
    rows = [
        (op, list(shapes), {}, _broadcast(*shapes))
        for op in ("FusedMulAdd", "Lerp", "SelectV2", "ClipByValueV2")
        for shapes in triples
    ]
    assert wrong(rows) == []


def _reduced(shape: list[int], axes: list[int], keep: bool) -> Any:
    """CANN counts an axis that is named twice once, where NumPy refuses it."""
    once = tuple({axis % len(shape) if -len(shape) <= axis < len(shape) else axis for axis in axes})
    try:
        return [list(np.sum(np.zeros(shape), axis=once, keepdims=keep).shape)]
    except (ValueError, np.exceptions.AxisError):
        return FAILS


REDUCE = "ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd ReduceAll ReduceAny ReduceLogSum ReduceLogSumExp".split()


def test_reductions_do_as_numpy_does():
    shapes: list[list[int]] = [[3], [2, 3], [2, 3, 4], [2, 0, 4, 5]]
    axes = [[0], [-1], [1], [0, 1], [-2, 0], [2], [3], [-4], [0, 2]]
    rows = [
        (op, [shape, ints(*picked)], {"keep_dims": keep}, _reduced(shape, picked, keep))
        for op, shape, picked, keep in itertools.product(REDUCE, shapes, axes, (True, False))
    ]
    assert wrong(rows) == []


def test_the_axes_of_a_reduction_may_be_unknown_or_none():
    x, axes = [2, 3, 4], of(I64, 1)
    rows: list[Row] = [
        ("ReduceSum", [x, axes], {"keep_dims": True}, [[None, None, None]]),
        ("ReduceSum", [x, of(I64, None)], {}, [UNKNOWN_RANK]),
        ("ReduceSum", [NO_RANK, ints(0)], {}, [UNKNOWN_RANK]),
        ("ReduceSum", [[2, None], ints(0)], {}, [[None]]),
        ("ReduceSum", [[2, None], ints(1)], {"keep_dims": True}, [[2, 1]]),
        ("ReduceMean", [x, ints()], {"noop_with_empty_axes": True}, [x]),
        ("ReduceMean", [x, ints()], {"noop_with_empty_axes": False}, [[]]),
        ("ReduceMean", [x, ints()], {"noop_with_empty_axes": False, "keep_dims": True}, [[1, 1, 1]]),
        ("SquareSumV1", [x], {"axis": [0, 2], "keep_dims": False}, [[3]]),
        ("SquareSumV1", [x], {"axis": [0, 2], "keep_dims": True}, [[1, 3, 1]]),
        ("SquareSumV1", [x], {"axis": [3]}, FAILS),
        ("SquareSumV1", [x], {"axis": [-4]}, FAILS),
        ("ReduceMeanWithCount", [x, [3], [3]], {"axes": [1]}, [[2, 4]]),
        ("LpNormV2", [x], {"axes": [1], "keepdim": True}, [[2, 1, 4]]),
        ("LpNormV2", [x], {"axes": [1]}, [[2, 4]]),
        ("LpNormV2", [x], {"axes": [3]}, FAILS),
        ("LpNormV2", [x], {"axes": [], "keepdim": False}, [[]]),
        ("ArgMaxWithValue", [x], {"dimension": 1}, [[2, 4], [2, 4]]),
        ("ArgMaxWithValue", [x], {"dimension": -1, "keep_dims": True}, [[2, 3, 1], [2, 3, 1]]),
        ("ArgMaxWithValue", [x], {"dimension": 3}, FAILS),
        ("CosineSimilarity", [[2, 3, 4], [2, 3, 4]], {"dim": 1}, [[2, 4]]),
        ("CosineSimilarity", [[2, 3, 4], [1, 3, 1]], {"dim": -1}, [[2, 3]]),
        ("CosineSimilarity", [[2, 3], [2, 4]], {"dim": 1}, FAILS),
        ("Cummin", [x], {"axis": 2}, [x, x]),
        ("Cummin", [x], {"axis": 3}, FAILS),
        ("Cumsum", [x, number(-3)], {}, [x]),
        ("Cumsum", [x, number(3)], {}, FAILS),
        ("CumulativeLogsumexp", [x, number(-4)], {}, FAILS),
        ("AdaptiveAvgPool2d", [[3, 8, 8]], {"output_size": [2, 3]}, [[3, 2, 3]]),
        ("AdaptiveAvgPool2d", [[1, 3, 8, 9]], {"output_size": [-1, 4]}, [[1, 3, 8, 4]]),
        ("AdaptiveAvgPool2d", [[1, 2, 3, 8, 9]], {"output_size": [1, 1]}, FAILS),
    ]
    assert wrong(rows) == []


def _sliced(shape: list[int], begin: list[int], end: list[int], strides: list[int], masks: dict[str, int]) -> Any:
    """NumPy's answer, with TensorFlow's masks written out as an index."""
    index: list[Any] = []
    for bit, (first, last, step) in enumerate(zip(begin, end, strides, strict=True)):
        on = {name: bool(mask >> bit & 1) for name, mask in masks.items()}
        if on.get("ellipsis_mask"):
            index.append(Ellipsis)
        elif on.get("new_axis_mask"):
            index.append(None)
        elif on.get("shrink_axis_mask"):
            index.append(first)
        else:
            index.append(slice(None if on.get("begin_mask") else first, None if on.get("end_mask") else last, step))
    try:
        return [list(np.zeros(shape)[tuple(index)].shape)]
    except (IndexError, ValueError):
        return FAILS


SLICES: list[tuple[list[int], list[int], list[int], list[int], dict[str, int]]] = [
    ([10], [2], [8], [3], {}),
    ([10], [8], [2], [-2], {}),
    ([10], [-3], [100], [1], {}),
    ([10], [8], [2], [1], {}),
    ([10], [0], [0], [-1], {"begin_mask": 1, "end_mask": 1}),
    ([4, 5], [1], [3], [1], {}),
    ([4, 5], [1, 0], [3, 4], [1, 2], {"begin_mask": 2}),
    ([4, 5], [1, -1], [2, 0], [1, 1], {"shrink_axis_mask": 3}),
    ([4, 5], [1, 7], [2, 8], [1, 1], {"shrink_axis_mask": 2}),
    ([4, 5], [-5, 0], [2, 5], [1, 1], {"shrink_axis_mask": 1}),
    ([4, 5, 6], [0, 1], [0, 3], [1, 1], {"ellipsis_mask": 1}),
    ([4, 5, 6], [1, 0, 1], [2, 0, 3], [1, 1, 1], {"ellipsis_mask": 2, "shrink_axis_mask": 1}),
    ([4, 5], [0, 0, 1], [0, 0, 2], [1, 1, 1], {"ellipsis_mask": 1, "new_axis_mask": 2}),
    ([4], [0, 0], [0, 2], [1, 1], {"new_axis_mask": 1}),
    ([4], [0, 0], [4, 1], [1, 1], {}),
    ([4, 5], [0, 0], [4, 5], [1, 0], {}),
    ([0, 3], [0], [5], [2], {}),
    ([7, 7], [6, 0], [0, 7], [-4, 7], {}),
    ([3, 4, 5], [0, 0, 0], [3, 4, 5], [1, 1, 1], {"shrink_axis_mask": 7}),
    ([3, 4], [2, 1], [-4, 4], [-1, 1], {}),
]


def test_strided_slices_do_as_numpy_does():
    rows: list[Row] = [
        ("StridedSlice", [shape, ints(*b), ints(*e), ints(*s)], masks, _sliced(shape, b, e, s, masks))
        for shape, b, e, s, masks in SLICES
    ]
    rows += [
        ("StridedSliceV2", [shape, ints(*b), ints(*e), ints(*range(len(b))), ints(*s)], {}, _sliced(shape, b, e, s, {}))
        for shape, b, e, s, masks in SLICES
        if not masks
    ]
    rows += [
        ("StridedSliceV3", [shape, ints(*b), ints(*e), ints(*range(len(b))), ints(*s)], {}, _sliced(shape, b, e, s, {}))
        for shape, b, e, s, masks in SLICES
        if not masks
    ]
    assert wrong(rows) == []


def test_slices_along_chosen_axes_and_of_what_is_not_known():
    x = [4, 5, 6]
    rows: list[Row] = [
        ("StridedSliceV2", [x, ints(1), ints(3), ints(-1)], {}, [[4, 5, 2]]),
        ("StridedSliceV2", [x, ints(1, 0), ints(3, 2), ints(2, 0), ints(1, 1)], {}, [[2, 5, 2]]),
        ("StridedSliceV2", [x, ints(1), ints(3)], {}, [[2, 5, 6]]),
        ("StridedSliceV3", [x, ints(1), ints(3), ints(3)], {}, FAILS),
        ("StridedSliceV3", [x, ints(0, 0), ints(3, 3), ints(0, 0)], {}, FAILS),
        ("StridedSlice", [x, of(I64, 2), of(I64, 2), ints(1, 1)], {}, [[None, None, 6]]),
        ("StridedSlice", [[None, 5], ints(0, 1), ints(2, 3), ints(1, 1)], {"end_mask": 1}, [[None, 2]]),
        ("Slice", [x, ints(1, 2, 3), ints(2, -1, 3)], {}, [[2, 3, 3]]),
        ("Slice", [x, ints(1, 2, 3), ints(4, 1, 1)], {}, FAILS),
        ("Slice", [x, ints(1, 2), ints(1, 1)], {}, FAILS),
        ("Slice", [x, ints(-1, 0, 0), ints(1, 1, 1)], {}, FAILS),
        ("Slice", [x, of(I64, 3), ints(1, 2, 3)], {}, [[1, 2, 3]]),
        ("Slice", [x, of(I64, 3), of(I64, 3)], {}, [[None, None, None]]),
        ("SliceWithAxes", [x, ints(1), ints(2)], {"axes": [1]}, [[4, 2, 6]]),
        ("SliceWithAxes", [x, ints(1), ints(-1)], {"axes": [-1]}, [[4, 5, 5]]),
        ("SliceLastDim", [x], {"start": 1, "end": 6, "stride": 2}, [[4, 5, 3]]),
        ("SliceLastDim", [x], {"start": -3, "end": -1, "stride": 1}, [[4, 5, 2]]),
        ("StridedSliceGrad", [ints(4, 5), ints(0, 0), ints(2, 2), ints(1, 1), [2, 2]], {}, [[4, 5]]),
        ("StridedSliceAssignV2", [x, [2, 5, 6], ints(0), ints(2), ints(1), ints(0)], {}, [x]),
    ]
    assert wrong(rows) == []


def test_padding_adds_what_it_says():
    x = [2, 3, 4]
    rows: list[Row] = [
        ("Pad", [x, ints([0, 0], [1, 2], [3, 0])], {}, [[2, 6, 7]]),
        ("Pad", [x, ints([0, 0], [1, 2])], {}, FAILS),
        ("Pad", [x, ints([0, 0], [-1, -1], [0, 0])], {}, [[2, 1, 4]]),
        ("Pad", [x, ints([0, -3], [0, 0], [0, 0])], {}, FAILS),
        ("Pad", [[2, None], ints([1, 1], [1, 1])], {}, [[4, None]]),
        ("Pad", [x, of(I64, 3, 2)], {}, [[None, None, None]]),
        ("Pad", [NO_RANK, ints([1, 1], [2, 2])], {}, [[None, None]]),
        ("PadV2", [x, ints([0, 1], [1, 2], [3, 0]), []], {}, [[3, 6, 7]]),
        ("PadV2", [x, ints([0, 1], [1, 2]), []], {}, FAILS),
        ("PadV2", [x, ints([0, 1, 0], [1, 2, 0]), []], {}, FAILS),
        ("PadV3", [x, ints(0, 1, 1, 2, 3, 0), []], {}, [[3, 6, 7]]),
        ("PadV3", [x, ints(0, 1, 3, 1, 2, 0), []], {"paddings_contiguous": False}, [[3, 6, 7]]),
        ("PadV3", [x, ints(0, 1, 1, 2), []], {}, FAILS),
        ("PadV3", [x, ints(0, 0, 2, 2, 0, 0)], {"mode": "reflect"}, [[2, 7, 4]]),
        ("PadV3", [x, ints(0, 0, 3, 0, 0, 0)], {"mode": "reflect"}, FAILS),
        ("PadV3", [x, ints(0, 0, 0, 3, 0, 0)], {"mode": "reflect"}, FAILS),
        ("PadV3", [x, ints(0, 0, 3, 0, 0, 0)], {"mode": "symmetric"}, [[2, 6, 4]]),
        ("PadV3", [x, ints(0, 0, 4, 0, 0, 0)], {"mode": "symmetric"}, FAILS),
        ("PadV3", [x, ints(0, 0, 9, 0, 0, 0)], {"mode": "edge"}, [[2, 12, 4]]),
        ("PadV3", [x, ints(0, 0, 4, 0, 0, 0)], {"mode": "circular"}, [[2, 7, 4]]),
        ("PadV3", [[2, None], ints(0, 0, 9, 0)], {"mode": "reflect"}, [[2, None]]),
        ("PadV3", [x, ints(0, 0, -4, 0, 0, 0)], {"mode": "constant"}, FAILS),
        ("PadV3Grad", [[5, 9], ints(1, 1, 2, 2)], {}, [[3, 5]]),
        ("PadV3Grad", [[5, 9], ints(3, 3, 2, 2)], {}, FAILS),
        ("ReflectionPad1dV2", [[2, 3, 8], ints(2, 3)], {}, [[2, 3, 13]]),
        ("ReflectionPad1dV2", [[3, 8], ints(0, 7)], {}, [[3, 15]]),
        ("ReflectionPad1dV2", [[3, 8], ints(8, 0)], {}, FAILS),
        ("ReflectionPad1dV2", [[3, 8], ints(1, 1, 1)], {}, FAILS),
    ]
    assert wrong(rows) == []


def test_joining_and_splitting():
    a, b = [2, 3, 4], [2, 5, 4]
    rows: list[Row] = [
        ("ConcatD", [(a, b)], {"concat_dim": 1, "N": 2}, [[2, 8, 4]]),
        ("ConcatD", [(a, b)], {"concat_dim": -2, "N": 2}, [[2, 8, 4]]),
        ("ConcatD", [(a, b)], {"concat_dim": 0, "N": 2}, FAILS),
        ("ConcatD", [(a, a)], {"concat_dim": 3, "N": 2}, FAILS),
        ("ConcatD", [(a, a)], {"concat_dim": -4, "N": 2}, FAILS),
        ("ConcatD", [(a, a)], {"concat_dim": 0, "N": 3}, FAILS),
        ("ConcatD", [(a, [3, 4])], {"concat_dim": 0, "N": 2}, FAILS),
        ("ConcatD", [([2, None], [2, 3])], {"concat_dim": 1, "N": 2}, [[2, None]]),
        ("ConcatD", [([None, 3], [2, 3])], {"concat_dim": 1, "N": 2}, [[2, 6]]),
        ("ConcatV2", [(a, b, a), number(1)], {"N": 3}, [[2, 11, 4]]),
        ("ConcatV2", [(a, b), number(2)], {"N": 2}, FAILS),
        ("ConcatV2", [(a, b), of(I32)], {"N": 2}, [[None, None, None]]),
        ("Concat", [number(1), (a, b)], {"N": 2}, [[2, 8, 4]]),
        ("Concat", [number(3), (a, a)], {"N": 2}, FAILS),
        ("Pack", [(a, a)], {"axis": 0, "N": 2}, [[2, 2, 3, 4]]),
        ("Pack", [(a, a)], {"axis": -1, "N": 2}, [[2, 3, 4, 2]]),
        ("Pack", [(a, a)], {"axis": 4, "N": 2}, FAILS),
        ("Pack", [(a, a)], {"axis": -5, "N": 2}, FAILS),
        ("Pack", [(a, b)], {"axis": 0, "N": 2}, FAILS),
        ("Unpack", [a], {"num": 3, "axis": 1}, [[2, 4]] * 3),
        ("Unpack", [a], {"num": 2, "axis": 1}, FAILS),
        ("Unpack", [a], {"num": 4, "axis": -1}, [[2, 3]] * 4),
        ("Unpack", [a], {"num": 2, "axis": 3}, FAILS),
        ("Split", [number(1), [2, 6]], {"num_split": 3}, [[2, 2]] * 3),
        ("Split", [number(1), [2, 6]], {"num_split": 4}, FAILS),
        ("Split", [number(2), [2, 6]], {"num_split": 2}, FAILS),
        ("Split", [number(-2), [2, 6]], {"num_split": 2}, [[1, 6]] * 2),
        ("SplitV", [[2, 6], ints(1, 5), number(1)], {"num_split": 2}, [[2, 1], [2, 5]]),
        ("SplitV", [[2, 6], ints(1, -1, 2), number(1)], {"num_split": 3}, [[2, 1], [2, 3], [2, 2]]),
        ("SplitV", [[2, 6], ints(1, 4), number(1)], {"num_split": 2}, FAILS),
        ("SplitV", [[2, 6], ints(4, 4, -1), number(1)], {"num_split": 3}, FAILS),
        ("SplitV", [[2, 6], ints(-1, -1), number(1)], {"num_split": 2}, FAILS),
        ("SplitV", [[2, 6], ints(3, 3), number(-3)], {"num_split": 2}, FAILS),
        ("ChunkCat", [([4, 6], [2, 6])], {"dim": 0, "num_chunks": 2}, [[2, 18]]),
        ("AddN", [(a, a, a)], {"N": 3}, [a]),
        ("AddN", [(a, b)], {"N": 2}, FAILS),
        ("AccumulateNV2", [(a, a)], {"N": 2}, [a]),
        ("Eltwise", [(a, a)], {"N": 2}, [a]),
        ("Tile", [a, ints(2, 1, 3)], {}, [[4, 3, 12]]),
        ("Tile", [a, ints(0, 1, 1)], {}, [[0, 3, 4]]),
        ("Tile", [[3], ints(2, 2)], {}, [[2, 6]]),
        ("Tile", [a, ints(-1, 1, 1)], {}, FAILS),
        ("Tile", [a, of(I64, 3)], {}, [[None, None, None]]),
        ("Tile", [[2, None], ints(1, 3)], {}, [[2, None]]),
    ]
    assert wrong(rows) == []


def test_moving_and_stretching():
    x = [2, 3, 4]
    rows: list[Row] = [
        ("Transpose", [x, ints(2, 0, 1)], {}, [[4, 2, 3]]),
        ("Transpose", [x, ints(-1, 0, 1)], {}, [[4, 2, 3]]),
        ("Transpose", [x, ints(0, 0, 1)], {}, FAILS),
        ("Transpose", [x, ints(0, 1)], {}, FAILS),
        ("Transpose", [x, ints(0, 1, 3)], {}, FAILS),
        ("Transpose", [x, of(I64, 3)], {}, [[None, None, None]]),
        ("Transpose", [NO_RANK, ints(1, 0)], {}, [[None, None]]),
        ("ConjugateTranspose", [x, ints(1, 0, 2)], {}, [[3, 2, 4]]),
        ("ConjugateTranspose", [x, ints(1, 1, 2)], {}, FAILS),
        ("BroadcastTo", [[3, 1], ints(2, 3, 4)], {}, [[2, 3, 4]]),
        ("BroadcastTo", [[3, 1], ints(2, 2, 4)], {}, FAILS),
        ("BroadcastTo", [[2, 3, 1], ints(3, 4)], {}, FAILS),
        ("BroadcastTo", [[3], of(I64, 2)], {}, [[None, None]]),
        ("BroadcastTo", [[2], ints(1)], {}, FAILS),
        ("Expand", [[3, 1], ints(2, 1, 6)], {}, [[2, 3, 6]]),
        ("Expand", [[3, 4], ints(1, 1)], {}, [[3, 4]]),
        ("Expand", [[3, 1], ints(2, 4)], {}, FAILS),
        ("Roll", [x], {"shifts": [1, 2], "dims": [0, -1]}, [x]),
        ("Roll", [x], {"shifts": [1], "dims": [3]}, FAILS),
        ("Roll", [x], {"shifts": [1, 2], "dims": [0]}, FAILS),
        ("Roll", [x], {"shifts": [1]}, [x]),
        ("Fill", [ints(2, 0, 3), []], {}, [[2, 0, 3]]),
        ("Fill", [ints(), []], {}, [[]]),
        ("Fill", [ints(2, -3), []], {}, FAILS),
        ("Fill", [of(I64, 2), []], {}, [[None, None]]),
        ("Fills", [x], {"value": 1.0}, [x]),
        ("Range", [number(0), number(10), number(3)], {}, [[4]]),
        ("Range", [number(10), number(0), number(-3)], {}, [[4]]),
        ("Range", [number(0), number(10), number(0)], {}, FAILS),
        ("Range", [number(0), number(10), of(I32)], {}, [[None]]),
        ("Range", [floats(0.0)[0], floats(1.0)[0], floats(0.25)[0]], {}, [[4]]),
        ("InvertPermutation", [of(I32, 5)], {}, [[5]]),
        ("InvertPermutation", [of(I32, 5, 2)], {}, FAILS),
        ("Trace", [[3, 4]], {}, [[]]),
        ("Trace", [[3, 4, 5]], {}, FAILS),
        ("DiagPart", [[3, 3]], {}, [[3]]),
        ("DiagPart", [[3, 4, 3, 4]], {}, [[3, 4]]),
        ("DiagPart", [[3, 4]], {}, FAILS),
        ("DiagPart", [[3, 4, 3]], {}, FAILS),
        ("MatrixDiag", [[2, 3]], {}, [[2, 3, 3]]),
        ("MatrixDiag", [[]], {}, FAILS),
        ("MatrixDiagPart", [[2, 3, 5]], {}, [[2, 3]]),
        ("MatrixDiagPart", [[3]], {}, FAILS),
        ("MatrixSetDiag", [[2, 3, 5], [2, 3]], {}, [[2, 3, 5]]),
        ("MatrixSetDiag", [[2, 3, 5], [2, 4]], {}, FAILS),
        ("MatrixSetDiagV2", [[2, 3, 5], [2, 3], number(0)], {}, [[2, 3, 5]]),
        ("MatrixSetDiagV2", [[2, 3, 5], [2, 3, 3], ints(-1, 1)], {}, [[2, 3, 5]]),
        ("MatrixSetDiagV2", [[2, 3, 5], [2, 2, 3], ints(-1, 1)], {}, FAILS),
        ("MatrixSetDiagV2", [[2, 3, 5], [2, 1], number(4)], {}, [[2, 3, 5]]),
        ("MatrixSetDiagV2", [[2, 3, 5], [2, 1], number(5)], {}, FAILS),
        ("MatrixSetDiagV2", [[2, 3, 5], [2, 1], number(-3)], {}, FAILS),
        ("Tril", [[3, 4, 5]], {"diagonal": -2}, [[3, 4, 5]]),
        ("Tril", [[3]], {}, FAILS),
        ("Triu", [[]], {}, FAILS),
        ("AsStrided", [[12], ints(3, 2), ints(2, 1), number(0)], {}, [[3, 2]]),
        ("AsStrided", [[12], ints(3, 2), ints(2), number(0)], {}, FAILS),
        ("AsStrided", [[12], of(I64, 2), of(I64, 2), number(0)], {}, [[None, None]]),
    ]
    assert wrong(rows) == []


def test_blocks_patches_and_windows():
    rows: list[Row] = [
        ("BatchToSpaceND", [[8, 2, 3, 5], ints(2, 2), ints([0, 0], [1, 0])], {}, [[2, 4, 5, 5]]),
        ("BatchToSpaceND", [[6, 2, 3, 5], ints(2, 2), ints([0, 0], [0, 0])], {}, FAILS),
        ("BatchToSpaceND", [[8, 2, 3, 5], ints(2, 2), ints([2, 3], [0, 0])], {}, FAILS),
        ("BatchToSpaceND", [[8, 2, 3, 5], ints(2, -2), ints([0, 0], [0, 0])], {}, FAILS),
        ("BatchToSpaceND", [[8, 2], ints(2), ints([0, 1])], {}, [[4, 3]]),
        ("SpaceToBatchND", [[2, 4, 5, 3], ints(2, 2), ints([0, 0], [1, 0])], {}, [[8, 2, 3, 3]]),
        ("SpaceToBatchND", [[2, 4, 5, 3], ints(2, 2), ints([0, 0], [0, 0])], {}, FAILS),
        ("SpaceToBatchND", [[2, 4, 3], ints(2), ints([0, 2])], {}, [[4, 3, 3]]),
        ("SpaceToBatchND", [[2, 4, 3], ints(-2), ints([0, 0])], {}, FAILS),
        (
            "MaxPoolWithArgmaxV3",
            [[1, 3, 8, 8]],
            {"ksize": [2, 2], "strides": [2, 2], "pads": [0, 0]},
            [[1, 3, 4, 4]] * 2,
        ),
        (
            "MaxPoolWithArgmaxV3",
            [[1, 3, 8, 9]],
            {"ksize": [3, 3], "strides": [2, 2], "pads": [1, 1]},
            [[1, 3, 4, 5]] * 2,
        ),
        (
            "MaxPoolWithArgmaxV3",
            [[1, 3, 8, 8]],
            {"ksize": [3, 3], "strides": [2, 2], "pads": [0, 0], "ceil_mode": True},
            [[1, 3, 4, 4]] * 2,
        ),
        (
            "MaxPoolWithArgmaxV3",
            [[1, 3, 9, 9]],
            {"ksize": [3, 3], "strides": [2, 2], "pads": [0, 0], "dilation": [2, 2]},
            [[1, 3, 3, 3]] * 2,
        ),
        (
            "MaxPool3DWithArgmaxV2",
            [[1, 3, 4, 8, 8]],
            {"ksize": [2, 2, 2], "strides": [2, 2, 2], "pads": [0, 0, 0]},
            [[1, 3, 2, 4, 4]] * 2,
        ),
        (
            "Conv2DV2",
            [of(DataType.FLOAT, 1, 6, 9, 9, layout=Format.NCHW), of(DataType.FLOAT, 8, 3, 3, 3, layout=Format.NCHW)],
            {"strides": [1, 1, 2, 2], "pads": [1, 1, 1, 1], "groups": 2},
            [[1, 8, 5, 5]],
        ),
        (
            "Conv2DV2",
            [of(DataType.FLOAT, 1, 6, 9, 9, layout=Format.NCHW), of(DataType.FLOAT, 8, 4, 3, 3, layout=Format.NCHW)],
            {"strides": [1, 1, 1, 1], "groups": 2},
            FAILS,
        ),
        (
            "Conv2DV2",
            [of(DataType.FLOAT, 1, 6, 2, 2, layout=Format.NCHW), of(DataType.FLOAT, 8, 6, 3, 3, layout=Format.NCHW)],
            {"strides": [1, 1, 1, 1]},
            FAILS,
        ),
        (
            "Conv3DV2",
            [
                of(DataType.FLOAT, 1, 2, 5, 9, 9, layout=Format.NCDHW),
                of(DataType.FLOAT, 4, 2, 3, 3, 3, layout=Format.NCDHW),
            ],
            {"strides": [1, 1, 1, 2, 2], "pads": [0, 0, 1, 1, 1, 1]},
            [[1, 4, 3, 5, 5]],
        ),
        (
            "MaxPoolGrad",
            [[1, 8, 8, 3], [1, 4, 4, 3], [1, 4, 4, 3]],
            {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"},
            [[1, 8, 8, 3]],
        ),
        ("AdaptiveAvgPool3dGrad", [[1, 2, 2, 2, 3], [1, 4, 4, 4, 3]], {}, [[1, 4, 4, 4, 3]]),
    ]
    assert wrong(rows) == []


def _columns(shape: list[int], kernel: list[int], stride: int, dilation: int, pad: int) -> list[list[int]]:
    n, c, h, w = shape
    out = [
        (size + 2 * pad - dilation * (taps - 1) - 1) // stride + 1 for size, taps in zip((h, w), kernel, strict=True)
    ]
    return [[n, c * kernel[0] * kernel[1], *out]]


def test_columns_of_images_are_counted():
    """CANN keeps the places as an image, which its public cases show."""
    image = of(DataType.FLOAT, 1, 2, 8, 9, layout=Format.NCHW)
    rows: list[Row] = [
        ("Im2col", [image], {"ksizes": [2, 3]}, _columns([1, 2, 8, 9], [2, 3], 1, 1, 0)),
        ("Im2col", [image], {"ksizes": [2, 3], "strides": [2]}, _columns([1, 2, 8, 9], [2, 3], 2, 1, 0)),
        ("Im2col", [image], {"ksizes": [3, 3], "dilations": [2]}, _columns([1, 2, 8, 9], [3, 3], 1, 2, 0)),
        ("Im2col", [image], {"ksizes": [3, 3], "pads": [1]}, _columns([1, 2, 8, 9], [3, 3], 1, 1, 1)),
        ("Im2col", [image], {"ksizes": [9, 3]}, FAILS),
        ("Im2col", [image], {"ksizes": [2, 2], "strides": [0]}, FAILS),
        ("Im2col", [image], {"ksizes": [2, 2], "strides": [-1, 1]}, FAILS),
        ("Im2col", [image], {"ksizes": [2, 2, 2]}, FAILS),
        ("Im2col", [image], {"ksizes": [2, 2], "dilations": [1, 1, 1]}, FAILS),
        ("Im2col", [image], {"ksizes": [2, 2], "pads": [1, 2, 3]}, FAILS),
    ]
    assert wrong(rows) == []


FOLD_BY = {"stride": [1, 2], "dilation": [2, 1], "padding": [1, 0]}
FOLD = FOLD_BY | {"kernel_size": [2, 3]}


def test_columns_become_the_image_that_they_were_taken_from():
    """A window of 2 x 3, rows 2 apart, on an image of 5 x 7 with a row around it: 5 places down, 3 across."""
    size = ints(5, 7, dtype=np.int32)
    rows: list[Row] = [
        ("Col2im", [[2, 4, 6, 15], size], FOLD, [[2, 4, 5, 7]]),
        ("Col2im", [[2, 4, 6, 15], of(I32, 2)], FOLD, [[2, 4, None, None]]),
        ("Col2im", [[None, None, None, None], size], FOLD, [[None, None, 5, 7]]),
        ("Col2im", [NO_RANK, size], FOLD, [[None, None, 5, 7]]),
        ("Col2im", [[2, 4, 5, 15], size], FOLD, FAILS),
        ("Col2im", [[2, 4, 6, 14], size], FOLD, FAILS),
        ("Col2im", [[2, 24, 15], size], FOLD, FAILS),
        ("Col2im", [[2, 4, 6, 15], ints(5, 7, 1, dtype=np.int32)], FOLD, FAILS),
        ("Col2im", [[2, 4, 6, 15], size], FOLD | {"stride": [0, 2]}, FAILS),
        ("Col2im", [[2, 4, 6, 15], size], FOLD | {"padding": [1, -1]}, FAILS),
        ("Col2ImV2", [[2, 4, 6, 15], size, ints(2, 3, dtype=np.int32)], FOLD_BY, [[2, 4, 5, 7]]),
        ("Col2ImV2", [[2, 4, 6, 15], size, of(I32, 2)], FOLD_BY, [[2, 4, 5, 7]]),
        ("Col2ImV2", [[2, 4, 6, 15], size, ints(3, 3, dtype=np.int32)], FOLD_BY, FAILS),
    ]
    assert wrong(rows) == []


MOVED = {"strides": [1, 1, 2, 1], "pads": [1, 1, 0, 0], "ksize": [3, 2], "data_format": "NCHW"}


def test_moved_windows_lie_side_by_side():
    """A window of 3 x 2 with stride 2 x 1 on 7 x 5, and a row above and below: 4 places down, 4 across."""
    rows: list[Row] = [
        ("DeformableOffsets", [[2, 4, 7, 5], [2, 18, 4, 4]], MOVED, [[2, 4, 12, 8]]),
        ("DeformableOffsets", [[2, 4, 7, 5], [2, 36, 4, 4]], MOVED | {"deformable_groups": 2}, [[2, 4, 12, 8]]),
        ("DeformableOffsets", [[2, 4, 7, 5], [2, 12, 4, 4]], MOVED | {"modulated": False}, [[2, 4, 12, 8]]),
        ("DeformableOffsets", [[2, 4, None, None], [2, 18, 4, 4]], MOVED, [[2, 4, 12, 8]]),
        ("DeformableOffsets", [[2, 4, 7, 5], NO_RANK], MOVED, [[2, 4, 12, 8]]),
        ("DeformableOffsets", [[2, 4, 7, 5], [2, 12, 4, 4]], MOVED, FAILS),
        ("DeformableOffsets", [[2, 4, 7, 5], [1, 18, 4, 4]], MOVED, FAILS),
        ("DeformableOffsets", [[2, 4, 7, 5], [2, 18, 4, 5]], MOVED, FAILS),
        ("DeformableOffsets", [[2, 4, 7, 5], [2, 18, 4, 4]], MOVED | {"ksize": [3, 2, 1]}, FAILS),
    ]
    assert wrong(rows) == []


def test_grids_and_regions():
    """torch_npu gives AffineGrid {N, H * W, 2} to fill, and views it as an image of points."""
    pooled = {"spatial_scale": 1.0, "pooled_height": 3, "pooled_width": 5}
    rows: list[Row] = [
        ("AffineGrid", [[2, 2, 3], ints(2, 3, 4, 5, dtype=np.int32)], {}, [[2, 20, 2]]),
        ("AffineGrid", [[2, 3, 4], ints(2, 3, 4, 5, 6, dtype=np.int32)], {}, [[2, 120, 3]]),
        ("AffineGrid", [[2, 2, 3], of(I32, 4)], {}, [[2, None, 2]]),
        ("AffineGrid", [NO_RANK, of(I32, None)], {}, [[None, None, None]]),
        ("AffineGrid", [[2, 3, 4], ints(2, 3, 4, 5, dtype=np.int32)], {}, FAILS),
        ("AffineGrid", [[3, 2, 3], ints(2, 3, 4, 5, dtype=np.int32)], {}, FAILS),
        ("AffineGrid", [[2, 2, 3], ints(2, 3, 4, dtype=np.int32)], {}, FAILS),
        ("ROIAlign", [[2, 7, 9, 9], [4, 5]], pooled, [[4, 7, 3, 5]]),
        ("ROIAlign", [[2, 7, 9, 9], [4, 4], of(I32, 4)], pooled, [[4, 7, 3, 5]]),
        ("ROIAlign", [[2, 7, 9, 9], [4, 4]], pooled, FAILS),
        ("ROIAlign", [[2, 7, 9, 9], [4, 6], of(I32, 4)], pooled, FAILS),
        ("ROIAlign", [[7, 9, 9], [4, 5]], pooled, FAILS),
    ]
    assert wrong(rows) == []


def test_rotations_turn_pairs_of_features():
    x = [2, 4, 8, 64]
    rows: list[Row] = [
        ("RotaryPositionEmbedding", [x, [1, 1, 8, 64], [1, 1, 8, 64]], {}, [x]),
        ("RotaryPositionEmbedding", [x, [2, 4, 8, 64], [2, 4, 8, 64]], {"mode": 2}, [x]),
        ("RotaryPositionEmbedding", [x, [1, 1, None, 64], NO_RANK], {}, [x]),
        ("RotaryPositionEmbedding", [x, [1, 1, 8, 32], [1, 1, 8, 32]], {}, FAILS),
        ("RotaryPositionEmbedding", [x, [1, 1, 8, 64], [1, 1, 1, 64]], {}, FAILS),
        ("RotaryPositionEmbedding", [x, [1, 1, 7, 64], [1, 1, 7, 64]], {}, FAILS),
        ("RotaryPositionEmbedding", [x, [8, 64], [8, 64]], {}, FAILS),
        ("RotaryPositionEmbedding", [[1, 1, 2, 7], [1, 1, 2, 7], [1, 1, 2, 7]], {}, FAILS),
        ("RotaryPositionEmbedding", [[1, 1, 2, 6], [1, 1, 2, 6], [1, 1, 2, 6]], {"mode": 2}, FAILS),
    ]
    assert wrong(rows) == []


def test_sorting_choosing_and_counting():
    x = [2, 3, 8]
    rows: list[Row] = [
        ("TopKV2", [x, number(3)], {}, [[2, 3, 3]] * 2),
        ("TopKV2", [x, number(3)], {"dim": 1}, [[2, 3, 8]] * 2),
        ("TopKV2", [x, number(4)], {"dim": 1}, FAILS),
        ("TopKV2", [x, number(-1)], {}, FAILS),
        ("TopKV2", [x, number(1)], {"dim": 3}, FAILS),
        ("TopKV2", [x, of(I32)], {}, [[2, 3, None]] * 2),
        ("SortWithIndex", [x, of(I32, 2, 3, 8)], {"axis": 0}, [x, x]),
        ("SortWithIndex", [x, of(I32, 2, 3, 7)], {}, FAILS),
        ("SortWithIndex", [x, of(I32, 2, 3, 8)], {"axis": 3}, FAILS),
        ("TopKPQDistanceV2", [[2, 8], [2, 4]], {"k": 4, "group_size": 2}, [[2, 4], [2, 4]]),
        ("TopKPQDistanceV2", [[3, 8], [2, 4]], {"k": 4, "group_size": 2}, FAILS),
        ("TopKPQDistanceV2", [[2, 8], [2, 4]], {"k": 9, "group_size": 2}, FAILS),
        ("RaggedBinCount", [of(I64, 4), of(I32, 6), number(5), [0]], {}, [[3, 5]]),
        ("RaggedBinCount", [of(I64, 4), of(I32, 6), of(I32), [0]], {}, [[3, None]]),
        ("RaggedBinCount", [of(I64, 4), of(I32, 6), number(-5), [0]], {}, FAILS),
        ("RaggedBinCount", [of(I64, 4), of(I32, 6), number(5), [5]], {}, FAILS),
        ("Bincount", [of(I32, 6), number(5), [6]], {}, [[5]]),
        ("Bincount", [of(I32, 6), of(I32), [6]], {}, [[None]]),
        ("HistogramFixedWidth", [[4, 4], [2], number(7)], {}, [[7]]),
        ("HistogramFixedWidth", [[4, 4], [3], number(7)], {}, FAILS),
        ("HistogramFixedWidth", [[4, 4], [2], of(I32)], {}, [[None]]),
        ("NonZero", [ints(0, 5, 7)], {"transpose": True}, [[1, 2]]),
        ("BucketizeV2", [[2, 3], [5]], {}, [[2, 3]]),
        ("BucketizeV2", [[2, 3], [5, 1]], {}, FAILS),
        ("MaskedFill", [[2, 3], of(BOOL, 3), []], {}, [[2, 3]]),
        ("MaskedFill", [[2, 3], of(BOOL, 2), []], {}, FAILS),
        ("MaskedScale", [[2, 3], of(U8, 2, 3)], {"value": 1.0}, [[2, 3]]),
        ("MaskedScale", [[2, 3], of(U8, 3, 2)], {"value": 1.0}, FAILS),
        ("SignBitsPack", [[16]], {"size": 1}, [[1, 2]]),
        ("SignBitsPack", [[17]], {"size": 1}, [[1, 3]]),
        ("SignBitsUnpack", [of(U8, 4)], {"size": 2, "dtype": 0}, [[2, 16]]),
        ("SignBitsUnpack", [of(U8, 5)], {"size": 3, "dtype": 0}, [[3, 13]]),
        ("DynamicStitch", [(ints(0, 2), ints(1, 5)), ([2, 3], [2, 3])], {"N": 2}, [[6, 3]]),
        ("DynamicStitch", [(ints([0, 2], [1, 4]),), ([2, 2, 7],)], {"N": 1}, [[5, 7]]),
        ("DynamicStitch", [(ints(0, 2),), ([3, 3],)], {"N": 1}, FAILS),
        ("RepeatInterleaveGrad", [[2, 6], ints(1, 2, 3)], {"axis": 1}, [[2, 3]]),
        ("RepeatInterleaveGrad", [[2, 6], ints(1, 2, 2)], {"axis": 1}, FAILS),
        ("RepeatInterleaveGrad", [[2, 6], number(3)], {"axis": -1}, [[2, 2]]),
        ("RepeatInterleaveGrad", [[2, 6], number(4)], {"axis": -1}, FAILS),
        ("AdjacentDifference", [[7]], {}, [[7]]),
        ("ScatterNdSub", [[4, 5], of(I32, 2, 1), [2, 5]], {}, [[4, 5]]),
        ("ScatterNdSub", [[4, 5], of(I32, 2, 3), [2]], {}, FAILS),
        ("ScatterNdSub", [[4, 5], of(I32, 2, 1), [2, 6]], {}, FAILS),
    ]
    assert wrong(rows) == []


def test_distances_products_and_losses():
    rows: list[Row] = [
        ("Cdist", [[3, 5], [4, 5]], {}, [[3, 4]]),
        ("Cdist", [[2, 3, 5], [2, 4, 5]], {}, [[2, 3, 4]]),
        ("Cdist", [[3, 5], [4, 6]], {}, FAILS),
        ("CdistGrad", [[3, 4], [3, 5], [4, 5], [3, 4]], {}, [[3, 5]]),
        ("Pdist", [[5, 7]], {}, [[10]]),
        ("Pdist", [[1, 7]], {}, [[0]]),
        ("Pdist", [[2, 5, 7]], {}, FAILS),
        ("Pdist", [[None, 7]], {}, [[None]]),
        ("Addr", [[4, 3], [4], [3], [1], [1]], {}, [[4, 3]]),
        ("Addr", [[4, 3], [3], [4], [1], [1]], {}, FAILS),
        ("AddrV2", [[4, 3], [4], [3], [1], [1]], {}, [[4, 3]]),
        ("AddrV2", [[1], [4], [3], [1], [1]], {}, [[4, 3]]),
        ("AddrV2", [[5, 3], [4], [3], [1], [1]], {}, FAILS),
        ("AddMatMatElements", [[4, 3], [4, 3], [4, 3], [1], [1]], {}, [[4, 3]]),
        ("BiasAdd", [[2, 5, 3], [3]], {}, [[2, 5, 3]]),
        ("BiasAdd", [[2, 5, 3], [5]], {}, FAILS),
        ("BiasAdd", [[2, 5, 3, 3], [5]], {"data_format": "NCHW"}, [[2, 5, 3, 3]]),
        ("BiasAdd", [[2, 5, 3, 3], [3]], {"data_format": "NCHW"}, FAILS),
        ("BiasAddGrad", [[2, 5, 3]], {}, [[3]]),
        ("BiasAddGrad", [[2, 5, 3, 4]], {"data_format": "NCHW"}, [[5]]),
        ("BinaryCrossEntropy", [[2, 3], [2, 3]], {}, [[]]),
        ("BinaryCrossEntropy", [[2, 3], [2, 3]], {"reduction": "sum"}, [[]]),
        ("BinaryCrossEntropy", [[2, 3], [2, 3]], {"reduction": "none"}, [[2, 3]]),
        ("BinaryCrossEntropy", [[2, 3], [2, 4]], {"reduction": "none"}, FAILS),
        ("BinaryCrossEntropyGrad", [[2, 3], [2, 3], []], {}, [[2, 3]]),
        ("KLDivV2", [[2, 3], [2, 3]], {"reduction": "none"}, [[2, 3]]),
        ("KLDivV2", [[2, 3], [2, 3]], {"reduction": "batchmean"}, [[]]),
        ("NLLLoss", [[3, 4], of(I32, 3), [4]], {"reduction": "none"}, [[3], []]),
        ("NLLLoss", [[3, 4], of(I32, 3), [4]], {"reduction": "mean"}, [[], []]),
        ("NLLLoss", [[3, 4], of(I32, 2), [4]], {"reduction": "none"}, FAILS),
        ("CTCLossV2", [[12, 4, 5], of(I32, 4, 7), of(I32, 4), of(I32, 4)], {}, [[4], [4, 12, 15]]),
        ("ActsULQInputGrad", [[8, 8], of(BOOL, 8, 8), of(BOOL, 8, 8)], {}, [[8, 8]]),
        ("ActsULQInputGrad", [[8, 8], of(BOOL, 8), of(BOOL, 8, 8)], {}, FAILS),
        ("BallQuery", [[5, 3, 30], [20, 5, 3]], {"min_radius": 0.1, "max_radius": 0.2, "sample_num": 4}, [[20, 5, 4]]),
        ("BatchNorm", [[2, 4, 5, 3], [3], [3]], {"is_training": True}, [[2, 4, 5, 3], [3], [3]]),
        ("BatchNorm", [[2, 3, 5, 4], [3], [3]], {"data_format": "NCHW"}, [[2, 3, 5, 4], [3], [3]]),
        ("Scale", [[2, 3, 4], [3], [3]], {"axis": 1}, [[2, 3, 4]]),
        ("ReluV2", [[1, 16, 4, 4]], {}, [[1, 16, 4, 4]]),
        ("EluGrad", [[2, 3], [2, 3]], {}, [[2, 3]]),
        (
            "StrideAdd",
            [[1, 4, 2, 2, 16], [1, 4, 2, 2, 16]],
            {"x1_c1_offset": 0, "x2_c1_offset": 0, "c1_len": 2},
            [[1, 2, 2, 2, 16]],
        ),
        ("SmoothL1LossGrad", [[2, 3], [2, 3], [2, 3]], {}, [[2, 3]]),
        ("SparseReshape", [of(I64, 5, 2), ints(4, 6), ints(3, 8)], {}, [[5, 2], [2]]),
        ("SparseReshape", [of(I64, 5, 2), ints(4, 6), ints(2, 3, -1)], {}, [[5, 3], [3]]),
        ("SparseReshape", [of(I64, 5, 2), ints(4, 6), ints(5, 5)], {}, FAILS),
    ]
    assert wrong(rows) == []


RANDOM = "StatelessNormal StatelessUniform StatelessRandomUniformV2 StatelessTruncatedNormalV2".split()


@pytest.mark.parametrize("op", RANDOM)
def test_random_tensors_have_the_shape_that_they_are_told(op: str):
    rest = [of(I64, 1), of(I64, 1), [1], [1]] if op in RANDOM[:2] else [of(I64, 1), of(I64, 2), of(I32)]
    rows: list[Row] = [
        (op, [ints(2, 3), *rest], {}, [[2, 3]]),
        (op, [ints(), *rest], {}, [[]]),
        (op, [of(I64, 3), *rest], {}, [[None, None, None]]),
        (op, [of(I64, None), *rest], {}, [UNKNOWN_RANK]),
        (op, [ints(2, -3), *rest], {}, FAILS),
        (op, [floats(2.0, 3.0), *rest], {}, FAILS),
    ]
    assert wrong(rows) == []


def test_there_are_enough_variations():
    assert len(UNARY) * len(SHAPES) + len(BINARY) * len(PAIRS) + len(SLICES) > 300
