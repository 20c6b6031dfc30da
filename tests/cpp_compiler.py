"""A C and C++ compiler for tests: the system's, else the one in the wheel `ziglang`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

__all__ = ["c_compiler", "compile_c", "compile_cpp", "cpp_compiler", "has_address_sanitizer", "zig"]


def zig(language: str) -> list[str]:
    """The compiler of the wheel `ziglang` for "cc" or "c++", which every machine of these tests has.

    Raises:
        FileNotFoundError: if the wheel is not installed.
    """
    if subprocess.run([sys.executable, "-m", "ziglang", "version"], capture_output=True).returncode == 0:
        return [sys.executable, "-m", "ziglang", language]
    raise FileNotFoundError("no compiler: install the wheel ziglang")


def _compiler(names: tuple[str, ...], language: str) -> list[str]:
    for name in names:
        found = shutil.which(name)
        if found is not None:
            return [found]
    return zig(language)


def cpp_compiler() -> list[str]:
    """The command that compiles C++.

    Raises:
        FileNotFoundError: if there is none: a machine that runs these tests needs one.
    """
    return _compiler(("g++", "clang++", "c++"), "c++")


def c_compiler() -> list[str]:
    """The command that compiles C, likewise."""
    return _compiler(("gcc", "clang", "cc"), "cc")


@cache
def has_address_sanitizer() -> bool:
    """Whether the system's own compiler links AddressSanitizer; the one of the wheel has none that catches anything."""
    command = c_compiler()
    if "ziglang" in command:
        return False
    source = "int main(void) { return 0; }\n"
    flags = ["-x", "c", "-fsanitize=address", "-", "-o", "/dev/null"]
    return subprocess.run([*command, *flags], input=source, capture_output=True, text=True).returncode == 0


def compile_cpp(folder: Path, source: str, *flags: str) -> str:
    """What the compiler says of a file in a folder, "" when it is content."""
    return _said([*cpp_compiler(), "-std=c++17", "-Wall", "-Werror", *flags, source], folder)


def compile_c(folder: Path, *words: str, compiler: list[str] | None = None) -> str:
    """Likewise for C, or whatever language another compiler takes."""
    return _said([*(compiler or c_compiler()), *words], folder)


def _said(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240)
    return "" if done.returncode == 0 else done.stderr[-4000:] or f"exit code {done.returncode}"
