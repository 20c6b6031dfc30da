"""Passes made of rules: a pattern, and what to compute instead. One sweep for all rules of a pass.

Where several rules fit a node, the one with the greatest gain is applied; and where another match shares nodes with it
and gains more, that one is applied instead. A rule's replacement is inferred and compared with what it replaces:
another type or shape takes everything back. So do a target without the operator, and a replacement that costs more.

A match with one root cannot close a circle: it is self-contained, so what feeds the replacement does not depend on what
it replaces. Matches with further roots or values that escape are checked for circles.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from metadef.errors import MetadefError
from metadef.graph.binding import InputLike
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.infer.engine import infer
from metadef.ops.builtin import CONST
from metadef.passes.base import Context, NodePass
from metadef.passes.fusion_constraints import illegal_on, refuses_fusion
from metadef.patterns.expression import Call, depth
from metadef.patterns.matching import Match, Needs, Trace, escaping, find_match, needed_operators
from metadef.types.tensor_value import TensorValue

__all__ = ["Rewrite", "RewritePass", "Rule"]

_MOST_RIVALS = 64  # roots that are tried for a better overlapping match


@dataclass(slots=True)
class Rewrite:
    """One application of a rule: what was matched, and the means to build what replaces it."""

    graph: Graph
    context: Context
    match: Match
    origin: Provenance
    also: dict[Value, Value] = field(default_factory=dict[Value, Value])  # further old values and their new ones
    made: list[Node] = field(default_factory=list[Node])

    @property
    def root(self) -> Node:
        return self.match.root

    def add(
        self,
        op: str,
        inputs: Sequence[InputLike],
        attrs: Mapping[str, object] | None = None,
        output_counts: Sequence[int] | None = None,
    ) -> Node:
        """A new node with inferred outputs.

        Raises:
            MetadefError: if the call is not legal; the rule is then refused.
        """
        name = self.graph.unique_name(f"{self.root.name}_new")
        node = self.graph.add(op, inputs, attrs, name=name, origin=self.origin, output_counts=output_counts)
        known = len(self.context.inference.findings)
        infer(self.graph, [node], self.context.inference)
        problems = self.context.inference.findings[known:]
        if problems:
            del self.context.inference.findings[known:]
            raise MetadefError(problems)
        self.made.append(node)
        return node

    def constant(self, array: object, like: Value | None = None) -> Value:
        """A new constant; `like` lends its type, and where the shape is the same its whole descriptor."""
        tensor = array if isinstance(array, TensorValue) else TensorValue.from_array(array)
        if like is not None and tensor.dtype is not like.desc.dtype:
            import numpy as np

            tensor = TensorValue.from_array(np.asarray(array).astype(like.desc.dtype.numpy), like.desc.dtype)
        name = self.graph.unique_name(f"{self.root.name}_const")
        value = self.graph.constant(tensor, name, origin=self.origin)
        if like is not None and like.desc.origin_shape == value.desc.shape and like.desc.value_range is None:
            self.graph.set_desc(value, like.desc)
        return value


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and its replacement; `build` returns the new value, or the reason why it does not apply.

    With `siblings`, further roots, it returns one value for each root.
    """

    name: str
    pattern: Call
    build: Callable[[Rewrite], Value | tuple[Value, ...] | str]
    fuses: bool = False  # counts as a fusion: the new nodes are `made_by` "fuse-<name>"
    may_escape: tuple[str, ...] = ()  # captures that others may read; `build` puts their successors into `also`
    siblings: tuple[Call, ...] = ()
    gain: Callable[[Match], float] | None = None  # what it is worth; by default the nodes that the match has
    cost: Callable[[Node], float] | None = None  # the new nodes may cost no more than what they replace

    def gain_of(self, match: Match) -> float:
        """How much one application is worth."""
        return self.gain(match) if self.gain is not None else float(len(match.nodes))

    def find(self, node: Node, trace: Trace | None = None) -> Match | None:
        """The match with its root at `node`."""
        return find_match(self.pattern, node, trace, self.siblings)


