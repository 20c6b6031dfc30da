"""A graph to the bytes of a `ge.proto.ModelDef`, always the same for the same graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from metadef.codec.ge_ir.bags import GRAPHS, MODEL, RESIDUE
from metadef.codec.ge_ir.encode import MODEL_ATTRS, Encoder, writing_order
from metadef.codec.ge_ir.fields import bytes_field
from metadef.codec.ge_ir.parts import Chunks, Parts, as_residue, parts_of, patch
from metadef.errors import FileError
from metadef.graph.graph import Graph

__all__ = ["file_graphs", "ge_ir_bytes", "graph_names", "model_parts", "write_chunks"]

_MOST_BYTES = (1 << 31) - 1  # of a protobuf message
_COUNTS = ("event_num", "label_num", "memory_size", "p2p_memory_size", "stream_num", "weight_size")


def file_graphs(root: Graph) -> list[Graph]:
    """The graph, then all subgraphs, outer before inner, owners as the file orders them."""
    found = [root]
    for graph in found:
        for node in writing_order(graph):
            found += node.subgraphs.values()
    return found


def graph_names(graphs: Sequence[Graph]) -> dict[Graph, str]:
    """A name for every graph; owners refer to subgraphs by name, so those of subgraphs are made distinct."""
    taken = {graphs[0].name}
    names = {graphs[0]: graphs[0].name}
    counters: dict[str, int] = {}
    for graph in graphs[1:]:
        name = base = graph.name or (graph.parent.name if graph.parent is not None else "") or "subgraph"
        while name in taken:
            counters[base] = counters.get(base, 0) + 1  # WHY: not from 1 on again for each of a thousand equal names
            name = f"{base}_{counters[base]}"
        taken.add(name)
        names[graph] = name
    return names


def model_parts() -> Parts:
    """The `ModelDef` around the graphs, as GE writes it for a graph that was not compiled."""
    parts = Parts(MODEL_ATTRS)
    parts.attrs = dict.fromkeys(_COUNTS, b"\x18\x00") | {"target_type": bytes_field(2, b"MINI")}
    return parts


def ge_ir_bytes(graph: Graph) -> bytes:
    """The whole file.

    Raises:
        FileError: for what ge_ir.proto cannot hold, and beyond the 2 GB that protobuf allows.

    >>> ge_ir_bytes(Graph("demo"))[:8]
    b':\\x06\\n\\x04demo'
    """
    return b"".join(write_chunks(graph))


def write_chunks(graph: Graph, subject: str = "GE-IR") -> list[bytes | memoryview]:
    """The file in pieces; large constants are not copied.

    Raises:
        FileError: as `ge_ir_bytes`.
    """
    graphs = file_graphs(graph)
    names = graph_names(graphs)
    encoder = Encoder(graph, names, subject)
    whole: dict[str, Chunks] = {}
    for each in graphs:
        whole[names[each]] = _graph(encoder, each)
    bag = graph.bag or {}
    body = Chunks()
    order: list[str | bytes] = [names[each] for each in graphs]
    held = bag.get(GRAPHS)
    if isinstance(held, tuple):
        order = _file_order(order, [item for item in cast("tuple[object, ...]", held) if isinstance(item, str | bytes)])
    for item in order:
        if isinstance(item, str):
            body.add_message(7, whole[item])
        else:
            body.add(bytes_field(7, item))
    parts = model_parts()
    patch(parts, as_residue(bag.get(MODEL)))
    out = Chunks()
    _around(parts, 7, body, out)
    if out.size > _MOST_BYTES:
        raise FileError.of(
            "file-too-large",
            subject,
            f"protobuf holds at most 2 GB, and this graph takes {out.size} bytes",
            hint=".mdef",
        )
    return out.items


def _file_order(own: list[str | bytes], held: list[str | bytes]) -> list[str | bytes]:
    """The order of the file while the graphs are the same; graphs that nobody owns are kept in any case."""
    if sorted(item for item in held if isinstance(item, str)) == sorted(map(str, own[1:])):
        return [own[0], *held]
    return [*own, *(item for item in held if isinstance(item, bytes))]


def _graph(encoder: Encoder, graph: Graph) -> Chunks:
    body = Chunks()
    for position, node in enumerate(writing_order(graph)):
        if encoder.is_plain(node):
            body.add(bytes_field(6, encoder.plain_op(node, position)))
            continue
        op = Chunks()
        encoder.put_op(node, position, op)
        body.add_message(6, op)
    parts = encoder.graph_parts(graph)
    patch(parts, as_residue((graph.bag or {}).get(RESIDUE)))
    out = Chunks()
    _around(parts, 6, body, out)
    return out


def _around(parts: Parts, number: int, body: Chunks, out: Chunks) -> None:
    """The parts with `body`, the occurrences of a field, in its place."""
    before = Parts(parts.attr_field, {key: content for key, content in parts.fields.items() if key < number})
    parts.fields = {key: content for key, content in parts.fields.items() if key > number}
    parts_of(before, out)
    out.items += body.items
    out.size += body.size
    parts_of(parts, out)
