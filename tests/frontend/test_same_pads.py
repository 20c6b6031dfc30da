"""SAME_UPPER over sizes that are symbols: onnxruntime has the shapes and the numbers for every size that is put in.

It refuses dilations with SAME, or leaves them out of the pads, so that there are none here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper

from metadef.driver.symbols import set_symbols
from metadef.frontend.onnx import read_onnx
from metadef.frontend.onnx_export import export_model
from metadef.infer.engine import infer
from metadef.infer.input_shapes import apply_input_shapes
from metadef.kernels.run import run_graph

Array = NDArray[np.float32]
SIZES = (7, 8, 9, 12)
WINDOWS = [
    ("Conv", 1, {}),
    ("Conv", 2, {"group": 1}),
    ("Conv", 3, {}),
    ("MaxPool", 1, {}),
    ("MaxPool", 2, {}),
    ("MaxPool", 2, {"ceil_mode": 1}),
    ("MaxPool", 3, {}),
    ("AveragePool", 1, {}),
    ("AveragePool", 2, {"count_include_pad": 1}),
    ("AveragePool", 2, {}),
    ("LpPool", 2, {"p": 2}),
]


def model(op: str, rank: int, attrs: dict[str, Any]) -> onnx.ModelProto:
    sizes = ["h", "w", "d"][:rank]
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 2, *sizes])]
    if op == "Conv":
        inputs.append(helper.make_tensor_value_info("k", TensorProto.FLOAT, [3, 2, *[3, 4, 2][:rank]]))
    shared = {"auto_pad": "SAME_UPPER", "strides": [2, 3, 2][:rank], "kernel_shape": [3, 4, 2][:rank]}
    node = helper.make_node(op, [item.name for item in inputs], ["y"], **shared, **attrs)
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    graph = helper.make_graph([node], "g", inputs, [output])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)], ir_version=9)


def feeds_of(op: str, rank: int, image: list[int]) -> dict[str, Array]:
    random = np.random.default_rng(rank)
    feeds = {"x": random.standard_normal([1, 2, *image]).astype(np.float32)}
    if op == "Conv":
        feeds["k"] = random.standard_normal([3, 2, *[3, 4, 2][:rank]]).astype(np.float32)
    return feeds


def run(data: bytes, feeds: dict[str, Array]) -> Array:
    session = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, feeds)[0])


def assert_same(found: Array, expected: Array) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(("op", "rank", "attrs"), WINDOWS)
def test_pads_that_the_operator_finds_are_those_of_onnxruntime(op: str, rank: int, attrs: dict[str, Any]):
    data = model(op, rank, attrs).SerializeToString()
    for first in SIZES:
        image = [first, 11, 6][:rank]
        imported = read_onnx(data)
        assert imported.findings == []
        feeds = feeds_of(op, rank, image)
        expected = run(data, feeds)
        graph = imported.graph
        assert_same(run_graph(graph, feeds)["y"], expected)
        assert set_symbols(graph, dict(zip("hwd", image, strict=False)), "test") is None
        apply_input_shapes(graph, {}, "test")
        assert infer(graph).findings == []
        assert graph.outputs[0][1].desc.shape.known_dims() == expected.shape


@pytest.mark.parametrize(("op", "rank", "attrs"), [case for case in WINDOWS if case[1] > 1 and case[0] != "LpPool"])
def test_a_padding_mode_is_exported_as_one(op: str, rank: int, attrs: dict[str, Any]):
    data = model(op, rank, attrs).SerializeToString()
    exported = export_model(read_onnx(data).graph).model.SerializeToString()
    assert {node.domain for node in onnx.load_from_string(exported).graph.node} == {""}
    feeds = feeds_of(op, rank, [9, 11, 6][:rank])
    assert_same(run(exported, feeds), run(data, feeds))
