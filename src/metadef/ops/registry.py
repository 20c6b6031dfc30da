"""`Registry`: operator name to prototype in one hash look-up; families load when first touched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from metadef.errors import Finding, MetadefError, did_you_mean, finding
from metadef.ops.proto import OpProto
from metadef.ops.steps import STEPS, Step, versions

__all__ = ["FamilyLoader", "Further", "Registry"]

FamilyLoader: TypeAlias = "Callable[[str], Iterable[OpProto]]"
# Operators that a registry asks for once it lacks one, and what is wrong with those that it cannot have.
Further: TypeAlias = "Callable[[], tuple[Iterable[OpProto], Iterable[Finding]]]"


class _Table(dict[str, OpProto]):
    """A dict that asks its registry for what it lacks; present names cost one C look-up."""

    __slots__ = ("missing",)

    missing: Callable[[str], OpProto]

    def __missing__(self, name: str) -> OpProto:
        return self.missing(name)


class Registry:
    """A set of prototypes. Explicit: make as many as you like; the declared one is `metadef.catalogue.registry()`.

    `lookup(name)` is the fast door (one hash look-up) and raises `MetadefError` with near misses for unknown names;
    `find(name)` answers None instead.

    >>> from metadef.ops.proto import op
    >>> registry = Registry([op("Mine")])
    >>> registry.lookup("Mine"), registry.find("Other"), "Mine" in registry
    (OpProto(Mine), None, True)
    """

    def __init__(
        self,
        protos: Iterable[OpProto] = (),
        *,
        families: Mapping[str, str] | None = None,
        load_family: FamilyLoader | None = None,
        steps: Sequence[Step] = (),
        further: Further | None = None,
    ) -> None:
        """`families` maps operator names to the family that `load_family` loads at first touch.

        `further` brings more operators when first a name is asked for that the registry lacks, or all names are; what
        is registered already stays.

        `steps` carry calls of older versions over when files are loaded, besides the steps of the catalogue.

        Raises:
            ValueError: if the steps of an operator leave a number out.
        """
        self.steps: tuple[Step, ...] = (*STEPS, *steps)
        self._versions = versions(self.steps)
        self._table = _Table()
        self._table.missing = self._load
        self._families = dict(families or {})
        self._load_family = load_family
        self._further: Further | None = None
        self._problems: tuple[Finding, ...] = ()
        self._frozen = False
        self.lookup: Callable[[str], OpProto] = self._table.__getitem__
        for proto in protos:
            self.add(proto)
        self._further = further  # WHY last: adding asks whether a name is taken

    def add(self, proto: OpProto) -> OpProto:
        """Register a prototype.

        Raises:
            MetadefError: if the name is taken (both definitions are named) or the registry is frozen.
        """
        if self._frozen:
            raise MetadefError.of("duplicate-op", proto.name, "the registry is frozen", hint="work on registry.copy()")
        known = self.find(proto.name)
        if known is not None:
            raise MetadefError(
                finding(
                    "duplicate-op",
                    f"operator {proto.name}",
                    f"defined twice: at {proto.span} and at {known.span}",
                    where=proto.span,
                    defined=known.span,
                )
            )
        self._table[proto.name] = proto
        return proto

    def replace(self, proto: OpProto) -> None:
        """Put a prototype in place of the one with the same name, such as a dressed one for a bare one."""
        if self._frozen:
            raise MetadefError.of("duplicate-op", proto.name, "the registry is frozen", hint="work on registry.copy()")
        self._table[proto.name] = proto

    def add_steps(self, steps: Iterable[Step]) -> None:
        """Add upgrade steps, by which calls of older versions are carried over when files are loaded.

        Raises:
            MetadefError: if the registry is frozen.
            ValueError: if the steps of an operator leave a number out.
        """
        if self._frozen:
            raise MetadefError.of("duplicate-op", "steps", "the registry is frozen", hint="work on registry.copy()")
        found = (*self.steps, *steps)
        self.steps, self._versions = found, versions(found)

    def freeze(self) -> Registry:
        """Refuse further changes; returns itself."""
        self._frozen = True
        return self

    def copy(self) -> Registry:
        """An independent, unfrozen registry with the same content; families stay lazy."""
        new = Registry(families=self._families, load_family=self._load_family, further=self._further)
        new._problems = self._problems
        new.steps, new._versions = self.steps, self._versions
        new._table.update(self._table)
        return new

    def find(self, name: str) -> OpProto | None:
        """The prototype, or None."""
        found = dict.get(self._table, name)
        if found is not None:
            return found
        if name in self._families:
            return self._load(name)
        self._complete()
        return dict.get(self._table, name)

    def problems(self) -> tuple[Finding, ...]:
        """What is wrong with further operators that could not be had, such as those of a broken plug-in."""
        self._complete()
        return self._problems

    def version_of(self, op: str) -> int:
        """The newest version of an operator, by the steps."""
        return self._versions.get(op, 1)

    def names(self) -> list[str]:
        """All names, sorted, without loading a family."""
        self._complete()
        return sorted(self._families.keys() | self._table.keys())

    def nearest(self, name: str) -> str:
        """Names near to `name`, as a hint."""
        return did_you_mean(name, self.names())

    def _load(self, name: str) -> OpProto:
        family = self._families.get(name)
        if family is not None and self._load_family is not None:
            for proto in self._load_family(family):
                self._table.setdefault(proto.name, proto)  # WHY: a replaced prototype outlives its family's loading
            found = dict.get(self._table, name)
            if found is not None:
                return found
        found = self.find(name) if family is None else None
        if found is not None:
            return found
        message = "no such operator is registered"
        unknown = finding("unknown-op", f"operator {name[:200]}", message, hint=self.nearest(name))
        raise MetadefError([*self._problems, unknown])

    def _complete(self) -> None:
        """Ask for the further operators, once."""
        further, self._further = self._further, None
        if further is not None:
            protos, problems = further()
            for proto in protos:
                if proto.name not in self._families:
                    self._table.setdefault(proto.name, proto)
            self._problems = tuple(problems)

    def __getitem__(self, name: str) -> OpProto:
        return self.lookup(name)

    def __contains__(self, name: object) -> bool:
        if name not in self._table and name not in self._families:
            self._complete()
        return name in self._table or name in self._families

    def __len__(self) -> int:
        self._complete()
        return len(self._families.keys() | self._table.keys())

    def __iter__(self) -> Iterator[OpProto]:
        """All prototypes by name; loads every family."""
        return (self.lookup(name) for name in self.names())
