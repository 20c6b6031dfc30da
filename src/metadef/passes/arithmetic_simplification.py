"""Arithmetic that changes nothing, or that one constant can do.

x * 1, x / 1, x - 0 -> x              exactly, signed zeros included
x + (-0.0) -> x; x + 0 -> x           for integers; with floats x + 0.0 turns -0.0 into 0.0, so only -0.0 goes
(x * a) * b -> x * (a b)              a, b one number each, floating-point; quotients likewise: x / b = x * (1 / b)
(x + a) + b -> x + (a + b)            a, b constants that do not cancel; floats are added in float64 and rounded once
Cast(Cast(x, B), A) -> x              where x has type A and every A is a B: nothing is lost on the way
Cast(Cast(x, B), C) -> Cast(x, C)     where every A is a B
-(-x), not not x -> x                 f(f(x)) -> f(x) for f = Relu, Relu6, Abs, Floor, Ceil, Rint, Sign
Pow(x, 2) -> Square(x)                x / c -> x * (1 / c) for powers of two, whose quotients are exact

Factors and terms of floats stay apart where the result is rounded to a whole number: halves are common there, and a
difference in the last place would become one of 1. A constant that broadcasts the other operand to another shape, or
that has another type, is left alone.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.patterns.constants import array_of
from metadef.patterns.expression import const, op, scalar, var
from metadef.types.dtype import DataType

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ArithmeticSimplification"]

# WHY a table: each type on the right holds every number of the type on the left
_HOLDS: dict[DataType, frozenset[DataType]] = {
    DataType.FLOAT16: frozenset({DataType.FLOAT, DataType.DOUBLE}),
    DataType.BF16: frozenset({DataType.FLOAT, DataType.DOUBLE}),
    DataType.FLOAT: frozenset({DataType.DOUBLE}),
    DataType.INT8: frozenset({DataType.INT16, DataType.INT32, DataType.INT64, DataType.FLOAT, DataType.DOUBLE}),
    DataType.UINT8: frozenset({DataType.INT16, DataType.INT32, DataType.INT64, DataType.FLOAT, DataType.DOUBLE}),
    DataType.INT16: frozenset({DataType.INT32, DataType.INT64, DataType.FLOAT, DataType.DOUBLE}),
    DataType.INT32: frozenset({DataType.INT64, DataType.DOUBLE}),
}

_ROUNDING = frozenset("Ceil Floor FloorDiv FloorMod Rint Round Trunc".split())
_IDEMPOTENT = "Relu|Relu6|Abs|Floor|Ceil|Rint|Sign"


def _neutral(rewrite: Rewrite) -> Value | str:
    array = array_of(rewrite.match["c"])
    if array is None or array.size == 0:
        return "the constant has no elements"
    first = array.reshape(-1)[:1].item()
    if not isinstance(first, int | float) or not bool((array == array.reshape(-1)[0]).all()):
        return "the elements of the constant differ"
    wanted = 1 if rewrite.root.op in ("Mul", "Div", "RealDiv") else 0
    if first != wanted:
        return f"the constant is not {wanted}"
    negative = rewrite.root.op == "Add" and isinstance(first, float)
    if isinstance(first, float) and wanted == 0:
        import numpy as np

        signs = np.signbit(array.astype(np.float64))
        if not bool(signs.all() if negative else not signs.any()):
            return "it would change the sign of a zero"
    return rewrite.match["x"]


def _factors(rewrite: Rewrite) -> Value | str:
    import numpy as np

    inner, root, x = rewrite.match["inner"].producer, rewrite.root, rewrite.match["x"]
    if not x.desc.dtype.is_float:
        return "integers overflow and round differently"
    if _is_rounded(root.output):
        return "the result is rounded to a whole number"
    a, b = rewrite.match.number("a"), rewrite.match.number("b")
    first = a if inner.op == "Mul" else 1 / a if a else math.inf
    second = b if root.op == "Mul" else 1 / b if b else math.inf
    product = first * second
    is_half = x.desc.dtype is DataType.FLOAT16
    smallest, most = (1e-4, 16.0) if is_half else (1e-30, 1e6)
    if not smallest < abs(product) < 1 / smallest:
        return "the product of the constants may overflow or vanish"
    if (abs(first) > 1) is not (abs(second) > 1) and not 1 / most <= abs(first) <= most:
        return "the first product may overflow or vanish, and the second one comes back"
    return rewrite.add("Mul", [x, rewrite.constant(np.array(product), rewrite.match["b"])]).output


def _is_rounded(value: Value) -> bool:
    """Whether a reader rounds to whole numbers."""
    return any(
        user.op in _ROUNDING or (user.op == "Cast" and not user.output.desc.dtype.is_float) for user in value.users
    )


def _casts(rewrite: Rewrite) -> Value | str:
    x, inner = rewrite.match["x"], rewrite.match["inner"]
    if inner.desc.dtype not in _HOLDS.get(x.desc.dtype, frozenset()):
        return f"not every {x.desc.dtype.name} is a {inner.desc.dtype.name}"
    if x.desc.dtype is not rewrite.root.output.desc.dtype:
        return rewrite.add("Cast", [x], rewrite.root.attrs).output
    return x


def _cancels(a: NDArray[Any], b: NDArray[Any], total: NDArray[Any]) -> bool:
    """Whether two terms, as the idiom of rounding by a large number has them, leave much less than they are.

    WHY four: (x + a) + b is as precise as the larger term, x + (a + b) as the sum.
    """
    import numpy as np

    larger = np.maximum(np.abs(a.astype(np.float64)), np.abs(b.astype(np.float64)))
    return bool((np.abs(total) * 4 < larger).any())


def _terms(rewrite: Rewrite) -> Value | str:
    import numpy as np

    a, b = array_of(rewrite.match["a"]), array_of(rewrite.match["b"])
    dtype = rewrite.match["x"].desc.dtype
    if a is None or b is None or not (dtype.is_float or dtype.is_integer):
        return "the terms are no numbers"
    if dtype.is_float and _is_rounded(rewrite.root.output):
        return "the result is rounded to a whole number"
    wide = np.dtype(np.float64) if dtype.is_float else dtype.numpy
    total = np.add(a.astype(wide), b.astype(wide), dtype=wide)
    if dtype.is_float and _cancels(a, b, total):
        return "the terms cancel, and what the first sum rounds away would stay"
    if total.size > max(a.size, b.size):
        return "the sum of the constants is larger than both"
    return rewrite.add("Add", [rewrite.match["x"], rewrite.constant(total, rewrite.match["b"])]).output


def _twice(rewrite: Rewrite) -> Value | str:
    return rewrite.match["x"]


def _once(rewrite: Rewrite) -> Value | str:
    if rewrite.root.op != rewrite.match["inner"].producer.op:
        return "the two operators differ"
    return rewrite.match["inner"]


def _square(rewrite: Rewrite) -> Value | str:
    return rewrite.add("Square", [rewrite.match["x"]]).output


def _product(rewrite: Rewrite) -> Value | str:
    import numpy as np

    x, number = rewrite.match["x"], rewrite.match.number("c")
    mantissa, exponent = math.frexp(number) if math.isfinite(number) else (0.0, 0)
    if not x.desc.dtype.is_float or abs(mantissa) != 0.5 or not -13 <= exponent <= 14:
        return "the divisor is not a power of two"
    return rewrite.add("Mul", [x, rewrite.constant(np.array(1 / number), rewrite.match["c"])]).output


class ArithmeticSimplification(RewritePass):
    """Neutral elements, chains of factors, casts there and back."""

    name = "arithmetic-simplification"
    stage = Stage.OPTIMIZE
    after = ("constant-folding", "identity-elimination")
    before = ("common-subexpression-elimination", "matmul-folding", "convolution-folding")
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("neutral-element", op("Add|Mul|Sub|Div|RealDiv", var("x"), const("c")), _neutral),
        Rule(
            "factor-of-factor",
            op("Mul|Div|RealDiv", op("Mul|Div|RealDiv", var("x"), scalar("a"), name="inner"), scalar("b")),
            _factors,
        ),
        Rule("term-of-term", op("Add", op("Add", var("x"), const("a")), const("b")), _terms),
        Rule("cast-and-back", op("Cast", op("Cast", var("x"), name="inner")), _casts),
        Rule("minus-minus", op("Neg", op("Neg", var("x"))), _twice),
        Rule("not-not", op("LogicalNot", op("LogicalNot", var("x"))), _twice),
        Rule("twice-the-same", op(_IDEMPOTENT, op(_IDEMPOTENT, var("x"), name="inner")), _once, may_escape=("inner",)),
        Rule("square", op("Pow", var("x"), scalar("two", 2.0)), _square),
        Rule("power-of-two", op("Div|RealDiv", var("x"), scalar("c")), _product),
    )
