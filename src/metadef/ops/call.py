"""`Call`: one use of an operator as rules see it: descriptors by port, attributes with defaults, known values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NoReturn, TypeVar, cast

from metadef.errors import MetadefError
from metadef.ops.ports import PortKind
from metadef.types.attrs import AttrValue
from metadef.types.constraints import ConstraintStore
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.known_value import KnownValue
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

if TYPE_CHECKING:
    from metadef.ops.proto import OpProto

__all__ = ["Call", "port_slices"]

Kind = TypeVar("Kind")

_NO_RESULTS: Mapping[str, Sequence[TensorDesc]] = MappingProxyType({})


def port_slices(proto: OpProto, counts: tuple[int, ...] | None) -> dict[str, slice]:
    """Where each input port's members lie in the flat inputs; `counts` gives members per port, None for one each."""
    slices: dict[str, slice] = {}
    at = 0
    for index, port in enumerate(proto.inputs):
        size = 1 if counts is None else counts[index]
        slices[port.name] = slice(at, at + size)
        at += size
    return slices


class Call:
    """What a shape, type, value or format rule, or a law, is given.

    `inputs` are flat: one entry a port, the members of a dynamic port in order, None for an absent optional.
    """

    __slots__ = (
        "_node_name",
        "_subject",
        "_value_of",
        "attrs",
        "counts",
        "inputs",
        "output_counts",
        "proto",
        "store",
        "subgraph_outputs",
    )

    def __init__(
        self,
        proto: OpProto,
        inputs: Sequence[TensorDesc | None],
        attrs: Mapping[str, AttrValue],
        *,
        counts: tuple[int, ...] | None = None,
        output_counts: tuple[int, ...] | None = None,
        value_of: Callable[[int], KnownValue | None] | None = None,
        store: ConstraintStore | None = None,
        subject: str = "",
        node_name: str = "",
        subgraph_outputs: Mapping[str, Sequence[TensorDesc]] = _NO_RESULTS,
    ) -> None:
        """`subject` is how findings call it; of a node the name is enough."""
        self.proto = proto
        self.inputs = inputs
        self.attrs = attrs
        self.counts = counts
        self.output_counts = output_counts
        self._value_of = value_of
        self.store = store if store is not None else ConstraintStore()
        self._subject = subject
        self._node_name = node_name
        self.subgraph_outputs = subgraph_outputs

    @property
    def subject(self) -> str:
        """How findings call it: what was given, else the node and its operator, else the operator."""
        if not self._subject:  # WHY only when asked: most calls are legal
            name = self.proto.name
            self._subject = f'node "{self._node_name}" ({name})' if self._node_name else name
        return self._subject

    def _range(self, port: str) -> range:
        proto = self.proto
        if self.counts is None:
            index = proto.input_index[port]
            return range(index, index + 1) if index < len(self.inputs) else range(0)
        part = port_slices(proto, self.counts)[port]
        return range(part.start, part.stop)

    def members(self, port: str) -> tuple[TensorDesc, ...]:
        """The descriptors fed to a port: none for an absent optional, many for a dynamic one."""
        if self.counts is None:
            desc = self.desc(port)
            return () if desc is None else (desc,)
        return tuple([desc for desc in self.inputs[port_slices(self.proto, self.counts)[port]] if desc is not None])

    def desc(self, port: str) -> TensorDesc | None:
        """The descriptor of a port's only tensor, None when absent."""
        if self.counts is None:
            index = self.proto.input_index[port]
            return self.inputs[index] if index < len(self.inputs) else None
        members = self.members(port)
        return members[0] if members else None

    def has(self, port: str) -> bool:
        """Whether the port is fed."""
        return self.desc(port) is not None

    def shape(self, port: str) -> Shape:
        """The shape meant at a port; unknown rank when the port is absent."""
        if self.counts is None:  # WHY not by `desc`, here and in `dtype`: rules ask for these two the most
            index = self.proto.input_index[port]
            desc = self.inputs[index] if index < len(self.inputs) else None
        else:
            desc = self.desc(port)
        return desc.origin_shape if desc is not None else _UNKNOWN

    def shapes(self, port: str) -> tuple[Shape, ...]:
        """The shapes of all members of a dynamic port."""
        return tuple([desc.origin_shape for desc in self.members(port)])

    def dtype(self, port: str) -> DataType:
        """The type at a port; UNDEFINED when the port is absent."""
        if self.counts is None:
            index = self.proto.input_index[port]
            desc = self.inputs[index] if index < len(self.inputs) else None
        else:
            desc = self.desc(port)
        return desc.dtype if desc is not None else DataType.UNDEFINED

    def format(self, port: str) -> Format:
        """The origin format at a port; ND when the port is absent."""
        desc = self.desc(port)
        return desc.origin_format if desc is not None else Format.ND

    def value(self, port: str) -> KnownValue | None:
        """The elements known at a port, None when nothing is known or the port is absent."""
        if self._value_of is None:
            return None
        if self.counts is None:
            index = self.proto.input_index[port]
            fed = index < len(self.inputs) and self.inputs[index] is not None
            return self._value_of(index) if fed else None
        for index in self._range(port):
            return self._value_of(index) if self.inputs[index] is not None else None
        return None

    def values(self, port: str) -> tuple[KnownValue | None, ...]:
        """What is known of each member of a dynamic port."""
        if self._value_of is None:
            return tuple(None for _ in self._range(port))
        return tuple(self._value_of(index) for index in self._range(port))

    def attr(self, name: str) -> AttrValue | None:
        """The attribute's value, or the prototype's default; None for a required one that is absent.

        Raises:
            KeyError: if the prototype declares no such attribute.
        """
        if name in self.attrs:
            return self.attrs[name]
        return self.proto.attr_index[name].default

    def attr_as(self, name: str, kind: type[Kind]) -> Kind:
        """The attribute as a Python type.

        Raises:
            MetadefError: if it is absent or of another type.
        """
        value = self.attr(name)
        if not isinstance(value, kind):
            self.fail("missing-attr" if value is None else "attr-type", f"attribute `{name}` must be {kind.__name__}")
        return value

    def int_attr(self, name: str) -> int:
        return self.attr_as(name, int)

    def float_attr(self, name: str) -> float:
        return self.attr_as(name, float)

    def bool_attr(self, name: str) -> bool:
        return self.attr_as(name, bool)

    def str_attr(self, name: str) -> str:
        return self.attr_as(name, str)

    def ints_attr(self, name: str) -> tuple[int, ...]:
        """A ListInt attribute; the empty tuple when its default is empty."""
        value = self.attrs.get(name)
        if type(value) is not tuple:
            value = self.attr_as(name, tuple)
        for item in value:
            if type(item) is not int:
                break
        else:
            return cast("tuple[int, ...]", value)
        return tuple([item for item in value if isinstance(item, int)])

    def output_count(self, port: str) -> int:
        """How many tensors an output port has in this call."""
        for index, spec in enumerate(self.proto.outputs):
            if spec.name == port:
                if self.output_counts is not None:
                    return self.output_counts[index]
                return 0 if spec.kind is PortKind.DYNAMIC else 1
        raise KeyError(port)

    def fail(self, name: str, message: str, *, expected: str = "", got: str = "", hint: str = "") -> NoReturn:
        """Stop with a finding about this call.

        Raises:
            MetadefError: always.
        """
        raise MetadefError.of(name, self.subject, message, expected=expected, got=got, hint=hint)


_UNKNOWN = Shape(None)
