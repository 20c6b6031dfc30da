"""The generated C library, compiled once for every set of operators that tests ask for."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from cpp_compiler import compile_c
from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen import generate
from metadef.definitions.json_form import declaration_of
from metadef.ops.proto import OpProto

__all__ = ["DRIVER", "STRICT", "all_operators", "ask", "built", "c_sources", "write_library"]

STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic")
DRIVER = Path(__file__).parent / "codegen_c" / "check_calls.c"


def all_operators() -> list[OpProto]:
    """The declared operators."""
    return [registry().lookup(name) for name in FAMILY_OF]


def write_library(
    folder: Path, protos: Iterable[OpProto], families: Mapping[str, str] | None = None, target: str = "c-table"
) -> Path:
    """The files of a target for these operators, in a folder; returns it."""
    files = generate(target, [declaration_of(proto) for proto in protos], families=families)
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode("utf-8", "backslashreplace"))
    return folder


def c_sources(folder: Path) -> str:
    """The name of a file that includes all C sources of the library, so that one compiler run takes them all."""
    sources = sorted((folder / "src").glob("*.c"))
    (folder / "all.c").write_text("".join(f'#include "src/{path.name}"\n' for path in sources))
    return "all.c"


def built(folder: Path, program: str, *flags: str, compiler: list[str] | None = None) -> Path:
    """The driver that judges calls, linked with the library of a folder."""
    words = ["-std=c11", *STRICT, "-Iinclude", "-Isrc", "-I.", *flags, c_sources(folder), str(DRIVER), "-o", program]
    assert compile_c(folder, *words, compiler=compiler) == ""
    return folder / program


def ask(program: Path, calls: Sequence[str]) -> list[list[int]]:
    """The verdicts of the driver on encoded calls."""
    text = "\n".join(calls) + "\n"
    done = subprocess.run([str(program)], input=text, capture_output=True, text=True, timeout=240)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == len(calls)
    return [[int(item.split(":")[0]) for item in line.split()] if line != "ok" else [] for line in lines]
