"""ONNX tensors: what a `TensorProto` holds, where its elements are, and those elements as an array.

Nothing is allocated by the word of the file: a tensor's size must agree with the bytes that are there before an array
is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metadef.errors import FileError, finding
from metadef.types.dtype import DataType
from metadef.wire.onnx_elements import ELEMENTS, OnnxElement

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from metadef.wire.external import ExternalFiles

__all__ = ["ExternalData", "OnnxTensor", "read_tensor"]

_TYPED_FIELDS = ("float_data", "int32_data", "string_data", "int64_data", "double_data", "uint64_data")
_EXTERNAL = 1  # TensorProto.DataLocation
_MAX_RANK = 64  # NumPy's own limit
_MAX_ELEMENTS = 1 << 60


@dataclass(frozen=True, slots=True)
class ExternalData:
    """Where a tensor's bytes are in another file."""

    location: str  # relative path
    offset: int = 0  # bytes
    size: int | None = None  # bytes, None if the file does not say


@dataclass(frozen=True, slots=True)
class OnnxTensor:
    """The metadata of one tensor and where its elements are: exactly one of `raw`, `external` and `typed` is set."""

    name: str
    element: OnnxElement
    dims: tuple[int, ...]
    elements: int  # product of `dims`
    subject: str  # what findings are about
    raw: memoryview | None = None  # little-endian bytes, of the mapped file or of the message
    external: ExternalData | None = None
    typed: Sequence[Any] | None = None  # the repeated field `element.typed_field`

    @property
    def dtype(self) -> DataType | None:
        """The Ascend type, None where there is none."""
        return self.element.dtype

    @property
    def size_bytes(self) -> int:
        """Bytes that the elements take when stored raw; 0 for strings."""
        return (self.elements * self.element.bits + 7) // 8

    def raw_bytes(self, files: ExternalFiles | None = None) -> memoryview | None:
        """The raw little-endian bytes without a copy, elements below a byte still packed; None for a typed field.

        Args:
            files: the files beside the model, needed for external data.

        Raises:
            FileError: external-data-missing, external-data-escapes, or tensor-malformed if the size is wrong.
        """
        if self.external is None:
            return self.raw
        if files is None:
            raise FileError(
                finding("external-data-missing", self.subject, "external data of a model that is in no folder")
            )
        stored = self.external
        if stored.size is not None and stored.size != self.size_bytes:
            raise _malformed(self.subject, "external data has the wrong size", self.size_bytes, stored.size, "bytes")
        return files.read(stored.location, stored.offset, self.size_bytes, subject=self.subject)

    def array(self, files: ExternalFiles | None = None) -> NDArray[np.generic]:
        """The elements, shaped, one an array entry; a read-only view of the file where the layout allows it.

        Strings come as an object array of `str`.

        Raises:
            FileError: as `raw_bytes`, and tensor-malformed for elements that do not fit their type.
        """
        from metadef.wire.onnx_decode import decode_raw, decode_typed

        raw = self.raw_bytes(files)
        if raw is not None:
            return decode_raw(self.element, self.dims, self.elements, raw)
        return decode_typed(self.element, self.dims, self.elements, self.typed or (), self.subject)


