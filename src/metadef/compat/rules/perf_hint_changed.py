"""Rule `perf-hint-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """The hint for schedulers and cost models is different."""
    if pair.old.perf_hint != pair.new.perf_hint:
        yield Hit("", "the performance hint is different", repr(pair.old.perf_hint), repr(pair.new.perf_hint))
