"""Runs scheduled passes: fix-points over what changed, inference kept current, failures rolled back and named.

The first sweep runs every pass once, and at once again those whose work a later one says it invalidates. Further
sweeps run what is stale: a pass since whose last run something changed. It is shown only the nodes around the changes,
so that the sweeps cost what they change. They end when nothing changes, or at a cap that is reported. Hence a second
run of the same pipeline changes nothing.
"""

from __future__ import annotations

import logging
import math
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from metadef.errors import Finding, MetadefError, finding
from metadef.graph.graph import Graph
from metadef.graph.journal import Mark
from metadef.graph.node import Node
from metadef.graph.verify import verify
from metadef.graph.walk import all_graphs, topological
from metadef.passes.base import Context, GraphPass, NodePass, Pass, Refusal, Scope
from metadef.passes.inspect import Inspector, inspect_formats, inspect_graph
from metadef.passes.schedule import schedule
from metadef.passes.tracking import Position, Tracker
from metadef.passes.watchdog import PassTimeout, Watchdog
from metadef.source import Span

__all__ = ["Change", "Limits", "Observer", "PassResult", "run_passes"]

log = logging.getLogger("metadef.passes")

Observer = Callable[["Pass", "Graph", str], None]  # called with "before" and "after" each pass


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a run ends that does not end by itself."""

    rounds: int = 32  # of a node pass over what it changed; each round only revisits, so real passes need two or three
    reruns: int = 8  # of one pass; two passes that undo each other would go on for ever
    seconds: float | None = 600.0  # of one run of one pass
    changes: int | None = None  # of all passes together, in their order: how a wrong one is searched for


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a pass: a visit of a node that edited the graph, or a whole run of a graph pass."""

    number: int  # from 1, over all passes of a run
    by: str  # the pass
    at: str  # the node, or the graph


@dataclass(frozen=True, slots=True)
class PassResult:
    """What one run of one pass did."""

    name: str
    stage: str
    seconds: float
    changed: int  # edits in the journal
    rounds: int = 1
    refusals: tuple[Refusal, ...] = ()
    findings: tuple[Finding, ...] = field(default=())
    changes: tuple[Change, ...] = ()
    sweep: int = 1  # 1: its turn in the schedule; later ones: it was stale

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
    limits: Limits | None = None,
    inspectors: Sequence[Inspector] = (),
    settle: bool = True,
) -> list[PassResult]:
    """Run passes in their scheduled order until nothing changes.

    A pass that raises, takes too long, or leaves what an inspector finds to be wrong, is rolled back and reported; the
    others still run unless `stop_on_failure`. Where the context names a target, every pass is inspected for nodes that
    have no formats on it; with `check`, the graph is verified too.

    Args:
        limit: run only the first passes.
        limits: caps; `limits.changes` ends the run after so many changes.
        inspectors: further questions to the graph after each pass that changed it.
        settle: run stale passes again. Reruns that change nothing are not in the result.

    Raises:
        MetadefError: if the passes cannot be ordered.
    """
    context = context if context is not None else Context()
    order = [scheduled.item for scheduled in schedule(passes)]
    asked = [inspect_graph] if check else []
    asked += [*(inspect_formats(graph, context) if context.target else ()), *inspectors]
    run = _Run(graph, context, limits or Limits(), asked, observer, stop_on_failure)
    pending = deque(order)
    while pending and (limit is None or len(run.results) < limit) and run.may_go_on:
        item = pending.popleft()
        if run.once(item, 1).changed:
            stale = [other for other in order if other.name in item.invalidates and run.may_rerun(other)]
            pending.extendleft(reversed(stale))
    if settle and limit is None:
        run.settle(order)
    return run.results


@dataclass(frozen=True, slots=True)
class _Lent:
    """What a pass is shown through its context: it may append to the lists, and leaves the rest alone."""

    attributes: Mapping[str, object]
    count: int  # findings of the passes before

    @classmethod
    def of(cls, context: Context) -> _Lent:
        return cls({name: getattr(context, name) for name in _LENT}, len(context.findings))

    def take_back(self, context: Context) -> list[str]:
        """Put back what was replaced, drop what is no note, and say so."""
        wrong = [name for name, value in self.attributes.items() if getattr(context, name) is not value]
        for name in wrong:
            setattr(context, name, self.attributes[name])
        messages = [f"replaced {name} of its context" for name in wrong]
        refusals, findings = cast("list[object]", context.refusals), cast("list[object]", context.findings)
        if len(findings) < self.count:
            messages.append("removed findings of other passes from its context")
        for name, notes, kind in (("refusals", refusals, Refusal), ("findings", findings, Finding)):
            if not all(isinstance(note, kind) for note in notes):
                notes[:] = [note for note in notes if isinstance(note, kind)]
                messages.append(f"put into {name} of its context what is no {kind.__name__}")
        return messages


