"""Kinds of attribute values, and the immutable map that a node keeps them in.

Values are plain Python: int, float, str, bool, bytes, `DataType`, `TensorValue`, `NamedAttrs`, and tuples of
these for the list kinds. Source: facts reg_op_macros.md, "Attr types"; `ListListFloat` exists only in ge_ir.proto.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, NoReturn, SupportsFloat, SupportsIndex, TypeAlias, Union

from metadef.types.dtype import DataType
from metadef.types.tensor_value import TensorValue

__all__ = ["EMPTY_ATTRS", "AttrKind", "AttrValue", "Attrs", "NamedAttrs"]

Scalar: TypeAlias = "int | float | str | bool | bytes | DataType | TensorValue | NamedAttrs"
AttrValue: TypeAlias = Union["Scalar", "tuple[Scalar, ...]", "tuple[tuple[Scalar, ...], ...]"]

_INT64 = 1 << 63


class Attrs(dict[str, AttrValue]):
    """An immutable attribute map. A dict, so that look-ups run at C speed; every way to write into it is closed.

    >>> Attrs(strides=(1, 1))["strides"]
    (1, 1)
    """

    __slots__ = ()

    def with_value(self, name: str, value: AttrValue) -> Attrs:
        """A copy with one attribute set."""
        return Attrs({**self, name: value})

    def without(self, *names: str) -> Attrs:
        """A copy that lacks the given attributes."""
        return Attrs({key: value for key, value in self.items() if key not in names})


def _closed(_self: Attrs, *_: object, **__: object) -> NoReturn:
    raise TypeError("attribute maps are immutable; use Graph.set_attr or Attrs({**old, name: value})")


def _hash(self: Attrs) -> int:
    return hash(frozenset(self.items()))


for _name in ("__setitem__", "__delitem__", "__ior__", "clear", "pop", "popitem", "setdefault", "update"):
    setattr(Attrs, _name, _closed)
for _name in ("__hash__",):
    setattr(Attrs, _name, _hash)

EMPTY_ATTRS = Attrs()


@dataclass(frozen=True, slots=True)
class NamedAttrs:
    """An attribute map with a name: GE's way to nest attributes."""

    name: str
    attrs: Attrs = EMPTY_ATTRS


def _int(value: object) -> int:
    if type(value) is int and -_INT64 <= value < _INT64:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex) or type(value).__name__ in ("bool", "bool_"):
        raise ValueError("an integer")
    number = value.__index__()  # NumPy integers too
    if not -_INT64 <= number < _INT64:
        raise ValueError("an integer of 64 bits")
    return number


def _float(value: object) -> float:
    if type(value) is float:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsFloat):
        raise ValueError("a number")
    try:
        return float(value)
    except OverflowError as error:  # WHY: an integer may be larger than any float
        raise ValueError("a number") from error


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("a string")
    return value


