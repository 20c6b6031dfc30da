"""ONNX tensors to constants, without copying what lies in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metadef.errors import FileError, finding
from metadef.types.tensor_value import Inline, Mapped, TensorValue
from metadef.wire.onnx_tensor import OnnxTensor, read_tensor
from metadef.wire.scan import MIN_PAYLOAD_BYTES

if TYPE_CHECKING:
    from metadef.frontend.onnx.source import Source

__all__ = ["tensor_value"]


def tensor_value(source: Source, proto: Any, subject: str) -> TensorValue:
    """The constant that a `TensorProto` holds.

    Large raw data stays in the mapped file; small and typed data is copied; elements below a byte are spread to one a
    byte, as constants hold them.

    Raises:
        FileError: for what `read_tensor` and external files refuse, and dtype-not-allowed for strings and for types
            that Ascend lacks.
    """
    tensor = read_tensor(proto, source.payloads, subject=subject)
    element = tensor.element
    dtype = tensor.dtype
    if dtype is None or element.name == "STRING":
        raise FileError(
            finding(
                "dtype-not-allowed",
                tensor.subject,
                f"a constant of type {element.name} cannot be held",
                got=element.name,
                hint="tensors of numbers",
            )
        )
    raw = tensor.raw_bytes(source.files)
    if raw is None or element.is_packed or element.bits == 6 or element.name == "BOOL":
        return TensorValue.from_array(tensor.array(source.files), dtype)
    if len(raw) < MIN_PAYLOAD_BYTES:
        return TensorValue(dtype, tensor.dims, Inline(bytes(raw)))
    return TensorValue(dtype, tensor.dims, _mapped(source, tensor, raw))


def _mapped(source: Source, tensor: OnnxTensor, raw: memoryview) -> Inline | Mapped:
    if tensor.external is not None:
        return Mapped(raw, source.external_path(tensor.external.location), tensor.external.offset)
    if not source.path:
        return Inline(raw)
    offset = _address(raw) - _address(source.content)
    if 0 <= offset <= len(source.content) - len(raw):
        return Mapped(raw, source.path, offset)
    return Inline(raw)  # of the parsed message, not of the file


def _address(view: memoryview) -> int:
    import numpy as np

    return np.frombuffer(view, np.uint8).__array_interface__["data"][0]
