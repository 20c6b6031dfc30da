"""Element by element: arithmetic, comparisons, logic, functions of one variable, activations."""

from __future__ import annotations

from metadef.frontend.torch.dtypes import is_floating
from metadef.frontend.torch.lowering import Lowered, Lowering
from metadef.frontend.torch.program import Argument, Ref
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def unary(op: str, **attrs: object) -> Lowering:
    """One input; integers are computed as what the output is."""

    def lower(call: Lowered) -> None:
        name = next(iter(call.call.arguments))
        call.give(call.op(op, call.cast(call.tensor(name), call.out_dtype), **attrs))

    return lower


def binary(op: str) -> Lowering:
    """Two operands in the promoted type; `alpha` scales the second."""

    def lower(call: Lowered) -> None:
        left, right = call.get("self"), call.get("other")
        call.give(call.op(op, *_operands(call, left, right)))

    return lower


def _operands(call: Lowered, left: Argument, right: Argument, dtype: DataType | None = None) -> tuple[str, str]:
    dtype = call.promoted(left, right) if dtype is None else dtype
    second = call.operand(right, dtype)
    alpha = call.get("alpha", 1)
    if alpha != 1:
        second = call.op("Mul", second, call.operand(alpha, dtype))
    return call.operand(left, dtype), second


def reverse_sub(call: Lowered) -> None:
    """other - alpha * self."""
    dtype = call.promoted(call.get("self"), call.get("other"))
    own = call.operand(call.get("self"), dtype)
    if call.get("alpha", 1) != 1:
        own = call.op("Mul", own, call.operand(call.get("alpha"), dtype))
    call.give(call.op("Sub", call.operand(call.get("other"), dtype), own))


def divide(call: Lowered) -> None:
    """True division, or rounded down or towards zero."""
    left, right, mode = call.get("self"), call.get("other"), call.get("rounding_mode")
    if mode is None:
        call.give(call.op("Div", *_operands(call, left, right, call.out_dtype)))
        return
    dtype = call.promoted(left, right)
    if not is_floating(dtype):
        if mode == "floor":
            _floor_divide(call, left, right, dtype)
        else:
            call.give(call.op("Div", *_operands(call, left, right, dtype)))
        return
    quotient = call.op("Div", *_operands(call, left, right, dtype))
    if mode == "floor":
        call.give(call.op("Floor", quotient))
    else:
        call.give(_truncated(call, quotient))


def _truncated(call: Lowered, value: str) -> str:
    return call.op("Mul", call.op("Sign", value), call.op("Floor", call.op("Abs", value)))


def _floor_divide(call: Lowered, left: Argument, right: Argument, dtype: DataType) -> None:
    """(left - mod(left, right)) / right, where the remainder has the divisor's sign."""
    a, b = call.operand(left, dtype), call.operand(right, dtype)
    call.give(call.op("Div", call.op("Sub", a, call.op("Mod", a, b)), b))


def floor_divide(call: Lowered) -> None:
    """Rounded down."""
    left, right = call.get("self"), call.get("other")
    dtype = call.promoted(left, right)
    if is_floating(dtype):
        call.give(call.op("Floor", call.op("Div", *_operands(call, left, right, dtype))))
    else:
        _floor_divide(call, left, right, dtype)


def remainder(call: Lowered) -> None:
    """The remainder with the divisor's sign."""
    left, right = call.get("self"), call.get("other")
    dtype = call.promoted(left, right)
    a, b = call.operand(left, dtype), call.operand(right, dtype)
    if not is_floating(dtype):
        call.give(call.op("Mod", a, b))
        return
    whole = call.op("Floor", call.op("Div", a, b))
    call.give(call.op("Sub", a, call.op("Mul", whole, b)))


def power(call: Lowered) -> None:
    """Base and exponent, of which one may be a number."""
    left, right = call.get("self"), call.get("exponent")
    dtype = call.promoted(left, right)
    call.give(call.op("Pow", call.operand(left, dtype), call.operand(right, dtype)))


