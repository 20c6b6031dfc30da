"""Pads of which one side is negative, also beyond the axis: onnxruntime has the elements."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from metadef.frontend.onnx import read_onnx
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph


@pytest.mark.parametrize("size", ["c", 1, 2, 5])
@pytest.mark.parametrize("pads", [(1, -2), (-2, 1), (-2, 3), (3, -1), (-1, 2), (2, -3)])
def test_a_cut_may_be_longer_than_the_axis(pads: tuple[int, int], size: int | str):
    own = 1 if size == "c" else int(size)
    if own + sum(pads) < 0:
        pads = (pads[0], pads[1] + 1)
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [size])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    numbers = numpy_helper.from_array(np.array(pads, np.int64), "p")
    graph = helper.make_graph([helper.make_node("Pad", ["x", "p"], ["y"])], "g", [x], [y], [numbers])
    data = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8).SerializeToString()
    feeds = {"x": np.arange(1, own + 1, dtype=np.float32)}
    expected = np.asarray(onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"]).run(None, feeds)[0])
    imported = read_onnx(data).graph
    np.testing.assert_array_equal(run_graph(imported, feeds)["y"], expected)
    assert infer(imported).findings == []
    if size != "c":
        assert imported.outputs[0][1].desc.shape.known_dims() == expected.shape
