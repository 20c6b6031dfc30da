"""Arithmetic on known elements: numbers, and symbols as exact integers.

Integer division truncates toward zero as CANN's Div and RealDiv of integers and onnx's Div do; FloorDiv rounds down.
A float tensor may hold a symbol too (Cast of a shape): it stays exact as long as operations keep it an integer.
"""

from __future__ import annotations

from math import ceil, copysign, floor, isfinite, nan

from metadef.infer.value.element_type import exact_integers, rounded
from metadef.infer.value.lift import binary, unary
from metadef.ops.call import Call
from metadef.types.dim import Dim, DimLike, dim_max, dim_min, dim_mod, exact_divide, floor_div
from metadef.types.dtype import DataType
from metadef.types.known_value import Element

__all__ = [
    "absolute",
    "add",
    "add_items",
    "cast",
    "ceiling",
    "copy",
    "divide",
    "equal",
    "floor_divide",
    "floor_modulo",
    "floored",
    "greater",
    "greater_equal",
    "less",
    "less_equal",
    "logical_and",
    "logical_not",
    "logical_or",
    "maximum",
    "maximum_items",
    "minimum",
    "minimum_items",
    "modulo",
    "multiply",
    "multiply_items",
    "negate",
    "not_equal",
    "subtract",
]


def _whole(item: Element) -> DimLike | None:
    """The element as an exact integer or expression, None when it is none."""
    if isinstance(item, float):
        return int(item) if item.is_integer() and abs(item) < 1 << 53 else None
    return item


def add_items(call: Call, a: Element, b: Element) -> Element:
    if a is None or b is None:
        return None
    if not isinstance(a, Dim) and not isinstance(b, Dim):
        return a + b
    left, right = _whole(a), _whole(b)
    return left + right if left is not None and right is not None else None


def _subtract(call: Call, a: Element, b: Element) -> Element:
    if a is None or b is None:
        return None
    if not isinstance(a, Dim) and not isinstance(b, Dim):
        return a - b
    left, right = _whole(a), _whole(b)
    return left - right if left is not None and right is not None else None


def multiply_items(call: Call, a: Element, b: Element) -> Element:
    if _is_zero(a) or _is_zero(b):
        return 0
    if a is None or b is None:
        return None
    if not isinstance(a, Dim) and not isinstance(b, Dim):
        return a * b
    left, right = _whole(a), _whole(b)
    if left is not None and right is not None:
        return left * right
    symbol, factor = (a, b) if isinstance(a, Dim) else (b, a)
    if isinstance(symbol, Dim) and isinstance(factor, float) and factor and (1 / factor).is_integer():
        return exact_divide(symbol, int(1 / factor))  # WHY: n * 0.25 is exact where 4 divides n
    return None


def _is_zero(item: Element) -> bool:
    return isinstance(item, int) and not isinstance(item, bool) and item == 0


def _is_float(call: Call) -> bool:
    return exact_integers(call.dtype("x1")) > 0


def _divide(call: Call, a: Element, b: Element) -> Element:
    """True division of floats, division toward zero of integers."""
    if a is None or b is None:
        return None
    if not isinstance(a, Dim) and not isinstance(b, Dim):
        if _is_float(call) or isinstance(a, float) or isinstance(b, float):
            return a / b
        quotient = abs(a) // abs(b)
        return quotient if (a < 0) == (b < 0) else -quotient
    left, right = _whole(a), _whole(b)
    if left is None or right is None:
        return None
    exact = exact_divide(left, right)
    if exact is not None or _is_float(call):
        return exact
    if call.store.at_least(left, 0) and call.store.at_least(right, 1):
        return floor_div(left, right)
    return None


def _floor_divide(call: Call, a: Element, b: Element) -> Element:
    if a is None or b is None:
        return None
    if not isinstance(a, Dim) and not isinstance(b, Dim):
        if isinstance(a, float) or isinstance(b, float):
            return _floored_quotient(call, float(a), float(b))
        return a // b
    left, right = _whole(a), _whole(b)
    return floor_div(left, right) if left is not None and right is not None else None


def _floored_quotient(call: Call, a: float, b: float) -> Element:
    """Known where rounding the quotient down and rounding down a rounded quotient agree: operators do either."""
    exact, quotient = a // b, rounded(a / b, call.dtype("x1")) if _is_float(call) else a / b
    return exact if quotient is not None and isfinite(quotient) and exact == floor(quotient) else None


def _floor_modulo(call: Call, a: Element, b: Element) -> Element:
    if a is None or b is None:
        return None
    if not isinstance(a, Dim) and not isinstance(b, Dim):
        return a % b
    left, right = _whole(a), _whole(b)
    return dim_mod(left, right) if left is not None and right is not None else None


