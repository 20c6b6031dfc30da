"""`metadef check MODEL`: everything that is wrong, at once, before anything is converted."""

from __future__ import annotations

from pathlib import Path

import click

from metadef.cli.findings import exit_code, finding_options, show_findings
from metadef.cli.fixed import parse_fixed
from metadef.cli.options import fix_option, target_option
from metadef.cli.output import say
from metadef.driver.check import check_source
from metadef.driver.driver_version import open_driver
from metadef.driver.load import open_source
from metadef.driver.target import configured_files, open_target
from metadef.errors import UsageError

__all__ = ["command"]


@click.command("check")
@click.argument("model")
@target_option
@click.option("--driver-version", metavar="VERSION", help="Of the driver that runs, such as 24.1.RC1.")
@click.option(
    "--driver-facts",
    multiple=True,
    metavar="FILE|FOLDER",
    help="What came with which driver: a capability file, a history registry, a schema with options (.desc).",
)
@fix_option
@finding_options
def command(
    model: str,
    target: str,
    driver_version: str | None,
    driver_facts: tuple[str, ...],
    fixes: tuple[str, ...],
    form: str,
    strict: bool,
) -> int:
    """Say everything that is wrong with MODEL (- is standard input); exit code 1 if something is."""
    chosen = open_target(target, configured_files(Path.cwd()))
    driver = None
    if driver_version is not None:
        driver, chosen = open_driver(driver_version, chosen, driver_facts)
    elif driver_facts:
        raise UsageError.of("bad-usage", "--driver-facts", "says nothing without --driver-version")
    findings = check_source(open_source(model, fixed=parse_fixed(fixes)), chosen, driver)
    if findings or form not in ("full", "concise"):
        show_findings(findings, form)
    else:
        say(f"{model}: no findings")
    return exit_code(findings, strict)
