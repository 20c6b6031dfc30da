"""The type argument of a port or a DATATYPE: `TensorType({DT_FLOAT, DT_INT8})`, `"T"`, `Promote({"T1", "T2"})`, ...

The C++ compiler never sees this argument (REG_OP only turns it into a string), so real headers hold text that is no
C++ at all. Every oddity is read with its evident meaning and kept, with its place, as an `Oddity`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from metadef.definitions.dtype_names import HELPERS, VALID, enumerator, meaning_of
from metadef.types.typeset import HELPER_SETS, TypeSet

__all__ = ["MAX_TOKENS", "Lookup", "Oddity", "TypeExpr", "parse_type"]

Lookup = Callable[[str], "str | None"]  # an object-like macro's name to its body

MAX_TOKENS = 20_000  # WHY: 42 types exist; the longest real list, an expanded macro, has 60 tokens
_MAX_ODDITIES = 64
_MAX_EXPANSIONS = 64
_TOKEN = re.compile(r'\s++|[A-Za-z_]\w*+|"[^"]*+"?|::|.', re.DOTALL)
_WRAPPERS = frozenset({"TensorType", "ListTensorType", "Promote"})
_NAMESPACES = frozenset({"ge", "std", "graphStatus", "metadef", "domi", "DataType"})
_HELPER_CASE = {name.upper(): name for name in HELPERS if name.upper() != name}
_CLOSING = {")": "(", "}": "{", "]": "["}
_PLAIN = re.compile(r"\s*+TensorType\s*+\(\s*+\{([\w\s,]*+)\}\s*+\)\s*+")
_HELPER_ONLY = re.compile(r"\s*+TensorType\s*+(?:\(\s*+\{\s*+TensorType\s*+)?::\s*+(\w++)\(\)\s*+(\}\s*+\)\s*+)?")
_NO_TYPES = TypeSet()


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something written wrongly that still has an evident meaning; `kind=token` is how the facts spell it."""

    kind: str
    token: str
    offset: int  # of the token, in the argument

    def __str__(self) -> str:
        return f"{self.kind}={self.token}" if self.token else self.kind


@dataclass(frozen=True, slots=True)
class TypeExpr:
    """What a type argument says. Exactly one of `symbol`, `promote` and `dtypes` is in use."""

    types: TypeSet = _NO_TYPES
    dtypes: tuple[str, ...] = ()  # enumerators in written order, each once; a misspelling stands as what it means
    symbol: str = ""
    promote: tuple[str, ...] = ()
    helper: str = ""  # the first helper used
    is_list: bool = False  # ListTensorType
    unknown: tuple[str, ...] = ()  # written names that are no enumerator, each once
    meant: tuple[str, ...] = ()  # those of `dtypes` that stand there only as the meaning of a misspelling
    oddities: tuple[Oddity, ...] = ()


def parse_type(text: str, lookup: Lookup | None = None) -> TypeExpr:
    """Read a type argument; never fails.

    Args:
        text: the argument without comments.
        lookup: finds object-like macros by name.

    >>> parse_type("TensorType({BasicType(), DT_FLOAT32, DT_BOOL})").unknown
    ('DT_FLOAT32',)
    >>> parse_type('"T"').symbol, parse_type('Promote({"T1", "T2"})').promote
    ('T', ('T1', 'T2'))
    """
    return _plain(text) or _Parser(lookup).run(text)


def _plain(text: str) -> TypeExpr | None:
    """The two forms that nearly every port has, without looking at each token."""
    match = _PLAIN.fullmatch(text)
    if match is not None:
        names = [name.strip() for name in match[1].split(",")]
        mask = 0
        for name in names:
            dtype = VALID.get(name)
            if dtype is None or mask & dtype.mask:
                return None
            mask |= dtype.mask
        return TypeExpr(TypeSet(mask), tuple(names))
    match = _HELPER_ONLY.fullmatch(text)
    if match is not None and ("{" in text) == (match[2] is not None) and match[1] in HELPERS:
        return TypeExpr(HELPER_SETS[match[1]], HELPERS[match[1]], helper=match[1])
    return None


