"""The JSON door: written cases, malformed files, hostile files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from metadef.errors import FileError
from metadef.layout.builder import ProblemBuilder
from metadef.layout.problem_json import read_problem, solve_problem_file
from metadef.layout.solve import solve

CASES = Path(__file__).parents[1] / "cases" / "layout" / "problems.md"


def written_cases() -> list[tuple[str, str, dict[str, Any]]]:
    text = CASES.read_text(encoding="utf-8")
    pattern = re.compile(r"^## (.+?)$.*?^```problem\n(.*?)^```.*?^```answer\n(.*?)^```", re.DOTALL | re.MULTILINE)
    return [(title, problem, json.loads(answer)) for title, problem, answer in pattern.findall(text)]


def test_every_section_is_a_case() -> None:
    assert len(written_cases()) == CASES.read_text(encoding="utf-8").count("\n## ") == 6


@pytest.mark.parametrize(("title", "problem", "expected"), written_cases())
def test_written_cases(title: str, problem: str, expected: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "problem.json"
    path.write_text(problem, encoding="utf-8")
    code, text = solve_problem_file(path)
    answer = json.loads(text)
    assert {key: answer.get(key) for key in expected} == expected, title
    assert code == (1 if expected["cost"] is None else 0)


NODE = {"name": "n", "inputs": ["x"], "outputs": [], "columns": [{"in": ["ND"], "out": [], "cost": 1}]}
VALUE = {"name": "x", "fixed": "ND", "convert": {"ND->NZ": 1}}


def wrong(**changes: object) -> str:
    """A good file with fields of its only node or value replaced."""
    node = {**NODE, **{k[5:]: v for k, v in changes.items() if k.startswith("node_")}}
    value = {**VALUE, **{k[6:]: v for k, v in changes.items() if k.startswith("value_")}}
    return json.dumps({"nodes": [node], "values": [value]})


@pytest.mark.parametrize(
    ("text", "subject", "message"),
    [
        ("[]", "$", "must be an object"),
        ("{", "$", "is not JSON"),
        ("", "$", "is not JSON"),
        ("[" * 100_000, "$", "is nested too deeply"),
        ('{"nodes": [], "values": [], "values": []}', "$", "stands twice"),
        ('{"nodes": [], "values": [NaN]}', "$", "NaN is not JSON"),
        ('{"nodes": {}, "values": []}', "$.nodes", "must be a list"),
        ('{"nodes": []}', "$.values", "must be a list"),
        (wrong(node_name=""), "$.nodes[0].name", "must be a name"),
        (wrong(node_name="\ud800"), "$.nodes[0].name", "must be a name"),
        (wrong(node_inputs="x"), "$.nodes[0].inputs", "must be a list"),
        (wrong(node_inputs=[1]), "$.nodes[0].inputs[0]", "must be a name"),
        (wrong(node_inputs=["y"]), 'node "n"', 'value "y" is not declared'),
        (wrong(node_colums=[]), "$.nodes[0].colums", "is not a known field"),
        (wrong(node_heavy=1), "$.nodes[0].heavy", "must be true or false"),
        (wrong(node_columns=[{"in": [], "out": [], "cost": 1}]), 'node "n" column 0', "names 0 input"),
        (wrong(node_columns=[{"in": ["ND"], "out": [], "cost": True}]), "$.nodes[0].columns[0].cost", "finite number"),
        (wrong(node_columns=[{"in": ["ND"], "out": []}]), "$.nodes[0].columns[0].cost", "finite number"),
        (wrong(node_columns=[{"in": ["ND"], "out": [], "cost": 10**400}]), "$.nodes[0].columns[0].cost", "finite"),
        (wrong(value_convert={"ND": 1}), '$.values[0].convert["ND"]', "must name two formats"),
        (wrong(value_convert={"A->B->C": 1}), '$.values[0].convert["A->B->C"]', "must name two formats"),
        (
            wrong(node_columns=[{"in": ["ND"], "out": [], "cost": -1e308}]),
            "$.nodes[0].columns[0].cost",
            "at most 1e+200",
        ),
        (wrong(value_convert={"A->B": 1e308}), '$.values[0].convert["A->B"]', "at most 1e+200"),
        (wrong(value_convert={"A->B": -1}), '$.values[0].convert["A->B"]', "finite number >= 0"),
        (wrong(value_convert={"A->B": "1"}), '$.values[0].convert["A->B"]', "finite number >= 0"),
        (wrong(value_convert=[]), "$.values[0].convert", "must be an object"),
        (wrong(value_fixed="A->B"), "$.values[0].fixed", 'must not contain "->"'),
        (wrong(value_fixed=None), 'value "x"', "has neither a fixed format nor a producer"),
    ],
)
def test_malformed_files_are_findings_that_name_the_place(text: str, subject: str, message: str) -> None:
    with pytest.raises(FileError) as caught:
        read_problem(text, "p.json")
    found = caught.value.findings
    assert {item.code for item in found} == {"FMT005"}
    assert any(subject in item.subject and message in item.message for item in found), found


def test_all_findings_come_at_once_but_not_without_end() -> None:
    values = [{"name": f"v{k}", "fixed": 7, "convert": {}} for k in range(1000)]
    with pytest.raises(FileError) as caught:
        read_problem(json.dumps({"nodes": [], "values": values}))
    assert len(caught.value.findings) == 101
    assert caught.value.findings[-1].message == "900 more findings are not shown"


def test_an_unreadable_file_is_a_finding(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.json", tmp_path):
        with pytest.raises(FileError) as caught:
            solve_problem_file(path)
        assert [item.code for item in caught.value.findings] == ["FIL001"]


def test_nothing_but_the_answer_reaches_stdout(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """HiGHS prints a banner when it starts, on the file descriptor itself."""
    builder = ProblemBuilder()
    convert = builder.conversions({("A", "B"): 3.0, ("B", "A"): 3.0})
    flip = builder.columns([(["A", "A"], ["A"], 1.0), (["B", "A"], ["B"], 0.0), (["A", "B"], ["B"], 0.5)])
    names = ["x", "y"]
    builder.add_value("x", fixed="A", convert=convert)
    builder.add_value("y", fixed="B", convert=convert)
    for k in range(12):
        builder.add_value(f"v{k}", convert=convert)
        builder.add_node(f"n{k}", [names[-1], names[(k * 7) % len(names)]], [f"v{k}"], flip)
        names.append(f"v{k}")
    solution = solve(builder.build(), table_limit=4, max_states=1)
    assert {"relaxation", "branching", "milp"} & set(solution.methods)
    assert capfd.readouterr().out == ""
