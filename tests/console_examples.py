"""Runs the `console` examples of Markdown files and compares what they show.

In a fenced `console` block a line that starts with "$ " is a command (a final backslash continues it) and the lines
below are its output, stdout and stderr together. Only commands that start with `metadef` or `python` run; they run in
order, in one folder a file that holds a copy of `examples/`. A command must exit with 0 unless "$ echo $?" follows it,
which then shows its exit code. In an output, a line `...` is any number of lines and `...` within a line is any
text.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Example", "examples_of", "run", "shows"]

_BLOCK = re.compile(r"^(?P<indent> *)```console\n(?P<body>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
_TIMEOUT_S = 300


@dataclass(frozen=True)
class Example:
    """One command with the output it is said to have."""

    line: int  # in its file, from 1
    command: str
    shown: str
    shown_exit_code: str = ""  # what "$ echo $?" shows; "" when it does not follow


def examples_of(markdown: str) -> list[Example]:
    """The commands to run, in order."""
    found: list[Example] = []
    for block in _BLOCK.finditer(markdown):
        first = markdown.count("\n", 0, block.start("body")) + 1
        indent = len(block["indent"])
        found += _of_block([line[indent:] for line in block["body"].splitlines()], first)
    return found


def _of_block(lines: list[str], first: int) -> list[Example]:
    commands: list[tuple[int, str, list[str]]] = []
    at = 0
    while at < len(lines):
        number, line = first + at, lines[at]
        if line.startswith("$ "):
            while line.endswith("\\") and at + 1 < len(lines):
                at += 1
                line = f"{line[:-1].rstrip()} {lines[at].strip()}"
            commands.append((number, line[2:], []))
        elif commands:
            commands[-1][2].append(line)
        at += 1
    found: list[Example] = []
    for index, (number, command, shown) in enumerate(commands):
        if command.split(" ")[0] in ("metadef", "python"):
            follower = commands[index + 1] if index + 1 < len(commands) else None
            code = "\n".join(follower[2]) if follower and follower[1] == "echo $?" else ""
            found.append(Example(number, command, "\n".join(shown), code))
    return found


def run(example: Example, folder: Path) -> tuple[str, int]:
    """(output, exit code) of the command, with `metadef` and `python` from this interpreter's environment."""
    scripts = Path(sys.executable).parent
    # WHY: the command runs in another folder, where a relative entry would mean something else
    sources = [os.path.abspath(entry) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sources),
        "PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}",
        "NO_COLOR": "1",
        "COLUMNS": "120",
        "PYTHONHASHSEED": "0",
    }
    command = re.sub(r"^python\b", lambda _: shlex.quote(sys.executable), example.command)
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=_TIMEOUT_S,
        check=False,
    )
    return done.stdout, done.returncode


def shows(shown: str, actual: str) -> bool:
    """Whether `actual` is what an example shows; blanks at line ends and empty lines around the whole do not count."""
    got = _lines(actual)
    segments: list[list[str]] = [[]]
    for line in _lines(shown):
        if line.strip() == "...":
            segments.append([])
        else:
            segments[-1].append(line)
    head, *middle = segments
    if not middle:
        return len(head) == len(got) and _matches(head, got)
    tail = middle.pop()
    if len(head) + len(tail) > len(got) or not _matches(head, got) or not _matches(tail, got[len(got) - len(tail) :]):
        return False
    at, end = len(head), len(got) - len(tail)
    for segment in middle:  # WHY leftmost: it leaves the most lines for the segments that follow
        while at + len(segment) <= end and not _matches(segment, got[at:]):
            at += 1
        if at + len(segment) > end:
            return False
        at += len(segment)
    return True


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def _matches(wanted: list[str], got: list[str]) -> bool:
    patterns = (".*".join(map(re.escape, line.split("..."))) for line in wanted)
    return all(re.fullmatch(pattern, line) for pattern, line in zip(patterns, got, strict=False))