class RewritePass(NodePass):
    """Applies the rule with the greatest gain; rules are found by the operator at their root."""

    rules: ClassVar[tuple[Rule, ...]] = ()
    _index: ClassVar[Mapping[str, Sequence[tuple[Rule, Needs]]]]
    _depth: ClassVar[int]  # nodes of the deepest pattern from the root down

    def __init_subclass__(cls) -> None:
        index: defaultdict[str, list[tuple[Rule, Needs]]] = defaultdict(list)
        for rule in cls.rules:
            for op in sorted(rule.pattern.ops) or [""]:
                index[op].append((rule, needed_operators(rule.pattern)))
        cls._index = dict(index)
        cls._depth = max((depth(rule.pattern) for rule in cls.rules), default=0)
        cls.ops = None if "" in index else frozenset(index)
        cls.reach = 3 + max((depth(rule.pattern) for rule in cls.rules), default=0)  # builders look a little further

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        """Apply the best of the rules whose root is this operator, unless a rival that shares nodes is better."""
        for rule, match in self.matches(node):
            rival = self._rival(match, rule.gain_of(match))
            if rival is not None and _apply(*rival, graph, context):
                return
            if all(one.is_alive for one in match.nodes) and _apply(rule, match, graph, context):
                return

    def matches(self, node: Node) -> list[tuple[Rule, Match]]:
        """The matches with their root at a node, greatest gain first; equal ones in the order of the rules."""
        found: list[tuple[Rule, Match]] = []
        read = {value.producer.proto.name for value in node.inputs if value is not None}
        for rule, needs in (*self._index.get(node.proto.name, ()), *self._index.get("", ())):
            if any(need.isdisjoint(read) for need in needs) or rule.name in self.off:
                continue  # WHY first: most nodes fail here, before any matching
            match = rule.find(node)
            if match is not None:
                found.append((rule, match))
        if len(found) > 1:
            found.sort(key=lambda item: -item[0].gain_of(item[1]))
        return found

    def _rival(self, match: Match, gain: float) -> tuple[Rule, Match] | None:
        """The best self-contained match that shares a node with `match` and gains more than it."""
        inside = set(match.nodes)
        best: tuple[Rule, Match] | None = None
        for node in _neighbours(match, self._depth):
            for rule, other in self.matches(node):
                worth = rule.gain_of(other)
                if worth <= gain:
                    break
                if not inside.isdisjoint(other.nodes) and not _escape(rule, other):
                    best, gain = (rule, other), worth
        return best

    @staticmethod
    def attempt(rule: Rule, match: Match, context: Context) -> str:
        """Why a rule does not apply to a match; empty if it does. Whatever it did is taken back."""
        graph = match.root.graph
        mark, known = graph.mark(), len(context.refusals)
        applied = _apply(rule, match, graph, context)
        reasons = [item.reason.removeprefix(f"{rule.name}: ") for item in context.refusals[known:]]
        del context.refusals[known:]
        if applied:
            graph.rollback(mark)
        return "" if applied else reasons[-1]

    @classmethod
    def why_not(cls, node: Node, rule_name: str = "") -> list[str]:
        """For each rule (or the one called `rule_name`): how near it came at `node`, and what failed first."""
        said: list[str] = []
        for rule in cls.rules:
            if rule_name in ("", rule.name):
                trace = Trace()
                match = rule.find(node, trace)
                reason = _refusal(rule, match) if match is not None else trace.reason
                said.append(f"{rule.name}: {reason or 'matches'}")
        return said


def _neighbours(match: Match, reach: int) -> list[Node]:
    """Nodes at which an overlapping match may have its root: those inside, and what reads the roots, some steps up."""
    found = dict.fromkeys(node for node in match.nodes if node is not match.root)
    level = [match.root]
    for _ in range(reach - 1):
        level = [user for node in level for value in node.outputs if value.use_count <= 4 for user in value.users]
        found.update(dict.fromkeys(level))
        if not level or len(found) > _MOST_RIVALS:
            break
    return list(found)


def _escape(rule: Rule, match: Match) -> str:
    reason = escaping(match, [match.values[name] for name in rule.may_escape if name in match.values])
    roots = match.roots or (match.root,)
    if not reason and any(
        value.use_count or value.producer.graph.is_output(value) for root in roots for value in root.outputs[1:]
    ):
        reason = "more than its first output is read"
    return reason


def _refusal(rule: Rule, match: Match) -> str:
    """Why a rule may not be applied to a match, before anything is built."""
    return _escape(rule, match) or (refuses_fusion(rule.name, match.nodes) if rule.fuses else "")


