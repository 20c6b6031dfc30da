"""`Guard`: one demand on dimensions, with who made it, and its text line.

A line is `DEMAND` or `DEMAND by "WHO"` (WHO as a JSON string); a demand is one of

    symbol NAME             a declared symbol                 fresh NAME           one that inference made
    LEFT == RIGHT           equal                             LEFT >= RIGHT        at least; also LEFT <= RIGHT
    NAME = EXPRESSION       equal, solved for the symbol      broadcast(L, R)      equal, or one of them is 1
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from metadef.errors import MetadefError
from metadef.types.dim import Dim, DimLike
from metadef.types.dim_text import format_symbol

__all__ = ["AT_LEAST", "BROADCAST", "EQUAL", "FRESH", "SOLVED", "SYMBOL", "Guard", "name_line"]

EQUAL = "=="
AT_LEAST = ">="
BROADCAST = "broadcast"
SOLVED = "="
SYMBOL = "symbol"
FRESH = "fresh"
_MAX_LINE = 65536  # characters


@dataclass(frozen=True, slots=True)
class Guard:
    """A demand `left OP right`; for a broadcast, that they are equal or one of them is 1."""

    kind: str  # EQUAL, AT_LEAST, BROADCAST; SOLVED in text only
    left: DimLike
    right: DimLike
    by: str  # who demands it, such as 'node "conv1" (Conv2D)'; empty when nobody said

    @property
    def demand(self) -> str:
        """The demand without its origin."""
        if self.kind == BROADCAST:
            return f"broadcast({self.left}, {self.right})"
        if self.kind == AT_LEAST and isinstance(self.left, int):
            return f"{self.right} <= {self.left}"
        return f"{self.left} {self.kind} {self.right}"

    def __str__(self) -> str:
        """The text line."""
        return f"{self.demand} by {json.dumps(self.by, ensure_ascii=False)}" if self.by else self.demand

    @staticmethod
    def parse(line: str) -> Guard:
        """The guard written in a line. `symbol NAME` and `fresh NAME` give guards of these kinds, right 0.

        Raises:
            MetadefError: bad-dim, for a malformed line.

        >>> print(Guard.parse('2*n >= m+1 by "node a"'), Guard.parse("broadcast(n, 4)").kind, sep=" | ")
        2*n >= m+1 by "node a" | broadcast
        """
        if len(line) > _MAX_LINE:
            raise _malformed(line)
        demand, by = _origin(line.strip())
        for kind in (SYMBOL, FRESH):
            if demand.startswith(kind + " "):
                name = Dim.parse(demand[len(kind) + 1 :])
                if isinstance(name, int) or name.symbol_name is None:
                    raise _malformed(line)
                return Guard(kind, name, 0, by)
        if demand.startswith("broadcast(") and demand.endswith(")"):
            kind, body, separator = BROADCAST, demand[10:-1], ","
        else:
            kind = next((kind for kind in (EQUAL, AT_LEAST, "<=", SOLVED) if _find(demand, kind) >= 0), "")
            body, separator = demand, kind
        at = _find(body, separator) if separator else -1
        if at < 0:
            raise _malformed(line)
        left, right = Dim.parse(body[:at]), Dim.parse(body[at + len(separator) :])
        if kind == "<=":
            return Guard(AT_LEAST, right, left, by)
        if kind == SOLVED and (isinstance(left, int) or left.symbol_name is None):
            raise _malformed(line)
        return Guard(kind, left, right, by)


def name_line(kind: str, name: str) -> str:
    """The line that declares a symbol."""
    return f"{kind} {format_symbol(name)}"


def _origin(line: str) -> tuple[str, str]:
    """The demand and who made it."""
    at = _find(line, ' by "')
    if at < 0:
        return line, ""
    try:
        by: object = json.loads(line[at + 4 :])
    except ValueError:
        raise _malformed(line) from None
    if not isinstance(by, str):
        raise _malformed(line)
    return line[:at].rstrip(), by


def _find(text: str, part: str) -> int:
    """Where `part` first stands outside parentheses and backquotes, -1 when nowhere."""
    depth, quoted = 0, False
    for at, char in enumerate(text):
        if char == "`":
            quoted = not quoted
        elif quoted:
            continue
        elif depth == 0 and text.startswith(part, at):
            return at
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
    return -1


def _malformed(line: str) -> MetadefError:
    shown = line if len(line) <= 60 else line[:57] + "..."
    return MetadefError.of(
        "bad-dim", "constraint", f"{shown!r} is no constraint on dimensions", expected='such as seq >= 3 by "node a"'
    )
