"""Rule `input-renamed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit, Probe

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An input has another name; saved graphs and generated code know it by the old one."""
    for old, new in pair.inputs.renamed:
        probe = Probe(present=(old.name,))
        yield Hit(old.name, f"input `{old.name}` is now called `{new.name}`", old.name, new.name, probe=probe)
