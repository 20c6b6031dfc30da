"""Rule `output-renamed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An output has another name; saved graphs and generated code know it by the old one."""
    for old, new in pair.outputs.renamed:
        yield Hit(old.name, f"output `{old.name}` is now called `{new.name}`", old.name, new.name)
