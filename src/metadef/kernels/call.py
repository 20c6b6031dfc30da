"""`KernelCall`: what a kernel is given, and how it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from metadef.errors import MetadefError
from metadef.ops.call import port_slices
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrValue
from metadef.types.dtype import DataType
from metadef.types.format import Format

if TYPE_CHECKING:
    from metadef.types.tensor import TensorDesc

__all__ = ["Array", "Kernel", "KernelCall", "Results"]

Array: TypeAlias = "NDArray[Any]"  # WHY Any: a kernel computes in whatever element type it is fed
Results: TypeAlias = "Array | Sequence[Array]"
Kind = TypeVar("Kind")


class KernelCall:
    """One execution of an operator: arrays by port, attributes with defaults, and what the outputs should be.

    Arrays are in the origin format unless the caller says otherwise; kernels that care about axes ask `format`.
    """

    __slots__ = (
        "attrs",
        "counts",
        "descs",
        "inputs",
        "output_counts",
        "outputs",
        "proto",
        "run_graph",
        "subgraph_count",
    )

    def __init__(
        self,
        proto: OpProto,
        inputs: Sequence[Array | None],
        attrs: Mapping[str, AttrValue],
        *,
        counts: tuple[int, ...] | None = None,
        output_counts: tuple[int, ...] | None = None,
        descs: Sequence[TensorDesc | None] = (),
        outputs: Sequence[TensorDesc] = (),
        run_graph: Callable[[str, Sequence[Array]], list[Array]] | None = None,
        subgraph_count: int = 0,
    ) -> None:
        self.proto = proto
        self.inputs = inputs
        self.attrs = attrs
        self.counts = counts
        self.output_counts = output_counts
        self.descs = descs  # of the inputs, where the caller knows them
        self.outputs = outputs  # descriptors of the outputs, where the caller knows them
        self.run_graph = run_graph  # runs the subgraph in a slot, for control flow
        self.subgraph_count = subgraph_count  # how many slots are filled

    def members(self, port: str) -> list[Array]:
        """The arrays fed to a port."""
        return [array for array in self.inputs[self._slice(port)] if array is not None]

    def _slice(self, port: str) -> slice:
        if self.counts is None:
            index = self.proto.input_index[port]
            return slice(index, index + 1)
        return port_slices(self.proto, self.counts)[port]

    def __getitem__(self, port: str) -> Array:
        """The array fed to a port.

        Raises:
            MetadefError: if the port is not fed.
        """
        found = self.find(port)
        if found is None:
            raise MetadefError.of("missing-input", f"operator {self.proto.name}", f"input `{port}` is not fed")
        return found

    def find(self, port: str) -> Array | None:
        """The array fed to a port, None when absent."""
        members = self.members(port)
        return members[0] if members else None

    def format(self, port: str) -> Format:
        """The origin format at an input port; ND when nothing is known."""
        part = self._slice(port)
        descs = [desc for desc in self.descs[part] if desc is not None]
        return descs[0].origin_format if descs else Format.ND

    def attr(self, name: str) -> AttrValue | None:
        """The attribute's value or its default."""
        found = self.attrs.get(name)
        return found if found is not None else self.proto.attr_spec(name).default

    def attr_as(self, name: str, kind: type[Kind]) -> Kind:
        """The attribute as a Python type.

        Raises:
            MetadefError: if it is absent or of another type.
        """
        value = self.attr(name)
        if not isinstance(value, kind):
            raise MetadefError.of(
                "attr-type",
                f"operator {self.proto.name}",
                f"attribute `{name}` must be {kind.__name__}",
                got=repr(value),
            )
        return value

    def int(self, name: str) -> int:
        return self.attr_as(name, int)

    def float(self, name: str) -> float:
        return self.attr_as(name, float)

    def bool(self, name: str) -> bool:
        return self.attr_as(name, bool)

    def str(self, name: str) -> str:
        return self.attr_as(name, str)

    def ints(self, name: str) -> tuple[int, ...]:
        """A ListInt attribute."""
        return tuple(item for item in self.attr_as(name, tuple) if isinstance(item, int))

    def floats(self, name: str) -> tuple[float, ...]:
        """A ListFloat attribute."""
        return tuple(float(item) for item in self.attr_as(name, tuple) if isinstance(item, int | float))

    def strings(self, name: str) -> tuple[str, ...]:
        """A ListString attribute."""
        return tuple(item for item in self.attr_as(name, tuple) if isinstance(item, str))

    def has_attr(self, name: str) -> bool:
        """Whether the operator declares the attribute, given or not."""
        return name in self.proto.attr_index

    def has_input(self, name: str) -> bool:
        """Whether the operator declares the input and this call feeds it."""
        return name in self.proto.input_index and self.find(name) is not None

    def numbers(self, name: str) -> list[int]:
        """Integers that are an input in one version of an operator and an attribute in the other.

        Empty where an optional input is not fed.
        """
        if name in self.proto.input_index:
            found = self.find(name)
            return [int(item) for item in found.reshape(-1)] if found is not None else []
        value = self.attr(name)
        return [item for item in value if isinstance(item, int)] if isinstance(value, tuple) else [self.int(name)]

    def numpy_type(self, name: str) -> np.dtype[np.generic]:
        """A type attribute: a Type, or an Int with the C++ number.

        Raises:
            MetadefError: if the number is no data type.
        """
        value = self.attr(name)
        found = value if isinstance(value, DataType) else DataType.from_ge(value) if isinstance(value, int) else None
        if found is None or found is DataType.UNDEFINED:
            subject, message = f"operator {self.proto.name}", f"attribute `{name}` is no data type"
            raise MetadefError.of("attr-constraint", subject, message, got=repr(value))
        return found.numpy

    def output_count(self, port: str) -> int:
        """How many tensors an output port has in this call."""
        for index, spec in enumerate(self.proto.outputs):
            if spec.name == port:
                if self.output_counts is not None:
                    return self.output_counts[index]
                return 0 if spec.kind is PortKind.DYNAMIC else 1
        raise KeyError(port)

    def output_dtype(self, index: int = 0) -> np.dtype[np.generic] | None:
        """The NumPy type that output `index` should have, None when the caller does not know."""
        if index >= len(self.outputs) or self.outputs[index].dtype is DataType.UNDEFINED:
            return None
        return self.outputs[index].dtype.numpy


Kernel: TypeAlias = "Callable[[KernelCall], Results]"
