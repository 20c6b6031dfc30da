"""Activations and functions of one or two variables that few models use."""

from __future__ import annotations

from metadef.frontend.torch.dtypes import is_floating
from metadef.frontend.torch.lowering import Lowered, Lowering

__all__ = ["OPS"]


def celu(call: Lowered) -> None:
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1))."""
    call.give(call.op("Celu", call.tensor("self"), alpha=call.real("alpha", 1.0)))


def shrink(*, soft: bool) -> Lowering:
    """Zero within a band around zero; outside nearer to zero by its width, or as it is."""

    def lower(call: Lowered) -> None:
        width = call.real("lambd", 0.5)
        call.give(call.op("Shrink", call.tensor("self"), lambd=width, bias=width if soft else 0.0))

    return lower


def log_sigmoid(call: Lowered) -> None:
    """-log(1 + exp(-x))."""
    call.give(call.op("Neg", call.op("Softplus", call.op("Neg", call.tensor("self")))))


def threshold(call: Lowered) -> None:
    """x above a threshold, a number elsewhere."""
    x, dtype = call.tensor("self"), call.out_dtype
    above = call.op("Greater", x, call.operand(call.get("threshold"), dtype))
    call.give(call.op("Where", above, x, call.operand(call.get("value"), dtype)))


def rrelu(call: Lowered) -> None:
    """Outside of training the mean of the slopes below zero."""
    if call.flag("training", default=False):
        call.refuse("random slopes have no mapping; export the module after .eval()")
    slope = (call.real("lower", 1 / 8) + call.real("upper", 1 / 3)) / 2
    call.give(call.op("LeakyRelu", call.tensor("self"), alpha=slope))


def fraction(call: Lowered) -> None:
    """What is behind the point, with the sign of x."""
    x = call.tensor("self")
    whole = call.op("Mul", call.op("Sign", x), call.op("Floor", call.op("Abs", x)))
    call.give(call.op("Sub", x, whole))


def remainder(call: Lowered) -> None:
    """The remainder with the sign of the dividend."""
    left, right = call.get("self"), call.get("other")
    dtype = call.promoted(left, right)
    call.give(call.op("Mod", call.operand(left, dtype), call.operand(right, dtype), fmod=1))


def rounded(call: Lowered) -> None:
    """To a number of decimals."""
    x, dtype = call.tensor("self"), call.out_dtype
    decimals = call.integer("decimals")
    if not is_floating(dtype) or abs(decimals) > 30:
        call.refuse("only floating numbers have decimals")
    factor = call.constant(10.0 ** abs(decimals), dtype)
    there, back = ("Mul", "Div") if decimals >= 0 else ("Div", "Mul")
    call.give(call.op(back, call.op("Round", call.op(there, x, factor)), factor))


def shifted_left(call: Lowered) -> None:
    """Times a power of two."""
    count = call.integer("other")
    if not 0 <= count < 63:
        call.refuse("the bits are shifted out")
    dtype = call.out_dtype
    call.give(call.op("Mul", call.cast(call.tensor("self"), dtype), call.constant(1 << count, dtype)))


def squared_error(call: Lowered) -> None:
    """(self - target)^2, and its mean or sum."""
    dtype, reduction = call.out_dtype, call.integer("reduction", 1)
    gap = call.op("Sub", call.operand(call.get("self"), dtype), call.operand(call.get("target"), dtype))
    found = call.op("Mul", gap, gap)
    call.give(found if reduction == 0 else call.op("ReduceMean" if reduction == 1 else "ReduceSum", found, keepdims=0))


def cross(call: Lowered) -> None:
    """The product of vectors of three: a[1, 2, 0] b[2, 0, 1] - a[2, 0, 1] b[1, 2, 0]."""
    left, right = call.tensor("self"), call.tensor("other")
    axis = call.axis("dim", left, -1)
    once, twice = call.constant([1, 2, 0]), call.constant([2, 0, 1])
    halves = [
        call.op("Mul", call.op("Gather", left, a, axis=axis), call.op("Gather", right, b, axis=axis))
        for a, b in ((once, twice), (twice, once))
    ]
    call.give(call.op("Sub", *halves))


OPS: dict[str, Lowering] = {
    "aten.celu.default": celu, "aten.hardshrink.default": shrink(soft=False),
    "aten.softshrink.default": shrink(soft=True), "aten.log_sigmoid.default": log_sigmoid,
    "aten.threshold.default": threshold, "aten.rrelu.default": rrelu,
    "aten.rrelu_with_noise_functional.default": rrelu, "aten.frac.default": fraction,
    "aten.fmod.Tensor": remainder, "aten.fmod.Scalar": remainder, "aten.round.decimals": rounded,
    "aten.__lshift__.Scalar": shifted_left, "aten.bitwise_left_shift.Tensor_Scalar": shifted_left,
    "aten.linalg_cross.default": cross, "aten.mse_loss.default": squared_error,
}  # fmt: skip
