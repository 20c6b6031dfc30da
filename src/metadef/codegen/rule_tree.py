"""Constraints on attributes as data: a tree of few words, which every generated language can hold and judge."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Sized
from dataclasses import dataclass
from functools import lru_cache
from operator import ge, gt, le, lt
from typing import TypeAlias

from metadef.ops.constraints import Constraint
from metadef.types.attrs import AttrValue
from metadef.types.dtype import DataType

__all__ = ["WORDS", "Rule", "RuleValue", "judge", "rule_tree"]

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
_COMPARE: dict[str, Callable[[float, float], bool]] = {"at_least": ge, "at_most": le, "above": gt, "below": lt}
_DEEPEST = 16
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Rule:
    """One word of `WORDS` with what it speaks of."""

    word: str
    values: tuple[RuleValue, ...] = ()
    parts: tuple[Rule, ...] = ()


OPAQUE = Rule("opaque")


def judge(rule: Rule, value: AttrValue) -> bool | None:
    """Whether a value obeys, None where only the opaque parts decide: what generated code answers.

    >>> from metadef.ops.constraints import each, positive, where
    >>> judge(rule_tree(each(positive) & where("even", lambda value: False)), (1, 2))
    >>> judge(rule_tree(each(positive) & where("even", lambda value: False)), (1, 0))
    False
    """
    match rule:
        case Rule("opaque"):
            return None
        case Rule("not", _, (part,)):
            found = judge(part, value)
            return None if found is None else not found
        case Rule("all", _, parts):
            return _all([judge(part, value) for part in parts])
        case Rule("any", _, parts):
            broken = _all([None if found is None else not found for found in (judge(part, value) for part in parts)])
            return None if broken is None else not broken
        case Rule("each", _, (part,)):
            return _all([judge(part, item) for item in value]) if isinstance(value, tuple) else False
        case Rule("one_of"):
            return value in rule.values
        case Rule("length"):
            return isinstance(value, Sized) and len(value) in rule.values
        case Rule("length_at_least", (size,)):
            return isinstance(value, Sized) and isinstance(size, int) and len(value) >= size
        case Rule(word, (bound,)):
            if isinstance(value, bool) or not isinstance(value, int | float) or not isinstance(bound, int | float):
                return False
            return _COMPARE[word](value, bound)
        case _:
            return None


def _all(found: list[bool | None]) -> bool | None:
    return False if False in found else None if None in found else True


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
