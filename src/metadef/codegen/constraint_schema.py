"""Constraints on attributes as JSON Schema, where it can say them; the words always stand beside as description."""

from __future__ import annotations

import ast
from typing import TypeAlias

from metadef.definitions.json_form import Json
from metadef.ops.constraints import Constraint

__all__ = ["Schema", "constraint_schema"]

Schema: TypeAlias = "dict[str, Json]"

_NAMED: dict[str, Schema] = {
    "positive": {"exclusiveMinimum": 0},
    "not_negative": {"minimum": 0},
    "negative": {"exclusiveMaximum": 0},
    "not_empty": {"minItems": 1, "minLength": 1},
}
_DEEPEST = 16
_LONGEST = 4000


def constraint_schema(constraint: Constraint) -> Schema:
    """Keywords that a value must obey; none where JSON Schema has no words for the constraint (`where`).

    What it says is never stricter than the constraint: a part that cannot be said is left out.

    >>> from metadef.ops.constraints import each, length, one_of, positive
    >>> constraint_schema(length(4) & each(positive))
    {'allOf': [{'minItems': 4, 'maxItems': 4}, {'items': {'exclusiveMinimum': 0}}]}
    >>> constraint_schema(one_of("SAME", "VALID"))
    {'enum': ['SAME', 'VALID']}
    """
    if len(constraint.text) > _LONGEST:
        return {}
    try:
        tree = ast.parse(constraint.text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    return _schema(tree.body, 0)


def _schema(node: ast.expr, depth: int) -> Schema:
    if depth > _DEEPEST:
        return {}
    match node:
        case ast.Name(id=name):
            return _NAMED.get(name, {})
        case ast.BinOp(left=left, op=ast.BitAnd(), right=right):
            parts = [part for part in (_schema(left, depth + 1), _schema(right, depth + 1)) if part]
            return {"allOf": list(parts)} if len(parts) > 1 else parts[0] if parts else {}
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            parts = [_schema(left, depth + 1), _schema(right, depth + 1)]
            return {"anyOf": list(parts)} if all(parts) else {}
        case ast.Call(func=ast.Name(id=name), args=args):
            return _call(name, args, depth)
        case _:
            return {}


def _call(name: str, args: list[ast.expr], depth: int) -> Schema:
    if name == "each" and len(args) == 1:
        inner = _schema(args[0], depth + 1)
        return {"items": inner} if inner else {}
    values = [_literal(arg) for arg in args]
    if None in values:
        return {}
    match name, values:
        case "length", [size]:
            return {"minItems": size, "maxItems": size}
        case "length", [_, *_]:
            return {"anyOf": [{"minItems": size, "maxItems": size} for size in values]}
        case "length_at_least", [size]:
            return {"minItems": size}
        case "one_of", [_, *_]:
            return {"enum": list(values)}
        case "at_least", [low]:
            return {"minimum": low}
        case "at_most", [high]:
            return {"maximum": high}
        case "between", [low, high]:
            return {"minimum": low, "maximum": high}
        case _:
            return {}


def _literal(node: ast.expr) -> int | float | str | None:
    """The number or text that an argument is; None for anything else."""
    match node:
        case ast.Constant(value=value) if isinstance(value, int | float | str):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)) if isinstance(value, int | float):
            return -value
        case _:
            return None
