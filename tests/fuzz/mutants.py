"""Broken files from whole ones: the same number always gives the same file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

__all__ = ["mutant"]

_NUMBERS = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, (1 << 63) - 1, (1 << 64) - 1)
_TOKENS = (
    b"{",
    b"[",
    b'"',
    b"(",
    b"%",
    b"\x00",
    b"\xff\xfe",
    b"-",
    b"e999",
    b"1" * 400,
    b"\\u0000",
    b"null",
    b"nan",
    b"//",
)


def _flip(data: bytearray, random: Random) -> None:
    data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def _byte(data: bytearray, random: Random) -> None:
    data[random.randrange(len(data))] = random.randrange(256)


def _number(data: bytearray, random: Random) -> None:
    size = random.choice((1, 2, 4, 8))
    at = random.randrange(len(data))
    data[at : at + size] = (random.choice(_NUMBERS) % (1 << 8 * size)).to_bytes(size, random.choice(("little", "big")))


def _varint(data: bytearray, random: Random) -> None:
    at = random.randrange(len(data))
    data[at : at + 1] = b"\xff" * random.randrange(1, 11) + b"\x01"


def _cut(data: bytearray, random: Random) -> None:
    del data[random.randrange(len(data)) :]


def _gap(data: bytearray, random: Random) -> None:
    at = random.randrange(len(data))
    del data[at : at + random.randrange(1, 40)]


def _repeat(data: bytearray, random: Random) -> None:
    at = random.randrange(len(data))
    piece = bytes(data[at : at + random.randrange(1, 60)])
    data[at:at] = piece * random.choice((1, 1, 2, 50))


def _token(data: bytearray, random: Random) -> None:
    at = random.randrange(len(data))
    data[at:at] = random.choice(_TOKENS) * random.choice((1, 1, 1, 3000))


def _swap(data: bytearray, random: Random) -> None:
    size = random.randrange(1, 30)
    a, b = sorted(random.randrange(len(data)) for _ in range(2))
    if a + size <= b and b + size <= len(data):
        data[a : a + size], data[b : b + size] = data[b : b + size], data[a : a + size]


def _exchange(data: bytearray, random: Random) -> None:
    """A number, word or quoted text is replaced by another of the file: the grammar holds, the meaning does not."""
    pieces = [piece.span() for piece in _PIECES.finditer(data)]
    if len(pieces) > 1:
        (start, end), (first, last) = random.choice(pieces), random.choice(pieces)
        data[start:end] = data[first:last]


_PIECES = re.compile(rb'"[^"\n]{0,80}"|[A-Za-z_][A-Za-z0-9_]*|-?[0-9.]+|[\[({][^\[\](){}]{0,80}[\])}]')

_WAYS: tuple[Callable[[bytearray, Random], None], ...] = (
    *(_flip, _flip, _byte, _byte, _number, _number, _varint),
    *(_cut, _gap, _repeat, _token, _swap),
)
_WAYS_OF_TEXT = (*_WAYS, *(_exchange,) * 24)


def mutant(seeds: Sequence[bytes], number: int, disguise: Callable[[bytes], bytes] | None) -> bytes:
    """The broken file with a number; `disguise` makes its checksums right in three of four."""
    random = Random(number)
    data = bytearray(random.choice(seeds))
    is_text = data.isascii() or data[:1] in b"{g"
    if random.randrange(12) == 0:  # the head of one file and the tail of another
        data = data[: random.randrange(len(data))] + bytearray(random.choice(seeds))[random.randrange(len(data)) :]
    for _ in range(random.choice((1, 1, 2, 3, 8))):
        if data:
            random.choice(_WAYS_OF_TEXT if is_text else _WAYS)(data, random)
    broken = bytes(data)
    if disguise is not None and random.randrange(4):
        try:
            return disguise(broken)
        except Exception:  # the damage is where the checksums are found
            return broken
    return broken
