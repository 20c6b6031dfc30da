"""Recognise Gelu written out, in the exact form and in the one with tanh.

x / 2 (1 + erf(x / sqrt(2)))                               -> GeluV2(x), approximate = "none"
x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x³)))           -> GeluV2(x), approximate = "tanh"

The three factors may be grouped in any way. x · sigmoid(1.702 x) is another function; see `activation_fusion`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import ClassVar

from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.patterns.expression import Call, Pattern, either, op, scalar, var

__all__ = ["GeluFusion"]

_X = var("x")
_ERF = op(
    "Erf",
    either(
        op("Div", _X, scalar("root", math.sqrt(2))),
        op("Mul", _X, scalar("root", math.sqrt(0.5))),
        op("RealDiv", _X, scalar("root", math.sqrt(2))),
    ),
)
_CUBE = either(
    op("Pow", _X, scalar("three", 3.0)),
    op("Mul", op("Mul", _X, _X), _X),
    op("Mul", op("Square", _X), _X),
)
_TANH = op(
    "Tanh",
    op("Mul", op("Add", _X, op("Mul", _CUBE, scalar("cubic", 0.044715))), scalar("slope", math.sqrt(2 / math.pi))),
)


def _products(gate: Pattern) -> Iterator[Call]:
    """x, one half and 1 + `gate` multiplied in any grouping."""
    sum_ = op("Add", gate, scalar("one", 1.0))
    half = scalar("half", 0.5)
    yield op("Mul", either(op("Mul", _X, half), op("Div|RealDiv", _X, scalar("two", 2.0))), sum_)
    yield op("Mul", _X, op("Mul", sum_, half))
    yield op("Mul", op("Mul", _X, sum_), half)


def _exact(rewrite: Rewrite) -> Value | str:
    return rewrite.add("GeluV2", [rewrite.match["x"]], {"approximate": "none"}).output


def _tanh(rewrite: Rewrite) -> Value | str:
    return rewrite.add("GeluV2", [rewrite.match["x"]], {"approximate": "tanh"}).output


class GeluFusion(RewritePass):
    """One GeluV2 for the five to eight nodes of its definition."""

    name = "gelu-fusion"
    stage = Stage.FUSION
    priority = 100
    invalidates = ("dead-node-elimination",)
    rules: ClassVar[tuple[Rule, ...]] = (
        *(Rule("gelu", pattern, _exact, fuses=True) for pattern in _products(_ERF)),
        *(Rule("gelu-tanh", pattern, _tanh, fuses=True) for pattern in _products(_TANH)),
    )
