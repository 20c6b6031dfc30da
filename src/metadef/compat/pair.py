"""Two versions of one operator, with their ports and attributes matched: by name, and by place where a name is new."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from metadef.compat.calls import refused_by_law
from metadef.compat.record import Probe
from metadef.ops.ports import AttrSpec, GraphSpec, Law, Port, Symbol
from metadef.ops.proto import OpProto
from metadef.types.dtype import DataType
from metadef.types.typeset import TypeSet

__all__ = ["Matching", "Pair", "all_types"]


class _Named(Protocol):
    @property
    def name(self) -> str: ...


Item = TypeVar("Item", bound=_Named)

_ALL = TypeSet.of(*DataType)


@dataclass(frozen=True, slots=True)
class Matching(Generic[Item]):
    """The members of two lists by name."""

    kept: tuple[tuple[Item, Item], ...]
    renamed: tuple[tuple[Item, Item], ...]  # the same but for the name, and in the same place
    removed: tuple[Item, ...]
    added: tuple[Item, ...]
    reordered: bool  # the members that both have stand in another order

    @property
    def both(self) -> tuple[tuple[Item, Item], ...]:
        """Old and new of every member that is still there."""
        return (*self.kept, *self.renamed)


class Pair:
    """An operator before and after."""

    def __init__(self, old: OpProto, new: OpProto) -> None:
        self.old = old
        self.new = new

    @cached_property
    def inputs(self) -> Matching[Port]:
        return _match(self.old.inputs, self.new.inputs, _same_port)

    @cached_property
    def outputs(self) -> Matching[Port]:
        return _match(self.old.outputs, self.new.outputs, _same_port)

    @cached_property
    def attrs(self) -> Matching[AttrSpec]:
        return _match(self.old.attrs, self.new.attrs, _same_attr)

    @cached_property
    def graphs(self) -> Matching[GraphSpec]:
        return _match(self.old.graphs, self.new.graphs, _never)

    @cached_property
    def new_laws(self) -> list[tuple[Law, Probe | None]]:
        """Laws that are new, each with how a call that was legal breaks it; None where no such call was found."""
        return [(law, refused_by_law(self.old, law)) for law in self.new.laws if law not in self.old.laws]

    @cached_property
    def symbols(self) -> Matching[Symbol]:
        return _match(self.old.symbols, self.new.symbols, _never)


def all_types(port: Port) -> TypeSet:
    """The types of a port; a port without a set takes every type."""
    return port.types if port.types.mask else _ALL


def _same_port(old: Port, new: Port) -> bool:
    return (old.types, old.kind, old.pattern) == (new.types, new.kind, new.pattern)


def _same_attr(old: AttrSpec, new: AttrSpec) -> bool:
    return (old.kind, old.required, old.default) == (new.kind, new.required, new.default)


def _never(old: object, new: object) -> bool:
    return False


def _match(before: Sequence[Item], after: Sequence[Item], same: Callable[[Item, Item], bool]) -> Matching[Item]:
    old, new = {item.name: item for item in before}, {item.name: item for item in after}
    kept = tuple((item, new[name]) for name, item in old.items() if name in new)
    removed = [item for name, item in old.items() if name not in new]
    added = [item for name, item in new.items() if name not in old]
    renamed: list[tuple[Item, Item]] = []
    if removed and added and len(before) == len(after):
        # WHY: where nothing else moved, the same thing under a new name in the same place is a renaming
        place = {item.name: index for index, item in enumerate(after)}
        at = {place[item.name]: item for item in added}
        for index, item in enumerate(before):
            if item.name not in new and index in at and same(item, at[index]):
                renamed.append((item, at[index]))
    gone = {item.name for item, _ in renamed}
    came = {item.name for _, item in renamed}
    order = [name for name in new if name in old]
    return Matching(
        kept,
        tuple(renamed),
        tuple(item for item in removed if item.name not in gone),
        tuple(item for item in added if item.name not in came),
        order != [name for name in old if name in new],
    )
