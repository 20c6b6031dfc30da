"""`OmFile`: an opened .om file, its models and the graph of each."""

from __future__ import annotations

import os
from functools import cached_property
from typing import Any

from metadef.codec.base import Loaded
from metadef.codec.ge_ir import read_ge_ir
from metadef.codec.om.compression import expand_attributes, is_compressed
from metadef.codec.om.header import HEADER_BYTES, Header, read_header
from metadef.codec.om.partitions import Partition, PartitionKind, read_models, read_table
from metadef.codec.om.weights import join_weights
from metadef.errors import FileError, Finding
from metadef.ops.registry import Registry
from metadef.wire.faults import corrupt
from metadef.wire.mapped import open_mapped
from metadef.wire.parse import parse_message

__all__ = ["OmFile"]

_MOST_NESTING = 4  # of bundles


class OmFile:
    """An .om file. Opening reads the header and the partition tables alone.

    Attributes:
        header: what the first 256 bytes say.
        models: the partitions of each model; the first is the root.
    """

    def __init__(self, data: memoryview, subject: str, path: str = "") -> None:
        """`OmFile.open` says it better. `path` is that of the mapped file, "" for bytes."""
        self.subject = subject
        self.path = path
        self.data = data
        self.header: Header = read_header(data, subject)
        depth = 0
        while self.header.kind == "bundle":
            depth += 1
            if depth > _MOST_NESTING:
                raise corrupt(subject, 0, f"bundles in bundles, deeper than {_MOST_NESTING}")
            data = _bundled(data, subject)
            self.header = read_header(data, subject)
            self.path = ""  # WHY: the bytes of the file itself are elsewhere
        self.models: list[list[Partition]] = read_models(data, self.header, HEADER_BYTES, subject)

    @staticmethod
    def open(path: str | os.PathLike[str]) -> OmFile:
        """Map a file.

        Raises:
            FileError: if it is missing, truncated, corrupt, encrypted, or no .om file.
        """
        name = os.fspath(path)
        return OmFile(open_mapped(name), name, name)

    def partition(self, kind: PartitionKind, model: int = 0) -> Partition | None:
        """The first partition of a kind, None where there is none."""
        return next((item for item in self.models[model] if item.kind == kind), None)

    def sizes(self, kind: PartitionKind) -> int:
        """Bytes of all partitions of a kind, in all models."""
        return sum(len(item.data) for model in self.models for item in model if item.kind == kind)

    @cached_property
    def definition(self) -> Any:
        """The `ge.proto.ModelDef` of the root model, with attributes put back and without its weights.

        Raises:
            FileError: if there is none, or it is damaged.
        """
        part = self.partition(PartitionKind.MODEL_DEF)
        if part is None:
            raise FileError.of(
                "file-corrupt",
                self.subject,
                f"there is no model definition in it: a {self.header.kind} model",
                expected="a partition MODEL_DEF",
                got=", ".join(item.name for item in self.models[0]) or "no partition",
            )
        model = parse_message("ge.proto.ModelDef", part.data, subject=f"{self.subject}: MODEL_DEF")
        if is_compressed(model):
            expand_attributes(model, f"{self.subject}: MODEL_DEF")
        return model

    def load(self, registry: Registry | None = None) -> Loaded:
        """The graph of the root model.

        Raises:
            FileError: if there is no model definition, or it is damaged.
        """
        model = self.definition
        weights = self.partition(PartitionKind.WEIGHTS_DATA)
        findings: list[Finding] = []
        joined = type(model)()
        joined.CopyFrom(model)
        if weights is not None:
            findings = join_weights(joined, weights.data, self.subject)
        loaded = read_ge_ir(joined.SerializeToString(deterministic=True), registry, subject=self.subject)
        return Loaded(loaded.graph, (*findings, *loaded.findings), loaded.notes)


def _bundled(data: memoryview, subject: str) -> memoryview:
    """The first model of a bundle. Here the table's offsets count, from the end of the header."""
    partitions, _ = read_table(data, HEADER_BYTES, True, subject)
    for item in partitions:
        if item.kind == PartitionKind.BUNDLE_MODEL_INFO:
            return item.data
    raise corrupt(subject, HEADER_BYTES, "a bundle without a model")
