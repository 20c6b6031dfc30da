"""A position in a text, and the tokens that the text form is made of."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import NoReturn

from metadef.errors import MetadefError, finding
from metadef.source import Span
from metadef.types.tensor_value import Payload

__all__ = ["Cursor", "ExternalReader"]

ExternalReader = Callable[[str, int, int], Payload]

_SPACE = re.compile(r"(?:\s+|//[^\n]*)*")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_./$-]*")
_STRING = re.compile(r'"(?:[^"\\\n]++|\\.)*+"')  # WHY possessive: a way back would cost a hundred bytes a character
_NUMBER = re.compile(r"-?(?:inf\b|nan\b|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)")
_SHAPE = re.compile(r"\[(?:[^\]`]++|`(?:[^`]++|``)*`)*\]")
_MAX_DIGITS = 40  # of an integer: int64 has 19, and Python refuses to convert thousands


class Cursor:
    """Reads one token after another; every failure says where and what was expected."""

    def __init__(self, text: str, file: str = "<text>", external: ExternalReader | None = None) -> None:
        self.text = text
        self.file = file
        self.external = external  # gives the bytes of another file: path, offset and size in bytes
        self.at = 0
        self._counted = (0, 1)  # a position, and its line: lines before it are not counted again
        self.skip()

    def skip(self) -> None:
        """Pass over white space and `//` comments."""
        found = _SPACE.match(self.text, self.at)
        if found is not None:
            self.at = found.end()

    def span(self) -> Span:
        """The current position as file, line and column."""
        position, line = self._counted if self._counted[0] <= self.at else (0, 1)
        line += self.text.count("\n", position, self.at)
        self._counted = (self.at, line)
        return Span(self.file, line, self.at - self.text.rfind("\n", 0, self.at))

    def fail(self, expected: str, name: str = "text-syntax") -> NoReturn:
        """Stop here.

        Raises:
            MetadefError: always.
        """
        rest = self.text[self.at : self.at + 24].split("\n")[0] or "the end of the text"
        message = f"expected {expected}"
        raise MetadefError(finding(name, self.file, message, expected=expected, got=rest, where=self.span()))

    @property
    def done(self) -> bool:
        return self.at >= len(self.text)

    def peek(self, literal: str) -> bool:
        """Whether a punctuation mark stands here."""
        return self.text.startswith(literal, self.at)

    def accept(self, literal: str) -> bool:
        """Pass over a punctuation mark if it stands here."""
        if not self.peek(literal):
            return False
        self.at += len(literal)
        self.skip()
        return True

    def expect(self, literal: str) -> None:
        """Pass over a punctuation mark that must stand here."""
        if not self.accept(literal):
            self.fail(f"`{literal}`")

    def accept_word(self, word: str) -> bool:
        """Pass over a keyword if it stands here as a whole word."""
        found = _WORD.match(self.text, self.at)
        if found is None or found.group() != word:
            return False
        self.at = found.end()
        self.skip()
        return True

    def peek_word(self) -> str:
        """The word that stands here, "" for none."""
        found = _WORD.match(self.text, self.at)
        return found.group() if found is not None else ""

    def _take(self, pattern: re.Pattern[str], what: str) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            self.fail(what)
        self.at = found.end()
        self.skip()
        return found.group()

    def name(self) -> str:
        """A plain or quoted name."""
        return self.string() if self.peek('"') else self._take(_WORD, "a name")

    def string(self) -> str:
        """A string in double quotes, with JSON's escapes."""
        start = self.at
        raw = self._take(_STRING, "a string in double quotes")
        try:
            return json.loads(raw)
        except ValueError:
            self.at = start
            self.fail("a string with JSON's escapes")

    def hex_bytes(self) -> bytes:
        """A string of hexadecimal digits as bytes."""
        start = self.at
        try:
            return bytes.fromhex(self.string())
        except ValueError:
            self.at = start
            self.fail("hexadecimal digits in quotes")

    def number(self) -> int | float:
        """An integer, or a float when it has a point, an exponent, or is inf or nan."""
        start = self.at
        raw = self._take(_NUMBER, "a number")
        if raw.lstrip("-").isdigit():
            if len(raw) > _MAX_DIGITS:
                self.at = start
                self.fail("an integer of 64 bits")
            return int(raw)
        return float(raw)

    def integer(self) -> int:
        """An integer."""
        start = self.at
        value = self.number()
        if isinstance(value, float):
            self.at = start
            self.fail("an integer")
        return value

    def at_number(self) -> bool:
        """Whether a number starts here."""
        return _NUMBER.match(self.text, self.at) is not None

    def shape_text(self) -> str:
        """`[...]` as written; backquoted symbols may hold brackets."""
        return self._take(_SHAPE, "a shape such as [2, batch]")

    def rest_of_line(self) -> str:
        """Everything up to the end of the line."""
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        found = self.text[self.at : end].strip()
        self.at = end
        self.skip()
        return found
