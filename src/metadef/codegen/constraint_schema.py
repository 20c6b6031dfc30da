"""Constraints on attributes as JSON Schema, where it can say them; the words always stand beside as description."""

from __future__ import annotations

from typing import TypeAlias

from metadef.codegen.rule_tree import Rule, rule_tree
from metadef.definitions.json_form import Json
from metadef.ops.constraints import Constraint
from metadef.types.dtype import DataType

__all__ = ["Schema", "constraint_schema"]

Schema: TypeAlias = "dict[str, Json]"

_BOUNDS = {"at_least": "minimum", "at_most": "maximum", "above": "exclusiveMinimum", "below": "exclusiveMaximum"}


def constraint_schema(constraint: Constraint) -> Schema:
    """Keywords that a value must obey; none where JSON Schema has no words for the constraint (`where`).

    What it says is never stricter than the constraint: a part that cannot be said is left out.

    >>> from metadef.ops.constraints import each, length, one_of, positive
    >>> constraint_schema(length(4) & each(positive))
    {'allOf': [{'minItems': 4, 'maxItems': 4}, {'items': {'exclusiveMinimum': 0}}]}
    >>> constraint_schema(one_of("SAME", "VALID"))
    {'enum': ['SAME', 'VALID']}
    """
    return _schema(rule_tree(constraint))


def _schema(rule: Rule) -> Schema:
    values = [value for value in rule.values if not isinstance(value, DataType)]
    if len(values) != len(rule.values):
        return {}
    match rule:
        case Rule("all", _, parts):
            said = [schema for part in parts if (schema := _schema(part))]
            return {"allOf": list(said)} if len(said) > 1 else said[0] if said else {}
        case Rule("any", _, parts):
            all_said = [_schema(part) for part in parts]
            return {"anyOf": list(all_said)} if all(all_said) else {}
        case Rule("each", _, (part,)):
            inner = _schema(part)
            return {"items": inner} if inner else {}
        case Rule("length", (size,)):
            return {"minItems": _plain(size), "maxItems": _plain(size)}
        case Rule("length", sizes):
            return {"anyOf": [{"minItems": _plain(size), "maxItems": _plain(size)} for size in sizes]}
        case Rule("length_at_least", (size,)):
            return {"minItems": _plain(size), "minLength": _plain(size)}
        case Rule("one_of"):
            return {"enum": list(values)}
        case Rule(word) if word in _BOUNDS:
            return {_BOUNDS[word]: values[0]}
        case _:
            return {}


def _plain(value: object) -> int:
    """A length; rules hold no other kind of value there."""
    return value if isinstance(value, int) else 0
