"""Targets `cmake` and `pip`: what other projects need to depend on generated code.

`cmake` makes the modules that a CMake project includes to find a generated package or to have one generated; the
package itself is made by `c-table` and `cpp-builder`. `pip` makes the package of `python-builder` ready for pip.
"""

from __future__ import annotations

from metadef.codegen import python_builder
from metadef.codegen.record import Job
from metadef.version import __version__

__all__ = ["cmake", "pip"]


def cmake(job: Job) -> dict[str, str]:
    """The modules; they do not depend on the operators."""
    return {f"{name}.cmake": job.render(f"cmake/{name}.cmake.j2") for name in ("find_metadef", "metadef_generate")}


def pip(job: Job) -> dict[str, str]:
    """The package `metadef-ops` with its build file."""
    return {**python_builder.generate(job), "pyproject.toml": job.render("pip/pyproject.toml.j2", version=__version__)}
