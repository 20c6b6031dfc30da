"""`metadef check MODEL`: everything that is wrong, at once, before anything is converted."""

from __future__ import annotations

import click

from metadef.cli.findings import exit_code, finding_options, show_findings
from metadef.cli.output import say
from metadef.driver.arguments import DEFAULT_TARGET
from metadef.driver.check import check_source
from metadef.driver.load import open_source
from metadef.targets import chip

__all__ = ["command"]


@click.command("check")
@click.argument("model")
@click.option(
    "--target",
    metavar="CHIP",
    default=DEFAULT_TARGET,
    show_default=True,
    help="Full chip name; see `metadef soc list`.",
)
@finding_options
def command(model: str, target: str, form: str, strict: bool) -> int:
    """Say everything that is wrong with MODEL (- is standard input); exit code 1 if something is."""
    chip(target)
    findings = check_source(open_source(model))
    if findings or form not in ("full", "concise"):
        show_findings(findings, form)
    else:
        say(f"{model}: no findings")
    return exit_code(findings, strict)
