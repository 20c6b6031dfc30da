"""SemVer 2.0: what is a version, and which comes first (semver.org clauses 9 to 11)."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.version import SemVer

# The example chain of clause 11, with the neighbours that its sub-clauses are about.
ASCENDING = [
    "0.0.0-0",
    "0.0.0",
    "0.9.9",
    "1.0.0-1",
    "1.0.0-2",
    "1.0.0-10",
    "1.0.0--1",
    "1.0.0-A",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "1.2.0",
    "1.10.0",
    "2.0.0",
]
BAD = [
    "1",
    "1.2",
    "1.2.3.4",
    "01.2.3",
    "1.02.3",
    "1.2.03",
    "v1.2.3",
    "1.2.3-",
    "1.2.3-01",
    "1.2.3-a..b",
    "1.2.3+",
    "1.2.3-é",
    "1.2.3\n",
    "-1.2.3",
    "١.2.3",
    "1.2.x",
]

numbers = st.integers(0, 10**6)
words = st.from_regex(r"[A-Za-z-][0-9A-Za-z-]{0,4}", fullmatch=True)
versions = st.builds(
    SemVer, numbers, numbers, numbers, st.lists(numbers.map(str) | words, max_size=3).map(tuple), st.just(())
)


def test_precedence_is_that_of_clause_11():
    pairs = [(SemVer.parse(low), SemVer.parse(high)) for low, high in combinations(ASCENDING, 2)]
    assert [(str(low), str(high)) for low, high in pairs if not low < high or high <= low] == []


@pytest.mark.parametrize("text", BAD)
def test_what_the_grammar_does_not_allow_is_refused(text: str):
    with pytest.raises(ValueError, match="not a SemVer version"):
        SemVer.parse(text)


def test_build_metadata_is_kept_but_does_not_count():
    left, right = SemVer.parse("1.0.0-a.1+20130313144700"), SemVer.parse("1.0.0-a.1+exp.sha-5114f85")
    assert left == right
    assert hash(left) == hash(right)
    assert (left.build, right.build) == (("20130313144700",), ("exp", "sha-5114f85"))


def test_a_version_longer_than_the_bound_is_refused():
    with pytest.raises(ValueError, match="not a SemVer version"):
        SemVer.parse("1.0.0-" + "a" * 10_000)


@given(versions)
def test_text_parses_back(version: SemVer):
    assert SemVer.parse(str(version)) == version


@given(versions, versions, versions)
def test_the_order_is_total(a: SemVer, b: SemVer, c: SemVer):
    assert (a < b) + (b < a) + (a == b) == 1
    if a <= b <= c:
        assert a <= c


@given(versions)
def test_a_floor_is_before_every_prerelease_of_a_release(version: SemVer):
    release = SemVer(version.major, version.minor, version.patch)
    assert release.floor < version.key <= release.key
