"""Batch normalisation: statistics for each channel over everything else."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import along, as_compute, rounded
from metadef.kernels.windows import channel_axis

__all__ = ["KERNELS"]


def _normalised(x: Array, axis: int, mean: Array, variance: Array, epsilon: float) -> Array:
    mean, variance = along(mean, axis, x.ndim), along(variance, axis, x.ndim)
    return (x - mean) / np.sqrt(variance + np.asarray(epsilon, variance.dtype))


def _bn_infer(call: KernelCall) -> Array:
    """(x - mean) / sqrt(variance + epsilon) · scale + offset."""
    x = as_compute(call["x"])
    axis = channel_axis(call, x.ndim)
    mean, variance, scale, offset = (as_compute(call[name]) for name in ("mean", "variance", "scale", "offset"))
    y = _normalised(x, axis, mean, variance, call.float("epsilon"))
    return rounded((y * along(scale, axis, x.ndim) + along(offset, axis, x.ndim)).astype(x.dtype), call["x"])


def _bn_inference(call: KernelCall) -> Array:
    """Caffe's: mean and variance are divided by `momentum` first; scale and offset may be absent."""
    x = as_compute(call["x"])
    axis = channel_axis(call, x.ndim)
    momentum = float(call["momentum"].reshape(-1)[0]) if "momentum" in call.proto.input_index else 1.0
    factor = 0.0 if momentum == 0 else 1 / momentum
    mean, variance = (as_compute(call[name]) * np.asarray(factor, np.float32) for name in ("mean", "variance"))
    y = _normalised(x, axis, mean, variance, call.float("epsilon"))
    offset = "b" if "b" in call.proto.input_index else "offset"
    if call.has_input("scale"):
        y = y * along(as_compute(call["scale"]), axis, x.ndim)
    if call.has_input(offset):
        y = y + along(as_compute(call[offset]), axis, x.ndim)
    return rounded(y.astype(x.dtype), call["x"])


def _batch_norm(outputs: int, prefix: str = "") -> Kernel:
    """Training takes the statistics from the batch; the running variance is the unbiased one."""

    def kernel(call: KernelCall) -> list[Array]:
        x = as_compute(call[f"{prefix}x"])
        axis = channel_axis(call, x.ndim, f"{prefix}x")
        scale, offset = as_compute(call[f"{prefix}scale"]), as_compute(call[f"{prefix}offset"])
        if call.bool("is_training"):
            others = tuple(i for i in range(x.ndim) if i != axis)
            mean, variance = x.mean(axis=others), x.var(axis=others)
            count = x.size // x.shape[axis]
            running = variance * np.asarray(count / max(1, count - 1), variance.dtype)
        else:
            mean, variance = as_compute(call[f"{prefix}mean"]), as_compute(call[f"{prefix}variance"])
            running = variance
        unused = np.zeros(1, variance.dtype)  # CANN reserves the sixth output
        y = _normalised(x, axis, mean, variance, call.float("epsilon"))
        y = y * along(scale, axis, x.ndim) + along(offset, axis, x.ndim)
        return [rounded(y.astype(x.dtype), call[f"{prefix}x"]), mean, running, mean, variance, unused][:outputs]

    return kernel


def _training_reduce(call: KernelCall) -> list[Array]:
    """Sums and sums of squares for each channel."""
    x = as_compute(call["x"])
    axis = channel_axis(call, x.ndim)
    others = tuple(i for i in range(x.ndim) if i != axis)
    return [x.sum(axis=others), np.square(x).sum(axis=others)]


KERNELS: dict[str, Kernel] = {
    "BN3DTrainingReduce": _training_reduce,
    "BNInfer": _bn_infer,
    "BNInference": _bn_inference,
    "BNInferenceD": _bn_inference,
    "BNTrainingReduce": _training_reduce,
    "BatchNorm": _batch_norm(6),
    "BatchNorm3D": _batch_norm(5),
    "BatchNormExt2": _batch_norm(5, "input_"),
    "FusedBatchNormV2": _batch_norm(5),
}
