"""Hypothesis strategies for whole graphs: everything that a file may have to keep.

`graphs()` gives graphs over `registry()`: all kinds of attributes, subgraphs, control edges, names of any characters,
scalars, empty, symbolic and unknown shapes, formats with sub-format and C0, dynamic ports, absent optionals, operators
that no registry knows, constants of every payload, symbol constraints, provenance, attributes of graphs.
"""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.ops.builtin import opaque
from metadef.ops.proto import OpProto, op
from metadef.ops.registry import Registry
from metadef.types.attrs import AttrKind, Attrs, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import Inline, Splat, TensorValue
from metadef.types.typeset import TypeSet

__all__ = ["ATTR_VALUES", "attr_maps", "descs", "graphs", "names", "registry", "tensors"]

ANY = TypeSet()
NESTING = 2  # subgraphs inside subgraphs

names = st.one_of(
    st.sampled_from(["a", "b/c", "layer_1/attn/matmul", "layer_2/attn/matmul", "/lead", "trail/", "a//b", "conv:0"]),
    st.sampled_from(
        ["_", "opaque", "graph", "input", "FLOAT", "inf", "nan", 'q"uote', "back\\slash", "new\nline", " "]
    ),
    st.sampled_from(["é 中文 😀", "\u2028", "\x85", "\x00nul\x7f", "\u202eevil", "// no comment", "}", "`", "0"]),
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=8),
)
ints = st.one_of(st.integers(-(1 << 63), (1 << 63) - 1), st.integers(-3, 300))
floats = st.one_of(st.floats(), st.sampled_from([0.0, -0.0, 1e-5, float("inf"), float("-inf"), float("nan"), 1e16]))
texts = st.one_of(names, st.just(""))
types = st.sampled_from(list(DataType))


