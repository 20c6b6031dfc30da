"""Readable message tables, turned into protobuf file descriptors.

A table describes one `.proto` file, one thing a line:

    file ge_ir.proto            the name of the file in the pool
    package ge.proto
    import ge_ir                another table of this package
    message AttrDef.ListValue   dots nest; fields and values follow, indented
      20 AttrDef.ListValue.ListValueType val_type
      3 repeated int64 i        packed when numeric, as proto3 does by default
      7 unpacked float floats   repeated, one tag a value
      2 optional string name    explicit presence
      3 oneof:value int64 i     member of the oneof `value`
      5 map<string,AttrDef> attr
    enum DataType
      1 DT_FLOAT

A type is a scalar, a name of the same file counted from the package, or `.` and a full name of an imported file.
All messages follow the rules of proto3: open enumerations, strings in UTF-8, unknown fields kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto

__all__ = ["EnumTable", "FieldRow", "FileTable", "MessageTable", "file_descriptor", "parse_table"]

# The numbers of FieldDescriptorProto.Type and .Label. Protobuf's stubs want its own named integers there, which exist
# only once protobuf is imported: the fields that take them are `Any` below.
_SCALARS = {
    "double": 1,
    "float": 2,
    "int64": 3,
    "uint64": 4,
    "int32": 5,
    "fixed64": 6,
    "fixed32": 7,
    "bool": 8,
    "string": 9,
    "bytes": 12,
    "uint32": 13,
    "sfixed32": 15,
    "sfixed64": 16,
    "sint32": 17,
    "sint64": 18,
}
_MESSAGE = 11
_ENUM = 14
_NOT_PACKABLE = (9, 11, 12)
_OPTIONAL = 1
_REPEATED = 3
_LABELS = ("repeated", "packed", "unpacked", "optional")


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One field line."""

    number: int
    label: str  # "", "optional", "repeated", "packed", "unpacked" or "oneof:<name>"
    type: str  # "int64", "AttrDef.ListValue", ".ge.proto.GraphDef", "map<string,AttrDef>"
    name: str


@dataclass(slots=True)
class MessageTable:
    """A message under construction: its dotted name and its fields."""

    name: str  # from the package on, "AttrDef.ListValue"
    fields: list[FieldRow] = field(default_factory=list[FieldRow])


@dataclass(slots=True)
class EnumTable:
    """An enumeration under construction."""

    name: str  # from the package on
    values: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])


@dataclass(slots=True)
class FileTable:
    """A whole table."""

    file: str = ""  # "ge_ir.proto"
    package: str = ""  # "ge.proto"
    imports: list[str] = field(default_factory=list[str])  # names of tables
    messages: list[MessageTable] = field(default_factory=list[MessageTable])
    enums: list[EnumTable] = field(default_factory=list[EnumTable])


def parse_table(text: str) -> FileTable:
    """The table that `text` holds.

    Raises:
        ValueError: naming the line that is of no known form.

    >>> parse_table("file a.proto\\npackage p\\nmessage M\\n  1 repeated int64 dim\\n").messages[0].fields[0].name
    'dim'
    """
    table = FileTable()
    current: MessageTable | EnumTable | None = None
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        match words:
            case ["file", name]:
                table.file = name
            case ["package", name]:
                table.package = name
            case ["import", name]:
                table.imports.append(name)
            case ["message", name]:
                current = MessageTable(name)
                table.messages.append(current)
            case ["enum", name]:
                current = EnumTable(name)
                table.enums.append(current)
            case [value, name] if isinstance(current, EnumTable):
                current.values.append((name, int(value)))
            case [value, kind, name] if isinstance(current, MessageTable):
                current.fields.append(FieldRow(int(value), "", kind, name))
            case [value, label, kind, name] if isinstance(current, MessageTable) and _is_label(label):
                current.fields.append(FieldRow(int(value), label, kind, name))
            case _:
                raise ValueError(f"table {table.file}, line {number}: no form fits {line.strip()!r}")
    return table


def _is_label(word: str) -> bool:
    return word in _LABELS or word.startswith("oneof:")


def file_descriptor(table: FileTable, import_files: dict[str, str]) -> FileDescriptorProto:
    """The descriptor of the table's file.

    Args:
        table: the parsed table.
        import_files: file name in the pool of each imported table.

    Raises:
        ValueError: for a type that is neither a scalar nor a name of this table nor written with a leading dot.
    """
    from google.protobuf import descriptor_pb2

    result = descriptor_pb2.FileDescriptorProto(name=table.file, package=table.package, syntax="proto3")
    result.dependency.extend(import_files[name] for name in table.imports)
    kinds = dict.fromkeys((message.name for message in table.messages), _MESSAGE)
    kinds |= dict.fromkeys((enum.name for enum in table.enums), _ENUM)
    homes: dict[str, DescriptorProto] = {}
    for message in table.messages:
        outer, _, name = message.name.rpartition(".")
        home = homes[outer].nested_type.add() if outer else result.message_type.add()
        home.name = name
        homes[message.name] = home
        _add_fields(home, message, table.package, kinds)
    for enum in table.enums:
        outer, _, name = enum.name.rpartition(".")
        made = homes[outer].enum_type.add() if outer else result.enum_type.add()
        made.name = name
        for label, value in enum.values:
            made.value.add(name=label, number=value)
    return result


def _add_fields(home: DescriptorProto, message: MessageTable, package: str, kinds: dict[str, int]) -> None:
    oneofs: dict[str, int] = {}
    for row in message.fields:
        if row.label.startswith("oneof:") and row.label not in oneofs:
            oneofs[row.label] = len(home.oneof_decl)
            home.oneof_decl.add(name=row.label.removeprefix("oneof:"))
    for row in message.fields:
        made: Any = home.field.add(name=row.name, number=row.number)
        made.label = _OPTIONAL
        if row.type.startswith("map<"):
            made.label = _REPEATED
            made.type = _MESSAGE
            made.type_name = _add_map_entry(home, message.name, row, package, kinds)
            continue
        _set_type(made, row.type, package, kinds)
        if row.label in ("repeated", "packed", "unpacked"):
            made.label = _REPEATED
            if made.type not in _NOT_PACKABLE:
                made.options.packed = row.label != "unpacked"
        elif row.label in oneofs:
            made.oneof_index = oneofs[row.label]
        elif row.label == "optional":
            # WHY: protobuf spells explicit presence as a oneof of one member, after all the real ones.
            made.proto3_optional = True
            made.oneof_index = len(home.oneof_decl)
            home.oneof_decl.add(name=f"_{row.name}")


def _set_type(made: Any, kind: str, package: str, kinds: dict[str, int]) -> None:
    if kind in _SCALARS:
        made.type = _SCALARS[kind]
    elif kind.startswith("."):
        made.type = _MESSAGE
        made.type_name = kind
    elif kind in kinds:
        made.type = kinds[kind]
        made.type_name = f".{package}.{kind}"
    else:
        raise ValueError(f"package {package}: type {kind} is unknown")


def _add_map_entry(home: DescriptorProto, owner: str, row: FieldRow, package: str, kinds: dict[str, int]) -> str:
    key, _, value = row.type.removeprefix("map<").removesuffix(">").partition(",")
    entry = home.nested_type.add()
    entry.name = "".join(part.capitalize() for part in row.name.split("_")) + "Entry"
    entry.options.map_entry = True
    for number, (name, kind) in enumerate((("key", key), ("value", value)), 1):
        made: Any = entry.field.add(name=name, number=number)
        made.label = _OPTIONAL
        _set_type(made, kind, package, kinds)
    return f".{package}.{owner}.{entry.name}"
