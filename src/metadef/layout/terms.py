"""`Terms`: what a layout costs, in three named terms and by what each rests on.

    time      kernels of operators, and those of TransData and Cast
    buffers   the memory that the results of conversions take while they live
    fusions   what fusing two kernels would save, where a conversion stands between them

All are microseconds, so that they can be weighed against each other.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

__all__ = ["Terms"]


@dataclass(frozen=True, slots=True)
class Terms:
    """Microseconds by what they rest on. The first five are time."""

    launch: float = 0.0  # starting kernels
    memory: float = 0.0  # moving bytes
    compute: float = 0.0  # multiplying
    slower: float = 0.0  # what a column takes longer than the operator's best one
    conversions: float = 0.0  # TransData and Cast: their launches and the bytes they move
    buffers: float = 0.0  # what the buffers of conversions push out of the cache, read once more
    fusions: float = 0.0  # launches and bytes that lost fusions would have saved

    @property
    def time(self) -> float:
        """The time of all kernels."""
        return self.launch + self.memory + self.compute + self.slower + self.conversions

    @property
    def total(self) -> float:
        """The three terms together.

        >>> Terms(launch=3.0, conversions=2.0, buffers=0.5, fusions=1.0).total
        6.5
        """
        return self.time + self.buffers + self.fusions

    def __add__(self, other: Terms) -> Terms:
        return Terms(*[getattr(self, item.name) + getattr(other, item.name) for item in fields(self)])
