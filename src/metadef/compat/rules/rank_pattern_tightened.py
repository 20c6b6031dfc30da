"""Rule `rank-pattern-tightened`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit, Probe
from metadef.compat.words import pattern_ranks

__all__ = ["check"]

_RANKS = 9


def check(pair: Pair) -> Iterator[Hit]:
    """An input no longer takes tensors of every rank that it took."""
    for old, new in pair.inputs.both:
        ranks = pattern_ranks(old.pattern)
        gone = [rank for rank in range(_RANKS) if ranks(rank) and not pattern_ranks(new.pattern)(rank)]
        if gone:
            message = f"input `{old.name}` no longer takes rank {', '.join(map(str, gone))}"
            probe = Probe(present=(old.name,), ranks={old.name: gone[0]})
            yield Hit(old.name, message, old.pattern or "any rank", new.pattern, probe=probe)
