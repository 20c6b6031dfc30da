"""The operators of installed plug-ins: entry points of the group `metadef.ops`.

The object of an entry is a prototype, a list or tuple of prototypes, or a function without arguments that gives either.
An entry with anything wrong brings no operator at all, so that what is wrong with it is seen by who asks for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import cast

from metadef.catalogue import family_of, registry
from metadef.errors import Finding, finding
from metadef.ops.proto import OpProto
from metadef.plugins import Entry, PluginError, Table

__all__ = ["plugin_operators", "read_operators"]

_MOST = 100_000  # operators of one entry


@cache
def plugin_operators() -> tuple[tuple[OpProto, ...], tuple[Finding, ...]]:
    """The operators of the installed plug-ins, and what is wrong with plug-ins; they are imported once."""
    return read_operators(Table("metadef.ops", {}))


def read_operators(table: Table) -> tuple[tuple[OpProto, ...], tuple[Finding, ...]]:
    """The operators that the entries of a table declare, and what is wrong with entries."""
    problems = [finding("plugin-unusable", f"operators {clash.name}", str(clash)) for clash in table.clashes]
    by_entry: dict[str, tuple[OpProto, ...]] = {}
    owners: dict[str, list[Entry]] = {}
    for name, entry in table.items():
        try:
            protos = by_entry[name] = tuple(_protos(entry))
        except PluginError as error:
            problems.append(finding("plugin-unusable", f"operators {name}", str(error)))
            continue
        for proto in protos:
            owners.setdefault(proto.name, []).append(entry)
    for name, protos in by_entry.items():
        clashes = list(_clashes(table[name], protos, owners))
        problems += clashes
        if clashes:
            by_entry[name] = ()
    return tuple(proto for protos in by_entry.values() for proto in protos), tuple(problems)


def _protos(entry: Entry) -> Iterator[OpProto]:
    """What an entry declares.

    Raises:
        PluginError: if it cannot be loaded, or is something else.
    """
    found = entry.load()
    if callable(found) and not isinstance(found, OpProto):
        try:
            found = cast("Callable[[], object]", found)()
        except Exception as error:  # WHY: a plug-in's function may fail in any way; say whose it is
            raise PluginError(f"{entry}: {type(error).__name__}: {error}") from error
    members = cast("list[object] | tuple[object, ...]", found) if isinstance(found, list | tuple) else [found]
    if len(members) > _MOST:
        raise PluginError(f"{entry}: it gives {len(members)} operators; the most is {_MOST}")
    for member in members:
        if not isinstance(member, OpProto):
            wanted = "an OpProto, a list of them, or a function that gives them"
            raise PluginError(f"{entry}: it gives {type(member).__name__}; wanted is {wanted}")
        yield member


def _clashes(entry: Entry, protos: tuple[OpProto, ...], owners: dict[str, list[Entry]]) -> Iterator[Finding]:
    """A finding for each operator whose name another one has too."""
    for proto in protos:
        subject, sides = f"operator {proto.name[:200]}", owners[proto.name]
        if family_of(proto.name) is not None:
            declared = registry().lookup(proto.name).span
            message = f"{entry} declares it at {proto.span}, and so does the catalogue at {declared}"
            yield finding("plugin-unusable", subject, message, where=proto.span, defined=declared, hint="another name")
        elif len(sides) > 1:
            message = f"it is declared by {' and by '.join(map(str, sides))}; uninstall or rename all but one"
            yield finding("plugin-unusable", subject, message, where=proto.span)
