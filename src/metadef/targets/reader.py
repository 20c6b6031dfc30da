"""Reads chips from a TOML file of the form of `chips.toml`. Everything wrong with a file is found at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, cast

from metadef.errors import FileError, Finding, did_you_mean, finding
from metadef.source import Span
from metadef.targets.chip import Chip
from metadef.toml_file import read_toml
from metadef.types.dtype import DataType

__all__ = ["read_chips"]

_LARGEST_BYTES = 1 << 20  # WHY: a file of all chips that exist has 10 kB
_DESCRIPTION = ("soc", "family", "architecture", "like", "note", "facts", "estimated")
_NOT_NUMBERS = {"soc", "family", "architecture", "c0_default", "c0_table", "estimated", "note", "defined"}
_NUMBERS = {field.name for field in fields(Chip)} - _NOT_NUMBERS
_REQUIRED = {field.name for field in fields(Chip) if field.name in _NUMBERS and field.default is MISSING} | {"c0"}
_FRACTIONAL = {
    *("ddr_bytes_per_cycle", "ub_to_ddr_bytes_per_cycle", "l2_bytes_per_cycle", "launch_overhead_us"),
    *("plain_convolution_slowdown", "plain_matmul_slowdown", "float_cube_slowdown"),
}
_MAY_BE_ZERO = {"vector_cores", "launch_overhead_us"}


def read_chips(path: Path, known: Mapping[str, Chip] | None = None) -> tuple[Chip, ...]:
    """The chips that a file describes, in order.

    Args:
        path: a TOML file.
        known: chips that `like` may name, by full name, besides those earlier in the file.

    Raises:
        FileError: if the file cannot be read or is malformed, with a finding for each thing that is wrong.
    """
    document = read_toml(path, _LARGEST_BYTES, "a table of chips", "target-table-malformed")
    reader = _Reader(str(path), dict(known or {}))
    chips = reader.read(document)
    if reader.findings:
        raise FileError(reader.findings)
    return chips


class _Reader:
    """Collects findings while it reads one document; mutable, used once."""

    def __init__(self, file: str, known: dict[str, Chip]) -> None:
        self.findings: list[Finding] = []
        self._file = file
        self._known = known

    def read(self, document: dict[str, Any]) -> tuple[Chip, ...]:
        self._only(document, ("schema_version", "chip"), "$")
        if document.get("schema_version") != 1:
            self._report("$.schema_version", "the version of the form", "1", document.get("schema_version", "nothing"))
        tables = document.get("chip", [])
        if not isinstance(tables, list):
            self._report("$.chip", "chips are an array of tables", "[[chip]]", tables)
            return ()
        chips: list[Chip] = []
        for number, table in enumerate(cast("list[object]", tables)):
            place = f"$.chip[{number}]"
            if not isinstance(table, dict):
                self._report(place, "a chip is a table", "[[chip]]", table)
                continue
            for chip in self._chips_of(cast("dict[str, Any]", table), place):
                self._known[chip.soc] = chip
                chips.append(chip)
        return tuple(chips)

    def _chips_of(self, table: dict[str, Any], place: str) -> list[Chip]:
        before = len(self.findings)
        self._only(table, _DESCRIPTION, place)
        names = self._names(table.get("soc"), place)
        family, architecture = (self._text(table, key, place) for key in ("family", "architecture"))
        note = self._text(table, "note", place) if "note" in table else ""
        numbers, estimated = self._inherited(table, place)
        for source in ("estimated", "facts"):
            written = self._numbers(table, source, place)
            estimated = estimated | written.keys() if source == "estimated" else estimated - written.keys()
            numbers |= written
        both = _keys(table, "facts") & _keys(table, "estimated")
        for key in sorted(both):
            self._report(f"{place}.facts.{key}", "a number is a fact or an estimate", "one of them", "both")
        for key in sorted(_REQUIRED - numbers.keys()):
            self._report(place, f"`{key}` is missing", f"{key} under facts or estimated", "nothing")
        if len(self.findings) > before:
            return []
        c0 = numbers.pop("c0")
        return [
            Chip(
                soc=name,
                family=family,
                architecture=architecture,
                **numbers,
                c0_default=c0[0],
                c0_table=c0[1],
                estimated=frozenset(estimated),
                note=note,
                defined=Span(self._file, path=place),
            )
            for name in names
        ]

    def _names(self, value: object, place: str) -> list[str]:
        names = cast("list[object]", value) if isinstance(value, list) else []
        if not names or not all(isinstance(name, str) and name.isidentifier() and name.isascii() for name in names):
            self._report(f"{place}.soc", "a chip has full names", '["Ascend910B1"]', value)
            return []
        found = [str(name) for name in names]
        for name in found:
            if name in self._known or found.count(name) > 1:
                other = self._known[name].defined if name in self._known else f"{self._file} at {place}"
                self._report(f"{place}.soc", f"{name} is described twice", "one description", f"another in {other}")
        return found

    def _text(self, table: dict[str, Any], key: str, place: str) -> str:
        value = table.get(key)
        if isinstance(value, str) and value:
            return value
        self._report(f"{place}.{key}", f"`{key}` is a text", '"..."', value)
        return ""

    def _inherited(self, table: dict[str, Any], place: str) -> tuple[dict[str, Any], frozenset[str]]:
        like = table.get("like")
        if like is None:
            return {}, frozenset()
        base = self._known.get(like) if isinstance(like, str) else None
        if base is None:
            hint = did_you_mean(str(like), self._known)
            self._report(f"{place}.like", "`like` names an earlier chip", "its full name", like, hint)
            return {}, frozenset()
        numbers = {key: getattr(base, key) for key in _NUMBERS if getattr(base, key) is not None}
        numbers["c0"] = (base.c0_default, base.c0_table)
        return numbers, frozenset(numbers)

    def _numbers(self, table: dict[str, Any], source: str, place: str) -> dict[str, Any]:
        place = f"{place}.{source}"
        values = table.get(source, {})
        if not isinstance(values, dict):
            self._report(place, f"`{source}` is a table", f"[chip.{source}]", values)
            return {}
        values = cast("dict[str, Any]", values)
        self._only(values, (*sorted(_NUMBERS), "c0"), place)
        found: dict[str, Any] = {}
        for key, value in values.items():
            if key == "c0":
                found[key] = self._c0(value, f"{place}.c0")
            elif key in _NUMBERS:
                found[key] = self._number(key, value, f"{place}.{key}")
        return found

    def _number(self, key: str, value: object, place: str) -> float:
        kinds = (int, float) if key in _FRACTIONAL else (int,)
        smallest = 0 if key in _MAY_BE_ZERO else 1
        if isinstance(value, bool) or not isinstance(value, kinds) or not smallest <= value < 1 << 60:
            kind = "a number" if key in _FRACTIONAL else "an integer"
            self._report(place, f"`{key}` is {kind}", f"{kind}, at least {smallest}", value)
            return smallest
        return value

    def _c0(self, value: object, place: str) -> tuple[int, tuple[tuple[DataType, int], ...]]:
        if not isinstance(value, dict) or "DEFAULT" not in value:
            self._report(place, "`c0` is a table from data type to elements", "{ DEFAULT = 16, INT8 = 32 }", value)
            return 16, ()
        table: list[tuple[DataType, int]] = []
        default = 16
        for name, elements in cast("dict[str, object]", value).items():
            if type(elements) is not int or not 1 <= elements <= 1 << 14 or elements & (elements - 1):
                self._report(f"{place}.{name}", "C0 is a power of two", "1 to 16384", elements)
            elif name == "DEFAULT":
                default = elements
            elif (dtype := DataType.parse(name)) is not None:
                table.append((dtype, elements))
            else:
                hint = did_you_mean(name, DataType.__members__)
                self._report(f"{place}.{name}", f"{name} is no data type", "a data type", name, hint)
        return default, tuple(table)

    def _only(self, table: Mapping[str, object], allowed: tuple[str, ...], place: str) -> None:
        for key in table:
            if key not in allowed:
                hint = did_you_mean(key, allowed)
                self._report(f"{place}.{key}", f"`{key}` is not a key here", ", ".join(allowed), key, hint)

    def _report(self, place: str, message: str, expected: str, got: object, hint: str = "") -> None:
        self.findings.append(
            finding(
                "target-table-malformed",
                f"{self._file} at {place}",
                message,
                expected=expected,
                got="nothing" if got is None else str(got)[:200],
                where=Span(self._file, path=place),
                hint=hint,
            )
        )


def _keys(table: dict[str, Any], key: str) -> set[str]:
    value = table.get(key)
    return set(cast("dict[str, object]", value)) if isinstance(value, dict) else set()
