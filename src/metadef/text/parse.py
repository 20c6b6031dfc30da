"""`parse`: text form to graph. The inverse of `metadef.graph.printer`.

Statements may come in any order of dependence: a value may be read before the line that makes it, since
`parse` first reads all lines of a graph and then builds them producers first.
"""

from __future__ import annotations

from metadef.graph.graph import Graph
from metadef.graph.provenance import Provenance
from metadef.ops.registry import Registry
from metadef.source import Span
from metadef.text.assemble import Body, Constant, Input, Ref, Statement, assemble
from metadef.text.cursor import Cursor, ExternalReader
from metadef.text.values import parse_attrs, parse_desc, parse_tensor
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

__all__ = ["parse"]

_MAX_DEPTH = 256  # nested subgraphs
_MOST_LEFT_OUT = (
    1024  # outputs whose descriptors a text may leave out; it must not ask for memory that it does not fill
)


def parse(
    text: str, registry: Registry | None = None, file: str = "<text>", *, external: ExternalReader | None = None
) -> Graph:
    """Read a graph.

    `external` reads the files that constants lie in; without it they are read when asked for, relative to the working
    folder, and may not leave it.

    Raises:
        MetadefError: with line and column, where the text breaks the grammar or a node breaks its prototype.
    """
    cursor = Cursor(text, file, external)
    body = _read(cursor)
    if not cursor.done:
        cursor.fail("the end of the text")
    return assemble(body, Graph(body.name, registry))


def _read(cursor: Cursor) -> Body:
    """WHY: an explicit stack; subgraphs nest as deep as the text says."""
    root = _open(cursor)
    stack: list[tuple[Body, Statement | None]] = [(root, None)]  # graph, and its statement whose block is open
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


def _open(cursor: Cursor) -> Body:
    if not cursor.accept_word("graph"):
        cursor.fail("`graph`")
    body = Body(cursor.string())
    cursor.expect("{")
    return body


def _line(cursor: Cursor, body: Body) -> Statement | None:
    """Read one line; the statement when its block of subgraphs was opened."""
    where = cursor.span()
    if cursor.peek("%"):
        return _statement(cursor, body, where)
    if cursor.accept_word("where"):
        body.constraints.append(cursor.rest_of_line())
    elif cursor.accept_word("attributes"):
        body.attrs = parse_attrs(cursor)
    elif cursor.accept_word("input"):
        name = _target(cursor)
        cursor.expect(":")
        desc = parse_desc(cursor)
        attrs = parse_attrs(cursor) if cursor.peek("{") else None
        control = _control(cursor)
        body.inputs.append(Input(name, desc, where, _origin(cursor), attrs, control))
    elif cursor.accept_word("const"):
        name = _target(cursor)
        cursor.expect(":")
        desc = parse_desc(cursor)
        cursor.expect("=")
        tensor = parse_tensor(cursor, desc.dtype, desc.origin_shape)
        control = _control(cursor)
        body.constants.append(Constant(name, desc, tensor, where, _origin(cursor), control))
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


def _ref(cursor: Cursor) -> Ref:
    name = _target(cursor)
    return name, cursor.integer() if cursor.accept(":") else 0


def _statement(cursor: Cursor, body: Body, where: Span) -> Statement | None:
    name = _target(cursor)
    count = cursor.integer() if cursor.accept(":") else 1
    cursor.expect("=")
    is_opaque = cursor.accept_word("opaque")
    made = Statement(name, cursor.name(), where, is_opaque)
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
    made.control = _control(cursor)
    if count and not cursor.peek(":") and count <= _MOST_LEFT_OUT:
        made.outputs = [TensorDesc(None, DataType.UNDEFINED)] * count
    elif count:
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


def _control(cursor: Cursor) -> list[str]:
    if not cursor.accept_word("after"):
        return []
    names = [_target(cursor)]
    while cursor.accept(","):
        names.append(_target(cursor))
    return names


def _argument(cursor: Cursor) -> Ref | list[Ref | None] | None:
    if cursor.accept("["):
        members: list[Ref | None] = []
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
