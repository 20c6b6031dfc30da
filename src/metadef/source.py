"""Where something was written: positions in files, and the excerpt that shows them."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Span", "caller_span", "excerpt"]


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
        lines = Path(span.file).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    if span.line > len(lines):
        return ""
    first = max(0, span.line - 1 - context)
    rows = [f"{number + 1:>5} | {lines[number]}" for number in range(first, span.line)]
    if span.column:
        rows.append(f"{'':>5} | {'':>{span.column - 1}}^")
    return "\n".join(rows)
