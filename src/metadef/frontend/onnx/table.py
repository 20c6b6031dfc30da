"""Which family file maps an ONNX operator, and what is said about one that none maps.

A new operator is an entry at the end of its family's file; a new family is a file and a line here.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module

from metadef.errors import Finding
from metadef.frontend.onnx.declare import OnnxOp
from metadef.frontend.onnx.refused import refusal

__all__ = [
    "FAMILIES",
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
    "sequence": "ConcatFromSequence SequenceAt SequenceConstruct SequenceEmpty SequenceErase SequenceInsert"
    " SequenceLength SequenceMap SplitToSequence",
    "shape": "Expand Flatten Reshape Shape Size Squeeze Transpose Unsqueeze",
    "signal": "BlackmanWindow CausalConvWithState HammingWindow HannWindow",
    "slice": "DepthToSpace ReverseSequence Slice SpaceToDepth Trilu",
    "softmax": "Hardmax LogSoftmax Softmax",
    "sort": "NonMaxSuppression NonZero TopK Unique",
    "string": "StringConcat StringNormalizer",
    "unpool": "MaxUnpool",
    "vectorizer": "TfIdfVectorizer",
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


def no_mapping(op: str, domain: str, subject: str) -> Finding:
    """The finding about an operator that nothing maps, with the way out that is nearest."""
    return refusal(op, domain, subject, families())
