"""The rules: every file of `rules/` whose name stands in the policy, over an operator or over a schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any

from metadef.compat.pair import Pair
from metadef.compat.policy import POLICY, SCHEMA_RULES, SET_RULES
from metadef.compat.record import Hit
from metadef.compat.schema_snapshot import Schema

__all__ = ["Check", "SchemaCheck", "pair_rules", "schema_rules"]

Check = Callable[[Pair], Iterator[Hit]]
SchemaCheck = Callable[[Schema, Schema], Iterator[Hit]]


@lru_cache(maxsize=1)
def pair_rules() -> dict[str, Check]:
    """Name to check, in the order of the policy.

    >>> "input-removed" in pair_rules()
    True
    """
    names = [name for name in POLICY if name not in SET_RULES and name not in SCHEMA_RULES]
    return {name: _check(name) for name in names}


@lru_cache(maxsize=1)
def schema_rules() -> dict[str, SchemaCheck]:
    """The same for rules over protobuf schemas."""
    return {name: _check(name) for name in POLICY if name in SCHEMA_RULES}


def _check(name: str) -> Any:
    return import_module(f"metadef.compat.rules.{name.replace('-', '_')}").check
