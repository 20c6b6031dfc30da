"""Loops whose slices the model does not declare, branches whose condition is known, and places of maxima."""

from __future__ import annotations

import numpy as np
import onnx.parser
import onnxruntime
import pytest

from metadef.frontend.onnx import read_onnx
from metadef.frontend.onnx.result import Imported
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph


def parsed(body: str) -> bytes:
    return onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : 16]> {body}').SerializeToString()


def read(body: str) -> Imported:
    imported = read_onnx(parsed(body))
    assert [str(item) for item in (*imported.findings, *infer(imported.graph).findings)] == []
    return imported


def shapes(imported: Imported) -> list[str]:
    return [f"{value.desc.dtype.name}{value.desc.origin_shape}" for _, value in imported.graph.outputs]


LOOP = """
g (int64 n, bool go, {state} x) => ({state} last, {dtype}[] all) {{
  last, all = Loop (n, go, x) <body = b (int64 i, bool c, {state} s) => (bool d, {state} t, {dtype}[] each) {{
    d = Identity(c)
    t = Identity(s)
    each = {op}(s)
  }}>
}}
"""


@pytest.mark.parametrize(
    ("state", "dtype", "op", "expected"),
    [
        ("float[2,3]", "float", "Identity", ["FLOAT[2, 3]", "FLOAT[?, 2, 3]"]),
        ("float[2,3]", "int64", "Shape", ["FLOAT[2, 3]", "INT64[?, 2]"]),
        ("int32", "int32", "Neg", ["INT32[]", "INT32[?]"]),
        ("float[k,3]", "float", "Identity", ["FLOAT[k, 3]", "FLOAT[?, k, 3]"]),
        ("float[h,3,w]", "float", "Neg", ["FLOAT[h, 3, w]", "FLOAT[?, h, 3, w]"]),
    ],
)
def test_a_loop_collects_slices_of_the_shape_that_inference_finds(state: str, dtype: str, op: str, expected: list[str]):
    assert shapes(read(LOOP.format(state=state, dtype=dtype, op=op))) == expected


def test_slices_of_symbolic_length_are_collected_as_onnxruntime_does():
    body = LOOP.format(state="float[k,3]", dtype="float", op="Neg")
    feeds = {"n": np.asarray(4), "go": np.asarray(True), "x": np.arange(6, dtype=np.float32).reshape(2, 3)}
    session = onnxruntime.InferenceSession(parsed(body), providers=["CPUExecutionProvider"])
    ours = run_graph(read(body).graph, feeds)
    for (name, found), wanted in zip(ours.items(), session.run(None, feeds), strict=True):
        np.testing.assert_array_equal(found, wanted, err_msg=name)


def test_a_slice_of_a_shape_that_nobody_knows_is_a_finding():
    body = LOOP.format(state="float[2,3]", dtype="int64", op="NonZero")
    imported = read_onnx(
        onnx.parser.parse_model('<ir_version: 8, opset_import: ["" : 16]> ' + body).SerializeToString()
    )
    assert [item.name for item in imported.findings] == ["unsupported-op"]


def test_a_branch_whose_condition_is_constant_is_taken_in_place():
    imported = read(
        """
        g (float[n,4] x) => (float[m,4] y) <bool c = {1}> {
          y = If (c) <
            then_branch = t () => (float[k,4] u) { u = Concat<axis = 0>(x, x) },
            else_branch = e () => (float[k,4] v) { v = Relu(x) }
          >
        }
        """
    )
    assert shapes(imported) == ["FLOAT[2*n, 4]"]


POOL = "g ({x} x) => ({y} y, {i} i) {{ y, i = MaxPool<{attributes}>(x) }}"


def test_the_places_of_maxima_come_from_the_operator_that_gives_them():
    attributes = "kernel_shape = [2, 2], strides = [2, 2]"
    imported = read(POOL.format(x="float[2,3,8,8]", y="float[2,3,4,4]", i="int64[2,3,4,4]", attributes=attributes))
    operators = [node.op for node in imported.graph.nodes if node.op not in ("Const", "Data")]
    assert operators == ["MaxPoolWithArgmaxV3", "Add"]
    assert shapes(imported) == ["FLOAT[2, 3, 4, 4]", "INT64[2, 3, 4, 4]"]


def test_the_places_of_maxima_along_a_sequence_are_those_of_an_image_of_height_1():
    attributes = "kernel_shape = [2], strides = [2]"
    imported = read(POOL.format(x="float[2,3,8]", y="float[2,3,4]", i="int64[2,3,4]", attributes=attributes))
    assert shapes(imported) == ["FLOAT[2, 3, 4]", "INT64[2, 3, 4]"]


@pytest.mark.parametrize(
    ("x", "attributes"),
    [
        ("float[1,1,8,8]", "kernel_shape = [2, 2], pads = [0, 0, 1, 1]"),
        ("float[1,1,8,8,8]", "kernel_shape = [2, 2, 2]"),
        ("float[n,1,8,8]", "kernel_shape = [2, 2]"),
    ],
)
def test_places_of_maxima_that_nothing_gives_are_refused(x: str, attributes: str):
    imported = read_onnx(parsed(POOL.format(x=x, y="float[]", i="int64[]", attributes=attributes)))
    assert [item.name in ("unsupported-attr-value", "shape-unknown") for item in imported.findings] == [True]
    assert not imported.ok
