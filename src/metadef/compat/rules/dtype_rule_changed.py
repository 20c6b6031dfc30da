"""Rule `dtype-rule-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.calls import inferred, legal_calls
from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """The same call gives another output type (found by trying calls)."""
    if pair.old.dtype_rule is pair.new.dtype_rule:
        return
    for sample in legal_calls(pair.old):
        before, after = inferred(pair.old, sample), inferred(pair.new, sample)
        was, now = [desc.dtype.name for desc in before or ()], [desc.dtype.name for desc in after or ()]
        if before is not None and after is not None and was != now:
            yield Hit("", f"{sample} gives another type", ", ".join(was), ", ".join(now))
            return
