"""Kernels against slow twins written from the definitions, against each other, and against laws of mathematics."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from kernel_cases import run
from metadef.catalogue.index import FAMILY_OF
from metadef.errors import MetadefError
from metadef.kernels.table import FAMILIES, find_kernel, kernel_names
from metadef.types.dtype import DataType

RNG = np.random.default_rng(0)
CLOSE = {"rtol": 2e-5, "atol": 2e-5}
Array = np.ndarray[Any, Any]


def normal(*shape: int) -> Array:
    return RNG.normal(size=shape).astype(np.float32)


def close(found: Array, expected: Any, **limits: float) -> None:
    assert found.shape == np.shape(expected)
    np.testing.assert_allclose(found.astype(np.float64), np.asarray(expected, np.float64), **(CLOSE | limits))


# --- the tables ----------------------------------------------------------------------------------------------------


def test_a_kernel_lies_in_the_file_of_its_operators_family():
    """`kernels/conv.py` and `kernels/conv_transpose.py` hold operators of `catalogue/conv.py`."""
    from importlib import import_module

    for family in FAMILIES:
        for name in import_module(f"metadef.kernels.{family}").KERNELS:
            assert name in FAMILY_OF, name
            own = FAMILY_OF[name]
            assert family == own or family.startswith(f"{own}_"), f"{name} of family {own} is in {family}.py"


def test_there_are_hundreds_of_kernels_and_none_for_an_unknown_operator():
    assert len(kernel_names()) >= 500
    assert find_kernel("NoSuchOperator") is None


def test_an_illegal_call_is_refused_with_its_reason():
    with pytest.raises(MetadefError, match="broadcast"):
        run("Add", x1=normal(2), x2=normal(3))
    with pytest.raises(MetadefError, match="there is no reference kernel"):
        run("RnnGenMask", seq_length=[1], num_step=1, hidden_size=1)


# --- convolution and pooling ---------------------------------------------------------------------------------------


def slow_conv(x: Array, w: Array, strides: Any, pads: Any, dilations: Any, groups: int) -> Array:
    """Every output element as a sum over channels and taps, one product at a time."""
    spatial = x.shape[2:]
    padded = np.pad(x, [(0, 0), (0, 0), *zip(pads[0::2], pads[1::2], strict=True)])
    kernel = w.shape[2:]
    out = [
        (n + pads[2 * i] + pads[2 * i + 1] - dilations[i] * (kernel[i] - 1) - 1) // strides[i] + 1
        for i, n in enumerate(spatial)
    ]
    y = np.zeros((x.shape[0], w.shape[0], *out))
    per_in, per_out = w.shape[1], w.shape[0] // groups
    for n, o in np.ndindex(x.shape[0], w.shape[0]):
        for place in np.ndindex(*out):
            for c in range(per_in):
                for tap in np.ndindex(*kernel):
                    at = tuple(p * s + t * d for p, s, t, d in zip(place, strides, tap, dilations, strict=True))
                    y[(n, o, *place)] += float(w[(o, c, *tap)]) * float(padded[(n, o // per_out * per_in + c, *at)])
    return y


CONVOLUTIONS = [
    ((2, 4, 6, 5), (6, 2, 3, 2), (2, 1), (1, 0, 2, 1), (1, 2), 2),
    ((1, 3, 5, 5), (4, 3, 1, 1), (1, 1), (0, 0, 0, 0), (1, 1), 1),
    ((1, 4, 5, 5), (8, 1, 3, 3), (1, 2), (1, 1, 1, 1), (1, 1), 4),
]


@pytest.mark.parametrize(("x", "w", "strides", "pads", "dilations", "groups"), CONVOLUTIONS)
@pytest.mark.parametrize("op", ["Conv2D", "Conv2DV2"])
def test_a_convolution_is_a_sum_over_channels_and_taps(
    op: str, x: Any, w: Any, strides: Any, pads: Any, dilations: Any, groups: int
):
    image, filters, bias = normal(*x), normal(*w), normal(w[0])
    attrs = {"strides": [1, 1, *strides], "pads": list(pads), "dilations": [1, 1, *dilations], "groups": groups}
    found = run(op, x=image, filter=filters, bias=bias, data_format="NCHW", **attrs)[0]
    expected = slow_conv(image, filters, strides, pads, dilations, groups) + bias[:, None, None]
    close(found, expected)


def test_a_volume_is_convolved_like_an_image():
    x, w = normal(1, 2, 4, 4, 3), normal(2, 2, 2, 3, 2)
    attrs = {"strides": [1, 1, 2, 1, 1], "pads": [1, 0, 1, 1, 0, 1], "data_format": "NCDHW"}
    expected = slow_conv(x, w, (2, 1, 1), (1, 0, 1, 1, 0, 1), (1, 1, 1), 1)
    close(run("Conv3D", x=x, filter=w, **attrs)[0], expected)
    close(run("Conv3DV2", x=x, filter=w, **attrs)[0], expected)


def test_depthwise_filters_belong_to_one_channel_each():
    x, w = normal(1, 3, 5, 5), normal(3, 1, 3, 3)
    attrs = {"strides": [1, 1, 1, 1], "pads": [0, 0, 0, 0], "data_format": "NCHW"}
    expected = slow_conv(x, w, (1, 1), (0,) * 4, (1, 1), 3)
    close(run("DepthwiseConv2D", x=x, filter=w, **attrs)[0], expected, rtol=1e-2, atol=1e-2)  # it takes 16-bit floats


@pytest.mark.parametrize("op", ["Conv2DTranspose", "Conv2DTransposeD"])
def test_a_transposed_convolution_is_the_transpose_of_the_convolution(op: str):
    """sum(conv(x) · y) = sum(x · transposed(y)) for every x and y."""
    x, w, y = normal(1, 4, 7, 6), normal(6, 2, 3, 2), normal(1, 6, 4, 4)
    attrs = {"strides": [1, 1, 2, 2], "pads": [1, 1, 1, 1], "groups": 2, "data_format": "NCHW"}
    forward = run("Conv2D", x=x, filter=w, **attrs)[0]
    assert forward.shape == y.shape
    back = run(op, input_size=[1, 4, 7, 6], x=y, filter=w, **attrs)[0].astype(np.float32)
    assert back.shape == x.shape
    np.testing.assert_allclose((forward * y).sum(), (x * back).sum(), rtol=2e-2)


def test_integers_are_convolved_in_32_bits():
    x = np.full((1, 1, 1, 3), 100, np.int8)
    w = np.full((1, 1, 1, 3), 100, np.int8)
    found = run("Conv2D", x=x, filter=w, strides=[1, 1, 1, 1], pads=[0, 0, 0, 0], data_format="NCHW")[0]
    assert (found.dtype, found.tolist()) == (np.int32, [[[[30000]]]])


def test_pooling_with_tensorflows_padding():
    x = np.arange(9, dtype=np.float32).reshape(1, 3, 3, 1)
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "SAME", "data_format": "NHWC"}
    close(run("MaxPool", x=x, **attrs)[0], [[[[4], [5]], [[7], [8]]]])
    close(run("AvgPool", x=x, **attrs)[0], [[[[2], [3.5]], [[6.5], [8]]]])
    attrs |= {"padding": "VALID"}
    close(run("MaxPool", x=x, **attrs)[0], [[[[4]]]])


def test_adaptive_pooling_shares_the_image_out():
    x = np.arange(10, dtype=np.float32).reshape(1, 1, 2, 5)
    close(run("AdaptiveAvgPool2d", x=x, output_size=[1, 2])[0], [[[[3.5, 5.5]]]])


def test_argmax_pooling_gives_places_in_the_image():
    x = np.array([[[[1, 5, 2], [9, 3, 4], [0, 0, 8]]]], np.float32)
    attrs = {"ksize": [1, 1, 2, 2], "strides": [1, 1, 1, 1], "pads": [0, 0, 0, 0]}
    y, places = run("MaxPoolWithArgmaxV3", x=x, **attrs)
    close(y, [[[[9, 5], [9, 8]]]])
    close(places, [[[[3, 1], [3, 8]]]])


# --- reductions and normalisations ---------------------------------------------------------------------------------

X = normal(2, 3, 4)
TWINS = [name for name in kernel_names() if f"{name}D" in kernel_names() and name.startswith("Reduce")]


@pytest.mark.parametrize("op", TWINS)
@pytest.mark.parametrize("keep_dims", [False, True])
def test_constant_axes_reduce_like_computed_ones(op: str, keep_dims: bool):
    x = X > 0 if op in ("ReduceAll", "ReduceAny") else X
    one, other = (run(name, x=x, axes=[0, 2], keep_dims=keep_dims)[0] for name in (op, f"{op}D"))
    np.testing.assert_allclose(one, other, rtol=2e-3)


def test_variances_and_deviations():
    close(run("ReduceVar", x=X, dim=[1])[0], X.var(axis=1, ddof=1))
    close(run("ReduceStd", x=X, dim=[1], unbiased=False)[0], X.std(axis=1))
    std, mean = run("ReduceStdV2", x=X, dim=[1], correction=0, keepdim=True)
    close(std, X.std(axis=1, keepdims=True))
    close(mean, X.mean(axis=1, keepdims=True))
    mean, variance = run("ReduceMeanVariance", x=X.reshape(1, 2, 3, 4), axes=[2, 3])
    close(mean, X.reshape(1, 2, 3, 4).mean(axis=(2, 3), keepdims=True))
    close(variance, X.reshape(1, 2, 3, 4).var(axis=(2, 3), keepdims=True))


def test_sums_that_skip_nan_and_sums_of_squares():
    x = np.array([[1, np.nan], [2, 3]], np.float32)
    close(run("ReduceNansum", x=x, axes=[1])[0], [1, 5])
    close(run("SquareSumV1", x=X, axis=[2])[0], (X * X).sum(axis=2))


@pytest.mark.parametrize("exclusive", [False, True])
@pytest.mark.parametrize("reverse", [False, True])
def test_running_sums_and_products(exclusive: bool, reverse: bool):
    x = np.array([1.0, 2.0, 4.0], np.float32)
    sums = {(False, False): [1, 3, 7], (True, False): [0, 1, 3], (False, True): [7, 6, 4], (True, True): [6, 4, 0]}
    products = {(False, False): [1, 2, 8], (True, False): [1, 1, 2], (False, True): [8, 8, 4], (True, True): [8, 4, 1]}
    attrs = {"exclusive": exclusive, "reverse": reverse}
    for op in ("Cumsum", "CumsumD"):
        close(run(op, x=x, axis=0, **attrs)[0], sums[exclusive, reverse])
    for op in ("Cumprod", "CumprodD"):
        close(run(op, x=x, axis=0, **attrs)[0], products[exclusive, reverse])
    with np.errstate(divide="ignore"):
        expected = np.log(np.array(sums[exclusive, reverse], np.float64))
    for op in ("CumulativeLogsumexp", "CumulativeLogsumexpD"):
        found = run(op, x=np.log(x), axis=0, **attrs)[0]
        np.testing.assert_allclose(found.astype(np.float64), expected, rtol=2e-3, atol=1e-3)


def test_running_extremes_remember_where_they_last_appeared():
    y, places = run("Cummax", x=[1.0, 3.0, 2.0, 3.0], dim=0)
    assert (y.tolist(), places.tolist()) == ([1, 3, 3, 3], [0, 1, 1, 3])
    y, places = run("Cummin", x=[3.0, 1.0, 2.0], axis=0)
    assert (y.tolist(), places.tolist()) == ([3, 1, 1], [0, 1, 1])


def test_arg_reductions():
    x = np.array([[1, 7, 3], [9, 2, 9]], np.float32)
    assert run("ArgMaxD", x=x, dimension=1)[0].tolist() == [1, 0]
    assert run("ArgMinD", x=x, dimension=1)[0].tolist() == [0, 1]
    assert [item.tolist() for item in run("ArgMaxWithValue", x=x, dimension=1)] == [[1, 0], [7, 9]]
    assert [item.tolist() for item in run("ArgMinWithValue", x=x, dimension=0)] == [[0, 1, 0], [1, 2, 3]]


def test_normalisations_give_mean_0_and_variance_1():
    x = normal(2, 4, 3, 5) * 7 + 3
    ones, zeros = np.ones(4, np.float32), np.zeros(4, np.float32)
    y = run("BatchNorm", x=x, scale=ones, offset=zeros, data_format="NCHW", epsilon=0.0, is_training=True)[0]
    close(y.mean(axis=(0, 2, 3)), [0] * 4, atol=1e-4)
    close(y.var(axis=(0, 2, 3)), [1] * 4, rtol=1e-3)
    y = run("GroupNorm", x=x, gamma=ones, beta=zeros, num_groups=2, eps=0.0)[0].reshape(2, 2, -1)
    close(y.mean(axis=2), np.zeros((2, 2)), atol=1e-4)
    close(y.var(axis=2), np.ones((2, 2)), rtol=1e-3)
    rows, ones, zeros = normal(3, 8) * 2 + 1, np.ones(8, np.float32), np.zeros(8, np.float32)
    for op, attrs in (("LayerNorm", {"begin_norm_axis": 1, "begin_params_axis": 1}), ("LayerNormV4", {})):
        extra: dict[str, Any] = {"normalized_shape": [8]} if op == "LayerNormV4" else {}
        y = run(op, x=rows, gamma=ones, beta=zeros, epsilon=0.0, **attrs, **extra)[0]
        close(y.mean(axis=1), np.zeros(3), atol=1e-4)
        close(y.var(axis=1), np.ones(3), rtol=1e-3)


def test_sums_are_normalised_like_what_was_added_before():
    a, b, gamma, beta = normal(3, 8), normal(3, 8), normal(8), normal(8)
    attrs = {"begin_norm_axis": 1, "begin_params_axis": 1, "epsilon": 1e-5}
    plain = run("LayerNormV3", x=a + b, gamma=gamma, beta=beta, **attrs)
    for op in ("AddLayerNorm", "InplaceAddLayerNorm"):
        y, mean, rstd, total = run(op, x1=a, x2=b, gamma=gamma, beta=beta, epsilon=1e-5)
        close(y, plain[0])
        close(mean, plain[1])
        close(rstd, plain[2])
        close(total, a + b)
    expected = (a + b) / np.sqrt(np.square(a + b).mean(axis=1, keepdims=True) + 1e-6) * gamma
    for op in ("AddRmsNorm", "InplaceAddRmsNorm"):
        close(run(op, x1=a, x2=b, gamma=gamma, epsilon=1e-6)[0], expected)
    close(run("RmsNorm", x=a + b, gamma=gamma, epsilon=1e-6)[0], expected)
    close(run("GemmaRmsNorm", x=a + b, gamma=gamma - 1, epsilon=1e-6)[0], expected, rtol=1e-4)


def test_vector_norms():
    x = np.array([[3, -4], [0, 2]], np.float32)
    close(run("LpNorm", x=x, p=1, axes=[1])[0], [7, 2])
    close(run("LpNorm", x=x, p=2, axes=[1], keepdim=True)[0], [[5], [2]])
    close(run("LpNormV2", x=x, p=3.0, axes=[0])[0], [3, 72 ** (1 / 3)])
    close(run("EuclideanNorm", x=x, axes=[1])[0], [5, 2])
    close(run("L2Normalize", x=x, axis=[1], eps=1e-12)[0], [[0.6, -0.8], [0, 1]])
    close(run("Centralization", x=x, axes=[1])[0], [[3.5, -3.5], [-1, 1]])
    close(run("Scale", x=normal(1, 2, 1, 1) * 0 + 1, scale=[2.0, 3.0], bias=[1.0, 1.0])[0], [[[[3]], [[4]]]])


def test_a_masked_softmax_leaves_nothing_where_the_mask_is_set():
    x = normal(1, 1, 2, 2)
    mask = np.array([[[[False, True], [False, False]]]])
    y = run("ScaledMaskedSoftmax", x=x, mask=mask, scale=2.0)[0]
    close(y[0, 0, 0], [1, 0])
    close(y[0, 0, 1], run("SoftmaxV2", x=2 * x[0, 0, 1])[0])


# --- products ------------------------------------------------------------------------------------------------------


def test_products_with_either_side_transposed():
    a, b = normal(3, 4), normal(4, 5)
    for op in ("MatMul", "MatMulV2", "MatMulV3"):
        for left, right in itertools.product((False, True), repeat=2):
            found = run(op, x1=a.T if left else a, x2=b.T if right else b, transpose_x1=left, transpose_x2=right)[0]
            close(found, a.astype(np.float64) @ b)
    a, b = normal(2, 3, 4), normal(2, 4, 5)
    for op in ("BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"):
        close(run(op, x1=a, x2=b.swapaxes(1, 2), adj_x2=True)[0], np.einsum("bij,bjk->bik", a, b))


def test_products_with_more_to_them():
    a, b, c = normal(3, 4), normal(4, 5), normal(3, 5)
    close(run("GEMM", a=a, b=b, c=c, alpha=[2.0], beta=[3.0])[0], 2 * (a @ b) + 3 * c)
    close(run("FusedMatMul", x1=a, x2=b, fused_op_type="relu")[0], np.maximum(a @ b, 0))
    close(run("FusedMatMul", x1=a, x2=b, x3=c, fused_op_type="add")[0], a @ b + c)
    close(run("Einsum", x=[a, b], equation="ij, jk -> ki", N=2)[0], (a @ b).T)
    close(run("Ger", x1=a[0], x2=b[0])[0], np.outer(a[0], b[0]))
    close(run("Addr", x1=c, x2=a[:, 0], x3=b[0], beta=[2.0], alpha=[3.0])[0], 2 * c + 3 * np.outer(a[:, 0], b[0]))
    close(run("Dot", input_x=a[0], input_y=a[1])[0].reshape(()), np.dot(a[0], a[1]))
    found = run("FullyConnection", x=a.reshape(3, 4, 1, 1), w=b.T, num_output=5)[0]
    close(found.reshape(3, 5), a @ b)


# --- linear algebra ------------------------------------------------------------------------------------------------

M = normal(2, 3, 3) + 3 * np.eye(3, dtype=np.float32)


def test_decompositions_multiply_back():
    symmetric = M @ M.swapaxes(1, 2)
    root = run("Cholesky", x=symmetric)[0]
    close(root @ root.swapaxes(1, 2), symmetric, rtol=1e-3)
    assert not np.triu(root, 1).any()
    q, r = run("Qr", x=M)
    close(q @ r, M, rtol=1e-3, atol=1e-4)
    sigma, u, v = run("Svd", x=M)
    close((u * sigma[:, None, :]) @ v.swapaxes(1, 2), M, rtol=1e-3, atol=1e-4)
    values, vectors = run("SelfAdjointEig", x=symmetric)
    close((vectors * values[:, None, :]) @ vectors.swapaxes(1, 2), symmetric, rtol=1e-3, atol=1e-3)


def test_inverses_and_solutions_multiply_back():
    b = normal(2, 3, 2)
    close(M @ run("MatrixInverse", x=M)[0], np.broadcast_to(np.eye(3), (2, 3, 3)), atol=1e-4)
    close(M @ run("MatrixSolve", matrix=M, rhs=b)[0], b, atol=1e-4)
    close(M.swapaxes(1, 2) @ run("MatrixSolve", matrix=M, rhs=b, adjoint=True)[0], b, atol=1e-4)
    close(np.tril(M) @ run("MatrixTriangularSolve", matrix=M, rhs=b)[0], b, atol=1e-4)
    sign, size = run("LogMatrixDeterminant", x=M)
    close(sign * np.exp(size), run("MatrixDeterminant", x=M)[0], rtol=1e-3)


def test_triangles_bands_and_diagonals():
    x = np.arange(1, 10, dtype=np.float32).reshape(3, 3)
    close(run("Tril", x=x)[0], [[1, 0, 0], [4, 5, 0], [7, 8, 9]])
    close(run("Triu", x=x, diagonal=1)[0], [[0, 2, 3], [0, 0, 6], [0, 0, 0]])
    close(run("MatrixBandPart", x=x, num_lower=0, num_upper=-1)[0], [[1, 2, 3], [0, 5, 6], [0, 0, 9]])
    close(run("MatrixDiag", x=[1.0, 2.0])[0], [[1, 0], [0, 2]])
    close(run("MatrixDiagPart", x=x)[0], [1, 5, 9])
    close(run("MatrixSetDiag", x=x, diagonal=[0.0, 0.0, 0.0])[0], [[0, 2, 3], [4, 0, 6], [7, 8, 0]])
    close(run("Diag", x=[1.0, 2.0])[0], [[1, 0], [0, 2]])
    close(run("DiagPart", x=x)[0], [1, 5, 9])
    close(run("Trace", x=x)[0].reshape(()), 15)


def test_products_and_distances_of_vectors():
    close(run("Cross", x1=[[1.0, 0.0, 0.0]], x2=[[0.0, 1.0, 0.0]], dim=1)[0], [[0, 0, 1]])
    close(run("CosineSimilarity", input_x1=[[1.0, 1.0]], input_x2=[[1.0, 0.0]], dim=1)[0], [0.5**0.5])
    close(run("Cdist", x1=[[0.0, 0.0]], x2=[[3.0, 4.0], [1.0, 0.0]], p=2.0)[0], [[5, 1]])
    close(run("Pdist", x=[[0.0, 0.0], [3.0, 4.0], [0.0, 4.0]], p=1.0)[0], [7, 4, 3])


# --- images and boxes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "attrs", "mode", "coordinates", "nearest"),
    [
        ("ResizeBilinearV2", {"align_corners": True}, "linear", "align_corners", "floor"),
        ("ResizeBilinearV2", {"half_pixel_centers": True}, "linear", "half_pixel", "floor"),
        ("ResizeBilinearV2", {}, "linear", "asymmetric", "floor"),
        ("ResizeNearestNeighborV2", {}, "nearest", "asymmetric", "floor"),
        ("ResizeNearestNeighborV2", {"align_corners": True}, "nearest", "align_corners", "round_prefer_ceil"),
    ],
)
def test_tensorflows_image_sizes_are_cases_of_resize(op: str, attrs: Any, mode: str, coordinates: str, nearest: str):
    x = normal(1, 2, 4, 5)
    both = {"coordinate_transformation_mode": coordinates, "mode": mode, "nearest_mode": nearest}
    expected = run("Resize", x=x, sizes=np.array([1, 2, 7, 3], np.int64), **both)[0]
    close(run(op, x=x, size=[7, 3], **attrs)[0], expected, rtol=2e-3, atol=2e-3)


def test_boxes_that_overlap_better_ones_are_suppressed():
    boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.1, 1.0, 1.1], [0.0, 2.0, 1.0, 3.0]]
    arguments = {"boxes": boxes, "scores": [0.5, 0.9, 0.7], "max_output_size": 3}
    assert run("NonMaxSuppression", **arguments, iou_threshold=0.5)[0].tolist() == [1, 2]
    found = run("NonMaxSuppressionV3", **arguments, iou_threshold=0.9, score_threshold=0.6)[0]
    assert found.tolist() == [1, 2]


def test_overlaps_are_intersection_over_union():
    found = run("Iou", bboxes=[[0.0, 0.0, 2.0, 2.0]], gtboxes=[[1.0, 0.0, 3.0, 2.0]], eps=0.0, mode="iou")[0]
    close(found, [[1 / 3]])
    found = run("Iou", bboxes=[[0.0, 0.0, 2.0, 2.0]], gtboxes=[[1.0, 0.0, 2.0, 2.0]], eps=0.0, mode="iof")[0]
    close(found, [[1]])


# --- types ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["float16", "bfloat16"])
def test_low_precision_is_computed_in_float32_and_rounded_once(name: str):
    import ml_dtypes

    dtype = np.dtype(getattr(ml_dtypes, name, np.float16))
    x = np.full(4096, 0.01).astype(dtype)
    exact = x.astype(np.float64).sum()
    found = run("ReduceSum", x=x.reshape(1, -1), axes=[1])[0]
    assert found.dtype == dtype
    assert found[0] == np.asarray(exact).astype(dtype)


def test_casts_truncate_saturate_and_ask_for_truth():
    import ml_dtypes

    x = np.array([1.9, -1.9, 0.0, 1e6], np.float32)
    assert run("Cast", x=x[:3], dst_type=DataType.INT32.ge_value)[0].tolist() == [1, -1, 0]
    assert run("Cast", x=x, dst_type=DataType.BOOL.ge_value)[0].tolist() == [True, True, False, True]
    found = run("Cast", x=x, dst_type=DataType.FLOAT8_E4M3FN.ge_value)[0]
    assert found.dtype == ml_dtypes.float8_e4m3fn
    assert found.astype(np.float32).tolist() == [1.875, -1.875, 0, 448]


def test_equal_seeds_draw_equal_numbers_and_others_others():
    draws = [run("RandomUniform", shape=[50], dtype=DataType.FLOAT, seed=seed)[0] for seed in (1, 1, 2)]
    assert np.array_equal(draws[0], draws[1])
    assert not np.array_equal(draws[0], draws[2])
    assert ((draws[0] >= 0) & (draws[0] < 1)).all()
