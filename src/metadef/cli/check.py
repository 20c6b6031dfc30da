"""`metadef check MODEL`: everything that is wrong, at once, before anything is converted."""

from __future__ import annotations

from pathlib import Path

import click

from metadef.cli.findings import exit_code, finding_options, show_findings
from metadef.cli.options import target_option
from metadef.cli.output import say
from metadef.driver.check import check_source
from metadef.driver.load import open_source
from metadef.driver.target import configured_files, open_target

__all__ = ["command"]


@click.command("check")
@click.argument("model")
@target_option
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
