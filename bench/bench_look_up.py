"""Look-up of an operator by name: the generated C library, std::unordered_map and the registry in Python.

The C++ program is built with the system's compiler, or the one of the wheel ziglang, and measures its own CPU time.
Names are looked up in a shuffled order, so that the tables and not one cache line are measured.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen import generate
from metadef.definitions.json_form import declaration_of

HERE = Path(__file__).parent


def build(folder: Path) -> Path:
    """The program, linked with the library of all operators."""
    declarations = [declaration_of(registry().lookup(name)) for name in FAMILY_OF]
    for path, text in generate("c-table", declarations, families=FAMILY_OF).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    sources = sorted((folder / "src").glob("*.c"))
    (folder / "all.c").write_text("".join(f'#include "src/{path.name}"\n' for path in sources))
    zig = [sys.executable, "-m", "ziglang"]
    c = [shutil.which("gcc") or ""] if shutil.which("gcc") else [*zig, "cc"]
    cpp = [shutil.which("g++") or ""] if shutil.which("g++") else [*zig, "c++"]
    flags = ["-O2", "-Iinclude", "-Isrc", "-I."]
    subprocess.run([*c, "-std=c11", *flags, "-c", "all.c", "-o", "all.o"], cwd=folder, check=True)
    program = [*cpp, "-std=c++17", *flags, str(HERE / "look_up.cpp"), "all.o", "-o", "look_up"]
    subprocess.run(program, cwd=folder, check=True)
    return folder / "look_up"


def python_ns() -> float:
    """Nanoseconds of a look-up in the registry, which is one in a dictionary."""
    table, names = registry(), list(FAMILY_OF)
    Random(7).shuffle(names)
    runs: list[float] = []
    for _ in range(5):
        start = time.process_time_ns()
        for _ in range(20):
            for name in names:
                table.lookup(name)
        runs.append((time.process_time_ns() - start) / (20 * len(names)))
    return statistics.median(runs)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([str(build(Path(folder)))], capture_output=True, text=True, check=True)
    rows = [list(map(float, line.split())) for line in done.stdout.splitlines()]
    plain, sized, peer = (statistics.median(column) for column in zip(*rows, strict=True))
    print(f"mdef_find_op        {plain:7.1f} ns")
    print(f"mdef_find_op_n      {sized:7.1f} ns")
    print(f"std::unordered_map  {peer:7.1f} ns   {peer / sized:.1f} times mdef_find_op_n")
    print(f"registry().lookup   {python_ns():7.1f} ns   in Python")


if __name__ == "__main__":
    main()
