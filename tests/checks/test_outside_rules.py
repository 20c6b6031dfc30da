"""Rules that other packages bring through the entry-point group `metadef.checks`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

import metadef.plugins
from metadef.checks import Config, lint
from metadef.checks.config import require_known
from metadef.checks.record import Operator, Problem, Rule
from metadef.checks.table import all_rules, installed_rules
from metadef.errors import MetadefError
from metadef.ops.proto import op


def shouts(operator: Operator) -> Iterator[Problem]:
    if operator.proto.name.isupper():
        yield Problem("the name is all capitals")


RULE = Rule("ACME001", "acme-shouting", "warning", operator=shouts)
NOT_A_RULE = 7


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """A list of entry points that look installed."""
    points: list[EntryPoint] = []
    monkeypatch.setitem(metadef.plugins.__dict__, "_installed", lambda group: points)
    monkeypatch.setattr(metadef.plugins.Table.__init__, "__defaults__", (lambda group: points,))
    installed_rules.cache_clear()
    yield points
    installed_rules.cache_clear()


def point(name: str, attribute: str) -> EntryPoint:
    return EntryPoint(name, f"{__name__}:{attribute}", "metadef.checks")


def test_a_rule_from_outside_runs_and_is_selected_like_any_other(install: list[EntryPoint]):
    install.append(point("acme-shouting", "RULE"))
    require_known(["ACME", "acme-shouting"], "--select")
    found = lint([op("MAX"), op("Max")], config=Config(select=("ACME001",)))
    assert [(item.code, item.name, item.subject) for item in found] == [("ACME001", "acme-shouting", "MAX")]


@pytest.mark.parametrize(
    "name, attribute", [("acme-shouting", "NOT_A_RULE"), ("other-name", "RULE"), ("no-output", "RULE"), ("gone", "NO")]
)
def test_what_is_no_rule_or_claims_a_taken_name_is_an_error(name: str, attribute: str, install: list[EntryPoint]):
    install.append(point(name, attribute))
    with pytest.raises(MetadefError, match=name):
        installed_rules()


def test_without_others_the_rules_are_those_of_the_table(install: list[EntryPoint]):
    assert installed_rules() == all_rules()