def _modulo(call: Call, a: Element, b: Element) -> Element:
    """The remainder with the sign of the dividend; of symbols only where neither is negative."""
    if a is None or b is None:
        return None
    if not isinstance(a, Dim) and not isinstance(b, Dim):
        rest = abs(a) % abs(b)
        return rest if a >= 0 else -rest
    left, right = _whole(a), _whole(b)
    if left is None or right is None or not call.store.at_least(left, 0) or not call.store.at_least(right, 1):
        return None
    return dim_mod(left, right)


def maximum_items(call: Call, a: Element, b: Element) -> Element:
    if a is None or b is None:
        return None
    if not isinstance(a, Dim) and not isinstance(b, Dim):
        return nan if a != a or b != b else max(a, b)  # WHY: NaN is passed on, whatever it is compared with
    left, right = _whole(a), _whole(b)
    if left is None or right is None:
        return None
    if call.store.at_least(left, right):
        return left
    return right if call.store.at_least(right, left) else dim_max(left, right)


def minimum_items(call: Call, a: Element, b: Element) -> Element:
    if a is None or b is None:
        return None
    if not isinstance(a, Dim) and not isinstance(b, Dim):
        return nan if a != a or b != b else min(a, b)  # WHY: NaN is passed on, whatever it is compared with
    left, right = _whole(a), _whole(b)
    if left is None or right is None:
        return None
    if call.store.at_least(left, right):
        return right
    return left if call.store.at_least(right, left) else dim_min(left, right)


def _equal(call: Call, a: Element, b: Element) -> bool | None:
    if a is None or b is None:
        return None
    if not isinstance(a, Dim) and not isinstance(b, Dim):
        return a == b
    left, right = _whole(a), _whole(b)
    return call.store.equal(left, right) if left is not None and right is not None else None


def _not_equal(call: Call, a: Element, b: Element) -> Element:
    same = _equal(call, a, b)
    return None if same is None else not same


def _greater_equal(call: Call, a: Element, b: Element) -> bool | None:
    if a is None or b is None:
        return None
    if not isinstance(a, Dim) and not isinstance(b, Dim):
        return a >= b
    left, right = _whole(a), _whole(b)
    return call.store.at_least(left, right) if left is not None and right is not None else None


def _less_equal(call: Call, a: Element, b: Element) -> Element:
    return _greater_equal(call, b, a)


def _less(call: Call, a: Element, b: Element) -> Element:
    if isinstance(a, int | float) and isinstance(b, int | float):
        return a < b  # WHY not the other way round: NaN is neither less nor at least
    answer = _greater_equal(call, a, b)
    return None if answer is None else not answer


def _greater(call: Call, a: Element, b: Element) -> Element:
    return _less(call, b, a)


def _and(call: Call, a: Element, b: Element) -> Element:
    if a is False or b is False:
        return False
    return True if a is True and b is True else None


def _or(call: Call, a: Element, b: Element) -> Element:
    if a is True or b is True:
        return True
    return False if a is False and b is False else None


def _not(call: Call, a: Element) -> Element:
    return not a if isinstance(a, bool) else None


def _negate(call: Call, a: Element) -> Element:
    return None if a is None else -a


def _absolute(call: Call, a: Element) -> Element:
    if isinstance(a, Dim):
        return a if call.store.at_least(a, 0) else -a if call.store.at_least(0, a) else None
    return None if a is None else abs(a)


def _floor(call: Call, a: Element) -> Element:
    return copysign(floor(a), a) if isinstance(a, float) and isfinite(a) else a


def _ceil(call: Call, a: Element) -> Element:
    return copysign(ceil(a), a) if isinstance(a, float) and isfinite(a) else a


def _copy(call: Call, a: Element) -> Element:
    return a


def _cast(call: Call, a: Element) -> Element:
    code = call.attr("dst_type")
    target = DataType.from_ge(code) if isinstance(code, int) else None
    if target is DataType.BOOL:
        answer = _equal(call, a, 0)
        return None if answer is None else not answer
    if isinstance(a, Dim):
        return a
    if target is None or a is None:
        return None
    if exact_integers(target):
        return a if isinstance(a, float) or abs(a) > exact_integers(DataType.DOUBLE) else float(a)
    return int(a) if target.is_integer and isfinite(a) else None


add, subtract, multiply, divide = binary(add_items), binary(_subtract), binary(multiply_items), binary(_divide)
floor_divide, floor_modulo, modulo = binary(_floor_divide), binary(_floor_modulo), binary(_modulo)
maximum, minimum = binary(maximum_items), binary(minimum_items)
equal, not_equal = binary(_equal), binary(_not_equal)
greater, greater_equal, less, less_equal = (
    binary(_greater),
    binary(_greater_equal),
    binary(_less),
    binary(_less_equal),
)
logical_and, logical_or, logical_not = binary(_and), binary(_or), unary(_not)
negate, absolute, floored, ceiling, copy, cast = (
    unary(_negate),
    unary(_absolute),
    unary(_floor),
    unary(_ceil),
    unary(_copy),
    unary(_cast),
)
