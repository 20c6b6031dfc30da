"""Adding many nodes at once: the same checks as `Graph.add`, with everything that can be shared done once.

A legal row costs a few dictionary look-ups; a row that the fast check does not accept goes through `Graph.add`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from metadef.errors import GraphError
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.ops.accept import Acceptor
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

if TYPE_CHECKING:
    from metadef.graph.graph import Graph

__all__ = ["Row", "Tables", "extend"]

# (operator, name, inputs, attributes, outputs): inputs are values, names ("node" or "node:k") or None;
# outputs are descriptors or (shape, dtype) pairs
RowInput: TypeAlias = "Value | str | None"
RowOutput: TypeAlias = "TensorDesc | tuple[tuple[int, ...], DataType]"
Row: TypeAlias = "tuple[str, str, Sequence[RowInput], Mapping[str, Any], Sequence[RowOutput]]"


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
    descs: dict[object, TensorDesc] = {}
    new_node, new_value = Node, Value
    try:
        for op, name, inputs, attrs, outputs in rows:
            acceptor = acceptors.get(op) or graph.acceptor(op)
            canonical = acceptor.attrs(attrs) if acceptor.fixed else None
            if canonical is None or name in by_name or len(outputs) != acceptor.outputs:
                made.append(_slow(graph, journal, op, name, inputs, attrs, outputs))
                continue
            values: list[Value | None] = []
            legal = True
            for item, mask in zip(inputs, acceptor.masks, strict=False):
                if isinstance(item, str):
                    node = by_name.get(item)
                    item = node.outputs[0] if node is not None else graph.value(item)
                    if not item.desc.dtype.mask & mask:
                        legal = False
                elif item is None:
                    legal = legal and len(values) >= acceptor.min_inputs
                elif not item.desc.dtype.mask & mask or item.producer.graph is not graph:
                    legal = False
                values.append(item)
            if not legal or not acceptor.min_inputs <= len(inputs) <= len(acceptor.masks):
                made.append(_slow(graph, journal, op, name, inputs, attrs, outputs))
                continue
            if len(values) < len(acceptor.masks):
                values += [None] * (len(acceptor.masks) - len(values))
            node = new_node(graph, len(slots), name, acceptor.proto, tuple(values), canonical, None, None, None)
            if len(outputs) == 1:
                key = outputs[0]
                desc = descs.get(key)
                if desc is None:
                    desc = descs[key] = _desc(graph, key)
                node.outputs = (new_value(node, 0, desc),)
            else:
                node.outputs = tuple(new_value(node, i, _desc(graph, key)) for i, key in enumerate(outputs))
            for value in values:
                if value is not None:
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


def _desc(graph: Graph, item: RowOutput) -> TensorDesc:
    if isinstance(item, TensorDesc):
        return graph.intern(item)
    return graph.intern(TensorDesc(Shape(item[0]), item[1]))


def _slow(
    graph: Graph,
    journal: list[Any],
    op: str,
    name: str,
    inputs: Sequence[RowInput],
    attrs: Mapping[str, Any],
    outputs: Sequence[RowOutput],
) -> Node:
    """One row through `Graph.add`, which says what is wrong or accepts what the fast check could not judge."""
    graph.journal.entries.extend(journal)  # WHY: add() writes to the journal itself; order must be kept
    graph.version += len(journal)
    journal.clear()
    values: list[Value | None] = []
    for item in inputs:
        if isinstance(item, str):
            found = graph.find_value(item)
            if found is None:
                raise GraphError.of("dangling-input", f'node "{name}" ({op})', f"nothing produces {item[:200]!r}")
            values.append(found)
        else:
            values.append(item)
    return graph.add(op, values, attrs, name=name, outputs=[_desc(graph, item) for item in outputs])
