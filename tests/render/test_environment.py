"""Template environments: undefined names fail, pages escape by themselves, filters quote for their language."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from jinja2 import UndefinedError
from markupsafe import Markup

from hostile_names import ANY_TEXT
from metadef.render.environment import environment, make_environment
from metadef.render.escape import visible


class Collector(HTMLParser):
    """What a browser would find: tags with attributes, and text."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    "source", ["{{ nmae }}", "{% if nmae %}x{% endif %}", "{{ name.gone }}", "{{ nmae | c_string }}"]
)
def test_an_undefined_name_is_an_error(source: str):
    template = make_environment({"t.c.j2": source}).get_template("t.c.j2")
    with pytest.raises(UndefinedError):
        template.render(name="x")


@pytest.mark.parametrize("name", ["t.html.j2", "t.svg.j2", "t.xml.j2", "t.html"])
@given(text=ANY_TEXT)
def test_markup_escapes_by_itself(name: str, text: str):
    template = make_environment({name: '<b title="{{ text }}">{{ text }}</b>'}).get_template(name)
    found = Collector(template.render(text=text))
    shown = visible(text, keep="\n\t")
    assert found.tags == [("b", {"title": shown})]
    assert found.text == shown


def test_a_template_without_a_name_escapes():
    assert make_environment({}).from_string("{{ text }}").render(text="<b>") == "&lt;b&gt;"


def test_markup_that_was_made_as_markup_stays():
    assert make_environment({}).from_string("{{ text }}").render(text=Markup("<b>x</b>")) == "<b>x</b>"


def test_code_templates_quote_only_where_they_say_so():
    source = "{{ text }} {{ text | c_string }} {{ text | py_string }} {{ text | go_string }} {{ text | md_text }}"
    template = make_environment({"t.c.j2": source}).get_template("t.c.j2")
    assert template.render(text='<"é">') == r'<"é"> "<\"\303\251\">" "<\"é\">" "<\"é\">" \<"é"\>'


def test_blocks_leave_no_blank_lines_and_the_last_newline_stays():
    template = make_environment(
        {"t.c.j2": "{% for x in xs %}\n    {% if x %}\n{{ x }}\n    {% endif %}\n{% endfor %}\n"}
    )
    assert template.get_template("t.c.j2").render(xs=[1, 0, 2]) == "1\n2\n"


def test_a_folder_of_templates_comes_before_our_own(tmp_path: Path):
    (tmp_path / "mine.txt.j2").write_text("mine")
    (tmp_path / "page.css").write_text("body {}")
    found = environment(tmp_path)
    assert found.get_template("mine.txt.j2").render() == "mine"
    assert found.get_template("page.css").render() == "body {}"
    assert found.get_template("page.html.j2")
