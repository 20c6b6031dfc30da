"""Rule `attr-removed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit, Probe
from metadef.compat.values import sample_value

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An attribute is gone; calls that give it are refused."""
    for spec in pair.attrs.removed:
        value = sample_value(spec)
        probe = Probe(attrs={spec.name: value}) if value is not None else Probe()
        yield Hit(spec.name, f"attribute `{spec.name}` is gone", spec.kind.name, "", "deprecate it first", probe)
