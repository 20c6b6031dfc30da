"""Base-128 integers, one at a time and whole columns at once.

A varint holds seven bits a byte, lowest first, with the top bit set on all but the last byte; ten bytes at most.
Zigzag maps 0, -1, 1, -2 to 0, 1, 2, 3, so that small negative numbers stay short.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from metadef.wire.faults import corrupt, truncated

__all__ = [
    "decode_varints",
    "encode_varints",
    "unzigzag",
    "varint_bytes",
    "varint_lengths",
    "zigzag",
    "zigzag_int",
]

Int64s = NDArray[np.int64]
Uint64s = NDArray[np.uint64]

_LONGEST = 10


def varint_bytes(value: int) -> bytes:
    """The varint of one integer.

    Raises:
        ValueError: if `value` is negative or 2**64 and above.

    >>> varint_bytes(300).hex()
    'ac02'
    """
    if value < 0 or value >> 64:
        raise ValueError(f"{value} is not in the range of a 64-bit varint")
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def zigzag_int(value: int) -> int:
    """Zigzag of one signed 64-bit integer.

    >>> [zigzag_int(v) for v in (0, -1, 1, -2)]
    [0, 1, 2, 3]
    """
    return value << 1 if value >= 0 else (-value << 1) - 1


def zigzag(values: Int64s) -> Uint64s:
    """Zigzag of a column.

    >>> zigzag(np.array([0, -1, 1, -2])).tolist()
    [0, 1, 2, 3]
    """
    # (v << 1) ^ (v >> 63), with the arithmetic shift
    return ((values << np.int64(1)) ^ (values >> np.int64(63))).view(np.uint64)


def unzigzag(values: Uint64s) -> Int64s:
    """The inverse of `zigzag`."""
    one = np.uint64(1)
    return ((values >> one) ^ (~(values & one) + one)).view(np.int64)


def varint_lengths(values: Uint64s) -> NDArray[np.int64]:
    """Bytes that each value takes as a varint."""
    lengths = np.ones(len(values), np.int64)
    top = int(values.max()) if len(values) else 0
    bits = 7
    while top >> bits:
        lengths += values >= np.uint64(1 << bits)
        bits += 7
    return lengths


def encode_varints(values: Uint64s, lengths: NDArray[np.int64] | None = None) -> bytes:
    """The varints of a column, one after another; `lengths` as `varint_lengths` gives them, if known.

    >>> encode_varints(np.array([1, 300], np.uint64)).hex()
    '01ac02'
    """
    if not len(values):
        return b""
    sizes = varint_lengths(values) if lengths is None else lengths
    longest = int(sizes.max())
    if longest == 1:
        return values.astype(np.uint8).tobytes()
    ends = np.cumsum(sizes)
    out = np.empty(int(ends[-1]), np.uint8)
    rest, starts, left = values, ends - sizes, sizes
    for _ in range(longest):
        more = left > 1
        out[starts] = (rest & np.uint64(0x7F)).astype(np.uint8) | (more.astype(np.uint8) << np.uint8(7))
        rest, starts, left = rest[more] >> np.uint64(7), starts[more] + 1, left[more] - 1
    return out.tobytes()


def decode_varints(
    data: bytes | memoryview, count: int, *, subject: str = "input", offset: int = 0
) -> tuple[Uint64s, int]:
    """`count` varints from the beginning of `data`, and the number of bytes they took.

    Args:
        data: bytes that hold at least `count` varints.
        count: how many to read.
        subject: what findings are about.
        offset: added to the offsets in findings.

    Raises:
        FileError: file-truncated if `data` ends first, file-corrupt for a varint of more than 64 bits.

    >>> values, used = decode_varints(bytes([1, 0xAC, 2, 9]), 2)
    >>> values.tolist(), used
    ([1, 300], 3)
    """
    if count == 0:
        return np.empty(0, np.uint64), 0
    if count > len(data):  # WHY: before anything of that size is allocated
        raise truncated(subject, offset + len(data), f"{count} varints cannot be in {len(data)} bytes")
    raw = np.frombuffer(data, np.uint8)[: count * _LONGEST]
    ends = np.flatnonzero(raw < 0x80)[:count]
    starts = np.empty(len(ends), np.int64)
    starts[:1] = 0
    starts[1:] = ends[:-1] + 1
    sizes = ends - starts + 1
    longest = int(sizes.max(initial=0))
    if longest > _LONGEST:
        bad = int(starts[int(np.argmax(sizes > _LONGEST))])
        raise corrupt(subject, offset + bad, "a varint is longer than ten bytes")
    if len(ends) < count:
        raise truncated(subject, offset + len(data), f"{count} varints are needed and {len(ends)} are there")
    values = (raw[starts] & np.uint8(0x7F)).astype(np.uint64)
    rows = np.arange(count) if longest > 1 else starts
    for index in range(1, longest):
        rows = rows[sizes[rows] > index]
        part = raw[starts[rows] + index]
        if index == _LONGEST - 1 and (part > 1).any():
            bad = int(starts[rows[int(np.argmax(part > 1))]])
            raise corrupt(subject, offset + bad, "a varint needs more than 64 bits")
        values[rows] |= (part & np.uint8(0x7F)).astype(np.uint64) << np.uint64(7 * index)
    return values, int(ends[-1]) + 1
