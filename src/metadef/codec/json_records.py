"""The JSON form as records: what `msgspec` decodes into, with every type checked.

Values that JSON lacks are objects with one telling key: `{"int": "digits"}` beyond 64 bits, `{"float": "nan"}` (also
`inf`, `-inf`), `{"bytes": "hex"}`, `{"type": "FLOAT16"}`, `{"tensor": {...}}`, `{"named": "...", "attributes": {...}}`.
A value is read as `"node"`, or `{"node": "split", "output": 1}` where it is not the first output.
"""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = [
    "FORMAT",
    "VERSION",
    "ConstantRecord",
    "DescRecord",
    "Document",
    "GraphRecord",
    "InputRecord",
    "NodeRecord",
    "OriginRecord",
    "OutputRecord",
    "RefRecord",
    "TensorRecord",
]

FORMAT = "metadef.graph"
VERSION = 1

Dims = list[int | str | None]


class _Record(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """WHY unknown fields are refused: a misspelt one would silently change the graph."""


class RefRecord(_Record):
    """An output of a node other than the first."""

    node: str
    output: int


class DescRecord(_Record):
    """A descriptor. `origin_shape` and `origin_format` stand where one of them differs from what is stored."""

    dtype: str
    shape: Dims | None
    format: str = "ND"
    sub_format: int = 0
    c0: int = 0  # elements; 0 leaves it to the data type
    origin_shape: Dims | None = None
    origin_format: str = ""
    alignment: int = 0  # bytes
    range: list[Any] | None = None  # smallest and largest element


class OriginRecord(_Record):
    """Where a node came from."""

    file: str = ""
    name: str = ""
    op: str = ""
    made_by: str = ""
    origins: list[str] = []


class TensorRecord(_Record):
    """A constant: exactly one of the last three says what its elements are."""

    dtype: str
    shape: list[int]
    elements: list[Any] | None = None
    splat: str | None = None  # one element in hexadecimal
    base64: str | None = None


class InputRecord(_Record):
    """An input of a graph."""

    name: str
    desc: DescRecord
    attributes: dict[str, Any] | None = None  # where they are other than the position
    after: list[str] = []
    origin: OriginRecord | None = None


class ConstantRecord(_Record):
    """A constant of a graph."""

    name: str
    desc: DescRecord
    value: TensorRecord
    after: list[str] = []
    origin: OriginRecord | None = None


class NodeRecord(_Record):
    """A node: one entry in `inputs` a port, null for an absent one, a list for a dynamic port."""

    name: str
    op: str
    opaque: bool = False
    inputs: list[str | RefRecord | list[str | RefRecord | None] | None] = []
    attributes: dict[str, Any] = {}
    members: list[int] | None = None  # of each output port, where there are several
    after: list[str] = []  # nodes that must run before
    outputs: list[DescRecord] = []
    subgraphs: dict[str, int] = {}  # slot -> number of the graph
    origin: OriginRecord | None = None


class OutputRecord(_Record):
    """A result of a graph."""

    name: str
    value: str | RefRecord


class GraphRecord(_Record):
    """A graph."""

    name: str
    attributes: dict[str, Any] = {}
    inputs: list[InputRecord] = []
    constants: list[ConstantRecord] = []
    nodes: list[NodeRecord] = []
    outputs: list[OutputRecord] = []


class Document(_Record):
    """A file: the graph and its subgraphs, outer ones first."""

    format: str
    version: int
    graphs: list[GraphRecord]
    constraints: list[str] = []
