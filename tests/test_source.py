"""Excerpts of source lines."""

from __future__ import annotations

from pathlib import Path

from metadef.source import Span, excerpt


def test_a_short_line_is_shown_whole(tmp_path: Path):
    path = tmp_path / "a.csv"
    path.write_text("id\nabc,d\n")
    assert excerpt(Span(str(path), 2, 5)) == "    2 | abc,d\n      |     ^"


def test_a_long_line_is_shown_around_the_caret(tmp_path: Path):
    path = tmp_path / "a.csv"
    path.write_text("a" * 500 + "X" + "b" * 500)
    text, caret = excerpt(Span(str(path), 1, 501)).split("\n")
    assert len(text) < 200
    assert text[caret.index("^")] == "X"
    assert text.startswith("    1 | ...a")
    assert text.endswith("b...")


def test_the_start_and_the_end_of_a_long_line_are_reached(tmp_path: Path):
    path = tmp_path / "a.csv"
    path.write_text("X" + "b" * 500 + "Y")
    text, caret = excerpt(Span(str(path), 1, 1)).split("\n")
    assert (text[:10], text[-4:], caret) == ("    1 | Xb", "b...", "      | ^")
    text, caret = excerpt(Span(str(path), 1, 502)).split("\n")
    assert (text[-1], text[caret.index("^")]) == ("Y", "Y")


def test_lines_end_where_readers_count_them(tmp_path: Path):
    """A byte order mark is no character of the first line; form feeds and Unicode separators end no line."""
    path = tmp_path / "a.csv"
    path.write_bytes("\ufeffid\r\na\x0cb\u2028c\rlast\n".encode())
    assert excerpt(Span(str(path), 1, 1)) == "    1 | id\n      | ^"
    assert excerpt(Span(str(path), 3, 1)) == "    3 | last\n      | ^"
