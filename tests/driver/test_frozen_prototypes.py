"""A file with a user's operators as they were once declared is carried over by every later release."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from graph_strategies import graphs
from mdef_plain_reader import PlainFile
from metadef import DataType, Graph, MetadefError, Registry, load, op
from metadef.codec.mdef.writer import write
from metadef.driver.load import open_source
from metadef.graph.verify import verify
from metadef.graph.walk import all_graphs
from metadef.ops.steps import Step, attrs_added
from metadef.types.attrs import AttrKind, Attrs

ARTIFACTS = Path(__file__).parents[1] / "artifacts"
FILE = ARTIFACTS / "v1_1" / "prototypes.mdef"
F = DataType.FLOAT
Int, String = AttrKind.Int, AttrKind.String

THEN = (
    op("ScaleRows").input("x", F).input("scale", F).output("y", F).attr("axis", Int, 1),
    op("Blend").input("a", F).input("b", F).optional_input("weight", F).output("y", F),
    op("FoldLeft").dynamic_input("xs", F).output("y", F).required_attr("mode", String),
)
NOW = (
    op("ScaleRows").input("factor", F).input("x", F).output("y", F).attr("axis", Int, -1).attr("round", Int, 0),
    op("BlendTwo").input("a", F).optional_input("mask", F).input("b", F).optional_input("weight", F).output("y", F),
    op("FoldLeft").input("first", F).dynamic_input("xs", F).output("y", F).required_attr("mode", String),
)


def same(attrs: Attrs) -> Attrs:
    return attrs


STEPS = (
    Step("ScaleRows", 2, (), same, same, inputs={"scale": "factor"}),
    attrs_added("ScaleRows", 3, round=0),
    Step("BlendTwo", 2, (), same, same, was="Blend"),
)


def said(graph: Graph) -> dict[str, tuple[str, dict[str, list[str | None]], dict[str, object]]]:
    """Each call: its operator, what each input reads, its attributes."""
    return {
        node.name: (
            node.op,
            {
                port.name: [None if value is None else value.producer.name for value in node.members(port.name)]
                for port in node.proto.inputs
            },
            dict(node.attrs),
        )
        for node in graph.nodes
        if node.name not in ("x", "s")
    }


FOLD = {"xs": ["a", "b", "c", "e"]}


def test_with_the_prototypes_of_its_day_it_says_what_it_said():
    source = open_source(FILE, Registry(THEN))
    assert source.findings == ()
    assert said(source.graph) == {
        "a": ("ScaleRows", {"x": ["x"], "scale": ["s"]}, {}),
        "b": ("ScaleRows", {"x": ["a"], "scale": ["s"]}, {"axis": 0}),
        "c": ("Blend", {"a": ["a"], "b": ["b"], "weight": ["s"]}, {}),
        "e": ("Blend", {"a": ["c"], "b": ["b"], "weight": [None]}, {}),
        "f": ("FoldLeft", FOLD, {"mode": "sum"}),
    }


def test_with_later_prototypes_and_steps_it_says_the_same():
    later = (*NOW[:2], THEN[2])
    source = open_source(FILE, Registry(later, steps=STEPS))
    assert [item for item in source.findings if item.is_error] == []
    assert verify(source.graph) == []
    assert said(source.graph) == {
        "a": ("ScaleRows", {"factor": ["s"], "x": ["x"]}, {"axis": 1}),
        "b": ("ScaleRows", {"factor": ["s"], "x": ["a"]}, {"axis": 0}),
        "c": ("BlendTwo", {"a": ["a"], "mask": [None], "b": ["b"], "weight": ["s"]}, {}),
        "e": ("BlendTwo", {"a": ["c"], "mask": [None], "b": ["b"], "weight": [None]}, {}),
        "f": ("FoldLeft", FOLD, {"mode": "sum"}),
    }


def test_what_no_step_covers_is_refused_by_name():
    with pytest.raises(MetadefError) as error:
        load(FILE, Registry(NOW, steps=STEPS))
    assert [item.message for item in error.value.findings if item.is_error] == [
        "one call cannot be carried over: input `first` is required, and the call has none (f)"
    ]


# --- files of an older target version in the reader of that version ---------------------------------------------------


def reader_of_1_0() -> type[PlainFile]:
    spec = importlib.util.spec_from_file_location("frozen_reader", ARTIFACTS / "v1_0" / "reader.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.PlainFile


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graph=graphs())
def test_whatever_is_written_as_1_0_today_is_read_by_the_reader_of_1_0(tmp_path: Path, graph: Graph):
    place = tmp_path / "g.mdef"
    write(graph, place, minor=0)
    old = reader_of_1_0()(place.read_bytes())
    found = old.graphs()
    assert old.ignored == []
    assert found == PlainFile(place.read_bytes()).graphs()
    each = list(all_graphs(graph))
    assert len(found) == len(each)
    for told, held in zip(found, each, strict=True):
        assert [node["name"] for node in told["nodes"]] == [node.name for node in held.nodes]
