"""Saving what changed, saving in the background, and what is left of a save that is cut off."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_strategies import descs, graphs, names, registry
from metadef import DataType, Graph, TensorDesc
from metadef.codec.mdef.append import compact, write_changes
from metadef.codec.mdef.background import save_async
from metadef.codec.mdef.container import Container
from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.layout import SLOT_BYTES, Compression
from metadef.codec.mdef.writer import write
from metadef.errors import FileError
from metadef.graph.compare import differences

DESC = TensorDesc((2, 3), DataType.FLOAT)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mdef") / "graph.mdef"


def chain(count: int) -> Graph:
    graph = Graph("chain", registry())
    value = graph.add_input("x", DESC)
    random = Random(7)  # WHY: a graph without any variety takes two bytes a node
    for index in range(count):
        value = graph.add(
            "Unary",
            [value],
            {"alpha": random.random()},
            name=f"block_{index // 10}/unary_{index % 10}",
            outputs=[DESC],
        ).output
    graph.set_outputs([("y", value)])
    return graph


def edit(draw: st.DrawFn, graph: Graph) -> None:
    """A few random edits."""
    for _ in range(draw(st.integers(0, 3))):
        nodes = list(graph.nodes)
        kind = draw(st.sampled_from(["constant", "rename", "desc", "unary", "control"]))
        if kind == "constant" or not nodes:
            size = draw(st.sampled_from([3, 200, 5000]))
            graph.constant(np.arange(draw(st.integers(0, 3)), size, dtype=np.int32))
            continue
        node = draw(st.sampled_from(nodes))
        if kind == "rename":
            graph.rename(node, graph.unique_name(draw(names)))
        elif kind == "control" and node is not nodes[-1]:
            graph.set_control_inputs(nodes[-1], [node])
        elif node.outputs and node.op != "Const":
            if kind == "desc":
                graph.set_desc(node.output, draw(descs()))
            else:
                graph.add("Unary", [node.output], {"alpha": draw(st.floats(allow_nan=False))})


@given(st.data())
@settings(max_examples=60)
def test_a_file_follows_its_graph_through_edits(place: Path, data: st.DataObject):
    place.unlink(missing_ok=True)
    graph = data.draw(graphs())
    for _ in range(3):
        write_changes(graph, place)
        file = GraphFile.open(place)
        assert differences(graph, file.load(graph.registry)) == []
        assert file.findings == []
        edit(data.draw, graph)
    compact(place, graph.registry)
    folded = place.read_bytes()
    write(GraphFile.open(place).load(graph.registry), place)
    assert place.read_bytes() == folded


def test_compacting_keeps_the_documents_and_the_compression(place: Path):
    graph = chain(200)
    write(graph, place, plans={"mine": {"a": 1}}, provenance=["any", "JSON"], compressed=True)
    before = place.read_bytes()
    compact(place, graph.registry)
    file = GraphFile.open(place)
    assert (file.plans, file.provenance) == ({"mine": {"a": 1}}, ["any", "JSON"])
    assert place.read_bytes() == before


def test_changing_one_node_of_many_writes_less_than_a_hundredth(place: Path):
    graph = chain(20_000)
    write(graph, place)
    whole = place.stat().st_size
    edits = (
        lambda node: graph.set_attr(node, "alpha", 0.125),
        lambda node: graph.set_desc(node.output, TensorDesc((7, "n"), DataType.FLOAT16)),
        lambda node: graph.replace_input(node, 0, graph.value("x")),
    )
    for number, change in enumerate(edits):
        change(graph.node(f"block_{900 + number}/unary_3"))
        assert write_changes(graph, place) < whole / 100
        assert GraphFile.open(place).load(graph.registry) == graph
    used = {entry.compression for entry in Container(place).entries}
    assert Compression.EXTENTS in used


def test_nothing_changed_writes_nothing(place: Path):
    graph = chain(10)
    write(graph, place)
    before = place.read_bytes()
    assert write_changes(graph, place) == 0
    assert place.read_bytes() == before


def test_large_constants_are_not_written_again(place: Path):
    graph = chain(3)
    first = graph.constant(np.arange(50_000, dtype=np.float32), "first")
    write(graph, place)
    graph.constant(np.arange(50_000, dtype=np.float32), "same")
    assert write_changes(graph, place) < 2000
    graph.constant(np.arange(1, 50_001, dtype=np.float32), "other")
    assert 200_000 <= write_changes(graph, place) < 202_000
    constants = GraphFile.open(place).constants()
    assert constants["same"] == constants["first"] == first.producer.attrs["value"]
    assert constants["other"].array().tolist() == list(range(1, 50_001))
    assert constants["other"].payload.offset % 64 == 0
    compact(place, graph.registry)
    assert GraphFile.open(place).load(graph.registry) == graph


def test_left_overs_never_outgrow_the_file(place: Path):
    graph = chain(2000)
    write(graph, place)
    whole = place.stat().st_size
    for number in range(60):
        graph.rename(graph.node(f"block_{number}/unary_0"), f"new_{number}")
        write_changes(graph, place)
    assert place.stat().st_size < 3 * whole + (1 << 17)


@pytest.mark.parametrize("content", [b"", b"no mdef file", b"\x89MDEF\r\n\x1a" + bytes(300)])
def test_what_is_no_file_of_ours_is_replaced_by_a_whole_one(place: Path, content: bytes):
    place.write_bytes(content)
    write_changes(chain(3), place)
    assert GraphFile.open(place).load(registry()) == chain(3)


def test_a_compressed_file_is_written_whole(place: Path):
    write(chain(300), place, compressed=True)
    write_changes(chain(301), place)
    assert GraphFile.open(place).load(registry()) == chain(301)


def test_an_append_that_is_cut_off_at_any_byte_leaves_the_old_state_or_the_new(place: Path):
    old, new = chain(30), chain(30)
    new.rename(new.node("block_1/unary_1"), "renamed")
    new.constant(np.arange(500, dtype=np.float32), "w")
    write(old, place)
    before = place.read_bytes()
    write_changes(new, place)
    after = place.read_bytes()
    assert len(after) > len(before)
    assert after[:SLOT_BYTES] == before[:SLOT_BYTES]
    cuts = [before + after[len(before) : len(before) + size] for size in range(0, len(after) - len(before), 37)]
    grown = before[:SLOT_BYTES] + bytes(SLOT_BYTES) + after[2 * SLOT_BYTES :]
    cuts += [
        grown[:SLOT_BYTES] + after[SLOT_BYTES : SLOT_BYTES + size] + grown[SLOT_BYTES + size :] for size in range(65)
    ]
    seen = set()
    for content in cuts:
        place.write_bytes(content)
        loaded = GraphFile.open(place).load(registry())
        assert loaded in (old, new)
        seen.add(loaded == new)
    assert seen == {False, True}


def test_a_flipped_byte_in_a_piece_is_found(place: Path):
    graph = chain(20_000)
    write(graph, place)
    graph.set_attr(graph.node("block_7/unary_7"), "alpha", 0.125)
    write_changes(graph, place)
    whole = place.read_bytes()
    container = Container(place)
    for entry in container.entries:
        for offset, size in container.extents(entry):
            broken = bytearray(whole)
            broken[offset + size // 2] ^= 4
            place.write_bytes(broken)
            with pytest.raises(FileError):
                GraphFile.open(place).load(graph.registry)


_ENDLESS = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from test_mdef_append import chain
from metadef.codec.mdef.append import write_changes
from metadef.codec.mdef.writer import write
graphs = [chain(200), chain(400)]
place = Path(sys.argv[1])
write(graphs[0], place)
print("ready", flush=True)
while True:
    for graph in graphs:
        write(graph, place)
        write_changes(graphs[0], place)
"""


def test_a_killed_save_leaves_a_whole_file(tmp_path: Path):
    place = tmp_path / "g.mdef"
    path = os.pathsep.join([str(Path(__file__).parent.parent), *sys.path])
    for wait_s in (0.0, 0.011, 0.023, 0.057):
        command = [sys.executable, "-c", _ENDLESS, str(place), str(Path(__file__).parent)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            time.sleep(wait_s)
            process.send_signal(signal.SIGKILL)
        assert GraphFile.open(place).load(registry()) in (chain(200), chain(400))


def test_a_graph_may_be_edited_while_it_is_saved_in_the_background(place: Path):
    graph = chain(3000)
    future = save_async(graph, place, plans={"memory": {"peak": 1}})
    for node in list(graph.nodes)[1:]:
        graph.set_attr(node, "alpha", -1.0)
    future.result(timeout=60)
    assert GraphFile.open(place).load(graph.registry) == chain(3000)
    assert GraphFile.open(place).plans == {"memory": {"peak": 1}}


def test_a_background_save_reports_where_it_cannot_write(tmp_path: Path):
    future = save_async(chain(3), tmp_path / "no such folder" / "g.mdef")
    with pytest.raises(FileError):
        future.result(timeout=60)
