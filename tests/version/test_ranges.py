"""Version ranges: what each comparator holds, and that ranges are sets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.version import CannVersion, SemVer, VersionRange

# range: versions in it, versions out of it
SEMVER_CASES = {
    "*": ("0.0.0-0 1.2.3 99.0.0", ""),
    "none": ("", "0.0.0 1.2.3"),
    "1.2.3": ("1.2.3 1.2.3+b", "1.2.2 1.2.4 1.2.3-rc.1"),
    "=1.2": ("1.2.0 1.2.9", "1.3.0 1.3.0-rc.1 1.1.9"),
    "1.x": ("1.0.0 1.9.9", "2.0.0 2.0.0-alpha 0.9.9"),
    "1.2.*": ("1.2.7", "1.3.0"),
    "<2.0.0": ("1.9.9 0.0.0-0", "2.0.0 2.0.0-rc.1"),
    "<2.0.0-rc.2": ("2.0.0-rc.1", "2.0.0-rc.2 2.0.0"),
    "<=2": ("2.9.9 0.1.0", "3.0.0 3.0.0-a"),
    ">1.2": ("1.3.0", "1.2.9"),
    ">1.2.3": ("1.2.4 1.2.4-a", "1.2.3"),
    "<=1.2.3": ("1.2.3 1.2.3-a", "1.2.4-a"),
    ">=1.2 <3": ("1.2.0 2.9.9", "1.2.0-rc.1 3.0.0"),
    ">=1.2,<3": ("1.2.0 2.9.9", "3.0.0"),
    ">= 1.2, < 3": ("1.2.0 2.9.9", "3.0.0"),
    "^1.2.3": ("1.2.3 1.9.0", "1.2.2 2.0.0 2.0.0-rc.1"),
    "^0.2.3": ("0.2.3 0.2.9", "0.3.0"),
    "^0.0.3": ("0.0.3", "0.0.4"),
    "^0": ("0.0.0 0.9.9", "1.0.0"),
    "^0.0": ("0.0.5", "0.1.0"),
    "^1.2": ("1.2.0 1.9.9", "1.1.9 2.0.0"),
    "~1.2.3": ("1.2.3 1.2.9", "1.3.0 1.2.2"),
    "~1": ("1.0.0 1.9.0", "2.0.0"),
    "1.0.0 || >=2 <2.5": ("1.0.0 2.0.0 2.4.9", "1.0.1 2.5.0"),
    ">2 <1": ("", "0.5.0 1.5.0 3.0.0"),
}
CANN_CASES = {
    ">=8.2": ("8.2.T1.alpha001 8.2.RC1.alpha001 8.2.RC1 9.1.T500", "8.1.RC1 8.1.1"),
    "<8.2": ("8.1.RC1 8.1.9", "8.2.T500.alpha1 8.2.RC1"),
    "8.0": ("8.0.T6 8.0.RC1 8.0.0 8.0.1", "8.1.RC1.alpha001 7.0.1"),
    ">=8.0.RC1 <8.2.RC1": ("8.0.RC1 8.1.RC1 8.2.T9", "8.0.RC1.alpha001 8.2.RC1.alpha001 8.2.RC1"),
    "^8.0.RC2": ("8.0.RC2 8.5.0", "8.0.RC1 9.0.RC1.alpha001"),
    "~8.0.RC2": ("8.0.RC3 8.0.1", "8.1.RC1.alpha001"),
    "<=8": ("8.9.9 8.0.RC1", "9.0.RC1.alpha001"),
    "8.0.RC1 || 9": ("8.0.RC1 9.2.0", "8.0.RC2 10.0.0"),
}


@pytest.mark.parametrize("text", SEMVER_CASES)
def test_what_a_semver_range_holds(text: str):
    inside, outside = SEMVER_CASES[text]
    found = VersionRange.parse(text, SemVer)
    assert [item for item in inside.split() if SemVer.parse(item) not in found] == []
    assert [item for item in outside.split() if SemVer.parse(item) in found] == []


@pytest.mark.parametrize("text", CANN_CASES)
def test_what_a_cann_range_holds(text: str):
    inside, outside = CANN_CASES[text]
    found = VersionRange.parse(text, CannVersion)
    assert [item for item in inside.split() if CannVersion.parse(item) not in found] == []
    assert [item for item in outside.split() if CannVersion.parse(item) in found] == []


@pytest.mark.parametrize(
    "text", ["", " ", "||", "1.2.3 ||", ">=", "abc", ">=1.2.3 abc", "=>1.2", "1.2.3.4", "^*1", "1..2"]
)
def test_text_that_is_no_range_is_refused(text: str):
    with pytest.raises(ValueError, match=r"version"):
        VersionRange.parse(text, SemVer)


def test_a_range_longer_than_the_bound_is_refused():
    with pytest.raises(ValueError, match="4096"):
        VersionRange.parse("1.2.3 " * 1000, SemVer)


def test_ranges_of_two_kinds_do_not_meet():
    with pytest.raises(TypeError, match="SemVer and CannVersion"):
        _ = VersionRange.parse("1", SemVer) & VersionRange.parse("1", CannVersion)


def test_negotiation_is_the_intersection_and_says_when_it_is_empty():
    producer, consumer = VersionRange.parse(">=1.4 <3", SemVer), VersionRange.parse("^1.2 || 4", SemVer)
    assert str(producer & consumer) == ">=1.4.0 <2.0.0"
    assert not producer & VersionRange.parse(">=3", SemVer)
    assert str(producer & VersionRange.parse(">=3", SemVer)) == "none"


def test_overlapping_and_touching_parts_join():
    assert str(VersionRange.parse(">=1.0.0 <2.0.0 || 1.5 || >=2.0.0-0", SemVer)) == ">=1.0.0 <2.0.0 || >=2.0.0-0"
    assert str(VersionRange.parse("<8.2 || >=8.2", CannVersion)) == "*"


SEMVER_POOL = sorted({item for case in SEMVER_CASES.values() for side in case for item in side.split()})
semver_ranges = st.lists(st.sampled_from(sorted(SEMVER_CASES)), min_size=1, max_size=3).map(" || ".join)
semver_versions = st.sampled_from(SEMVER_POOL).map(SemVer.parse)
cann_ranges = st.lists(st.sampled_from(sorted(CANN_CASES)), min_size=1, max_size=3).map(" || ".join)


@given(semver_ranges, semver_ranges, semver_versions)
def test_and_and_or_are_those_of_sets(left: str, right: str, version: SemVer):
    a, b = VersionRange.parse(left, SemVer), VersionRange.parse(right, SemVer)
    assert (version in a & b) == (version in a and version in b)
    assert (version in a | b) == (version in a or version in b)
    assert a & b <= a <= a | b
    assert a & b == b & a
    assert a | b == b | a


@given(semver_ranges, semver_ranges)
def test_semver_text_parses_back(left: str, right: str):
    found = VersionRange.parse(left, SemVer) & VersionRange.parse(right, SemVer)
    assert VersionRange.parse(str(found), SemVer) == found


@given(cann_ranges, cann_ranges)
def test_cann_text_parses_back(left: str, right: str):
    found = VersionRange.parse(left, CannVersion) & VersionRange.parse(right, CannVersion)
    assert VersionRange.parse(str(found), CannVersion) == found
