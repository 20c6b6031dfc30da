"""The walk of docs/compatibility.md happens as told: files are written, commands run in a scratch git repository."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from console_examples import Example, run, shows

PAGE = Path(__file__).parents[2] / "docs" / "compatibility.md"
_BLOCK = re.compile(r"^```(?P<language>\w+) (?P<word>\S+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def steps(text: str) -> list[tuple[str, str]]:
    """(file, content) of a block that names a file, ("", block) of a console block of the walk; in order."""
    found = [(block["language"], block["word"], block["body"]) for block in _BLOCK.finditer(text)]
    return [("" if (language, word) == ("console", "walk") else word, body) for language, word, body in found]


def commands(block: str) -> list[Example]:
    """Every command, of any program, with what it prints."""
    made: list[Example] = []
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        if command == "echo $?":
            made[-1] = Example(made[-1].line, made[-1].command, made[-1].shown, shown.strip())
        else:
            made.append(Example(len(made) + 1, command, shown.rstrip("\n")))
    return made


def test_the_walk_of_the_page_happens_as_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Somebody")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "somebody@example.com")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    ran = 0
    for file, body in steps(PAGE.read_text("utf-8")):
        if file:
            place = tmp_path / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(body)
            continue
        for example in commands(body):
            output, code = run(example, tmp_path)
            assert str(code) == (example.shown_exit_code or "0"), f"$ {example.command}\n{output}"
            assert shows(example.shown, output), f"$ {example.command}\nshown:\n{example.shown}\n\ncame:\n{output}"
            ran += 1
    assert ran >= 10


def test_the_page_has_the_three_parts_that_its_title_promises():
    text = PAGE.read_text("utf-8")
    files = [file for file, _ in steps(text) if file]
    assert {"op_proto/scale.h", "pyproject.toml", "upgrade_steps.py"} <= set(files)
    told = [example.command for file, body in steps(text) if not file for example in commands(body)]
    assert any("--against git:" in command for command in told)
    assert any("--upgrade" in command and "--steps" in command for command in told)
