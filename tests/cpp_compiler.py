"""A C and C++ compiler for tests: the system's, else the one in the wheel `ziglang`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["compile_cpp", "cpp_compiler"]


def cpp_compiler() -> list[str]:
    """The command that compiles C++.

    Raises:
        FileNotFoundError: if there is none: a machine that runs these tests needs one.
    """
    for name in ("g++", "clang++", "c++"):
        found = shutil.which(name)
        if found is not None:
            return [found]
    if subprocess.run([sys.executable, "-m", "ziglang", "version"], capture_output=True).returncode == 0:
        return [sys.executable, "-m", "ziglang", "c++"]
    raise FileNotFoundError("no C++ compiler: install g++, clang++ or the wheel ziglang")


def compile_cpp(folder: Path, source: str, *flags: str) -> str:
    """What the compiler says of a file in a folder, "" when it is content."""
    command = [*cpp_compiler(), "-std=c++17", "-Wall", "-Werror", *flags, source]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240)
    return "" if done.returncode == 0 else done.stderr[-4000:] or f"exit code {done.returncode}"
