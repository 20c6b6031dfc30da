"""Every rule on its defect and on its near-miss, from `tests/cases/checks`."""

from __future__ import annotations

from pathlib import Path

import pytest

from markdown_cases import Case, check, load_cases
from metadef.checks import Config, lint
from metadef.checks.table import RULES
from metadef.definitions.read import read_files

CASES = load_cases(Path(__file__).parents[1] / "cases" / "checks")
IN_PYTHON = {"column-length-mismatch", "default-illegal-for-type", "default-breaks-constraint"}  # test_rules.py


def findings_below(case: Case, folder: str, root: Path) -> list[str]:
    for name in case.blocks:
        if name.startswith(f"{folder}/"):
            path = root / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(case[name] + "\n", "utf-8")
    reading = read_files([root / folder])
    assert reading.declarations
    found = lint(sources=reading, config=Config(select=(case.title,)))
    return [str(item).replace(f"{root / folder}/", "") for item in found]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_rule_reports_its_defect(case: Case, tmp_path: Path):
    found = findings_below(case, "bad", tmp_path)
    assert found, "the defect is not reported"
    check(case, "\n".join(found))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_rule_is_silent_on_its_near_miss(case: Case, tmp_path: Path):
    assert any(name.startswith("good/") for name in case.blocks)
    assert findings_below(case, "good", tmp_path) == []


def test_every_rule_has_a_case():
    assert {case.title for case in CASES} | IN_PYTHON == set(RULES)
