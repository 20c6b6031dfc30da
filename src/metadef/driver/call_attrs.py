"""The attributes of a call as Python callers write them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import cast

from metadef.driver.call_inputs import subject_of
from metadef.errors import UsageError
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.dtype import DataType

__all__ = ["attrs_of", "numbers_read", "private_attrs"]


def attrs_of(attrs: object, proto: OpProto) -> Mapping[str, object]:
    """Attributes as a mapping with names for keys; a `DataType` for an Int that holds a type becomes CANN's number.

    Raises:
        UsageError: for anything else.
    """
    if attrs is None:
        return {}
    if isinstance(attrs, Mapping):
        items = cast("Mapping[object, object]", attrs)
        if all(isinstance(name, str) for name in items):
            named = cast("Mapping[str, object]", items)
            if not any(isinstance(value, DataType) for value in named.values()):
                return named
            return {name: _number(proto, name, value) for name, value in named.items()}
    expected = "a mapping of names to values"
    raise UsageError.of("bad-usage", subject_of(proto), "cannot take these attributes", expected=expected)


def _number(proto: OpProto, name: str, value: object) -> object:
    """WHY by name: prototypes declare them as Int, and CANN calls them dst_type, dtype, y_dtype and so on."""
    spec = proto.attr_index.get(name)
    is_type = spec is not None and spec.kind is AttrKind.Int and (name == "dst_type" or "dtype" in name)
    return value.ge_value if is_type and isinstance(value, DataType) else value


def numbers_read(attrs: Mapping[str, object], proto: OpProto) -> Mapping[str, object]:
    """The attributes, with what C++ callers pass: `ge::DataType` for a Type or an Int, 0 and 1 for a truth value."""
    read: dict[str, object] = {}
    for name, value in attrs.items():
        if name not in proto.attr_index:
            continue
        kind = proto.attr_spec(name).kind
        if type(value) is int and kind is AttrKind.Type:
            read[name] = DataType.from_ge(value) or value
        elif type(value) is int and kind is AttrKind.Bool:
            read[name] = value == 1 if value in (0, 1) else value
        elif type(value) is str and kind is AttrKind.Int and value.startswith("DT_"):
            dtype = DataType.__members__.get(value.removeprefix("DT_"))
            read[name] = value if dtype is None else dtype.ge_value
    return {**attrs, **read} if read else attrs


def private_attrs(attrs: Mapping[str, object]) -> dict[str, AttrValue]:
    """Numbers in attributes of the engine's own, which no prototype declares; their names begin with `_`."""
    found: dict[str, AttrValue] = {}
    for name, value in attrs.items():
        if name.startswith("_"):
            for kind in (AttrKind.Int, AttrKind.ListInt):
                with suppress(ValueError):
                    found[name] = kind.convert(value)
    return found
