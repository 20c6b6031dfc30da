"""Movement of elements by a tiling: split into blocks, transpose, merge; and back. The only place that reorders data.

Padding is zero bytes, which is the number 0 in every type but FLOAT8_E8M0 (there 2 ** -127: it has no 0).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from metadef.formats.groups import enlargement
from metadef.formats.tiling import Tiling

__all__ = ["Array", "gather_groups", "pack", "padded_to", "spread_groups", "unpack"]

Array: TypeAlias = npt.NDArray[Any]


def padded_to(array: Array, shape: Sequence[int]) -> Array:
    """The array in the low corner of zeros of a larger shape; the array itself when it fills it.

    >>> padded_to(np.array([[1, 2]]), (2, 3)).tolist()
    [[1, 2, 0], [0, 0, 0]]
    """
    if array.shape == tuple(shape):
        return array
    padded = np.zeros(shape, array.dtype)
    padded[tuple(slice(length) for length in array.shape)] = array
    return padded


def pack(array: Array, axes: Sequence[str], tiling: Tiling, c0: int, m0: int = 16) -> Array:
    """The array laid out by a tiling.

    Args:
        array: any array; its axes are called `axes`, in order.
        axes: names; one that the tiling lacks must have length 1, one that only the tiling has counts 1.
        tiling: the layout.
        c0: elements of a C0 block.
        m0: rows of an M0 block.

    >>> pack(np.arange(3).reshape(1, 3), "NC", Tiling.of("C1 N C0", C="c0"), 2).tolist()
    [[[0, 1]], [[2, 0]]]
    """
    wanted = tiling.axes
    kept = [place for place, axis in enumerate(axes) if axis in wanted]
    named = array.reshape([array.shape[place] for place in kept] + [1] * (len(wanted) - len(kept)))
    order = [axes[place] for place in kept] + [axis for axis in wanted if axis not in axes]
    parts = [_part_lengths(tiling, axis, length, c0, m0) for axis, length in zip(order, named.shape, strict=True)]
    split = padded_to(named, [prod(lengths) for lengths in parts]).reshape([item for one in parts for item in one])
    turned = split.transpose(_places(tiling, order, parts))
    shape = [prod(turned.shape[first:last]) for first, last in _dim_spans(tiling)]
    merged = turned.reshape(shape)
    if tiling.widened is not None:
        shape[tiling.widened] = c0
        merged = padded_to(merged, shape)
    return np.ascontiguousarray(merged)


def unpack(
    array: Array, axes: Sequence[str], lengths: Mapping[str, int], tiling: Tiling, c0: int, m0: int = 16
) -> Array:
    """The inverse of `pack`: the plain array with the axes called `axes`, without padding.

    Args:
        array: an array in the storage shape of the tiling.
        axes: the axes wanted, in order; one that the tiling lacks gets length 1.
        lengths: the true length of every axis that the tiling has; a missing one counts 1.
        tiling, c0, m0: as for `pack`.

    >>> unpack(np.array([[[0, 1]], [[2, 0]]]), "CN", {"C": 3}, Tiling.of("C1 N C0", C="c0"), 2).tolist()
    [[0], [1], [2]]
    """
    order = [axis for axis in axes if axis in tiling.axes]
    order += [axis for axis in tiling.axes if axis not in axes]
    parts = [_part_lengths(tiling, axis, lengths.get(axis, 1), c0, m0) for axis in order]
    flat = [item for one in parts for item in one]
    places = _places(tiling, order, parts)
    if tiling.widened is not None:
        first, last = _dim_spans(tiling)[tiling.widened]
        narrow = prod(flat[place] for place in places[first:last])
        array = array[tuple([slice(None)] * tiling.widened + [slice(narrow)])]
    split = array.reshape([flat[place] for place in places]).transpose(np.argsort(places))
    padded = split.reshape([prod(one) for one in parts])
    cut = padded[tuple(slice(lengths.get(axis, 1)) for axis in order)]
    return np.ascontiguousarray(cut).reshape([lengths.get(axis, 1) if axis in order else 1 for axis in axes])


def _part_lengths(tiling: Tiling, axis: str, length: int, c0: int, m0: int) -> list[int]:
    """The lengths of an axis' parts, outermost first."""
    inner = tiling.block_sizes(axis, c0, m0)
    return [-(-length // prod(inner)), *inner]


def _places(tiling: Tiling, order: Sequence[str], parts: Sequence[Sequence[int]]) -> list[int]:
    """For each part in storage order, its position among all parts in the order of the axes."""
    start: dict[str, int] = {}
    total = 0
    for axis, lengths in zip(order, parts, strict=True):
        start[axis] = total + len(lengths) - 1  # where level 0 stands
        total += len(lengths)
    return [start[part.axis] - part.level for dim in tiling.dims for part in dim]


def _dim_spans(tiling: Tiling) -> list[tuple[int, int]]:
    """For each storage axis, the range of its parts."""
    spans: list[tuple[int, int]] = []
    first = 0
    for dim in tiling.dims:
        spans.append((first, first + len(dim)))
        first += len(dim)
    return spans


def spread_groups(filters: Array, groups: int, c0: int) -> Array:
    """Grouped filters [N, C, D, H, W] on the diagonals of the enlarged blocks: [G, E*N/g, E*C, D, H, W].

    Group k fills, in block k // E, filters and channels number k % E; everything else is zero. N is a multiple of
    `groups`. See `groups` for E and G.

    >>> x = np.array([1, 2]).reshape(2, 1, 1, 1, 1)  # two groups of one filter of one channel
    >>> spread_groups(x, 2, 16).reshape(2, 2).tolist()
    [[1, 0], [0, 2]]
    """
    total, channels = filters.shape[:2]
    each = total // groups
    factor = enlargement(channels, each, c0, groups)
    blocks = -(-groups // factor)
    source = filters.reshape(groups, each, *filters.shape[1:])
    spread = np.zeros((blocks, factor * each, factor * channels, *filters.shape[2:]), filters.dtype)
    for place in range(factor):
        members = source[place::factor]  # groups place, place + E, ...: one a block, the last block may lack its own
        rows, columns = slice(place * each, (place + 1) * each), slice(place * channels, (place + 1) * channels)
        spread[: len(members), rows, columns] = members
    return spread


def gather_groups(spread: Array, groups: int, each: int, channels: int, c0: int) -> Array:
    """The inverse of `spread_groups`: filters [groups * each, channels, D, H, W] from the diagonals."""
    factor = enlargement(channels, each, c0, groups)
    gathered = np.zeros((groups, each, channels, *spread.shape[3:]), spread.dtype)
    for place in range(factor):
        members = gathered[place::factor]
        rows, columns = slice(place * each, (place + 1) * each), slice(place * channels, (place + 1) * channels)
        members[...] = spread[: len(members), rows, columns]
    return gathered.reshape(groups * each, *gathered.shape[2:])
