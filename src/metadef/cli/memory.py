"""`metadef memory FILE`: a plan for a model's tensors or a CSV of buffers, and the answer to "does it fit?"."""

from __future__ import annotations

import math
import time

import click

from metadef.cli.findings import exit_code, show_findings
from metadef.cli.memory_model import ModelOptions, model_problem
from metadef.cli.memory_output import Answer, say_answer
from metadef.cli.options import gear_options
from metadef.cli.output import require_destination
from metadef.codec.atomic import write_atomically
from metadef.driver.arguments import DEFAULT_TARGET
from metadef.errors import UsageError
from metadef.memory.csv_form import CsvTable, format_csv, read_csv
from metadef.memory.explain import fits
from metadef.memory.lifetimes import Lifetimes
from metadef.memory.portfolio import Budget, plan_memory
from metadef.memory.problem import Problem
from metadef.memory.validator import require_valid_plan, validate_plan
from metadef.reports.memory_svg import plan_picture

__all__ = ["command"]


@click.command("memory")
@click.argument("file")
@click.option("--capacity", type=click.IntRange(min=0), help="Bytes that there are; exit code 1 when it does not fit.")
@click.option("--solution", metavar="CSV", help="Write the problem here, with an `offset` column.")
@click.option("--svg", metavar="FILE", help="Draw the plan (addresses over time) and the live bytes.")
@click.option("--check", "check_only", is_flag=True, help="Check the `offset` column of FILE instead of planning.")
@click.option("--seconds", type=click.FloatRange(min=0), default=50.0, show_default=True, help="For the exact search.")
@click.option("--target", default=DEFAULT_TARGET, show_default=True, help="Chip, for a model.")
@click.option("--set", "settings", multiple=True, metavar="SYMBOL=SIZE", help="Size of a symbol, such as batch=8.")
@click.option(
    "--order",
    type=click.Choice(["topological", "memory"]),
    default="topological",
    show_default=True,
    help="Keep the model's order, or look for one with fewer bytes alive.",
)
@click.option("--zero-copy", is_flag=True, help="Inputs and outputs are the caller's memory, in a pool of their own.")
@click.option("--no-reuse", multiple=True, metavar="NAMES", help="Nodes or operators whose outputs share with nobody.")
@click.option("--streams", metavar="JSON", help='File with {"node": stream}; streams run side by side.')
@gear_options
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def command(
    file: str,
    capacity: int | None,
    solution: str | None,
    svg: str | None,
    check_only: bool,
    seconds: float,
    target: str,
    settings: tuple[str, ...],
    order: str,
    zero_copy: bool,
    no_reuse: tuple[str, ...],
    streams: str | None,
    input_shape: str | None,
    batch: str | None,
    image: str | None,
    dims: str | None,
    form: str,
) -> int:
    """Plan FILE: a model, or a CSV with id, lower, upper, size (half-open lifetimes, bytes)."""
    if not math.isfinite(seconds):
        # WHY: a clock is never past "nan", so the search would not end
        raise UsageError.of(
            "bad-usage", "--seconds", "is a finite number", expected="a finite number", got=str(seconds)
        )
    if check_only and (solution is not None or svg is not None):
        raise UsageError.of("bad-usage", "--check", "judges the plan of FILE; --solution and --svg are of a new one")
    options = ModelOptions(target, settings, order, zero_copy, no_reuse, streams, input_shape, batch, image, dims)
    csv_place = require_destination("--solution", solution, file) if solution is not None else None
    svg_place = require_destination("--svg", svg, file) if svg is not None else None
    table: CsvTable | None = None
    lifetimes: Lifetimes | None = None
    answer = Answer(capacity=capacity)
    budget = Budget(exact_seconds=seconds)
    if file.lower().endswith(".csv"):
        options.require_none()
        table = read_csv(file, capacity)
        problem = table.problem
    else:
        model = model_problem(file, options, capacity, budget)
        if model.code:
            return model.code
        lifetimes, answer.order, answer.gears = model.lifetimes, model.order, model.gears
        problem = lifetimes.problem
    if check_only:
        return _check(table, form)
    start = time.perf_counter()
    if capacity is None:
        report = plan_memory(problem, budget)
    else:
        found = fits(problem, capacity, budget)
        report, answer.verdict, answer.subset = found.report, found.fits, found.subset
    if lifetimes is not None and answer.verdict and lifetimes.unknown_sizes:
        answer.verdict = None  # WHY: what is left out of the plan needs bytes too
    require_valid_plan(_unbounded(problem), report.plan)
    answer.seconds = time.perf_counter() - start
    if csv_place is not None:
        write_atomically(csv_place, format_csv(problem, report.plan, table).encode())
    if svg_place is not None:
        write_atomically(svg_place, plan_picture(problem, report.plan, file).encode())
    say_answer(report, problem, lifetimes, answer, form)
    return int(capacity is not None and answer.verdict is not True)


def _unbounded(problem: Problem) -> Problem:
    """The problem without its capacity: a plan that is too high is still a plan."""
    return problem.subset(range(len(problem)))


def _check(table: CsvTable | None, form: str) -> int:
    if table is None or table.plan is None:
        raise UsageError.of("bad-usage", "--check", "needs a CSV file with an `offset` column")
    findings = validate_plan(table.problem, table.plan)
    show_findings(findings, "json" if form == "json" else "full")
    return exit_code(findings)
