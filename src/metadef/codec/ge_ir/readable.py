"""The `readable` dump of GE: one line a node, without types and shapes.

graph("g"):
  %x : [#users=1] = Node[type=Data] (attrs = {index: 0})
  %split : [#users=2] = Node[type=Split] (inputs = (x=%x), attrs = {num_split: 2})
  %ret : [#users=1] = get_element[node=%split](0)
  return (%ret)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from metadef.codec.ge_ir.foreign import new_model, put_desc, put_names, set_attr
from metadef.errors import FileError, finding
from metadef.source import Span
from metadef.types.dtype import DataType

__all__ = ["readable_model"]

_GRAPH = re.compile(r'\s*graph\s*\(\s*"((?:[^"\\]|\\.)*)"\s*\)\s*:\s*\Z')
_NODE = re.compile(
    r"\s*%(?P<name>.+?) : \[#users=\d+\] = Node\s*\[type=(?P<type>[^\]]*)\]\s*(?:\((?P<rest>.*)\))?\s*\Z"
)
_ELEMENT = re.compile(
    r"\s*%(?P<name>.+?) : \[#users=\d+\] = get_element\s*\[node=%(?P<node>.+)\]\s*\((?P<index>\d{1,6})\)\s*\Z"
)
_RETURN = re.compile(r"\s*return\s*\((?P<values>.*)\)\s*\Z")
_TOKEN = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|[{}\[\],]|[^\s{}\[\],"]+)""")
_MOST_NESTING = 16
_MOST_OUTPUTS = 65536


@dataclass(slots=True)
class _Line:
    """A node as written. Mutable."""

    name: str
    type: str
    inputs: list[tuple[str, str]]  # name of the input, name of what feeds it
    attrs: list[tuple[str, str]]
    outputs: int = 1


@dataclass(slots=True)
class _Block:
    """A graph as written. Mutable."""

    name: str
    nodes: dict[str, _Line] = field(default_factory=dict[str, _Line])
    elements: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])
    results: list[str] = field(default_factory=list[str])


def readable_model(text: str, subject: str) -> Any:
    """The `ModelDef` that a readable dump stands for; types and shapes in it are unknown.

    Raises:
        FileError: file-corrupt, with the line, for what has not the form of such a dump.
    """
    blocks: list[_Block] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            _read_line(blocks, line, number, subject)
    model = new_model()
    names = {block.name for block in blocks}
    for block in blocks:
        _put_graph(model.graph.add(name=block.name), block, names)
    return model


def _read_line(blocks: list[_Block], line: str, number: int, subject: str) -> None:
    found = _GRAPH.match(line)
    if found:
        blocks.append(_Block(_unquoted(f'"{found[1]}"')))
        return
    if not blocks:
        _fail(subject, number, "a line stands before the first graph")
    block = blocks[-1]
    if found := _ELEMENT.match(line):
        owner, index = found["node"], int(found["index"])
        if index >= _MOST_OUTPUTS:
            _fail(subject, number, f"output {index} is beyond what a node has")
        block.elements[found["name"]] = (owner, index)
        if owner in block.nodes:
            block.nodes[owner].outputs = max(block.nodes[owner].outputs, index + 1)
    elif found := _NODE.match(line):
        inputs, attrs = _arguments(found["rest"] or "")
        block.nodes.setdefault(found["name"], _Line(found["name"], found["type"], inputs, attrs))
    elif found := _RETURN.match(line):
        block.results = [value.rpartition("=%")[2].removeprefix("%") for value in _split(found["values"])]
    else:
        _fail(subject, number, f"has no form of this dump: {line.strip()[:60]!r}")


def _fail(subject: str, number: int, message: str) -> NoReturn:
    raise FileError(finding("file-corrupt", subject, f"line {number}: {message}", where=Span(subject, number)))


def _arguments(rest: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    inputs: list[tuple[str, str]] = []
    attrs: list[tuple[str, str]] = []
    for part in _split(rest):
        name, equals, value = part.partition("=")
        body = value.strip()
        if name.strip() == "inputs" and equals and body[:1] == "(":
            for item in _split(body[1:-1]):
                port, _, source = item.rpartition("=%")
                inputs.append((port.strip(), source.strip() if port else item.strip().removeprefix("%")))
        elif name.strip() == "attrs" and equals and body[:1] == "{":
            for item in _split(body[1:-1]):
                key, colon, text = item.partition(":")
                if colon:
                    attrs.append((key.strip(), text.strip()))
    return inputs, attrs


def _split(text: str) -> Iterator[str]:
    """Parts between commas that stand in no brackets and no quotes."""
    depth = start = at = 0
    while at < len(text):
        letter = text[at]
        if letter == '"':
            at += 1
            while at < len(text) and text[at] != '"':
                at += 2 if text[at] == "\\" else 1
        elif letter in "({[":
            depth += 1
        elif letter in ")}]":
            depth -= 1
        elif letter == "," and depth == 0:
            yield text[start:at].strip()
            start = at + 1
        at += 1
    last = text[start:].strip()
    if last:
        yield last


def _put_graph(graph: Any, block: _Block, graphs: set[str]) -> None:
    for line in block.nodes.values():
        op = graph.op.add(name=line.name, type=line.type, id=len(graph.op) - 1, has_out_attr=True)
        op.input.extend(_edge(block, source) for _, source in line.inputs)
        put_names(op, "input", [name or f"__input{index}" for index, (name, _) in enumerate(line.inputs)])
        for _ in line.inputs:
            put_desc(op.input_desc.add(), DataType.UNDEFINED, (-2,))
        for _ in range(line.outputs if line.type != "NetOutput" else 0):
            put_desc(op.output_desc.add(), DataType.UNDEFINED, (-2,))
        for name, text in line.attrs:
            if text.startswith("%"):
                if text[1:] in graphs:
                    op.subgraph_name.append(text[1:])
                continue
            value = _value(text)
            if value is None or not set_attr(op.attr[name], value):
                op.attr[name].s = text.encode()  # WHY: tensors are cut short there, and no number stands for them
    graph.output.extend(_edge(block, result) for result in block.results)


def _edge(block: _Block, source: str) -> str:
    owner, index = block.elements.get(source, (source, 0))
    return f"{owner}:{index}"


def _value(text: str) -> Any:
    """A number, truth value, text or list of such; None for anything else."""
    stack: list[list[Any]] = [[]]
    at = 0
    text = text.rstrip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            return None
        token = found[1]
        at = found.end()
        if token in "{[":
            stack.append([])
            if len(stack) > _MOST_NESTING:
                return None
        elif token in "}]":
            if len(stack) == 1:
                return None
            done = stack.pop()
            stack[-1].append(done)
        elif token != ",":
            value = _scalar(token)
            if value is None:
                return None
            stack[-1].append(value)
    return stack[0][0] if len(stack) == 1 and len(stack[0]) == 1 else None


def _scalar(token: str) -> object:
    if token in ("true", "false"):
        return token == "true"
    if token[0] == '"':
        return _unquoted(token)
    try:
        return int(token) if re.fullmatch(r"[-+]?\d{1,19}", token) else float(token)
    except ValueError:
        return None


def _unquoted(token: str) -> str:
    return re.sub(r"\\(.)", r"\1", token[1:-1])
