"""Recognise normalisations written out, and the sum before one.

d = x - mean(x);  d / sqrt(mean(d²) + epsilon) · gamma + beta     -> LayerNormV3(x, gamma, beta)
x / sqrt(mean(x²) + epsilon) · gamma                               -> RmsNorm(x, gamma)
e = exp(x - max(x));  e / sum(e)                                   -> SoftmaxV2(x)
LayerNormV3(a + b, gamma, beta) over the last axis                 -> AddLayerNorm(a, b, gamma, beta)

Where gamma or beta is not there, it is ones or zeros. Means run over the last axes, which gamma and beta must have
exactly; sums and maxima of a softmax over the same axes.
Others may read a + b: AddLayerNorm gives it too.
"""

from __future__ import annotations

from typing import ClassVar

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import dims_of
from metadef.patterns.expression import Call, Pattern, const, either, op, scalar, var
from metadef.types.tensor_value import TensorValue

__all__ = ["NormalisationFusion"]

_X = var("x")


def _mean(of: Pattern, name: str) -> Call:
    return op("ReduceMean|ReduceMeanD", of, open=True, name=name, keep_dims=True)


def _square(of: Pattern, again: Pattern) -> Pattern:
    return either(op("Pow", of, scalar("two", 2.0)), op("Square", of), op("Mul", of, again))


def _normed(part: Pattern, mean: Call) -> tuple[Call, ...]:
    """`part` divided by the root of a mean and epsilon, in the ways in which that is written."""
    shifted = op("Add", mean, scalar("epsilon"))
    return (
        op("Div|RealDiv", part, op("Sqrt", shifted)),
        op("Mul", part, op("Rsqrt", shifted)),
        op("Mul", part, op("Reciprocal", op("Sqrt", shifted))),
    )


_CENTRED = op("Sub", _X, _mean(_X, "mean"), name="centred")
_LAYER = _normed(_CENTRED, _mean(_square(var("centred"), var("centred")), "variance"))
_RMS = _normed(_X, _mean(_square(_X, _X), "variance"))
_EXP = op("Exp", op("Sub", _X, op("ReduceMax|ReduceMaxD", _X, open=True, name="max", keep_dims=True)), name="e")


def _axes(rewrite: Rewrite, node: Node) -> tuple[int, ...] | None:
    """The axes of a reduction, counted from the front and sorted."""
    axes = node.attr("axes") if "axes" in node.proto.attr_index else None
    if not isinstance(axes, tuple):
        source = node.input("axes") if "axes" in node.proto.input_index else None
        known = rewrite.context.known(source) if source is not None else None
        axes = known.ints() if known is not None else None
    rank = rewrite.match["x"].desc.origin_shape.rank
    if axes is None or rank is None or not axes:
        return None
    return tuple(sorted(axis + rank if axis < 0 else axis for axis in axes if isinstance(axis, int)))


def _first_axis(rewrite: Rewrite, *reductions: str) -> int | str:
    """Where the normalised axes begin, or why they are not the last ones."""
    found = {_axes(rewrite, rewrite.match[name].producer) for name in reductions}
    rank = rewrite.match["x"].desc.origin_shape.rank
    axes = found.pop() if len(found) == 1 else None
    if axes is None or rank is None:
        return "the axes are not known, or not the same everywhere"
    if axes != tuple(range(axes[0], rank)):
        return "it does not normalise the last axes"
    return axes[0]


def _fits(rewrite: Rewrite, name: str, first: int) -> bool:
    dims, own = dims_of(rewrite.match[name]), rewrite.match["x"].desc.origin_shape.dims
    return dims is not None and dims == tuple(own[first:])


