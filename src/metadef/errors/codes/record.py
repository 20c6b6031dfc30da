"""The record behind one finding code, and so behind `metadef explain CODE`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Code"]


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding: its number, its name and its page."""

    code: str  # "OPS012": family letters and a number that is never reused
    name: str  # "unsupported-op": reads well after "allow"
    severity: Literal["info", "warning", "error"]
    what: str  # the offence in one sentence
    why: str  # what goes wrong if it stays
    bad: str  # a short example that is reported
    good: str  # the example mended
