"""File names and identifiers of operators are distinct and safe."""

import keyword

from hypothesis import given
from hypothesis import strategies as st

from metadef.catalogue import registry
from metadef.catalogue.names import file_name, file_names, identifier, identifiers

GO_WORDS = """
    break case chan const continue default defer else fallthrough for func go goto if import interface map package
    range return select struct switch type var
"""
GO = set(GO_WORDS.split())
op_names = st.text(st.sampled_from("aAbB12_/-é"), min_size=1, max_size=8)


def test_catalogue_names_need_no_numbering() -> None:
    names = registry().names()
    assert file_names(names) == {name: file_name(name) for name in names}
    assert identifiers(names, keyword.kwlist) == {name: identifier(name, keyword.kwlist) for name in names}
    assert identifiers(names, GO) == {name: identifier(name, GO) for name in names}


def test_names_that_differ_in_case_or_underscore_keep_apart() -> None:
    pairs = ["If", "_If", "While", "_While", "SoftplusV2", "SoftPlusV2", "RaggedBinCount", "RaggedBincount"]
    assert [file_name(name) for name in pairs] == [
        *("if", "if_", "while", "while_", "softplus_v2", "soft_plus_v2", "ragged_bin_count", "ragged_bincount"),
    ]
    assert [identifier(name) for name in pairs] == [
        *("If", "If_", "While", "While_", "SoftplusV2", "SoftPlusV2", "RaggedBinCount", "RaggedBincount"),
    ]


@given(st.lists(op_names, max_size=12))
def test_names_are_distinct_and_independent_of_order(ops: list[str]) -> None:
    files = file_names(ops)
    assert len(set(files.values())) == len(set(ops))
    assert file_names(reversed(ops)) == files
    named = identifiers(ops, ignore_case=True)
    assert len({name.lower() for name in named.values()}) == len(set(ops))


@given(op_names)
def test_names_are_safe(op: str) -> None:
    assert set(file_name(op)) <= set("abcdefghijklmnopqrstuvwxyz0123456789_")
    assert identifier(op, keyword.kwlist).isidentifier()
    assert identifier(op).isascii()
    assert not identifier(op).startswith("_")


def test_many_equal_names_are_numbered_in_linear_time() -> None:
    ops = [f"a{'/-'[bit]}{'é' * (bit + 1)}{number * '/'}" for bit in (0, 1) for number in range(500)]
    assert len(set(file_names(ops).values())) == len(set(ops))
