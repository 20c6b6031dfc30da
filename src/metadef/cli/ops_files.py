"""`metadef ops import`, `export` and `diff`: definitions in, definitions out, and what two sets differ in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from metadef.catalogue import registry
from metadef.cli.definition_files import read_given
from metadef.cli.findings import exit_code, show_findings
from metadef.cli.ops import operator_named
from metadef.definitions.declaration import Declaration, Reading
from metadef.definitions.emit import EMITTERS, emit
from metadef.definitions.json_form import declaration_of, document
from metadef.errors import FileError, Finding, UsageError, did_you_mean
from metadef.ops.proto import OpProto

__all__ = ["diff", "export_ops", "import_ops"]

_EXIT_UNREADABLE = 2


@click.command("import")
@click.argument("files", nargs=-1, required=True)
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the JSON here instead of stdout.")
@click.option("--keep-going", is_flag=True, help="Write the output also when something is wrong.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.pass_context
def import_ops(
    ctx: click.Context, files: tuple[str, ...], form: str, output: Path | None, keep_going: bool, strict: bool
) -> None:
    """Read the definitions in FILES, files or folders of any form; - is stdin."""
    reading = read_given(files)
    code = _code(reading.findings, strict)
    if output is not None and (code == 0 or keep_going):
        output.write_text(_json(reading), "utf-8")
    if form == "json" and output is None:
        click.echo(_json(reading), nl=False)
    else:
        show_findings(reading.findings, "full", to_stderr=form == "json")
        if form == "full":
            click.echo(f"{len(reading.declarations)} operators in {len(_sources(reading))} files")
    ctx.exit(code)


def _json(reading: Reading) -> str:
    return json.dumps(document(reading), ensure_ascii=False) + "\n"


def _sources(reading: Reading) -> set[str]:
    return {declaration.span.file for declaration in reading.declarations}


def _code(findings: Sequence[Finding], strict: bool = False) -> int:
    if any(item.code.startswith("FIL") and item.is_error for item in findings):
        return _EXIT_UNREADABLE
    return exit_code(findings, strict)


@click.command("export")
@click.argument("names", metavar="OP...", nargs=-1)
@click.option("--to", "form", type=click.Choice(list(EMITTERS)), required=True, help="The form to write.")
@click.option("--from", "origins", multiple=True, metavar="PATH", help="Take operators from here, not the catalogue.")
@click.option("-o", "--output", default="-", show_default=True, help="File to write; - is stdout.")
@click.option("--keep-going", is_flag=True, help="Write the output also when a file of --from has errors.")
@click.pass_context
def export_ops(
    ctx: click.Context, names: tuple[str, ...], form: str, origins: tuple[str, ...], output: str, keep_going: bool
) -> None:
    """Write operators in another form: those called OP, or all that --from gives."""
    if not names and not origins:
        raise UsageError.of("bad-usage", "metadef ops export", "give operators, or files with --from, or both")
    code = 0
    if origins:
        reading = read_given(origins)
        show_findings(reading.findings, "concise", to_stderr=True)
        code = _code(reading.findings)
        declarations = _chosen(reading.declarations, names)
        if code and not keep_going:
            ctx.exit(code)
    else:
        declarations = [declaration_of(operator_named(name)) for name in names]
    text = emit(form, declarations)
    if output == "-":
        click.echo(text, nl=False)
    else:
        Path(output).write_text(text, "utf-8")
    ctx.exit(code)


def _chosen(declarations: Sequence[Declaration], names: Sequence[str]) -> list[Declaration]:
    if not names:
        return list(declarations)
    by_name = {declaration.proto.name: declaration for declaration in declarations}
    for name in names:
        if name not in by_name:
            hint = did_you_mean(name, by_name)
            raise UsageError.of("unknown-op", name, "no file of --from declares it", hint=hint)
    return [by_name[name] for name in names]


@click.command("diff")
@click.argument("old")
@click.argument("new")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
@click.option("--exit-code", "exits", is_flag=True, help="Exit with 1 when the two differ.")
@click.pass_context
def diff(ctx: click.Context, old: str, new: str, form: str, exits: bool) -> None:
    """What differs between the definitions of OLD and NEW: files, folders, or the word `catalogue`.

    Only what differs is said; `metadef compat` judges what breaks whom.
    """
    from metadef.checks.compare import differences  # WHY: importing definitions needs no rules

    left, right = _set(old), _set(new)
    rows: list[dict[str, str]] = []
    for name in sorted(left.keys() | right.keys()):
        if name not in right:
            rows.append({"op": name, "at": "", "change": "removed", "message": "only in the old definitions"})
        elif name not in left:
            rows.append({"op": name, "at": "", "change": "added", "message": "only in the new definitions"})
        else:
            found = differences(left[name], right[name], "the old", "the new")
            rows += [{"op": name, "at": at, "change": "changed", "message": message} for at, message in found]
    if form == "json":
        click.echo(json.dumps(rows, indent=1, ensure_ascii=False))
    else:
        marks = {"removed": "-", "added": "+", "changed": "~"}
        click.echo("".join(f"{marks[row['change']]} {row['op']}: {row['message']}\n" for row in rows), nl=False)
    ctx.exit(int(exits and bool(rows)))


def _set(origin: str) -> dict[str, OpProto]:
    if origin == "catalogue":
        return {proto.name: proto for proto in registry()}
    reading = read_given([origin])
    show_findings([item for item in reading.findings if item.is_error], "concise", to_stderr=True)
    unreadable = [item for item in reading.findings if item.code.startswith("FIL")]
    if unreadable:
        raise FileError(unreadable)
    return _by_name(reading.protos)


def _by_name(protos: Iterable[OpProto]) -> dict[str, OpProto]:
    return {proto.name: proto for proto in protos}
