"""ROIAlign, DeformableOffsets and Col2im: against onnxruntime's operators and the definitions written out."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper

from kernel_cases import run
from metadef.frontend.onnx import read_onnx
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph

RNG = np.random.default_rng(8)
Array = np.ndarray[Any, np.dtype[Any]]


def normal(*dims: int) -> Array:
    return RNG.normal(size=dims).astype(np.float32)


def model(op: str, inputs: dict[str, Array], opset: int, **attrs: Any) -> bytes:
    kinds = {"f": TensorProto.FLOAT, "i": TensorProto.INT64}
    infos = [helper.make_tensor_value_info(name, kinds[a.dtype.kind], list(a.shape)) for name, a in inputs.items()]
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    graph = helper.make_graph([helper.make_node(op, list(inputs), ["y"], **attrs)], "g", infos, [y])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    return made.SerializeToString()


def runtime(data: bytes, inputs: dict[str, Array]) -> Array:
    session = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, inputs)[0])


def ours(data: bytes, inputs: dict[str, Array], *fixed: str) -> Array:
    """The imported model on the reference kernels; what is inferred is what comes out."""
    imported = read_onnx(data, name="m.onnx", fixed={name: inputs[name] for name in fixed})
    assert imported.findings == []
    assert infer(imported.graph).findings == []
    (found,) = run_graph(imported.graph, {value.name: inputs[value.name] for value in imported.graph.inputs}).values()
    dims = imported.graph.outputs[0].value.desc.origin_shape.dims
    assert [size for size in dims if isinstance(size, int)] == [
        size for size, own in zip(found.shape, dims, strict=True) if isinstance(own, int)
    ]
    return found


def close(found: Array, expected: Array) -> None:
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


REGIONS = np.array([[0.5, 1, 14, 9], [3, 3, 3.1, 3.1], [-4, -3, 30, 25], [6, 2, 1, 8], [0, 0, 21, 17]], np.float32)
BATCH = np.array([0, 1, 2, 1, 0])


@pytest.mark.parametrize("kind", ["half_pixel", "output_half_pixel"])
@pytest.mark.parametrize("samples", [0, 1, 3])
def test_regions_are_pooled_as_onnxruntime_does(kind: str, samples: int):
    """Also those that reach outside, are smaller than an element, or lie the wrong way round."""
    inputs = {"x": normal(3, 2, 9, 11), "rois": REGIONS, "batch": BATCH}
    attrs = {"output_height": 3, "output_width": 4, "sampling_ratio": samples, "spatial_scale": 0.5}
    data = model("RoiAlign", inputs, 16, coordinate_transformation_mode=kind, **attrs)
    close(ours(data, inputs), runtime(data, inputs))


def test_before_opset_16_corners_are_elements():
    inputs = {"x": normal(3, 2, 9, 11), "rois": REGIONS, "batch": BATCH}
    data = model("RoiAlign", inputs, 10, output_height=2, output_width=2)
    close(ours(data, inputs), runtime(data, inputs))


def test_the_numbers_of_the_images_may_be_an_input_of_their_own():
    x = normal(3, 2, 9, 11)
    attrs = {"spatial_scale": 0.5, "pooled_height": 2, "pooled_width": 3, "sample_num": 2, "roi_end_mode": 2}
    joined = np.concatenate([BATCH[:, None].astype(np.float32), REGIONS], axis=1)
    one = run("ROIAlign", features=x, rois=joined, **attrs)[0]
    other = run("ROIAlign", features=x, rois=REGIONS, rois_n=BATCH.astype(np.int32), **attrs)[0]
    np.testing.assert_array_equal(one, other)


def test_the_largest_sample_of_a_cell():
    """Elements that are their own number, sampled in their middles."""
    x = np.arange(16, dtype=np.float32).reshape(1, 1, 4, 4)
    attrs = {"spatial_scale": 1.0, "pooled_height": 2, "pooled_width": 2, "sample_num": 2, "roi_end_mode": 2}
    found = run("ROIAlign", features=x, rois=[[0.0, 0.0, 0.0, 4.0, 4.0]], pool_mode="max", **attrs)[0]
    assert found.tolist() == [[[[5, 7], [13, 15]]]]


MOVES: list[dict[str, Any]] = [
    {"kernel": (3, 3), "pads": (0, 0, 0, 0), "strides": (1, 1), "dilations": (1, 1), "group": 1, "offset_group": 1},
    {"kernel": (3, 2), "pads": (1, 0, 2, 1), "strides": (2, 1), "dilations": (1, 2), "group": 2, "offset_group": 2},
    {"kernel": (2, 3), "pads": (1, 0, 2, 1), "strides": (1, 2), "dilations": (2, 1), "group": 1, "offset_group": 4},
]


@pytest.mark.parametrize("move", MOVES, ids=lambda move: "x".join(map(str, move["kernel"])))
@pytest.mark.parametrize(("has_bias", "has_mask"), [(False, False), (True, True), (False, True), (True, False)])
def test_moved_windows_are_convolved_as_onnxruntime_does(move: dict[str, Any], has_bias: bool, has_mask: bool):
    attrs = dict(move)
    kernel, (top, left, bottom, right) = attrs.pop("kernel"), move["pads"]
    out = [
        (size + pads - step * (taps - 1) - 1) // stride + 1
        for size, pads, step, taps, stride in zip(
            (8, 7), (top + bottom, left + right), move["dilations"], kernel, move["strides"], strict=True
        )
    ]
    planes = move["offset_group"] * kernel[0] * kernel[1]
    inputs = {"x": normal(2, 4, 8, 7), "w": normal(6, 4 // move["group"], *kernel)}
    inputs["offset"] = 2 * normal(2, 2 * planes, *out)
    if has_bias:
        inputs["b"] = normal(6)
    if has_mask:
        inputs["mask"] = normal(2, planes, *out)
    names = ["x", "w", "offset", "b" if has_bias else "", "mask" if has_mask else ""]
    data = _with_inputs(model("DeformConv", inputs, 19, **attrs), names)
    close(ours(data, inputs), runtime(data, inputs))


def _with_inputs(data: bytes, names: list[str]) -> bytes:
    """The model with the node's inputs in these places; "" is left out."""
    import onnx

    made = onnx.load_model_from_string(data)
    del made.graph.node[0].input[:]
    made.graph.node[0].input.extend(names)
    return made.SerializeToString()


