"""Opening a model: bytes to an `onnx.ModelProto` whose large payloads stay in the file."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from metadef.errors import FileError, finding
from metadef.wire.external import ExternalFiles
from metadef.wire.mapped import open_mapped
from metadef.wire.parse import parse_message
from metadef.wire.scan import ONNX_MODEL, strip_payloads

__all__ = ["Source", "open_source"]

_SAMPLE = 256  # bytes looked at to tell text from protobuf


@dataclass(slots=True, eq=False)
class Source:
    """An opened model and where its bytes are."""

    label: str  # what findings call it: the file's name
    path: str  # "" for bytes
    model: Any  # onnx.ModelProto of the private pool
    payloads: tuple[memoryview, ...]  # cut out of the message, by number
    content: memoryview  # the file
    files: ExternalFiles | None  # None for bytes, which have no folder
    opened: dict[str, str] = field(default_factory=dict[str, str])  # external location: path, for messages

    def external_path(self, location: str) -> str:
        """Where an external location leads, for messages and for saving without a copy."""
        found = self.opened.get(location)
        if found is None:
            found = self.opened[location] = os.fspath(Path(self.path).parent / location)
        return found


def open_source(source: str | os.PathLike[str] | bytes | memoryview, name: str | None = None) -> Source:
    """Open a path, or take the bytes of a model.

    Raises:
        FileError: file-missing, file-unrecognised for what is no ONNX model, file-truncated, file-corrupt or
            file-too-large.
    """
    if isinstance(source, bytes | memoryview):
        path, label, content = "", name or "model", memoryview(source)
        files = None
    else:
        path = os.fspath(source)
        # WHY: the label goes into messages and files, and neither takes bytes of a file name that are no Unicode
        label = name or Path(path).name.encode("utf-8", "backslashreplace").decode()
        content = open_mapped(path, subject=label)
        files = ExternalFiles(path)
    _refuse_other_formats(content, label)
    stripped = strip_payloads(content, ONNX_MODEL, subject=label)
    model = parse_message("onnx.ModelProto", stripped.message, subject=label)
    if not model.HasField("graph"):
        raise FileError(
            finding(
                "file-truncated",
                label,
                "the model has no graph: this is a part of an ONNX file, or none",
                expected="a ModelProto with a graph",
                got=f"{len(content)} bytes without one",
                hint="getting the whole file again",
            )
        )
    return Source(label, path, model, stripped.payloads, content, files)


def _refuse_other_formats(content: memoryview, label: str) -> None:
    sample = bytes(content[:_SAMPLE])
    if not sample:
        what = "the file is empty"
    elif sample.startswith(b"PK\x03\x04"):
        what = "this is a zip archive, such as a torch checkpoint or a SavedModel"
    elif sample[4:8] == b"TFL3":
        what = "this is a TFLite model"
    elif _is_text(sample):
        what = "this is a text file"
    else:
        return
    raise FileError(finding("file-unrecognised", label, what, expected="an ONNX model", hint="exporting it to ONNX"))


def _is_text(sample: bytes) -> bool:
    """Printable from the first byte: a ModelProto begins with a small tag and a version number."""
    text = sample.decode("utf-8", "ignore")
    return len(text) > 3 and all(letter.isprintable() or letter in "\t\r\n" for letter in text)
