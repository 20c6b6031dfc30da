"""What a pass is: a name, a place in the pipeline, and a `run` over a graph or a `visit` over its nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar

from metadef.errors import Finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.infer.engine import Inference
from metadef.types.known_value import KnownValue

__all__ = ["Context", "GraphPass", "NodePass", "Pass", "Refusal", "Stage"]


class Stage(Enum):
    """Where in the pipeline a pass runs; the order of the members is the order of the stages."""

    IMPORT = "import"
    BEFORE_INFER = "before_infer"
    AFTER_INFER = "after_infer"
    OPTIMIZE = "optimize"
    FUSION = "fusion"
    LAYOUT = "layout"
    AFTER_LAYOUT = "after_layout"
    FINALIZE = "finalize"

    @property
    def rank(self) -> int:
        return list(Stage).index(self)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a pass left something alone although it looked like its business."""

    node: str
    reason: str


@dataclass(slots=True)
class Context:
    """What a pass may use besides the graph."""

    inference: Inference = field(default_factory=Inference)  # known values; kept current between passes
    target: str = ""  # name of the chip, "" for none
    fold_limit_bytes: int = 64 << 20  # constant folding never makes a constant larger than this
    refusals: list[Refusal] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    current: str = ""  # name of the running pass

    def refuse(self, node: Node, reason: str) -> None:
        """Note a refusal; it is data for `metadef passes`, not a message."""
        self.refusals.append(Refusal(node.name, reason))

    def known(self, value: Value) -> KnownValue | None:
        """What inference knows of a value's elements."""
        return self.inference.value_of(value)

    def origin_of(self, *nodes: Node) -> Provenance:
        """The provenance of a node that replaces `nodes`."""
        names = dict.fromkeys(
            name for node in nodes for name in (node.origin.source_names if node.origin else (node.name,))
        )
        first = next((node.origin for node in nodes if node.origin), None)
        return Provenance(
            file=first.file if first else "",
            name=first.name if first else nodes[0].name if nodes else "",
            op=first.op if first else "",
            made_by=self.current,
            origins=tuple(names),
        )


class Pass:
    """Base of all passes. The class attributes are its contract with the manager."""

    name: ClassVar[str] = ""  # kebab-case
    stage: ClassVar[Stage] = Stage.OPTIMIZE
    requires: ClassVar[tuple[str, ...]] = ()  # passes that must have run before; missing ones are an error
    after: ClassVar[tuple[str, ...]] = ()  # run after these, where they are selected
    before: ClassVar[tuple[str, ...]] = ()  # run before these, where they are selected
    conflicts: ClassVar[tuple[str, ...]] = ()  # cannot be selected together
    invalidates: ClassVar[tuple[str, ...]] = ()  # passes whose work this one may undo: they run again in a fix-point
    priority: ClassVar[int] = 0  # tie-break: higher runs earlier


class GraphPass(Pass):
    """A pass over a whole graph at once."""

    def run(self, graph: Graph, context: Context) -> None:
        """Change the graph through its own methods; raising rolls everything back."""
        raise TypeError(f"{type(self).__name__} does not say what it does")


class NodePass(Pass):
    """A pass that looks at one node at a time; the manager repeats it around whatever changed, until nothing does."""

    ops: ClassVar[frozenset[str] | None] = None  # operators it looks at; None means all

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        """Change the node's surroundings through the graph's methods, or leave them alone."""
        raise TypeError(f"{type(self).__name__} does not say what it does")


Factory = Callable[[], Pass]
