"""`bisect`: which change of which pass makes a model compute something else?

Changes are numbered over all passes in the order in which they run, and the same passes make the same changes again.
So the first bad one is found by halving: `log2` of their number runs instead of one for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from metadef.driver.arguments import as_passes
from metadef.driver.difference import Difference
from metadef.driver.load import open_source
from metadef.driver.pass_settings import NumericInspector, PassSettings
from metadef.driver.random_inputs import Ranges
from metadef.driver.target import open_target
from metadef.errors import MetadefError
from metadef.graph.clone import clone
from metadef.graph.graph import Graph
from metadef.infer.engine import infer
from metadef.passes.base import Context, Pass
from metadef.passes.manager import Change, PassResult
from metadef.passes.table import default_passes
from metadef.targets import Target

__all__ = ["Bisection", "bisect"]


@dataclass(frozen=True, slots=True)
class Bisection:
    """What was found."""

    changes: int  # that the passes make in all
    runs: int  # of the passes, to find out
    first_bad: Change | None = None  # None: all changes together leave the numbers as they are
    differences: tuple[Difference, ...] = ()  # of the outputs after the first bad change
    edited: tuple[str, ...] = ()  # the nodes that this change made or edited, as text
    failed: tuple[PassResult, ...] = ()  # passes that failed by themselves and were rolled back

    @property
    def ok(self) -> bool:
        return self.first_bad is None


def bisect(
    model: Graph | str | Path,
    target: str | Target | None = None,
    *,
    passes: Sequence[Pass] | str | None = None,
    sizes: Mapping[str, int] | None = None,
    ranges: Ranges | None = None,
    seed: int = 0,
    tolerance: float | None = None,
    settings: PassSettings | None = None,
) -> Bisection:
    """Find the first change after which a model computes something else than before all passes.

    Raises:
        MetadefError: if the model cannot be read or run.
        UsageError: for unknown targets, passes, symbols and inputs.
    """
    chosen = as_passes(passes)
    chosen = default_passes() if chosen is None else chosen
    soc = open_target(target).chip.soc
    graph = _graph(model)
    inspector = NumericInspector(graph, seed=seed, sizes=sizes, ranges=ranges, tolerance=tolerance)
    given = settings or PassSettings()
    counted = 0

    def after(limit: int | None) -> tuple[Graph, list[PassResult], list[Difference]]:
        nonlocal counted
        counted += 1
        copy = clone(graph)
        context = Context(infer(copy), target=soc)
        results = replace(given, limits=replace(given.limits, changes=limit)).run(copy, chosen, context)
        return copy, results, [item for item in inspector.differences(copy) if not item.ok]

    _, results, bad = after(None)
    total = sum(len(item.changes) for item in results)
    failed = tuple(item for item in results if not item.ok)
    if not bad:
        return Bisection(total, counted, failed=failed)
    good, first = 0, total
    while first - good > 1:
        middle = (good + first) // 2
        if after(middle)[2]:
            first = middle
        else:
            good = middle
    before, _, _ = after(first - 1)
    culprit, results, bad = after(first)
    change = next(item for result in results for item in result.changes if item.number == first)
    return Bisection(total, counted, change, tuple(bad), _edited(before, culprit), failed)


def _graph(model: Any) -> Graph:
    """Raises MetadefError with everything that is wrong with the model."""
    if isinstance(model, Graph):
        graph = clone(model)
    else:
        source = open_source(model)
        if any(item.is_error for item in source.findings):
            raise MetadefError(source.findings)
        graph = source.graph
    infer(graph)
    return graph


def _edited(before: Graph, after: Graph) -> tuple[str, ...]:
    """The lines of the text form that the change added."""
    known = set(str(before).splitlines())
    return tuple(line.strip() for line in str(after).splitlines() if line not in known)[:20]
