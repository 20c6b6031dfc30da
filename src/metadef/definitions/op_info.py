"""The op-info library: `aic-<soc>-ops-info.json` and its ini form, which hold the same keys.

An operator is `input0`, `output0`, ... with comma-separated parallel rows of dtypes and formats, `attr.list`,
`attr_<name>` and flags; every value is a text. Source: facts custom_op_json.md, C.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from itertools import islice

from metadef.definitions.attr_kinds import attr_kind, ini_name
from metadef.definitions.columns import ANY_SOC, OpColumns, PortColumns, SocColumns
from metadef.definitions.declaration import Declaration, Reading
from metadef.definitions.fields import Fields
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
from metadef.errors import Finding, finding
from metadef.ops.ports import AttrSpec, PortKind
from metadef.ops.proto import OpProto
from metadef.source import Span
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.format import Format

__all__ = [
    "emit_op_info",
    "emit_op_info_ini",
    "is_op_info",
    "is_op_info_ini",
    "read_op_info",
    "read_op_info_ini",
    "soc_of_path",
]

_PORT = re.compile(r"(input|output)(\d{1,6})")
_SECTION = re.compile(r"\s*\[([^\]\n]*)\]\s*")
_LINE = re.compile(r"\s*+([\w-]++(?:\.[\w-]++)*)\.([\w-]++)\s*+=(.*)")
_FIRST_SECTION = re.compile(r"(?:[ \t]*+(?:[;#][^\n]*+)?\n)*+[ \t]*+\[[ \t]*+([A-Za-z_]\w*+)[ \t]*+\][ \t]*+(?:\n|\Z)")
_SOC = re.compile(r"aic-([A-Za-z0-9_]+)-ops-info")
_PORT_KEYS = frozenset(
    {"name", "paramType", "dtype", "format", "unknownshape_format", "valueDepend", "shape", "needCompile"}
    | {"reshapeType", "initValue", "virtual", "outputShapeDependOnCompute", "dtypeForBinQuery", "formatForBinQuery"}
    | {"ignoreContiguous", "autoContiguous", "scalar", "scalarList"}
)
_EXTRA = tuple(sorted(_PORT_KEYS - {"name", "paramType", "dtype", "format", "unknownshape_format", "valueDepend"}))
_MAX_FINDINGS = 2000
_ATTR_KEYS = frozenset({"type", "value", "paramType", "defaultValue"})


def soc_of_path(path: str) -> str:
    """`ascend910b`: the chip family that the name of an op-info file says, "" when it says none.

    >>> soc_of_path("config/ascend910b/aic-ascend910b-ops-info.json")
    'ascend910b'
    """
    match = _SOC.search(path)
    return match[1].lower() if match else ANY_SOC


def is_op_info(data: object) -> bool:
    """Whether parsed JSON is an op-info library: an object of operators, each an object of objects.

    >>> is_op_info({"Add": {"input0": {"name": "x"}}}), is_op_info({"Add": 1}), is_op_info({})
    (True, False, False)
    """
    if not isinstance(data, Mapping) or not data:
        return False
    operators = list(islice(data.values(), 4))
    return all(isinstance(item, Mapping) and all(map(_is_mapping, item.values())) for item in operators)


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def is_op_info_ini(text: str) -> bool:
    """Whether a text is the ini form: its first line that is no comment is a section named like an operator.

    >>> is_op_info_ini("; made by hand\\n[Add]\\ninput0.name=x"), is_op_info_ini("[1, 2]"), is_op_info_ini("[true]")
    (True, False, False)
    """
    match = _FIRST_SECTION.match(text)
    return match is not None and match[1] not in ("true", "false", "null")


def read_op_info(data: object, file: str = "", soc: str | None = None) -> Reading:
    """Operators of a parsed op-info JSON; the chip comes from `soc` or from the file's name."""
    findings: list[Finding] = []
    root = Fields({"": data}, Span(file, path="$"), findings, "op-info")
    chip = soc_of_path(file) if soc is None else soc
    declarations = [_operator(name, fields, chip) for name, fields in root.mapping("")]
    return Reading(declarations, [], findings)


