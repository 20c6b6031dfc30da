"""Calls that were inferred before: the layers of a model repeat the same few hundred calls a thousand times.

A rule is a function of its `Call`. So where prototype, attributes and descriptors are the very same objects (graphs
hash-cons all three) and what the rule read of known elements is equal, its answer is the same. An answer that added a
demand to the constraint store is not kept, because the demand names its node. An answer that may depend on the store,
for an input is symbolic or elements were read, stands only where the store knows just what it knew then.
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

_MOST_KEPT = 1 << 16  # answers; a pipeline of passes asks again and again, and most answers of old are never asked for

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
    stamp: int  # of the store when the descriptors were found; -1 when they hold whatever the store knows
    value_stamp: int  # the same for the values

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
        stamp = store.stamp
        return Answer(
            descs,
            values,
            reads[:early],
            reads[early:],
            -1 if known and not early else stamp,
            -1 if known and not reads else stamp,
        )

    def knows_values(self, node: Node, value_of: Callable[[Value], KnownValue | None], store: ConstraintStore) -> bool:
        """Whether the known elements stand too, where the descriptors do."""
        if self.value_stamp < 0:
            return True
        return self.value_stamp == store.stamp and _same_reads(self.value_reads, node, value_of)


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
    _kept: list[object] = field(default_factory=list[object])  # objects whose ids are in keys: no other gets their id

    def find(
        self, key: Key, node: Node, value_of: Callable[[Value], KnownValue | None], store: ConstraintStore
    ) -> Answer | None:
        """The answer to the same question, if its descriptors still stand; `knows_values` tells of the elements."""
        found = self._answers.get(key)
        if found is None or (found.stamp >= 0 and found.stamp != store.stamp):
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
        if len(self._answers) >= _MOST_KEPT:
            self._answers.clear()
            self._kept.clear()
        self._answers[key] = answer
        self._kept.append((node.proto, node.attrs, before, inputs))
