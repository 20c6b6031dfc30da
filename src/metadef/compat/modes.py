"""Which way compatibility has to hold, and against how much of a history.

BACKWARD: the new release reads what the old one wrote. FORWARD: the old release reads what the new one writes.
FULL: both. The transitive forms hold against every earlier release, the others against the last one only. The names
are those of schema registries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum

from metadef.compat.compare import Comparison, OpSet, compare_sets
from metadef.compat.record import Change, Promise
from metadef.errors import Severity

__all__ = ["Mode", "compare_history"]


class Mode(Enum):
    """A direction, and how far back."""

    BACKWARD = "backward"
    BACKWARD_TRANSITIVE = "backward-transitive"
    FORWARD = "forward"
    FORWARD_TRANSITIVE = "forward-transitive"
    FULL = "full"
    FULL_TRANSITIVE = "full-transitive"

    __hash__ = object.__hash__

    @property
    def is_transitive(self) -> bool:
        return self.value.endswith("-transitive")

    @property
    def directions(self) -> tuple[str, ...]:
        first = self.value.partition("-")[0]
        return ("backward", "forward") if first == "full" else (first,)


def compare_history(
    history: Sequence[tuple[str, OpSet]], new: OpSet, mode: Mode, promises: Iterable[Promise] = Promise
) -> Comparison:
    """Everything that differs from the releases that the mode looks at, oldest first.

    A forward break is a graph that the new release may write and the old one refuses; only WIRE and GRAPH count then,
    for old code is not compiled against new definitions. A change against several releases is told once, against the
    last one that shows it.
    """
    wanted = history if mode.is_transitive else history[-1:]
    kept = tuple(promises)
    found: dict[tuple[str, str, str], Change] = {}
    for label, old in wanted:
        note = f"against {label}" if len(wanted) > 1 else ""
        if "backward" in mode.directions:
            for change in compare_sets(old, new, kept).changes:
                found[change.rule, change.subject, "backward"] = replace(change, note=note)
        if "forward" in mode.directions:
            for change in _forward(old, new, kept):
                where = (
                    f"when {label} reads what is written now" if len(wanted) > 1 else "for readers of the old release"
                )
                found[change.rule, change.subject, "forward"] = replace(change, note=where)
    if mode.directions == ("forward",):
        plain = [change for _, old in wanted[-1:] for change in compare_sets(old, new, ()).changes]
        return Comparison((*found.values(), *plain))
    return Comparison(tuple(found.values()))


def _forward(old: OpSet, new: OpSet, promises: tuple[Promise, ...]) -> list[Change]:
    """What breaks for the old release: the comparison the other way round, breaks of WIRE and GRAPH only.

    WHY: an operator that only the new release has breaks nobody until a graph uses it, so it is a warning.
    """
    stored = [promise for promise in promises if promise in (Promise.WIRE, Promise.GRAPH)]
    changes = [change for change in compare_sets(new, old, stored).changes if change.is_break]
    return [
        replace(change, severity=Severity.WARNING, promises=()) if change.rule == "op-removed" else change
        for change in changes
    ]
