"""Fold what scales and shifts whole channels into the weights that produced them.

With s = scale / sqrt(variance + epsilon), and * along the output channels (axis 0 of an NCHW filter):

BNInfer(Conv2D(x, W, b))  -> Conv2D(x, s * W, s (b - mean) + offset)
Mul(Conv2D(x, W, b), c)   -> Conv2D(x, c * W, c b)           c: one number a channel, or one number
Add(Conv2D(x, W, b), c)   -> Conv2D(x, W, b + c)
Mul(BNInfer(x), c)        -> BNInfer with scale c, offset c
Add(BNInfer(x), c)        -> BNInfer with offset + c

Products are formed in float64 and rounded once. A convolution that somebody else reads stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import along_axis, dims_of
from metadef.patterns.constants import array_of, tensor_of
from metadef.patterns.expression import const, op, var
from metadef.types.format import Format
from metadef.types.tensor_value import TensorValue

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ConvolutionFolding", "norm_terms"]

_CONV = op("Conv2D", var("x"), const("filter"), open=True, name="conv")
_NORM = op("BNInfer", var("x"), const("scale"), const("offset"), const("mean"), const("variance"), name="norm")
_ROUNDS = 1 << 20  # WHY: models round by adding 1.5 * 2^23 and taking it away; a bias of this size does nothing else
_CHANNELS = 1  # the axis of channels in NCHW


def _vector(value: Value) -> NDArray[np.floating[Any]]:
    import numpy as np

    found = array_of(value)
    assert found is not None  # WHY: the pattern asks for a constant
    return found.reshape(-1).astype(np.float64)


def _unfit(conv: Node) -> str:
    """Why the convolution's weights cannot be changed; empty when they can."""
    bias, filter_desc = conv.input("bias"), conv.inputs[1]
    if conv.input("offset_w") is not None:
        return "the convolution is quantized"
    if bias is not None and array_of(bias) is None:
        return "the bias is not a constant"
    if conv.attr("data_format") != "NCHW" or len(dims_of(filter_desc) or ()) != 4:
        return "the layout is not NCHW"
    if filter_desc is None or filter_desc.desc.origin_format not in (Format.NCHW, Format.ND):
        return "the layout of the filter is not NCHW"
    if not filter_desc.desc.dtype.is_float:
        return "the weights are not floating-point numbers"
    return ""


def _scaled(rewrite: Rewrite, factor: NDArray[Any] | None, shift: NDArray[Any]) -> Value | str:
    """The convolution with `factor` on its output channels, and then `shift` added."""
    import numpy as np

    conv = rewrite.match["conv"].producer
    weights, bias = rewrite.match["filter"], conv.input("bias")
    if factor is not None:
        tensor = tensor_of(weights)
        assert tensor is not None
        if tensor.is_splat and (factor == factor[0]).all():
            number = float(tensor.array().flat[0]) * float(factor[0])
            weights = rewrite.constant(TensorValue.splat(tensor.dtype, tensor.dims, number), weights)
        else:
            weights = rewrite.constant(tensor.array().astype(np.float64) * factor.reshape(-1, 1, 1, 1), weights)
    if bias is not None:
        shift = shift + _vector(bias) * (1.0 if factor is None else factor)
    inputs = [conv.inputs[0], weights]
    if bias is not None or shift.any():
        inputs.append(rewrite.constant(shift.astype(weights.desc.dtype.numpy), bias))
    return rewrite.add("Conv2D", inputs, conv.attrs).output


def norm_terms(norm: Node) -> tuple[NDArray[Any], NDArray[Any]]:
    """(s, offset - s mean) of a BNInfer."""
    import numpy as np

    scale, offset, mean, variance = (_vector(value) for value in norm.inputs[1:5] if value is not None)
    epsilon = norm.attr("epsilon")
    assert isinstance(epsilon, float)
    factor = scale / np.sqrt(variance + epsilon)
    return factor, offset - factor * mean


def _norm_into_conv(rewrite: Rewrite) -> Value | str:
    reason = _unfit(rewrite.match["conv"].producer)
    return reason or _scaled(rewrite, *norm_terms(rewrite.root))


def _channel_constant(rewrite: Rewrite, of: Value) -> NDArray[Any] | str:
    dims = dims_of(of)
    size = of.desc.origin_shape[_CHANNELS] if (of.desc.origin_shape.rank or 0) > _CHANNELS else None
    if not isinstance(size, int):
        return "the number of channels is not known"
    found = along_axis(rewrite.match["c"], _CHANNELS, len(dims or of.desc.origin_shape), size)
    return found if found is not None else "the other operand is not one number a channel"


def _product_into_conv(rewrite: Rewrite) -> Value | str:
    import numpy as np

    conv = rewrite.match["conv"]
    c = _channel_constant(rewrite, conv)
    return c if isinstance(c, str) else _unfit(conv.producer) or _scaled(rewrite, c, np.zeros(c.size))


def _sum_into_conv(rewrite: Rewrite) -> Value | str:
    conv = rewrite.match["conv"]
    c = _channel_constant(rewrite, conv)
    if isinstance(c, str):
        return c
    if bool((abs(c) >= _ROUNDS).any()):
        return "a term is so large that it may be there to round"
    return _unfit(conv.producer) or _scaled(rewrite, None, c)


def _product_into_norm(rewrite: Rewrite) -> Value | str:
    norm = rewrite.match["norm"].producer
    c = _channel_constant(rewrite, norm.output)
    if isinstance(c, str):
        return c
    x, scale, offset, mean, variance = norm.inputs
    assert scale is not None and offset is not None
    inputs = [x, rewrite.constant(_vector(scale) * c, scale), rewrite.constant(_vector(offset) * c, offset)]
    return rewrite.add("BNInfer", [*inputs, mean, variance], norm.attrs).output


def _sum_into_norm(rewrite: Rewrite) -> Value | str:
    norm = rewrite.match["norm"].producer
    c = _channel_constant(rewrite, norm.output)
    if isinstance(c, str):
        return c
    x, scale, offset, mean, variance = norm.inputs
    assert offset is not None
    return rewrite.add(
        "BNInfer", [x, scale, rewrite.constant(_vector(offset) + c, offset), mean, variance], norm.attrs
    ).output


class ConvolutionFolding(RewritePass):
    """BNInfer, Mul and Add with constants go into Conv2D, or into the BNInfer before them."""

    name = "convolution-folding"
    stage = Stage.OPTIMIZE
    after = ("constant-folding", "identity-elimination")
    before = ("common-subexpression-elimination",)
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule(
            "batch-norm-into-conv",
            op("BNInfer", _CONV, const("scale"), const("offset"), const("mean"), const("variance")),
            _norm_into_conv,
        ),
        Rule("mul-into-conv", op("Mul", _CONV, const("c")), _product_into_conv),
        Rule("add-into-conv", op("Add", _CONV, const("c")), _sum_into_conv),
        Rule("mul-into-batch-norm", op("Mul", _NORM, const("c")), _product_into_norm),
        Rule("add-into-batch-norm", op("Add", _NORM, const("c")), _sum_into_norm),
    )
