"""`ge_onnx_*.pbtxt`: the dump of GE that viewers of ONNX open.

An operator is a node of type `ge:<type>`, with the edge texts of GE-IR as inputs. Everything else stands in attributes:
`input_desc_shape:0` and so on for descriptors, `<name>_desc_shape` and `<name>_data` for a tensor attribute. The dump
does not say which node owns a subgraph, and writes truth values as integers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from metadef.codec.ge_ir.foreign import new_model, put_desc, put_names, set_attr
from metadef.errors import FileError
from metadef.types.dtype import DataType
from metadef.wire.pool import message_class

__all__ = ["onnx_shaped_model"]

_UNKNOWN_RANK = (-2,)
_MOST_DEPTH = 16  # graphs in graphs
_NUMBERS = ("id", "stream_id")
_TEXT_LISTS = ("input_name", "src_name", "dst_name")
_NUMBER_LISTS = ("src_index", "dst_index", "input_i", "output_i", "workspace", "workspace_bytes", "is_input_const")
_DESC_PARTS = ("dtype", "shape", "layout", "origin_shape", "origin_layout")
_OF_ONNX = {dtype.onnx_value: dtype for dtype in DataType if dtype.onnx_value}
_SIDES = ("input", "output")


def onnx_shaped_model(content: bytes, subject: str) -> Any:
    """The `ModelDef` that an ONNX-shaped dump stands for.

    Args:
        content: a `ge.onnx.ModelProto` in protobuf's binary form.
        subject: what findings are about.

    Raises:
        FileError: file-unrecognised for a model whose operators are not GE's, file-corrupt for what is no message.
    """
    from google.protobuf.message import DecodeError

    dump = message_class("ge.onnx.ModelProto")()
    try:
        dump.ParseFromString(content)
    except DecodeError:
        raise FileError.of("file-corrupt", subject, "is no ge.onnx.ModelProto") from None
    model = new_model()
    model.name = dump.producer_name
    pending = [(dump.graph, 0)]
    for source, depth in pending:
        graph = model.graph.add(name=source.name)
        for node in source.node:
            inner = next((item.g for item in node.attribute if item.name == "graph"), None)
            if node.op_type == "subgraph" and inner is not None and depth < _MOST_DEPTH:
                inner.name = node.name
                pending.append((inner, depth + 1))
            elif node.op_type.startswith("ge:"):
                _put_op(graph.op.add(name=node.name, type=node.op_type[3:], has_out_attr=True), node)
            else:
                raise FileError.of(
                    "file-unrecognised",
                    subject,
                    f"node {node.name[:60]!r} has the type {node.op_type[:60]!r}, which is none of GE's",
                    expected="the dump ge_onnx_*.pbtxt",
                    hint="the .onnx file itself, where this is an ONNX model as text",
                )
        graph.output.extend(info.name for info in source.output if ":" in info.name)
    return model


def _put_op(op: Any, node: Any) -> None:
    op.input.extend(node.input)
    attrs = {item.name: item for item in node.attribute}
    for side in _SIDES:
        _put_descs(op, side, attrs)
    tensors = {name.removesuffix("_desc_dtype") for name in attrs if name.endswith("_desc_dtype")}
    for name in sorted(tensors):
        _put_tensor(op.attr[name], name, attrs)
    _put_bookkeeping(op, attrs)
    for name, item in attrs.items():
        if name.startswith(tuple(f"{side}_desc_" for side in _SIDES)) or name in (
            *_NUMBERS,
            *_TEXT_LISTS,
            *_NUMBER_LISTS,
        ):
            continue
        owner = name.rpartition("_desc_")[0] or name.removesuffix("_data")
        if owner in tensors or name.startswith(("_input_name_", "_output_name_")):
            continue
        value = _plain(item)
        if value is not None:
            set_attr(op.attr[name], value)
    # an operator without values is a sink: the dump lists no descriptor for it
    if not op.output_desc and any(not text.endswith(":-1") for text in node.output):
        for _ in {text for text in node.output if not text.endswith(":-1")}:
            put_desc(op.output_desc.add(), DataType.UNDEFINED, _UNKNOWN_RANK)


def _put_bookkeeping(op: Any, attrs: Mapping[str, Any]) -> None:
    for name in _NUMBERS:
        if name in attrs:
            setattr(op, name, attrs[name].i)
    for name in _TEXT_LISTS:
        if name in attrs:
            getattr(op, name).extend(text.decode("utf-8", "replace") for text in attrs[name].strings)
    for name in _NUMBER_LISTS:
        if name in attrs:
            getattr(op, name).extend(bool(v) if name == "is_input_const" else v for v in attrs[name].ints)
    for side in _SIDES:
        keys, values = attrs.get(f"_{side}_name_key"), attrs.get(f"_{side}_name_value")
        if keys is None or values is None or len(keys.strings) != len(values.ints):
            continue
        named = dict(zip(values.ints, keys.strings, strict=True))
        if sorted(named) == list(range(len(named))):
            put_names(op, side, [named[index].decode("utf-8", "replace") for index in sorted(named)])


def _put_descs(op: Any, side: str, attrs: Mapping[str, Any]) -> None:
    count = attrs.get(f"{side}_desc_nums")
    numbers = {int(tail) for name in attrs if name.startswith(f"{side}_desc_") and (tail := _number(name)).isdecimal()}
    most = max(numbers, default=-1) + 1
    if count is not None:
        most = min(max(count.i, 0), len(attrs))
    for index in range(min(most, len(attrs))):
        packed = attrs.get(f"{side}_desc_{index}")
        parts: dict[str, Any] = _json_parts(packed.s) if packed is not None else {}
        for part in _DESC_PARTS:
            item = attrs.get(f"{side}_desc_{part}:{index}")
            if item is not None:
                parts[part] = _plain(item)
        desc = op.input_desc.add() if side == "input" else op.output_desc.add()
        put_desc(
            desc,
            _dtype(parts.get("dtype")),
            _dims(parts.get("shape")) or ((-2,) if parts.get("shape") is None else ()),
            _text(parts.get("layout")),
            _dims(parts.get("origin_shape")),
            _text(parts.get("origin_layout")),
        )
        head, tail = f"{side}_desc_attr_", f":{index}"
        for name, item in attrs.items():
            value = _plain(item) if name.startswith(head) and name.endswith(tail) else None
            if value is not None:
                set_attr(desc.attr[name[len(head) : -len(tail)]], value)


def _number(name: str) -> str:
    """The number at the end of `input_desc_shape:3` and of `input_desc_3`."""
    return name.rpartition(":")[2] if ":" in name else name.rpartition("_")[2]


def _json_parts(text: bytes) -> dict[str, Any]:
    """A descriptor as one JSON text, as operators with twenty inputs and more have it; nothing if it is no object."""
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return {part: found[part] for part in _DESC_PARTS if part in found} if isinstance(found, dict) else {}


def _put_tensor(definition: Any, name: str, attrs: Mapping[str, Any]) -> None:
    """A tensor attribute; without its bytes, which only dumps of level 1 hold, the descriptor alone."""
    dims = _plain(attrs[f"{name}_desc_shape"]) if f"{name}_desc_shape" in attrs else []
    layout = _text(_plain(attrs[f"{name}_desc_layout"])) if f"{name}_desc_layout" in attrs else ""
    put_desc(definition.t.desc, _dtype(_plain(attrs[f"{name}_desc_dtype"])), _dims(dims) or (), layout)
    if f"{name}_data" in attrs:
        definition.t.data = attrs[f"{name}_data"].s


def _plain(item: Any) -> object:
    """The value of an attribute; None for what has no plain value."""
    match item.type:
        case 1:
            return float(item.f)
        case 2:
            return int(item.i)
        case 3:
            return bytes(item.s)
        case 6:
            return list(item.floats)
        case 7:
            return list(item.ints)
        case 8:
            return list(item.strings)
        case _:
            return None


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value if isinstance(value, str) else ""


def _dims(value: object) -> tuple[int, ...] | None:
    if isinstance(value, list) and all(type(item) is int and -(1 << 63) <= item < 1 << 63 for item in value):
        return tuple(value)
    return None


def _dtype(value: object) -> DataType:
    """By name, as the dump writes it, or by the number of its own enumeration."""
    if isinstance(value, int):
        return _OF_ONNX.get(value, DataType.UNDEFINED)
    return DataType.parse(_text(value)) or DataType.UNDEFINED
