"""The Markdown cases of definitions: a definition in some form, and what reading it gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from definition_text import reading_text
from markdown_cases import Case, check, load_cases
from metadef.definitions.read import read_text

CASES = load_cases(Path(__file__).parent.parent / "cases" / "definitions")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_definition_reads_as_the_case_says(case: Case):
    check(case, reading_text(read_text(case["source"], "case")))
