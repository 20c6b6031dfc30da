"""Writes .om files from the facts on the format, for tests of the reader: no public sample may be kept here.

Independent of the reader: the layout is spelled with struct, the compression with its own arithmetic.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

from metadef.codec.ge_ir import ge_ir_bytes
from metadef.graph.graph import Graph
from metadef.wire.pool import message_class

__all__ = ["DESCRIBED", "bundle", "compressed", "header", "kernels", "model_of", "om_file", "table", "with_weights"]

# what ATC notes in the model definition
DESCRIBED = {
    "atc_cmdline": b"atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend310P3",
    "atc_version": b"8.0.RC1",
    "soc_version": b"Ascend310P3",
}


def header(
    length: int,
    *,
    is_long: bool = True,
    kind: int = 0,
    models: int = 1,
    dynamic: bool = False,
    name: bytes = b"net",
    encrypted: bool = False,
    version: int = 0x20000000,
) -> bytes:
    """The 256 bytes at the start."""
    made = b"IMOD" + struct.pack("<II", 256, version) + bytes(64)
    made += struct.pack("<IBBBB", 0 if is_long else length, encrypted, 1, kind, 0)
    made += name.ljust(32, b"\0") + bytes(4 + 32) + struct.pack("<II", 1, models) + b"8.0".ljust(20, b"\0")
    made += bytes(1 + 3) + struct.pack("<QBB", length if is_long else 0, 0, dynamic)
    return made.ljust(256, b"\0")


def table(partitions: Sequence[tuple[int, bytes]], is_long: bool = True) -> bytes:
    """A partition table with the partitions behind it."""
    made = struct.pack("<I4x" if is_long else "<I", len(partitions))
    offset = 0
    for kind, data in partitions:
        made += struct.pack("<I4xQQ" if is_long else "<III", kind, offset, len(data))
        offset += len(data)
    return made + b"".join(data for _, data in partitions)


def om_file(*models: Sequence[tuple[int, bytes]], is_long: bool = True, **head: Any) -> bytes:
    """A file of one or several models, each a list of (kind, bytes)."""
    body = b"".join(table(partitions, is_long) for partitions in models)
    if len(models) > 1:
        head = {"models": len(models), "dynamic": True, **head}
    return header(len(body), is_long=is_long, **head) + body


def bundle(*files: bytes) -> bytes:
    """Whole files in one; the length counts the header."""
    body = table([(25, struct.pack("<Q", 0)), *((24, data) for data in files)])
    return header(256 + len(body), kind=5) + body


def model_of(graph: Graph, described: bool = True) -> Any:
    """The model definition of a graph, with what ATC notes in it."""
    model = message_class("ge.proto.ModelDef")()
    model.ParseFromString(ge_ir_bytes(graph))
    if described:
        for name, text in DESCRIBED.items():
            model.attr[name].s = text
        for name, number in {"framework_type": 5, "memory_size": 7168, "stream_num": 1}.items():
            model.attr[name].i = number
    return model


def with_weights(model: Any) -> bytes:
    """Take the bytes of all constants out of a model and give them as one partition."""
    weights = b""
    for graph in model.graph:
        for op in graph.op:
            if op.type in ("Const", "Constant"):
                tensor = op.attr["value"].t
                tensor.desc.data_offset, tensor.desc.weight_size = len(weights), len(tensor.data)
                weights += tensor.data
                tensor.data = b""
    return weights


def compressed(model: Any) -> Any:
    """The same model with its attributes as numbers."""
    names: dict[tuple[str, bool], int] = {}
    texts: dict[bytes, int] = {}
    made = type(model)()
    made.CopyFrom(model)
    for graph in made.graph:
        for op in graph.op:
            for attrs in (op.attr, *(desc.attr for desc in (*op.input_desc, *op.output_desc))):
                _compress(attrs, names, texts)
    made.attr["om_compress_version"].i = 1
    made.attr["attr_name_enum"].list.s.extend(name.encode() for name, _ in names)
    made.attr["attr_value_enum"].list.s.extend(texts)
    made.attr["attrs_use_string_value"].list.b.extend(flag for _, flag in names)
    return made


def _compress(attrs: Any, names: dict[tuple[str, bool], int], texts: dict[bytes, int]) -> None:
    for name in list(attrs):
        value = type(attrs[name])()
        value.CopyFrom(attrs[name])
        kind = value.WhichOneof("value")
        strings = list(value.list.s) if kind == "list" else []
        is_text = kind == "s" or (kind == "list" and value.list.val_type == 1 and bool(strings))
        if kind == "list" and strings and not is_text:
            continue  # GE's own bookkeeping, which has no type
        del attrs[name]
        if kind == "s":
            number = texts.setdefault(value.s, len(texts))
            value.i = number
        elif is_text:
            numbers = [texts.setdefault(text, len(texts)) for text in strings]
            value.list.Clear()
            value.list.i.extend(numbers)
            value.list.val_type = 2
        place = names.setdefault((name, is_text), len(names))
        digits = [place % 127 + 1]
        while place := place // 127:
            digits.append(place % 127 + 1)
        attrs["\0" + "".join(map(chr, digits))].CopyFrom(value)


def kernels(*items: tuple[bytes, bytes]) -> bytes:
    """A partition of kernels."""
    return b"".join(struct.pack("<III", 0x5D776EFD, len(name), len(data)) + name + data for name, data in items)
