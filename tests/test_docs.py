"""What README and docs show is what happens."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest

from console_examples import Example, examples_of, run, shows

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SHOWING = [page for page in PAGES if examples_of(page.read_text("utf-8"))]


@pytest.mark.parametrize("page", SHOWING, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for example in examples_of(page.read_text("utf-8")):
        output, exit_code = run(example, tmp_path)
        place = f"{page.name}:{example.line}: $ {example.command}"
        assert str(exit_code) == (example.shown_exit_code or "0"), f"{place}\nexit code {exit_code}\n{output}"
        assert shows(example.shown, output), f"{place}\nshown:\n{example.shown}\n\ncame:\n{output}"


TALKING = [page for page in PAGES if ">>> " in page.read_text("utf-8")]


@pytest.mark.parametrize("page", TALKING, ids=lambda page: str(page.relative_to(ROOT)))
def test_sessions_of_python_answer_what_the_page_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    done = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert done.attempted > 0
    assert done.failed == 0


def test_some_page_shows_a_command():
    assert SHOWING


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(page: Path):
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    local = [target for target in targets if "://" not in target and not target.startswith("mailto:")]
    assert [target for target in local if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_places_of_this_repository_that_a_page_names_exist(page: Path):
    prose = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    named = re.findall(r"`((?:src|tests|docs|tools|bench|examples|changelog\.d)/[^`\s*<>{}]*)`", prose)
    assert [place for place in named if not (ROOT / place).exists()] == []


MARKDOWN = """
```console
$ metadef show \\
    m.mdef
one
...
$ ls
not run
$ python -c pass
$ echo $?
3
```
1. In a list:
   ```console
   $ metadef --version
   0.1
   ```
```sh
metadef not-shown
```
"""


def test_only_metadef_and_python_commands_of_console_blocks_are_examples():
    assert examples_of(MARKDOWN) == [
        Example(3, "metadef show m.mdef", "one\n..."),
        Example(9, "python -c pass", "", "3"),
        Example(15, "metadef --version", "0.1"),
    ]


SHOWN = [
    ("a\nb", "a\nb\n"),
    ("a  \nb", "\na\nb   \n\n"),
    ("", ""),
    ("...", ""),
    ("...", "a\nb"),
    ("a\n...", "a"),
    ("a\n...\nd", "a\nb\nc\nd"),
    ("...\nb\n...\nc\n...", "a\nb\nb\nc"),
    ("took ... ms", "took 3.5 ms"),
    ("(a) [b] *", "(a) [b] *"),
]
NOT_SHOWN = [
    ("a", "b"),
    ("a", ""),
    ("", "a"),
    ("a\nb", "a"),
    ("a\n...\na", "a"),
    ("a\n...\nd", "a\nb\nc"),
    ("...\nc\n...\nb\n...", "a\nb\nc"),
    ("took ... ms", "took 3.5 s"),
    ("...\nb", "a\nb\nc"),
    ("(a)", "a"),
]


@pytest.mark.parametrize(("shown", "actual"), SHOWN)
def test_dots_stand_for_any_text_or_lines(shown: str, actual: str):
    assert shows(shown, actual)


@pytest.mark.parametrize(("shown", "actual"), NOT_SHOWN)
def test_any_other_difference_is_noticed(shown: str, actual: str):
    assert not shows(shown, actual)
