"""Rule `members-must-agree`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit, Probe

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """Members of a dynamic input that could differ in type must share one now."""
    lists = {symbol.name for symbol in pair.old.symbols if symbol.is_list}
    new_lists = {symbol.name for symbol in pair.new.symbols if symbol.is_list}
    for old, new in pair.inputs.both:
        if old.symbol in lists and new.symbol and new.symbol not in new_lists:
            message = f"members of `{old.name}` must share one type now"
            probe = Probe(members={old.name: 2}, mixed=(old.name,))
            yield Hit(old.name, message, "ListTensorType", "TensorType", probe=probe)
