"""Shapes that onnxruntime computes when it runs the operator: windows, resizing, recurrent layers, sums, products."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from metadef import DataType, Format, MetadefError, TensorDesc, infer_call

ort.set_default_logger_severity(4)


def run(op: str, inputs: list[Any], outputs: int = 1, **attrs: Any) -> list[tuple[int, ...]] | None:
    """Output shapes, None where onnxruntime refuses the model or the call."""
    names = [f"x{at}" if item is not None else "" for at, item in enumerate(inputs)]
    node = onnx.helper.make_node(op, names, [f"y{at}" for at in range(outputs)], **attrs)
    given_values = [
        onnx.helper.make_tensor_value_info(name, onnx.helper.np_dtype_to_tensor_dtype(item.dtype), item.shape)
        for name, item in zip(names, inputs, strict=True)
        if item is not None
    ]
    results = [onnx.helper.make_tensor_value_info(f"y{at}", 1, None) for at in range(outputs)]
    graph = onnx.helper.make_graph([node], "g", given_values, results)
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8)
    try:
        session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        feeds = {name: item for name, item in zip(names, inputs, strict=True) if item is not None}
        return [result.shape for result in session.run(None, feeds)]
    except Exception:  # onnxruntime's own errors share no public base class
        return None


def zeros(*shape: int) -> Any:
    return np.zeros(shape, np.float32)


def ours(op: str, inputs: list[Any], attrs: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [tuple(desc.shape) for desc in infer_call(op, inputs, attrs)]


def image(*shape: int) -> TensorDesc:
    return TensorDesc(shape, DataType.FLOAT, Format.NCHW)


windows = {
    "size": st.tuples(st.integers(3, 11), st.integers(3, 11)),
    "kernel": st.tuples(st.integers(1, 3), st.integers(1, 3)),
    "stride": st.tuples(st.integers(1, 3), st.integers(1, 3)),
    "rate": st.tuples(st.integers(1, 2), st.integers(1, 2)),
    "pads": st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 1), st.integers(0, 1)),
}


@settings(max_examples=40, deadline=None)
@given(**windows, groups=st.sampled_from([1, 2]))
def test_convolutions(size: Any, kernel: Any, stride: Any, rate: Any, pads: Any, groups: int):
    top, left, bottom, right = pads
    filters = (6, 4 // groups, *kernel)
    expected = run(
        "Conv", [zeros(2, 4, *size), zeros(*filters)], strides=stride, dilations=rate, pads=pads, group=groups
    )
    assume(expected is not None)
    attrs = {
        "strides": [1, 1, *stride],
        "dilations": [1, 1, *rate],
        "pads": [top, bottom, left, right],
        "groups": groups,
        "data_format": "NCHW",
    }
    assert ours("Conv2D", [image(2, 4, *size), image(*filters)], attrs) == expected


@settings(max_examples=30, deadline=None)
@given(**windows, extra=st.tuples(st.integers(0, 1), st.integers(0, 1)))
def test_transposed_convolutions(size: Any, kernel: Any, stride: Any, rate: Any, pads: Any, extra: Any):
    top, left, bottom, right = pads
    expected = run(
        "ConvTranspose",
        [zeros(2, 4, *size), zeros(4, 3, *kernel)],
        strides=stride,
        dilations=rate,
        pads=pads,
        output_padding=extra,
    )
    assume(expected is not None)
    attrs = {
        "input_size": [],
        "strides": [1, 1, *stride],
        "dilations": [1, 1, *rate],
        "pads": [top, bottom, left, right],
        "output_padding": [0, 0, *extra],
        "data_format": "NCHW",
    }
    assert ours("Conv2DTransposeD", [image(2, 4, *size), image(4, 3, *kernel)], attrs) == expected


@settings(max_examples=40, deadline=None)
@given(**windows, ceil=st.booleans())
def test_pooling_rounded_down_and_up(size: Any, kernel: Any, stride: Any, rate: Any, pads: Any, ceil: bool):
    top, left, bottom, right = pads
    assume(max(top, bottom) < kernel[0] and max(left, right) < kernel[1])
    expected = run("MaxPool", [zeros(1, 2, *size)], kernel_shape=kernel, strides=stride, pads=pads, ceil_mode=int(ceil))
    assume(expected is not None)
    attrs = {
        "ksize": [1, 1, *kernel],
        "strides": [1, 1, *stride],
        "pads": [top, bottom, left, right],
        "ceil_mode": ceil,
        "data_format": "NCHW",
    }
    assert ours("MaxPoolV3", [image(1, 2, *size)], attrs) == expected


@settings(max_examples=30, deadline=None)
@given(size=st.tuples(st.integers(1, 9), st.integers(1, 9)), scales=st.tuples(st.floats(0.3, 4), st.floats(0.3, 4)))
def test_resizing_by_scales(size: Any, scales: Any):
    factors = np.asarray([1, 1, *scales], np.float32)
    expected = run("Resize", [zeros(1, 2, *size), None, factors], mode="nearest")
    assume(expected is not None)
    assert ours("Resize", [image(1, 2, *size), None, factors], {}) == expected


@pytest.mark.parametrize("length", [10, 20, 30, 40, 60])
@pytest.mark.parametrize("scale", [0.35, 0.7, 0.9, 2.3, 3.3])
def test_a_length_by_a_scale_is_rounded_to_float_before_it_is_rounded_down(length: int, scale: float):
    factors = np.array([1, 1, 1, scale], np.float32)
    expected = run("Resize", [zeros(1, 1, 2, length), None, factors], mode="nearest")
    assert ours("Resize", [image(1, 1, 2, length), None, factors], {}) == expected


@pytest.mark.parametrize("direction", ["forward", "bidirectional"])
def test_recurrent_layers(direction: str):
    ways = 2 if direction == "bidirectional" else 1
    x, w, r = zeros(7, 3, 5), zeros(ways, 16, 5), zeros(ways, 16, 4)
    expected = run("LSTM", [x, w, r], 3, hidden_size=4, direction=direction)
    descs = [TensorDesc(item.shape, DataType.FLOAT) for item in (x, w, r)]
    assert ours("CommonLSTM", descs, {"hidden_size": 4, "direction": direction}) == expected
    x, w, r = zeros(7, 3, 5), zeros(ways, 12, 5), zeros(ways, 12, 4)
    expected = run("GRU", [x, w, r], 2, hidden_size=4, direction=direction)
    descs = [TensorDesc(item.shape, DataType.FLOAT) for item in (x, w, r)]
    assert ours("CommonGRU", descs, {"hidden_size": 4, "direction": direction}) == expected


@pytest.mark.parametrize(
    ("equation", "shapes"),
    [
        ("ij,jk->ik", [(2, 3), (3, 4)]),
        ("bij,bjk->bik", [(5, 2, 3), (5, 3, 4)]),
        ("ij,jk", [(2, 3), (3, 4)]),
        ("ii->i", [(3, 3)]),
        ("ii", [(3, 3)]),
        ("...ij,...jk->...ik", [(5, 1, 2, 3), (4, 3, 6)]),
        ("...ij->...ji", [(4, 2, 3)]),
        ("i,j->ij", [(2,), (3,)]),
        ("ij->", [(2, 3)]),
        ("b n h w, n d -> n d h w", [(2, 3, 4, 5), (3, 6)]),
    ],
)
def test_einstein_sums_are_those_of_numpy(equation: str, shapes: list[tuple[int, ...]]):
    expected = np.einsum(equation.replace(" ", ""), *[np.zeros(shape) for shape in shapes]).shape
    descs = [TensorDesc(shape, DataType.FLOAT) for shape in shapes]
    assert ours("Einsum", [descs], {"equation": equation, "N": len(shapes)}) == [expected]


@pytest.mark.parametrize(
    ("equation", "shapes", "says"),
    [
        ("ij,jk->ik", [(2, 3), (4, 5)], "[C2]"),
        ("ij->ik", [(2, 3)], "[C3]"),
        ("ij", [(2, 3, 4)], "[C1]"),
        ("ij,jk", [(2, 3)], "[C1]"),
    ],
)
def test_einstein_sums_that_break_a_law_are_refused(equation: str, shapes: Any, says: str):
    descs = [TensorDesc(shape, DataType.FLOAT) for shape in shapes]
    with pytest.raises(MetadefError) as caught:
        infer_call("Einsum", [descs], {"equation": equation, "N": len(shapes)})
    assert says in caught.value.findings[0].message


@pytest.mark.parametrize(
    ("shape", "full"), [((5, 3), False), ((3, 5), False), ((2, 4, 4), False), ((5, 3), True), ((3, 5), True)]
)
def test_decompositions_are_those_of_numpy(shape: tuple[int, ...], full: bool):
    x = np.random.default_rng(7).random(shape)
    desc = [TensorDesc(shape, DataType.DOUBLE)]
    u, s, vh = np.linalg.svd(x, full_matrices=full)
    transposed = (*vh.shape[:-2], vh.shape[-1], vh.shape[-2])
    assert ours("Svd", desc, {"full_matrices": full}) == [s.shape, u.shape, transposed]
    q, r = np.linalg.qr(x, mode="complete" if full else "reduced")
    assert ours("Qr", desc, {"full_matrices": full}) == [q.shape, r.shape]
    if shape[-1] == shape[-2]:
        assert ours("MatrixDeterminant", desc, {}) == [np.linalg.det(x).shape]
