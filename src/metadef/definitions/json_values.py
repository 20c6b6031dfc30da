"""Attribute values in JSON: numbers, strings, booleans and lists of them; a dtype is its enumerator."""

from __future__ import annotations

from base64 import b64encode
from math import inf, isfinite, isinf, isnan, nan
from typing import TYPE_CHECKING

from metadef.definitions.cpp_value import CppValue, TypeName
from metadef.definitions.default_value import Default, default_of
from metadef.definitions.dtype_names import VALID, enumerator, meaning_of
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.dtype import DataType

if TYPE_CHECKING:
    from metadef.definitions.json_form import Json

# Kinds whose values no JSON of definitions can hold.
OPAQUE_KINDS = (AttrKind.Tensor, AttrKind.NamedAttrs, AttrKind.ListTensor, AttrKind.ListNamedAttrs)

__all__ = ["OPAQUE_KINDS", "from_json_value", "to_json_value"]

_SPECIAL = {"inf": inf, "-inf": -inf, "nan": nan}


def to_json_value(value: AttrValue | None) -> Json:
    """A canonical value as JSON; infinities and NaN, which JSON lacks, are strings.

    >>> to_json_value((DataType.FLOAT, DataType.INT8)), to_json_value(float("inf"))
    (['DT_FLOAT', 'DT_INT8'], 'inf')
    """
    if isinstance(value, tuple):
        return [to_json_value(item) for item in value]  # at most two levels: lists of lists
    if isinstance(value, float) and not isfinite(value):
        return "nan" if isnan(value) else "inf" if value > 0 else "-inf"
    if isinstance(value, DataType):
        return enumerator(value)
    if isinstance(value, bytes):
        return b64encode(value).decode("ascii")
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)


def from_json_value(value: object, kind: AttrKind) -> Default:
    """The default that a JSON value is for an attribute of a kind; `value` None where it does not fit."""
    floats = kind in (AttrKind.Float, AttrKind.ListFloat, AttrKind.ListListFloat)
    types = kind in (AttrKind.Type, AttrKind.ListType, AttrKind.Int)
    try:
        plain = _plain(value, floats, types, 0)
    except ValueError:
        return Default()
    return default_of(plain, kind)


def _plain(value: object, floats: bool, types: bool, depth: int) -> CppValue:
    if isinstance(value, list):
        if depth > 1:
            raise ValueError("lists nest at most two deep")
        return [_plain(item, floats, types, depth + 1) for item in value]
    if isinstance(value, str):
        if floats and value in _SPECIAL:
            return _SPECIAL[value]
        if types:
            dtype = VALID.get(value) or meaning_of(value)
            if dtype is not None:
                return TypeName(value if value.startswith("DT_") else enumerator(dtype), dtype)
        return value
    if isinstance(value, bool | int | float):
        if isinstance(value, float) and isinf(value):
            return value
        return value
    raise ValueError("no attribute value")
