"""Random tensors. Equal seeds give equal numbers (not the device's); two zeros mean a seed that nobody knows."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall

__all__ = ["KERNELS"]


def _generator(call: KernelCall) -> np.random.Generator:
    seeds = [call.int("seed"), call.int("seed2")]
    return np.random.default_rng([seed & 0xFFFFFFFF for seed in seeds] if any(seeds) else None)


def _uniform(call: KernelCall) -> Array:
    """From 0 to below 1."""
    return _generator(call).random(call.numbers("shape")).astype(call.numpy_type("dtype"))


def _normal(call: KernelCall) -> Array:
    return _generator(call).standard_normal(call.numbers("shape")).astype(call.numpy_type("dtype"))


def _uniform_int(call: KernelCall) -> Array:
    """From `min` to below `max`."""
    low, high = call.numbers("min")[0], call.numbers("max")[0]
    return _generator(call).integers(low, high, call.numbers("shape")).astype(call["min"].dtype)


def _truncated_normal(call: KernelCall) -> Array:
    """Normal numbers, drawn again until they are within two deviations."""
    generator, shape = _generator(call), call.numbers("shape")
    result = generator.standard_normal(shape)
    while bool((outside := np.abs(result) > 2).any()):
        result[outside] = generator.standard_normal(int(outside.sum()))
    return result.astype(call.numpy_type("dtype"))


def _shuffle(call: KernelCall) -> Array:
    return _generator(call).permutation(call["x"], axis=0)


KERNELS: dict[str, Kernel] = {
    "RandomShuffle": _shuffle,
    "RandomStandardNormal": _normal,
    "RandomUniform": _uniform,
    "RandomUniformInt": _uniform_int,
    "TruncatedNormal": _truncated_normal,
}
