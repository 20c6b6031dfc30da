"""Names in other languages: the one rule, its laws, and that it is not quadratic."""

from __future__ import annotations

import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostile_names import ANY_TEXT
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen.names import PYTHON_KEYWORDS, file_stems, identifier, is_identifier, unique


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lambda", "lambda_"),
        ("from", "from_"),
        ("else", "else_"),
        ("_If", "_If"),
        ("type", "type"),
        ("2d", "_2d"),
        ("a-b c", "a_b_c"),
        ("é", "_"),
        ("", "_"),
        ("None", "None_"),
    ],
)
def test_the_rule(name: str, expected: str):
    assert identifier(name) == expected


@given(st.lists(ANY_TEXT, max_size=12))
def test_identifiers_are_different_and_take_no_keyword(names: list[str]):
    found = unique(names)
    assert len(found) == len(names) == len(set(found))
    assert all(name.isidentifier() and name.isascii() and not keyword.iskeyword(name) for name in found)
    assert unique(names) == found


@given(st.lists(ANY_TEXT, unique=True, max_size=12))
def test_files_differ_without_regard_to_case_and_keep_out_of_devices_and_folders(names: list[str]):
    stems = file_stems(names)
    assert list(stems) == names
    assert len({stem.lower() for stem in stems.values()}) == len(names)
    for stem in stems.values():
        assert stem.isascii() and stem.replace("_", "a").isalnum() and len(stem) < 150
        assert stem.lower() not in ("con", "nul", "aux", "prn", "com1", "lpt1")


def test_legal_names_that_do_not_collide_stay():
    assert unique(["x", "dim", "x1"]) == ["x", "dim", "x1"]
    kept = {name for name, stem in file_stems(sorted(FAMILY_OF)).items() if name != stem}
    assert kept == {"Index", "RaggedBincount", "SoftplusV2"}  # index.md is a page of its own on sites
    assert set(unique(sorted(FAMILY_OF))) == set(FAMILY_OF)


def test_a_spelled_out_name_does_not_take_one_that_somebody_has():
    assert unique(["a", "a", "a_2", "a_2"]) == ["a", "a_2", "a_2_2", "a_2_3"]
    assert unique(["a_2", "a", "a"]) == ["a_2", "a", "a_3"]


def test_long_names_keep_apart():
    first, second = unique(["x" * 5000 + "1", "x" * 5000 + "2"])
    assert first != second
    assert max(len(first), len(second)) < 120


def test_ten_thousand_equal_names_take_no_quadratic_time():
    found = unique(["x"] * 20_000)
    assert found[0] == "x"
    assert found[-1] == "x_20000"


def test_what_cpp_takes():
    assert is_identifier("Conv2D")
    assert not any(map(is_identifier, ["class", "", "1a", "a\n", "a b", "é", "a;", "and_eq"]))
    assert "lambda" in PYTHON_KEYWORDS
