"""Grouped convolution filters in FRACTAL_Z: how many groups share one cube block.

A filter of g groups has shape [N, C, ...] with N over all groups and C of one. E groups are set on the diagonal of
one block of E*C by E*(N/g), so that the block is as full as the cube unit allows; G such blocks hold all groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, lcm

from metadef.formats.extents import Extent, product
from metadef.types.dim import floor_div

__all__ = ["GroupBlocks", "enlargement", "group_blocks"]

N0 = 16  # output channels in one cube block


@dataclass(frozen=True, slots=True)
class GroupBlocks:
    """The axes of the enlarged filter."""

    blocks: Extent  # G: diagonal blocks
    channels: Extent  # E * C: input channels of one block
    filters: Extent  # E * (N / g): output channels of one block


def enlargement(channels: int, filters: int, c0: int, groups: int) -> int:
    """E: the groups on one diagonal block; `channels` and `filters` are those of one group.

    >>> enlargement(1, 1, 16, 32), enlargement(512, 3, 32, 16)
    (16, 16)
    """
    return min(lcm(c0 // gcd(channels, c0), N0 // gcd(filters, N0)), groups)


def group_blocks(channels: Extent, filters: Extent, c0: int, groups: int) -> GroupBlocks:
    """The enlarged axes; without groups, or with fewer filters than groups, the axes as they are.

    Args:
        channels: C, of one group.
        filters: N, over all groups. An unknown N counts as fewer than `groups`, as GE has it.
        c0: elements in one C0 block.
        groups: number of groups.

    Source: facts format_shape_rules.md, row FRACTAL_Z.

    >>> group_blocks(512, 48, 32, 16)
    GroupBlocks(blocks=1, channels=8192, filters=48)
    """
    if groups <= 1 or filters is None or (isinstance(filters, int) and filters < groups):
        return GroupBlocks(1, channels, filters)
    each = floor_div(filters, groups)
    factors = _possible_enlargements(channels, each, c0, groups)
    if len(factors) != 1:
        return GroupBlocks(None, None, None)
    factor = factors.pop()
    return GroupBlocks(-(-groups // factor), product((channels, factor)), product((each, factor)))


def _possible_enlargements(channels: Extent, filters: Extent, c0: int, groups: int) -> set[int]:
    """E for every value that the greatest common divisors can take."""
    channel_values = [channels] if isinstance(channels, int) else _divisors(c0)
    filter_values = [filters] if isinstance(filters, int) else _divisors(N0)
    return {enlargement(c, n, c0, groups) for c in channel_values for n in filter_values}


def _divisors(number: int) -> list[int]:
    return [divisor for divisor in range(1, number + 1) if number % divisor == 0]
