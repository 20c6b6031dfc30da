"""Symbols that a caller gives sizes to."""

from __future__ import annotations

from collections.abc import Iterable

from metadef.errors import UsageError, did_you_mean
from metadef.graph.graph import Graph

__all__ = ["require_symbols"]

_SHOWN = 20  # symbols that a hint lists


def require_symbols(graph: Graph, names: Iterable[str], before: str) -> None:
    """See that inputs of the graph have these symbols; `before` stands before the name in the finding.

    Raises:
        UsageError: for the first one that no input has, with the nearest, or the option for an input's value.
    """
    known = {symbol for value in graph.inputs for symbol in value.desc.origin_shape.symbols()}
    inputs = {value.name for value in graph.inputs}
    for name in names:
        if name in known:
            continue
        if name in inputs:
            what = f"{name} is an input, and no symbol: a size along one of its axes"
            raise UsageError.of("bad-usage", f"{before}{name}", what, hint=f"--fix {name}=... for its value")
        what = "the model has no such symbol" if known else "no input of the model has a symbolic size"
        hint = did_you_mean(name, known) or ", ".join(sorted(known)[:_SHOWN])
        raise UsageError.of("bad-usage", f"{before}{name}", what, hint=hint)
