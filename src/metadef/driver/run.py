"""`run`: execute a graph on the reference kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metadef.driver.load import load
from metadef.graph.graph import Graph
from metadef.kernels.run import run_graph

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["run"]


def run(graph: Graph | str | Path, inputs: Mapping[str, Any] | Sequence[Any]) -> dict[str, Array]:
    """The outputs of a graph (or of a model file) by name, for inputs by name or position.

    Raises:
        MetadefError: for unknown, missing or ill-typed inputs, and for operators without a reference kernel.
    """
    return run_graph(graph if isinstance(graph, Graph) else load(graph), inputs)
