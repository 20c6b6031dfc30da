"""Markdown cases: files that test the code and document it at the same time.

A case is a heading, a sentence that states the law, one or more fenced input blocks, and one or more `expect` blocks:

    ## An identity that feeds an output keeps the output's name

    The identity goes, its input takes over the name.

    ```graph
    ...
    ```

    ```expect
    ...
    ```

A block is named by its language, or by the word after it: a block fenced as "graph before" is `before`, one fenced as
"expect json" is the expectation `json`. Text, lists and tables anywhere between the blocks are for the reader alone.

A test loads the cases, computes something from `case["graph"]` and hands it to `check(case, actual)`.
`pytest --update-golden` writes what came into the expect blocks instead of comparing.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["UPDATING", "Case", "CaseError", "check", "load_cases"]

UPDATING = False  # set by conftest from --update-golden

_HEADING = re.compile(r"#{1,6}[ \t]+(.+?)[ \t#]*")
_FENCE = re.compile(r"(`{3,})[ \t]*([^`]*)")


class CaseError(ValueError):
    """A case file that breaks the form."""


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    language: str
    name: str
    text: str  # without the newline before the closing fence
    fence: int  # line of the opening fence, from 0
    end: int  # line of the closing fence, from 0


@dataclass(frozen=True)
class Case:
    """One heading with its sentence and blocks."""

    path: Path
    line: int  # of the heading, from 1
    title: str
    sentence: str  # the first paragraph under the heading
    blocks: Mapping[str, Block] = field(repr=False)  # inputs by name, in order
    expected: Mapping[str, Block] = field(repr=False)  # expectations by name; the usual one is "expect"

    def __getitem__(self, name: str) -> str:
        """The text of the input block called `name`.

        Raises:
            CaseError: if the case has none.
        """
        if name not in self.blocks:
            raise CaseError(f"{self.place}: no block {name!r}, only {', '.join(self.blocks) or 'none'}")
        return self.blocks[name].text

    def __contains__(self, name: str) -> bool:
        return name in self.blocks

    @property
    def place(self) -> str:
        return f"{self.path.name}:{self.line}"

    def __str__(self) -> str:
        """The test id: file and heading."""
        return f"{self.path.stem}: {self.title}"


def load_cases(path: Path) -> list[Case]:
    """The cases of one file, or of every `.md` file below a folder, in order.

    Raises:
        CaseError: if a file breaks the form, or there is no case at all.
    """
    files = sorted(path.rglob("*.md")) if path.is_dir() else [path]
    cases = [case for file in files for case in _cases_of(file)]
    if not cases:
        raise CaseError(f"{path}: no cases")
    return cases


def check(case: Case, actual: str, name: str = "expect") -> None:
    """Assert that `actual` is the text of the expectation called `name`; newlines at the end do not count.

    Raises:
        AssertionError: with the difference.
        CaseError: if the case has no such expectation.
    """
    if name not in case.expected:
        raise CaseError(f"{case.place}: no expectation {name!r}, only {', '.join(case.expected)}")
    expected, actual = case.expected[name].text.rstrip("\n"), actual.rstrip("\n")
    if expected == actual:
        return
    if UPDATING:
        _rewrite(case, name, actual)
        return
    difference = difflib.unified_diff(expected.splitlines(), actual.splitlines(), "expected", "actual", lineterm="")
    raise AssertionError("\n".join([f"{case.place}: {case.title}: {case.sentence}", *difference]))


def _cases_of(path: Path) -> list[Case]:
    lines = path.read_text(encoding="utf-8").split("\n")
    cases: list[Case] = []
    heading: tuple[int, str] | None = None
    prose: list[str] = []
    blocks: list[Block] = []
    at = 0

    def finish() -> None:
        if blocks:
            cases.append(_case(path, heading, prose, blocks))

    while at < len(lines):
        fence, found = _FENCE.fullmatch(lines[at].rstrip()), _HEADING.fullmatch(lines[at])
        if fence:
            block = _block(path, lines, at, fence)
            blocks.append(block)
            at = block.end
        elif found:
            finish()
            heading, prose, blocks = (at + 1, found[1]), [], []
        elif not blocks:
            prose.append(lines[at])
        at += 1
    finish()
    titles = [case.title for case in cases]
    for title in titles:
        if titles.count(title) > 1:
            raise CaseError(f"{path.name}: two cases are called {title!r}")
    return cases


def _block(path: Path, lines: list[str], at: int, fence: re.Match[str]) -> Block:
    end = at + 1
    while end < len(lines) and lines[end].rstrip() != fence[1]:
        end += 1
    if end == len(lines):
        raise CaseError(f"{path.name}:{at + 1}: the fence is never closed")
    words = fence[2].split()
    if not 1 <= len(words) <= 2:
        raise CaseError(f"{path.name}:{at + 1}: a fence needs a language and at most one name, got {fence[2]!r}")
    return Block(words[0], words[-1], "\n".join(lines[at + 1 : end]), at, end)


def _case(path: Path, heading: tuple[int, str] | None, prose: list[str], blocks: list[Block]) -> Case:
    if heading is None:
        raise CaseError(f"{path.name}:{blocks[0].fence + 1}: a block stands before the first heading")
    line, title = heading
    sentence = " ".join("\n".join(prose).strip().split("\n\n")[0].split())
    if not sentence:
        raise CaseError(f"{path.name}:{line}: a case needs a sentence that says its law")
    inputs: dict[str, Block] = {}
    expected: dict[str, Block] = {}
    for block in blocks:
        kind = expected if block.language == "expect" else inputs
        if block.name in kind:
            raise CaseError(f"{path.name}:{block.fence + 1}: a second block {block.name!r} in one case")
        kind[block.name] = block
    if not expected:
        raise CaseError(f"{path.name}:{line}: {title!r} expects nothing")
    return Case(path, line, title, sentence, inputs, expected)


def _rewrite(case: Case, name: str, actual: str) -> None:
    # WHY: an earlier rewrite may have moved the lines, so the case is looked up again by its title
    current = next(item for item in _cases_of(case.path) if item.title == case.title).expected[name]
    lines = case.path.read_text(encoding="utf-8").split("\n")
    longest = max((len(run) for run in re.findall(r"^`{3,}", actual, re.MULTILINE)), default=2)
    fence = "`" * (longest + 1)
    info = lines[current.fence].lstrip("`")
    lines[current.fence : current.end + 1] = [fence + info, *([actual] if actual else []), fence]
    case.path.write_text("\n".join(lines), encoding="utf-8")
