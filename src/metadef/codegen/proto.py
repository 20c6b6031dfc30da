"""Target `proto`: the protobuf schema of prototypes, tensors, graphs and plans."""

from __future__ import annotations

from metadef.codegen.record import Job
from metadef.schema import proto_text

__all__ = ["generate"]


def generate(job: Job) -> dict[str, str]:
    """The schema, and for protobuf's text tools nothing else: it does not depend on the operators."""
    del job
    return {"cann/meta/metadef.proto": proto_text()}
