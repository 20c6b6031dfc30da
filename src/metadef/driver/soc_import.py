"""`soc import`: an installed CANN, a custom package or a tree of `_def.cpp` becomes capability data.

Where columns stand (facts on op-info libraries, C and D): `op_impl/ai_core/tbe/config/<soc>/aic-<soc>-ops-info*.json`
or `.ini`, under `built-in/` and under `vendors/<name>/`; and `<op>_def.cpp` in sources. Packages of vendors go before
what is built in, in the order of `load_priority` in `vendors/config.ini`. An operator that several packages define with
the same ports has the columns of all of them, because kernel selection asks one library after another.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from metadef.definitions.columns import PortColumns, SocColumns
from metadef.definitions.decode import read_bytes
from metadef.definitions.read import read_text
from metadef.errors import FileError, Finding, Severity, finding
from metadef.targets import ANY_FAMILY, Column, OpSupport, PortSupport, Support, default_table
from metadef.types.dtype import DataType
from metadef.types.format import Format

__all__ = ["Imported", "import_support"]

log = logging.getLogger("metadef.soc")

_MAX_FILES = 200_000  # a whole CANN has about 30,000 files, most of them kernels, which are not looked at
_MAX_COLUMNS = 65_536
_INFO = re.compile(r"ops-info|ops_info|op_info", re.IGNORECASE)
_CONFIG = re.compile(
    r"(?:^|[/\\])(?:config|op_info_cfg|op_info_config)[/\\](?:ai_core[/\\])?([A-Za-z0-9_]+)[/\\][^/\\]*$"
)
_PRIORITY = re.compile(r"^\s*load_priority\s*=\s*(.*)$", re.MULTILINE)
# What makes columns unusable without making the import fail: the operator stays unknown, which harms nobody.
_TOLERATED = frozenset({"columns-unequal", "dtype-name-unknown", "format-name-unknown", "definition-field"})


@dataclass(slots=True)
class Imported:
    """What was taken over."""

    supports: list[Support] = field(default_factory=list[Support])
    findings: list[Finding] = field(default_factory=list[Finding])
    files: list[str] = field(default_factory=list[str])  # those that gave columns, the best first


@dataclass(slots=True)
class _Tree:
    """Columns by family and operator while files are read, the best source first."""

    operators: dict[str, dict[str, OpSupport]] = field(default_factory=dict[str, "dict[str, OpSupport]"])
    findings: list[Finding] = field(default_factory=list[Finding])


def import_support(paths: Iterable[str | Path], *, complete: bool = False) -> Imported:
    """Read the columns that folders and files hold.

    Args:
        paths: an installed CANN, a package, a source tree, or single files; earlier ones go before later ones.
        complete: whether what is not listed is not offered at all. Say so for a whole CANN only.

    The findings of severity error are about files that cannot be read; whatever else is wrong with a definition leaves
    the operator out, with a warning.
    """
    tree = _Tree()
    result = Imported(findings=tree.findings)
    for given in paths:
        root = Path(given)
        if not root.exists():
            tree.findings.append(finding("file-missing", str(root), "there is no such file or folder"))
            continue
        for path in _ordered(root, _candidates(root, tree.findings)) if root.is_dir() else [str(root)]:
            if _read(path, tree, named=not root.is_dir()):
                result.files.append(path)
    if not result.files and not any(item.is_error for item in tree.findings):
        places = ", ".join(str(path) for path in paths)
        expected = "aic-<soc>-ops-info.json or .ini, <op>_def.cpp, or op_host/<op>.cpp"
        tree.findings.append(
            finding("definition-unrecognised", places or "soc import", "no columns were found", expected=expected)
        )
    result.supports = [
        Support(family, operators, complete and family != ANY_FAMILY, ", ".join(result.files[:3]))
        for family, operators in sorted(tree.operators.items())
    ]
    log.info("%d files gave columns for %d families", len(result.files), len(result.supports))
    return result


def _candidates(root: Path, findings: list[Finding]) -> Iterator[str]:
    """Files that may hold columns, in order; kernels and their configurations are passed over by name."""
    seen = 0
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            seen += 1
            if seen > _MAX_FILES:
                message = f"more than {_MAX_FILES} files; the rest is not read"
                findings.append(finding("file-too-large", str(root), message, hint="the folder op_impl in it"))
                return
            path = os.path.join(folder, name)
            if _may_hold(path, name.lower()) and os.path.isfile(path):  # WHY: a pipe would wait for a writer
                yield path


def _may_hold(path: str, name: str) -> bool:
    if name.endswith((".json", ".ini")):
        return _INFO.search(name) is not None or (
            _CONFIG.search(path) is not None and not name.endswith(("_simplified_key.ini", "_binary.json"))
        )
    # msOpGen's projects have the class in op_host/<op>.cpp, together with tiling and shape rules
    in_project = os.path.basename(os.path.dirname(path)) == "op_host"
    return name.endswith((".cpp", ".cc") if in_project else ("_def.cpp", "_def.cc"))


def _ordered(root: Path, paths: Iterable[str]) -> list[str]:
    """Vendors' packages before the rest, vendors by their load priority; otherwise by name."""
    ranks: dict[str, int] = {}

    def rank(path: str) -> tuple[int, int, str]:
        parts = Path(path).parts
        if "vendors" not in parts:
            return 1, 0, path
        at = parts.index("vendors")
        vendor = parts[at + 1] if at + 2 < len(parts) else ""
        folder = str(Path(*parts[: at + 1]))
        if folder not in ranks:
            ranks[folder] = 0
            for number, name in enumerate(_priorities(Path(folder) / "config.ini")):
                ranks.setdefault(f"{folder}/{name}", number)
        return 0, ranks.get(f"{folder}/{vendor}", 1 << 20), path

    return sorted(paths, key=rank)


