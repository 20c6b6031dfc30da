"""What callers may hand to the public functions; anything else is refused in words before work begins."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from operator import index
from pathlib import Path
from typing import SupportsIndex, cast

from metadef.errors import UsageError
from metadef.graph.graph import Graph
from metadef.passes.base import Pass
from metadef.passes.pipeline import passes_of

__all__ = ["DEFAULT_TARGET", "as_graph", "as_passes", "as_path", "as_sizes", "as_target"]

DEFAULT_TARGET = "Ascend910B1"
_MAX_SIZE = 1 << 40  # elements along one axis


def as_path(value: object, door: str) -> Path:
    """A path given as text or as a path object.

    Raises:
        UsageError: for anything else, and for the empty text.
    """
    if isinstance(value, str | os.PathLike):
        text = os.fspath(value)
        if isinstance(text, str) and text:
            return Path(text)
    raise UsageError.of("bad-usage", door, "needs a path", expected="a str or a pathlib.Path", got=_shown(value))


def as_graph(value: object, door: str) -> Graph:
    """A graph.

    Raises:
        UsageError: for anything else.
    """
    if isinstance(value, Graph):
        return value
    raise UsageError.of("bad-usage", door, "needs a graph", expected="a metadef.Graph", got=_shown(value))


def as_target(value: object) -> str:
    """A chip name; None means the default one.

    Raises:
        UsageError: for anything that is no name.
    """
    if value is None:
        return DEFAULT_TARGET
    if isinstance(value, str) and value.strip() and len(value) <= 200:
        return value
    message = "is no chip name"
    raise UsageError.of("unknown-target", "target", message, got=_shown(value), hint="a name of `metadef soc list`")


def as_sizes(value: object) -> dict[str, int]:
    """Sizes of symbols.

    Raises:
        UsageError: for anything but a mapping of names to whole numbers from 0 to 2**40.
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise UsageError.of("bad-usage", "sizes", "need a mapping", expected='such as {"batch": 8}', got=_shown(value))
    sizes: dict[str, int] = {}
    for name, size in cast("Mapping[object, object]", value).items():
        if not isinstance(name, str):
            raise UsageError.of("bad-usage", "sizes", "a symbol's name is text", got=_shown(name))
        number = index(size) if isinstance(size, SupportsIndex) and not isinstance(size, bool) else -1
        if not 0 <= number <= _MAX_SIZE:
            expected = f"a whole number from 0 to {_MAX_SIZE}"
            raise UsageError.of("bad-usage", f"size of {name}", "is no size", expected=expected, got=_shown(size))
        sizes[name] = number
    return sizes


def as_passes(value: object) -> list[Pass] | None:
    """Passes, or a pipeline as text; None means the default ones.

    Raises:
        UsageError: for pipelines that cannot be read, and for anything that is no pass.
    """
    if value is None:
        return None
    if isinstance(value, str):
        return passes_of(value, label="passes")
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        items = cast("Sequence[object]", value)
        found = [item for item in items if isinstance(item, Pass)]
        if len(found) == len(items):
            return found
    hint = "a pipeline as text, or metadef.passes.table.find_pass(name)"
    raise UsageError.of("bad-usage", "passes", "need a sequence of passes", got=_shown(value), hint=hint)


def _shown(value: object) -> str:
    """Short enough for a message, whatever it is.

    >>> _shown("x" * 100)[-3:]
    '...'
    """
    text = repr(value) if isinstance(value, str | int | float | bytes | None) else type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}..."
