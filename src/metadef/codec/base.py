"""What a codec is, and the table of them. A new codec is one file and one line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from metadef.errors import Finding, MetadefError, did_you_mean
from metadef.graph.graph import Graph
from metadef.ops.proto import OpProto
from metadef.ops.registry import Registry

__all__ = ["CODECS", "Codec", "Loaded", "codec_for_path", "codec_named", "codecs"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A graph that was read, with what its reader noticed and could not refuse."""

    graph: Graph
    findings: tuple[Finding, ...] = ()
    notes: dict[str, object] = field(default_factory=dict)  # provenance and plans that the file carried
    stored: tuple[tuple[OpProto, int], ...] = ()  # prototypes that the file carried, and the version of their calls


@dataclass(frozen=True, slots=True)
class Codec:
    """One file format."""

    name: str  # what `--to` takes: "mdef", "json", "text"
    extensions: tuple[str, ...]  # with the dot, in lower case
    recognises: Callable[[bytes], bool]  # by the first 4,096 bytes
    read: Callable[[Path, Registry | None], Loaded]
    write: Callable[[Graph, Path], None] | None = None  # None for formats that are only read
    is_text: bool = False  # may go to a terminal


CODECS: dict[str, str] = {
    "mdef": "metadef.codec.mdef:CODEC",
    "json": "metadef.codec.json_form:CODEC",
    "text": "metadef.codec.text_form:CODEC",
    "ge-ir": "metadef.codec.ge_ir.forms:BINARY",
    "ge-ir-text": "metadef.codec.ge_ir.forms:TEXT",
    "ge-onnx": "metadef.codec.ge_ir.forms:ONNX_SHAPED",
    "ge-readable": "metadef.codec.ge_ir.forms:READABLE",
    "om": "metadef.codec.om.form:CODEC",
}


def codec_named(name: str) -> Codec:
    """The codec called `name`.

    Raises:
        MetadefError: if there is none.
    """
    target = CODECS.get(name)
    if target is None:
        raise MetadefError.of(
            "format-unknown-extension",
            f"format {name[:60]}",
            "there is no such format",
            hint=did_you_mean(name, CODECS),
        )
    module, _, attribute = target.partition(":")
    found: Codec = getattr(import_module(module), attribute)
    return found


def codecs() -> list[Codec]:
    """Every codec, in the order of the table, which is the order in which content is looked at."""
    return [codec_named(name) for name in CODECS]


def codec_for_path(path: Path) -> Codec | None:
    """The codec that writes files with this extension, None where there is none."""
    suffix = path.suffix.lower()
    return next((codec for codec in codecs() if suffix in codec.extensions and codec.write is not None), None)
