"""Rule `output-added`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An output is new; saved nodes do not have it, and calls return one value more."""
    for port in pair.outputs.added:
        yield Hit(port.name, f"output `{port.name}` is new", "", port.kind.value, "a new operator")
