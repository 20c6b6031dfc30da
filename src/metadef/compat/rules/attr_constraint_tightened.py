"""Rule `attr-constraint-tightened`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit, Probe
from metadef.compat.values import first_refused
from metadef.ops.ports import AttrSpec

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An attribute no longer may have a value that was legal."""
    for old, new in pair.attrs.both:
        if old.kind is not new.kind or old.constraint == new.constraint:
            continue
        refused = first_refused(old, new)
        if refused is not None:
            message = f"attribute `{old.name}` may no longer be {refused!r}"
            yield Hit(old.name, message, _text(old), _text(new), probe=Probe(attrs={old.name: refused}))


def _text(spec: AttrSpec) -> str:
    return repr(spec.constraint) if spec.constraint is not None else "any value"
