"""The joint columns of each layout class on a chip: what formats an operator can take and give together, at what price.

A storage of None is "as meant": the origin format. The first column of every class is all as meant, unless the chip
cannot run it so. Speeds are factors on the operator's time, from the chip's description (`targets/chips.toml`); all
of them are estimates until a toolkit's own tables are imported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.layout.classes import layout_class
from metadef.layout.place import Place, Storage
from metadef.ops.builtin import CONST
from metadef.targets import Chip
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat
from metadef.types.known_value import KnownValue
from metadef.types.tensor_value import TensorValue

__all__ = [
    "COLUMNS",
    "FIVE",
    "NZ",
    "Option",
    "can_store",
    "class_columns",
    "has_unknown_rank",
    "reduced_axes",
    "runs_all_as_meant",
]

FIVE = {4: StorageFormat(Format.NC1HWC0), 5: StorageFormat(Format.NDC1HWC0)}
NZ = StorageFormat(Format.FRACTAL_NZ)
_X_C04 = StorageFormat(Format.NC1HWC0_C04)
_FILTER_C04 = StorageFormat(Format.FRACTAL_Z_C04)


@dataclass(frozen=True, slots=True)
class Option:
    """One column: a place for every input and output, and a factor on the operator's time."""

    takes: tuple[Place, ...]
    gives: tuple[Place, ...]
    factor: float = 1.0
    origin: str = ""  # the file that lists the column; "" for metadef's own, which are estimates
    is_view: bool = False  # no kernel runs: the result is the input's bytes
    becomes: str = ""  # the operator that takes the node's place in this column; "" for the node itself

    @classmethod
    def of(cls, ins: Sequence[Storage], outs: Sequence[Storage], factor: float = 1.0) -> Option:
        """A column that keeps all types."""
        return cls(tuple((storage, None) for storage in ins), tuple((storage, None) for storage in outs), factor)

    def typed(self, ins: Sequence[DataType | None], outs: Sequence[DataType | None]) -> Option:
        """The same column in other types."""
        return replace(
            self,
            takes=tuple((place[0], dtype) for place, dtype in zip(self.takes, ins, strict=True)),
            gives=tuple((place[0], dtype) for place, dtype in zip(self.gives, outs, strict=True)),
        )

    @property
    def ins(self) -> tuple[Storage, ...]:
        return tuple(place[0] for place in self.takes)

    @property
    def outs(self) -> tuple[Storage, ...]:
        return tuple(place[0] for place in self.gives)


def can_store(value: Value | None, storage: Storage) -> bool:
    """Whether a value can lie in a storage format at all."""
    if storage is None:
        return True
    if value is None:
        return False
    desc = value.desc
    rank, axes = desc.origin_shape.rank, desc.origin_format.axes
    if rank is None or not desc.dtype.bits or desc.dtype.numpy_name in ("", "bool", "object"):
        return False
    if storage.primary is Format.FRACTAL_NZ:
        return rank >= 2
    if axes is None or len(axes) != rank or rank not in FIVE:
        return False
    if storage.primary.axes is not None:
        return sorted(storage.primary.axes) == sorted(axes)
    if storage.primary in (Format.NC1HWC0_C04, Format.FRACTAL_Z_C04):
        channels = desc.origin_shape[axes.index("C")]
        return isinstance(channels, int) and channels <= 4
    return True


def class_columns(node: Node, chip: Chip, small_channel: bool = False) -> list[Option]:
    """The columns of a node by its layout class, all tensors in their own types.

    Args:
        small_channel: whether convolutions of at most four channels may use the formats for four (C04).
    """
    plain = Option.of((None,) * len(node.inputs), (None,) * len(node.outputs))
    kind = layout_class(node)
    options = COLUMNS.get(kind, _plain)(node, chip, plain)
    if small_channel and kind == "conv":
        options = [*options, *_small_channels(node, options)]
    return [option for option in options if _possible(node, option)]


def runs_all_as_meant(chip: Chip) -> bool:
    """Whether every operator has a column with all tensors as meant, so that no call can be without formats."""
    return chip.plain_convolution_slowdown is not None


def has_unknown_rank(node: Node) -> bool:
    """Whether nothing is known of the shape of a node's first input."""
    return bool(node.inputs) and node.inputs[0] is not None and node.inputs[0].desc.origin_shape.rank is None