def _bool(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if type(value).__name__ in ("bool_", "bool"):  # NumPy
        return bool(value)
    raise ValueError("true or false")


def _bytes(value: object) -> bytes:
    if not isinstance(value, bytes | bytearray | memoryview):
        raise ValueError("bytes")
    return bytes(value)


def _type(value: object) -> DataType:
    if isinstance(value, str):
        value = DataType.parse(value)
    if not isinstance(value, DataType):
        raise ValueError("a data type")
    return value


def _tensor(value: object) -> TensorValue:
    if isinstance(value, TensorValue):
        return value
    if hasattr(value, "__array__"):
        return TensorValue.from_array(value)
    raise ValueError("a tensor")


def _named(value: object) -> NamedAttrs:
    if not isinstance(value, NamedAttrs):
        raise ValueError("named attributes")
    return value


def _list(one: Callable[[object], Any], what: str) -> Callable[[object], Any]:
    def convert(value: object) -> Any:
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            raise ValueError(f"a list of {what}")
        try:
            return tuple(one(item) for item in value)
        except ValueError as error:
            raise ValueError(f"a list of {what}") from error

    return convert


class AttrKind(Enum):
    """The kind of an attribute, named as in REG_OP.

    >>> AttrKind.ListInt.convert([1, 2]), AttrKind.Float.convert(1)
    ((1, 2), 1.0)
    """

    Int = "Int"
    Float = "Float"
    String = "String"
    Bool = "Bool"
    Tensor = "Tensor"
    Type = "Type"
    NamedAttrs = "NamedAttrs"
    Bytes = "Bytes"
    AscendString = "AscendString"
    ListInt = "ListInt"
    ListFloat = "ListFloat"
    ListString = "ListString"
    ListAscendString = "ListAscendString"
    ListBool = "ListBool"
    ListTensor = "ListTensor"
    ListListInt = "ListListInt"
    ListListFloat = "ListListFloat"
    ListType = "ListType"
    ListBytes = "ListBytes"
    ListNamedAttrs = "ListNamedAttrs"

    __hash__ = object.__hash__  # WHY: members are singletons; Enum's own hash is a slow Python call

    def __repr__(self) -> str:
        return self.name

    @property
    def is_list(self) -> bool:
        return self.value.startswith("List")

    @staticmethod
    def parse(text: str) -> AttrKind | None:
        """By the written name; `ListAcendString` is a misspelling that real headers allow."""
        return AttrKind.__members__.get("ListAscendString" if text == "ListAcendString" else text)

    def convert(self, value: object) -> AttrValue:
        """`value` in canonical form: lists become tuples, integers become floats for Float.

        Raises:
            ValueError: with the words for what was expected, such as "a list of integers".
        """
        return _CONVERT[self](value)

    @staticmethod
    def of(value: AttrValue) -> AttrKind:
        """The kind that a canonical value has by itself; an empty tuple counts as ListInt.

        Raises:
            ValueError: if no kind has such values.
        """
        if isinstance(value, tuple):
            if not value:
                return AttrKind.ListInt
            first = value[0]
            if isinstance(first, tuple):
                flat = [item for row in value if isinstance(row, tuple) for item in row]
                return AttrKind.ListListFloat if any(isinstance(item, float) for item in flat) else AttrKind.ListListInt
            kind = AttrKind.__members__.get(f"List{AttrKind.of(first).name}")
            if kind is None:
                raise ValueError(f"lists of {type(first).__name__} are no attribute kind")
            return kind
        for types, kind in _OF:
            if isinstance(value, types):
                return kind
        raise ValueError(f"{type(value).__name__} is no attribute kind")


_OF: tuple[tuple[type, AttrKind], ...] = (
    (bool, AttrKind.Bool),
    (int, AttrKind.Int),
    (float, AttrKind.Float),
    (str, AttrKind.String),
    (bytes, AttrKind.Bytes),
    (DataType, AttrKind.Type),
    (TensorValue, AttrKind.Tensor),
    (NamedAttrs, AttrKind.NamedAttrs),
)

# WHY Any: a list converter returns tuples of what its member converter returns, which types cannot express here
_CONVERT: dict[AttrKind, Callable[[object], Any]] = {
    AttrKind.Int: _int,
    AttrKind.Float: _float,
    AttrKind.String: _string,
    AttrKind.Bool: _bool,
    AttrKind.Tensor: _tensor,
    AttrKind.Type: _type,
    AttrKind.NamedAttrs: _named,
    AttrKind.Bytes: _bytes,
    AttrKind.AscendString: _string,
    AttrKind.ListInt: _list(_int, "integers"),
    AttrKind.ListFloat: _list(_float, "numbers"),
    AttrKind.ListString: _list(_string, "strings"),
    AttrKind.ListAscendString: _list(_string, "strings"),
    AttrKind.ListBool: _list(_bool, "booleans"),
    AttrKind.ListTensor: _list(_tensor, "tensors"),
    AttrKind.ListListInt: _list(_list(_int, "integers"), "lists of integers"),
    AttrKind.ListListFloat: _list(_list(_float, "numbers"), "lists of numbers"),
    AttrKind.ListType: _list(_type, "data types"),
    AttrKind.ListBytes: _list(_bytes, "bytes"),
    AttrKind.ListNamedAttrs: _list(_named, "named attributes"),
}
