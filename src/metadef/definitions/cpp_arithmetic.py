"""Arithmetic of C++ constants: operators with C++'s precedence, integer division that truncates, bounded sizes."""

from __future__ import annotations

from dataclasses import dataclass

from metadef.definitions.cpp_types import CppValue, CppValueError, TypeName, Unresolved

__all__ = ["Operator", "calculate"]

_UNARY = frozenset("+-~")
_LEVELS = (("*", "/", "%"), ("+", "-"), ("<<", ">>"), ("&",), ("|",))


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator between or before operands."""

    mark: str


def calculate(terms: list[CppValue | Operator], at: int) -> CppValue:
    """The value of operands and operators in written order.

    Args:
        terms: at least one.
        at: offset for errors.

    Raises:
        CppValueError: if operators and operands do not alternate, or a value does not fit its operator.

    >>> calculate([7, Operator("/"), Operator("-"), 2], 0)
    -3
    """
    if len(terms) == 1 and not isinstance(terms[0], Operator):
        return terms[0]
    values: list[CppValue] = []
    marks: list[str] = []
    signs: list[str] = []
    for term in terms:
        wants_value = len(values) == len(marks)
        if isinstance(term, Operator):
            if not wants_value:
                marks.append(term.mark)
            elif term.mark in _UNARY:
                signs.append(term.mark)
            else:
                raise CppValueError(f"{term.mark!r} has no value before it", at)
            continue
        if not wants_value:
            raise CppValueError("two values without a comma or an operator", at)
        value = term
        while signs:
            value = _unary(signs.pop(), value, at)
        values.append(value)
    if signs or len(values) != len(marks) + 1:
        raise CppValueError("an operator has no value after it", at)
    for level in _LEVELS:
        values, marks = _folded(values, marks, level, at)
    return values[0]


def _folded(
    values: list[CppValue], marks: list[str], level: tuple[str, ...], at: int
) -> tuple[list[CppValue], list[str]]:
    out, rest = [values[0]], list[str]()
    for mark, right in zip(marks, values[1:], strict=True):
        if mark in level:
            out[-1] = _binary(mark, out[-1], right, at)
        else:
            out.append(right)
            rest.append(mark)
    return out, rest


def _unary(mark: str, value: CppValue, at: int) -> CppValue:
    if isinstance(value, Unresolved):
        return value
    if isinstance(value, TypeName):
        value = value.dtype.ge_value
    if not isinstance(value, int | float):
        raise CppValueError(f"{mark!r} needs a number", at)
    if mark == "~":
        if isinstance(value, float):
            raise CppValueError("'~' needs an integer", at)
        return -1 - value
    return -value if mark == "-" else +value


def _binary(mark: str, left: CppValue, right: CppValue, at: int) -> CppValue:
    if isinstance(left, Unresolved) or isinstance(right, Unresolved):
        return left if isinstance(left, Unresolved) else right
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        raise CppValueError(f"{mark!r} needs two numbers", at)
    whole = isinstance(left, int) and isinstance(right, int)
    if max(abs(left), abs(right)) >= 1 << 128 and whole:
        raise CppValueError("a number of more than 128 bits", at)
    if mark in "+-":
        return left + right if mark == "+" else left - right
    if mark == "*":
        return left * right
    if mark == "/":
        if right == 0:
            raise CppValueError("division by zero", at)
        if not whole:
            return left / right
        quotient = abs(left) // abs(right)
        return int(quotient if (left < 0) == (right < 0) else -quotient)
    if not isinstance(left, int) or not isinstance(right, int):
        raise CppValueError(f"{mark!r} needs integers", at)
    if mark == "%":
        if right == 0:
            raise CppValueError("division by zero", at)
        return abs(left) % abs(right) * (-1 if left < 0 else 1)
    if mark in ("<<", ">>"):
        if not 0 <= right < 64 or abs(left) >= 1 << 64:
            raise CppValueError("a shift by this much has no value", at)
        return left << right if mark == "<<" else left >> right
    return left & right if mark == "&" else left | right
