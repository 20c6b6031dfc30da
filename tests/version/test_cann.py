"""CANN version strings: what is one, and which comes first."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.version import CannVersion

# In the order in which the builds of each line appeared.
ASCENDING = [
    "5.1.RC1",
    "5.1.RC2.alpha007",
    "5.1.RC2",
    "6.0.RC1.alpha001",
    "6.0.RC1",
    "6.0.0",
    "6.0.1",
    "7.0.RC1",
    "7.0.0",
    "7.0.1",
    "8.0.T6",
    "8.0.RC1.alpha001",
    "8.0.RC1.alpha003",
    "8.0.RC1",
    "8.0.RC2.alpha001",
    "8.0.RC2.beta1",
    "8.0.RC2",
    "8.0.RC2.2",
    "8.0.RC2.10",
    "8.0.RC3",
    "8.0.0.alpha001",
    "8.0.0.alpha003",
    "8.0.0.beta1",
    "8.0.0",
    "8.0.1",
    "8.1.RC1",
    "8.2.RC1.alpha001",
    "8.2.RC1",
    "8.5.0",
    "9.1.T500",
    "9.1.RC1",
    "9.2.0",
    "10.0.0",
]
SAME = [("8.2.RC1.alpha001", "8.2.rc1.ALPHA1"), ("8.0.0", "08.00.00"), ("8.5.0-beta.1", "8.5.0.beta1")]
BAD = [
    "",
    "8",
    "8.2",
    "8.2.",
    "8.2.RC",
    "RC1",
    "8.2.RC1.gamma1",
    "8.2.RC1.alpha001x",
    "8.2.X1",
    "8.٢.0",
    "8.2.0\n",
    "8.2.1.2.3",
]

versions = st.builds(
    "{}.{}.{}{}{}{}".format,
    *(st.integers(0, 20), st.integers(0, 20), st.sampled_from(["", "RC", "T"]), st.integers(0, 500)),
    st.sampled_from(["", ".1", ".2"]),
    st.sampled_from(["", ".alpha001", ".beta2"]),
).map(CannVersion.parse)


def test_builds_are_ordered_as_they_appeared():
    pairs = [(CannVersion.parse(low), CannVersion.parse(high)) for low, high in combinations(ASCENDING, 2)]
    assert [(str(low), str(high)) for low, high in pairs if not low < high or high <= low] == []


@pytest.mark.parametrize(("left", "right"), SAME)
def test_case_zeros_and_separators_do_not_count(left: str, right: str):
    assert CannVersion.parse(left) == CannVersion.parse(right)
    assert hash(CannVersion.parse(left)) == hash(CannVersion.parse(right))


@pytest.mark.parametrize("text", BAD)
def test_other_text_is_refused(text: str):
    with pytest.raises(ValueError, match="not a CANN version"):
        CannVersion.parse(text)


@pytest.mark.parametrize("text", ["9" * 10_000 + ".0.0", "8.0." + "1" * 10_000])
def test_a_version_longer_than_the_bound_is_refused(text: str):
    with pytest.raises(ValueError, match="not a CANN version"):
        CannVersion.parse(text)


def test_a_version_prints_as_it_was_written():
    assert str(CannVersion.parse("8.2.RC1.alpha001")) == "8.2.RC1.alpha001"


@given(versions, versions)
def test_the_order_is_total(a: CannVersion, b: CannVersion):
    assert (a < b) + (b < a) + (a == b) == 1
