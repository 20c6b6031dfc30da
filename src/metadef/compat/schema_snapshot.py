"""What a protobuf schema promises: the numbers and names of fields and enum values, and what is reserved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)

from metadef.schema.descriptor_set import parse_descriptor_set

__all__ = [
    "Enumeration",
    "Field",
    "Message",
    "Schema",
    "Spans",
    "holds",
    "read_descriptor_set",
    "schema_of",
    "without_spans",
]

Spans: TypeAlias = "tuple[tuple[int, int], ...]"  # first and last number of each reserved range

_LABELS = {1: "optional", 2: "required", 3: "repeated"}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a message."""

    name: str
    number: int
    type: str  # "int64", or the full name of a message or enumeration
    label: str  # "optional", "required", "repeated"


@dataclass(frozen=True, slots=True)
class Message:
    """A message, nested ones by their full name."""

    fields: Mapping[str, Field]
    reserved_numbers: Spans = ()
    reserved_names: frozenset[str] = frozenset()

    @property
    def numbered(self) -> tuple[tuple[str, int], ...]:
        """Every field with its number."""
        return tuple((field.name, field.number) for field in self.fields.values())

    @property
    def numbers(self) -> frozenset[int]:
        """Numbers that are used."""
        return frozenset(field.number for field in self.fields.values())

    @property
    def names(self) -> frozenset[str]:
        """Names that are used."""
        return frozenset(self.fields)


@dataclass(frozen=True, slots=True)
class Enumeration:
    """An enumeration; several names may share a number."""

    values: Mapping[str, int]
    reserved_numbers: Spans = ()
    reserved_names: frozenset[str] = frozenset()

    @property
    def numbered(self) -> tuple[tuple[str, int], ...]:
        """Every value with its number."""
        return tuple(self.values.items())

    @property
    def numbers(self) -> frozenset[int]:
        """Numbers that are used."""
        return frozenset(self.values.values())

    @property
    def names(self) -> frozenset[str]:
        """Names that are used."""
        return frozenset(self.values)


@dataclass(frozen=True, slots=True)
class Schema:
    """Messages and enumerations by full name."""

    messages: Mapping[str, Message] = field(default_factory=dict[str, Message])
    enums: Mapping[str, Enumeration] = field(default_factory=dict[str, Enumeration])


def read_descriptor_set(data: bytes, file: str = "") -> Schema:
    """The schema in a serialised `FileDescriptorSet`, which `protoc --descriptor_set_out` writes.

    Raises:
        FileError: if it is none, or too large.
    """
    return schema_of(parse_descriptor_set(data, file).file)


def schema_of(files: Iterable[FileDescriptorProto]) -> Schema:
    """The schema of descriptors."""
    messages: dict[str, Message] = {}
    enums: dict[str, Enumeration] = {}
    for file in files:
        prefix = f"{file.package}." if file.package else ""
        enums |= {prefix + item.name: _enum(item) for item in file.enum_type}
        stack = [(prefix, item) for item in file.message_type]
        while stack:
            before, item = stack.pop()
            name = before + item.name
            messages[name] = _message(item)
            enums |= {f"{name}.{inner.name}": _enum(inner) for inner in item.enum_type}
            stack += [(f"{name}.", inner) for inner in item.nested_type]
    return Schema(messages, enums)


def _message(item: DescriptorProto) -> Message:
    fields = {spec.name: Field(spec.name, spec.number, _type(spec), _LABELS[spec.label]) for spec in item.field}
    # WHY: the end of a message's range is excluded, that of an enumeration's is not
    return Message(fields, _numbers((span.start, span.end - 1) for span in item.reserved_range), _names(item))


def _enum(item: EnumDescriptorProto) -> Enumeration:
    values = {value.name: value.number for value in item.value}
    return Enumeration(values, _numbers((span.start, span.end) for span in item.reserved_range), _names(item))


def _type(spec: FieldDescriptorProto) -> str:
    return spec.type_name.lstrip(".") or FieldDescriptorProto.Type.Name(spec.type).removeprefix("TYPE_").lower()


def _names(item: DescriptorProto | EnumDescriptorProto) -> frozenset[str]:
    return frozenset(item.reserved_name)


def _numbers(spans: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(spans))


def without_spans(spans: Spans, others: Spans) -> Spans:
    """The numbers of some ranges that no other range has, as ranges in order.

    >>> without_spans(((2, 9),), ((3, 3), (5, 6)))
    ((2, 2), (4, 4), (7, 9))
    """
    left: list[tuple[int, int]] = []
    for first, last in spans:
        at = first
        for begin, end in sorted(others):
            if end < at or begin > last:
                continue
            if begin > at:
                left.append((at, begin - 1))
            at = end + 1
        if at <= last:
            left.append((at, last))
    return tuple(left)


def holds(spans: Spans, number: int) -> bool:
    """Whether a number lies in one of the reserved ranges."""
    return any(first <= number <= last for first, last in spans)
