"""`metadef show --origin NODE`: where a node came from, or what became of a node of the source."""

from __future__ import annotations

from metadef.errors import UsageError, did_you_mean
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.walk import all_graphs

__all__ = ["origin_lines"]


def origin_lines(graph: Graph, name: str) -> list[str]:
    """What is known of a name: of a node in the graph, and of a node of the file that the graph was read from.

    Raises:
        UsageError: with the nearest names, if neither has it.
    """
    nodes = [node for each in all_graphs(graph) for node in each.nodes]
    own = [node for node in nodes if node.name == name]
    heirs = [node for node in nodes if node.origin is not None and name in node.origin.source_names]
    if not own and not heirs:
        known = {node.name for node in nodes}
        known |= {source for node in nodes if node.origin is not None for source in node.origin.source_names}
        what = "no node is called so, and none stands for a source node of this name: it was removed, or never there"
        raise UsageError.of("bad-usage", f"--origin {name}", what, hint=did_you_mean(name, known))
    lines: list[str] = []
    for node in own:
        lines += [f"{node.name} ({node.op})", *_origin(node)]
    others = [node for node in heirs if node not in own]
    if others:
        lines.append(f"source node {name} is now in")
        for node in others:
            made = f", made by {node.origin.made_by}" if node.origin is not None and node.origin.made_by else ""
            lines.append(f"  {node.name} ({node.op}{made})")
    return lines


def _origin(node: Node) -> list[str]:
    origin = node.origin
    if origin is None:
        return ["  made without a source"]
    lines = [f"  made by {origin.made_by}"] if origin.made_by else ["  as it was in the source"]
    kind = f" ({origin.op})" if origin.op else ""
    place = f" of {origin.file}" if origin.file else ""
    names = origin.source_names
    if not names:
        return [*lines, f"  from a node without a name{kind}{place}"]
    return [*lines, *(f"  from {source}{kind if len(names) == 1 else ''}{place}" for source in names)]
