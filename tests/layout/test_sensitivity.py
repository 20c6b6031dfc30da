"""How a layout depends on estimates."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layout_graphs import trunk
from metadef.layout.graph_layout import lay_out
from metadef.layout.sensitivity import estimated_share
from metadef.layout.settings import LayoutSettings
from metadef.layout.terms import Terms
from metadef.targets import chip


def test_each_estimate_is_moved_both_ways_and_the_graph_is_laid_out_as_before() -> None:
    plain, asked = (
        lay_out(trunk(), chip("Ascend910A")),
        lay_out(trunk(), chip("Ascend910A"), LayoutSettings(sensitivity=0.3)),
    )
    assert plain.columns == asked.columns and plain.sensitivity == ()
    assert [(item.number, round(item.scale, 1)) for item in asked.sensitivity] == [
        (number, scale)
        for number in (
            "ddr_bytes_per_cycle",
            "cube_macs_per_cycle",
            "launch_overhead_us",
            "l2_bytes_per_cycle",
            "column speeds",
        )
        for scale in (0.7, 1.3)
    ]


def test_a_moved_estimate_gives_the_layout_of_a_chip_with_that_number() -> None:
    """The slow twin: the chip is changed and everything is laid out anew."""
    base = chip("Ascend035")
    before = lay_out(trunk(), base, LayoutSettings(sensitivity=0.9))
    for item in before.sensitivity:
        if item.number == "column speeds":
            continue
        value = getattr(base, item.number) * item.scale
        number = round(value) if item.number == "cube_macs_per_cycle" else value
        other = lay_out(trunk(), replace(base, **{item.number: number}))
        assert item.cost_us == pytest.approx(other.cost_us)
        changed = {name for name, text in other.columns.items() if before.columns[name] != text}
        assert set(item.changed) == changed
        assert item.regret_us >= 0 and (item.regret_us > 0) <= bool(changed)
    assert any(item.changed for item in before.sensitivity)  # a tenth of the cube's rate does change something


def test_the_share_of_estimates_counts_the_terms_that_rest_on_them() -> None:
    base = chip("Ascend910A")
    terms = Terms(launch=10, memory=20, compute=30, slower=15, conversions=25)
    names = "cube_macs_per_cycle", "launch_overhead_us", "ddr_bytes_per_cycle", "plain_matmul_slowdown"
    only = [*({name} for name in names), set[str]()]
    assert [estimated_share(terms, replace(base, estimated=frozenset(names))) for names in only] == [
        pytest.approx(share) for share in (0.3, 0.35, 0.45, 0.15, 0.0)
    ]
    assert lay_out(trunk(), base).estimated_share == 1.0


def test_the_terms_sum_up_to_the_cost() -> None:
    result = lay_out(trunk(), chip("Ascend310P3"))
    assert result.terms.total == pytest.approx(result.cost_us)
    assert result.terms.conversions == pytest.approx(sum(item.cost_us for item in result.conversions))
