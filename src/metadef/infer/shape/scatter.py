"""Shapes of scattering: the target's shape stays; updates must fit the indices."""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import (
    UNKNOWN,
    agree,
    agree_shapes,
    need_broadcast_to,
    need_rank,
    normalise_axis,
)
from metadef.infer.shape.creation import by_attr, by_value
from metadef.infer.shape.gather import check_indices, need_to_cover
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "masked",
    "scatter_elements",
    "scatter_nd",
    "scatter_nd_into",
    "scatter_rows",
    "scatter_slices",
    "stride_add",
]


def scatter_elements(target: str, indices: str = "indices") -> Callable[[Call], Shape]:
    """ScatterElements: like the target.

    C1: indices have the rank of the target. C2: there is an update for each index, as in torch more are allowed.
    C3: indices are not larger than the target on the other axes.
    """

    def rule(call: Call) -> Shape:
        data, index = call.shape(target), call.shape(indices)
        if data.rank is not None and index.rank is not None and data.rank != index.rank and index.rank != 0:
            call.fail(
                "rank-mismatch", "indices have the rank of the target [C1]", expected=str(data.rank), got=str(index)
            )
        updates = call.shape("updates") if "updates" in call.proto.input_index else UNKNOWN
        if index.rank and updates.rank is not None:
            if updates.rank != index.rank:
                call.fail(
                    "rank-mismatch", "updates have the rank of indices [C2]", expected=str(index), got=str(updates)
                )
            need_to_cover(call, updates, index, -1, "there is an update for each index [C2]")
        if data.rank and index.rank:
            place = normalise_axis(call, call.int_attr("axis"), data.rank)
            check_indices(call, indices, (data[place],))
            need_to_cover(call, data, index, place, "the target is as large as indices [C3]")
        return data

    return rule


def scatter_nd_into(target: str) -> Callable[[Call], Shape]:
    """ScatterNdUpdate and its kin: like the target.

    C1: updates are indices[:-1] + target[k:], k the length of coordinates.
    """

    def rule(call: Call) -> Shape:
        data = call.shape(target)
        _check_updates(call, data, call.shape("indices"), call.shape("updates"))
        return data

    return rule


def _check_updates(call: Call, data: Shape, indices: Shape, updates: Shape) -> None:
    if data.rank is None or indices.rank is None or updates.rank is None:
        return
    length = indices[-1] if indices.rank else None
    if not isinstance(length, int):
        return
    if length > data.rank:
        call.fail(
            "shape-mismatch",
            "coordinates are longer than the target has axes [C1]",
            expected=f"{data}",
            got=f"{length}",
        )
    if length:
        check_indices(call, "indices", data.dims[:length])
    want = (*indices.dims[:-1], *data.dims[length:])
    if len(want) != updates.rank:
        call.fail(
            "rank-mismatch", "updates are indices[:-1] + target[k:] [C1]", expected=str(Shape(want)), got=f"{updates}"
        )
    for a, b in zip(want, updates, strict=True):
        agree(call, a, b, "sizes of updates [C1]")


def scatter_rows(target: str, updates: str = "updates") -> Callable[[Call], list[Shape]]:
    """ScatterUpdate, ScatterAdd, InplaceUpdate and their kin: every output is like the target, whose rows are indexed.

    C1: updates are indices + target[1:], or one number for all.
    """

    def rule(call: Call) -> list[Shape]:
        data, indices, given = call.shape(target), call.shape("indices"), call.shape(updates)
        if data.rank == 0:
            call.fail("rank-mismatch", f"`{target}` has rows", expected="rank 1 or more", got="0")
        if data.rank is not None and indices.rank is not None and given.rank:
            want = Shape((*indices.dims, *data.dims[1:]))
            agree_shapes(call, want, given, f"updates and indices + `{target}`[1:] [C1]")
        return [data] * len(call.proto.outputs)

    return rule


def scatter_slices(call: Call) -> Shape:
    """InplaceIndexAdd: like var; updates have a slice along `axis` for each index.

    C1: the axis exists. C2: indices are a vector. C3: updates are like var but for the axis.
    """
    data, indices, updates = call.shape("var"), call.shape("indices"), call.shape("updates")
    need_rank(call, indices, "indices", 0, 1)
    if data.rank is None:
        return UNKNOWN
    place = normalise_axis(call, call.int_attr("axis"), max(data.rank, 1), "axis [C1]")
    count = 1 if indices.rank == 0 else indices[0] if indices.rank else None
    if data.rank:
        agree_shapes(call, data.with_dim(place, count), updates, "updates and slices of var [C3]")
    return data


def masked(call: Call) -> Shape:
    """MaskedScatter: like x.

    C1: the mask broadcasts to x.
    """
    x = call.shape("x")
    if x.rank is not None:
        need_broadcast_to(call, call.shape("mask"), x.dims, "the mask broadcasts to x [C1]")
    return x


def scatter_nd(call: Call) -> Shape:
    """ScatterNd: the shape is an input or attribute; x fits as updates do."""
    out = by_value("shape")(call) if "shape" in call.proto.input_index else by_attr("shape")(call)
    if out.rank is None:
        return UNKNOWN
    _check_updates(call, out, call.shape("indices"), call.shape("x"))
    return out


def stride_add(call: Call) -> Shape:
    """StrideAdd: `c1_len` blocks of channels of both inputs are added, [N, c1_len, H, W, C0].

    C1: both inputs have so many blocks behind their offsets. C2: the other axes agree.
    """
    first, second, length = call.shape("x1"), call.shape("x2"), call.int_attr("c1_len")
    for shape, name in ((first, "x1_c1_offset"), (second, "x2_c1_offset")):
        blocks = shape[1] if shape.rank == 5 else None
        if isinstance(blocks, int) and call.int_attr(name) + length > blocks:
            call.fail(
                "shape-mismatch",
                f"`{name}` leaves fewer blocks than `c1_len` [C1]",
                expected=f"{length}",
                got=f"{blocks}",
            )
    if first.rank != 5 or second.rank != 5:
        return first.with_dim(1, length) if first.rank == 5 else UNKNOWN
    return agree_shapes(call, first.with_dim(1, length), second.with_dim(1, length), "other axes of x1 and x2 [C2]")
