"""`metadef explain CODE`: what a finding means, why it matters, and how it looks mended."""

from __future__ import annotations

import click

from metadef.errors import UsageError, did_you_mean
from metadef.errors.codes import all_codes, code_numbered

__all__ = ["command"]


@click.command("explain")
@click.argument("code")
def command(code: str) -> None:
    """Print the page of CODE, such as OPS012 or unsupported-op."""
    known = all_codes()
    found = code_numbered(code) or known.get(code.lower())
    if found is None:
        names = [*known, *(item.code for item in known.values())]
        raise UsageError.of("bad-usage", f"code {code}", "there is no such code", hint=did_you_mean(code, names))
    click.echo(f"{found.code} {found.name} ({found.severity})\n")
    click.echo(f"What  {found.what}\nWhy   {found.why}")
    for title, example in (("Bad", found.bad), ("Good", found.good)):
        if example:
            click.echo(f"{title:<6}{example}")
