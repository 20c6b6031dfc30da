"""Who says, besides the rule itself, that an operator's inferred shape is right.

Five kinds of witness: "case" (a unit test of CANN's operators, `cases/infer/public`), "meaning" (outputs that follow
from the operator's definition, `cases/infer/by_meaning`), "tensorflow" (what it infers or computes,
`cases/infer/tensorflow`), "hand" (a result written out by hand, `kernels/test_by_hand.py`: its shape is literal)
and "kernel" (the calls below, computed by a reference kernel that other tests compare with onnxruntime, NumPy or a slow
twin, and that is not told what was inferred).
"""

from __future__ import annotations

import re
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np

from infer_cases import by_meaning, public, tensorflow
from kernel_cases import array_for
from metadef.catalogue import registry
from metadef.driver.calls import infer_call
from metadef.kernels.call import KernelCall
from metadef.kernels.run import run_call
from metadef.ops.ports import PortKind
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

__all__ = ["CALLS", "bound", "computed", "hand_rows", "inferred", "witnesses"]

Values = dict[str, Any]
TOLD = re.compile(r"\d|[A-Z]|nothing")  # of the outputs, a size or the types, or that there are none
RNG = np.random.default_rng(5)


def real(*shape: int) -> Any:
    """Random numbers of one sign, so that logarithms and roots are taken of what has them."""
    return (RNG.random(shape) + 0.5).astype(np.float32)


IMAGE, VOLUME, MATRIX = real(2, 4, 6, 5), real(1, 4, 5, 4, 3), real(3, 3)
SPD = (MATRIX @ MATRIX.T + 3 * np.eye(3)).astype(np.float32)
WIDE = {"strides": [1, 1, 2, 1], "pads": [1, 0, 1, 1], "dilations": [1, 1, 1, 2], "data_format": "NCHW"}
DEEP = {"strides": [1, 1, 2, 1, 1], "pads": [1, 0, 1, 1, 0, 0], "dilations": [1, 1, 1, 1, 1]}
CHANNELS = {"scale": real(4), "offset": real(4), "mean": real(4), "variance": real(4)}
AXES = {"axes": [0, 2], "keep_dims": True}

