"""Where commands write: data to stdout in a form that no terminal takes for orders, and files that may be written."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, redirect_stdout
from pathlib import Path

import click

from metadef.codec.atomic import require_writable
from metadef.errors import UsageError
from metadef.render.escape import visible
from metadef.render.json_text import json_visible

__all__ = ["plugins_to_stderr", "require_destination", "say", "say_data"]


def say(*lines: str, to_stderr: bool = False) -> None:
    """Print lines for people, with hidden characters of names as escapes."""
    for line in lines:
        click.echo(visible(line), err=to_stderr)


def say_data(text: str) -> None:
    """Print JSON or the text form, with hidden characters of names as the escapes of these forms."""
    click.echo(json_visible(text))


def plugins_to_stderr() -> AbstractContextManager[object]:
    """Around code that may be a plug-in's: what it prints goes to stderr, since stdout is for our data.

    A subprocess of a plug-in that inherits stdout, and C code that writes there, are not held up.
    """
    return redirect_stdout(sys.stderr)


def require_destination(option: str, path: str, model: str) -> Path:
    """The file that an option names, if it may be written.

    Raises:
        UsageError: for the empty name, for standard output, and for the model itself.
        FileError: if the folder is missing, or the name belongs to a folder, a device or a pipe.
    """
    if path in ("", "-"):
        raise UsageError.of("bad-usage", option, "needs the name of a file", got=repr(path))
    place = require_writable(Path(path))
    if model != "-" and place.exists() and os.path.realpath(model) == str(place):
        message = "would overwrite the model that is read"
        raise UsageError.of("bad-usage", f"{option} {path}", message, hint="another name")
    return place
