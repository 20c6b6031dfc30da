"""Random and hostile protobuf for the tests of the readers."""

from typing import Any

from hypothesis import strategies as st

from metadef.wire import message_class


@st.composite
def onnx_models(draw: st.DrawFn) -> Any:
    """A ModelProto with payloads of all sizes in initializers, constants, functions and subgraphs."""
    model = message_class("onnx.ModelProto")(ir_version=8, producer_name=draw(st.text(max_size=4)))
    _fill_graph(draw, model.graph, depth=0)
    for index in range(draw(st.integers(0, 2))):
        _fill_node(draw, model.functions.add(name=f"f{index}").node.add(), depth=0)
    return model


def _fill_graph(draw: st.DrawFn, graph: Any, depth: int) -> None:
    graph.name = f"g{depth}"
    for index in range(draw(st.integers(0, 3))):
        _fill_node(draw, graph.node.add(name=f"n{index}"), depth)
    for index in range(draw(st.integers(0, 3))):
        _fill_tensor(draw, graph.initializer.add(name=f"w{index}"))
    if draw(st.booleans()):
        sparse = graph.sparse_initializer.add(dims=[9])
        _fill_tensor(draw, sparse.values)
        _fill_tensor(draw, sparse.indices)


def _fill_node(draw: st.DrawFn, node: Any, depth: int) -> None:
    node.op_type = "If"
    match draw(st.integers(0, 3 if depth < 3 else 2)):
        case 0:
            node.attribute.add(name="value", type=4).t.name = "plain"
        case 1:
            _fill_tensor(draw, node.attribute.add(name="value", type=4).t)
        case 2:
            _fill_tensor(draw, node.attribute.add(name="values", type=9).tensors.add())
        case _:
            _fill_graph(draw, node.attribute.add(name="body", type=5).g, depth + 1)


def _fill_tensor(draw: st.DrawFn, tensor: Any) -> None:
    size = draw(st.sampled_from([0, 1, 31, 32, 33, 127, 128, 200, 2000, 20000]))
    tensor.dims.append(size)
    tensor.data_type = 2
    if draw(st.booleans()):
        tensor.int32_data.extend(range(min(size, 40)))
    else:
        tensor.raw_data = bytes([draw(st.integers(0, 255))]) * size


@st.composite
def mutations(draw: st.DrawFn, raw: bytes) -> bytes:
    """`raw` with a few bytes flipped, inserted, removed, or the end cut off."""
    data = bytearray(raw)
    for _ in range(draw(st.integers(1, 4))):
        if not data:
            break
        place = draw(st.integers(0, len(data) - 1))
        match draw(st.integers(0, 4)):
            case 0:
                data[place] = draw(st.integers(0, 255))
            case 1:
                data[place:place] = draw(st.binary(min_size=1, max_size=6))
            case 2:
                del data[place : place + draw(st.integers(1, 8))]
            case 3:
                data[place:place] = draw(st.sampled_from([b"\xff" * 4 + b"\x0b", b"\xff" * 9 + b"\x01", b"\x80" * 12]))
            case _:
                del data[place:]
    return bytes(data)
