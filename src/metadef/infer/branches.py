"""Which branch of an If must run, because with the other one the rest of the graph is impossible.

Exporters write `torch.squeeze` as an If: where the axis is 1 long it is taken out, else nothing happens. The results
differ in rank, so nothing is known behind it, although a layer that follows takes one of the two ranks only. So each
branch is tried: it is assumed, what follows is inferred, and everything is taken back. If that leaves errors for all
branches but one, this one stands: a model that runs at all runs through it. Errors inside of other branches do not
count, because these may not run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from metadef.graph.graph import Graph
from metadef.graph.node import Node

if TYPE_CHECKING:
    from metadef.infer.engine import Inference

__all__ = ["settle_branches"]

_MAX_TRIED = 8  # such nodes of a graph; each costs an inference of what follows for every branch

_Infer = Callable[["Graph", "Iterable[Node] | None", "Inference | None"], "Inference"]


def settle_branches(graph: Graph, order: Sequence[Node], state: Inference, fresh: Inference, infer: _Infer) -> None:
    """Find the branches that must run, and infer what follows from them.

    Args:
        graph: an inferred graph.
        order: its nodes, producers before readers.
        state: what was found out; branches and what follows from them are added.
        fresh: nothing found out yet, for trials.
        infer: the engine.
    """
    tried = 0
    for at, node in enumerate(order):
        if not node.subgraphs or node in state.assumed or not _differs_in_rank(node):
            continue
        tried += 1
        if tried > _MAX_TRIED:
            return
        following = _following(node, order[at:])
        possible = [slot for slot in node.subgraphs if _fits(graph, following, node, slot, state, fresh, infer)]
        if len(possible) == 1:
            state.assumed[node] = possible[0]
            infer(graph, following, state)
            state.findings[:] = dict.fromkeys(state.findings)


def _following(node: Node, after: Sequence[Node]) -> list[Node]:
    """The node and what depends on it, in the order given."""
    found = {node: None}
    for other in after:
        if any(value is not None and value.producer in found for value in other.inputs):
            found[other] = None
    return list(found)


def _differs_in_rank(node: Node) -> bool:
    """Whether the branches give results of known ranks, and different ones."""
    if set(node.subgraphs) != {"then_branch", "else_branch"}:
        return False
    first, second = ([value.desc.origin_shape.rank for _, value in part.outputs] for part in node.subgraphs.values())
    return None not in (*first, *second) and len(first) == len(second) and first != second


def _fits(
    graph: Graph, following: Sequence[Node], node: Node, slot: str, state: Inference, fresh: Inference, infer: _Infer
) -> bool:
    """Whether no error follows from a branch. The graph is as before afterwards."""
    mark = graph.mark()
    fresh.findings.clear()
    fresh.values = dict(state.values)
    fresh.assumed = {**state.assumed, node: slot}
    infer(graph, following, fresh)
    graph.rollback(mark)
    return not any(item.is_error for item in fresh.findings)
