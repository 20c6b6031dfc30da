"""From statements to a graph: what every readable form of a graph comes down to.

A form is read into `Body`s first, since a value may be read before the line that makes it; `assemble` then builds
them producers first, each call checked against its prototype.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from metadef.errors import MetadefError, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.ops.builtin import opaque
from metadef.source import Span
from metadef.types.attrs import EMPTY_ATTRS, Attrs
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["Body", "Constant", "Input", "Ref", "Statement", "assemble"]

Ref = tuple[str, int]  # node name and output number


@dataclass(slots=True)
class Statement:
    """One call as written."""

    name: str
    op: str
    where: Span
    is_opaque: bool = False
    inputs: list[Ref | list[Ref | None] | None] = field(default_factory=list)  # one a port, a list for a dynamic one
    attrs: Attrs = EMPTY_ATTRS
    members: list[int] | None = None  # of each output port, where there are several dynamic ones
    control: list[str] = field(default_factory=list)
    outputs: list[TensorDesc] = field(default_factory=list)
    origin: Provenance | None = None
    subgraphs: dict[str, Body] = field(default_factory=dict)

    def reads(self) -> list[str]:
        """The nodes it depends on."""
        names = list(self.control)
        for item in self.inputs:
            names += [ref[0] for ref in (item if isinstance(item, list) else [item]) if ref is not None]
        return names


@dataclass(slots=True)
class Input:
    """One input of a graph as written."""

    name: str
    desc: TensorDesc
    where: Span
    origin: Provenance | None = None
    attrs: Attrs | None = None  # None: the position, which is what nearly all have
    control: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Constant:
    """One constant as written."""

    name: str
    desc: TensorDesc
    tensor: TensorValue
    where: Span
    origin: Provenance | None = None
    control: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Body:
    """One graph as written."""

    name: str
    constraints: list[str] = field(default_factory=list)
    attrs: Attrs = EMPTY_ATTRS
    inputs: list[Input] = field(default_factory=list)
    constants: list[Constant] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    results: list[tuple[Ref, str, Span]] = field(default_factory=list)


def assemble(body: Body, root: Graph) -> Graph:
    """Build everything that was read into an empty graph.

    Raises:
        MetadefError: where a call breaks its prototype, a name is taken or a value is not there.
    """
    root.store.read_lines(body.constraints)
    pending = [(body, root)]
    while pending:
        source, graph = pending.pop()
        graph.attrs = source.attrs
        for one in source.inputs:
            with _located(one.where):
                node = graph.add_input(one.name, one.desc, origin=one.origin).producer
                if one.attrs is not None:
                    graph.set_attrs(node, one.attrs)
        for constant in source.constants:
            with _located(constant.where):
                value = graph.constant(constant.tensor, constant.name, origin=constant.origin)
                graph.set_desc(value, constant.desc)
        for statement in _ordered(source):
            with _located(statement.where):
                node = _add(graph, statement)
                pending += [
                    (inner, graph.subgraph(node, slot, inner.name)) for slot, inner in statement.subgraphs.items()
                ]
        for item in [*source.inputs, *source.constants]:
            if item.control:
                with _located(item.where):
                    graph.set_control_inputs(graph.node(item.name), [graph.node(name) for name in item.control])
        results: list[tuple[str, Value]] = []
        for ref, name, where in source.results:
            with _located(where):
                results.append((name, _resolve(graph, ref)))
        graph.set_outputs(results)
    root.journal.forget()
    return root


def _ordered(body: Body) -> list[Statement]:
    """Producers first, otherwise as written; lines in a cycle stay as written and fail as dangling."""
    by_name = {statement.name: statement for statement in body.statements}
    order: list[Statement] = []
    state: dict[str, int] = {}  # 1 = open, 2 = done
    for start in body.statements:
        stack = [start] if start.name not in state else []
        while stack:
            current = stack[-1]
            if state.get(current.name) == 2:
                stack.pop()
                continue
            state[current.name] = 1
            waiting = [by_name[name] for name in current.reads() if name in by_name and name not in state]
            if waiting:
                stack.extend(reversed(waiting))
            else:
                state[current.name] = 2
                order.append(current)
                stack.pop()
    written = {id(statement) for statement in order}
    return order + [statement for statement in body.statements if id(statement) not in written]


def _add(graph: Graph, statement: Statement) -> Node:
    inputs = [
        [_resolve(graph, ref) if ref is not None else None for ref in item]
        if isinstance(item, list)
        else (_resolve(graph, item) if item is not None else None)
        for item in statement.inputs
    ]
    return graph.add(
        opaque(statement.op) if statement.is_opaque else statement.op,
        inputs,
        statement.attrs,
        name=statement.name,
        outputs=statement.outputs,
        output_counts=statement.members,
        control=[graph.node(name) for name in statement.control],
        origin=statement.origin,
    )


def _resolve(graph: Graph, ref: Ref) -> Value:
    node = graph.find(ref[0])
    if node is None or ref[1] >= len(node.outputs):
        raise MetadefError.of(
            "dangling-input", f"%{ref[0]}:{ref[1]}", "nothing produces this value, or only in a cycle"
        )
    return node.outputs[ref[1]]


class _located:
    """Adds the place in the text to findings that have none."""

    def __init__(self, where: Span) -> None:
        self.where = where

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, MetadefError):
            raise MetadefError(
                finding(
                    one.name,
                    one.subject,
                    one.message,
                    expected=one.expected,
                    got=one.got,
                    where=one.where or self.where,
                    defined=one.defined,
                    hint=one.hint,
                    severity=one.severity,
                )
                for one in error.findings
            ) from error
