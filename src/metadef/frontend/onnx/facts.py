"""What is known about values while the graph is still being built: inference on demand.

Many mappings depend on a rank, a type or a constant's elements. The engine is asked for them only when a mapper asks,
and then works through all nodes that were added since. What inference finds wrong is not reported here: the same rules
run over the finished graph.
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.infer.engine import Inference, infer
from metadef.ops.builtin import CONST
from metadef.types.dtype import DataType
from metadef.types.known_value import KnownValue
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["Facts", "constant_behind", "tensor_behind"]


class Facts:
    """The facts about one graph. Mutable."""

    __slots__ = ("_declared", "_graph", "_state", "_waiting")

    def __init__(self, graph: Graph, declared: Callable[[Value], TensorDesc | None]) -> None:
        """`declared` gives the file's claim about a value: believed only where inference knows nothing."""
        self._graph = graph
        self._declared = declared
        self._state = Inference()
        self._waiting: list[Node] = []

    def added(self, node: Node) -> None:
        """A node is new."""
        self._waiting.append(node)

    def _catch_up(self) -> None:
        if self._waiting:
            nodes, self._waiting = [node for node in self._waiting if node.is_alive], []
            infer(self._graph, nodes, self._state)
            self._state.findings.clear()

    def shape(self, value: Value) -> Shape:
        """The shape as far as it is known."""
        self._catch_up()
        shape = value.desc.origin_shape
        if shape.rank is None:
            claim = self._declared(value)
            if claim is not None:
                # WHY: a claimed rank decides between operators; claimed sizes could bake a wrong number in
                return Shape.unknown(claim.origin_shape.rank)
        return shape

    def inferred(self, value: Value) -> Shape:
        """The shape as far as it follows from the operators; no claim is looked at."""
        self._catch_up()
        return value.desc.origin_shape

    def dtype(self, value: Value) -> DataType:
        """The element type, UNDEFINED if unknown."""
        if value.desc.dtype is DataType.UNDEFINED:
            self._catch_up()
        if value.desc.dtype is DataType.UNDEFINED:
            claim = self._declared(value)
            return claim.dtype if claim is not None else DataType.UNDEFINED
        return value.desc.dtype

    def ints(self, value: Value) -> tuple[int, ...] | None:
        """All elements of a small integer tensor, None unless every one is known."""
        known = self._known(value)
        return known.ints() if known is not None else None

    def numbers(self, value: Value) -> tuple[float, ...] | None:
        """All elements of a small tensor of numbers, None unless every one is known."""
        known = self._known(value)
        if known is None:
            return None
        plain = tuple(item for item in known if isinstance(item, int | float))
        return plain if len(plain) == len(known) else None

    def elements(self, value: Value) -> tuple[object, ...] | None:
        """The elements one by one, numbers, dimensions or None; None if the engine does not follow the tensor."""
        known = self._known(value)
        return known.items if known is not None else None

    def adopt(self, value: Value, other: Facts, outer: Value) -> None:
        """Take over what another graph's facts know of the elements of the value that feeds `value`."""
        known = other._known(outer)
        if known is not None:
            self._state.values[value] = known

    def _known(self, value: Value) -> KnownValue | None:
        source = constant_behind(value)
        if source is None:
            self._catch_up()
            return self._state.value_of(value)
        return self._state.value_of(source)


def constant_behind(value: Value) -> Value | None:
    """The constant that a value is, seen through `Identity`; None if it is computed."""
    node = value.producer
    while node.op == "Identity" and node.inputs[0] is not None:
        node = node.inputs[0].producer
    return node.outputs[0] if node.proto is CONST else None


def tensor_behind(value: Value) -> TensorValue | None:
    """The constant's content; None if the value is computed."""
    constant = constant_behind(value)
    tensor = constant.producer.attrs.get("value") if constant is not None else None
    return tensor if isinstance(tensor, TensorValue) else None
