"""`metadef layout`: the cheapest storage formats, of a model or of an abstract problem."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from metadef.cli.findings import exit_code, show_findings
from metadef.driver.arguments import DEFAULT_TARGET
from metadef.driver.compile import compile as compile_model
from metadef.errors import FileError, UsageError
from metadef.layout.problem_json import answer_json, read_problem
from metadef.layout.solve import solve

__all__ = ["command"]

_LIMIT_BYTES = 1 << 28


@click.command("layout")
@click.argument("model", required=False)
@click.option("--problem", help="Solve the abstract problem in this JSON file; - is stdin.")
@click.option("--target", default=DEFAULT_TARGET, show_default=True, help="Full chip name.")
@click.option("--seconds", type=click.FloatRange(min=0), default=30.0, show_default=True, help="Time budget.")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def command(model: str | None, problem: str | None, target: str, seconds: float, form: str) -> int:
    """Choose formats for MODEL and print the conversions; or solve --problem."""
    if (model is None) == (problem is None):
        raise UsageError.of("bad-usage", "layout", "takes a model or --problem", expected="one of the two")
    if problem is not None:
        return _solve(problem, seconds, form)
    compiled = compile_model(str(model), target)
    if compiled.findings:
        show_findings(compiled.findings, "full", to_stderr=True)
    if form == "json":
        click.echo(compiled.to_json())
    elif compiled.layout is not None:
        layout = compiled.layout
        for item in layout.conversions:
            when = (
                "at compile time" if item.on_constant else f"{item.cost_us:.2f} us, for {', '.join(item.readers[:3])}"
            )
            click.echo(f"{item.value}: {item.source} -> {item.target}  {when}")
        proof = "proven optimal" if layout.optimal else f"bound {layout.bound_us:.1f} us"
        click.echo(
            f"{layout.cost_us:.1f} us, {proof}; greedy {layout.baseline_us:.1f} us; {layout.final} TransData left"
        )
    return exit_code(compiled.findings)


def _solve(file: str, seconds: float, form: str) -> int:
    found = read_problem(_read(file), file)
    solution = solve(found, time_limit_s=seconds)
    if form == "json":
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
