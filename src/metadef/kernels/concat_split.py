"""Joining tensors along an axis, and cutting them."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall

__all__ = ["KERNELS"]


def _concat(call: KernelCall) -> Array:
    return np.concatenate(call.members("x"), axis=call.numbers("concat_dim")[0])


def _concat_offset(call: KernelCall) -> list[Array]:
    """Where each member starts in the concatenation of shapes `x`."""
    axis, members = call.numbers("concat_dim")[0], call.members("x")
    offsets: list[Array] = []
    start = 0
    for member in members:
        offset = np.zeros_like(member)
        offset[axis] = start
        offsets.append(offset)
        start += int(member[axis])
    return offsets


def _pack(call: KernelCall) -> Array:
    return np.stack(call.members("x"), axis=call.int("axis"))


def _unpack(call: KernelCall) -> list[Array]:
    return list(np.moveaxis(call["x"], call.int("axis"), 0))


def _split(call: KernelCall) -> list[Array]:
    return list(np.split(call["x"], call.int("num_split"), axis=call.numbers("split_dim")[0]))


def _split_v(call: KernelCall) -> list[Array]:
    """One size may be -1: what is left.

    Raises:
        ValueError: if the sizes do not fill the axis.
    """
    x, axis, sizes = call["x"], call.numbers("split_dim")[0], call.numbers("size_splits")
    if -1 in sizes:
        sizes[sizes.index(-1)] = x.shape[axis] - sum(size for size in sizes if size != -1)
    if sum(sizes) != x.shape[axis]:
        raise ValueError(f"sizes {sizes} do not fill an axis of {x.shape[axis]}")
    return list(np.split(x, np.cumsum(sizes)[:-1], axis=axis))


KERNELS: dict[str, Kernel] = {
    "Concat": _concat,
    "ConcatD": _concat,
    "ConcatOffset": _concat_offset,
    "ConcatOffsetD": _concat_offset,
    "ConcatV2": _concat,
    "ConcatV2D": _concat,
    "Pack": _pack,
    "Split": _split,
    "SplitD": _split,
    "SplitV": _split_v,
    "SplitVD": _split_v,
    "Unpack": _unpack,
}