# operators that take the same arguments, by port and attribute name
CALLS: list[tuple[str, Values]] = [
    (
        "Acos Elu HardSigmoid HardSwish LeakyRelu Mish Neg Selu Softplus Softsign Swish Tanh Cast",
        {"x": real(2, 3) * 0.5, "input_x": real(2, 3), "dst_type": 1},
    ),
    ("Minimum Mul", {"x1": real(2, 1, 3), "x2": real(4, 1)}),
    ("Complex", {"real": real(2, 1), "imag": real(3)}),
    ("MatMul MatMulV2 MatMulV3", {"x1": real(3, 2), "x2": real(3, 5), "transpose_x1": True}),
    ("MatMul MatMulV2 MatMulV3 FusedMatMul", {"x1": real(2, 3), "x2": real(3, 5), "fused_op_type": ""}),
    ("BatchMatMul BatchMatMulV2 BatchMatMulV3", {"x1": real(4, 1, 2, 3), "x2": real(6, 5, 3), "adj_x2": True}),
    ("GEMM", {"a": real(3, 2), "b": real(3, 5), "c": real(2, 5), "alpha": [1.0], "beta": [1.0], "transpose_a": True}),
    ("Dot", {"input_x": real(4), "input_y": real(4)}),
    ("Ger", {"x1": real(3), "x2": real(4)}),
    ("Cross", {"x1": real(2, 3), "x2": real(2, 3), "dim": 1}),
    ("Einsum", {"x": [real(2, 3), real(3, 4)], "equation": "ij,jk->ki", "N": 2}),
    ("Conv2D", {"x": IMAGE, "filter": real(6, 2, 3, 2), "groups": 2, **WIDE}),
    ("DepthwiseConv2D", {"x": IMAGE, "filter": real(1, 4, 3, 2), **WIDE}),
    ("Conv3D", {"x": VOLUME, "filter": real(6, 2, 3, 2, 2), "groups": 2, "data_format": "NCDHW", **DEEP}),
    (
        "Conv2DTransposeD",
        {
            "x": IMAGE,
            "filter": real(4, 3, 3, 2),
            "strides": [1, 1, 2, 1],
            "pads": [1, 1, 0, 0],
            "input_size": [],
            "data_format": "NCHW",
        },
    ),
    (
        "Conv2DBackpropInput Conv2DBackpropInputD",
        {
            "input_size": [2, 4, 6, 5],
            "filter": real(6, 4, 3, 2),
            "out_backprop": real(2, 6, 4, 4),
            "strides": [1, 1, 1, 1],
            "pads": [0, 0, 0, 0],
            "data_format": "NCHW",
        },
    ),
    (
        "Conv2DBackpropFilter Conv2DBackpropFilterD",
        {
            "x": IMAGE,
            "filter_size": [6, 4, 3, 2],
            "out_backprop": real(2, 6, 4, 4),
            "strides": [1, 1, 1, 1],
            "pads": [0, 0, 0, 0],
            "data_format": "NCHW",
        },
    ),
    (
        "AvgPool AvgPoolV2 MaxPool",
        {
            "x": IMAGE,
            "ksize": [1, 1, 2, 3],
            "strides": [1, 1, 2, 1],
            "padding": "VALID",
            "data_format": "NCHW",
            "padding_mode": "VALID",
        },
    ),
    (
        "AvgPoolV2 MaxPoolV3",
        {
            "x": IMAGE,
            "ksize": [1, 1, 2, 3],
            "strides": [1, 1, 2, 2],
            "padding_mode": "CALCULATED",
            "pads": [1, 0, 1, 1],
            "data_format": "NCHW",
            "ceil_mode": True,
        },
    ),
    (
        "AvgPool3D MaxPool3D",
        {
            "x": VOLUME,
            "ksize": [1, 1, 2, 3, 2],
            "strides": [1, 1, 2, 1, 1],
            "pads": [0, 0, 0, 0, 0, 0],
            "padding": "VALID",
            "data_format": "NCDHW",
        },
    ),
    ("BNInfer", {"x": IMAGE, **CHANNELS, "epsilon": 1e-3}),
    ("BatchNorm", {"x": IMAGE, **CHANNELS, "is_training": False, "data_format": "NCHW"}),
    ("FusedBatchNormV2", {"x": IMAGE, **CHANNELS, "is_training": False, "data_format": "NCHW"}),
    ("BN3DTrainingReduce", {"x": real(2, 3, 4, 4, 2)}),
    (
        "LayerNorm LayerNormV3",
        {"x": real(2, 3, 4), "gamma": real(3, 4), "beta": real(3, 4), "begin_norm_axis": 1, "begin_params_axis": 1},
    ),
    ("LayerNormV4", {"x": real(2, 3, 4), "normalized_shape": [4], "gamma": real(4), "beta": real(4)}),
    ("RmsNorm GemmaRmsNorm", {"x": real(2, 3, 4), "gamma": real(4)}),
    ("AddRmsNorm InplaceAddRmsNorm AddRmsNormCast", {"x1": real(2, 3, 4), "x2": real(2, 3, 4), "gamma": real(4)}),
    (
        "AddLayerNorm InplaceAddLayerNorm",
        {"x1": real(2, 3, 4), "x2": real(2, 3, 4), "gamma": real(4), "beta": real(4), "additional_output": True},
    ),
    ("DeepNorm", {"x": real(2, 3, 4), "gx": real(2, 3, 4), "beta": real(4), "gamma": real(4)}),
    ("GroupNorm GroupNormV2", {"x": IMAGE, "gamma": real(4), "beta": real(4), "num_groups": 2, "is_training": True}),
    ("GroupNormSilu GroupNormSwish", {"x": IMAGE, "gamma": real(4), "beta": real(4), "num_groups": 2}),
    ("InstanceNorm", {"x": IMAGE, "gamma": real(4), "beta": real(4), "data_format": "NCHW", "epsilon": 1e-5}),
    ("L2Normalize", {"x": real(2, 3), "axis": [1]}),
    ("LRN", {"x": IMAGE}),
    ("LpNorm", {"x": real(2, 3, 4), "axes": [1], "keepdim": False}),
    ("EuclideanNorm", {"x": real(2, 3, 4), "axes": [1]}),
    ("Renorm", {"x": real(2, 3, 4), "p": 2.0, "dim": 1, "maxnorm": 1.0}),
    ("Centralization", {"x": real(2, 3, 4), "axes": [1]}),
    ("ReduceAllD ReduceAnyD", {"x": np.ones((2, 3, 4), np.bool_), **AXES}),
    ("ReduceMaxD ReduceMeanD ReduceMinD ReduceProdD ReduceSumD", {"x": real(2, 3, 4), **AXES}),
    ("ReduceNansum ReduceMeanVariance", {"x": real(2, 3, 4), **AXES}),
    ("ReduceStd ReduceStdV2 ReduceVar", {"x": real(2, 3, 4), "dim": [1], "keepdim": True}),
    ("ArgMaxD ArgMinD", {"x": real(2, 3, 4), "dimension": 1}),
    ("ArgMinWithValue ArgMaxWithValue", {"x": real(2, 3, 4), "dimension": 1}),
    ("Cummax Cummin", {"x": real(2, 3), "dim": 1, "axis": 1}),
    ("CumprodD CumsumD CumulativeLogsumexpD", {"x": real(2, 3), "axis": 1}),
    ("Cumprod Cumsum", {"x": real(2, 3), "axis": [1]}),
    ("SoftmaxV2 LogSoftmaxV2", {"x": real(2, 3), "logits": real(2, 3), "axes": [-1]}),
    ("SoftmaxGrad", {"softmax": real(2, 3), "grad_softmax": real(2, 3)}),
    ("ScaledMaskedSoftmax", {"x": real(2, 2, 3, 3), "mask": np.zeros((2, 1, 3, 3), np.bool_)}),
    ("Cholesky MatrixInverse MatrixDeterminant LogMatrixDeterminant", {"x": np.stack([SPD, SPD])}),
    ("MatrixSolve", {"matrix": SPD, "rhs": real(3, 2)}),
    ("MatrixTriangularSolve", {"matrix": SPD, "rhs": real(3, 2)}),
    ("MatrixBandPart", {"x": real(3, 4), "num_lower": np.array(1), "num_upper": np.array(0)}),
    ("Qr Svd", {"x": real(2, 4, 3)}),
    ("Trilu", {"x": real(3, 4), "k": np.array(1)}),
    ("Diag", {"x": real(2, 3)}),
    ("DepthToSpace", {"x": real(1, 8, 2, 3), "block_size": 2, "data_format": "NCHW"}),
    ("Flatten", {"x": real(2, 3, 4), "axis": 2}),
    ("Reshape", {"x": real(2, 6), "shape": [3, -1]}),
    ("Unsqueeze", {"x": real(2, 3), "axes": [0, 3]}),
    ("ShapeN", {"x": [real(2, 3), real(4)]}),
    ("SplitD", {"x": real(2, 6), "split_dim": 1, "num_split": 3}),
    ("SplitVD", {"x": real(2, 6), "size_splits": [1, 5], "split_dim": 1, "num_split": 2}),
    ("GatherNd", {"x": real(4, 3), "indices": [[1], [2]]}),
    ("ScatterElements", {"data": real(3, 3), "indices": [[1, 0, 2]], "updates": real(1, 3)}),
    (
        "TensorScatterMax TensorScatterMin TensorScatterUpdate",
        {"x": real(4, 3), "indices": [[1]], "updates": real(1, 3), "input": real(4, 3)},
    ),
    (
        "IndexFill",
        {
            "x": real(4, 3),
            "indices": [1, 2],
            "val": np.ones((), np.float32),
            "value": np.ones((), np.float32),
            "dim": 0,
        },
    ),
    ("OneHot", {"x": [1, 2], "depth": np.array(4, np.int32), "on_value": [1.0], "off_value": [0.0], "axis": -1}),
    (
        "TopKD TopKV2D",
        {"x": real(2, 6).astype(np.float16), "assist_seq": np.arange(6, dtype=np.float16), "k": 3, "sorted": True},
    ),
    ("ReverseSequence", {"x": real(4, 2), "seq_lengths": [2, 3], "seq_dim": 0, "batch_dim": 1}),
    ("GridSampler2D", {"x": IMAGE, "grid": real(2, 3, 4, 2)}),
    ("GridSampler3D", {"x": VOLUME, "grid": real(1, 2, 3, 4, 3)}),
    (
        "Col2im Col2ImV2",
        {"x": real(2, 4, 6, 15), "output_size": [5, 7], "kernel_size": [2, 3], "stride": [1, 2], "dilation": [2, 1]}
        | {"padding": [1, 0]},
    ),
    ("DeformableOffsets", {"x": IMAGE, "offsets": real(2, 18, 3, 6), "ksize": [3, 2], **WIDE, "dilations": [1] * 4}),
    (
        "ROIAlign",
        {"features": IMAGE, "rois": np.array([[1, 0.5, 1, 3, 4]], np.float32), "spatial_scale": 0.5}
        | {"pooled_height": 2, "pooled_width": 3, "roi_end_mode": 0},
    ),
    ("AffineGrid", {"theta": real(2, 2, 3), "output_size": [2, 3, 4, 5]}),
    ("ResizeBilinearV2 ResizeNearestNeighborV2 ResizeBicubic", {"x": IMAGE, "images": IMAGE, "size": [3, 7]}),
    ("Resize", {"x": IMAGE, "sizes": [2, 4, 3, 7]}),
    (
        "Iou",
        {
            "bboxes": np.array([[0.0, 0, 2, 2]], np.float32),
            "gtboxes": np.array([[0.0, 0, 1, 1], [1, 1, 2, 2]], np.float32),
        },
    ),
    ("StridedSliceGradD", {"dy": real(2, 2), "shape": [4, 3], "begin": [1, 0], "end": [3, 2], "strides": [1, 1]}),
    ("RandomStandardNormal RandomUniform TruncatedNormal", {"shape": [2, 3], "dtype": DataType.FLOAT}),
    ("RandomUniformInt", {"shape": [2, 3], "min": np.array(1), "max": np.array(5)}),
    ("RandomShuffle", {"x": real(4, 2)}),
    ("SwiGluGrad GLUGrad", {"dy": real(2, 3), "y_grad": real(2, 3), "x": real(2, 6)}),
    ("GeluGrad SwishGrad", {"dy": real(2, 3), "x": real(2, 3), "y": real(2, 3), "grad": real(2, 3)}),
    ("PReluGrad", {"grads": IMAGE, "features": IMAGE, "weights": real(4)}),
    ("HardtanhGrad", {"result": real(2, 3), "grad": real(2, 3)}),
]


