"""Rule `input-removed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit, Probe
from metadef.ops.ports import PortKind

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An input is gone."""
    for port in pair.inputs.removed:
        probe = Probe(present=(port.name,)) if port.kind is PortKind.OPTIONAL else Probe()
        yield Hit(port.name, f"input `{port.name}` is gone", port.kind.value, "", "deprecate it first", probe)
