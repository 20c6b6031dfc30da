"""Rule `inputs-reordered`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit, Probe

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """Inputs stand in another order; saved graphs store them by place."""
    if pair.inputs.reordered:
        names = [old.name for old, _ in pair.inputs.kept]
        order = [port.name for port in pair.new.inputs if port.name in names]
        probe = Probe(present=tuple(names))
        yield Hit("", "the inputs stand in another order", ", ".join(names), ", ".join(order), probe=probe)
