"""Rule `input-no-longer-dynamic`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit, Probe
from metadef.ops.ports import PortKind

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An input of any number of tensors takes one now."""
    for old, new in pair.inputs.both:
        if old.kind is PortKind.DYNAMIC and new.kind is not PortKind.DYNAMIC:
            probe = Probe(members={old.name: 3})
            yield Hit(old.name, f"input `{old.name}` takes one tensor now", "dynamic", new.kind.value, "", probe)
