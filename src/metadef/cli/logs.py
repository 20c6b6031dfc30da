"""Logging for people, for machines, and in the form of CANN's own logs."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sys
import time
from typing import TextIO

from metadef.errors import FileError
from metadef.render.escape import visible

__all__ = ["start_logging"]

_LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)


class _JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.replace("WARNING", "WARN"),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class _Cann(logging.Formatter):
    """`[LEVEL] GE(pid,process):time [file:line]message`, the shape of a plog line."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%Y-%m-%d-%H:%M:%S", time.localtime(record.created)) + f".{int(record.msecs):03d}"
        level = record.levelname.replace("WARNING", "WARN")
        place = f"[{record.filename}:{record.lineno}]"
        text = f"[{level}] GE({os.getpid()},metadef):{stamp} {place}{visible(record.getMessage())}"
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


class _Plain(logging.Formatter):
    """`LEVEL logger: message`."""

    def format(self, record: logging.LogRecord) -> str:
        level = record.levelname.replace("WARNING", "WARN")
        text = f"{level} {record.name.removeprefix('metadef.')}: {visible(record.getMessage())}"
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


_FORMATTERS: dict[str, type[logging.Formatter]] = {"plain": _Plain, "json": _JsonLines, "cann": _Cann}


class _Patient(logging.StreamHandler[TextIO]):
    """Says once that the log cannot be written, and lets the work go on: a full disk must not cost a result."""

    def __init__(self, stream: TextIO, owned: bool) -> None:
        super().__init__(stream)
        self.owned = owned  # whether the stream is closed with the handler
        self.failed = False

    def handleError(self, record: logging.LogRecord) -> None:
        if not self.failed:
            self.failed = True
            sys.stderr.write("metadef: the log cannot be written; going on without it\n")

    def close(self) -> None:
        if self.owned:
            with contextlib.suppress(OSError):
                self.stream.close()
        super().close()


def start_logging(verbose: int, file: str | None, form: str) -> None:
    """Set up the `metadef` logger for this process; a log file always gets everything.

    Raises:
        FileError: if the log file cannot be opened.
    """
    logger = logging.getLogger("metadef")
    for old in list(logger.handlers):
        logger.removeHandler(old)
        old.close()
    handler = _Patient(sys.stderr, owned=False) if file is None else _Patient(_opened(file), owned=True)
    handler.setFormatter(_FORMATTERS[form]())
    logger.addHandler(handler)
    logger.propagate = False
    logger.setLevel(_LEVELS[min(verbose, len(_LEVELS) - 1)] if file is None else logging.DEBUG)


def _opened(file: str) -> TextIO:
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        return os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FileError.of("file-write", file or "--log-file", f"the log cannot be written: {reason}") from error
