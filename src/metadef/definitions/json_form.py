"""The JSON of `metadef ops import --format json`: one object an operator, as DESIGN section 10 fixes it.

An operator is `{op, source_file, line, end_line, inputs, outputs, attrs, datatypes, graphs, flags, doc}`. A port is
`{name, kind, dtypes | symbol}` with `helper`, `is_list`, `unknown` (written names that are no enumerator and so stand
not among `dtypes`; the prototype takes them for what they mean), `anomalies` and `doc` where there is something to say;
an attribute is `{name, type, required, default | default_expr}` with `int_literal` and `nonbool_literal`.
Reading it back gives an equal prototype.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from metadef.definitions.attr_kinds import attr_kind
from metadef.definitions.declaration import Declaration, Reading, WrittenAttr, WrittenPort
from metadef.definitions.default_value import Default, default_of
from metadef.definitions.doc_comment import Doc
from metadef.definitions.dtype_names import VALID, enumerator, meaning_of
from metadef.definitions.fields import Fields
from metadef.definitions.json_values import from_json_value, to_json_value
from metadef.definitions.type_expr import TypeExpr
from metadef.errors import Finding
from metadef.ops.ports import AttrSpec, GraphSpec, Port, PortKind, Symbol
from metadef.ops.proto import OpProto
from metadef.source import Span
from metadef.types.attrs import AttrKind
from metadef.types.typeset import TypeSet

__all__ = ["Json", "declaration_of", "declaration_to_json", "document", "finding_to_json", "read_document"]

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

_KINDS = {kind.value: kind for kind in PortKind}


# --- writing ---------------------------------------------------------------------------------------------------------


def declaration_of(proto: OpProto) -> Declaration:
    """A declaration of a prototype that came from no definition file."""
    return Declaration(proto, proto.span, proto.span.line)


def document(reading: Reading) -> dict[str, Json]:
    """`{"declarations", "ops", "findings"}`: what `metadef ops import` prints."""
    return {
        "declarations": len(reading.declarations),
        "ops": [declaration_to_json(declaration) for declaration in reading.declarations],
        "findings": [finding_to_json(item) for item in reading.findings],
    }


def finding_to_json(item: Finding) -> dict[str, Json]:
    """The contract's object for a finding, with the place as `file`, `line` and `column` where it is known."""
    out: dict[str, Json] = {
        "code": item.code,
        "name": item.name,
        "severity": item.severity.value,
        "subject": item.subject,
        "message": item.message,
        "hint": item.hint,
    }
    if item.where:
        out |= {"file": item.where.file, "line": item.where.line, "column": item.where.column}
        if item.where.path:
            out["path"] = item.where.path
    return out


def declaration_to_json(declaration: Declaration) -> dict[str, Json]:
    """One operator.

    >>> from metadef.ops.proto import op
    >>> from metadef.types.dtype import DataType
    >>> declaration_to_json(declaration_of(op("Relu").input("x", DataType.FLOAT)))["inputs"]
    [{'name': 'x', 'kind': 'required', 'dtypes': ['DT_FLOAT']}]
    """
    proto = declaration.proto
    out: dict[str, Json] = {
        "op": proto.name,
        "source_file": declaration.span.file,
        "line": declaration.span.line,
        "inputs": _ports(proto.inputs, declaration.inputs),
        "outputs": _ports(proto.outputs, declaration.outputs),
        "attrs": _attrs(proto.attrs, declaration.attrs),
        "datatypes": _symbols(proto.symbols, declaration.symbols),
        "graphs": [_graph(graph) for graph in proto.graphs],
        "flags": list(declaration.flags),
        "doc": proto.summary,
        "end_line": declaration.end_line,
    }
    if proto.deprecated:
        out["deprecated"] = proto.deprecated
    if declaration.doc.sections:
        out["notes"] = {section: list(texts) for section, texts in declaration.doc.sections.items()}
    return out


def _ports(ports: tuple[Port, ...], written: tuple[WrittenPort, ...]) -> list[Json]:
    exprs: Iterable[TypeExpr | None] = (item.expr for item in written) if written else (None for _ in ports)
    return [_port(port, expr) for port, expr in zip(ports, exprs, strict=True)]


