"""What a pass is: a name, a place in the pipeline, and a `run` over a graph or a `visit` over its nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, TypeAlias

from metadef.errors import Finding, UsageError, did_you_mean
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.infer.engine import Inference
from metadef.types.known_value import KnownValue

__all__ = ["Context", "GraphPass", "NodePass", "OptionValue", "Pass", "Refusal", "Scope", "Stage"]

OptionValue: TypeAlias = "bool | int | float | str"


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


class Scope(Enum):
    """What a pass is shown at once."""

    GRAPH = "graph"  # the model as a whole: called once, with the outermost graph
    SUBGRAPH = "subgraph"  # the outermost graph and every graph below it, one call each
    NODE = "node"  # the same, and there one node at a time


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
    gate: Callable[[Node], bool] | None = None  # the manager's answer to `may_change`

    def may_change(self, node: Node) -> bool:
        """For a pass over whole graphs, before each of its changes: whether it may be made.

        Passes that ask have their changes counted one by one, so that bisection finds the single one that is wrong;
        a run of a pass that does not ask counts as one change.
        """
        return self.gate is None or self.gate(node)

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
    scope: ClassVar[Scope] = Scope.SUBGRAPH
    parameters: ClassVar[Mapping[str, OptionValue]] = {}  # what `name{key=value}` may set, with the defaults

    max_changes: int | None = None  # `{max=8}`: how many changes a run may make
    max_rounds: int | None = None  # `{rounds=4}`: rounds of the fix-point
    max_seconds: float | None = None  # `{seconds=2}`: time limit
    off: frozenset[str] = frozenset()  # rules that a switch turned off

    def option(self, name: str) -> OptionValue:
        """A parameter's value.

        Raises:
            KeyError: if the pass declares no such parameter.
        """
        return self.__dict__.get(f"option {name}", self.parameters[name])

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Set parameters: its own, and `max`, `rounds` and `seconds`, which every pass has.

        Raises:
            UsageError: for unknown names and for values of another kind.
        """
        for name, value in options.items():
            subject = f"pass {self.name}"
            default = self.parameters.get(name, _COMMON.get(name))
            if default is None:
                known = (*self.parameters, *_COMMON)
                hint = did_you_mean(name, known) or ", ".join(known)
                raise UsageError.of("bad-usage", subject, f"has no parameter {name[:60]!r}", hint=hint)
            if type(default) is float and type(value) is int:
                value = float(value)
            is_below = name in _COMMON and not isinstance(value, str) and value <= 0
            if type(value) is not type(default) or is_below:
                expected = f"{type(default).__name__}, such as {default}"
                message = f"parameter {name!r} cannot take this value"
                raise UsageError.of("bad-usage", subject, message, expected=expected, got=repr(value)[:60])
            self.__dict__[_FIELDS.get(name, f"option {name}")] = value


_COMMON: dict[str, OptionValue] = {"max": 8, "rounds": 32, "seconds": 60.0}  # examples, for messages
_FIELDS = {"max": "max_changes", "rounds": "max_rounds", "seconds": "max_seconds"}


class GraphPass(Pass):
    """A pass over a whole graph at once."""

    def run(self, graph: Graph, context: Context) -> None:
        """Change the graph through its own methods; raising rolls everything back."""
        raise TypeError(f"{type(self).__name__} does not say what it does")


class NodePass(Pass):
    """A pass that looks at one node at a time; the manager repeats it around whatever changed, until nothing does."""

    scope: ClassVar[Scope] = Scope.NODE
    ops: ClassVar[frozenset[str] | None] = None  # operators it looks at; None means all
    reach: ClassVar[int] = 4  # edges up that a visit looks at; readers that far below a change are visited

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        """Change the node's surroundings through the graph's methods, or leave them alone."""
        raise TypeError(f"{type(self).__name__} does not say what it does")


Factory = Callable[[], Pass]
