"""Runs scheduled passes: fix-points over what changed, inference kept current, failures rolled back and named."""

from __future__ import annotations

import heapq
import logging
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

from metadef.errors import Finding, MetadefError, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.verify import verify
from metadef.graph.walk import all_graphs, topological
from metadef.infer.engine import infer
from metadef.ops.builtin import CONST, DATA
from metadef.passes.base import Context, GraphPass, NodePass, Pass, Refusal
from metadef.passes.schedule import schedule
from metadef.source import Span

__all__ = ["Observer", "PassResult", "run_passes"]

log = logging.getLogger("metadef.passes")

_ROUNDS = 32  # of a node pass over what it changed; each round only revisits, so real passes need two or three
_RERUNS = 8  # of a pass whose work other passes undo; two passes that undo each other would go on for ever

Observer = Callable[["Pass", "Graph", str], None]  # called with "before" and "after" each pass


@dataclass(frozen=True, slots=True)
class PassResult:
    """What one pass did."""

    name: str
    stage: str
    seconds: float
    changed: int  # edits in the journal
    rounds: int = 1
    refusals: tuple[Refusal, ...] = ()
    findings: tuple[Finding, ...] = field(default=())

    @property
    def ok(self) -> bool:
        return not any(item.is_error for item in self.findings)


def run_passes(
    graph: Graph,
    passes: Sequence[Pass],
    context: Context | None = None,
    *,
    check: bool = False,
    observer: Observer | None = None,
    limit: int | None = None,
    stop_on_failure: bool = False,
) -> list[PassResult]:
    """Run passes in their scheduled order.

    A pass that raises, or (with `check`) leaves a broken graph, is rolled back and reported; the others still run
    unless `stop_on_failure`. A pass that changed something makes those run again that it says it `invalidates`, if
    they have run. `limit` runs only the first passes, which is how bisection works.

    Raises:
        MetadefError: if the passes cannot be ordered.
    """
    context = context if context is not None else Context()
    pending = deque(scheduled.item for scheduled in schedule(passes))
    runs: Counter[str] = Counter()
    done: dict[str, Pass] = {}
    results: list[PassResult] = []
    while pending and (limit is None or len(results) < limit):
        item = pending.popleft()
        if observer is not None:
            observer(item, graph, "before")
        result = _run_one(graph, item, context, check)
        results.append(result)
        context.findings += result.findings
        if observer is not None:
            observer(item, graph, "after")
        if stop_on_failure and not result.ok:
            break
        done[item.name] = item
        runs[item.name] += 1
        if result.changed:
            stale = [name for name in done if name in item.invalidates and runs[name] <= _RERUNS]
            pending.extendleft(done.pop(name) for name in reversed(stale))
    return results


def _run_one(graph: Graph, item: Pass, context: Context, check: bool) -> PassResult:
    context.current = item.name
    context.refusals = []
    start = time.perf_counter()
    mark = graph.mark()
    rounds = 1
    problems: list[Finding] = []
    try:
        for each in list(all_graphs(graph)):
            if isinstance(item, NodePass):
                rounds = max(rounds, _fix_point(each, item, context, problems))
            elif isinstance(item, GraphPass):
                before = len(graph.journal)
                item.run(each, context)
                _refresh(graph, before, context)
    except MetadefError as error:
        problems += [_failed(item, str(one)) for one in error.findings]
    except Exception as error:  # WHY: a pass may come from a plug-in; its failure must cost only itself
        last = traceback.extract_tb(error.__traceback__)[-1]
        problems.append(_failed(item, f"{type(error).__name__}: {error}", Span(last.filename, last.lineno or 0)))
    if check and not problems:
        problems += [
            finding("pass-broke-graph", f"pass {item.name}", f"left a graph that does not verify: {one}")
            for one in verify(graph)
        ]
    changed = len(graph.journal) - mark.entries
    if any(one.is_error for one in problems):
        graph.rollback(mark)
        _infer_again(graph, context)
        changed = 0
    seconds = time.perf_counter() - start
    log.debug("pass %s: %d edits in %d rounds, %.3f s", item.name, changed, rounds, seconds)
    for refusal in context.refusals:
        log.debug("pass %s leaves %s alone: %s", item.name, refusal.node, refusal.reason)
    return PassResult(item.name, item.stage.value, seconds, changed, rounds, tuple(context.refusals), tuple(problems))


def _infer_again(graph: Graph, context: Context) -> None:
    """What was known of elements is not in the journal; what was found wrong before is already reported."""
    context.inference.values.clear()
    reported = len(context.inference.findings)
    infer(graph, None, context.inference)
    del context.inference.findings[reported:]


def _failed(item: Pass, message: str, where: Span | None = None) -> Finding:
    return finding("pass-failed", f"pass {item.name}", f"raised and was rolled back: {message}", where=where)


def _fix_point(graph: Graph, item: NodePass, context: Context, problems: list[Finding]) -> int:
    """Visit all nodes, then only the neighbourhood of what changed, until nothing changes."""
    work: list[Node] = topological(graph)
    for round_number in range(1, _ROUNDS + 1):
        before = len(graph.journal)
        for node in work:
            if node.is_alive and (item.ops is None or node.proto.name in item.ops):
                item.visit(graph, node, context)
        touched = _refresh(graph, before, context)
        if not touched:
            return round_number
        around: dict[Node, None] = {}
        for node in touched:
            if node.graph is graph and node.is_alive:
                around[node] = None
                around.update(dict.fromkeys(value.producer for value in node.inputs if value is not None))
                for value in node.outputs:
                    around.update(dict.fromkeys(value.users))
        work = sorted(around, key=lambda node: node.number)
    problems.append(
        finding("pass-not-converging", f"pass {item.name}", f"still changed the graph after {_ROUNDS} rounds")
    )
    return _ROUNDS


def _refresh(graph: Graph, position: int, context: Context) -> list[Node]:
    """Re-infer the nodes touched since a journal position, and what reads them while descriptors keep changing."""
    journal = graph.journal
    touched = [node for node in journal.touched(position) if node.is_alive]
    for node in touched:
        for value in node.outputs:
            context.inference.values.pop(value, None)
    order = count()  # WHY: nodes of different graphs may have equal numbers, and nodes do not compare
    heap = [(node.number, next(order), node) for node in touched]
    heapq.heapify(heap)
    queued = set(touched)
    budget = 4 * len(graph) + len(heap)  # WHY: rules only add knowledge, so this is never reached by sound ones
    while heap and budget:
        _, _, node = heapq.heappop(heap)
        queued.discard(node)
        budget -= 1
        if node.proto is CONST or node.proto is DATA:
            continue
        known = context.inference.values
        old = [(value.desc, known.get(value)) for value in node.outputs]
        infer(node.graph, [node], context.inference)
        for value, before in zip(node.outputs, old, strict=True):
            if (value.desc, known.get(value)) != before:
                for user in value.users:
                    if user not in queued:
                        queued.add(user)
                        heapq.heappush(heap, (user.number, next(order), user))
    return touched
