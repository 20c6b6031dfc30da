"""The operator table: enough of each prototype to read a graph whose operators the registry does not know.

An operator is a tagged map with the keys below; a reader ignores keys that it does not know.

    name, since          texts
    version              of the calls; left out where it is 1, and in files before 1.1
    builtin, opaque      true where it applies: Data and Const; an operator that nothing is known about
    inputs, outputs      tuples of (name, 0 required | 1 optional | 2 dynamic, mask of data types, symbol, pattern)
    attrs                tuple of (name, kind, required, default or none)
    graphs               tuple of (name, dynamic)
    traits               tuple of texts, sorted

Rules, laws and constraints are code; they come from the registry, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import cast

from metadef.codec.mdef.values import ValueReader, ValueWriter
from metadef.errors import Finding, MetadefError, finding
from metadef.ops.builtin import BUILTIN, is_opaque, opaque
from metadef.ops.ports import AttrSpec, GraphSpec, Port, PortKind
from metadef.ops.proto import OpProto
from metadef.ops.registry import Registry
from metadef.ops.steps import STEPS, Step
from metadef.source import Span
from metadef.types.attrs import AttrKind
from metadef.types.typeset import TypeSet
from metadef.wire.reader import Reader
from metadef.wire.varint import varint_bytes

__all__ = ["Operator", "operator_record", "read_operators", "resolve"]

_PORT_KINDS = (PortKind.REQUIRED, PortKind.OPTIONAL, PortKind.DYNAMIC)


def operator_record(
    proto: OpProto, values: ValueWriter, version: int | None = None, steps: Sequence[Step] = STEPS
) -> bytes:
    """One operator with its size, as the OPERATORS section has it after their count.

    `version` is the version of its calls, whose later attributes are left out; None tells none, as before 1.1.
    """
    record = _record(proto)
    if version is not None and "attrs" in record:
        later = {name for step in steps if step.op == proto.name and step.to > version for name in step.added}
        record["attrs"] = _attr_records(proto, later)
        if version != 1:
            record["version"] = version
    data = values.encode(record)
    return varint_bytes(len(data)) + data


def _record(proto: OpProto) -> dict[str, object]:
    record: dict[str, object] = {"name": proto.name}
    if BUILTIN.get(proto.name) is proto:
        record["builtin"] = True
    elif is_opaque(proto):
        record["opaque"] = True
    else:
        record |= {
            "since": proto.since,
            "attrs": _attr_records(proto),
            "graphs": tuple((spec.name, spec.is_dynamic) for spec in proto.graphs),
            "traits": tuple(sorted(proto.trait_set)),
        }
    record["inputs"] = tuple(map(_port_record, proto.inputs))
    record["outputs"] = tuple(map(_port_record, proto.outputs))
    return record


def _attr_records(proto: OpProto, later: Collection[str] = ()) -> tuple[object, ...]:
    attrs = [spec for spec in proto.attrs if spec.name not in later]
    return tuple((spec.name, spec.kind.name, spec.required, spec.default) for spec in attrs)


def _port_record(port: Port) -> tuple[object, ...]:
    return port.name, _PORT_KINDS.index(port.kind), port.types.mask, port.symbol, port.pattern


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator as a file tells it."""

    name: str
    since: str
    version: int  # of its calls; see `metadef.ops.steps`
    is_builtin: bool
    is_opaque: bool
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    attrs: tuple[AttrSpec, ...]
    graphs: tuple[GraphSpec, ...]
    traits: tuple[str, ...]

    def proto(self, file: str) -> OpProto:
        """A prototype made from the file alone."""
        if self.is_opaque:
            return opaque(self.name)
        return OpProto(self.name, self.since, Span(file)).replace(
            summary="As the file that it was read from tells it; no registry knows it.",
            inputs=self.inputs,
            outputs=self.outputs,
            attrs=self.attrs,
            graphs=self.graphs,
            trait_set=frozenset(self.traits),
        )

    def agrees(self, proto: OpProto) -> bool:
        """Whether calls laid out for this operator are laid out for the prototype."""
        return _layout(self.inputs) == _layout(proto.inputs) and _layout(self.outputs) == _layout(proto.outputs)


def _layout(ports: Sequence[Port]) -> list[tuple[str, PortKind]]:
    return [(port.name, port.kind) for port in ports]


