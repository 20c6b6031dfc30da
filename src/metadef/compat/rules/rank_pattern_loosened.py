"""Rule `rank-pattern-loosened`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit
from metadef.compat.words import pattern_ranks

__all__ = ["check"]

_RANKS = 9


def check(pair: Pair) -> Iterator[Hit]:
    """An input takes tensors of ranks that it did not take."""
    for old, new in pair.inputs.both:
        if old.pattern == new.pattern:
            continue
        more = [n for n in range(_RANKS) if pattern_ranks(new.pattern)(n) and not pattern_ranks(old.pattern)(n)]
        if more:
            message = f"input `{old.name}` also takes rank {', '.join(map(str, more))}"
            yield Hit(old.name, message, old.pattern, new.pattern or "any rank")
