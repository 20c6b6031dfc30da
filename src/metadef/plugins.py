"""Tables of extensions: a name to `"module:object"`, loaded on demand, merged with installed entry points.

Each extension point is a `Table`: built-in entries are lines of a dictionary, other packages join through the
entry-point group of the table. Nothing is imported before it is asked for. A name that two sides claim is a `Clash` and
cannot be loaded from either: the order of installation must not decide what a model means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "GROUPS",
    "Clash",
    "Entry",
    "PluginError",
    "Table",
    "UnknownEntryError",
]

# Entry-point groups that other packages can join: what an entry of the group is.
GROUPS: dict[str, str] = {
    "metadef.ops": "operator prototypes",
    "metadef.passes": "graph passes",
    "metadef.checks": "lint and support rules",
    "metadef.targets": "chips",
    "metadef.generators": "code generators",
}

_TARGET = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_OWN = "metadef"


class PluginError(Exception):
    """An extension that cannot be used. Floor 0 knows no findings; the command line makes one of it."""


class UnknownEntryError(PluginError):
    """A name that no table entry has; `known` lists those there are."""

    def __init__(self, group: str, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"{group} has no entry {name!r}")
        self.name = name
        self.known = known


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table."""

    group: str
    name: str
    target: str  # "module:object"
    origin: str  # "metadef", or the package that brings it, with its version

    def load(self) -> object:
        """The object itself; its module is imported now.

        Raises:
            PluginError: if the target is malformed, or its import or look-up fails.
        """
        if not _TARGET.fullmatch(self.target):
            raise PluginError(f"{self}: the target must read module:object")
        module, _, path = self.target.partition(":")
        try:
            found: object = import_module(module)
            for attribute in path.split("."):
                found = getattr(found, attribute)
        except Exception as error:  # WHY: a plug-in's module may fail in any way; say whose it is
            raise PluginError(f"{self}: {type(error).__name__}: {error}") from error
        return found

    def __str__(self) -> str:
        return f"{self.group} {self.name} = {self.target} (from {self.origin})"


@dataclass(frozen=True, slots=True)
class Clash:
    """A name that several sides claim."""

    name: str
    entries: tuple[Entry, ...]  # two or more, built-in first, then by package

    def __str__(self) -> str:
        sides = " and ".join(f"{entry.origin} ({entry.target})" for entry in self.entries)
        return f"{self.entries[0].group} entry {self.name!r} is claimed by {sides}; uninstall or rename all but one"


def _installed(group: str) -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points  # WHY: it takes 40 ms to import, more than all of `import metadef`

    return entry_points(group=group)


class Table(Mapping[str, Entry]):
    """The entries of one extension point by name, in order: built-in ones as written, then others by name.

    >>> table = Table("metadef.generators", {"json": "json:dumps"}, lambda group: ())
    >>> list(table), table.load("json")([1])
    (['json'], '[1]')
    """

    def __init__(
        self,
        group: str,
        own: Mapping[str, str],
        discover: Callable[[str], Iterable[EntryPoint]] = _installed,
    ) -> None:
        """A table of `own` entries, merged on first use with those that `discover(group)` finds.

        Raises:
            ValueError: if `group` is not one of `GROUPS`.
        """
        if group not in GROUPS:
            raise ValueError(f"{group!r} is no entry-point group of metadef")
        self.group = group
        self._own = dict(own)
        self._discover = discover

    def load(self, name: str) -> object:
        """The object called `name`; its module is imported now.

        Raises:
            UnknownEntryError: if there is no such entry.
            PluginError: if two sides claim the name, or its import fails.
        """
        for clash in self.clashes:
            if clash.name == name:
                raise PluginError(str(clash))
        entry = self.get(name)
        if entry is None:
            raise UnknownEntryError(self.group, name, tuple(self))
        return entry.load()

    @cached_property
    def clashes(self) -> tuple[Clash, ...]:
        """The names that several sides claim, in alphabetical order."""
        return tuple(Clash(name, tuple(sides)) for name, sides in sorted(self._sides.items()) if len(sides) > 1)

    def __getitem__(self, name: str) -> Entry:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    @cached_property
    def _entries(self) -> dict[str, Entry]:
        """Entries that can be loaded: those whose name only one side claims."""
        return {name: sides[0] for name, sides in self._sides.items() if len(sides) == 1}

    @cached_property
    def _sides(self) -> dict[str, list[Entry]]:
        sides = {name: [Entry(self.group, name, target, _OWN)] for name, target in self._own.items()}
        found = [
            Entry(self.group, point.name, point.value.replace(" ", ""), _origin(point))
            for point in self._discover(self.group)
        ]
        for entry in sorted(found, key=lambda entry: (entry.name, entry.origin, entry.target)):
            sides.setdefault(entry.name, []).append(entry)
        return sides


def _origin(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unnamed package"
