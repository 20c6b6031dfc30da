"""Large payloads cut out of a protobuf message, so that they stay in the mapped file.

protobuf copies every bytes field it parses. This scan follows the wire format to the payload fields, without building
anything, and gives the rest of the message, in which a payload is replaced by its number in a list of views:

    TensorProto {name: "w", raw_data: <4 MB>}  ->  TensorProto {name: "w", cut_payload: 0}  and  [view of the 4 MB]

Only messages at least as long as the smallest payload of interest are entered, so a graph costs one step for each of
its nodes, whatever is inside them. Lengths are checked before they are believed; nothing is allocated by their word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from metadef.wire.faults import corrupt, overrun
from metadef.wire.varint import varint_bytes
from metadef.wire.walk import MAX_DEPTH, read_varint, skip_group

__all__ = [
    "CUT_FIELD",
    "GE_MODEL",
    "MIN_PAYLOAD_BYTES",
    "ONNX_MODEL",
    "Payload",
    "Route",
    "Stripped",
    "scan_payloads",
    "strip_payloads",
]

CUT_FIELD = (1 << 29) - 1  # number of `cut_payload` in the tables; the last one protobuf has
MIN_PAYLOAD_BYTES = 1024  # WHY: below this a copy is cheaper than a view and its bookkeeping


@dataclass(slots=True, eq=False)
class Route:
    """Which fields of one kind of message lead to payloads; routes may form cycles, as subgraphs do."""

    into: dict[int, Route] = field(default_factory=dict[int, "Route"])  # field number: the message to enter
    payload: int = 0  # number of the bytes field that is a payload, 0 for none


@dataclass(frozen=True, slots=True)
class Payload:
    """Where a payload lies in the scanned bytes."""

    tag_offset: int  # first byte of the field's tag
    offset: int  # first byte of the payload
    size: int  # bytes
    enclosing: tuple[tuple[int, int, int], ...]  # (offset of the length, offset of the body, length), outermost first


@dataclass(frozen=True, slots=True)
class Stripped:
    """A message without its payloads."""

    message: bytes | memoryview  # parses as the original, with `cut_payload` in place of each payload
    payloads: tuple[memoryview, ...]  # by number


def _onnx_routes() -> Route:
    tensor = Route(payload=9)  # raw_data
    sparse = Route({1: tensor, 2: tensor})  # values, indices
    attribute = Route({5: tensor, 10: tensor, 22: sparse, 23: sparse})  # t, tensors, sparse_tensor, sparse_tensors
    node = Route({5: attribute})
    graph = Route({1: node, 5: tensor, 15: sparse})  # node, initializer, sparse_initializer
    attribute.into |= {6: graph, 11: graph}  # g, graphs
    return Route({7: graph, 25: Route({7: node, 11: attribute})})  # graph, functions: node, attribute_proto


def _ge_routes() -> Route:
    tensor = Route(payload=2)  # TensorDef.data
    attribute = Route({12: tensor})  # AttrDef.t
    entry = Route({2: attribute})  # a map entry's value
    graph = Route({6: Route({10: entry}), 11: entry})  # op: attr; attr
    named = Route({2: entry})  # NamedAttrs.attr
    attribute.into |= {1: Route({9: tensor, 10: graph, 11: named}), 10: named, 13: graph}  # list: t, g, na; func; g
    return Route({7: graph, 11: entry})


ONNX_MODEL = _onnx_routes()  # of an onnx.ModelProto: initializers, constants, in subgraphs and functions too
GE_MODEL = _ge_routes()  # of a ge.proto.ModelDef


def scan_payloads(
    data: bytes | memoryview, route: Route = ONNX_MODEL, *, subject: str = "input", min_bytes: int = MIN_PAYLOAD_BYTES
) -> Iterator[Payload]:
    """Every payload of at least `min_bytes` bytes along `route`, in the order of the file.

    Raises:
        FileError: file-truncated, file-corrupt or file-too-large where the bytes are no protobuf; what lies inside of
            messages that are not entered is not looked at.
    """
    view = memoryview(data)
    total = position_end = len(view)
    position = 0
    enclosing: tuple[tuple[int, int, int], ...] = ()
    resume: list[tuple[int, Route, tuple[tuple[int, int, int], ...]]] = []
    least = max(min_bytes, 1)
    while True:
        if position >= position_end:
            if not resume:
                return
            # WHY: a child's end is where its parent goes on; the bounds check below makes overshooting impossible.
            position_end, route, enclosing = resume.pop()
            continue
        start = position
        tag = view[position]
        position += 1
        if tag > 0x7F:
            tag, position = read_varint(view, start, position_end, subject, outermost=not resume)
        if tag < 8 or tag >> 32:
            raise corrupt(subject, start, f"tag {tag} is no field")
        wire = tag & 7
        if wire == 2:
            length_offset = position
            if position < position_end and (size := view[position]) < 0x80:
                position += 1
            else:
                size, position = read_varint(view, position, position_end, subject, outermost=not resume)
            if size > position_end - position:
                raise overrun(subject, start, size, position_end - position, total, outermost=not resume)
            if size >= least:
                number = tag >> 3
                if number == route.payload:
                    yield Payload(start, position, size, enclosing)
                elif (child := route.into.get(number)) is not None:
                    if len(resume) >= MAX_DEPTH:
                        raise corrupt(subject, start, f"messages are nested deeper than {MAX_DEPTH}")
                    resume.append((position_end, route, enclosing))
                    enclosing = (*enclosing, (length_offset, position, size))
                    position_end, route = position + size, child
                    continue
            position += size
        elif wire == 0:
            _, position = read_varint(view, position, position_end, subject, outermost=not resume)
        elif wire in (1, 5):
            position += 8 if wire == 1 else 4
        elif wire == 3:
            position = skip_group(view, position, position_end, tag >> 3, subject, outermost=not resume)
        else:
            raise corrupt(subject, start, f"wire type {wire} is not in use here")
        if position > position_end:
            raise overrun(subject, start, position - start, position_end - start, total, outermost=not resume)


def strip_payloads(
    data: bytes | memoryview, route: Route = ONNX_MODEL, *, subject: str = "input", min_bytes: int = MIN_PAYLOAD_BYTES
) -> Stripped:
    """The message without the payloads that `scan_payloads` finds, and the payloads as views of `data`.

    `data` itself comes back as the message when there is nothing to cut.

    Raises:
        FileError: as `scan_payloads`.
    """
    view = memoryview(data)
    edits: list[tuple[int, int, bytes]] = []  # first byte, end, what stands there instead
    removed: dict[tuple[int, int, int], int] = {}  # enclosing message: bytes that it loses
    payloads: list[memoryview] = []
    marker_tag = varint_bytes(CUT_FIELD << 3)
    for payload in scan_payloads(view, route, subject=subject, min_bytes=max(min_bytes, 32)):
        end = payload.offset + payload.size
        marker = marker_tag + varint_bytes(len(payloads))
        edits.append((payload.tag_offset, end, marker))
        saved = end - payload.tag_offset - len(marker)
        for message in payload.enclosing:
            removed[message] = removed.get(message, 0) + saved
        payloads.append(view[payload.offset : end])
    if not payloads:
        return Stripped(data, ())
    for (length_offset, body, size), lost in removed.items():
        edits.append((length_offset, body, _padded_varint(size - lost, body - length_offset)))
    edits.sort()
    parts: list[bytes | memoryview] = []
    position = 0
    for start, end, replacement in edits:
        parts += (view[position:start], replacement)
        position = end
    parts.append(view[position:])
    return Stripped(b"".join(parts), tuple(payloads))


def _padded_varint(value: int, width: int) -> bytes:
    """`value` in exactly `width` bytes, zeros on top.

    WHY: a length that keeps its width leaves the lengths of all enclosing messages to plain subtraction.
    """
    shifts = range(0, 7 * width, 7)
    return bytes((value >> shift & 0x7F) | (0x80 if shift != shifts[-1] else 0) for shift in shifts)
