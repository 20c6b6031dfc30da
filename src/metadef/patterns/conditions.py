"""Conditions on captured values: type, shape, elements, readers.

    op("Add", var("x", is_float()), const("c", has_rank(1)))

A condition says what a value must do; the matcher puts the name before it when it fails.
"""

from __future__ import annotations

from metadef.graph.value import Value
from metadef.patterns.constants import array_of
from metadef.patterns.expression import Condition
from metadef.types.dtype import DataType

__all__ = ["has_dims", "has_rank", "holds_only", "is_any_of", "is_float", "is_known", "is_read_once"]


def is_float() -> Condition:
    """Of a floating-point type."""
    return Condition("be of a floating-point type", lambda value: value.desc.dtype.is_float)


def is_any_of(*dtypes: DataType) -> Condition:
    """Of one of some types."""
    names = " or ".join(dtype.name for dtype in dtypes)
    return Condition(f"be of type {names}", lambda value: value.desc.dtype in dtypes)


def has_rank(*ranks: int) -> Condition:
    """Of one of some numbers of axes."""
    return Condition(f"have {' or '.join(map(str, ranks))} axes", lambda value: value.desc.origin_shape.rank in ranks)


def has_dims(*dims: int | None) -> Condition:
    """Of a shape; None stands for any length of that axis."""

    def holds(value: Value) -> bool:
        own = value.desc.origin_shape
        return own.rank == len(dims) and all(want is None or want == got for want, got in zip(dims, own, strict=True))

    return Condition(f"have the shape {list(dims)}", holds)


def is_known() -> Condition:
    """Of a shape whose lengths are all known."""
    return Condition("have a known shape", lambda value: value.desc.origin_shape.known_dims() is not None)


def holds_only(number: float) -> Condition:
    """A constant all of whose elements are one number."""

    def holds(value: Value) -> bool:
        array = array_of(value)
        return array is not None and array.size > 0 and bool((array == number).all())

    return Condition(f"hold only {number!r}", holds)


def is_read_once() -> Condition:
    """Read by one node, and not returned by the graph."""
    return Condition("be read once", lambda value: value.use_count == 1 and not value.producer.graph.is_output(value))
