"""Message classes from a private descriptor pool.

The pool is built at first use from the tables in `tables/`. Nothing is registered in protobuf's default pool, so
another package that brings its own `onnx.proto` or `ge_ir.proto` cannot clash with ours, whichever is imported first.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from threading import RLock
from typing import TYPE_CHECKING, Any

from metadef.wire.schema_table import FileTable, file_descriptor, parse_table

if TYPE_CHECKING:
    from google.protobuf.descriptor_pool import DescriptorPool

__all__ = ["enum_values", "message_class", "packages", "table_of"]

# package: table that holds its messages
_TABLES = {
    "onnx": "onnx",
    "ge.proto": "ge_ir",
    "ge.onnx": "ge_onnx",
    "ge.flow_model.proto": "flow_model",
    "domi": "task",
    "cann.meta": "metadef",
}
_lock = RLock()


def packages() -> tuple[str, ...]:
    """The protobuf packages that are known."""
    return tuple(_TABLES)


@cache
def message_class(full_name: str) -> type[Any]:
    """The class of a message, such as "onnx.ModelProto" or "ge.proto.AttrDef.ListValue".

    Equal names give the identical class. The fields are those of the tables and are not visible to a type checker.

    Raises:
        KeyError: if no table describes the message.

    >>> message_class("ge.proto.ShapeDef")(dim=[1, 300]).SerializeToString().hex()
    '0a0301ac02'
    """
    from google.protobuf.message_factory import GetMessageClass

    with _lock:
        return GetMessageClass(_pool_with(full_name).FindMessageTypeByName(full_name))


@cache
def enum_values(full_name: str) -> dict[str, int]:
    """Names and numbers of an enumeration, such as "onnx.TensorProto.DataType".

    Raises:
        KeyError: if no table describes it.

    >>> enum_values("onnx.TensorProto.DataType")["BFLOAT16"]
    16
    """
    with _lock:
        enum = _pool_with(full_name).FindEnumTypeByName(full_name)
    return {value.name: value.number for value in enum.values}


def table_of(package: str) -> FileTable:
    """The parsed table of a package.

    Raises:
        KeyError: if no table describes it.
    """
    return _parsed(_TABLES[package])


@cache
def _pool() -> DescriptorPool:
    from google.protobuf.descriptor_pool import DescriptorPool

    return DescriptorPool()


def _pool_with(full_name: str) -> DescriptorPool:
    homes = [package for package in _TABLES if full_name.startswith(f"{package}.")]
    if not homes:
        raise KeyError(full_name)
    _load(_TABLES[max(homes, key=len)])
    return _pool()


@cache
def _load(table_name: str) -> str:
    """Adds a table and those it imports to the pool once; returns the name of its file there."""
    table = _parsed(table_name)
    import_files = {name: _load(name) for name in table.imports}
    _pool().AddSerializedFile(file_descriptor(table, import_files).SerializeToString())
    return table.file


def _parsed(table_name: str) -> FileTable:
    source = resources.files("metadef.wire") / "tables" / f"{table_name}.txt"
    return parse_table(source.read_text(encoding="utf-8"))
