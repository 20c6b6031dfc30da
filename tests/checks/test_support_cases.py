"""Support rules on Markdown cases, and the laws of judging a whole graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from markdown_cases import Case, check, load_cases
from metadef.catalogue import registry
from metadef.checks.support.judge import RULES, judge
from metadef.infer.engine import infer
from metadef.targets import Target, chip
from metadef.targets.capability_file import read_capabilities
from metadef.text import parse
from metadef.version import CannVersion

CASES = load_cases(Path(__file__).parents[1] / "cases" / "support")


def judged(case: Case, folder: Path) -> str:
    file = folder / "target.json"
    file.write_text(json.dumps({"metadef_target": 1, "families": json.loads(case["families"])}))
    graph = parse(case["graph"], registry())
    infer(graph)
    driver = CannVersion.parse(case["driver"].strip()) if "driver" in case else None
    found = judge(graph, Target.of(chip(case["chip"].strip()), [read_capabilities(file, check=True)]), driver)
    return "\n".join(f"{item}\n  legal: {item.expected}".replace(f"{folder}/", "") for item in found)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_graph_on_a_target_has_the_expected_findings(case: Case, tmp_path: Path):
    check(case, judged(case, tmp_path))


def test_every_rule_speaks_in_some_case():
    text = "".join(item.text for case in CASES for item in case.expected.values())
    words = {
        "operator-not-offered": "has no operator",
        "dtype-not-on-chip": "has no BF16",
        "newer-driver": "needs driver",
        "no-column": "has no column",
        "shape-not-dynamic": "need known shapes",
    }
    assert set(words) == set(RULES)
    assert all(word in text for word in words.values())


def test_every_node_is_named_and_equal_clean_uses_are_judged_once(tmp_path: Path):
    file = tmp_path / "t.json"
    port = {"dtypes": "FLOAT16", "formats": "ND"}
    ops = {"Neg": {"inputs": [{"name": "x", **port}], "outputs": [{"name": "y", **port}]}}
    file.write_text(json.dumps({"metadef_target": 1, "families": {"ascend910b": {"operators": ops}}}))
    lines = [f"  %n{i} = Neg(%{f'n{i - 1}' if i else 'x'}) : INT8[4]\n" for i in range(5)]
    graph = parse(f'graph "g" {{\n  input %x : INT8[4]\n{"".join(lines)}  return %n4 as "y"\n}}', registry())
    infer(graph)
    found = judge(graph, Target.of(chip("Ascend910B1"), [read_capabilities(file)]))
    assert [item.subject for item in found] == [f'node "n{i}" (Neg)' for i in range(5)]
