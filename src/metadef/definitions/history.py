"""The history registry: which operators each release had, as `index.json`, `metadata.json` and `operators.json`.

`index.json` lists releases, `metadata.json` names one, `operators.json` has its prototypes; types are kept as the text
of the header, so data-type symbols and helpers survive. The registry records, it does not judge compatibility.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from metadef.definitions.attr_kinds import attr_kind
from metadef.definitions.declaration import Declaration, Reading, WrittenAttr, WrittenPort
from metadef.definitions.default_value import Default, parse_default
from metadef.definitions.fields import Fields
from metadef.definitions.json_form import Json
from metadef.definitions.reg_op_emit import cpp_string, default_text, types_text
from metadef.definitions.type_expr import TypeExpr, parse_type
from metadef.errors import Finding
from metadef.ops.ports import AttrSpec, GraphSpec, Port, PortKind, Symbol
from metadef.ops.proto import OpProto
from metadef.source import Span
from metadef.types.attrs import AttrKind
from metadef.types.typeset import TypeSet

__all__ = [
    "HistoryRelease",
    "emit_index",
    "emit_metadata",
    "emit_operators",
    "is_history",
    "read_index",
    "read_operators",
]

_INPUT_WORDS = {
    "input": PortKind.REQUIRED,
    "optional_input": PortKind.OPTIONAL,
    "dynamic_input": PortKind.DYNAMIC,
}
_OUTPUT_WORDS = {"output": PortKind.REQUIRED, "dynamic_output": PortKind.DYNAMIC}
_STRINGS = (AttrKind.String, AttrKind.AscendString)
_WORDS_IN = {kind: word.upper() for word, kind in _INPUT_WORDS.items()}
_WORDS_OUT = {PortKind.REQUIRED: "OUTPUT", PortKind.OPTIONAL: "OUTPUT", PortKind.DYNAMIC: "DYNAMIC_OUTPUT"}


@dataclass(frozen=True, slots=True)
class HistoryRelease:
    """One release in `index.json`."""

    version: str
    date: str = ""  # YYYY-MM-DD


def is_history(data: object) -> bool:
    """Whether parsed JSON is an `operators.json`."""
    if not isinstance(data, Mapping):
        return False
    operators = data.get("operators")
    return isinstance(operators, list) and all(isinstance(item, Mapping) and "op_type" in item for item in operators)


def read_index(data: object, file: str = "") -> tuple[tuple[HistoryRelease, ...], list[Finding]]:
    """The releases of a parsed `index.json`, in order."""
    findings: list[Finding] = []
    fields = Fields(data, Span(file, path="$"), findings, "index.json")
    releases = tuple(
        HistoryRelease(item.string("release_version", required=True), item.string("release_date"))
        for item in fields.list("releases", required=True)
    )
    return releases, findings


def read_operators(data: object, file: str = "") -> Reading:
    """The prototypes of a parsed `operators.json`."""
    findings: list[Finding] = []
    fields = Fields(data, Span(file, path="$"), findings, "history registry")
    items = fields.list("operators", required=True)
    declarations = [found for item in items if (found := _operator(item)) is not None]
    return Reading(declarations, [], findings)


def _operator(fields: Fields) -> Declaration | None:
    name = fields.string("op_type", required=True)
    if not name:
        return None
    fields.subject = name
    symbols = {
        item.string("name", required=True): parse_type(item.string("dtype", required=True))
        for item in fields.list("datatypes")
    }
    inputs = [_port(item, _INPUT_WORDS, symbols) for item in fields.list("inputs")]
    outputs = [_port(item, _OUTPUT_WORDS, symbols) for item in fields.list("outputs")]
    attrs = [_attr(item) for item in fields.list("attrs")]
    graphs = tuple(
        GraphSpec(item.string("name", required=True), item.string("type").lower().startswith("dynamic"))
        for item in fields.list("subgraphs")
    )
    proto = OpProto(name, span=fields.span).replace(
        inputs=tuple(port for port, _ in inputs),
        outputs=tuple(port for port, _ in outputs),
        attrs=tuple(spec for spec, _ in attrs),
        symbols=tuple(Symbol(key, expr.types, expr.promote, expr.is_list) for key, expr in symbols.items()),
        graphs=graphs,
    )
    return Declaration(
        proto,
        fields.span,
        0,
        tuple(written for _, written in inputs),
        tuple(written for _, written in outputs),
        tuple(written for _, written in attrs),
        tuple(WrittenPort(key, expr) for key, expr in symbols.items()),
    )


def _port(fields: Fields, words: Mapping[str, PortKind], symbols: Mapping[str, TypeExpr]) -> tuple[Port, WrittenPort]:
    name = fields.string("name", required=True)
    kind = fields.choice("type", words, PortKind.REQUIRED)
    expr = parse_type(fields.string("dtype", required=True))
    if expr.symbol:
        types = symbols[expr.symbol].types if expr.symbol in symbols else TypeSet()
        return Port(name, types, kind, expr.symbol), WrittenPort(name, expr)
    for word in expr.unknown:
        code = "dtype-misspelled" if expr.dtypes else "dtype-name-unknown"
        fields.report(code, f"{word[:60]} is no data type", "dtype", got=word)
    return Port(name, expr.types, kind, "", "", "", expr.helper), WrittenPort(name, expr)


def _attr(fields: Fields) -> tuple[AttrSpec, WrittenAttr]:
    name, written = fields.string("name", required=True), fields.string("type", required=True)
    kind = attr_kind(written)
    if kind is None:
        fields.report("attr-kind-unknown", f"{written[:60]!r} is no attribute type", "type", got=written)
        kind = AttrKind.String
    if fields.boolean("required"):
        return AttrSpec(name, kind, True), WrittenAttr(name, written)
    text = fields.string("default_value")
    if kind in _STRINGS and not text.lstrip().startswith('"'):  # a text without quotes is the value itself
        default = Default(text)
    else:
        default = parse_default(text, kind) if text else Default()
    if text and default.value is None and kind not in (AttrKind.Tensor, AttrKind.NamedAttrs):
        fields.report("attr-default-malformed", f"the default does not fit {kind.name}", "default_value", got=text)
    return AttrSpec(name, kind, False, default.value), WrittenAttr(name, written, default)


def emit_index(releases: Iterable[HistoryRelease]) -> str:
    """The text of `index.json`."""
    items: list[Json] = [{"release_version": item.version, "release_date": item.date} for item in releases]
    return _dump({"version": "1.0.0", "releases": items})


def emit_metadata(release: HistoryRelease, branch: str = "") -> str:
    """The text of a release's `metadata.json`."""
    return _dump({"release_version": release.version, "branch_name": branch})


