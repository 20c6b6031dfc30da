"""`parse`: text form to graph. The inverse of `metadef.graph.printer`.

Statements may come in any order of dependence: a value may be read before the line that makes it, since
`parse` first reads all lines of a graph and then builds them producers first.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from metadef.errors import MetadefError, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.ops.builtin import opaque
from metadef.ops.registry import Registry
from metadef.source import Span
from metadef.text.cursor import Cursor
from metadef.text.values import parse_attrs, parse_desc, parse_tensor
from metadef.types.attrs import EMPTY_ATTRS, Attrs
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["parse"]

_MAX_DEPTH = 256  # nested subgraphs
_Ref = tuple[str, int]  # node name and output number


@dataclass(slots=True)
class _Statement:
    """One node as written."""

    name: str
    op: str
    where: Span
    is_opaque: bool = False
    inputs: list[_Ref | list[_Ref | None] | None] = field(default_factory=list)
    attrs: Attrs = EMPTY_ATTRS
    members: list[int] | None = None
    control: list[str] = field(default_factory=list)
    outputs: list[TensorDesc] = field(default_factory=list)
    origin: Provenance | None = None
    subgraphs: dict[str, _Body] = field(default_factory=dict)

    def reads(self) -> list[str]:
        """The nodes it depends on."""
        names = list(self.control)
        for item in self.inputs:
            names += [ref[0] for ref in (item if isinstance(item, list) else [item]) if ref is not None]
        return names


@dataclass(slots=True)
class _Body:
    """One graph as written."""

    name: str
    where: list[str] = field(default_factory=list)
    attrs: Attrs = EMPTY_ATTRS
    inputs: list[tuple[str, TensorDesc, Provenance | None, Span]] = field(default_factory=list)
    constants: list[tuple[str, TensorDesc, TensorValue, Provenance | None, Span]] = field(default_factory=list)
    statements: list[_Statement] = field(default_factory=list)
    results: list[tuple[_Ref, str, Span]] = field(default_factory=list)


def parse(text: str, registry: Registry | None = None, file: str = "<text>") -> Graph:
    """Read a graph.

    Raises:
        MetadefError: with line and column, where the text breaks the grammar or a node breaks its prototype.
    """
    cursor = Cursor(text, file)
    body = _read(cursor)
    if not cursor.done:
        cursor.fail("the end of the text")
    return _build(body, Graph(body.name, registry), file)


# --- reading -----------------------------------------------------------------------------------------------------


def _read(cursor: Cursor) -> _Body:
    """WHY: an explicit stack; subgraphs nest as deep as the text says."""
    root = _open(cursor)
    stack: list[tuple[_Body, _Statement | None]] = [(root, None)]  # graph, and its statement whose block is open
    while stack:
        body, owner = stack[-1]
        if owner is not None:
            if cursor.accept("}"):
                stack[-1] = (body, None)
                continue
            slot = cursor.name()
            cursor.expect(":")
            inner = _open(cursor)
            if slot in owner.subgraphs:
                cursor.fail(f"each subgraph once, not `{slot}` again")
            owner.subgraphs[slot] = inner
            if len(stack) >= _MAX_DEPTH:
                cursor.fail(f"at most {_MAX_DEPTH} nested graphs")
            stack.append((inner, None))
        elif cursor.accept("}"):
            stack.pop()
        else:
            statement = _line(cursor, body)
            if statement is not None:
                stack[-1] = (body, statement)
    return root


def _open(cursor: Cursor) -> _Body:
    if not cursor.accept_word("graph"):
        cursor.fail("`graph`")
    body = _Body(cursor.string())
    cursor.expect("{")
    return body


def _line(cursor: Cursor, body: _Body) -> _Statement | None:
    """Read one line; the statement when its block of subgraphs was opened."""
    where = cursor.span()
    if cursor.peek("%"):
        return _statement(cursor, body, where)
    if cursor.accept_word("where"):
        body.where.append(cursor.rest_of_line())
    elif cursor.accept_word("attributes"):
        body.attrs = parse_attrs(cursor)
    elif cursor.accept_word("input"):
        name = _target(cursor)
        cursor.expect(":")
        body.inputs.append((name, parse_desc(cursor), _origin(cursor), where))
    elif cursor.accept_word("const"):
        name = _target(cursor)
        cursor.expect(":")
        desc = parse_desc(cursor)
        cursor.expect("=")
        tensor = parse_tensor(cursor, desc.dtype, desc.origin_shape)
        body.constants.append((name, desc, tensor, _origin(cursor), where))
    elif cursor.accept_word("return"):
        ref = _ref(cursor)
        if not cursor.accept_word("as"):
            cursor.fail("`as`")
        body.results.append((ref, cursor.string(), where))
    else:
        cursor.fail("a statement: %name = ..., input, const, return, where, attributes, or }")
    return None


def _target(cursor: Cursor) -> str:
    cursor.expect("%")
    return cursor.name()


def _ref(cursor: Cursor) -> _Ref:
    name = _target(cursor)
    return name, cursor.integer() if cursor.accept(":") else 0


def _statement(cursor: Cursor, body: _Body, where: Span) -> _Statement | None:
    name = _target(cursor)
    count = cursor.integer() if cursor.accept(":") else 1
    cursor.expect("=")
    is_opaque = cursor.accept_word("opaque")
    made = _Statement(name, cursor.name(), where, is_opaque)
    body.statements.append(made)
    cursor.expect("(")
    while not cursor.accept(")"):
        made.inputs.append(_argument(cursor))
        if not cursor.peek(")"):
            cursor.expect(",")
    if cursor.peek("{"):
        made.attrs = parse_attrs(cursor)
    if cursor.accept_word("members"):
        cursor.expect("[")
        made.members = []
        while not cursor.accept("]"):
            made.members.append(cursor.integer())
            if not cursor.peek("]"):
                cursor.expect(",")
    if cursor.accept_word("after"):
        made.control.append(_target(cursor))
        while cursor.accept(","):
            made.control.append(_target(cursor))
    if count:
        cursor.expect(":")
        if cursor.accept("("):
            while not cursor.accept(")"):
                made.outputs.append(parse_desc(cursor))
                if not cursor.peek(")"):
                    cursor.expect(",")
        else:
            made.outputs.append(parse_desc(cursor))
        if len(made.outputs) != count:
            cursor.fail(f"{count} output descriptors for %{name}")
    made.origin = _origin(cursor)
    return made if cursor.accept("{") else None


def _argument(cursor: Cursor) -> _Ref | list[_Ref | None] | None:
    if cursor.accept("["):
        members: list[_Ref | None] = []
        while not cursor.accept("]"):
            members.append(None if cursor.accept_word("_") else _ref(cursor))
            if not cursor.peek("]"):
                cursor.expect(",")
        return members
    return None if cursor.accept_word("_") else _ref(cursor)


def _origin(cursor: Cursor) -> Provenance | None:
    if not cursor.accept_word("from"):
        return None
    cursor.expect("(")
    fields: list[str] = []
    while not cursor.accept(")"):
        fields.append(cursor.string())
        if not cursor.peek(")"):
            cursor.expect(",")
    if len(fields) < 4:
        cursor.fail("at least four strings: file, name, operator, pass")
    return Provenance(fields[0], fields[1], fields[2], fields[3], tuple(fields[4:]))


# --- building ----------------------------------------------------------------------------------------------------


def _build(body: _Body, root: Graph, file: str) -> Graph:
    root.store.read_lines(body.where)
    pending = [(body, root)]
    while pending:
        source, graph = pending.pop()
        graph.attrs = source.attrs
        for name, desc, origin, where in source.inputs:
            with _located(where):
                graph.add_input(name, desc, origin=origin)
        for name, desc, tensor, origin, where in source.constants:
            with _located(where):
                value = graph.constant(tensor, name, origin=origin)
                graph.set_desc(value, desc)
        for statement in _ordered(source):
            with _located(statement.where):
                node = _add(graph, statement)
                pending += [
                    (inner, graph.subgraph(node, slot, inner.name)) for slot, inner in statement.subgraphs.items()
                ]
        results: list[tuple[str, Value]] = []
        for ref, name, where in source.results:
            with _located(where):
                results.append((name, _resolve(graph, ref)))
        graph.set_outputs(results)
    root.journal.forget()
    return root


def _ordered(body: _Body) -> list[_Statement]:
    """Producers first, otherwise as written; lines in a cycle stay as written and fail as dangling."""
    by_name = {statement.name: statement for statement in body.statements}
    order: list[_Statement] = []
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


def _add(graph: Graph, statement: _Statement) -> Node:
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


def _resolve(graph: Graph, ref: _Ref) -> Value:
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