def compare(op: str, *, negated: bool = False) -> Lowering:
    """Two operands in the promoted type, a truth value."""

    def lower(call: Lowered) -> None:
        left, right = call.get("self"), call.get("other")
        dtype = call.promoted(left, right)
        found = call.op(op, call.operand(left, dtype), call.operand(right, dtype))
        call.give(call.op("Not", found) if negated else found)

    return lower


def logical(op: str) -> Lowering:
    """Truth values of any type."""

    def lower(call: Lowered) -> None:
        names = [name for name in ("self", "other") if name in call.call.arguments]
        call.give(call.op(op, *(call.operand(call.get(name), DataType.BOOL) for name in names)))

    return lower


def bitwise(op: str) -> Lowering:
    """Bits of integers; of truth values logic."""
    names = {"BitwiseAnd": "And", "BitwiseOr": "Or", "BitwiseXor": "Xor", "BitwiseNot": "Not"}

    def lower(call: Lowered) -> None:
        dtype = call.out_dtype
        inputs = [call.operand(call.get(name), dtype) for name in ("self", "other") if name in call.call.arguments]
        call.give(call.op(names[op] if dtype is DataType.BOOL else op, *inputs))

    return lower


def where(call: Lowered) -> None:
    """A choice element by element."""
    left, right = call.get("self"), call.get("other")
    dtype = call.out_dtype
    condition = call.operand(call.get("condition"), DataType.BOOL)
    call.give(call.op("Where", condition, call.operand(left, dtype), call.operand(right, dtype)))


def masked_fill(call: Lowered) -> None:
    """A number where the mask is set."""
    value = call.operand(call.get("value"), call.out_dtype)
    call.give(call.op("Where", call.tensor("mask"), value, call.cast(call.tensor("self"), call.out_dtype)))


def clamp(low: str = "min", high: str = "max") -> Lowering:
    """Bounds that are numbers or tensors, or missing."""

    def lower(call: Lowered) -> None:
        found = call.cast(call.tensor("self"), call.out_dtype)
        for name, op in ((low, "Max"), (high, "Min")):
            if name and call.get(name) is not None:
                found = call.op(op, found, call.operand(call.get(name), call.out_dtype))
        call.give(found)

    return lower


def hardtanh(call: Lowered) -> None:
    """Between two numbers."""
    low, high = call.get("min_val", -1.0), call.get("max_val", 1.0)
    x, dtype = call.tensor("self"), call.out_dtype
    call.give(call.op("Clip", x, call.operand(low, dtype), call.operand(high, dtype)))


def relu6(call: Lowered) -> None:
    """Between 0 and 6."""
    dtype = call.out_dtype
    call.give(call.op("Clip", call.tensor("self"), call.constant(0, dtype), call.constant(6, dtype)))


def silu(call: Lowered) -> None:
    """x * sigmoid(x)."""
    x = call.tensor("self")
    call.give(call.op("Mul", x, call.op("Sigmoid", x)))


def gelu(call: Lowered) -> None:
    """Exact, or by tanh."""
    approximate = str(call.get("approximate", "none"))
    call.give(call.op("Gelu", call.tensor("self"), approximate=approximate))


def leaky_relu(call: Lowered) -> None:
    """A slope below zero."""
    call.give(call.op("LeakyRelu", call.tensor("self"), alpha=call.real("negative_slope", 0.01)))


def elu(call: Lowered) -> None:
    """alpha * (exp(x) - 1) below zero; the whole times a scale, as SELU is decomposed."""
    if call.real("input_scale", 1.0) != 1.0:
        call.refuse("elu with a scale of its input has no counterpart")
    found, scale = call.op("Elu", call.tensor("self"), alpha=call.real("alpha", 1.0)), call.real("scale", 1.0)
    call.give(found if scale == 1.0 else call.op("Mul", found, call.constant(scale, call.out_dtype)))


