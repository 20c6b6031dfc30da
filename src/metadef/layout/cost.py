"""Prices in microseconds: bytes over bandwidth, multiply-adds over the cube rate, and the launch of a kernel."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from metadef.formats import storage_shape
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.layout.columns import Option
from metadef.targets import Chip
from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim
from metadef.types.format import StorageFormat
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

__all__ = ["CostModel", "stored_shape"]

_ASSUMED_SIZE = 64  # of a symbol without an upper end: a guess that only weighs alternatives against each other


@dataclass(frozen=True)
class CostModel:
    """Prices on one chip for one graph's symbols."""

    chip: Chip
    store: ConstraintStore
    # WHY: a large model has few kinds of tensors, and blocked shapes are dear to compute
    _bytes: dict[tuple[TensorDesc, StorageFormat | None], float] = field(
        default_factory=dict[tuple[TensorDesc, "StorageFormat | None"], float], compare=False, repr=False
    )

    @cached_property
    def bytes_per_us(self) -> float:
        """Bandwidth of the whole chip to its memory."""
        return self.chip.ddr_bytes_per_cycle * self.chip.frequency_mhz * max(self.chip.cube_cores, 1)

    @cached_property
    def macs_per_us(self) -> float:
        """Multiply-adds of all cube units."""
        return float(self.chip.cube_macs_per_cycle * self.chip.frequency_mhz * self.chip.cube_cores)

    def elements(self, shape: Shape) -> float:
        """Elements of a shape, symbols at the upper end of their range where they have one."""
        count = 1.0
        for dim in shape if shape.rank is not None else ():
            if isinstance(dim, Dim):
                upper = self.store.bounds(dim).hi
                dim = upper if isinstance(upper, int) else _ASSUMED_SIZE
            count *= _ASSUMED_SIZE if dim is None else dim
        return count

    def stored_bytes(self, value: Value, storage: StorageFormat | None) -> float:
        """Bytes of a value in a storage format, padding included."""
        key = value.desc, storage
        found = self._bytes.get(key)
        if found is None:
            shape = stored_shape(value, storage, self.chip)
            found = self._bytes[key] = self.elements(shape) * value.desc.dtype.bits / 8
        return found

    def conversion_us(self, value: Value, source: StorageFormat | None, target: StorageFormat | None) -> float:
        """One TransData: read the one, write the other."""
        moved = self.stored_bytes(value, source) + self.stored_bytes(value, target)
        return self.chip.launch_overhead_us + moved / self.bytes_per_us

    def node_us(self, node: Node, option: Option) -> float:
        """The operator in a column: what it moves, or what it multiplies where that takes longer."""
        pairs = [*zip(node.inputs, option.ins, strict=True), *zip(node.outputs, option.outs, strict=True)]
        moved = sum(self.stored_bytes(value, storage) for value, storage in pairs if value is not None)
        work = self._macs(node) / self.macs_per_us
        return (self.chip.launch_overhead_us + max(moved / self.bytes_per_us, work)) * option.factor

    def _macs(self, node: Node) -> float:
        if "filter" in node.proto.input_index:
            weight = node.input("filter")
            if weight is None or not node.outputs:
                return 0.0
            out = node.outputs[0].desc.origin_shape
            per_output = self.elements(weight.desc.origin_shape) / max(1.0, self._channels(weight))
            return self.elements(out) * per_output
        if "x2" in node.proto.input_index and node.proto.name.startswith(("MatMul", "BatchMatMul")):
            left = node.inputs[0]
            if left is None or left.desc.origin_shape.rank in (None, 0):
                return 0.0
            inner = self.elements(Shape((left.desc.origin_shape[-1],)))
            return self.elements(node.outputs[0].desc.origin_shape) * inner
        return 0.0

    def _channels(self, weight: Value) -> float:
        """Output channels of a filter."""
        axes = weight.desc.origin_format.axes
        shape = weight.desc.origin_shape
        if shape.rank is None:
            return 1.0
        place = axes.index("N") if axes is not None and "N" in axes and len(axes) == shape.rank else 0
        return self.elements(Shape((shape[place],)))


def stored_shape(value: Value, storage: StorageFormat | None, chip: Chip) -> Shape:
    """The shape in memory of a value in a storage format."""
    desc = value.desc
    if storage is None:
        return desc.origin_shape
    return storage_shape(
        desc.origin_shape,
        desc.origin_format,
        storage.primary,
        desc.dtype,
        groups=max(1, storage.sub),
        c0=chip.c0(desc.dtype),
    )
