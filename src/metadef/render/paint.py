"""The few ANSI colours of the text renderers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from metadef.errors import Severity

__all__ = ["SEVERITY_STYLES", "Painter", "painter"]

Painter: TypeAlias = Callable[[str, str], str]

_CODES = {"bold": "1", "dim": "2", "red": "1;31", "yellow": "1;33", "cyan": "36", "green": "32"}
SEVERITY_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}


def painter(color: bool) -> Painter:
    """A function of (style, text) that colours the text, or leaves it alone when `color` is false."""
    if not color:
        return lambda style, text: text
    return lambda style, text: f"\x1b[{_CODES[style]}m{text}\x1b[0m"
