"""A reading as plain text that a person can compare with the definition file."""

from __future__ import annotations

from metadef.definitions.declaration import Declaration, Reading
from metadef.definitions.json_form import declaration_to_json

__all__ = ["reading_text"]


def reading_text(reading: Reading) -> str:
    """One block an operator, then the findings as `line:column code-name subject [hint]`."""
    blocks = [_declaration(declaration) for declaration in reading.declarations]
    findings = [
        f"{item.where.line if item.where else 0}:{item.where.column if item.where else 0} {item.severity.value} "
        f"{item.name} {item.subject}" + (f" [{item.hint}]" if item.hint else "")
        for item in reading.findings
    ]
    return "\n\n".join([*blocks, "\n".join(["findings", *findings])]) + "\n"


def _declaration(declaration: Declaration) -> str:
    data = declaration_to_json(declaration)
    flags = "".join(f" {flag}" for flag in declaration.flags)
    lines = [f"{data['op']} {data['line']}-{data['end_line']}{flags}"]
    if data["doc"]:
        lines.append(f"  doc {data['doc']}")
    for side, key in (("in", "inputs"), ("out", "outputs")):
        lines += [f"  {side} {_port(port)}" for port in data[key]]
    lines += [f"  attr {_attr(spec)}" for spec in data["attrs"]]
    for name, symbol in data["datatypes"].items():
        what = f"promote {' '.join(symbol['promote'])}" if "promote" in symbol else _types(symbol)
        lines.append(f"  datatype {name} {'list ' if symbol.get('is_list') else ''}{what}")
    lines += [f"  graph {graph['kind']} {graph['name']}" for graph in data["graphs"]]
    if "deprecated" in data:
        lines.append(f"  deprecated {data['deprecated']}")
    for section, texts in data.get("notes", {}).items():
        lines += [f"  note {section}: {text}" for text in texts]
    return "\n".join(lines)


def _types(data: dict) -> str:
    names = [name.removeprefix("DT_") for name in data["dtypes"]]
    shown = " ".join(names) if len(names) <= 8 else f"{len(names)} types"
    return shown + (f" ({data['helper']})" if data.get("helper") else "")


def _port(data: dict) -> str:
    types = f'"{data["symbol"]}"' if "symbol" in data else _types(data)
    unknown = f" unknown {' '.join(data['unknown'])}" if data.get("unknown") else ""
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
