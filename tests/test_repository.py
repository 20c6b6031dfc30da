"""The repository holds the project alone, finished: no traces of one machine, no unfinished or silenced places."""

from __future__ import annotations

import os
import re
import stat
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def pattern(*parts: str) -> re.Pattern[str]:
    """One expression from alternatives; each is written in pieces here, so that this file does not match itself."""
    return re.compile("|".join(parts))


_ANY_PATH = r"(?:^|(?<=[^A-Za-z0-9_.]))/"
MACHINE = pattern(
    _ANY_PATH + r"(?:work|farm|root|home/\w+|Users/\w+)" + "/",
    "[A-Z]:" + r"\\\\?Users\\",
    "index" + "-url",
    "--" + "registry",
    r"(?:files\.python" + r"hosted|py" + r"pi\.org|registry\." + r"npmjs|deb\.deb" + r"ian|proxy\.go" + r"lang)",
)
UNFINISHED = pattern(
    "NotImplemented" + "Error",
    r"\bTO" + r"DO\b",
    r"\bFIX" + r"ME\b",
    r"\bX" + r"XX\b",
    r"pytest\.(?:mark\.)?(?:skip|x" + "fail)",
    "import" + "orskip",
    r"unittest\.sk" + "ip",
    "pragma: no " + "cover",
)
SILENCED = pattern("type: " + "ignore", r"pyright: " + "ignore", "doctest: \\+" + "SKIP")


def tracked(*globs: str) -> list[Path]:
    """Text files that git tracks, or that match when this is no git checkout."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z", *globs], cwd=ROOT, capture_output=True, check=True).stdout
        paths = [ROOT / os.fsdecode(name) for name in listed.split(b"\0") if name]
    except (OSError, subprocess.CalledProcessError):  # a source archive
        paths = [path for path in ROOT.rglob("*") if path.is_file() and not _PRIVATE & set(path.parts)]
        paths = [path for path in paths if not globs or any(path.match(glob) for glob in globs)]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()[:8000]]


_PRIVATE = {".git", ".venv", "out", "__pycache__", ".pytest_cache", ".ruff_cache", ".hypothesis"}


def places(expression: re.Pattern[str], files: list[Path]) -> list[str]:
    """`file:line: text` of every line that matches."""
    return [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for file in files
        for number, line in enumerate(file.read_text("utf-8", errors="replace").splitlines(), 1)
        if expression.search(line)
    ]


def test_no_machine_paths_and_no_registry_hosts():
    assert places(MACHINE, tracked()) == []


def test_nothing_unfinished_and_no_test_switched_off():
    assert places(UNFINISHED, tracked("*.py", "*.md", "*.toml", "Makefile", "*.j2")) == []


def test_no_type_or_doctest_finding_is_silenced():
    assert places(SILENCED, tracked("*.py")) == []


def test_the_gate_is_executable_and_calls_make_test():
    gate = ROOT / ".ci" / "run"
    assert gate.stat().st_mode & stat.S_IXUSR
    assert re.search(r"^make test$", gate.read_text(), re.MULTILINE)


@pytest.mark.parametrize(
    "name", ["LICENSE", "README.md", "CONTRIBUTING.md", "Makefile", "docs/architecture.md", "changelog.d/README.md"]
)
def test_the_frame_is_there(name: str):
    assert (ROOT / name).stat().st_size > 0


def test_the_readme_says_whose_project_this_is_not():
    text = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert "not made, endorsed or supported by Huawei" in text


BAD_LINES = [
    (MACHINE, "see /" + "work/main/x.py"),
    (MACHINE, '"/' + 'home/me/model.onnx"'),
    (MACHINE, "pip install --index" + "-url=x y"),
    (UNFINISHED, "# TO" + "DO later"),
    (UNFINISHED, "raise NotImplemented" + "Error"),
    (UNFINISHED, "@pytest.mark.sk" + "ip(reason='x')"),
    (SILENCED, "x = f()  # type: " + "ignore[arg-type]"),
]
GOOD_LINES = [
    (MACHINE, "https://example.com/work/x"),
    (MACHINE, "a homework/task"),
    (UNFINISHED, "NotImplemented"),
    (UNFINISHED, "mastodon"),
    (SILENCED, "the type is ignored"),
]


@pytest.mark.parametrize(("expression", "line"), BAD_LINES)
def test_the_search_finds_what_it_is_for(expression: re.Pattern[str], line: str):
    assert expression.search(line)


@pytest.mark.parametrize(("expression", "line"), GOOD_LINES)
def test_the_search_leaves_other_text_alone(expression: re.Pattern[str], line: str):
    assert not expression.search(line)
