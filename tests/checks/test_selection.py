"""Which findings are reported where: selection, per-path ignores, comments, baselines."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from metadef.checks import Config, lint
from metadef.checks.baseline import baseline_text, read_baseline, without_known
from metadef.checks.config import find_config, read_config, require_known
from metadef.checks.engine import lint_with_edits
from metadef.definitions.read import read_files
from metadef.errors import FileError, UsageError

HEADER = """REG_OP(max_pool)
    .INPUT(x, TensorType({DT_FLOAT32}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(keepDims, Int, 0)
    .OP_END_FACTORY_REG(max_pool)
"""
ALL = ["op-name-not-camel-case", "doc-missing", "port-doc-missing", "dtype-misspelled", "port-doc-missing"]
ALL += ["attr-name-not-snake-case", "attr-doc-missing"]


def lint_text(tmp_path: Path, text: str, config: Config | None = None, name: str = "a.h") -> list[str]:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return [item.name for item in lint(sources=read_files([path]), config=config or Config())]


def test_everything_is_selected_at_first(tmp_path: Path):
    assert lint_text(tmp_path, HEADER) == ALL


@pytest.mark.parametrize(
    "config, left",
    [
        (Config(select=("DEF1",)), ["op-name-not-camel-case", "attr-name-not-snake-case"]),
        (Config(select=("dtype-misspelled",)), ["dtype-misspelled"]),
        (Config(select=("DEF",), ignore=("DEF101",)), ["op-name-not-camel-case", "dtype-misspelled"]),
        (Config(ignore=("DOC",)), ["op-name-not-camel-case", "dtype-misspelled", "attr-name-not-snake-case"]),
        (Config(ignore=("ALL",)), []),
    ],
)
def test_rules_are_meant_by_name_code_or_beginning_of_code(tmp_path: Path, config: Config, left: list[str]):
    assert lint_text(tmp_path, HEADER, config) == left


def test_an_unknown_rule_is_an_error_that_names_the_nearest():
    with pytest.raises(UsageError, match="op-name-not-camel-case"):
        require_known(["op-name-not-camelcase"], "--select")


def test_a_path_has_ignores_of_its_own(tmp_path: Path):
    config = Config(per_path=(("legacy/*", ("DEF", "DOC")), ("*.hpp", ("DOC",))), root=str(tmp_path))
    assert lint_text(tmp_path, HEADER, config, "legacy/a.h") == []
    assert "doc-missing" not in lint_text(tmp_path, HEADER, config, "new/a.hpp")
    assert lint_text(tmp_path, HEADER, config, "new/legacy.h") == ALL


def test_the_nearest_configured_pyproject_is_found_and_read(tmp_path: Path):
    text = '[tool.metadef.lint]\nselect = ["DEF"]\nextend-ignore = ["no-output"]\n'
    text += 'per-file-ignores = { "old/*" = ["DEF100"] }\n'
    (tmp_path / "pyproject.toml").write_text(text)
    (tmp_path / "below" / "deep").mkdir(parents=True)
    (tmp_path / "below" / "pyproject.toml").write_text("[tool.other]\n")
    found = find_config(tmp_path / "below" / "deep")
    assert found == tmp_path / "pyproject.toml"
    assert read_config(found) == Config(("DEF",), ("no-output",), (("old/*", ("DEF100",)),), str(tmp_path))


@pytest.mark.parametrize(
    "text, said",
    [
        ("[tool.metadef.lint]\nselct = []", "select"),
        ("[tool.metadef.lint]\nselect = 'DEF'", "list"),
        ("[tool.metadef.lint]\nselect = [1]", "list"),
        ("[tool.metadef.lint]\nper-file-ignores = []", "table"),
        ("[tool.metadef.lint]\nignore = ['DEF999']", "no such rule"),
        ("[tool", "TOML"),
        ("a = " + "[" * 100_000, "TOML"),
    ],
)
def test_a_wrong_configuration_is_a_usage_error(tmp_path: Path, text: str, said: str):
    path = tmp_path / "pyproject.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as raised:
        read_config(path)
    assert said in str(raised.value)


def test_a_comment_allows_a_finding_on_its_line(tmp_path: Path):
    text = HEADER.replace("Int, 0)", "Int, 0)  // metadef: allow attr-name-not-snake-case, DOC102")
    assert lint_text(tmp_path, text) == ALL[:-2]


def test_a_comment_alone_on_a_line_speaks_for_the_next_line_of_code(tmp_path: Path):
    text = HEADER.replace("    .INPUT", "    // metadef: allow dtype-misspelled\n\n    .INPUT")
    assert lint_text(tmp_path, text) == [name for name in ALL if name != "dtype-misspelled"]


def test_a_comment_before_a_declaration_speaks_for_all_of_it_and_not_for_the_next(tmp_path: Path):
    other = HEADER.replace("max_pool", "Other").replace("keepDims", "keep_dims")
    text = f"// metadef: allow DOC, dtype-misspelled\n{HEADER}{other}"
    left = lint_text(tmp_path, text)
    assert left == ["op-name-not-camel-case", "attr-name-not-snake-case", *ALL[1:5], "attr-doc-missing"]


def test_a_comment_may_speak_for_the_file(tmp_path: Path):
    assert lint_text(tmp_path, f"{HEADER}// metadef: allow-file DEF DOC\n") == []


def test_a_comment_that_allows_nothing_is_reported_with_the_nearest_rule(tmp_path: Path):
    path = tmp_path / "a.h"
    path.write_text(f"{HEADER}// metadef: allow-file no-output, doc-mising\n")
    found = [item for item in lint(sources=read_files([path])) if item.name == "unused-suppression"]
    assert [(item.got, item.hint) for item in found] == [
        ("no-output", ""),
        ("doc-mising", "doc-missing or port-doc-missing or attr-doc-missing"),
    ]
    assert [item.where and item.where.line for item in found] == [6, 6]


def test_a_narrow_run_does_not_judge_comments_about_other_rules(tmp_path: Path):
    text = HEADER.replace("REG_OP(max_pool)", "REG_OP(max_pool)  // metadef: allow doc-missing")
    assert lint_text(tmp_path, text, Config(select=("DEF101",))) == ["attr-name-not-snake-case"]


def test_suppressed_findings_are_counted_and_never_mended(tmp_path: Path):
    path = tmp_path / "a.h"
    path.write_text(HEADER.replace("FLOAT32}))", "FLOAT32}))  // metadef: allow dtype-misspelled"))
    outcome = lint_with_edits(sources=read_files([path]))
    assert (outcome.suppressed, outcome.edits, outcome.operators) == (1, [], 1)


def test_a_baseline_survives_moved_lines_and_reports_what_is_new_and_what_is_gone(tmp_path: Path):
    path = tmp_path / "a.h"
    path.write_text(HEADER)
    baseline = tmp_path / "baseline.json"
    baseline.write_text(baseline_text(lint(sources=read_files([path])), tmp_path))
    known = read_baseline(baseline)
    path.write_text(f"\n\n{HEADER.replace('keepDims', 'keepAll')}")
    new, gone = without_known(lint(sources=read_files([path])), known, tmp_path)
    assert [(item.name, item.subject) for item in new] == [
        ("attr-name-not-snake-case", "max_pool keepAll"),
        ("attr-doc-missing", "max_pool keepAll"),
    ]
    assert gone == 2


def test_a_baseline_counts_equal_findings(tmp_path: Path):
    path = tmp_path / "a.h"
    path.write_text(HEADER)
    found = lint(sources=read_files([path]))
    baseline = tmp_path / "baseline.json"
    baseline.write_text(baseline_text(found, tmp_path))
    new, gone = without_known([*found, *found], read_baseline(baseline), tmp_path)
    assert (new, gone) == (found, 0)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2, "findings": []}', '{"version": 1, "findings": [{}]}'])
def test_a_broken_baseline_is_a_file_error(tmp_path: Path, text: str):
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(FileError):
        read_baseline(path)


def test_a_missing_baseline_or_configuration_is_a_file_error(tmp_path: Path):
    with pytest.raises(FileError):
        read_baseline(tmp_path / "none.json")
    with pytest.raises(FileError):
        read_config(tmp_path / "none.toml")
    assert os.listdir(tmp_path) == []


def test_a_name_that_stands_twice_is_blamed_once(tmp_path: Path):
    text = """REG_OP(MaxPool)
    .INPUT(axis, TensorType({DT_FLOAT}))
    .INPUT(axis, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(keepDims, Bool, false)
    .OP_END_FACTORY_REG(MaxPool)
"""
    path = tmp_path / "a.h"
    path.write_text(text, "utf-8")
    found = lint(sources=read_files([path]))
    assert [item.name for item in found if item.subject == "MaxPool axis"].count("port-doc-missing") == 1
    assert [item.hint for item in found if item.name == "bool-attr-without-prefix"] == ["is_keep_dims"]
