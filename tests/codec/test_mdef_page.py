"""The page that specifies `.mdef` is enough: a reader written from it alone reads what the writer writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_strategies import graphs
from mdef_plain_reader import PlainFile
from metadef.codec.mdef.append import write_changes
from metadef.codec.mdef.writer import write
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.types.attrs import AttrValue, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mdef") / "graph.mdef"


def plain_attr(value: AttrValue) -> object:
    """An attribute value as the plain reader gives it."""
    match value:
        case tuple():
            return tuple(map(plain_attr, value))
        case DataType():
            return ("type", value.ge_value)
        case NamedAttrs():
            return ("named", value.name, {key: plain_attr(item) for key, item in value.attrs.items()})
        case TensorValue():
            data = bytes(value.data())
            step = value.itemsize
            repeats = value.size >= 64 and data[:-step] == data[step:]
            return ("constant", value.dtype.ge_value, list(value.dims), repeats, data[:step] if repeats else data)
        case _:
            return value


def plain_desc(desc: TensorDesc) -> tuple[object, ...]:
    def dims(shape: object) -> object:
        found = shape.to_json()
        return None if found is None else [str(d) if isinstance(d, int) and d >> 63 else d for d in found]

    storage = desc.storage_format.packed
    own, origin = dims(desc.shape), dims(desc.origin_shape)
    return (desc.dtype.ge_value, storage, own, desc.origin_format.value, origin, desc.alignment)


def plain_value(value: Value | None) -> tuple[str, int] | None:
    return None if value is None else (value.producer.name, value.index)


def plain_graph(graph: Graph) -> dict[str, object]:
    return {
        "name": graph.name,
        "attributes": {key: plain_attr(value) for key, value in graph.attrs.items()},
        "outputs": [(name, plain_value(value)) for name, value in graph.outputs],
        "nodes": [
            {
                "name": node.name,
                "op": node.op,
                "inputs": list(map(plain_value, node.inputs)),
                "members": node.counts,
                "output members": node.output_counts,
                "attributes": {key: plain_attr(value) for key, value in node.attrs.items()},
                "outputs": [plain_desc(value.desc) for value in node.outputs],
                "after": [other.name for other in node.control_inputs],
            }
            for node in graph.nodes
        ],
    }


def assert_said(file: PlainFile, root: Graph) -> None:
    said = file.graphs()
    by_place = {tuple(graph["owner"]): number for number, graph in enumerate(said) if "owner" in graph}
    pending = [(0, root)]
    seen = 0
    while pending:
        number, graph = pending.pop()
        seen += 1
        found = {key: value for key, value in said[number].items() if key != "owner"}
        assert repr(sort_attrs(found)) == repr(sort_attrs(plain_graph(graph)))  # WHY repr: NaN, and 1 is not 1.0
        for node in graph.nodes:
            pending += [(by_place[number, node.name, slot], inner) for slot, inner in node.subgraphs.items()]
    assert seen == len(said)
    assert file.constraints() == list(root.store.lines())


def sort_attrs(value: object) -> object:
    """Maps in the order of their keys."""
    match value:
        case dict():
            return {key: sort_attrs(value[key]) for key in sorted(value)}
        case list() | tuple():
            return type(value)(map(sort_attrs, value))
        case _:
            return value


@given(graphs(most_nodes=6), st.booleans())
@settings(max_examples=60)
def test_a_reader_written_from_the_page_reads_the_same(place: Path, graph: Graph, compressed: bool):
    try:
        from backports import zstd
    except ImportError:
        from compression import zstd
    write(graph, place, compressed=compressed)
    assert_said(PlainFile(place.read_bytes(), zstd), graph)


def test_it_reads_what_an_incremental_save_leaves(place: Path):
    from graph_strategies import registry

    graph = Graph("g", registry())
    value = graph.add_input("x", TensorDesc((2,), DataType.FLOAT))
    for index in range(300):
        value = graph.add("Unary", [value], {"alpha": index / 7}, name=f"n/{index}").output
    write(graph, place)
    graph.set_attr(graph.node("n/150"), "alpha", 0.5)
    write_changes(graph, place)
    assert_said(PlainFile(place.read_bytes()), graph)
