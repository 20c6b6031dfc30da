"""Adding many nodes at once: the same checks as `Graph.add`, with everything that can be shared done once.

A legal row costs a few dictionary look-ups; a row that the fast check does not accept goes through `Graph.add`.
`adopt` is for readers of files that hold graphs which were checked when they were built: it checks nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from metadef.errors import GraphError
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.ops.accept import Acceptor
from metadef.ops.proto import OpProto
from metadef.types.attrs import Attrs
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

if TYPE_CHECKING:
    from metadef.graph.graph import Graph

__all__ = ["Calls", "Row", "Tables", "adopt", "extend"]

# (operator, name, inputs, attributes, outputs, labels): inputs are values, labels, names ("node" or "node:k") or None;
# outputs are descriptors or (shape, dtype) pairs; labels are further names under which later rows may read the outputs
RowInput: TypeAlias = "Value | str | None"
RowOutput: TypeAlias = "TensorDesc | tuple[tuple[int, ...], DataType]"
Row: TypeAlias = "tuple[str, str, Sequence[RowInput], Mapping[str, Any], Sequence[RowOutput], Sequence[str]]"


class Calls(NamedTuple):
    """Columns of calls that a reader has made from a file, one entry a node unless said otherwise."""

    names: Sequence[str]  # distinct
    protos: Sequence[OpProto]
    attrs: Sequence[Attrs]
    counts: Sequence[tuple[int, ...] | None]
    output_counts: Sequence[tuple[int, ...] | None]
    origins: Sequence[Provenance | None]
    inputs: Sequence[int]  # one entry an input: number of a value of this graph, -1 for an absent one
    input_ends: Sequence[int]  # where the inputs of each node end
    output_sizes: Sequence[int]
    descs: Sequence[TensorDesc]  # one entry a value; interned in the graph


class Tables(NamedTuple):
    """The tables of a graph that bulk building writes itself."""

    slots: list[Node | None]
    by_name: dict[str, Node]
    acceptors: dict[str, Acceptor]


def extend(graph: Graph, rows: Iterable[Row], tables: Tables) -> list[Node]:
    """See `Graph.extend`."""
    slots, by_name, acceptors = tables
    add_slot = slots.append
    journal: list[Any] = []
    made: list[Node] = []
    known: dict[str, Value] = {}  # what a row may read, by label and by every name that a row has used
    descs: dict[object, TensorDesc] = {}
    new_node, new_value = Node, Value
    try:
        for op, name, inputs, attrs, outputs, labels in rows:
            acceptor = acceptors.get(op) or graph.acceptor(op)
            canonical = acceptor.attrs(attrs) if acceptor.fixed else None
            try:
                values: list[Any] = list(map(known.__getitem__, cast("Sequence[str]", inputs)))
            except (KeyError, TypeError):
                values = [_resolve(graph, known, item, name, op) for item in inputs]
            legal = canonical is not None and name not in by_name and len(outputs) == acceptor.outputs
            missing = len(acceptor.masks) - len(values)
            if legal and 0 <= missing <= len(acceptor.masks) - acceptor.min_inputs:
                for value, mask in zip(values, acceptor.masks, strict=False):
                    if value is None or not value.desc.dtype.mask & mask:
                        legal = False
            else:
                legal = False
            if not legal or canonical is None:
                node = _slow(graph, journal, op, name, values, attrs, outputs)
                made.append(node)
                known.update(zip(labels, node.outputs, strict=False))
                continue
            full = (*values, *_ABSENT[missing]) if missing else tuple(values)
            node = new_node(graph, len(slots), name, acceptor.proto, full, canonical, None, None, None)
            if len(outputs) == 1:
                key = outputs[0]
                desc = descs.get(key)
                if desc is None:
                    desc = descs[key] = _desc(graph, key)
                result = new_value(node, 0, desc)
                node.outputs = (result,)
                known[name] = result
                for label in labels:
                    known[label] = result
            else:
                node.outputs = tuple(new_value(node, i, _desc(graph, key)) for i, key in enumerate(outputs))
                known.update(zip(labels, node.outputs, strict=False))
            for value in values:
                value.use_count += 1
                value.readers.append(node)
            add_slot(node)
            by_name[name] = node
            journal.append(("add", node, None, None))
            made.append(node)
    finally:
        graph.journal.entries.extend(journal)
        graph.version += len(journal)
    return made


_ABSENT: tuple[tuple[None, ...], ...] = tuple((None,) * count for count in range(64))


def _resolve(graph: Graph, known: dict[str, Value], item: RowInput, name: str, op: str) -> Value | None:
    """What an input of a row stands for.

    Raises:
        GraphError: if nothing produces it, or it belongs to another graph.
    """
    if item is None:
        return None
    if isinstance(item, Value):
        if item.producer.graph is not graph:
            raise GraphError.of("foreign-value", f'node "{name}" ({op})', f"{item} belongs to another graph")
        return item
    found = known.get(item) or graph.find_value(item)
    if found is None:
        raise GraphError.of("dangling-input", f'node "{name}" ({op})', f"nothing produces {item[:200]!r}")
    known[item] = found
    return found


def adopt(graph: Graph, calls: Calls, tables: Tables) -> list[Value]:
    """See `Graph.adopt`."""
    slots, by_name, _ = tables
    values: list[Value] = []
    descs = iter(calls.descs)
    new_node, new_value, add_slot, add_value = Node, Value, slots.append, values.append
    rows = zip(
        *(calls.names, calls.protos, calls.attrs, calls.counts, calls.output_counts, calls.origins, calls.output_sizes),
        strict=True,
    )
    for number, (name, proto, attrs, counts, output_counts, origin, size) in enumerate(rows):
        node = new_node(graph, number, name, proto, (), attrs, counts, output_counts, origin)
        if size == 1:
            value = new_value(node, 0, next(descs))
            node.outputs = (value,)
            add_value(value)
        elif size:
            node.outputs = tuple([new_value(node, index, next(descs)) for index in range(size)])
            values += node.outputs
        add_slot(node)
    by_name.update(zip(calls.names, cast("list[Node]", slots), strict=True))
    if len(by_name) != len(slots):
        raise GraphError.of("duplicate-name", f"graph {graph.name}", "two nodes have the same name")
    producers: list[Value | None] = [*values, None]  # WHY None last: -1 finds it
    flat = list(map(producers.__getitem__, calls.inputs))
    start = 0
    for node, end in zip(cast("list[Node]", slots), calls.input_ends, strict=True):
        if start < end:
            node.inputs = inputs = tuple(flat[start:end])
            start = end
            for value in inputs:
                if value is not None:
                    value.use_count += 1
                    value.readers.append(node)
    return values


def _desc(graph: Graph, item: RowOutput) -> TensorDesc:
    if isinstance(item, TensorDesc):
        return graph.intern(item)
    return graph.intern(TensorDesc(Shape(item[0]), item[1]))


def _slow(
    graph: Graph,
    journal: list[Any],
    op: str,
    name: str,
    values: list[Value | None],
    attrs: Mapping[str, Any],
    outputs: Sequence[RowOutput],
) -> Node:
    """One row through `Graph.add`, which says what is wrong or accepts what the fast check could not judge."""
    graph.journal.entries.extend(journal)  # WHY: add() writes to the journal itself; order must be kept
    graph.version += len(journal)
    journal.clear()
    return graph.add(op, values, attrs, name=name, outputs=[_desc(graph, item) for item in outputs])
