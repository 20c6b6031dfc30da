"""Columns that need no kernel of their own: what is merged with the conversions around it.

Cast        gone where its input lies in the wanted type already, and, where the wanted type holds every number of the
            input's, where its readers take the input as it is. Then types before and behind it are one decision:
            equal Casts merge, inverse ones vanish, and one may move to where the tensor is smaller.
Reshape     and every other view: FRACTAL_NZ goes through where the last two axes stay.
Transpose   between two orders of the named axes: in NC1HWC0 the bytes are those that there were (ReFormat). So one
            beside a conversion costs nothing beyond it: from NHWC into NC1HWC0 is one TransData.
"""

from __future__ import annotations

from dataclasses import replace

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.layout.columns import FIVE, NZ, Option, can_store
from metadef.layout.place import Storage
from metadef.ops.builtin import CONST
from metadef.targets import Chip
from metadef.types.dtype import DataType
from metadef.types.known_value import KnownValue
from metadef.types.tensor_value import TensorValue

__all__ = ["GONE", "TRANSPOSES", "holds", "merged_columns", "permutation"]

TRANSPOSES = frozenset({"Transpose", "TransposeD", "Permute"})
GONE = "gone"  # as `Option.becomes`: the node is taken out of the graph
_FLOATS = frozenset({DataType.FLOAT, DataType.FLOAT16, DataType.BF16, DataType.HIFLOAT8})
# Which of these types hold every number of another; HIFLOAT8 has 3 bits of fraction and exponents from -22 to 15.
_HOLDS = {
    DataType.FLOAT: frozenset({DataType.FLOAT16, DataType.BF16, DataType.HIFLOAT8}),
    DataType.BF16: frozenset({DataType.HIFLOAT8}),
}


def holds(wide: DataType, narrow: DataType) -> bool:
    """Whether one float type has every number of another, so that a Cast to it and back changes nothing.

    >>> holds(DataType.FLOAT, DataType.BF16), holds(DataType.FLOAT16, DataType.BF16)
    (True, False)
    """
    return narrow in _HOLDS.get(wide, frozenset())


def merged_columns(node: Node, chip: Chip) -> list[Option]:
    """The columns of a node beside those of its own kernel."""
    if node.op == "Cast":
        return _cast(node)
    if node.op in TRANSPOSES:
        return _transpose(node)
    return []


def _cast(node: Node) -> list[Option]:
    value, out = node.inputs[0], node.outputs[0]
    if value is None:
        return []
    before, after = value.desc.dtype, out.desc.dtype
    if before is after or not {before, after} <= _FLOATS:
        return []
    found: list[Option] = []
    for storage in (None, FIVE.get(out.desc.origin_shape.rank or 0), NZ):
        if (storage is None and found) or not (can_store(value, storage) and can_store(out, storage)):
            continue
        found.append(Option(((storage, after),), ((storage, None),), is_view=True, becomes=GONE))
        if holds(after, before):
            found.append(Option(((storage, None),), ((storage, before),), is_view=True, becomes=GONE))
    return found


def _transpose(node: Node) -> list[Option]:
    value, out = node.inputs[0], node.outputs[0]
    five: Storage = FIVE.get(out.desc.origin_shape.rank or 0)
    if value is None or five is None or not (can_store(value, five) and can_store(out, five)):
        return []
    if not _keeps_axes(value, out, permutation(node)):
        return []
    plain = Option.of((None,) * len(node.inputs), (None,))
    rest = plain.ins[1:]
    return [replace(Option.of((five, *rest), (five,)), becomes="ReFormat", is_view=True)]


def _keeps_axes(value: Value, out: Value, order: tuple[int, ...] | None) -> bool:
    """Whether a transposition only writes the named axes of a tensor in another order: N stays N, C stays C."""
    before, after = value.desc.origin_format.axes, out.desc.origin_format.axes
    if order is None or before is None or after is None or len(order) != len(before):
        return False
    return "".join(before[axis] for axis in order) == after


def permutation(node: Node) -> tuple[int, ...] | None:
    """Which input axis comes at each place; None where that is not known."""
    if "perm" in node.proto.input_index:
        value = node.input("perm")
        tensor = value.producer.attrs["value"] if value is not None and value.producer.proto is CONST else None
        known = KnownValue.of_tensor(tensor) if isinstance(tensor, TensorValue) else None
        axes = None if known is None else known.ints()
    else:
        given = node.attr("order" if node.op == "Permute" else "perm")
        axes = tuple(axis for axis in given if isinstance(axis, int)) if isinstance(given, tuple | list) else None
    if axes is None:
        return None
    turned = tuple(axis % len(axes) for axis in axes)
    return turned if sorted(turned) == list(range(len(axes))) else None
