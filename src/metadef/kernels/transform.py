"""Elements in another order: transposes, reversals, rolls, blocks and batches."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]


def _transpose(call: KernelCall) -> Array:
    return np.transpose(call["x"], call.numbers("perm"))


def _confusion_transpose(call: KernelCall) -> Array:
    """A transpose and a reshape, in either order."""
    x, perm, shape = call["x"], call.ints("perm"), call.numbers("shape")
    return x.transpose(perm).reshape(shape) if call.bool("transpose_first") else x.reshape(shape).transpose(perm)


def _permute(call: KernelCall) -> Array:
    """Axes that `order` leaves out follow in their order."""
    x, order = call["x"], list(call.ints("order"))
    return np.transpose(x, order + [axis for axis in range(x.ndim) if axis not in order])


def _depth_to_space(call: KernelCall) -> Array:
    x, block = call["x"], call.int("block_size")
    channels_last = call.str("data_format") == "NHWC"
    if channels_last:
        x = np.moveaxis(x, -1, 1)
    n, c, h, w = x.shape
    if call.str("mode") == "DCR":
        y = x.reshape(n, block, block, c // block**2, h, w).transpose(0, 3, 4, 1, 5, 2)
    else:
        y = x.reshape(n, c // block**2, block, block, h, w).transpose(0, 1, 4, 2, 5, 3)
    y = y.reshape(n, c // block**2, h * block, w * block)
    return np.moveaxis(y, 1, -1) if channels_last else y


def _space_to_depth(call: KernelCall) -> Array:
    x, block = call["x"], call.int("block_size")
    channels_last = call.str("data_format") == "NHWC"
    if channels_last:
        x = np.moveaxis(x, -1, 1)
    n, c, h, w = x.shape
    y = x.reshape(n, c, h // block, block, w // block, block).transpose(0, 3, 5, 1, 2, 4)
    y = y.reshape(n, c * block**2, h // block, w // block)
    return np.moveaxis(y, 1, -1) if channels_last else y


def _batch_to_space_nd(call: KernelCall) -> Array:
    """Blocks of the batch become places of the spatial axes, then `crops` are cut off."""
    x, block = call["x"], call.numbers("block_shape")
    crops = np.asarray(call.numbers("crops")).reshape(-1, 2)
    count = len(block)
    batch = x.shape[0] // int(np.prod(block))
    y = x.reshape(*block, batch, *x.shape[1:])
    order = [count]
    for axis in range(count):
        order += [count + 1 + axis, axis]
    y = y.transpose(*order, *range(2 * count + 1, y.ndim))
    y = y.reshape(batch, *(size * b for size, b in zip(x.shape[1:], block, strict=False)), *x.shape[1 + count :])
    places = [slice(int(before), y.shape[i + 1] - int(after)) for i, (before, after) in enumerate(crops)]
    return y[(slice(None), *places)]


def _space_to_batch_nd(call: KernelCall) -> Array:
    """The spatial axes get `paddings`, then places within blocks become blocks of the batch."""
    block = call.numbers("block_shape")
    paddings = np.asarray(call.numbers("paddings")).reshape(-1, 2)
    count = len(block)
    x = call["x"]
    rest = [(0, 0)] * (x.ndim - 1 - count)
    x = np.pad(x, [(0, 0), *((int(before), int(after)) for before, after in paddings), *rest])
    split: list[int] = [x.shape[0]]
    for size, b in zip(x.shape[1:], block, strict=False):
        split += [size // b, b]
    y = x.reshape(*split, *x.shape[1 + count :])
    order = [*range(2, 2 * count + 1, 2), 0, *range(1, 2 * count + 1, 2), *range(2 * count + 1, y.ndim)]
    return y.transpose(order).reshape(x.shape[0] * int(np.prod(block)), *split[1::2], *x.shape[1 + count :])


def _reverse(name: str) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        return np.flip(call["x"], tuple(call.numbers(name)))

    return kernel


def _reverse_sequence(call: KernelCall) -> Array:
    """Each sequence of the batch is reversed in its first `seq_lengths` elements."""
    x, lengths = call["x"], call["seq_lengths"]
    batch_axis, axis = call.int("batch_dim") % x.ndim, call.int("seq_dim") % x.ndim
    moved = np.moveaxis(x, (batch_axis, axis), (0, 1))
    place = np.arange(moved.shape[1])
    order = np.where(place < lengths[:, None], lengths[:, None] - 1 - place, place)
    order = order.reshape(*order.shape, *[1] * (moved.ndim - 2))
    return np.moveaxis(np.take_along_axis(moved, order.astype(np.int64), axis=1), (0, 1), (batch_axis, axis))


def _roll(call: KernelCall) -> Array:
    """Without `dims` the flattened tensor."""
    shifts, dims = call.ints("shifts"), call.ints("dims")
    return np.roll(call["x"], shifts, axis=dims) if dims else np.roll(call["x"], shifts[0])


def _roll_v2(call: KernelCall) -> Array:
    return np.roll(call["input"], tuple(call.numbers("shift")), axis=tuple(call.numbers("axes")))


def _shuffle_channel(call: KernelCall) -> Array:
    x, group = call["x"], call.int("group")
    return x.reshape(x.shape[0], group, -1, *x.shape[2:]).swapaxes(1, 2).reshape(x.shape)


def _format_places(call: KernelCall) -> list[int]:
    source, target = call.str("src_format"), call.str("dst_format")
    return [source.index(letter) for letter in target]


def _format_dim_map(call: KernelCall) -> Array:
    """The number of an axis in the other format."""
    x, source, target = call["x"], call.str("src_format"), call.str("dst_format")
    table = np.asarray([target.index(letter) for letter in source], x.dtype)
    return table[x]


def _format_vec_permute(call: KernelCall) -> Array:
    return call["x"][_format_places(call)]


def _col2im(call: KernelCall) -> Array:
    """[N, C, taps, windows] added up to [N, C, H, W]: each window's elements go back to where they were taken."""
    x = as_compute(call["x"])
    height, width = call.numbers("output_size")
    rows, columns = call.numbers("kernel_size")
    down, across = call.ints("stride")
    apart_y, apart_x = call.ints("dilation")
    pad_y, pad_x = call.ints("padding")
    count_y = (height + 2 * pad_y - apart_y * (rows - 1) - 1) // down + 1
    count_x = (width + 2 * pad_x - apart_x * (columns - 1) - 1) // across + 1
    blocks = x.reshape(*x.shape[:2], rows, columns, count_y, count_x)
    image = np.zeros((*x.shape[:2], height + 2 * pad_y, width + 2 * pad_x), x.dtype)
    for row, column in np.ndindex(rows, columns):
        top, left = row * apart_y, column * apart_x
        bottom, right = top + down * (count_y - 1) + 1, left + across * (count_x - 1) + 1
        image[:, :, top:bottom:down, left:right:across] += blocks[:, :, row, column]
    return rounded(image[:, :, pad_y : pad_y + height, pad_x : pad_x + width], call["x"])


KERNELS: dict[str, Kernel] = {
    "BatchToSpaceND": _batch_to_space_nd,
    "BatchToSpaceNDD": _batch_to_space_nd,
    "Col2im": _col2im,
    "Col2ImV2": _col2im,
    "ConfusionTranspose": _confusion_transpose,
    "ConfusionTransposeD": _confusion_transpose,
    "DataFormatDimMap": _format_dim_map,
    "DataFormatVecPermute": _format_vec_permute,
    "DepthToSpace": _depth_to_space,
    "Permute": _permute,
    "ReverseSequence": _reverse_sequence,
    "ReverseV2": _reverse("axis"),
    "ReverseV2D": _reverse("axis"),
    "Roll": _roll,
    "RollV2": _roll_v2,
    "ShuffleChannel": _shuffle_channel,
    "SpaceToBatchND": _space_to_batch_nd,
    "SpaceToBatchNDD": _space_to_batch_nd,
    "SpaceToDepth": _space_to_depth,
    "Transpose": _transpose,
    "TransposeD": _transpose,
}
