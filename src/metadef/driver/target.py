"""Opening a target: a chip's name, a capability file, or both as `CHIP@FILE`; and the files that a project configures.

[tool.metadef]
targets = ["targets/cann.json", "targets/ours.json"]   # later files go before earlier ones
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from metadef.driver.arguments import as_target
from metadef.errors import UsageError, finding
from metadef.targets import Target, chip, default_table
from metadef.targets.capability_file import CapabilityFile, read_capabilities
from metadef.toml_file import read_toml, under

__all__ = ["configured_files", "open_target"]

_MAX_CONFIG_BYTES = 1 << 20
_MAX_FILES = 64


def open_target(target: str | Target | None, files: Iterable[str | Path] = ()) -> Target:
    """The target that a text means.

    Args:
        target: a full chip name ("Ascend910B1"), a capability file, or `CHIP@FILE`; None is the default chip.
        files: capability files besides, such as those of `configured_files`; a file in `target` goes before them.

    Raises:
        UsageError: for unknown chips, and for a file of several families that does not say which chip is meant.
        FileError: if a file cannot be read or is malformed.
    """
    if isinstance(target, Target):
        return target
    text = as_target(target)
    known = [read_capabilities(Path(file)) for file in files]
    name, at, place = text.partition("@")
    if at:
        return Target.of(chip(name), [*known, read_capabilities(Path(place))])
    if _is_file(text):
        own = read_capabilities(Path(text))
        return Target.of(chip(_chip_of(own)), [*known, own])
    return Target.of(chip(text), known)


def _is_file(text: str) -> bool:
    """A name with a folder or an extension is a file; chips have neither."""
    return text.endswith(".json") or os.sep in text or "/" in text or (not text.isidentifier() and Path(text).exists())


def _chip_of(file: CapabilityFile) -> str:
    """The chip that a file means: the one it names, else the first of its only family.

    Raises:
        UsageError: if that leaves a choice.
    """
    if file.chip:
        return file.chip
    families = [name for name in file.families if default_table().family(name)]
    if len(families) == 1:
        return default_table().family(families[0])[0].soc
    found = ", ".join(file.families) or "none"
    hint = f"Ascend910B1@{file.path}"
    message = "the file does not say which chip is meant"
    raise UsageError.of("unknown-target", f"target {file.path}", message, got=f"families: {found}", hint=hint)


def configured_files(start: Path) -> list[Path]:
    """The capability files that the nearest pyproject.toml with `[tool.metadef]` at or above a folder lists.

    Raises:
        FileError: if the configuration cannot be read.
        UsageError: if it is no list of paths.
    """
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        if path.is_file():
            table = _table(path)
            if table is not None:
                return _files(table.get("targets", []), path)
    return []


def _table(path: Path) -> dict[str, object] | None:
    """`[tool.metadef]`, None when there is none."""
    table = under(read_toml(path, _MAX_CONFIG_BYTES, "a configuration", "file-corrupt"), "tool", "metadef")
    return None if table is None else cast("dict[str, object]", table) if isinstance(table, dict) else {}


def _files(value: object, path: Path) -> list[Path]:
    items = cast("list[object]", value) if isinstance(value, list) else [None]
    if len(items) > _MAX_FILES or not all(isinstance(item, str) and item for item in items):
        raise UsageError(
            finding(
                "bad-usage",
                f"{path}: tool.metadef.targets",
                f"must be a list of at most {_MAX_FILES} paths",
                got=str(value)[:100],
                hint='targets = ["targets/cann.json"]',
            )
        )
    return [path.parent / str(item) for item in items]
