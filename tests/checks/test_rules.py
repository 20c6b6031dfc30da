"""Rules about prototypes written in Python, and laws over all rules and over the catalogue."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from metadef.catalogue import registry
from metadef.checks import Config, lint
from metadef.checks.pages import catalogue_hits, checks_page, code_entries, code_of, with_hits
from metadef.checks.table import RULES, all_rules
from metadef.definitions.columns import OpColumns, PortColumns, SocColumns
from metadef.definitions.declaration import Declaration, Reading
from metadef.definitions.read import read_text
from metadef.errors.codes import code_named, code_numbered
from metadef.ops.constraints import positive
from metadef.ops.proto import OpProto, op
from metadef.ops.traits import ELEMENTWISE, STATEFUL
from metadef.source import Span
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.format import Format

ROOT = Path(__file__).parents[2]
RELU = op("Mine").doc("Larger of x and zero.").input("x", DataType.FLOAT).output("y", DataType.FLOAT)


def names(proto: OpProto, *select: str) -> list[str]:
    return [item.name for item in lint([proto], config=Config(select=select))]


def test_a_default_obeys_its_own_constraint():
    assert names(RELU.attr("groups", AttrKind.Int, 0, positive), "default-breaks-constraint") == [
        "default-breaks-constraint"
    ]
    assert names(RELU.attr("groups", AttrKind.Int, 1, positive), "default-breaks-constraint") == []


@pytest.mark.parametrize("value, legal", [("last", False), (None, False), (True, False), (-1, True)])
def test_a_default_is_a_value_of_its_type(value: str | int | None, legal: bool):
    proto = RELU.attr("axis", AttrKind.Int, 0)
    proto = proto.replace(attrs=(replace(proto.attrs[0], default=value),))
    assert (names(proto, "default-illegal-for-type") == []) is legal


def test_nan_is_a_legal_float():
    assert names(RELU.attr("fill", AttrKind.Float, float("nan")), "default-illegal-for-type") == []


def test_an_operator_that_changes_state_needs_no_output():
    proto = op("Mine").input("x", DataType.FLOAT)
    assert names(proto, "no-output") == ["no-output"]
    assert names(proto.traits(STATEFUL), "no-output") == []


def test_a_prototype_in_python_needs_a_shape_rule_and_formats():
    assert names(RELU, "missing-shape-rule", "missing-format-rule") == ["missing-shape-rule", "missing-format-rule"]
    dressed = RELU.shape(lambda call: call.shape("x")).formats("conv")
    assert names(dressed, "missing-shape-rule", "missing-format-rule") == []
    assert names(RELU.traits(ELEMENTWISE), "missing-format-rule") == []


IMPLEMENT = """/* 功能描述: 加法 */
IMPLEMENT_OPERATOR(MyAdd)
    .Input("x", "float16")
    .Output("y", "float16")
    .SetTypeInfer(InferType)
"""


def test_the_articles_commonest_pitfall_is_a_type_rule_without_a_format_rule():
    config = Config(select=("missing-format-rule",))
    assert [item.subject for item in lint(sources=read_text(IMPLEMENT + ";", "a.cpp"), config=config)] == ["MyAdd"]
    formats = IMPLEMENT + "    .SetFormatInfer(InferFormat);"
    assert lint(sources=read_text(formats, "a.cpp"), config=config) == []


def test_a_chain_that_names_its_rules_lacks_none():
    config = Config(select=("missing-shape-rule", "output-dtype-not-derivable"))
    assert [item.name for item in lint(sources=read_text(IMPLEMENT + ";", "a.cpp"), config=config)] == [
        "missing-shape-rule"
    ]
    assert lint(sources=read_text(IMPLEMENT + "    .SetShapeInfer(InferShape);", "a.cpp"), config=config) == []


@pytest.mark.parametrize("formats, count", [((Format.ND,), 1), ((Format.ND, Format.ND), 0)])
def test_columns_of_one_operator_have_one_length(formats: tuple[Format, ...], count: int):
    both = (DataType.FLOAT, DataType.FLOAT16)
    x = PortColumns("x", both, formats)
    y = PortColumns("y", both, (Format.ND, Format.ND))
    declaration = Declaration(RELU, Span("a.json"), columns=OpColumns("Mine", (SocColumns("", (x,), (y,)),)))
    found = lint(sources=Reading([declaration]), config=Config(select=("column-length-mismatch",)))
    assert [item.got for item in found] == ["1"] * count


def test_at_least_thirty_rules_each_with_a_number_of_its_own():
    codes = [rule.code for rule in all_rules()]
    assert len(set(codes)) == len(codes) == len(RULES) >= 30
    assert all(re.fullmatch("DEF1[0-8][0-9]|DOC1[0-9][0-9]", code) for code in codes)


@pytest.mark.parametrize("name", RULES)
def test_a_rule_looks_at_one_kind_of_thing_and_explains_itself(name: str):
    rule = next(rule for rule in all_rules() if rule.name == name)
    checks = (rule.operator, rule.columns, rule.sources, rule.library, rule.comment)
    assert sum(check is not None for check in checks) == 1
    assert code_named(name) == code_of(rule) == code_numbered(rule.code)
    assert all(code_named(covering) for covering in rule.covered_by)


def test_the_entries_of_the_table_of_codes_are_those_of_the_docstrings():
    path = ROOT / "src" / "metadef" / "errors" / "codes" / "lint_codes.py"
    assert path.read_text("utf-8") == code_entries(), "run `python -m metadef.checks.pages`"


def test_the_published_page_has_every_rule_and_no_rule_finds_more_than_it_says():
    """The catalogue may only get better: a number that fell is published at leisure, one that rose is a defect."""
    page = (ROOT / "docs" / "checks.md").read_text("utf-8")
    row = re.compile(r"^\| (?:DEF|DOC)\d+ \| `([\w-]+)` \|.*\| (\d+) \| (\d+) \|$", re.MULTILINE)
    published = {name: (int(found), int(operators)) for name, found, operators in row.findall(page)}
    hits = catalogue_hits()
    assert published.keys() == hits.keys()
    assert [name for name in hits if hits[name] > published[name]] == []
    assert with_hits(page, checks_page(published)) == page, "run `python -m metadef.checks.pages`"


def test_no_rule_of_severity_error_finds_anything_in_the_catalogue():
    assert [str(item) for item in lint(registry(), catalogue=True) if item.is_error] == []


def test_findings_come_in_the_order_of_their_places():
    found = lint([op("b_op", span=Span("b.py", 1)), op("a_op", span=Span("a.py", 2)), op("c_op", span=Span("a.py", 1))])
    places = [(item.where.file, item.where.line) for item in found if item.where is not None]
    assert places == sorted(places) and len(places) == len(found)