def _parameter(rewrite: Rewrite, name: str, first: int, number: float) -> Value | str:
    """gamma or beta, or as many copies of `number` where the model has none."""
    if rewrite.match.get(name) is not None:
        fits = _fits(rewrite, name, first)
        return rewrite.match[name] if fits else f"{name} has other axes than those that are normalised"
    desc = rewrite.match["x"].desc
    dims, dtype = desc.origin_shape.dims[first:], desc.dtype
    sizes = [size for size in dims if isinstance(size, int)]
    if len(sizes) < len(dims):
        return "a length of the normalised axes is not known"
    return rewrite.constant(TensorValue.splat(dtype, tuple(sizes), number))


def _layer_norm(rewrite: Rewrite) -> Value | str:
    first = _first_axis(rewrite, "mean", "variance")
    if isinstance(first, str):
        return first
    gamma, beta = _parameter(rewrite, "gamma", first, 1.0), _parameter(rewrite, "beta", first, 0.0)
    if isinstance(gamma, str) or isinstance(beta, str):
        return gamma if isinstance(gamma, str) else str(beta)
    match = rewrite.match
    attrs = {"begin_norm_axis": first, "begin_params_axis": first, "epsilon": match.number("epsilon")}
    return rewrite.add("LayerNormV3", [match["x"], gamma, beta], attrs).output


def _rms_norm(rewrite: Rewrite) -> Value | str:
    first = _first_axis(rewrite, "variance")
    if isinstance(first, str):
        return first
    gamma = _parameter(rewrite, "gamma", first, 1.0)
    if isinstance(gamma, str):
        return gamma
    match = rewrite.match
    return rewrite.add("RmsNorm", [match["x"], gamma], {"epsilon": match.number("epsilon")}).output


def _softmax(rewrite: Rewrite) -> Value | str:
    axes = _axes(rewrite, rewrite.match["max"].producer)
    if axes is None or axes != _axes(rewrite, rewrite.match["sum"].producer):
        return "maximum and sum do not run over the same known axes"
    return rewrite.add("SoftmaxV2", [rewrite.match["x"]], {"axes": axes}).output


def _add_layer_norm(rewrite: Rewrite) -> Value | str:
    match, norm = rewrite.match, rewrite.root
    total, a, b = match["sum"], match["a"], match["b"]
    rank = total.desc.origin_shape.rank
    if rank is None or norm.attr("begin_norm_axis") not in (rank - 1, -1):
        return "it normalises more than the last axis"
    if a.desc.origin_shape != b.desc.origin_shape:
        return "the sum broadcasts"
    attrs = {
        "epsilon": norm.attr("epsilon"),
        "additional_output": total.use_count > 1 or rewrite.graph.is_output(total),
    }
    node = rewrite.add("AddLayerNorm", [a, b, match["gamma"], match["beta"]], attrs)
    rewrite.also[total] = node.outputs[3]
    return node.output


class NormalisationFusion(RewritePass):
    """One node for each normalisation."""

    name = "normalisation-fusion"
    stage = Stage.FUSION
    priority = 90
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule(
            "layer-norm",
            op("Add", op("Mul", either(*_LAYER), const("gamma")), const("beta")),
            _layer_norm,
            fuses=True,
        ),
        Rule("layer-norm", op("Mul", either(*_LAYER), const("gamma")), _layer_norm, fuses=True),
        *(Rule("layer-norm", plain, _layer_norm, fuses=True) for plain in _LAYER),
        Rule("rms-norm", op("Mul", either(*_RMS), const("gamma")), _rms_norm, fuses=True),
        *(Rule("rms-norm", plain, _rms_norm, fuses=True) for plain in _RMS),
        Rule(
            "softmax",
            op("Div|RealDiv", _EXP, op("ReduceSum|ReduceSumD", var("e"), open=True, name="sum", keep_dims=True)),
            _softmax,
            fuses=True,
        ),
        Rule(
            "add-layer-norm",
            op("LayerNormV3", op("Add", var("a"), var("b"), name="sum"), const("gamma"), const("beta")),
            _add_layer_norm,
            fuses=True,
            may_escape=("sum",),
        ),
    )
