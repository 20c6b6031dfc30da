"""`metadef ops`: the operators that metadef knows."""

from __future__ import annotations

import json
from importlib import import_module

import click

from metadef.catalogue import family_of, registry
from metadef.catalogue.index import FAMILIES, INTERNAL
from metadef.errors import MetadefError, UsageError, did_you_mean
from metadef.ops.ports import Port, PortKind
from metadef.ops.proto import OpProto

__all__ = ["command", "operator_named"]


# Sub-commands with files of their own: name to `"module:object"` and the sentence of the help.
_OTHERS: dict[str, tuple[str, str]] = {
    "import": ("metadef.cli.ops_files:import_ops", "Read definitions of any form."),
    "export": ("metadef.cli.ops_files:export_ops", "Write operators in another form."),
    "diff": ("metadef.cli.ops_files:diff", "What differs between two sets of definitions."),
    "lint": ("metadef.cli.ops_lint:command", "Check definitions, mend what is safe, report the rest."),
}


class _OpsGroup(click.Group):
    """Imports a sub-command of another file only when it runs: showing an operator needs no rules and no readers."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands, *_OTHERS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _OTHERS:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = _OTHERS[cmd_name][0].partition(":")
        found = getattr(import_module(module), attribute)
        return found if isinstance(found, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, command.get_short_help_str()) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl([*rows, *((name, text) for name, (_, text) in _OTHERS.items())])


@click.group("ops", cls=_OpsGroup)
def command() -> None:
    """List, show, search, check, import and export operators."""


@command.command("list")
@click.option("--family", help="Only the operators of one family, such as conv.")
@click.option("--internal", is_flag=True, help="Also the engine's own operators.")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def list_ops(family: str | None, internal: bool, form: str) -> None:
    """Every operator by name."""
    names = [
        name
        for name in registry().names()
        if (internal or name not in INTERNAL) and (family is None or family_of(name) == family)
    ]
    if family is not None and not names:
        hint = did_you_mean(family, FAMILIES) or "`metadef ops list`"
        raise UsageError.of("unknown-op", f"family {family}", "there is no such family", hint=hint)
    click.echo(json.dumps(names) if form == "json" else "\n".join(names))


@command.command("search")
@click.argument("text")
def search(text: str) -> None:
    """Operators whose name or description contains TEXT."""
    wanted = text.lower()
    for proto in registry():
        if wanted in proto.name.lower() or wanted in proto.summary.lower():
            click.echo(f"{proto.name:<32} {proto.summary}")


@command.command("show")
@click.argument("name")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def show(name: str, form: str) -> None:
    """The contract of the operator NAME."""
    proto = operator_named(name)
    click.echo(json.dumps(_record(proto), indent=1, ensure_ascii=False) if form == "json" else _text(proto))


def operator_named(name: str) -> OpProto:
    """The declared operator that an argument names.

    Raises:
        UsageError: if there is none, with the nearest: a wrong argument is a wrong call, not a finding.
    """
    try:
        return registry().lookup(name)
    except MetadefError as error:
        raise UsageError(error.findings) from error


def _text(proto: OpProto) -> str:
    lines = [f"{proto.name} (since {proto.since})", *([proto.summary] if proto.summary else []), ""]
    for kind, ports in (("input", proto.inputs), ("output", proto.outputs)):
        lines += [f"  {kind:<7} {_port(port)}" for port in ports]
    for spec in proto.attrs:
        default = "required" if spec.required else f"= {spec.default!r}"
        rule = f"  {spec.constraint}" if spec.constraint is not None else ""
        lines.append(f"  attr    {spec.name:<20} {spec.kind.name:<12} {default}{rule}{_doc(spec.doc)}")
    lines += [f"  graph   {item.name}{'...' if item.is_dynamic else ''}" for item in proto.graphs]
    lines += [f"  law     {law.label} {law.text}" for law in proto.laws]
    if proto.trait_set:
        lines.append(f"  traits  {', '.join(sorted(proto.trait_set))}")
    if proto.deprecated:
        lines.append(f"  deprecated: {proto.deprecated}")
    lines.append(f"  defined {proto.span}")
    return "\n".join(lines)


def _port(port: Port) -> str:
    mark = {PortKind.REQUIRED: "", PortKind.OPTIONAL: "?", PortKind.DYNAMIC: "..."}[port.kind]
    symbol = f"{port.symbol}: " if port.symbol else ""
    types = repr(port.types) if port.types.mask else "any type"
    return f"{port.name + mark:<20} {symbol}{types}{_doc(port.doc)}"


def _doc(text: str) -> str:
    return f"  -- {text}" if text else ""


def _record(proto: OpProto) -> dict[str, object]:
    def port(item: Port) -> dict[str, object]:
        typed: dict[str, object] = {"symbol": item.symbol} if item.symbol else {}
        return {"name": item.name, "kind": item.kind.value, "dtypes": [str(t) for t in item.types], **typed}

    return {
        "op": proto.name,
        "inputs": [port(item) for item in proto.inputs],
        "outputs": [port(item) for item in proto.outputs],
        "attrs": [
            {
                "name": s.name,
                "type": s.kind.name,
                "required": s.required,
                **({} if s.required else {"default": repr(s.default)}),
            }
            for s in proto.attrs
        ],
        "graphs": [{"name": item.name, "kind": "dynamic" if item.is_dynamic else "static"} for item in proto.graphs],
        "doc": proto.summary,
        "source_file": proto.span.file.rpartition("/")[2],
        "line": proto.span.line,
    }