def _tuples(items: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(items, max_size=3).map(tuple)


_ELEMENTS = (
    DataType.FLOAT,
    DataType.INT64,
    DataType.INT32,
    DataType.BOOL,
    DataType.UINT8,
    DataType.FLOAT16,
    DataType.BF16,
)


@st.composite
def tensors(draw: st.DrawFn) -> TensorValue:
    """Constants: few elements, none, thousands, repeated ones, types that NumPy lacks."""
    dtype = draw(st.sampled_from([*_ELEMENTS, DataType.INT4, DataType.COMPLEX128, DataType.QINT8, DataType.DUAL]))
    dims = tuple(draw(st.lists(st.sampled_from([0, 1, 2, 3, 40]), max_size=3)))
    itemsize = TensorValue(dtype, dims, Splat(b"")).itemsize
    size = int(np.prod(dims))
    if draw(st.booleans()):
        return TensorValue(dtype, dims, Splat(draw(st.binary(min_size=itemsize, max_size=itemsize))))
    if dtype is DataType.BOOL:
        return TensorValue(dtype, dims, Inline((b"\x00\x01\x01" * size)[:size]))
    block = draw(st.binary(min_size=1, max_size=24))
    return TensorValue(dtype, dims, Inline((block * (size * itemsize // len(block) + 1))[: size * itemsize]))


_named = st.deferred(lambda: st.builds(NamedAttrs, texts, attr_maps(st.one_of(ints, texts, floats, tensors()))))

ATTR_VALUES: dict[AttrKind, st.SearchStrategy[object]] = {
    AttrKind.Int: ints,
    AttrKind.Float: floats,
    AttrKind.String: texts,
    AttrKind.Bool: st.booleans(),
    AttrKind.Tensor: tensors(),
    AttrKind.Type: types,
    AttrKind.NamedAttrs: _named,
    AttrKind.Bytes: st.binary(max_size=5),
    AttrKind.AscendString: texts,
    AttrKind.ListInt: _tuples(ints),
    AttrKind.ListFloat: _tuples(floats),
    AttrKind.ListString: _tuples(texts),
    AttrKind.ListAscendString: _tuples(texts),
    AttrKind.ListBool: _tuples(st.booleans()),
    AttrKind.ListTensor: _tuples(tensors()),
    AttrKind.ListListInt: _tuples(_tuples(ints)),
    AttrKind.ListListFloat: _tuples(_tuples(floats)),
    AttrKind.ListType: _tuples(types),
    AttrKind.ListBytes: _tuples(st.binary(max_size=3)),
    AttrKind.ListNamedAttrs: _tuples(_named),
}


def attr_maps(values: st.SearchStrategy[object]) -> st.SearchStrategy[Attrs]:
    """Attribute maps of any names."""
    return st.dictionaries(names, values, max_size=3).map(Attrs)


_dims = st.one_of(
    st.integers(0, 5),
    st.sampled_from([None, "n", "m", "2*n+1", "floordiv(m+1,2)", "max(m,n)", "`odd name`", 1 << 40, 1 << 70]),
)


@st.composite
def descs(draw: st.DrawFn, dtype: DataType | None = None) -> TensorDesc:
    """Descriptors: any shape, format, origin, alignment and range."""
    shape = draw(st.one_of(st.none(), st.lists(_dims, max_size=4).map(tuple)))
    own = dtype or draw(types)
    if draw(st.booleans()):
        return TensorDesc(shape, own)
    storage = StorageFormat(
        draw(st.sampled_from(list(Format))),
        draw(st.sampled_from([0, 0, 1, 16, 65535])),
        draw(st.sampled_from([0, 5, 15])),
    )
    origin = draw(st.one_of(st.none(), st.lists(_dims, max_size=4).map(tuple)))
    numbers = st.one_of(st.floats(allow_nan=False), st.integers(-(1 << 63), 1 << 63))
    return TensorDesc(
        shape,
        own,
        storage,
        origin_shape=draw(st.sampled_from([None, (2, "n")])) if origin is None else origin,
        origin_format=draw(st.one_of(st.none(), st.sampled_from(list(Format)))),
        alignment=draw(st.sampled_from([0, 0, 64, 512])),
        value_range=draw(st.one_of(st.none(), st.tuples(numbers, numbers))),
    )


def _every_kind() -> OpProto:
    proto = op("EveryKind").optional_input("x", ANY).output("y", ANY)
    for kind in AttrKind:
        proto = proto.attr(f"a_{kind.name}", kind, _defaults()[kind])
    return proto


def _defaults() -> dict[AttrKind, object]:
    empty = TensorValue(DataType.FLOAT, (0,), Inline(b""))
    scalars: dict[AttrKind, object] = {
        AttrKind.Int: 0,
        AttrKind.Float: 0.0,
        AttrKind.String: "",
        AttrKind.AscendString: "",
        AttrKind.Bool: False,
        AttrKind.Tensor: empty,
        AttrKind.Type: DataType.FLOAT,
        AttrKind.NamedAttrs: NamedAttrs(""),
        AttrKind.Bytes: b"",
    }
    return {kind: scalars.get(kind, ()) for kind in AttrKind}


def registry() -> Registry:
    """Operators with every kind of port and attribute."""
    return Registry(
        [
            op("Unary").input("x", ANY).output("y", ANY).attr("alpha", AttrKind.Float, 1.0),
            _every_kind(),
            op("Optional").input("x", ANY).optional_input("bias", ANY).optional_input("scale", ANY).output("y", ANY),
            op("Gather").dynamic_input("x", ANY).output("y", ANY),
            op("Two").dynamic_input("a", ANY).input("x", ANY).dynamic_input("b", ANY).output("y", ANY),
            op("Split").input("x", ANY).output("first", ANY).dynamic_output("y", ANY),
            op("TwoSplit").dynamic_output("a", ANY).dynamic_output("b", ANY),
            op("Sink").input("x", ANY),
            op("opaque").input("x", ANY).output("y", ANY),
            op("Branch").input("x", ANY).output("y", ANY).graph("then").dynamic_graph("branches"),
        ]
    )


@st.composite
def graphs(draw: st.DrawFn, most_nodes: int = 8) -> Graph:
    """A graph and its subgraphs."""
    graph = Graph(draw(texts), registry())
    for line in draw(st.sets(st.sampled_from(["n >= 2", "n <= 64", "m = 2*k", "symbol k", "broadcast(n, k)"]))):
        graph.store.read_lines([line])
    _fill(draw, graph, most_nodes, NESTING)
    graph.journal.forget()
    return graph


def _fill(draw: st.DrawFn, graph: Graph, most_nodes: int, nesting: int) -> None:
    graph.attrs = draw(attr_maps(st.one_of(*ATTR_VALUES.values())))
    values: list[Value] = []
    for _ in range(draw(st.integers(0, 2))):
        values.append(graph.add_input(graph.unique_name(draw(names)), draw(descs()), origin=draw(_origins)))
    for _ in range(draw(st.integers(0, most_nodes))):
        node = _add(draw, graph, values)
        values += node.outputs
        if draw(st.integers(0, 4)) == 0:
            graph.set_origin(node, draw(_origins) or Provenance("f", node.name))
        others = [other for other in graph.nodes if other is not node]
        if others and draw(st.integers(0, 4)) == 0:
            graph.set_control_inputs(node, draw(st.lists(st.sampled_from(others), max_size=2)))
        if node.op == "Branch" and nesting:
            for slot in draw(st.sampled_from([("then",), ("then", "branches0"), ()])):
                _fill(draw, graph.subgraph(node, slot, draw(texts)), 3, nesting - 1)
    if values and draw(st.booleans()):
        graph.set_outputs((draw(texts), draw(st.sampled_from(values))) for _ in range(draw(st.integers(1, 3))))


_origins = st.one_of(
    st.none(), st.builds(Provenance, texts, texts, texts, texts, st.lists(texts, max_size=2).map(tuple))
)


def _add(draw: st.DrawFn, graph: Graph, values: list[Value]) -> Node:
    name = graph.unique_name(draw(names))
    some = st.lists(st.sampled_from(values), max_size=3) if values else st.just([])
    kinds = ["const", "TwoSplit", "EveryKind", "Gather", "opaque op"]
    kinds += ["Unary", "Optional", "Two", "Split", "Sink", "opaque", "Branch"] if values else []
    kind = draw(st.sampled_from(kinds))
    if kind == "const":
        return graph.constant(draw(tensors()), name).producer
    if kind == "opaque op":
        maybe = st.lists(st.one_of(st.none(), st.sampled_from(values)), max_size=3) if values else st.just([])
        attrs = draw(attr_maps(st.one_of(*ATTR_VALUES.values(), st.integers(-(10**30), 10**30))))
        outputs = draw(st.lists(descs(), max_size=2))
        return graph.add(opaque(draw(names)), [draw(maybe)], attrs, name=name, outputs=outputs)
    if kind == "EveryKind":
        chosen = draw(st.lists(st.sampled_from(list(AttrKind)), max_size=4, unique=True))
        attrs = {f"a_{item.name}": draw(ATTR_VALUES[item]) for item in chosen}
        return graph.add(kind, [draw(st.sampled_from([*values, None]))], attrs, name=name, outputs=[draw(descs())])
    if kind == "TwoSplit":
        counts = [draw(st.integers(0, 2)), draw(st.integers(0, 2))]
        outputs = [draw(descs()) for _ in range(sum(counts))]
        return graph.add(kind, [], name=name, outputs=outputs, output_counts=counts)
    if kind == "Gather":
        return graph.add(kind, [draw(some)], name=name, outputs=[draw(descs())])
    one = st.sampled_from(values)
    if kind == "Two":
        return graph.add(kind, [draw(some), draw(one), draw(some)], name=name, outputs=[draw(descs())])
    if kind == "Split":
        return graph.add(kind, [draw(one)], name=name, outputs=draw(st.lists(descs(), min_size=1, max_size=3)))
    if kind == "Optional":
        inputs = [draw(one), draw(st.one_of(st.none(), one)), draw(st.one_of(st.none(), one))]
        return graph.add(kind, inputs, name=name, outputs=[draw(descs())])
    return graph.add(kind, [draw(one)], name=name, outputs=[] if kind == "Sink" else [draw(descs())])
