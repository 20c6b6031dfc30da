"""Rule `attr-renamed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit, Probe
from metadef.compat.values import sample_value

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An attribute has another name; saved graphs know it by the old one."""
    for old, new in pair.attrs.renamed:
        value = sample_value(old)
        probe = Probe(attrs={old.name: value}) if value is not None else Probe()
        yield Hit(old.name, f"attribute `{old.name}` is now called `{new.name}`", old.name, new.name, probe=probe)
