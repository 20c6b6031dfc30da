"""Chains of method calls in C++: `receiver.A(x).B(y);` as records, for the readers of OpDef and of registrations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from metadef.definitions.cpp_text import CppText

__all__ = ["Call", "arguments", "calls_after", "matching", "statements", "unquoted"]

_CALL = re.compile(r"\s*+(?:\.|->)\s*+(?:template\s++)?([A-Za-z_]\w*+)\s*+(?:<[^;{}()]{0,200}>)?\s*+\(")
_BRACKET = re.compile(r"[(){}\[\]]")
_STRUCTURE = re.compile(r"[(){};\[\]]")
_COMMA_OR_BRACKET = re.compile(r"[,(){}\[\]]")
_MAX_CALLS = 2000


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a chain, by offsets into the text."""

    name: str
    start: int  # of the arguments
    stop: int
    offset: int  # of the name


def matching(code: str, opened: int, limit: int) -> int:
    """Where the bracket after `opened` closes (the offset of the closing one), or -1. Mixed kinds are counted alike."""
    depth = 1
    for bracket in _BRACKET.finditer(code, opened, limit):
        depth += 1 if bracket[0] in "({[" else -1
        if depth == 0:
            return bracket.start()
    return -1


def calls_after(code: str, at: int, limit: int) -> tuple[list[Call], int]:
    """The calls chained from `at` on, and where the chain ends."""
    calls: list[Call] = []
    while len(calls) < _MAX_CALLS and (match := _CALL.match(code, at, limit)):
        stop = matching(code, match.end(), limit)
        if stop < 0:
            break
        calls.append(Call(match[1], match.end(), stop, match.start(1)))
        at = stop + 1
    return calls, at


def arguments(code: str, start: int, stop: int) -> list[tuple[int, int]]:
    """The offsets of the arguments between two brackets; commas inside any bracket do not count."""
    out: list[tuple[int, int]] = []
    depth, begin = 0, start
    for mark in _COMMA_OR_BRACKET.finditer(code, start, stop):
        if mark[0] == ",":
            if depth == 0:
                out.append((begin, mark.start()))
                begin = mark.end()
        else:
            depth += 1 if mark[0] in "({[" else -1
    if code[begin:stop].strip() or out:
        out.append((begin, stop))
    return out


def statements(code: str, start: int, stop: int) -> Iterator[tuple[int, int, int]]:
    """The statements of a body as (start, end, depth of braces); a `{` or `}` of a block ends a statement as `;` does.

    Braces after `=`, `(`, `,` or a name belong to a value, not to a block.
    """
    begin, depth, inside = start, 0, 0
    for mark in _STRUCTURE.finditer(code, start, stop):
        character = mark[0]
        if character in "([":
            inside += 1
        elif character in ")]":
            inside = max(0, inside - 1)
        elif character == "{":
            before = code[max(begin, mark.start() - 64) : mark.start()].rstrip()
            if inside or before[-1:] in ("=", ",", ">", "{") or (before[-1:].isalnum() and not before.endswith("else")):
                inside += 1
            else:
                yield begin, mark.start(), depth
                depth, begin = depth + 1, mark.end()
        elif character == "}":
            if inside:
                inside -= 1
            else:
                yield begin, mark.start(), depth
                depth, begin = max(0, depth - 1), mark.end()
        elif not inside:
            yield begin, mark.start(), depth
            begin = mark.end()
    if code[begin:stop].strip():
        yield begin, stop, depth


def unquoted(source: CppText, start: int, stop: int) -> str:
    """The text of an argument, without quotes when it is a string literal."""
    text = source.clean[start:stop].strip()
    return text[1:-1] if len(text) >= 2 and text[0] == text[-1] == '"' else text
