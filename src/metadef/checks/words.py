"""Words in names and descriptions: spellings, keywords, and the default that a description gives."""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence

from metadef.errors import did_you_mean
from metadef.types.attrs import AttrKind

__all__ = ["CPP", "DEFAULT", "PYTHON", "hint_of", "is_snake_case", "letters", "snake_case", "value_said"]

PYTHON = frozenset(keyword.kwlist)
# Source: the C++17 standard, [lex.key] and the alternative tokens.
CPP = frozenset(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class compl const
    const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit export extern false
    float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
    protected public register reinterpret_cast return short signed sizeof static static_assert static_cast struct switch
    template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t
    while xor xor_eq""".split()
)

_MAX_KNOWN = 200  # WHY: the widest real operator has 47 ports and attributes
_MAX_NAME = 128
_SNAKE = re.compile(r"_?[a-z][a-z0-9]*(?:_[a-z0-9]+)*_?")
_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NOT_LETTER = re.compile(r"[^a-z0-9]+")
# `Defaults to 1.`, `default value is "SAME"`, `the default is {1, 1}`, 默认值为1
DEFAULT = re.compile(
    r"(?:[Dd]efaults?(?: value)?(?: is| to|:| =)|默认值?[为是]?[:：]?)\s*(?:to |be )?"
    r"""("[^"]{0,80}"|\{[^}]{0,80}\}|\[[^\]]{0,80}\]|[-+]?\w+(?:\.\d+)?(?:[eE][-+]?\d+)?)"""
)


def is_snake_case(name: str) -> bool:
    """Lower-case words joined by single underscores.

    >>> is_snake_case("keep_dims"), is_snake_case("keepDims"), is_snake_case("x1")
    (True, False, True)
    """
    return _SNAKE.fullmatch(name) is not None


def snake_case(name: str) -> str:
    """The name in snake_case.

    >>> snake_case("keepDims"), snake_case("HTTPServer2D")
    ('keep_dims', 'http_server2_d')
    """
    return re.sub(r"_+", "_", _BOUNDARY.sub("_", name)).lower()


def letters(text: str) -> str:
    """Lower-case words of a text, without punctuation.

    >>> letters("The axis.")
    'the axis'
    """
    return _NOT_LETTER.sub(" ", text.lower()).strip()


def hint_of(name: str, known: Sequence[str]) -> str:
    """The nearest known names, "" where there are so many that looking would take longer than it helps.

    >>> hint_of("axes", ["axis", "keep_dims"])
    'axis'
    """
    return did_you_mean(name, known) if len(known) <= _MAX_KNOWN and len(name) <= _MAX_NAME else ""


def value_said(word: str, kind: AttrKind) -> bool | int | float | str | None:
    """The value that a word of a description stands for; None when it is no plain value of the kind.

    >>> value_said("true", AttrKind.Bool), value_said("1", AttrKind.Float), value_said("the", AttrKind.Int)
    (True, 1.0, None)
    """
    plain = word.strip().rstrip(".")
    try:
        if kind is AttrKind.Bool:
            return {"true": True, "false": False}.get(plain.lower())
        if kind is AttrKind.Int:
            return int(plain)
        if kind is AttrKind.Float:
            return float(plain) if plain[-1:].isdigit() else None
    except ValueError:
        return None
    if kind is AttrKind.String and plain[:1] == plain[-1:] == '"' and len(plain) >= 2:
        return plain[1:-1]
    return None