def _port(port: Port, expr: TypeExpr | None) -> dict[str, Json]:
    out: dict[str, Json] = {"name": port.name, "kind": port.kind.value}
    if port.symbol:
        out["symbol"] = port.symbol
    else:
        out["dtypes"] = _dtypes(port.types, expr)
        if port.helper:
            out["helper"] = port.helper
        if expr and expr.is_list:
            out["is_list"] = True
    if expr and expr.unknown:
        out["unknown"] = list(expr.unknown)
    if expr and expr.oddities:
        out["anomalies"] = [str(oddity) for oddity in expr.oddities]
    if port.doc:
        out["doc"] = port.doc
    return out


def _dtypes(types: TypeSet, expr: TypeExpr | None) -> list[Json]:
    if expr is None:
        return [enumerator(dtype) for dtype in types]
    return [name for name in expr.dtypes if name not in expr.meant]


def _attrs(specs: tuple[AttrSpec, ...], written: tuple[WrittenAttr, ...]) -> list[Json]:
    texts: Iterable[WrittenAttr | None] = written or (None for _ in specs)
    return [_attr(spec, text) for spec, text in zip(specs, texts, strict=True)]


def _attr(spec: AttrSpec, written: WrittenAttr | None) -> dict[str, Json]:
    out: dict[str, Json] = {"name": spec.name, "type": written.type if written else spec.kind.name}
    out["required"] = spec.required
    if not spec.required:
        default = written.default if written and written.default else Default(spec.default)
        if default.written_type:
            out["default"] = default.written_type
        elif default.expression or default.value is None:
            out["default_expr"] = default.expression
        elif spec.kind in (AttrKind.Tensor, AttrKind.NamedAttrs, AttrKind.ListTensor, AttrKind.ListNamedAttrs):
            out["default_expr"] = f"{spec.kind.name}()"
        else:
            out["default"] = to_json_value(default.value)
        if default.int_literal:
            out["int_literal"] = True
        if default.nonbool_literal is not None:
            out["nonbool_literal"] = default.nonbool_literal
    if spec.doc:
        out["doc"] = spec.doc
    return out


def _symbols(symbols: tuple[Symbol, ...], written: tuple[WrittenPort, ...]) -> dict[str, Json]:
    exprs = {item.name: item.expr for item in written}
    out: dict[str, Json] = {}
    for symbol in symbols:
        expr = exprs.get(symbol.name)
        if symbol.promote:
            out[symbol.name] = {"promote": list(symbol.promote)}
            continue
        entry: dict[str, Json] = {"dtypes": _dtypes(symbol.types, expr)}
        if expr and expr.helper:
            entry["helper"] = expr.helper
        if symbol.is_list:
            entry["is_list"] = True
        if expr and expr.unknown:
            entry["unknown"] = list(expr.unknown)
        out[symbol.name] = entry
    return out


def _graph(graph: GraphSpec) -> dict[str, Json]:
    out: dict[str, Json] = {"name": graph.name, "kind": "dynamic" if graph.is_dynamic else "static"}
    if graph.doc:
        out["doc"] = graph.doc
    return out


# --- reading ---------------------------------------------------------------------------------------------------------


def read_document(data: object, file: str = "") -> Reading:
    """Operators from a parsed document: the whole contract, a list of operators, or one operator."""
    findings: list[Finding] = []
    root = Fields(data, Span(file, path="$"), findings, "definitions")
    if isinstance(data, Mapping) and "ops" in data:
        items = root.list("ops")
    elif isinstance(data, list):
        items = root.items()
    else:
        items = [root]
    declarations = [found for item in items if (found := _read_op(item)) is not None]
    return Reading(declarations, [], findings)


