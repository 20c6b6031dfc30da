"""Values of attributes: legal ones, those at the edge of what is legal, and illegal ones."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import cast

from metadef.codegen.rule_tree import Rule, RuleValue, rule_tree
from metadef.ops.ports import AttrSpec
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.dtype import DataType

__all__ = ["broken_value", "edge_values", "legal_values", "wrong_kind"]

_LENGTHS = (4, 2, 1, 3, 5, 6, 0)


def legal_values(spec: AttrSpec) -> list[AttrValue]:
    """Values that the attribute takes, likely ones first; none for tensors and named attributes."""
    return [value for value in _pool(spec) if spec.constraint is None or spec.constraint.holds(value)]


def broken_value(spec: AttrSpec) -> AttrValue | None:
    """A value of the right kind that breaks the constraint, None where none is at hand."""
    if spec.constraint is None:
        return None
    return next((value for value in _pool(spec) if not spec.constraint.holds(value)), None)


def edge_values(spec: AttrSpec) -> Iterator[tuple[str, AttrValue]]:
    """The smallest and the largest legal value, for lists the shortest and the longest; with a word for each."""
    legal = [value for value in _pool(spec) if spec.constraint is None or spec.constraint.holds(value)]
    if not legal or spec.kind in (AttrKind.Type, AttrKind.ListType):
        return
    if spec.kind in (AttrKind.Int, AttrKind.Float):
        numbers = cast("list[float]", legal)
        yield "smallest", min(numbers)
        yield "largest", max(numbers)
    elif spec.kind.is_list:
        yield "shortest", min(legal, key=_length)
        yield "longest", max(legal, key=_length)
    elif spec.kind is AttrKind.Bool:
        yield "turned", not spec.default
    elif spec.kind in (AttrKind.String, AttrKind.AscendString):
        yield "last", legal[-1]


def _length(value: AttrValue) -> int:
    return len(value) if isinstance(value, tuple) else 0


def wrong_kind(spec: AttrSpec) -> AttrValue:
    """A value of another kind."""
    return 7 if spec.kind in (AttrKind.String, AttrKind.AscendString, AttrKind.Bool) else "no such value"


def _pool(spec: AttrSpec) -> list[AttrValue]:
    constants = list(_constants(rule_tree(spec.constraint))) if spec.constraint is not None else []
    name, depth = spec.kind.name, 0
    while name.startswith("List"):
        name, depth = name.removeprefix("List"), depth + 1
    ones = _ones(name, constants)
    if depth == 0:
        return ones
    lengths = dict.fromkeys((*(value for value in constants if isinstance(value, int) and 0 <= value <= 8), *_LENGTHS))
    inner = ones[:8] if depth == 1 else [(one,) * length for one in ones[:2] for length in (2, 1)]
    out = [cast("AttrValue", (one,) * length) for one in inner for length in lengths]
    default = spec.default
    return [default, *out] if isinstance(default, tuple) and default else out


def _ones(name: str, constants: list[RuleValue]) -> list[AttrValue]:
    numbers = [value for value in constants if isinstance(value, int | float)]
    match name:
        case "Int":
            # WHY no 64-bit extremes: as a number of outputs they would ask for that many
            near = [whole + step for value in numbers if (whole := _whole(value)) is not None for step in (0, 1, -1)]
            return [*dict.fromkeys((1, 0, 2, -1, *near))]
        case "Float":
            near = [step for value in numbers for step in (float(value), value + 0.5, value - 0.5)]
            return [*dict.fromkeys((1.0, 0.0, 0.5, -1.0, *near, 1e30, -1e30))]
        case "String" | "AscendString":
            return [*dict.fromkeys((*(value for value in constants if isinstance(value, str)), "", "metadef"))]
        case "Bool":
            return [False, True]
        case "Type":
            types = [value for value in constants if isinstance(value, DataType)]
            return [*dict.fromkeys((*types, DataType.FLOAT, DataType.INT32, DataType.INT8, DataType.FLOAT16))]
        case "Bytes":
            return [b"", b"metadef"]
        case _:
            return []


def _whole(value: float) -> int | None:
    """A bound as an integer that an attribute can hold."""
    return int(value) if -inf < value < inf and abs(value) < 1 << 16 else None


def _constants(rule: Rule) -> Iterator[RuleValue]:
    yield from rule.values
    for part in rule.parts:  # at most as deep as `rule_tree` reads
        yield from _constants(part)
