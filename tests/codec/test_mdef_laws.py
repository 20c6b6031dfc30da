"""`.mdef`: every graph comes back equal, equal graphs give equal bytes, and damage is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_strategies import graphs, registry
from mdef_tools import resealed
from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.layout import HEADER_BYTES
from metadef.codec.mdef.writer import write
from metadef.errors import MetadefError
from metadef.graph.clone import clone
from metadef.graph.compare import differences
from metadef.graph.graph import Graph
from metadef.graph.verify import verify


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mdef") / "graph.mdef"


def details(graph: Graph) -> list[object]:
    """What equality of graphs leaves out: ages, origins and bags."""
    found: list[object] = []
    pending = [graph]
    while pending:
        one = pending.pop()
        found.append(one.bag)
        for node in one.nodes:
            found.append(
                (node.name, node.origin, node.bag, [user.name for value in node.outputs for user in value.users])
            )
            pending += node.subgraphs.values()
    return found


@given(graphs(), st.booleans(), st.sampled_from([0, 1]))
def test_a_graph_comes_back_equal_in_every_detail(place: Path, graph: Graph, compressed: bool, minor: int):
    write(graph, place, compressed=compressed, minor=minor)
    file = GraphFile.open(place)
    loaded = file.load(graph.registry)
    assert differences(graph, loaded) == []
    assert details(graph) == details(loaded)
    assert verify(loaded) == verify(graph)
    assert file.findings == []


@given(graphs())
@settings(max_examples=60)
def test_equal_graphs_give_equal_bytes(place: Path, graph: Graph):
    write(graph, place)
    first = place.read_bytes()
    write(GraphFile.open(place).load(graph.registry), place)
    assert place.read_bytes() == first
    twice = clone(graph)
    assert twice == graph


@given(graphs(most_nodes=4), st.booleans(), st.data())
@settings(max_examples=60)
def test_a_damaged_file_gives_findings_or_the_same_graph(
    place: Path, graph: Graph, compressed: bool, data: st.DataObject
):
    write(graph, place, compressed=compressed)
    whole = place.read_bytes()
    for _ in range(8):
        at = data.draw(st.integers(0, len(whole) - 1))
        flipped = whole[at] ^ data.draw(st.integers(1, 255))
        assert_harmless_or_found(place, whole[:at] + bytes([flipped]) + whole[at + 1 :], graph)
        assert_harmless_or_found(place, whole[:at], graph)


def assert_harmless_or_found(place: Path, content: bytes, graph: Graph) -> None:
    place.write_bytes(content)
    try:
        file = GraphFile.open(place)
        loaded = file.load(graph.registry)
        assert file.find("a", 0) is None or file.ops()
    except MetadefError as error:
        assert error.findings[0].name.startswith(("file-", "version-"))
        return
    assert loaded == graph


def test_sealing_changes_nothing_in_a_whole_file(place: Path):
    write(Graph("g", registry()), place)
    assert resealed(place.read_bytes()) == place.read_bytes()


@given(graphs(most_nodes=5), st.data())
@settings(max_examples=60)
def test_a_forged_file_gives_findings_or_a_graph_that_can_be_used(place: Path, graph: Graph, data: st.DataObject):
    """Damage behind right checksums: readers must not trust a single number."""
    write(graph, place)
    whole = place.read_bytes()
    for _ in range(12):
        broken = bytearray(whole)
        for _ in range(data.draw(st.integers(1, 3))):
            at = data.draw(st.integers(HEADER_BYTES, len(whole) - 1))
            broken[at] = data.draw(st.integers(0, 255))
        place.write_bytes(resealed(bytes(broken)))
        try:
            file = GraphFile.open(place)
            file.stats()
            loaded = file.load(graph.registry)
        except MetadefError as error:
            assert error.findings
            continue
        verify(loaded)
        repr(details(loaded))
