"""Witnesses of breaks of a schema, judged by protobuf itself; rules on reserved numbers and names."""

from __future__ import annotations

import pytest
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.text_format import Parse
from hypothesis import given, settings
from hypothesis import strategies as st

from compat_fixtures import HELD, SCHEMA_FIXTURES, A, enum, message, schema
from metadef import MetadefError
from metadef.compat.compare import compare_schemas
from metadef.compat.policy import POLICY
from metadef.compat.record import Promise
from metadef.compat.schema_snapshot import schema_of
from metadef.compat.schema_witness import find_schema_witness, read_fields

WIRE = [rule for rule in SCHEMA_FIXTURES if Promise.WIRE in POLICY[rule].promises]


def descriptor(text: str) -> FileDescriptorProto:
    made = FileDescriptorProto(name="m.proto", syntax="proto3")
    Parse(text, made)
    return made


def read(file: FileDescriptorProto, name: str, data: bytes) -> object:
    """What protobuf reads: known fields as text, which tells true from 1, and how many bytes it does not know."""
    pool = DescriptorPool()
    pool.Add(file)
    made = GetMessageClass(pool.FindMessageTypeByName(name))()
    try:
        made.ParseFromString(data)
    except DecodeError:
        return "no message"
    known = {field.name: repr(value) for field, value in made.ListFields()}
    size = made.ByteSize()
    made.DiscardUnknownFields()
    return known, size - made.ByteSize()


@pytest.mark.parametrize("rule", WIRE)
def test_every_break_of_the_wire_has_a_witness_that_protobuf_confirms(rule: str):
    before, after = (descriptor(text) for text in SCHEMA_FIXTURES[rule][:2])
    old, new = schema_of([before]), schema_of([after])
    found = [change for change in compare_schemas(old, new).changes if change.rule == rule]
    assert found
    for change in found:
        witness = find_schema_witness(change, old, new)
        assert witness is not None, change
        name = witness.message
        if name not in new.messages and name not in new.enums:
            assert name in old.messages or name in old.enums
        elif witness.data and name in old.messages:
            assert read(before, name, witness.data) != read(after, name, witness.data)
        elif witness.data:
            numbers = [{value.number: value.name for value in file.enum_type[0].value} for file in (before, after)]
            assert numbers[0].get(witness.data[0]) != numbers[1].get(witness.data[0])
        else:
            assert rule == "schema-reservation-lifted"


@pytest.mark.parametrize("rule", [rule for rule in SCHEMA_FIXTURES if rule not in WIRE])
def test_what_breaks_no_bytes_has_no_witness(rule: str):
    old, new = (schema(text) for text in SCHEMA_FIXTURES[rule][:2])
    for change in compare_schemas(old, new).changes:
        if change.rule == rule:
            assert find_schema_witness(change, old, new) is None


KINDS = (
    *("int32", "int64", "uint32", "uint64", "sint32", "sint64", "bool", "double", "float", "fixed32", "fixed64"),
    *("sfixed32", "sfixed64", "string", "bytes"),
)


def one_field(kind: str, label: str, number: int = 1) -> FileDescriptorProto:
    field = FieldDescriptorProto(
        name="a",
        number=number,
        type=FieldDescriptorProto.Type.Value(f"TYPE_{kind.upper()}"),
        label=FieldDescriptorProto.Label.Value(f"LABEL_{label.upper()}"),
    )
    made = FileDescriptorProto(name="m.proto", syntax="proto3")
    made.message_type.add(name="M").field.append(field)
    return made


fields = st.builds(
    one_field, st.sampled_from(KINDS), st.sampled_from(["optional", "repeated"]), st.sampled_from([1, 2])
)


@settings(max_examples=300)
@given(fields, fields)
def test_a_change_of_a_field_is_a_break_exactly_when_protobuf_reads_other_things(
    before: FileDescriptorProto, after: FileDescriptorProto
):
    old, new = schema_of([before]), schema_of([after])
    broken = [c for c in compare_schemas(old, new).changes if Promise.WIRE in c.promises]
    for change in broken:
        witness = find_schema_witness(change, old, new)
        assert witness is not None, change
        assert read(before, "M", witness.data) != read(after, "M", witness.data), str(witness)
    if not broken:
        pool = DescriptorPool()
        pool.Add(before)
        made = GetMessageClass(pool.FindMessageTypeByName("M"))
        for number in (1, 2, -1, 1 << 31, (1 << 40) + 5):
            sample = made()
            field = sample.DESCRIPTOR.fields[0]
            try:
                value = {9: str(number), 12: b"%d" % number}.get(field.type, number)
                value = bool(number) if field.type == 8 else value
                if before.message_type[0].field[0].label == 3:
                    sample.a.extend([value, value])
                else:
                    sample.a = value
            except (ValueError, TypeError):
                continue  # a number that the type does not hold
            data = sample.SerializeToString()
            assert read(before, "M", data) == read(after, "M", data)


@settings(max_examples=150)
@given(fields, st.binary(max_size=24))
def test_fields_are_read_as_protobuf_reads_them(file: FileDescriptorProto, data: bytes):
    """On arbitrary bytes it reads or refuses; what protobuf finds in them it finds too."""
    try:
        found = read_fields(schema_of([file]), "M", data)
    except MetadefError:
        return
    expected = read(file, "M", data)
    if expected != "no message":
        known = expected[0] if isinstance(expected, tuple) else {}
        assert ("a" in found) >= ("a" in known)


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ("reserved_range { start: 2 end: 6 }", []),
        ("reserved_range { start: 2 end: 3 } reserved_range { start: 5 end: 6 }", ["M no longer reserves 3 to 4"]),
        ("reserved_range { start: 3 end: 9 }", ["M no longer reserves 2"]),
        ("", ["M no longer reserves 2 to 5"]),
    ],
)
def test_every_number_that_is_no_longer_reserved_is_told(now: str, told: list[str]):
    before, after = (schema(message(A, more=more)) for more in ("reserved_range { start: 2 end: 6 }", now))
    assert [change.hit.message for change in compare_schemas(before, after).changes] == told


def test_names_and_enum_numbers_are_reserved_for_ever_too():
    names = schema(message(A, more='reserved_name: "b"')), schema(message(A))
    assert [change.hit.message for change in compare_schemas(*names).changes] == ['M no longer reserves "b"']
    before = schema(enum("X 0", more='reserved_range { start: 3 end: 4 } reserved_name: "Y"'))
    after = schema(enum("X 0", "Y 4", more="reserved_range { start: 3 end: 3 }"))
    assert {change.rule for change in compare_schemas(before, after).changes} == {
        "schema-reserved-number-used",
        "schema-reserved-name-used",
        "schema-enum-value-added",
    }
    assert compare_schemas(schema(message(A, more=HELD)), schema(message(A, more=HELD))).changes == ()
