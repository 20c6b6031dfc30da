"""Calls that a rule refuses, by the law that they break."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from metadef import DataType, Format, MetadefError, TensorDesc, infer_call


def t(*shape: Any, layout: Format = Format.ND, dtype: DataType = DataType.FLOAT) -> TensorDesc:
    return TensorDesc(shape, dtype, layout)


def i(*items: Any) -> Any:
    return np.asarray(items, np.int64)


CONV = {"strides": [1, 1, 1, 1], "pads": [0, 0, 0, 0], "data_format": "NCHW"}

REFUSED: list[tuple[str, list[Any], dict[str, Any], str, str]] = [
    ("Add", [t(2, 3), t(2, 4)], {}, "shape-mismatch", "do not broadcast"),
    ("Conv2D", [t(1, 4, 8, 8), t(8, 3, 3, 3)], CONV, "shape-mismatch", "[C1]"),
    ("Conv2D", [t(1, 4, 8, 8), t(7, 2, 3, 3)], {**CONV, "groups": 2}, "shape-mismatch", "[C2]"),
    ("Conv2D", [t(1, 4, 2, 8), t(8, 4, 3, 3)], CONV, "shape-mismatch", "larger than the padded input"),
    ("Conv2D", [t(1, 4, 8), t(8, 4, 3, 3)], CONV, "rank-mismatch", "rank 4"),
    ("Conv2D", [t(1, 4, 8, 8), t(8, 4, 3, 3)], {**CONV, "strides": [1, 1, 0, 1]}, "attr-constraint", "positive"),
    ("MatMulV2", [t(2, 64), t(63, 8)], {}, "shape-mismatch", "[C1]"),
    ("MatMulV2", [t(2, 64), t(64, 8), t(7)], {}, "shape-mismatch", "[C2]"),
    ("BatchMatMulV2", [t(2, 3, 4), t(3, 4, 5)], {}, "shape-mismatch", "broadcast"),
    ("Reshape", [t(2, 3), i(4, 2)], {}, "shape-mismatch", "[C1]"),
    ("Reshape", [t(2, 3), i(-1, 4)], {}, "shape-mismatch", "[C1]"),
    ("Reshape", [t(2, 3), i(-1, -1)], {}, "shape-mismatch", "[C2]"),
    ("Reshape", [t(2, 3), i(2, 3, 0)], {}, "shape-mismatch", "[C3]"),
    ("Squeeze", [t(2, 3)], {"axis": [0]}, "shape-mismatch", "[C1]"),
    ("Unsqueeze", [t(2, 3)], {"axes": [1, 1]}, "shape-mismatch", "twice"),
    ("ExpandDims", [t(2, 3), i(4)], {}, "axis-out-of-range", "rank 3"),
    ("BroadcastTo", [t(2, 3), i(2, 4)], {}, "shape-mismatch", "[C1]"),
    ("Transpose", [t(2, 3), i(0, 0)], {}, "shape-mismatch", "twice"),
    ("Transpose", [t(2, 3), i(0, 1, 2)], {}, "rank-mismatch", "[C1]"),
    ("ConcatV2", [[t(2, 3), t(2, 3, 1)], i(0)], {}, "rank-mismatch", "[C1]"),
    ("ConcatV2", [[t(2, 3), t(2, 4)], i(0)], {}, "shape-mismatch", "[C2]"),
    ("ConcatV2", [[t(2, 3), t(2, 3)], i(2)], {}, "axis-out-of-range", "rank 2"),
    ("Pack", [[t(2, 3), t(2, 4)]], {"N": 2}, "shape-mismatch", "[C1]"),
    ("Unpack", [t(2, 3)], {"num": 3}, "shape-mismatch", "[C1]"),
    ("SplitD", [t(2, 5)], {"split_dim": 1, "num_split": 2}, "shape-mismatch", "[C1]"),
    ("SplitV", [t(10), i(4, 4), i(0)], {"num_split": 2}, "shape-mismatch", "[C1]"),
    ("SplitV", [t(10), i(-1, -1), i(0)], {"num_split": 2}, "shape-mismatch", "[C2]"),
    ("Slice", [t(4), i(0, 0), i(1, 1)], {}, "shape-mismatch", "[C1]"),
    ("Slice", [t(4), i(3), i(2)], {}, "shape-mismatch", "[C2]"),
    ("StridedSlice", [t(4), i(0, 0), i(1), i(1)], {}, "shape-mismatch", "[C1]"),
    ("StridedSlice", [t(4), i(0, 0), i(1, 1), i(1, 1)], {}, "shape-mismatch", "[C2]"),
    ("StridedSlice", [t(4), i(0), i(1), i(0)], {}, "attr-constraint", "step of 0"),
    ("StridedSlice", [t(4), i(9), i(10), i(1)], {"shrink_axis_mask": 1}, "axis-out-of-range", "no element 9"),
    ("Pad", [t(2, 3), i(1, 1)], {}, "shape-mismatch", "[C1]"),
    ("Pad", [t(2, 3), i(-2, -1, 0, 0)], {}, "shape-mismatch", "[C2]"),
    ("GatherV2", [t(2, 3), i(0), i(2)], {}, "axis-out-of-range", "rank 2"),
    ("GatherElements", [t(2, 3), t(2, dtype=DataType.INT64)], {}, "rank-mismatch", "[C1]"),
    ("GatherNd", [t(2, 3), t(5, 3, dtype=DataType.INT64)], {}, "shape-mismatch", "[C1]"),
    ("ScatterNdUpdate", [t(4, 3), t(2, 1, dtype=DataType.INT64), t(2, 4)], {}, "shape-mismatch", "[C1]"),
    ("TopKV2", [t(2, 3), i(4)], {}, "shape-mismatch", "[C1]"),
    ("ReduceSum", [t(2, 3), i(2)], {}, "axis-out-of-range", "rank 2"),
    ("Range", [np.int64(0), np.int64(3), np.int64(0)], {}, "attr-constraint", "step of 0"),
    ("Fill", [i(2, -3), t()], {}, "shape-mismatch", "[C1]"),
    ("Tile", [t(2), i(-1)], {}, "shape-mismatch", "multiples"),
    ("Pad", [t(2), np.asarray([1.0, 2.0], np.float32)], {}, "dtype-not-allowed", "read as integers"),
    ("DepthToSpace", [t(1, 2, 2, 6)], {"block_size": 2, "data_format": "NHWC"}, "shape-mismatch", "[C1]"),
    ("BatchToSpaceND", [t(3, 2, 2, 1), i(2, 2), np.zeros((2, 2), np.int64)], {}, "shape-mismatch", "[C1]"),
    ("GroupNorm", [t(1, 6, 4, 4, layout=Format.NCHW), t(6), t(6)], {"num_groups": 4}, "shape-mismatch", "[C1]"),
    ("BNInfer", [t(1, 6, 4, 4, layout=Format.NCHW), *[t(5)] * 4], {"epsilon": 0.1}, "shape-mismatch", "[C1]"),
    ("NLLLoss", [t(3, 4), t(2, dtype=DataType.INT32)], {}, "shape-mismatch", "[C1]"),
    ("Cdist", [t(3, 4), t(3, 5)], {}, "shape-mismatch", "[C1]"),
    ("SwiGlu", [t(3, 5)], {}, "shape-mismatch", "[C1]"),
    ("AvgPool", [t(1, 7, 7, 3, layout=Format.NHWC)],
     {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "AABB"}, "attr-constraint", "one_of"),
    ("MirrorPad", [t(3, 4), np.asarray([[3, 1], [2, 2]])], {"mode": "REFLECT"}, "shape-mismatch", "[C3]"),
    ("MirrorPad", [t(3, 4), np.asarray([[4, 1], [2, 2]])], {"mode": "SYMMETRIC"}, "shape-mismatch", "[C3]"),
    ("ReverseV2", [t(1, 3), i(5)], {}, "axis-out-of-range", "rank 2"),
    ("Cumsum", [t(2, 3), i(2)], {}, "axis-out-of-range", "[C1]"),
    ("Cumprod", [t(2, 3), i(-3)], {}, "axis-out-of-range", "[C1]"),
    ("ReverseV2", [t(1, 3), i(1, -1)], {}, "shape-mismatch", "twice"),
    ("DynamicRNN", [t(5, 2, 3), t(8, 16), t(16)], {}, "shape-mismatch", "[C3]"),
]  # fmt: skip


@pytest.mark.parametrize(("op", "inputs", "attrs", "name", "says"), REFUSED, ids=lambda item: str(item)[:40])
def test_the_call_is_refused_for_the_law_it_breaks(op: str, inputs: Any, attrs: Any, name: str, says: str):
    with pytest.raises(MetadefError) as caught:
        infer_call(op, inputs, attrs)
    (problem,) = caught.value.findings
    assert problem.name == name
    assert says in problem.message
    assert op in problem.subject


ACCEPTED: list[tuple[str, list[Any], dict[str, Any], list[str]]] = [
    ("Reshape", [t(0, 3), i(0, -1)], {}, ["[0, 3]"]),
    ("Reshape", [t(0, 10), i(3, 0)], {}, ["[3, 0]"]),
    ("Reshape", [t(None, 12, 64), i(0, -1, 768)], {}, ["[?, 1, 768]"]),
    ("Reshape", [t(2, 3, 4, 5), i(-1, 2)], {"axis": 1, "num_axes": 2}, ["[2, 6, 2, 5]"]),
    ("Squeeze", [t("n", 1, 2)], {"axis": [1]}, ["[n, 2]"]),
    ("Squeeze", [t("n", 1, 2)], {}, ["[*]"]),
    ("Expand", [t(3, 1), i(2, 1, 6)], {}, ["[2, 3, 6]"]),
    ("StridedSlice", [t(2, 3), i(0, 0), i(0, 0), i(1, 1)], {"ellipsis_mask": 1, "new_axis_mask": 2}, ["[2, 3, 1]"]),
    ("StridedSlice", [t(2, 3, 4), i(1, 0), i(2, 2), i(1, 1)], {"shrink_axis_mask": 1}, ["[2, 4]"]),
    ("DepthwiseConv2D", [t(1, 8, 8, 4, layout=Format.NHWC), t(3, 3, 4, 2, layout=Format.HWCN)],
     {"strides": [1, 1, 1, 1], "pads": [1, 1, 1, 1], "data_format": "NHWC"}, ["[1, 8, 8, 8]"]),
    ("DepthwiseConv2D", [t(1, 4, 8, 8, layout=Format.NCHW), t(4, 1, 3, 3, layout=Format.NCHW)],
     {"strides": [1, 1, 1, 1], "pads": [1, 1, 1, 1], "data_format": "NCHW"}, ["[1, 4, 8, 8]"]),
    ("Conv2D", [t(1, 224, 224, 3, layout=Format.NHWC), t(7, 7, 3, 64, layout=Format.HWCN)],
     {"strides": [1, 2, 2, 1], "pads": [-1, -1, -1, -1], "data_format": "NHWC"}, ["[1, 112, 112, 64]"]),
    ("BatchNorm", [t(2, 5, 4, 4, layout=Format.NCHW), *[t(5)] * 4], {"data_format": "NCHW"},
     ["[2, 5, 4, 4]", "[5]", "[5]", "[5]", "[5]", "[1]"]),
    ("InstanceNormV2", [t(2, 5, 4, 4, layout=Format.NCHW)], {}, ["[2, 5, 4, 4]", "[2, 5, 1, 1]", "[2, 5, 1, 1]"]),
    ("CommonLSTM", [t(7, 2, 8), t(2, 24, 8), t(2, 24, 6)], {"hidden_size": 6, "direction": "bidirectional"},
     ["[7, 2, 2, 6]", "[2, 2, 6]", "[2, 2, 6]"]),
    ("NonZero", [np.asarray([[0, 1], [2, 3]])], {}, ["[3, 2]"]),
    ("OneHotD", [t(2, 3, dtype=DataType.INT32), t(), t()], {"depth": 5}, ["[2, 3, 5]"]),
    ("MaxPoolWithArgmaxV1", [t(1, 64, 112, 112, layout=Format.NCHW, dtype=DataType.FLOAT16)],
     {"ksize": [1, 3, 3, 1], "strides": [1, 2, 2, 1], "pads": [1, 1, 1, 1]}, ["[1, 64, 56, 56]", "[1, 64, 9, 197]"]),
    ("Bitcast", [t(2, 4, dtype=DataType.UINT8)], {"type": DataType.FLOAT}, ["[2]"]),
    ("RepeatInterleave", [t(2, 3), i(1, 2, 3)], {"axis": 1}, ["[2, 6]"]),
    ("AvgPoolV2", [t(1, 3, 7, 7, layout=Format.NCHW)],
     {"ksize": [1, 1, 2, 2], "strides": [1, 1, 2, 2], "padding_mode": "SAME"}, ["[1, 3, 4, 4]"]),
    ("MaxPoolV3", [t(1, 3, 7, 7, layout=Format.NCHW)],
     {"ksize": [1, 1, 2, 2], "strides": [1, 1, 2, 2], "padding_mode": "VALID", "pads": [1, 1, 1, 1]}, ["[1, 3, 3, 3]"]),
    ("Dilation2D", [t(1, 8, 9, 3, layout=Format.NHWC), t(3, 3, 3)],
     {"strides": [1, 2, 2, 1], "rates": [1, 1, 1, 1]}, ["[1, 4, 5, 3]"]),
    ("MirrorPad", [t(3, 4), np.asarray([[3, 1], [2, 2]])], {"mode": "SYMMETRIC"}, ["[7, 8]"]),
    ("DynamicRNN", [t(5, 2, 3), t(7, 16), t(16)], {}, ["[5, 2, 4]"] * 8),
]  # fmt: skip


@pytest.mark.parametrize(("op", "inputs", "attrs", "expected"), ACCEPTED, ids=lambda item: str(item)[:40])
def test_the_shape_is_what_the_operators_documentation_says(op: str, inputs: Any, attrs: Any, expected: list[str]):
    assert [str(desc.shape) for desc in infer_call(op, inputs, attrs)] == expected
