"""Target `typescript`: types and tables for viewers: the operators, and the JSON of graphs and findings.

The interfaces of the JSON are made from the very records that metadef reads and writes, so neither can change alone.
Plain types and constants only: tools that drop the types (Node does) run the files as they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from metadef.codec.json_records import Document
from metadef.codegen.names import unique
from metadef.codegen.record import Job
from metadef.codegen.rule_tree import WORDS, Rule, rule_tree
from metadef.definitions.json_values import OPAQUE_KINDS, to_json_value
from metadef.ops.ports import AttrSpec, Port
from metadef.ops.proto import OpProto
from metadef.render.json_text import json_visible
from metadef.render.record import FindingRecord
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.format import Format

__all__ = ["generate", "interfaces"]


def generate(job: Job) -> dict[str, str]:
    """The package."""
    stems = dict(zip(job.by_family, unique(map(str.lower, job.by_family), frozenset()), strict=True))
    words = " | ".join(f'"{word}"' for word in WORDS)
    names = {
        "dtypes": [dtype.name for dtype in DataType],
        "formats": list(Format.__members__),
        "kinds": [kind.name for kind in AttrKind],
    }
    out = {
        "types.ts": job.render("typescript/types.ts.j2", words=words, **names),
        "contract.ts": job.render("typescript/contract.ts.j2", records=interfaces()),
        "index.ts": job.render("typescript/index.ts.j2", stems=list(stems.values())),
        "package.json": json.dumps({"name": "metadef-ops", "type": "module", "private": True}, indent=1) + "\n",
    }
    for family, declarations in job.by_family.items():
        operators = [_literal(_operator(item.proto, family)) for item in declarations]
        out[f"ops/{stems[family]}.ts"] = job.render("typescript/family.ts.j2", operators=operators)
    return out


# --- operators -------------------------------------------------------------------------------------------------------


def _literal(record: dict[str, Any]) -> str:
    # WHY JSON: every JSON text is a literal of TypeScript, and no key of ours is `__proto__`
    return json_visible(json.dumps(record, ensure_ascii=False))


def _kept(record: dict[str, Any], *always: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name in always or value not in ("", [], False, None)}


def _operator(proto: OpProto, family: str) -> dict[str, Any]:
    record = {
        "name": proto.name,
        "family": family,
        "since": proto.since,
        "deprecated": proto.deprecated,
        "doc": proto.summary,
        "inputs": [_port(port) for port in proto.inputs],
        "outputs": [_port(port) for port in proto.outputs],
        "attrs": [_attr(spec) for spec in proto.attrs],
        "symbols": [
            _kept(
                {
                    "name": symbol.name,
                    "dtypes": [dtype.name for dtype in symbol.types],
                    "promote": list(symbol.promote),
                    "isList": symbol.is_list,
                },
                *("name", "dtypes"),
            )
            for symbol in proto.symbols
        ],
        "graphs": [
            _kept({"name": slot.name, "isDynamic": slot.is_dynamic, "doc": slot.doc}, "name", "isDynamic")
            for slot in proto.graphs
        ],
        "laws": [{"label": law.label, "text": law.text} for law in proto.laws],
        "traits": sorted(proto.trait_set),
    }
    return _kept(record, "name", "family", "since", "inputs", "outputs", "attrs")


def _port(port: Port) -> dict[str, Any]:
    dtypes = [dtype.name for dtype in port.types]
    record = {"name": port.name, "kind": port.kind.value, "dtypes": dtypes, "symbol": port.symbol}
    return _kept({**record, "axes": port.pattern, "doc": port.doc}, "name", "kind", "dtypes")


def _attr(spec: AttrSpec) -> dict[str, Any]:
    record: dict[str, Any] = {"name": spec.name, "kind": spec.kind.name, "required": spec.required}
    if not spec.required and spec.default is not None and spec.kind not in OPAQUE_KINDS:
        record["default"] = to_json_value(spec.default)
    if spec.constraint is not None:
        record |= {"rule": _rule(rule_tree(spec.constraint)), "ruleText": spec.constraint.text}
    return {**record, "doc": spec.doc} if spec.doc else record


def _rule(rule: Rule) -> dict[str, Any]:
    values = [to_json_value(value) for value in rule.values]
    return _kept({"word": rule.word, "values": values, "parts": [_rule(part) for part in rule.parts]}, "word")


# --- the JSON of graphs and findings ---------------------------------------------------------------------------------

_PLAIN: dict[type[msgspec.inspect.Type], str] = {
    msgspec.inspect.StrType: "string",
    msgspec.inspect.IntType: "number",
    msgspec.inspect.FloatType: "number",
    msgspec.inspect.BoolType: "boolean",
    msgspec.inspect.NoneType: "null",
    msgspec.inspect.AnyType: "Value",
}
_NARROWED = {"dtype": "DataType", "format": "Format", "origin_format": 'Format | ""'}
_Record = msgspec.inspect.StructType | msgspec.inspect.TypedDictType


def interfaces() -> list[dict[str, Any]]:
    """Each record of the JSON of graphs and findings as `{"name", "doc", "fields"}`, inner ones first."""
    found: dict[str, dict[str, Any]] = {}
    for root in (Document, FindingRecord):
        for record in _records(msgspec.inspect.type_info(root)):
            name = _name(record)
            found.setdefault(name, {"name": name, "doc": _doc(record), "fields": _fields(name, record)})
    return list(found.values())


def _records(kind: msgspec.inspect.Type) -> Iterator[_Record]:
    """Every record in a type; types of ours are not recursive."""
    match kind:
        case msgspec.inspect.StructType() | msgspec.inspect.TypedDictType():
            for field in kind.fields:
                yield from _records(field.type)
            yield kind
        case msgspec.inspect.ListType(item_type=item):
            yield from _records(item)
        case msgspec.inspect.DictType(value_type=item):
            yield from _records(item)
        case msgspec.inspect.UnionType(types=types):
            for item in types:
                yield from _records(item)
        case _:
            return


def _name(record: _Record) -> str:
    return record.cls.__name__.removesuffix("Record")


def _doc(record: _Record) -> str:
    return " ".join((record.cls.__doc__ or "").split("\n\n")[0].split())


def _fields(owner: str, record: _Record) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for field in record.fields:
        is_name = _is_text(field.type) and owner in ("Desc", "Tensor")
        text = _NARROWED.get(field.encode_name, "") if is_name else ""
        out.append({"name": field.encode_name, "optional": not field.required, "type": text or _type(field.type)})
    return out


def _is_text(kind: msgspec.inspect.Type) -> bool:
    return isinstance(kind, msgspec.inspect.StrType)


def _type(kind: msgspec.inspect.Type) -> str:
    match kind:
        case msgspec.inspect.StructType() | msgspec.inspect.TypedDictType():
            return _name(kind)
        case msgspec.inspect.ListType(item_type=item):
            inner = _type(item)
            return f"readonly ({inner})[]" if "|" in inner or " " in inner else f"readonly {inner}[]"
        case msgspec.inspect.DictType(value_type=item):
            return f"Readonly<Record<string, {_type(item)}>>"
        case msgspec.inspect.UnionType(types=types):
            return " | ".join(_type(item) for item in types)
        case _:
            return _PLAIN[type(kind)]
