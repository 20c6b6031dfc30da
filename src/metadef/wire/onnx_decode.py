"""Elements of ONNX tensors as NumPy arrays, from raw bytes and from typed fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from metadef.errors import FileError, finding
from metadef.wire.columns import unpack_bits
from metadef.wire.onnx_elements import OnnxElement

__all__ = ["decode_raw", "decode_typed"]

Array = NDArray[np.generic]

_UNSIGNED = {8: np.uint8, 16: np.uint16}
_FIELD_TYPES = {
    "float_data": np.float32,
    "int32_data": np.int32,
    "int64_data": np.int64,
    "double_data": np.float64,
    "uint64_data": np.uint64,
}


def _numpy(element: OnnxElement) -> np.dtype[np.generic]:
    return np.dtype(getattr(ml_dtypes, element.numpy_name, element.numpy_name))


def decode_raw(element: OnnxElement, dims: tuple[int, ...], elements: int, raw: memoryview) -> Array:
    """The array in `raw`, which holds exactly the bytes that `elements` elements take.

    A read-only view, except for elements below a byte, which are spread to one a byte, and bools that are not 0 or 1.
    """
    if element.is_packed:
        return _from_codes(element, unpack_bits(raw, element.bits, elements)).reshape(dims)
    if element.name == "BOOL":
        flags = np.frombuffer(raw, np.uint8)
        # WHY: NumPy takes a bool of any other value for true in some places and for its number in others.
        return (flags.view(np.bool_) if not len(flags) or flags.max() < 2 else flags != 0).reshape(dims)
    kind = _numpy(element)
    if element.numpy_name in np.sctypeDict and kind.itemsize > 1:
        kind = kind.newbyteorder("<")
    return np.frombuffer(raw, kind).reshape(dims)


def decode_typed(
    element: OnnxElement, dims: tuple[int, ...], elements: int, values: Sequence[Any], subject: str
) -> Array:
    """The array in a typed field that has exactly the entries that `elements` elements need.

    Raises:
        FileError: tensor-malformed if an entry does not fit the element type or a string is not UTF-8.
    """
    if element.name == "STRING":
        return _strings(values, subject).reshape(dims)
    column = np.fromiter(values, _FIELD_TYPES[element.typed_field], len(values))
    target = _numpy(element)
    if element.name.startswith("COMPLEX"):
        return column.view(target).reshape(dims)
    if column.dtype == target:
        return column.reshape(dims)
    storage_bits = 8 if element.is_packed else element.bits
    _require_range(element, column, storage_bits, subject)
    if element.name == "BOOL":
        return (column != 0).reshape(dims)
    if element.bits in (2, 4):
        codes = unpack_bits(column.astype(np.uint8).tobytes(), element.bits, elements)
        return _from_codes(element, codes).reshape(dims)
    if element.bits == 6:
        return _from_codes(element, column.astype(np.uint8) & np.uint8(0x3F)).reshape(dims)
    if target.kind in "iu":
        return column.astype(target).reshape(dims)
    # What is left are floating point numbers stored by their bits: float16, bfloat16, float8.
    return column.astype(_UNSIGNED[element.bits]).view(target).reshape(dims)


def _require_range(element: OnnxElement, column: Array, bits: int, subject: str) -> None:
    """Entries must fit `bits` bits, read as signed or as unsigned: exporters differ in how they fill the int32."""
    if not len(column):
        return
    low, high, least = int(column.min()), int(column.max()), -(1 << (bits - 1))
    if low < least or high >= 1 << bits:
        worst = low if low < least else high
        raise FileError(
            finding(
                "tensor-malformed",
                subject,
                f"an entry of {element.typed_field} does not fit {element.name}",
                expected=f"{bits} bits",
                got=str(worst),
            )
        )


def _from_codes(element: OnnxElement, codes: NDArray[np.uint8]) -> Array:
    target = _numpy(element)
    if element.numpy_name.startswith("int"):
        # (code ^ sign) - sign extends the sign bit
        sign = np.int8(1 << (element.bits - 1))
        return ((codes.view(np.int8) ^ sign) - sign).astype(target)
    if element.numpy_name.startswith("uint"):
        return codes.astype(target)
    return codes.view(target)


def _strings(values: Sequence[Any], subject: str) -> Array:
    out = np.empty(len(values), object)
    for index, raw in enumerate(values):
        try:
            out[index] = str(raw, "utf-8")
        except UnicodeDecodeError as error:
            raise FileError(
                finding("tensor-malformed", subject, f"string {index} is not UTF-8: {error.reason}")
            ) from None
    return out
