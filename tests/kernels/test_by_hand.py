"""Kernels against small results worked out by hand from the operators' definitions.

A row names one operator or several that compute the same (versions, variants with constant arguments), the arguments
by port and attribute name, and the outputs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernel_cases import run
from metadef.driver.calls import call
from metadef.types.dtype import DataType

inf, nan = float("inf"), float("nan")
Row = tuple[str, dict[str, Any], list[Any]]
_MASKS = {"begin_mask": 0, "end_mask": 0, "ellipsis_mask": 0, "new_axis_mask": 0, "shrink_axis_mask": 0}

ARITHMETIC: list[Row] = [
    ("Add AddV2", {"x1": [1.0, 2.0], "x2": [10.0, 20.0]}, [[11, 22]]),
    ("AddN", {"x": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], "N": 3}, [[9, 12]]),
    ("AccumulateNV2", {"x": [[1.0, 2.0], [3.0, 4.0]], "N": 2}, [[4, 6]]),
    ("Adds", {"x": [1.0, 2.0], "value": 0.5}, [[1.5, 2.5]]),
    ("Muls", {"x": [1.0, 2.0], "value": 0.5}, [[0.5, 1]]),
    ("Addcmul", {"input_data": [1.0], "x1": [2.0], "x2": [3.0], "value": [10.0]}, [[61]]),
    ("Addcdiv", {"input_data": [1.0], "x1": [6.0], "x2": [3.0], "value": [10.0]}, [[21]]),
    ("Axpy", {"x1": [1.0], "x2": [2.0], "alpha": 3.0}, [[7]]),
    ("AxpyV2", {"x1": [1.0], "x2": [2.0], "alpha": [3.0]}, [[7]]),
    ("BiasAdd", {"x": [[[1.0, 2.0]]], "bias": [10.0, 20.0], "data_format": "NHWC"}, [[[[11, 22]]]]),
    ("Div RealDiv", {"x1": [7.0, -7.0], "x2": [2.0, 2.0]}, [[3.5, -3.5]]),
    ("Div TruncateDiv", {"x1": [7, -7, 7, -7], "x2": [2, 2, -2, -2]}, [[3, -3, -3, 3]]),
    ("FloorDiv", {"x1": [7, -7, 7, -7], "x2": [2, 2, -2, -2]}, [[3, -4, -4, 3]]),
    ("Mod TruncateMod", {"x1": [7, -7, 7, -7], "x2": [3, 3, -3, -3]}, [[1, -1, 1, -1]]),
    ("FloorMod", {"x1": [7, -7, 7, -7], "x2": [3, 3, -3, -3]}, [[1, 2, -2, -1]]),
    ("DivNoNan", {"x1": [1.0, 0.0, 6.0], "x2": [0.0, 0.0, 3.0]}, [[0, 0, 2]]),
    ("MulNoNan", {"x1": [nan, inf, 2.0], "x2": [0.0, 0.0, 3.0]}, [[0, 0, 6]]),
    ("Eltwise", {"x": [[1.0, 2.0], [3.0, 4.0]], "N": 2, "mode": 0}, [[3, 8]]),
    ("Eltwise", {"x": [[1.0, 2.0], [3.0, 4.0]], "N": 2, "mode": 1, "coeff": [2.0, -1.0]}, [[-1, 0]]),
    ("Eltwise", {"x": [[1.0, 5.0], [3.0, 4.0]], "N": 2, "mode": 2}, [[3, 5]]),
    ("FusedMulAdd", {"x1": [2.0], "x2": [3.0], "x3": [4.0]}, [[10]]),
    ("FusedMulAddN", {"x1": [2.0], "x2": [3.0], "x3": [4.0]}, [[11]]),
    ("FusedMulAddAdd", {"x1": [2.0], "x2": [3.0], "x3": [4.0], "x4": [5.0]}, [[15]]),
    ("Gcd", {"x1": [12, -18, 0], "x2": [18, 12, 5]}, [[6, 6, 5]]),
    ("Lerp", {"start": [1.0], "end": [5.0], "weight": [0.25]}, [[2]]),
    ("MaxN", {"x": [[1.0, 5.0], [3.0, 4.0]]}, [[3, 5]]),
    ("Maximum", {"x1": [1.0, 5.0], "x2": [3.0, 4.0]}, [[3, 5]]),
    ("Pow", {"x1": [2.0, 3.0], "x2": [3.0, -1.0]}, [[8, 1 / 3]]),
    ("SquaredDifference", {"x1": [1.0], "x2": [4.0]}, [[9]]),
]

COMPARE: list[Row] = [
    (
        "UniqueWithCountsAndSorting",
        {"x": [[7, 2], [7, 5]], "return_inverse": True, "return_counts": True},
        [[2, 5, 7], [[2, 0], [2, 1]], [1, 1, 2]],
    ),
    ("UniqueWithCountsAndSorting", {"x": [3.0, 1.0, 3.0]}, [[1, 3], [], []]),
    ("AscendAntiQuantV2", {"x": np.array([-8, 7, 3], np.int8), "scale": [0.5], "offset": [1.0]}, [[-3.5, 4, 2]]),
    ("AscendAntiQuantV2", {"x": np.array([[-8, 7]], np.int8), "scale": [2.0, 3.0], "sqrt_mode": True}, [[[-32, 63]]]),
    ("ApproximateEqual", {"x1": [1.0, 1.0], "x2": [1.05, 1.2], "tolerance": 0.1}, [[True, False]]),
    ("IsClose", {"x1": [100.0, nan], "x2": [101.0, nan], "rtol": 0.1, "equal_nan": True}, [[True, True]]),
    ("IsNegInf", {"x": [-inf, inf, nan, 0.0]}, [[True, False, False, False]]),
    ("IsPosInf", {"x": [-inf, inf, nan, 0.0]}, [[False, True, False, False]]),
    ("PopulationCount", {"x": [0, 7, -1]}, [[0, 3, 32]]),
    (
        "Select",
        {"condition": [True, False], "x1": [[1.0, 2.0], [3.0, 4.0]], "x2": [[5.0, 6.0], [7.0, 8.0]]},
        [[[1, 2], [7, 8]]],
    ),
    ("Signbit", {"x": [-1.0, -0.0, 0.0, 1.0]}, [[True, True, False, False]]),
    ("TensorEqual", {"input_x": [1.0, 2.0], "input_y": [1.0, 2.0]}, [True]),
    ("TensorEqual", {"input_x": [1.0, 2.0], "input_y": [1.0, 3.0]}, [False]),
    ("LeftShift", {"x": [1, -1, 3, 1], "y": [4, 31, 32, -1]}, [[16, -(2**31), 0, 0]]),
    ("RightShift", {"x": [16, -16, -16, 16], "y": [2, 2, 40, 40]}, [[4, -4, -1, 0]]),
]

ELEMENTWISE: list[Row] = [
    ("Exp", {"x": [0.0, 2.0], "base": 2.0, "scale": 3.0, "shift": 1.0}, [[2, 128]]),
    ("Log", {"x": [0.0, 3.5], "base": 2.0, "scale": 2.0, "shift": 1.0}, [[0, 3]]),
    ("Power", {"x": [1.0, 2.0], "power": 2.0, "scale": 3.0, "shift": 1.0}, [[16, 49]]),
    ("Inv Reciprocal", {"x": [2.0, -4.0]}, [[0.5, -0.25]]),
    ("Rsqrt", {"x": [4.0, 0.25]}, [[0.5, 2]]),
    ("Expm1", {"x": [0.0, 1.0]}, [[0, 1.718281828]]),
    ("Log1p", {"x": [0.0, 1.0]}, [[0, 0.693147181]]),
    ("Rint Round", {"x": [0.5, 1.5, 2.5, -0.5]}, [[0, 2, 2, 0]]),
    ("Round", {"x": [1.25, 1.35], "decimals": 1}, [[1.2, 1.4]]),
    ("Trunc", {"input_x": [1.7, -1.7]}, [[1, -1]]),
    ("Atan2", {"x1": [1.0, 1.0, -1.0], "x2": [1.0, -1.0, -1.0]}, [[0.785398163, 2.356194490, -2.356194490]]),
    ("ClipByValue ClipByValueV2", {"x": [-1.0, 0.5, 2.0], "clip_value_min": 0.0, "clip_value_max": 1.0}, [[0, 0.5, 1]]),
    ("NanToNum", {"x": [nan, inf, -inf], "nan": 1.0, "posinf": 2.0, "neginf": 3.0}, [[1, 2, 3]]),
    ("CastLike", {"x": [1.7, -1.7], "target": [1]}, [[1, -1]]),
    ("Erfc", {"x": [0.0, 1.0, 5.0]}, [[1, 0.157299207, 1.5374597944e-12]]),
    ("Lgamma", {"x": [1.0, 5.0, 0.5]}, [[0, 3.178053830, 0.572364943]]),
    ("Digamma", {"x": [1.0, 0.5, -0.5, 10.0]}, [[-0.577215665, -1.963510026, 0.036489974, 2.251752589]]),
    ("Sinc", {"x": [0.0, 0.5, 1.0]}, [[1, 0.636619772, 0]]),
    ("Xdivy", {"x1": [0.0, 6.0], "x2": [0.0, 3.0]}, [[0, 2]]),
    ("Xlogy", {"x1": [0.0, 2.0], "x2": [0.0, 1.0]}, [[0, 0]]),
    ("Xlog1py", {"x": [0.0, 2.0], "y": [-1.0, 1.718281828]}, [[0, 2]]),
    ("NextAfter", {"x1": [1.0], "x2": [2.0]}, [[1.00000011920928955]]),
]

ACTIVATION: list[Row] = [
    ("Celu", {"x": [-1.0, 2.0], "alpha1": 2.0, "alpha2": 0.5, "alpha3": 3.0}, [[-1.729329434, 6]]),
    ("CeluV2", {"x": [-1.0, 2.0], "alpha": 2.0}, [[-0.786938681, 2]]),
    ("Gelu", {"x": [1.0, -1.0]}, [[0.841191990, -0.158808010]]),
    ("FastGelu", {"x": [1.0, -1.0, 0.0]}, [[0.845795766, -0.154204234, 0]]),
    ("FastGeluV2", {"x": [1.0, -1.0, 0.0, 4.0, -4.0]}, [[0.837172075, -0.162827925, 0, 4, 0]]),
    ("GeluV2", {"x": [1.0, -1.0], "approximate": "none"}, [[0.841344746, -0.158655254]]),
    ("FusedBiasLeakyRelu", {"x": [1.0, -3.0], "bias": [1.0, 1.0], "negative_slope": 0.5, "scale": 2.0}, [[4, -2]]),
    ("HardShrink", {"input_x": [-1.0, 0.4, 0.6], "lambd": 0.5}, [[-1, 0, 0.6]]),
    ("SoftShrink", {"input_x": [-1.0, 0.4, 0.6], "lambd": 0.5}, [[-0.5, 0, 0.1]]),
    ("Heaviside", {"input": [-1.0, 0.0, 2.0], "values": [5.0, 6.0, 7.0]}, [[0, 6, 1]]),
    ("LogSigmoid", {"x": [0.0, -100.0]}, [[-0.693147181, -100]]),
    ("PRelu", {"x": [[[-1.0], [-1.0]]], "weight": [0.1, 0.2]}, [[[[-0.1], [-0.2]]]]),
    ("Relu6", {"x": [-1.0, 3.0, 9.0]}, [[0, 3, 6]]),
    ("SquaredRelu", {"x": [-1.0, 3.0]}, [[0, 9]]),
    ("SoftplusV2", {"x": [1.0, 20.0], "beta": 2.0, "threshold": 20.0}, [[1.063464006, 20]]),
    ("Threshold", {"x": [0.4, 0.6], "threshold": 0.5}, [[0, 1]]),
    ("ThresholdV2", {"x": [0.4, 0.6], "threshold": [0.5], "value": [9.0]}, [[9, 0.6]]),
    ("ThresholdV2D", {"x": [0.4, 0.6], "threshold": 0.5, "value": 9.0}, [[9, 0.6]]),
    ("GLU", {"x": [[1.0, 2.0, 0.0, 100.0]]}, [[[0.5, 2]]]),
    ("SwiGlu", {"x": [[0.0, 100.0, 3.0, 2.0]]}, [[[0, 200]]]),
    ("GeGluV2", {"x": [[3.0, 2.0, 0.0, 100.0]]}, [[[0, 200]], [[0, 100]]]),
    ("GeluMul", {"x": [[0.0, 100.0, 3.0, 2.0]]}, [[[0, 200]]]),
    ("FatreluMul", {"x": [[0.4, 0.6, 10.0, 10.0]], "threshold": [0.5]}, [[[0, 6]]]),
]

SHAPE: list[Row] = [
    ("ExpandDims UnsqueezeV2", {"x": [1.0, 2.0], "axis": [0]}, [[[1, 2]]]),
    ("FlattenV2", {"x": [[[1.0, 2.0]], [[3.0, 4.0]]], "axis": 1, "end_axis": 2}, [[[1, 2], [3, 4]]]),
    ("Rank", {"x": [[1.0]]}, [2]),
    ("Tile TileD", {"x": [1.0, 2.0], "multiples": [2]}, [[1, 2, 1, 2]]),
    ("TileWithAxis", {"x": [[1.0, 2.0]], "axis": 0, "tiles": 2}, [[[1, 2], [1, 2]]]),
    ("BroadcastTo BroadcastToD", {"x": [1.0, 2.0], "shape": [2, 2]}, [[[1, 2], [1, 2]]]),
    ("ExpandD", {"x": [[1.0], [2.0]], "shape": [1, 2]}, [[[1, 1], [2, 2]]]),
    ("BroadcastArgs", {"x1": [2, 1], "x2": [3]}, [[2, 3]]),
    (
        "AsStrided",
        {"x": [0.0, 1.0, 2.0, 3.0, 4.0], "size": [2, 2], "stride": [1, 2], "storage_offset": [1]},
        [[[1, 3], [2, 4]]],
    ),
    ("RepeatInterleave", {"x": [1.0, 2.0], "repeats": [1, 2], "axis": 0}, [[1, 2, 2]]),
    ("RepeatInterleave", {"x": [[1.0, 2.0]], "repeats": [2]}, [[1, 1, 2, 2]]),
    ("SqueezeV2", {"x": [[1.0, 2.0]], "axis": [0]}, [[1, 2]]),
    ("Pack", {"x": [[1.0, 2.0], [3.0, 4.0]], "axis": 1, "N": 2}, [[[1, 3], [2, 4]]]),
    ("ConcatV2 ConcatV2D", {"x": [[[1.0]], [[2.0]]], "concat_dim": 1, "N": 2}, [[[1, 2]]]),
    ("Concat ConcatD", {"x": [[[1.0]], [[2.0]]], "concat_dim": 0, "N": 2}, [[[1], [2]]]),
    ("ConcatOffset ConcatOffsetD", {"x": [[2, 3], [2, 5]], "concat_dim": 1, "N": 2}, [[0, 0], [0, 3]]),
    ("TransposeD", {"x": [[1.0, 2.0]], "perm": [1, 0]}, [[[1], [2]]]),
    (
        "ConfusionTranspose ConfusionTransposeD",
        {"x": [[1.0, 2.0], [3.0, 4.0]], "perm": [1, 0], "shape": [4], "transpose_first": True},
        [[1, 3, 2, 4]],
    ),
    ("Permute", {"x": [[[1.0, 2.0]]], "order": [2]}, [[[[1]], [[2]]]]),
    ("ReverseV2 ReverseV2D", {"x": [[1.0, 2.0], [3.0, 4.0]], "axis": [1]}, [[[2, 1], [4, 3]]]),
    ("Roll", {"x": [1.0, 2.0, 3.0], "shifts": [1], "dims": [0]}, [[3, 1, 2]]),
    ("RollV2", {"input": [1.0, 2.0, 3.0], "shift": [1], "axes": [0]}, [[3, 1, 2]]),
    ("ShuffleChannel", {"x": [[[[0.0]], [[1.0]], [[2.0]], [[3.0]]]], "group": 2}, [[[[[0]], [[2]], [[1]], [[3]]]]]),
    ("DataFormatDimMap", {"x": [0, 1, 2, 3]}, [[0, 2, 3, 1]]),
    ("DataFormatVecPermute", {"x": [1, 2, 3, 4]}, [[1, 4, 2, 3]]),
    (
        "SpaceToBatchND SpaceToBatchNDD",
        {"x": [[[[1.0], [2.0]], [[3.0], [4.0]]]], "block_shape": [2, 2], "paddings": [0, 0, 0, 0]},
        [[[[[1]]], [[[2]]], [[[3]]], [[[4]]]]],
    ),
    (
        "BatchToSpaceND BatchToSpaceNDD",
        {"x": [[[[1.0]]], [[[2.0]]], [[[3.0]]], [[[4.0]]]], "block_shape": [2, 2], "crops": [0, 0, 0, 1]},
        [[[[[1]], [[3]]]]],
    ),
    ("Pad", {"x": [1.0], "paddings": [[1, 2]]}, [[0, 1, 0, 0]]),
    ("PadD", {"x": [1.0], "paddings": [[1, 2]]}, [[0, 1, 0, 0]]),
    ("PadV2", {"x": [1.0], "paddings": [[1, 2]], "constant_values": [9.0]}, [[9, 1, 9, 9]]),
    ("PadV3D", {"x": [1.0], "paddings": [[1, 2]], "constant_values": 9}, [[9, 1, 9, 9]]),
    ("MirrorPad", {"x": [1.0, 2.0, 3.0], "paddings": [[2, 1]], "mode": "REFLECT"}, [[3, 2, 1, 2, 3, 2]]),
    ("MirrorPad", {"x": [1.0, 2.0, 3.0], "paddings": [[2, 1]], "mode": "SYMMETRIC"}, [[2, 1, 1, 2, 3, 3]]),
    ("CircularPad", {"x": [[[1.0, 2.0, 3.0]]], "paddings": [0, 0, 0, 0, 1, 2]}, [[[[3, 1, 2, 3, 1, 2]]]]),
]

SLICE: list[Row] = [
    ("Slice SliceD", {"x": [[1.0, 2.0, 3.0]], "offsets": [0, 1], "size": [1, -1]}, [[[2, 3]]]),
    ("SliceDV2", {"x": [1.0, 2.0, 3.0], "offsets": [1], "size": [2]}, [[2, 3]]),
    ("SliceWithAxes", {"x": [[1.0, 2.0, 3.0]], "offsets": [1], "size": [2], "axes": [1]}, [[[2, 3]]]),
    ("SliceLastDim", {"x": [[1.0, 2.0, 3.0, 4.0]], "start": 0, "end": 4, "stride": 2}, [[[1, 3]]]),
    (
        "StridedSlice StridedSliceD",
        {"x": [1.0, 2.0, 3.0], "begin": [2], "end": [-4], "strides": [-1], **_MASKS},
        [[3, 2, 1]],
    ),
    (
        "StridedSlice StridedSliceD",
        {
            "x": [[1.0, 2.0], [3.0, 4.0]],
            "begin": [0, 1],
            "end": [0, 2],
            "strides": [1, 1],
            **_MASKS,
            "begin_mask": 1,
            "end_mask": 1,
            "shrink_axis_mask": 2,
        },
        [[2, 4]],
    ),
    (
        "StridedSlice",
        {
            "x": [[1.0, 2.0]],
            "begin": [0, 0, 1],
            "end": [0, 0, 2],
            "strides": [1, 1, 1],
            **_MASKS,
            "ellipsis_mask": 1,
            "new_axis_mask": 2,
        },
        [[[[2]]]],
    ),
    ("StridedSliceV3", {"x": [[1.0, 2.0, 3.0]], "begin": [0], "end": [3], "axes": [1], "strides": [2]}, [[[1, 3]]]),
    (
        "StridedSliceAssign",
        {"var": [1.0, 2.0, 3.0], "begin": [0], "end": [3], "strides": [2], "input_value": [8.0, 9.0], **_MASKS},
        [[8, 2, 9]],
    ),
    (
        "StridedSliceAssignD",
        {"var": [1.0, 2.0, 3.0], "begin": [0], "end": [3], "strides": [2], "input_value": [8.0, 9.0], **_MASKS},
        [[8, 2, 9]],
    ),
    (
        "StridedSliceAssignV2",
        {"var": [1.0, 2.0, 3.0], "begin": [0], "end": [3], "strides": [2], "input_value": [8.0, 9.0]},
        [[8, 2, 9]],
    ),
]

GATHER: list[Row] = [
    ("Gather", {"x": [[1.0, 2.0], [3.0, 4.0]], "indices": [1, 0]}, [[[3, 4], [1, 2]]]),
    ("GatherV2D", {"x": [[1.0, 2.0], [3.0, 4.0]], "indices": [1], "axis": 1}, [[[2], [4]]]),
    ("GatherV2", {"x": [[1.0, 2.0], [3.0, 4.0]], "indices": [[1], [0]], "axis": 1, "batch_dims": 1}, [[[2], [3]]]),
    ("GatherD", {"x": [[1.0, 2.0], [3.0, 4.0]], "dim": [1], "index": [[0, 0], [1, 0]]}, [[[1, 1], [4, 3]]]),
    ("MaskedSelect MaskedSelectV2", {"x": [[1.0, 2.0], [3.0, 4.0]], "mask": [True, False]}, [[1, 3]]),
    ("Where", {"x": [[0.0, 2.0], [3.0, 0.0]]}, [[[0, 1], [1, 0]]]),
    ("DynamicStitch ParallelDynamicStitch", {"indices": [[2, 0], [1]], "x": [[1.0, 2.0], [3.0]], "N": 2}, [[2, 3, 1]]),
    ("InTopKD", {"x1": [[0.1, 0.9, 0.5]], "x2": [2], "k": 2}, [[True]]),
    ("InTopKV2", {"predictions": [[0.1, 0.9, 0.5]], "targets": [0], "k": [2]}, [[False]]),
    ("TopKV2", {"x": [1.0, 3.0, 2.0], "k": [2]}, [[3, 2], [1, 2]]),
    ("SortV2", {"x": [1.0, 3.0, 2.0], "descending": True}, [[3, 2, 1]]),
    ("Sort", {"x": [1.0, 3.0, 2.0]}, [[1, 2, 3], [0, 2, 1]]),
    ("Sort", {"x": [2.0, 2.0, 1.0], "descending": True}, [[2, 2, 1], [0, 1, 2]]),
    ("SearchSorted", {"sorted_sequence": [1.0, 2.0, 2.0, 3.0], "values": [2.0], "right": True}, [[3]]),
    ("LowerBound", {"sorted_x": [[1.0, 2.0, 2.0, 3.0]], "values": [[2.0]]}, [[[1]]]),
    ("UpperBound", {"sorted_x": [[1.0, 2.0, 2.0, 3.0]], "values": [[2.0]], "out_type": DataType.INT32}, [[[3]]]),
    ("Bucketize", {"x": [0.5, 1.0, 5.0], "boundaries": [1.0, 2.0], "right": True}, [[0, 1, 2]]),
    ("BucketizeV2", {"x": [0.5, 1.0, 5.0], "boundaries": [1.0, 2.0]}, [[0, 0, 2]]),
    (
        "HistogramFixedWidth HistogramFixedWidthD",
        {"x": [-1.0, 0.0, 1.5, 9.0], "range": [0.0, 4.0], "nbins": 4},
        [[2, 1, 0, 1]],
    ),
    ("NthElement", {"x": [5.0, 1.0, 3.0], "n": 1}, [3]),
    ("Unique", {"x": [3, 1, 3, 2]}, [[3, 1, 2], [0, 1, 0, 2]]),
    ("ListDiff", {"x": [1, 2, 3, 2], "y": [2]}, [[1, 3], [0, 2]]),
]

SCATTER: list[Row] = [
    ("ScatterUpdate", {"var": [1.0, 2.0, 3.0], "indices": [0, 2], "updates": [8.0, 9.0]}, [[8, 2, 9]]),
    ("ScatterAdd", {"var": [1.0, 2.0, 3.0], "indices": [0, 0], "updates": [8.0, 9.0]}, [[18, 2, 3]]),
    ("ScatterSub", {"var": [1.0, 2.0], "indices": [0], "updates": [8.0]}, [[-7, 2]]),
    ("ScatterMul", {"var": [1.0, 2.0], "indices": [1], "updates": [8.0]}, [[1, 16]]),
    ("ScatterDiv", {"var": [1.0, 2.0], "indices": [1], "updates": [8.0]}, [[1, 0.25]]),
    ("ScatterMax", {"var": [1.0, 2.0], "indices": [0, 1], "updates": [8.0, 1.0]}, [[8, 2]]),
    ("ScatterMin", {"var": [1.0, 2.0], "indices": [0, 1], "updates": [8.0, 1.0]}, [[1, 1]]),
    ("ScatterNdAdd", {"var": [[1.0, 2.0]], "indices": [[0, 1]], "updates": [5.0]}, [[[1, 7]]]),
    ("ScatterNdSub", {"var": [[1.0, 2.0]], "indices": [[0, 1]], "updates": [5.0]}, [[[1, -3]]]),
    ("ScatterNdMax", {"var": [[1.0, 2.0]], "indices": [[0, 1]], "updates": [5.0]}, [[[1, 5]]]),
    ("ScatterNdMin", {"var": [[1.0, 2.0]], "indices": [[0, 1]], "updates": [5.0]}, [[[1, 2]]]),
    ("ScatterNdUpdate", {"var": [[1.0, 2.0]], "indices": [[0, 1]], "updates": [5.0]}, [[[1, 5]]]),
    ("ScatterNonAliasingAdd TensorScatterAdd", {"x": [[1.0, 2.0]], "indices": [[0, 1]], "updates": [5.0]}, [[[1, 7]]]),
    ("TensorScatterSub", {"x": [[1.0, 2.0]], "indices": [[0, 1]], "updates": [5.0]}, [[[1, -3]]]),
    ("ScatterNd ScatterNdD", {"indices": [[1], [1], [3]], "x": [5.0, 6.0, 7.0], "shape": [4]}, [[0, 11, 0, 7]]),
    ("InplaceAdd InplaceAddD", {"x": [[1.0], [2.0]], "indices": [1], "v": [[5.0]]}, [[[1], [7]]]),
    ("InplaceSub InplaceSubD", {"x": [[1.0], [2.0]], "indices": [1], "v": [[5.0]]}, [[[1], [-3]]]),
    ("InplaceUpdate InplaceUpdateD", {"x": [[1.0], [2.0]], "indices": [1], "v": [[5.0]]}, [[[1], [5]]]),
    ("IndexAdd", {"var": [[1.0, 2.0]], "indices": [1], "updates": [[5.0]], "axis": 1}, [[[1, 7]]]),
    (
        "InplaceIndexAdd",
        {"var": [[1.0, 2.0]], "indices": [1], "updates": [[5.0]], "alpha": [2.0], "axis": 1},
        [[[1, 12]]],
    ),
    ("InplaceIndexFill", {"x": [[1.0, 2.0]], "indices": [1], "value": 5.0, "dim": 1}, [[[1, 5]]]),
    ("MaskedFill", {"x": [1.0, 2.0], "mask": [True, False], "value": 5.0}, [[5, 2]]),
    ("MaskedScatter", {"x": [1.0, 2.0, 3.0], "mask": [True, False, True], "updates": [8.0, 9.0, 7.0]}, [[8, 2, 9]]),
    (
        "ScatterElementsV2",
        {"var": [1.0, 2.0, 3.0], "indices": [0, 0], "updates": [2.0, 3.0], "reduction": "mul", "include_self": False},
        [[6, 2, 3]],
    ),
    ("SegmentSum", {"x": [1.0, 2.0, 3.0], "segment_ids": [0, 0, 2]}, [[3, 0, 3]]),
    ("SegmentMax SegmentMaxD", {"x": [-1.0, -2.0, -3.0], "segment_ids": [0, 0, 2]}, [[-1, 0, -3]]),
    (
        "UnsortedSegmentSum UnsortedSegmentSumD",
        {"x": [1.0, 2.0, 3.0], "segment_ids": [1, -1, 1], "num_segments": 2},
        [[0, 4]],
    ),
    (
        "UnsortedSegmentProd UnsortedSegmentProdD",
        {"x": [4.0, 2.0, 3.0], "segment_ids": [1, -1, 1], "num_segments": 2},
        [[1, 12]],
    ),
    (
        "UnsortedSegmentMax UnsortedSegmentMaxD",
        {"x": [4.0, 2.0, 3.0], "segment_ids": [0, 1, 1], "num_segments": 2},
        [[4, 3]],
    ),
    (
        "UnsortedSegmentMin UnsortedSegmentMinD",
        {"x": [4.0, 2.0, 3.0], "segment_ids": [0, 1, 1], "num_segments": 2},
        [[4, 2]],
    ),
]

CREATION: list[Row] = [
    ("Fill FillD", {"dims": [2], "value": 3.0}, [[3, 3]]),
    ("FillV2 FillV2D", {"dims": [2], "value": 3.0}, [[3, 3]]),
    ("Fills", {"x": [1.0, 2.0], "value": 3.0}, [[3, 3]]),
    ("LinSpace", {"start": 0.0, "stop": 1.0, "num": 5}, [[0, 0.25, 0.5, 0.75, 1]]),
    (
        "OneHotD",
        {"x": [1, -1, 3], "on_value": [5.0], "off_value": [1.0], "depth": 3},
        [[[1, 5, 1], [1, 1, 1], [1, 1, 1]]],
    ),
    ("OnesLike", {"x": [7.0, 8.0]}, [[1, 1]]),
    ("ZerosLike", {"x": [7.0, 8.0]}, [[0, 0]]),
    ("Range", {"start": 1, "limit": 7, "delta": 3}, [[1, 4]]),
    ("InvertPermutation", {"x": [2, 0, 1]}, [[1, 2, 0]]),
    ("UnravelIndex", {"indices": [5, 2], "dims": [2, 3]}, [[[1, 0], [2, 2]]]),
    ("Eye", {"num_rows": 2, "num_columns": 3, "dtype": 0}, [[[1, 0, 0], [0, 1, 0]]]),
    ("Identity Snapshot StopGradient PreventGradient GuaranteeConst TensorMove", {"x": [1.0]}, [[1]]),
    ("IdentityN", {"x": [[1.0], [2.0]]}, [[1], [2]]),
    ("Bincount", {"array": [1, 1, 3, 9], "size": 4, "weights": [0.5, 0.5, 2.0, 1.0]}, [[0, 1, 0, 2]]),
]

_C = np.array([3 + 4j, 1j], np.complex64)
_IMAGE = np.arange(8, dtype=np.float32).reshape(1, 2, 2, 2)

MORE: list[Row] = [
    ("AdaptiveAvgPool", {"x": [[[1.0, 2.0, 3.0, 4.0]]], "output_size": [1, 2]}, [[[[1.5, 3.5]]]]),
    (
        "AdaptiveAvgPool3d",
        {"x": np.arange(4, dtype=np.float32).reshape(1, 1, 1, 2, 2), "output_size": [1, 1, 2], "data_format": "NCDHW"},
        [[[[[[1, 2]]]]]],
    ),
    ("AngleV2", {"x": np.array([1j, -1], np.complex64)}, [[1.570796327, 3.141592654]]),
    ("ComplexAbs", {"x": _C}, [[5, 1]]),
    ("Real", {"input": _C}, [[3, 0]]),
    ("Imag", {"input": _C}, [[4, 1]]),
    ("BNTrainingReduce", {"x": _IMAGE}, [[6, 22], [14, 126]]),
    (
        "BNInferenceD",
        {"x": _IMAGE, "mean": [1.0, 2.0], "variance": [4.0, 9.0], "epsilon": 0.0},
        [[[[[-0.5, 0], [0.5, 1]], [[2 / 3, 1], [4 / 3, 5 / 3]]]]],
    ),
    (
        "ConfusionMatrix",
        {
            "labels": [0, 1, 1],
            "predictions": [0, 1, 0],
            "weights": [1.0, 2.0, 3.0],
            "num_classes": 2,
            "dtype": "float32",
        },
        [[[1, 0], [3, 2]]],
    ),
    ("DiagV2", {"x": [1.0, 2.0], "diagonal": 1}, [[[0, 1, 0], [0, 0, 2], [0, 0, 0]]]),
    ("DiagFlat", {"x": [1.0, 2.0], "diagonal": -1}, [[[0, 0, 0], [1, 0, 0], [0, 2, 0]]]),
    ("EuclideanNormD", {"x": [[3.0, 4.0]], "axes": [1]}, [[5]]),
    ("GemmV2", {"a": [[1.0, 2.0]], "b": [[3.0], [4.0]], "c": [[10.0]], "alpha": [2.0], "beta": [3.0]}, [[[52]]]),
    (
        "GemmV3",
        {"a": [[1.0], [2.0]], "b": [[3.0], [4.0]], "c": [[10.0]], "alpha": 2.0, "beta": 3.0, "transpose_a": True},
        [[[52]]],
    ),
    ("GlobalLpPool", {"x": [[[[3.0, 4.0]]]], "p": 2.0}, [[[[[5]]]]]),
    ("InTopK", {"x1": [[0.1, 0.9, 0.5], [inf, 0.0, 0.0]], "x2": [2, 0], "k": [2]}, [[True, False]]),
    ("KthValue", {"x": [[3.0, 1.0, 2.0], [4.0, 6.0, 5.0]], "k": 2}, [[[2], [5]], [[2], [2]]]),
    ("KthValue", {"x": [[3.0, 1.0, 2.0], [3.0, 6.0, 5.0]], "k": 1, "dim": 0}, [[[3, 1, 2]], [[0, 0, 0]]]),
    ("MVN", {"x": [[[[1.0, 3.0]]]], "eps": 0.0}, [[[[[-1, 1]]]]]),
    ("MVNV2", {"x": [[[[1.0, 3.0]]]], "eps": 0.0}, [[[[[-1, 1]]]]]),
    (
        "NonMaxSuppressionV2",
        {
            "boxes": [[0.0, 0.0, 1.0, 1.0], [0.0, 0.1, 1.0, 1.1]],
            "scores": [0.5, 0.9],
            "max_output_size": 2,
            "iou_threshold": 0.5,
        },
        [[1]],
    ),
    ("PadV2D", {"x": [1.0], "constant_values": [9.0], "paddings": [[1, 2]]}, [[9, 1, 9, 9]]),
    ("RangeD", {"x": [0.0, 0.0], "start": 1.0, "limit": 2.0, "delta": 0.5}, [[1, 1.5]]),
    ("ReduceLogSum", {"x": [[1.0, 3.0]], "axes": [1]}, [[1.386294361]]),
    ("Relu6D", {"x": [-1.0, 3.0, 9.0], "scale": 2.0}, [[0, 6, 12]]),
    ("Slogdet", {"x": [[0.0, 2.0], [1.0, 0.0]]}, [-1, 0.693147181]),
    ("SortWithIndex", {"x": [2.0, 1.0], "index": [7, 8]}, [[1, 2], [8, 7]]),
    ("TopK", {"x": [1.0, 3.0, 2.0], "k": [2]}, [[3, 2], [1, 2]]),
    ("TransposeBatchMatMul", {"x1": [[[1.0, 2.0]]], "x2": [[[3.0], [4.0]]]}, [[[[11]]]]),
    ("UniqueWithCounts", {"x": [3, 1, 3], "out_idx": DataType.INT32}, [[3, 1], [0, 1, 0], [2, 1]]),
    ("Upsample", {"x": [[[[1.0, 2.0]]]], "scale": 3.0, "stride_h": 1, "stride_w": 2}, [[[[[3, 3, 6, 6]]]]]),
    ("ResizeNearestNeighborV2D", {"x": [[[[1.0, 2.0]]]], "size": [1, 4]}, [[[[[1, 1, 2, 2]]]]]),
    ("ResizeBilinearV2D", {"x": [[[[1.0, 2.0]]]], "size": [1, 4]}, [[[[[1, 1.5, 2, 2]]]]]),
    (
        "MaxPoolExt2",
        {
            "x": [[[[1.0, 5.0]]]],
            "ksize": [1, 1, 1, 2],
            "strides": [1, 1, 1, 2],
            "padding": "VALID",
            "data_format": "NCHW",
        },
        [[[[[5]]]]],
    ),
    (
        "GroupNormRelu",
        {"x": [[[[1.0, 3.0]]]], "gamma": [1.0], "beta": [0.0], "num_groups": 1, "eps": 0.0},
        [[[[[0, 1]]]]],
    ),
    ("PlaceholderWithDefault", {"x": [1.0], "shape": [1]}, [[1]]),
    ("EnsureShape", {"input": [1.0], "shape": [1]}, [[1]]),
    ("SqueezeV3 Squeeze", {"x": [[1.0, 2.0]]}, [[1, 2]]),
    ("UnsqueezeV3", {"x": [1.0, 2.0], "axes": [0]}, [[[1, 2]]]),
    ("BitwiseAnd", {"x1": [6], "x2": [3]}, [[2]]),
    ("BitwiseOr", {"x1": [6], "x2": [3]}, [[7]]),
    ("BitwiseXor", {"x1": [6], "x2": [3]}, [[5]]),
    ("Invert", {"x": [6, -1]}, [[-7, 0]]),
    ("ArgMaxV2", {"x": [1.0, 3.0], "dimension": 0}, [1]),
    ("ArgMin", {"x": [1.0, 3.0], "dimension": 0}, [0]),
    ("Atanh", {"x": [0.5]}, [[0.549306144]]),
    (
        "BNInference",
        {"x": _IMAGE, "mean": [2.0, 4.0], "variance": [8.0, 18.0], "momentum": [2.0], "epsilon": 0.0},
        [[[[[-0.5, 0], [0.5, 1]], [[2 / 3, 1], [4 / 3, 5 / 3]]]]],
    ),
    ("Bitcast", {"x": [1.0], "type": DataType.INT32}, [[0x3F800000]]),
    ("Ceil", {"x": [1.2, -1.2]}, [[2, -1]]),
    ("Floor", {"x": [1.2, -1.2]}, [[1, -2]]),
    ("Cos", {"x": [1.0]}, [[0.540302306]]),
    ("Cosh", {"x": [1.0]}, [[1.543080635]]),
    ("Sin", {"x": [1.0]}, [[0.841470985]]),
    ("Sinh", {"x": [1.0]}, [[1.175201194]]),
    ("Tan", {"x": [1.0]}, [[1.557407725]]),
    ("Sign", {"x": [-2.0, 0.0, 3.0]}, [[-1, 0, 1]]),
    ("Square", {"x": [-3.0]}, [[9]]),
    ("Equal", {"x1": [1.0, 2.0], "x2": [1.0, 3.0]}, [[True, False]]),
    ("NotEqual", {"x1": [1.0, 2.0], "x2": [1.0, 3.0]}, [[False, True]]),
    ("Greater", {"x1": [1.0, 4.0], "x2": [1.0, 3.0]}, [[False, True]]),
    ("GreaterEqual", {"x1": [1.0, 2.0], "x2": [1.0, 3.0]}, [[True, False]]),
    ("LessEqual", {"x1": [1.0, 4.0], "x2": [1.0, 3.0]}, [[True, False]]),
    ("LogicalNot", {"x": [True, False]}, [[False, True]]),
    ("LogicalOr", {"x1": [True, False], "x2": [False, False]}, [[True, False]]),
    ("IsInf", {"x": [inf, nan, 1.0]}, [[True, False, False]]),
    ("IsNan", {"x": [inf, nan, 1.0]}, [[False, True, False]]),
    ("HardMax", {"x": [[1.0, 3.0, 3.0]]}, [[[0, 1, 0]]]),
    ("Shrink", {"input_x": [-2.0, 0.2, 2.0], "lambd": 0.5, "bias": 1.0}, [[-1, 0, 1]]),
    ("ThresholdedRelu", {"x": [0.4, 0.6], "alpha": 0.5}, [[0, 0.6]]),
    ("GatherElements", {"x": [[1.0, 2.0]], "index": [[1, -2]], "dim": 1}, [[[2, 1]]]),
    (
        "GatherElements",
        {"x": [[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]], "index": [[[1]], [[0]]], "dim": 2},
        [[[[1]], [[4]]]],
    ),
    ("GatherElements", {"x": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], "index": [[1], [0]], "dim": 1}, [[[2], [3]]]),
    ("NonZero", {"x": [[0.0, 2.0], [3.0, 0.0]], "transpose": True}, [[[0, 1], [1, 0]]]),
    ("Shape", {"x": [[1.0, 2.0]]}, [[1, 2]]),
    ("Size", {"x": [[1.0, 2.0]]}, [2]),
    ("GlobalAveragePool", {"x": _IMAGE}, [[[[[1.5]], [[5.5]]]]]),
    ("SpaceToDepth", {"x": [[[[1.0], [2.0]], [[3.0], [4.0]]]], "block_size": 2}, [[[[[1, 2, 3, 4]]]]]),
    ("LoopCond", {"x": True}, [True]),
]

FAMILIES = {
    "more": MORE,
    "arithmetic": ARITHMETIC,
    "compare": COMPARE,
    "elementwise": ELEMENTWISE,
    "activation": ACTIVATION,
    "shape": SHAPE,
    "slice": SLICE,
    "gather": GATHER,
    "scatter": SCATTER,
    "creation": CREATION,
}
ROWS = [(op, values, expected) for rows in FAMILIES.values() for ops, values, expected in rows for op in ops.split()]


@pytest.mark.parametrize(("op", "values", "expected"), ROWS, ids=[f"{row[0]}-{i}" for i, row in enumerate(ROWS)])
def test_a_kernel_gives_what_its_definition_says(op: str, values: dict[str, Any], expected: list[Any]):
    found = run(op, **values)
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one.shape == np.shape(other)
        np.testing.assert_allclose(one.astype(np.float64), np.asarray(other, np.float64), rtol=2e-6, atol=1e-7)


def test_strings_are_joined_and_normalised():
    """`StringJoin` and `StringNormalizer`; when all words are left out, one empty string remains."""
    left, right = np.array(["a", "b"], np.object_), np.array("-", np.object_)
    assert call("StringJoin", [[left, right, left]], {"N": 3, "separator": "."})[0].tolist() == ["a.-.a", "b.-.b"]
    words = np.array([["Mo", "mo", "Di"]], np.object_)
    kept = call("StringNormalizer", [words], {"stopwords": ("mo",), "case_change_action": "UPPER"})[0]
    assert kept.tolist() == [["DI"]]
    exact = call("StringNormalizer", [words], {"stopwords": ("mo", "Di"), "is_case_sensitive": True})[0]
    assert exact.tolist() == [["Mo"]]
    assert call("StringNormalizer", [words[0]], {"stopwords": ("mo", "di")})[0].tolist() == [""]
