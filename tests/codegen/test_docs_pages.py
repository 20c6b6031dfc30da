"""Target `docs`: what a page says, and that every link of the index leads to a page."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen import generate
from metadef.definitions.json_form import declaration_of
from metadef.ops.ports import PortKind
from metadef.ops.proto import op
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType

PARSER = MarkdownIt("gfm-like", {"linkify": False})


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return generate("docs", [declaration_of(registry().lookup(name)) for name in FAMILY_OF], families=FAMILY_OF)


def test_the_index_leads_to_every_page_and_every_page_back(pages: dict[str, str]):
    links = re.findall(r"\]\((ops/[^)]+)\)", pages["index.md"])
    assert sorted(links) == sorted(path for path in pages if path != "index.md")
    assert len(links) == 1852
    assert all("](../index.md)" in text for path, text in pages.items() if path != "index.md")
    headings = re.findall(r"^## (.*)$", pages["index.md"], re.MULTILINE)
    assert [heading.replace("\\", "") for heading in headings] == sorted(set(FAMILY_OF.values()))


def test_every_page_has_every_port_and_attribute_in_a_row(pages: dict[str, str]):
    for name in FAMILY_OF:
        proto = registry().lookup(name)
        stem = {"Index": "Index_", "RaggedBincount": "RaggedBincount_2", "SoftplusV2": "SoftplusV2_2"}.get(name, name)
        rows = re.findall(r"^\| `(\w+)` \|", pages[f"ops/{stem}.md"], re.MULTILINE)
        assert rows == [item.name for item in (*proto.inputs, *proto.outputs, *proto.attrs)]


def test_a_page_says_what_the_prototype_says():
    proto = (
        op("Mine")
        .doc("Adds *all*.")
        .input("x", DataType.FLOAT | DataType.INT8, "N C", doc="a | b")
        .dynamic_input("more", DataType.INT8)
        .output("y", DataType.FLOAT)
        .attr("axes", AttrKind.ListInt, (1, -1), doc="which")
        .required_attr("mode", AttrKind.String)
        .law("C1", "x is large", lambda call: True)
        .deprecate("use Add")
    )
    text = generate("docs", [declaration_of(proto)])["ops/Mine.md"]
    cells = [token.content for token in PARSER.parse(text) if token.type == "inline"]
    for words in (
        "Mine",
        "Deprecated: use Add",
        "`Mine(x, more..., axes=[1, -1], mode) -> y`",
        r"Adds \*all\*.",
        "a | b",
        "N C",
        r"DT\_FLOAT, DT\_INT8",
        "dynamic",
        "`[1, -1]`",
        "required",
        "C1: x is large",
        "No standard operator; written as `Mine` of the domain ge.",
    ):
        assert words in cells, words
    assert PortKind.DYNAMIC.value in cells


def test_the_onnx_line_follows_the_exporter(pages: dict[str, str]):
    assert "## ONNX\n\n`Where`, with the same inputs." in pages["ops/SelectV2.md"]
    assert "by a mapping of its own" in pages["ops/Conv2D.md"]
    assert "class conv" in pages["ops/Conv2D.md"]
    assert "class agnostic" in pages["ops/Relu.md"]


def section(text: str, title: str) -> str:
    return text.partition(f"## {title}\n\n")[2].partition("\n## ")[0].strip()


def test_a_page_has_a_legal_call_with_its_outputs_and_the_shape_rule_as_a_formula(pages: dict[str, str]):
    assert section(pages["ops/Conv2D.md"], "Example") == (
        "`Conv2D(x: FLOAT[2, 4, 4, 4], filter: FLOAT[2, 4, 4, 4], strides=[1], pads=[1, 1])`\n\n"
        "gives `y: FLOAT[2, 5, 3, 4]`\n\n"
        "The same attributes and any dimensions: `x: [x_0, x_1, x_2, x_3], "
        "filter: [filter_0, filter_1, filter_2, filter_3] -> y: [x_0, -filter_0+x_1+3, -filter_1+x_2+3, filter_3]`"
    )
    with_example = [path for path, text in pages.items() if section(text, "Example")]
    assert len(with_example) >= 1835
    with_formula = [path for path in with_example if "any dimensions" in pages[path]]
    assert len(with_formula) >= 850


def test_a_page_says_what_each_version_of_an_operator_brought(pages: dict[str, str]):
    assert section(pages["ops/Range.md"], "Versions") == "Calls began with version 1.\n\n* version 2: added is\\_closed"
    assert section(pages["ops/Relu.md"], "Versions") == ""


def test_names_of_a_stranger_stay_inside_their_code_span():
    proto = op("Mine").input("x`\n# y", DataType.FLOAT).output("<b>", DataType.FLOAT).shape(lambda call: call.shape(0))
    text = generate("docs", [declaration_of(proto)])["ops/Mine.md"]
    headings = [token for token in PARSER.parse(text) if token.type == "heading_open" and token.tag == "h1"]
    assert len(headings) == 1
    html = [token.content for token in PARSER.parse(text) if token.type.startswith("html")]
    assert [content for content in html if not content.startswith("<!-- Generated")] == []
