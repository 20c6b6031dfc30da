"""Quoting: what stands in a literal of another language is the text itself."""

import ast
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from hostile_names import ANY_TEXT, HOSTILE
from metadef.render.escape import visible
from metadef.render.quoting import c_string, go_string, md_code, md_text, py_string

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


@given(ANY_TEXT)
def test_a_c_literal_is_ascii_and_holds_the_utf8_bytes(text: str):
    literal = c_string(text)
    assert re.fullmatch(r'"[ -~]*"', literal)
    assert "??" not in literal, "two question marks may begin a trigraph"
    # Python reads these escapes of a bytes literal as C does
    assert ast.literal_eval("b" + literal) == text.encode("utf-8", "surrogatepass")


@given(ANY_TEXT)
def test_a_python_literal_is_the_text(text: str):
    literal = py_string(text)
    assert ast.literal_eval(literal) == text
    assert literal[1:-1].isprintable() or max(literal) >= "\u00a0"


@given(st.text(max_size=30))
@example("".join(map(chr, range(0x120))))
def test_a_go_literal_of_valid_text_is_the_text(text: str):
    literal = go_string(text)
    # Python reads these escapes of a text literal as Go does, once the characters from U+0080 on are not written as \x
    assert not re.search(r"(?<!\\)(?:\\\\)*\\x[89a-f]", literal)
    assert ast.literal_eval(literal) == text
    assert "\n" not in literal


def test_a_go_literal_writes_a_lone_surrogate_as_bytes():
    assert go_string("\ud800") == r'"\xed\xa0\x80"'


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("", '""'),
        ('a"b\\', r'"a\"b\\"'),
        ("\n\t\r\0" + "1", r'"\n\t\r\0001"'),
        ("é", r'"\303\251"'),
        ("??=", r'"?\077="'),
    ],
)
def test_c_literals_to_the_letter(text: str, literal: str):
    assert c_string(text) == literal


def shown_by_markdown(source: str) -> str | None:
    """The plain text of one paragraph, or None when the source is anything else than one paragraph of plain text."""
    tokens = MARKDOWN.parse(source)
    if [token.type for token in tokens] != ["paragraph_open", "inline", "paragraph_close"]:
        return None
    children = tokens[1].children or []
    if any(child.type not in ("text", "text_special") for child in children):
        return None
    return "".join(child.content for child in children)


@given(ANY_TEXT)
def test_markdown_text_is_one_paragraph_of_the_text(text: str):
    expected = visible(text).strip(" ")
    shown = shown_by_markdown(md_text(text))
    assert (shown or "").strip() == expected.strip()


@given(ANY_TEXT)
def test_markdown_text_stays_in_its_table_cell(text: str):
    tokens = MARKDOWN.parse(f"| a | b |\n|---|---|\n| {md_text(text)} | end |\n")
    cells = [token.content for token in tokens if token.type == "inline"]
    assert len(cells) == 4
    assert cells[3] == "end"


@given(ANY_TEXT)
def test_a_code_span_holds_the_text(text: str):
    tokens = MARKDOWN.parse(f"x{md_code(text)}x")
    assert [child.type for child in tokens[1].children or []] == ["text", "code_inline", "text"]
    shown = (tokens[1].children or [])[1].content
    assert shown == (visible(text) or " ")


@pytest.mark.parametrize("text", HOSTILE)
def test_bare_urls_and_addresses_do_not_become_links(text: str):
    source = md_text(text)
    assert not re.search(r"(?<!\\)://|www\.|(?<!\\)@", source)


def test_visible_text_has_no_hidden_character_left():
    hidden = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
    assert [text for text in HOSTILE if hidden.search(visible(text))] == []
    assert visible("a\nb\x1b", keep="\n") == "a\nb\\x1b"
    assert visible("é 中文 😀") == "é 中文 😀"
