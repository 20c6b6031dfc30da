"""Codes of the family CMP: compatibility."""

from __future__ import annotations

from metadef.errors.codes.record import Code

__all__ = ["CODES"]

CODES: tuple[Code, ...] = (
    Code(
        "CMP001",
        "version-too-new",
        "error",
        what="A file was written by a newer major version of its format.",
        why="Its meaning may have changed.",
        bad="major 2 read by a reader of 1",
        good="a newer metadef, or --target-version 1",
    ),
)
