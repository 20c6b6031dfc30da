"""Rule `optional-input-appended`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit
from metadef.ops.ports import PortKind

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An optional or dynamic input is new and stands behind all old ones."""
    last = max((at for at, port in enumerate(pair.new.inputs) if port.name in pair.old.input_index), default=-1)
    for port in pair.inputs.added:
        if port.kind is not PortKind.REQUIRED and pair.new.input_index[port.name] > last:
            yield Hit(port.name, f"{port.kind.value} input `{port.name}` is new", "", port.kind.value)
