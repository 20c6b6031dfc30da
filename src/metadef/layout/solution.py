"""`Solution`: an assignment of columns, what it costs, and how far from the optimum it can be at most."""

from __future__ import annotations

import math
from dataclasses import dataclass

from metadef.layout.price import Conversion
from metadef.layout.proof import Certificate

__all__ = ["TOLERANCE", "Solution", "closed"]

TOLERANCE = 1e-9  # relative difference below which a cost and a bound are the same number


def closed(cost: float, bound: float) -> bool:
    """Whether nothing but rounding lies between a cost and a lower bound of it."""
    return math.isfinite(cost) and cost - bound <= TOLERANCE * max(1.0, abs(cost))


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to a `Problem`."""

    cost: float | None  # of `columns`, priced anew; None when there is no assignment or none was found in time
    bound: float | None  # no assignment costs less; None when there is no assignment
    optimal: bool  # cost == bound up to rounding
    columns: tuple[int, ...] = ()  # per node
    conversions: tuple[Conversion, ...] = ()
    certificate: Certificate | None = None  # proves `certificate.bound`, which may lie below `bound`
    infeasible: tuple[int, ...] = ()  # nodes that already have no assignment together; each of them is needed
    methods: tuple[str, ...] = ()  # what did the work: "elimination", "relaxation", "milp"...

    @property
    def certified(self) -> bool:
        """Whether the certificate alone proves the whole bound, without trust in the MILP solver's word."""
        if self.certificate is None or self.bound is None:
            return False
        return closed(self.bound, self.certificate.bound)

    @property
    def gap(self) -> float | None:
        """Relative distance between cost and bound; None without both.

        >>> Solution(cost=101.0, bound=100.0, optimal=False).gap
        0.009900990099009901
        """
        if self.cost is None or self.bound is None:
            return None
        if self.cost == self.bound:
            return 0.0
        return (self.cost - self.bound) / abs(self.cost) if self.cost else math.inf
