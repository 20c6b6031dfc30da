"""`Value`: one output of a node, in SSA form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from metadef.types.tensor import TensorDesc

if TYPE_CHECKING:
    from metadef.graph.node import Node

__all__ = ["Value"]


class Value:
    """A tensor that a node produces. Read it freely; only `Graph` changes it.

    The use list is lazy: a reader is appended when it begins to read, and only counted off when it stops; stale
    entries are swept out when somebody asks. So linking and unlinking are O(1) even for a constant that a hundred
    thousand nodes read.
    """

    __slots__ = ("desc", "index", "producer", "readers", "use_count")

    def __init__(self, producer: Node, index: int, desc: TensorDesc) -> None:
        self.producer = producer
        self.index = index  # output number at the producer
        self.desc = desc
        self.use_count = 0  # how many inputs read this value
        self.readers: list[Node] = []  # one entry a use, and stale ones; ask `users` instead

    @property
    def name(self) -> str:
        """`node` for a first output, `node:k` for the others."""
        return self.producer.name if self.index == 0 else f"{self.producer.name}:{self.index}"

    @property
    def users(self) -> list[Node]:
        """The nodes that read this value, each once, in the order in which they began to read."""
        if len(self.readers) != self.use_count:
            swept: list[Node] = []
            for node in dict.fromkeys(self.readers):
                if node.is_alive:
                    swept += [node] * sum(value is self for value in node.inputs)
            self.readers = swept
        return list(dict.fromkeys(self.readers))

    def uses(self) -> Iterator[tuple[Node, int]]:
        """Every (reader, input number), readers in the order in which they began to read."""
        for node in self.users:
            for index, value in enumerate(node.inputs):
                if value is self:
                    yield node, index

    def __repr__(self) -> str:
        return f"%{self.name}"
