"""`metadef gen`: artifacts in other languages from the definitions of operators."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import click

from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.cli.findings import exit_code, show_findings
from metadef.cli.output import say
from metadef.codegen.folder import Plan, apply, is_current, plan
from metadef.codegen.run import fingerprint, generate
from metadef.codegen.select import select
from metadef.codegen.table import GENERATORS, find_generator, generator_names
from metadef.definitions.declaration import Declaration
from metadef.definitions.json_form import declaration_of
from metadef.definitions.read import read_files
from metadef.errors import FileError, MetadefError, UsageError

__all__ = ["command"]

_CATALOGUE = "catalogue"
_ALL = "all"
_HELP = f"""Generate TARGET: {", ".join(GENERATORS)}, one of a plug-in, or `all`.

With `all` each target gets a folder of its name in the given one.
"""


@click.command("gen", help=_HELP)
@click.argument("target")
@click.option("--ops", "selector", default="", metavar="SELECTOR", help="Names, patterns, family:NAME, -NAME; commas.")
@click.option("--from", "origins", multiple=True, metavar="PATH", help="Definition files, or the word catalogue.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The folder to fill.")
@click.option("--templates", type=click.Path(path_type=Path), help="A folder whose templates go before ours.")
@click.option("--check", "checks", is_flag=True, help="Write nothing; exit with 1 if the folder is not up to date.")
@click.option("--diff", "diffs", is_flag=True, help="Write nothing; print what would change.")
@click.option("--force", is_flag=True, help="Replace files that were edited or are not ours.")
@click.pass_context
def command(
    ctx: click.Context,
    target: str,
    selector: str,
    origins: tuple[str, ...],
    output: Path,
    templates: Path | None,
    checks: bool,
    diffs: bool,
    force: bool,
) -> None:
    targets = generator_names() if target == _ALL else [target]
    for one in targets:
        find_generator(one)
    if templates is not None and not templates.is_dir():
        raise UsageError.of("bad-usage", f"--templates {templates}", "is no folder")
    files = _files(origins)
    read = cache(lambda: _chosen(origins, selector))  # WHY late: a run that finds all up to date reads no definition
    clean = True
    for one in targets:
        folder = output / one if target == _ALL else output
        key = fingerprint(one, [selector, *origins], files, templates)
        if not (checks or diffs or force) and is_current(folder, one, key):
            say(f"{folder} is up to date")
            continue
        declarations, families = read()
        made = plan(folder, one, generate(one, declarations, families=families, templates=templates), key)
        clean = clean and made.is_clean
        if checks or diffs:
            _tell(made, f"{one}/" if target == _ALL else "", diffs)
        else:
            _write(made, force)
    if checks or diffs:
        ctx.exit(int(checks and not clean))


def _tell(made: Plan, prefix: str, diffs: bool) -> None:
    """What would change: the changes themselves, or the files."""
    if diffs:
        say(*made.diff().splitlines())
        return
    for verb, paths in (("missing", made.added), ("differs", made.changed), ("stale", made.removed)):
        say(*(f"{verb} {prefix}{path}" for path in paths))


def _write(made: Plan, force: bool) -> None:
    show = [item for item in made.findings if not item.is_error]
    if show:
        show_findings(show, "concise", to_stderr=True)
    if not apply(made, force=force):
        say(f"{made.folder} is up to date")
        return
    count = len(made.added) + len(made.changed)
    say(f"{made.folder}: {len(made.files)} files, {count} written, {len(made.removed)} removed")


def _chosen(origins: tuple[str, ...], selector: str) -> tuple[tuple[Declaration, ...], Mapping[str, str]]:
    declarations, families = _definitions(origins)
    return select(declarations, selector, families), families


def _files(origins: tuple[str, ...]) -> list[Path]:
    """Every file that `--from` names, in order.

    Raises:
        UsageError: for the word hub, which nothing answers yet.
    """
    files: list[Path] = []
    for origin in origins:
        path = Path(origin)
        if origin == "hub" and not path.exists():
            hint = "a file of definitions, such as the JSON that the hub's owner exports"
            raise UsageError.of("bad-usage", "--from hub", "definitions are read from files, not from a hub", hint=hint)
        if origin != _CATALOGUE:
            files += sorted(item for item in path.rglob("*") if item.is_file()) if path.is_dir() else [path]
    return files


def _definitions(origins: tuple[str, ...]) -> tuple[list[Declaration], Mapping[str, str]]:
    """The operators to choose from, and their families; a later origin replaces what an earlier one defines.

    Raises:
        MetadefError: if a file cannot be read, or has an error: nothing is made from half of a definition.
    """
    found: dict[str, Declaration] = {}
    for origin in origins or (_CATALOGUE,):
        if origin == _CATALOGUE:
            found |= {name: declaration_of(registry().lookup(name)) for name in FAMILY_OF}
            continue
        reading = read_files([origin])
        if exit_code(reading.findings):
            kind = FileError if any(item.code.startswith("FIL") for item in reading.findings) else MetadefError
            raise kind(item for item in reading.findings if item.is_error)
        found |= {declaration.proto.name: declaration for declaration in reading.declarations}
    return list(found.values()), FAMILY_OF
