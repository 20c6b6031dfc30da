"""`metadef ops`: the operators that metadef knows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from importlib import import_module

import click

from metadef.catalogue import family_of, installed
from metadef.catalogue.index import FAMILIES, INTERNAL
from metadef.catalogue.sources import differences_of, sources_of
from metadef.errors import MetadefError, UsageError, did_you_mean
from metadef.ops.ports import AttrSpec, GraphSpec, Port, PortKind
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
@click.option("--families", is_flag=True, help="The families with the number of their operators.")
@click.option("-l", "--long", "is_long", is_flag=True, help="Also what each operator computes.")
@click.option("--internal", is_flag=True, help="Also the engine's own operators.")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def list_ops(family: str | None, families: bool, is_long: bool, internal: bool, form: str) -> None:
    """Every operator by name."""
    if families:
        counts = {name: len(members.split()) for name, members in sorted(FAMILIES.items())}
        click.echo(json.dumps(counts) if form == "json" else _columns(counts.items()))
        return
    _require_usable_plugins()
    names = [
        name
        for name in installed().names()
        if (internal or name not in INTERNAL) and (family is None or family_of(name) == family)
    ]
    if family is not None and not names:
        hint = did_you_mean(family, FAMILIES) or "`metadef ops list --families`"
        raise UsageError.of("unknown-op", f"family {family[:80]}", "there is no such family", hint=hint)
    if form == "json":
        click.echo(json.dumps(names))
    else:
        click.echo(
            _columns((name, installed().lookup(name).summary) for name in names) if is_long else "\n".join(names)
        )


def _require_usable_plugins() -> None:
    """A list that lacks a plug-in's operators would look whole.

    Raises:
        MetadefError: if a plug-in cannot be used.
    """
    problems = installed().problems()
    if problems:
        raise MetadefError(problems)


def _columns(rows: Iterable[tuple[str, object]]) -> str:
    return "\n".join(f"{name:<32} {text}".rstrip() for name, text in rows)


@command.command("search")
@click.argument("text")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def search(text: str, form: str) -> None:
    """Operators that speak of TEXT: all its words in the name, the sentence, or the description of one part.

    Names come first, then sentences, then descriptions of ports and attributes, with the part that matched.
    """
    _require_usable_plugins()
    words = text.lower().split()
    found: list[tuple[int, str, str, str]] = []
    for proto in installed():
        place = _match(proto, words)
        if place is not None:
            found.append((place[0], proto.name, proto.summary, place[1]))
    if not found:
        hint = installed().nearest(text[:80]) or "fewer words"
        raise MetadefError.of("unknown-op", f"search for {text[:80]}", "no operator speaks of it", hint=hint)
    found.sort(key=lambda item: item[0])
    if form == "json":
        keys = ("op", "doc", "match")
        click.echo(json.dumps([dict(zip(keys, row[1:], strict=True)) for row in found], indent=1, ensure_ascii=False))
        return
    for _, name, summary, match in found:
        click.echo(_columns([(name, summary)]))
        if match:
            click.echo(f"    {match}")


def _match(proto: OpProto, words: list[str]) -> tuple[int, str] | None:
    """How near the match is (0 the name, 1 the sentence, 2 a part), and the part."""
    name = proto.name.lower()
    if all(word in name for word in words):
        return 0, ""
    head = f"{name} {proto.summary.lower()} {' '.join(proto.categories)}"
    if all(word in head for word in words):
        return 1, ""
    for what, item in _parts(proto):
        line = f"{item.name.lower()} {item.doc.lower()}"
        if any(word in line for word in words) and all(word in line or word in head for word in words):
            return 2, f"{what} {item.name}" + (f": {item.doc}" if item.doc else "")
    return None


def _parts(proto: OpProto) -> Iterator[tuple[str, Port | AttrSpec | GraphSpec]]:
    yield from (("input", port) for port in proto.inputs)
    yield from (("output", port) for port in proto.outputs)
    yield from (("attr", spec) for spec in proto.attrs)
    yield from (("graph", spec) for spec in proto.graphs)


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
        return installed().lookup(name)
    except MetadefError as error:
        raise UsageError(error.findings) from error


def _text(proto: OpProto) -> str:
    lines = [f"{proto.name} (since {proto.since})", *([proto.summary] if proto.summary else []), ""]
    for kind, ports in (("input", proto.inputs), ("output", proto.outputs)):
        for port in ports:
            lines += [f"  {kind:<7} {_port(port)}", *_doc(port.doc)]
    for spec in proto.attrs:
        default = "required" if spec.required else f"= {spec.default!r}"
        rule = f"  must be {spec.constraint}" if spec.constraint is not None else ""
        lines += [f"  attr    {spec.name:<20} {spec.kind.name:<12} {default}{rule}", *_doc(spec.doc)]
    for item in proto.graphs:
        lines += [f"  graph   {item.name}{'...' if item.is_dynamic else ''}", *_doc(item.doc)]
    lines += [f"  law     {law.label} {law.text}" for law in proto.laws]
    if proto.trait_set:
        lines.append(f"  traits  {', '.join(sorted(proto.trait_set))}")
    if proto.categories:
        lines.append(f"  tags    {', '.join(proto.categories)}")
    if proto.deprecated:
        lines.append(f"  deprecated: {proto.deprecated}")
    differences = differences_of(proto.name)
    for source in sources_of(proto.name):
        other = "; ".join(str(item) for item in differences if item.source == source)
        lines.append(f"  source  {source}{f', but {other}' if other else ''}")
    lines.append(f"  defined {proto.span}")
    return "\n".join(lines)


def _port(port: Port) -> str:
    mark = {PortKind.REQUIRED: "", PortKind.OPTIONAL: "?", PortKind.DYNAMIC: "..."}[port.kind]
    symbol = f"{port.symbol}: " if port.symbol else ""
    types = repr(port.types) if port.types.mask else "any type"
    return f"{port.name + mark:<20} {symbol}{types}"


def _doc(text: str) -> list[str]:
    return [f"          {text}"] if text else []


def _record(proto: OpProto) -> dict[str, object]:
    def described(doc: str) -> dict[str, object]:
        return {"doc": doc} if doc else {}

    def port(item: Port) -> dict[str, object]:
        typed: dict[str, object] = {"symbol": item.symbol} if item.symbol else {}
        dtypes = [str(dtype) for dtype in item.types]
        return {"name": item.name, "kind": item.kind.value, "dtypes": dtypes, **typed, **described(item.doc)}

    return {
        "op": proto.name,
        "inputs": [port(item) for item in proto.inputs],
        "outputs": [port(item) for item in proto.outputs],
        "attrs": [
            {
                "name": spec.name,
                "type": spec.kind.name,
                "required": spec.required,
                **({} if spec.required else {"default": repr(spec.default)}),
                **({} if spec.constraint is None else {"constraint": str(spec.constraint)}),
                **described(spec.doc),
            }
            for spec in proto.attrs
        ],
        "graphs": [
            {"name": item.name, "kind": "dynamic" if item.is_dynamic else "static", **described(item.doc)}
            for item in proto.graphs
        ],
        "doc": proto.summary,
        "traits": sorted(proto.trait_set),
        "categories": list(proto.categories),
        "sources": list(sources_of(proto.name)),
        "source_file": proto.span.file.rpartition("/")[2],
        "line": proto.span.line,
    }
