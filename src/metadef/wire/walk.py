"""Why a protobuf message does not parse: a slow, iterative walk along its schema.

protobuf says only "Error parsing message". This walk runs after such a failure and tells where the bytes stop making
sense: `graph.node[3].name`, the offset, and whether the file was cut off or damaged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from metadef.wire.faults import corrupt, overrun, truncated
from metadef.wire.pool import message_class

__all__ = ["MAX_DEPTH", "BadText", "bad_texts", "read_varint", "skip_group"]

MAX_DEPTH = 100  # what protobuf allows

# FieldDescriptor.TYPE_*
_STRING = 9
_MESSAGE = 11
_FIXED_BYTES = {1: 8, 2: 4, 6: 8, 7: 4, 15: 4, 16: 8}
_VARINTS = (3, 4, 5, 8, 13, 14, 17, 18)


@dataclass(frozen=True, slots=True)
class BadText:
    """A string field that is not UTF-8."""

    field: str  # "onnx.NodeProto.name"
    path: str  # "graph.node[3].name"
    offset: int  # of the string's first byte
    size: int  # bytes


@dataclass(frozen=True, slots=True)
class _Step:
    """What the walk knows of one field."""

    name: str  # "node"
    full_name: str  # "onnx.GraphProto.node"
    type: int  # FieldDescriptor.TYPE_*
    message: str  # full name of the field's message, "" for others


@cache
def _steps(message: str) -> dict[int, _Step]:
    descriptor: Any = message_class(message).DESCRIPTOR
    return {
        field.number: _Step(
            field.name,
            field.full_name,
            field.type,
            field.message_type.full_name if field.message_type is not None else "",
        )
        for field in descriptor.fields
    }


@dataclass(slots=True)
class _Frame:
    """A message that the walk is inside of."""

    steps: dict[int, _Step]
    end: int
    label: str  # "node[3]"
    counts: dict[int, int]  # field number: occurrences so far


def read_varint(data: memoryview, position: int, end: int, subject: str, *, outermost: bool) -> tuple[int, int]:
    """The varint at `position` and the offset after it.

    Raises:
        FileError: file-truncated or file-corrupt if it does not end before `end`, file-corrupt beyond ten bytes.
    """
    value = shift = 0
    start = position
    while position < end:
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
        shift += 7
        if shift > 63:
            raise corrupt(subject, start, "a varint is longer than ten bytes")
    if outermost:
        raise truncated(subject, start, "the file ends inside a number")
    raise corrupt(subject, start, "a message ends inside a number")


def skip_group(data: memoryview, position: int, end: int, number: int, subject: str, *, outermost: bool) -> int:
    """The offset after the group `number` whose start tag stands just before `position`.

    Groups are an abandoned protobuf feature that only unknown fields can have.

    Raises:
        FileError: file-truncated or file-corrupt if the group does not end before `end` or its inside is damaged.
    """
    open_groups = [number]
    while open_groups:
        start = position
        tag, position = read_varint(data, position, end, subject, outermost=outermost)
        match tag & 7:
            case 0:
                _, position = read_varint(data, position, end, subject, outermost=outermost)
            case 1:
                position += 8
            case 2:
                size, position = read_varint(data, position, end, subject, outermost=outermost)
                position += size
            case 3:
                open_groups.append(tag >> 3)
                if len(open_groups) > MAX_DEPTH:
                    raise corrupt(subject, start, f"groups are nested deeper than {MAX_DEPTH}")
            case 4 if tag >> 3 == open_groups[-1]:
                open_groups.pop()
            case 5:
                position += 4
            case _:
                raise corrupt(subject, start, f"tag {tag} is wrong inside a group")
        if position > end:
            raise overrun(subject, start, position - start, end - start, len(data), outermost=outermost)
    return position


def bad_texts(message: str, data: memoryview, subject: str) -> Iterator[BadText]:
    """Every string field that is not UTF-8, in the order of the bytes.

    Args:
        message: full name of the outermost message, "onnx.ModelProto".
        data: its bytes.
        subject: what findings are about.

    Raises:
        FileError: file-truncated, file-corrupt or file-too-large at the first place that is no protobuf.
    """
    stack = [_Frame(_steps(message), len(data), "", {})]
    position = 0
    while stack:
        frame = stack[-1]
        if position == frame.end:
            stack.pop()
            continue
        outermost = len(stack) == 1
        start = position
        tag, position = read_varint(data, position, frame.end, subject, outermost=outermost)
        number, wire = tag >> 3, tag & 7
        if number == 0 or tag >> 32:
            raise corrupt(_at(subject, stack), start, f"tag {tag} is no field")
        if wire == 0:
            _, position = read_varint(data, position, frame.end, subject, outermost=outermost)
        elif wire in (1, 5):
            position += 8 if wire == 1 else 4
            if position > frame.end:
                raise overrun(subject, start, position - start, frame.end - start, len(data), outermost=outermost)
        elif wire == 3:
            position = skip_group(data, position, frame.end, number, subject, outermost=outermost)
        elif wire != 2:
            raise corrupt(_at(subject, stack), start, f"wire type {wire} is not in use")
        else:
            size, position = read_varint(data, position, frame.end, subject, outermost=outermost)
            if size > frame.end - position:
                raise overrun(_at(subject, stack), start, size, frame.end - position, len(data), outermost=outermost)
            step = frame.steps.get(number)
            if step is None:
                position += size
                continue
            index = frame.counts.get(number, 0)
            frame.counts[number] = index + 1
            if step.type == _MESSAGE:
                if len(stack) > MAX_DEPTH:
                    raise corrupt(subject, start, f"messages are nested deeper than {MAX_DEPTH}")
                stack.append(_Frame(_steps(step.message), position + size, f"{step.name}[{index}]", {}))
                continue
            if step.type == _STRING and not _is_utf8(data[position : position + size]):
                path = ".".join([*(f.label for f in stack if f.label), step.name])
                yield BadText(step.full_name, path, position, size)
            fault = _packed_fault(step.type, data[position : position + size])
            if fault:
                raise corrupt(_at(subject, stack), position, f"{step.name} {fault}")
            position += size


def _at(subject: str, stack: list[_Frame]) -> str:
    path = ".".join(frame.label for frame in stack if frame.label)
    return f"{subject}: {path}" if path else subject


def _is_utf8(raw: memoryview) -> bool:
    try:
        str(raw, "utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _packed_fault(kind: int, raw: memoryview) -> str:
    """What is wrong with a packed list of numbers, "" if nothing."""
    width = _FIXED_BYTES.get(kind)
    if width is not None:
        return f"has {len(raw)} bytes, no multiple of {width}" if len(raw) % width else ""
    if kind not in _VARINTS:
        return ""
    run = 0
    for byte in raw:
        run = run + 1 if byte > 0x7F else 0
        if run > 9:
            return "has a number longer than ten bytes"
    return "ends inside a number" if run else ""
