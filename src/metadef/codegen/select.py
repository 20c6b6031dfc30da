"""Choosing operators by the words of `--ops`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase

from metadef.definitions.declaration import Declaration
from metadef.errors import UsageError, did_you_mean

__all__ = ["select"]


def select(declarations: Iterable[Declaration], selector: str, families: Mapping[str, str]) -> tuple[Declaration, ...]:
    """The operators that a selector names, in the order of their names.

    A selector is a list with commas: a name (`Conv2D`), a pattern (`Conv*`), a family (`family:conv`), and any of these
    with a `-` before it to leave operators out. Without one that adds, all are taken first.

    Raises:
        UsageError: if a word chooses nothing.
    """
    table = {declaration.proto.name: declaration for declaration in declarations}
    words = [word for word in (part.strip() for part in selector.split(",")) if word]
    chosen: set[str] = set()
    if all(word.startswith("-") for word in words):
        chosen.update(table)
    for word in words:
        bare = word.removeprefix("-")
        found = _matches(bare, table, families)
        if not found:
            known = set(families.values()) if bare.startswith("family:") else table
            hint = did_you_mean(bare.removeprefix("family:"), known)
            raise UsageError.of("bad-usage", f"--ops {word[:200]}", "chooses no operator", hint=hint)
        if bare == word:
            chosen |= found
        else:
            chosen -= found
    return tuple(table[name] for name in sorted(chosen))


def _matches(word: str, table: Mapping[str, Declaration], families: Mapping[str, str]) -> set[str]:
    if word.startswith("family:"):
        family = word.removeprefix("family:")
        return {name for name in table if families.get(name) == family}
    if word in table:
        return {word}
    return {name for name in table if fnmatchcase(name, word)} if any(mark in word for mark in "*?[") else set()
