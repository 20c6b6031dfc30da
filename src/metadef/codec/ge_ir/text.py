"""GE-IR as protobuf text: the form of the dumps `ge_proto_*.txt`."""

from __future__ import annotations

from metadef.codec.base import Loaded
from metadef.codec.ge_ir.read import read_ge_ir
from metadef.codec.ge_ir.schema import text_schema
from metadef.codec.ge_ir.text_read import text_to_binary
from metadef.codec.ge_ir.text_write import binary_to_text
from metadef.codec.ge_ir.write import write_chunks
from metadef.graph.graph import Graph
from metadef.ops.registry import Registry

__all__ = ["ge_ir_text", "read_ge_ir_text"]


def read_ge_ir_text(text: str, registry: Registry | None = None, *, subject: str = "GE-IR") -> Loaded:
    """The graph of a `ModelDef` in text form; see `read_ge_ir`.

    Raises:
        FileError: file-corrupt, with the line, where the text is none, or as `read_ge_ir`.
    """
    return read_ge_ir(text_to_binary(text, text_schema("ge_ir", "ModelDef"), subject), registry, subject=subject)


def ge_ir_text(graph: Graph, subject: str = "GE-IR") -> str:
    """The whole file as text.

    Raises:
        FileError: for what ge_ir.proto cannot hold.

    >>> print(ge_ir_text(Graph("demo"))[:24])
    graph {
      name: "demo"
    }
    """
    return binary_to_text(b"".join(write_chunks(graph, subject)), text_schema("ge_ir", "ModelDef"))
