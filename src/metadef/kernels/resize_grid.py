"""Samples of images and volumes at the points of a grid, and the grids of affine transforms."""

from __future__ import annotations

from itertools import product

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS", "sample"]


def _to_elements(at: Array, size: int, aligned: bool) -> Array:
    """From -1...1 to element coordinates; the ends are the centres of the corner elements, or their outer edges."""
    return (at + 1) / 2 * (size - 1) if aligned else ((at + 1) * size - 1) / 2


def _reflected(at: Array, size: int, aligned: bool) -> Array:
    """Mirrored at the centres of the corner elements, or at their outer edges, as often as needed."""
    low, high = (0.0, size - 1.0) if aligned else (-0.5, size - 0.5)
    span = high - low
    if span == 0:
        return np.zeros_like(at)
    offset = np.abs(at - low)
    turns, rest = np.floor(offset / span), np.mod(offset, span)
    return np.where(turns % 2 == 0, low + rest, high - rest)


def _inside(at: Array, size: int, padding: str, aligned: bool) -> Array:
    if padding == "border":
        return at.clip(0, size - 1)
    return _reflected(at, size, aligned).clip(0, size - 1) if padding == "reflection" else at


def _pixels(image: Array, places: list[Array], padding: str, aligned: bool) -> Array:
    """[C, ...] at integer places of each axis; outside of the image is 0 unless the padding says what is there."""
    known = np.ones(places[0].shape, np.bool_)
    indices: list[Array] = []
    for place, size in zip(places, image.shape[1:], strict=True):
        at = _inside(place, size, padding, aligned)
        known &= (at >= 0) & (at <= size - 1)
        indices.append(np.rint(at).clip(0, size - 1).astype(np.int64))
    return np.where(known, image[(slice(None), *indices)], 0)


def _cubic_weights(t: Array) -> list[Array]:
    a = -0.75
    near = [((a + 2) * d - (a + 3)) * d * d + 1 for d in (t, 1 - t)]
    far = [((a * d - 5 * a) * d + 8 * a) * d - 4 * a for d in (1 + t, 2 - t)]
    return [far[0], near[0], near[1], far[1]]


def sample(image: Array, points: list[Array], mode: str, padding: str, aligned: bool) -> Array:
    """[C, ...] at points of each axis, in elements."""
    if mode == "nearest":
        inside = [_inside(at, n, padding, aligned) for at, n in zip(points, image.shape[1:], strict=True)]
        return _pixels(image, [np.rint(at) for at in inside], padding, aligned)
    if mode == "bilinear":
        points = [_inside(at, n, padding, aligned) for at, n in zip(points, image.shape[1:], strict=True)]
    low = [np.floor(at) for at in points]
    parts = [at - floor for at, floor in zip(points, low, strict=True)]
    weights = [[1 - t, t] if mode == "bilinear" else _cubic_weights(t) for t in parts]
    first = 0 if mode == "bilinear" else -1
    total = np.zeros((image.shape[0], *points[0].shape), image.dtype)
    for steps in product(range(len(weights[0])), repeat=len(points)):
        places = [floor + first + step for floor, step in zip(low, steps, strict=True)]
        weight = np.prod([weights[axis][step] for axis, step in enumerate(steps)], axis=0)
        total += (_pixels(image, places, padding, aligned) * weight).astype(image.dtype)
    return total


def _grid_sampler(call: KernelCall) -> Array:
    """[N, C, D, H, W] at [N, ..., 3], whose last axis holds x, y, z: the last spatial axis first."""
    x, grid = as_compute(call["x"]), as_compute(call["grid"])
    aligned = call.bool("align_corners")
    mode, padding = call.str("interpolation_mode"), call.str("padding_mode")
    results: list[Array] = []
    for image, points in zip(x, grid, strict=True):
        rank = image.ndim - 1
        at = [_to_elements(points[..., rank - 1 - axis], image.shape[1 + axis], aligned) for axis in range(rank)]
        results.append(sample(image, at, mode, padding, aligned))
    return rounded(np.stack(results), call["x"])


def _affine_grid(call: KernelCall) -> Array:
    """theta [N, r, r + 1] and the image's shape [N, C, ...] to [N, product of ..., r]."""
    theta, sizes = as_compute(call["theta"]), call.numbers("output_size")[2:]
    axes: list[Array] = []
    for size in sizes:
        if call.bool("align_corners"):
            axes.append(np.linspace(-1, 1, size) if size > 1 else np.zeros(1))
        else:
            axes.append((2 * np.arange(size) + 1) / size - 1)
    points = np.meshgrid(*axes, indexing="ij")
    homogeneous = np.stack([*points[::-1], np.ones(sizes)], axis=-1).astype(theta.dtype)
    grid = np.einsum("pk,nik->npi", homogeneous.reshape(-1, len(sizes) + 1), theta)
    return rounded(grid.astype(theta.dtype), call["theta"])


KERNELS: dict[str, Kernel] = {
    "AffineGrid": _affine_grid,
    "GridSampler2D": _grid_sampler,
    "GridSampler3D": _grid_sampler,
}
