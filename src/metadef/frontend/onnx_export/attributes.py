"""Attribute values as `onnx.AttributeProto`, and those of Ascend nodes that ONNX has no kind for as text.

A node of the domain `ge` keeps integers, numbers, strings and lists of them under their own names, so that viewers show
them. Everything else (types, byte strings, lists of lists, named attributes) stands in the attribute `_attributes` in
the notation of the text form, from which it comes back exactly.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any, cast

from metadef.frontend.onnx_export.tensors import element_number, tensor_proto
from metadef.graph.printer import attrs_text
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.tensor_value import TensorValue
from metadef.wire.pool import enum_values, message_class

__all__ = ["TEXT", "attribute_proto", "ge_attributes"]

TEXT = "_attributes"  # of a node of the domain `ge`
_INT64 = 1 << 63


def attribute_proto(name: str, value: object) -> Any:
    """An attribute from a plain value: an int, a float, a str, a tensor, a graph, or a filled list of one of the first.

    Raises:
        TypeError: for any other value.
    """
    kinds = enum_values("onnx.AttributeProto.AttributeType")
    proto = message_class("onnx.AttributeProto")(name=name)
    match value:
        case bool() | int():
            proto.type, proto.i = kinds["INT"], int(value)
        case float():
            proto.type, proto.f = kinds["FLOAT"], value
        case str():
            proto.type, proto.s = kinds["STRING"], value.encode()
        case TensorValue():
            proto.type = kinds["TENSOR"]
            proto.t.CopyFrom(tensor_proto(value))
        case tuple() | list():
            _set_list(proto, cast("Sequence[object]", value), kinds)
        case _ if value.__class__.__name__ == "GraphProto":
            proto.type = kinds["GRAPH"]
            proto.g.CopyFrom(value)
        case _:
            raise TypeError(f"no attribute holds a {type(value).__name__}")
    return proto


def _set_list(proto: Any, items: Sequence[object], kinds: Mapping[str, int]) -> None:
    if all(isinstance(item, int) for item in items):
        proto.type = kinds["INTS"]
        proto.ints.extend(map(int, cast("Sequence[int]", items)))
    elif all(isinstance(item, float) for item in items):
        proto.type = kinds["FLOATS"]
        proto.floats.extend(items)
    elif all(isinstance(item, str) for item in items):
        proto.type = kinds["STRINGS"]
        proto.strings.extend(item.encode() for item in cast("Sequence[str]", items))
    else:
        raise TypeError("no attribute holds a list of several kinds")


def ge_attributes(attrs: Mapping[str, AttrValue], proto: OpProto) -> list[Any]:
    """The attributes of a node of the domain `ge`.

    Raises:
        MetadefError: if an external file of a tensor is missing or too short.
    """
    made: list[Any] = []
    rest: dict[str, AttrValue] = {}
    for name, value in attrs.items():
        spec = proto.attr_index.get(name)
        if name != TEXT and _is_native(value, spec.kind if spec is not None else None):
            made.append(attribute_proto(name, value))
        else:
            rest[name] = value
    if rest:
        made.append(attribute_proto(TEXT, attrs_text(rest)))
    return made


def _is_native(value: AttrValue, kind: AttrKind | None) -> bool:
    """Whether the value comes back as it is: ONNX has no booleans, no empty lists and 32-bit floats only."""
    match value:
        case bool():
            return kind is AttrKind.Bool
        case int():
            return kind is not AttrKind.Bool and -_INT64 <= value < _INT64
        case float():
            return _is_float32(value)
        case str():
            return _is_text(value)
        case TensorValue():
            return element_number(value.dtype) is not None
        case tuple():
            return _is_native_list(value)
        case _:
            return False


def _is_native_list(items: Sequence[object]) -> bool:
    if not items:
        return False
    if all(isinstance(item, int) and not isinstance(item, bool) for item in items):
        return all(-_INT64 <= item < _INT64 for item in cast("Sequence[int]", items))
    if all(isinstance(item, float) for item in items):
        return all(map(_is_float32, cast("Sequence[float]", items)))
    return all(isinstance(item, str) and _is_text(item) for item in items)


def _is_text(value: str) -> bool:
    return value.isprintable() or value.isascii()


def _is_float32(value: float) -> bool:
    """WHY the decimal too: the reader takes the shortest number of that 32-bit float."""
    from metadef.wire.float32 import shortest

    try:
        return repr(shortest(struct.unpack("<f", struct.pack("<f", value))[0])) == repr(value)
    except OverflowError:
        return False
