"""`metadef atc --mode=...`: the frame that ATC prints around every mode, and its error stack.

stdout has ATC's first line, what the mode says, and the line of success or failure; after a failure the error stack:
`CODE: message` with a possible cause and a solution, where CODE is CANN's when it has one for this. Exit codes are
metadef's: 0 clean, 1 findings, 2 usage or unreadable input.
"""

from __future__ import annotations

from collections.abc import Sequence

import click

from metadef.cli.atc.flags import Flags, parse_flags
from metadef.cli.atc.modes import MODES, Outcome, mode_called, runner
from metadef.cli.findings import exit_code
from metadef.cli.output import say
from metadef.errors import FileError, Finding, MetadefError, UsageError
from metadef.errors.cann import codes_of

__all__ = ["command", "error_stack"]

_START = "ATC start working now, please wait for a moment."
_SUCCESS = "ATC run success, welcome to the next use."
_FAILURE = "ATC run failed, please check the error stack below; `metadef atc --help` shows the flags."


@click.command("atc", context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def command(words: tuple[str, ...]) -> int:
    """ATC's flags and modes, for what needs no NPU."""
    if not words or any(word in ("--help", "--h", "-h", "-help") for word in words):
        say(*_help())
        return 0 if words else 2
    say(_START)
    try:
        outcome = _run(parse_flags(words))
        code = exit_code(outcome.findings)
    except MetadefError as error:
        outcome, code = Outcome((), error.findings), 2 if isinstance(error, FileError | UsageError) else 1
    say(*outcome.lines)
    if code:
        say(_FAILURE, *error_stack([item for item in outcome.findings if item.is_error]))
    else:
        say(_SUCCESS)
    say(*error_stack([item for item in outcome.findings if not item.is_error]))
    return code


def _run(flags: Flags) -> Outcome:
    mode = mode_called(flags.one("mode", "0"))
    missing: list[Finding] = []
    for name in mode.needs:
        try:
            flags.required(name)
        except UsageError as error:
            missing += error.findings
    if missing:
        raise UsageError(missing)
    outcome = runner(mode)(flags)
    return Outcome(outcome.lines, (*outcome.findings, *flags.unused(mode.flags)))


def error_stack(findings: Sequence[Finding]) -> list[str]:
    """Findings in the form of ATC's error stack."""
    lines: list[str] = []
    for item in findings:
        cann = next(iter(codes_of(item.name)), item.code)
        lines.append(f"{cann}: {item.subject}: {item.message} [{item.code} {item.name}]")
        cause = ", ".join(filter(None, (item.expected and f"expected {item.expected}", item.got and f"got {item.got}")))
        place = f"{item.where}" if item.where is not None else ""
        for title, text in (("Possible Cause", cause), ("Solution", item.hint and f"try {item.hint}"), ("At", place)):
            if text:
                lines.append(f"        {title}: {text}")
    return lines


def _help() -> list[str]:
    lines = ["Usage: metadef atc --mode=MODE --FLAG=VALUE...", "", "Modes:"]
    for name, mode in MODES.items():
        lines.append(f"  {name:<22}{mode.summary}")
        needs = " ".join(f"--{flag}=..." for flag in mode.needs)
        takes = " ".join(f"[--{flag}=...]" for flag in mode.takes)
        lines.append(f"  {'':<22}{' '.join(filter(None, (needs, takes)))}")
    return lines
