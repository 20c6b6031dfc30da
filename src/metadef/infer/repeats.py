"""Calls that were inferred before: the layers of a model repeat the same few hundred calls a thousand times.

A rule is a function of its `Call`. So where prototype, attributes and descriptors are the very same objects (graphs
hash-cons all three) and what the rule read of known elements is equal, its answer is the same. An answer that added a
demand to the constraint store is not kept, because the demand names its node. An answer that may depend on the store,
for an input is symbolic or elements were read, stands only as long as the store has learned nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.types.constraints import ConstraintStore
from metadef.types.known_value import KnownValue
from metadef.types.tensor import TensorDesc

__all__ = ["Answer", "Key", "Read", "Repeats", "key_of"]

Key: TypeAlias = "tuple[object, ...]"
Read: TypeAlias = "tuple[int, KnownValue | None]"  # (flat input, what a rule was told of its elements)


def key_of(node: Node) -> Key:
    """What two nodes have in common when their rules are asked the same question, but for known elements."""
    return (
        id(node.proto),
        id(node.attrs),
        node.counts,
        node.output_counts,
        tuple([0 if value is None else id(value.desc) for value in node.inputs]),
        tuple([id(value.desc) for value in node.outputs]),
    )


class Answer(NamedTuple):
    """What a call's rules said, and what it holds for.

    Known elements are asked for apart: an Unsqueeze of another number has the same shape, and other elements.
    """

    descs: Sequence[TensorDesc]
    values: Sequence[KnownValue | None] | None  # None without a value rule
    reads: Sequence[Read]  # of the rules for shapes and types
    value_reads: Sequence[Read]  # of the value rule
    store: ConstraintStore
    mark: int  # of the store when the descriptors were found; -1 when they hold whatever the store knows
    value_mark: int  # the same for the values

    @staticmethod
    def of(
        inputs: Sequence[TensorDesc | None],
        descs: Sequence[TensorDesc],
        values: Sequence[KnownValue | None] | None,
        reads: Sequence[Read],
        store: ConstraintStore,
        early: int,
    ) -> Answer:
        """An answer that demanded nothing of the store; the first `early` reads are those of shape and type rules."""
        known = True
        for desc in inputs:
            if desc is not None and not desc.origin_shape.is_known:
                known = False
                break
        mark = store.mark()
        return Answer(
            descs,
            values,
            reads[:early],
            reads[early:],
            store,
            -1 if known and not early else mark,
            -1 if known and not reads else mark,
        )

    def knows_values(self, node: Node, value_of: Callable[[Value], KnownValue | None], store: ConstraintStore) -> bool:
        """Whether the known elements stand too, where the descriptors do."""
        if self.value_mark < 0:
            return True
        stands = self.store is store and self.value_mark == store.mark()
        return stands and _same_reads(self.value_reads, node, value_of)


def _same_reads(reads: Sequence[Read], node: Node, value_of: Callable[[Value], KnownValue | None]) -> bool:
    for index, known in reads:
        value = node.inputs[index]
        told = value_of(value) if value is not None else None
        if told is not known and told != known:
            return False
    return True


@dataclass(slots=True)
class Repeats:
    """Answers by key. Mutable."""

    _answers: dict[Key, Answer] = field(default_factory=dict[Key, Answer])
    _passing: list[Key] = field(default_factory=list[Key])  # of answers that may depend on a store
    _kept: list[object] = field(default_factory=list[object])  # objects whose ids are in keys: no other gets their id

    def find(
        self, key: Key, node: Node, value_of: Callable[[Value], KnownValue | None], store: ConstraintStore
    ) -> Answer | None:
        """The answer to the same question, if its descriptors still stand; `knows_values` tells of the elements."""
        found = self._answers.get(key)
        if found is None or (found.mark >= 0 and (found.store is not store or found.mark != store.mark())):
            return None
        return found if not found.reads or _same_reads(found.reads, node, value_of) else None

    def keep(
        self,
        key: Key,
        node: Node,
        inputs: Sequence[TensorDesc | None],
        before: Sequence[TensorDesc],
        answer: Answer,
    ) -> None:
        """Remember an answer; `inputs` and `before`, those of the outputs, are the descriptors that the key names."""
        self._answers[key] = answer
        if answer.mark >= 0 or answer.value_mark >= 0:
            self._passing.append(key)
        self._kept.append((node.proto, node.attrs, before, inputs))

    def forget_symbolic(self) -> None:
        """Drop what may depend on a store: it may have been rolled back to another past."""
        for key in self._passing:  # WHY not a look at all answers: an import asks once for each node
            found = self._answers.get(key)
            if found is not None and (found.mark >= 0 or found.value_mark >= 0):
                del self._answers[key]
        self._passing.clear()
