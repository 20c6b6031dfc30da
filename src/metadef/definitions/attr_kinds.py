"""Names of attribute kinds in the various forms, and what wrong ones stand for."""

from __future__ import annotations

from metadef.types.attrs import AttrKind

__all__ = ["attr_kind", "ini_name", "json_name", "single_op_name"]

# msOpGen JSON, op-info files and OpDef each have their own words; folded to lower case without underscores.
_WORDS: dict[str, AttrKind] = {
    **{kind.name.lower(): kind for kind in AttrKind},
    "str": AttrKind.String,
    "boolean": AttrKind.Bool,
    "double": AttrKind.Float,
    "float32": AttrKind.Float,
    "int64": AttrKind.Int,
    "int32": AttrKind.Int,
    "dtype": AttrKind.Type,
    "datatype": AttrKind.Type,
    "liststr": AttrKind.ListString,
    "listacendstring": AttrKind.ListAscendString,
    "listdatatype": AttrKind.ListType,
    "listdtype": AttrKind.ListType,
    "vectorint": AttrKind.ListInt,
}
_INI = {AttrKind.String: "str", AttrKind.ListString: "listStr"}
_JSON = {
    AttrKind.String: "string",
    AttrKind.AscendString: "string",
    AttrKind.ListString: "list_string",
    AttrKind.ListAscendString: "list_string",
    AttrKind.ListListInt: "list_list_int",
    AttrKind.ListListFloat: "list_list_float",
}


def attr_kind(written: str) -> AttrKind | None:
    """The kind that a name of any form means, or None.

    >>> attr_kind("list_int"), attr_kind("listStr"), attr_kind("ListInts")
    (ListInt, ListString, None)
    """
    return AttrKind.parse(written) or _WORDS.get(written[:40].lower().replace("_", "").replace(" ", ""))


def ini_name(kind: AttrKind) -> str:
    """`listInt`: the name in op-info files and in OpDef."""
    name = _INI.get(kind, kind.name)
    return name[0].lower() + name[1:]


def json_name(kind: AttrKind) -> str:
    """`list_int`: the name in msOpGen JSON."""
    if kind in _JSON:
        return _JSON[kind]
    name = kind.name
    return f"list_{name.removeprefix('List').lower()}" if kind.is_list else name.lower()


def single_op_name(kind: AttrKind) -> str:
    """`data_type`: the name in single-op JSON, which differs from msOpGen's for dtypes only."""
    return {AttrKind.Type: "data_type", AttrKind.ListType: "list_data_type"}.get(kind, json_name(kind))
