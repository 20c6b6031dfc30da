"""Two releases of many operators, written in the forms that `metadef compat` reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

from definition_edits import add_attr, add_port, change_types, drop_port, rename_port, swap_ports
from metadef.catalogue import registry
from metadef.definitions.emit import emit
from metadef.definitions.history import HistoryRelease, emit_index, emit_metadata, emit_operators
from metadef.definitions.json_form import declaration_of
from metadef.definitions.reg_op_emit import emit_header
from metadef.ops.proto import OpProto, op

__all__ = ["two_releases", "write_headers", "write_history", "write_json"]

Operators = Mapping[str, OpProto]
_EDITS = (add_attr, add_port, change_types, drop_port, rename_port, swap_ports)  # headers can say all of these
_A_FILE = 40  # operators


def _bare(proto: OpProto) -> OpProto:
    """What a header says: ports, attributes, symbols, subgraphs."""
    return op(proto.name).replace(
        inputs=proto.inputs,
        outputs=proto.outputs,
        symbols=proto.symbols,
        graphs=proto.graphs,
        attrs=tuple(replace(spec, constraint=None) for spec in proto.attrs),
    )


def two_releases(count: int, random: Random, share: float) -> tuple[dict[str, OpProto], dict[str, OpProto]]:
    """Operators of the catalogue by name, and the same with a share of them edited."""
    named = [proto for proto in registry() if proto.inputs and proto.outputs and not proto.name.startswith("_")]
    old = {proto.name: _bare(proto) for proto in named[:count]}
    new = dict(old)
    for name, proto in old.items():
        made = random.choice(_EDITS)(proto, random) if random.random() < share else None
        if made is not None and made.inputs and made.outputs:
            new[name] = made
    return old, new


def _files(folder: Path, operators: Operators) -> list[tuple[Path, list[OpProto]]]:
    folder.mkdir(parents=True, exist_ok=True)
    protos = list(operators.values())
    return [(folder / f"ops_{at:04}", protos[at : at + _A_FILE]) for at in range(0, len(protos), _A_FILE)]


def write_headers(folder: Path, operators: Operators) -> None:
    """A folder of REG_OP headers."""
    for place, protos in _files(folder, operators):
        place.with_suffix(".h").write_text(emit_header(protos), "utf-8")


def write_json(folder: Path, operators: Operators) -> None:
    """A folder of our own JSON."""
    for place, protos in _files(folder, operators):
        place.with_suffix(".json").write_text(emit("json", [declaration_of(proto) for proto in protos]), "utf-8")


def write_history(folder: Path, releases: Mapping[str, Operators]) -> None:
    """A history registry."""
    rows = [HistoryRelease(version, "2026-01-01") for version in releases]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.json").write_text(emit_index(rows), "utf-8")
    for row in rows:
        (folder / row.version).mkdir()
        (folder / row.version / "metadata.json").write_text(emit_metadata(row), "utf-8")
        (folder / row.version / "operators.json").write_text(emit_operators(releases[row.version].values()), "utf-8")
