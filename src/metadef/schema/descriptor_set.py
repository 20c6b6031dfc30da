"""A serialised `FileDescriptorSet`, as `protoc --descriptor_set_out` writes it, with bounds."""

from __future__ import annotations

from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.message import DecodeError

from metadef.errors import FileError

__all__ = ["parse_descriptor_set"]

_MOST_BYTES = 64 << 20


def parse_descriptor_set(data: bytes, file: str = "") -> FileDescriptorSet:
    """The message in `data`.

    Raises:
        FileError: if it is none, or too large.
    """
    if len(data) > _MOST_BYTES:
        raise FileError.of("file-too-large", file, f"a descriptor set has at most {_MOST_BYTES} bytes")
    found = FileDescriptorSet()
    try:
        found.ParseFromString(data)
    except DecodeError as error:
        raise FileError.of("file-corrupt", file, f"no serialised FileDescriptorSet: {error}") from error
    return found
