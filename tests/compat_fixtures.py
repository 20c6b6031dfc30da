"""For every rule: an operator before and after that shows it, and an after that is close and does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from google.protobuf.descriptor_pb2 import FileDescriptorProto
from google.protobuf.text_format import Parse

from metadef.compat.schema_snapshot import Schema, schema_of
from metadef.ops.constraints import at_least, between, length, one_of, positive
from metadef.ops.proto import OpProto, op
from metadef.ops.traits import PURE, STATEFUL
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.shape import Shape

F, H, I, D = DataType.FLOAT, DataType.FLOAT16, DataType.INT32, DataType.DOUBLE
Int, Float, ListInt, String = AttrKind.Int, AttrKind.Float, AttrKind.ListInt, AttrKind.String

Edit = Callable[[OpProto], OpProto]


class Fixture(NamedTuple):
    """`previous` becomes `breaking` (the rule speaks) or `near` (it is silent)."""

    previous: OpProto
    breaking: OpProto
    near: OpProto


def base() -> OpProto:
    """x [, bias] -> y, with an axis."""
    return op("A").input("x", F | H).optional_input("bias", F).output("y", F | H).attr("axis", Int, 0)


def plain(name: str = "A") -> OpProto:
    return op(name).input("x", F | H).output("y", F | H)


def two() -> OpProto:
    return op("A").input("x", F).input("w", H).output("y", F).output("mask", H)


def with_attr(*args: object, **kwargs: object) -> OpProto:
    return plain().attr("k", *args, **kwargs)  # a name, a kind, a default, a constraint


def needs(*args: object, **kwargs: object) -> OpProto:
    return plain().required_attr("k", *args, **kwargs)


def tied(symbols: str) -> OpProto:
    """Two inputs and an output with the given symbols, such as "T T T"; a dot is a plain set."""
    made = op("A")
    for symbol in dict.fromkeys(symbols.split()):
        if symbol != ".":
            made = made.datatype(symbol, F | H)
    x, w, y = (F | H if symbol == "." else symbol for symbol in symbols.split())
    return made.input("x", x).input("w", w).output("y", y)


def same_shape(call):
    return call.shape("x")


def flat_shape(call):
    return Shape((call.shape("x").numel(),))


def as_input(call):
    return call.dtype("x")


def as_half(call):
    return H


def same_rank(call):
    return call.shape("x").rank == call.shape("w").rank


def never_wrong(call):
    return True


def pair_of_ranks() -> OpProto:
    return op("A").input("x", F).input("w", F).output("y", F)


def promoted(*symbols: str) -> OpProto:
    made = op("A").datatype("T1", F | H).datatype("T2", F | H).datatype("T3", promote=symbols)
    return made.input("x", "T1").input("w", "T2").output("y", "T3")


def lists(is_list: bool) -> OpProto:
    return op("A").datatype("T", F | H, is_list=is_list).dynamic_input("x", "T").output("y", F)


def columns(*formats: Format) -> OpProto:
    return plain().formats(columns=tuple((("x", form, F), ("y", form, F)) for form in formats))


RENAMED = op("A").input("x", F | H).optional_input("offset", F).output("y", F | H).attr("axis", Int, 0)

FIXTURES: dict[str, Fixture] = {
    "op-deprecated": Fixture(plain(), plain().deprecate("use B"), plain().doc("use it")),
    "op-revived": Fixture(plain().deprecate("use B"), plain(), plain().deprecate("use C")),
    "since-raised": Fixture(plain(), plain().replace(since="2.0"), plain().doc("since 2.0")),
    "input-removed": Fixture(base(), base().replace(inputs=base().inputs[:1]), RENAMED),
    "input-renamed": Fixture(base(), RENAMED, base().optional_input("offset", F)),
    "inputs-reordered": Fixture(two(), two().replace(inputs=two().inputs[::-1]), two().optional_input("b", F)),
    "required-input-added": Fixture(plain(), plain().input("scale", F), plain().optional_input("scale", F)),
    "optional-input-inserted": Fixture(
        base(),
        op("A")
        .input("x", F | H)
        .optional_input("new", F)
        .optional_input("bias", F)
        .output("y", F | H)
        .attr("axis", Int, 0),
        base().optional_input("new", F),
    ),
    "optional-input-appended": Fixture(plain(), plain().optional_input("b", F), plain().input("b", F)),
    "input-became-required": Fixture(
        base(), op("A").input("x", F | H).input("bias", F).output("y", F | H).attr("axis", Int, 0), base().doc("d")
    ),
    "input-became-optional": Fixture(
        two(), op("A").input("x", F).optional_input("w", H).output("y", F).output("mask", H), two().doc("d")
    ),
    "input-became-dynamic": Fixture(
        plain(),
        op("A").dynamic_input("x", F | H).output("y", F | H),
        op("A").optional_input("x", F | H).output("y", F | H),
    ),
    "input-no-longer-dynamic": Fixture(
        op("A").dynamic_input("x", F).output("y", F),
        op("A").input("x", F).output("y", F),
        op("A").dynamic_input("x", F | H).output("y", F),
    ),
    "input-dtypes-narrowed": Fixture(
        plain(), op("A").input("x", F).output("y", F | H), op("A").input("x", F | H | I).output("y", F | H)
    ),
    "input-dtypes-widened": Fixture(
        plain(), op("A").input("x", F | H | I).output("y", F | H), op("A").input("x", F).output("y", F | H)
    ),
    "output-removed": Fixture(two(), two().replace(outputs=two().outputs[:1]), two().doc("d")),
    "output-renamed": Fixture(plain(), op("A").input("x", F | H).output("out", F | H), plain().output("out", F | H)),
    "outputs-reordered": Fixture(two(), two().replace(outputs=two().outputs[::-1]), two().output("third", F)),
    "output-added": Fixture(plain(), plain().output("mask", F), op("A").input("x", F | H).output("out", F | H)),
    "output-arity-changed": Fixture(
        plain(), op("A").input("x", F | H).dynamic_output("y", F | H), plain().output("mask", F)
    ),
    "output-dtypes-widened": Fixture(
        plain(), op("A").input("x", F | H).output("y", F | H | D), op("A").input("x", F | H).output("y", F)
    ),
    "output-dtypes-narrowed": Fixture(
        plain(), op("A").input("x", F | H).output("y", F), op("A").input("x", F | H).output("y", F | H | D)
    ),
    "required-attr-added": Fixture(plain(), needs(Int), with_attr(Int, 0)),
    "optional-attr-added": Fixture(plain(), with_attr(Int, 0), needs(Int)),
    "attr-removed": Fixture(with_attr(Int, 0), plain(), plain().attr("j", Int, 0)),
    "attr-renamed": Fixture(with_attr(Int, 0), plain().attr("j", Int, 0), plain().attr("j", Int, 1)),
    "attr-kind-changed": Fixture(with_attr(Int, 0), with_attr(ListInt, (0,)), with_attr(Int, 1)),
    "attr-default-changed": Fixture(with_attr(Int, 0), with_attr(Int, 1), needs(Int)),
    "attr-became-required": Fixture(with_attr(Int, 0), needs(Int), with_attr(Int, 1)),
    "attr-became-optional": Fixture(needs(Int), with_attr(Int, 1), needs(Int, positive)),
    "attrs-reordered": Fixture(
        plain().attr("a", Int, 0).attr("b", Float, 0.0),
        plain().attr("b", Float, 0.0).attr("a", Int, 0),
        plain().attr("a", Int, 0).attr("c", Int, 0).attr("b", Float, 0.0),
    ),
    "attr-constraint-tightened": Fixture(needs(Int, positive), needs(Int, between(1, 8)), needs(Int, at_least(0))),
    "attr-constraint-loosened": Fixture(needs(Int, positive), needs(Int, at_least(0)), needs(Int, between(1, 8))),
    "attr-constraint-reworded": Fixture(needs(Int, positive), needs(Int, at_least(1)), needs(Int, at_least(2))),
    "types-tied": Fixture(tied("T U T"), tied("T T T"), tied("U T U")),
    "types-untied": Fixture(tied("T . T"), tied("T . ."), tied("U . U")),
    "promotion-changed": Fixture(promoted("T1", "T2"), promoted("T2", "T1"), promoted("T1", "T2").doc("d")),
    "members-must-agree": Fixture(lists(True), lists(False), lists(True).doc("d")),
    "members-may-differ": Fixture(lists(False), lists(True), lists(False).doc("d")),
    "rank-pattern-tightened": Fixture(
        plain(),
        op("A").input("x", F | H, "N C H W").output("y", F | H),
        op("A").input("x", F | H, "...").output("y", F | H),
    ),
    "rank-pattern-loosened": Fixture(
        op("A").input("x", F | H, "N C").output("y", F | H),
        plain(),
        op("A").input("x", F | H, "M K").output("y", F | H),
    ),
    "graph-slot-added": Fixture(
        plain().graph("body"),
        plain().graph("body").graph("cond"),
        plain().graph("body", "d"),
    ),
    "graph-slot-removed": Fixture(plain().graph("body"), plain(), plain().graph("body", "d")),
    "graph-slot-arity-changed": Fixture(
        plain().graph("body"), plain().dynamic_graph("body"), plain().graph("body", "d")
    ),
    "in-place-added": Fixture(plain(), op("A").input("x", F | H).output("x", F | H), plain().output("z", F)),
    "in-place-removed": Fixture(
        op("A").input("x", F | H).output("x", F | H),
        plain(),
        op("A").input("x", F | H).output("x", F | H).output("z", F),
    ),
    "law-added": Fixture(
        pair_of_ranks(),
        pair_of_ranks().law("C1", "one rank", same_rank),
        pair_of_ranks().law("C1", "true", never_wrong),
    ),
    "law-unproven": Fixture(
        pair_of_ranks(),
        pair_of_ranks().law("C1", "true", never_wrong),
        pair_of_ranks().law("C1", "one rank", same_rank),
    ),
    "law-removed": Fixture(
        pair_of_ranks().law("C1", "one rank", same_rank),
        pair_of_ranks(),
        pair_of_ranks().law("C1", "one rank", same_rank).law("C2", "true", never_wrong),
    ),
    "format-column-removed": Fixture(
        columns(Format.ND, Format.NC1HWC0), columns(Format.ND), columns(Format.NC1HWC0, Format.ND)
    ),
    "format-column-added": Fixture(
        columns(Format.ND),
        columns(Format.ND, Format.NC1HWC0),
        columns(Format.ND).doc("d"),
    ),
    "layout-class-changed": Fixture(
        plain().formats("conv"), plain().formats("agnostic"), plain().formats("conv").doc("d")
    ),
    "conversions-narrowed": Fixture(
        plain(), plain().allow_conversions((Format.NCHW, Format.NC1HWC0)), plain().doc("d")
    ),
    "conversions-widened": Fixture(
        plain().allow_conversions((Format.NCHW, Format.NC1HWC0)),
        plain(),
        plain().allow_conversions((Format.NCHW, Format.NC1HWC0)).doc("d"),
    ),
    "shape-rule-removed": Fixture(plain().shape(same_shape), plain(), plain().shape(flat_shape)),
    "shape-rule-added": Fixture(plain(), plain().shape(same_shape), plain().dtype(as_input)),
    "shape-rule-changed": Fixture(
        plain().shape(same_shape), plain().shape(flat_shape), plain().shape(lambda call: call.shape("x"))
    ),
    "dtype-rule-changed": Fixture(
        plain().shape(same_shape).dtype(as_input),
        plain().shape(same_shape).dtype(as_half),
        plain().shape(same_shape).dtype(lambda call: call.dtype("x")),
    ),
    "trait-lost": Fixture(plain().traits(PURE), plain(), plain().traits(PURE, STATEFUL)),
    "trait-gained": Fixture(plain(), plain().traits(PURE), plain().category("pure")),
    "fusion-changed": Fixture(plain(), plain().fusion(producer=True), plain().perf("cube")),
    "perf-hint-changed": Fixture(plain(), plain().perf("cube"), plain().fusion(producer=True)),
    "category-changed": Fixture(plain(), plain().category("math"), plain().doc("math")),
    "doc-changed": Fixture(plain(), plain().doc("what it computes"), plain().category("math")),
    "port-doc-changed": Fixture(
        plain(), op("A").input("x", F | H, doc="in").output("y", F | H), plain().doc("what x is")
    ),
    "attr-doc-changed": Fixture(
        with_attr(Int, 0), with_attr(Int, 0, doc="the axis"), with_attr(Int, 0).doc("the axis")
    ),
}

EXTRA = {  # constraints over other kinds of values, for laws that a list of integers cannot show
    "lists": (needs(ListInt, length(2, 4)), needs(ListInt, length(4))),
    "words": (needs(String, one_of("sum", "mean")), needs(String, one_of("sum"))),
}


def schema(text: str) -> Schema:
    """A schema from a `FileDescriptorProto` in protobuf's text form."""
    file = FileDescriptorProto()
    Parse(text, file)
    return schema_of([file])


