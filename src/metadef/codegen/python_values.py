"""Attribute kinds as Python types, and defaults as Python expressions."""

from __future__ import annotations

from math import isfinite, isnan

from metadef.definitions.json_values import OPAQUE_KINDS
from metadef.ops.ports import AttrSpec
from metadef.render.quoting import py_string
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.dtype import DataType

__all__ = ["attr_default", "attr_type", "literal"]

_ONE = {
    "Int": "int",
    "Float": "float",
    "String": "str",
    "AscendString": "str",
    "Bool": "bool",
    "Type": "_DataType",
    "Bytes": "bytes",
    "Tensor": "object",
    "NamedAttrs": "_NamedAttrs",
}


def attr_type(kind: AttrKind) -> str:
    """The annotation of a parameter.

    >>> attr_type(AttrKind.ListListInt)
    '_Sequence[_Sequence[int]]'
    """
    name, depth = kind.name, 0
    while name.startswith("List"):
        name, depth = name.removeprefix("List"), depth + 1
    return "_Sequence[" * depth + _ONE[name] + "]" * depth


def attr_default(spec: AttrSpec) -> str | None:
    """The expression of a default, None where no expression says it: then an absent argument stays absent."""
    return None if spec.default is None or spec.kind in OPAQUE_KINDS else literal(spec.default)


def literal(value: AttrValue) -> str:
    """An expression in the names that the generated modules import.

    >>> literal((1.0, float("inf"))), literal("a'b"), literal(DataType.INT8)
    ('(1.0, float("inf"))', '"a\\'b"', '_DataType.INT8')

    Raises:
        ValueError: for tensors and named attributes, which have none.
    """
    if isinstance(value, tuple):
        inner = ", ".join(literal(item) for item in value)  # at most two levels: lists of lists
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, DataType):
        return f"_DataType.{value.name}"
    if isinstance(value, float) and not isfinite(value):
        text = "nan" if isnan(value) else "inf" if value > 0 else "-inf"
        return f'float("{text}")'
    if isinstance(value, str):
        return py_string(value)
    if isinstance(value, bool | int | float | bytes):
        return repr(value)
    raise ValueError(f"{type(value).__name__} has no expression")
