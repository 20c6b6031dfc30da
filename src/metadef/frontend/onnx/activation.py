"""Activation functions."""

from __future__ import annotations

from metadef.frontend.onnx.declare import Mapper, onnx_op
from metadef.frontend.onnx.elementwise import same
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["OPS"]

_LOWEST, _HIGHEST = -3.4028234663852886e38, 3.4028234663852886e38
_SELU_ALPHA, _SELU_GAMMA = 1.6732631921768188, 1.0507010221481323  # as 32-bit floats


def with_attrs(op: str, **names: str) -> Mapper:
    """The mapping to an operator whose number attributes are called otherwise: Ascend's name = ONNX's name."""

    def mapper(node: OnnxNode) -> Value:
        return node.add(op, [node.value(0)], {ours: node.float(theirs) for ours, theirs in names.items()})

    return mapper


def clip(node: OnnxNode) -> Value:
    """min(max(x, low), high); a bound that is absent costs nothing."""
    x = node.value(0)
    if node.opset < 11:
        given_low, given_high = node.float("min"), node.float("max")
        low = node.const_like(given_low, x, "low") if given_low > _LOWEST else None
        high = node.const_like(given_high, x, "high") if given_high < _HIGHEST else None
    else:
        low, high = node.optional(1), node.optional(2)
    if low is not None and high is not None:
        return node.add("ClipByValue", [x, low, high])
    if low is not None:
        return node.add("Maximum", [x, low])
    if high is not None:
        return node.add("Minimum", [x, high])
    return node.add("Identity", [x])


def gelu(node: OnnxNode) -> Value:
    """The exact function, or its approximation by tanh."""
    return node.add("GeluV2", [node.value(0)], {"approximate": node.choice("approximate", "none", "tanh")})


def prelu(node: OnnxNode) -> Value:
    """Ascend's PRelu has a slope for each channel or one for all; other slopes go by x⁺ + slope · x⁻."""
    x, slope = node.value(0), node.value(1)
    rank, dims = node.rank(x), node.shape(slope).known_dims()
    if rank is not None and dims is not None and len(dims) <= rank:
        padded = (1,) * (rank - len(dims)) + dims
        if all(size == 1 for axis, size in enumerate(padded) if axis != 1):
            channels = padded[1] if rank > 1 else 1
            weight = slope
            if dims != (channels,):
                weight = node.add("Reshape", [slope, node.const_ints((channels,), "shape")], tag="weight")
            return node.add("PRelu", [x, weight])
    positive = node.add("Relu", [x], tag="positive")
    negative = node.add("Minimum", [x, node.const_like(0.0, x, "zero")], tag="negative")
    return node.add("Add", [positive, node.add("Mul", [slope, negative], tag="scaled")])


def selu(node: OnnxNode) -> Value:
    """Ascend's Selu has the constants of the paper; others go by gamma · Elu."""
    x, alpha, gamma = node.value(0), node.float("alpha"), node.float("gamma")
    if abs(alpha - _SELU_ALPHA) < 1e-6 and abs(gamma - _SELU_GAMMA) < 1e-6:
        return node.add("Selu", [x])
    elu = node.add("Elu", [x], {"alpha": alpha}, tag="elu")
    return node.add("Mul", [elu, node.const_like(gamma, x, "gamma")])


def swiglu(node: OnnxNode) -> Value:
    """Swish of the first, times the second."""
    gate = node.add("Swish", [node.value(0)], {"scale": node.float("alpha")}, tag="gate")
    return node.add("Mul", [gate, node.value(1)])


OPS = {
    "Celu": onnx_op(with_attrs("CeluV2", alpha="alpha"), "X", "alpha:f=1", since=12),
    "Clip": onnx_op(clip, "input min?[11:] max?[11:]", f"min:f={_LOWEST}[:11] max:f={_HIGHEST}[:11]"),
    "Elu": onnx_op(with_attrs("Elu", alpha="alpha"), "X", "alpha:f=1"),
    "Gelu": onnx_op(gelu, "X", "approximate:s=none", since=20),
    "HardSigmoid": onnx_op(with_attrs("HardSigmoid", alpha="alpha", beta="beta"), "X", "alpha:f=0.2 beta:f=0.5"),
    "HardSwish": onnx_op(same("HardSwish"), "X", since=14),
    "LeakyRelu": onnx_op(with_attrs("LeakyRelu", negative_slope="alpha"), "X", "alpha:f=0.01"),
    "Mish": onnx_op(same("Mish"), "X", since=18),
    "PRelu": onnx_op(prelu, "X slope"),
    "Relu": onnx_op(same("Relu"), "X"),
    "Selu": onnx_op(selu, "X", f"alpha:f={_SELU_ALPHA} gamma:f={_SELU_GAMMA}"),
    "Shrink": onnx_op(with_attrs("Shrink", lambd="lambd", bias="bias"), "input", "lambd:f=0.5 bias:f=0", since=9),
    "Sigmoid": onnx_op(same("Sigmoid"), "X"),
    "Softplus": onnx_op(same("Softplus"), "X"),
    "Softsign": onnx_op(same("Softsign"), "input"),
    "SwiGLU": onnx_op(swiglu, "A B", "alpha:f=1", since=28),
    "Swish": onnx_op(with_attrs("Swish", scale="alpha"), "X", "alpha:f=1", since=24),
    "Tanh": onnx_op(same("Tanh"), "input"),
    "ThresholdedRelu": onnx_op(with_attrs("ThresholdedRelu", alpha="alpha"), "X", "alpha:f=1", since=10),
}
