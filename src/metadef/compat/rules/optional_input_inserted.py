"""Rule `optional-input-inserted`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit, Probe
from metadef.ops.ports import PortKind

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An optional or dynamic input is new and stands before old ones, so their places move."""
    last = max((at for at, port in enumerate(pair.new.inputs) if port.name in pair.old.input_index), default=-1)
    for port in pair.inputs.added:
        place = pair.new.input_index[port.name]
        if port.kind is not PortKind.REQUIRED and place < last:
            behind = tuple(other.name for other in pair.new.inputs[place:] if other.name in pair.old.input_index)
            message = f"input `{port.name}` is new and stands before `{behind[0]}`"
            yield Hit(port.name, message, "at the end", f"place {place}", "move it to the end", Probe(present=behind))