def softplus(call: Lowered) -> None:
    """log(1 + exp(beta * x)) / beta."""
    beta, x = call.real("beta", 1.0), call.tensor("self")
    if beta == 1.0:
        call.give(call.op("Softplus", x))
        return
    factor = call.constant(beta, call.out_dtype)
    call.give(call.op("Div", call.op("Softplus", call.op("Mul", x, factor)), factor))


def prelu(call: Lowered) -> None:
    """A slope a channel below zero."""
    x, weight = call.tensor("self"), call.tensor("weight")
    behind = call.rank(x) - 2
    if behind > 0 and call.sizes(weight) != (1,):
        weight = call.op("Unsqueeze", weight, call.constant(list(range(1, behind + 1))))
    call.give(call.op("PRelu", x, weight))


def hardsigmoid(call: Lowered) -> None:
    """clip(x / 6 + 1 / 2, 0, 1)."""
    call.give(call.op("HardSigmoid", call.tensor("self"), alpha=1 / 6, beta=0.5))


def rsqrt(call: Lowered) -> None:
    """1 / sqrt(x)."""
    call.give(call.op("Reciprocal", call.op("Sqrt", call.cast(call.tensor("self"), call.out_dtype))))


def shifted(first: str, op: str, number: int) -> Lowering:
    """log(1 + x) and exp(x) - 1."""

    def lower(call: Lowered) -> None:
        x, one = call.cast(call.tensor("self"), call.out_dtype), call.constant(number, call.out_dtype)
        call.give(call.op(op, call.op("Add", x, one)) if first == "Add" else call.op("Add", call.op(op, x), one))

    return lower


def square(call: Lowered) -> None:
    """x * x."""
    x = call.tensor("self")
    call.give(call.op("Mul", x, x))


def truncate(call: Lowered) -> None:
    """Rounded towards zero."""
    call.give(_truncated(call, call.tensor("self")))


def passed(call: Lowered) -> None:
    """The first tensor as it is."""
    name = next(iter(call.call.arguments))
    value = call.get(name)
    if not isinstance(value, Ref):
        call.refuse("there is no tensor")
    call.give(value.name)


def dropout(call: Lowered) -> None:
    """Nothing, outside of training."""
    if call.flag("train", default=False) and call.real("p", 0.5) > 0:
        call.refuse("dropout in training mode has no mapping; export the module after .eval()")
    call.give(call.tensor("input"))


def scaled_sum(op: str) -> Lowering:
    """self + value * tensor1 (op) tensor2."""

    def lower(call: Lowered) -> None:
        dtype = call.out_dtype
        both = call.op(op, *(call.operand(call.get(name), dtype) for name in ("tensor1", "tensor2")))
        if call.get("value", 1) != 1:
            both = call.op("Mul", both, call.operand(call.get("value"), dtype))
        call.give(call.op("Add", call.operand(call.get("self"), dtype), both))

    return lower


def glu(call: Lowered) -> None:
    """One half times the sigmoid of the other."""
    x = call.tensor("self")
    axis = call.axis("dim", x, -1)
    left, right = call.ops("Split", (x,), 2, axis=axis, num_outputs=2)
    call.give(call.op("Mul", left, call.op("Sigmoid", right)))


_UNARY = {
    "abs": "Abs", "acos": "Acos", "asin": "Asin", "atan": "Atan", "ceil": "Ceil", "cos": "Cos", "cosh": "Cosh",
    "erf": "Erf", "exp": "Exp", "floor": "Floor", "log": "Log", "mish": "Mish", "neg": "Neg",
    "reciprocal": "Reciprocal", "relu": "Relu", "relu_": "Relu", "round": "Round", "selu": "Selu",
    "sigmoid": "Sigmoid", "sign": "Sign", "sin": "Sin", "sinh": "Sinh", "sqrt": "Sqrt", "tan": "Tan", "tanh": "Tanh",
    "hardswish": "HardSwish", "hardswish_": "HardSwish",
}  # fmt: skip
_OPERANDS = ("Tensor", "Scalar")

