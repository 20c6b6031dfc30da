"""Rule `input-became-dynamic`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit, Probe
from metadef.ops.ports import PortKind

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An input of one tensor takes any number now; places behind it are counted differently."""
    for old, new in pair.inputs.both:
        if old.kind is not PortKind.DYNAMIC and new.kind is PortKind.DYNAMIC:
            probe = Probe(present=(old.name,))
            message = f"input `{old.name}` takes any number of tensors now"
            yield Hit(old.name, message, old.kind.value, "dynamic", "", probe)
