"""Every gradient kernel against finite differences of the kernel whose gradient it is."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from kernel_cases import run
from metadef.kernels.table import kernel_names

# gradient: (operator, its input, gradient's port for dy, for what the derivative is taken at, is that the result y?)
BY_INPUT: dict[str, tuple[str, str, str, str]] = {
    "AbsGrad": ("Abs", "x", "dy", "y"),
    "AcosGrad": ("Acos", "x", "dy", "y"),
    "AsinGrad": ("Asin", "x", "dy", "y"),
    "AtanGrad": ("Atan", "x", "dy", "y"),
    "FastGeluGrad": ("FastGelu", "x", "dy", "x"),
    "GeluGradV2": ("GeluV2", "x", "dy", "x"),
    "HardShrinkGrad": ("HardShrink", "input_x", "gradients", "features"),
    "HardSigmoidGrad": ("HardSigmoid", "input_x", "grads", "input_x"),
    "HardSwishGrad": ("HardSwish", "x", "grad", "x"),
    "LeakyReluGrad": ("LeakyRelu", "x", "gradients", "features"),
    "LogSigmoidGrad": ("LogSigmoid", "x", "grads", "features"),
    "MishGrad": ("Mish", "x", "grad", "x"),
    "Relu6Grad": ("Relu6", "x", "gradients", "features"),
    "ReluGrad": ("Relu", "x", "gradients", "features"),
    "SiluGrad": ("Swish", "x", "dy", "x"),
    "SoftShrinkGrad": ("SoftShrink", "input_x", "input_grad", "input_x"),
    "SoftplusGrad": ("Softplus", "x", "gradients", "features"),
    "SoftplusV2Grad": ("SoftplusV2", "x", "input_gradients", "input_features"),
    "SoftsignGrad": ("Softsign", "x", "gradients", "features"),
}
BY_RESULT: dict[str, tuple[str, str, str, str]] = {
    "AcoshGrad": ("Acosh", "x", "dy", "y"),
    "AsinhGrad": ("Asinh", "x", "dy", "y"),
    "EluGrad": ("Elu", "x", "grads", "activations"),
    "InvGrad": ("Inv", "x", "grad", "x"),
    "ReciprocalGrad": ("Reciprocal", "x", "dy", "y"),
    "RsqrtGrad": ("Rsqrt", "x", "dy", "y"),
    "SeluGrad": ("Selu", "x", "gradients", "outputs"),
    "SigmoidGrad": ("Sigmoid", "x", "dy", "y"),
    "SqrtGrad": ("Sqrt", "x", "dy", "y"),
    "TanhGrad": ("Tanh", "x", "dy", "y"),
}
TESTED_BELOW = {
    "BiasAddGrad",
    "GLUGrad",
    "GeluGrad",
    "HardtanhGrad",
    "LogSoftmaxGrad",
    "PReluGrad",
    "SoftmaxGrad",
    "StridedSliceGrad",
    "StridedSliceGradD",
    "SwiGluGrad",
    "SwishGrad",
    "ThresholdGradV2D",
}
STEP = 1e-2
POINTS = np.array([-2.3, -0.71, -0.2, 0.13, 0.62, 1.7, 4.1], np.float32)
INSIDE = {"AcosGrad": POINTS / 5, "AsinGrad": POINTS / 5, "AcoshGrad": np.abs(POINTS) + 1.2}
POSITIVE = ("InvGrad", "ReciprocalGrad", "RsqrtGrad", "SqrtGrad")
ATTRS: Mapping[str, Mapping[str, float]] = {"LeakyReluGrad": {"negative_slope": 0.3}, "SoftplusV2Grad": {"beta": 2.0}}


def difference(op: str, port: str, x: np.ndarray, attrs: Mapping[str, float], **others: object) -> np.ndarray:
    """The central difference: the derivative up to the square of the step."""
    high, low = (run(op, **{port: x + sign * np.float32(STEP)}, **attrs, **others)[0] for sign in (1, -1))
    return (high - low) / (2 * STEP)


@pytest.mark.parametrize("name", sorted(BY_INPUT | BY_RESULT))
def test_a_gradient_is_the_derivative_times_dy(name: str):
    op, port, dy_port, at_port = (BY_INPUT | BY_RESULT)[name]
    attrs = ATTRS.get(name, {})
    x = INSIDE.get(name, np.abs(POINTS) + 0.3 if name in POSITIVE else POINTS)
    dy = np.linspace(0.5, 2, x.size).astype(np.float32)
    at = x if name in BY_INPUT else run(op, **{port: x}, **attrs)[0]
    found = run(name, **{dy_port: dy, at_port: at}, **attrs)[0]
    np.testing.assert_allclose(found, dy * difference(op, port, x, attrs), rtol=5e-3, atol=2e-3)


def _matrix_gradient(op: str, port: str, x: np.ndarray, dy: np.ndarray, /, **attrs: object) -> np.ndarray:
    """d(sum(dy · op(x))) / dx, one element at a time."""
    result = np.zeros_like(x)
    for place in np.ndindex(*x.shape):
        shift = np.zeros_like(x)
        shift[place] = STEP
        high, low = (run(op, **{port: x + sign * shift}, **attrs)[0] for sign in (1, -1))
        result[place] = (dy * (high - low)).sum() / (2 * STEP)
    return result


X = np.random.default_rng(3).normal(size=(3, 4)).astype(np.float32)
DY = np.random.default_rng(4).normal(size=(3, 4)).astype(np.float32)
CLOSE = {"rtol": 5e-3, "atol": 2e-3}


def test_gradients_of_softmax_and_its_logarithm_take_the_result():
    found = run("SoftmaxGrad", softmax=run("SoftmaxV2", x=X)[0], grad_softmax=DY)[0]
    np.testing.assert_allclose(found, _matrix_gradient("SoftmaxV2", "x", X, DY), **CLOSE)
    found = run("LogSoftmaxGrad", grad=DY, x=run("LogSoftmaxV2", logits=X)[0])[0]
    np.testing.assert_allclose(found, _matrix_gradient("LogSoftmaxV2", "logits", X, DY), **CLOSE)


@pytest.mark.parametrize("op", ["GLU", "SwiGlu"])
def test_gradients_of_gated_units(op: str):
    found = run(f"{op}Grad", x=X, y_grad=DY[:, :2])[0]
    np.testing.assert_allclose(found, _matrix_gradient(op, "x", X, DY[:, :2]), **CLOSE)


def test_gradients_that_take_more_than_two_tensors():
    y = run("Gelu", x=X)[0]
    expected = _matrix_gradient("Gelu", "x", X, DY)
    np.testing.assert_allclose(run("GeluGrad", dy=DY, x=X, y=y)[0], expected, **CLOSE)
    y = run("Swish", x=X, scale=1.5)[0]
    expected = _matrix_gradient("Swish", "x", X, DY, scale=1.5)
    np.testing.assert_allclose(run("SwishGrad", grad=DY, x=X, y=y, scale=1.5)[0], expected, **CLOSE)


def test_the_gradient_of_prelu_sums_over_what_its_weights_broadcast_along():
    x, dy = X.reshape(1, 3, 2, 2), DY.reshape(1, 3, 2, 2)
    weights = np.array([0.1, 0.2, 0.3], np.float32)
    dx, da = run("PReluGrad", grads=dy, features=x, weights=weights)
    np.testing.assert_allclose(dx, _matrix_gradient("PRelu", "x", x, dy, weight=weights), **CLOSE)
    np.testing.assert_allclose(da, _matrix_gradient("PRelu", "weight", weights, dy, x=x), **CLOSE)


def test_hardtanh_passes_the_gradient_between_its_bounds():
    found = run("HardtanhGrad", result=[-2.0, -0.5, 0.5, 2.0], grad=[1.0, 2.0, 3.0, 4.0])[0]
    assert found.tolist() == [0, 2, 3, 0]


def test_the_gradient_of_a_bias_is_a_sum_over_everything_but_the_channels():
    dy = np.arange(24, dtype=np.float32).reshape(2, 3, 2, 2)
    assert run("BiasAddGrad", x=dy, data_format="NCHW")[0].tolist() == [60, 92, 124]
    assert run("BiasAddGrad", x=dy, data_format="NHWC")[0].tolist() == [132, 144]


def test_a_threshold_passes_the_gradient_above_it():
    found = run("ThresholdGradV2D", gradients=[1.0, 2.0, 3.0], features=[0.4, 0.5, 0.6], threshold=0.5)[0]
    assert found.tolist() == [0, 0, 3]


def test_the_gradient_of_a_strided_slice_puts_dy_where_the_slice_was():
    masks = {"begin_mask": 0, "end_mask": 0, "ellipsis_mask": 0, "new_axis_mask": 0, "shrink_axis_mask": 0}
    for op in ("StridedSliceGrad", "StridedSliceGradD"):
        found = run(op, shape=[5], begin=[0], end=[5], strides=[2], dy=[1.0, 2.0, 3.0], **masks)[0]
        assert found.tolist() == [1, 0, 2, 0, 3]


@pytest.mark.parametrize(
    ("shape", "groups", "strides", "pads"), [((2, 4, 5, 6), 2, 2, (1, 0, 0, 1)), ((1, 2, 4, 4), 1, 1, (0, 0, 0, 0))]
)
def test_gradients_of_a_convolution(shape: tuple[int, ...], groups: int, strides: int, pads: tuple[int, ...]):
    rng = np.random.default_rng(0)
    x = rng.normal(size=shape).astype(np.float32)
    weight = rng.normal(size=(4, shape[1] // groups, 3, 2)).astype(np.float32)
    attrs = {"strides": [1, 1, strides, strides], "pads": list(pads), "groups": groups, "data_format": "NCHW"}
    dy = rng.normal(size=run("Conv2D", x=x, filter=weight, **attrs)[0].shape).astype(np.float32)
    by_x = _matrix_gradient("Conv2D", "x", x, dy, filter=weight, **attrs)
    by_filter = _matrix_gradient("Conv2D", "filter", weight, dy, x=x, **attrs)
    for suffix in ("", "D"):
        found = run(f"Conv2DBackpropInput{suffix}", input_size=list(x.shape), filter=weight, out_backprop=dy, **attrs)
        np.testing.assert_allclose(found[0], by_x, rtol=1e-2, atol=3e-2)
        found = run(f"Conv2DBackpropFilter{suffix}", x=x, filter_size=list(weight.shape), out_backprop=dy, **attrs)
        np.testing.assert_allclose(found[0], by_filter, rtol=1e-2, atol=3e-2)


def test_every_gradient_with_a_kernel_is_tested_here():
    gradients = {name for name in kernel_names() if "Grad" in name and not name.endswith("Gradient")}
    assert gradients - BY_INPUT.keys() - BY_RESULT.keys() - TESTED_BELOW == set()
