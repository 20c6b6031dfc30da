"""The cases of `tests/cases/codec`: a dump as text, the graph that it stands for, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from markdown_cases import Case, check, load_cases
from metadef.catalogue import registry
from metadef.codec.base import codecs
from metadef.codec.ge_ir import ge_ir_text, read_ge_ir_text
from metadef.errors import Finding, GraphError, MetadefError
from metadef.graph.graph import Graph
from metadef.graph.verify import verify

FOLDER = Path(__file__).parent.parent / "cases" / "codec"
CASES = [case for path in sorted(FOLDER.glob("*.md")) for case in load_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_case(case: Case, tmp_path: Path):
    place = tmp_path / "dump"
    place.write_text(case["dump"] + "\n")
    codec = next(codec for codec in codecs() if codec.recognises(place.read_bytes()))
    try:
        loaded = codec.read(place, registry())
    except MetadefError as error:
        check(case, said(error.findings, place), "findings")
        return
    if "findings" in case.expected:
        check(case, said(loaded.findings, place), "findings")
    else:
        assert [str(item) for item in loaded.findings if item.is_error] == []
    if "expect" in case.expected:
        check(case, str(loaded.graph))
        assert verify(loaded.graph) == []
    if codec.name == "ge-ir-text":
        assert ge_ir_text(loaded.graph) == place.read_text()
    if codec.name != "ge-ir-text":
        again = read_ge_ir_text(ge_ir_text(loaded.graph), registry()).graph
        assert text_of(again) == text_of(loaded.graph)


def text_of(graph: Graph) -> str:
    try:
        return str(graph)
    except GraphError as error:
        return str(error)


def said(findings: Iterable[Finding], place: Path) -> str:
    lines = [f"{item.severity.name.lower()} {item.name}: {item.subject}: {item.message}" for item in findings]
    return "\n".join(lines).replace(str(place), "dump")
