"""GE-IR as file formats: protobuf's binary and text form, and the two dumps for people, which are only read."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from metadef.codec.base import Codec, Loaded
from metadef.codec.ge_ir.recognise import is_ge_ir
from metadef.errors import FileError
from metadef.graph.graph import Graph
from metadef.ops.registry import Registry

__all__ = ["BINARY", "ONNX_SHAPED", "READABLE", "TEXT"]

_LIMIT_BYTES = 1 << 30  # of a text
_BLANK = r"(?:\s|#[^\n]*\n)*"
_TEXT_HEAD = re.compile(rf"{_BLANK}(?:name\s*:|version\s*:|custom_version\s*:|(?:graph|attr|attr_groups)\s*:?\s*\{{)")
_ONNX_HEAD = re.compile(rf"{_BLANK}(?:ir_version|producer_name)\s*:")
_READABLE_HEAD = re.compile(r'\s*graph\s*\(\s*"(?:[^"\\\n]|\\.)*"\s*\)\s*:\s*\n')


def _begins(pattern: re.Pattern[str]) -> Callable[[bytes], bool]:
    def recognises(head: bytes) -> bool:
        return pattern.match(head.decode("utf-8", "replace").removeprefix("\ufeff")) is not None

    return recognises


def _read_binary(path: Path, registry: Registry | None) -> Loaded:
    from metadef.codec.ge_ir.read import read_ge_ir
    from metadef.wire.mapped import open_mapped

    return read_ge_ir(open_mapped(path), registry, subject=str(path), file=str(path))


def _write_binary(graph: Graph, path: Path) -> None:
    from metadef.codec.atomic import write_atomically
    from metadef.codec.ge_ir.write import write_chunks

    write_atomically(path, write_chunks(graph, str(path)))


def _text(path: Path) -> str:
    if path.stat().st_size > _LIMIT_BYTES:
        raise FileError.of("file-too-large", str(path), "a text may have one gigabyte", hint="the binary form, .air")
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError.of("file-corrupt", str(path), f"is not UTF-8 at byte {error.start}") from error


def _read_text(path: Path, registry: Registry | None) -> Loaded:
    from metadef.codec.ge_ir.text import read_ge_ir_text

    return read_ge_ir_text(_text(path), registry, subject=str(path))


def _write_text(graph: Graph, path: Path) -> None:
    from metadef.codec.atomic import write_atomically
    from metadef.codec.ge_ir.text import ge_ir_text

    write_atomically(path, ge_ir_text(graph, str(path)).encode())


def _read_onnx_shaped(path: Path, registry: Registry | None) -> Loaded:
    from metadef.codec.ge_ir.onnx_shaped import onnx_shaped_model
    from metadef.codec.ge_ir.schema import text_schema
    from metadef.codec.ge_ir.text_read import text_to_binary

    content = text_to_binary(_text(path), text_schema("ge_onnx", "ModelProto"), str(path))
    return _of_model(onnx_shaped_model(content, str(path)), registry, str(path))


def _read_readable(path: Path, registry: Registry | None) -> Loaded:
    from metadef.codec.ge_ir.readable import readable_model

    return _of_model(readable_model(_text(path), str(path)), registry, str(path))


def _of_model(model: Any, registry: Registry | None, subject: str) -> Loaded:
    from metadef.codec.ge_ir.read import read_ge_ir

    return read_ge_ir(model.SerializeToString(deterministic=True), registry, subject=subject)


BINARY = Codec("ge-ir", (".air", ".pb"), is_ge_ir, _read_binary, _write_binary)
TEXT = Codec("ge-ir-text", (".txt",), _begins(_TEXT_HEAD), _read_text, _write_text, is_text=True)
ONNX_SHAPED = Codec("ge-onnx", (".pbtxt",), _begins(_ONNX_HEAD), _read_onnx_shaped, is_text=True)
READABLE = Codec("ge-readable", (), _begins(_READABLE_HEAD), _read_readable, is_text=True)
