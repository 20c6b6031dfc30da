"""The text form of protobuf to its binary form, one field at a time and without recursion.

A dump holds the same descriptors and attributes thousands of times: a block whose text was seen before is not read
again.
"""

from __future__ import annotations

import codecs
import re
import struct
from dataclasses import dataclass, field
from typing import NoReturn

from metadef.codec.ge_ir.fields import bytes_field, tag, varint
from metadef.codec.ge_ir.schema import Message, TextField
from metadef.errors import FileError, did_you_mean, finding
from metadef.source import Span

__all__ = ["text_to_binary"]

_MOST_DEPTH = 100  # what protobuf allows
_NEXT = re.compile(
    r"""(?:\s|\#[^\n]*+)*+                                  # blanks and comments
    (?:
      (?P<name>[A-Za-z_0-9][\w.]*+) \s*+ (?P<colon>:?) (?:\s|\#[^\n]*+)*+
      (?: (?P<open>[{<])
        | (?P<quote>["'])
        | (?P<word>[-+]?[\w.][\w.+-]*+)
        | (?P<list>\[)
      )
      | (?P<close>[}>])
      | (?P<separator>[,;])
      | (?P<end>\Z)
    )""",
    re.VERBOSE | re.ASCII,
)
_MORE_TEXT = re.compile(r"""(?:\s|\#[^\n]*+)*+["']""", re.ASCII)
_ITEM = re.compile(
    r"""(?:\s|\#[^\n]*+)*+(?:(?P<quote>["'])|(?P<word>[-+]?[\w.][\w.+-]*+)|(?P<close>\]))""",
    re.ASCII,
)
_COMMA = re.compile(r"(?:\s|\#[^\n]*+)*+,?", re.ASCII)
_ESCAPE = re.compile(rb"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
# what Python's own bytes literals read in another way
_UNUSUAL_ESCAPE = re.compile(rb"(?<!\\)(?:\\\\)*+\\(?:x(?![0-9A-Fa-f]{2})|[4-7][0-7]{2}|[^xabfnrtv\\'\"0-7])")
_SIMPLE = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_TRUTH = {"true": 1, "false": 0, "t": 1, "f": 0, "True": 1, "False": 0, "1": 1, "0": 0}
_PACK = {"float": struct.Struct("<f"), "double": struct.Struct("<d")}
_LONGEST_LINE = 200
_LONGEST_BLOCK = 8192  # characters of a block that is kept
_SHARED = frozenset({"TensorDescriptor", "TensorDef"})  # messages that come again and again; entries of maps do too


@dataclass(slots=True, eq=False)
class _Frame:
    """A message that is being read. Mutable."""

    message: Message | None  # None inside of a field that the schema does not know
    number: int  # of the field that holds it
    closing: str
    values: dict[int, list[bytes]] = field(default_factory=dict[int, list[bytes]])  # field number: contents
    rest: list[bytes] = field(default_factory=list[bytes])  # fields that the schema lacks, with their tags
    is_known: bool = True
    block: str = ""  # its text, where it may come again
    block_end: int = -1


def text_to_binary(text: str, root: Message, subject: str) -> bytes:
    """The binary form of a message, in the canonical encoding.

    Raises:
        FileError: file-corrupt, with line and column, for what the schema does not allow.

    >>> from metadef.codec.ge_ir.schema import text_schema
    >>> text_to_binary("dim: 1 dim: 300", text_schema("ge_ir", "ShapeDef"), "x").hex()
    '0a0301ac02'
    """
    return _Reader(text, subject).read(root)


class _Reader:
    def __init__(self, text: str, subject: str) -> None:
        self.text = text
        self.subject = subject
        self.known: dict[tuple[int, str], bytes] = {}

    def read(self, root: Message) -> bytes:
        text = self.text
        match = _NEXT.match
        frames = [_Frame(root, 0, "")]
        at = 0
        while True:
            found = match(text, at)
            if found is None:
                at = len(text) - len(text[at:].lstrip())
                self._fail(at, "neither a field nor the end of a message stands here")
            frame = frames[-1]
            name, colon, opened, quote, word, listed, close, _, end = found.groups()
            start = found.start("name")
            at = found.end()
            if name is None:
                if close is not None:
                    if close != frame.closing:
                        self._fail(found.start("close"), f"{close!r} closes nothing")
                    frames.pop()
                    content = self._joined(frame)
                    if frame.block and found.start("close") == frame.block_end:
                        self.known[id(frame.message), frame.block] = content
                    if frame.is_known:
                        frames[-1].values.setdefault(frame.number, []).append(content)
                    else:
                        frames[-1].rest.append(bytes_field(frame.number, content))
                elif end is not None:
                    if len(frames) > 1:
                        self._fail(len(text), "the text ends inside a message", name="file-truncated")
                    return self._joined(frame)
                continue
            known = frame.message.by_name.get(name) if frame.message is not None else None
            if known is None:
                known = self._unknown(frame, name, found.start("name"))
            if opened is not None:
                if known.kind != "message":
                    self._fail(start, f"`{name}` is no message")
                if len(frames) > _MOST_DEPTH:
                    self._fail(start, f"messages are nested deeper than {_MOST_DEPTH}")
                inner = _Frame(known.message, known.number, "}" if opened == "{" else ">", is_known=known.is_known)
                at = self._open(inner, frame, at)
                if inner.number:
                    frames.append(inner)
                continue
            if known.kind == "message" or (not colon and known.kind != "message"):
                self._fail(start, f"`{name}` needs {'a message in braces' if known.kind == 'message' else 'a colon'}")
            if listed is not None:
                at = self._list(frame, known, at)
            elif quote is not None:
                at = self._quoted(frame, known, at - 1)
            else:
                self._put(frame, known, self._word(known, word, start))

    def _open(self, inner: _Frame, frame: _Frame, at: int) -> int:
        """Take a block that was read before: its frame then gets the number 0."""
        message = inner.message
        if message is None or not (message.is_entry or message.name in _SHARED):
            return at
        text = self.text
        # WHY the bounds: without them a file of one long line would be searched to its end for each of its blocks
        line = text.rfind("\n", max(at - _LONGEST_LINE, 0), at) + 1
        before = text[line:at] if line else ""
        indent = before[: len(before) - len(before.lstrip(" "))]
        end = text.find(f"\n{indent}{inner.closing}", at, at + _LONGEST_BLOCK)
        if end < 0:
            return at
        block = text[at:end]
        content = self.known.get((id(message), block))
        if content is None:
            inner.block, inner.block_end = block, end + 1 + len(indent)
            return at
        frame.values.setdefault(inner.number, []).append(content)
        inner.number = 0
        return end + 2 + len(indent)

    def _unknown(self, frame: _Frame, name: str, at: int) -> TextField:
        """A field that the schema lacks, which is written by its number."""
        if name.isdecimal() and 0 < int(name[:10]) < 1 << 29:
            known = frame.message.by_number.get(int(name)) if frame.message is not None else None
            following = self.text[at + len(name) : at + len(name) + 24].lstrip(" :")
            kind = "message" if following[:1] in ("{", "<") else "bytes" if following[:1] in ("'", '"') else "number"
            return known or TextField(int(name), name, kind, True, False, False, is_known=False)
        hint = did_you_mean(name, frame.message.by_name) if frame.message is not None else ""
        owner = frame.message.name if frame.message is not None else "an unknown message"
        self._fail(at, f"{owner} has no field `{name[:60]}`", hint=hint)

    def _list(self, frame: _Frame, known: TextField, at: int) -> int:
        while True:
            found = _ITEM.match(self.text, at)
            if found is None:
                self._fail(at, "a list holds something else than values")
            start, at = at, found.end()
            if found["close"] is not None:
                return found.end("close")
            if found["quote"] is not None:
                content, at = self._string(at - 1)
                self._put_text(frame, known, content, start)
            else:
                self._put(frame, known, self._word(known, found["word"], start))
            comma = _COMMA.match(self.text, at)
            at = comma.end() if comma is not None else at

    def _quoted(self, frame: _Frame, known: TextField, at: int) -> int:
        start = at
        content, at = self._string(at)
        if (more := _MORE_TEXT.match(self.text, at)) is not None:
            parts = [content]
            while more is not None:  # texts side by side are one
                content, at = self._string(more.end() - 1)
                parts.append(content)
                more = _MORE_TEXT.match(self.text, at)
            content = b"".join(parts)
        self._put_text(frame, known, content, start)
        return at

    def _string(self, at: int) -> tuple[bytes, int]:
        """The bytes of the text whose quote stands at `at`, and where it ends.

        WHY no pattern: one that repeats a choice keeps some hundred bytes for every character that it has passed.
        """
        text, quote, start = self.text, self.text[at], at + 1
        end = start - 1
        while True:
            end = text.find(quote, end + 1)
            if end < 0:
                self._fail(at, "a text has no end")
            before = end
            while before > start and text[before - 1] == "\\":
                before -= 1
            if (end - before) % 2 == 0:
                break
        if text.find("\n", start, end) >= 0:
            self._fail(at, "a text does not end in its line")
        return self._unescaped(text[start:end].encode(), at), end + 1

    def _put_text(self, frame: _Frame, known: TextField, content: bytes, at: int) -> None:
        if known.kind not in ("string", "bytes"):
            self._fail(at, f"`{known.name}` is no text")
        if known.kind == "string":
            try:
                content.decode()
            except UnicodeDecodeError:
                self._fail(at, f"`{known.name}` is not UTF-8")
        self._put(frame, known, content)

    def _put(self, frame: _Frame, known: TextField, content: bytes) -> None:
        if not known.is_known:
            frame.rest.append(content if known.kind == "number" else bytes_field(known.number, content))
            return
        values = frame.values.setdefault(known.number, [])
        if not known.is_repeated:
            values.clear()  # the last one counts
        values.append(content)

    def _word(self, known: TextField, word: str, at: int) -> bytes:
        kind = known.kind
        try:
            if kind in _PACK:
                value = float(word[:-1] if word[-1:] in "fF" and "inf" not in word.lower() else word)
                try:
                    return _PACK[kind].pack(value)
                except OverflowError:
                    return _PACK[kind].pack(float("inf") if value > 0 else float("-inf"))
            if kind == "bool":
                return varint(_TRUTH[word])
            if kind == "enum" and word in known.labels:
                return varint(known.labels[word])
            if kind == "number":
                return _unknown_number(known.number, word)
            if kind in ("string", "bytes", "message"):
                raise ValueError
            value = int(word, 8 if word.lstrip("-+")[:1] == "0" and word.lstrip("-+")[1:].isdecimal() else 0)
        except (ValueError, KeyError):
            self._fail(at, f"{word[:60]!r} is no value for `{known.name}`", hint=did_you_mean(word, known.labels))
        low, high = known.range
        if not low <= value <= high:
            self._fail(at, f"{word[:60]} is out of range for `{known.name}`")
        return varint(value)

    def _joined(self, frame: _Frame) -> bytes:
        """The content of a message: fields by number, what is unknown at the end."""
        fields = frame.message.by_number if frame.message is not None else {}
        parts: list[bytes] = []
        for number in sorted(frame.values):
            values = frame.values[number]
            known = fields[number]
            if known.kind == "message":
                if known.message is not None and known.message.is_entry:
                    values = _by_key(values)
                elif not known.is_repeated and len(values) > 1:
                    values = [b"".join(values)]  # protobuf merges messages by joining them
                parts += [bytes_field(number, content) for content in values]
            elif known.is_packed:
                parts.append(bytes_field(number, b"".join(values)))
            elif not (known.is_implicit and values[0] == _ZEROS[known.wire]):
                key = tag(number, known.wire)
                parts += [bytes_field(number, content) if known.wire == 2 else key + content for content in values]
        if frame.message is not None and frame.message.is_entry:
            for number, empty in ((1, b"\x0a\x00"), (2, b"\x12\x00")):
                if number not in frame.values and fields[number].wire == 2:
                    parts.insert(number - 1, empty)
        return b"".join(parts + frame.rest)

    def _unescaped(self, raw: bytes, at: int) -> bytes:
        if b"\\" not in raw:
            return raw
        if _UNUSUAL_ESCAPE.search(raw) is None:
            return codecs.escape_decode(raw)[0]  # WHY: the bytes of a constant are mostly escapes, four letters each
        try:
            return _ESCAPE.sub(_escape, raw)
        except (ValueError, OverflowError):
            self._fail(at, "an escape stands for no character")

    def _fail(self, at: int, message: str, *, name: str = "file-corrupt", hint: str = "") -> NoReturn:
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        where = Span(self.subject, line, column)
        raise FileError(finding(name, self.subject, f"line {line}: {message}", where=where, hint=hint))


_ZEROS = {0: b"\x00", 1: b"\x00" * 8, 5: b"\x00" * 4, 2: b""}


def _unknown_number(number: int, word: str) -> bytes:
    """A number of an unknown field: 8 or 16 hexadecimal digits are of fixed width, anything else is a varint."""
    if word[:2] == "0x" and len(word) in (10, 18):
        size = len(word) // 2 - 1
        return tag(number, 5 if size == 4 else 1) + int(word, 16).to_bytes(size, "little")
    return tag(number, 0) + varint(int(word, 0))


def _by_key(entries: list[bytes]) -> list[bytes]:
    """Entries of a map by key; the last one of several with one key."""
    from metadef.codec.ge_ir.fields import map_key

    found: dict[bytes, bytes] = {}
    for entry in entries:
        found[map_key(entry, 0, len(entry))] = entry
    return [found[key] for key in sorted(found)]


def _escape(found: re.Match[bytes]) -> bytes:
    body = found[1]
    if body[:1] == b"x" and len(body) > 1:
        return bytes([int(body[1:], 16)])
    if body[0] in b"01234567":
        return bytes([int(body, 8)])
    if body[:1] in b"uU" and len(body) > 1:
        return chr(int(body[1:], 16)).encode()
    return _SIMPLE.get(body, body)
