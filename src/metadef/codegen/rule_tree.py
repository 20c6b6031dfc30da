"""Constraints on attributes as data: a tree of few words, which every generated language can hold and judge."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from metadef.ops.constraints import Constraint
from metadef.types.dtype import DataType

__all__ = ["WORDS", "Rule", "RuleValue", "rule_tree"]

RuleValue: TypeAlias = "int | float | str | DataType"  # a bool is an int: Python compares true as 1

# What a rule may say. A value of another kind than the word speaks of obeys none of them.
WORDS: dict[str, str] = {
    "all": "every part holds",
    "any": "a part holds",
    "not": "the part does not hold",
    "each": "it is a list, and the part holds of every member",
    "length": "the length of a list or text is one of the values",
    "length_at_least": "the length of a list or text is the value or more",
    "one_of": "it equals one of the values",
    "at_least": "a number that is the value or more",
    "at_most": "a number that is the value or less",
    "above": "a number that is more than the value",
    "below": "a number that is less than the value",
    "opaque": "a predicate in Python, which nothing else can judge",
}
_NAMED: dict[str, tuple[str, int]] = {
    "positive": ("above", 0),
    "not_negative": ("at_least", 0),
    "negative": ("below", 0),
    "not_empty": ("length_at_least", 1),
}
_DEEPEST = 16
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Rule:
    """One word of `WORDS` with what it speaks of."""

    word: str
    values: tuple[RuleValue, ...] = ()
    parts: tuple[Rule, ...] = ()


OPAQUE = Rule("opaque")


@lru_cache(maxsize=4096)
def rule_tree(constraint: Constraint) -> Rule:
    """What a constraint says, as far as data can say it; the rest is opaque.

    >>> from metadef.ops.constraints import length, one_of, positive
    >>> [(part.word, part.values) for part in rule_tree(length(1, 2) & positive).parts]
    [('length', (1, 2)), ('above', (0,))]
    """
    if len(constraint.text) > _LONGEST:
        return OPAQUE
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # WHY: the text is a stranger's, and is only looked at
            tree = ast.parse(constraint.text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return OPAQUE
    return _rule(tree.body, 0)


def _rule(node: ast.expr, depth: int) -> Rule:
    if depth > _DEEPEST:
        return OPAQUE
    match node:
        case ast.Name(id=name) if name in _NAMED:
            word, bound = _NAMED[name]
            return Rule(word, (bound,))
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() as sign, right=right):
            parts = (_rule(left, depth + 1), _rule(right, depth + 1))
            return Rule("all" if isinstance(sign, ast.BitAnd) else "any", (), parts)
        case ast.UnaryOp(op=ast.Invert(), operand=inner):
            return Rule("not", (), (_rule(inner, depth + 1),))
        case ast.Call(func=ast.Name(id="each"), args=[inner], keywords=[]):
            return Rule("each", (), (_rule(inner, depth + 1),))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            return _call(name, [_literal(arg) for arg in args])
        case _:
            return OPAQUE


def _call(name: str, given: list[RuleValue | None]) -> Rule:
    values = tuple(value for value in given if value is not None)
    numbers = all(not isinstance(value, str | DataType) for value in values)
    if len(values) != len(given):
        return OPAQUE
    match name, values:
        case "one_of", _:
            return Rule("one_of", values)
        case "length", [_, *_] if all(isinstance(value, int) for value in values):
            return Rule("length", values)
        case "length_at_least", [int()]:
            return Rule(name, values)
        case (("at_least" | "at_most"), [_]) if numbers:
            return Rule(name, values)
        case "between", [low, high] if numbers:
            return Rule("all", (), (Rule("at_least", (low,)), Rule("at_most", (high,))))
        case _:
            return OPAQUE


def _literal(node: ast.expr) -> RuleValue | None:
    """The number, text or data type that an argument is; None for anything else."""
    match node:
        case ast.Constant(value=value) if isinstance(value, int | float | str):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)) if isinstance(value, int | float):
            return -value
        case ast.Name(id=name):
            return DataType.__members__.get(name)
        case _:
            return None
