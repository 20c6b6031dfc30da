"""Whether what a pass declares has the types that `Pass` gives: somebody else's class may hold anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from metadef.passes.base import NodePass, Pass, Scope, Stage

__all__ = ["make_pass"]


def make_pass(kind: type[Pass]) -> Pass:
    """A new instance of a pass, on whose declarations the manager can rely.

    Raises:
        ValueError: naming the class and the attribute, if one has another type; if no instance can be made.

    >>> make_pass(type("Mine", (NodePass,), {"name": "mine", "after": "fold"}))
    Traceback (most recent call last):
    ...
    ValueError: Mine declares after = 'fold'; expected a tuple of names
    """
    try:
        made = kind()
        declared = {name: cast("object", getattr(made, name)) for name in _EVERY}
        if isinstance(made, NodePass):
            declared |= {name: cast("object", getattr(made, name)) for name in _OF_NODE_PASSES}
    except Exception as error:  # WHY: somebody else's code may fail in any way
        message = f"{kind.__name__} cannot be made: {type(error).__name__}: {error}"
        raise ValueError(message[:300]) from error
    for name, value in declared.items():
        expected, fits = _EVERY.get(name) or _OF_NODE_PASSES[name]
        if not fits(value):
            raise ValueError(f"{kind.__name__} declares {name} = {value!r:.60}; expected {expected}")
    return made


def _are_names(value: object) -> bool:
    return isinstance(value, tuple | list) and _are_strings(cast("tuple[object, ...] | list[object]", value))


def _are_strings(values: tuple[object, ...] | list[object] | frozenset[object] | set[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _are_ops(value: object) -> bool:
    is_set = isinstance(value, frozenset | set)
    return value is None or (is_set and _are_strings(cast("frozenset[object]", value))) or _are_names(value)


def _is_count(value: object) -> bool:
    return _is_int(value) and cast("int", value) >= 0


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_parameters(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    pairs = cast("Mapping[object, object]", value).items()
    return all(isinstance(name, str) and isinstance(default, bool | int | float | str) for name, default in pairs)


_Rule = tuple[str, Callable[[object], bool]]  # what is expected, and whether a value is that
_NAMES: _Rule = ("a tuple of names", _are_names)
_EVERY: dict[str, _Rule] = {
    "name": ("a string", lambda value: isinstance(value, str)),
    "stage": ("a Stage, such as Stage.OPTIMIZE", lambda value: isinstance(value, Stage)),
    "requires": _NAMES,
    "after": _NAMES,
    "before": _NAMES,
    "conflicts": _NAMES,
    "invalidates": _NAMES,
    "priority": ("a whole number", _is_int),
    "scope": ("a Scope, such as Scope.SUBGRAPH", lambda value: isinstance(value, Scope)),
    "parameters": ("a mapping of names to numbers, booleans and strings", _are_parameters),
    "max_changes": ("a whole number or None", lambda value: value is None or _is_count(value)),
    "max_rounds": ("a whole number or None", lambda value: value is None or _is_count(value)),
    "max_seconds": (
        "seconds or None",
        lambda value: value is None or _is_int(value) or isinstance(value, float),
    ),
}
_OF_NODE_PASSES: dict[str, _Rule] = {
    "ops": ("a frozenset of operators, or None", _are_ops),
    "reach": ("a whole number from 0", _is_count),
}
