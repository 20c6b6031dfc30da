"""Remove a dequantisation whose result is quantised again in the same way.

quantize(dequantize(q))   -> q      one scale and one zero point, the same in both, and q of the type that comes out

The types between must hold every q: whole numbers of 32 bits or more, and floats of as many.

dequantize(q) = (q - zero) · scale and quantize(x) = cut(round(x / scale) + zero), each written out; where other passes
have merged the two factors, their product is near 1. Rounding gives back q - zero exactly: that number has at most 17
bits, and the product and the quotient are off by less than a quarter of one. The other order loses information, and
stays.
"""

from __future__ import annotations

from typing import ClassVar

from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.patterns.expression import Pattern, either, maybe, op, scalar, var
from metadef.types.dtype import DataType

__all__ = ["QuantizationFolding"]

_RANGES = {
    DataType.INT8: (-128, 127),
    DataType.UINT8: (0, 255),
    DataType.INT16: (-32768, 32767),
    DataType.UINT16: (0, 65535),
}
_FLOATS = frozenset({DataType.FLOAT, DataType.DOUBLE})
_HOLD_ALL = _FLOATS | {DataType.INT32, DataType.INT64}
_WIDE = op("Cast", var("q"), name="wide")
_NUMBERS = op("Cast", maybe(op("Sub", _WIDE, scalar("zero")), _WIDE), name="numbers")
_SCALED = either(op("Mul", _NUMBERS, scalar("scale")), _NUMBERS)
_DIVIDED: Pattern = either(op("Div|RealDiv", _SCALED, scalar("divisor")), op("Mul", _SCALED, scalar("factor")), _SCALED)
_ROUNDED = op("Rint", _DIVIDED)
_PATTERN = op(
    "Cast",
    op("ClipByValue", either(op("Add", _ROUNDED, scalar("start")), _ROUNDED), scalar("low"), scalar("high")),
)


def _number(rewrite: Rewrite, name: str, default: float) -> float:
    return rewrite.match.number(name) if rewrite.match.get(name) is not None else default


def _fold(rewrite: Rewrite) -> Value | str:
    q = rewrite.match["q"]
    if q.desc.dtype not in _RANGES or q.desc.dtype is not rewrite.root.output.desc.dtype:
        return "the two quantised types differ, or are not of 8 or 16 bits"
    wide, numbers = (rewrite.match[name].desc.dtype for name in ("wide", "numbers"))
    if wide not in _HOLD_ALL or numbers not in _FLOATS:
        return "a type between does not hold every number"
    if (rewrite.match.number("low"), rewrite.match.number("high")) != _RANGES[q.desc.dtype]:
        return "it cuts to another range"
    if _number(rewrite, "zero", 0.0) != _number(rewrite, "start", 0.0):
        return "the zero points differ"
    divisor = _number(rewrite, "divisor", 1.0)
    factor = _number(rewrite, "scale", 1.0) * _number(rewrite, "factor", 1.0) / divisor if divisor else 0.0
    if abs(factor - 1) > 1e-6:
        return "the scales differ"
    return q


class QuantizationFolding(RewritePass):
    """Looks at casts to a quantised type."""

    name = "quantization-folding"
    stage = Stage.OPTIMIZE
    after = ("constant-folding",)
    before = ("common-subexpression-elimination",)
    rules: ClassVar[tuple[Rule, ...]] = (Rule("dequantize-quantize", _PATTERN, _fold),)
