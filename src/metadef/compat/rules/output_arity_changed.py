"""Rule `output-arity-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit
from metadef.ops.ports import PortKind

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An output of one tensor has any number now, or the other way round."""
    for old, new in pair.outputs.both:
        if (old.kind is PortKind.DYNAMIC) is not (new.kind is PortKind.DYNAMIC):
            message = f"output `{old.name}` was {old.kind.value} and is {new.kind.value}"
            yield Hit(old.name, message, old.kind.value, new.kind.value)
