"""Findings on the way out: the shared options, where they go, and the exit code that follows from them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from metadef.errors import Finding, Severity
from metadef.render import RENDERERS, render_findings

__all__ = ["exit_code", "finding_options", "show_findings", "use_color"]

Command = TypeVar("Command", bound="Callable[..., Any]")  # click decorates functions of any signature


def finding_options(command: Command) -> Command:
    """`--format` and `--strict`, as every command that finds things has them."""
    decorated = click.option("--strict", is_flag=True, help="Warnings count as errors.")(command)
    return click.option(
        "--format", "form", type=click.Choice(list(RENDERERS)), default="full", help="How to print.", show_default=True
    )(decorated)


def use_color(stream: object) -> bool:
    """Colours for a terminal, unless NO_COLOR says otherwise."""
    isatty = getattr(stream, "isatty", None)
    return bool(isatty and isatty()) and "NO_COLOR" not in os.environ


def show_findings(findings: Sequence[Finding], form: str, *, to_stderr: bool = False) -> None:
    """Print findings; the forms for people say so when there are none."""
    stream = sys.stderr if to_stderr else sys.stdout
    text = render_findings(findings, form, color=use_color(stream))
    click.echo(text, file=stream, nl=False)


def exit_code(findings: Sequence[Finding], strict: bool = False) -> int:
    """1 when something is an error (with `strict`: or a warning), else 0."""
    least = Severity.WARNING if strict else Severity.ERROR
    return int(any(item.severity.rank >= least.rank for item in findings))