def _read_op(fields: Fields) -> Declaration | None:
    name = fields.string("op", required=True)
    if not name:
        return None
    fields.subject = name
    symbols = tuple(_read_symbol(key, item) for key, item in fields.mapping("datatypes"))
    by_name = {symbol.name: symbol for symbol, _ in symbols}
    inputs = [_read_port(item, by_name) for item in fields.list("inputs")]
    outputs = [_read_port(item, by_name) for item in fields.list("outputs")]
    attrs = [_read_attr(item) for item in fields.list("attrs")]
    graphs = tuple(
        GraphSpec(item.string("name", required=True), item.string("kind") == "dynamic", item.string("doc"))
        for item in fields.list("graphs")
    )
    span = Span(fields.string("source_file") or fields.span.file, fields.integer("line"))
    notes = {key: item.strings() for key, item in fields.mapping("notes")}
    proto = OpProto(name, span=span).replace(
        summary=fields.string("doc"),
        deprecated=fields.string("deprecated"),
        inputs=tuple(port for port, _ in inputs),
        outputs=tuple(port for port, _ in outputs),
        attrs=tuple(spec for spec, _ in attrs),
        symbols=tuple(symbol for symbol, _ in symbols),
        graphs=graphs,
    )
    return Declaration(
        proto,
        span,
        fields.integer("end_line"),
        tuple(written for _, written in inputs),
        tuple(written for _, written in outputs),
        tuple(written for _, written in attrs),
        tuple(written for _, written in symbols),
        tuple(fields.field("flags").strings()),
        Doc(proto.summary, sections={key: tuple(texts) for key, texts in notes.items()}),
    )


def _read_types(fields: Fields) -> TypeExpr:
    names: dict[str, None] = {}
    for index, text in enumerate(fields.field("dtypes").strings()):
        if text in VALID:
            names[text] = None
        elif (meaning := meaning_of(text)) is not None:
            names[enumerator(meaning)] = None
        else:
            fields.report("dtype-name-unknown", f"{text[:60]} is no data type", f"dtypes[{index}]")
    unknown = tuple(fields.field("unknown").strings())
    meant: list[str] = []
    for text in unknown:  # a misspelling stands for what it means
        meaning = meaning_of(text)
        if meaning is not None and enumerator(meaning) not in names:
            names[enumerator(meaning)] = None
            meant.append(enumerator(meaning))
    types = TypeSet(sum(VALID[name].mask for name in names))
    return TypeExpr(
        types,
        tuple(names),
        helper=fields.string("helper"),
        is_list=fields.boolean("is_list"),
        unknown=unknown,
        meant=tuple(meant),
    )


def _read_symbol(name: str, fields: Fields) -> tuple[Symbol, WrittenPort]:
    promote = tuple(fields.field("promote").strings())
    expr = TypeExpr(promote=promote) if promote else _read_types(fields)
    return Symbol(name, expr.types, promote, expr.is_list), WrittenPort(name, expr)


def _read_port(fields: Fields, symbols: Mapping[str, Symbol]) -> tuple[Port, WrittenPort]:
    name = fields.string("name", required=True)
    kind = fields.choice("kind", _KINDS, PortKind.REQUIRED)
    symbol = fields.string("symbol")
    if symbol:
        types = symbols[symbol].types if symbol in symbols else TypeSet()
        port = Port(name, types, kind, symbol, fields.string("doc"))
        return port, WrittenPort(name, TypeExpr(symbol=symbol))
    expr = _read_types(fields)
    return Port(name, expr.types, kind, "", fields.string("doc"), "", expr.helper), WrittenPort(name, expr)


def _read_attr(fields: Fields) -> tuple[AttrSpec, WrittenAttr]:
    name, written = fields.string("name", required=True), fields.string("type", required=True)
    kind = attr_kind(written)
    if kind is None:
        fields.report("attr-kind-unknown", f"{written[:60]} is no attribute type", "type")
        kind = AttrKind.String
    doc = fields.string("doc")
    if fields.boolean("required"):
        return AttrSpec(name, kind, True, None, None, doc), WrittenAttr(name, written)
    default = Default(expression=fields.string("default_expr"))
    if default.expression in ("Tensor()", "NamedAttrs()", "ListTensor()", "ListNamedAttrs()"):
        empty = default_of([], kind)
        default = Default(empty.value, expression=default.expression)
    elif "default" in fields:
        value = fields.value("default")
        default = from_json_value(value, kind)
        if default.value is None:
            fields.report("attr-default-malformed", f"the default does not fit {kind.name}", "default")
        literal = fields.value("nonbool_literal")
        default = Default(
            default.value,
            default.written_type,
            int_literal=fields.boolean("int_literal"),
            nonbool_literal=literal if isinstance(literal, int) else None,
        )
    return AttrSpec(name, kind, False, default.value, None, doc), WrittenAttr(name, written, default)
