"""Passes made of rules: a pattern, and what to compute instead. One sweep for all rules of a pass.

A rule's replacement is inferred and compared with what it replaces: another type or shape takes everything back.
It cannot close a circle: a match is self-contained, so what feeds the replacement does not depend on what it replaces.
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
from metadef.patterns.expression import Call, depth
from metadef.patterns.matching import Match, Trace, escaping, find_match
from metadef.types.tensor_value import TensorValue

__all__ = ["Rewrite", "RewritePass", "Rule"]


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
    """A pattern and its replacement; `build` returns the new value, or the reason why it does not apply."""

    name: str
    pattern: Call
    build: Callable[[Rewrite], Value | str]
    fuses: bool = False  # counts as a fusion: the new nodes are `made_by` "fuse-<name>"
    may_escape: tuple[str, ...] = ()  # captures that others may read; `build` puts their successors into `also`


class RewritePass(NodePass):
    """Applies the first rule that fits a node; rules are found by the operator at their root."""

    rules: ClassVar[tuple[Rule, ...]] = ()
    _index: ClassVar[Mapping[str, Sequence[Rule]]]

    def __init_subclass__(cls) -> None:
        index: defaultdict[str, list[Rule]] = defaultdict(list)
        for rule in cls.rules:
            for op in sorted(rule.pattern.ops) or [""]:
                index[op].append(rule)
        cls._index = dict(index)
        cls.ops = None if "" in index else frozenset(index)
        cls.reach = 3 + max((depth(rule.pattern) for rule in cls.rules), default=0)  # builders look a little further

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        """Try the rules whose root is this operator."""
        for rule in (*self._index.get(node.proto.name, ()), *self._index.get("", ())):
            match = find_match(rule.pattern, node) if rule.name not in self.off else None
            if match is not None and _apply(rule, match, graph, context):
                return

    @classmethod
    def why_not(cls, node: Node, rule_name: str = "") -> list[str]:
        """For each rule (or the one called `rule_name`): how near it came at `node`, and what failed first."""
        said: list[str] = []
        for rule in cls.rules:
            if rule_name in ("", rule.name):
                trace = Trace()
                match = find_match(rule.pattern, node, trace)
                reason = _escape(rule, match) if match is not None else trace.reason
                said.append(f"{rule.name}: {reason or 'matches'}")
        return said


def _escape(rule: Rule, match: Match) -> str:
    return escaping(match, [match.values[name] for name in rule.may_escape if name in match.values])


def _apply(rule: Rule, match: Match, graph: Graph, context: Context) -> bool:
    root = match.root
    reason = _escape(rule, match)
    if not reason and any(value.use_count or graph.is_output(value) for value in root.outputs[1:]):
        reason = "more than its first output is read"
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
        result = _commit(rewrite, result)
    if result:
        graph.rollback(mark)
        context.refuse(root, f"{rule.name}: {result}")
        return False
    return True


def _commit(rewrite: Rewrite, new: Value) -> str:
    """Put the replacement in place; the reason if it is not of the same type and shape."""
    graph, root = rewrite.graph, rewrite.root
    for old, made in ((root.output, new), *rewrite.also.items()):
        before, after = old.desc, made.desc
        if before.dtype is not after.dtype or before.origin_shape != after.origin_shape:
            expected, got = (f"{item.dtype.name}{item.origin_shape}" for item in (before, after))
            return f"its replacement is {got}, not {expected}"
    for old, made in ((root.output, new), *rewrite.also.items()):
        if made.desc.format is not old.desc.format and made.producer in rewrite.made:
            graph.set_desc(made, old.desc)
        graph.replace_uses(old, made)
    _remove_unread(graph, rewrite.match.nodes)
    if new.producer in rewrite.made and root.name not in graph:
        graph.rename(new.producer, root.name)
    return ""


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
