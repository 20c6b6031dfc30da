"""Let a matrix product flatten its own features.

MatMul(Reshape(x: [M, ...], [M, K]), W, b)   -> FullyConnection(x, W, b), axis = 1      W and b constant
"""

from __future__ import annotations

from typing import ClassVar

from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.reshape_transpose_merging import RESHAPES
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import dims_of
from metadef.patterns.expression import const, op, var

__all__ = ["FlattenFusion"]


def _fuse(rewrite: Rewrite) -> Value | str:
    root = rewrite.root
    x, flat = dims_of(rewrite.match["x"]), dims_of(rewrite.match["flat"])
    if x is None or flat is None or len(x) < 3 or len(flat) != 2 or x[0] != flat[0] or 0 in x:
        return "the reshape does more than to flatten"
    if any(value is not None for value in root.inputs[3:]) or root.attr("transpose_x1"):
        return "the product is quantized, or its left operand is transposed"
    columns = dims_of(root.output)
    if columns is None or len(dims_of(rewrite.match["w"]) or ()) != 2:
        return "a size is not known"
    attrs = {"num_output": columns[-1], "transpose": not root.attr("transpose_x2"), "axis": 1}
    return rewrite.add("FullyConnection", [rewrite.match["x"], rewrite.match["w"], *root.inputs[2:3]], attrs).output


class FlattenFusion(RewritePass):
    """A flattening reshape and the product behind it in one node."""

    name = "flatten-fusion"
    stage = Stage.FUSION
    after = ("matmul-activation-fusion",)
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule(
            "flatten-product",
            op("MatMulV2", op(RESHAPES, var("x"), open=True, name="flat"), const("w"), open=True),
            _fuse,
            fuses=True,
        ),
    )