def _priorities(path: Path) -> list[str]:
    """Vendors, the first the best, as `vendors/config.ini` lists them; none when there is no such file."""
    try:
        with path.open("rb") as file:
            text = file.read(1 << 16).decode("utf-8", "replace")
    except OSError:
        return []
    match = _PRIORITY.search(text)
    return [name.strip() for name in match[1].split(",") if name.strip()] if match else []


def _read(path: str, tree: _Tree, *, named: bool) -> bool:
    """Take the columns of one file over; whether it gave any."""
    try:
        reading = read_text(read_bytes(path), path)
    except FileError as error:
        tree.findings += error.findings
        return False
    bad = {item.subject for item in reading.findings if item.name == "columns-unequal"}
    for item in reading.findings:
        if item.name == "definition-unrecognised" and not named:
            continue
        tree.findings.append(replace(item, severity=Severity.WARNING) if item.name in _TOLERATED else item)
    gave = False
    for declaration in reading.declarations:
        for columns in declaration.columns.socs if declaration.columns is not None else ():
            name = declaration.proto.name
            family = _family(columns.soc, path)
            if name in bad:
                message = f"its lists have different lengths; nothing is taken over for {family}"
                tree.findings.append(finding("columns-not-imported", name, message, where=declaration.span))
                continue
            made = _support(name, columns, path, tree.findings)
            gave = True
            family_ops = tree.operators.setdefault(family, {})
            known = family_ops.get(name)
            family_ops[name] = made if known is None else _joined(known, made, tree.findings)
    return gave


def _family(soc: str, path: str) -> str:
    """The chip family of columns: what they say, else the folder `config/<soc>/`, else every family."""
    if not soc:
        match = _CONFIG.search(path)
        soc = match[1].lower() if match else ANY_FAMILY
    table = default_table()
    if soc == ANY_FAMILY or table.family(soc):
        return soc
    for chip in table.chips:  # aclnn's map: a full name stands for its family
        if chip.soc.lower() == soc:
            return chip.family.lower()
    return soc


