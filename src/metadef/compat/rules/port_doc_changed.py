"""Rule `port-doc-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """The description of a port is different."""
    for old, new in (*pair.inputs.both, *pair.outputs.both):
        if old.doc != new.doc:
            yield Hit(old.name, f"the description of `{old.name}` is different")
