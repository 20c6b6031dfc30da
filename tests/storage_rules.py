"""Storage shapes written down once more, rule by rule and as plainly as possible; knows nothing of the package.

Sizes are integers, -1 is unknown. `storage` gives None where the rules say nothing (unknown channels in groups, a
hidden size of 0, more axes than names). Source: the rules of CANN's transformer library.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

__all__ = ["BLOCKED", "DEFAULTS", "FRACTAL_NZ", "PLAIN", "expand", "storage"]

PLAIN = ("NCHW", "NHWC", "HWCN", "CHWN", "NDHWC", "NCDHW", "DHWCN", "DHWNC")
FRACTAL_NZ = ("FRACTAL_NZ", *(f"FRACTAL_NZ_C0_{size}" for size in (2, 4, 8, 16, 32)))
GROUPED = ("FRACTAL_Z", "FRACTAL_Z_3D")
BLOCKED = (
    *GROUPED,
    *("NC1HWC0", "NC1HWC0_C04", "NDC1HWC0", "C1HWC0", "C1HWNCoC0", "FRACTAL_Z_C04", "FRACTAL_Z_3D_TRANSPOSE"),
    *("FRACTAL_Z_WINO", "FRACTAL_ZN_LSTM", "FRACTAL_ZN_RNN", "ND_RNN_BIAS", "NYUV_A"),
)
C0 = {"INT8": 32, "UINT8": 32, "INT4": 64, "INT2": 128, "UINT2": 128, "UINT1": 256}
DEFAULTS = {
    "NCHW": ("C", "CH", "CHW"),
    "NHWC": ("C", "HW", "HWC"),
    "HWCN": ("C", "CN", "WCN"),
    "CHWN": ("C", "WN", "HWN"),
    "NDHWC": ("C", "WC", "HWC", "DHWC"),
    "NCDHW": ("C", "HW", "DHW", "CDHW"),
    "DHWCN": ("C", "CN", "WCN", "HWCN"),
    "DHWNC": ("C", "NC", "WNC", "HWNC"),
}


def up(size: int, block: int) -> int:
    return -1 if size < 0 else -(-size // block)


def times(*sizes: int) -> int:
    return -1 if min(sizes) < 0 else math.prod(sizes)


def c0_of(target: str, dtype: str, code: int | None, table: Mapping[str, int] | None) -> int:
    if target.startswith("FRACTAL_NZ_C0_"):
        return int(target.rsplit("_", 1)[1])
    if target == "NC1HWC0_C04":
        return 4
    return code or (C0 if table is None else table).get(dtype, 16)


def storage(
    dims: Sequence[int],
    origin: str,
    target: str,
    dtype: str,
    groups: int = 1,
    code: int | None = None,
    table: Mapping[str, int] | None = None,
    m0: int = 16,
    sizes: tuple[int, int, int] = (1, 1, -1),
) -> list[int] | None:
    """`sizes` are the input, hidden and state size of recurrent operators."""
    same = list(dims)
    if not same or (origin == "ND" and target in (*PLAIN, "ND")):
        return same
    c0 = c0_of(target, dtype, code, table)
    inputs, hidden, state = sizes
    if target in FRACTAL_NZ:
        rows = same if len(same) > 1 else [*same, 1]
        return [*rows[:-2], up(rows[-1], c0), up(rows[-2], m0), m0, c0]
    if target == "FRACTAL_ZN_RNN":
        wide = state if state != -1 else hidden
        if len(same) < 2 or same[-2] not in (wide + inputs, wide, inputs):
            return same
        if hidden == 0:
            return None
        joined = same[-2] == wide + inputs
        blocks = up(inputs, 16) + up(wide, 16) if joined else up(same[-2], 16)
        return [*same[:-2], blocks, -1 if same[-1] < 0 else same[-1] // hidden * up(hidden, c0), 16, c0]
    if target == "ND_RNN_BIAS":
        if hidden == 0:
            return same
        return [*same[:-1], -1 if same[-1] < 0 else same[-1] // hidden * up(hidden, c0) * c0]
    if target == "NYUV_A":
        if origin != "NYUV" or len(same) not in (3, 4):
            return same
        return [*same[:-3], times(up(same[-3], 16), 16), times(up(same[-2], 64), 64), same[-1]]
    if target == "FRACTAL_Z" and len(same) == 2:
        return [up(same[0], c0), up(same[1], 16), 16, c0]
    letters = {"ND": "NCHW" if len(same) == 4 else ""}.get(origin, origin if origin in PLAIN else "")
    if not letters or len(same) < len(letters):
        return same
    if len(same) > len(letters):
        return None
    return by_axes({"D": 1, **dict(zip(letters, same, strict=True))}, target, groups, c0)


def by_axes(sizes: Mapping[str, int], target: str, groups: int, c0: int) -> list[int] | None:
    n, c, d, h, w = (sizes[axis] for axis in "NCDHW")
    if target in PLAIN:
        return [sizes[axis] for axis in target]
    group_blocks = 1
    if target in GROUPED and groups > 1 and n >= groups:
        if c < 0:
            return None
        filters = n // groups
        together = min(math.lcm(c0 // math.gcd(c, c0), 16 // math.gcd(filters, 16)), groups)
        group_blocks, c, n = up(groups, together), c * together, filters * together
    c1, n1 = up(c, c0), up(n, 16)
    if target == "FRACTAL_ZN_LSTM":
        if min(n, c) < 0 or c < n >> 2:
            return None
        recurrent = up(n >> 2, 16)
        return [up(c - (n >> 2), 16) + recurrent, 4 * recurrent, 16, 16]
    known = {
        "NC1HWC0": [n, c1, h, w, c0],
        "NC1HWC0_C04": [n, c1, h, w, c0],
        "NDC1HWC0": [n, d, c1, h, w, c0],
        "C1HWC0": [up(n, c0), h, w, c0],
        "C1HWNCoC0": [c1, h, w, n1, c0, c0],
        "FRACTAL_Z": [times(group_blocks, c1, d, h, w), n1, 16, c0],
        "FRACTAL_Z_3D": [times(group_blocks, c1, d, h, w), n1, 16, c0],
        "FRACTAL_Z_C04": [up(times(4, h, w), c0), n1, 16, c0],
        "FRACTAL_Z_3D_TRANSPOSE": [times(n1, d, h, w), c1, 16, c0],
        "FRACTAL_Z_WINO": [c1, n1, 2, times(h, w), 8, c0],
    }
    return known[target]


def expand(dims: Sequence[int], origin: str, target: str, reshape_type: str) -> list[int]:
    full = len(origin)
    if (
        len(dims) >= full
        or reshape_type == "FORBIDDEN"
        or target in (*FRACTAL_NZ, "ND", "ND_RNN_BIAS", "FRACTAL_ZN_RNN")
    ):
        return list(dims)
    if not dims:
        return [1] * full
    rest = iter(origin)
    is_named = reshape_type != "" and all(letter in rest for letter in reshape_type)
    letters = reshape_type if is_named else DEFAULTS[origin][len(dims) - 1]
    if len(letters) < len(dims):
        return list(dims)
    sizes = dict(zip(letters, dims, strict=False))
    return [sizes.get(letter, 1) for letter in origin]
