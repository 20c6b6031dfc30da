"""Recognise group normalisation as exporters write it.

x: [N, C, ...];  InstanceNorm(Reshape(x, [N, G, ...])) with scale 1 and offset 0, in the shape of x, · gamma + beta
-> GroupNormV2(x, gamma, beta), num_groups = G

gamma and beta are constants with one number for each channel. The groups are the second axis of what is normalised.
"""

from __future__ import annotations

from typing import ClassVar

from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.reshape_transpose_merging import RESHAPES
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import along_axis, dims_of
from metadef.patterns.conditions import holds_only
from metadef.patterns.expression import const, op, repeated, var

__all__ = ["GroupNormalisationFusion"]

_NORMAL = op(
    "InstanceNorm",
    op(RESHAPES, var("x"), open=True, name="grouped"),
    const("one", holds_only(1.0)),
    const("zero", holds_only(0.0)),
    name="normal",
)
_PATTERN = op("Add", op("Mul", repeated(RESHAPES, _NORMAL, 1), const("gamma")), const("beta"))


def _fuse(rewrite: Rewrite) -> Value | str:
    normal, x = rewrite.match["normal"].producer, rewrite.match["x"]
    dims, grouped = dims_of(x), dims_of(rewrite.match["grouped"])
    if dims is None or grouped is None or not 2 <= len(dims) <= 8 or len(grouped) < 3:
        return "a size is not known"
    groups = grouped[1]
    if normal.attr("data_format") not in ("NCHW", "NCDHW"):
        return "the channels come last"
    if grouped[0] != dims[0] or groups == 0 or dims[1] % groups or dims_of(rewrite.root.output) != dims:
        return "the groups are not parts of the channels"
    if any(value.use_count for value in normal.outputs[1:]):
        return "the statistics are read"
    vectors: list[Value] = []
    for name in ("gamma", "beta"):
        value = rewrite.match[name]
        vector = along_axis(value, 1, len(dims), dims[1])
        if vector is None:
            return f"{name} is not one number a channel"
        vectors.append(value if dims_of(value) == (dims[1],) else rewrite.constant(vector, value))
    attrs = {"num_groups": groups, "data_format": "NCHW", "eps": normal.attr("epsilon"), "is_training": True}
    return rewrite.add("GroupNormV2", [x, *vectors], attrs).output


class GroupNormalisationFusion(RewritePass):
    """One GroupNormV2 for a normalisation between two reshapes."""

    name = "group-normalisation-fusion"
    stage = Stage.FUSION
    before = ("gated-fusion", "activation-fusion")
    priority = 110
    rules: ClassVar[tuple[Rule, ...]] = (Rule("group-norm", _PATTERN, _fuse, fuses=True),)