def resolve(operator: Operator, registry: Registry, file: str) -> tuple[OpProto, Finding | None]:
    """The registry's prototype where it fits, else one from the file, with a finding that says so."""
    if operator.is_builtin and operator.name in BUILTIN:
        return BUILTIN[operator.name], None
    if operator.is_opaque:
        return opaque(operator.name), None
    known = registry.find(operator.name)
    if known is not None and operator.agrees(known):
        return known, None
    problem = "no registry knows it" if known is None else "its inputs or outputs differ from the registry's"
    return operator.proto(file), finding(
        "operator-from-file",
        f"{file}: operator {operator.name}",
        f"{problem}; the prototype that the file carries is used",
        expected=f"version {known.since}" if known is not None else "",
        got=f"version {operator.since}",
        defined=known.span if known is not None else None,
        hint=registry.nearest(operator.name) if known is None else "",
    )


def read_operators(data: memoryview, subject: str, values: ValueReader) -> list[Operator]:
    """All operators, by number.

    Raises:
        FileError: for bytes that are no operators.
    """
    reader = Reader(data, subject)
    count = reader.varint()
    if count > reader.remaining:
        raise reader.fault(f"{count} operators cannot be in {reader.remaining} bytes")
    made: list[Operator] = []
    for _ in range(count):
        one = reader.sub(reader.varint())
        record = values.read(one)
        one.expect_end()
        made.append(_Record(record, one.fault).operator())
    reader.expect_end()
    return made


class _Record:
    """One tagged map, taken apart with every type checked."""

    def __init__(self, record: object, fault: Callable[[str], MetadefError]) -> None:
        self._fault = fault
        if not isinstance(record, dict):
            raise fault("an operator is no map")
        self._fields = cast("dict[str, object]", record)

    def operator(self) -> Operator:
        return Operator(
            self._text("name"),
            self._text("since", "1.0"),
            self._version(),
            self._fields.get("builtin") is True,
            self._fields.get("opaque") is True,
            tuple(map(self._port, self._rows("inputs", 5))),
            tuple(map(self._port, self._rows("outputs", 5))),
            tuple(map(self._attr, self._rows("attrs", 4))),
            tuple(map(self._graph, self._rows("graphs", 2))),
            tuple(self._str(item) for item in self._tuple(self._fields.get("traits", ()))),
        )

    def _version(self) -> int:
        version = self._fields.get("version", 1)
        if isinstance(version, bool) or not isinstance(version, int) or not 0 < version < 1 << 31:
            raise self._fault("an operator has an impossible version")
        return version

    def _str(self, value: object) -> str:
        if not isinstance(value, str):
            raise self._fault("an operator has something else where a text is needed")
        return value

    def _text(self, key: str, default: str = "") -> str:
        return self._str(self._fields.get(key, default))

    def _tuple(self, value: object) -> tuple[object, ...]:
        if not isinstance(value, tuple):
            raise self._fault("an operator has something else where a tuple is needed")
        return cast("tuple[object, ...]", value)

    def _rows(self, key: str, width: int) -> list[tuple[object, ...]]:
        """WHY longer rows pass: a newer minor version may add to them."""
        rows = [self._tuple(row) for row in self._tuple(self._fields.get(key, ()))]
        if any(len(row) < width for row in rows):
            raise self._fault(f"`{key}` of an operator is too short")
        return rows

    def _port(self, row: tuple[object, ...]) -> Port:
        name, kind, mask, symbol, pattern = row[:5]
        if not isinstance(kind, int) or not 0 <= kind < len(_PORT_KINDS) or not isinstance(mask, int) or mask < 0:
            raise self._fault("a port has an unknown kind or types")
        return Port(self._str(name), TypeSet(mask), _PORT_KINDS[kind], self._str(symbol), "", self._str(pattern))

    def _attr(self, row: tuple[object, ...]) -> AttrSpec:
        name, kind_name, required, default = row[:4]
        kind = AttrKind.parse(self._str(kind_name))
        if kind is None:
            raise self._fault(f"attribute kind {self._str(kind_name)[:40]!r} is unknown")
        if default is not None:
            try:
                default = kind.convert(default)
            except ValueError:
                raise self._fault("the default of an attribute is not of its kind") from None
        return AttrSpec(self._str(name), kind, required is True, default)

    def _graph(self, row: tuple[object, ...]) -> GraphSpec:
        return GraphSpec(self._str(row[0]), row[1] is True)
