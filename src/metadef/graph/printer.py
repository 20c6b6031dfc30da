"""The text form of a graph: what `str(graph)` gives and `metadef.text.parse` reads back.

    graph "mlp" {
      where batch >= 1
      input %x : FLOAT[batch, 128]
      const %w : FLOAT[2] = [1.0, 2.0]
      %y = MatMulV2(%x, %w, _, _) {transpose_x2 = true} : FLOAT[batch, 64]
      return %y as "out"
    }

A node is named by its first output; `%split:3` has three outputs, read as `%split`, `%split:1`, `%split:2`. `_` is an
absent optional input, `[..]` the members of a dynamic port. Names with other characters than letters, digits and
`_ . / $ -` stand in quotes. The grammar is in `docs/text-form.md`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.ops.builtin import CONST, DATA, is_opaque
from metadef.types.attrs import AttrValue, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import External, Splat, TensorValue
from metadef.types.typeset import TypeSet

if TYPE_CHECKING:
    from metadef.graph.graph import Graph

__all__ = ["attr_text", "desc_text", "graph_text", "name_text", "node_text", "tensor_text"]

_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_./$-]*\Z")
_READABLE = 16  # elements up to which a constant is written as numbers; larger ones are hexadecimal bytes


def graph_text(graph: Graph, *, elide_above: int | None = None, locations: bool = False) -> str:
    """The whole graph as text.

    `elide_above` leaves out the bytes of constants with more elements, for people; such text cannot be parsed back.
    `locations` adds where each node came from.
    """
    return "\n".join(_graph_lines(graph, elide_above, locations))


def _graph_lines(graph: Graph, elide_above: int | None, locations: bool) -> list[str]:
    """WHY: an explicit stack of line producers, since subgraphs nest as deep as the input says."""
    lines: list[str] = []
    stack: list[Iterator[str | Graph]] = [_parts(graph, elide_above, locations)]
    while stack:
        for part in stack[-1]:
            if isinstance(part, str):
                lines.append("  " * (2 * len(stack) - 2) + part)
            else:
                stack.append(_parts(part, elide_above, locations))
                break
        else:
            stack.pop()
    return lines


def _parts(graph: Graph, elide_above: int | None, locations: bool) -> Iterator[str | Graph]:
    yield f"graph {json.dumps(graph.name, ensure_ascii=False)} {{"
    if graph.parent is None:
        for line in graph.store.lines():
            yield f"  where {line}"
    if graph.attrs:
        yield f"  attributes {attrs_text(graph.attrs)}"
    for index, value in enumerate(graph.inputs):
        node = value.producer
        text = f"  input {value_text(value)} : {desc_text(value.desc)}"
        if node.attrs != {"index": index}:
            text += f" {attrs_text(node.attrs)}"
        yield text + _control_text(node) + _location(node, locations)
    for node in topological(graph):
        if node.proto is DATA:
            continue
        if node.proto is CONST:
            tensor = node.attrs["value"]
            text = tensor_text(tensor, elide_above) if isinstance(tensor, TensorValue) else "?"
            head = f"  const {value_text(node.output)} : {desc_text(node.output.desc)} = {text}"
            yield head + _control_text(node) + _location(node, locations)
            continue
        head = f"  {node_text(node)}{_location(node, locations)}"
        if not node.subgraphs:
            yield head
            continue
        yield head + " {"
        for slot, inner in node.subgraphs.items():
            yield f"    {name_text(slot)}:"
            yield inner
        yield "  }"
    for name, value in graph.outputs:
        yield f"  return {value_text(value)} as {json.dumps(name, ensure_ascii=False)}"
    yield "}"


def node_text(node: Node) -> str:
    """One node on one line, without its subgraphs."""
    target = f"%{name_text(node.name)}"
    if len(node.outputs) != 1:
        target += f":{len(node.outputs)}"
    op = json.dumps(node.op) if node.op == "opaque" else name_text(node.op)
    text = f"{target} = {op}({_inputs_text(node)})"
    if is_opaque(node.proto):
        text = f"{target} = opaque {json.dumps(node.op, ensure_ascii=False)}({_inputs_text(node)})"
    if node.attrs or (node.subgraphs and not node.outputs):  # WHY: a block at once after the inputs is a map
        text += f" {attrs_text(node.attrs)}"
    if node.output_counts is not None and len(node.output_counts) > 1:
        text += f" members [{', '.join(map(str, node.output_counts))}]"
    text += _control_text(node)
    if node.outputs:
        descs = ", ".join(desc_text(value.desc) for value in node.outputs)
        text += f" : {descs}" if len(node.outputs) == 1 else f" : ({descs})"
    return text


def _inputs_text(node: Node) -> str:
    def one(value: Value | None) -> str:
        return value_text(value) if value is not None else "_"

    if node.counts is None:
        return ", ".join(map(one, node.inputs))
    parts: list[str] = []
    at = 0
    for port, count in zip(node.proto.inputs, node.counts, strict=True):
        members = [one(value) for value in node.inputs[at : at + count]]
        at += count
        parts.append(f"[{', '.join(members)}]" if port.kind.value == "dynamic" else members[0])
    return ", ".join(parts)


def _control_text(node: Node) -> str:
    if not node.control_inputs:
        return ""
    return f" after {', '.join(f'%{name_text(other.name)}' for other in node.control_inputs)}"


def _location(node: Node, wanted: bool) -> str:
    origin = node.origin
    if not wanted or origin is None:
        return ""
    fields = [origin.file, origin.name, origin.op, origin.made_by, *origin.origins]
    return f" from ({', '.join(json.dumps(field, ensure_ascii=False) for field in fields)})"


def name_text(name: str) -> str:
    """A name, quoted where its characters ask for it."""
    return name if _PLAIN_NAME.match(name) else json.dumps(name, ensure_ascii=False)


def value_text(value: Value) -> str:
    """`%node` or `%node:1`."""
    base = f"%{name_text(value.producer.name)}"
    return f"{base}:{value.index}" if value.index else base


def desc_text(desc: TensorDesc) -> str:
    """Type and shape, then storage format, origin, alignment and value range where they say more.

    >>> desc_text(TensorDesc((2, "n"), DataType.FLOAT, Format.NCHW))
    'FLOAT[2, n] NCHW'
    """
    text = f"{'?' if desc.dtype is DataType.UNDEFINED else desc.dtype.name}{desc.shape}"
    if desc.format is not Format.ND or desc.sub_format or desc.c0_code:
        text += f" {desc.format.name}"
        if desc.sub_format:
            text += f":{desc.sub_format}"
        if desc.c0_code:
            text += f" c0 {1 << (desc.c0_code - 1)}"
    if desc.origin_format is not desc.format or desc.origin_shape != desc.shape:
        text += f" origin {desc.origin_shape} {desc.origin_format.name}"
    if desc.alignment:
        text += f" align {desc.alignment}"
    if desc.value_range is not None:
        text += f" range [{_number(desc.value_range[0])}, {_number(desc.value_range[1])}]"
    return text


def attrs_text(attrs: Mapping[str, AttrValue]) -> str:
    """`{name = value, ...}`."""
    return "{" + ", ".join(f"{name_text(name)} = {attr_text(value)}" for name, value in attrs.items()) + "}"


def attr_text(value: AttrValue) -> str:
    """One attribute value. Depth is bounded: named attributes nest only as deep as their reader allowed."""
    if isinstance(value, tuple):
        return f"[{', '.join(attr_text(item) for item in value)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bytes):
        return f'bytes "{value.hex()}"'
    if isinstance(value, DataType):
        return value.name
    if isinstance(value, NamedAttrs):
        return f"named {json.dumps(value.name, ensure_ascii=False)} {attrs_text(value.attrs)}"
    return f"tensor {value.dtype.name}[{', '.join(map(str, value.dims))}] {tensor_text(value)}"


def _number(value: float) -> str:
    """Integers as they are; floats always with a point, an exponent, `inf` or `nan`, and exact."""
    if isinstance(value, int):
        return str(value)
    if math.isnan(value):
        return "nan"
    return repr(value)


def tensor_text(tensor: TensorValue, elide_above: int | None = None) -> str:
    """The elements: numbers for a few, `splat`, `external`, or the bytes in hexadecimal."""
    if elide_above is not None and tensor.size > elide_above:
        return f"<{tensor.nbytes} bytes>"
    match tensor.payload:
        case Splat(element):
            return f'splat "{element.hex()}"'
        case External(file, offset, size_bytes):
            return f"external ({json.dumps(file, ensure_ascii=False)}, {offset}, {size_bytes})"
        case _:
            pass
    data = tensor.data()
    if tensor.size <= _READABLE and tensor.dtype in _NUMBERS:
        return _elements_text(tensor)
    return f'hex "{bytes(data).hex()}"'


_NUMBERS = TypeSet.from_names(("FLOAT", "DOUBLE", "INT32", "INT64", "INT8", "UINT8", "BOOL"))


def _elements_text(tensor: TensorValue) -> str:
    items: Sequence[float] = tensor.array().reshape(-1).tolist()
    if any(isinstance(item, float) and math.isnan(item) for item in items):
        return f'hex "{bytes(tensor.data()).hex()}"'  # WHY: NaNs carry bits that "nan" would lose
    if tensor.dtype is DataType.BOOL and max(tensor.data(), default=0) > 1:
        return f'hex "{bytes(tensor.data()).hex()}"'
    return f"[{', '.join(attr_text(item) for item in items)}]"
