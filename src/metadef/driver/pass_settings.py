"""How `compile` runs its passes: limits, what watches them, and whether numbers are compared after each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from metadef.driver.difference import Difference, difference
from metadef.driver.random_inputs import Ranges, random_inputs
from metadef.errors import Finding, finding
from metadef.graph.clone import clone
from metadef.graph.graph import Graph
from metadef.kernels.run import run_graph
from metadef.passes.base import Context, Pass
from metadef.passes.inspect import Inspector
from metadef.passes.manager import Limits, Observer, PassResult, run_passes

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["NumericInspector", "PassSettings"]


class NumericInspector:
    """Runs the graph after each pass that changed it, and compares its outputs with those from before all passes.

    Raises:
        MetadefError: when made, if the graph cannot be run.
    """

    def __init__(
        self,
        graph: Graph,
        *,
        seed: int = 0,
        sizes: Mapping[str, int] | None = None,
        ranges: Ranges | None = None,
        tolerance: float | None = None,
    ) -> None:
        self.tolerance = tolerance
        self.inputs: Mapping[str, Array] = random_inputs(graph, seed, sizes, ranges)
        self.expected = run_graph(graph, self.inputs)

    def __call__(self, item: Pass, graph: Graph, before: int) -> list[Finding]:
        """A finding for every output that differs."""
        if len(graph.journal) == before:
            return []
        return [
            finding(
                "numerics-changed",
                f"pass {item.name}",
                one.note or f'changes output "{one.name}" by {one.max_rel:.3g} relative, {one.max_abs:.3g} absolute',
                expected=f"at most {one.tolerance:.3g} relative",
                got=f"{one.max_ulp:.0f} units in the last place, at {list(one.at)}",
            )
            for one in self.differences(graph)
            if not one.ok
        ]

    def differences(self, graph: Graph) -> list[Difference]:
        """Every output compared, of a graph whose inputs and outputs have the same names."""
        found = run_graph(graph, self.inputs)
        return [difference(name, array, found[name], self.tolerance) for name, array in self.expected.items()]


@dataclass(frozen=True, slots=True)
class PassSettings:
    """Options of one run of passes."""

    verify: bool = False  # verify the graph after each pass
    stop_on_failure: bool = False
    limits: Limits = field(default_factory=Limits)
    observer: Observer | None = None
    inspectors: Sequence[Inspector] = ()
    compare_each: bool = False  # compute on drawn inputs after each pass; a pass that changes the numbers is undone
    seed: int = 0
    tolerance: float | None = None

    def run(self, graph: Graph, passes: Sequence[Pass], context: Context) -> list[PassResult]:
        """Run passes so.

        Raises:
            MetadefError: if the passes cannot be ordered, or the graph not be run where numbers are compared.
        """
        inspectors = list(self.inspectors)
        if self.compare_each:
            inspectors.append(NumericInspector(clone(graph), seed=self.seed, tolerance=self.tolerance))
        return run_passes(
            graph,
            passes,
            context,
            check=self.verify,
            observer=self.observer,
            stop_on_failure=self.stop_on_failure,
            limits=self.limits,
            inspectors=inspectors,
        )
