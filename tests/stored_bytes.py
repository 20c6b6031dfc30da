"""Laid-out models with every tensor really lying as it is stored, and what becomes of them without one TransData."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from metadef.errors import MetadefError
from metadef.graph.clone import clone
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.kernels.run import execute, run_graph, run_node
from metadef.kernels.storage import Takes
from metadef.layout.graph_layout import lay_out
from metadef.targets import Chip
from numeric_tools import LIMIT, relative_error

__all__ = ["Verdict", "judge", "without"]

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(slots=True)
class Verdict:
    """What became of one model."""

    error: float = 0.0  # largest relative error of an output, against the model before layout
    transdata: list[str] = field(default_factory=list[str])
    refused: list[str] = field(default_factory=list[str])  # removed, and a kernel refused the bytes
    differing: list[str] = field(default_factory=list[str])  # removed, and an output was wrong
    by_shape: list[str] = field(default_factory=list[str])  # removed, the same bytes, refused for their shape alone
    unnoticed: list[str] = field(default_factory=list[str])  # removed, and nothing showed


def without(graph: Graph, removed: Node, arrays: Mapping[Value, Array], takes: Takes) -> dict[str, Array]:
    """The outputs when a node's readers get the bytes of its input instead, and take them for what they wanted.

    A device knows bytes and no shapes, so these bytes are not refused for their shape, only where they are too few or
    too many. Only what depends on the node runs again; `arrays` has the values of the whole graph.

    Raises:
        MetadefError: where a kernel refuses the bytes that it gets.
    """
    source = removed.inputs[0]
    assert source is not None
    if arrays[source].size != arrays[removed.output].size:
        raise MetadefError.of("kernel-failed", f'node "{removed.name}"', "its readers get another number of bytes")
    changed: dict[Value, Array] = {removed.output: arrays[source].reshape(arrays[removed.output].shape)}
    for node in topological(graph):
        if node is removed or not any(value in changed for value in node.inputs if value is not None):
            continue
        fed = [None if value is None else changed.get(value, arrays[value]) for value in node.inputs]
        changed.update(zip(node.outputs, run_node(node, fed, takes=takes), strict=False))
    return {name: changed.get(value, arrays[value]) for name, value in graph.outputs}


def judge(graph: Graph, fed: Mapping[str, Array], chip: Chip, most: int | None = None) -> Verdict:
    """Lay the graph out, run it as it is stored, and once more for each TransData without it.

    Args:
        most: how many TransData are removed in turn, evenly over the graph; None means all.
    """
    before = execute(graph, {value: fed[value.name] for value in graph.inputs})
    expected = {name: before[value] for name, value in graph.outputs}
    result = lay_out(graph, chip)
    assert result.findings == () and result.optimal, [str(item) for item in result.findings]
    arrays = execute(graph, {value: fed[value.name] for value in graph.inputs}, keep=True, takes=result.takes)
    found = {name: arrays[value] for name, value in graph.outputs}
    verdict = Verdict(max(relative_error(expected[name], found[name]) for name in expected))
    inserted = [node for node in topological(graph) if node.op == "TransData"]
    step = 1 if most is None else max(1, -(-len(inserted) // most))
    for node in inserted[::step]:
        verdict.transdata.append(node.name)
        try:
            wrong = without(graph, node, arrays, result.takes)
        except MetadefError:
            verdict.refused.append(node.name)
            continue
        if max(relative_error(expected[name], wrong[name]) for name in expected) > LIMIT:
            verdict.differing.append(node.name)
        elif _is_refused(graph, node, fed, result.takes):
            verdict.by_shape.append(node.name)
        else:
            verdict.unnoticed.append(node.name)
    return verdict


def _is_refused(graph: Graph, removed: Node, fed: Mapping[str, Array], takes: Takes) -> bool:
    """Whether the graph cannot be run without a node whose input and result are the same bytes."""
    broken = clone(graph)
    node = broken.node(removed.name)
    source = node.inputs[0]
    assert source is not None
    broken.replace_uses(node.output, source)
    try:
        run_graph(broken, fed, takes)
    except MetadefError:
        return True
    return False
