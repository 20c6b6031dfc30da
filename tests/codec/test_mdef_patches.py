"""Edits of columns: found, made, written, read; and what a save of changes costs with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_strategies import registry
from mdef_plain_reader import PlainFile
from mdef_tools import join, parts_of
from metadef import DataType, Graph, TensorDesc
from metadef.codec.mdef.append import compact, write_changes
from metadef.codec.mdef.columns import ColumnReader, Edit, patched
from metadef.codec.mdef.container import Container, Part
from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.layout import Section
from metadef.codec.mdef.patches import edits_between, read_patches, write_patches
from metadef.codec.mdef.writer import write
from metadef.errors import FileError
from metadef.graph.node import Node

FLOAT = DataType.FLOAT
DESC = TensorDesc((2, 3), FLOAT)
SMALL = st.integers(0, 3) | st.integers(-(1 << 63), (1 << 63) - 1)


@given(st.lists(SMALL, max_size=60), st.data())
def test_edits_lead_from_one_column_to_the_other(items: list[int], data: st.DataObject):
    other = list(items)
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(other)))
        other[at : at + data.draw(st.integers(0, 3))] = data.draw(st.lists(SMALL, max_size=3))
    old, new = np.array(items, np.int64), np.array(other, np.int64)
    edits = edits_between(old, new)
    assert edits is not None
    made = patched(old, edits)
    assert made is not None and made.tolist() == other
    rows = {7: {3: edits}} if edits else {}
    section = write_patches(rows)
    assert read_patches(ColumnReader(memoryview(section or b"\0"), "t", 1000)) == rows


def test_an_edit_moves_nothing_behind_it():
    old = np.arange(100_000)
    new = np.concatenate([old[:500], [7, 8], old[500:70_000], old[70_001:], [5]])
    assert edits_between(old, new) == [Edit(500, 0, (7, 8)), Edit(70_000, 1, ()), Edit(100_000, 0, (5,))]
    assert edits_between(old, old) == []


def test_columns_that_have_little_in_common_have_no_edits():
    random = np.random.default_rng(7)
    assert edits_between(random.integers(0, 9, 5000), random.integers(0, 9, 5000)) is None


@pytest.mark.parametrize(
    "edits", [[Edit(4, 0, ())], [Edit(2, 2, ())], [Edit(2, 1, ()), Edit(1, 0, (5,))], [Edit(0, -1, ())]]
)
def test_edits_that_do_not_fit_a_column_are_not_made(edits: list[Edit]):
    assert patched(np.arange(3), edits) is None


def varied(count: int) -> Graph:
    """Attributes are shared by some nodes and not by others, as in real models."""
    graph = Graph("varied", registry())
    value = graph.add_input("x", DESC)
    random = Random(7)
    for index in range(count):
        alpha = random.random() if index % 7 else 0.5
        name = f"block_{index // 10}/unary_{index % 10}"
        value = graph.add("Unary", [value], {"alpha": alpha}, name=name, outputs=[DESC]).output
    graph.set_outputs([("y", value)])
    return graph


def insert(graph: Graph, node: Node) -> None:
    (reader,) = node.output.users
    added = graph.add("Unary", [node.output], {"alpha": 77.0}, name="block_3/added", outputs=[DESC])
    graph.replace_input(reader, 0, added.output)


def remove(graph: Graph, node: Node) -> None:
    (reader,) = node.output.users
    graph.replace_input(reader, 0, node.inputs[0])
    graph.remove(node)


EDITS: dict[str, Callable[[Graph, Node], object]] = {
    "attribute": lambda graph, node: graph.set_attr(node, "alpha", 0.7071),
    "shared attribute": lambda graph, node: graph.set_attr(node, "alpha", 0.5),
    "descriptor": lambda graph, node: graph.set_desc(node.output, TensorDesc((7, "n"), DataType.FLOAT16)),
    "last part of the name": lambda graph, node: graph.rename(node, node.name.rpartition("/")[0] + "/renamed"),
    "path of the name": lambda graph, node: graph.rename(node, "some/where/else"),
    "input": lambda graph, node: graph.replace_input(node, 0, graph.value("x")),
    "control input": lambda graph, node: graph.set_control_inputs(node, [graph.node("block_2/unary_0")]),
    "node at the end": lambda graph, node: graph.add("Unary", [node.output], name="added", outputs=[DESC]),
    "node in the middle": insert,
    "input of the graph": lambda graph, _: graph.add_input("another", DESC),
    "constant": lambda graph, _: graph.constant(np.arange(12, dtype=np.float32), "constant"),
    "node taken away": remove,
}


def test_any_change_of_one_node_writes_less_than_a_hundredth_of_the_file(tmp_path: Path):
    place = tmp_path / "g.mdef"
    graph = varied(15_000)
    write(graph, place)
    whole = place.stat().st_size
    for number, (what, change) in enumerate(EDITS.items()):
        change(graph, graph.node(f"block_{900 + 40 * number}/unary_3"))
        assert write_changes(graph, place) < whole / 100, what
        file = GraphFile.open(place)
        assert file.load(graph.registry) == graph, what
        assert file.version == (1, 1)
    assert Container(place).find(Section.PATCHES) is not None
    compact(place, graph.registry)
    assert Container(place).find(Section.PATCHES) is None
    assert GraphFile.open(place).load(graph.registry) == graph


def test_the_reader_written_from_the_page_makes_the_same_edits(tmp_path: Path):
    place = tmp_path / "g.mdef"
    graph = varied(60)
    write(graph, place)
    for number, change in enumerate(EDITS.values()):
        change(
            graph,
            graph.node(f"block_{number % 4 + 1}/unary_{number % 7 + 1}")
            if number < 8
            else graph.node("block_5/unary_1"),
        )
        write_changes(graph, place)
        (said,) = PlainFile(place.read_bytes()).graphs()
        assert [node["name"] for node in said["nodes"]] == [node.name for node in graph.nodes]
        assert [node["attributes"] for node in said["nodes"] if node["op"] == "Unary"] == [
            dict(node.attrs) for node in graph.nodes if node.op == "Unary"
        ]
        assert [[v and v[0] for v in node["inputs"]] for node in said["nodes"]] == [
            [v and v.producer.name for v in node.inputs] for node in graph.nodes
        ]


def test_a_file_for_readers_of_1_0_gets_no_edits_of_columns(tmp_path: Path):
    place = tmp_path / "g.mdef"
    graph = varied(300)
    write(graph, place, minor=0)
    graph.rename(graph.node("block_7/unary_7"), "renamed")
    write_changes(graph, place, minor=0)
    assert GraphFile.open(place).version == (1, 0)
    assert Container(place).find(Section.PATCHES) is None
    assert GraphFile.open(place).load(graph.registry) == graph


def test_tables_that_are_mostly_left_over_are_written_anew(tmp_path: Path):
    place = tmp_path / "g.mdef"
    graph = varied(2000)
    for turn in range(6):
        for number, node in enumerate(list(graph.nodes)[1:]):
            graph.set_attr(node, "alpha", turn + number / 7)
        write_changes(graph, place)
        assert len(GraphFile.open(place).attrs) <= 2 * 2001 + 1024
    assert GraphFile.open(place).load(graph.registry) == graph


@pytest.mark.parametrize("edit", [Edit(1 << 40, 0, (1,)), Edit(0, 50, ()), Edit(0, 0, tuple(range(70)))])
def test_forged_edits_are_found(tmp_path: Path, edit: Edit):
    place = tmp_path / "g.mdef"
    write(varied(5), place)
    join(place, [*parts_of(place), Part(Section.PATCHES, write_patches({Section.NODES: {4: [edit]}}))], minor=1)
    with pytest.raises(FileError) as caught:
        GraphFile.open(place).load(registry())
    assert caught.value.findings[0].name == "file-corrupt"
