"""`ExportCall`: what an exporter sees of the Ascend node it exports, and how it emits ONNX nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from metadef.frontend.onnx.constants import number_bytes
from metadef.frontend.onnx_export.tensors import element_number
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.ops.builtin import CONST
from metadef.types.attrs import AttrValue
from metadef.types.dtype import DataType
from metadef.types.tensor_value import Inline, TensorValue

if TYPE_CHECKING:
    from metadef.frontend.onnx_export.writer import GraphWriter
    from metadef.graph.graph import Graph
    from metadef.types.dim import Dim

__all__ = ["ExportCall", "NoStandardForm"]

_MOST_KNOWN = 1 << 16  # elements of a constant that an exporter looks at


class NoStandardForm(Exception):
    """ONNX cannot say what this call does; its text says why."""


class ExportCall:
    """One Ascend node while it is exported.

    The ONNX node emitted without a `tag` gives the Ascend node's outputs and takes its name; helpers are called
    `name/tag`.
    """

    __slots__ = ("given", "made", "node", "opset", "writer")

    def __init__(self, node: Node, writer: GraphWriter) -> None:
        self.node = node
        self.writer = writer
        self.made: list[Any] = []  # ONNX nodes, so far
        self.opset = 0  # that the nodes need
        self.given: set[int] = set()  # outputs that one of them gives

    # --- reading -------------------------------------------------------------------------------------------------

    def value(self, port: str) -> Value:
        """What a required port is fed."""
        found = self.node.input(port)
        if found is None:
            self.refuse(f"input {port} is not fed")
        return found

    def name(self, value: Value | None) -> str:
        """The ONNX name of a value, "" for none."""
        return self.writer.name_of(value) if value is not None else ""

    def input(self, port: str) -> str:
        """The ONNX name of what a port is fed, "" for nothing."""
        return self.name(self.node.input(port))

    def inputs(self) -> list[str]:
        """All inputs in order."""
        return [self.name(value) for value in self.node.inputs]

    def attr(self, name: str) -> AttrValue | None:
        """An attribute or its default."""
        return self.node.attr(name)

    def int(self, name: str) -> int:
        """An integer or a switch."""
        value = self.node.attr(name)
        if not isinstance(value, int):
            self.refuse(f"attribute {name} is no integer")
        return int(value)

    def float(self, name: str) -> float:
        """A number."""
        value = self.node.attr(name)
        if not isinstance(value, int | float):
            self.refuse(f"attribute {name} is no number")
        return float(value)

    def ints(self, name: str) -> tuple[int, ...]:
        """A list of integers."""
        value = self.node.attr(name)
        items = value if isinstance(value, tuple) else None
        if items is None or not all(isinstance(item, int) for item in items):
            self.refuse(f"attribute {name} is no list of integers")
        return tuple(item for item in items if isinstance(item, int))

    def need(self, name: str, *values: object) -> None:
        """Go on only where an attribute has one of these values."""
        value = self.node.attr(name)
        if value not in values:
            self.refuse(f"{name} = {value}")

    def dtype(self, value: Value) -> DataType:
        """The element type."""
        return value.desc.dtype

    def rank(self, value: Value) -> int:
        """The number of axes; needed."""
        rank = value.desc.shape.rank
        if rank is None:
            self.refuse(f"the rank of {value} is unknown")
        return rank

    def dims(self, value: Value) -> tuple[int | Dim | None, ...] | None:
        """The lengths of all axes, None for unknown rank."""
        return value.desc.shape.dims if value.desc.shape.rank is not None else None

    def known_ints(self, value: Value | None) -> tuple[int, ...] | None:
        """The elements of a small constant of integers, None for everything else."""
        tensor = self.tensor(value)
        if tensor is None or not tensor.dtype.is_integer or tensor.size > _MOST_KNOWN:
            return None
        return tuple(int(item) for item in tensor.array().reshape(-1))

    def need_ints(self, port: str) -> tuple[int, ...]:
        """The elements of a port that must be a constant."""
        found = self.known_ints(self.node.input(port))
        if found is None:
            self.refuse(f"{port} is no constant")
        return found

    def need_axis(self, port: str) -> int:
        """The one element of a port that must be a constant."""
        found = self.need_ints(port)
        if len(found) != 1:
            self.refuse(f"{port} has {len(found)} elements")
        return found[0]

    def tensor(self, value: Value | None) -> TensorValue | None:
        """The constant behind a value."""
        if value is None or value.producer.proto is not CONST:
            return None
        tensor = value.producer.attrs["value"]
        return tensor if isinstance(tensor, TensorValue) else None

    def wants(self, index: int) -> bool:
        """Whether anything reads an output."""
        value = self.node.outputs[index]
        return value.use_count > 0 or value.producer.graph.is_output(value)

    # --- emitting ------------------------------------------------------------------------------------------------

    def add(
        self,
        op: str,
        inputs: Sequence[str],
        attrs: Mapping[str, object] | None = None,
        *,
        tag: str = "",
        out: int | Sequence[int] = 0,
        since: int = 0,
    ) -> str:
        """Emit a node and give the name of its first output.

        Args:
            tag: of a helper; it has one output of its own.
            out: without a tag, which outputs of the Ascend node it gives, in order; -1 for one that is not wanted.
            since: the opset that the operator needs, where that is newer than what is written.
        """
        if tag:
            outputs = [self.writer.names.fresh(f"{self.node.name}/{tag}")]
        else:
            numbers = (out,) if isinstance(out, int) else tuple(out)
            outputs = ["" if index < 0 else self.writer.name_of(self.node.outputs[index]) for index in numbers]
            while outputs and not outputs[-1]:
                outputs.pop()
            self.given.update(index for index in numbers if index >= 0)
        name = f"{self.node.name}/{tag}" if tag else self.node.name
        self.opset = max(self.opset, since)
        self.made.append(self.writer.node_proto(op, inputs, outputs, name, attrs or {}))
        return outputs[0] if outputs else ""

    def const_ints(self, numbers: Sequence[int], dtype: DataType = DataType.INT64) -> str:
        """A vector of integers; equal ones are shared by the whole graph."""
        return self.writer.shared(TensorValue(dtype, (len(numbers),), Inline(number_bytes(tuple(numbers), dtype))))

    def scalar(self, number: float, dtype: DataType) -> str:
        """A number of rank 0; equal ones are shared by the whole graph."""
        if element_number(dtype) is None:
            self.refuse(f"ONNX lacks the type {dtype.name}")
        return self.writer.shared(TensorValue(dtype, (), Inline(number_bytes((number,), dtype))))

    def cast(self, name: str, dtype: DataType, tag: str = "") -> str:
        """A value in another type."""
        return self.add("Cast", [name], {"to": self.type_number(dtype)}, tag=tag)

    def type_number(self, dtype: DataType) -> int:
        """The ONNX number of a type."""
        number = element_number(dtype)
        if number is None:
            self.refuse(f"ONNX lacks the type {dtype.name}")
        return number

    def vector(self, value: Value) -> str:
        """A number of rank 0 or a vector of one, as a vector."""
        if self.rank(value) == 1:
            return self.name(value)
        known = self.known_ints(value)
        if known is not None and len(known) == 1:
            return self.const_ints(known, value.desc.dtype)
        return self.add("Reshape", [self.name(value), self.const_ints((-1,))], tag=f"{value.producer.name}_vector")

    def branch(self, graph: Graph, bound: Sequence[str]) -> Any:
        """A subgraph as a `GraphProto` that takes nothing: its inputs are values of this graph."""
        return self.writer.subgraph(graph, bound)

    def refuse(self, why: str) -> NoReturn:
        """Let the node go to the domain `ge`.

        Raises:
            NoStandardForm: always.
        """
        raise NoStandardForm(why)
