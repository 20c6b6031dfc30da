"""Checks a plan against its problem, pair by pair.

This module knows nothing of the planners and shares no code with them: it is what they are tested against. Every law
is written as its definition; the only short cut is that buffers are visited by begin of life, so that the partners of
a buffer end where lives begin after its end.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from metadef.errors import Finding, MetadefError, finding
from metadef.memory.problem import NO_OFFSET, Plan, Problem

__all__ = ["require_valid_plan", "validate_plan"]

_MAX_OFFSET = 1 << 62  # bytes


def validate_plan(problem: Problem, plan: Plan) -> list[Finding]:
    """Everything wrong with `plan`: overlaps, alignment, fixed offsets, groups, capacity; empty when it is right.

    The time is quadratic in the number of buffers that live at the same time.
    """
    if len(plan.offsets) != len(problem):
        message = f"a plan needs one offset for each of the {len(problem)} buffers; got {len(plan.offsets)}"
        return [finding("bad-buffer", "plan", message, expected=str(len(problem)), got=str(len(plan.offsets)))]
    return [
        *_places(problem, plan),
        *_overlaps(problem, plan),
        *_conflicts(problem, plan),
        *_groups(problem, plan),
        *_capacity(problem, plan),
    ]


def require_valid_plan(problem: Problem, plan: Plan) -> Plan:
    """The plan itself when it is right.

    Raises:
        MetadefError: with the findings of `validate_plan`.
    """
    findings = validate_plan(problem, plan)
    if findings:
        raise MetadefError(findings)
    return plan


def _subject(problem: Problem, number: int) -> str:
    return f'buffer "{problem.ids[number]}"'


def _places(problem: Problem, plan: Plan) -> list[Finding]:
    """Offsets are not negative, aligned, and as given where they are given."""
    findings: list[Finding] = []
    for number in range(len(problem)):
        offset = int(plan.offsets[number])
        alignment, fixed = int(problem.alignment[number]), int(problem.fixed_offset[number])
        if offset < 0:
            findings.append(
                finding(
                    "bad-buffer",
                    _subject(problem, number),
                    f"an offset cannot be negative; got {offset}",
                    expected="offset >= 0",
                    got=str(offset),
                )
            )
        if offset > _MAX_OFFSET:
            # WHY: with a size behind it, the end would not fit in 64 bits, and comparisons of ends would be wrong
            findings.append(
                finding(
                    "bad-buffer",
                    _subject(problem, number),
                    f"an offset cannot pass 2^62; got {offset}",
                    expected="offset <= 2^62",
                    got=str(offset),
                )
            )
        if offset % alignment:
            findings.append(
                finding(
                    "misaligned",
                    _subject(problem, number),
                    f"offset {offset} is not a multiple of the alignment {alignment}",
                    expected=f"a multiple of {alignment}",
                    got=str(offset),
                    hint=f"offset {(offset + alignment - 1) // alignment * alignment}",
                )
            )
        if fixed not in (NO_OFFSET, offset):
            findings.append(
                finding(
                    "fixed-offset-moved",
                    _subject(problem, number),
                    f"the offset is fixed at {fixed}; the plan puts it at {offset}",
                    expected=str(fixed),
                    got=str(offset),
                )
            )
    return findings


def _overlaps(problem: Problem, plan: Plan) -> list[Finding]:
    """No two buffers of one pool share an instant and an address."""
    findings: list[Finding] = []
    for code in range(len(problem.pools)):
        rows = np.flatnonzero((problem.pool == code) & (problem.size_bytes > 0))
        order = rows[np.argsort(problem.lower[rows], kind="stable")]
        lower, upper, bottom = problem.lower[order], problem.upper[order], plan.offsets[order]
        top = bottom + problem.size_bytes[order]
        ends = np.searchsorted(lower, upper)  # lives of rows from `ends[i]` on begin at or after the end of row i
        for i in range(len(order)):
            later = slice(i + 1, int(ends[i]))
            clash = (
                (lower[later] < upper[i])
                & (lower[i] < upper[later])
                & (bottom[later] < top[i])
                & (bottom[i] < top[later])
            )
            for j in np.flatnonzero(clash) + i + 1:
                findings.append(_overlap(problem, plan, int(order[i]), int(order[j])))
    return findings


def _conflicts(problem: Problem, plan: Plan) -> list[Finding]:
    """Buffers of one pool that must stay apart share no address, whenever they live."""
    findings: list[Finding] = []
    bottoms, tops = plan.offsets, plan.offsets + problem.size_bytes
    for one, other in problem.conflicts.tolist():
        lives_meet = problem.lower[one] < problem.upper[other] and problem.lower[other] < problem.upper[one]
        if problem.pool[one] != problem.pool[other] or lives_meet:
            continue  # another pool, or reported as an overlap
        if not problem.size_bytes[one] or not problem.size_bytes[other]:
            continue
        if bottoms[one] < tops[other] and bottoms[other] < tops[one]:
            findings.append(_overlap(problem, plan, one, other, "from which it must stay apart"))
    return findings


def _overlap(problem: Problem, plan: Plan, one: int, other: int, why: str = "alive at the same time") -> Finding:
    def where(number: int) -> str:
        bottom = int(plan.offsets[number])
        return (
            f'"{problem.ids[number]}" [{bottom}, {bottom + int(problem.size_bytes[number])})'
            f" during [{int(problem.lower[number])}, {int(problem.upper[number])})"
        )

    return finding(
        "buffers-overlap",
        _subject(problem, one),
        f"shares addresses with a buffer {why}: {where(one)} and {where(other)}",
        expected="disjoint addresses",
        got=f"{where(one)}, {where(other)}",
    )


def _groups(problem: Problem, plan: Plan) -> list[Finding]:
    """Members of a group follow one another, and nobody else uses the row while any member lives."""
    findings: list[Finding] = []
    rows: dict[int, list[int]] = {}
    for number, code in enumerate(problem.group.tolist()):
        if code >= 0:
            rows.setdefault(code, []).append(number)
    for code, members in rows.items():
        name = problem.groups[code]
        members.sort(key=lambda number: int(problem.position[number]))
        for before, after in pairwise(members):
            alignment = int(problem.alignment[after])
            end = int(plan.offsets[before]) + int(problem.size_bytes[before])
            expected = (end + alignment - 1) // alignment * alignment
            got = int(plan.offsets[after])
            if got != expected:
                findings.append(
                    finding(
                        "group-broken",
                        _subject(problem, after),
                        f'group "{name}" is contiguous: "{problem.ids[after]}" must follow "{problem.ids[before]}"'
                        f" at {expected}; got {got}",
                        expected=str(expected),
                        got=str(got),
                    )
                )
        findings.extend(_intruders(problem, plan, name, members))
    return findings


def _intruders(problem: Problem, plan: Plan, name: str, members: list[int]) -> list[Finding]:
    rows = np.array(members)
    tops = plan.offsets + problem.size_bytes
    begin, end = int(problem.lower[rows].min()), int(problem.upper[rows].max())
    bottom, top = int(plan.offsets[rows].min()), int(tops[rows].max())
    if bottom == top:
        return []
    inside = (problem.lower < end) & (begin < problem.upper) & (plan.offsets < top) & (bottom < tops)
    inside &= (problem.size_bytes > 0) & (problem.pool == problem.pool[rows[0]])
    inside[rows] = False
    findings: list[Finding] = []
    for number in np.flatnonzero(inside).tolist():
        low, high = int(plan.offsets[number]), int(tops[number])
        findings.append(
            finding(
                "buffers-overlap",
                _subject(problem, number),
                f'[{low}, {high}) lies in the row [{bottom}, {top}) that group "{name}" holds during [{begin}, {end})',
                expected="disjoint addresses",
                got=f"[{low}, {high})",
            )
        )
    return findings


def _capacity(problem: Problem, plan: Plan) -> list[Finding]:
    if problem.capacity_bytes is None:
        return []
    tops = plan.offsets + problem.size_bytes
    peak = sum(int(tops[problem.pool == code].max(initial=0)) for code in range(len(problem.pools)))
    if peak <= problem.capacity_bytes:
        return []
    return [
        finding(
            "over-capacity",
            "plan",
            f"the plan needs {peak} bytes; the capacity is {problem.capacity_bytes}",
            expected=f"<= {problem.capacity_bytes}",
            got=str(peak),
        )
    ]
