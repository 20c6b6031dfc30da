"""`.mdef` around the graph: weights, plans, provenance, versions, unknown parts, private operators, questions."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from graph_strategies import graphs, registry
from mdef_tools import columns_of, join, parts_of, resealed, section_of
from metadef import DataType, Graph, MetadefError, Registry, TensorDesc, op
from metadef.codec.mdef import CODEC
from metadef.codec.mdef.append import write_changes
from metadef.codec.mdef.columns import ColumnReader
from metadef.codec.mdef.container import Container, Part
from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.layout import CRITICAL, HEADER_BYTES, MAGIC, SLOT, SLOT_BYTES, AttrColumn, Section
from metadef.codec.mdef.writer import write
from metadef.errors import FileError
from metadef.graph.compare import same_attrs
from metadef.ops.builtin import opaque
from metadef.types.attrs import AttrKind, Attrs
from metadef.types.tensor_value import External, Inline, Mapped, Splat, TensorValue
from metadef.wire.columns import pack_column

FLOAT = DataType.FLOAT
DESC = TensorDesc((2, 3), FLOAT)


def weighty(*arrays: np.ndarray) -> Graph:
    graph = Graph("weighty", registry())
    graph.set_outputs((f"o{i}", graph.constant(array, f"w{i}")) for i, array in enumerate(arrays))
    return graph


def arange(count: int, start: int = 0) -> np.ndarray:
    return np.arange(start, start + count, dtype=np.float32)


# --- weights ---------------------------------------------------------------------------------------------------------


def test_large_constants_are_aligned_and_stay_in_the_file(tmp_path: Path):
    place = tmp_path / "g.mdef"
    graph = weighty(arange(1000), arange(333, 5), arange(4))
    write(graph, place)
    loaded = GraphFile.open(place).load(graph.registry)
    assert loaded == graph
    payloads = [value.payload for value in GraphFile.open(place).constants().values()]
    assert [type(payload) for payload in payloads] == [Mapped, Mapped, Inline]
    content = place.read_bytes()
    for payload, array in zip(payloads[:2], (arange(1000), arange(333, 5)), strict=True):
        assert payload.offset % 64 == 0
        assert content[payload.offset : payload.offset + array.nbytes] == array.tobytes()


def test_equal_content_is_stored_once_whatever_its_shape(tmp_path: Path):
    once, twice = tmp_path / "once.mdef", tmp_path / "twice.mdef"
    write(weighty(arange(4096)), once)
    write(weighty(arange(4096), arange(4096), arange(4096).reshape(64, 64)), twice)
    assert twice.stat().st_size - once.stat().st_size < 200
    values = GraphFile.open(twice).constants()
    assert values["w2"].array().tolist() == arange(4096).reshape(64, 64).tolist()


def test_a_repeated_number_takes_the_room_of_one_number(tmp_path: Path):
    place = tmp_path / "g.mdef"
    graph = Graph("splat", registry())
    big = TensorValue(FLOAT, (1000, 1000, 1000), Splat(b"\0\0\x80\x3f"))
    unnoticed = TensorValue(FLOAT, (128,), Inline(b"\0\0\x80\x3f" * 128))
    graph.set_outputs([("a", graph.constant(big, "big")), ("b", graph.constant(unnoticed, "unnoticed"))])
    write(graph, place)
    assert place.stat().st_size < 1000
    constants = GraphFile.open(place).constants()
    assert constants["big"].payload == constants["unnoticed"].payload == Splat(b"\0\0\x80\x3f")


def test_a_flipped_byte_in_a_weight_is_found_unless_told_not_to_look(tmp_path: Path):
    place = tmp_path / "g.mdef"
    write(weighty(arange(1000)), place)
    content = bytearray(place.read_bytes())
    content[content.index(arange(1000).tobytes()) + 1234] ^= 1
    place.write_bytes(content)
    with pytest.raises(FileError, match="checksum"):
        GraphFile.open(place).load(registry())
    GraphFile.open(place, verify_weights=False).load(registry())


def test_weights_outside_are_found_beside_the_file_and_nowhere_else(tmp_path: Path):
    place = tmp_path / "g.mdef"
    graph = weighty(arange(1000))
    write(graph, place, weights_outside=True)
    (beside,) = tmp_path.glob("g.*.weights")
    assert beside.read_bytes() == arange(1000).tobytes()
    assert GraphFile.open(place).load(graph.registry) == graph
    beside.unlink()
    with pytest.raises(FileError, match="does not exist"):
        GraphFile.open(place).load(graph.registry)


def test_an_external_path_may_not_leave_the_folder(tmp_path: Path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "secret.weights").write_bytes(arange(1000).tobytes())
    place = tmp_path / "inner" / "g.mdef"
    write(weighty(arange(1000)), place, weights_outside=True)
    (beside,) = place.parent.glob("*.weights")
    name = beside.name.encode()
    evil = b"../secret.weights".ljust(len(name), b"x")[: len(name)]
    broken = place.read_bytes().replace(name, evil)
    place.write_bytes(resealed(broken))
    with pytest.raises(FileError) as caught:
        GraphFile.open(place).load(registry())
    assert caught.value.findings[0].name == "external-data-escapes"


def test_constants_of_other_files_are_taken_in(tmp_path: Path):
    elsewhere = tmp_path / "weights.bin"
    elsewhere.write_bytes(b"head" + arange(1000).tobytes())
    graph = Graph("g", registry())
    value = TensorValue(FLOAT, (1000,), External(str(elsewhere), 4, 4000))
    graph.set_outputs([("w", graph.constant(value, "w"))])
    write(graph, tmp_path / "g.mdef")
    elsewhere.unlink()
    loaded = GraphFile.open(tmp_path / "g.mdef").constants()["w"]
    assert loaded.array().tolist() == arange(1000).tolist()


def test_a_constant_that_does_not_fill_its_shape_is_refused_before_anything_is_written(tmp_path: Path):
    graph = Graph("g", registry())
    graph.constant(TensorValue(FLOAT, (3,), Inline(b"\0" * 8)), "w")
    with pytest.raises(FileError) as caught:
        write(graph, tmp_path / "g.mdef")
    assert caught.value.findings[0].name == "tensor-malformed"
    assert list(tmp_path.iterdir()) == []


# --- documents -------------------------------------------------------------------------------------------------------


def test_plans_and_provenance_come_back(tmp_path: Path):
    place = tmp_path / "g.mdef"
    plans: dict[str, object] = {"memory": {"peak_bytes": 7, "offsets": [0, 64]}, "layout": {"x": "NC1HWC0"}}
    write(weighty(arange(3)), place, plans=plans, provenance={"source": "model.onnx", "passes": ["cse"]})
    file = GraphFile.open(place)
    assert file.plans == plans
    assert file.provenance == {"source": "model.onnx", "passes": ["cse"]}
    assert CODEC.read(place, registry()).notes == {**plans, "provenance": file.provenance}
    assert list(file.plans) == ["layout", "memory"]


def test_a_plan_that_is_no_json_is_refused(tmp_path: Path):
    with pytest.raises(FileError, match="cannot be written"):
        write(weighty(arange(3)), tmp_path / "g.mdef", plans={"memory": object()})


def test_two_saves_give_the_same_bytes_and_no_trace_of_time(tmp_path: Path):
    for name in ("a.mdef", "b.mdef"):
        write(weighty(arange(1000), arange(3)), tmp_path / name, plans={"memory": {"b": 1, "a": 2}})
        os.utime(tmp_path / name, (0, 0))
    assert (tmp_path / "a.mdef").read_bytes() == (tmp_path / "b.mdef").read_bytes()


# --- versions and unknown parts --------------------------------------------------------------------------------------


def test_a_newer_major_version_is_refused_with_what_to_do(tmp_path: Path):
    place = tmp_path / "g.mdef"
    write(weighty(arange(3)), place)
    content = bytearray(place.read_bytes())
    content[8] = 2
    for broken in (bytes(content), resealed(bytes(content))):
        place.write_bytes(broken)
        with pytest.raises(FileError) as caught:
            GraphFile.open(place)
        assert caught.value.findings[0].name == "version-too-new"
        assert "newer metadef" in caught.value.findings[0].hint


def test_an_unknown_section_of_a_newer_minor_version_is_listed_and_survives_a_rewrite(tmp_path: Path):
    place = tmp_path / "g.mdef"
    write(weighty(arange(3)), place)
    join(place, [*parts_of(place), Part(77, b"from the future", 3)], minor=1)
    file = GraphFile.open(place)
    graph = file.load(registry())
    assert graph == weighty(arange(3))
    assert [item.name for item in file.findings] == ["file-part-unknown"]
    assert file.findings[0].message == "ignored what version 1.1 added: section kind 77"
    write(graph, place)
    container = Container(place)
    assert [bytes(container.content(entry)) for entry in container.unknown()] == [b"from the future"]


def test_a_critical_unknown_section_is_refused(tmp_path: Path):
    place = tmp_path / "g.mdef"
    write(weighty(arange(3)), place)
    join(place, [*parts_of(place), Part(CRITICAL | 77, b"x")], minor=1)
    with pytest.raises(FileError) as caught:
        GraphFile.open(place)
    assert caught.value.findings[0].name == "version-too-new"


def test_an_unknown_column_and_an_unknown_kind_of_attribute_are_passed_over_and_listed(tmp_path: Path):
    place = tmp_path / "g.mdef"
    graph = Graph("g", registry())
    x = graph.add_input("x", DESC)
    graph.add("Unary", [x], {"alpha": 2.0}, name="act", outputs=[DESC])
    write(graph, place)
    kinds = pack_column(np.array([0, 1]))  # index: an integer, alpha: a double
    parts: list[Part] = []
    for part in parts_of(place):
        columns = columns_of(part.data) if part.kind in (Section.ATTRIBUTES, Section.NODES) else []
        if part.kind == Section.ATTRIBUTES:
            at = columns.index((AttrColumn.KIND, 2, kinds))
            columns[at] = (AttrColumn.KIND, 2, pack_column(np.array([0, 99])))
        if part.kind == Section.NODES:
            columns.append((99, 2, b"abc"))
        parts.append(Part(part.kind, section_of(columns) if columns else part.data, part.index))
    join(place, parts, minor=2)
    file = GraphFile.open(place)
    loaded = file.load(graph.registry)
    assert dict(loaded.node("act").attrs) == {}
    assert loaded.node("x").attrs == {"index": 0}
    assert file.ignored == ["nodes column 99", "attribute alpha of kind 99"]
    join(place, parts, minor=1)
    with pytest.raises(FileError, match="unknown kind 99"):
        GraphFile.open(place).load(graph.registry)


@pytest.mark.parametrize("minor", [0, 1])
def test_a_file_that_says_much_in_few_bytes_is_padded_so_that_its_reader_believes_it(tmp_path: Path, minor: int):
    graph = Graph("g", registry())
    x = graph.add_input("x", DESC)
    graph.set_outputs([("y", graph.add("Two", [[x] * 100_000, x, []], name="two", outputs=[DESC]).output)])
    graph.attrs = Attrs({f"a{size}": (0,) * size for size in range(1, 600)})
    for compressed in (False, True):
        write(graph, tmp_path / "g.mdef", minor=minor, compressed=compressed)
        assert GraphFile.open(tmp_path / "g.mdef").load(graph.registry) == graph
    assert (tmp_path / "g.mdef").stat().st_size < 30_000
    write(graph, tmp_path / "g.mdef", minor=minor)
    graph.rename(graph.node("two"), "renamed")
    write_changes(graph, tmp_path / "g.mdef", minor=minor)
    assert GraphFile.open(tmp_path / "g.mdef").load(graph.registry) == graph


# --- header ----------------------------------------------------------------------------------------------------------


def test_the_second_header_entry_saves_the_first(tmp_path: Path):
    place = tmp_path / "g.mdef"
    write(weighty(arange(3)), place)
    content = bytearray(place.read_bytes())
    content[SLOT_BYTES : 2 * SLOT_BYTES] = content[:SLOT_BYTES]
    content[20] ^= 0xFF
    place.write_bytes(content)
    file = GraphFile.open(place)
    assert file.load(registry()) == weighty(arange(3))
    assert [item.name for item in file.findings] == ["file-recovered"]
    content[SLOT_BYTES + 20] ^= 0xFF
    place.write_bytes(content)
    with pytest.raises(FileError, match="header is damaged"):
        GraphFile.open(place)


def test_what_follows_the_file_is_no_part_of_it(tmp_path: Path):
    place = tmp_path / "g.mdef"
    write(weighty(arange(3)), place)
    place.write_bytes(place.read_bytes() + b"half of an append")
    assert GraphFile.open(place).load(registry()) == weighty(arange(3))


@pytest.mark.parametrize("content", [b"", MAGIC, MAGIC + bytes(HEADER_BYTES), b"\0" * 500])
def test_what_is_no_file_gives_one_finding(tmp_path: Path, content: bytes):
    place = tmp_path / "g.mdef"
    place.write_bytes(content)
    with pytest.raises(FileError) as caught:
        GraphFile.open(place)
    assert len(caught.value.findings) == 1


def test_a_missing_file_gives_one_finding(tmp_path: Path):
    with pytest.raises(FileError) as caught:
        GraphFile.open(tmp_path / "g.mdef")
    assert [item.name for item in caught.value.findings] == ["file-missing"]


# --- operators -------------------------------------------------------------------------------------------------------


def private() -> Graph:
    proto = (
        op("Mine", "2.1")
        .input("x", FLOAT | DataType.FLOAT16, "N C")
        .optional_input("b", FLOAT)
        .dynamic_output("y", FLOAT)
        .required_attr("mode", AttrKind.String)
        .attr("pads", AttrKind.ListInt, (1, 2))
        .traits("pure")
    )
    graph = Graph("private", Registry([proto]))
    x = graph.add_input("x", DESC)
    graph.add("Mine", [x], {"mode": "fast"}, name="m", outputs=[DESC, DESC])
    graph.add(opaque("Never::Seen"), [[x, None]], {"k": (1.5, 2.5)}, name="o", outputs=[DESC])
    return graph


def test_a_graph_is_read_without_the_registry_that_made_it(tmp_path: Path):
    place = tmp_path / "g.mdef"
    graph = private()
    write(graph, place)
    first = place.read_bytes()
    file = GraphFile.open(place)
    loaded = file.load(Registry())
    assert loaded == graph
    assert [(item.name, item.severity.value) for item in file.findings] == [("operator-from-file", "info")]
    proto, original = loaded.node("m").proto, graph.node("m").proto
    assert (proto.since, proto.inputs, proto.outputs) == (original.since, original.inputs, original.outputs)
    assert [(a.name, a.kind, a.required, a.default) for a in proto.attrs] == [
        ("mode", AttrKind.String, True, None),
        ("pads", AttrKind.ListInt, False, (1, 2)),
    ]
    assert loaded.node("m").attr("pads") == (1, 2)
    write(loaded, place)
    assert place.read_bytes() == first


def test_a_registry_with_other_ports_does_not_bend_the_graph(tmp_path: Path):
    place = tmp_path / "g.mdef"
    write(private(), place)
    other = Registry([op("Mine", "3.0").input("x", FLOAT).output("y", FLOAT)])
    file = GraphFile.open(place)
    loaded = file.load(other)
    assert len(loaded.node("m").outputs) == 2
    assert file.findings[0].message == (
        "its inputs or outputs differ from the registry's; the prototype that the file carries is used"
    )
    assert (file.findings[0].expected, file.findings[0].got) == ("version 3.0", "version 2.1")


# --- questions, each against the graph itself ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mdef") / "graph.mdef"


@given(graphs())
@settings(max_examples=60)
def test_questions_are_answered_as_the_graph_answers_them(place: Path, graph: Graph):
    write(graph, place)
    file = GraphFile.open(place)
    every: list[Graph] = [graph]
    for one in every:
        every += [inner for node in one.nodes for inner in node.subgraphs.values()]
    assert file.name == graph.name
    assert file.ops() == dict(sorted(Counter(node.op for one in every for node in one.nodes).items()))
    assert file.inputs() == [(value.name, value.desc) for value in graph.inputs]
    assert file.outputs() == [(name, value.name, value.desc) for name, value in graph.outputs]
    assert file.names() == [node.name for node in graph.nodes]
    assert set(file.constants()) == {node.name for node in graph.nodes if node.op == "Const"}
    stats = file.stats()
    nodes = [node for one in every for node in one.nodes]
    assert (stats.graphs, stats.nodes) == (len(every), len(nodes))
    assert stats.values == sum(len(node.outputs) for node in nodes)
    assert stats.edges == sum(value is not None for node in nodes for value in node.inputs)
    for node in graph.nodes:
        record = GraphFile.open(place).find(node.name)
        assert record is not None
        assert (record.name, record.op, record.graph) == (node.name, node.op, 0)
        assert record.inputs == tuple(value.name if value else None for value in node.inputs)
        assert record.control_inputs == tuple(other.name for other in node.control_inputs)
        assert same_attrs(record.attrs, node.attrs)
        assert record.outputs == tuple(value.desc for value in node.outputs)
    assert file.find("no such node") is None


def test_opening_reads_the_header_and_the_table_alone(tmp_path: Path):
    place = tmp_path / "g.mdef"
    write(weighty(arange(1000)), place)
    content = bytearray(place.read_bytes())
    table = SLOT.unpack(content[:SLOT_BYTES])[4]
    for at in range(HEADER_BYTES, table):
        content[at] ^= 0x55
    place.write_bytes(content)
    file = GraphFile.open(place)
    assert file.producer == "metadef"
    with pytest.raises(MetadefError):
        file.ops()


def test_bags_of_foreign_fields_come_back(tmp_path: Path):
    place = tmp_path / "g.mdef"
    graph = weighty(arange(3))
    bag = {"field 17": b"\1\2", "deep": {"a": [1, None, 2.5, "x", (True, 10**30)]}}
    graph.set_bag(graph.node("w0"), bag)
    graph.bag = {"producer": "someone"}
    write(graph, place)
    loaded = GraphFile.open(place).load(graph.registry)
    assert loaded.node("w0").bag == bag
    assert loaded.bag == {"producer": "someone"}


def test_what_a_bag_cannot_hold_is_refused(tmp_path: Path):
    graph = weighty(arange(3))
    graph.bag = {"x": object()}
    with pytest.raises(FileError, match="type object cannot be written"):
        write(graph, tmp_path / "g.mdef")


def test_a_heap_of_one_zero_byte_is_kept(tmp_path: Path):
    graph = Graph("g", registry())
    graph.constant(TensorValue(DataType.UINT8, (1,), Inline(b"\0")), "w")
    write(graph, tmp_path / "g.mdef")
    assert GraphFile.open(tmp_path / "g.mdef").load(graph.registry) == graph


def test_a_column_that_claims_no_entries_is_empty():
    reader = ColumnReader(memoryview(section_of([(1, 0, b""), (2, 3, b"\0\0")])), "demo", 10)
    assert (reader.ints(1).tolist(), reader.ints(2).tolist(), reader.ints(3).tolist()) == ([], [0, 0, 0], [])
    with pytest.raises(FileError, match="more than a file of this size"):
        ColumnReader(memoryview(section_of([(1, 11, b"\0\0")])), "demo", 10)


def test_lists_that_an_unchecked_operator_was_given_come_back_as_tuples_and_nothing_unreadable_is_written(
    tmp_path: Path,
):
    place = tmp_path / "g.mdef"
    graph = Graph("g", registry())
    node = graph.add(opaque("Foreign"), [], {"axes": [1, [2, 3]]}, name="f", outputs=[])
    write(graph, place)
    assert dict(GraphFile.open(place).load(graph.registry).node("f").attrs) == {"axes": (1, (2, 3))}
    for value in (None, {"a": 1}, object()):
        graph.set_attrs(node, {"bad": value})
        with pytest.raises(FileError):
            write(graph, place)
