"""Why a pattern was not applied at a node: the nearest partial match, and the first condition that failed.

A pass that is not made of rules is run, and what it says of the node or of what stands nearest is reported.

The passes that run before the one in question are run first, since a pattern sees what they leave. A match may have its
root at the node, or above it, as far as the pattern reaches; the nearest one is reported. Where everything matches, the
replacement is tried and taken back, so that its own reason is reported too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metadef.errors import UsageError, did_you_mean
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.walk import all_graphs
from metadef.infer.engine import infer
from metadef.passes.base import Context, Pass
from metadef.passes.manager import run_passes
from metadef.passes.rewrite import RewritePass, Rule
from metadef.passes.schedule import schedule
from metadef.patterns.expression import depth
from metadef.patterns.matching import Trace

__all__ = ["Explanation", "why_not"]

_NEAR = 3  # steps above the node from which a pass without rules may speak
_MOST_ROOTS = 256  # nodes above the given one that may be the root of a match


@dataclass(frozen=True, slots=True)
class Explanation:
    """How near one rule came."""

    pattern: str  # name of the rule
    pass_name: str
    root: str  # the node at which the nearest match begins
    matched: int  # nodes of the pattern that were found there
    reason: str  # the first condition that failed; empty when the rule applies


def why_not(graph: Graph, passes: Sequence[Pass], pattern: str, node: str, target: str = "") -> list[Explanation]:
    """One explanation for each rule called `pattern`, or each rule of the pass called so; one for a pass without rules.

    Changes the graph.

    Raises:
        UsageError: if there is no such rule or pass, or no such node when it would run.
    """
    order = [row.item for row in schedule(passes)]
    owner = _owner(order, pattern)
    context = Context(infer(graph), target)
    run_passes(graph, order[: order.index(owner)], context)
    found = _find(graph, node, owner)
    if not isinstance(owner, RewritePass):
        return [_of_pass(graph, owner, found, context)]
    context.current = owner.name
    rules = [rule for rule in owner.rules if pattern in (rule.name, owner.name)]
    said = [_explain(owner, rule, found, context) for rule in rules]
    nearest: dict[str, Explanation] = {}
    for one in said:  # WHY: several rules may share a name, as ways to write one pattern; the nearest speaks
        best = nearest.get(one.pattern)
        if best is None or (not one.reason, one.matched) > (not best.reason, best.matched):
            nearest[one.pattern] = one
    return list(nearest.values())


def _of_pass(graph: Graph, owner: Pass, node: Node, context: Context) -> Explanation:
    """What a pass without rules says when it has run: nothing where it changed the node."""
    before = len(graph.journal)
    name, around = node.name, _roots(node, _NEAR)
    results = run_passes(graph, [owner], context, settle=False)
    if node in graph.journal.touched(before):
        return Explanation(owner.name, owner.name, name, 1, "")
    said = {item.node: item.reason for result in results for item in result.refusals}
    nearest = next((each for each in around if each.name in said), None)
    if nearest is None:
        return Explanation(owner.name, owner.name, name, 0, f"{node.op} is not its business here")
    return Explanation(owner.name, owner.name, nearest.name, 1, said[nearest.name])


def _owner(order: Sequence[Pass], pattern: str) -> Pass:
    rewriting = [item for item in order if isinstance(item, RewritePass)]
    for item in order:
        rules = item.rules if isinstance(item, RewritePass) else ()
        if pattern == item.name or any(rule.name == pattern for rule in rules):
            return item
    names = [item.name for item in order] + [rule.name for item in rewriting for rule in item.rules]
    raise UsageError.of(
        "unknown-pass", f"pattern {pattern[:200]}", "no pass that runs has it", hint=did_you_mean(pattern, names)
    )


def _find(graph: Graph, name: str, owner: Pass) -> Node:
    graphs = list(all_graphs(graph))
    for each in graphs:
        found = each.find(name)
        if found is not None:
            return found
    for each in graphs:
        for node in each.nodes:
            if node.inputs and node.origin is not None and name in node.origin.source_names:
                by = node.origin.made_by or "an earlier pass"
                why = f"{by} has made {node.name} ({node.op}) of it"
                raise UsageError.of("bad-usage", f"node {name[:200]}", why, hint=f"ask about {node.name}")
    names = [node.name for each in graphs for node in each.nodes]
    why = f"there is no such node when {owner.name} runs"
    raise UsageError.of("bad-usage", f"node {name[:200]}", why, hint=did_you_mean(name, names))


def _explain(owner: RewritePass, rule: Rule, node: Node, context: Context) -> Explanation:
    best: tuple[float, Node, str] | None = None
    for root in _roots(node, depth(rule.pattern)):
        trace = Trace()
        match = rule.find(root, trace)
        if match is not None and node in match.nodes:
            reason = owner.attempt(rule, match, context)
            return Explanation(rule.name, owner.name, root.name, len(match.nodes), reason)
        if match is None and (best is None or trace.matched > best[0]) and (root is node or trace.matched >= 1):
            best = (trace.matched, root, trace.reason)
    matched, root, reason = best if best is not None else (0.0, node, "no match with this node inside")
    return Explanation(rule.name, owner.name, root.name, max(0, int(matched)), reason)


def _roots(node: Node, reach: int) -> list[Node]:
    """The node, and what reads it up to `reach` steps above."""
    found = {node: None}
    level = [node]
    for _ in range(reach - 1):
        level = [user for each in level for value in each.outputs for user in value.users if user not in found]
        found.update(dict.fromkeys(level))
        if not level or len(found) > _MOST_ROOTS:
            break
    return list(found)[:_MOST_ROOTS]
