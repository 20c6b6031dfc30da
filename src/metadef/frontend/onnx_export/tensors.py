"""Constants as `onnx.TensorProto`: small ones within, large ones in a file beside the model where it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import External as ExternalPayload
from metadef.types.tensor_value import Splat, TensorValue
from metadef.wire.onnx_elements import ELEMENTS
from metadef.wire.pool import message_class

__all__ = ["External", "element_number", "tensor_proto", "type_proto"]

_NUMBERS = {row.dtype: row.number for row in ELEMENTS.values() if row.dtype is not None}
_EXTERNAL = 1  # TensorProto.DataLocation
_LEAST_EXTERNAL_BYTES = 1024  # what onnx's own tools leave within the model
_INT64 = 1 << 63
_PAGE_BYTES = 4096  # mapped files are read in pages


@dataclass(slots=True)
class External:
    """Tensors that go to a file of their own. Mutable."""

    location: str  # name of the file, in the model's folder
    size_bytes: int = 0  # so far
    parts: list[tuple[int, TensorValue]] = field(default_factory=list[tuple[int, TensorValue]])  # zeros before, tensor

    def place(self, tensor: TensorValue, size_bytes: int) -> int:
        """The offset that a tensor gets, in bytes."""
        gap = -self.size_bytes % (_PAGE_BYTES if size_bytes >= _PAGE_BYTES else 64)
        offset = self.size_bytes + gap
        self.parts.append((gap, tensor))
        self.size_bytes = offset + size_bytes
        return offset

    def chunks(self) -> Iterable[bytes | memoryview]:
        """The file's content, one tensor after the other."""
        for gap, tensor in self.parts:
            if gap:
                yield bytes(gap)
            yield raw_bytes(tensor)


def element_number(dtype: DataType) -> int | None:
    """The number of a type in `onnx.TensorProto.DataType`, None where ONNX lacks it.

    >>> element_number(DataType.BF16), element_number(DataType.QINT8)
    (16, None)
    """
    return _NUMBERS.get(dtype)


def raw_bytes(tensor: TensorValue) -> bytes | memoryview:
    """The elements as `raw_data` holds them: those below a byte share one, the first in the lowest bits.

    Raises:
        MetadefError: if an external file is missing or too short.
    """
    data = tensor.data()
    bits = tensor.dtype.bits
    if bits not in (2, 4):
        return data
    import numpy as np

    each = 8 // bits
    codes = np.frombuffer(data, np.uint8) & ((1 << bits) - 1)
    padded = np.zeros(-(-codes.size // each) * each, np.uint8)
    padded[: codes.size] = codes
    packed = np.zeros(padded.size // each, np.uint8)
    for place in range(each):
        packed |= padded[place::each] << (place * bits)
    return packed.tobytes()


def _raw_size(tensor: TensorValue) -> int:
    bits = tensor.dtype.bits
    return (tensor.size * bits + 7) // 8 if bits in (2, 4) else tensor.nbytes


def tensor_proto(tensor: TensorValue, name: str = "", external: External | None = None) -> Any:
    """A tensor of a type that ONNX has.

    Raises:
        KeyError: for other types; ask `element_number` first.
        MetadefError: if an external file is missing or too short.
    """
    proto = message_class("onnx.TensorProto")(dims=tensor.dims, data_type=_NUMBERS[tensor.dtype])
    if name:
        proto.name = name
    size_bytes = _raw_size(tensor)
    if external is None or size_bytes < _LEAST_EXTERNAL_BYTES:
        proto.raw_data = bytes(raw_bytes(tensor))
        return proto
    proto.data_location = _EXTERNAL
    offset = external.place(tensor, size_bytes)
    for key, value in (("location", external.location), ("offset", str(offset)), ("length", str(size_bytes))):
        proto.external_data.add(key=key, value=value)
    return proto


def one_element(tensor: TensorValue) -> TensorValue | None:
    """The element that a tensor repeats, as a tensor of one; None where it repeats none or lies in another file."""
    if isinstance(tensor.payload, Splat):
        return TensorValue(tensor.dtype, (1,), tensor.payload)
    if isinstance(tensor.payload, ExternalPayload) or not tensor.size:
        return None
    import numpy as np

    data = memoryview(tensor.data()).cast("B")
    first = bytes(data[: tensor.itemsize])
    if bytes(data[tensor.itemsize : 2 * tensor.itemsize]) != first or len(data) != tensor.nbytes:
        return None
    items = np.frombuffer(data, np.dtype((np.void, tensor.itemsize)))
    return TensorValue(tensor.dtype, (1,), Splat(first)) if bool((items == items[0]).all()) else None


def type_proto(desc: TensorDesc) -> Any | None:
    """Type and shape as they are stored, None where ONNX lacks the type or nothing is known of it."""
    number = _NUMBERS.get(desc.dtype)
    if number is None:
        return None
    proto = message_class("onnx.TypeProto")()
    proto.tensor_type.elem_type = number
    _set_shape(proto.tensor_type, desc.shape)
    return proto


def _set_shape(proto: Any, shape: Shape) -> None:
    if shape.rank is None:
        return
    proto.shape.SetInParent()
    for dim in shape:
        if isinstance(dim, int) and dim < _INT64:
            proto.shape.dim.add(dim_value=dim)
        elif dim is None or isinstance(dim, int):
            proto.shape.dim.add()
        else:
            proto.shape.dim.add(dim_param=str(dim))
