"""`metadef compile MODEL`: the main job, from a model to a planned graph."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import click

from metadef.cli.findings import exit_code, show_findings
from metadef.cli.fixed import parse_fixed
from metadef.cli.layout_options import LayoutChoices, layout_choices
from metadef.cli.options import fix_option, size_option, target_option
from metadef.cli.output import plugins_to_stderr, require_destination, say, say_data
from metadef.cli.pass_options import PassOptions, choice_options, run_options, settings_of, timing_table
from metadef.cli.sizes import parse_sizes
from metadef.codec.atomic import staged
from metadef.driver.compile import compile as compile_model
from metadef.driver.compiled import Compiled
from metadef.driver.mdef_file import as_minor
from metadef.driver.save import form_for_path
from metadef.driver.target import configured_files, open_target
from metadef.errors import FileError, UsageError
from metadef.render import RENDERERS

__all__ = ["command"]

_STDOUT = "-"


@click.command("compile")
@click.argument("model")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Where to write the compiled graph; the extension says in which format, - is the text form on stdout.",
)
@target_option
@click.option("--report", metavar="FILE", help="Write an HTML report here.")
@size_option
@fix_option
@layout_choices
@choice_options
@run_options
@click.option("--target-version", metavar="VERSION", help="Version of .mdef to write, such as 1.0; else the newest.")
@click.option("--with-time", is_flag=True, help="Note in the .mdef file when it was written.")
@click.option("--verify", is_flag=True, help="Verify the graph after each pass.")
@click.option("--keep-going", is_flag=True, help="Go on and write the output in spite of errors.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option(
    "--format", "form", type=click.Choice(list(RENDERERS)), default="full", show_default=True, help="How to print."
)
def command(
    model: str,
    output: str | None,
    target: str,
    report: str | None,
    settings: tuple[str, ...],
    fixes: tuple[str, ...],
    pipeline: str | None,
    plugins: tuple[str, ...],
    switch_file: str | None,
    switches: str | None,
    timing: bool,
    target_version: str | None,
    with_time: bool,
    verify: bool,
    keep_going: bool,
    strict: bool,
    form: str,
    choices: LayoutChoices,
    **run: Any,
) -> int:
    """Import, check, infer, optimise, lay out, plan memory and save MODEL; - is standard input.

    No output file is written when something is wrong, unless --keep-going asks for it.
    """
    _require_destinations(model, output, report, form)
    _require_version(target_version, with_time, output)
    chip = open_target(target, configured_files(Path.cwd()))
    chosen, sizes = PassOptions.of(pipeline, plugins, switch_file, switches), parse_sizes(settings)
    with plugins_to_stderr():
        compiled = compile_model(
            model,
            chip,
            passes=chosen.passes,
            sizes=sizes,
            fixed=parse_fixed(fixes),
            keep_going=keep_going,
            verify_passes=verify,
            pass_settings=settings_of(chosen.passes, **run),
            layout=choices.settings(),
        )
    compiled.findings += chosen.notes
    if timing:
        say(*timing_table(compiled.passes), to_stderr=True)
    code = exit_code(compiled.findings, strict)
    may_write = code == 0 or keep_going
    if may_write:
        _write(compiled, output, report, target_version, with_time)
    # WHY: with `-o -` the graph is the data, and all the rest is talk
    aside = output == _STDOUT and may_write
    if form == "json":
        click.echo(compiled.to_json())
    elif compiled.findings or form not in ("full", "concise"):
        show_findings(compiled.findings, form, to_stderr=aside)
    if form == "full" and may_write:
        say(*summary(compiled, output, report), to_stderr=aside)
    if not may_write:
        for file in filter(None, (output, report)):
            say(f"{file} is not written; --keep-going writes it in spite of what was found", to_stderr=True)
    return code


def _require_destinations(model: str, output: str | None, report: str | None, form: str) -> None:
    """Refuse, before any work, what cannot be written after it."""
    if output == _STDOUT and form not in ("full", "concise"):
        raise UsageError.of("bad-usage", "-o -", f"puts the graph where --format {form} puts its data", hint="-o FILE")
    if output is not None and output != _STDOUT:
        require_destination("-o", output, model)
        try:
            form_for_path(Path(output))
        except FileError as error:
            raise UsageError(error.findings) from error
    if report is not None:
        place = require_destination("--report", report, model)
        if output is not None and os.path.realpath(output) == str(place):
            raise UsageError.of("bad-usage", f"--report {report}", "is also the output", hint="another name")


def _require_version(version: str | None, with_time: bool, output: str | None) -> None:
    """Refuse, before any work, what only .mdef can do."""
    as_minor(version)
    is_mdef = output is not None and Path(output).suffix.lower() == ".mdef"
    for option, given in (("--target-version", version is not None), ("--with-time", with_time)):
        if given and not is_mdef:
            raise UsageError.of("bad-usage", option, "needs -o with a name that ends in .mdef", got=output or "no -o")


def _write(compiled: Compiled, output: str | None, report: str | None, version: str | None, with_time: bool) -> None:
    """Both files or none: the report takes its name only after the graph is saved."""
    with ExitStack() as stack:
        if report is not None:
            from metadef.reports.compile_report import compile_report

            stack.enter_context(staged(Path(report))).write(compile_report(compiled).encode())
        if output == _STDOUT:
            say_data(str(compiled.graph))
        elif output is not None:
            command = ["metadef", *sys.argv[1:]]
            compiled.save(output, target_version=version, command=command, with_time=with_time)


def summary(compiled: Compiled, output: str | None = None, report: str | None = None) -> list[str]:
    """A dozen lines for people."""
    record = compiled.record()
    nodes, values, transdata, layout, memory, seconds = (
        _numbers(record[key]) for key in ("nodes", "values", "transdata", "layout", "memory", "seconds")
    )
    lines = [
        f"model     {compiled.model}",
        f"target    {compiled.target}",
        f"nodes     {nodes['imported']:.0f} imported, {nodes['final']:.0f} left",
        f"values    {values['total']:.0f}: {values['known']:.0f} known, {values['symbolic']:.0f} symbolic, "
        f"{values['unknown']:.0f} unknown",
        f"layout    {layout['cost_us']:.1f} us estimated, {_proof(layout)}; greedy {layout['baseline_us']:.1f} us",
        f"TransData {transdata['final']:.0f} left of {transdata['without_propagation']:.0f}, "
        f"{transdata['on_constants']:.0f} on constants done now"
        + (f"; {transdata['casts']:.0f} Casts" if transdata["casts"] else ""),
        f"memory    {_size(memory['peak_bytes'])} peak, {_proof(memory)}; "
        f"without reuse {_size(memory['no_reuse_bytes'])}",
        f"time      {seconds['total']:.2f} s",
    ]
    if output is not None and output != _STDOUT:
        lines.append(f"written   {output}")
    if report is not None:
        lines.append(f"report    {report}")
    return lines


def _numbers(section: object) -> dict[str, float]:
    return cast("dict[str, float]", section)


def _proof(section: dict[str, float]) -> str:
    if section["optimal"]:
        return "proven optimal"
    bound = section.get("bound_us", section.get("lower_bound_bytes", 0.0))
    return f"at least {bound:.0f} by the bound"


def _size(count: float) -> str:
    """Bytes for people.

    >>> _size(9634848)
    '9.19 MiB'
    """
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024 or unit == "GiB":
            return f"{count:.0f} B" if unit == "B" else f"{count:.2f} {unit}"
        count /= 1024
    raise AssertionError("unreachable")
