"""The journal: every mutation of a graph and of its subgraphs, in order, and how to undo it.

An entry is `(kind, node, before, extra)`; `before` is what the edit replaced. Passes read it to revisit only
what changed, a failed pass is undone with it, and an incremental save learns from it what to write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from metadef.graph.graph import Graph
    from metadef.graph.node import Node
    from metadef.graph.value import Value

__all__ = ["Entry", "Journal", "Mark", "link", "unlink"]

Entry: TypeAlias = "tuple[str, Node, Any, Any]"  # `Any`: each kind keeps its own before-image; only UNDO reads it


class Mark(NamedTuple):
    """A point in the journal to roll back to."""

    entries: int
    store: int


def link(node: Node, value: Value | None) -> None:
    """Note that one more input of `node` reads `value`."""
    if value is not None:
        value.use_count += 1
        value.readers.append(node)


def unlink(value: Value | None) -> None:
    """Note that one input no longer reads `value`; its entry in the use list is now stale."""
    if value is not None:
        value.use_count -= 1


class Journal:
    """Edits in order; shared by a graph and its subgraphs."""

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def __len__(self) -> int:
        return len(self.entries)

    def since(self, position: int) -> Iterator[Entry]:
        """The entries after a position, oldest first."""
        return (self.entries[index] for index in range(position, len(self.entries)))

    def touched(self, position: int) -> dict[Node, None]:
        """The nodes edited after a position, each once, in order."""
        return dict.fromkeys(entry[1] for entry in self.since(position))

    def undo_to(self, position: int) -> None:
        """Undo every edit after a position, newest first."""
        entries = self.entries
        while len(entries) > position:
            kind, node, before, extra = entries.pop()
            UNDO[kind](node, before, extra)
            node.graph.version += 1

    def forget(self) -> None:
        """Drop the history; earlier marks become invalid."""
        self.entries.clear()


def _undo_add(node: Node, _before: object, _extra: object) -> None:
    graph = node.graph
    for value in node.inputs:
        unlink(value)
    graph.forget_node(node)


def _undo_remove(node: Node, _before: object, _extra: object) -> None:
    node.graph.restore_node(node)
    for value in node.inputs:
        link(node, value)


def _undo_input(node: Node, before: Value | None, index: int) -> None:
    unlink(node.inputs[index])
    node.inputs = (*node.inputs[:index], before, *node.inputs[index + 1 :])
    link(node, before)


def _undo_inputs(node: Node, before: tuple[Any, ...], _extra: object) -> None:
    for value in node.inputs:
        unlink(value)
    node.proto, node.inputs, node.counts, node.attrs = before
    for value in node.inputs:
        link(node, value)


def _undo_attrs(node: Node, before: Any, _extra: object) -> None:
    node.attrs = before


def _undo_desc(_node: Node, before: Any, value: Value) -> None:
    value.desc = before


def _undo_name(node: Node, before: str, _extra: object) -> None:
    node.graph.reindex_name(node, before)


def _undo_control(node: Node, before: tuple[Node, ...], _extra: object) -> None:
    node.graph.put_control(node, before)


def _undo_subgraphs(node: Node, before: Any, _extra: object) -> None:
    node.subgraphs = before


def _undo_origin(node: Node, before: Any, _extra: object) -> None:
    node.origin = before


def _undo_bag(node: Node, before: Any, _extra: object) -> None:
    node.bag = before


def _undo_outputs(_node: Node, before: Any, graph: Graph) -> None:
    graph.put_outputs(before)


UNDO: dict[str, Callable[[Any, Any, Any], None]] = {
    "add": _undo_add,
    "remove": _undo_remove,
    "input": _undo_input,
    "inputs": _undo_inputs,
    "attrs": _undo_attrs,
    "desc": _undo_desc,
    "name": _undo_name,
    "control": _undo_control,
    "subgraphs": _undo_subgraphs,
    "origin": _undo_origin,
    "bag": _undo_bag,
    "outputs": _undo_outputs,
}
