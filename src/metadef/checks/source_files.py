"""The text behind definitions: lines by number, where a port is written, the comment before a declaration."""

from __future__ import annotations

import re

from metadef.definitions.decode import decode, read_bytes
from metadef.errors import FileError
from metadef.source import Span

__all__ = ["SourceFiles"]

_MAX_COMMENT_LINES = 400
_CALL = re.compile(r"""\(\s*["']?(\w+)""")


class SourceFiles:
    """Files read once each, when something is asked about them. A file that cannot be read has no lines."""

    def __init__(self) -> None:
        self._lines: dict[str, list[str]] = {}
        self._calls: dict[tuple[str, int], dict[str, Span]] = {}  # per declaration: first argument to its place

    def lines(self, file: str) -> list[str]:
        """The lines of a file without their ends."""
        if file not in self._lines:
            try:
                text = decode(read_bytes(file), file).text if file else ""
            except FileError:
                text = ""
            self._lines[file] = [line.rstrip("\r") for line in text.split("\n")]
        return self._lines[file]

    def place(self, span: Span, end_line: int, name: str) -> Span:
        """Where a call such as `.INPUT(name, ...)` stands within a declaration; `span` itself when nowhere."""
        if not name or not span.line:
            return span
        key = (span.file, span.line)
        if key not in self._calls:
            found: dict[str, Span] = {}
            lines = self.lines(span.file)
            for number in range(span.line, min(max(end_line, span.line + 1), len(lines)) + 1):
                for match in _CALL.finditer(lines[number - 1]):
                    found.setdefault(match[1], Span(span.file, number, match.start(1) + 1))
            self._calls[key] = found
        return self._calls[key].get(name, span)

    def comment(self, span: Span) -> list[tuple[int, str]]:
        """The numbered lines of the comment right before a declaration."""
        lines = self.lines(span.file)
        out: list[tuple[int, str]] = []
        for number in range(min(span.line - 1, len(lines)), max(0, span.line - 1 - _MAX_COMMENT_LINES), -1):
            text = lines[number - 1].strip()
            if out and not out[-1][1].strip().startswith("//") and "/*" in text:
                out.append((number, lines[number - 1]))
                break
            if not out and not text:
                continue
            if not out and not (text.endswith("*/") or text.startswith("//")):
                break
            if out and out[0][1].strip().startswith("//") and not text.startswith("//"):
                break
            out.append((number, lines[number - 1]))
            if not out[1:] and "/*" in text:
                break
        return out[::-1]
