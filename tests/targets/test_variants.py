"""Derived compile parameters: the decision list, what stays open, and what is wrong with a file of rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.catalogue import registry
from metadef.errors import FileError
from metadef.targets import chip
from metadef.targets.variants import Decision, Facts, builtin_rules, decide, read_rules

RULES = """
schema_version = 1
[[rule]]
op = ["Conv2D"]
parameter = "algorithm"
from_attr = "algorithm"
why = "asked for"
[[rule]]
op = ["Conv2D"]
parameter = "algorithm"
variant = "winograd"
why = "fast"
architecture = ["AIC-C-220"]
attr = { strides = 1, mode = ["a", "b"] }
dim = { "filter.H" = { min = 3, max = 5, multiple = 1 } }
dtype = { x = ["FLOAT16"] }
[[rule]]
op = ["Conv2D"]
parameter = "algorithm"
variant = "direct"
why = "general"
"""
CONDITIONS = RULES[RULES.index("architecture") : RULES.index("[[rule]]", RULES.index("architecture"))]
FULL = {"strides": [1, 1], "mode": "a"}


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def variant(rules: Path, facts: Facts, soc: str = "Ascend910B1") -> str | None:
    (found,) = decide("Conv2D", chip(soc), facts, read_rules(rules))
    return found.variant


def test_an_attribute_that_names_the_algorithm_decides_alone(tmp_path: Path):
    rules = write(tmp_path / "r.toml", RULES)
    names = frozenset({"algorithm"})
    assert variant(rules, Facts({"algorithm": "direct", **FULL}, attr_names=names)) == "direct"
    assert variant(rules, Facts({"algorithm": "winograd"}, attr_names=names)) == "winograd"
    (found,) = decide("Conv2D", chip("Ascend310"), Facts(attr_names=names), read_rules(rules))
    assert [(item.variant, item.when) for item in found.candidates] == [
        ("the value of algorithm", ("algorithm is given",)),
        ("direct", ()),
    ]


def test_the_first_rule_that_holds_decides(tmp_path: Path):
    from metadef.types.dtype import DataType

    rules = write(tmp_path / "r.toml", RULES)
    half = {"x": DataType.FLOAT16}
    assert variant(rules, Facts(FULL, {"filter.H": 3}, half)) == "winograd"
    assert variant(rules, Facts(FULL, {"filter.H": 3}, half), "Ascend310") == "direct"
    assert variant(rules, Facts({**FULL, "strides": [1, 2]}, {"filter.H": 3}, half)) == "direct"
    assert variant(rules, Facts({**FULL, "mode": "c"}, {"filter.H": 3}, half)) == "direct"
    assert variant(rules, Facts(FULL, {"filter.H": 2}, half)) == "direct"
    assert variant(rules, Facts(FULL, {"filter.H": 6}, half)) == "direct"
    assert variant(rules, Facts(FULL, {"filter.H": 3}, {"x": DataType.FLOAT})) == "direct"


def test_what_is_not_known_stays_open(tmp_path: Path):
    rules = read_rules(write(tmp_path / "r.toml", RULES))
    (found,) = decide("Conv2D", chip("Ascend910B1"), Facts({"strides": [1, 1]}), rules)
    assert found.variant is None
    assert [(item.variant, item.when) for item in found.candidates] == [
        ("winograd", ("mode = a or b", "filter.H >= 3 and <= 5 and a multiple of 1", "x is FLOAT16")),
        ("direct", ()),
    ]
    assert decide("Relu", chip("Ascend910B1"), Facts(), rules) == []


@given(
    st.dictionaries(st.sampled_from(["strides", "pads", "dilations", "groups"]), st.integers(0, 3)),
    st.dictionaries(st.sampled_from(["filter.H", "filter.W", "x.C"]), st.integers(1, 32)),
)
def test_knowing_more_never_adds_a_candidate(attrs: dict[str, object], dims: dict[str, int]):
    def variants(decisions: list[Decision]) -> dict[str, set[str]]:
        return {item.parameter: {one.variant for one in item.candidates} for item in decisions}

    target = chip("Ascend910B1")
    less = variants(decide("Conv2D", target, Facts()))
    more = variants(decide("Conv2D", target, Facts(attrs, dims)))
    assert more.keys() == less.keys()
    assert all(found and found <= less[name] for name, found in more.items())


def test_the_rules_of_the_package_speak_of_operators_and_attributes_that_there_are():
    known = registry()
    for rule in builtin_rules():
        for op in rule.ops:
            proto = known.lookup(op)
            ports = {port.name for port in proto.inputs}
            assert {name for name, _ in rule.attrs} <= proto.attr_index.keys(), op
            assert {name.split(".")[0] for name, _ in rule.dims} <= ports, op
            assert {name for name, _ in rule.dtypes} <= ports | {"0"}, op


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("schema_version = 1", "schema_version = 2", "the version of the form is 1"),
        ('variant = "direct"', 'variannt = "direct"', "`variannt` is not a key of a rule"),
        ('dtype = { x = ["FLOAT16"] }', 'dtype = { x = ["FLOAT17"] }', "FLOAT17 is no data type"),
        ("min = 3", "least = 3", "bounds are min, max, multiple"),
        ("multiple = 1", "multiple = 0", "bounds are min, max, multiple"),
        ('op = ["Conv2D"]', "op = []", "a rule is about operators"),
        ('variant = "winograd"', 'variant = "winograd"\nfrom_attr = "x"', "one of the two"),
        (CONDITIONS, "", "never asked for Conv2D"),
        ('variant = "direct"', 'variant = "direct"\nattr = { groups = 1 }', "needs a last rule"),
        ("[[rule]]", "[[rule", "this is not TOML"),
        ("attr = {", "attr = 3 # {", "is a table of conditions"),
    ],
)
def test_a_file_of_rules_that_makes_no_sense_is_refused(tmp_path: Path, old: str, new: str, said: str):
    assert old in RULES
    with pytest.raises(FileError) as caught:
        read_rules(write(tmp_path / "r.toml", RULES.replace(old, new, 1)))
    assert any(said in item.message for item in caught.value.findings)


def test_a_file_that_is_missing_is_a_finding(tmp_path: Path):
    with pytest.raises(FileError):
        read_rules(tmp_path / "none.toml")
