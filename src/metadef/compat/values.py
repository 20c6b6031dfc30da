"""Attribute values to try: ordinary ones, and those at the edges of constraints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, cast

from metadef.ops.ports import AttrSpec
from metadef.types.attrs import AttrKind, AttrValue, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.tensor_value import TensorValue

__all__ = ["first_refused", "sample_value", "values_of"]

Item: TypeAlias = "int | float | bool | str | DataType"

_INTS = (0, 1, -1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 100, 255, 256, 1 << 31, -(1 << 31), (1 << 63) - 1)
_FLOATS = (0.0, 1.0, -1.0, 0.5, 1e-5, 2.0, 0.1, 0.9, 100.0, -0.5, 1e30)
_WORDS = (
    *("", "NCHW", "NHWC", "SAME", "VALID", "sum", "mean", "none", "add", "mul", "linear", "nearest", "bilinear"),
    *("constant", "reflect", "edge", "half_pixel", "align_corners", "ij", "x", "zeros", "border"),
    *("REFLECT", "SYMMETRIC", "CONSTANT", "BSH", "BNSD", "BSND", "TND", "avg", "max"),
)
_LENGTHS = (1, 2, 3, 4, 5, 6, 8, 0)


def values_of(spec: AttrSpec) -> Iterator[AttrValue]:
    """Values of the attribute's kind, legal or not; the default first, ordinary ones before edges."""
    if spec.default is not None:
        yield spec.default
    kind = spec.kind
    match kind:
        case AttrKind.Int:
            yield from _INTS
        case AttrKind.Float:
            yield from _FLOATS
        case AttrKind.String | AttrKind.AscendString:
            yield from _WORDS
        case AttrKind.Bool:
            yield from (False, True)
        case AttrKind.ListInt:
            yield from _lists(spec, (1, 0, 2, -1, 3))
        case AttrKind.ListFloat:
            yield from _lists(spec, (1.0, 0.0, -1.0, 0.5))
        case AttrKind.ListBool:
            yield from _lists(spec, (True, False))
        case AttrKind.ListString | AttrKind.ListAscendString:
            yield from _lists(spec, ("x", "NCHW"))
        case AttrKind.Type:
            yield from (DataType.FLOAT, DataType.INT32, DataType.FLOAT16, DataType.INT64, DataType.BOOL)
        case AttrKind.ListType:
            yield from _lists(spec, (DataType.FLOAT, DataType.INT32))
        case AttrKind.Tensor:
            yield TensorValue.splat(DataType.FLOAT, (1,), 0.0)
        case AttrKind.Bytes:
            yield from (b"", b"x")
        case AttrKind.NamedAttrs:
            yield NamedAttrs("f")
        case AttrKind.ListListInt:
            yield from (((1,),), ((1, 2), (3, 4)), ())
        case AttrKind.ListListFloat:
            yield from (((1.0,),), ())
        case _:
            yield ()


def _lists(spec: AttrSpec, items: tuple[Item, ...]) -> Iterator[AttrValue]:
    default = cast("tuple[Item, ...]", spec.default) if isinstance(spec.default, tuple) else ()
    lengths = dict.fromkeys((*((len(default),) if default else ()), *_LENGTHS))
    for item in items:
        for length in lengths:
            yield (item,) * length
    for item in items:
        for at in range(len(default)):
            yield (*default[:at], item, *default[at + 1 :])


def _holds(spec: AttrSpec, value: AttrValue) -> bool:
    return spec.constraint is None or spec.constraint.holds(value)


def sample_value(spec: AttrSpec) -> AttrValue | None:
    """A legal value, an ordinary one if there is; None when none was found."""
    return next((value for value in values_of(spec) if _holds(spec, value)), None)


def first_refused(old: AttrSpec, new: AttrSpec) -> AttrValue | None:
    """A value that the old attribute takes and the new one refuses; None when none was found."""
    for value in (*values_of(old), *values_of(new)):
        if _holds(old, value) and not _holds(new, value):
            return value
    return None
