"""Rule `dtype-rule-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.calls import inferred_both, legal_calls, probes_of
from metadef.compat.pair import Pair
from metadef.compat.record import Hit
from metadef.types.dtype import DataType

__all__ = ["check"]

_PROBES = 40


def check(pair: Pair) -> Iterator[Hit]:
    """The same call gives another output type (found by trying calls)."""
    # WHY the outputs: without a rule, a type follows from what its port and its symbol may be
    if pair.old.dtype_rule is pair.new.dtype_rule and not _outputs_differ(pair):
        return
    samples = (sample for probe in probes_of(pair.old, _PROBES) for sample in legal_calls(pair.old, probe, 1))
    for sample in samples:
        old, new = inferred_both(pair.old, pair.new, sample) or (None, None)
        if old is None:
            continue
        if new is None:
            # WHY only then: a refusal for another reason is another change
            if pair.old.dtype_rule is not pair.new.dtype_rule and pair.old.shape_rule is pair.new.shape_rule:
                yield Hit("", f"{sample} has no legal type", _names([desc.dtype for desc in old]), "refused")
                return
            continue
        was, now = [desc.dtype for desc in old], [desc.dtype for desc in new]
        # WHY known before: without a rule a port of several types says nothing, and saying more breaks nobody
        if any(before not in (after, DataType.UNDEFINED) for before, after in zip(was, now, strict=False)):
            yield Hit("", f"{sample} gives another type", _names(was), _names(now))
            return


def _names(dtypes: list[DataType]) -> str:
    return ", ".join(dtype.name for dtype in dtypes)


def _outputs_differ(pair: Pair) -> bool:
    return any((old.types, old.symbol) != (new.types, new.symbol) for old, new in pair.outputs.both)
