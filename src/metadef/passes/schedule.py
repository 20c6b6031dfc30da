"""The order of passes: stages first, then declared dependencies, then priority, then name. Stable and explained."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from metadef.errors import Finding, MetadefError, did_you_mean, finding
from metadef.passes.base import Pass

__all__ = ["Scheduled", "schedule"]


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A pass in its place, with the reason for it."""

    item: Pass
    reason: str


def schedule(passes: Sequence[Pass]) -> list[Scheduled]:
    """Topological order with a stable tie-break (Kahn's algorithm over a heap).

    Raises:
        MetadefError: for cycles, missing requirements and conflicts, each by name.
    """
    by_name: dict[str, Pass] = {}
    problems: list[Finding] = []
    for item in passes:
        if by_name.setdefault(item.name, item) is not item:
            problems.append(finding("pass-conflict", f"pass {item.name}", "is selected twice"))
    before: dict[str, dict[str, str]] = {name: {} for name in by_name}  # pass -> what must precede it -> why
    for item in by_name.values():
        for other in item.requires:
            if other not in by_name:
                hint = did_you_mean(other, by_name)
                problems.append(
                    finding("pass-missing", f"pass {item.name}", f"requires {other}, which is not selected", hint=hint)
                )
            else:
                before[item.name].setdefault(other, f"requires {other}")
        for other in item.after:
            if other in by_name:
                before[item.name].setdefault(other, f"runs after {other}")
        for other in item.before:
            if other in by_name:
                before[other].setdefault(item.name, f"{item.name} runs before it")
        problems += [
            finding(
                "pass-conflict", f"pass {item.name}", f"conflicts with {other}", hint=f"drop {item.name} or {other}"
            )
            for other in item.conflicts
            if other in by_name
        ]
    for item in by_name.values():
        for other in before[item.name]:
            if by_name[other].stage.rank > item.stage.rank:
                problems.append(
                    finding(
                        "pass-cycle",
                        f"pass {item.name}",
                        f"must follow {other}, which belongs to the later stage {by_name[other].stage.value}",
                    )
                )
    if problems:
        raise MetadefError(problems)
    return _kahn(by_name, before)


def _kahn(by_name: dict[str, Pass], before: dict[str, dict[str, str]]) -> list[Scheduled]:
    waiting = {name: set(needs) for name, needs in before.items()}
    followers: dict[str, list[str]] = {name: [] for name in by_name}
    for name, needs in before.items():
        for other in needs:
            followers[other].append(name)

    def key(name: str) -> tuple[int, int, str]:
        return by_name[name].stage.rank, -by_name[name].priority, name

    ready = [key(name) for name, needs in waiting.items() if not needs]
    heapq.heapify(ready)
    order: list[Scheduled] = []
    while ready:
        name = heapq.heappop(ready)[2]
        item = by_name[name]
        why = "; ".join(before[name].values()) or f"first free place in stage {item.stage.value}"
        order.append(Scheduled(item, why))
        for follower in followers[name]:
            waiting[follower].discard(name)
            if not waiting[follower]:
                heapq.heappush(ready, key(follower))
    if len(order) < len(by_name):
        raise MetadefError.of("pass-cycle", "pass schedule", f"passes wait for each other: {_cycle(waiting, order)}")
    return order


def _cycle(waiting: dict[str, set[str]], order: list[Scheduled]) -> str:
    done = {item.item.name for item in order}
    stuck = {
        name: {other for other in needs if other not in done} for name, needs in waiting.items() if name not in done
    }
    path = [next(iter(stuck))]
    while True:
        following = next(iter(sorted(stuck[path[-1]])))
        if following in path:
            return " -> ".join([*path[path.index(following) :], following])
        path.append(following)
