"""Dtype and format rows of the JSON and ini forms: names to records and back.

In these forms every port lists its dtypes and formats, and entry n of all lists together is one legal choice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache

from metadef.definitions.columns import ANY_SOC, PortColumns, SocColumns, usual_length
from metadef.definitions.default_value import Default, parse_default
from metadef.definitions.dtype_names import meaning_of
from metadef.definitions.fields import Fields
from metadef.definitions.json_values import from_json_value
from metadef.errors import nearest
from metadef.ops.ports import Port, PortKind
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.typeset import TypeSet

__all__ = [
    "PARAM_TYPES",
    "check_lengths",
    "columns_of",
    "dtype_word",
    "port_of",
    "read_default",
    "read_dtypes",
    "read_formats",
]

PARAM_TYPES = {kind.value: kind for kind in PortKind}
_WORDS = {
    DataType.BF16: "bfloat16",
    DataType.DOUBLE: "double",
    DataType.UNDEFINED: "undefined",
}


@lru_cache(maxsize=1024)
def _format(word: str) -> Format | None:
    return Format.lookup(word) if len(word) <= 64 else None


def dtype_word(dtype: DataType) -> str:
    """`float16`: the name in JSON and ini files.

    >>> dtype_word(DataType.FLOAT16), dtype_word(DataType.BF16)
    ('float16', 'bfloat16')
    """
    return _WORDS.get(dtype, dtype.name.lower())


def read_dtypes(fields: Fields, key: str, words: Iterable[str]) -> tuple[DataType, ...]:
    """The types that words name; an unknown word is a finding and stands as UNDEFINED, so that rows stay in step."""
    out: list[DataType] = []
    for index, word in enumerate(words):
        dtype = meaning_of(word.strip())
        if dtype is None:
            close = nearest(word[:40], map(dtype_word, DataType), limit=1)
            message = f"{word[:60]!r} is no data type"
            hint = close[0] if close else ""
            fields.report("dtype-name-unknown", message, f"{key}[{index}]", got=word, hint=hint)
            dtype = DataType.UNDEFINED
        out.append(dtype)
    return tuple(out)


def read_formats(fields: Fields, key: str, words: Iterable[str]) -> tuple[Format, ...]:
    """The formats that words name; an unknown word is a finding and stands as RESERVED, as GE reads it."""
    out: list[Format] = []
    for index, word in enumerate(words):
        found = _format(word)
        if found is None:
            close = nearest(word[:40], Format.__members__, limit=1)
            message = f"{word[:60]!r} is no format"
            hint = close[0] if close else ""
            fields.report("format-name-unknown", message, f"{key}[{index}]", got=word, hint=hint)
            found = Format.RESERVED
        out.append(found)
    return tuple(out)


def check_lengths(fields: Fields, ports: Sequence[PortColumns]) -> None:
    """Every dtype and format list of an operator has the same length; empty ones stand for anything."""
    lists = [
        (port.name, what, len(entries))
        for port in ports
        for what, entries in (
            ("dtypes", port.dtypes),
            ("formats", port.formats),
            ("formats of unknown shapes", port.unknown_shape_formats),
        )
        if entries
    ]
    usual = usual_length(count for _, _, count in lists)
    for name, what, count in lists:
        if count != usual:
            fields.report("columns-unequal", f"{name} has {count} {what} where other lists have {usual}", got=count)


def port_of(columns: PortColumns, kind: PortKind, doc: str = "") -> Port:
    """The prototype port that a column list belongs to."""
    types = TypeSet.of(*(dtype for dtype in columns.dtypes if dtype is not DataType.UNDEFINED))
    return Port(columns.name, types, kind, "", doc)


def columns_of(proto: OpProto) -> SocColumns:
    """Columns for a prototype without any: its dtypes in order, shorter lists repeating their last entry, format ND.

    The rows hold every type of every port; that some of their combinations are illegal cannot be known here.
    """
    count = max((len(port.types) for port in (*proto.inputs, *proto.outputs)), default=0)

    def columns(port: Port) -> PortColumns:
        dtypes = tuple(port.types)
        padded = dtypes + dtypes[-1:] * (count - len(dtypes))
        return PortColumns(port.name, padded, (Format.ND,) * len(padded), param_type=port.kind.value)

    return SocColumns(ANY_SOC, tuple(map(columns, proto.inputs)), tuple(map(columns, proto.outputs)))


def read_default(value: object, kind: AttrKind) -> Default:
    """A default from JSON, where numbers and lists also come as text (`"1.0"`, `"[1, 2]"`, `"true"`)."""
    if not isinstance(value, str) or kind in (AttrKind.String, AttrKind.AscendString):
        return from_json_value(value, kind)
    text = value.strip()
    if text in ("inf", "-inf", "nan"):
        return from_json_value(text, kind)
    if kind in (AttrKind.Type, AttrKind.ListType, AttrKind.Int) and meaning_of(text) is not None:
        return from_json_value([text] if kind is AttrKind.ListType else text, kind)
    if text.startswith("["):
        try:
            return from_json_value(json.loads(text), kind)
        except (ValueError, RecursionError):  # lists of bare words are common, and no JSON
            text = text.replace("[", "{").replace("]", "}")
    if kind.is_list and not text.startswith("{"):
        text = f"{{{text}}}"
    default = parse_default(text.replace("True", "true").replace("False", "false"), kind)
    if default.value is None and kind is AttrKind.ListString:
        return from_json_value([word.strip() for word in value.strip(" []").split(",") if word.strip()], kind)
    return default
