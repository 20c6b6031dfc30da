"""Integer columns in the fewest bytes: constants, progressions, narrowed widths, deltas, varints.

A column of `count` 64-bit integers (the count is kept by whoever owns the column) is stored as:

    form   u8        bits 0-2: width code w; bit 3: delta; bit 4: varint; the others are 0
    first  zigzag    only with delta: the first value
    base   zigzag    the smallest value, or with delta the smallest difference
    size   varint    only with varint: bytes of the body
    body             n = count integers, with delta n = count - 1, each minus `base`

Width code 0, 1, 2, 3, 4, 5, 6, 7 means a body of 0, 1, 2, 4, 8, 16, 32, 64 bits an integer, little-endian; below eight
bits the first integer is in the lowest bits of a byte and the last byte is filled with zeros. A varint body has width
code 0. All arithmetic is modulo 2**64, so a uint64 column travels as its two's complement view. A column of count 0 is
empty: no bytes.

    value[i] = base + body[i]                              value[i] = first + sum(base + body[j] for j < i)   (delta)

A constant column takes two bytes and a progression such as 0, 1, 2 … three, however long.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from metadef.wire.faults import too_large
from metadef.wire.reader import Reader
from metadef.wire.varint import (
    Int64s,
    Uint64s,
    decode_varints,
    encode_varints,
    varint_bytes,
    varint_lengths,
    zigzag_int,
)

__all__ = ["MAX_COUNT", "narrow", "pack_bits", "pack_column", "unpack_bits", "unpack_column"]

MAX_COUNT = (
    1 << 27
)  # WHY: a constant column is two bytes, so its length must be bounded by something else: 1 GiB of int64

_WIDTHS = (0, 1, 2, 4, 8, 16, 32, 64)
_DELTA = 1 << 3
_VARINT = 1 << 4
_UNSIGNED = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


def narrow(values: Int64s) -> NDArray[np.integer]:
    """The same integers in the narrowest NumPy type; unsigned when none is negative.

    >>> narrow(np.array([0, 255])).dtype, narrow(np.array([-1, 300])).dtype
    (dtype('uint8'), dtype('int16'))
    """
    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    kinds = (np.uint8, np.uint16, np.uint32, np.int64) if low >= 0 else (np.int8, np.int16, np.int32, np.int64)
    for kind in kinds:
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return values.astype(kind)
    return values


def pack_column(values: NDArray[np.int64] | NDArray[np.uint64]) -> bytes:
    """The column in the smallest of the forms above; equal columns give equal bytes.

    >>> [pack_column(np.array(v)).hex() for v in ([7] * 1000, range(1000), [3, 1, 2])]
    ['000e', '080002', '020212']
    """
    count = len(values)
    if not count:
        return b""
    column = np.ascontiguousarray(values).view(np.int64)
    plain = _Plan(column)
    if plain.body_bytes == 0 or count < 3:
        return bytes((plain.form,)) + plain.tail()
    # WHY: both operands are viewed as unsigned, so that a difference beyond int64 wraps instead of overflowing
    unsigned = column.view(np.uint64)
    delta = _Plan((unsigned[1:] - unsigned[:-1]).view(np.int64))
    if delta.body_bytes + 2 >= plain.body_bytes:
        return bytes((plain.form,)) + plain.tail()
    return bytes((delta.form | _DELTA,)) + varint_bytes(zigzag_int(int(column[0]))) + delta.tail()


class _Plan:
    """How one run of integers would be stored, and how many bytes its body would take."""

    __slots__ = ("base", "body", "body_bytes", "form", "lengths", "varints_bytes")

    def __init__(self, values: Int64s) -> None:
        low, high = int(values.min()), int(values.max())
        self.base = low
        self.body: Uint64s = values.view(np.uint64) - np.uint64(low % (1 << 64))
        span = high - low
        code = next(code for code, bits in enumerate(_WIDTHS) if span >> bits == 0)
        self.form = code
        self.body_bytes = (len(values) * _WIDTHS[code] + 7) // 8
        self.lengths: NDArray[np.int64] | None = None
        self.varints_bytes = 0
        if _WIDTHS[code] > 8:
            lengths = varint_lengths(self.body)
            varints_bytes = int(lengths.sum())
            with_size_bytes = varints_bytes + len(varint_bytes(varints_bytes))
            # WHY: a fixed width decodes faster and compresses better, so varints must win clearly.
            if with_size_bytes * 8 < self.body_bytes * 7:
                self.form, self.body_bytes, self.lengths = _VARINT, with_size_bytes, lengths
                self.varints_bytes = varints_bytes

    def tail(self) -> bytes:
        """Base, size and body."""
        base = varint_bytes(zigzag_int(self.base))
        if self.form == _VARINT:
            return base + varint_bytes(self.varints_bytes) + encode_varints(self.body, self.lengths)
        bits = _WIDTHS[self.form]
        if bits == 0:
            return base
        if bits < 8:
            return base + pack_bits(self.body.astype(np.uint8), bits)
        return base + self.body.astype(np.dtype(_UNSIGNED[bits]).newbyteorder("<")).tobytes()


def unpack_column(reader: Reader, count: int) -> Int64s:
    """The next column of `reader`, as `pack_column` wrote it. Use `.view(np.uint64)` for an unsigned column.

    Raises:
        FileError: file-truncated or file-corrupt for bytes that are no such column, file-too-large beyond `MAX_COUNT`.

    >>> unpack_column(Reader(pack_column(np.array([3, 1, 2]))), 3).tolist()
    [3, 1, 2]
    """
    if count == 0:
        return np.empty(0, np.int64)
    if not 0 < count <= MAX_COUNT:
        raise too_large(
            reader.subject, "a column claims too many entries", expected=f"at most {MAX_COUNT}", got=str(count)
        )
    form = reader.u8()
    if form & ~(_DELTA | _VARINT | 7) or (form & _VARINT and form & 7):
        raise reader.fault(f"column form {form} is unknown")
    first = reader.zigzag() if form & _DELTA else 0
    base = np.uint64(reader.zigzag() % (1 << 64))
    body = _read_body(reader, form, count - 1 if form & _DELTA else count)
    if not form & _DELTA:
        return (body + base).view(np.int64)
    out = np.empty(count, np.uint64)
    out[0] = first % (1 << 64)
    np.add(body, base, out=out[1:])
    return np.add.accumulate(out).view(np.int64)


def _read_body(reader: Reader, form: int, count: int) -> Uint64s:
    if form & _VARINT:
        raw = reader.take(reader.varint())
        start = reader.offset - len(raw)
        values, used = decode_varints(raw, count, subject=reader.subject, offset=start)
        if used != len(raw):
            raise reader.fault(f"{len(raw) - used} bytes follow the last varint of a column")
        return values
    bits = _WIDTHS[form & 7]
    if bits == 0:
        return np.zeros(count, np.uint64)
    raw = reader.take((count * bits + 7) // 8)
    if bits < 8:
        return unpack_bits(raw, bits, count).astype(np.uint64)
    return np.frombuffer(raw, np.dtype(_UNSIGNED[bits]).newbyteorder("<")).astype(np.uint64)


def pack_bits(values: NDArray[np.uint8], bits: int) -> bytes:
    """Integers below `2**bits` (bits 1, 2, 4 or 6), packed without gaps, the first in the lowest bits.

    >>> pack_bits(np.array([1, 2, 3], np.uint8), 4).hex()
    '2103'
    """
    if bits == 1:
        return np.packbits(values, bitorder="little").tobytes()
    planes = np.unpackbits(values.reshape(-1, 1), axis=1, count=bits, bitorder="little")
    return np.packbits(planes, bitorder="little").tobytes()


def unpack_bits(data: bytes | memoryview, bits: int, count: int) -> NDArray[np.uint8]:
    """The inverse of `pack_bits`; `data` must hold `count * bits` bits.

    >>> unpack_bits(bytes([0x21, 0x03]), 4, 3).tolist()
    [1, 2, 3]
    """
    raw = np.frombuffer(data, np.uint8)
    if bits == 1:
        return np.unpackbits(raw, count=count, bitorder="little")
    if bits in (2, 4):  # several whole values a byte: no need to spread single bits
        shifts = np.arange(0, 8, bits, dtype=np.uint8)
        return ((raw[:, None] >> shifts) & np.uint8((1 << bits) - 1)).reshape(-1)[:count]
    planes = np.unpackbits(raw, count=count * bits, bitorder="little").reshape(count, bits)
    return np.packbits(planes, axis=1, bitorder="little").reshape(-1)