def emit_operators(protos: Iterable[OpProto]) -> str:
    """The text of a release's `operators.json`."""
    return _dump({"operators": [_item(proto) for proto in protos]})


def _dump(data: Json) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _item(proto: OpProto) -> Json:
    out: dict[str, Json] = {
        "op_type": proto.name,
        "inputs": [
            {"name": port.name, "type": _WORDS_IN[port.kind], "dtype": _type_text(port)} for port in proto.inputs
        ],
        "outputs": [
            {"name": port.name, "type": _WORDS_OUT[port.kind], "dtype": _type_text(port)} for port in proto.outputs
        ],
        "attrs": [_attr_item(spec) for spec in proto.attrs],
    }
    if proto.symbols:
        out["datatypes"] = [{"name": symbol.name, "dtype": _symbol_text(symbol)} for symbol in proto.symbols]
    if proto.graphs:
        out["subgraphs"] = [
            {"name": graph.name, "type": "DYNAMIC" if graph.is_dynamic else "STATIC"} for graph in proto.graphs
        ]
    return out


def _type_text(port: Port) -> str:
    return f'"{port.symbol}"' if port.symbol else types_text(port.types, port.helper)


def _symbol_text(symbol: Symbol) -> str:
    if symbol.promote:
        names = ", ".join(cpp_string(name) for name in symbol.promote)
        return f"Promote({{{names}}})"
    text = types_text(symbol.types)
    return f"ListTensorType({text})" if symbol.is_list else text


def _attr_item(spec: AttrSpec) -> Json:
    out: dict[str, Json] = {"name": spec.name, "type": spec.kind.name, "required": spec.required}
    if not spec.required:
        out["default_value"] = default_text(spec.default, spec.kind)
    return out
