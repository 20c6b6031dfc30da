"""`run`: execute a graph on the reference kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metadef.driver.load import load
from metadef.errors import UsageError
from metadef.graph.graph import Graph
from metadef.kernels.run import run_graph

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["run"]


def run(graph: Graph | str | Path, inputs: Mapping[str, Any] | Sequence[Any]) -> dict[str, Array]:
    """The outputs of a graph (or of a model file) by name, for inputs by name or position.

    Raises:
        MetadefError: for unknown, missing or ill-typed inputs, and for operators without a reference kernel.
        UsageError: if `inputs` is neither a mapping nor a list, or a list that is too long.
    """
    known = graph if isinstance(graph, Graph) else load(graph)
    _require_inputs(inputs, len(known.inputs))
    return run_graph(known, inputs)


def _require_inputs(inputs: object, most: int) -> None:
    if isinstance(inputs, Mapping):
        return
    if not isinstance(inputs, list | tuple):
        expected = "a mapping of names to arrays, or a list of arrays"
        raise UsageError.of(
            "bad-usage", "run", "cannot take these inputs", expected=expected, got=type(inputs).__name__
        )
    count = len(tuple(inputs))
    if count > most:
        message = "more inputs than the graph takes"
        raise UsageError.of("bad-usage", "run", message, expected=f"{most} or fewer", got=f"{count}")