class _Parser:
    def __init__(self, lookup: Lookup | None) -> None:
        self.lookup = lookup
        self.dtypes: dict[str, None] = {}
        self.repeated: dict[str, int] = {}  # to the offset of the repetition
        self.meant: set[str] = set()  # in `dtypes` only as the meaning of a misspelling
        self.unknown: dict[str, None] = {}
        self.oddities: list[Oddity] = []
        self.strings: list[str] = []
        self.helper = ""
        self.wrapped = self.is_list = self.promotes = False
        self.brackets: list[str] = []
        self.after_item = False  # the last significant token was an element, so a comma must follow
        self.bare: list[str] = []  # identifiers that mean nothing by themselves

    def odd(self, kind: str, token: str, offset: int) -> None:
        if len(self.oddities) < _MAX_ODDITIES:
            self.oddities.append(Oddity(kind, token, offset))

    def run(self, text: str) -> TypeExpr:
        self.tokens(text)
        if self.promotes:
            return TypeExpr(promote=tuple(self.strings), oddities=tuple(self.oddities))
        if self.strings and not self.dtypes:
            return TypeExpr(symbol=self.strings[0].strip(), is_list=self.is_list, oddities=tuple(self.oddities))
        if self.bare and not self.wrapped and not self.dtypes and len(self.bare) == 1:
            name = self.bare[0]
            return TypeExpr(symbol=name, unknown=(name,), oddities=(Oddity("unquoted_symbol", name, text.index(name)),))
        if (self.dtypes or self.helper) and not self.wrapped:
            self.odd("no_TensorType_wrapper", "", len(text) - len(text.lstrip()))
        if self.repeated:
            self.odd("duplicate_dtype", ",".join(sorted(self.repeated)), min(self.repeated.values()))
        return TypeExpr(
            TypeSet(sum(VALID[name].mask for name in self.dtypes)),
            tuple(self.dtypes),
            helper=self.helper,
            is_list=self.is_list,
            unknown=tuple(self.unknown),
            meant=tuple(name for name in self.dtypes if name in self.meant),
            oddities=tuple(self.oddities),
        )

    def tokens(self, text: str) -> None:
        stream = list(self.expanded(text))
        last = ""
        for index, (token, offset) in enumerate(stream):
            following = stream[index + 1][0] if index + 1 < len(stream) else ""
            if token[0].isalpha() or token[0] == "_":
                self.word(token, offset, last, following)
            elif token[0] == '"':
                self.strings.append(token.strip('"'))
            else:
                self.mark(token, offset, last, following)
            last = token
        if self.brackets:
            self.odd("unbalanced", self.brackets[-1], max(0, len(text) - 1))

    def expanded(self, text: str) -> Iterator[tuple[str, int]]:
        """The tokens without white space, object-like macros replaced by what they stand for."""
        pending: list[tuple[Iterator[re.Match[str]], str, int]] = [(_TOKEN.finditer(text), "", -1)]
        budget, expansions = MAX_TOKENS, 0
        while pending:
            stream, _, base = pending[-1]
            match = next(stream, None)
            if match is None:
                pending.pop()
                continue
            token = match[0]
            if token[0].isspace():
                continue
            offset = match.start() if base < 0 else base
            budget -= 1
            if budget < 0:
                self.odd("oversized", "", offset)
                return
            if self.lookup and token not in VALID and token[0].isidentifier() and expansions < _MAX_EXPANSIONS:
                body = self.lookup(token)
                if body is not None and all(token != name for _, name, _ in pending):
                    expansions += 1
                    pending.append((_TOKEN.finditer(body), token, offset))
                    continue
            yield token, offset

    def item(self, offset: int) -> None:
        if self.after_item:
            self.odd("missing_comma", "", offset)
        self.after_item = True

    def add(self, name: str, offset: int) -> None:
        if name in self.meant:
            self.meant.discard(name)
            del self.dtypes[name]  # WHY: its place is where it is written
        elif name in self.dtypes:
            self.repeated.setdefault(name, offset)
        self.dtypes[name] = None

    def word(self, token: str, offset: int, last: str, following: str) -> None:
        if token in VALID:
            self.item(offset)
            self.add(token, offset)
            return
        if token in _WRAPPERS or (token in _NAMESPACES and following == "::"):
            self.wrapped |= token in _WRAPPERS
            self.is_list |= token == "ListTensorType"
            self.promotes |= token == "Promote"
            return
        name = token if token in HELPERS else _HELPER_CASE.get(token.upper(), "")
        qualified = last in ("::", ":") and self.wrapped
        if name and (name != "FLOAT" or qualified or following == "("):
            self.item(offset)
            self.helper = self.helper or name
            for member in HELPERS[name]:
                self.add(member, offset)
            if name != token:
                self.odd("helper_case", token, offset)
            if not qualified:
                self.odd("unqualified_helper", name, offset)
            if following != "(":
                self.odd("helper_without_call", name, offset)
            return
        self.unwritten(token, offset)

    def unwritten(self, token: str, offset: int) -> None:
        meaning = meaning_of(token)
        if meaning is None and not token.startswith("DT_"):
            self.bare.append(token)
        self.item(offset)
        if token not in self.unknown and len(self.unknown) < _MAX_ODDITIES:
            self.unknown[token] = None
            self.odd("unknown_dtype" if token.startswith("DT_") else "unknown_token", token, offset)
        if meaning is not None and enumerator(meaning) not in self.dtypes:
            self.meant.add(enumerator(meaning))
            self.dtypes[enumerator(meaning)] = None

    def mark(self, token: str, offset: int, last: str, following: str) -> None:
        if token == ",":
            self.after_item = False
        elif token in "({[":
            self.brackets.append(token)
            if last == "{" and token == "(" and len(self.brackets) == 2:
                self.odd("comma_expression", "", offset)
        elif token in _CLOSING:
            if last == ",":
                self.odd("trailing_comma", "", offset)
            self.close(token, offset)
        elif token == "::":
            if not (following[:1].isalpha() or following[:1] == "_"):
                self.odd("dangling_scope", "", offset)
        elif token == ":":
            self.odd("single_colon", "", offset)
        elif token not in "<>;" or self.brackets:
            self.odd("odd_punct", token, offset)
            self.after_item = False

    def close(self, token: str, offset: int) -> None:
        opener = _CLOSING[token]
        if self.brackets and self.brackets[-1] == opener:
            self.brackets.pop()
            return
        self.odd("unbalanced", token, offset)
        if opener in self.brackets[-8:]:
            while self.brackets.pop() != opener:
                pass
