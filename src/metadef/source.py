"""Where something was written: positions in files, and the excerpt that shows them."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Span", "caller_span", "excerpt"]

_LINE_END = re.compile(r"\r\n|\r|\n")
_MOST_WIDTH = 160  # characters of a line that an excerpt shows
_CUT = "..."


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a text file or in a structured document.

    `line` and `column` count from 1; 0 means unknown. `path` is a JSON-like
    path (`$.nodes[12].attrs`) for documents that have no useful lines.
    """

    file: str
    line: int = 0
    column: int = 0
    path: str = ""

    def __str__(self) -> str:
        """`file:line:column`, leaving out what is unknown.

        >>> str(Span("conv.h", 41, 5)), str(Span("m.json", path="$.nodes[1]"))
        ('conv.h:41:5', 'm.json at $.nodes[1]')
        """
        text = self.file
        if self.line:
            text += f":{self.line}"
            if self.column:
                text += f":{self.column}"
        return f"{text} at {self.path}" if self.path else text


def caller_span(depth: int = 1) -> Span:
    """The file and line of the code `depth` frames above the function that asks."""
    frame = inspect.currentframe()
    for _ in range(depth + 1):
        frame = frame.f_back if frame is not None else None
    return Span(frame.f_code.co_filename, frame.f_lineno) if frame is not None else Span("")


def excerpt(span: Span, context: int = 0) -> str:
    """The source line a span points at with a caret below it, or "" when the file cannot be read."""
    if not span.line:
        return ""
    try:
        # WHY: `splitlines` also ends lines at form feeds and Unicode separators, which no counter of lines does
        lines = _LINE_END.split(Path(span.file).read_text(encoding="utf-8-sig", errors="replace"))
    except OSError:
        return ""
    if span.line > len(lines):
        return ""
    first = max(0, span.line - 1 - context)
    # WHY: a file can be one line of megabytes; what surrounds the caret is shown
    left = max(0, span.column - _MOST_WIDTH // 2) if len(lines[span.line - 1]) > _MOST_WIDTH else 0
    rows = [f"{number + 1:>5} | {_window(lines[number], left)}" for number in range(first, span.line)]
    if span.column:
        indent = span.column - 1 - left + (len(_CUT) if left else 0)
        rows.append(f"{'':>5} | {'':>{indent}}^")
    return "\n".join(rows)


def _window(line: str, left: int) -> str:
    """`_MOST_WIDTH` characters of a line from `left` on, with dots where something is left out."""
    shown = line[left : left + _MOST_WIDTH]
    return (_CUT if left else "") + shown + (_CUT if left + _MOST_WIDTH < len(line) else "")
