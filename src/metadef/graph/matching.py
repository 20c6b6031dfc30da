"""Which node of one graph is which of another: by name where that says it, else by what it does and where it stands.

The rounds, each over what the ones before left open:

0. inputs of the same name;
1. the same name and everything before the same;
2. everything before and after the same, and the only such pair: renamed;
3. the same name, operator, attributes and constants;
4. the only two with these attributes and constants;
5. neighbours of pairs: readers at the same port, and what feeds the same port, with the same operator;
6. the same name and operator, then neighbours again;
7. the same name alone: the operator is another one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING

from metadef.graph.node import Node
from metadef.graph.signature import Signatures
from metadef.graph.value import Value
from metadef.ops.builtin import DATA

if TYPE_CHECKING:
    from metadef.graph.graph import Graph

__all__ = ["Matching", "match"]

_MOST_READERS = 64  # of a value whose readers are paired one by one; more of them are told apart by other rounds


class Matching:
    """Pairs of nodes of two graphs. Mutable while it is made."""

    __slots__ = ("_new", "forward", "left", "right", "signatures")

    def __init__(self, left: Graph, right: Graph) -> None:
        self.left = left
        self.right = right
        self.signatures = Signatures(left), Signatures(right)
        self.forward: dict[Node, Node] = {}  # left to right
        self._new: set[Node] = set()  # right nodes that are taken

    def pair(self, one: Node, other: Node) -> bool:
        """Make a pair, unless one of the two has a partner."""
        if one in self.forward or other in self._new:
            return False
        self.forward[one] = other
        self._new.add(other)
        return True

    def open_left(self) -> list[Node]:
        """Left nodes without a partner, by age."""
        return [node for node in self.left.nodes if node not in self.forward]

    def open_right(self) -> list[Node]:
        """Right nodes without a partner, by age."""
        return [node for node in self.right.nodes if node not in self._new]

    def is_taken(self, other: Node) -> bool:
        """Whether a right node has a partner."""
        return other in self._new


def match(left: Graph, right: Graph) -> Matching:
    """Pair the nodes of two graphs, subgraphs not included. Near-linear.

    Raises:
        GraphError: if a graph has a cycle.
    """
    found = Matching(left, right)
    one, other = found.signatures
    _by_name(found, lambda a, b: a.proto is DATA and b.proto is DATA)
    _by_name(found, lambda a, b: one.up[a] == other.up[b])
    _unique(found, lambda node: (one.up[node], one.down[node]), lambda node: (other.up[node], other.down[node]))
    _by_name(found, lambda a, b: a.op == b.op and one.local[a] == other.local[b])
    _unique(found, lambda node: one.local[node], lambda node: other.local[node])
    _neighbours(found)
    _by_name(found, lambda a, b: a.op == b.op)
    _neighbours(found)
    _by_name(found, lambda a, b: (a.proto is DATA) == (b.proto is DATA))
    return found


def _by_name(found: Matching, fits: Callable[[Node, Node], bool]) -> None:
    for node in found.open_left():
        other = found.right.find(node.name)
        if other is not None and not found.is_taken(other) and fits(node, other):
            found.pair(node, other)


def _unique(found: Matching, one: Callable[[Node], Hashable], other: Callable[[Node], Hashable]) -> None:
    """Pair what there is once on each side; as many equal ones on both are paired by age."""
    left, right = _groups(found.open_left(), one), _groups(found.open_right(), other)
    for key, nodes in left.items():
        others = right.get(key, ())
        if len(nodes) == len(others):
            for node, partner in zip(nodes, others, strict=True):
                if node.op == partner.op:
                    found.pair(node, partner)


def _groups(nodes: Iterable[Node], key: Callable[[Node], Hashable]) -> dict[Hashable, list[Node]]:
    groups: dict[Hashable, list[Node]] = {}
    for node in nodes:
        groups.setdefault(key(node), []).append(node)
    return groups


def _neighbours(found: Matching) -> None:
    """From pair to pair, outwards; each node is looked at a bounded number of times."""
    waiting = deque(found.forward.items())
    results = dict(found.right.outputs)
    for name, value in found.left.outputs:
        partner = results.get(name)
        if partner is not None:
            waiting += _paired(found, value, partner)
    while waiting:
        node, other = waiting.popleft()
        if len(node.inputs) == len(other.inputs):
            for value, partner in zip(node.inputs, other.inputs, strict=True):
                if value is not None and partner is not None:
                    waiting += _paired(found, value, partner)
        for value, partner in zip(node.outputs, other.outputs, strict=False):
            waiting += _readers(found, value, partner)


def _paired(found: Matching, value: Value, partner: Value) -> list[tuple[Node, Node]]:
    one, other = value.producer, partner.producer
    if one.op == other.op and value.index == partner.index and found.pair(one, other):
        return [(one, other)]
    return []


def _readers(found: Matching, value: Value, partner: Value) -> list[tuple[Node, Node]]:
    if value.use_count > _MOST_READERS or partner.use_count > _MOST_READERS:
        return []
    left = [(node, port) for node, port in value.uses() if node not in found.forward]
    if not left:
        return []
    right = _groups_of_uses((node, port) for node, port in partner.uses() if not found.is_taken(node))
    made: list[tuple[Node, Node]] = []
    for node, port in left:
        for other in right.get((node.op, port), ()):
            if found.pair(node, other):
                made.append((node, other))
                break
    return made


def _groups_of_uses(uses: Iterable[tuple[Node, int]]) -> dict[tuple[str, int], list[Node]]:
    groups: dict[tuple[str, int], list[Node]] = {}
    for node, port in uses:
        groups.setdefault((node.op, port), []).append(node)
    return groups