def bound(op: str, values: Values) -> tuple[list[Any], dict[str, Any]]:
    """The inputs by port and the attributes of a call; a value is used where the operator has something of its name."""
    proto = registry().lookup(op)
    inputs: list[Any] = []
    left = dict(values)
    for port in proto.inputs:
        value = left.pop(port.name, None)
        if value is None:
            inputs.append(None)
        elif port.kind is PortKind.DYNAMIC:
            inputs.append([array_for(proto, port.name, item) for item in value])
        else:
            inputs.append(array_for(proto, port.name, value))
    attrs = {name: _frozen(value) for name, value in left.items() if name in proto.attr_index}
    return inputs, attrs


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def inferred(op: str, values: Values) -> list[TensorDesc]:
    inputs, attrs = bound(op, values)
    return infer_call(op, inputs, attrs)


def computed(op: str, values: Values) -> list[Any]:
    """What the kernel computes when nobody tells it what was inferred."""
    proto = registry().lookup(op)
    inputs, attrs = bound(op, values)
    flat: list[Any] = []
    counts: list[int] = []
    for item in inputs:
        members = item if isinstance(item, list) else [item]
        flat += members
        counts.append(len(members))
    out_counts = None
    if proto.has_dynamic_outputs:
        out_counts = (len(inferred(op, values)),)
    call = KernelCall(
        proto, flat, attrs, counts=tuple(counts) if proto.has_dynamic_inputs else None, output_counts=out_counts
    )
    return run_call(call)


def hand_rows() -> list[tuple[str, Values, list[Any]]]:
    """(operator, arguments, expected outputs) of `kernels/test_by_hand.py`."""
    path = Path(__file__).parent / "kernels" / "test_by_hand.py"
    spec = spec_from_file_location("kernel_results_by_hand", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.ROWS


@cache
def witnesses() -> dict[str, tuple[str, ...]]:
    """The kinds of witness of every operator that has a shape rule and at least one."""
    found: dict[str, set[str]] = {}
    for case in public():
        if case.expected not in ("fails", "holds"):
            found.setdefault(case.op, set()).add("case")
    for case in by_meaning():
        if case.is_legal and TOLD.search(case.expected):
            found.setdefault(case.op, set()).add("meaning")
    for case in tensorflow():
        found.setdefault(case.op, set()).add("tensorflow")
    for op, _, _ in hand_rows():
        found.setdefault(op, set()).add("hand")
    for ops, _ in CALLS:
        for op in ops.split():
            found.setdefault(op, set()).add("kernel")
    ruled = {proto.name for proto in registry() if proto.shape_rule is not None}
    return {op: tuple(sorted(kinds)) for op, kinds in sorted(found.items()) if op in ruled}
