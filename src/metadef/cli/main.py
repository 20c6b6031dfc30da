"""`metadef VERB ...`: finds the command, and turns every failure into findings and an exit code.

0 clean, 1 findings of severity error, 2 usage or unreadable input. No traceback ever reaches the user.
"""

from __future__ import annotations

import io
import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from metadef.cli.logs import start_logging
from metadef.cli.table import COMMANDS
from metadef.errors import FileError, MetadefError, UsageError, did_you_mean, finding
from metadef.render import render_findings
from metadef.version import __version__

__all__ = ["main", "metadef"]

_EXIT_USAGE = 2


class ReaderGone(Exception):
    """Nobody reads our output any more. WHY: click turns a BrokenPipeError into exit code 1, which means findings."""


class LazyGroup(click.Group):
    """Knows all commands by name and imports only the one that runs."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Like click's; `--help` and `--version` print here."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except BrokenPipeError as error:
            raise ReaderGone from error

    def invoke(self, ctx: click.Context) -> Any:
        """Like click's."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ReaderGone from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command; None for an unknown name."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.target.partition(":")
        command = getattr(import_module(module), attribute)
        return command if isinstance(command, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Like click's, with the nearest names for an unknown command."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            hint = did_you_mean(args[0], COMMANDS) if args else ""
            if hint:
                raise click.UsageError(f"there is no command {args[0]!r}; try {hint}", ctx) from error
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in `--help`, from the table: no command is imported for it."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="metadef")
@click.option("-v", "--verbose", count=True, help="Log INFO, or DEBUG when given twice, to stderr.")
@click.option("--log-file", type=click.Path(dir_okay=False), help="Write the log here instead of stderr.")
@click.option("--log-format", type=click.Choice(["plain", "json", "cann"]), default="plain", help="Form of the log.")
def metadef(verbose: int, log_file: str | None, log_format: str) -> None:
    """Operator contracts and a graph front end for Ascend NPUs, without NPU or toolkit."""
    start_logging(verbose, log_file, log_format)


def main(argv: Sequence[str] | None = None) -> None:
    """The entry point of the `metadef` script."""
    sys.exit(run(sys.argv[1:] if argv is None else argv))


def run(argv: Sequence[str]) -> int:
    """Run one command line and give its exit code; findings go to stderr."""
    _open_streams()
    try:
        code = metadef.main(args=list(argv), prog_name="metadef", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.Abort:
        click.echo("interrupted", err=True)
        return 130
    except click.ClickException as error:
        error.show()
        return _EXIT_USAGE
    except MetadefError as error:
        _show(error)
        return _EXIT_USAGE if isinstance(error, FileError | UsageError) else 1
    except (BrokenPipeError, ReaderGone):
        # WHY: the reader of our output, such as `head`, has gone; that is no failure of ours
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        return 130
    except OSError as error:
        _show(MetadefError.of("file-write", str(error.filename or "output"), error.strerror or str(error)))
        return _EXIT_USAGE
    except RecursionError as error:
        return _internal(error)
    except MemoryError:
        _show(MetadefError.of("file-too-large", "memory", "there is not enough memory for this input"))
        return _EXIT_USAGE
    except Exception as error:  # WHY: the last line of defence between a defect of ours and the user
        return _internal(error)


def _open_streams() -> None:
    """Make stdout and stderr usable: `>&-` leaves none, and some terminals cannot write every character."""
    for name in ("stdout", "stderr"):
        stream: object = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _internal(error: BaseException) -> int:
    logging.getLogger("metadef").debug("internal error", exc_info=error)
    problem = finding(
        "internal-error",
        "metadef",
        f"{type(error).__name__}: {error}",
        hint="`metadef -vv --log-file metadef.log ...` and a report with that file",
    )
    _show(MetadefError(problem))
    return _EXIT_USAGE


def _show(error: MetadefError) -> None:
    color = sys.stderr.isatty() and "NO_COLOR" not in os.environ
    click.echo(render_findings(error.findings, "full", color=color), err=True, nl=False)
