"""Which family file exports an Ascend operator.

A new operator is an entry at the end of its family's file; a new family is a file and a line here. Operators that ONNX
has under another name, with the same inputs and no attributes that matter, need one entry in `DIRECT` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from metadef.frontend.onnx.ge_domain import GE_DOMAIN, OPAQUE_DOMAIN

if TYPE_CHECKING:
    from metadef.frontend.onnx_export.call import ExportCall

__all__ = ["DIRECT", "FAMILIES", "GE_DOMAIN", "OPAQUE_DOMAIN", "OPSET", "Exporter", "find_exporter"]

Exporter: TypeAlias = "Callable[[ExportCall], None]"

OPSET = 23  # of the standard operators: the first with RMSNormalization; a newer one only where a call needs it

# Ascend's name: ONNX's, for calls that differ in nothing else; `frontend.onnx` maps each of them back
DIRECT: dict[str, str] = {
    "Abs": "Abs",
    "Acos": "Acos",
    "Acosh": "Acosh",
    "Add": "Add",
    "Asin": "Asin",
    "Asinh": "Asinh",
    "Atan": "Atan",
    "Atanh": "Atanh",
    "BitwiseAnd": "BitwiseAnd",
    "BitwiseOr": "BitwiseOr",
    "BitwiseXor": "BitwiseXor",
    "Ceil": "Ceil",
    "Cos": "Cos",
    "Cosh": "Cosh",
    "Div": "Div",
    "Equal": "Equal",
    "Erf": "Erf",
    "Floor": "Floor",
    "GlobalAveragePool": "GlobalAveragePool",
    "Greater": "Greater",
    "GreaterEqual": "GreaterOrEqual",
    "HardSwish": "HardSwish",
    "Identity": "Identity",
    "Invert": "BitwiseNot",
    "IsInf": "IsInf",
    "IsNan": "IsNaN",
    "Less": "Less",
    "LessEqual": "LessOrEqual",
    "LogicalAnd": "And",
    "LogicalNot": "Not",
    "LogicalOr": "Or",
    "MatrixDeterminant": "Det",
    "Maximum": "Max",
    "Minimum": "Min",
    "Mish": "Mish",
    "Mul": "Mul",
    "Neg": "Neg",
    "Pow": "Pow",
    "Reciprocal": "Reciprocal",
    "Relu": "Relu",
    "Rint": "Round",
    "SelectV2": "Where",
    "Selu": "Selu",
    "Sigmoid": "Sigmoid",
    "Sign": "Sign",
    "Sin": "Sin",
    "Sinh": "Sinh",
    "Softplus": "Softplus",
    "Softsign": "Softsign",
    "Sqrt": "Sqrt",
    "Sub": "Sub",
    "Tan": "Tan",
    "Tanh": "Tanh",
    "Tile": "Tile",
}

# family file: the operators that it exports
FAMILIES: dict[str, str] = {
    "activation": "CeluV2 ClipByValue Elu Gelu GeluV2 HardSigmoid LeakyRelu PRelu Relu6 Shrink Swish ThresholdedRelu",
    "attention": "FlashAttentionScore RotaryMul",
    "arithmetic": "AddN BiasAdd FloorDiv FloorMod LeftShift RealDiv RightShift Rsqrt Square SquaredDifference"
    " TruncateMod",
    "cast": "Bitcast Cast",
    "compare": "IsFinite NotEqual",
    "concat_split": "Concat ConcatD ConcatV2 Pack Split SplitD SplitV SplitVD Unpack",
    "columns": "Col2im",
    "constant": "Eye Fill OnesLike Range ZerosLike",
    "control": "If While",
    "conv": "Conv2D Conv2DTransposeD Conv3D Conv3DTransposeD",
    "cumulative": "Cumprod Cumsum",
    "einsum": "Einsum",
    "detection": "ROIAlign",
    "elementwise": "Exp Log",
    "gather": "GatherElements GatherNd GatherV2 OneHot",
    "matmul": "BatchMatMul BatchMatMulV2 FullyConnection FusedMatMul MatMul MatMulV2",
    "norm": "AddLayerNorm BNInfer GroupNormV2 InstanceNorm LRN LayerNorm LayerNormV3 RmsNorm",
    "pad": "Pad PadD PadV3",
    "pool": "AvgPool3D AvgPoolV2 MaxPool3D MaxPoolV3",
    "reduce": "ArgMaxD ArgMaxV2 ArgMin ArgMinD ReduceAll ReduceAny ReduceLogSumExp ReduceMax ReduceMaxD ReduceMean"
    " ReduceMeanD ReduceMin ReduceMinD ReduceProd ReduceProdD ReduceSum ReduceSumD",
    "resize": "AffineGrid GridSampler2D GridSampler3D Resize",
    "rnn": "CommonGRU CommonLSTM",
    "scatter": "ScatterElements TensorScatterAdd TensorScatterMax TensorScatterMin TensorScatterUpdate",
    "shape": "BroadcastTo ConfusionTransposeD Expand ExpandDims Flatten Rank Reshape Shape Size Squeeze SqueezeV3"
    " Transpose TransposeD Unsqueeze UnsqueezeV3",
    "slice": "DepthToSpace ReverseSequence ReverseV2 Slice SliceD SpaceToDepth StridedSliceV2 Trilu",
    "softmax": "HardMax LogSoftmaxV2 SoftmaxV2",
    "sort": "NonMaxSuppressionV6 NonZero TopKV2",
}


@lru_cache(maxsize=1)
def _families() -> dict[str, str]:
    return {op: family for family, ops in FAMILIES.items() for op in ops.split()}


@lru_cache(maxsize=4096)
def find_exporter(op: str) -> Exporter | None:
    """What exports an operator, None if nothing does."""
    direct = DIRECT.get(op)
    if direct is not None:
        return _same(direct)
    family = _families().get(op)
    if family is None:
        return None
    ops: dict[str, Exporter] = import_module(f"metadef.frontend.onnx_export.{family}").OPS
    return ops[op]


def _same(op: str) -> Exporter:
    def exporter(call: ExportCall) -> None:
        call.add(op, call.inputs())

    return exporter
