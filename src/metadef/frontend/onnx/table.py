"""Which family file maps an ONNX operator, and what is said about one that none maps.

A new operator is an entry at the end of its family's file; a new family is a file and a line here.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module

from metadef.errors import Finding, did_you_mean, finding
from metadef.frontend.onnx.declare import OnnxOp

__all__ = [
    "FAMILIES",
    "NO_COUNTERPART",
    "PREVIEW",
    "PREVIEW_DOMAIN",
    "TRAINING",
    "TRAINING_DOMAIN",
    "families",
    "find_op",
    "no_mapping",
]

# family file: the operators of the standard domain that it maps
FAMILIES: dict[str, str] = {
    "attention": "Attention RotaryEmbedding",
    "activation": "Celu Clip Elu Gelu HardSigmoid HardSwish LeakyRelu Mish PRelu Relu Selu Shrink Sigmoid Softplus"
    " Softsign SwiGLU Swish Tanh ThresholdedRelu",
    "arithmetic": "Add BitShift BitwiseAnd BitwiseOr BitwiseXor Div Max Mean Min Mod Mul Pow Sub Sum",
    "cast": "BitCast Cast CastLike",
    "compare": "And Equal Greater GreaterOrEqual IsInf IsNaN Less LessOrEqual Not Or Where Xor",
    "cache": "TensorScatter",
    "concat_split": "Concat Split",
    "constant": "Constant ConstantOfShape EyeLike Identity Dropout Range",
    "control": "If Loop",
    "columns": "Col2Im",
    "conv": "Conv ConvTranspose DeformConv",
    "cumulative": "CumProd CumSum",
    "detection": "RoiAlign",
    "elementwise": "Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Ceil Cos Cosh Det Erf Exp Floor Log Neg Reciprocal"
    " Round Sign Sin Sinh Sqrt Tan",
    "gather": "Compress Gather GatherElements GatherND OneHot",
    "linear_attention": "LinearAttention",
    "integer": "ConvInteger MatMulInteger QLinearConv QLinearMatMul",
    "loss": "NegativeLogLikelihoodLoss SoftmaxCrossEntropyLoss",
    "einsum": "Einsum",
    "fourier": "DFT STFT",
    "matmul": "Gemm MatMul",
    "optional": "OptionalGetElement OptionalHasElement",
    "norm": "BatchNormalization GroupNormalization InstanceNormalization LRN LayerNormalization LpNormalization"
    " MeanVarianceNormalization RMSNormalization",
    "pad": "CenterCropPad Pad Tile",
    "pool": "AveragePool GlobalAveragePool GlobalLpPool GlobalMaxPool LpPool MaxPool",
    "quantize": "DequantizeLinear DynamicQuantizeLinear QuantizeLinear",
    "random": "Bernoulli Multinomial RandomNormal RandomNormalLike RandomUniform RandomUniformLike",
    "reduce": "ArgMax ArgMin ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd"
    " ReduceSum ReduceSumSquare",
    "resize": "AffineGrid GridSample Resize Upsample",
    "rnn": "GRU LSTM RNN",
    "scan": "Scan",
    "scatter": "Scatter ScatterElements ScatterND",
    "shape": "Expand Flatten Reshape Shape Size Squeeze Transpose Unsqueeze",
    "signal": "BlackmanWindow CausalConvWithState HammingWindow HannWindow",
    "slice": "DepthToSpace ReverseSequence Slice SpaceToDepth Trilu",
    "softmax": "Hardmax LogSoftmax Softmax",
    "sort": "NonMaxSuppression NonZero TopK",
    "unpool": "MaxUnpool",
    "vectorizer": "TfIdfVectorizer",
}

# operators of the standard domain that cannot be mapped: why, and what to do instead
_NO_SEQUENCES = ("Ascend graphs carry tensors, no sequences", "tensors of a fixed number, or Concat and Split")
_NO_OPTIONALS = ("Ascend graphs carry tensors, no optionals", "an input that is always fed")
_NO_STRINGS = ("strings cannot be computed on an NPU", "doing this before the model")
_SIGNAL = ("Ascend has no such signal operator", "a constant window or matrix, or doing this before the model")

NO_COUNTERPART: dict[str, tuple[str, str]] = {
    "ConcatFromSequence": _NO_SEQUENCES,
    "ImageDecoder": ("images are decoded before the model", "AIPP or DVPP"),
    "MaxRoiPool": ("Ascend's ROIPooling rounds regions otherwise", "RoiAlign outside of the model"),
    "MelWeightMatrix": _SIGNAL,
    "Optional": _NO_OPTIONALS,
    "RegexFullMatch": _NO_STRINGS,
    "SequenceAt": _NO_SEQUENCES,
    "SequenceConstruct": _NO_SEQUENCES,
    "SequenceEmpty": _NO_SEQUENCES,
    "SequenceErase": _NO_SEQUENCES,
    "SequenceInsert": _NO_SEQUENCES,
    "SequenceLength": _NO_SEQUENCES,
    "SequenceMap": _NO_SEQUENCES,
    "SplitToSequence": _NO_SEQUENCES,
    "StringConcat": _NO_STRINGS,
    "StringNormalizer": _NO_STRINGS,
    "StringSplit": _NO_STRINGS,
    "Unique": ("Ascend gives no index of the first occurrence", "doing this before the model"),
}


# operators of the preview domains: their family file
PREVIEW = {"FlexAttention": "flex_attention"}
PREVIEW_DOMAIN = "ai.onnx.preview"
TRAINING = {"Adagrad": "training", "Adam": "training", "Momentum": "training"}
TRAINING_DOMAIN = "ai.onnx.preview.training"
_BY_DOMAIN = {PREVIEW_DOMAIN: PREVIEW, TRAINING_DOMAIN: TRAINING}


@cache
def families() -> dict[str, str]:
    """Operator type to family."""
    return {op: family for family, ops in FAMILIES.items() for op in ops.split()}


@lru_cache(maxsize=4096)
def find_op(op: str, domain: str = "") -> OnnxOp | None:
    """The declaration of an operator of the standard or a preview domain, None if it is not mapped."""
    family = families().get(op) if not domain else _BY_DOMAIN.get(domain, {}).get(op)
    if family is None:
        return None
    ops: dict[str, OnnxOp] = import_module(f"metadef.frontend.onnx.{family}").OPS
    return ops[op]


@lru_cache(maxsize=1024)
def _near(op: str) -> str:
    return did_you_mean(op, families())


def no_mapping(op: str, domain: str, subject: str) -> Finding:
    """The finding about an operator that nothing maps, with the way out that is nearest."""
    if domain == "":
        reason, hint = NO_COUNTERPART.get(op, ("", ""))
        message = f"{op} has no mapping to an Ascend operator" + (f": {reason}" if reason else "")
        hint = hint or _near(op)
    else:
        message = f"operators of the domain {domain} have no mapping to Ascend operators"
        plain = op.removeprefix("Fused").removeprefix("Quick")
        near = op if op in families() else plain if plain in families() else _near(op)
        hint = f"ai.onnx::{near}" if near else "the same computation in operators of the standard domain"
    return finding(
        "unsupported-op",
        subject,
        message,
        expected="an operator with a mapping",
        got=f"{domain or 'ai.onnx'}::{op}",
        hint=hint,
    )
