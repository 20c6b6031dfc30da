"""The bytes of constants: GE packs elements below a byte, and large ones stay in the mapped file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import prod

from metadef.types.dtype import DataType
from metadef.types.tensor_value import Inline, Mapped, TensorValue
from metadef.wire.scan import CUT_FIELD, GE_MODEL, scan_payloads
from metadef.wire.varint import varint_bytes

__all__ = ["Origin", "PayloadReader", "is_packed", "stored_bytes", "stored_size"]

_NO_BYTES = (DataType.STRING, DataType.STRING_REF, DataType.UNDEFINED)
_PACKED_BITS = (1, 2, 4, 6)


def is_packed(dtype: DataType) -> bool:
    """Whether several elements share a byte in GE's files."""
    return dtype.bits in _PACKED_BITS


def stored_size(dtype: DataType, elements: int) -> int:
    """Bytes that a tensor takes in GE's files."""
    return (elements * dtype.bits + 7) // 8


def stored_bytes(tensor: TensorValue) -> bytes | memoryview:
    """The bytes of a tensor as GE stores them.

    Raises:
        MetadefError: if an external file is missing.
    """
    data = tensor.data()
    if not is_packed(tensor.dtype):
        return data
    import numpy as np

    from metadef.wire.columns import pack_bits

    codes = np.frombuffer(data, np.uint8) & np.uint8((1 << tensor.dtype.bits) - 1)
    return pack_bits(codes, tensor.dtype.bits) if len(codes) else b""


class PayloadReader:
    """Tensors from their bytes in a message or from the payloads that were cut out of it."""

    def __init__(self, payloads: Sequence[memoryview], content: memoryview | None, file: str) -> None:
        """`content` is the mapped file that the payloads are views of, None where there is none."""
        self.payloads = payloads
        self._content = content
        self._file = file
        self._base = _address(content) if content is not None else 0

    def tensor(self, dtype: DataType, dims: tuple[int, ...], data: bytes, cut: int) -> TensorValue | None:
        """The tensor; None when bytes and shape do not fit. `cut` is 1 + the number of a payload, 0 for none."""
        if dtype in _NO_BYTES or not dtype.bits:
            return None
        elements = prod(dims)
        whole: bytes | memoryview = self.payloads[cut - 1] if 0 < cut <= len(self.payloads) else data
        if len(whole) != stored_size(dtype, elements):
            return None
        if is_packed(dtype):
            made = TensorValue(dtype, dims, Inline(_unpacked(dtype, whole, elements)))
            return made if stored_bytes(made) == whole else None  # WHY: bits after the last element would be lost
        if isinstance(whole, memoryview) and self._content is not None:
            return TensorValue(dtype, dims, Mapped(whole, self._file, _address(whole) - self._base))
        return TensorValue(dtype, dims, Inline(whole))


class Origin:
    """From places in a message without its payloads to the bytes of the file."""

    def __init__(self, content: memoryview, subject: str, *, has_cuts: bool) -> None:
        """`has_cuts`: whether `strip_payloads` found anything to cut out of `content`."""
        self.has_cuts = has_cuts
        self._content = content
        self._cuts: list[int] = []  # where the marker of each payload lies in the shorter message
        self._lost: list[int] = [0]  # bytes that were taken away before the first, second, … payload
        if not has_cuts:
            return
        for number, cut in enumerate(scan_payloads(content, GE_MODEL, subject=subject)):
            self._cuts.append(cut.tag_offset - self._lost[-1])
            marker = len(varint_bytes(CUT_FIELD << 3)) + len(varint_bytes(number))
            self._lost.append(self._lost[-1] + cut.offset + cut.size - cut.tag_offset - marker)

    def bytes(self, start: int, end: int) -> bytes:
        """The bytes of the file that lie at `start` to `end` in the message; neither may be inside of a marker."""
        first, last = (place + self._lost[bisect_left(self._cuts, place)] for place in (start, end))
        return bytes(self._content[first:last])


def _unpacked(dtype: DataType, data: bytes | memoryview, elements: int) -> bytes:
    """One element a byte; INT4 and INT2 with their sign."""
    import numpy as np

    from metadef.wire.columns import unpack_bits

    if not elements:
        return b""
    codes = unpack_bits(data, dtype.bits, elements)
    if dtype in (DataType.INT4, DataType.INT2):
        sign = np.int8(1 << (dtype.bits - 1))
        return ((codes.view(np.int8) ^ sign) - sign).tobytes()
    return codes.tobytes()


def _address(view: memoryview) -> int:
    import numpy as np

    return int(np.frombuffer(view, np.uint8).ctypes.data) if len(view) else 0
