"""Rule `members-may-differ`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """Members of a dynamic input may differ in type now."""
    lists = {symbol.name for symbol in pair.old.symbols if symbol.is_list}
    new_lists = {symbol.name for symbol in pair.new.symbols if symbol.is_list}
    for old, new in pair.inputs.both:
        if old.symbol and old.symbol not in lists and new.symbol in new_lists:
            yield Hit(old.name, f"members of `{old.name}` may differ in type now", "TensorType", "ListTensorType")
