"""Rewrites that are wrong on purpose: comparing numbers after each pass must name them and take them back.

Each stands for a mistake that compilers have made. Our own passes must be green on the graph on which it is red.
Mistakes within our passes are in `test_mutants.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

import metadef.passes.common_subexpression_elimination as cse
from metadef.catalogue import registry
from metadef.driver.difference import difference
from metadef.driver.onnxruntime_run import run_onnxruntime
from metadef.driver.pass_settings import NumericInspector
from metadef.frontend.onnx import read_onnx
from metadef.graph.clone import clone
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.ops.proto import OpProto
from metadef.passes.base import Context, NodePass
from metadef.passes.manager import run_passes
from metadef.passes.table import default_passes, find_pass
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat
from metadef.types.tensor import TensorDesc

RNG = np.random.default_rng(11)


class Net:
    """A graph in a few words."""

    def __init__(self, **inputs: Sequence[int]) -> None:
        self.graph = Graph("net", registry())
        self.inputs = [
            self.graph.add_input(name, TensorDesc(tuple(dims), DataType.FLOAT)) for name, dims in inputs.items()
        ]

    def __call__(self, op: str, *inputs: Any, **attrs: Any) -> Value:
        fed = [self.const(item) if isinstance(item, np.ndarray | float) else item for item in inputs]
        node = self.graph.add(op, fed, attrs)
        return node.output

    def const(self, array: Any) -> Value:
        made = np.asarray(array)
        return self.graph.constant(made.astype(np.float32) if made.dtype.kind == "f" else made)

    def returning(self, *values: Value) -> Graph:
        self.graph.set_outputs((f"y{i}", value) for i, value in enumerate(values))
        assert not infer(self.graph).findings
        return self.graph


def ints(*numbers: int) -> np.ndarray[Any, Any]:
    return np.array(numbers, np.int64)


def weights(*dims: int) -> np.ndarray[Any, Any]:
    return RNG.normal(size=dims)


# --- the graphs ----------------------------------------------------------------------------------------------------


def reshape_of_a_broadcast() -> Graph:
    net = Net(x=(2, 2, 3))
    return net.returning(net("Reshape", net("Add", net.inputs[0], weights(2, 1)), ints(3, 2, 2)))


def padded_average() -> Graph:
    net = Net(x=(1, 2, 5, 5))
    padded = net("Pad", net.inputs[0], np.array([[0, 0], [0, 0], [1, 1], [1, 1]], np.int64))
    attrs = {"ksize": (1, 1, 3, 3), "strides": (1, 1, 1, 1), "data_format": "NCHW"}
    return net.returning(net("AvgPoolV2", padded, **attrs))


def quick_gelu() -> Graph:
    net = Net(x=(4, 6))
    return net.returning(net("Mul", net.inputs[0], net("Sigmoid", net("Mul", net.inputs[0], 1.702))))


def product() -> Graph:
    net = Net(x=(4, 6))
    return net.returning(net("MatMulV2", net.inputs[0], weights(6, 6)))


def two_slopes() -> Graph:
    net = Net(x=(4, 6))
    return net.returning(*(net("LeakyRelu", net.inputs[0], negative_slope=slope) for slope in (0.1, 0.3)))


def sum_of_inputs() -> Graph:
    net = Net(x=(4, 6), w=(6,))
    return net.returning(net("Add", *net.inputs))


def backward_slice() -> Graph:
    net = Net(x=(6,))
    return net.returning(net("StridedSlice", net.inputs[0], ints(4), ints(1), ints(-1)))


def joined() -> Graph:
    net = Net(x=(2, 3), z=(2, 3))
    return net.returning(net("ConcatD", net.inputs, concat_dim=1, N=2))


def clipped() -> Graph:
    net = Net(x=(30,))
    return net.returning(net("ClipByValue", net.inputs[0], -0.5, 0.75))


def centred() -> Graph:
    net = Net(x=(3, 3))
    mean = net("ReduceMean", net.inputs[0], ints(1), keep_dims=True)
    return net.returning(net("Sub", net.inputs[0], mean))


def normalised() -> Graph:
    net = Net(x=(4, 4))
    attrs = {"begin_norm_axis": -1, "begin_params_axis": -1, "epsilon": 1e-5}
    return net.returning(net("LayerNormV3", net.inputs[0], weights(4), weights(4), **attrs))


def softmax() -> Graph:
    net = Net(x=(4, 4))
    return net.returning(net("SoftmaxV2", net.inputs[0], axes=(-1,)))


def attention() -> Graph:
    net = Net(x=(2, 3, 4))
    x = net.inputs[0]
    scores = net("Mul", net("BatchMatMulV2", x, x, adj_x2=True), 0.5)
    return net.returning(net("BatchMatMulV2", net("SoftmaxV2", scores, axes=(-1,)), x))


def half_and_back() -> Graph:
    """What rounding to 16 bits takes away: no tolerance hides it."""
    net = Net(x=(4, 6))
    rounded = net("Cast", net("Cast", net.inputs[0], dst_type=1), dst_type=0)
    return net.returning(net("Sub", net.inputs[0], rounded))


def turned_twice() -> Graph:
    net = Net(x=(3, 3, 3))
    return net.returning(net("Transpose", net("Transpose", net.inputs[0], ints(1, 2, 0)), ints(0, 2, 1)))


def read_twice() -> Graph:
    net = Net(x=(1, 3, 4, 4))
    attrs = {"strides": (1, 1, 1, 1), "pads": (0, 0, 0, 0), "data_format": "NCHW"}
    conv = net("Conv2D", net.inputs[0], weights(3, 3, 1, 1), **attrs)
    rows = [np.abs(weights(3)) + 0.1 for _ in range(4)]
    return net.returning(net("BNInfer", conv, *rows, epsilon=1e-3), net("Relu", conv))


def biased() -> Graph:
    net = Net(x=(1, 3, 3, 3))
    attrs = {"strides": (1, 1, 1, 1), "pads": (0, 0, 0, 0), "data_format": "NCHW"}
    conv = net("Conv2D", net.inputs[0], weights(3, 3, 1, 1), **attrs)
    return net.returning(net("Add", conv, weights(3)))


# --- the mistakes --------------------------------------------------------------------------------------------------


def replace(graph: Graph, node: Node, op: str, inputs: Sequence[Any], **attrs: Any) -> None:
    made = graph.add(op, inputs, attrs, outputs=[node.output.desc])
    graph.replace_uses(node.output, made.output)
    graph.remove(node)


def constant(graph: Graph, array: Any, dtype: Any = np.float32) -> Value:
    return graph.constant(np.asarray(array, dtype))


def array_of(value: Value | None) -> np.ndarray[Any, Any]:
    assert value is not None
    tensor: Any = value.producer.attrs["value"]
    return tensor.array()


def hoist_reshape(graph: Graph, node: Node) -> None:
    """Reshape(Add(x, b)) -> Add(Reshape(x), b), although b was stretched along the old axes."""
    inner = node.inputs[0].producer if node.inputs[0] else node
    if inner.op != "Add":
        return
    moved = graph.add("Reshape", [inner.inputs[0], node.inputs[1]], outputs=[node.output.desc])
    replace(graph, node, "Add", [moved.output, inner.inputs[1]])


def pad_into_average(graph: Graph, node: Node) -> None:
    """Pads of a pooling are not counted in the mean; those of a Pad are."""
    inner = node.inputs[0].producer if node.inputs[0] else node
    if inner.op != "Pad":
        return
    attrs = {"ksize": (1, 1, 3, 3), "strides": (1, 1, 1, 1), "data_format": "NCHW", "pads": (1, 1, 1, 1)}
    replace(graph, node, "AvgPoolV2", [inner.inputs[0]], **attrs)


def gelu_for_quick_gelu(graph: Graph, node: Node) -> None:
    replace(graph, node, "GeluV2", [node.inputs[0]])


def flip_transpose(graph: Graph, node: Node) -> None:
    if not node.attr("transpose_x2"):
        graph.set_attr(node, "transpose_x2", True)


def drop_attributes(graph: Graph, node: Node) -> None:
    first = next(item for item in graph.nodes if item.op == node.op)
    if first is not node:
        graph.replace_uses(node.output, first.output)
        graph.remove(node)


def fold_what_can_be_fed(graph: Graph, node: Node) -> None:
    """The default value of an input that the caller may feed, as if nobody could."""
    if node.inputs[1] is graph.inputs[1]:
        graph.replace_input(node, 1, constant(graph, np.ones(6)))


def off_by_one(graph: Graph, node: Node) -> None:
    if array_of(node.inputs[1])[0] == 4:
        graph.replace_input(node, 1, constant(graph, [3], np.int64))
        graph.replace_input(node, 2, constant(graph, [0], np.int64))


def swap_first_two(graph: Graph, node: Node) -> None:
    first, second = node.inputs[:2]
    if first is graph.inputs[0]:
        graph.replace_input(node, 0, second)
        graph.replace_input(node, 1, first)


def exchange_bounds(graph: Graph, node: Node) -> None:
    _, low, high = node.inputs
    if array_of(low) < array_of(high):
        graph.replace_input(node, 1, high)
        graph.replace_input(node, 2, low)


def forget_keep_dims(graph: Graph, node: Node) -> None:
    if node.attr("keep_dims"):
        graph.set_attr(node, "keep_dims", False)


def other_axis_of_normalisation(graph: Graph, node: Node) -> None:
    """Normalises columns instead of rows."""
    if node.inputs[0] is graph.inputs[0]:
        perm = constant(graph, [1, 0], np.int64)
        turned = graph.add("Transpose", [node.inputs[0], perm], outputs=[node.inputs[0].desc])
        back = graph.add("Transpose", [node.output, perm], outputs=[node.output.desc])
        graph.replace_input(node, 0, turned.output)
        graph.set_outputs([("y0", back.output)])


def shift_axis(graph: Graph, node: Node) -> None:
    if node.attr("axes") == (-1,):
        graph.set_attr(node, "axes", (0,))


def square_scale(graph: Graph, node: Node) -> None:
    if array_of(node.inputs[1]) == 0.5:
        graph.replace_input(node, 1, constant(graph, 0.25))


def drop_casts(graph: Graph, node: Node) -> None:
    inner = node.inputs[0].producer if node.inputs[0] else node
    if inner.op == "Cast":
        graph.replace_uses(node.output, inner.inputs[0] or node.output)


def merge_backwards(graph: Graph, node: Node) -> None:
    inner = node.inputs[0].producer if node.inputs[0] else node
    if inner.op == "Transpose":
        outer = array_of(node.inputs[1])
        perm = constant(graph, outer[array_of(inner.inputs[1])], np.int64)
        replace(graph, node, "Transpose", [inner.inputs[0], perm])


def norm(epsilon: float = 1e-3, has_root: bool = True, others: bool = False) -> Callable[[Graph, Node], None]:
    """Batch normalisation into the filter; the arguments say what is wrong with it."""

    def fold(graph: Graph, node: Node) -> None:
        conv = node.inputs[0].producer if node.inputs[0] else node
        scale, offset, mean, variance = (array_of(value).astype(np.float64) for value in node.inputs[1:5])
        factor = scale / (np.sqrt(variance + epsilon) if has_root else variance + epsilon)
        weight = constant(graph, array_of(conv.inputs[1]) * factor[:, None, None, None])
        bias = constant(graph, offset - mean * factor)
        attrs = {"strides": (1, 1, 1, 1), "pads": (0, 0, 0, 0), "data_format": "NCHW"}
        made = graph.add("Conv2D", [conv.inputs[0], weight, bias], attrs, outputs=[node.output.desc])
        if others:
            graph.replace_uses(conv.output, made.output)
        graph.replace_uses(node.output, made.output)
        graph.remove(node)

    return fold


def bias_of_the_wrong_axis(graph: Graph, node: Node) -> None:
    """Add stretches along the last axis; the bias of a convolution along the channels."""
    conv = node.inputs[0].producer if node.inputs[0] else node
    attrs = {"strides": (1, 1, 1, 1), "pads": (0, 0, 0, 0), "data_format": "NCHW"}
    replace(graph, node, "Conv2D", [conv.inputs[0], conv.inputs[1], node.inputs[1]], **attrs)


@dataclass(frozen=True)
class Mistake:
    """A graph, and what a wrong pass does at each node of an operator."""

    build: Callable[[], Graph]
    op: str
    change: Callable[[Graph, Node], None]

    def as_pass(self) -> NodePass:
        change = self.change

        class Wrong(NodePass):
            name = "wrong"
            ops = frozenset({self.op})

            def visit(self, graph: Graph, node: Node, context: Context) -> None:
                change(graph, node)

        return Wrong()


MISTAKES: dict[str, Mistake] = {
    "batch normalisation folded with the wrong epsilon": Mistake(read_twice, "BNInfer", norm(epsilon=0.1)),
    "variance without its root": Mistake(read_twice, "BNInfer", norm(has_root=False)),
    "batch normalisation into a convolution that others read": Mistake(read_twice, "BNInfer", norm(others=True)),
    "transposes merged in the wrong order": Mistake(turned_twice, "Transpose", merge_backwards),
    "reshape hoisted over a broadcast": Mistake(reshape_of_a_broadcast, "Reshape", hoist_reshape),
    "a pair of casts removed that loses precision": Mistake(half_and_back, "Cast", drop_casts),
    "Pad folded into an average": Mistake(padded_average, "AvgPoolV2", pad_into_average),
    "a sum as bias of the wrong axis": Mistake(biased, "Add", bias_of_the_wrong_axis),
    "Gelu for x sigmoid(1.702 x)": Mistake(quick_gelu, "Mul", gelu_for_quick_gelu),
    "layer normalisation of the wrong axis": Mistake(normalised, "LayerNormV3", other_axis_of_normalisation),
    "softmax of the wrong axis": Mistake(softmax, "SoftmaxV2", shift_axis),
    "scale of attention squared": Mistake(attention, "Mul", square_scale),
    "transpose flag of a product flipped": Mistake(product, "MatMulV2", flip_transpose),
    "equal but for their attributes": Mistake(two_slopes, "LeakyRelu", drop_attributes),
    "an input that can be fed folded": Mistake(sum_of_inputs, "Add", fold_what_can_be_fed),
    "a slice with negative step off by one": Mistake(backward_slice, "StridedSlice", off_by_one),
    "order of a concatenation exchanged": Mistake(joined, "ConcatD", swap_first_two),
    "bounds of a clip exchanged": Mistake(clipped, "ClipByValue", exchange_bounds),
    "keep_dims of a mean ignored": Mistake(centred, "ReduceMean", forget_keep_dims),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_wrong_rewrite_is_named_and_taken_back(name: str):
    mistake = MISTAKES[name]
    graph = mistake.build()
    before, numbers = str(graph), NumericInspector(graph)
    (result,) = run_passes(graph, [mistake.as_pass()], Context(infer(graph)), inspectors=[numbers], settle=False)
    assert {(item.name, item.subject) for item in result.findings} == {("numerics-changed", "pass wrong")}
    assert not result.ok and str(graph) == before


@pytest.mark.parametrize("name", MISTAKES)
def test_our_own_passes_are_right_about_the_same_graph(name: str):
    graph = MISTAKES[name].build()
    results = run_passes(
        graph, default_passes(), Context(infer(graph)), inspectors=[NumericInspector(graph)], check=True
    )
    assert all(item.ok for item in results)


def test_the_fold_that_the_mistakes_vary_is_right_without_them():
    graph = read_twice()
    numbers = NumericInspector(graph)
    (result,) = run_passes(
        graph, [Mistake(read_twice, "BNInfer", norm()).as_pass()], Context(infer(graph)), inspectors=[numbers]
    )
    assert result.ok and result.changed


# --- mistakes that equal inputs do not show --------------------------------------------------------------------------


def noise() -> Graph:
    """The difference of two draws."""
    net = Net(x=(4,))
    draws = [net("RandomStandardNormal", ints(50), dtype=DataType.FLOAT) for _ in range(2)]
    return net.returning(net("Sub", *draws), net("Relu", net.inputs[0]))


def drawn(graph: Graph) -> float:
    return float(np.abs(run_graph(graph, {"x": np.zeros(4, np.float32)})["y0"]).max())


def test_two_draws_are_not_one(monkeypatch: pytest.MonkeyPatch):
    graph = noise()
    run_passes(graph, default_passes(), Context(infer(graph)))
    assert drawn(graph) > 0
    real = OpProto.has_trait
    monkeypatch.setattr(OpProto, "has_trait", lambda self, trait: trait == cse.PURE or real(self, trait))
    wrong = noise()
    run_passes(wrong, [find_pass("common-subexpression-elimination")], Context(infer(wrong)))
    assert drawn(wrong) == 0  # what the first assertion would see


def test_nodes_that_differ_in_attributes_are_not_one(monkeypatch: pytest.MonkeyPatch):
    """The mutant is in our own pass: its key without attributes."""
    graph = two_slopes()
    numbers = NumericInspector(graph)
    monkeypatch.setattr(cse, "_key", lambda node: (node.op, tuple(map(id, node.inputs)), node.name * (not node.inputs)))
    (result,) = run_passes(
        graph, [find_pass("common-subexpression-elimination")], Context(infer(graph)), inspectors=[numbers]
    )
    assert result.changed == 0  # both are outputs: refused before numbers are asked
    net = Net(x=(4, 6))
    slopes = [net("LeakyRelu", net.inputs[0], negative_slope=slope) for slope in (0.1, 0.3)]
    graph = net.returning(net("Add", *slopes))
    numbers = NumericInspector(graph)
    (result,) = run_passes(
        graph, [find_pass("common-subexpression-elimination")], Context(infer(graph)), inspectors=[numbers]
    )
    assert [item.name for item in result.findings] == ["numerics-changed"]


def test_constants_of_equal_bytes_with_different_meanings_are_not_one():
    """Filters [16, 32, 3, 3] and [16, 288, 1, 1] fill the same blocks; the first version of the key merged them."""
    graph = Graph("g", registry())
    dims = ((16, 32, 3, 3), (16, 288, 1, 1))
    values: list[Value] = []
    for index, origin in enumerate(dims):
        value = graph.constant(np.ones((18, 1, 16, 16), np.float16), f"w{index}")
        plain = TensorDesc(origin, DataType.FLOAT16, Format.NCHW)
        graph.set_desc(value, plain.stored_as(StorageFormat(Format.FRACTAL_Z), value.desc.shape))
        values.append(value)
    graph.set_outputs((f"y{index}", graph.add("Identity", [value]).output) for index, value in enumerate(values))
    run_passes(graph, [find_pass("common-subexpression-elimination")], Context(infer(graph)))
    assert [node.name for node in graph.nodes if node.op == "Const"] == ["w0", "w1"]


def test_dropout_in_training_is_kept_and_leaving_it_out_would_show(tmp_path: Path):
    info = helper.make_tensor_value_info
    nodes = [helper.make_node("Dropout", ["x", "ratio", "training"], ["y"], seed=3)]
    constants = [
        helper.make_tensor("ratio", TensorProto.FLOAT, [], [0.5]),
        helper.make_tensor("training", TensorProto.BOOL, [], [True]),
    ]
    x, y = info("x", TensorProto.FLOAT, [64]), info("y", TensorProto.FLOAT, [64])
    proto = helper.make_graph(nodes, "g", [x], [y], constants)
    model = helper.make_model(proto, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, tmp_path / "dropout.onnx")
    graph = read_onnx(tmp_path / "dropout.onnx").graph
    run_passes(graph, default_passes(), Context(infer(graph)))
    fed = {"x": np.ones(64, np.float32)}
    found = run_onnxruntime(tmp_path / "dropout.onnx", fed)["y"]
    assert set(run_graph(graph, fed)["y"].tolist()) == set(found.tolist()) == {0.0, 2.0}
    assert not difference("y", found, fed["x"]).ok  # what a graph without the node would give


def test_copies_of_these_graphs_are_independent():
    graph = joined()
    copy = clone(graph)
    run_passes(copy, [MISTAKES["order of a concatenation exchanged"].as_pass()], Context(infer(copy)))
    assert str(copy) != str(graph)
