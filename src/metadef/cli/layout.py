"""`metadef layout`: the cheapest storage formats, of a model or of an abstract problem."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from itertools import chain
from pathlib import Path

import click

from metadef.cli.findings import exit_code, show_findings
from metadef.cli.layout_options import LayoutChoices, layout_choices
from metadef.cli.layout_output import (
    conversion_lines,
    merged_lines,
    reason_lines,
    reason_record,
    sensitivity_lines,
    total_lines,
)
from metadef.cli.options import target_option
from metadef.cli.output import plugins_to_stderr
from metadef.driver.compile import compile as compile_model
from metadef.driver.target import configured_files, open_target
from metadef.errors import FileError, UsageError
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs
from metadef.layout.explain import why
from metadef.layout.problem_json import answer_json, read_problem
from metadef.layout.result import Decisions, LayoutResult
from metadef.layout.solve import solve
from metadef.render.escape import visible

__all__ = ["command"]

_LIMIT_BYTES = 1 << 28


@click.command("layout")
@click.argument("model", required=False)
@click.option("--problem", help="Solve the abstract problem in this JSON file; - is stdin.")
@target_option
@click.option(
    "--why", "asked", metavar="NODE|VALUE", help="Show the alternatives of this node or value and their prices."
)
@click.option(
    "--sensitivity",
    is_flag=False,
    flag_value=0.3,
    default=0.0,
    type=click.FloatRange(0, 1, max_open=True),
    metavar="SHARE",
    help="Which decisions change when estimates are this much lower or higher; 0.3 when no number is given.",
)
@layout_choices
@click.option("--seconds", type=click.FloatRange(min=0), default=30.0, show_default=True, help="Time budget.")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def command(
    model: str | None,
    problem: str | None,
    target: str,
    asked: str | None,
    sensitivity: float,
    choices: LayoutChoices,
    seconds: float,
    form: str,
) -> int:
    """Choose formats for MODEL and print the conversions; or solve --problem."""
    if (model is None) == (problem is None):
        raise UsageError.of("bad-usage", "layout", "takes a model or --problem", expected="one of the two")
    if problem is not None:
        return _solve(problem, seconds, form, asked)
    settings = replace(choices.settings(sensitivity), time_limit_s=seconds)
    chosen = open_target(target, configured_files(Path.cwd()))
    with plugins_to_stderr():
        compiled = compile_model(str(model), chosen, layout=settings)
    if compiled.findings:
        show_findings(compiled.findings, "full", to_stderr=True)
    layout = compiled.layout
    if asked is not None and layout is not None and compiled.ok:
        if not layout.decisions:
            raise UsageError.of("bad-usage", f"why {asked}", "there is nothing to lay out in this model")
        name = _present_name(compiled.graph, layout, asked)
        if name != asked and form != "json":
            click.echo(visible(f"{asked} is now in {name}"))
        _explain(_holder(layout, name), name, form)
    elif form == "json":
        click.echo(compiled.to_json())
    elif layout is not None:
        shown = conversion_lines(layout), merged_lines(layout), total_lines(layout)
        for line in chain(*shown, sensitivity_lines(layout.sensitivity)):
            click.echo(visible(line))
    return exit_code(compiled.findings)


def _present_name(graph: Graph, layout: LayoutResult, asked: str) -> str:
    """The node that stands for a node of the source, where passes renamed or fused it; else the name as it is."""
    known = {name for item in layout.decisions for name in (*item.problem.node_names, *item.problem.value_names)}
    if asked in known:
        return asked
    for each in all_graphs(graph):
        for node in each.nodes:
            if node.name in known and node.origin is not None and asked in node.origin.source_names:
                return node.name
    return asked


def _holder(layout: LayoutResult, asked: str) -> Decisions:
    """The graph, of the main one and its subgraphs, that has a node or value of this name; else the main one."""
    for item in layout.decisions:
        if asked in item.problem.node_names or asked in item.problem.value_names:
            return item
    return layout.decisions[0]


def _explain(decided: Decisions, asked: str, form: str) -> None:
    reason = why(decided.problem, decided.solution, asked)
    if form == "json":
        click.echo(json.dumps(reason_record(reason), indent=1, ensure_ascii=False))
        return
    for line in reason_lines(reason):
        click.echo(visible(line))


def _solve(file: str, seconds: float, form: str, asked: str | None) -> int:
    found = read_problem(_read(file), file)
    solution = solve(found, time_limit_s=seconds)
    if asked is not None:
        _explain(Decisions(found, solution), asked, form)
    elif form == "json":
        click.echo(answer_json(found, solution))
    elif solution.cost is None:
        names = ", ".join(found.node_names[index] for index in solution.infeasible)
        click.echo(f"no assignment: {names}" if names else "no assignment found in the time given")
    else:
        proof = "optimal" if solution.optimal else f"bound {solution.bound}"
        click.echo(f"cost {solution.cost}, {proof}, {len(solution.conversions)} conversions")
    return int(solution.cost is None)


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read(_LIMIT_BYTES)
    path = Path(file)
    try:
        if path.stat().st_size > _LIMIT_BYTES:
            raise FileError.of("file-too-large", file, "a problem may have 256 MiB")
        return path.read_bytes()
    except OSError as error:
        raise FileError.of("file-missing", file, f"cannot be read: {error.strerror}") from error
