"""Kernels that no other file runs, against formulas written out, adjoints, and onnxruntime."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper

from kernel_cases import run
from metadef.kernels.table import kernel_names
from metadef.types.dtype import DataType

RNG = np.random.default_rng(3)


def normal(*dims: int) -> np.ndarray[Any, Any]:
    return RNG.normal(size=dims).astype(np.float32)


def close(found: Any, expected: Any, rtol: float = 1e-4, atol: float = 1e-5) -> None:
    np.testing.assert_allclose(np.asarray(found, np.float64), np.asarray(expected, np.float64), rtol=rtol, atol=atol)


def onnx_runtime(op: str, inputs: dict[str, Any], opset: int, **attrs: Any) -> np.ndarray[Any, Any]:
    """One ONNX operator in onnxruntime; an input called `skip...` is left empty."""
    kinds = {"f": TensorProto.FLOAT, "i": TensorProto.INT64}
    fed = {name: np.asarray(array) for name, array in inputs.items() if not name.startswith("skip")}
    names = ["" if name.startswith("skip") else name for name in inputs]
    infos = [helper.make_tensor_value_info(n, kinds[a.dtype.kind], list(a.shape)) for n, a in fed.items()]
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    graph = helper.make_graph([helper.make_node(op, names, ["y"], **attrs)], "g", infos, [y])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, fed)[0])


# --- elements ------------------------------------------------------------------------------------------------------


def test_erf_at_values_from_a_table():
    """Abramowitz and Stegun, table 7.1."""
    x = [0.0, 0.5, 1.0, 1.5, 2.0, -1.0]
    close(run("Erf", x=x)[0], [0, 0.5204999, 0.8427008, 0.9661051, 0.9953223, -0.8427008], rtol=1e-6)


def test_complex_numbers_are_made_conjugated_and_transposed():
    real, imag = normal(2, 3), normal(2, 3)
    made = run("Complex", real=real, imag=imag)[0]
    assert made.dtype == np.complex64
    close(made.real, real)
    close(made.imag, imag)
    conjugated = run("Conj", input=made)[0]
    close(conjugated.imag, -imag)
    turned = run("ConjugateTranspose", x=made, perm=[1, 0])[0]
    close(turned.imag, -imag.T)
    close(turned.real, real.T)


def test_copies_and_shapes_of_several_tensors():
    x = normal(2, 3)
    copies = run("Copy", x=x, N=2)
    assert [copy.tolist() for copy in copies] == [x.tolist()] * 2
    shapes = run("ShapeN", x=[x, normal(4)])
    assert [shape.tolist() for shape in shapes] == [[2, 3], [4]]


# --- parts ---------------------------------------------------------------------------------------------------------


def test_a_split_at_run_time_is_a_split_at_compile_time():
    x = normal(4, 6)
    parts = run("Split", split_dim=1, x=x, num_split=3)
    assert [part.tolist() for part in parts] == [part.tolist() for part in np.split(x, 3, axis=1)]


def test_rows_go_to_the_partition_that_they_name():
    x = normal(5, 2)
    parts = run("DynamicPartition", x=x, partitions=[1, 0, 1, 2, 0], num_partitions=3)
    assert [part.tolist() for part in parts] == [x[[1, 4]].tolist(), x[[0, 2]].tolist(), x[[3]].tolist()]


def test_rows_that_are_named_are_filled():
    x = normal(3, 4)
    found = run("IndexFill", x=x, indices=[0, -1], val=7.0, dim=1)[0]
    expected = x.copy()
    expected[:, [0, 3]] = 7
    assert found.tolist() == expected.tolist()


@pytest.mark.parametrize("op", ["TopKD", "TopKV2D"])
@pytest.mark.parametrize("largest", [True, False])
def test_the_best_of_each_row_with_their_places(op: str, largest: bool):
    x = np.array([[1, 5, 3, 4], [8, 2, 6, 7]], np.float16)
    values, places = run(op, x=x, assist_seq=np.arange(4, dtype=np.float16), k=2, largest=largest)
    expected = [[5, 4], [8, 7]] if largest else [[1, 3], [2, 6]]
    assert values.tolist() == expected
    assert np.take_along_axis(x, places, axis=1).tolist() == expected


def test_max_pooling_whose_window_is_an_input():
    x = normal(1, 4, 4, 2).astype(np.float16)
    found = run("MaxPoolV2", x=x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID", data_format="NHWC")[0]
    close(found, x.reshape(1, 2, 2, 2, 2, 2).max(axis=(2, 4)))


# --- normalisations ------------------------------------------------------------------------------------------------


def test_a_sum_normalised_by_its_root_mean_square_in_two_types():
    x1, x2, gamma = normal(3, 8).astype(np.float16), normal(3, 8).astype(np.float16), normal(8).astype(np.float16)
    half, wide, rstd, total = run("AddRmsNormCast", x1=x1, x2=x2, gamma=gamma, epsilon=1e-5)[:4]
    added = x1.astype(np.float64) + x2
    inverse = 1 / np.sqrt((added**2).mean(axis=-1, keepdims=True) + 1e-5)
    if half.dtype == np.float32:
        half, wide = wide, half
    assert (half.dtype, wide.dtype) == (np.float16, np.float32)
    close(wide, added * inverse * gamma, rtol=1e-3, atol=1e-3)
    close(half, added * inverse * gamma, rtol=1e-2, atol=1e-2)
    close(rstd, inverse, rtol=1e-3)
    close(total, added, rtol=1e-2, atol=1e-2)


def test_deep_norm_is_a_layer_normalisation_of_a_weighted_sum():
    x, gx, beta, gamma = normal(3, 8), normal(3, 8), normal(8), normal(8)
    mean, rstd, y = run("DeepNorm", x=x, gx=gx, beta=beta, gamma=gamma, alpha=0.3, epsilon=1e-6)
    total = 0.3 * x.astype(np.float64) + gx
    close(mean, total.mean(axis=-1, keepdims=True))
    close(rstd, 1 / np.sqrt(total.var(axis=-1, keepdims=True) + 1e-6))
    close(
        y, (total - total.mean(axis=-1, keepdims=True)) / total.std(axis=-1, keepdims=True) * gamma + beta, 1e-3, 1e-4
    )


@pytest.mark.parametrize(("op", "switch"), [("GroupNormSilu", "activate_silu"), ("GroupNormSwish", "activate_swish")])
@pytest.mark.parametrize("is_active", [True, False])
def test_group_normalisation_with_a_sigmoid_gate(op: str, switch: str, is_active: bool):
    x, gamma, beta = normal(2, 6, 3, 2), normal(6), normal(6)
    y, mean, rstd = run(op, x=x, gamma=gamma, beta=beta, num_groups=3, eps=1e-5, **{switch: is_active})
    parts = x.astype(np.float64).reshape(2, 3, 2, 3, 2)
    close(mean, parts.mean(axis=(2, 3, 4)))
    close(rstd, 1 / np.sqrt(parts.var(axis=(2, 3, 4)) + 1e-5))
    plain = (parts - parts.mean(axis=(2, 3, 4), keepdims=True)) / np.sqrt(
        parts.var(axis=(2, 3, 4), keepdims=True) + 1e-5
    )
    plain = plain.reshape(x.shape) * gamma[:, None, None] + beta[:, None, None]
    close(y, plain / (1 + np.exp(-plain)) if is_active else plain, rtol=1e-3, atol=1e-4)


BATCH_NORMS = [
    ("BatchNorm3D", "", "NCDHW", (2, 3, 2, 2, 2), 1),
    ("BatchNormExt2", "input_", "NHWC", (2, 4, 2, 3), 3),
    ("FusedBatchNormV2", "", "NHWC", (2, 4, 2, 3), 3),
]


@pytest.mark.parametrize(("op", "prefix", "form", "shape", "axis"), BATCH_NORMS)
@pytest.mark.parametrize("training", [True, False])
def test_batch_normalisation_takes_statistics_of_the_batch_in_training(
    op: str, prefix: str, form: str, shape: tuple[int, ...], axis: int, training: bool
):
    x, scale, offset, mean = normal(*shape), normal(3), normal(3), normal(3)
    variance = np.abs(normal(3)) + 0.5
    inputs = {"x": x, "scale": scale, "offset": offset}
    if not training:
        inputs |= {"mean": mean, "variance": variance}
    named = {f"{prefix}{name}": array for name, array in inputs.items()}
    y, *statistics = run(op, **named, data_format=form, is_training=training, epsilon=1e-3)
    others = tuple(i for i in range(x.ndim) if i != axis)
    along = [-1 if i == axis else 1 for i in range(x.ndim)]
    if training:
        mean, variance = x.mean(axis=others), x.var(axis=others)
        close(statistics[0], mean)
        count = x.size // 3
        close(statistics[1], variance * count / (count - 1))  # the unbiased one
    expected = (x - mean.reshape(along)) / np.sqrt(variance.reshape(along) + 1e-3) * scale.reshape(along)
    close(y, expected + offset.reshape(along), rtol=1e-3, atol=1e-4)


def test_sums_of_a_volume_by_channel():
    x = normal(2, 3, 2, 2, 2)
    total, squares = run("BN3DTrainingReduce", x=x)
    assert total.size in (2, 3)  # of the axis that the tensor's format calls C
    axis = {2: 4, 3: 1}[total.size]
    others = tuple(i for i in range(5) if i != axis)
    close(total.reshape(-1), x.sum(axis=others), rtol=1e-3, atol=1e-4)
    close(squares.reshape(-1), (x**2).sum(axis=others), rtol=1e-3)


def test_slices_that_are_too_long_are_given_the_factor_that_shortens_them():
    x = np.array([[3, 4], [0.3, 0.4]], np.float32)
    factors = run("Renorm", x=x, p=2.0, dim=0, maxnorm=1.0)[0]
    close(factors, [[0.2], [1.0]])
    close(np.linalg.norm(x * factors, axis=1), [1.0, 0.5])


# --- volumes -------------------------------------------------------------------------------------------------------

STRIDES, PADS = [1, 1, 2, 1, 1], [1, 1, 0, 1, 1, 0]
VOLUME = {"strides": STRIDES, "pads": PADS, "groups": 2, "data_format": "NCDHW"}


def forward(x: Any, w: Any) -> np.ndarray[Any, Any]:
    return run("Conv3D", x=x, filter=w, **VOLUME)[0].astype(np.float64)


BACKWARD = ["Conv3DBackpropInput", "Conv3DBackpropInputD", "Conv3DTranspose", "Conv3DTransposeD", "Conv3DTransposeV2"]


@pytest.mark.parametrize("op", BACKWARD)
def test_the_gradient_of_a_convolution_by_its_input_is_its_adjoint(op: str):
    """sum(conv(x) · dy) = sum(x · gradient(dy)) for every x and dy."""
    x, w = normal(1, 4, 5, 4, 3), normal(6, 2, 3, 2, 2)
    y = forward(x, w)
    dy = normal(*y.shape)
    port = "x" if "Transpose" in op else "out_backprop"
    back = run(op, input_size=list(x.shape), filter=w, **{port: dy}, **VOLUME)[0].astype(np.float64)
    assert back.shape == x.shape
    np.testing.assert_allclose((y * dy).sum(), (x * back).sum(), rtol=2e-2)


@pytest.mark.parametrize("op", ["Conv3DBackpropFilter", "Conv3DBackpropFilterD"])
def test_the_gradient_of_a_convolution_by_its_filter_is_its_adjoint(op: str):
    """sum(conv(w) · dy) = sum(w · gradient(dy)) for every w and dy."""
    x, w = normal(1, 4, 5, 4, 3), normal(6, 2, 3, 2, 2)
    y = forward(x, w)
    dy = normal(*y.shape)
    back = run(op, x=x, filter_size=list(w.shape), out_backprop=dy, **VOLUME)[0].astype(np.float64)
    assert back.shape == w.shape
    np.testing.assert_allclose((y * dy).sum(), (w * back).sum(), rtol=2e-2)


# --- grids and sizes, against onnxruntime ----------------------------------------------------------------------------


@pytest.mark.parametrize("align_corners", [False, True])
@pytest.mark.parametrize("sizes", [(2, 3, 4, 5), (2, 3, 2, 4, 5)])
def test_affine_grids_are_onnxruntimes(align_corners: bool, sizes: tuple[int, ...]):
    rank = len(sizes) - 2
    theta = normal(2, rank, rank + 1)
    found = run("AffineGrid", theta=theta, output_size=list(sizes), align_corners=align_corners)[0]
    inputs = {"theta": theta, "size": np.array(sizes, np.int64)}
    expected = onnx_runtime("AffineGrid", inputs, 20, align_corners=int(align_corners))
    close(found, expected.reshape(2, -1, rank), rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("align_corners", [False, True])
def test_volumes_are_resized_like_onnxruntime_does(align_corners: bool):
    """TensorFlow's plain coordinates are called asymmetric there."""
    x = normal(1, 2, 3, 4, 5)
    sizes = [5, 6, 7]
    found = run("ResizeTrilinear", x=x, size=sizes, align_corners=align_corners)[0]
    kind = "align_corners" if align_corners else "asymmetric"
    inputs = {"x": x, "skip1": 0, "skip2": 0, "sizes": np.array([1, 2, *sizes], np.int64)}
    shape = (1, 2, *sizes)
    expected = onnx_runtime("Resize", inputs, 18, mode="linear", coordinate_transformation_mode=kind)
    if found.shape != shape:  # without a format the channels may be last
        x = np.moveaxis(x, 1, -1)
        found = np.moveaxis(run("ResizeTrilinear", x=x, size=sizes, align_corners=align_corners)[0], -1, 1)
    close(found, expected, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize(("aligned", "kind"), [(False, "asymmetric"), (True, "align_corners")])
def test_images_are_resized_by_cubics_like_onnxruntime_does(aligned: bool, kind: str):
    x, sizes = normal(1, 2, 5, 6), [8, 9]
    found = run("ResizeBicubic", images=x, size=sizes, align_corners=aligned)[0]
    if found.shape != (1, 2, *sizes):
        last = np.moveaxis(x, 1, -1)
        found = np.moveaxis(run("ResizeBicubic", images=last, size=sizes, align_corners=aligned)[0], -1, 1)
    inputs = {"x": x, "skip1": 0, "skip2": 0, "sizes": np.array([1, 2, *sizes], np.int64)}
    attrs = {"mode": "cubic", "coordinate_transformation_mode": kind, "cubic_coeff_a": -0.75}
    close(found, onnx_runtime("Resize", inputs, 18, **attrs), rtol=1e-3, atol=1e-4)


# --- random numbers ------------------------------------------------------------------------------------------------


def test_normal_numbers_have_mean_0_and_deviation_1():
    drawn = run("RandomStandardNormal", shape=[20000], dtype=DataType.FLOAT, seed=1)[0]
    assert abs(drawn.mean()) < 0.05 and abs(drawn.std() - 1) < 0.05
    assert (np.abs(drawn) > 2).any()


def test_truncated_normal_numbers_stay_within_two_deviations():
    drawn = run("TruncatedNormal", shape=[20000], dtype=DataType.FLOAT, seed=1)[0]
    assert np.abs(drawn).max() <= 2
    assert abs(drawn.mean()) < 0.05 and abs(drawn.std() - 0.8796) < 0.03  # the deviation of the truncated normal


def test_whole_numbers_lie_from_the_least_to_below_the_most():
    drawn = run("RandomUniformInt", shape=[2000], min=-2, max=3, seed=1)[0]
    assert set(drawn.tolist()) == {-2, -1, 0, 1, 2}


def test_a_shuffle_keeps_the_rows():
    x = np.arange(40, dtype=np.float32).reshape(20, 2)
    shuffled = run("RandomShuffle", x=x, seed=1)[0]
    assert sorted(shuffled.tolist()) == x.tolist() != shuffled.tolist()


# --- the law -------------------------------------------------------------------------------------------------------

# no operator of these is called by its name here: onnx's single-operator models run them (test_onnx_node_cases), the
# twin tables of test_laws make their names, or constants and control flow do (test_run)
BY_OTHER_NAMES = frozenset(
    """AvgPool3D AvgPoolV2 BNInfer CommonGRU CommonLSTM Constant Conv2DBackpropFilterD Conv2DBackpropInputD DepthToSpace
    Expand Flatten GatherNd GridSampler2D GridSampler3D GroupNormV2 InstanceNorm IsFinite LRN LogicalAnd MaxPool3D
    MaxPoolV3 Minimum NonMaxSuppressionV6 OneHot PadV3 ReduceAllD ReduceAnyD ReduceLogSumExp ReduceMax ReduceMaxD
    ReduceMean ReduceMeanD ReduceMin ReduceMinD ReduceProd ReduceProdD ReduceSumD Reshape ReverseSequence
    ScatterElements SelectV2 SplitD SplitV SplitVD StridedSliceV2 TensorScatterMax TensorScatterMin
    TensorScatterUpdate Trilu Unpack Unsqueeze""".split()
)


@cache
def words() -> set[str]:
    here = Path(__file__).parent
    text = "\n".join(path.read_text("utf-8").split("BY_OTHER_NAMES")[0] for path in sorted(here.glob("test_*.py")))
    return set(re.findall(r"\w+", text))


def test_every_kernel_is_called_by_some_test():
    untested = set(kernel_names()) - words()
    assert untested - BY_OTHER_NAMES == set(), "kernels without a test"
    assert BY_OTHER_NAMES - untested == set(), "names that need not be listed any more"


def test_the_kernel_of_a_constant_gives_its_value():
    from metadef.types.tensor_value import TensorValue

    assert run("Constant", value=TensorValue.from_array(np.array([1.5, 2.5], np.float32)))[0].tolist() == [1.5, 2.5]
