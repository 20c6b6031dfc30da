"""`write_onnx`: a graph to an ONNX file, with its large tensors beside it where one file cannot hold them."""

from __future__ import annotations

import os
from pathlib import Path

from metadef.codec.atomic import write_atomically
from metadef.errors import FileError, Finding, finding
from metadef.frontend.onnx_export import Exported, External, export_model
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs
from metadef.ops.builtin import CONST
from metadef.types.tensor_value import TensorValue

__all__ = ["EXTERNAL_ABOVE_BYTES", "export_findings", "write_onnx"]

EXTERNAL_ABOVE_BYTES = 1 << 30  # protobuf stops at 2 GiB, and readers slow down long before
_LIMIT_BYTES = (1 << 31) - 1


def write_onnx(
    graph: Graph, path: str | os.PathLike[str], *, external_above_bytes: int = EXTERNAL_ABOVE_BYTES
) -> Exported:
    """Write a graph as an ONNX model.

    Constants of more than `external_above_bytes` in all go to the file `<name>.data` beside the model, which is
    complete before the model takes its name.

    Raises:
        GraphError: if the graph has a cycle.
        FileError: if a file cannot be written, or if the model without its large tensors has more than two gigabytes.
        MetadefError: if an external file of a constant is missing or too short.
    """
    place = Path(path)
    external = External(f"{place.name}.data") if _constant_bytes(graph) > external_above_bytes else None
    exported = export_model(graph, external)
    if exported.model.ByteSize() > _LIMIT_BYTES:
        raise FileError.of(
            "file-too-large", str(place), "an ONNX file has at most two gigabytes", hint="the form .mdef"
        )
    data: bytes = exported.model.SerializeToString(deterministic=True)
    if external is not None and external.parts:
        write_atomically(place.with_name(external.location), external.chunks())
    write_atomically(place, data)
    return exported


def export_findings(exported: Exported, subject: str) -> list[Finding]:
    """What ONNX could not say: storage formats, and each kind of node that went to the domain `ge`."""
    left = f"the storage formats of {exported.unlaid} values: ONNX tells tensors as they are meant"
    apart = [finding("form-holds-less", subject, left, hint="the form .mdef")] if exported.unlaid else []
    return apart + [
        finding(
            "no-standard-form",
            f"{subject}: {count} {op}",
            f"no standard operator says what {'it does' if count == 1 else 'they do'} ({why}); its domain is ge",
        )
        for (op, why), count in exported.refused.most_common()
    ]


def _constant_bytes(graph: Graph) -> int:
    """Bytes of all constants that the file would hold; those that repeat one number take no room."""
    total = 0
    for each in all_graphs(graph):
        for node in each.nodes:
            if node.proto is CONST:
                tensor = node.attrs["value"]
                assert isinstance(tensor, TensorValue)
                total += tensor.nbytes if not tensor.is_splat else 0
    return total
