"""`metadef soc import DIR`: the columns of an installed CANN, a package or a source tree, as a capability file."""

from __future__ import annotations

import os

import click

from metadef.cli.findings import exit_code, show_findings
from metadef.cli.output import require_destination, say, say_data
from metadef.codec.atomic import write_atomically
from metadef.driver.soc_import import Imported, import_support
from metadef.targets import chip
from metadef.targets.capability_file import capability_text

__all__ = ["command"]

_EXIT_UNREADABLE = 2


@click.command("import")
@click.argument("paths", metavar="DIR...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE", default="-", show_default=True, help="Where to write; - is stdout.")
@click.option("--chip", "soc", metavar="CHIP", help="The chip that the file means when it is a --target itself.")
@click.option("--name", default="", help="What to call the data, such as CANN-8.0.")
@click.option("--complete", is_flag=True, help="What is not listed is not offered at all: for a whole CANN only.")
@click.option("--keep-going", is_flag=True, help="Write also when a file cannot be read.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--quiet", is_flag=True, help="Do not list warnings one by one.")
def command(
    paths: tuple[str, ...],
    output: str,
    soc: str | None,
    name: str,
    complete: bool,
    keep_going: bool,
    strict: bool,
    quiet: bool,
) -> int:
    """Take over the dtype and format columns that DIR holds: op-info libraries and `_def.cpp` files."""
    named = chip(soc).soc if soc is not None else ""
    place = None if output == "-" else require_destination("-o", output, "-")
    imported = import_support([_short(path) for path in paths], complete=complete)
    code = exit_code(imported.findings, strict)
    shown = [item for item in imported.findings if item.is_error or not quiet]
    if shown:
        show_findings(shown, "concise", to_stderr=True)
    if code == 0 or keep_going:
        text = capability_text(imported.supports, name=name, chip=named)
        if place is None:
            say_data(text.rstrip("\n"))
        else:
            write_atomically(place, text.encode("utf-8", "backslashreplace"))
        say(*_summary(imported), to_stderr=True)
    if any(item.code.startswith("FIL") and item.is_error for item in imported.findings):
        return _EXIT_UNREADABLE
    return code


def _short(path: str) -> str:
    """Relative to here when it is below here, so that the file does not carry the machine's folders."""
    absolute, here = os.path.abspath(path), os.path.join(os.getcwd(), "")
    return absolute.removeprefix(here) if absolute.startswith(here) else path


def _summary(imported: Imported) -> list[str]:
    lines = [f"{len(imported.files)} files"]
    for item in imported.supports:
        columns = sum(op.count for op in item.operators.values())
        lines.append(f"{item.family}: {len(item.operators)} operators, {columns} columns")
    return lines
