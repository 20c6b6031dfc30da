"""Normalisations in their trained form."""

from __future__ import annotations

import numpy as np

from metadef.frontend.torch.lowering import Lowered, Lowering
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_EPSILONS = {DataType.FLOAT: 2.0**-23, DataType.DOUBLE: 2.0**-52}  # of the type itself, where a program names none


def batch_norm(call: Lowered) -> None:
    """With the running statistics; a missing scale is 1, a missing shift 0."""
    if call.flag("training", default=False):
        call.refuse("batch normalisation in training mode has no mapping; export the module after .eval()")
    x = call.tensor("input")
    mean, variance = call.tensor("running_mean"), call.tensor("running_var")
    scale, shift = _affine(call, x, _count(call, call.sizes(mean)))
    epsilon = call.real("eps", 1e-5)
    call.give(call.op("BatchNormalization", x, scale, shift, mean, variance, epsilon=epsilon))


def own_statistics(call: Lowered) -> None:
    """Batch normalisation with the mean and variance of the batch itself; they are not given further."""
    x = call.tensor("input")
    rank, dtype = call.rank(x), call.dtype(x)
    axes = call.constant([axis for axis in range(rank) if axis != 1])
    centred = call.op("Sub", x, call.op("ReduceMean", x, axes, keepdims=1))
    variance = call.op("ReduceMean", call.op("Mul", centred, centred), axes, keepdims=1)
    epsilon = call.constant(call.real("eps", 1e-5), dtype)
    found = call.op("Div", centred, call.op("Sqrt", call.op("Add", variance, epsilon)))
    behind = call.constant(list(range(1, rank - 1)))
    for name, op in (("weight", "Mul"), ("bias", "Add")):
        given = call.optional(name)
        if given:
            found = call.op(op, found, call.op("Unsqueeze", given, behind) if rank > 2 else given)
    call.give(found)


def _affine(call: Lowered, x: str, channels: int) -> tuple[str, str]:
    """Scale and shift; a missing scale is 1, a missing shift 0."""
    dtype = call.dtype(x)
    scale = call.optional("weight") or call.constant([1] * channels, dtype)
    return scale, call.optional("bias") or call.constant([0] * channels, dtype)


def _count(call: Lowered, sizes: tuple[int | str, ...]) -> int:
    if len(sizes) != 1 or not isinstance(sizes[0], int):
        call.refuse("the number of channels is not known")
    return sizes[0]


def layer_norm(call: Lowered) -> None:
    """Over the last axes."""
    x, dims = call.tensor("input"), call.integers("normalized_shape")
    scale = call.optional("weight") or call.constant(np.ones(dims), call.dtype(x))
    shift = call.optional("bias")
    inputs = (x, scale, shift) if shift else (x, scale)
    count = 3 if len(call.call.outputs) > 1 else 1
    attrs = {"axis": -len(dims), "epsilon": call.real("eps", 1e-5)}
    call.give(*call.ops("LayerNormalization", inputs, count, **attrs))


def rms_norm(call: Lowered) -> None:
    """x / sqrt(mean(x^2) + eps) over the last axes."""
    x, count = call.tensor("input"), len(call.integers("normalized_shape"))
    dtype = call.dtype(x)
    eps = call.get("eps")
    eps = _EPSILONS.get(dtype) if eps is None else eps
    if not isinstance(eps, float):
        call.refuse("the epsilon of the type itself is not known")
    axes = call.constant(list(range(-count, 0)))
    mean = call.op("ReduceMean", call.op("Mul", x, x), axes, keepdims=1)
    found = call.op("Div", x, call.op("Sqrt", call.op("Add", mean, call.constant(eps, dtype))))
    weight = call.optional("weight")
    call.give(call.op("Mul", found, weight) if weight else found)


def group_norm(call: Lowered) -> None:
    """Channels in groups."""
    x = call.tensor("input")
    groups = call.integer("num_groups" if "num_groups" in call.call.arguments else "group")
    channels = call.sizes(x)[1]
    if not isinstance(channels, int):
        call.refuse("the number of channels is not known")
    scale, shift = _affine(call, x, channels)
    call.give(call.op("GroupNormalization", x, scale, shift, num_groups=groups, epsilon=call.real("eps", 1e-5)))


def instance_norm(call: Lowered) -> None:
    """Each channel of each sample by itself."""
    if not call.flag("use_input_stats", default=True):
        call.refuse("instance normalisation with running statistics has no mapping")
    x = call.tensor("input")
    channels = call.sizes(x)[1]
    if not isinstance(channels, int):
        call.refuse("the number of channels is not known")
    scale, shift = _affine(call, x, channels)
    call.give(call.op("InstanceNormalization", x, scale, shift, epsilon=call.real("eps", 1e-5)))


OPS: dict[str, Lowering] = {
    "aten.batch_norm.default": batch_norm,
    "aten._native_batch_norm_legit_no_training.default": batch_norm,
    "aten._native_batch_norm_legit.no_stats": own_statistics,
    "aten.layer_norm.default": layer_norm,
    "aten.native_layer_norm.default": layer_norm,
    "aten.rms_norm.default": rms_norm,
    "aten.group_norm.default": group_norm,
    "aten.native_group_norm.default": group_norm,
    "aten.instance_norm.default": instance_norm,
}
