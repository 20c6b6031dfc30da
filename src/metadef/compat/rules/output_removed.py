"""Rule `output-removed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An output is gone."""
    for port in pair.outputs.removed:
        yield Hit(port.name, f"output `{port.name}` is gone", port.kind.value)
