"""Prices in microseconds: bytes over bandwidth, multiply-adds over the cube rate, and the launch of a kernel.

A conversion has three prices: the time of its kernels; the memory that its result takes (each byte pushes one out of
the second-level cache, as long as that has any, and that one is read from main memory once more); and the fusion that
it prevents, where its producer and its only reader would otherwise be one kernel.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from metadef.errors import MetadefError
from metadef.formats import storage_shape
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.layout.classes import layout_class
from metadef.layout.columns import Option
from metadef.layout.place import Place, Storage
from metadef.layout.terms import Terms
from metadef.ops.traits import VIEW
from metadef.targets import Chip
from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

__all__ = ["CostModel", "fused_reader", "route", "stored_shape"]

_ASSUMED_SIZE = 64  # of a symbol without an upper end: a guess that only weighs alternatives against each other

# Classes of which one kernel computes a node together with the elementwise node behind it, where the bytes between them
# need no conversion. Source: the fusion patterns of CANN's public documentation (convolution, matrix product or vector
# operator, then vector operators: "UB fusion").
_FUSES_BEHIND = frozenset({"conv", "matmul", "norm", "agnostic", "broadcast"})
_FUSES_INTO = frozenset({"agnostic", "broadcast"})
_NO_TRANSDATA = frozenset({DataType.HIFLOAT8})  # types that the prototype of TransData does not take


@dataclass(frozen=True)
class CostModel:
    """Prices on one chip for one graph's symbols."""

    chip: Chip
    store: ConstraintStore
    column_scale: float = 1.0  # by which the estimated slowdowns of columns are moved
    # WHY: a large model has few kinds of tensors, and blocked shapes are dear to compute
    _bytes: dict[tuple[TensorDesc, Place], float] = field(
        default_factory=dict[tuple[TensorDesc, Place], float], compare=False, repr=False
    )
    _sizes: dict[Dim, int] = field(default_factory=dict[Dim, int], compare=False, repr=False)

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
                dim = self._size(dim)
            count *= _ASSUMED_SIZE if dim is None else dim
        return count

    def _size(self, dim: Dim) -> int:
        """A symbolic size with each symbol at the upper end of its range, or of a guessed size."""
        found = self._sizes.get(dim)
        if found is None:
            ranges = {name: self.store.bounds(Dim.symbol(name)) for name in dim.names}
            sizes = {
                name: item.hi if isinstance(item.hi, int) else max(_ASSUMED_SIZE, item.lo or 0)
                for name, item in ranges.items()
            }
            try:
                found = max(0, dim.evaluate(sizes))
            except MetadefError:  # WHY: ends of ranges need not fit together
                found = _ASSUMED_SIZE
            self._sizes[dim] = found
        return found

    def stored_bytes(self, value: Value, place: Place) -> float:
        """Bytes of a value at a place, padding included."""
        key = value.desc, place
        found = self._bytes.get(key)
        if found is None:
            dtype = place[1] or value.desc.dtype
            shape = stored_shape(value, place, self.chip)
            found = self._bytes[key] = self.elements(shape) * dtype.bits / 8
        return found

    def conversion_us(self, value: Value, source: Place, target: Place, is_fused: bool = False) -> float:
        """A conversion with all that it brings about; `is_fused` where it parts two nodes that would be one kernel."""
        return self.conversion_terms(value, source, target, is_fused).total

    def conversion_terms(self, value: Value, source: Place, target: Place, is_fused: bool = False) -> Terms:
        """The same, by what it rests on. Each kernel on the way reads the whole tensor and writes it."""
        steps = list(pairwise(route(value, source, target, self.chip)))
        return Terms(
            conversions=sum(self.step_us(value, here, there) for here, there in steps),
            buffers=sum(self.buffer_us(self.stored_bytes(value, there)) for _, there in steps),
            fusions=self.fusion_us(value, source, target) if is_fused else 0.0,
        )

    def step_us(self, value: Value, source: Place, target: Place) -> float:
        """The kernel of one TransData or Cast."""
        moved = self.stored_bytes(value, source) + self.stored_bytes(value, target)
        return self.chip.launch_overhead_us + moved / self.bytes_per_us

    def buffer_us(self, size_bytes: float) -> float:
        """What a buffer of this size costs others: bytes that then come from main memory and not from the cache."""
        chip = self.chip
        if chip.l2_bytes is None or chip.l2_bytes_per_us is None:
            return 0.0
        slower = 1.0 / self.bytes_per_us - 1.0 / chip.l2_bytes_per_us
        return min(size_bytes, chip.l2_bytes) * max(0.0, slower)

    def fusion_us(self, value: Value, source: Place, target: Place) -> float:
        """What one kernel for producer and reader saves: a launch, and the value's way to memory and back."""
        size_bytes = min(self.stored_bytes(value, source), self.stored_bytes(value, target))
        return self.chip.launch_overhead_us + 2.0 * size_bytes / self.bytes_per_us

    def node_us(self, node: Node, option: Option) -> float:
        """The operator in a column: what it moves, or what it multiplies where that takes longer."""
        return self.node_terms(node, option).total

    def node_terms(self, node: Node, option: Option) -> Terms:
        """The same, by what it rests on; nothing for a view, whose result is its input's bytes."""
        if option.is_view or node.proto.has_trait(VIEW):
            return Terms()
        pairs = [*zip(node.inputs, option.takes, strict=True), *zip(node.outputs, option.gives, strict=True)]
        moved = sum(self.stored_bytes(value, place) for value, place in pairs if value is not None) / self.bytes_per_us
        work = self._macs(node) / (self.macs_per_us * self._cube_share(node, option))
        return Terms(
            launch=self.chip.launch_overhead_us,
            memory=moved if moved >= work else 0.0,
            compute=work if work > moved else 0.0,
            slower=max(moved, work) * (self.slowdown(option.factor) - 1.0),
        )

    def slowdown(self, factor: float) -> float:
        """The factor of a column, where these estimates are moved."""
        return 1.0 + (factor - 1.0) * self.column_scale

    def _cube_share(self, node: Node, option: Option) -> float:
        """Which part of the float16 rate the cube has for the types of a column."""
        first = next(((v, place) for v, place in zip(node.inputs, option.takes, strict=True) if v is not None), None)
        if first is None:
            return 1.0
        return 1.0 / self.chip.float_cube_slowdown if (first[1][1] or first[0].desc.dtype) is DataType.FLOAT else 1.0

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


