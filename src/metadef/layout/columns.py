"""The joint columns of each layout class on a chip: what formats an operator can take and give together, at what price.

A storage of None is "as meant": the origin format. The first column of every class is all as meant, unless the chip
cannot run it so. Speeds are factors on the operator's time; all of them are estimates until a toolkit's own tables are
imported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.layout.classes import layout_class
from metadef.targets import Chip
from metadef.types.format import Format, StorageFormat

__all__ = ["COLUMNS", "Option", "can_store", "columns_of", "runs_all_as_meant"]

Storage = StorageFormat | None

_CONV_BLOCKED_ONLY = frozenset({"AIC-M-100", "AIC-C-100", "AIC-M-200", "AIC-M-300"})  # cube fed in NC1HWC0 alone
_PLAIN_CONV = 1.5  # estimated: the conversion that the kernel does itself on the way in
_PLAIN_MATMUL = {"AIC-M-100": 2.0, "AIC-C-100": 2.0, "AIC-M-200": 1.5, "AIC-M-300": 1.3}  # estimated
_FIVE = {4: StorageFormat(Format.NC1HWC0), 5: StorageFormat(Format.NDC1HWC0)}
_NZ = StorageFormat(Format.FRACTAL_NZ)


@dataclass(frozen=True, slots=True)
class Option:
    """One column: a storage for every input and output, and a factor on the operator's time."""

    ins: tuple[Storage, ...]
    outs: tuple[Storage, ...]
    factor: float = 1.0


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
    return axes is not None and len(axes) == rank and rank in _FIVE


def columns_of(node: Node, chip: Chip) -> list[Option]:
    """The options of a node; at least one unless the chip has none."""
    plain = Option((None,) * len(node.inputs), (None,) * len(node.outputs))
    options = COLUMNS.get(layout_class(node), _plain)(node, chip, plain)
    return [option for option in options if _possible(node, option)]


def runs_all_as_meant(chip: Chip) -> bool:
    """Whether every operator has a column with all tensors as meant, so that no call can be without formats."""
    return chip.architecture not in _CONV_BLOCKED_ONLY


def _possible(node: Node, option: Option) -> bool:
    pairs = [*zip(node.inputs, option.ins, strict=True), *zip(node.outputs, option.outs, strict=True)]
    return all(can_store(value, storage) for value, storage in pairs)


def _plain(node: Node, chip: Chip, plain: Option) -> list[Option]:
    return [plain]


def _five(value: Value | None) -> Storage:
    return _FIVE.get(value.desc.origin_shape.rank or 0) if value is not None else None


def _conv(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """Feature maps in NC1HWC0 (NDC1HWC0), the filter in FRACTAL_Z (FRACTAL_Z_3D); groups are its sub-format."""
    x = _five(node.input("x"))
    blocked_only = chip.architecture in _CONV_BLOCKED_ONLY
    if x is None:
        return [plain]
    groups = node.attr("groups") if "groups" in node.proto.attr_index else 1
    sub = groups if isinstance(groups, int) and groups > 1 else 0
    primary = Format.FRACTAL_Z if x.primary is Format.NC1HWC0 else Format.FRACTAL_Z_3D
    ins: list[Storage] = [None] * len(node.inputs)
    ins[node.proto.input_index["x"]] = x
    ins[node.proto.input_index["filter"]] = StorageFormat(primary, sub)
    blocked = Option(tuple(ins), (x,))
    return [blocked] if blocked_only else [Option(plain.ins, plain.outs, _PLAIN_CONV), blocked]


def _matmul(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """As meant, or FRACTAL_NZ for the result and both operands, or for the weights alone."""
    slow = Option(plain.ins, plain.outs, _PLAIN_MATMUL.get(chip.architecture, 1.0))
    both = Option((_NZ, _NZ, *plain.ins[2:]), (_NZ,))
    weights = Option((None, _NZ, *plain.ins[2:]), (None,), (1.0 + slow.factor) / 2)
    return [slow, both, weights]


def _pool(node: Node, chip: Chip, plain: Option) -> list[Option]:
    x = _five(node.inputs[0])
    blocked = Option((x, *plain.ins[1:]), (x,) * len(plain.outs))
    return [blocked] if x is not None and chip.architecture in _CONV_BLOCKED_ONLY else [plain, blocked]


def _norm(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """The feature map in NC1HWC0, the vectors by channel as meant."""
    x = _five(node.inputs[0])
    return [plain] if x is None else [plain, Option((x, *plain.ins[1:]), (x, *plain.outs[1:]))]


def _agnostic(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """Any format, the same for all tensors."""
    found = [plain]
    for storage in (_five(node.outputs[0]), _NZ):
        if storage is not None:
            ins = tuple(None if value is None else storage for value in node.inputs)
            found.append(Option(ins, (storage,)))
    return found


def _is_scalar(value: Value | None) -> bool:
    return value is not None and value.desc.origin_shape.numel() == 1


def _broadcast(node: Node, chip: Chip, plain: Option) -> list[Option]:
    """Blocked where nothing is stretched: every tensor has the output's shape, or is a single number as meant."""
    shape = node.outputs[0].desc.origin_shape
    stretched = [v for v in node.inputs if v is not None and v.desc.origin_shape != shape and not _is_scalar(v)]
    if stretched:
        return [plain]
    found = [plain]
    for storage in (_five(node.outputs[0]), _NZ):
        if storage is not None:
            ins = tuple(None if v is None or v.desc.origin_shape != shape else storage for v in node.inputs)
            found.append(Option(ins, (storage,)))
    return found


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
    return [plain, Option((storage,) * len(node.inputs), (storage,))]


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
}
