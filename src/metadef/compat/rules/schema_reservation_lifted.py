"""Rule `schema-reservation-lifted`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_match import reserving_kept
from metadef.compat.schema_snapshot import Schema, Spans, without_spans

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A reserved number or name is free again."""
    for name, before, after in reserving_kept(old, new):
        for first, last in without_spans(before.reserved_numbers, (*after.reserved_numbers, *_used(after.numbers))):
            words = f"{first}" if first == last else f"{first} to {last}"
            yield Hit(name, f"{name} no longer reserves {words}", f"reserved {words}")
        for word in sorted(before.reserved_names - after.reserved_names - after.names):
            yield Hit(name, f'{name} no longer reserves "{word}"', f'reserved "{word}"')


def _used(numbers: frozenset[int]) -> Spans:
    """WHY: a number that is used now is the other rule's."""
    return tuple((number, number) for number in numbers)
