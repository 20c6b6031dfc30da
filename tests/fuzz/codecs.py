"""What is fuzzed: one line a codec — how seeds are made, how a file is read, and what makes a mutant look whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from fuzz.seeds import (
    ge_ir_dumps,
    ge_ir_files,
    json_files,
    mdef_files,
    om_files,
    om_relengthed,
    onnx_files,
    operators,
    text_files,
)
from mdef_tools import resealed
from metadef.codec.base import codec_named
from metadef.codec.mdef.graph_file import GraphFile
from metadef.frontend.onnx import read_onnx

__all__ = ["CODECS", "Subject"]


class Subject(NamedTuple):
    """A reader under attack."""

    suffix: str
    seeds: Callable[[], list[bytes]]  # whole files
    read: Callable[[Path], object]
    disguise: Callable[[bytes], bytes] | None = None  # checksums made right, so that damage gets past them


def _registered(name: str) -> Callable[[Path], object]:
    codec = codec_named(name)
    return lambda place: codec.read(place, operators())


def _questions(place: Path) -> object:
    """Everything that an .mdef file answers, and the graph."""
    file = GraphFile.open(place)
    file.stats(), file.ops(), file.inputs(), file.outputs(), file.find("x"), file.plans, file.ignored
    return file.load()


CODECS: dict[str, Subject] = {
    "mdef": Subject(".mdef", mdef_files, _questions, resealed),
    "json": Subject(".json", json_files, _registered("json")),
    "text": Subject(".mdt", text_files, _registered("text")),
    "onnx": Subject(".onnx", onnx_files, read_onnx),
    "ge-ir": Subject(".air", ge_ir_files, _registered("ge-ir")),
    "ge-ir-text": Subject(".txt", ge_ir_dumps, _registered("ge-ir-text")),
    "om": Subject(".om", om_files, _registered("om"), om_relengthed),
}
