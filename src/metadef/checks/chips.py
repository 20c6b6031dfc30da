"""The short names of chip families that definitions use."""

from __future__ import annotations

from functools import cache

from metadef.targets import all_chips

__all__ = ["families"]

# Families that operator repositories have columns for and that no chip of the target table belongs to.
# Source: the keys of AddConfig over the public operator repositories.
_OTHERS = frozenset(
    """ascend310 ascend310b ascend310p ascend610 ascend610lite ascend910 ascend910b ascend910_93 ascend910_95 ascend950
    ascend035 bs9sx1a bs9sx2a as31xm1 hi3796cv300cs hi3796cv300es sd3403 kirinx90 kirin9030 mc61am21a mc62cm12a
    """.split()
)


@cache
def families() -> frozenset[str]:
    """Every family name, lower case.

    >>> "ascend910b" in families(), "ascend910x" in families()
    (True, False)
    """
    return _OTHERS | {chip.family.lower() for chip in all_chips()}
