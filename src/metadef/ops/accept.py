"""The fast twin of `check`: says yes only to calls that `check_prototype` finds nothing wrong with.

A No means "ask `check_prototype`", not "wrong". Graph construction asks here first, so that legal
nodes, nearly all of them, cost a few dictionary look-ups. Tested against the slow twin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from struct import error as StructError
from struct import pack as _pack
from typing import Any, NamedTuple

from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind, Attrs, AttrValue
from metadef.types.dtype import DataType

__all__ = ["Acceptor"]

_SCALARS: dict[AttrKind, type] = {
    AttrKind.Int: int,
    AttrKind.Float: float,
    AttrKind.String: str,
    AttrKind.AscendString: str,
    AttrKind.Bool: bool,
    AttrKind.Type: DataType,
}
_LISTS: dict[AttrKind, type] = {
    AttrKind.ListInt: int,
    AttrKind.ListFloat: float,
    AttrKind.ListString: str,
    AttrKind.ListBool: bool,
    AttrKind.ListType: DataType,
}
_INT64 = 1 << 63
# lists of one type, as the types of their members: one look-up tells that a short list is uniform
_UNIFORM = frozenset((kind,) * size for kind in {*_LISTS.values()} for size in range(17))


class Acceptor:
    """What construction needs of one prototype, precomputed. Belongs to one graph, whose attribute maps it shares."""

    __slots__ = ("_schemas", "fixed", "masks", "min_inputs", "outputs", "proto")

    def __init__(self, proto: OpProto) -> None:
        self.proto = proto
        dynamic = proto.has_dynamic_inputs or proto.has_dynamic_outputs
        shared = any(port.symbol or port.pattern for port in proto.inputs)
        self.fixed = not (dynamic or shared or proto.laws or proto.graphs)  # False leaves every call to the slow twin
        undefined = DataType.UNDEFINED.mask  # WHY: before inference types are not known yet
        self.masks = tuple(port.types.mask | undefined if port.types.mask else -1 for port in proto.inputs)
        required = [index for index, port in enumerate(proto.inputs) if port.kind is PortKind.REQUIRED]
        self.min_inputs = required[-1] + 1 if required else 0
        self.outputs = len(proto.outputs)
        self._schemas: dict[tuple[str, ...], _Schema | None] = {}

    def attrs(self, given: Mapping[str, Any]) -> Attrs | None:
        """The shared, canonical map for legal and already canonical attributes; None when in doubt."""
        names = tuple(given)
        try:
            schema = self._schemas[names]
        except KeyError:
            schema = self._schemas[names] = _schema(self.proto, names)
        if schema is None:
            return None
        values: tuple[Any, ...] = tuple(given.values())  # WHY Any: the next line decides what they are
        if tuple(map(type, values)) != schema.kinds:
            return None
        for index in schema.ints:
            if not -_INT64 <= values[index] < _INT64:
                return None
        for index in schema.floats:
            if values[index] == 0.0:
                return None  # WHY: 0.0 equals -0.0 as a key, and they are not the same attribute
        for index, member in schema.lists:
            items = values[index]
            types = tuple(map(type, items))
            if types not in _UNIFORM and any(kind is not member for kind in types):
                return None
            if types and types[0] is not member:
                return None
            if member is int:
                try:
                    _pack(f"{len(items)}q", *items)  # WHY: one C call says whether all of them fit into 64 bits
                except StructError:
                    return None
            elif member is float and 0.0 in items:
                return None
        found = schema.interned.get(values)
        if found is not None:
            return found
        for index, test in schema.tests:
            if not test(values[index]):
                return None
        made = schema.interned[values] = Attrs(given)
        return made


class _Schema(NamedTuple):
    """What the values of one sequence of attribute names must be, position by position."""

    kinds: tuple[type, ...]
    ints: tuple[int, ...]  # positions with a range to check
    floats: tuple[int, ...]  # positions where zero has a sign
    lists: tuple[tuple[int, type], ...]  # positions of lists and the type of their members
    tests: tuple[tuple[int, Callable[[AttrValue], bool]], ...]  # positions with a constraint
    interned: dict[object, Attrs]


def _schema(proto: OpProto, names: tuple[str, ...]) -> _Schema | None:
    """None when a name is unknown, a required one is absent, or a kind needs the slow twin."""
    specs = [proto.attr_index.get(name) for name in names]
    if any(spec.required and spec.name not in names for spec in proto.attrs):
        return None
    kinds: list[type] = []
    lists: list[tuple[int, type]] = []
    tests: list[tuple[int, Callable[[AttrValue], bool]]] = []
    for index, spec in enumerate(specs):
        if spec is None:
            return None
        if spec.kind in _LISTS:
            kinds.append(tuple)
            lists.append((index, _LISTS[spec.kind]))
        elif spec.kind in _SCALARS:
            kinds.append(_SCALARS[spec.kind])
        else:
            return None
        if spec.constraint is not None:
            tests.append((index, spec.constraint.holds))
    ints = tuple(index for index, kind in enumerate(kinds) if kind is int)
    floats = tuple(index for index, kind in enumerate(kinds) if kind is float)
    return _Schema(tuple(kinds), ints, floats, tuple(lists), tuple(tests), {})
