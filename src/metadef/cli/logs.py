"""Logging for people, for machines, and in the form of CANN's own logs."""

from __future__ import annotations

import json
import logging
import os
import sys
import time

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
        text = f"[{level}] GE({os.getpid()},metadef):{stamp} [{record.filename}:{record.lineno}]{record.getMessage()}"
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


class _Plain(logging.Formatter):
    """`LEVEL logger: message`."""

    def format(self, record: logging.LogRecord) -> str:
        level = record.levelname.replace("WARNING", "WARN")
        text = f"{level} {record.name.removeprefix('metadef.')}: {record.getMessage()}"
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


_FORMATTERS: dict[str, type[logging.Formatter]] = {"plain": _Plain, "json": _JsonLines, "cann": _Cann}


def start_logging(verbose: int, file: str | None, form: str) -> None:
    """Set up the `metadef` logger for this process; a log file always gets everything."""
    logger = logging.getLogger("metadef")
    for old in list(logger.handlers):
        logger.removeHandler(old)
        old.close()
    handler = logging.FileHandler(file, encoding="utf-8") if file else logging.StreamHandler(sys.stderr)
    handler.setFormatter(_FORMATTERS[form]())
    logger.addHandler(handler)
    logger.propagate = False
    logger.setLevel(logging.DEBUG if file else _LEVELS[min(verbose, len(_LEVELS) - 1)])
