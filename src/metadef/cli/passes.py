"""`metadef passes`: what there is, and in which order and why it runs."""

from __future__ import annotations

import json

import click

from metadef.passes.base import Stage
from metadef.passes.schedule import schedule
from metadef.passes.table import default_passes

__all__ = ["command"]


@click.command("passes")
@click.option("--stage", type=click.Choice([stage.value for stage in Stage]), help="Only the passes of one stage.")
@click.option("--explain", is_flag=True, help="Why each pass stands where it does.")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def command(stage: str | None, explain: bool, form: str) -> None:
    """List the passes in the order in which `compile` runs them."""
    rows = [row for row in schedule(default_passes()) if stage is None or row.item.stage.value == stage]
    if form == "json":
        click.echo(
            json.dumps([{"name": row.item.name, "stage": row.item.stage.value, "reason": row.reason} for row in rows])
        )
        return
    for row in rows:
        doc = (type(row.item).__doc__ or "").strip().splitlines()[0]
        click.echo(f"{row.item.stage.value:<13} {row.item.name:<34} {row.reason if explain else doc}")
