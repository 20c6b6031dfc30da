"""Attributes of a model definition that were written as numbers, put back. Source: facts om_format.md, section 4.

A key that starts with a zero byte is a number: the bytes after it are digits to the base 127, the lowest first, each
stored one higher. It counts into the list of names; where the list of flags says so, the value (a number or a list of
numbers) counts into the list of texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from metadef.errors import FileError
from metadef.wire.faults import corrupt, too_large
from metadef.wire.pool import enum_values

__all__ = ["expand_attributes", "is_compressed"]

_VERSION, _NAMES, _TEXTS, _FLAGS = "om_compress_version", "attr_name_enum", "attr_value_enum", "attrs_use_string_value"
_BASE = 127
_MOST_DIGITS = 5  # more names than any file holds
_MOST_GROWTH = 4  # names and texts that are put back, in sizes of the definition
_FREE_BYTES = 4 << 20  # put back in any case: small models repeat long texts


@dataclass(slots=True)
class _Lists:
    """What numbers count into. Mutable: it notes how many bytes may still be put back."""

    names: Sequence[str]
    texts: Sequence[bytes]
    flags: Sequence[bool]
    subject: str
    left_bytes: int

    def spend(self, size_bytes: int) -> None:
        """WHY: each number is a copy of its text, and a small file must not fill the memory.

        Raises:
            FileError: file-too-large where all that may be put back has been.
        """
        self.left_bytes -= size_bytes
        if self.left_bytes < 0:
            raise too_large(self.subject, "its compressed attributes are out of all proportion to the file")


def is_compressed(model: Any) -> bool:
    """Whether a `ge.proto.ModelDef` has attributes as numbers."""
    return _VERSION in model.attr


def expand_attributes(model: Any, subject: str) -> None:
    """Give all attributes of operators and descriptors their names and texts back; the lists go.

    Raises:
        FileError: file-corrupt for a number that counts into nothing, version-too-new for another version,
            file-too-large where the texts would be many times the file.
    """
    version = model.attr[_VERSION].i
    if version != 1:
        raise FileError.of("version-too-new", subject, f"compresses attributes by version {version}", expected="1")
    names = [_decoded(raw) for raw in model.attr[_NAMES].list.s]
    left = _MOST_GROWTH * model.ByteSize() + _FREE_BYTES
    lists = _Lists(names, list(model.attr[_TEXTS].list.s), list(model.attr[_FLAGS].list.b), subject, left)
    if len(lists.flags) != len(names):
        raise corrupt(subject, 0, f"{len(lists.flags)} flags for {len(names)} names of attributes")
    for attrs in _attribute_maps(model):
        _expand(attrs, lists)
    for key in (_VERSION, _NAMES, _TEXTS, _FLAGS):
        if key in model.attr:
            del model.attr[key]


def _decoded(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _attribute_maps(model: Any) -> Iterator[Any]:
    """Those of operators, and of their descriptors."""
    for graph in model.graph:
        for op in graph.op:
            yield op.attr
            for desc in _descriptors(op):
                yield desc.attr


def _descriptors(op: Any) -> Iterable[Any]:
    yield from op.input_desc
    yield from op.output_desc


def _expand(attrs: Any, lists: _Lists) -> None:
    coded = [key for key in attrs if key.startswith("\0")]
    for key in coded:
        number = _number(key, lists)
        name = lists.names[number]
        lists.spend(len(name))
        value = attrs[key]
        if lists.flags[number]:
            _put_text(value, lists)
        attrs[name].CopyFrom(value)
        del attrs[key]


def _number(key: str, lists: _Lists) -> int:
    """What a coded key counts to.

    Raises:
        FileError: file-corrupt if nothing is there.
    """
    digits = key.encode()[1:]
    number = 0
    for place, digit in enumerate(digits[:_MOST_DIGITS]):
        number += (digit - 1) * _BASE**place
    if not digits or len(digits) > _MOST_DIGITS or 0 in digits or not 0 <= number < len(lists.names):
        raise corrupt(lists.subject, 0, f"an attribute is called number {number} of {len(lists.names)}")
    return number


def _put_text(value: Any, lists: _Lists) -> None:
    kind = value.WhichOneof("value")
    if kind == "i":
        value.s = _text(value.i, lists)
    elif kind == "list":
        texts = [_text(number, lists) for number in value.list.i]
        value.list.Clear()
        value.list.s.extend(texts)
        value.list.val_type = enum_values("ge.proto.AttrDef.ListValue.ListValueType")["VT_LIST_STRING"]
    else:
        raise corrupt(lists.subject, 0, "a coded text is neither a number nor a list of numbers")


def _text(number: int, lists: _Lists) -> bytes:
    if not 0 <= number < len(lists.texts):
        raise corrupt(lists.subject, 0, f"a text is number {number} of {len(lists.texts)}")
    lists.spend(len(lists.texts[number]))
    return lists.texts[number]
