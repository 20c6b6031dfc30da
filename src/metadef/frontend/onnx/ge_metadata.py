"""What `frontend.onnx_export` notes beside an ONNX graph and ONNX itself cannot say: descriptors and control edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metadef.errors import MetadefError
from metadef.graph.node import Node
from metadef.text.cursor import Cursor
from metadef.text.values import parse_attrs, parse_desc
from metadef.types.attrs import EMPTY_ATTRS, Attrs
from metadef.types.tensor import TensorDesc

if TYPE_CHECKING:
    from metadef.frontend.onnx.importer import Importer

__all__ = [
    "AFTER",
    "ALIAS",
    "ATTRIBUTES",
    "CONSTRAINTS",
    "DESC",
    "NAME",
    "is_alias",
    "noted_constraints",
    "noted_desc",
    "noted_name",
    "restore",
    "whole_desc",
]

DESC = "ge.desc"  # of a value: its descriptor in the notation of the text form
CONSTRAINTS = "ge.constraints"  # of a model: what is known of its symbols, one law a line
ALIAS = "ge.alias"  # of an Identity that only gives a value a second name, as ONNX's outputs need
NAME = "ge.name"  # of an input, output or initializer: its own name, where ONNX needs another one
ATTRIBUTES = "ge.attributes"  # of a graph, or of an input: its attributes in the notation of the text form
AFTER = "ge.after"  # of a node: names of nodes that run before, one a line


def _note(proto: Any, key: str) -> str:
    return next((entry.value for entry in proto.metadata_props if entry.key == key), "")


def noted_desc(info: Any, subject: str) -> TensorDesc | None:
    """The descriptor beside a value, None without one.

    Raises:
        MetadefError: if it cannot be read.
    """
    text = _note(info, DESC)
    return whole_desc(text, subject) if text else None


def whole_desc(text: str, subject: str) -> TensorDesc:
    """A descriptor in the notation of the text form, and nothing after it.

    Raises:
        MetadefError: if it cannot be read.
    """
    cursor = Cursor(text, subject)
    desc = parse_desc(cursor)
    if not cursor.done:
        cursor.fail("the end of the descriptor")
    return desc


def noted_name(proto: Any) -> str:
    """The name of an input, output or initializer."""
    name: str = proto.name
    return next((entry.value for entry in proto.metadata_props if entry.key == NAME), name)


def is_alias(node: Any) -> bool:
    """Whether a node is a second name for its input, and no node of the graph."""
    return node.op_type == "Identity" and bool(_note(node, ALIAS))


def _attributes(proto: Any, subject: str) -> Attrs:
    text = _note(proto, ATTRIBUTES)
    return parse_attrs(Cursor(text, subject)) if text else EMPTY_ATTRS


def noted_constraints(importer: Importer, model: Any) -> None:
    """Put the laws beside a model into the graph's store; what cannot be read is a finding."""
    text = _note(model, CONSTRAINTS)
    try:
        importer.graph.store.read_lines(text.split("\n") if text else [])
    except MetadefError as error:
        importer.session.findings += error.findings


def restore(importer: Importer, proto: Any) -> None:
    """Descriptors and control edges of a graph whose nodes are there; what cannot be read is a finding."""
    graph, values = importer.graph, importer.scope.values
    label = importer.session.label
    try:
        for info in proto.input:
            if info.metadata_props and (attrs := _attributes(info, label)) and info.name in values:
                graph.set_attrs(values[info.name].producer, attrs)
        if proto.metadata_props:
            graph.attrs = _attributes(proto, label)
    except MetadefError as error:
        importer.session.findings += error.findings
    for info in (*proto.value_info, *proto.output):
        value = values.get(info.name) if info.metadata_props else None
        if value is None:
            continue
        try:
            desc = noted_desc(info, f'{label}: value "{info.name}"')
        except MetadefError as error:
            importer.session.findings += error.findings
            continue
        if desc is not None:
            graph.set_desc(value, desc)
    for node in proto.node:
        names = _note(node, AFTER).split("\n") if node.metadata_props else [""]
        late = graph.find(node.name) if names != [""] else None
        early: list[Node] = [found for name in names if (found := graph.find(name)) is not None]
        if late is not None and late not in early:
            graph.set_control_inputs(late, early)