def message(*fields: str, more: str = "") -> str:
    """Message M with fields written as "name number type label"."""
    made = "".join(
        f'field {{ name: "{name}" number: {number} type: TYPE_{kind} label: LABEL_{label} }} '
        for name, number, kind, label in (field.split() for field in fields)
    )
    return f'message_type {{ name: "M" {made} {more} }}'


def enum(*values: str, more: str = "") -> str:
    """Enumeration E with values written as "NAME number"."""
    made = "".join(f'value {{ name: "{v.split()[0]}" number: {v.split()[1]} }} ' for v in values)
    return f'enum_type {{ name: "E" {made} {more} }}'


A, B = "a 1 INT64 OPTIONAL", "b 2 INT64 OPTIONAL"
HELD = 'reserved_range { start: 2 end: 3 } reserved_name: "b"'
EMPTY = 'message_type { name: "Other" }'

SCHEMA_FIXTURES: dict[str, tuple[str, str, str]] = {
    "schema-message-removed": (message(A) + EMPTY, EMPTY, message(A, B) + EMPTY),
    "schema-message-added": (EMPTY, message(A) + EMPTY, EMPTY),
    "schema-field-removed": (message(A, B), message(A), message(A, more=HELD)),
    "schema-field-reserved": (message(A, B), message(A, more=HELD), message(A)),
    "schema-field-added": (message(A), message(A, B), message("b 1 INT64 OPTIONAL")),
    "schema-field-renamed": (message(A), message("b 1 INT64 OPTIONAL"), message(A, B)),
    "schema-field-number-changed": (message(A), message("a 2 INT64 OPTIONAL"), message(A, B)),
    "schema-field-type-changed": (message(A), message("a 1 STRING OPTIONAL"), message(A, B)),
    "schema-field-type-widened": (
        message("a 1 INT32 OPTIONAL"),
        message("a 1 INT64 OPTIONAL"),
        message("a 1 UINT32 OPTIONAL"),
    ),
    "schema-field-label-changed": (message(A), message("a 1 INT64 REPEATED"), message(A, B)),
    "schema-reserved-number-used": (
        message(A, more=HELD),
        message(A, "c 2 INT64 OPTIONAL"),
        message(A, "c 3 INT64 OPTIONAL", more=HELD),
    ),
    "schema-reserved-name-used": (
        message(A, more=HELD),
        message(A, "b 3 INT64 OPTIONAL"),
        message(A, "c 3 INT64 OPTIONAL", more=HELD),
    ),
    "schema-reservation-lifted": (message(A, more=HELD), message(A), message(A, "c 3 INT64 OPTIONAL", more=HELD)),
    "schema-enum-removed": (enum("X 0"), EMPTY, enum("X 0", "Y 1")),
    "schema-enum-value-removed": (enum("X 0", "Y 1"), enum("X 0"), enum("X 0", "Z 1")),
    "schema-enum-value-added": (enum("X 0"), enum("X 0", "Y 1"), enum("X 1")),
    "schema-enum-number-changed": (enum("X 0", "Y 1"), enum("X 0", "Y 2"), enum("X 0", "Y 1", "Z 2")),
    "schema-enum-number-reused": (enum("X 0", "Y 1"), enum("X 0", "Z 1"), enum("X 0", "Y 1", "Z 2")),
}
