"""Calls whose outputs follow from the public definition of an operator; see `meaning_cases`."""

from __future__ import annotations

import pytest

from meaning_cases import Meaning, answer, meanings
from metadef.catalogue import registry


@pytest.mark.parametrize("case", meanings(), ids=[f"{case.op}-{case.place}" for case in meanings()])
def test_a_call_gives_what_the_operator_means(case: Meaning):
    found = answer(case)
    if case.expected.startswith("fails"):
        assert found.startswith("fails")
        assert all(word in found for word in case.expected.split()[1:])
    else:
        assert found == case.expected


def test_every_case_is_of_an_operator_with_a_rule():
    assert [case.op for case in meanings() if registry().lookup(case.op).shape_rule is None] == []
