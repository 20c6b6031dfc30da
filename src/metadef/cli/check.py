"""`metadef check MODEL`: everything that is wrong, at once, before anything is converted."""

from __future__ import annotations

from pathlib import Path

import click

from metadef.cli.findings import exit_code, finding_options, show_findings
from metadef.cli.output import say
from metadef.driver.arguments import DEFAULT_TARGET
from metadef.driver.check import check_source
from metadef.driver.load import open_source
from metadef.driver.target import configured_files, open_target

__all__ = ["command"]


@click.command("check")
@click.argument("model")
@click.option(
    "--target",
    metavar="CHIP|FILE|CHIP@FILE",
    default=DEFAULT_TARGET,
    show_default=True,
    help="Full chip name, see `metadef soc list`; or a file of `metadef soc import`.",
)
@finding_options
def command(model: str, target: str, form: str, strict: bool) -> int:
    """Say everything that is wrong with MODEL (- is standard input); exit code 1 if something is."""
    chosen = open_target(target, configured_files(Path.cwd()))
    findings = check_source(open_source(model), chosen)
    if findings or form not in ("full", "concise"):
        show_findings(findings, form)
    else:
        say(f"{model}: no findings")
    return exit_code(findings, strict)
