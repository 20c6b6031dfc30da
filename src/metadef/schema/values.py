"""Attribute values as messages."""

from __future__ import annotations

from typing import cast

from metadef.errors import FileError
from metadef.schema.messages import NEWER, Message, member, new
from metadef.types.attrs import Attrs, AttrValue, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.tensor_value import Inline, TensorValue

__all__ = ["dtype_of", "value_from_message", "value_to_message"]

_NUMBERS = {dtype.value: dtype for dtype in DataType}


def dtype_of(number: int, subject: str) -> DataType:
    """The data type of a number.

    Raises:
        FileError: if there is none, as a newer release may have.
    """
    return member(_NUMBERS, number, "data type", subject)


def value_to_message(value: AttrValue) -> Message:
    """An `AttrValue` message; lists of lists are lists of messages."""
    match value:
        case bool():
            return new("AttrValue", b=value)
        case int():
            return new("AttrValue", i=value)
        case float():
            return new("AttrValue", f=value)
        case str():
            return new("AttrValue", s=value)
        case bytes():
            return new("AttrValue", bt=value)
        case DataType():
            return new("AttrValue", dtype=value.value)
        case TensorValue():
            tensor = new("Tensor", dtype=value.dtype.value, shape=value.dims, data=bytes(value.data()))
            return new("AttrValue", tensor=tensor)
        case NamedAttrs():
            rows = [new("NamedValue", name=name, value=value_to_message(item)) for name, item in value.attrs.items()]
            return new("AttrValue", named=new("NamedAttrs", name=value.name, attrs=rows))
        case _:
            items = [value_to_message(cast("AttrValue", item)) for item in cast("tuple[object, ...]", value)]
            return new("AttrValue", list=new("AttrList", items=items))


def value_from_message(message: Message, subject: str) -> AttrValue:
    """The value of an `AttrValue` message.

    Raises:
        FileError: if it is empty, or of a kind that this release does not know.
    """
    match message.WhichOneof("value"):
        case "b" | "i" | "f" | "s" | "bt" as kind:
            return cast("AttrValue", getattr(message, kind))
        case "dtype":
            return dtype_of(message.dtype, subject)
        case "tensor":
            tensor = message.tensor
            return TensorValue(dtype_of(tensor.dtype, subject), tuple(tensor.shape), Inline(tensor.data))
        case "named":
            rows = {row.name: value_from_message(row.value, subject) for row in message.named.attrs}
            return NamedAttrs(message.named.name, Attrs(rows))
        case "list":
            return cast("AttrValue", tuple(value_from_message(item, subject) for item in message.list.items))
        case _:
            raise FileError.of("file-corrupt", subject, "an attribute value is empty", hint=NEWER)
