"""The best order of a few nodes: dynamic programming over the sets of nodes already run.

What is alive after a set of nodes has run depends on the set alone, not on the order inside it. So the least peak with
which a set can be reached is the least over its last node, and 2^n sets decide n! orders.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

__all__ = ["best_window_order"]


def best_window_order(
    window: Sequence[int],
    before: Sequence[Set[int]],
    makes: Sequence[Sequence[int]],
    reads: Sequence[Sequence[int]],
    size: Sequence[int],
    dies: Set[int],
) -> list[int]:
    """The order of `window` with the least peak of live bytes; the given one among equals.

    Args:
        window: numbers of nodes in a legal order.
        before: of every node, the nodes that must run earlier; those outside the window have.
        makes: of every node, the places that it fills.
        reads: of every node, the places that it reads, each once.
        size: bytes of every place.
        dies: places that nobody needs after the window.

    >>> diamond = dict(before=[set(), {0}, {0}, {1}, {2, 3}], makes=[[0], [1], [2], [3], [4]])
    >>> best_window_order([0, 1, 2, 3, 4], **diamond, reads=[[], [0], [0], [1], [2, 3]], size=[1, 9, 5, 1, 1],
    ...                   dies={0, 1, 2, 3})
    [0, 1, 3, 2, 4]
    """
    rank = {number: bit for bit, number in enumerate(window)}
    waits = [sum(1 << rank[other] for other in before[number] if other in rank) for number in window]
    readers: dict[int, int] = {}  # of each place that dies, the window's nodes that touch it
    for bit, number in enumerate(window):
        for at in {*reads[number], *makes[number]} & dies:
            readers[at] = readers.get(at, 0) | 1 << bit
    made = [sum(size[at] for at in makes[number]) for number in window]
    freed_by = [[at for at in {*reads[number], *makes[number]} & dies if size[at]] for number in window]
    given = _peak(window, made, freed_by, readers, size)
    level: dict[int, tuple[int, int]] = {0: (0, 0)}  # set of nodes run -> (least peak, bytes alive after it)
    came: dict[int, tuple[int, int]] = {}  # set -> (set before, last node) on the way with that peak
    for _ in window:
        following: dict[int, tuple[int, int]] = {}
        for ran, (peak, alive) in level.items():
            for bit in range(len(window)):
                if ran >> bit & 1 or waits[bit] & ~ran:
                    continue
                top = max(peak, alive + made[bit])
                now = ran | 1 << bit
                if top >= given or (now in following and following[now][0] <= top):
                    continue
                freed = sum(size[at] for at in freed_by[bit] if not readers[at] & ~now)
                following[now] = (top, alive + made[bit] - freed)
                came[now] = (ran, bit)
        level = following
    everything = (1 << len(window)) - 1
    if everything not in level:
        return list(window)
    order: list[int] = []
    while everything:
        everything, bit = came[everything]
        order.append(window[bit])
    return order[::-1]


def _peak(
    window: Sequence[int],
    made: Sequence[int],
    freed_by: Sequence[Sequence[int]],
    readers: dict[int, int],
    size: Sequence[int],
) -> int:
    """The peak of the window as it is given."""
    alive = peak = 0
    for bit in range(len(window)):
        alive += made[bit]
        peak = max(peak, alive)
        alive -= sum(size[at] for at in freed_by[bit] if not readers[at] >> (bit + 1))
    return peak
