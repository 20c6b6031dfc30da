"""Descriptors: what compiling an operator for chips needs to know of its definition, as JSON.

`[{"op", "input_desc", "output_desc", "attr", "targets"}]`: msOpGen's fields, so that msOpGen and every reader of its
form take the file, and `targets` with one entry a chip: `{"family", "columns": "definition" | "prototype",
"input_desc", "output_desc", "flags", "compile_parameters"}`. The outer rows are those of the first chip.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from metadef.definitions.columns import OpColumns, SocColumns
from metadef.definitions.declaration import Declaration
from metadef.definitions.json_form import Json
from metadef.definitions.msopgen import emit_msopgen
from metadef.errors import Finding, finding

__all__ = ["TargetPart", "descriptor", "descriptors_text", "supported_families"]


@dataclass(frozen=True, slots=True)
class TargetPart:
    """One chip to describe an operator for."""

    soc: str  # full name, "Ascend910B1"
    family: str  # short name as definitions write it, "ascend910b"
    parameters: Mapping[str, Json] = field(default_factory=dict[str, Json])  # derived compile parameters


def descriptor(declaration: Declaration, targets: Sequence[TargetPart]) -> tuple[dict[str, Json], list[Finding]]:
    """The descriptor of an operator for chips, and a finding for each chip that its definition does not list."""
    findings: list[Finding] = []
    parts: dict[str, Json] = {}
    outer: dict[str, Json] | None = None
    for target in targets:
        columns = declaration.columns.soc(target.family) if declaration.columns is not None else None
        if columns is None and declaration.columns is not None and declaration.columns.socs:
            findings.append(
                finding(
                    "unsupported-on-target",
                    declaration.proto.name,
                    f"the definition has no columns for {target.soc} ({target.family})",
                    expected=", ".join(supported_families(declaration)),
                    got=target.family,
                    where=declaration.span,
                    hint=f'AICore().AddConfig("{target.family}")',
                )
            )
            continue
        item = _rows(declaration, columns)
        outer = outer or item
        parts[target.soc] = {
            "family": target.family,
            "columns": "prototype" if columns is None else "definition",
            "input_desc": item["input_desc"],
            "output_desc": item["output_desc"],
            "flags": dict(columns.flags) if columns is not None else {},
            "compile_parameters": dict(target.parameters),
        }
    return {**(outer or _rows(declaration, None)), "targets": parts}, findings


def _rows(declaration: Declaration, columns: SocColumns | None) -> dict[str, Json]:
    """msOpGen's object with the rows of one chip."""
    proto = declaration.proto
    chosen = None if columns is None else OpColumns(proto.name, (SocColumns("", columns.inputs, columns.outputs),))
    items: list[dict[str, Json]] = json.loads(emit_msopgen([Declaration(proto, declaration.span, columns=chosen)]))
    return items[0]


def supported_families(declaration: Declaration) -> list[str]:
    """The chip families that a definition lists; empty when it says nothing of chips."""
    return [columns.soc for columns in declaration.columns.socs if columns.soc] if declaration.columns else []


def descriptors_text(descriptors: Iterable[Mapping[str, Json]]) -> str:
    """The text of a descriptor file."""
    return json.dumps(list(descriptors), indent=2, ensure_ascii=False) + "\n"
