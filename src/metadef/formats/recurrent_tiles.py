"""Movement of recurrent weights: parts and gates padded one by one, then tiled in 16 x 16 blocks of Zn order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod

import numpy as np

from metadef.formats.tiles import Array, pack, unpack
from metadef.formats.tiling import Tiling

__all__ = ["from_zn", "join_parts", "split_parts", "to_zn"]

# Blocks row by row, elements within a block column by column: Zn, for a batch B of matrices [K, N].
_ZN = Tiling.of("B K1 N1 N0 K0", K=16, N=16)


def join_parts(array: Array, axis: int, parts: Sequence[int], multiple: int) -> Array:
    """The array with each consecutive part of an axis padded to a multiple.

    >>> join_parts(np.array([1, 2, 3]), 0, (1, 2), 2).tolist()
    [1, 0, 2, 3]
    """
    padded = [_rounded(part, multiple) for part in parts]
    shape = list(array.shape)
    shape[axis] = sum(padded)
    result = np.zeros(shape, array.dtype)
    before = (slice(None),) * axis
    for source, target, length in zip(_starts(parts), _starts(padded), parts, strict=True):
        result[(*before, slice(target, target + length))] = array[(*before, slice(source, source + length))]
    return result


def split_parts(array: Array, axis: int, parts: Sequence[int], multiple: int) -> Array:
    """The inverse of `join_parts`.

    >>> split_parts(np.array([1, 0, 2, 3]), 0, (1, 2), 2).tolist()
    [1, 2, 3]
    """
    before = (slice(None),) * axis
    starts = _starts([_rounded(part, multiple) for part in parts])
    pieces = [array[(*before, slice(start, start + part))] for start, part in zip(starts, parts, strict=True)]
    return np.concatenate(pieces, axis)


def to_zn(array: Array) -> Array:
    """[..., K, N] of whole blocks to [..., K/16, N/16, 16, 16]."""
    *batch, rows, columns = array.shape
    matrices = array.reshape(prod(batch), rows, columns)
    return pack(matrices, "BKN", _ZN, 16).reshape(*batch, rows // 16, columns // 16, 16, 16)


def from_zn(array: Array) -> Array:
    """The inverse of `to_zn`."""
    rows, columns = array.shape[-4] * 16, array.shape[-3] * 16
    batch = array.shape[:-4]
    count = prod(batch)
    lengths = {"B": count, "K": rows, "N": columns}
    return unpack(array.reshape(count, *array.shape[-4:]), "BKN", lengths, _ZN, 16).reshape(*batch, rows, columns)


def _rounded(length: int, multiple: int) -> int:
    return -(-length // multiple) * multiple


def _starts(lengths: Sequence[int]) -> list[int]:
    return [0, *accumulate(lengths)][:-1]
