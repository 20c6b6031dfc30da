"""Rule `required-input-added`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit
from metadef.ops.ports import PortKind

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """A new input must be fed; calls that exist do not feed it."""
    for port in pair.inputs.added:
        if port.kind is PortKind.REQUIRED:
            yield Hit(port.name, f"input `{port.name}` is new and must be fed", "", "required", "make it optional")
