"""`metadef soc`: the chips that metadef knows."""

from __future__ import annotations

import json
from dataclasses import fields

import click

from metadef.targets import all_chips, chip, name_trap
from metadef.targets.chip import Chip

__all__ = ["command"]


@click.group("soc")
def command() -> None:
    """List and show chips."""


@command.command("list")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full")
def list_chips(form: str) -> None:
    """Every chip by its full name."""
    chips = all_chips()
    if form == "json":
        click.echo(json.dumps([item.soc for item in chips]))
        return
    width = max(len(item.soc) for item in chips)
    for item in chips:
        click.echo(f"{item.soc:<{width}}  {item.family:<12} {item.architecture}")


@command.command("show")
@click.argument("name")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full")
def show(name: str, form: str) -> None:
    """Everything known about the chip NAME, and what each number rests on."""
    found = chip(name)
    trap = name_trap(name)
    rows = _rows(found)
    if form == "json":
        click.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    for key, value in rows.items():
        mark = "  (estimated)" if key in found.estimated else ""
        click.echo(f"{key:<28}{value}{mark}")
    if trap is not None:
        click.echo(f"\nnote: {trap.message}")


def _rows(item: Chip) -> dict[str, object]:
    """Fields as plain data; estimated numbers say so."""
    rows: dict[str, object] = {}
    for field in fields(item):
        value: object = getattr(item, field.name)
        if field.name in ("estimated", "defined") or value is None:
            continue
        if field.name == "c0_table":
            value = {dtype.name: elements for dtype, elements in item.c0_table}
        rows[field.name] = value
    rows["estimated"] = sorted(item.estimated)
    return rows
