"""Attribute values, rules and texts as C: constant data that needs nothing at run time.

Arrays that a value points to come before it, so everything here is given a `Pool` that collects them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import isfinite, isnan

from metadef.codegen.rule_tree import Rule, RuleValue
from metadef.render.quoting import c_string
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.dtype import DataType

__all__ = ["Pool", "c_double", "c_int", "form_of"]

_LONGEST = 4000  # bytes of a string literal: C promises 4095
_SCALARS = ("char", "double", "int32_t", "int64_t", "uint32_t")
_BASES = {
    "Int": "MDEF_INT",
    "Float": "MDEF_FLOAT",
    "Bool": "MDEF_BOOL",
    "Type": "MDEF_TYPE",
    "String": "MDEF_STRING",
    "AscendString": "MDEF_STRING",
    "Bytes": "MDEF_BYTES",
    "Tensor": "MDEF_TENSOR",
    "NamedAttrs": "MDEF_NAMED",
}


def form_of(kind: AttrKind) -> tuple[str, int]:
    """The kind of the scalars in values of a declared kind, and how deep lists nest.

    >>> form_of(AttrKind.ListListInt)
    ('MDEF_INT', 2)
    """
    name, depth = kind.name, 0
    while name.startswith("List"):
        name, depth = name.removeprefix("List"), depth + 1
    return _BASES[name], depth


def c_int(value: int) -> str:
    """An integer of 64 bits.

    >>> c_int(-5), c_int(1 << 40), c_int(-(1 << 63))
    ('-5', 'INT64_C(1099511627776)', '(-INT64_C(9223372036854775807) - 1)')
    """
    if value == -(1 << 63):  # WHY: C reads a minus and a number that has no type
        return "(-INT64_C(9223372036854775807) - 1)"
    return str(value) if abs(value) < 1 << 31 else f"INT64_C({value})" if value >= 0 else f"(-INT64_C({-value}))"


def c_double(value: float) -> str:
    """A float that reads back exactly.

    >>> c_double(0.1), c_double(1e400), c_double(-0.0)
    ('0.1', '(double)INFINITY', '-0.0')
    """
    if isnan(value):
        return "(double)NAN"
    if not isfinite(value):
        return "(double)INFINITY" if value > 0 else "-(double)INFINITY"
    return repr(value)


@dataclass(slots=True)
class Pool:
    """The arrays of one C file, each in front of what points to it. Equal arrays are one."""

    prefix: str  # of their names: all files may be compiled as one
    lines: list[str] = field(default_factory=list[str])
    known: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    def array(self, kind: str, items: Iterable[str]) -> str:
        """The name of an array of a type; NULL for an empty one, which C does not have."""
        body = (", " if kind in _SCALARS else ",\n    ").join(items)
        if not body:
            return "NULL"
        name = self.known.get((kind, body))
        if name is None:
            name = self.known[kind, body] = f"{self.prefix}{len(self.known)}"
            self.lines.append(f"static const {kind} {name}[] = {{\n    {body}}};")
        return name

    def text(self, text: str) -> str:
        """A text with a NUL at its end."""
        data = text.encode("utf-8", "surrogatepass")
        return c_string(text) if len(data) <= _LONGEST else self.array("char", _chars(data + b"\0"))

    def value(self, value: AttrValue) -> str:
        """The initialiser of an `mdef_value`."""
        match value:
            case bool():
                return f"{{MDEF_BOOL, 0, {int(value)}, 0.0, NULL}}"
            case int():
                return f"{{MDEF_INT, 0, {c_int(value)}, 0.0, NULL}}"
            case float():
                return f"{{MDEF_FLOAT, 0, 0, {c_double(value)}, NULL}}"
            case DataType():
                return f"{{MDEF_TYPE, 0, {value.ge_value}, 0.0, NULL}}"
            case str():
                size = len(value.encode("utf-8", "surrogatepass"))
                return f"{{MDEF_STRING, {size}, 0, 0.0, {self.text(value)}}}"
            case bytes():
                return f"{{MDEF_BYTES, {len(value)}, 0, 0.0, {self.array('char', _chars(value))}}}"
            case tuple():
                return self._list(value)
            case _:
                return "{MDEF_TENSOR, 0, 0, 0.0, NULL}"

    def _list(self, value: Sequence[AttrValue]) -> str:
        ints = [item for item in value if isinstance(item, int) and not isinstance(item, bool)]
        if len(ints) == len(value):
            return f"{{MDEF_INTS, {len(ints)}, 0, 0.0, {self.array('int64_t', map(c_int, ints))}}}"
        floats = [item for item in value if isinstance(item, float)]
        if len(floats) == len(value):
            return f"{{MDEF_FLOATS, {len(floats)}, 0, 0.0, {self.array('double', map(c_double, floats))}}}"
        items = [self.value(item) for item in value]  # at most two levels: lists of lists
        return f"{{MDEF_LIST, {len(items)}, 0, 0.0, {self.array('mdef_value', items)}}}"

    def rules(self, rule: Rule) -> list[str]:
        """The initialisers of an `mdef_rule` and of those inside it, in the order of reading."""
        if not all(map(_fits, rule.values)):
            return ["{MDEF_RULE_OPAQUE, 1, 0, NULL}"]
        inner = [line for part in rule.parts for line in self.rules(part)]  # at most 17 levels
        values = self.array("mdef_value", [self.value(item) for item in rule.values])
        return [f"{{MDEF_RULE_{rule.word.upper()}, {1 + len(inner)}, {len(rule.values)}, {values}}}", *inner]


def _fits(value: RuleValue) -> bool:
    return not isinstance(value, int) or -(1 << 63) <= value < 1 << 63


def _chars(data: bytes) -> Iterable[str]:
    # WHY octal characters: they are of the type char whether it is signed or not
    return (f"'\\{byte:03o}'" for byte in data)
