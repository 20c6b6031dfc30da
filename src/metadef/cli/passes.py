"""`metadef passes`: what there is, in which order it runs, and why."""

from __future__ import annotations

import json

import click

from metadef.cli.findings import show_findings
from metadef.cli.output import say
from metadef.cli.pass_options import PassOptions, choice_options
from metadef.cli.why_not import answer_why_not
from metadef.driver.arguments import DEFAULT_TARGET
from metadef.errors import UsageError, did_you_mean
from metadef.passes.base import Pass, Stage
from metadef.passes.pipeline import SHORT_FORMS
from metadef.passes.rewrite import RewritePass
from metadef.passes.schedule import Scheduled, schedule

__all__ = ["command"]

_ORDER = "ORDER"


@click.command("passes")
@click.argument("model", required=False)
@click.option("--why-not", "pattern", metavar="PATTERN", help="Why a rule or pass was not applied to MODEL at --node.")
@click.option("--node", metavar="NODE", help="The node that --why-not asks about.")
@click.option("--target", default=DEFAULT_TARGET, show_default=True, help="The chip that --why-not assumes.")
@click.option("--stage", type=click.Choice([stage.value for stage in Stage]), help="Only the passes of one stage.")
@click.option(
    "--explain",
    metavar="[ORDER|PASS]",
    is_flag=False,
    flag_value=_ORDER,
    help="Why each pass stands where it does, or all that one pass declares.",
)
@choice_options
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def command(
    model: str | None,
    pattern: str | None,
    node: str | None,
    target: str,
    stage: str | None,
    explain: str | None,
    pipeline: str | None,
    plugins: tuple[str, ...],
    switch_file: str | None,
    switches: str | None,
    form: str,
) -> int:
    """List the passes in the order in which `compile` runs them, or say why one was not applied."""
    chosen = PassOptions.of(pipeline, plugins, switch_file, switches)
    if model is not None or pattern is not None or node is not None:
        return answer_why_not(model, pattern, node, target, chosen.passes, form)
    order = schedule(chosen.passes)
    rows = [row for row in order if stage is None or row.item.stage.value == stage]
    if explain is not None and explain.upper() != _ORDER:
        rows = [_named(order, explain)]
    if chosen.notes:
        show_findings(chosen.notes, "full", to_stderr=True)
    if form == "json":
        click.echo(json.dumps([_record(row) for row in rows]))
    elif explain is None:
        say(*(f"{row.item.stage.value:<13} {row.item.name:<34} {_summary(row.item)}" for row in rows))
    elif explain.upper() == _ORDER:
        numbers = {row.item.name: number for number, row in enumerate(order, 1)}
        say(
            *(
                f"{numbers[row.item.name]:>3} {row.item.stage.value:<13} {row.item.name:<34} {row.reason}"
                for row in rows
            )
        )
    else:
        say(*_page(rows[0]))
    return 0


def _named(order: list[Scheduled], name: str) -> Scheduled:
    full = SHORT_FORMS.get(name, name)
    names = [row.item.name for row in order]
    if full not in names:
        hint = did_you_mean(full, (*names, _ORDER)) or _ORDER
        raise UsageError.of("unknown-pass", f"--explain {name[:60]}", "no pass of this name runs", hint=hint)
    return order[names.index(full)]


def _summary(item: Pass) -> str:
    lines = (type(item).__doc__ or "").strip().splitlines()
    return lines[0] if lines else ""


def _record(row: Scheduled) -> dict[str, object]:
    item = row.item
    return {
        "name": item.name,
        "stage": item.stage.value,
        "reason": row.reason,
        "scope": item.scope.value,
        "requires": item.requires,
        "after": item.after,
        "before": item.before,
        "conflicts": item.conflicts,
        "invalidates": item.invalidates,
        "priority": item.priority,
        "parameters": dict(item.parameters),
        "rules": _rules(item),
        "off": sorted(item.off),
    }


def _rules(item: Pass) -> list[str]:
    return list(dict.fromkeys(rule.name for rule in item.rules)) if isinstance(item, RewritePass) else []


def _page(row: Scheduled) -> list[str]:
    item = row.item
    lines = [
        f"{item.name}: {_summary(item)}",
        f"  place       {row.reason}",
        f"  stage       {item.stage.value}, priority {item.priority}, shown one {item.scope.value} at a time",
    ]
    for name in ("requires", "after", "before", "conflicts", "invalidates"):
        declared: tuple[str, ...] = getattr(item, name)
        if declared:
            lines.append(f"  {name:<11} {', '.join(declared)}")
    parameters = {**item.parameters}
    if parameters:
        lines.append(f"  parameters  {', '.join(f'{name}={value}' for name, value in parameters.items())}")
    rules = _rules(item)
    if rules:
        lines.append(f"  rules       {', '.join(f'{name} (off)' if name in item.off else name for name in rules)}")
    return lines
