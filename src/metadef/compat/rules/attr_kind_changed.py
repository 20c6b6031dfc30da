"""Rule `attr-kind-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit, Probe
from metadef.compat.values import sample_value

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An attribute holds values of another kind; saved ones cannot be read."""
    for old, new in pair.attrs.both:
        if old.kind is not new.kind:
            value = sample_value(old)
            probe = Probe(attrs={old.name: value}) if value is not None else Probe()
            message = f"attribute `{old.name}` was {old.kind.name} and is {new.kind.name}"
            yield Hit(old.name, message, old.kind.name, new.kind.name, "a new attribute", probe)
