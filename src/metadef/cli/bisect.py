"""`metadef bisect MODEL`: which change of which pass makes a model compute something else?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from metadef.cli.arrays import parse_ranges
from metadef.cli.compare import difference_lines
from metadef.cli.findings import show_findings
from metadef.cli.options import random_input_options, tolerance_option
from metadef.cli.output import plugins_to_stderr, say
from metadef.cli.pass_options import PassOptions, choice_options
from metadef.cli.sizes import parse_sizes
from metadef.driver.arguments import DEFAULT_TARGET
from metadef.driver.bisect import bisect

if TYPE_CHECKING:
    from metadef.driver.bisect import Bisection

__all__ = ["command"]


@click.command("bisect")
@click.argument("model")
@click.option("--target", metavar="CHIP", default=DEFAULT_TARGET, show_default=True, help="Full chip name.")
@choice_options
@random_input_options
@tolerance_option
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def command(
    model: str,
    target: str,
    pipeline: str | None,
    plugins: tuple[str, ...],
    switch_file: str | None,
    switches: str | None,
    settings: tuple[str, ...],
    ranges: tuple[str, ...],
    seed: int,
    tolerance: float | None,
    form: str,
) -> int:
    """Find the first change of a pass after which MODEL gives other numbers; the exit code is 1 when there is one.

    `metadef compile --opt-bisect-limit N` stops after the first N changes.
    """
    chosen = PassOptions.of(pipeline, plugins, switch_file, switches)
    with plugins_to_stderr():
        found = bisect(
            model,
            target,
            passes=chosen.passes,
            sizes=parse_sizes(settings),
            ranges=parse_ranges(ranges),
            seed=seed,
            tolerance=tolerance,
        )
    failures = [item for result in found.failed for item in result.findings]
    if form == "json":
        click.echo(json.dumps(_record(found)))
        return int(not found.ok or bool(failures))
    if failures:
        show_findings(failures, "full")
    if found.first_bad is None:
        say(f"the passes make {found.changes} changes, and the outputs stay the same")
        return int(bool(failures))
    change = found.first_bad
    say(
        f"change {change.number} of {found.changes} is the first that changes the numbers, found in {found.runs} runs:",
        f"  pass  {change.by}",
        f"  at    {change.at}",
        *(f"  made  {line}" for line in found.edited),
        *difference_lines(found.differences),
        f"see it: metadef compile {model} --opt-bisect-limit {change.number} --print-after {change.by}",
    )
    return 1


def _record(found: Bisection) -> dict[str, object]:
    change = found.first_bad
    return {
        "ok": found.ok,
        "changes": found.changes,
        "runs": found.runs,
        "first_bad": None if change is None else {"number": change.number, "pass": change.by, "at": change.at},
        "edited": list(found.edited),
        "failed": [item.name for item in found.failed],
    }
