"""Rule `dtype-rule-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.calls import inferred_both, legal_calls, probes_of
from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]

_PROBES = 40


def check(pair: Pair) -> Iterator[Hit]:
    """The same call gives another output type (found by trying calls)."""
    # WHY the outputs: without a rule, a type follows from what its port and its symbol may be
    if pair.old.dtype_rule is pair.new.dtype_rule and not _outputs_differ(pair):
        return
    samples = (sample for probe in probes_of(pair.old, _PROBES) for sample in legal_calls(pair.old, probe, 1))
    for sample in samples:
        both = inferred_both(pair.old, pair.new, sample)
        if both is None or both[1] is None:
            continue
        was, now = [desc.dtype.name for desc in both[0]], [desc.dtype.name for desc in both[1]]
        if was != now:
            yield Hit("", f"{sample} gives another type", ", ".join(was), ", ".join(now))
            return


def _outputs_differ(pair: Pair) -> bool:
    return any((old.types, old.symbol) != (new.types, new.symbol) for old, new in pair.outputs.both)