def read_op_info_ini(text: str, file: str = "", soc: str | None = None) -> Reading:
    """Operators of the ini form. A repeated key is a finding, and the later line wins."""
    findings: list[Finding] = []
    data: dict[str, dict[str, dict[str, str]]] = {}
    lines: dict[str, int] = {}
    section: dict[str, dict[str, str]] | None = None
    op = ""
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if not stripped or stripped[0] in ";#":
            continue
        where = Span(file, number, 1)
        if header := _SECTION.fullmatch(line):
            op = header[1].strip()
            if op in data and len(findings) < _MAX_FINDINGS:
                findings.append(finding("port-overridden", op, "the section stands twice; it goes on", where=where))
            section = data.setdefault(op, {})
            lines.setdefault(op, number)
            continue
        entry = _LINE.fullmatch(line)
        if entry is None or section is None:
            if len(findings) < _MAX_FINDINGS:
                message = "a line must be key1.key2=value inside a section"
                findings.append(finding("definition-syntax", op or "op-info", message, got=stripped[:80], where=where))
            continue
        group = section.setdefault(entry[1], {})
        if entry[2] in group and len(findings) < _MAX_FINDINGS:
            message = f"{entry[1]}.{entry[2]} stands twice; the later line wins"
            findings.append(finding("port-overridden", op, message, where=where))
        group[entry[2]] = entry[3].strip()
    chip = soc_of_path(file) if soc is None else soc
    declarations: list[Declaration] = []
    for name, groups in data.items():
        fields = Fields(groups, Span(file, lines[name], 1), findings, name)
        declarations.append(_operator(name, fields, chip))
    return Reading(declarations, [], findings)


def _operator(name: str, fields: Fields, soc: str) -> Declaration:
    fields.subject = name
    ports: dict[str, list[tuple[int, PortColumns]]] = {"input": [], "output": []}
    flags: dict[str, str] = {}
    attrs: list[str] = []
    data = fields.data if isinstance(fields.data, Mapping) else {}
    if not isinstance(fields.data, Mapping):
        fields.report("definition-field", "an operator must be an object", got=fields.data)
    for key, value in data.items():
        group = fields.child(value, str(key))
        match = _PORT.fullmatch(str(key))
        if match:
            ports[match[1]].append((int(match[2]), _port(group)))
        elif str(key).startswith("attr_"):
            attrs.append(str(key)[5:])
        elif str(key) != "attr" and isinstance(value, Mapping):
            flags |= {f"{key}.{inner}": text for inner, text in value.items() if isinstance(text, str)}
        elif isinstance(value, str):
            flags[str(key)] = value
    listed = [word.strip() for word in fields.field("attr").string("list").split(",") if word.strip()]
    for word in listed:
        if word not in attrs:
            fields.report("definition-field", f"attr.list names {word}, but there is no attr_{word}", "attr.list")
    for word in attrs:
        if word not in listed:
            fields.report("definition-field", f"attr_{word} is not in attr.list, so it has no effect", "attr.list")
    order = [*dict.fromkeys(word for word in listed if word in attrs), *(word for word in attrs if word not in listed)]
    specs = tuple(_attr(fields.field(f"attr_{word}"), word) for word in order)
    sides: dict[str, tuple[PortColumns, ...]] = {}
    for side, found in ports.items():
        found.sort(key=lambda item: item[0])
        if [index for index, _ in found] != list(range(len(found))):
            fields.report("definition-field", f"{side}s must be numbered from 0 without holes")
        sides[side] = tuple(port for _, port in found)
    columns = SocColumns(soc, sides["input"], sides["output"], flags)
    check_lengths(fields, (*columns.inputs, *columns.outputs))
    proto = OpProto(name, span=fields.span).replace(
        inputs=tuple(port_of(port, PARAM_TYPES[port.param_type]) for port in columns.inputs),
        outputs=tuple(port_of(port, PARAM_TYPES[port.param_type]) for port in columns.outputs),
        attrs=specs,
    )
    return Declaration(proto, fields.span, columns=OpColumns(name, (columns,)))


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")] if text.strip() else []


