"""Codes of the family GRF: graph structure."""

from __future__ import annotations

from metadef.errors.codes.record import Code

__all__ = ["CODES"]

CODES: tuple[Code, ...] = (
    Code(
        "GRF001",
        "cycle",
        "error",
        what="Nodes feed each other in a circle.",
        why="There is no order to run them in.",
        bad="%a = Relu(%b); %b = Relu(%a)",
        good="a graph without cycles; loops use While",
    ),
    Code(
        "GRF002",
        "duplicate-name",
        "error",
        what="Two nodes have the same name.",
        why="References by name become ambiguous.",
        bad="two nodes called conv1",
        good="conv1 and conv1_1",
    ),
    Code(
        "GRF003",
        "dangling-input",
        "error",
        what="A node reads a value that nothing produces.",
        why="The graph is incomplete.",
        bad="%y = Relu(%missing)",
        good="a graph input or a node that produces it",
    ),
    Code(
        "GRF004",
        "broken-use-list",
        "error",
        what="The use list of a value disagrees with the inputs of its readers.",
        why="An edit went round the Graph's methods; later edits would corrupt the graph.",
        bad="writing into node.inputs",
        good="graph.replace_input(...)",
    ),
    Code(
        "GRF005",
        "unknown-output",
        "error",
        what="A graph output names a value that does not exist.",
        why="The result cannot be delivered.",
        bad='output "prob" without a producer',
        good="an output of a node",
    ),
    Code(
        "GRF006",
        "foreign-value",
        "error",
        what="A node was given a value of another graph.",
        why="Graphs own their values; sharing breaks editing and saving.",
        bad="extend(...) with another graph's value",
        good="a subgraph input",
    ),
    Code(
        "GRF007",
        "text-syntax",
        "error",
        what="The text form of a graph cannot be read.",
        why="It breaks the grammar at the given place.",
        bad="%y = Relu(%x",
        good="%y = Relu(%x)",
    ),
    Code(
        "GRF008",
        "value-in-use",
        "error",
        what="A node is removed while its outputs are still read.",
        why="Its readers would dangle.",
        bad="remove(conv) before its readers",
        good="replace_uses(...) first",
    ),
    Code(
        "GRF009",
        "subgraph-mismatch",
        "error",
        what="A control-flow node and its subgraph disagree in their inputs or outputs.",
        why="Arguments are passed by position.",
        bad="If whose branches return different counts",
        good="branches with equal signatures",
    ),
    Code(
        "GRF010",
        "no-outputs",
        "warning",
        what="A model has no outputs.",
        why="Nothing in it is needed, so everything is removed; most often the file is incomplete.",
        bad="a graph without outputs",
        good="the results listed as graph outputs",
    ),
    Code(
        "GRF011",
        "graphs-differ",
        "error",
        what="Two graphs that were compared differ here.",
        why="`metadef diff` was asked to find it.",
        bad="metadef diff old.mdef new.mdef, and an attribute has another value",
        good="equal graphs, whatever their files' forms",
    ),
)
