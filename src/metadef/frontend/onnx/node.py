"""`OnnxNode`: what a mapper sees of the node it maps, and how it emits Ascend nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from metadef.errors import Finding, MetadefError, Severity, finding
from metadef.frontend.onnx.head import NodeHead
from metadef.graph.binding import InputLike
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.ops.proto import OpProto
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

if TYPE_CHECKING:
    from metadef.frontend.onnx.importer import Importer
    from metadef.types.dim import Dim

__all__ = ["OnnxNode"]


class OnnxNode:
    """One ONNX node while it is mapped. Inputs and attributes have been checked against the declaration.

    The Ascend node emitted without a `tag` takes the ONNX node's name; helpers are called `name/tag`.
    """

    __slots__ = ("attrs", "facts", "graph", "head", "importer", "inputs", "made", "name", "opset", "outputs")

    def __init__(
        self, head: NodeHead, inputs: Sequence[Value | None], attrs: Mapping[str, object], importer: Importer
    ) -> None:
        self.head = head
        self.name = head.name  # for the Ascend node, not yet made unique
        self.opset = head.opset
        self.inputs = inputs  # as written; trailing absent ones may be left out
        self.attrs = attrs  # with defaults
        self.outputs = head.outputs  # ONNX names; "" where the model does not want an output
        self.importer = importer
        self.graph: Graph = importer.graph
        self.facts = importer.facts
        self.made: list[Node] = []  # so far

    @property
    def op(self) -> str:
        """ONNX operator type."""
        return self.head.op

    @property
    def origin(self) -> Provenance:
        """What emitted nodes come from."""
        return self.head.origin

    @property
    def subject(self) -> str:
        """What findings are about."""
        return self.head.subject

    # --- inputs --------------------------------------------------------------------------------------------------

    def value(self, index: int) -> Value:
        """An input that the declaration requires."""
        value = self.inputs[index]
        if value is None:
            self.fail("missing-input", f"required input {index} is not fed")
        return value

    def optional(self, index: int) -> Value | None:
        """An input, None if it is absent."""
        return self.inputs[index] if index < len(self.inputs) else None

    def all_inputs(self) -> list[Value]:
        """All inputs of a variadic operator."""
        present = [value for value in self.inputs if value is not None]
        if not present or len(present) < len(self.inputs):
            self.fail("missing-input", "every input must be fed, and there must be one", expected="one or more inputs")
        return present

    def wants(self, index: int) -> bool:
        """Whether the model reads an output; exporters list some that nobody reads."""
        return index < len(self.outputs) and self.outputs[index] in self.importer.scope.used

    # --- attributes ----------------------------------------------------------------------------------------------

    def has(self, name: str) -> bool:
        """Whether an attribute is given or has a default."""
        return name in self.attrs

    def int(self, name: str) -> int:
        """An integer attribute."""
        value = self.attrs[name]
        assert isinstance(value, int)  # the declaration says so
        return value

    def flag(self, name: str) -> bool:
        """An integer attribute that is a switch.

        Raises:
            MetadefError: attr-constraint for other values than 0 and 1.
        """
        value = self.int(name)
        if value not in (0, 1):
            self.fail("attr-constraint", f"attribute `{name}` must be 0 or 1", expected="0 or 1", got=str(value))
        return value == 1

    def float(self, name: str) -> float:
        """A number attribute."""
        value = self.attrs[name]
        assert isinstance(value, int | float)
        return float(value)

    def string(self, name: str) -> str:
        """A string attribute."""
        value = self.attrs[name]
        assert isinstance(value, str)
        return value

    def choice(self, name: str, *choices: str) -> str:
        """A string attribute that must be one of those that Ascend can do.

        Raises:
            MetadefError: unsupported-attr-value for others.
        """
        value = self.string(name)
        if value not in choices:
            self.unsupported(name, value, *choices)
        return value

    def ints(self, name: str) -> tuple[int, ...] | None:
        """A list attribute, None if it is absent."""
        value = self.attrs.get(name)
        return tuple(value) if isinstance(value, tuple) else None

    def any(self, name: str) -> Any:
        """An attribute of any kind, None if it is absent."""
        return self.attrs.get(name)

    # --- what is known of values ---------------------------------------------------------------------------------

    def rank(self, value: Value) -> int | None:
        """Number of axes, None if unknown."""
        return self.facts.shape(value).rank

    def need_rank(self, value: Value, why: str) -> int:
        """The rank.

        Raises:
            MetadefError: shape-unknown if nobody knows it.
        """
        rank = self.rank(value)
        if rank is None:
            bare = [f'"{item.name}"' for item in self.graph.inputs if item.desc.origin_shape.rank is None]
            hint = f"a model that says the shape of its input {' and '.join(bare[:3])}" if bare else ""
            message = f"{why} needs the rank of {value}, which is unknown"
            self.fail("shape-unknown", message, hint=hint, as_error=True)
        return rank

    def shape(self, value: Value) -> Shape:
        """The shape as far as it is known."""
        return self.facts.shape(value)

    def dims(self, value: Value) -> tuple[int | Dim | None, ...] | None:
        """All dimensions, None for unknown rank."""
        shape = self.facts.shape(value)
        return None if shape.rank is None else shape.dims

    def dtype(self, value: Value) -> DataType:
        """The element type, UNDEFINED if unknown."""
        return self.facts.dtype(value)

    def need_dtype(self, value: Value) -> DataType:
        """The element type.

        Raises:
            MetadefError: dtype-unknown if nobody knows it.
        """
        dtype = self.dtype(value)
        if dtype is DataType.UNDEFINED:
            self.fail("dtype-unknown", f"the type of {value} is unknown")
        return dtype

    def known_ints(self, value: Value) -> tuple[int, ...] | None:
        """All elements of a small integer tensor, None unless every one is known."""
        return self.facts.ints(value)

    def known_numbers(self, value: Value) -> tuple[float, ...] | None:
        """All elements of a small tensor of numbers, None unless every one is known."""
        return self.facts.numbers(value)

    def is_empty(self, value: Value) -> bool:
        """Whether the tensor is known to hold no element: how some exporters write "absent"."""
        return self.facts.shape(value).numel() == 0

    # --- emitting ------------------------------------------------------------------------------------------------

    def add_node(
        self,
        op: str | OpProto,
        inputs: Sequence[InputLike],
        attrs: Mapping[str, object] | None = None,
        *,
        tag: str = "",
        outputs: Sequence[TensorDesc] | None = None,
        output_counts: Sequence[int] | None = None,
    ) -> Node:
        """Emit an Ascend node.

        Raises:
            MetadefError: with everything its prototype does not allow.
        """
        name = self.graph.unique_name(f"{self.name}/{tag}" if tag else self.name)
        try:
            node = self.graph.add(
                op, inputs, attrs, name=name, outputs=outputs, output_counts=output_counts, origin=self.origin
            )
        except MetadefError as error:
            raise MetadefError(self._about(item) for item in error.findings) from error
        self.made.append(node)
        self.facts.added(node)
        return node

    def add(
        self,
        op: str,
        inputs: Sequence[InputLike],
        attrs: Mapping[str, object] | None = None,
        *,
        tag: str = "",
        outputs: Sequence[TensorDesc] | None = None,
    ) -> Value:
        """Emit an Ascend node and give its first output."""
        return self.add_node(op, inputs, attrs, tag=tag, outputs=outputs).outputs[0]

    def constant(self, tensor: TensorValue, tag: str = "") -> Value:
        """A constant of its own."""
        name = self.graph.unique_name(f"{self.name}/{tag}" if tag else self.name)
        value = self.graph.constant(tensor, name, origin=self.origin)
        self.made.append(value.producer)
        return value

    def const_ints(self, numbers: Sequence[int], name: str, dtype: DataType = DataType.INT64) -> Value:
        """A vector of integers; equal ones are shared by the whole graph."""
        return self.importer.constants.vector(self.graph, tuple(numbers), dtype, name)

    def const_pairs(self, pairs: Sequence[tuple[int, int]], name: str) -> Value:
        """A matrix of two columns; equal ones are shared by the whole graph."""
        flat = tuple(number for pair in pairs for number in pair)
        return self.importer.constants.matrix(self.graph, flat, 2, DataType.INT64, name)

    def const_int(self, number: int, name: str, dtype: DataType = DataType.INT64) -> Value:
        """An integer of rank 0; equal ones are shared by the whole graph."""
        return self.importer.constants.scalar(self.graph, number, dtype, name)

    def const_like(self, number: float, value: Value, name: str) -> Value:
        """A number of rank 0 in the type of `value`; equal ones are shared by the whole graph.

        Raises:
            MetadefError: dtype-unknown if that type is unknown.
        """
        return self.importer.constants.scalar(self.graph, number, self.need_dtype(value), name)

    def accepts(self, op: str, port: int, dtype: DataType) -> bool:
        """Whether an Ascend operator takes a type at an input; an unknown type is taken anywhere."""
        types = self.graph.acceptor(op).proto.inputs[port].types
        return dtype is DataType.UNDEFINED or not types.mask or bool(dtype.mask & types.mask)

    def widened(self, op: str, values: Sequence[Value]) -> tuple[list[Value], DataType | None]:
        """The operands of `op` in an integer type that it takes and that holds theirs; and the type to go back to.

        The values come back as they are, with None, where `op` takes them or no such type exists.
        """
        dtypes = {self.dtype(value) for value in values}
        own = dtypes.pop() if len(dtypes) == 1 else DataType.UNDEFINED
        if not own.is_integer or self.accepts(op, 0, own):
            return list(values), None
        for wide in (DataType.INT32, DataType.INT64):
            holds = wide.bits > own.bits or (wide.bits == own.bits and not own.name.startswith("U"))
            if holds and self.accepts(op, 0, wide):
                return [self.cast(value, wide, f"wide_{index}") for index, value in enumerate(values)], own
        return list(values), None

    def cast(self, value: Value, dtype: DataType, tag: str) -> Value:
        """`value` in another type; `value` itself where it is known to have it.

        WHY by way of FLOAT16 from INT4: Cast gives that type and does not take it; all of its numbers are exact there.
        """
        own = self.dtype(value)
        if own is dtype:
            return value
        if own is DataType.INT4:
            one = self.importer.constants.scalar(self.graph, 1.0, DataType.FLOAT, "one")
            last = dtype is DataType.FLOAT16
            half = f"{tag}_half" if tag else "half"
            attrs = {"dst_type": DataType.FLOAT16.ge_value}
            value = self.add("AscendAntiQuantV2", [value, one], attrs, tag=tag if last else half)
            if last:
                return value
        return self.add("Cast", [value], {"dst_type": dtype.ge_value}, tag=tag)

    # --- refusing ------------------------------------------------------------------------------------------------

    def fail(
        self, code: str, message: str, *, expected: str = "", got: str = "", hint: str = "", as_error: bool = False
    ) -> NoReturn:
        """Give the node up with a finding.

        Raises:
            MetadefError: always.
        """
        severity = Severity.ERROR if as_error else None
        raise MetadefError(
            finding(code, self.subject, message, expected=expected, got=got, hint=hint, severity=severity)
        )

    def unsupported(self, name: str, value: object, *choices: object, hint: str = "") -> NoReturn:
        """Give the node up because of an attribute value that Ascend has no counterpart for.

        Raises:
            MetadefError: always.
        """
        legal = f"{name} = " + " or ".join(map(_quoted, choices))
        self.fail(
            "unsupported-attr-value",
            f"no Ascend operator does this with {name} = {_quoted(value)}",
            expected=legal,
            got=f"{name} = {_quoted(value)}",
            hint=hint or legal,
        )

    def discard(self) -> None:
        """Remove what was emitted: the node becomes a placeholder."""
        for node in reversed(self.made):
            if node.is_alive and not any(value.use_count for value in node.outputs):
                self.graph.remove(node)

    def _about(self, item: Finding) -> Finding:
        return replace(item, subject=f"{self.subject}: {item.subject}")


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(list(value)) if isinstance(value, tuple) else str(value)
