"""Symbols that a caller gives sizes to: `--set batch=8`."""

from __future__ import annotations

from collections.abc import Mapping

from metadef.errors import Finding, UsageError, did_you_mean
from metadef.graph.graph import Graph
from metadef.infer.possible_sizes import with_way_out
from metadef.types.dim import Dim

__all__ = ["set_symbols"]

_SHOWN = 20  # symbols that a hint lists


def set_symbols(graph: Graph, sizes: Mapping[str, int], before: str) -> Finding | None:
    """Give symbols sizes; the contradiction, with the nearest sizes that can hold, where the graph cannot have them.

    `before` stands before a symbol in the findings about its name.

    Raises:
        UsageError: for the first name that is no symbol of an input, with the nearest, or the way to fix an input.
    """
    _require_symbols(graph, sizes, before)
    store = graph.store
    problem = store.specialise(dict(sizes), "--set")
    if problem is None:
        return None
    for name, size in sizes.items():
        start = store.mark()
        alone = store.specialise({name: size}, "--set")
        if alone is not None:
            return with_way_out(store, alone, Dim.symbol(name), size)
        store.rollback(start)
    return problem


def _require_symbols(graph: Graph, names: Mapping[str, int], before: str) -> None:
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
