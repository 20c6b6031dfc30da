"""Codes of the family FMT: formats and layout."""

from __future__ import annotations

from metadef.errors.codes.record import Code

__all__ = ["CODES"]

CODES: tuple[Code, ...] = (
    Code(
        "FMT001",
        "format-unsupported",
        "error",
        what="An operator on this target has no column for the required format.",
        why="The graph cannot be laid out.",
        bad="Conv2D fixed to ND",
        good="Conv2D in NC1HWC0",
    ),
    Code(
        "FMT002",
        "transfer-missing",
        "error",
        what="There is no conversion between two formats.",
        why='No TransData can be inserted. CANN says "do not support trans from A to B".',
        bad="FRACTAL_Z to NC1HWC0",
        good="a route over NCHW",
    ),
    Code(
        "FMT003",
        "format-conflict",
        "error",
        what="Two operators demand different origin formats of one tensor.",
        why="Its axes cannot mean both.",
        bad="NCHW and NHWC on one value",
        good="a Transpose between them",
    ),
    Code(
        "FMT004",
        "layout-infeasible",
        "error",
        what="No assignment of formats satisfies all operators.",
        why="The graph cannot run on the target.",
        bad="a fixed format that nothing can reach",
        good="a conversion or another column",
    ),
    Code(
        "FMT005",
        "bad-problem",
        "error",
        what="A layout problem file is malformed.",
        why="It cannot be solved.",
        bad="a consumer of an undeclared value",
        good="every value declared once",
    ),
)