def fused_reader(value: Value, is_output: bool) -> Node | None:
    """The node that one kernel computes together with the value's producer; None where nothing is fused.

    Only with the value's only reader: any other would still need the value in memory.
    """
    if is_output or not value.producer.outputs or layout_class(value.producer) not in _FUSES_BEHIND:
        return None
    readers = set(value.users)
    if len(readers) != 1:
        return None
    (reader,) = readers
    return reader if layout_class(reader) in _FUSES_INTO else None


def stored_shape(value: Value, place: Place, chip: Chip) -> Shape:
    """The shape in memory of a value at a place."""
    desc = value.desc
    storage, dtype = place
    if storage is None:
        return desc.origin_shape
    dtype = dtype or desc.dtype
    return storage_shape(
        desc.origin_shape,
        desc.origin_format,
        storage.primary,
        dtype,
        groups=max(1, storage.sub),
        c0=None if storage.c0 is not None or "C04" in storage.primary.name else chip.c0(dtype),
    )


def route(value: Value, source: Place, target: Place, chip: Chip) -> list[Place]:
    """The places on the way from one to another, both ends included: each step is one TransData or one Cast.

    Between two blocked formats the way leads over the origin format. A Cast that makes elements smaller comes first,
    any other last, so that the conversion moves fewer bytes; where C0 differs by type, blocks are undone before it.
    Source: facts on formats, section 5.
    """
    stops = [source]

    def go(place: Place) -> None:
        if stops[-1] != place:
            stops.append(place)

    def store(storage: Storage) -> None:
        if stops[-1][0] != storage and (stops[-1][1] or own) in _NO_TRANSDATA:
            go((stops[-1][0], None))
        if stops[-1][0] is not None and storage is not None and stops[-1][0] != storage:
            go((None, stops[-1][1]))
        go((storage, stops[-1][1]))

    own = value.desc.dtype
    before, after = source[1] or own, target[1] or own
    if before is after:
        store(target[0])
    elif after.bits < before.bits and after not in _NO_TRANSDATA:
        if source[0] is not None and chip.c0(before) != chip.c0(after):
            store(None)
        go((stops[-1][0], target[1]))
        store(target[0])
    else:
        same = chip.c0(before) == chip.c0(after)
        store(target[0] if same else None)
        go((stops[-1][0], target[1]))
        store(target[0])
    go(target)
    return stops
