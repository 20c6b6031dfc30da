"""Bytes in and out, with every length checked. Floor 3.

`message_class` and `parse_message` give protobuf messages from a private pool; `Reader` and `open_mapped` read binary
files; `scan` cuts large payloads out of a message so that they stay in the mapped file; `varint` and `columns` hold the
integer columns of `.mdef`; `onnx_tensor` reads ONNX tensors and `external` the files that they point to.
"""

from metadef.wire.mapped import open_mapped
from metadef.wire.parse import parse_message
from metadef.wire.pool import enum_values, message_class
from metadef.wire.reader import Reader

__all__ = ["Reader", "enum_values", "message_class", "open_mapped", "parse_message"]