def _port(fields: Fields) -> PortColumns:
    fields.known(_PORT_KEYS)
    name = fields.string("name", required=True)
    kind = fields.choice("paramType", PARAM_TYPES, PortKind.REQUIRED)
    return PortColumns(
        name,
        read_dtypes(fields, "dtype", _words(fields.string("dtype"))),
        read_formats(fields, "format", _words(fields.string("format"))),
        read_formats(fields, "unknownshape_format", _words(fields.string("unknownshape_format"))),
        kind.value,
        fields.string("valueDepend"),
        {key: text for key in _EXTRA if (text := fields.string(key))},
    )


def _attr(fields: Fields, name: str) -> AttrSpec:
    fields.known(_ATTR_KEYS)
    written = fields.string("type", required=True)
    kind = attr_kind(written)
    if kind is None:
        fields.report("attr-kind-unknown", f"{written[:60]!r} is no attribute type", "type", got=written)
        kind = AttrKind.String
    optional = "defaultValue" in fields
    if fields.choice("paramType", {"required": True, "optional": False}, not optional):
        return AttrSpec(name, kind, True)
    if not optional:
        return AttrSpec(name, kind)
    text = fields.string("defaultValue")
    default = read_default(text, kind)
    if default.value is None:
        fields.report("attr-default-malformed", f"the default does not fit {kind.name}", "defaultValue", got=text)
    return AttrSpec(name, kind, False, default.value)


# --- writing ---------------------------------------------------------------------------------------------------------


def emit_op_info(declarations: Iterable[Declaration], soc: str = ANY_SOC) -> str:
    """The JSON text of an op-info library for one chip family."""
    return json.dumps(_library(declarations, soc), indent=2, ensure_ascii=False) + "\n"


def emit_op_info_ini(declarations: Iterable[Declaration], soc: str = ANY_SOC) -> str:
    """The ini text of an op-info library for one chip family."""
    lines: list[str] = []
    for op, groups in _library(declarations, soc).items():
        lines.append(f"[{op}]")
        lines += [f"{group}.{key}={text}" for group, keys in groups.items() for key, text in keys.items()]
    return "\n".join(lines) + "\n"


def _library(declarations: Iterable[Declaration], soc: str) -> dict[str, dict[str, dict[str, str]]]:
    return {declaration.proto.name: _groups(declaration, soc) for declaration in declarations}


def _groups(declaration: Declaration, soc: str) -> dict[str, dict[str, str]]:
    proto = declaration.proto
    columns = (declaration.columns.soc(soc) if declaration.columns else None) or columns_of(proto)
    groups: dict[str, dict[str, str]] = {}
    if proto.attrs:
        groups["attr"] = {"list": ",".join(spec.name for spec in proto.attrs)}
    for side, ports in (("input", columns.inputs), ("output", columns.outputs)):
        for index, port in enumerate(ports):
            groups[f"{side}{index}"] = _port_group(port)
    for spec in proto.attrs:
        groups[f"attr_{spec.name}"] = _attr_group(spec)
    for flag, text in columns.flags.items():
        group, _, key = flag.partition(".")
        groups.setdefault(group, {})[key] = text
    return groups


def _formats(formats: tuple[Format, ...]) -> str:
    return ",".join(item.name for item in formats)


def _port_group(port: PortColumns) -> dict[str, str]:
    out = {
        "name": port.name,
        "dtype": ",".join(map(dtype_word, port.dtypes)),
        "format": _formats(port.formats),
        "unknownshape_format": _formats(port.unknown_shape_formats),
        "paramType": port.param_type,
        "valueDepend": port.value_depend,
        **port.extra,
    }
    return {key: text for key, text in out.items() if text or key in ("name", "dtype", "format")}


def _attr_group(spec: AttrSpec) -> dict[str, str]:
    out = {"paramType": "required" if spec.required else "optional", "type": ini_name(spec.kind), "value": "all"}
    if not spec.required and spec.default is not None and spec.kind not in OPAQUE_KINDS:
        text = _default_text(spec.default)
        if text is not None:
            out["defaultValue"] = text
    return out


def _default_text(value: AttrValue) -> str | None:
    if isinstance(value, str):
        return value if value == value.strip() and "\n" not in value and "\r" not in value else None
    plain = to_json_value(value)
    if isinstance(plain, str):
        return plain if not isinstance(value, tuple) else None
    return json.dumps(plain, ensure_ascii=False)
