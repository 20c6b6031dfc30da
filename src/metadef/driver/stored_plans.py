"""The plans that an `.mdef` file carries beside a compiled graph, and what is asked of them when they come back.

`execution` is what a program that runs the graph needs: the order of the nodes, the place of every buffer, and the
conversions that were inserted. Nodes and values are told by their numbers in the file, graph by graph and by age.
`layout` and `memory` say how good the plans are. Times are left out, so that equal compilations give equal files.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from metadef.driver.compiled import Compiled
from metadef.errors import Finding, MetadefError, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import all_graphs
from metadef.memory.bounds import lower_bound
from metadef.memory.lifetimes import Lifetimes, graph_problem
from metadef.memory.problem import Plan
from metadef.memory.validator import validate_plan

__all__ = ["ExecutionPlan", "check_execution", "plans_of"]


class _Conversion(msgspec.Struct, frozen=True):
    """A change of storage format that was inserted."""

    value: str
    source: str
    target: str
    on_constant: bool = False  # done when the graph was compiled


class _Measures(msgspec.Struct, frozen=True):
    """What `memory` says of the plan."""

    peak_bytes: int
    lower_bound_bytes: int
    weights_bytes: int
    optimal: bool
    planner: str = ""


class ExecutionPlan(msgspec.Struct, frozen=True):
    """Columns: one entry a node in `order`, one entry a buffer in those that follow it."""

    order: tuple[int, ...]  # number of the node that runs next, of all graphs
    values: tuple[int, ...]  # the value that owns the buffer
    offsets: tuple[int, ...]  # bytes from the start of its pool
    sizes: tuple[int, ...]  # bytes
    first: tuple[int, ...]  # step in which it is written
    last: tuple[int, ...]  # first step in which it is no longer needed
    pools: tuple[str, ...] = ()  # "" for all when left out
    conversions: tuple[_Conversion, ...] = ()


def plans_of(compiled: Compiled) -> dict[str, object]:
    """The documents to save beside a compiled graph; none where it was not planned."""
    plans: dict[str, object] = {}
    layout, memory = compiled.layout, compiled.memory
    if layout is not None:
        plans["layout"] = {
            "target": compiled.target,
            "cost_us": layout.cost_us,
            "bound_us": layout.bound_us,
            "optimal": layout.optimal,
            "columns": _nodes_by_column(compiled.graph, layout.columns),
        }
    if memory is None:
        return plans
    plans["memory"] = msgspec.to_builtins(
        _Measures(memory.peak_bytes, memory.lower_bound_bytes, memory.weights_bytes, memory.optimal, memory.planner)
    )
    lifetimes = graph_problem(compiled.graph)
    offset_of = {buffer.name: buffer.offset for buffer in memory.buffers}
    if set(offset_of) == set(lifetimes.problem.ids):
        inserted = layout.conversions if layout is not None else ()
        conversions = tuple(_Conversion(item.value, item.source, item.target, item.on_constant) for item in inserted)
        plan = _plan(compiled.graph, lifetimes, [offset_of[name] for name in lifetimes.problem.ids], conversions)
        plans["execution"] = msgspec.to_builtins(plan)
    return plans


def _nodes_by_column(graph: Graph, columns: Mapping[str, str]) -> dict[str, list[int]]:
    """The numbers of the nodes that run in each column; a column is told by its text."""
    number_of = {node.name: number for number, node in enumerate(graph.nodes)}
    found: dict[str, list[int]] = {}
    for name, column in columns.items():
        if name in number_of:
            found.setdefault(column, []).append(number_of[name])
    return {column: sorted(numbers) for column, numbers in sorted(found.items())}


def _plan(
    graph: Graph, lifetimes: Lifetimes, offsets: list[int], conversions: tuple[_Conversion, ...] = ()
) -> ExecutionPlan:
    number_of, number_of_value = _numbers(graph)
    problem = lifetimes.problem
    owners = {name: values[0] for name, values in lifetimes.values.items()}
    pools = tuple(problem.pools[code] for code in problem.pool.tolist())
    return ExecutionPlan(
        order=tuple(number_of[node] for node in lifetimes.line.order),
        values=tuple(number_of_value[owners[name]] for name in problem.ids),
        offsets=tuple(offsets),
        sizes=tuple(problem.size_bytes.tolist()),
        first=tuple(problem.lower.tolist()),
        last=tuple(problem.upper.tolist()),
        pools=pools if any(pools) else (),
        conversions=conversions,
    )


def _numbers(graph: Graph) -> tuple[dict[Node, int], dict[Value, int]]:
    """As the file counts: nodes and values of all graphs, each graph by age."""
    nodes = [node for each in all_graphs(graph) for node in each.nodes]
    values = [value for node in nodes for value in node.outputs]
    return {node: number for number, node in enumerate(nodes)}, {value: number for number, value in enumerate(values)}


def check_execution(graph: Graph, plans: Mapping[str, object], subject: str) -> list[Finding]:
    """What is wrong with the stored execution plan of a graph that was read; nothing where there is none.

    The lifetimes are computed anew from the graph and held against those of the plan, and the validator judges the
    offsets, so that neither the file nor the program that wrote it is trusted.
    """
    if "execution" not in plans:
        return []
    try:
        stored = msgspec.convert(plans["execution"], ExecutionPlan)
    except msgspec.ValidationError as error:
        return [_mismatch(subject, f"it is malformed: {error}")]
    try:
        lifetimes = graph_problem(graph)
        offsets = Plan.of(stored.offsets)
    except MetadefError as error:
        return list(error.findings)
    except OverflowError:
        return [_mismatch(subject, "an offset has more than 64 bits")]
    fresh = _plan(graph, lifetimes, list(stored.offsets))
    for what in ("order", "values", "sizes", "first", "last", "pools"):
        if getattr(stored, what) != getattr(fresh, what):
            return [_mismatch(subject, f"its `{what}` is not that of the graph")]
    return validate_plan(lifetimes.problem, offsets) or _check_measures(lifetimes, offsets, plans, subject)


def _check_measures(lifetimes: Lifetimes, plan: Plan, plans: Mapping[str, object], subject: str) -> list[Finding]:
    """Whether `memory` says of a valid plan what is so; the search may have proven a higher bound than ours."""
    if "memory" not in plans:
        return []
    try:
        said = msgspec.convert(plans["memory"], _Measures)
    except msgspec.ValidationError as error:
        return [_mismatch(subject, f"its `memory` is malformed: {error}")]
    peak, bound = plan.peak_bytes(lifetimes.problem), lower_bound(lifetimes.problem).bytes
    wrong = [
        what
        for what, right in (
            ("peak_bytes", said.peak_bytes == peak),
            ("lower_bound_bytes", bound <= said.lower_bound_bytes <= peak),
            # WHY: weights count by identity, and a file may hold one tensor twice or share two; so only the sign is law
            ("weights_bytes", said.weights_bytes >= 0),
            ("optimal", said.optimal == (said.lower_bound_bytes == said.peak_bytes)),
        )
        if not right
    ]
    return [_mismatch(subject, f"`memory` says wrong {', '.join(wrong)}")] if wrong else []


def _mismatch(subject: str, message: str) -> Finding:
    return finding("plan-mismatch", f"{subject}: plan execution", message, hint="compile the model again")
