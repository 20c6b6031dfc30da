"""Which function writes an operator of ATen out. A new operator is an entry at the end of its family's file."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from metadef.frontend.torch.lowering import Lowering

__all__ = ["FAMILIES", "lowerings"]

FAMILIES = (
    *("activation", "conv", "creation", "elementwise", "matmul", "norm", "rearrange", "reduce", "rnn", "shape"),
)


@cache
def lowerings() -> dict[str, Lowering]:
    """Every operator that is written out, such as "aten.conv2d.default"."""
    found: dict[str, Lowering] = {}
    for family in FAMILIES:
        found |= import_module(f"metadef.frontend.torch.{family}").OPS
    return found
