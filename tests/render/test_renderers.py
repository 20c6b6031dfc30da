"""Renderers of findings: what each form looks like, and that hostile names stay data in each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostile_names import ANY_TEXT, HOSTILE
from metadef.errors import Finding, Severity, finding
from metadef.render import RENDERERS, render_findings
from metadef.source import Span

ATTR = finding(
    "attr-constraint",
    'Conv2D "conv1"',
    "attribute `strides` needs 4 values, each > 0; got [1, 0] (2 values)",
    expected="4 values, each > 0",
    got="two values",
    where=Span("resnet.json", path="$.nodes[12].attrs.strides"),
    defined=Span("catalogue/conv.py", 41),
    hint="[1, 1, stride_h, stride_w] for NCHW",
)
OLD = finding("deprecated-op", "node bn", "BatchNormExt2 is deprecated", where=Span("m.txt", 3, 7))
NOTE = replace(OLD, severity=Severity.INFO, where=None)


def test_full_shows_law_place_origin_and_way_out():
    assert render_findings([ATTR, OLD], "full") == (
        'error: Conv2D "conv1": attribute `strides` needs 4 values, each > 0; got [1, 0] (2 values)'
        "   [OPS007 attr-constraint]\n"
        "  got   two values\n"
        "  in    resnet.json at $.nodes[12].attrs.strides\n"
        "  from  catalogue/conv.py:41\n"
        "  try   [1, 1, stride_h, stride_w] for NCHW\n"
        "\n"
        "warning: node bn: BatchNormExt2 is deprecated   [OPS015 deprecated-op]\n"
        "  in    m.txt:3:7\n"
        "\n"
        "1 error, 1 warning\n"
    )


def test_full_shows_the_line_and_a_caret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "m.txt").write_text("a\nb\n%y = \x1b[31mBatchNormExt2(%x)\n")
    monkeypatch.chdir(tmp_path)
    shown = render_findings([replace(OLD, where=Span(str(tmp_path / "m.txt"), 3, 6))], "full").splitlines()
    assert shown[1:4] == ["  in    m.txt:3:6", r"      3 | %y = \x1b[31mBatchNormExt2(%x)", "        |      ^"]


def test_full_without_findings_says_so():
    assert render_findings([], "full") == "no findings\n"


def test_concise_is_one_line_each():
    assert render_findings([ATTR, OLD], "concise") == (
        'resnet.json at $.nodes[12].attrs.strides: error[OPS007 attr-constraint] Conv2D "conv1": attribute `strides` '
        "needs 4 values, each > 0; got [1, 0] (2 values); try [1, 1, stride_h, stride_w] for NCHW\n"
        "m.txt:3:7: warning[OPS015 deprecated-op] node bn: BatchNormExt2 is deprecated\n"
    )


@pytest.mark.parametrize("form", ["full", "concise"])
def test_colour_adds_nothing_but_colour(form: str):
    painted = render_findings([ATTR, OLD, NOTE], form, color=True)
    assert "\x1b[1;31merror" in painted
    assert re.sub(r"\x1b\[[\d;]+m", "", painted) == render_findings([ATTR, OLD, NOTE], form)


def test_json_has_the_fields_of_the_contract():
    document = json.loads(render_findings([ATTR, OLD, NOTE], "json"))
    assert {key: document[key] for key in ("schema_version", "ok", "counts")} == {
        "schema_version": 1,
        "ok": False,
        "counts": {"error": 1, "warning": 1, "info": 1},
    }
    assert document["findings"][1] == {
        "code": "OPS015",
        "name": "deprecated-op",
        "severity": "warning",
        "subject": "node bn",
        "message": "BatchNormExt2 is deprecated",
        "hint": "",
        "expected": "",
        "got": "",
        "where": {"file": "m.txt", "line": 3, "column": 7, "path": ""},
        "defined": None,
        "doc": "codes.md#ops015",
    }
    assert json.loads(render_findings([OLD], "json"))["ok"] is True


def test_jsonl_is_the_same_records_a_line_each():
    lines = render_findings([ATTR, OLD], "jsonl").splitlines()
    assert [json.loads(line) for line in lines] == json.loads(render_findings([ATTR, OLD], "json"))["findings"]
    assert render_findings([], "jsonl") == ""


def test_github_commands_to_the_letter():
    assert render_findings([replace(ATTR, where=Span("a,b:c%.json", 2)), OLD, NOTE], "github").splitlines() == [
        '::error title=OPS007 attr-constraint,file=a%2Cb%3Ac%25.json,line=2::Conv2D "conv1": attribute `strides` needs '
        "4 values, each > 0; got [1, 0] (2 values); try [1, 1, stride_h, stride_w] for NCHW",
        "::warning title=OPS015 deprecated-op,file=m.txt,line=3,col=7::node bn: BatchNormExt2 is deprecated",
        "::notice title=OPS015 deprecated-op::node bn: BatchNormExt2 is deprecated",
    ]


def test_junit_counts_errors_as_failures():
    suite = ElementTree.fromstring(render_findings([ATTR, OLD], "junit"))[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    failed, passed = suite
    assert failed.find("failure") is not None
    assert failed.get("classname") == "OPS007 attr-constraint"
    assert "try: [1, 1, stride_h, stride_w] for NCHW" in str(failed[0].text)
    assert passed.find("failure") is None
    assert (passed.get("file"), passed.get("line")) == ("m.txt", "3")


def test_junit_without_findings_has_one_test_that_passes():
    suite = ElementTree.fromstring(render_findings([], "junit"))[0]
    assert (suite.get("tests"), suite.get("failures"), len(suite), len(suite[0])) == ("1", "0", 1, 0)


findings = st.builds(
    Finding,
    *(st.just("OPS007"), st.just("attr-constraint"), st.sampled_from(Severity)),
    *(ANY_TEXT, ANY_TEXT, ANY_TEXT, ANY_TEXT),
    where=st.none() | st.builds(Span, ANY_TEXT, st.integers(0, 9), st.integers(0, 9), ANY_TEXT),
    defined=st.none() | st.builds(Span, ANY_TEXT, st.integers(0, 9)),
    hint=ANY_TEXT,
)
HIDDEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
LINES_EACH = {"concise": 1, "jsonl": 1, "github": 1}


@pytest.mark.parametrize("form", RENDERERS)
@given(found=st.lists(findings, max_size=3))
def test_nothing_that_leaves_can_command_a_terminal(form: str, found: list[Finding]):
    text = render_findings(found, form)
    assert not re.search(
        r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]", text
    )
    text.encode("utf-8")
    if form in LINES_EACH:
        assert text.count("\n") == len(found)
    assert text == "" or text.endswith("\n")


@given(st.lists(findings, min_size=1, max_size=3))
def test_json_gives_back_what_went_in(found: list[Finding]):
    records = json.loads(render_findings(found, "json"))["findings"]
    for record, item in zip(records, found, strict=True):
        assert record["subject"] == item.subject.encode("utf-8", "backslashreplace").decode()
        assert record["severity"] == item.severity.value


@given(st.lists(findings, min_size=1, max_size=3))
def test_github_data_cannot_start_a_command_of_its_own(found: list[Finding]):
    for line in render_findings(found, "github").split("\n")[:-1]:
        assert re.fullmatch(r"::(error|warning|notice) [^:]*::.*", line)


@given(st.lists(findings, min_size=1, max_size=3))
def test_junit_parses_back(found: list[Finding]):
    suite = ElementTree.fromstring(render_findings(found, "junit"))[0]
    assert len(suite) == len(found)
    for case, item in zip(suite, found, strict=True):
        assert len(case) == 1
        assert case.get("name") == visible_in_xml(item.subject)


def visible_in_xml(text: str) -> str:
    from metadef.render.escape import visible

    return visible(text).replace("\ufffe", r"\ufffe").replace("\uffff", r"\uffff")


def check_sarif(log: dict[str, Any]) -> None:
    """The rules of SARIF 2.1.0 that a log of ours can break, from the text of the standard."""
    assert log["version"] == "2.1.0"  # 3.13.2
    assert set(log) <= {"$schema", "version", "runs"}
    for run in log["runs"]:
        driver = run["tool"]["driver"]
        assert driver["name"]  # 3.19.8
        assert re.fullmatch(r"\d+\.\d+\.\d+(-[\w.-]+)?", driver["semanticVersion"])  # 3.19.12
        assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")  # 3.14.17
        identifiers = [rule["id"] for rule in driver["rules"]]
        assert len(set(identifiers)) == len(identifiers)  # 3.19.23: unique
        for rule in driver["rules"]:
            assert rule["shortDescription"]["text"]  # 3.49.9
            assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")  # 3.50.3
        for result in run["results"]:
            assert identifiers[result["ruleIndex"]] == result["ruleId"]  # 3.27.6
            assert result["level"] in ("none", "note", "warning", "error")  # 3.27.10
            assert result["message"]["text"]  # 3.11.8
            assert not re.search(r"(?<!\{)\{\d+\}(?!\})", result["message"]["text"])  # 3.11.5: no placeholder
            for location in [*result["locations"], *result.get("relatedLocations", [])]:
                if physical := location.get("physicalLocation"):
                    uri = physical["artifactLocation"]["uri"]
                    assert re.fullmatch(r"(file://)?([A-Za-z0-9/._~-]|%[0-9A-F]{2})*", uri)  # 3.4.3, RFC 3986
                    region = physical.get("region", {})
                    assert region.get("startLine", 1) >= 1  # 3.30.5
                    assert region.get("startColumn", 1) >= 1  # 3.30.6
                    assert "startColumn" not in region or "startLine" in region


@given(st.lists(findings, max_size=3))
def test_sarif_keeps_the_rules_of_the_standard(found: list[Finding]):
    log = json.loads(render_findings(found, "sarif"))
    check_sarif(log)
    assert len(log["runs"][0]["results"]) == len(found)


def test_sarif_to_the_letter():
    run = json.loads(render_findings([ATTR, OLD, ATTR], "sarif"))["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["OPS007", "OPS015"]
    assert run["tool"]["driver"]["rules"][0]["name"] == "AttrConstraint"
    first, second, third = run["results"]
    assert (first["ruleIndex"], second["ruleIndex"], third["ruleIndex"]) == (0, 1, 0)
    assert first["locations"] == [
        {
            "logicalLocations": [{"fullyQualifiedName": 'Conv2D "conv1"'}],
            "physicalLocation": {"artifactLocation": {"uri": "resnet.json"}},
        }
    ]
    assert first["relatedLocations"][0]["physicalLocation"]["region"] == {"startLine": 41}
    assert second["locations"][0]["physicalLocation"]["region"] == {"startLine": 3, "startColumn": 7}
    assert first["partialFingerprints"] == third["partialFingerprints"] != second["partialFingerprints"]


def test_sarif_turns_links_and_placeholders_off():
    hostile = replace(OLD, subject="[text](javascript:alert(1))", message="{0} of {x} in a[1]")
    result = json.loads(render_findings([hostile], "sarif"))["runs"][0]["results"][0]
    assert result["message"]["text"] == r"\[text\](javascript:alert(1)): {{0}} of {x} in a\[1\]"


def _place(log: dict[str, Any]) -> dict[str, Any]:
    return log["runs"][0]["results"][1]["locations"][0]["physicalLocation"]


@pytest.mark.parametrize(
    "change",
    [
        lambda log: log["runs"][0]["results"][0].update(ruleId="OPS001"),
        lambda log: log["runs"][0]["results"][0].update(level="fatal"),
        lambda log: log["runs"][0]["results"][0]["message"].update(text="see {0}"),
        lambda log: _place(log)["region"].update(startLine=0),
        lambda log: _place(log)["artifactLocation"].update(uri="a b"),
    ],
)
def test_the_sarif_check_can_fail(change: Callable[[dict[str, Any]], None]):
    log = json.loads(render_findings([ATTR, OLD], "sarif"))
    check_sarif(log)
    change(log)
    with pytest.raises(AssertionError):
        check_sarif(log)


def test_a_form_that_nobody_renders_is_a_key_error():
    with pytest.raises(KeyError):
        render_findings([], "yaml")


def test_hostile_names_cover_each_medium():
    joined = "".join(HOSTILE)
    assert all(piece in joined for piece in ("\x1b", "\u202e", "\n::error", "<script>", "]]>", "{0}", "](", "??/"))


def test_paths_are_shown_relative_to_the_working_folder_or_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    import metadef.render
    from metadef.render.escape import shown_path

    monkeypatch.chdir(tmp_path)
    assert shown_path(str(tmp_path / "a" / "m.onnx")) == str(Path("a", "m.onnx"))
    assert shown_path(metadef.render.__file__) == str(Path("metadef", "render", "__init__.py"))
    assert shown_path("m.onnx") == "m.onnx"
