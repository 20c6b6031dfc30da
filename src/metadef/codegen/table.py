"""The generators: name to `"module:function"`. A new one is a file and a line here; plug-ins join by entry points."""

from __future__ import annotations

from functools import cache
from typing import cast

from metadef.codegen.record import Generator
from metadef.errors import MetadefError, UsageError, did_you_mean
from metadef.plugins import PluginError, Table, UnknownEntryError

__all__ = ["GENERATORS", "find_generator", "generator_names", "is_own"]

GENERATORS: dict[str, str] = {
    "reg-op": "metadef.codegen.reg_op:generate",
    "proto": "metadef.codegen.proto:generate",
    "json": "metadef.codegen.json_forms:generate",
    "docs": "metadef.codegen.docs:generate",
    "go": "metadef.codegen.go:generate",
    "python-builder": "metadef.codegen.python_builder:generate",
    "c-table": "metadef.codegen.c_table:generate",
    "cpp-builder": "metadef.codegen.cpp_builder:generate",
    "cmake": "metadef.codegen.packages:cmake",
    "pip": "metadef.codegen.packages:pip",
    "tests": "metadef.codegen.op_tests:generate",
    "typescript": "metadef.codegen.typescript:generate",
}


@cache
def _all() -> Table:
    return Table("metadef.generators", GENERATORS)


def generator_names() -> list[str]:
    """Every target, those of other packages after ours."""
    return list(_all())


def is_own(name: str, table: Table | None = None) -> bool:
    """Whether a target's code is a part of metadef."""
    entry = (_all() if table is None else table).get(name)
    return entry is not None and entry.origin == "metadef"


def find_generator(name: str, table: Table | None = None) -> Generator:
    """The generator called `name`, of the given table or of the installed ones.

    Raises:
        UsageError: with near misses, if there is none.
        MetadefError: if another package's generator cannot be loaded, or is no function.
    """
    subject = f"target {name[:200]}"
    try:
        found = (_all() if table is None else table).load(name)
    except UnknownEntryError as error:
        hint = did_you_mean(name, error.known) or f"one of {', '.join(error.known)}"
        raise UsageError.of("bad-usage", subject, "there is no such target", hint=hint) from error
    except PluginError as error:
        raise MetadefError.of("plugin-unusable", subject, str(error)) from error
    if not callable(found):
        message = "its entry point leads to no function"
        raise MetadefError.of("plugin-unusable", subject, message, got=repr(found)[:200])
    return cast("Generator", found)
