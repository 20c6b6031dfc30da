"""Operators that nothing maps: why, and what to do instead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from metadef.errors import Finding, did_you_mean, finding

__all__ = ["LEARNING", "LEARNING_DOMAIN", "NO_COUNTERPART", "RUNTIME", "RUNTIME_DOMAIN", "refusal"]

_NO_OPTIONALS = ("Ascend graphs carry tensors, no optionals", "an input that is always fed")
_BEFORE = "doing this before the model"
_SIGNAL = ("Ascend has no such signal operator", "a constant window or matrix, or doing this before the model")

# of the standard domain
NO_COUNTERPART: dict[str, tuple[str, str]] = {
    "ImageDecoder": ("images are decoded before the model", "AIPP or DVPP"),
    "MaxRoiPool": ("Ascend's ROIPooling rounds regions otherwise", "RoiAlign with mode = avg"),
    "MelWeightMatrix": _SIGNAL,
    "Optional": _NO_OPTIONALS,
    "RegexFullMatch": ("there is no reference for RE2's patterns to check the result with", _BEFORE),
    "StringSplit": ("Ascend's StringSplitV2 gives the places and not a tensor padded with empty strings", _BEFORE),
}

LEARNING_DOMAIN = "ai.onnx.ml"
_TREES = ("Ascend has no decision trees", "running this part on the CPU, or the trees as products of matrices")
_VECTORS = ("Ascend has no support vectors", "the kernel written out: MatMul, Exp or Tanh, and MatMul")
_KEYS = ("a table of keys is looked up, strings among them, which Ascend graphs do not do", "doing this on the CPU")
_MAPS = ("Ascend graphs carry tensors, no maps", "doing this on the CPU; converters can leave it out (zipmap=False)")
_WRITTEN_OUT = "it can be written in operators of the standard domain"

# classical machine learning
LEARNING: dict[str, tuple[str, str]] = {
    "ArrayFeatureExtractor": (_WRITTEN_OUT, "Gather along the last axis"),
    "Binarizer": (_WRITTEN_OUT, "Greater, then Cast"),
    "CastMap": _MAPS,
    "CategoryMapper": _KEYS,
    "DictVectorizer": _MAPS,
    "FeatureVectorizer": (_WRITTEN_OUT, "Concat along the last axis"),
    "Imputer": (_WRITTEN_OUT, "IsNaN or Equal, then Where"),
    "LabelEncoder": _KEYS,
    "LinearClassifier": ("it gives labels besides scores", "Gemm, then Softmax or Sigmoid; labels on the CPU"),
    "LinearRegressor": (_WRITTEN_OUT, "Gemm"),
    "Normalizer": (_WRITTEN_OUT, "LpNormalization, or Div by ReduceMax"),
    "OneHotEncoder": ("its categories may be strings", "OneHot over numbers"),
    "SVMClassifier": _VECTORS,
    "SVMRegressor": _VECTORS,
    "Scaler": (_WRITTEN_OUT, "Sub, then Mul"),
    "TreeEnsemble": _TREES,
    "TreeEnsembleClassifier": _TREES,
    "TreeEnsembleRegressor": _TREES,
    "ZipMap": _MAPS,
}

RUNTIME_DOMAIN = "com.microsoft"
# onnxruntime's own operators: what they stand for
RUNTIME: dict[str, str] = {
    "Attention": "MatMul, Split and ai.onnx::Attention",
    "BiasGelu": "Add, then Gelu",
    "BiasSoftmax": "Add, then Softmax",
    "BiasSplitGelu": "Add, Split, Gelu and Mul",
    "DecoderMaskedMultiHeadAttention": "ai.onnx::Attention",
    "DynamicQuantizeLSTM": "DequantizeLinear, then LSTM",
    "DynamicQuantizeMatMul": "DynamicQuantizeLinear, then MatMulInteger",
    "EmbedLayerNormalization": "Gather, Add and LayerNormalization",
    "FastGelu": "Gelu with approximate = tanh",
    "FusedMatMul": "Transpose, MatMul and Mul",
    "GroupNorm": "GroupNormalization over channels first",
    "GroupQueryAttention": "ai.onnx::Attention",
    "MatMulInteger16": "MatMul",
    "MatMulIntegerToFloat": "MatMulInteger, Cast and Mul",
    "MatMulNBits": "DequantizeLinear, then MatMul",
    "MultiHeadAttention": "ai.onnx::Attention",
    "NhwcConv": "Transpose, then Conv",
    "NhwcMaxPool": "Transpose, then MaxPool",
    "PackedMultiHeadAttention": "ai.onnx::Attention",
    "QAttention": "DequantizeLinear, MatMul and ai.onnx::Attention",
    "QGemm": "DequantizeLinear, Gemm and QuantizeLinear",
    "QOrderedMatMul": "DequantizeLinear, then MatMul",
    "QuickGelu": "Sigmoid, then Mul",
    "SimplifiedLayerNormalization": "RMSNormalization",
    "SkipGroupNorm": "Add, then GroupNormalization",
    "SkipLayerNormalization": "Add, then LayerNormalization",
    "SkipSimplifiedLayerNormalization": "Add, then RMSNormalization",
}
_QUANTISED = "QLinear"  # how onnxruntime calls an operator over quantised tensors
_AS_EXPORTED = "the model as exported, before onnxruntime's fusions"


def refusal(op: str, domain: str, subject: str, mapped: Mapping[str, object]) -> Finding:
    """The finding about an operator that nothing maps, with the reason and the way out that is nearest.

    Args:
        mapped: the operators of the standard domain that are mapped.
    """
    reason, hint = "", ""
    if domain == "":
        reason, hint = NO_COUNTERPART.get(op, ("", ""))
        hint = hint or (RUNTIME[op] if op in RUNTIME else _near(op, tuple(mapped)))
        message = f"{op} has no mapping to an Ascend operator"
    elif domain == LEARNING_DOMAIN and op in LEARNING:
        reason, hint = LEARNING[op]
        message = f"{domain}::{op} has no mapping to an Ascend operator"
    else:
        message = f"operators of the domain {domain} have no mapping to Ascend operators"
        if domain == RUNTIME_DOMAIN:
            reason = "they are onnxruntime's own, and mostly come from its fusions"
        hint = _standard(op, domain, mapped)
    return finding(
        "unsupported-op",
        subject,
        f"{message}: {reason}" if reason else message,
        expected="an operator with a mapping",
        got=f"{domain or 'ai.onnx'}::{op}",
        hint=hint,
    )


def _standard(op: str, domain: str, mapped: Mapping[str, object]) -> str:
    """What stands for an operator of another domain in the standard one."""
    own = domain == RUNTIME_DOMAIN
    if own and op in RUNTIME:
        return f"{RUNTIME[op]}; or {_AS_EXPORTED}"
    plain = op.removeprefix("Fused").removeprefix("Quick")
    for name in (op, plain):
        if name in mapped:
            return f"ai.onnx::{name}"
    if own and op.startswith(_QUANTISED):
        return f"DequantizeLinear, {op.removeprefix(_QUANTISED)} and QuantizeLinear; or {_AS_EXPORTED}"
    near = _near(op, tuple(mapped)) if own else ""
    if near:
        return f"ai.onnx::{near}"
    way = "the same computation in operators of the standard domain"
    declared = f"an operator of your own called {op[:80]} (docs/inference.md), from a plug-in or the reader's registry"
    return way if own else f"{way}, or {declared}"


@lru_cache(maxsize=1024)
def _near(op: str, mapped: tuple[str, ...]) -> str:
    return did_you_mean(op, mapped)
