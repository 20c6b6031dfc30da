"""Turning a function of elements into a rule over tensors: broadcasting, and the care that unknown elements need.

Elements are exact here; the engine makes of them what the output's type holds (`element_type`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from metadef.errors import MetadefError
from metadef.ops.call import Call
from metadef.ops.proto import ValueRule
from metadef.types.known_value import LIMIT, Element, KnownValue

__all__ = ["Binary", "Unary", "binary", "broadcast_items", "broadcast_of", "own_dims", "unary"]

Unary = Callable[[Call, Element], Element]
Binary = Callable[[Call, Element, Element], Element]


def unary(apply: Unary, port: str = "x") -> ValueRule:
    """Every element by itself."""

    def rule(call: Call) -> KnownValue | None:
        known = call.value(port)
        if known is None:
            return None
        return KnownValue(known.dims, tuple([_guarded(apply, call, item) for item in known.items]))

    return rule


def _guarded(apply: Unary, call: Call, item: Element) -> Element:
    if item is None:
        return None
    try:
        return apply(call, item)
    except (MetadefError, ArithmeticError):
        return None


def binary(apply: Binary, first: str = "x1", second: str = "x2") -> ValueRule:
    """Elements of two inputs that broadcast to each other."""

    def rule(call: Call) -> KnownValue | None:
        left, right = call.value(first), call.value(second)
        if left is None or right is None:
            return None
        dims = broadcast_of(left.dims, right.dims)
        if dims is None:
            return None
        items: list[Element] = []
        for a, b in zip(broadcast_items(left, dims), broadcast_items(right, dims), strict=True):
            try:
                items.append(apply(call, a, b))
            except (MetadefError, ArithmeticError):
                items.append(None)
        return KnownValue(dims, tuple(items))

    return rule


def broadcast_of(*shapes: Sequence[int]) -> tuple[int, ...] | None:
    """The shape that all broadcast to; None when they do not, or when it is too large to follow."""
    rank = max(map(len, shapes))
    out: list[int] = []
    for at in range(-rank, 0):
        sizes = {shape[at] for shape in shapes if len(shape) >= -at} - {1}
        if len(sizes) > 1:
            return None
        out.append(sizes.pop() if sizes else 1)
    return tuple(out) if prod(out) <= LIMIT else None


def broadcast_items(value: KnownValue, dims: tuple[int, ...]) -> Sequence[Element]:
    """The elements of a value stretched to `dims`, in row-major order."""
    if value.dims == dims:
        return value.items
    if len(value.items) == 1:
        return value.items * prod(dims)
    places = [0]
    padded = (1,) * (len(dims) - len(value.dims)) + value.dims
    stride = len(value.items)
    for own, size in zip(padded, dims, strict=True):
        stride = stride // own if own else 0
        step = stride if own > 1 else 0
        places = [place + step * at for place in places for at in range(size)]
    return [value.items[place] for place in places]


def own_dims(call: Call, index: int = 0) -> tuple[int, ...] | None:
    """The dimensions of an output of this call, when all are numbers few enough to follow."""
    rule = call.proto.shape_rule
    if rule is None:
        return None
    given = rule(call)
    shape = given[index] if isinstance(given, Sequence) else given
    dims = shape.known_dims()
    return dims if dims is not None and prod(dims) <= LIMIT else None
