"""`metadef memory FILE`: a plan for a model's tensors or a CSV of buffers, and the answer to "does it fit?"."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click

from metadef.cli.findings import exit_code, show_findings
from metadef.cli.sizes import parse_sizes
from metadef.codec.atomic import write_atomically
from metadef.driver.arguments import DEFAULT_TARGET
from metadef.driver.compile import compile as compile_model
from metadef.errors import UsageError
from metadef.memory.csv_form import CsvTable, format_csv, read_csv
from metadef.memory.explain import fits
from metadef.memory.lifetimes import graph_problem
from metadef.memory.portfolio import Budget, PlanReport, plan_memory
from metadef.memory.problem import Problem
from metadef.memory.validator import require_valid_plan, validate_plan

__all__ = ["command"]


@click.command("memory")
@click.argument("file")
@click.option("--capacity", type=click.IntRange(min=0), help="Bytes that there are; exit code 1 when it does not fit.")
@click.option("--solution", help="Write the CSV here, with an `offset` column.")
@click.option("--check", "check_only", is_flag=True, help="Check the `offset` column of FILE instead of planning.")
@click.option("--seconds", type=click.FloatRange(min=0), default=50.0, show_default=True, help="For the exact search.")
@click.option("--target", default=DEFAULT_TARGET, show_default=True, help="Chip, for a model.")
@click.option("--set", "settings", multiple=True, help="Size of a symbol of a model, such as batch=8.")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def command(
    file: str,
    capacity: int | None,
    solution: str | None,
    check_only: bool,
    seconds: float,
    target: str,
    settings: tuple[str, ...],
    form: str,
) -> int:
    """Plan FILE: a model, or a CSV with id, lower, upper, size (half-open lifetimes, bytes)."""
    table: CsvTable | None = None
    if file.lower().endswith(".csv"):
        table = read_csv(file, capacity)
        problem = table.problem
    else:
        problem, code = _of_model(file, target, settings, capacity)
        if code:
            return code
    if check_only:
        return _check(table, form)
    start = time.perf_counter()
    budget = Budget(exact_seconds=seconds)
    subset: tuple[str, ...] = ()
    verdict: bool | None = None
    if capacity is None:
        report = plan_memory(problem, budget)
    else:
        answer = fits(problem, capacity, budget)
        report, verdict, subset = answer.report, answer.fits, answer.subset
    require_valid_plan(_unbounded(problem), report.plan)
    if solution is not None:
        write_atomically(Path(solution), format_csv(problem, report.plan, table).encode())
    _show(report, verdict, subset, capacity, time.perf_counter() - start, form)
    return int(capacity is not None and verdict is not True)


def _of_model(file: str, target: str, settings: tuple[str, ...], capacity: int | None) -> tuple[Problem, int]:
    compiled = compile_model(file, target, sizes=parse_sizes(settings))
    if not compiled.ok:
        show_findings(compiled.findings, "full", to_stderr=True)
    lifetimes = graph_problem(compiled.graph, capacity_bytes=capacity)
    return lifetimes.problem, exit_code(compiled.findings)


def _unbounded(problem: Problem) -> Problem:
    """The problem without its capacity: a plan that is too high is still a plan."""
    return problem.subset(range(len(problem)))


def _check(table: CsvTable | None, form: str) -> int:
    if table is None or table.plan is None:
        raise UsageError.of("bad-usage", "--check", "needs a CSV file with an `offset` column")
    findings = validate_plan(table.problem, table.plan)
    show_findings(findings, "json" if form == "json" else "full")
    return exit_code(findings)


def _show(
    report: PlanReport, verdict: bool | None, subset: tuple[str, ...], capacity: int | None, seconds: float, form: str
) -> None:
    if form == "json":
        record = {
            "buffers": report.buffers,
            "lower_bound": report.lower_bound_bytes,
            "height": report.peak_bytes,
            "capacity": capacity,
            "fits": verdict,
            "optimal": report.optimal,
            "seconds": seconds,
            "planner": report.planner,
            "no_reuse": report.no_reuse_bytes,
            "block_reuse": report.block_reuse_bytes,
            "infeasible": list(subset),
        }
        click.echo(json.dumps(record, indent=1))
        return
    proof = "proven optimal" if report.optimal else f"{report.gap_bytes} above the lower bound"
    click.echo(f"buffers      {report.buffers}")
    click.echo(f"peak         {report.peak_bytes} bytes, {proof}")
    click.echo(f"lower bound  {report.lower_bound_bytes} bytes, efficiency {report.efficiency:.1%}")
    click.echo(
        f"without reuse {report.no_reuse_bytes} bytes; the engine's block reuse {report.block_reuse_bytes} bytes"
    )
    click.echo(f"planner      {report.planner}, {seconds:.2f} s")
    if capacity is not None:
        words = {True: "fits", False: "does not fit", None: "not decided in the time given"}[verdict]
        click.echo(f"capacity     {capacity} bytes: {words}")
    if subset:
        click.echo(f"cannot be placed together: {', '.join(subset)}")
