"""`metadef compare A B`: do two models compute the same?"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import click

from metadef.cli.arrays import parse_inputs, parse_ranges
from metadef.cli.options import random_input_options, tolerance_option
from metadef.cli.output import say
from metadef.cli.sizes import parse_sizes
from metadef.driver.compare import compare
from metadef.errors import UsageError

if TYPE_CHECKING:
    from metadef.driver.difference import Difference

__all__ = ["command", "difference_lines"]


@click.command("compare")
@click.argument("model")
@click.argument("other", required=False)
@click.option("--against", type=click.Choice(["onnxruntime"]), help="Another runtime, instead of a second model.")
@click.option(
    "--input", "inputs", metavar="NAME=FILE.npy|random", multiple=True, help="What an input is fed; may be repeated."
)
@random_input_options
@tolerance_option
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def command(
    model: str,
    other: str | None,
    against: str | None,
    inputs: tuple[str, ...],
    settings: tuple[str, ...],
    ranges: tuple[str, ...],
    seed: int,
    tolerance: float | None,
    form: str,
) -> int:
    """Run MODEL and OTHER (or MODEL here and in another runtime) on the same inputs and compare their outputs.

    MODEL, or the other runtime, is taken for right. The exit code is 1 when an output differs by more than the
    tolerance: 1e-3 for float32, 0 for whole numbers.
    """
    if (other is None) == (against is None):
        message, hint = "needs a second model or --against, and not both", "--against onnxruntime"
        raise UsageError.of("bad-usage", "compare", message, hint=hint)
    result = compare(
        model,
        other,
        against=against or "",
        inputs=parse_inputs(inputs),
        seed=seed,
        sizes=parse_sizes(settings),
        ranges=parse_ranges(ranges),
        tolerance=tolerance,
    )
    if form == "json":
        click.echo(json.dumps(result.record()))
        return int(not result.ok)
    say(*difference_lines(result.outputs))
    first = result.first
    if first is not None:
        origin = f" from {', '.join(first.origins)}" if first.origins else ""
        say(f'the first node that differs is "{first.node}" ({first.op}){origin}:')
        say(*difference_lines([first.difference])[1:])
    elif not result.ok:
        say("no single node with a counterpart on the other side differs before the outputs")
    return int(not result.ok)


def difference_lines(items: tuple[Difference, ...] | list[Difference]) -> list[str]:
    """A table of differences."""
    lines = [f"{'output':<24} {'max abs':>10} {'max rel':>10} {'max ULP':>10}  verdict"]
    for item in items:
        if item.note:
            lines.append(f"{item.name:<24} {item.note}")
            continue
        place = f" at {list(item.at)}" if item.at and not item.ok else ""
        verdict = "agrees" if item.ok else f"differs by more than {item.tolerance:.3g}{place}"
        ulp = f"{item.max_ulp:.0f}" if math.isfinite(item.max_ulp) else "-"
        lines.append(f"{item.name:<24} {item.max_abs:>10.3g} {item.max_rel:>10.3g} {ulp:>10}  {verdict}")
    return lines
