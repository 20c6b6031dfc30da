"""`GraphTables`: which nodes, inputs and outputs a graph has, and what they are called.

Everybody may ask; only `Graph` and its journal change them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

from metadef.errors import GraphError, did_you_mean
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.ops.builtin import DATA

__all__ = ["GraphTables", "Output"]


class Output(NamedTuple):
    """A result of the graph: the name the caller knows it by, and the value."""

    name: str
    value: Value


class GraphTables:
    """The nodes by age and by name, the inputs, the outputs and who waits for whom."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.version = 0  # grows with every edit; caches compare it
        self._slots: list[Node | None] = []
        self._holes = 0
        self._by_name: dict[str, Node] = {}
        self._inputs: list[Node] = []
        self._outputs: tuple[Output, ...] = ()
        self._output_values: dict[Value, int] = {}
        self._control_users: dict[Node, dict[Node, None]] = {}
        self._name_counters: dict[str, int] = {}

    @property
    def nodes(self) -> Iterable[Node]:
        """All nodes by age, `Data` and `Const` included. Do not edit while iterating; take `list(graph.nodes)`."""
        if self._holes:
            return [node for node in self._slots if node is not None]
        return cast("list[Node]", self._slots)

    def __len__(self) -> int:
        return len(self._slots) - self._holes

    def holds(self, node: Node) -> bool:
        """Whether this very node is in the graph."""
        return node.number < len(self._slots) and self._slots[node.number] is node

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def node(self, name: str) -> Node:
        """The node called `name`.

        Raises:
            GraphError: with near misses, if there is none.
        """
        found = self._by_name.get(name)
        if found is None:
            raise GraphError.of(
                "dangling-input",
                f"graph {self.name}",
                f"no node is called {name[:200]!r}",
                hint=did_you_mean(name, self._by_name),
            )
        return found

    def find(self, name: str) -> Node | None:
        """The node called `name`, or None."""
        return self._by_name.get(name)

    def value(self, name: str) -> Value:
        """The value `node` or `node:k`.

        Raises:
            GraphError: if there is none.
        """
        found = self.find_value(name)
        if found is None:
            return self.node(name).output  # raises with near misses
        return found

    def find_value(self, name: str) -> Value | None:
        """The value `node` or `node:k`, or None. The last colon splits, since node names may hold colons."""
        node = self._by_name.get(name)
        if node is not None:
            return node.outputs[0] if node.outputs else None
        owner, colon, digits = name.rpartition(":")
        node = (
            self._by_name.get(owner) if colon and digits.isascii() and digits.isdigit() and len(digits) < 10 else None
        )
        return node.outputs[int(digits)] if node is not None and int(digits) < len(node.outputs) else None

    @property
    def inputs(self) -> tuple[Value, ...]:
        """The values of the `Data` nodes, in the caller's order."""
        return tuple(node.outputs[0] for node in self._inputs)

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The results, in the caller's order."""
        return self._outputs

    def is_output(self, value: Value) -> bool:
        """Whether the value is a result of the graph."""
        return value in self._output_values

    def control_users(self, node: Node) -> tuple[Node, ...]:
        """Nodes that must run after `node`."""
        return tuple(self._control_users.get(node, ()))

    def unique_name(self, base: str) -> str:
        """`base`, or `base_1`, `base_2`, ... where it is taken."""
        base = base or "node"
        if base not in self._by_name:
            return base
        counter = self._name_counters.get(base, 0) + 1
        while (name := f"{base}_{counter}") in self._by_name:
            counter += 1
        self._name_counters[base] = counter - 1
        return name

    # --- for the graph and its journal only ----------------------------------------------------------------------

    def forget_node(self, node: Node) -> None:
        """Take a node out of the tables; its links are the caller's business."""
        if node.number == len(self._slots) - 1:
            self._slots.pop()
        else:
            self._slots[node.number] = None
            self._holes += 1
        del self._by_name[node.name]
        if node.proto is DATA:
            self._inputs.remove(node)
        self.version += 1

    def restore_node(self, node: Node) -> None:
        """Put a forgotten node back in its place."""
        while len(self._slots) <= node.number:
            self._slots.append(None)
            self._holes += 1
        self._slots[node.number] = node
        self._holes -= 1
        self._by_name[node.name] = node
        if node.proto is DATA:
            self._inputs.append(node)
            self._inputs.sort(key=lambda item: item.number)

    def reindex_name(self, node: Node, name: str) -> None:
        """Move a node to another key of the name table."""
        del self._by_name[node.name]
        node.name = name
        self._by_name[name] = node

    def put_outputs(self, outputs: tuple[Output, ...]) -> None:
        """Replace the outputs without recording it."""
        self._outputs = outputs
        self._output_values = {value: index for index, (_, value) in enumerate(outputs)}

    def put_control(self, node: Node, before: tuple[Node, ...]) -> None:
        """Replace control inputs without recording it."""
        for other in node.control_inputs:
            self._control_users[other].pop(node, None)
        node.control_inputs = before
        for other in before:
            self._control_users.setdefault(other, {})[node] = None
