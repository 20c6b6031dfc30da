"""The commands: name to `"module:object"` and the sentence of the help. A new command is one file and one line here."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["COMMANDS", "Entry"]


class Entry(NamedTuple):
    """Where a command lives, and what `metadef --help` says of it."""

    target: str
    summary: str


COMMANDS: dict[str, Entry] = {
    "compile": Entry("metadef.cli.compile:command", "Import, check, infer, optimise, lay out, plan memory, save."),
    "check": Entry("metadef.cli.check:command", "Say everything that is wrong with a model."),
    "show": Entry("metadef.cli.show:command", "Print a graph of any format."),
    "diff": Entry("metadef.cli.diff:command", "Compare two graphs of any formats."),
    "convert": Entry("metadef.cli.convert:command", "A graph from any format to any other."),
    "infer": Entry("metadef.cli.infer:command", "Infer shapes, types and elements, and say where they came from."),
    "run": Entry("metadef.cli.run:command", "Compute a model on the reference kernels."),
    "compare": Entry("metadef.cli.compare:command", "Compare two models, or one with onnxruntime, by numbers."),
    "bisect": Entry("metadef.cli.bisect:command", "Find the change of a pass that breaks a model's numbers."),
    "layout": Entry("metadef.cli.layout:command", "Choose storage formats, of a model or of an abstract problem."),
    "memory": Entry("metadef.cli.memory:command", "Plan memory, of a model or of a CSV of buffers."),
    "ops": Entry("metadef.cli.ops:command", "List, show, search, check, import and export operators."),
    "gen": Entry("metadef.cli.gen:command", "Headers, schemas, builders and the reference, from the definitions."),
    "compat": Entry("metadef.cli.compat:command", "What breaks between two sets of operators, and for whom."),
    "passes": Entry("metadef.cli.passes:command", "List the passes and explain their order."),
    "soc": Entry("metadef.cli.soc:command", "List and show chips."),
    "atc": Entry("metadef.cli.atc.command:command", "ATC's own flags and modes, for what needs no NPU."),
    "explain": Entry("metadef.cli.explain:command", "Print the page of a finding's code."),
}
