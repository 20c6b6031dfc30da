"""`metadef convert IN OUT`: a graph from any form to any other."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from metadef.cli.findings import exit_code, show_findings
from metadef.cli.output import require_destination, say, say_data
from metadef.compat.negotiate import Party
from metadef.compat.party_file import read_party
from metadef.driver.convert import Converted, convert
from metadef.driver.save import form_for_path, require_form, text_forms
from metadef.errors import FileError, UsageError
from metadef.render import RENDERERS

__all__ = ["command"]

_STDOUT = "-"
_PEOPLE = ("full", "concise")


@click.command("convert")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--to", "wanted", metavar="FORM", help="mdef, json, text, onnx, ...; OUT's extension says it else.")
@click.option("--target-version", metavar="VERSION", help="Version of .mdef to write, such as 1.0; else the newest.")
@click.option("--reader", "readers", multiple=True, metavar="TOML", help="Who must read the .mdef; may be repeated.")
@click.option("--keep-going", is_flag=True, help="Write OUT in spite of errors.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--format", "form", type=click.Choice(list(RENDERERS)), default="full", help="How findings are printed.")
def command(
    source: str,
    target: str,
    wanted: str | None,
    target_version: str | None,
    readers: tuple[str, ...],
    keep_going: bool,
    strict: bool,
    form: str,
) -> int:
    """Read the graph in IN, whatever its form (found by its content), and write it to OUT.

    - is standard input or output; what goes there is text unless --to says otherwise.
    """
    parties = [read_party(Path(path)) for path in readers]
    if target == _STDOUT:
        return _to_stdout(source, wanted or "text", target_version, parties, keep_going, strict)
    require_destination("OUT", target, source)
    if wanted is None:
        try:
            form_for_path(Path(target))
        except FileError as error:
            raise UsageError(error.findings) from error
    done = convert(source, target, wanted or "", keep_going=keep_going, target_version=target_version, readers=parties)
    _report(done, form, to_stderr=False)
    code = exit_code(done.findings, strict)
    if not done.ok and not keep_going:
        say(f"{target} is not written; --keep-going writes it in spite of what was found", to_stderr=True)
    elif form in _PEOPLE:
        say(f"{source} ({done.source_form}, {done.nodes} nodes) is {target} ({done.form}) now")
    return code


def _report(done: Converted, form: str, *, to_stderr: bool) -> None:
    if done.findings or form not in _PEOPLE:
        show_findings(done.findings, form, to_stderr=to_stderr)


def _to_stdout(
    source: str, wanted: str, version: str | None, readers: Sequence[Party], keep_going: bool, strict: bool
) -> int:
    """WHY a file first: writers take their file's name only when everything is in it."""
    if problems := require_form(wanted):
        raise UsageError(problems)
    is_text = wanted in text_forms()
    if not is_text and sys.stdout.isatty():
        raise UsageError.of("bad-usage", f"--to {wanted}", "is no form for a terminal", hint="OUT, or a pipe")
    with tempfile.TemporaryDirectory(prefix="metadef-") as folder:
        place = Path(folder) / "graph"
        done = convert(source, place, wanted, keep_going=keep_going, target_version=version, readers=readers)
        _report(done, "full", to_stderr=True)
        if place.exists() and is_text:
            say_data(place.read_text("utf-8").removesuffix("\n"))
        elif place.exists():
            sys.stdout.buffer.write(place.read_bytes())
    return exit_code(done.findings, strict)
