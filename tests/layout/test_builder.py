"""The laws of a problem, and what building shares."""

from __future__ import annotations

import pytest

from metadef.errors import MetadefError
from metadef.layout.builder import ProblemBuilder
from metadef.layout.price import price


def one_node(builder: ProblemBuilder) -> None:
    builder.add_value("x", fixed="ND")
    builder.add_value("y")
    builder.add_node("n", ["x"], ["y"], builder.columns([(["ND"], ["ND"], 1.0)]))


def messages(builder: ProblemBuilder) -> list[str]:
    with pytest.raises(MetadefError) as caught:
        builder.build()
    assert {item.code for item in caught.value.findings} == {"FMT005"}
    return [f"{item.subject}: {item.message}" for item in caught.value.findings]


def test_equal_tables_are_one_object() -> None:
    builder = ProblemBuilder()
    assert builder.columns([(["ND"], ["NZ"], 1)]) is builder.columns([(("ND",), ("NZ",), 1.0)])
    assert builder.conversions({("ND", "NZ"): 2}) is builder.conversions({("ND", "NZ"): 2.0, ("ND", "ND"): 5.0})


def test_a_value_needs_exactly_one_source() -> None:
    builder = ProblemBuilder()
    one_node(builder)
    builder.add_value("orphan")
    builder.add_value("both", fixed="ND")
    builder.add_node("m", [], ["both"], builder.columns([([], ["ND"], 0.0)]))
    builder.add_node("k", [], ["y"], builder.columns([([], ["ND"], 0.0)]))
    assert messages(builder) == [
        'value "y": is produced by "n" and "k"',
        'value "orphan": has neither a fixed format nor a producer',
        'value "both": has a fixed format and a producer; only graph inputs are fixed',
    ]


def test_columns_name_one_format_per_port() -> None:
    builder = ProblemBuilder()
    builder.add_value("x", fixed="ND")
    builder.add_node("n", ["x"], [], builder.columns([(["ND"], [], 0.0), ([], ["ND"], 0.0)]))
    assert messages(builder) == [
        'node "n" column 1: names 0 input and 1 output formats for 1 inputs and 0 outputs',
    ]


def test_an_undeclared_value_suggests_the_nearest() -> None:
    builder = ProblemBuilder()
    builder.add_value("feature_map", fixed="ND")
    builder.add_node("n", ["feature_mop"], [], builder.columns([(["ND"], [], 0.0)]))
    with pytest.raises(MetadefError) as caught:
        builder.build()
    assert [item.hint for item in caught.value.findings] == ["feature_map"]


def test_costs_are_finite_and_conversions_not_negative() -> None:
    builder = ProblemBuilder()
    one_node(builder)
    builder.conversions({("ND", "NZ"): -1.0, ("NZ", "ND"): float("nan")})
    builder.columns([([], [], float("inf"))])
    assert len(messages(builder)) == 3


def test_a_value_is_converted_once_per_format_and_only_from_its_source() -> None:
    builder = ProblemBuilder()
    builder.add_value("x", fixed="A", convert=builder.conversions({("A", "B"): 5.0, ("A", "C"): 7.0}))
    for name, fmt in (("n1", "B"), ("n2", "B"), ("n3", "C"), ("n4", "A")):
        builder.add_node(name, ["x"], [], builder.columns([([fmt], [], 1.0)]))
    priced = price(builder.build(), (0, 0, 0, 0))
    assert priced.cost == 4 * 1.0 + 5.0 + 7.0
    assert [(c.src, c.dst) for c in priced.conversions] == [(0, 1), (0, 2)]
