"""`metadef soc`: the chips that metadef knows, and what they offer."""

from __future__ import annotations

import json
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import click

from metadef.errors import UsageError, did_you_mean
from metadef.render.escape import visible
from metadef.targets import OpSupport, Target, all_chips, name_trap
from metadef.targets.chip import Chip

__all__ = ["command"]


class _SocGroup(click.Group):
    """Imports `import` only when it runs: showing a chip needs no readers."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands, "import"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name != "import":
            return super().get_command(ctx, cmd_name)
        found = import_module("metadef.cli.soc_import").command
        return found if isinstance(found, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, command.get_short_help_str()) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl([*rows, ("import", "Take the columns of an installed CANN or a package over.")])


@click.group("soc", cls=_SocGroup)
def command() -> None:
    """List and show chips, and import what they offer."""


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
@click.argument("name", metavar="CHIP|FILE|CHIP@FILE")
@click.option("--op", help="The columns of this operator instead of the chip's numbers.")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full")
def show(name: str, op: str | None, form: str) -> None:
    """Everything known about a chip, and what each number rests on; with --op what it offers of one operator."""
    from metadef.driver.target import configured_files, open_target  # WHY: `soc list` needs none of it

    target = open_target(name, configured_files(Path.cwd()))
    if op is not None:
        _show_columns(target, op, form)
        return
    found = target.chip
    trap = name_trap(found.soc)
    rows = _rows(found)
    if target.supports:
        rows["operators"] = len(target.operators)
        rows["operators_from"] = ", ".join(item.source for item in target.supports)
        rows["operators_complete"] = target.is_complete
    if form == "json":
        click.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    for key, value in rows.items():
        mark = "  (estimated)" if key in found.estimated else ""
        click.echo(visible(f"{key:<28}{value}{mark}"))
    if not target.supports:
        click.echo("\nnote: no columns of operators are known; `metadef soc import` takes those of a CANN over")
    if trap is not None:
        click.echo(f"\nnote: {trap.message}")


def _show_columns(target: Target, op: str, form: str) -> None:
    support = target.columns(op)
    if support is None:
        hint = did_you_mean(op, target.operators) or "`metadef soc import`"
        message = f"no columns are known for it on {target.chip.soc}"
        raise UsageError.of("unknown-op", op, message, hint=hint)
    if form == "json":
        click.echo(json.dumps(_columns(support), indent=1, ensure_ascii=False))
        return
    click.echo(visible(f"{op} on {target.chip.soc}: {support.count} columns, from {support.source}"))
    for line in (*map(str, support.columns()), *(f"{key} = {value}" for key, value in support.flags.items())):
        click.echo(visible(f"  {line}"))


def _columns(support: OpSupport) -> dict[str, object]:
    columns = [
        {
            side: [{"name": name, "dtype": str(dtype), "format": layout.name} for name, dtype, layout in ports]
            for side, ports in (("inputs", column.inputs), ("outputs", column.outputs))
        }
        for column in support.columns()
    ]
    return {"op": support.op, "columns": columns, "flags": dict(support.flags), "source": support.source}


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
