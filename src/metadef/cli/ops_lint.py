"""`metadef ops lint`: check operator definitions, mend what is safe, report the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import click

from metadef.catalogue import registry
from metadef.checks.baseline import baseline_text, read_baseline, without_known
from metadef.checks.config import Config, find_config, read_config, require_known
from metadef.checks.engine import Outcome, lint_with_edits
from metadef.checks.fixes import difference, write_edits
from metadef.cli.definition_files import read_given
from metadef.cli.findings import exit_code, finding_options, show_findings
from metadef.errors import Finding, UsageError

__all__ = ["command"]

_EXIT_UNREADABLE = 2


@click.command("lint")
@click.argument("paths", nargs=-1)
@click.option("--catalogue", is_flag=True, help="Check the operators that metadef itself declares.")
@click.option("--select", metavar="RULES", help="Only these: names, codes, beginnings of codes, separated by commas.")
@click.option("--ignore", metavar="RULES", help="Not these; replaces what the configuration ignores.")
@click.option("--extend-ignore", metavar="RULES", help="Nor these, besides what is ignored anyway.")
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="A pyproject.toml to configure from.")
@click.option("--isolated", is_flag=True, help="Read no configuration.")
@click.option("--baseline", type=click.Path(path_type=Path), help="Report only what this baseline does not know.")
@click.option("--write-baseline", type=click.Path(path_type=Path), help="Note all findings here and report none.")
@click.option("--fix", is_flag=True, help="Mend what has one certain meaning, and report the rest.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--statistics", is_flag=True, help="Count findings by rule instead of printing them.")
@finding_options
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    catalogue: bool,
    select: str | None,
    ignore: str | None,
    extend_ignore: str | None,
    config_file: Path | None,
    isolated: bool,
    baseline: Path | None,
    write_baseline: Path | None,
    fix: bool,
    diff: bool,
    statistics: bool,
    form: str,
    strict: bool,
) -> None:
    """Check the definitions in PATHS, files or folders of any form; - is stdin."""
    if bool(paths) == catalogue:
        raise UsageError.of("bad-usage", "metadef ops lint", "give PATHS or --catalogue, one of the two")
    if fix and "-" in paths:
        raise UsageError.of("bad-usage", "metadef ops lint", "--fix cannot mend standard input", hint="--diff")
    config = _config(config_file, isolated, select, ignore, extend_ignore)
    outcome = _run(paths, config)
    if diff:
        changes, refused = difference(edit for _, edit in outcome.edits)
        click.echo(changes, nl=False)
        if refused:
            show_findings(refused, "concise", to_stderr=True)
        ctx.exit(_code([*outcome.findings, *refused], strict) or int(bool(changes)))
    refused = list[Finding]()
    if fix:
        changed, refused = write_edits(edit for _, edit in outcome.edits)
        if changed:
            count = sum(edit.file in changed for _, edit in outcome.edits)
            click.echo(f"mended {count} findings in {len(changed)} files", err=True)
            outcome = _run(paths, config)
    findings = [*outcome.findings, *refused]
    if write_baseline is not None:
        write_baseline.write_text(baseline_text(findings, write_baseline.resolve().parent), "utf-8")
        click.echo(f"{len(findings)} findings noted in {write_baseline}", err=True)
        return
    if baseline is not None:
        findings, gone = without_known(findings, read_baseline(baseline), baseline.resolve().parent)
        if gone:
            click.echo(f"{gone} findings of {baseline} are gone; --write-baseline forgets them", err=True)
    if statistics:
        _count(findings)
    else:
        show_findings(findings, form)
    ctx.exit(_code(findings, strict))


def _run(paths: Sequence[str], config: Config) -> Outcome:
    if not paths:
        return lint_with_edits(registry(), config=config, catalogue=True)
    return lint_with_edits(sources=read_given(paths), config=config)


def _words(text: str | None, option: str) -> tuple[str, ...]:
    words = tuple(word.strip() for word in (text or "").split(",") if word.strip())
    require_known(words, option)
    return words


def _config(
    file: Path | None, isolated: bool, select: str | None, ignore: str | None, extend_ignore: str | None
) -> Config:
    found = file or (None if isolated else find_config(Path.cwd()))
    config = read_config(found) if found is not None else Config()
    if select is not None:
        config = replace(config, select=_words(select, "--select"))
    if ignore is not None:
        config = replace(config, ignore=_words(ignore, "--ignore"))
    return replace(config, ignore=config.ignore + _words(extend_ignore, "--extend-ignore"))


def _code(findings: Iterable[Finding], strict: bool) -> int:
    listed = list(findings)
    if any(item.code.startswith("FIL") and item.is_error for item in listed):
        return _EXIT_UNREADABLE
    return exit_code(listed, strict)


def _count(findings: Iterable[Finding]) -> None:
    counts = Counter((item.code, item.name) for item in findings)
    for (code, name), count in sorted(counts.items(), key=lambda row: (-row[1], row[0])):
        click.echo(f"{count:>6}  {code}  {name}")