def _apply(rule: Rule, match: Match, graph: Graph, context: Context) -> bool:
    root = match.root
    reason = _refusal(rule, match)
    if reason:
        context.refuse(root, f"{rule.name}: {reason}")
        return False
    origin = context.origin_of(*match.nodes)
    if rule.fuses:
        origin = replace(origin, made_by=f"fuse-{rule.name}")
    mark = graph.mark()
    rewrite = Rewrite(graph, context, match, origin)
    try:
        result = rule.build(rewrite)
    except MetadefError as error:
        result = error.findings[0].message
    if not isinstance(result, str):
        result = _commit(rewrite, rule, result if isinstance(result, tuple) else (result,))
    if result:
        graph.rollback(mark)
        context.refuse(root, f"{rule.name}: {result}")
        return False
    return True


def _commit(rewrite: Rewrite, rule: Rule, new: tuple[Value, ...]) -> str:
    """Put the replacement in place; the reason if it is not equal in type and shape, not legal, or not worth it."""
    graph, roots = rewrite.graph, rewrite.match.roots or (rewrite.root,)
    if len(new) != len(roots):
        return f"it has {len(new)} replacements for {len(roots)} roots"
    swaps = [*zip((root.output for root in roots), new, strict=True), *rewrite.also.items()]
    for old, made in swaps:
        before, after = old.desc, made.desc
        if before.dtype is not after.dtype or before.origin_shape != after.origin_shape:
            expected, got = (f"{item.dtype.name}{item.origin_shape}" for item in (before, after))
            return f"its replacement is {got}, not {expected}"
    for node in rewrite.made:
        reason = illegal_on(rewrite.context.target, node)
        if reason:
            return reason
    if len(swaps) > 1 and _closes_circle([old for old, _ in swaps], rewrite):
        return "what feeds the replacement depends on what it replaces"
    before = sum(map(rule.cost, rewrite.match.nodes)) if rule.cost is not None else 0.0
    for old, made in swaps:
        if made.desc.format is not old.desc.format and made.producer in rewrite.made:
            graph.set_desc(made, old.desc)
        graph.replace_uses(old, made)
    _remove_unread(graph, rewrite.match.nodes)
    if rule.cost is not None:
        after = sum(rule.cost(node) for node in (*rewrite.match.nodes, *rewrite.made) if node.is_alive)
        if after > before:
            return f"it costs {after:g}, what it replaces {before:g}"
    named: set[Node] = set()
    for root, made in zip(roots, new, strict=True):
        if made.producer in rewrite.made and made.producer not in named and root.name not in graph:
            graph.rename(made.producer, root.name)
            named.add(made.producer)
    return ""


def _closes_circle(replaced: Sequence[Value], rewrite: Rewrite) -> bool:
    """Whether a reader of a replaced value leads to what a new node reads."""
    made, matched = set(rewrite.made), set(rewrite.match.nodes)
    wanted = {value.producer for node in made for value in node.inputs if value is not None} - made
    wanted = {node for node in wanted if node.inputs}  # WHY: nothing leads to constants and graph inputs
    return any(_leads(value, wanted - _below(value, matched), made) for value in replaced)


def _below(value: Value, matched: set[Node]) -> set[Node]:
    """Nodes that a value depends on, as far as the match shows: no reader of it leads to them."""
    found: set[Node] = set()
    stack = [value.producer]
    while stack:
        node = stack.pop()
        for source in node.inputs:
            if source is not None and source.producer not in found:
                found.add(source.producer)
                if source.producer in matched:
                    stack.append(source.producer)
    return found


def _leads(value: Value, wanted: set[Node], made: set[Node]) -> bool:
    stack = [user for user in value.users if user not in made] if wanted else []
    seen = set(stack)
    while stack:
        node = stack.pop()
        if node in wanted:
            return True
        fresh = {user for out in node.outputs for user in out.users if user not in seen and user not in made}
        seen |= fresh
        stack += fresh
    return False


def _remove_unread(graph: Graph, matched: Sequence[Node]) -> None:
    """Remove what nobody reads any more: matched nodes from the root on, and constants that only they read."""
    inside = set(matched)
    stack = [*reversed(matched)]
    while stack:
        node = stack.pop()
        if not node.is_alive or any(value.use_count or graph.is_output(value) for value in node.outputs):
            continue
        before = [value.producer for value in node.inputs if value is not None]
        graph.remove(node)
        stack += [other for other in before if other in inside or other.proto is CONST]
