"""`load`: a graph from any file, recognised by its content."""

from __future__ import annotations

import errno
import logging
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from metadef.codec.base import Codec, Loaded, codec_named, codecs
from metadef.driver.arguments import as_path
from metadef.driver.carry_over import carry_over
from metadef.driver.foreign import foreign, foreign_folder, foreign_text
from metadef.driver.standard_input import spooled
from metadef.driver.stored_plans import check_execution
from metadef.errors import FileError, Finding, MetadefError, UsageError
from metadef.frontend.onnx import read_onnx
from metadef.frontend.torch import read_torch
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.ops.registry import Registry
from metadef.types.tensor import TensorDesc

__all__ = ["Source", "load", "open_source"]

log = logging.getLogger("metadef.load")

_HEAD = 4096  # bytes that recognition looks at
_ENTRIES = 1000  # of a folder that are looked at

_ZIP = b"PK\x03\x04"  # of these only programs of torch.export are read, which the reader itself finds out
_PROTOBUF_STARTS = frozenset({0x08, 0x12, 0x1A, 0x22, 0x2A, 0x32, 0x3A, 0x42, 0x72, 0xA2})  # fields of ModelProto


@dataclass(frozen=True, slots=True)
class Source:
    """A graph that was read, and what its file says besides."""

    graph: Graph
    form: str  # "onnx", "torch", "mdef", "json", "text", "ge-ir", …
    findings: tuple[Finding, ...] = ()
    declared: dict[Value, TensorDesc] = field(default_factory=dict)  # what the file claims about values
    notes: dict[str, object] = field(default_factory=dict)  # plans and provenance that the file carried
    names: Mapping[str, Value] = field(default_factory=dict[str, Value])  # what the file calls values, where it does


def load(path: str | Path, registry: Registry | None = None) -> Graph:
    """Read a graph from a file of any known format.

    Raises:
        MetadefError: if the file cannot be read, or holds errors; with all findings.
    """
    source = open_source(path, registry)
    if any(item.is_error for item in source.findings):
        raise MetadefError(source.findings)
    return source.graph


def open_source(
    path: str | Path, registry: Registry | None = None, fixed: Mapping[str, object] | None = None
) -> Source:
    """Read a graph with its findings; operators that cannot be mapped are opaque nodes. `"-"` is standard input.

    `fixed` gives inputs of an ONNX model values that they always have; see `metadef.frontend.onnx.read_onnx`.

    Raises:
        FileError: if nothing can be read.
        UsageError: if `fixed` names what is no input or gives it a value that it cannot have, or the form is another.
    """
    if path != "-":
        return _open(as_path(path, "a model"), registry, fixed)
    place = spooled()
    try:
        source = _open(place, registry, fixed)
    except FileError as error:
        raise FileError(_renamed(error.findings, str(place))) from error
    except MetadefError as error:
        raise MetadefError(_renamed(error.findings, str(place))) from error
    return replace(source, findings=_renamed(source.findings, str(place)))


def _renamed(findings: Iterable[Finding], place: str) -> tuple[Finding, ...]:
    """Findings on the copy of standard input say `-`, which is what the reader typed."""
    return tuple(replace(item, subject=item.subject.replace(place, "-")) for item in findings)


def _open(place: Path, registry: Registry | None, fixed: Mapping[str, object] | None) -> Source:
    source = _read(place, registry, fixed)
    if fixed and source.form != "onnx":
        message = "values of inputs can be fixed in ONNX models only"
        raise UsageError.of("bad-usage", f'input "{next(iter(fixed))}"', message, got=source.form)
    return source


def _read(place: Path, registry: Registry | None, fixed: Mapping[str, object] | None) -> Source:
    head = _head(place)
    _refuse(place, foreign_text(head))
    for codec in codecs():
        if codec.recognises(head):
            log.info("%s is recognised as %s", place, codec.name)
            loaded = carry_over(_decoded(codec, place, registry), str(place))
            findings = (*loaded.findings, *check_execution(loaded.graph, loaded.notes, str(place)))
            return Source(loaded.graph, codec.name, findings, notes=loaded.notes)
    if head.startswith(_ZIP):
        log.info("%s is read as a program of torch.export", place)
        imported = read_torch(place, registry, name=str(place))
        return Source(imported.graph, "torch", tuple(imported.findings), imported.declared())
    _refuse(place, foreign(head))
    if place.suffix.lower() == ".air":  # WHY: damage in its first bytes hides what it is, and its own reader says where
        loaded = _decoded(codec_named("ge-ir"), place, registry)
        return Source(loaded.graph, "ge-ir", loaded.findings, notes=loaded.notes)
    if head[0] in _PROTOBUF_STARTS or place.suffix.lower() == ".onnx":
        log.info("%s is read as ONNX", place)
        imported = read_onnx(place, registry, fixed=fixed)
        return Source(imported.graph, "onnx", tuple(imported.findings), imported.declared(), names=imported.names)
    known = "an ONNX model, a program of torch.export, GE-IR, .mdef, JSON or the text form"
    raise FileError.of("file-unrecognised", str(place), "the content is of no known format", expected=known)


def _decoded(codec: Codec, place: Path, registry: Registry | None) -> Loaded:
    """Raises FileError where the file breaks the grammar of its form: such a file is unreadable, not just wrong."""
    try:
        return codec.read(place, registry)
    except MetadefError as error:
        if any(item.name == "text-syntax" for item in error.findings) and not isinstance(error, FileError):
            raise FileError(error.findings) from error
        raise


def _head(path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            _refuse(path, foreign_folder({item.name for item in islice(path.iterdir(), _ENTRIES)}))
            raise FileError.of("file-missing", str(path), "is a folder", hint="a model file in it")
        # WHY: opening a pipe waits for a writer that may never come, and a device never ends
        if not stat.S_ISREG(mode):
            raise FileError.of("file-missing", str(path), "is a device or a pipe", hint="- reads standard input")
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
    except OSError as error:
        hint = _similar(path) if error.errno == errno.ENOENT else ""
        raise FileError.of("file-missing", str(path), f"cannot be opened: {error.strerror}", hint=hint) from error
    except ValueError as error:  # a NUL in the name
        raise FileError.of("file-missing", str(path), f"cannot be opened: {error}") from error
    if not head:
        raise FileError.of("file-truncated", str(path), "the file is empty", hint="the whole file")
    return head


def _similar(path: Path) -> str:
    """Files of nearly this name in the same folder."""
    from metadef.errors import did_you_mean

    try:
        names = [item.name for item in path.parent.iterdir()][:1000]
    except OSError:
        return ""
    return did_you_mean(path.name, names)


def _refuse(path: Path, found: tuple[str, str] | None) -> None:
    if found is not None:
        what, route = found
        raise FileError.of("file-unrecognised", str(path), f"is {what}", hint=route)