def test_the_planes_of_offsets_are_across_then_down_then_factors():
    """One tap; x holds its own place, so a sample says where it was taken."""
    x = np.arange(5, dtype=np.float32) + 10 * np.arange(4, dtype=np.float32)[:, None]
    offsets = np.zeros((1, 3, 4, 5), np.float32)
    offsets[0, 0], offsets[0, 1], offsets[0, 2] = 1, 0.5, 2
    attrs = {"strides": [1, 1, 1, 1], "pads": [0, 0, 0, 0], "ksize": [1, 1], "data_format": "NCHW"}
    found = run("DeformableOffsets", x=x[None, None], offsets=offsets, **attrs)[0][0, 0]
    assert found[0, 0] == 2 * (1 + 5)
    assert found[2, 3] == 2 * (24 + 5)
    assert found[0, 4] == 0, "outside there is nothing"
    last = run(
        "DeformableOffsets",
        x=np.moveaxis(x[None, None], 1, -1),
        offsets=np.moveaxis(offsets[:, :2], 1, -1),
        **attrs | {"data_format": "NHWC", "modulated": False},
    )[0]
    np.testing.assert_array_equal(2 * last[0, :, :, 0], found)


def added_up(x: Array, image: list[int], taps: list[int], attrs: dict[str, list[int]]) -> Array:
    """The definition, element by element, for any number of axes."""
    rank = len(image)
    pads, steps, strides = attrs["pads"], attrs["dilations"], attrs["strides"]
    counts = window_counts(image, taps, attrs)
    parts = x.reshape(x.shape[0], -1, *taps, *counts)
    y = np.zeros((x.shape[0], parts.shape[1], *image))
    for tap, window in product(np.ndindex(*taps), np.ndindex(*counts)):
        place = [window[i] * strides[i] + tap[i] * steps[i] - pads[i] for i in range(rank)]
        if all(0 <= at < size for at, size in zip(place, image, strict=True)):
            y[(slice(None), slice(None), *place)] += parts[(slice(None), slice(None), *tap, *window)]
    return y


def window_counts(image: list[int], taps: list[int], attrs: dict[str, list[int]]) -> list[int]:
    rank, pads = len(image), attrs["pads"]
    return [
        (image[i] + pads[i] + pads[i + rank] - attrs["dilations"][i] * (taps[i] - 1) - 1) // attrs["strides"][i] + 1
        for i in range(rank)
    ]


FOLDS: list[tuple[list[int], list[int], dict[str, list[int]]]] = [
    ([5, 5], [1, 5], {"pads": [0, 0, 0, 0], "dilations": [1, 1], "strides": [1, 1]}),
    ([7, 6], [2, 3], {"pads": [1, 2, 1, 2], "dilations": [2, 1], "strides": [1, 2]}),
    ([7, 6], [2, 3], {"pads": [0, 2, 3, 0], "dilations": [2, 1], "strides": [2, 2]}),
    ([9], [3], {"pads": [1, 2], "dilations": [2], "strides": [2]}),
    ([5, 7, 6], [2, 2, 3], {"pads": [0, 0, 2, 1, 3, 0], "dilations": [1, 2, 1], "strides": [2, 2, 2]}),
]


@pytest.mark.parametrize(("image", "taps", "attrs"), FOLDS, ids=lambda item: str(item) if len(item) < 4 else "")
@pytest.mark.parametrize("fixed", [("image", "taps"), ("taps",), ()], ids=["known", "known taps", "unknown"])
def test_columns_are_added_up(image: list[int], taps: list[int], attrs: dict[str, list[int]], fixed: tuple[str, ...]):
    """With uneven pads, in one to three axes, and where only the run time knows sizes. onnxruntime has images only."""
    x = normal(2, 3 * int(np.prod(taps)), int(np.prod(window_counts(image, taps, attrs))))
    inputs = {"x": x, "image": np.array(image), "taps": np.array(taps)}
    data = model("Col2Im", inputs, 18, **attrs)
    if len(image) == 3 and len(fixed) < 2:
        (finding,) = read_onnx(data, name="m.onnx").findings
        assert finding.name == "shape-unknown"
        return
    expected = added_up(x, image, taps, attrs)
    close(ours(data, inputs, *fixed), expected)
    if len(image) == 2:
        close(runtime(data, inputs), expected)


def test_the_kernels_that_are_meant_are_those_that_run():
    x, size, taps = normal(1, 2, 4, 6), np.array([3, 4], np.int32), np.array([2, 2], np.int32)
    attrs = {"dilation": [1, 1], "padding": [0, 0], "stride": [1, 1]}
    one = run("Col2im", x=x, output_size=size, kernel_size=[2, 2], **attrs)[0]
    other = run("Col2ImV2", x=x, output_size=size, kernel_size=taps, **attrs)[0]
    np.testing.assert_array_equal(one, other)
