"""Rule `types-untied`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """Ports that shared one type may differ now, so a reader cannot tell one from the other."""
    old_ports = {port.name: port for port in (*pair.old.inputs, *pair.old.outputs)}
    new_ports = {port.name: port for port in (*pair.new.inputs, *pair.new.outputs)}
    shared = [name for name in old_ports if name in new_ports and old_ports[name].symbol]
    for one, other in combinations(shared, 2):
        if old_ports[one].symbol == old_ports[other].symbol and (
            new_ports[one].symbol != new_ports[other].symbol or not new_ports[one].symbol
        ):
            message = f"`{one}` and `{other}` shared the type {old_ports[one].symbol} and may differ now"
            yield Hit(other, message, old_ports[one].symbol, new_ports[other].symbol or "a type of its own")
