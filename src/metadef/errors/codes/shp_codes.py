"""Codes of the family SHP: shapes."""

from __future__ import annotations

from metadef.errors.codes.record import Code

__all__ = ["CODES"]

CODES: tuple[Code, ...] = (
    Code(
        "SHP001",
        "shape-mismatch",
        "error",
        what="Shapes that must agree do not.",
        why="The operator is undefined for them. CANN says EZ9999 with the text of one C++ line.",
        bad="MatMulV2 of [2, 64] and [9216, 8]",
        good="MatMulV2 of [2, 64] and [64, 8]",
    ),
    Code(
        "SHP002",
        "rank-mismatch",
        "error",
        what="A tensor has another number of dimensions than the operator takes.",
        why="Its axes would be misread.",
        bad="Conv2D with x of rank 3",
        good="Conv2D with x of rank 4",
    ),
    Code(
        "SHP003",
        "shape-unknown",
        "warning",
        what="A shape cannot be determined at compile time.",
        why="Memory cannot be planned exactly and kernels are selected for dynamic shapes.",
        bad="Reshape by a run-time tensor",
        good="Reshape by a constant, or a symbolic input shape",
    ),
    Code(
        "SHP004",
        "shape-contradiction",
        "error",
        what="Two places demand different sizes of one dimension.",
        why="No input satisfies both.",
        bad="batch = 4 and batch = 8",
        good="one size",
    ),
    Code(
        "SHP005",
        "axis-out-of-range",
        "error",
        what="An axis attribute points outside the tensor's rank.",
        why="There is no such axis.",
        bad="SoftmaxV2 {axes = [4]} on rank 3",
        good="SoftmaxV2 {axes = [-1]}",
    ),
    Code(
        "SHP006",
        "declared-shape-differs",
        "warning",
        what="The file declares another shape than the one that follows from its operators.",
        why="One of the two is wrong; the inferred one is used.",
        bad="y declared [1, 10], inferred [1, 1000]",
        good="declarations that agree",
    ),
    Code(
        "SHP007",
        "shape-rule-failed",
        "error",
        what="An operator's own inference rule raised an error.",
        why="Its outputs stay unknown.",
        bad="a plug-in rule that divides by zero",
        good="a rule that reports findings",
    ),
    Code(
        "SHP008",
        "shape-rule-missing",
        "warning",
        what="An operator has no shape rule.",
        why="Its outputs, and all that depends on them, stay unknown.",
        bad='op("Mine") without .shape(...)',
        good='op("Mine").shape(same)',
    ),
    Code(
        "SHP009",
        "bad-dim",
        "error",
        what="A dimension is neither an integer >= 0 of at most 63 bits nor a well-formed expression.",
        why="No tensor has it.",
        bad="[2, -5] or [2*seq+]",
        good="[2, 5] or [2*seq+1]",
    ),
    Code(
        "SHP010",
        "dim-too-large",
        "warning",
        what="A symbolic dimension grew past the limits of an expression.",
        why="It is left unknown, so that no model can exhaust the machine.",
        bad="a product of 100 different symbols",
        good="--set batch=8, which makes symbols numbers",
    ),
    Code(
        "SHP011",
        "index-out-of-range",
        "error",
        what="An index that is known at compile time points outside of the axis that it selects from.",
        why="There is no such element; chips give zeros, another element or an error.",
        bad="GatherV2 with index 5 along an axis of size 2",
        good="indices from -2 to 1",
    ),
)
