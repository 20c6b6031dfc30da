"""The binary form of a message to the text form, as C++ protobuf prints it."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from metadef.codec.ge_ir.fields import number, scan
from metadef.codec.ge_ir.schema import Message, TextField

__all__ = ["binary_to_text"]

_INT64 = 1 << 63
_SHARED_BYTES = 4096  # blocks up to this size are kept: descriptors and attributes come again and again
_PACK = {"float": struct.Struct("<f"), "double": struct.Struct("<d")}
_ESCAPES = {10: "\\n", 13: "\\r", 9: "\\t", 34: '\\"', 39: "\\'", 92: "\\\\"}
_BYTES = [_ESCAPES.get(byte, chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in range(256)]
_PLAIN = bytes(byte for byte in range(32, 127) if byte not in _ESCAPES)


_Level = tuple[Iterator[tuple[int, int, int, int]], Message, str, tuple[int, int, bytes] | None, int]


def binary_to_text(data: bytes, root: Message) -> str:
    """The text of a message; fields that the schema lacks are written by their number.

    Raises:
        Damage: where the bytes are no protobuf.

    >>> from metadef.codec.ge_ir.schema import text_schema
    >>> print(binary_to_text(bytes.fromhex("0a0301ac02"), text_schema("ge_ir", "ShapeDef")), end="")
    dim: 1
    dim: 300
    """
    known: dict[tuple[int, int, bytes], str] = {}
    out: list[str] = []
    # a message that is being written: its fields, its schema, depth, key of the block, where its text begins in `out`
    stack: list[_Level] = [(iter(scan(data, 0, len(data))), root, "", None, 0)]
    while stack:
        fields, message, indent, key, begin = stack[-1]
        for wire_key, start, body, end in fields:
            item = message.by_number.get(wire_key >> 3)
            inner = item.message if item is not None and wire_key & 7 == 2 else None
            if item is None or inner is None:
                out.append(_scalar(data, item, wire_key, start, body, end, indent))
                continue
            block = (id(inner), len(indent), data[body:end]) if end - body <= _SHARED_BYTES else None
            text = known.get(block) if block is not None else None
            out.append(f"{indent}{item.name} {{\n")
            if text is not None:
                out.append(text)
                out.append(f"{indent}}}\n")
                continue
            stack.append((iter(scan(data, body, end)), inner, indent + "  ", block, len(out)))
            break
        else:
            stack.pop()
            if key is not None:
                known[key] = "".join(out[begin:])
            if stack:
                out.append(f"{stack[-1][2]}}}\n")
    return "".join(out)


def _scalar(data: bytes, item: TextField | None, key: int, start: int, body: int, end: int, indent: str) -> str:
    wire = key & 7
    if item is None:
        return _unknown(data, key, body, end, indent)
    if wire == 2 and item.kind not in ("string", "bytes"):
        return "".join([f"{indent}{item.name}: {value}\n" for value in _packed(data, item, body, end)])
    return f"{indent}{item.name}: {_value(data, item, body, end)}\n"


def _packed(data: bytes, item: TextField, body: int, end: int) -> list[str]:
    values: list[str] = []
    packing = _PACK.get(item.kind)
    at = body
    while at < end:
        start = at
        if packing is not None:
            at += packing.size
        else:
            while data[at] > 0x7F:
                at += 1
            at += 1
        values.append(_value(data, item, start, at))
    return values


def _value(data: bytes, item: TextField, body: int, end: int) -> str:
    kind = item.kind
    if kind in ("string", "bytes"):
        return f'"{_escaped(data[body:end])}"'
    if kind in _PACK:
        return _number_text(_PACK[kind].unpack(data[body:end])[0], kind)
    value = number(data, body)
    if kind == "bool":
        return "true" if value else "false"
    if kind in ("int64", "int32", "enum"):
        value = value - (1 << 64) if value >= _INT64 else value
    if kind == "enum":
        return next((label for label, own in item.labels.items() if own == value), str(value))
    return str(value)


def _escaped(content: bytes) -> str:
    if not content.translate(None, _PLAIN):
        return content.decode("ascii")
    return "".join([_BYTES[byte] for byte in content])


def _number_text(value: float, kind: str) -> str:
    """The shortest decimal that reads back as the same number: six digits where they do, as C++ prints."""
    if value != value:
        return "nan"
    packing = _PACK[kind]
    raw = packing.pack(value)
    for digits in range(6, 18):
        text = f"{value:.{digits}g}"
        if packing.pack(float(text)) == raw:
            return text
    return repr(value)


def _unknown(data: bytes, key: int, body: int, end: int, indent: str) -> str:
    name, wire = key >> 3, key & 7
    if wire == 0:
        return f"{indent}{name}: {number(data, body)}\n"
    if wire == 2:
        return f'{indent}{name}: "{_escaped(data[body:end])}"\n'
    if wire == 3:
        return ""  # WHY: a group has no other text than that of a message; nobody has written one for twenty years
    return f"{indent}{name}: 0x{int.from_bytes(data[body:end], 'little'):0{2 * (end - body)}x}\n"
