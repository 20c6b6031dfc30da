"""Shapes of normalisations: the output has x's shape; statistics have the axes that are averaged over as 1 or gone.

LayerNorm: mean and variance keep the axes before `begin_norm_axis` and have 1 behind. Batch norm: one number a
channel. Group norm: one a batch and group. Instance norm: one a batch and channel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    dims_at,
    need_rank,
    need_rank_within,
    normalise_axis,
    positive_attr,
)
from metadef.infer.shape.quantize import exponents
from metadef.ops.call import Call
from metadef.types.format import Format
from metadef.types.shape import Shape

__all__ = [
    "batch_norm",
    "batch_norm_v3",
    "bias_add",
    "channel_sums",
    "gathered_statistics",
    "gradients",
    "group_norm",
    "group_sums",
    "instance_norm",
    "layer_norm",
    "layer_norm_of",
    "over_batch",
    "renorm_factors",
    "rms_norm",
    "stacked",
]


# rank of a format that keeps channels in blocks, and the axes of the blocks and of the channels in one
_BLOCKED = {Format.NC1HWC0: (5, (1, 4)), Format.NDC1HWC0: (6, (2, 5))}


def _kept(x: Shape, axes: tuple[int, ...]) -> Shape:
    return Shape([size if axis in axes else 1 for axis, size in enumerate(x)])


def channels(call: Call, x: Shape, port: str = "x", *, by_default: bool = False) -> Axis:
    """The channel size of a feature map in its origin format, or by `data_format`.

    With `by_default` an absent `data_format` counts as its default; operators that follow torch declare NHWC there and
    mean axis 1.
    """
    if x.rank is None:
        return None
    given = call.attr("data_format") if "data_format" in call.proto.attr_index else None
    letters = call.format(port).axes
    if letters is None or len(letters) != x.rank:
        stated = by_default or "data_format" in call.attrs
        letters = given if isinstance(given, str) and stated else None
    if letters is not None and "C" in letters and len(letters) == x.rank:
        return x[letters.index("C")]
    if letters == "NHWC" or (call.format(port).axes or "").endswith("C"):
        return x[-1] if x.rank else None
    return x[1] if x.rank > 1 else None


_PARAMETERS = (
    *("offset", "bias", "mean", "variance", "running_mean", "running_var"),
    *("input_offset", "input_mean", "input_variance"),
)


def _need_equal_lengths(call: Call, scale: Shape) -> None:
    """The other parameters are vectors as long as the first [C1], or empty, as statistics are while they are made."""
    for port in _PARAMETERS:
        given = call.shape(port) if port in call.proto.input_index else scale
        if given.rank == 1 and given.dims != scale.dims and given[0] != 0:
            agree(call, scale[0], given[0], f"the first parameter and `{port}` [C1]")


def batch_norm(count: int, params: str = "scale", x_port: str = "x") -> Callable[[Call], list[Shape]]:
    """y like x, and `count` more outputs like the per-channel parameter.

    C1: the parameters have one number a channel. Where nothing says which axis holds the channels, the last may as well
    as the second.
    """

    def rule(call: Call) -> list[Shape]:
        x, scale = call.shape(x_port), call.shape(params)
        if x.rank is not None and x.rank > 1 and scale.rank == 1:
            size, last = channels(call, x, x_port, by_default=True), x[-1]
            said = call.format(x_port).axes is not None or "data_format" in call.proto.attr_index
            if said or size == scale[0] or (isinstance(last, int) and last != scale[0]):
                agree(call, size, scale[0], "channels of x and the parameters [C1]")
        if scale.rank == 1:
            _need_equal_lengths(call, scale)
        return [x] + [scale] * count

    return rule


def channel_sums(count: int, port: str = "x") -> Callable[[Call], list[Shape]]:
    """Sums over all but the channel axis: vectors of the channels; blocks of channels keep their two axes."""

    def rule(call: Call) -> list[Shape]:
        x = call.shape(port)
        blocks = _BLOCKED.get(call.format(port))
        if blocks is not None and x.rank in (None, blocks[0]):
            return [_kept(Shape.unknown(blocks[0]) if x.rank is None else x, blocks[1])] * count
        return [Shape((channels(call, x, port),))] * count

    return rule


def layer_norm(call: Call) -> list[Shape]:
    """LayerNorm and LayerNormV3: y, mean, variance.

    C1: gamma and beta agree with x behind `begin_params_axis`.
    """
    x = call.shape("x")
    if x.rank is None:
        return [UNKNOWN] * 3
    if x.rank == 0:
        return [x] * 3
    first = normalise_axis(call, call.int_attr("begin_norm_axis"), x.rank, "begin_norm_axis")
    params = normalise_axis(call, call.int_attr("begin_params_axis"), x.rank, "begin_params_axis")
    gamma = call.shape("gamma")
    if gamma.rank == x.rank - params:
        _fit(call, x.dims[params:], gamma.dims, "normalised axes of x and gamma [C1]")
    mean = Shape((*x.dims[:first], *[1] * (x.rank - first)))
    return [x, mean, mean]


def _fit(call: Call, axes: Sequence[Axis], parameter: Sequence[Axis], what: str) -> None:
    """A parameter has the sizes of the axes that it scales, or stretches along them with 1."""
    for size, own in zip(axes, parameter, strict=True):
        if own != 1:
            agree(call, size, own, what)


def layer_norm_of(call: Call) -> list[Shape]:
    """LayerNormV4: as many last axes are normalised as `normalized_shape` has entries, and gamma and beta axes.

    C1: those axes have the sizes in `normalized_shape`. C2: gamma and beta have them too.
    """
    x, wanted = call.shape("x"), dims_at(call, "normalized_shape")
    parameters = [call.shape(port) for port in ("gamma", "beta")]
    count = next((shape.rank for shape in parameters if shape.rank is not None), None)
    count = len(wanted) if wanted is not None else count
    if x.rank is None or count is None:
        return [x, Shape.unknown(x.rank), Shape.unknown(x.rank)]
    if count > x.rank:
        call.fail("shape-mismatch", "normalized_shape is longer than x has axes", expected=f"{x.rank}", got=f"{count}")
    lead = x.rank - count
    for size, own in zip(x.dims[lead:], wanted or (), strict=False):
        agree(call, size, own, "the last axes of x and normalized_shape [C1]")
    for shape in parameters:
        if shape.rank == count:
            _fit(call, x.dims[lead:], shape.dims, "the last axes of x and a parameter [C2]")
    mean = Shape((*x.dims[:lead], *[1] * count))
    return [x, mean, mean]


def rms_norm(*outputs: str) -> Callable[[Call], list[Shape]]:
    """Normalisation over the last axes, those of gamma.

    Outputs are like "x", "rstd" (x with 1 there), "g" (gamma), "row" (x without its last axis), "scale" (as "row" where
    `quant_mode` is dynamic, else one number) or "mx" (the shared exponents of x in an MX format).

    C1: gamma has the sizes of the last axes of x, so not more of them than x has. C2: what is added to x has its shape.
    """

    def rule(call: Call) -> list[Shape]:
        x, gamma = added(call), call.shape("gamma")
        if x.rank is None or gamma.rank is None:
            stats = Shape.unknown(x.rank)
        else:
            lead = x.rank - gamma.rank
            if lead < 0:
                call.fail("rank-mismatch", "gamma has not more axes than x [C1]", expected=f"{x}", got=f"{gamma}")
            _fit(call, x.dims[lead:], gamma.dims, "normalised axes of x and gamma [C1]")
            stats = Shape((*x.dims[:lead], *[1] * (x.rank - lead)))
        found = {"x": x, "rstd": stats, "g": gamma, "row": _rows(x)}
        if "mx" in outputs:
            found["mx"] = exponents(x)
        if "scale" in outputs:
            found["scale"] = found["row"] if call.str_attr("quant_mode") == "dynamic" else Shape((1,))
        return [found[what] for what in outputs]

    return rule


def added(call: Call) -> Shape:
    """The shape of a sum of x1 and x2, or of x and gx; of x alone where nothing is added.

    Raises:
        MetadefError: rank-mismatch or shape-mismatch, where they differ [C2].
    """
    ports = call.proto.input_index
    names = ("x1", "x2") if "x1" in ports else ("x", "gx") if "gx" in ports else ("x",)
    found = UNKNOWN
    for name in names:
        for shape in call.shapes(name):
            found = agree_shapes(call, found, shape, f"the shapes of {' and '.join(names)} [C2]")
    return found


def gathered_statistics(call: Call) -> list[Shape]:
    """SyncBatchNormGatherStats: means and variances of all devices, one number a channel.

    C1: the sums are [devices, C], mean and variance [C].
    """
    size: Axis = None
    for port, rank in (("total_sum", 2), ("total_square_sum", 2), ("mean", 1), ("variance", 1)):
        shape = call.shape(port)
        if need_rank(call, shape, port, rank) is not None:
            size = agree(call, size, shape[-1], "channels of the sums and of the statistics [C1]")
    return [Shape((size,))] * 4


def gradients(alike: Sequence[str], *outputs: str) -> Callable[[Call], list[Shape]]:
    """Output i has the shape of the i-th named input port.

    C1: the gradient that arrives and the inputs that the normalisation had, the ports in `alike`, have one shape.
    """

    def rule(call: Call) -> list[Shape]:
        common = UNKNOWN
        for port in alike:
            common = agree_shapes(call, common, call.shape(port), f"the shapes of {' and '.join(alike)} [C1]")
        return [common if port in alike else call.shape(port) for port in outputs]

    return rule


def _rows(x: Shape) -> Shape:
    if x.rank is None:
        return UNKNOWN
    return Shape(x.dims[:-1])


def _need_parameters(call: Call, size: Axis) -> None:
    for port in ("gamma", "beta"):
        given = call.shape(port) if port in call.proto.input_index else UNKNOWN
        if given.rank == 1:
            agree(call, size, given[0], f"channels of x and {port} [C3]")


def group_norm(groups: str = "num_groups", stats: int = 2) -> Callable[[Call], list[Shape]]:
    """y like x; mean and variance have one number a batch and group, [N * groups] or [N, groups].

    C1: groups is positive and divides the channels. C2: x has a batch and channels. C3: gamma and beta have one number
    a channel.
    """

    def rule(call: Call) -> list[Shape]:
        need_rank_within(call, "x", 2)
        x = call.shape("x")
        count = call.int_attr(groups)
        if count <= 0:
            call.fail("attr-constraint", f"`{groups}` is positive [C1]", expected="> 0", got=str(count))
        size = channels(call, x)
        if isinstance(size, int) and size % count:
            call.fail(
                "shape-mismatch",
                "groups must divide the channels [C1]",
                expected=f"a divisor of {size}",
                got=f"{count}",
            )
        _need_parameters(call, size)
        if x.rank is None:
            return [UNKNOWN] * (stats + 1)
        return [x] + [Shape((x[0], count))] * stats

    return rule


def instance_norm(stats: int) -> Callable[[Call], list[Shape]]:
    """y like x; mean and variance keep N and C and have 1 elsewhere.

    C3: gamma and beta, where they are vectors, have one number a channel.
    """

    def rule(call: Call) -> list[Shape]:
        x = call.shape("x")
        if x.rank is None:
            return [UNKNOWN] * (stats + 1)
        blocks = _BLOCKED.get(call.format("x"))
        if blocks is not None and x.rank == blocks[0]:
            return [x] + [_kept(x, (0, *blocks[1]))] * stats
        letters = call.format("x").axes
        if letters is None or len(letters) != x.rank:
            given = call.attrs.get("data_format")
            letters = given if isinstance(given, str) and given != "ND" else letters or "NC"
        if not {"N", "C"} <= {*letters}:
            call.fail("attr-constraint", "`data_format` names N and C", expected="such as NCHW", got=letters)
        batch, channel = letters.index("N"), letters.index("C")
        if len(letters) != x.rank and letters != "NC":  # a layout of another rank says only whether channels are last
            batch, channel = 0, x.rank - 1 if letters.endswith("C") else 1
        gamma = call.shape("gamma") if "gamma" in call.proto.input_index else UNKNOWN
        if letters != "NC" or not (x.rank and gamma.rank == 1 and x[-1] in (None, gamma[0])):
            _need_parameters(call, x[channel] if 0 <= channel < x.rank else None)
        return [x] + [_kept(x, (batch, channel))] * stats

    return rule


def stacked(call: Call) -> list[Shape]:
    """INTrainingReduceV2 and the like: sums over the spatial axes, which become 1; N and C stay."""
    return instance_norm(len(call.proto.outputs))(call)[1:]


def batch_norm_v3(call: Call) -> list[Shape]:
    """BatchNorm: as `batch_norm`, and a last output of one element that CANN reserves and does not use."""
    return [*batch_norm(4)(call), Shape((1,))]


def renorm_factors(call: Call) -> Shape:
    """Renorm: one factor a slice along `dim`; the other axes are 1."""
    x = call.shape("x")
    if x.rank is None:
        return UNKNOWN
    at = normalise_axis(call, call.int_attr("dim"), x.rank, "dim")
    return Shape([size if axis == at else 1 for axis, size in enumerate(x)])


def over_batch(call: Call) -> list[Shape]:
    """INTrainingUpdateGradGammaBeta: sums over the batch, which becomes 1."""
    return [x if not x.rank else x.with_dim(0, 1) for x in map(call.shape, ("res_gamma", "res_beta"))]


def group_sums(call: Call) -> list[Shape]:
    """GNTrainingReduce: one number a batch and group, [N, groups, 1, 1, 1] of NCHW and [N, 1, 1, groups, 1] of NHWC.

    C1: there is a group.
    """
    x, groups = call.shape("x"), positive_attr(call, "num_groups", "C1")
    if need_rank(call, x, "x", 4) is None:
        return [UNKNOWN] * 2
    inner = (1, 1, groups, 1) if call.format("x").axes == "NHWC" else (groups, 1, 1, 1)
    return [Shape((x[0], *inner))] * 2


def bias_add(call: Call) -> Shape:
    """BiasAdd: the shape of x.

    C1: a bias of rank 1 has one number a channel; CANN lets a bias of x's own rank pass.
    """
    x, bias = call.shape("x"), call.shape("bias")
    if x.rank is not None and x.rank > 1 and bias.rank == 1:
        agree(call, channels(call, x, by_default=True), bias[0], "channels of x and bias [C1]")
    return x
