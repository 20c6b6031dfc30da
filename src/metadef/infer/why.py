"""Where a shape came from: the rules that led to it, what each of them read, and what they demand of symbols.

The rules of a node are asked once more with a call that notes which ports they look at, so that the answer names what
the shape really depends on: a Reshape reads the elements of its target, a Conv2D the shapes of image and filter.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.infer.engine import Inference
from metadef.infer.outputs import output_shapes
from metadef.ops.builtin import CONST, DATA
from metadef.ops.call import Call
from metadef.types.attrs import AttrValue
from metadef.types.dtype import DataType
from metadef.types.guards import Guard
from metadef.types.known_value import KnownValue
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

__all__ = ["Read", "Step", "explain_shape", "rule_name"]


@dataclass(frozen=True, slots=True)
class Read:
    """What a rule looked at."""

    port: str
    value: Value
    elements: KnownValue | None  # where the rule read the elements, what was known of them
    shape: bool  # whether the rule read the shape


@dataclass(frozen=True, slots=True)
class Step:
    """One node on the way to a shape."""

    node: Node
    rule: str  # "metadef.infer.shape.conv.conv"; "" for inputs and constants
    law: str  # the first sentence of the rule's docstring
    attrs: Mapping[str, AttrValue]  # attributes that the call gives
    reads: tuple[Read, ...]
    demands: tuple[str, ...]  # constraints that this node put on symbols


class _NotedCall(Call):
    """A call that notes the ports that a rule looks at."""

    __slots__ = ("elements_read", "shapes_read")

    def note(self) -> None:
        """Start with nothing noted."""
        self.shapes_read: dict[str, None] = {}
        self.elements_read: dict[str, None] = {}

    def members(self, port: str) -> tuple[TensorDesc, ...]:
        self.shapes_read[port] = None
        return super().members(port)

    def desc(self, port: str) -> TensorDesc | None:
        self.shapes_read[port] = None
        return super().desc(port)

    def shape(self, port: str) -> Shape:
        self.shapes_read[port] = None
        return super().shape(port)

    def dtype(self, port: str) -> DataType:
        self.shapes_read[port] = None
        return super().dtype(port)

    def value(self, port: str) -> KnownValue | None:
        self.elements_read[port] = None
        return super().value(port)

    def values(self, port: str) -> tuple[KnownValue | None, ...]:
        self.elements_read[port] = None
        return super().values(port)


def explain_shape(graph: Graph, value: Value, state: Inference) -> list[Step]:
    """The steps that lead to a value's shape, the value's own producer first, then what that depends on.

    `state` is what inference of the graph gave.
    """
    steps: list[Step] = []
    seen = {value.producer}
    todo = [value.producer]
    demands = _demands_by_subject(graph)
    for node in todo:
        step = _step(node, state, demands)
        steps.append(step)
        for read in step.reads:
            if read.value.producer not in seen:
                seen.add(read.value.producer)
                todo.append(read.value.producer)
    return steps


def rule_name(rule: Callable[..., object] | None) -> str:
    """A rule's dotted name; that of the factory for a rule made by one.

    >>> from metadef.infer.shape.common import broadcast
    >>> rule_name(broadcast("x1", "x2"))
    'metadef.infer.shape.common.broadcast'
    """
    if rule is None:
        return ""
    name = getattr(rule, "__qualname__", type(rule).__name__).partition(".<locals>")[0]
    return f"{rule.__module__}.{name}"


def _step(node: Node, state: Inference, demands: Mapping[str, Sequence[str]]) -> Step:
    rule = node.proto.shape_rule
    if node.proto in (CONST, DATA) or rule is None:
        return Step(node, "", "", node.attrs if node.proto is not CONST else {}, (), ())
    subject = f'node "{node.name}" ({node.proto.name})'
    inputs = node.inputs

    def value_of(index: int) -> KnownValue | None:
        value = inputs[index]
        return state.value_of(value) if value is not None else None

    call = _NotedCall(
        node.proto,
        [value.desc if value is not None else None for value in inputs],
        node.attrs,
        counts=node.counts,
        output_counts=node.output_counts,
        value_of=value_of,
        store=node.graph.store.copy(),
        subject=subject,
    )
    call.note()
    with suppress(Exception):  # WHY: inference has reported it; what the rule read until then is what there is to say
        output_shapes(call, len(node.outputs))
    reads = [
        Read(port, value, state.value_of(value) if port in call.elements_read else None, port in call.shapes_read)
        for port in dict.fromkeys([*call.shapes_read, *call.elements_read])
        for value in node.members(port)
        if value is not None
    ]
    law = _first_sentence(rule)
    return Step(node, rule_name(rule), law, node.attrs, tuple(reads), tuple(demands.get(subject, ())))


def _first_sentence(rule: Callable[..., object]) -> str:
    """The summary of the rule's docstring, or of the factory's that made it."""
    maker: object = getattr(sys.modules.get(rule.__module__), rule_name(rule).rpartition(".")[2], None)
    text = rule.__doc__ or (maker.__doc__ if callable(maker) else None) or ""
    return " ".join(text.partition("\n\n")[0].split())


def _demands_by_subject(graph: Graph) -> dict[str, list[str]]:
    """What the constraint store holds, by the node that demanded it."""
    found: dict[str, list[str]] = {}
    for line in graph.store.lines():
        guard = Guard.parse(line)
        subject = _SUBJECT.match(guard.by)
        if subject is not None:
            found.setdefault(subject[0], []).append(str(Guard(guard.kind, guard.left, guard.right, "")))
    return found


_SUBJECT = re.compile(r'node ".*?" \([^)]*\)')
