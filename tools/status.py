"""Writes docs/status.md: what each public operator has, counted from the code.

python tools/status.py
"""

from __future__ import annotations

from pathlib import Path

from metadef.catalogue import family_of, registry
from metadef.catalogue.index import INTERNAL
from metadef.kernels.table import kernel_names
from metadef.layout.classes import CLASSES
from metadef.ops.proto import OpProto
from metadef.ops.traits import BROADCAST, ELEMENTWISE

PAGE = Path(__file__).parent.parent / "docs" / "status.md"
COLUMNS = ("doc", "port docs", "shape", "dtype", "value", "layout", "kernel")


def row(proto: OpProto, kernels: set[str]) -> dict[str, bool]:
    """Which capabilities an operator has."""
    ports = (*proto.inputs, *proto.outputs)
    return {
        "doc": bool(proto.summary),
        "port docs": bool(ports) and all(port.doc for port in ports),
        "shape": proto.shape_rule is not None,
        "dtype": proto.dtype_rule is not None,
        "value": proto.value_rule is not None,
        "layout": proto.name in CLASSES or bool(proto.trait_set & {ELEMENTWISE, BROADCAST}),
        "kernel": proto.name in kernels,
    }


def page() -> str:
    """The whole page."""
    kernels = set(kernel_names())
    protos = [proto for proto in registry() if proto.name not in INTERNAL]
    rows = {proto.name: row(proto, kernels) for proto in protos}
    lines = [
        "# Status",
        "",
        "Made by `python tools/status.py`; do not edit. An `x` says that the operator has it. `shape`, `dtype` and",
        '`value` are inference rules, `layout` a class with columns besides "as meant", `kernel` a reference kernel.',
        "",
        "| of the public operators | have |",
        "|---|---|",
        f"| all | {len(protos)} |",
        *(f"| {name} | {sum(item[name] for item in rows.values())} |" for name in COLUMNS),
        "",
        f"| operator | family | {' | '.join(COLUMNS)} |",
        f"|---|---|{'---|' * len(COLUMNS)}",
    ]
    for proto in protos:
        marks = " | ".join("x" if rows[proto.name][name] else "" for name in COLUMNS)
        lines.append(f"| {proto.name} | {family_of(proto.name)} | {marks} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