def _possible(node: Node, option: Option) -> bool:
    pairs = [*zip(node.inputs, option.ins, strict=True), *zip(node.outputs, option.outs, strict=True)]
    return all(can_store(value, storage) for value, storage in pairs)


def _plain(node: Node, chip: Chip, plain: Option) -> list[Option]:
    return [plain]


def _five(value: Value | None) -> Storage:
    return FIVE.get(value.desc.origin_shape.rank or 0) if value is not None else None


def _conv(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """Feature maps in NC1HWC0 (NDC1HWC0), the filter in FRACTAL_Z (FRACTAL_Z_3D); groups are its sub-format."""
    x = _five(node.input("x"))
    slowdown = chip.plain_convolution_slowdown
    if x is None:
        return [] if slowdown is None and not has_unknown_rank(node) else [plain]
    groups = node.attr("groups") if "groups" in node.proto.attr_index else 1
    sub = groups if isinstance(groups, int) and groups > 1 else 0
    primary = Format.FRACTAL_Z if x.primary is Format.NC1HWC0 else Format.FRACTAL_Z_3D
    ins: list[Storage] = [None] * len(node.inputs)
    ins[node.proto.input_index["x"]] = x
    ins[node.proto.input_index["filter"]] = StorageFormat(primary, sub)
    blocked = Option.of(ins, [x if can_store(value, x) else None for value in node.outputs])
    return [blocked] if slowdown is None else [replace(plain, factor=slowdown), blocked]


def _matmul(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """As meant, or FRACTAL_NZ for the result and both operands, or for the weights alone."""
    slow = replace(plain, factor=chip.plain_matmul_slowdown)
    both = Option.of((NZ, NZ, *plain.ins[2:]), (NZ,))
    weights = Option.of((None, NZ, *plain.ins[2:]), (None,), (1.0 + slow.factor) / 2)
    return [slow, both, weights]


def _small_channels(node: Node, options: list[Option]) -> list[Option]:
    """The formats for four channels: what the first convolution of a network reads shrinks to a quarter."""
    groups = node.attr("groups") if "groups" in node.proto.attr_index else 1
    blocked = options[-1]
    x, filters = node.proto.input_index["x"], node.proto.input_index["filter"]
    if groups != 1 or blocked.ins[x] != FIVE[4]:
        return []
    ins = list(blocked.ins)
    ins[x], ins[filters] = _X_C04, _FILTER_C04
    return [Option.of(ins, blocked.outs)]


def _pool(node: Node, chip: Chip, plain: Option) -> list[Option]:
    x = _five(node.inputs[0])
    blocked = Option.of((x, *plain.ins[1:]), (x,) * len(plain.outs))
    # WHY can_store: where nobody says which axis is C, the kernel can still read the tensor as it is meant
    is_blocked_only = not runs_all_as_meant(chip) and x is not None and can_store(node.inputs[0], x)
    return [blocked] if is_blocked_only else [plain, blocked]


def _norm(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """The feature map in NC1HWC0, the vectors by channel as meant."""
    x = _five(node.inputs[0])
    return [plain] if x is None else [plain, Option.of((x, *plain.ins[1:]), (x, *plain.outs[1:]))]


def _agnostic(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """Any format, the same for all tensors, whose blocks must be of one size."""
    found = [plain]
    for storage in (_five(node.outputs[0]), NZ):
        if storage is not None and _has_one_c0(node, chip):
            ins = tuple(None if value is None else storage for value in node.inputs)
            found.append(Option.of(ins, (storage,)))
    return found


def _view(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """As meant; FRACTAL_NZ too where the last two axes stay, as its blocks then lie in memory as they did."""
    value, out = node.inputs[0] if node.inputs else None, node.outputs[0]
    before, after = (None if v is None else v.desc.origin_shape for v in (value, out))
    if len(node.outputs) != 1 or before is None or after is None or before.rank is None or after.rank is None:
        return [plain]
    if min(before.rank, after.rank) < 2 or None in after.dims[-2:] or before.dims[-2:] != after.dims[-2:]:
        return [plain]
    return [plain, Option.of((NZ, *plain.ins[1:]), (NZ,))]


def _has_one_c0(node: Node, chip: Chip) -> bool:
    """Whether blocks of all tensors hold as many elements, so that element meets element."""
    return len({chip.c0(v.desc.dtype) for v in (*node.inputs, *node.outputs) if v is not None}) == 1


def _is_scalar(value: Value | None) -> bool:
    return value is not None and value.desc.origin_shape.numel() == 1


def _broadcast(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """Blocked where every tensor has the output's blocks: nothing is stretched along C (the last two axes in
    FRACTAL_NZ); a single number stays as meant. Source: facts on formats, section 2 (the broadcast selector)."""
    out = node.outputs[0]
    shape = out.desc.origin_shape
    if shape.rank is None or not _has_one_c0(node, chip):
        return [plain]
    found = [plain]
    axes = out.desc.origin_format.axes
    five = _five(out)
    whole: list[tuple[StorageFormat, tuple[int, ...]]] = []
    if five is not None and axes is not None and len(axes) == shape.rank and "C" in axes:
        whole.append((five, (axes.index("C"),)))
    if shape.rank >= 2:
        whole.append((NZ, (shape.rank - 2, shape.rank - 1)))
    for storage, kept in whole:
        if all(v is None or _is_scalar(v) or _keeps(v, out, kept) for v in node.inputs):
            ins = tuple(
                None if v is None or (_is_scalar(v) and v.desc.origin_shape != shape) else storage for v in node.inputs
            )
            found.append(Option.of(ins, (storage,)))
    return found


def _keeps(value: Value, out: Value, axes: tuple[int, ...]) -> bool:
    """Whether a value has the output's rank, and its sizes along some axes."""
    own, shape = value.desc.origin_shape, out.desc.origin_shape
    return own.rank == shape.rank and all(own[axis] == shape[axis] and own[axis] is not None for axis in axes)


def _reduce(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """Blocked where the axes stay and none that is cut into blocks is reduced. Source: as above."""
    value, out = node.inputs[0], node.outputs[0]
    rank = value.desc.origin_shape.rank if value is not None else None
    if value is None or rank is None or out.desc.origin_shape.rank != rank or node.attr("keep_dims") is not True:
        return [plain]
    reduced = reduced_axes(node, rank)
    if reduced is None:
        return [plain]
    found = [plain]
    axes, five = value.desc.origin_format.axes, _five(value)
    if five is not None and axes is not None and len(axes) == rank and "C" in axes and axes.index("C") not in reduced:
        found.append(Option.of((five, *plain.ins[1:]), (five,)))
    if rank >= 2 and not reduced & {rank - 2, rank - 1}:
        found.append(Option.of((NZ, *plain.ins[1:]), (NZ,)))
    return found


def reduced_axes(node: Node, rank: int) -> frozenset[int] | None:
    """Which axes disappear; None where that is not known."""
    value = node.input("axes") if "axes" in node.proto.input_index else None
    if value is not None:
        tensor = value.producer.attrs["value"] if value.producer.proto is CONST else None
        known = KnownValue.of_tensor(tensor) if isinstance(tensor, TensorValue) else None
        axes = None if known is None else known.ints()
    else:
        given = node.attr("axes")
        axes = tuple(axis for axis in given if isinstance(axis, int)) if isinstance(given, tuple | list) else None
    if not axes or not all(-rank <= axis < rank for axis in axes):
        return None
    return frozenset(axis % rank for axis in axes)


def _concat(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """NC1HWC0 along N, H or W; along C only where every part fills whole blocks."""
    storage = _five(node.outputs[0])
    axes = node.outputs[0].desc.origin_format.axes
    axis = node.attr("concat_dim")
    if storage is None or axes is None or not isinstance(axis, int):
        return [plain]
    place = axis % len(axes)
    c0 = chip.c0(node.outputs[0].desc.dtype)
    if axes[place] == "C":
        sizes = [value.desc.origin_shape[place] for value in node.inputs if value is not None]
        if not all(isinstance(size, int) and size % c0 == 0 for size in sizes):
            return [plain]
    return [plain, Option.of((storage,) * len(node.inputs), (storage,))]


# class -> options; a new class is one function and one line
COLUMNS: dict[str, Callable[[Node, Chip, Option], list[Option]]] = {
    "plain": _plain,
    "conv": _conv,
    "matmul": _matmul,
    "pool": _pool,
    "norm": _norm,
    "agnostic": _agnostic,
    "broadcast": _broadcast,
    "concat": _concat,
    "view": _view,
    "reduce": _reduce,
}
