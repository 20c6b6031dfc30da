"""Rule `shape-rule-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.calls import inferred_both, legal_calls, probes_of
from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]

_PROBES = 40


def check(pair: Pair) -> Iterator[Hit]:
    """The same call gives another output shape (found by trying calls)."""
    if pair.old.shape_rule is None or pair.new.shape_rule is None or pair.old.shape_rule is pair.new.shape_rule:
        return
    samples = (sample for probe in probes_of(pair.old, _PROBES) for sample in legal_calls(pair.old, probe, 2))
    for sample in samples:
        both = inferred_both(pair.old, pair.new, sample)
        if both is None:
            continue
        before, after = both
        was, now = [desc.shape for desc in before], [desc.shape for desc in after or ()]
        if was != now:
            got = "refused" if after is None else ", ".join(map(str, now))
            yield Hit("", f"{sample} gives another shape", ", ".join(map(str, was)), got)
            return
