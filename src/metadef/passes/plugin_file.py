"""Passes from a file of the user's: `--plugin my_pass.py`.

The file is a Python module and runs with all rights of the program. Its passes are the classes in `PASSES`, where it
has such a list, else every class that it defines itself and that has a name.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import cast

from metadef.errors import FileError, MetadefError, finding
from metadef.passes.base import GraphPass, NodePass, Pass
from metadef.passes.declarations import make_pass
from metadef.passes.table import pass_names
from metadef.source import Span

__all__ = ["module_of_file", "passes_in_file"]

_KEBAB = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def passes_in_file(path: str | Path) -> list[Pass]:
    """New instances of the passes in a Python file.

    Raises:
        FileError: if there is no such file.
        MetadefError: if it cannot be run, has no passes, or a pass has no proper name, one that is taken, or ill-typed
            declarations.
    """
    place = Path(path)
    if not place.is_file():
        raise FileError.of("file-missing", str(place), "is no file", hint="a Python file with passes")
    module = module_of_file(place)
    listed = getattr(module, "PASSES", None)
    if listed is None:
        listed = [value for value in vars(module).values() if _is_own(value, module.__name__)]
    if not isinstance(listed, Iterable):
        raise _unusable(place, "PASSES is no list")
    made = [_instance(place, value) for value in cast("Iterable[object]", listed)]
    if not made:
        raise _unusable(place, "has no class with a name that is derived from NodePass or GraphPass")
    names = set(pass_names())
    for item in made:
        if item.name in names:
            raise _unusable(place, f"brings pass {item.name}, and there is one of this name already")
        names.add(item.name)
    return made


def module_of_file(place: Path) -> ModuleType:
    """Run a Python file of the user's.

    Raises:
        MetadefError: `plugin-unusable`, naming the line, if it cannot be run.
    """
    name = f"metadef_plugin_{re.sub(r'[^A-Za-z0-9]', '_', place.stem)}"
    spec = importlib.util.spec_from_file_location(name, place)
    if spec is None or spec.loader is None:
        raise _unusable(place, "is no Python module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # WHY: dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except MetadefError:
        raise
    except Exception as error:  # WHY: somebody else's code may fail in any way
        line = error.lineno if isinstance(error, SyntaxError) else _last_line(error, place)
        raise _unusable(place, f"cannot be run: {type(error).__name__}: {error}", line or 0) from error
    return module


def _last_line(error: BaseException, place: Path) -> int:
    trace, line = error.__traceback__, 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(place):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _is_own(value: object, module: str) -> bool:
    return isinstance(value, type) and issubclass(value, Pass) and value.__module__ == module and bool(value.name)


def _instance(place: Path, value: object) -> Pass:
    if not (isinstance(value, type) and issubclass(value, NodePass | GraphPass)):
        raise _unusable(place, f"{value!r:.60} is no class derived from NodePass or GraphPass")
    try:
        made = make_pass(value)
    except ValueError as error:
        raise _unusable(place, str(error)) from error
    if not _KEBAB.fullmatch(made.name):
        raise _unusable(place, f"the name of {value.__name__} is no words joined by hyphens: {made.name[:60]!r}")
    return made


def _unusable(place: Path, message: str, line: int = 0) -> MetadefError:
    where = Span(str(place), line) if line else None
    return MetadefError(finding("plugin-unusable", str(place), message, where=where))
