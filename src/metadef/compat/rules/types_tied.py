"""Rule `types-tied`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from metadef.compat.pair import Pair, all_types
from metadef.compat.record import Hit, Probe

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """Inputs that could have different types must share one now."""
    for (old_a, new_a), (old_b, new_b) in combinations(pair.inputs.both, 2):
        if not new_a.symbol or new_a.symbol != new_b.symbol or (old_a.symbol and old_a.symbol == old_b.symbol):
            continue
        both = [(one, other) for one in all_types(old_a) for other in all_types(old_b) if one is not other]
        legal = [pair_ for pair_ in both if pair_[0] in all_types(new_a) and pair_[1] in all_types(new_b)]
        if not legal:
            continue
        dtypes = {old_a.name: legal[0][0], old_b.name: legal[0][1]}
        message = f"inputs `{old_a.name}` and `{old_b.name}` must share one type now"
        probe = Probe(dtypes, present=(old_a.name, old_b.name))
        yield Hit(old_b.name, message, "types of their own", new_a.symbol, probe=probe)