def read_tensor(proto: Any, payloads: Sequence[memoryview] = (), *, subject: str = "") -> OnnxTensor:
    """The record of a `TensorProto`, checked except for the elements' own values.

    Args:
        proto: an `onnx.TensorProto` of the private pool.
        payloads: those that `strip_payloads` cut out of the message.
        subject: what findings are about; `tensor "name"` is added.

    Raises:
        FileError: tensor-malformed if type, shape and data do not agree, file-too-large if the shape claims more
            elements than any file can hold.
    """
    name: str = proto.name
    place = f'{subject}: tensor "{name}"' if subject else f'tensor "{name}"'
    number: int = proto.data_type
    element = ELEMENTS.get(number)
    if element is None:
        raise _malformed(place, f"element type {number} is unknown", "1 to 28", number)
    if proto.HasField("segment"):
        raise FileError(finding("tensor-malformed", place, "tensors stored in segments are not read"))
    dims = tuple(proto.dims)
    elements = _count(dims, place)
    if proto.data_location == _EXTERNAL:
        if not element.bits:
            raise FileError(finding("tensor-malformed", place, "strings cannot be external data"))
        return OnnxTensor(name, element, dims, elements, place, external=_external_data(proto, place))
    raw = _raw_view(proto, payloads, place)
    filled = [item for item in _TYPED_FIELDS if len(getattr(proto, item))]
    if raw is not None and (len(raw) or not filled):
        if filled:
            raise FileError(finding("tensor-malformed", place, f"data is stored twice: raw_data and {filled[0]}"))
        if not element.bits:
            raise FileError(finding("tensor-malformed", place, "strings cannot be stored in raw_data"))
        tensor = OnnxTensor(name, element, dims, elements, place, raw=raw)
        if tensor.size_bytes != len(raw):
            raise _wrong_size(place, tensor.size_bytes, len(raw))
        return tensor
    if filled and filled != [element.typed_field]:
        raise _malformed(
            place, f"data of type {element.name} is in the wrong field", element.typed_field, ", ".join(filled)
        )
    typed: Sequence[Any] = getattr(proto, element.typed_field)
    expected = _typed_length(element, elements)
    if len(typed) != expected:
        raise _wrong_size(place, expected, len(typed), "values")
    return OnnxTensor(name, element, dims, elements, place, typed=typed)


def _count(dims: tuple[int, ...], subject: str) -> int:
    if len(dims) > _MAX_RANK:
        raise _malformed(subject, "the tensor has too many dimensions", f"at most {_MAX_RANK}", len(dims))
    if any(dim < 0 for dim in dims):
        raise _malformed(subject, "a dimension is negative", "0 or more", min(dims))
    count = 0 if 0 in dims else 1
    for dim in dims:
        count *= dim
    if count > _MAX_ELEMENTS:
        raise FileError(
            finding("file-too-large", subject, "the shape claims more elements than a file can hold", got=str(dims))
        )
    return count


def _raw_view(proto: Any, payloads: Sequence[memoryview], subject: str) -> memoryview | None:
    if not proto.HasField("cut_payload"):
        return memoryview(proto.raw_data) if proto.HasField("raw_data") else None
    number: int = proto.cut_payload
    if number >= len(payloads) or proto.HasField("raw_data"):
        raise FileError(finding("tensor-malformed", subject, "raw_data is stored twice or its field number is misused"))
    return payloads[number]


def _typed_length(element: OnnxElement, elements: int) -> int:
    """Entries of the typed field: two for a complex number, one for a byte of packed integers and 4-bit floats."""
    if element.name.startswith("COMPLEX"):
        return elements * 2
    if element.bits in (2, 4):
        return (elements * element.bits + 7) // 8
    return elements


def _external_data(proto: Any, subject: str) -> ExternalData:
    entries: dict[str, str] = {entry.key: entry.value for entry in proto.external_data}
    location = entries.get("location", "")
    if not location:
        raise FileError(finding("tensor-malformed", subject, "external data names no location"))
    numbers: dict[str, int] = {}
    for key in ("offset", "length"):
        text = entries.get(key)
        if text is None:
            continue
        if not (text.isascii() and text.isdigit() and len(text) < 20):
            raise _malformed(subject, f"external data has a wrong {key}", "a number of bytes", repr(text[:40]))
        numbers[key] = int(text)
    return ExternalData(location, numbers.get("offset", 0), numbers.get("length"))


def _wrong_size(subject: str, expected: int, got: int, unit: str = "bytes") -> FileError:
    return _malformed(subject, f"type and shape ask for {expected} {unit} and {got} are there", expected, got, unit)


def _malformed(subject: str, message: str, expected: object, got: object, unit: str = "") -> FileError:
    suffix = f" {unit}" if unit else ""
    return FileError(
        finding("tensor-malformed", subject, message, expected=f"{expected}{suffix}", got=f"{got}{suffix}")
    )
