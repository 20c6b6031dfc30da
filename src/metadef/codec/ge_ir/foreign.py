"""What the readers of the dumps for people share: they make a `ModelDef` and leave it to its reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from metadef.codec.ge_ir.descriptors import SELF_DEFINED
from metadef.types.dtype import DataType
from metadef.types.format import StorageFormat
from metadef.wire.pool import message_class

__all__ = ["new_model", "put_desc", "put_names", "set_attr"]


def new_model() -> Any:
    """An empty `ModelDef`."""
    return message_class("ge.proto.ModelDef")()


def put_desc(
    desc: Any,
    dtype: DataType,
    dims: Sequence[int],
    layout: str = "",
    origin_dims: Sequence[int] | None = None,
    origin_layout: str = "",
) -> None:
    """Fill a `TensorDescriptor`; dims as in files, -1 unknown and [-2] for an unknown rank."""
    desc.dtype = dtype.proto_value
    if dtype.value in _SELF_DEFINED:
        desc.attr[SELF_DEFINED].i = dtype.value
    desc.shape.dim.extend(dims)
    desc.layout = layout or "ND"
    desc.attr["format_for_int"].i = StorageFormat.parse(desc.layout).packed
    if origin_dims is not None:
        desc.attr["origin_shape_initialized"].b = True
        desc.attr["origin_shape"].list.i.extend(origin_dims)
        desc.attr["origin_shape"].list.val_type = 2
    if origin_layout:
        desc.attr["origin_format"].s = origin_layout.encode()
        desc.attr["origin_format_for_int"].i = StorageFormat.parse(origin_layout).packed
    desc.device_type = "NPU"


_SELF_DEFINED = frozenset({*range(14, 23), 33, 25})


def put_names(op: Any, side: str, names: Sequence[str]) -> None:
    """The private attributes that name inputs ("input") or outputs ("output") in their order."""
    if not names:
        return
    number_of = {name: index for index, name in enumerate(names)}
    for name in sorted(number_of):
        op.attr[f"_{side}_name_key"].list.s.append(name.encode())
        op.attr[f"_{side}_name_value"].list.i.append(number_of[name])


def set_attr(definition: Any, value: object) -> bool:
    """Fill an `AttrDef` from a plain value; False for what is none of its kinds."""
    match value:
        case bool():
            definition.b = value
        case int() if -(1 << 63) <= value < 1 << 63:
            definition.i = value
        case float():
            definition.f = value
        case str():
            definition.s = value.encode()
        case bytes():
            definition.s = value
        case list():
            return _set_list(definition, value)
        case _:
            return False
    return True


def _set_list(definition: Any, items: list[Any]) -> bool:
    kinds = {type(item) for item in items}
    target = definition.list
    if kinds <= {bool} and items:
        target.b.extend(items)
        target.val_type = 4
    elif kinds <= {int}:
        target.i.extend(items)
        target.val_type = 2
    elif kinds <= {int, float}:
        target.f.extend(items)
        target.val_type = 3
    elif kinds <= {str, bytes}:
        target.s.extend(item.encode() if isinstance(item, str) else item for item in items)
        target.val_type = 1
    elif kinds == {list} and all(type(one) is int for row in items for one in row):
        definition.ClearField("list")
        for row in items:
            definition.list_list_int.list_list_i.add().list_i.extend(row)
    else:
        definition.ClearField("list")
        return False
    return True
