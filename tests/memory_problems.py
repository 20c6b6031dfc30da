"""Memory problems as plain rows, and slow answers to them; knows nothing of the package."""

from __future__ import annotations

import itertools
import random
from typing import NamedTuple


class Row(NamedTuple):
    """A buffer as plain data."""

    lower: int
    upper: int
    size: int
    alignment: int = 1
    fixed: int | None = None


def perfect_packing(seed: int, pieces: int, duration: int = 200, height: int = 64) -> list[Row]:
    """A rectangle of time x addresses cut into pieces by straight cuts through one piece at a time, then shuffled.

    Every instant is full, so a plan of exactly `height` bytes exists and leaves no byte idle.
    """
    rnd = random.Random(seed)
    done: list[tuple[int, int, int, int]] = [(0, duration, 0, height)]
    while len(done) < pieces:
        begin, end, low, high = done.pop(rnd.choices(range(len(done)), [(e - b) * (h - l) for b, e, l, h in done])[0])
        along_time = rnd.random() < 0.5
        if (end - begin if along_time else high - low) < 2:
            done.append((begin, end, low, high))
        elif along_time:
            cut = rnd.randrange(begin + 1, end)
            done += [(begin, cut, low, high), (cut, end, low, high)]
        else:
            cut = rnd.randrange(low + 1, high)
            done += [(begin, end, low, cut), (begin, end, cut, high)]
    rnd.shuffle(done)
    return [Row(begin, end, high - low) for begin, end, low, high in done]


def random_rows(rnd: random.Random, most: int, alignments: tuple[int, ...] = (1,), fixed: float = 0.0) -> list[Row]:
    """A few small buffers; some have size 0, and a share of `fixed` has a given place."""
    rows: list[Row] = []
    for _ in range(rnd.randint(1, most)):
        lower = rnd.randrange(6)
        alignment = rnd.choice(alignments)
        place = rnd.randrange(6) * alignment if rnd.random() < fixed else None
        size = 0 if rnd.random() < 0.1 else rnd.randint(1, 9)
        rows.append(Row(lower, rnd.randint(lower + 1, 7), size, alignment, place))
    return rows


def clash(one: Row, at: int, other: Row, there: int) -> bool:
    """Whether two buffers share an instant and an address, by looking at every one of both."""
    instants = set(range(one.lower, one.upper)) & set(range(other.lower, other.upper))
    addresses = set(range(at, at + one.size)) & set(range(there, there + other.size))
    return bool(instants and addresses)


def fixed_rows_clash(rows: list[Row]) -> bool:
    given = [(row, row.fixed) for row in rows if row.fixed is not None]
    return any(clash(one, at, other, there) for (one, at), (other, there) in itertools.combinations(given, 2))


def least_peak(rows: list[Row]) -> int:
    """The least height of any plan: every order of the buffers, each pushed as low as it goes."""
    given = [(row, row.fixed) for row in rows if row.fixed is not None]
    free = [row for row in rows if row.fixed is None and row.size]
    best = None
    for order in itertools.permutations(free):
        placed = list(given)
        peak = max((place + row.size for row, place in given), default=0)
        for row in order:
            place = _lowest_place(row, placed)
            placed.append((row, place))
            peak = max(peak, place + row.size)
            if best is not None and peak >= best:
                break
        best = peak if best is None else min(best, peak)
    return best or 0


def _lowest_place(row: Row, placed: list[tuple[Row, int]]) -> int:
    place, moved = 0, True
    while moved:
        moved = False
        place += -place % row.alignment
        for other, there in placed:
            in_time = row.lower < other.upper and other.lower < row.upper and other.size > 0
            if in_time and place < there + other.size and there < place + row.size:
                place, moved = there + other.size, True
    return place


def peak_load(rows: list[Row]) -> int:
    """The most bytes alive at any instant."""
    instants = {row.lower for row in rows}
    return max((sum(row.size for row in rows if row.lower <= t < row.upper) for t in instants), default=0)
