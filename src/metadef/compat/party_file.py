"""Parties of a negotiation from TOML files: who reads or writes which versions of which operators and formats.

    name = "runtime 8.1"
    role = "reads"                      # or "writes"
    [formats]
    ".mdef" = ">=1.0 <2"                # one or two numbers
    [operators]
    Range = "<=2"                       # numbers of `metadef.ops.steps`
    [semver]
    "op-library" = "^2.1"               # SemVer 2.0
    [cann]
    toolkit = ">=8.0 <8.2.RC1.alpha001"

Every right side is a range of `metadef.version.ranges`; an item that a party does not name is all the same to it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from metadef.compat.negotiate import Party
from metadef.errors import Finding, MetadefError, did_you_mean, finding
from metadef.toml_file import read_toml
from metadef.version import CannVersion, SemVer, ShortVersion, VersionRange

__all__ = ["read_party"]

_MOST_BYTES = 1 << 20
_KINDS: dict[str, Any] = {"formats": ShortVersion, "operators": ShortVersion, "semver": SemVer, "cann": CannVersion}
_ROLES = ("reads", "writes")


def read_party(path: Path) -> Party:
    """The party that a file describes.

    Raises:
        FileError: if the file cannot be read.
        MetadefError: with everything that is wrong with it.
    """
    document = read_toml(path, _MOST_BYTES, "a party", "file-corrupt")
    problems: list[Finding] = []
    keys = ("name", "role", *_KINDS)
    problems += [
        finding("bad-usage", str(path), f"has no key `{key[:60]}`", hint=did_you_mean(key, keys))
        for key in document
        if key not in keys
    ]
    name, role = document.get("name", path.stem), document.get("role", "reads")
    if not isinstance(name, str) or not name:
        problems.append(finding("bad-usage", str(path), "`name` is a text", got=repr(name)[:100]))
    if role not in _ROLES:
        problems.append(finding("bad-usage", str(path), "`role` is a word", expected="reads, writes", got=repr(role)))
    supports: dict[str, VersionRange[Any]] = {}
    for kind in _KINDS:
        supports.update(_ranges(document.get(kind, {}), kind, path, supports, problems))
    if problems:
        raise MetadefError(problems)
    return Party(str(name), str(role), supports)


def _ranges(
    table: object, kind: str, path: Path, known: dict[str, VersionRange[Any]], problems: list[Finding]
) -> dict[str, VersionRange[Any]]:
    if not isinstance(table, dict):
        problems.append(finding("bad-usage", str(path), f"`{kind}` is a table from names to ranges"))
        return {}
    found: dict[str, VersionRange[Any]] = {}
    for item, text in cast("dict[str, object]", table).items():
        if item in known:
            problems.append(finding("bad-usage", f"{path}: {kind}.{item[:60]}", "is named in two tables"))
        elif not isinstance(text, str):
            problems.append(finding("bad-usage", f"{path}: {kind}.{item[:60]}", "is a text", got=repr(text)[:100]))
        else:
            try:
                found[item] = VersionRange.parse(text, _KINDS[kind])
            except ValueError as error:
                problems.append(finding("bad-usage", f"{path}: {kind}.{item[:60]}", str(error)[:200]))
    return found
