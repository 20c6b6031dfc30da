"""The three parts of a sparse tensor at the ports of a call: coordinates [n, rank], values [n], dense shape [rank].

C1: coordinates are a matrix, values and dense shape vectors, numbers of entries and axes agree, sizes are not
negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metadef.infer.shape.common import Axis, agree, dims_at, need_rank_within
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["Sparse", "agree_rank", "entries_of", "parts", "sparse_at", "total"]


@dataclass(frozen=True, slots=True)
class Sparse:
    """What is known of a sparse tensor."""

    count: Axis  # entries
    rank: Axis  # axes
    sizes: tuple[Axis, ...] | None  # of the axes, None where their number is unknown


def sparse_at(call: Call, indices: str, values: str = "", shape: str = "") -> Sparse:
    """The sparse tensor at three ports; values or dense shape may be missing.

    Raises:
        MetadefError: where the parts do not fit together [C1].
    """
    places = call.shape(indices)
    need_rank_within(call, indices, 2, 2)
    count, rank = (places[0], places[1]) if places.rank else (None, None)
    if values:
        need_rank_within(call, values, 1, 1)
        given = call.shape(values)
        count = agree(call, count, given[0] if given.rank else None, f"the entries of `{indices}` and `{values}` [C1]")
    if not shape:
        return Sparse(count, rank, _unknown(rank))
    need_rank_within(call, shape, 1, 1)
    axes = call.shape(shape)
    rank = agree(call, rank, axes[0] if axes.rank else None, f"the axes of `{indices}` and `{shape}` [C1]")
    sizes = dims_at(call, shape)
    if sizes is None:
        return Sparse(count, rank, _unknown(rank))
    _need_sizes(call, sizes, shape)
    return Sparse(count, rank, tuple(sizes))


def _need_sizes(call: Call, sizes: Sequence[Axis], port: str) -> None:
    for size in sizes:
        if isinstance(size, int) and size < 0:
            call.fail("shape-mismatch", f"`{port}` holds sizes [C1]", expected=">= 0", got=str(size))


def parts(call: Call, ports: tuple[str, str, str]) -> list[Sparse]:
    """The sparse tensors at three dynamic ports, member by member.

    Raises:
        MetadefError: where ports differ in their number of members, or the parts of one do not fit together [C1].
    """
    groups = [call.shapes(port) for port in ports]
    if len({len(group) for group in groups}) > 1:
        got = ", ".join(str(len(group)) for group in groups)
        call.fail("shape-mismatch", "there are as many of each part [C1]", expected="equal numbers", got=got)
    found: list[Sparse] = []
    for places, values, shape in zip(*groups, strict=True):
        for port, part, rank in zip(ports, (places, values, shape), (2, 1, 1), strict=True):
            if part.rank not in (None, rank):
                call.fail("rank-mismatch", f"`{port}` needs rank {rank} [C1]", expected=str(rank), got=str(part))
        count = agree(call, _at(places, 0), _at(values, 0), "the numbers of coordinates and values [C1]")
        axes = agree(call, _at(places, 1), _at(shape, 0), "the axes of coordinates and dense shape [C1]")
        found.append(Sparse(count, axes, None))
    known: list[Sparse] = []
    for one, value in zip(found, call.values(ports[2]), strict=True):
        sizes = value.dimensions() if value is not None else _unknown(one.rank)
        _need_sizes(call, sizes or (), ports[2])
        known.append(Sparse(one.count, one.rank, tuple(sizes) if sizes is not None else None))
    return known


def entries_of(call: Call, most: Axis, what: str) -> Axis:
    """A number of entries that depends on data: at most `most`, or any number where that is unknown."""
    return call.store.fresh(what, 0, most, call.subject)


def agree_rank(call: Call, one: Axis, other: Axis, what: str) -> Axis:
    """The number of axes of two sparse tensors, which must be equal."""
    return agree(call, one, other, f"the numbers of axes of {what}")


def total(*counts: Axis) -> Axis:
    """The sum of numbers of entries, unknown where one is."""
    result: Axis = 0
    for count in counts:
        result = None if result is None or count is None else result + count
    return result


def _at(shape: Shape, place: int) -> Axis:
    return shape[place] if shape.rank else None


def _unknown(rank: Axis) -> tuple[Axis, ...] | None:
    return (None,) * rank if isinstance(rank, int) and rank <= _MAX_RANK else None


_MAX_RANK = 1024
