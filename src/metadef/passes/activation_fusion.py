"""Recognise activation functions written out.

x · sigmoid(s x)                       -> Swish(x), scale = s; 1 where there is no factor (SiLU)
x · clip(x + 3, 0, 6) / 6              -> HardSwish(x), where the clip is Relu6
x · tanh(softplus(x))                  -> Mish(x)
"""

from __future__ import annotations

from typing import ClassVar

from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.patterns.expression import maybe, op, scalar, var

__all__ = ["ActivationFusion"]

_X = var("x")
_CLIP = op("Relu6", op("Add", _X, scalar("three", 3.0)))


def _swish(rewrite: Rewrite) -> Value | str:
    scale = rewrite.match.number("s") if rewrite.match.get("s") is not None else 1.0
    return rewrite.add("Swish", [rewrite.match["x"]], {"scale": scale}).output


def _plain(name: str, rewrite: Rewrite) -> Value | str:
    return rewrite.add(name, [rewrite.match["x"]]).output


class ActivationFusion(RewritePass):
    """One node for each activation function."""

    name = "activation-fusion"
    stage = Stage.FUSION
    priority = 100
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("swish", op("Mul", _X, op("Sigmoid", maybe(op("Mul", _X, scalar("s")), _X))), _swish, fuses=True),
        Rule(
            "hard-swish",
            op("Div|RealDiv", op("Mul", _X, _CLIP), scalar("six", 6.0)),
            lambda rewrite: _plain("HardSwish", rewrite),
            fuses=True,
        ),
        Rule(
            "hard-swish-gate",
            op("Mul", _X, op("Div|RealDiv", _CLIP, scalar("six", 6.0))),
            lambda rewrite: _plain("HardSwish", rewrite),
            fuses=True,
        ),
        Rule("mish", op("Mul", _X, op("Tanh", op("Softplus", _X))), lambda r: _plain("Mish", r), fuses=True),
    )
