"""Codes of the family PAS: passes."""

from __future__ import annotations

from metadef.errors.codes.record import Code

__all__ = ["CODES"]

CODES: tuple[Code, ...] = (
    Code(
        "PAS001",
        "pass-cycle",
        "error",
        what="Passes require each other in a circle.",
        why="No order satisfies them.",
        bad="a requires b, b requires a",
        good="one of the two dropped",
    ),
    Code(
        "PAS002",
        "pass-missing",
        "error",
        what="A pass requires one that is not registered.",
        why="It would run without what it relies on.",
        bad='requires = ("fodl",)',
        good='requires = ("constant-folding",)',
    ),
    Code(
        "PAS003",
        "pass-failed",
        "error",
        what="A pass raised an error; the graph was rolled back to before it.",
        why="Its optimisation is missing from the result.",
        bad="a pass that indexes past the inputs",
        good="a mended pass",
    ),
    Code(
        "PAS004",
        "pass-broke-graph",
        "error",
        what="A pass left a graph that does not verify; it was rolled back.",
        why="Everything after it would be wrong.",
        bad="a node removed while in use",
        good="edits through the Graph's methods",
    ),
    Code(
        "PAS005",
        "pass-not-converging",
        "warning",
        what="A fix-point pass still changed the graph at its round limit.",
        why="Two rewrites probably undo each other.",
        bad="A to B and B to A",
        good="one canonical direction",
    ),
    Code(
        "PAS006",
        "pass-conflict",
        "error",
        what="Two passes that exclude each other are both selected.",
        why="They would undo each other.",
        bad="fuse-a and split-a",
        good="one of the two",
    ),
    Code(
        "PAS007",
        "unknown-pass",
        "error",
        what="No pass has this name.",
        why="The pipeline cannot be built.",
        bad="--passes fodl",
        good="--passes constant-folding",
    ),
    Code(
        "PAS008",
        "numerics-changed",
        "error",
        what="The outputs differ after a pass by more than the tolerance.",
        why="The pass changes what the model computes.",
        bad="a wrong epsilon in a fold",
        good="a mended pass",
    ),
    Code(
        "PAS009",
        "switch-malformed",
        "error",
        what="A fusion switch file, or an entry of it, cannot be read.",
        why="It is unclear which passes are meant to run.",
        bad="SoftmaxFusionPass:maybe",
        good="SoftmaxFusionPass:off",
    ),
    Code(
        "PAS010",
        "switch-without-effect",
        "info",
        what="A switch names a pass of CANN whose work nothing here does.",
        why="On or off, the result is the same.",
        bad="EinsumPass:off",
        good="the entry left out",
    ),
)
