"""Shapes of quantization to MX formats: blocks of 32 elements share an exponent, exponents are stored in pairs.

What is quantised along the last axis, the one before it, or both; plain, in groups of rows, or behind a gate.
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import UNKNOWN, Axis, agree_shapes, need_rank, normalise_axis
from metadef.infer.shape.gated_activation import halved
from metadef.infer.shape.quantize import MX_BLOCK, exponents
from metadef.ops.call import Call
from metadef.ops.proto import ShapeRule
from metadef.types.dim import ceil_div, floor_div
from metadef.types.shape import Shape

__all__ = ["both_axes", "gated_exponents", "gated_rows", "grouped_blocks", "grouped_exponents", "plain", "two_levels"]


def _matrix(call: Call) -> Shape:
    x = call.shape("x")
    if x.rank is not None and x.rank < 2:
        call.fail(
            "rank-mismatch", "both of the last two axes are cut into blocks", expected="rank 2 or more", got=f"{x}"
        )
    return x


def both_axes(*outputs: str) -> Callable[[Call], list[Shape]]:
    """Exponents along the last axis ("last") and the one before ("before"), and outputs like "x"."""

    def rule(call: Call) -> list[Shape]:
        x = _matrix(call)
        found = {"x": x, "last": exponents(x), "before": exponents(x, -2)}
        return [found[what] for what in outputs]

    return rule


def two_levels(call: Call) -> list[Shape]:
    """DynamicDualLevelMxQuant: like x, a scale a large block of the last axis, exponents a small block."""
    x = call.shape("x")
    if x.rank is None:
        return [x, UNKNOWN, UNKNOWN]
    if x.rank == 0:
        call.fail("rank-mismatch", "the last axis is cut into blocks", expected="rank 1 or more", got="0")
    large, small = call.int_attr("level0_block_size"), call.int_attr("level1_block_size")
    if large <= 0 or small <= 0:
        call.fail("attr-constraint", "block sizes must be positive", expected="> 0", got=f"{large} and {small}")
    last = x[-1]
    blocks = None if last is None else ceil_div(last, large)
    return [x, x.with_dim(-1, blocks), exponents(x, -1, small)]


def grouped_exponents(call: Call) -> list[Shape]:
    """GroupedDynamicMxQuant: x is [M, N], its rows in G groups; exponents [M // 64 + G, N, 2].

    C1: x is a matrix.
    """
    need_rank(call, call.shape("x"), "x", 2)
    blocks = _grouped(call, "group_index", call.int_attr("blocksize") * 2, 1)
    return [call.shape("x"), Shape((None, None, 2) if blocks is None else (*blocks, 2))]


def grouped_blocks(call: Call) -> list[Shape]:
    """GroupedDynamicBlockQuant: one scale a block, blocks begin anew in each group of rows."""
    rows, columns = call.int_attr("row_block_size"), call.int_attr("col_block_size")
    blocks = _grouped(call, "group_list", rows, columns)
    return [call.shape("x"), UNKNOWN if blocks is None else Shape(blocks)]


def _grouped(call: Call, port: str, rows: int, columns: int) -> list[Axis] | None:
    """[.., M // rows + G, ceil(N / columns)]: room for the last block of each of G groups; None for unknown rank."""
    x, groups = call.shape("x"), call.shape(port)
    if rows <= 0 or columns <= 0:
        call.fail("attr-constraint", "block sizes must be positive", expected="> 0", got=f"{rows} and {columns}")
    if x.rank is None:
        return None
    if x.rank < 2:
        call.fail("rank-mismatch", "rows come in groups", expected="rank 2 or more", got=str(x))
    count = groups[0] if groups.rank else None
    tall, wide = x.dims[-2:]
    high = None if tall is None or count is None else floor_div(tall, rows) + count
    return [*x.dims[:-2], high, None if wide is None else ceil_div(wide, columns)]


def plain(call: Call) -> Shape:
    """AntiMxQuant: the shape of x.

    C1: the axis exists. C2: the exponents are those of blocks along it.
    """
    x = call.shape("x")
    if x.rank:
        axis = normalise_axis(call, call.int_attr("axis"), x.rank, "axis [C1]")
        agree_shapes(call, exponents(x, axis), call.shape("mxscale"), "exponents and blocks of x [C2]")
    return x


def gated_rows(gate: ShapeRule, count: int = 2) -> Callable[[Call], list[Shape]]:
    """A gated activation, and one scale a row of its result."""

    def rule(call: Call) -> list[Shape]:
        y = gate(call)
        assert isinstance(y, Shape)
        row = UNKNOWN if not y.rank else Shape(y.dims[:-1])
        return [y, *[row] * (count - 1)]

    return rule


def gated_exponents(name: str) -> Callable[[Call], list[Shape]]:
    """A gated activation along the axis that an attribute names, and the exponents of its result along `axis`."""

    def rule(call: Call) -> list[Shape]:
        y = halved(name)(call)
        if not y.rank:
            return [y, UNKNOWN]
        return [y, exponents(y, normalise_axis(call, call.int_attr("axis"), y.rank), MX_BLOCK)]

    return rule
