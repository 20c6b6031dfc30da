"""Rule `shape-rule-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.calls import inferred, legal_calls
from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """The same call gives another output shape (found by trying calls)."""
    if pair.old.shape_rule is None or pair.new.shape_rule is None or pair.old.shape_rule is pair.new.shape_rule:
        return
    for sample in legal_calls(pair.old):
        before, after = inferred(pair.old, sample), inferred(pair.new, sample)
        was, now = [desc.shape for desc in before or ()], [desc.shape for desc in after or ()]
        if before is not None and was != now:
            got = "refused" if after is None else ", ".join(map(str, now))
            yield Hit("", f"{sample} gives another shape", ", ".join(map(str, was)), got)
            return
