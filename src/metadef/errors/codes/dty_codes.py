"""Codes of the family DTY: data types."""

from __future__ import annotations

from metadef.errors.codes.record import Code

__all__ = ["CODES"]

CODES: tuple[Code, ...] = (
    Code(
        "DTY001",
        "dtype-not-allowed",
        "error",
        what="A tensor's data type is not among those that the port accepts.",
        why="No kernel exists for it. CANN says EZ3002.",
        bad="Relu of STRING",
        good="Relu of FLOAT16",
    ),
    Code(
        "DTY002",
        "dtype-mismatch",
        "error",
        what="Ports that share a data-type symbol got different types.",
        why="They must be equal; insert a Cast.",
        bad="Add of FLOAT and FLOAT16",
        good="Add of FLOAT and Cast(FLOAT)",
    ),
    Code(
        "DTY003",
        "dtype-unknown",
        "error",
        what="An output's data type cannot be derived.",
        why="Nothing after it can be checked.",
        bad="an output with a symbol that no input binds",
        good="a symbol that an input or attribute binds",
    ),
)
