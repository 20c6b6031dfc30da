"""A reading as plain text that a person can compare with the definition file."""

from __future__ import annotations

from metadef.definitions.columns import PortColumns
from metadef.definitions.declaration import Declaration, Reading
from metadef.definitions.impl_record import ImplRecord
from metadef.definitions.json_form import declaration_to_json
from metadef.errors import Finding
from metadef.types.typeset import TypeSet

__all__ = ["reading_text"]


def reading_text(reading: Reading) -> str:
    """One block an operator, then the findings as `place severity name subject [hint]`, by place."""
    blocks = [_declaration(declaration) for declaration in reading.declarations]
    if reading.impls:
        blocks.append("\n".join(_impl(record) for record in reading.impls))
    findings = sorted(
        (_order(item), f"{_place(item)} {item.severity.value} {item.name} {item.subject}", item.hint)
        for item in reading.findings
    )
    lines = [text + (f" [{hint}]" if hint and len(hint) < 80 else "") for _, text, hint in findings]
    return "\n\n".join([*blocks, "\n".join(["findings", *lines])]) + "\n"


def _place(item: Finding) -> str:
    where = item.where
    if where is None:
        return "-"
    return f"{where.line}:{where.column}" if where.line else where.path


def _order(item: Finding) -> tuple[int, int, str]:
    return (item.where.line, item.where.column, item.where.path) if item.where else (0, 0, "")


def _impl(record: ImplRecord) -> str:
    functions = " ".join(f"{name}={function}" for name, function in record.functions.items())
    values = f" values {' '.join(map(str, record.value_depends))}" if record.value_depends else ""
    private = "".join(f" private {name}={default}" for name, default in record.private_attrs.items())
    return f"impl {record.op} {record.span.line}: {functions}{values}{private}"


def _declaration(declaration: Declaration) -> str:
    data = declaration_to_json(declaration)
    flags = "".join(f" {flag}" for flag in declaration.flags)
    lines = [f"{data['op']} {data['line']}-{data['end_line']}{flags}"]
    if data["doc"]:
        lines.append(f"  doc {data['doc']}")
    for side, key, ports in (
        ("in", "inputs", declaration.proto.inputs),
        ("out", "outputs", declaration.proto.outputs),
    ):
        lines += [f"  {side} {_port(item, port.types)}" for item, port in zip(data[key], ports, strict=True)]
    lines += [f"  attr {_attr(spec)}" for spec in data["attrs"]]
    for name, symbol in data["datatypes"].items():
        what = f"promote {' '.join(symbol['promote'])}" if "promote" in symbol else _types(symbol)
        lines.append(f"  datatype {name} {'list ' if symbol.get('is_list') else ''}{what}")
    lines += [f"  graph {graph['kind']} {graph['name']}" for graph in data["graphs"]]
    if "deprecated" in data:
        lines.append(f"  deprecated {data['deprecated']}")
    for section, texts in data.get("notes", {}).items():
        lines += [f"  note {section}: {text}" for text in texts]
    lines += [f"  extra {key}: {text}" for key, text in declaration.extra.items()]
    for columns in declaration.columns.socs if declaration.columns else ():
        lines.append(f'  columns "{columns.soc}"')
        for side, ports in (("in", columns.inputs), ("out", columns.outputs)):
            lines += [f"    {side} {_columns(port)}" for port in ports]
        lines += [f"    {flag}={text}" for flag, text in columns.flags.items()]
    return "\n".join(lines)


def _columns(port: PortColumns) -> str:
    text = f"{port.name} {port.param_type}: {' '.join(dtype.name for dtype in port.dtypes)} | "
    text += " ".join(item.name for item in port.formats)
    if port.unknown_shape_formats:
        text += " unknown shape " + " ".join(item.name for item in port.unknown_shape_formats)
    if port.value_depend:
        text += f" value {port.value_depend}"
    return text + "".join(f" {key}={value}" for key, value in port.extra.items() if key != "autoContiguous")


def _types(data: dict) -> str:
    names = [name.removeprefix("DT_") for name in data["dtypes"]]
    shown = " ".join(names) if len(names) <= 8 else f"{len(names)} types"
    return shown + (f" ({data['helper']})" if data.get("helper") else "")


def _port(data: dict, types_meant: TypeSet) -> str:
    types = f'"{data["symbol"]}"' if "symbol" in data else _types(data)
    unknown = ""
    if data.get("unknown"):
        meant = [dtype.name for dtype in types_meant if f"DT_{dtype.name}" not in data.get("dtypes", [])]
        unknown = f" unknown {' '.join(data['unknown'])}" + (f" means {' '.join(meant)}" if meant else "")
    doc = f" -- {data['doc']}" if data.get("doc") else ""
    return f"{data['name']} {data['kind']}: {types}{unknown}{doc}"


def _attr(data: dict) -> str:
    head = f"{data['name']} {data['type']}"
    if data["required"]:
        head += " required"
    elif "default" in data:
        head += f" = {data['default']!r}"
    else:
        head += f" = {data['default_expr']}"
    if data.get("int_literal"):
        head += " (integer literal)"
    if "nonbool_literal" in data:
        head += f" (written {data['nonbool_literal']})"
    return head + (f" -- {data['doc']}" if data.get("doc") else "")
