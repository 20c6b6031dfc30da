"""`.om` as a file format that is only read."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from metadef.codec.base import Codec, Loaded
from metadef.codec.om.header import MAGIC
from metadef.ops.registry import Registry

__all__ = ["CODEC"]


def _recognises(head: bytes) -> bool:
    return head.startswith(MAGIC)


def _read(path: Path, registry: Registry | None) -> Loaded:
    from metadef.codec.om import OmFile, describe

    file = OmFile.open(path)
    loaded = file.load(registry)
    return Loaded(loaded.graph, loaded.findings, {**loaded.notes, "om": asdict(describe(file))})


CODEC = Codec("om", (".om",), _recognises, _read)
