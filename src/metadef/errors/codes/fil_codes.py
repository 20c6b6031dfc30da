"""Codes of the family FIL: files."""

from __future__ import annotations

from metadef.errors.codes.record import Code

__all__ = ["CODES"]

CODES: tuple[Code, ...] = (
    Code(
        "FIL001",
        "file-missing",
        "error",
        what="A file does not exist or cannot be opened.",
        why="There is nothing to read.",
        bad="model.onx",
        good="model.onnx",
    ),
    Code(
        "FIL002",
        "file-unrecognised",
        "error",
        what="The content is of no known format.",
        why="It cannot be read.",
        bad="a PNG",
        good="an ONNX model",
    ),
    Code(
        "FIL003",
        "file-truncated",
        "error",
        what="The file ends before its content does.",
        why="Part of the model is missing.",
        bad="a download that broke off",
        good="the whole file",
    ),
    Code(
        "FIL004",
        "file-corrupt",
        "error",
        what="The content contradicts itself or its checksum.",
        why="Reading on would give wrong results.",
        bad="a flipped byte",
        good="the original file",
    ),
    Code(
        "FIL005",
        "external-data-missing",
        "error",
        what="A tensor's external data file does not exist or is too short.",
        why="The weights are not there.",
        bad="model.onnx without weights.bin",
        good="both files in one folder",
    ),
    Code(
        "FIL006",
        "external-data-escapes",
        "error",
        what="An external data path leaves the model's folder.",
        why="A model must not read other files of the machine.",
        bad="location: ../../etc/passwd",
        good="location: weights.bin",
    ),
    Code(
        "FIL007",
        "file-too-large",
        "error",
        what="A declared size exceeds what the file can hold or the limit.",
        why="It is an attack or a corrupt file.",
        bad="a 3 GB tensor in a 1 kB file",
        good="a truthful size",
    ),
    Code(
        "FIL008",
        "file-write",
        "error",
        what="The output cannot be written.",
        why="The result is not saved.",
        bad="-o /",
        good="-o model.mdef",
    ),
    Code(
        "FIL009",
        "format-unknown-extension",
        "error",
        what="No writer exists for the requested extension.",
        why="It is unclear what to write.",
        bad="-o model.xyz",
        good="-o model.mdef",
    ),
    Code(
        "FIL010",
        "tensor-malformed",
        "error",
        what="A tensor's data does not match its type and shape.",
        why="Its elements cannot be read.",
        bad="4 floats for shape [3]",
        good="3 floats",
    ),
)
