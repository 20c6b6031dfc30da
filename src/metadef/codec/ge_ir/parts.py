"""A message in parts, and what a file says in a part beyond what a graph can hold.

The writer makes the parts of a node from the graph alone. After reading, the same parts are made from the graph that
was read and compared with those of the file: where they differ, a `Residue` keeps both the digest of ours and the bytes
of the file. When the graph is written, the bytes of the file take the place of ours wherever ours are still the same;
where the graph was edited, the graph counts. So nothing is lost, and nothing outdated comes back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeAlias, cast

from metadef.codec.ge_ir.fields import bytes_field, fields_of, tag, varint
from metadef.codec.ge_ir.payloads import stored_bytes
from metadef.types.tensor_value import TensorValue

__all__ = ["Chunks", "Parts", "Residue", "Tensor", "as_residue", "parts_of", "patch", "residue"]

Chunk: TypeAlias = "bytes | memoryview"
Key: TypeAlias = "int | str | tuple[object, ...]"
# (which part, digest of what the writer makes of it, bytes of the file): plain values, which every format can hold
Residue: TypeAlias = "tuple[tuple[Key, bytes, bytes], ...]"

_DIGEST_BYTES = 12
_REST = -1  # key of the fields that the schema does not know
_TENSOR = "tensor"  # first member of the key of a tensor's descriptor
_INSTEAD = "instead"  # first member of the key of what stands in the file instead of a tensor
_CHUNK_BYTES = 1024  # payloads from here on are written without a copy


@dataclass(slots=True)
class Tensor:
    """An attribute that is one tensor: its bytes may be many."""

    head: bytes  # field `desc` of the TensorDef
    value: TensorValue


@dataclass(slots=True)
class Parts:
    """An OpDef, GraphDef or ModelDef in parts. Mutable."""

    attr_field: int  # number of the attribute map
    fields: dict[int, bytes] = field(default_factory=dict[int, bytes])  # number: all its occurrences, with their tags
    attrs: dict[str, bytes] = field(default_factory=dict[str, bytes])  # name: content of the AttrDef
    tensors: dict[str, Tensor] = field(default_factory=dict[str, Tensor])
    descs: dict[int, list[bytes]] = field(default_factory=dict[int, list[bytes]])  # 33 and 34 of an OpDef: contents
    rest: bytes = b""  # fields that the schema does not know, with their tags


class Chunks:
    """Bytes that are being gathered for a file. Mutable."""

    __slots__ = ("items", "size")

    def __init__(self) -> None:
        self.items: list[Chunk] = []
        self.size = 0  # bytes

    def add(self, chunk: Chunk) -> None:
        self.items.append(chunk)
        self.size += len(chunk)

    def add_message(self, field_number: int, content: Chunks) -> None:
        """A field whose content is the given message."""
        self.add(tag(field_number, 2) + varint(content.size))
        self.items += content.items
        self.size += content.size


def residue(ours: Parts, theirs: Parts) -> Residue:
    """What `theirs`, from a file, says differently from `ours`."""
    found: list[tuple[Key, bytes, bytes]] = []
    for number in sorted(ours.fields.keys() | theirs.fields.keys()):
        _note(found, number, ours.fields.get(number, b""), theirs.fields.get(number, b""))
    for name in sorted((ours.attrs.keys() | theirs.attrs.keys()) - theirs.tensors.keys()):
        if name in ours.tensors:  # WHY: what is no tensor in the file has not become one in the graph
            continue
        _note(found, name, _wrapped(ours.attrs.get(name)), _wrapped(theirs.attrs.get(name)))
    for name, tensor in theirs.tensors.items():
        own = ours.tensors.get(name)
        if own is None:
            _note(found, name, b"", _wrapped(_tensor_definition(tensor)))
        else:
            _note(found, (_TENSOR, name), own.head, tensor.head)
    for name in sorted(ours.tensors.keys() - theirs.tensors.keys()):
        found.append(((_INSTEAD, name), _digest(ours.tensors[name].head), _wrapped(theirs.attrs.get(name))))
    for number in sorted(ours.descs.keys() | theirs.descs.keys()):
        mine, other = ours.descs.get(number, []), theirs.descs.get(number, [])
        if len(mine) == len(other):
            for index, (left, right) in enumerate(zip(mine, other, strict=True)):
                _note(found, (number, index), left, right)
        elif mine != other:
            found.append(((number,), _digest(_joined(1, mine)), _joined(1, other)))
    _note(found, _REST, b"", theirs.rest)
    return tuple(found)


def _note(found: list[tuple[Key, bytes, bytes]], key: Key, ours: bytes, theirs: bytes) -> None:
    if ours != theirs:
        found.append((key, _digest(ours), theirs))


def _digest(content: bytes) -> bytes:
    return content if len(content) <= _DIGEST_BYTES else blake2b(content, digest_size=_DIGEST_BYTES).digest()


def _wrapped(definition: bytes | None) -> bytes:
    """WHY: an empty AttrDef is not the same as no attribute."""
    return b"" if definition is None else b"=" + definition


def _joined(number: int, contents: Iterable[bytes]) -> bytes:
    return b"".join([bytes_field(number, content) for content in contents])


def patch(parts: Parts, held: Residue) -> None:
    """Put the bytes of the file back wherever the writer still makes what it made then."""
    for key, basis, original in held:
        match key:
            case int() if key == _REST:
                parts.rest = original
            case int():
                if _digest(parts.fields.get(key, b"")) == basis:
                    parts.fields[key] = original
            case str():
                if key not in parts.tensors and _digest(_wrapped(parts.attrs.get(key))) == basis:
                    _put_attr(parts, key, original)
            case (str(kind), str(name)):
                own = parts.tensors.get(name)
                if own is None or _digest(own.head) != basis:
                    continue
                if kind == _TENSOR:
                    own.head = original
                else:
                    del parts.tensors[name]
                    _put_attr(parts, name, original)
            case (int(number), int(index)):
                contents = parts.descs.get(number, [])
                if index < len(contents) and _digest(contents[index]) == basis:
                    contents[index] = original
            case (int(number),):
                if _digest(_joined(1, parts.descs.get(number, []))) == basis:
                    parts.descs[number] = [original[f.body : f.end] for f in fields_of(original, 0, len(original))]
            case _:
                pass


def _put_attr(parts: Parts, name: str, original: bytes) -> None:
    if original:
        parts.attrs[name] = original[1:]
    else:
        parts.attrs.pop(name, None)


def as_residue(held: object) -> Residue:
    """What a bag holds, if it has the form of a residue; nothing otherwise: other formats hold bags of any content."""
    rows: list[tuple[Key, bytes, bytes]] = []
    if not isinstance(held, tuple):
        return ()
    for row in cast("tuple[object, ...]", held):
        match row:
            case ((int() | str() | tuple()) as key, bytes(basis), bytes(original)):
                rows.append((cast("Key", key), basis, original))
            case _:
                return ()
    return tuple(rows)


def _tensor_definition(tensor: Tensor) -> bytes:
    data = stored_bytes(tensor.value)
    return bytes_field(12, tensor.head + (bytes_field(2, bytes(data)) if len(data) else b""))


def parts_of(parts: Parts, out: Chunks) -> None:
    """The message, in the canonical encoding: fields by number, attributes by name, what is unknown at the end."""
    add = out.add
    numbers = {*parts.fields, *parts.descs}
    if parts.attrs or parts.tensors:
        numbers.add(parts.attr_field)
    for number in sorted(numbers):
        if number == parts.attr_field:
            for name in sorted([*parts.attrs, *parts.tensors], key=str.encode):
                _put_entry(parts, name, out)
        elif number in parts.descs:
            add(_joined(number, parts.descs[number]))
        elif parts.fields[number]:
            add(parts.fields[number])
    if parts.rest:
        add(parts.rest)


def _put_entry(parts: Parts, name: str, out: Chunks) -> None:
    tensor = parts.tensors.get(name)
    key = bytes_field(1, name.encode())
    if tensor is None:
        out.add(bytes_field(parts.attr_field, key + bytes_field(2, parts.attrs[name])))
        return
    data = stored_bytes(tensor.value)
    if len(data) < _CHUNK_BYTES:
        out.add(bytes_field(parts.attr_field, key + bytes_field(2, _tensor_definition(tensor))))
        return
    before = tensor.head + tag(2, 2) + varint(len(data))
    size = len(before) + len(data)
    for number in (12, 2):
        before = tag(number, 2) + varint(size) + before
        size = len(before) + len(data)
    out.add(tag(parts.attr_field, 2) + varint(size + len(key)) + key + before)
    out.add(data)
