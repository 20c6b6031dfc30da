"""`metadef compile MODEL`: the main job, from a model to a planned graph."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

import click

from metadef.cli.findings import exit_code, show_findings
from metadef.cli.sizes import parse_sizes
from metadef.codec.base import codec_for_path
from metadef.driver.compile import DEFAULT_TARGET
from metadef.driver.compile import compile as compile_model
from metadef.driver.compiled import Compiled
from metadef.errors import UsageError
from metadef.passes.base import Pass
from metadef.passes.table import find_pass
from metadef.render import RENDERERS
from metadef.reports.compile_report import write_report

__all__ = ["command"]


@click.command("compile")
@click.argument("model")
@click.option("-o", "--output", help="Where to write the compiled graph; the extension says in which format.")
@click.option("--target", default=DEFAULT_TARGET, show_default=True, help="Full chip name; see `metadef soc list`.")
@click.option("--report", help="Write an HTML report here.")
@click.option("--set", "settings", multiple=True, help="Size of a symbol, such as batch=8; may be repeated.")
@click.option("--passes", "pipeline", help="Comma-separated passes instead of the default ones; see `metadef passes`.")
@click.option("--verify", is_flag=True, help="Verify the graph after each pass.")
@click.option("--keep-going", is_flag=True, help="Go on and write the output in spite of errors.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--format", "form", type=click.Choice(list(RENDERERS)), default="full", show_default=True)
def command(
    model: str,
    output: str | None,
    target: str,
    report: str | None,
    settings: tuple[str, ...],
    pipeline: str | None,
    verify: bool,
    keep_going: bool,
    strict: bool,
    form: str,
) -> int:
    """Import, check, infer, optimise, lay out, plan memory and save MODEL.

    No output file is written when something is wrong, unless --keep-going asks for it.
    """
    if output is not None and codec_for_path(Path(output)) is None:
        raise UsageError.of(
            "format-unknown-extension", output, "no writer has this extension", hint=f"{Path(output).stem}.mdef"
        )
    chosen = _passes(pipeline)
    compiled = compile_model(
        model, target, passes=chosen, sizes=parse_sizes(settings), keep_going=keep_going, verify_passes=verify
    )
    code = exit_code(compiled.findings, strict)
    if output is not None and (code == 0 or keep_going):
        compiled.save(output)
    if report is not None and (code == 0 or keep_going):
        write_report(compiled, report)
    if form == "json":
        click.echo(compiled.to_json())
    elif form == "full":
        if compiled.findings:
            show_findings(compiled.findings, form)
        if code == 0 or keep_going:
            click.echo(summary(compiled, output, report))
        elif output is not None:
            click.echo(f"{output} is not written; --keep-going writes it in spite of errors", file=sys.stderr)
    else:
        show_findings(compiled.findings, form)
    return code


def _passes(pipeline: str | None) -> list[Pass] | None:
    if pipeline is None:
        return None
    return [find_pass(name.strip()) for name in pipeline.split(",") if name.strip()]


def summary(compiled: Compiled, output: str | None = None, report: str | None = None) -> str:
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
        f"{transdata['on_constants']:.0f} on constants done now",
        f"memory    {_size(memory['peak_bytes'])} peak, {_proof(memory)}; "
        f"without reuse {_size(memory['no_reuse_bytes'])}",
        f"time      {seconds['total']:.2f} s",
    ]
    if output is not None:
        lines.append(f"written   {output}")
    if report is not None:
        lines.append(f"report    {report}")
    return "\n".join(lines)


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