OPS: dict[str, Lowering] = {
    **{f"aten.{name}.default": unary(op) for name, op in _UNARY.items()},
    **{f"aten.{name}.{kind}": binary(op) for kind in _OPERANDS
       for name, op in {"add": "Add", "sub": "Sub", "mul": "Mul", "add_": "Add", "mul_": "Mul", "sub_": "Sub"}.items()},
    **{f"aten.{name}.{kind}": compare(op) for kind in _OPERANDS
       for name, op in {"eq": "Equal", "lt": "Less", "le": "LessOrEqual", "gt": "Greater",
                        "ge": "GreaterOrEqual"}.items()},
    **{f"aten.ne.{kind}": compare("Equal", negated=True) for kind in _OPERANDS},
    **{f"aten.{name}.{kind}": bitwise(op) for kind in _OPERANDS
       for name, op in {"bitwise_and": "BitwiseAnd", "bitwise_or": "BitwiseOr", "bitwise_xor": "BitwiseXor",
                        "__and__": "BitwiseAnd", "__or__": "BitwiseOr"}.items()},
    **{f"aten.{name}.{kind}": lowering for kind in _OPERANDS for name, lowering in {"rsub": reverse_sub, "div": divide,
       "div_": divide, "remainder": remainder, "masked_fill": masked_fill, "masked_fill_": masked_fill}.items()},
    **{f"aten.pow.{kind}": power for kind in ("Tensor_Scalar", "Tensor_Tensor", "Scalar")},
    "aten.div.Tensor_mode": divide, "aten.div.Scalar_mode": divide,
    "aten.floor_divide.default": floor_divide, "aten.floor_divide.Scalar": floor_divide,
    "aten.maximum.default": binary("Max"), "aten.minimum.default": binary("Min"),
    "aten.max.other": binary("Max"), "aten.min.other": binary("Min"),
    "aten.bitwise_not.default": bitwise("BitwiseNot"),
    "aten.logical_and.default": logical("And"), "aten.logical_or.default": logical("Or"),
    "aten.logical_xor.default": logical("Xor"), "aten.logical_not.default": logical("Not"),
    "aten.isnan.default": lambda call: call.give(call.op("IsNaN", call.tensor("self"))),
    "aten.isinf.default": lambda call: call.give(call.op("IsInf", call.tensor("self"))),
    "aten.where.self": where, "aten.where.ScalarOther": where, "aten.where.ScalarSelf": where,
    "aten.where.Scalar": where,
    "aten.clamp.default": clamp(), "aten.clamp.Tensor": clamp(), "aten.clamp_min.default": clamp("min", ""),
    "aten.clamp_max.default": clamp("", "max"), "aten.clamp_min.Tensor": clamp("min", ""),
    "aten.clamp_max.Tensor": clamp("", "max"),
    "aten.hardtanh.default": hardtanh, "aten.hardtanh_.default": hardtanh, "aten.relu6.default": relu6,
    "aten.silu.default": silu, "aten.silu_.default": silu, "aten.gelu.default": gelu,
    "aten.leaky_relu.default": leaky_relu, "aten.leaky_relu_.default": leaky_relu, "aten.elu.default": elu,
    "aten.softplus.default": softplus, "aten.prelu.default": prelu, "aten._prelu_kernel.default": prelu,
    "aten.hardsigmoid.default": hardsigmoid, "aten.rsqrt.default": rsqrt, "aten.square.default": square,
    "aten.log1p.default": shifted("Add", "Log", 1), "aten.expm1.default": shifted("", "Exp", -1),
    "aten.trunc.default": truncate, "aten.glu.default": glu,
    "aten.addcmul.default": scaled_sum("Mul"), "aten.addcdiv.default": scaled_sum("Div"),
    "aten.dropout.default": dropout, "aten.dropout_.default": dropout, "aten.feature_dropout.default": dropout,
    **{f"aten.{name}.default": passed for name in ("alias", "clone", "contiguous", "detach", "detach_", "positive",
       "lift_fresh_copy", "lift_fresh", "native_dropout_eval")},
}  # fmt: skip