def _support(op: str, columns: SocColumns, path: str, findings: list[Finding]) -> OpSupport:
    """The columns of an operator without those that name an unknown type or format."""
    ports = (*columns.inputs, *columns.outputs)
    count = columns.count
    good = [
        row
        for row in range(min(count, _MAX_COLUMNS))
        if all(
            (not port.dtypes or port.dtypes[row] is not DataType.UNDEFINED or _may_be_absent(port))
            and (not port.formats or port.formats[row] is not Format.RESERVED or _may_be_absent(port))
            for port in ports
        )
    ]
    if len(good) < count:
        message = f"{count - len(good)} of {count} columns name an unknown type or format, and are left out"
        findings.append(finding("columns-not-imported", op, message, got=path))
    sides = ([_port(port, good, count) for port in side] for side in (columns.inputs, columns.outputs))
    inputs, outputs = (tuple(side) for side in sides)
    return OpSupport(op, inputs, outputs, dict(columns.flags), path)


def _may_be_absent(port: PortColumns) -> bool:
    """Single-op style rows write RESERVED and UNDEFINED for an optional port that is not fed."""
    return port.param_type == "optional"


def _port(port: PortColumns, rows: list[int], count: int) -> PortSupport:
    dtypes = tuple(port.dtypes[row] for row in rows) if port.dtypes else ()
    formats = port.formats or ((Format.ND,) * count if port.dtypes else ())
    unknown = port.unknown_shape_formats
    return PortSupport(
        port.name,
        port.param_type,
        dtypes,
        tuple(formats[row] for row in rows) if formats else (),
        tuple(unknown[row] for row in rows) if unknown else (),
    )


def _joined(first: OpSupport, second: OpSupport, findings: list[Finding]) -> OpSupport:
    """The columns of both when the ports are the same, each once; otherwise those of the better source."""
    names = tuple(
        tuple((port.name, bool(port.dtypes), bool(port.formats)) for port in (*item.inputs, *item.outputs))
        for item in (first, second)
    )
    if names[0] != names[1]:
        message = f"{second.source} has other ports than {first.source}; the latter counts"
        findings.append(finding("columns-not-imported", first.op, message, severity=Severity.INFO))
        return first
    seen: set[Column] = set()
    kept: tuple[list[int], list[int]] = ([], [])
    for item, rows in zip((first, second), kept, strict=True):
        for row, column in enumerate(item.columns()):
            if column not in seen:
                seen.add(column)
                rows.append(row)
    if not kept[1]:
        return first
    pairs = (
        (zip(first.inputs, second.inputs, strict=True)),
        (zip(first.outputs, second.outputs, strict=True)),
    )
    inputs, outputs = (tuple(_joined_port(one, other, kept) for one, other in side) for side in pairs)
    return OpSupport(
        first.op, inputs, outputs, {**second.flags, **first.flags}, f"{first.source}, {second.source}"[:4096]
    )


def _joined_port(one: PortSupport, other: PortSupport, kept: tuple[list[int], list[int]]) -> PortSupport:
    def unknown(port: PortSupport) -> tuple[Format, ...]:
        return port.unknown_shape_formats or port.formats

    def rows(first: tuple[Format, ...], second: tuple[Format, ...]) -> tuple[Format, ...]:
        return (*(first[row] for row in kept[0]), *(second[row] for row in kept[1])) if first else ()

    dtypes = (*(one.dtypes[row] for row in kept[0]), *(other.dtypes[row] for row in kept[1])) if one.dtypes else ()
    formats = rows(one.formats, other.formats)
    open_formats = rows(unknown(one), unknown(other))
    has_open = bool(one.unknown_shape_formats or other.unknown_shape_formats)
    return PortSupport(one.name, one.kind, dtypes, formats, open_formats if has_open else ())
