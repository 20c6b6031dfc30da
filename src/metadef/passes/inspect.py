"""Questions to the graph after each pass that changed it; an error rolls the pass back and is reported in its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from metadef.errors import Finding, MetadefError, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.verify import verify
from metadef.graph.walk import all_graphs
from metadef.layout.classes import layout_class
from metadef.layout.columns import class_columns, runs_all_as_meant
from metadef.layout.origins import set_origin_formats
from metadef.passes.base import Context, Pass
from metadef.targets import Chip, chip

__all__ = ["Inspector", "inspect_formats", "inspect_graph"]

# The pass, the whole graph, and the length of its journal before the pass; gives what is wrong. Asked after every pass.
Inspector: TypeAlias = Callable[["Pass", "Graph", int], "list[Finding]"]

_CHOOSY = frozenset({"conv", "pool"})  # classes that some chips run in blocked formats alone


def inspect_graph(item: Pass, graph: Graph, before: int) -> list[Finding]:
    """Whether the graph verifies, and whether its operators agree about the axes of tensors."""
    problems = [_broken(item, f"left a graph that does not verify: {one}") for one in verify(graph)]
    if problems:
        return problems
    mark = graph.mark()
    try:
        conflicts = [one for each in list(all_graphs(graph)) for one in set_origin_formats(each)]
    finally:
        graph.rollback(mark)
    return [_broken(item, f"left formats that contradict each other: {one}") for one in conflicts]


def inspect_formats(graph: Graph, context: Context) -> list[Inspector]:
    """An inspector that looks whether what a pass made or edited still has formats on the target; none where all do.

    A pass is not to blame for a node that had none before, nor for one that takes the place of such a node.

    Raises:
        UsageError: if the context's target is unknown.
    """
    target = chip(context.target)
    if runs_all_as_meant(target):
        return []
    hopeless = set(_hopeless(graph, [node for each in all_graphs(graph) for node in each.nodes], target))

    def inspect(item: Pass, graph: Graph, before: int) -> list[Finding]:
        touched = graph.journal.touched(before)
        if any(node in hopeless and not node.is_alive for node in touched):
            return []
        new = _hopeless(graph, [node for node in touched if node.is_alive and node not in hopeless], target)
        return [
            finding(
                "format-unsupported",
                f"pass {item.name}",
                f'left node "{node.name}" ({node.op}), which has no formats on {target.soc}',
                expected=f"a column of class {layout_class(node)}",
                got=", ".join(str(value.desc) for value in node.inputs if value is not None),
            )
            for node in new
        ]

    return [inspect]


def _hopeless(graph: Graph, nodes: Iterable[Node], target: Chip) -> list[Node]:
    """Those of the nodes that have no formats, once everybody has said which axes its tensors have."""
    choosy = [node for node in nodes if layout_class(node) in _CHOOSY]
    if not choosy:
        return []
    mark = graph.mark()
    try:
        for each in list(all_graphs(graph)):
            set_origin_formats(each)
        return [node for node in choosy if not _has_formats(node, target)]
    finally:
        graph.rollback(mark)


def _has_formats(node: Node, target: Chip) -> bool:
    try:
        return bool(class_columns(node, target))
    except MetadefError:
        return False


def _broken(item: Pass, message: str) -> Finding:
    return finding("pass-broke-graph", f"pass {item.name}", message)
