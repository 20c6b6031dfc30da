"""`metadef explain CODE`: what a finding means, why it matters, and how it looks mended; CANN's own codes too."""

from __future__ import annotations

import click

from metadef.errors import UsageError, nearest
from metadef.errors.cann import cann_code, codes_of, near_codes
from metadef.errors.cann_table import CannCode
from metadef.errors.codes import Code, all_codes, code_numbered

__all__ = ["command"]


@click.command("explain")
@click.argument("code")
def command(code: str) -> None:
    """Print the page of CODE: metadef's (OPS012, unsupported-op) or CANN's (E10501, EZ3002)."""
    wanted = code.strip()
    own = code_numbered(wanted) or all_codes().get(wanted.lower())
    if own is not None:
        _own(own)
        return
    foreign = cann_code(wanted)
    if foreign is None:
        known = all_codes()
        names = [*near_codes(wanted), *nearest(wanted, [*known, *(item.code for item in known.values())])]
        hint = " or ".join(nearest(wanted, names) or names[:3])
        message = "there is no such code, neither here nor in CANN"
        raise UsageError.of("bad-usage", f"code {code[:80]}", message, hint=hint)
    _foreign(foreign, wanted.upper())


def _own(found: Code) -> None:
    click.echo(f"{found.code} {found.name} ({found.severity})\n")
    click.echo(f"What  {found.what}\nWhy   {found.why}")
    for title, example in (("Bad", found.bad), ("Good", found.good)):
        if example:
            click.echo(f"{title:<6}{example}")
    cann = codes_of(found.name)
    if cann:
        click.echo(f"CANN  {', '.join(cann)}")


def _foreign(found: CannCode, code: str) -> None:
    level = "a warning" if code.startswith("W") else "an error"
    click.echo(f"{code} ({level} of CANN: {found.owner})\n")
    if not found.covers(code):
        click.echo(f"Note  nothing is known of {code} itself; this is what its family {found.code}... is about")
    elif found.last:
        click.echo(f"Note  one of {found.label}, which are about the same")
    click.echo(f"What  {found.what}\nDo    {found.action}")
    known = all_codes()
    for number, name in enumerate(found.ours):
        click.echo(f"{'Here' if number == 0 else '':<6}{known[name].code} {name}: {known[name].what}")
    if not found.ours:
        click.echo("Here  nothing covers it: it happens where metadef does not look")
