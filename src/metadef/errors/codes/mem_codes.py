"""Codes of the family MEM: memory plans."""

from __future__ import annotations

from metadef.errors.codes.record import Code

__all__ = ["CODES"]

CODES: tuple[Code, ...] = (
    Code(
        "MEM001",
        "buffers-overlap",
        "error",
        what="Two buffers that are alive at the same time share addresses.",
        why="One overwrites the other.",
        bad="a [0, 64) and b [32, 96)",
        good="disjoint addresses",
    ),
    Code(
        "MEM002",
        "over-capacity",
        "error",
        what="The plan needs more bytes than the capacity.",
        why="It does not fit on the device.",
        bad="peak 12 MiB, capacity 8 MiB",
        good="a smaller batch or another order",
    ),
    Code(
        "MEM003",
        "misaligned",
        "error",
        what="A buffer's offset breaks its alignment.",
        why="Hardware moves data in aligned blocks.",
        bad="offset 100, alignment 512",
        good="offset 512",
    ),
    Code(
        "MEM004",
        "bad-buffer",
        "error",
        what="A buffer has an impossible size or lifetime.",
        why="It cannot be planned.",
        bad="lower 5, upper 5",
        good="lower < upper",
    ),
    Code(
        "MEM005",
        "bad-csv",
        "error",
        what="A CSV of buffers is malformed.",
        why="It cannot be planned.",
        bad="a missing size column",
        good="id,lower,upper,size",
    ),
    Code(
        "MEM006",
        "size-unknown",
        "warning",
        what="A buffer's size depends on a symbol without an upper bound.",
        why="It is left out of the plan.",
        bad="batch without range",
        good="--set batch=8",
    ),
    Code(
        "MEM007",
        "fixed-offset-moved",
        "error",
        what="A plan moves a buffer whose offset is given.",
        why="Something outside the plan relies on the address.",
        bad="fixed at 512, planned at 0",
        good="512",
    ),
    Code(
        "MEM008",
        "group-broken",
        "error",
        what="The members of a contiguous group do not follow one another.",
        why="The operator that reads them takes one address for the whole row.",
        bad="a [0, 64), b [128, 192)",
        good="a [0, 64), b [64, 128)",
    ),
    Code(
        "MEM009",
        "fixed-offsets-clash",
        "error",
        what="Two buffers with given offsets share addresses while both are alive.",
        why="No plan can exist.",
        bad="a fixed at 0, size 64; b fixed at 32; both alive",
        good="b fixed at 64",
    ),
    Code(
        "MEM010",
        "unknown-node",
        "error",
        what="An option names a node or operator that the model does not have.",
        why="It would have no effect.",
        bad="--no-reuse conv_l",
        good="--no-reuse conv_1",
    ),
    Code(
        "MEM011",
        "plan-mismatch",
        "error",
        what="A stored execution plan is not a plan of the graph beside it.",
        why="Running the graph by it would overwrite values that are still needed.",
        bad="a plan with another order of nodes than the graph",
        good="the plan that was saved with the graph",
    ),
)
