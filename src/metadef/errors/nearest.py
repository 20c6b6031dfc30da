"""Did-you-mean: the known names nearest to one that is unknown."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["did_you_mean", "nearest"]


def nearest(name: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """Up to `limit` known names, nearest first; case and underscores do not count.

    >>> nearest("conv2d", ["Conv2D", "Conv3D", "Relu"])
    ['Conv2D', 'Conv3D']
    """
    folded: dict[str, str] = {}
    for item in known:
        folded.setdefault(item.lower().replace("_", ""), item)
    key = name[:200].lower().replace("_", "")  # WHY: matching is quadratic in length and names come from hostile files
    return [folded[match] for match in get_close_matches(key, folded, limit, 0.6)]


def did_you_mean(name: str, known: Iterable[str], limit: int = 3) -> str:
    """The hint text, "" when nothing is near.

    >>> did_you_mean("Rleu", ["Relu", "Conv2D"])
    'Relu'
    """
    return " or ".join(nearest(name, known, limit))