_LENT = ("inference", "target", "fold_limit_bytes", "refusals", "findings")


class _Run:
    """One call of `run_passes`."""

    def __init__(
        self,
        graph: Graph,
        context: Context,
        limits: Limits,
        inspectors: Sequence[Inspector],
        observer: Observer | None,
        stop_on_failure: bool,
    ) -> None:
        self.graph = graph
        self.context = context
        self.limits = limits
        self.inspectors = inspectors
        self.observer = observer
        self.stop_on_failure = stop_on_failure
        self.tracker = Tracker(graph, context)
        self.results: list[PassResult] = []
        self.runs: Counter[str] = Counter()
        self.failed: set[str] = set()
        self.seen: dict[str, Position] = {}  # pass -> the moment at which it last came to an end
        self.changes: list[Change] = []
        self.orders: dict[Graph, tuple[int, Sequence[Node]]] = {}
        self.is_broken = False  # a roll-back could not mend the graph

    @property
    def may_go_on(self) -> bool:
        is_stopped = self.stop_on_failure and bool(self.failed)
        return not (is_stopped or self.is_broken or self._is_spent)

    @property
    def _is_spent(self) -> bool:
        return self.limits.changes is not None and len(self.changes) >= self.limits.changes

    def may_rerun(self, item: Pass) -> bool:
        return item.name in self.seen and item.name not in self.failed and self.runs[item.name] <= self.limits.reruns

    def settle(self, order: Sequence[Pass]) -> None:
        """Sweep over the stale passes until nothing changes."""
        restless: list[str] = []
        for sweep in range(2, self.limits.reruns + 2):
            restless = []
            for item in order:
                if not self.may_go_on:
                    return
                if item.name not in self.failed and self.tracker.is_stale(self.seen.get(item.name)):
                    result = self.once(item, sweep)
                    if result.changed:
                        restless.append(item.name)
            if not restless:
                return
        message = f"still changed the graph after {self.limits.reruns} further sweeps"
        problem = finding("pass-not-converging", f"passes {', '.join(restless)}", message)
        self.context.findings.append(problem)

    def once(self, item: Pass, sweep: int) -> PassResult:
        """Run one pass, and keep what it did."""
        is_rerun = item.name in self.seen
        if self.observer is not None:
            self.observer(item, self.graph, "before")
        result = self._run(item, sweep)
        if not is_rerun or result.changed or result.findings:
            self.results.append(result)
        self.context.findings += result.findings
        if not result.ok:
            self.failed.add(item.name)
        if self.observer is not None:
            self.observer(item, self.graph, "after")
        self.runs[item.name] += 1
        self.seen[item.name] = self.tracker.now()
        return result

    def _run(self, item: Pass, sweep: int) -> PassResult:
        graph, context = self.graph, self.context
        context.current = item.name
        context.refusals = []
        start = time.perf_counter()
        mark, first_change = graph.mark(), len(self.changes)
        rounds = 1
        problems: list[Finding] = []
        seconds = item.max_seconds if item.max_seconds is not None else self.limits.seconds
        is_late = False
        lent = _Lent.of(context)
        try:
            with Watchdog(seconds) as watchdog:
                graphs = [graph] if item.scope is Scope.GRAPH else list(all_graphs(graph))
                for each in graphs:
                    if isinstance(item, NodePass):
                        rounds = max(rounds, self._fix_point(each, item, watchdog, problems))
                    elif isinstance(item, GraphPass) and not self._is_spent:
                        self._whole(each, item)
        except PassTimeout:
            is_late = True
            problems.append(_failed(item, f"did not come to an end within {seconds} s"))
        except MetadefError as error:
            problems += [_failed(item, f"raised: {one}") for one in error.findings]
        except (Exception, SystemExit) as error:  # WHY: a plug-in's failure, or its exit, must cost only itself
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = Span(last.filename, last.lineno or 0)
            problems.append(_failed(item, f"raised: {type(error).__name__}: {error}", place))
        problems += [_failed(item, message) for message in lent.take_back(context)]
        changed = len(graph.journal) - mark.entries
        if not any(one.is_error for one in problems):  # WHY: a fix-point without an end is a warning, and is inspected
            for inspect in self.inspectors:
                problems += inspect(item, graph, mark.entries)
        if any(one.is_error for one in problems):
            is_doubtful = is_late or any(one.name == "pass-broke-graph" for one in problems)
            self._roll_back(item, mark, first_change, is_doubtful, problems)
            changed = 0
        spent = time.perf_counter() - start
        log.debug("pass %s: %d edits in %d rounds, %.3f s", item.name, changed, rounds, spent)
        for refusal in context.refusals:
            log.debug("pass %s leaves %s alone: %s", item.name, refusal.node, refusal.reason)
        refusals, steps = tuple(context.refusals), tuple(self.changes[first_change:])
        return PassResult(item.name, item.stage.value, spent, changed, rounds, refusals, tuple(problems), steps, sweep)

    def _roll_back(self, item: Pass, mark: Mark, first_change: int, is_doubtful: bool, problems: list[Finding]) -> None:
        self.graph.rollback(mark)
        del self.changes[first_change:]
        # WHY: a pass may edit past the journal, or have been stopped in the middle of an edit
        found = verify(self.graph) if is_doubtful else []
        if found:
            self.is_broken = True
            message = f"what it did cannot be undone, and the run ends: {found[0]}"
            problems.append(finding("pass-broke-graph", f"pass {item.name}", message))
        else:
            self.tracker.infer_again()

    def _whole(self, graph: Graph, item: GraphPass) -> None:
        """Run a pass over one graph; it makes as many changes as it asks for, or one."""
        before, known = len(graph.journal), len(self.changes)

        def gate(node: Node) -> bool:
            if self._is_spent or self._left(item) <= 0:
                return False
            self._note(item, node.name)
            return True

        self.context.gate = gate
        try:
            item.run(graph, self.context)
        finally:
            self.context.gate = None
        if len(graph.journal) != before:
            if len(self.changes) == known:
                self._note(item, f"graph {graph.name}")
            self.tracker.refresh(before)

    def _left(self, item: Pass) -> float:
        """How many changes the pass may still make by its own parameter."""
        if item.max_changes is None:
            return math.inf
        return item.max_changes - sum(change.by == item.name for change in self.changes)

    def _ordered(self, graph: Graph) -> Sequence[Node]:
        """All nodes, producers first; computed once for passes between which nothing changed."""
        version, order = self.orders.get(graph, (-1, ()))
        if version != graph.version:
            version, order = self.orders[graph] = graph.version, topological(graph)
        return order

    def _note(self, item: Pass, place: str) -> None:
        self.changes.append(Change(len(self.changes) + 1, item.name, place))

    def _fix_point(self, graph: Graph, item: NodePass, watchdog: Watchdog, problems: list[Finding]) -> int:
        """Visit all nodes, or on a rerun those around changes; then what is around its own, until nothing changes."""
        tracker, journal, ops = self.tracker, graph.journal, item.ops
        last = self.seen.get(item.name)
        work: Sequence[Node] = (
            self._ordered(graph) if last is None else tracker.around(graph, tracker.changed(last), item.reach)
        )
        most = item.max_rounds or self.limits.rounds
        budget = self._left(item)
        for round_number in range(1, most + 1):
            before = now = len(journal)
            for node in work:
                if (ops is None or node.proto.name in ops) and node.is_alive:
                    if self._is_spent or budget <= 0:
                        break
                    watchdog.poll()
                    name = node.name
                    item.visit(graph, node, self.context)
                    if len(journal) != now:
                        now = len(journal)
                        self._note(item, name)
                        budget -= 1
            if now == before:
                return round_number
            moment = Position(before, len(tracker.learned))
            tracker.refresh(before)
            if self._is_spent or budget <= 0:
                return round_number
            work = tracker.around(graph, tracker.changed(moment), item.reach)
        message = f"still changed the graph after {most} rounds"
        problems.append(finding("pass-not-converging", f"pass {item.name}", message))
        return most


def _failed(item: Pass, message: str, where: Span | None = None) -> Finding:
    return finding("pass-failed", f"pass {item.name}", f"{message}; it was rolled back", where=where)
