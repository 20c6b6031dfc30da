"""Prototypes as messages and back.

What is a function in a prototype (rules, tests of laws and constraints) has no form on the wire: laws and constraints
travel as their text, and a prototype that is read back has them as text that refuses nothing. Everything else is the
same after the way there and back.
"""

from __future__ import annotations

from collections.abc import Iterable

from metadef.errors import FileError
from metadef.ops.constraints import Constraint
from metadef.ops.ports import AttrSpec, GraphSpec, Law, Port, PortKind, Symbol
from metadef.ops.proto import Fusion, OpProto, Perf
from metadef.schema.messages import Message, new
from metadef.schema.tensors import format_of
from metadef.schema.values import dtype_of, value_from_message, value_to_message
from metadef.source import Span
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.typeset import TypeSet

__all__ = ["proto_from_message", "proto_to_message"]

_KINDS = tuple(PortKind)  # by number
_ATTR_KINDS = tuple(AttrKind)


def proto_to_message(proto: OpProto) -> Message:
    """An `OpProto` message."""
    made = new(
        "OpProto",
        op_name=proto.name,
        inputs=[_port(port) for port in proto.inputs],
        outputs=[_port(port) for port in proto.outputs],
        attrs=[_attr(spec) for spec in proto.attrs],
        since=proto.since,
        deprecated=proto.deprecated,
        doc=proto.summary,
        symbols=[
            new("TypeSymbol", name=s.name, dtypes=_types(s.types), promote=s.promote, is_list=s.is_list)
            for s in proto.symbols
        ],
        graphs=[new("GraphSlot", name=slot.name, is_dynamic=slot.is_dynamic, doc=slot.doc) for slot in proto.graphs],
        traits=sorted(proto.trait_set),
        categories=proto.categories,
        laws=[new("Law", label=law.label, text=law.text) for law in proto.laws],
        layout_class=proto.layout_class,
        columns=[_column(column) for column in proto.columns],
        fusion_constraint=_fusion(proto.fusion_rule),
        perf_hint=_perf(proto.perf_hint),
    )
    if proto.conversions is not None:
        pairs = [new("FormatConversion", source=old.value, target=to.value) for old, to in proto.conversions]
        made.conversions.CopyFrom(new("FormatConversions", allowed=pairs))
    return made


def _types(types: TypeSet) -> list[int]:
    return [dtype.value for dtype in types]


def _port(port: Port) -> Message:
    return new(
        "TensorDesc",
        name=port.name,
        kind=_KINDS.index(port.kind),
        dtypes=_types(port.types),
        symbol=port.symbol,
        doc=port.doc,
        axes=port.pattern,
        helper=port.helper,
    )


def _attr(spec: AttrSpec) -> Message:
    made = new(
        "OpAttr",
        name=spec.name,
        kind=_ATTR_KINDS.index(spec.kind),
        required=spec.required,
        constraint=spec.constraint.text if spec.constraint is not None else "",
        doc=spec.doc,
    )
    if spec.default is not None:
        made.default_value.CopyFrom(value_to_message(spec.default))
    return made


def _column(column: tuple[tuple[str, Format, DataType | None], ...]) -> Message:
    choices = [
        new("FormatChoice", port=port, layout=layout.value, dtype=dtype.value if dtype is not None else None)
        for port, layout, dtype in column
    ]
    return new("FormatColumn", choices=choices)


def _fusion(rule: Fusion) -> Message:
    return new(
        "OpFusionConstraint",
        can_be_producer=rule.producer,
        can_be_consumer=rule.consumer,
        allowed_patterns=rule.patterns,
        max_fused_ops=rule.max_fused_ops,
    )


def _perf(hint: Perf) -> Message:
    return new("OpPerformanceHint", core=hint.core, flops_per_element=hint.flops_per_element)


def proto_from_message(message: Message) -> OpProto:
    """The prototype of an `OpProto` message.

    Raises:
        FileError: if it has no name, or numbers that mean nothing here.
    """
    name = message.op_name
    if not name:
        raise FileError.of("file-corrupt", "message OpProto", "the operator has no name")
    subject = f"operator {name[:200]}"
    fusion, perf = message.fusion_constraint, message.perf_hint
    conversions = None
    if message.HasField("conversions"):
        conversions = tuple(
            (format_of(pair.source, subject), format_of(pair.target, subject)) for pair in message.conversions.allowed
        )
    return OpProto(name, message.since or "1.0", Span("")).replace(
        inputs=tuple(_port_of(port, subject) for port in message.inputs),
        outputs=tuple(_port_of(port, subject) for port in message.outputs),
        attrs=tuple(_attr_of(spec, subject) for spec in message.attrs),
        deprecated=message.deprecated,
        summary=message.doc,
        symbols=tuple(
            Symbol(s.name, _type_set(s.dtypes, subject), tuple(s.promote), s.is_list) for s in message.symbols
        ),
        graphs=tuple(GraphSpec(slot.name, slot.is_dynamic, slot.doc) for slot in message.graphs),
        trait_set=frozenset(message.traits),
        categories=tuple(message.categories),
        laws=tuple(Law(law.label, law.text, _unjudged) for law in message.laws),
        layout_class=message.layout_class,
        columns=tuple(
            tuple(
                (
                    choice.port,
                    format_of(choice.layout, subject),
                    dtype_of(choice.dtype, subject) if choice.HasField("dtype") else None,
                )
                for choice in column.choices
            )
            for column in message.columns
        ),
        fusion_rule=Fusion(
            fusion.can_be_producer, fusion.can_be_consumer, tuple(fusion.allowed_patterns), fusion.max_fused_ops
        ),
        perf_hint=Perf(perf.core, perf.flops_per_element) if message.HasField("perf_hint") else Perf(),
        conversions=conversions,
    )


def _unjudged(call: object) -> None:
    """A law whose test stayed behind."""
    del call


def _type_set(numbers: Iterable[int], subject: str) -> TypeSet:
    return TypeSet.of(*(dtype_of(number, subject) for number in numbers))


def _port_of(message: Message, subject: str) -> Port:
    if message.kind >= len(_KINDS):
        raise FileError.of("file-corrupt", subject, f"port {message.name[:80]} is of kind {message.kind}")
    return Port(
        message.name,
        _type_set(message.dtypes, subject),
        _KINDS[message.kind],
        message.symbol,
        message.doc,
        message.axes,
        message.helper,
    )


def _attr_of(message: Message, subject: str) -> AttrSpec:
    if message.kind >= len(_ATTR_KINDS):
        raise FileError.of("file-corrupt", subject, f"attribute {message.name[:80]} is of kind {message.kind}")
    default = None
    if message.HasField("default_value"):
        default = value_from_message(message.default_value, f"{subject}, attribute {message.name[:80]}")
    constraint = Constraint(message.constraint, _anything) if message.constraint else None
    return AttrSpec(message.name, _ATTR_KINDS[message.kind], message.required, default, constraint, message.doc)


def _anything(value: object) -> bool:
    del value
    return True
