"""`lay_out`: chooses a storage format and a type for every value of a graph and inserts the conversions.

1. Origin formats are unified. 2. Each node's columns and each value's conversions become one abstract problem.
3. It is solved with a bound. 4. Descriptors get their storage, TransData and Cast nodes are inserted with their
provenance, and conversions of constants are done now. Graph inputs and outputs stay as meant.
"""

from __future__ import annotations

import math
from functools import reduce
from operator import add

from metadef.errors import Finding, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.walk import all_graphs
from metadef.layout.apply import apply_columns
from metadef.layout.classes import layout_class
from metadef.layout.graph_problem import GraphProblem
from metadef.layout.greedy import greedy
from metadef.layout.origins import set_origin_formats
from metadef.layout.precision import low_types
from metadef.layout.problem import Problem
from metadef.layout.relayout import undo_layout
from metadef.layout.result import Decisions, LayoutResult
from metadef.layout.sensitivity import estimated_share, sensitivity
from metadef.layout.settings import LayoutSettings
from metadef.layout.solve import solve
from metadef.layout.terms import Terms
from metadef.targets import Chip, Target

__all__ = ["lay_out"]


def lay_out(graph: Graph, target: Target | Chip, settings: LayoutSettings | None = None) -> LayoutResult:
    """Lay out a graph and its subgraphs for a target.

    An operator without columns on the target, or a graph that no assignment satisfies, is a finding; the graph then
    stays as it was.
    """
    whole = Target(target) if isinstance(target, Chip) else target
    chosen = settings or LayoutSettings()
    parts = [_lay_out_one(each, whole, chosen) for each in list(all_graphs(graph))]
    terms = reduce(add, (part.terms for part in parts), Terms())
    return LayoutResult(
        cost_us=sum(part.cost_us for part in parts),
        bound_us=sum(part.bound_us for part in parts),
        optimal=all(part.optimal for part in parts),
        certified=all(part.certified for part in parts),
        baseline_us=sum(part.baseline_us for part in parts),
        baseline_conversions=sum(part.baseline_conversions for part in parts),
        without_propagation=sum(part.without_propagation for part in parts),
        final=sum(part.final for part in parts),
        casts=sum(part.casts for part in parts),
        on_constants=sum(part.on_constants for part in parts),
        conversions=tuple(item for part in parts for item in part.conversions),
        merged=tuple(item for part in parts for item in part.merged),
        columns={name: text for part in parts for name, text in part.columns.items()},
        takes={name: storages for part in reversed(parts) for name, storages in part.takes.items()},
        findings=(*_missing_types(whole, chosen), *(item for part in parts for item in part.findings)),
        terms=terms,
        buffer_bytes=sum(part.buffer_bytes for part in parts),
        lost_fusions=sum(part.lost_fusions for part in parts),
        estimated_share=estimated_share(terms, whole.chip),
        sensitivity=tuple(item for part in parts for item in part.sensitivity),
        decisions=tuple(item for part in parts for item in part.decisions),
    )


def _lay_out_one(graph: Graph, target: Target, settings: LayoutSettings) -> LayoutResult:
    undo_layout(graph)
    conflicts = set_origin_formats(graph)
    if conflicts:
        return LayoutResult(findings=tuple(conflicts), optimal=False)
    work = GraphProblem.of(graph, target, settings)
    missing = [_no_column(node, work, settings) for node in work.nodes if not work.options(node)]
    if missing:
        return LayoutResult(findings=tuple(missing), optimal=False)
    if not work.nodes:
        return LayoutResult()
    problem = work.build()
    solution = solve(problem, time_limit_s=settings.time_limit_s)
    if solution.cost is None:
        return LayoutResult(findings=(_infeasible(graph, problem, solution.infeasible),), optimal=False)
    baseline = greedy(problem)
    moved = sensitivity(work, solution.columns, settings) if settings.sensitivity else []
    terms = work.terms(problem, solution)
    without_propagation = work.without_propagation()
    columns = work.texts(solution.columns)
    warnings = [_stand_in(node, why, target) for node, why in work.misfits()]
    constants = {value.name for node in graph.nodes for value in node.outputs if node.op == "Const"}
    applied = apply_columns(work, solution.columns)
    conversions = applied.conversions
    bound = solution.bound if solution.bound is not None and math.isfinite(solution.bound) else 0.0
    return LayoutResult(
        cost_us=solution.cost,
        bound_us=bound,
        optimal=solution.optimal,
        certified=solution.certified,
        baseline_us=baseline.cost if baseline.cost is not None else math.inf,
        baseline_conversions=sum(problem.value_names[item.value] not in constants for item in baseline.conversions),
        without_propagation=without_propagation,
        final=sum(not item.on_constant and not item.is_cast for item in conversions),
        casts=sum(item.is_cast for item in conversions),
        on_constants=sum(item.on_constant for item in conversions),
        conversions=tuple(conversions),
        columns=columns,
        findings=tuple(warnings),
        takes=applied.takes,
        merged=tuple(applied.merged),
        terms=terms,
        buffer_bytes=sum(item.buffer_bytes for item in conversions),
        lost_fusions=sum(bool(item.lost_fusion) for item in conversions),
        sensitivity=tuple(moved),
        decisions=(Decisions(problem, solution),),
    )


def _missing_types(target: Target, settings: LayoutSettings) -> list[Finding]:
    """What the precision mode asks for and the chip lacks."""
    chip = target.chip
    return [
        finding(
            "precision-not-on-target",
            f"precision mode {settings.precision}",
            f"{chip.soc} ({chip.architecture}) has no {dtype.name}; operators keep their types",
            got=dtype.name,
            hint="a mode with FLOAT16",
        )
        for dtype in low_types(settings.precision)
        if target.lacks(dtype)
    ]


def _no_column(node: Node, work: GraphProblem, settings: LayoutSettings) -> Finding:
    ports = ", ".join(str(value.desc) for value in node.inputs if value is not None)
    misfit = work.choices[work.kinds[node]].misfit
    chip = work.target.chip
    return finding(
        "format-unsupported",
        f'node "{node.name}" ({node.op})',
        f"{chip.soc} has no formats for this call",
        expected=f"one of the columns that {chip.soc} lists" if misfit else f"a column of class {layout_class(node)}",
        got=misfit or ports,
        hint="another precision mode" if misfit and settings.precision else "another target, or tensors of known rank",
    )


def _stand_in(node: Node, why: str, target: Target) -> Finding:
    return finding(
        "columns-not-usable",
        f'node "{node.name}" ({node.op})',
        f"no column of {target.chip.soc} fits these tensors; it runs as meant",
        got=why,
        hint="tensors of full rank, with a data_format",
    )


def _infeasible(graph: Graph, problem: Problem, nodes: tuple[int, ...]) -> Finding:
    names = ", ".join(problem.node_names[index] for index in nodes) or "the whole graph"
    wanted: list[str] = []
    for index in nodes:
        table = problem.tables[index]
        taken = sorted({problem.formats[form] for row in (*table.ins, *table.outs) for form in row})
        wanted.append(f"{problem.node_names[index]} has {', '.join(taken)}")
    return finding(
        "layout-infeasible",
        f"graph {graph.name}",
        f"no formats satisfy these together: {names}",
        got="; ".join(wanted),
        hint="allow a conversion between these formats, or give one of the nodes a column in a format of the others",
    )
