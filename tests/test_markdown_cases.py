"""The Markdown-case runner: what it reads, what it refuses, and that it can fail."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import markdown_cases
from markdown_cases import CaseError, check, load_cases

TEXT = """# Adding

Prose before the first case.

## Small numbers add

Two and two
are four.

More prose.

```json left
2
```
```json right
2
```

```expect
4
```

## Big numbers add ##

The block holds fences of its own.

````graph
```
# no heading
```
````

```expect
one

two
```
```expect json
{}
```
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "adding.md"
    path.write_text(TEXT)
    return path


def test_a_case_is_a_heading_a_sentence_and_named_blocks(file: Path):
    small, big = load_cases(file)
    assert (small.title, small.line, small.sentence) == ("Small numbers add", 5, "Two and two are four.")
    assert (small["left"], small["right"], list(small.expected)) == ("2", "2", ["expect"])
    assert (big.title, big["graph"]) == ("Big numbers add", "```\n# no heading\n```")
    assert {name: block.text for name, block in big.expected.items()} == {"expect": "one\n\ntwo", "json": "{}"}
    assert str(big) == "adding: Big numbers add"


def test_a_difference_fails_with_place_law_and_difference(file: Path):
    small = load_cases(file)[0]
    check(small, "4\n")
    with pytest.raises(AssertionError, match=r"(?s)adding.md:5: Small numbers add: Two and two are four\..*-4\n\+5"):
        check(small, "5")


def test_a_missing_block_is_named_with_those_there_are(file: Path):
    small = load_cases(file)[0]
    with pytest.raises(CaseError, match="no block 'graph', only left, right"):
        small["graph"]
    with pytest.raises(CaseError, match="no expectation 'json', only expect"):
        check(small, "4", "json")


BAD = {
    "no cases": "# Title\n\nOnly prose.\n",
    "never closed": "# T\n\nS.\n\n```graph\n",
    "before the first heading": "```graph\n```\n",
    "needs a sentence": "# T\n\n```graph\n```\n\n```expect\n```\n",
    "expects nothing": "# T\n\nS.\n\n```graph\n```\n",
    "needs a language": "# T\n\nS.\n\n```\n```\n\n```expect\n```\n",
    "second block 'graph'": "# T\n\nS.\n\n```graph\n```\n```graph\n```\n```expect\n```\n",
    "two cases are called": "# T\n\nS.\n\n```expect\n```\n# T\n\nS.\n\n```expect\n```\n",
}


@pytest.mark.parametrize("reason", BAD)
def test_a_file_that_breaks_the_form_is_refused(reason: str, tmp_path: Path):
    path = tmp_path / "bad.md"
    path.write_text(BAD[reason])
    with pytest.raises(CaseError, match=reason):
        load_cases(path)


def test_updating_rewrites_only_the_expectation(file: Path, monkeypatch: pytest.MonkeyPatch):
    small, big = load_cases(file)
    monkeypatch.setattr(markdown_cases, "UPDATING", True)
    check(small, "4")
    assert file.read_text() == TEXT
    check(small, "5\n6\n7")
    check(big, '{"a": 1}', "json")
    assert file.read_text() == TEXT.replace("```expect\n4\n", "```expect\n5\n6\n7\n").replace("{}", '{"a": 1}')


@given(st.lists(st.sampled_from(["", "text", "```", "````expect", "# heading", "  indented"])).map("\n".join))
def test_what_was_written_by_updating_is_read_back(tmp_path_factory: pytest.TempPathFactory, actual: str):
    path = tmp_path_factory.getbasetemp() / "adding.md"
    path.write_text(TEXT)
    markdown_cases._rewrite(load_cases(path)[0], "expect", actual)
    check(load_cases(path)[0], actual)
    assert [case.title for case in load_cases(path)] == ["Small numbers add", "Big numbers add"]
