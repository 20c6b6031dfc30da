"""The page skeleton: one file, no resource from anywhere, and nothing in a name can become markup or script."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from markupsafe import Markup, escape

from hostile_names import ANY_TEXT
from metadef.render.escape import visible
from metadef.render.page import page


class Outline(HTMLParser):
    """Tags in order, attributes, and the text of the title and the first heading."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.texts: dict[str, str] = {}
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts[self.open[-1]] = self.texts.get(self.open[-1], "") + data


def test_a_page_is_complete_and_loads_nothing():
    source = page("T", Markup("<h2 id=a>A</h2>"), subtitle="s", sections={"a": "A"}, script="let x = 1;")
    found = Outline(source)
    assert source.startswith("<!doctype html>\n")
    assert found.open == []
    head = ["html", "head", *["meta"] * 5, "title", "style"]
    assert found.tags == [*head, "body", "header", "h1", "p", "nav", "a", "main", "h2", "script"]
    assert not re.search(r"https?:|url\(|@import|src=|<link", source)
    assert "prefers-color-scheme: dark" in source


def policy_of(source: str) -> str:
    return next(str(value) for name, value in Outline(source).attributes if value and value.startswith("default-src"))


def test_the_policy_allows_the_given_script_and_no_other():
    assert "script-src 'none';" in policy_of(page("T", Markup("")))
    digest = base64.b64encode(hashlib.sha256(b"let x = 1 < 2;").digest()).decode()
    source = page("T", Markup(""), script="let x = 1 < 2;")
    assert f"script-src 'sha256-{digest}';" in policy_of(source)
    assert "<script>let x = 1 < 2;</script>" in source


@pytest.mark.parametrize("script", ["x = '</script>'", "x = '</SCRIPT>'", "<!-- <script>"])
def test_a_script_that_would_close_its_element_is_refused(script: str):
    with pytest.raises(ValueError, match="must not contain"):
        page("T", Markup(""), script=script)


PLAIN_TAGS = Outline(page("T", Markup("<p></p>"), subtitle="s", sections={"a": "A"})).tags


@given(ANY_TEXT)
def test_no_text_becomes_markup(text: str):
    found = Outline(page(text, Markup("<p>{}</p>").format(visible(text)), subtitle=text + "x", sections={text: text}))
    assert found.tags == PLAIN_TAGS
    shown = visible(text, keep="\n\t")
    assert (found.texts.get("h1", ""), found.texts.get("title", "")) == (shown, shown)


def test_a_body_that_is_plain_text_is_escaped():
    assert str(escape("<b>")) in page("T", "<b>")
