"""Ports of an OpDef while they are being read, and the expansion of their lists into joint columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import product

from metadef.definitions.columns import PortColumns, usual_length
from metadef.definitions.cpp_value import CppValue, TypeName, Unresolved
from metadef.ops.ports import PortKind
from metadef.types.dtype import DataType
from metadef.types.format import Format

__all__ = ["Configuration", "PortDraft", "expand"]

_MAX_COLUMNS = 65_536  # WHY: the widest real operator has a few hundred


@dataclass(slots=True)
class PortDraft:
    """One Input or Output, as its calls leave it; changes while it is read."""

    name: str
    kind: PortKind = PortKind.REQUIRED
    dtypes: tuple[DataType, ...] = ()
    formats: tuple[Format, ...] = ()
    unknown_formats: tuple[Format, ...] = ()
    dtypes_are_set: bool = False  # DataTypeList: independent of the other ports
    formats_are_set: bool = False
    value_depend: str = ""
    follow: str = ""
    follow_what: str = ""
    extra: dict[str, str] = field(default_factory=dict[str, str])
    wrong: list[tuple[str, str]] = field(default_factory=list["tuple[str, str]"])  # (word, code name)
    offset: int = -1  # of the call that defines it

    def set_dtypes(self, values: Iterable[CppValue], is_set: bool) -> None:
        out: list[DataType] = []
        for value in values:
            if isinstance(value, TypeName):
                out.append(value.dtype)
                if not value.valid:
                    self.wrong.append((value.text, "dtype-misspelled"))
            else:
                out.append(DataType.UNDEFINED)
                self.wrong.append((_word(value), "dtype-name-unknown"))
        self.dtypes, self.dtypes_are_set = tuple(out), is_set

    def set_formats(self, values: Iterable[CppValue], is_set: bool) -> None:
        self.formats, self.formats_are_set = self._formats(values), is_set

    def set_unknown(self, values: Iterable[CppValue]) -> None:
        self.unknown_formats = self._formats(values)

    def _formats(self, values: Iterable[CppValue]) -> tuple[Format, ...]:
        out: list[Format] = []
        for value in values:
            found = Format.lookup(_word(value).rsplit("::", 1)[-1])
            if found is None:
                self.wrong.append((_word(value), "format-name-unknown"))
            out.append(Format.RESERVED if found is None else found)
        return tuple(out)


def _word(value: CppValue) -> str:
    return value.name if isinstance(value, Unresolved) else str(value)


@dataclass(slots=True)
class Configuration:
    """An OpAICoreConfig: what it overrides for one chip."""

    inputs: dict[str, PortDraft] = field(default_factory=dict[str, PortDraft])
    outputs: dict[str, PortDraft] = field(default_factory=dict[str, PortDraft])
    flags: dict[str, str] = field(default_factory=dict[str, str])

    def copy(self) -> Configuration:
        """A copy that changes independently."""
        return Configuration(
            {name: replace(draft) for name, draft in self.inputs.items()},
            {name: replace(draft) for name, draft in self.outputs.items()},
            dict(self.flags),
        )


def expand(
    inputs: list[PortDraft], outputs: list[PortDraft], problems: list[tuple[int, str]]
) -> tuple[tuple[PortColumns, ...], tuple[PortColumns, ...]]:
    """Joint columns of all ports: rows as written, times every combination of the independent lists.

    Args:
        inputs: in order.
        outputs: in order.
        problems: gets the offset of the port and a sentence for every list whose length is wrong.
    """
    drafts = [*inputs, *outputs]
    sources = [_sources(draft, drafts) for draft in drafts]
    lengths = [len(draft.dtypes) for draft in drafts if not draft.dtypes_are_set]
    lengths += [len(draft.formats) for draft in drafts if not draft.formats_are_set]
    rows = max(lengths, default=0)
    usual = usual_length(length for length in lengths if length)
    for draft in drafts:
        for what, count, is_set in (
            ("dtypes", len(draft.dtypes), draft.dtypes_are_set),
            ("formats", len(draft.formats), draft.formats_are_set),
            ("formats of unknown shapes", len(draft.unknown_formats), False),
        ):
            if count and not is_set and count != usual:
                problems.append((draft.offset, f"{draft.name} has {count} {what} where other ports have {usual}"))
    dtype_sets = [(index, draft.dtypes) for index, draft in enumerate(drafts) if draft.dtypes_are_set]
    format_sets = [(index, draft.formats) for index, draft in enumerate(drafts) if draft.formats_are_set]
    rows = rows or (1 if dtype_sets or format_sets else 0)
    total = rows
    for _, entries in (*dtype_sets, *format_sets):
        total *= len(entries)
    if total > _MAX_COLUMNS:
        problems.append((-1, f"the independent lists make {total} columns; only their first entries are kept"))
        dtype_sets = [(index, entries[:1]) for index, entries in dtype_sets]
        format_sets = [(index, entries[:1]) for index, entries in format_sets]
    dtype_choices = [
        dict(zip((index for index, _ in dtype_sets), choice, strict=True))
        for choice in product(*(entries for _, entries in dtype_sets))
    ]
    format_choices = [
        dict(zip((index for index, _ in format_sets), choice, strict=True))
        for choice in product(*(entries for _, entries in format_sets))
    ]
    out: list[PortColumns] = []
    for draft, (dtype_of, format_of) in zip(drafts, sources, strict=True):
        dtypes: list[DataType] = []
        formats: list[Format] = []
        for dtype_choice in dtype_choices:
            for format_choice in format_choices:
                dtype, own = dtype_choice.get(dtype_of), format_choice.get(format_of)
                dtypes += drafts[dtype_of].dtypes if dtype is None else (dtype,) * rows
                written = drafts[format_of].formats or (Format.ND,) * rows
                formats += written if own is None else (own,) * rows
        unknown = draft.unknown_formats * (len(dtype_choices) * len(format_choices))
        kind, depends = draft.kind.value, draft.value_depend
        out.append(PortColumns(draft.name, tuple(dtypes), tuple(formats), unknown, kind, depends, dict(draft.extra)))
    return tuple(out[: len(inputs)]), tuple(out[len(inputs) :])


def _sources(draft: PortDraft, drafts: list[PortDraft]) -> tuple[int, int]:
    """Which ports give this one its dtypes and its formats; a chain of Follow has at most as many steps as ports."""
    position = {item.name: index for index, item in reversed(list(enumerate(drafts)))}
    own = next(index for index, item in enumerate(drafts) if item is draft)
    at, what = own, draft.follow_what.rsplit("::", 1)[-1]
    for _ in drafts:
        followed = position.get(drafts[at].follow, at) if drafts[at].follow else at
        if followed == at:
            break
        at = followed
    return (at if what in ("", "ALL", "DTYPE") else own), (at if what in ("", "ALL", "FORMAT") else own)
