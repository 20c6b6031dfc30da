"""Telling a `ge.proto.ModelDef` from an `onnx.ModelProto` and from anything else by its first bytes."""

from __future__ import annotations

__all__ = ["is_ge_ir"]

_MODEL = {1: 2, 2: 0, 3: 2, 7: 2, 11: 2, 12: 2}  # fields of ModelDef: wire type
_GRAPH = {1: 2, 4: 2, 5: 2, 6: 2, 11: 2, 12: 2}  # of GraphDef
_MODEL_GRAPH, _GRAPH_NAME, _GRAPH_OP = 7, 1, 6


def is_ge_ir(head: bytes) -> bool:
    """Whether the bytes begin like a ModelDef with a graph.

    Field 7 is the graph in ONNX too. There its first field, 1, is a node and may come again; in GE it is the name,
    once, and an operator is field 6, which begins with a field 1 or 2 of its own.

    >>> is_ge_ir(bytes.fromhex("3a060a0464656d6f")), is_ge_ir(bytes.fromhex("08083a00"))
    (True, False)
    """
    at = 0
    while at < len(head):
        field = _field(head, at, _MODEL)
        if field is None:
            return False
        number, body, end = field
        if number == _MODEL_GRAPH:
            return _is_graph(head, body, end)
        at = end
    return False


def _is_graph(head: bytes, at: int, end: int) -> bool:
    names = 0
    while at < min(end, len(head)):
        field = _field(head, at, _GRAPH)
        if field is None:
            return False
        number, body, after = field
        if after > end:
            return False
        if number == _GRAPH_NAME:
            names += 1
            if names > 1 or not _is_text(head[body:after]):
                return False
        elif number == _GRAPH_OP:
            return body == after or body >= len(head) or head[body] in (0x0A, 0x12)
        at = after
    return True


def _is_text(content: bytes) -> bool:
    """WHY the first bytes: a node of ONNX begins with a tag below a space, which no name does."""
    text = content.decode("utf-8", "replace")
    return not text or text[0] >= " "


def _field(head: bytes, at: int, wires: dict[int, int]) -> tuple[int, int, int] | None:
    """Number, begin and end of the field at `at`; None if no field of such a message stands there."""
    key = head[at]
    number, wire = key >> 3, key & 7
    if key > 0x7F or wires.get(number) != wire:
        return None
    size = shift = 0
    for position in range(at + 1, min(at + 11, len(head))):
        size |= (head[position] & 0x7F) << shift
        shift += 7
        if head[position] < 0x80:
            after = position + 1
            return (number, after, after + size) if wire == 2 else (number, at + 1, after)
    return (number, len(head), len(head)) if at + 11 > len(head) else None
