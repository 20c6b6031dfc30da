"""The slow witness of data transforms: element by element, from the index definition of each format.

Nothing here knows the tilings of `metadef.formats`; a format is a function from a storage index to the index
of the element that lies there. An index outside the tensor is padding.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, lcm
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Place = dict[str, int]

# storage index -> place; C0 is `c`, the lengths of the named axes are `s`
PLACES: dict[str, Callable[[tuple[int, ...], int, dict[str, int]], Place]] = {
    "NC1HWC0": lambda i, c, s: {"N": i[0], "C": i[1] * c + i[4], "H": i[2], "W": i[3]},
    "NC1HWC0_C04": lambda i, c, s: {"N": i[0], "C": i[1] * 4 + i[4], "H": i[2], "W": i[3]},
    "NDC1HWC0": lambda i, c, s: {"N": i[0], "D": i[1], "C": i[2] * c + i[5], "H": i[3], "W": i[4]},
    "C1HWC0": lambda i, c, s: {"N": i[0] * c + i[3], "H": i[1], "W": i[2]},
    "C1HWNCoC0": lambda i, c, s: {
        "C": i[0] * c + i[5],
        "H": i[1],
        "W": i[2],
        "N": i[3] * 16 + i[4] if i[4] < 16 else -1,
    },
    "FRACTAL_Z": lambda i, c, s: {
        "W": i[0] % s["W"],
        "H": i[0] // s["W"] % s["H"],
        "C": i[0] // (s["W"] * s["H"]) % -(-s["C"] // c) * c + i[3],
        "D": i[0] // (s["W"] * s["H"] * -(-s["C"] // c)),
        "N": i[1] * 16 + i[2],
    },
    "FRACTAL_Z_C04": lambda i, c, s: {
        "C": (i[0] * c + i[3]) % 4,
        "W": (i[0] * c + i[3]) // 4 % s["W"],
        "H": (i[0] * c + i[3]) // 4 // s["W"],
        "N": i[1] * 16 + i[2],
    },
    "FRACTAL_Z_3D_TRANSPOSE": lambda i, c, s: {
        "W": i[0] % s["W"],
        "H": i[0] // s["W"] % s["H"],
        "N": i[0] // (s["W"] * s["H"]) % -(-s["N"] // 16) * 16 + i[2],
        "D": i[0] // (s["W"] * s["H"] * -(-s["N"] // 16)),
        "C": i[1] * c + i[3],
    },
    "FRACTAL_Z_WINO": lambda i, c, s: {
        "C": i[0] * c + i[5],
        "N": i[1] * 16 + i[2] * 8 + i[4],
        "H": i[3] // s["W"],
        "W": i[3] % s["W"],
    },
}
PLACES["FRACTAL_Z_3D"] = PLACES["FRACTAL_Z"]
for _letters in ("NCHW", "NHWC", "HWCN", "CHWN", "NCDHW", "NDHWC", "DHWCN", "DHWNC"):
    PLACES[_letters] = lambda i, c, s, letters=_letters: dict(zip(letters, i, strict=True))


def by_place(tensor: Array, storage: str, shape: tuple[int, ...], c0: int) -> Array:
    """A tensor [N, C, D, H, W] in a storage format of the given storage shape."""
    sizes = dict(zip("NCDHW", tensor.shape, strict=True))
    result = np.zeros(shape, tensor.dtype)
    for index in np.ndindex(*shape):
        place = PLACES[storage](index, c0, sizes)
        source = tuple(place.get(axis, 0) for axis in "NCDHW")
        if all(0 <= at < size for at, size in zip(source, tensor.shape, strict=True)):
            result[index] = tensor[source]
    return result


def by_position(tensor: Array, shape: tuple[int, ...], c0: int, m0: int, row_major: bool) -> Array:
    """FRACTAL_NZ, or FRACTAL_ZZ when `row_major`, of a tensor of rank 2 or more."""
    result = np.zeros(shape, tensor.dtype)
    for index in np.ndindex(*shape):
        *batch, first, second, row, column = index
        row_block, column_block = (first, second) if row_major else (second, first)
        m, k = row_block * m0 + row, column_block * c0 + column
        if m < tensor.shape[-2] and k < tensor.shape[-1]:
            result[index] = tensor[(*batch, m, k)]
    return result


def grouped(filters: Array, groups: int, shape: tuple[int, ...], c0: int) -> Array:
    """Filters [N, C, D, H, W] of `groups` groups in FRACTAL_Z, each element set at its place."""
    total, channels, depth, height, width = filters.shape
    each = total // groups
    enlarged = min(lcm(lcm(channels, c0) // channels, lcm(each, 16) // each), groups)
    channel_blocks = -(-enlarged * channels // c0)
    assert gcd(c0, 16) in (c0, 16)
    result = np.zeros(shape, filters.dtype)
    for n, c, d, h, w in np.ndindex(*filters.shape):
        group = n // each
        block, member = divmod(group, enlarged)
        row = member * channels + c
        column = member * each + n % each
        first = (((block * depth + d) * channel_blocks + row // c0) * height + h) * width + w
        result[first, column // 16, column % 16, row % c0] = filters[n, c, d, h, w]
    return result


def zn(matrix: Array) -> Array:
    """A matrix of whole 16 x 16 blocks: blocks row by row, elements column by column."""
    rows, columns = matrix.shape
    result = np.zeros((rows // 16, columns // 16, 16, 16), matrix.dtype)
    for k, n in np.ndindex(rows, columns):
        result[k // 16, n // 16, n % 16, k % 16] = matrix[k, n]
    return result
