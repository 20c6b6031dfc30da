"""The msOpGen prototype JSON: an array of operators with `input_desc`, `output_desc` and `attr`.

Source: facts custom_op_json.md, A. A name that stands twice in one list: the later one wins, as msOpGen does.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from metadef.definitions.attr_kinds import attr_kind, json_name
from metadef.definitions.columns import ANY_SOC, OpColumns, PortColumns, SocColumns
from metadef.definitions.declaration import Declaration, Reading
from metadef.definitions.fields import Fields
from metadef.definitions.json_form import Json
from metadef.definitions.json_values import OPAQUE_KINDS, to_json_value
from metadef.definitions.rows import (
    PARAM_TYPES,
    check_lengths,
    columns_of,
    dtype_word,
    port_of,
    read_default,
    read_dtypes,
    read_formats,
)
from metadef.errors import Finding
from metadef.ops.ports import AttrSpec, PortKind
from metadef.ops.proto import OpProto
from metadef.source import Span
from metadef.types.attrs import AttrKind

__all__ = ["emit_msopgen", "is_msopgen", "read_msopgen"]

_OP_FIELDS = frozenset({"op", "language", "input_desc", "output_desc", "attr", "targets"})  # `targets`: descriptor.py
_PORT_FIELDS = frozenset({"name", "param_type", "format", "type"})
_ATTR_FIELDS = frozenset({"name", "param_type", "type", "default_value", "is_support_fp16"})


def is_msopgen(data: object) -> bool:
    """Whether parsed JSON looks like msOpGen's: operators whose tensors have `param_type` and no `shape`."""
    first: object = data[0] if isinstance(data, list) and data else data
    if not isinstance(first, Mapping) or "op" not in first or not ("input_desc" in first or "output_desc" in first):
        return False
    descs = [item for key in ("input_desc", "output_desc") for item in _listed(first.get(key))]
    return not any(isinstance(item, Mapping) and "shape" in item for item in descs)


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def read_msopgen(data: object, file: str = "") -> Reading:
    """Operators of a parsed msOpGen file."""
    findings: list[Finding] = []
    root = Fields(data, Span(file, path="$"), findings, "msOpGen")
    items = root.items() if isinstance(data, list) else [root]
    declarations = [found for item in items if (found := _operator(item)) is not None]
    return Reading(declarations, [], findings)


def _operator(fields: Fields) -> Declaration | None:
    name = fields.string("op", required=True)
    if not name:
        return None
    fields.subject = name
    fields.known(_OP_FIELDS)
    inputs = _ports(fields, "input_desc")
    outputs = _ports(fields, "output_desc")
    attrs: dict[str, AttrSpec] = {}
    for item in fields.list("attr"):
        spec = _attr(item)
        if spec.name in attrs:
            item.report("port-overridden", f"attribute {spec.name} stands twice; the later one wins", "name")
        attrs[spec.name] = spec
    columns = SocColumns(ANY_SOC, tuple(inputs.values()), tuple(outputs.values()))
    check_lengths(fields, (*columns.inputs, *columns.outputs))
    proto = OpProto(name, span=fields.span).replace(
        inputs=tuple(port_of(port, PARAM_TYPES[port.param_type]) for port in columns.inputs),
        outputs=tuple(port_of(port, PARAM_TYPES[port.param_type]) for port in columns.outputs),
        attrs=tuple(attrs.values()),
    )
    return Declaration(proto, fields.span, columns=OpColumns(name, (columns,)))


def _ports(fields: Fields, key: str) -> dict[str, PortColumns]:
    ports: dict[str, PortColumns] = {}
    for item in fields.list(key):
        item.known(_PORT_FIELDS)
        name = item.string("name", required=True)
        kind = item.choice("param_type", PARAM_TYPES, PortKind.REQUIRED)
        dtypes = read_dtypes(item, "type", item.field("type").strings())
        formats = read_formats(item, "format", item.field("format").strings())
        if name in ports:
            item.report("port-overridden", f"{name} stands twice in {key}; the later one wins", "name")
        ports[name] = PortColumns(name, dtypes, formats, param_type=kind.value)
    return ports


def _attr(fields: Fields) -> AttrSpec:
    fields.known(_ATTR_FIELDS)
    name, written = fields.string("name", required=True), fields.string("type", required=True)
    kind = attr_kind(written)
    if kind is None:
        fields.report("attr-kind-unknown", f"{written[:60]!r} is no attribute type", "type", got=written)
        kind = AttrKind.String
    required = fields.choice("param_type", {"required": True, "optional": False}, "default_value" not in fields)
    if required:
        return AttrSpec(name, kind, True)
    if "default_value" not in fields:
        return AttrSpec(name, kind)
    default = read_default(fields.value("default_value"), kind)
    if default.value is None and fields.value("default_value") is not None:
        got = fields.value("default_value")
        fields.report("attr-default-malformed", f"the default does not fit {kind.name}", "default_value", got=got)
    return AttrSpec(name, kind, False, default.value)


def emit_msopgen(declarations: Iterable[Declaration]) -> str:
    """The JSON text for operators; columns come from the definition, else from the prototype's dtypes."""
    items = [_item(declaration) for declaration in declarations]
    return json.dumps(items, indent=2, ensure_ascii=False) + "\n"


def _item(declaration: Declaration) -> dict[str, Json]:
    proto = declaration.proto
    columns = declaration.columns.soc(ANY_SOC) if declaration.columns else None
    columns = columns or columns_of(proto)
    out: dict[str, Json] = {
        "op": proto.name,
        "input_desc": [_port(port) for port in columns.inputs],
        "output_desc": [_port(port) for port in columns.outputs],
    }
    if proto.attrs:
        out["attr"] = [_attr_item(spec) for spec in proto.attrs]
    return out


def _port(port: PortColumns) -> dict[str, Json]:
    return {
        "name": port.name,
        "param_type": port.param_type,
        "format": [item.name for item in port.formats],
        "type": [dtype_word(dtype) for dtype in port.dtypes],
    }


def _attr_item(spec: AttrSpec) -> dict[str, Json]:
    out: dict[str, Json] = {
        "name": spec.name,
        "param_type": "required" if spec.required else "optional",
        "type": json_name(spec.kind),
    }
    if not spec.required and spec.default is not None and spec.kind not in OPAQUE_KINDS:
        out["default_value"] = to_json_value(spec.default)
    return out
