"""The grammar of dimensions: what is read, what is written, and what is refused with a position."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metadef.errors import MetadefError
from metadef.types.dim import Dim


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("batch", "batch"),
        ("7", "7"),
        ("-7", "-7"),
        ("2*seq+1", "2*seq+1"),
        (" 2 * seq + 1 ", "2*seq+1"),
        ("1+seq*2", "2*seq+1"),
        ("(seq+1)//2", "floordiv(seq+1,2)"),
        ("seq//2*2", "2*floordiv(seq,2)"),
        ("seq-2*3+1", "seq-5"),
        ("-(a-b)", "-a+b"),
        ("a--b", "a+b"),
        ("a*-2", "-2*a"),
        ("seq%8", "mod(seq,8)"),
        ("ceildiv(seq,2)", "floordiv(seq+1,2)"),
        ("Max(1, s0)", "max(s0,1)"),
        ("Min(s0,s1,4)", "min(s0,s1,4)"),
        ("s0**2+s0**0", "s0*s0+1"),
        ("2*s0**2", "2*s0*s0"),
        ("-s0**2", "-s0*s0"),
        ("past_sequence_length + 1", "past_sequence_length+1"),
        ("input.1_dim0", "input.1_dim0"),
        ("`batch size`*2", "2*`batch size`"),
        ("`batch`", "batch"),
        ("`a``b`", "`a``b`"),
        ("`12`", "`12`"),
        ("min", "min"),
        ("max*min", "max*min"),
        ("`高さ`+1", "`高さ`+1"),
        ("mod(-n,4)", "mod(-n,4)"),
        ("max(floordiv(n,2),min(m,3))", "max(floordiv(n,2),min(m,3))"),
    ],
)
def test_reading_and_writing(text: str, written: str) -> None:
    value = Dim.parse(text)
    assert str(value) == written or Dim.parse(written) == value
    assert Dim.parse(str(value)) == value


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 1),
        ("2*", 3),
        ("*2", 1),
        ("a b", 3),
        ("(a", 1),
        ("a)", 2),
        ("(a,b)", 5),
        ("f(a)", 1),
        ("mod(a)", 6),
        ("mod(a,b,c)", 10),
        ("max()", 5),
        ("a/2", 2),
        ("`a", 1),
        ("a,b", 2),
        ("a**-1", 2),
        ("a**b", 2),
        ("a**99", 2),
        ("1.5", 2),
        ("height'", 7),
        ("9" * 81, 1),
        ("(" * 65 + "a" + ")" * 65, 65),
    ],
)
def test_malformed_text_is_refused_at_its_position(text: str, position: int) -> None:
    with pytest.raises(MetadefError, match=rf"at character {position} of"):
        Dim.parse(text)


def test_long_texts_are_read_or_refused_without_recursion() -> None:
    assert str(Dim.parse("+".join(["n"] * 20_000))) == "20000*n"
    assert str(Dim.parse("-" * 10_000 + "n")) == "n"
    with pytest.raises(MetadefError):
        Dim.parse("n" * 70_000)
    with pytest.raises(MetadefError):
        Dim.parse("*".join(["n"] * 1000))


names = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=12).filter(str.isprintable)


@settings(max_examples=200, deadline=None)
@given(names, names)
def test_any_printable_name_survives(first: str, second: str) -> None:
    value = 2 * Dim.symbol(first) + Dim.symbol(second) // 3
    assert Dim.parse(str(value)) == value


@settings(max_examples=300, deadline=None)
@given(st.text("abn0129 +-*/%(),`minaxodflrv", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        value = Dim.parse(text)
    except MetadefError as error:
        assert error.findings[0].name in ("bad-dim", "dim-too-large")
    else:
        assert Dim.parse(str(value)) == value
