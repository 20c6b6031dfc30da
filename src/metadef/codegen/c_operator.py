"""One operator as a row of a C table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from metadef.catalogue.laws import AxesWithin, InOrder
from metadef.codegen.c_values import Pool, c_int
from metadef.codegen.layout_words import format_names, layout_word
from metadef.codegen.rule_tree import rule_tree
from metadef.definitions.declaration import Declaration
from metadef.definitions.json_values import OPAQUE_KINDS
from metadef.ops.check import axis_size
from metadef.ops.ports import AttrSpec, Law, Port, PortKind
from metadef.ops.proto import OpProto
from metadef.ops.steps import current_version
from metadef.ops.traits import TRAITS
from metadef.render.quoting import c_string
from metadef.types.attrs import AttrKind
from metadef.types.format import Format

__all__ = ["OperatorTable", "operator_row"]

_KINDS = {PortKind.REQUIRED: "MDEF_REQUIRED", PortKind.OPTIONAL: "MDEF_OPTIONAL", PortKind.DYNAMIC: "MDEF_DYNAMIC"}
_ATTR_KINDS = {kind: f"MDEF_KIND_{kind.name}" for kind in AttrKind}
_SUMMARY = 1000


@dataclass(frozen=True, slots=True)
class OperatorTable:
    """The initialiser of an `mdef_op`, and how many symbols and letters its inputs have."""

    text: str
    symbols: int
    letters: int


@dataclass(slots=True)
class _Numbers:
    """Names by the order in which they first come."""

    known: dict[str, int] = field(default_factory=dict[str, int])

    def of(self, name: str) -> int:
        return self.known.setdefault(name, len(self.known))


def operator_row(declaration: Declaration, family: str, pool: Pool) -> OperatorTable:
    """The row of an operator; its arrays go into the pool."""
    proto = declaration.proto
    symbols, letters = _Numbers(), _Numbers()
    lists = {symbol.name for symbol in proto.symbols if symbol.is_list}
    formats = format_names(declaration)

    def ports(side: tuple[Port, ...], in_place: dict[str, int], where: str) -> str:
        rows: list[str] = []
        for port in side:
            number = symbols.of(port.symbol) if port.symbol else -1
            axes = _axes(port.pattern, letters, pool)
            chosen = _formats(formats.get((where, port.name), ()), pool)
            rows.append(
                f"{{{pool.text(port.name)}, UINT64_C({port.types.mask:#x}), {_KINDS[port.kind]}, {number},"
                f" {pool.text(port.symbol)}, {int(port.symbol in lists)}, {in_place.get(port.name, -1)},"
                f" {pool.text(port.pattern)}, {axes}, {chosen}}}"
            )
        return f"{len(rows)}, {pool.array('mdef_port', rows)}"

    inputs = ports(proto.inputs, {}, "in")
    outputs = ports(proto.outputs, proto.in_place, "out")
    attrs = pool.array("mdef_attr", [_attr(spec, pool) for spec in proto.attrs])
    order = sorted(range(len(proto.attrs)), key=lambda index: proto.attrs[index].name.encode("utf-8", "surrogatepass"))
    laws = [_law(proto, law, pool) for law in proto.laws]
    graphs = [f"{{{pool.text(graph.name)}, {int(graph.is_dynamic)}}}" for graph in proto.graphs]
    traits = sum(1 << bit for bit, name in enumerate(TRAITS) if name in proto.trait_set)
    size = len(proto.name.encode("utf-8", "surrogatepass"))
    text = (
        f"{{{pool.text(proto.name)}, {size}, {pool.text(family)}, {pool.text(_short(proto.summary))},"
        f" {pool.text(proto.since)}, {current_version(proto.name)}, {pool.text(proto.deprecated)},"
        f" {c_string(layout_word(proto))}, {traits}, {len(symbols.known)}, {len(letters.known)},\n     {inputs},"
        f" {outputs}, {len(proto.attrs)}, {attrs}, {pool.array('uint32_t', map(str, order))},"
        f" {len(laws)}, {pool.array('mdef_law', laws)}, {len(graphs)}, {pool.array('mdef_graph_slot', graphs)}}}"
    )
    return OperatorTable(text, len(symbols.known), len(letters.known))


def _short(text: str) -> str:
    return text if len(text) <= _SUMMARY else f"{text[:_SUMMARY]}..."


def _axes(pattern: str, letters: _Numbers, pool: Pool) -> str:
    """Place of the ellipsis, count and array of the axes of a pattern."""
    axes = pattern.split()
    ellipsis = axes.index("...") if "..." in axes else -1
    if ellipsis >= 0:
        del axes[ellipsis]
    sizes = [axis_size(axis) for axis in axes]
    rows = [
        f"{{{letters.of(axis)}, 0}}" if size is None else f"{{-1, {c_int(size)}}}"
        for axis, size in zip(axes, sizes, strict=True)
    ]
    return f"{ellipsis}, {len(rows)}, {pool.array('mdef_axis', rows)}"


def _formats(formats: Iterable[Format], pool: Pool) -> str:
    numbers = [str(number) for number in sorted({item.value for item in formats})]
    return f"{len(numbers)}, {pool.array('int32_t', numbers)}"


def _attr(spec: AttrSpec, pool: Pool) -> str:
    initial, rule, words = "NULL", "NULL", ""
    if not spec.required and spec.default is not None and spec.kind not in OPAQUE_KINDS:
        initial = pool.array("mdef_value", [pool.value(spec.default)])
    if spec.constraint is not None:
        rule = pool.array("mdef_rule", pool.rules(rule_tree(spec.constraint)))
        words = spec.constraint.text
    head = f"{pool.text(spec.name)}, {_ATTR_KINDS[spec.kind]}, {int(spec.required)}"
    return f"{{{head}, {initial}, {rule}, {pool.text(words)}}}"


def _law(proto: OpProto, law: Law, pool: Pool) -> str:
    names = [spec.name for spec in proto.attrs]
    head = f"{pool.text(law.label)}, {pool.text(law.text)}"
    test: object = law.test
    if isinstance(test, AxesWithin) and test.attr in names and test.port in proto.input_index:
        places = f"{names.index(test.attr)}, {proto.input_index[test.port]}"
        return f"{{{head}, MDEF_LAW_AXES_WITHIN, {places}, {int(test.unset is not None)}, {c_int(test.unset or 0)}}}"
    if isinstance(test, InOrder) and test.low in names and test.high in names:
        kind = "MDEF_LAW_BELOW" if test.strict else "MDEF_LAW_NOT_ABOVE"
        return f"{{{head}, {kind}, {names.index(test.low)}, {names.index(test.high)}, 0, 0}}"
    return f"{{{head}, MDEF_LAW_OPAQUE, 0, 0, 0, 0}}"
