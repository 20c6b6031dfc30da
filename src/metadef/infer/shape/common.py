"""What many shape rules share: same shape, broadcasting, axes, and agreement of dimensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from metadef.errors import Finding, MetadefError
from metadef.ops.call import Call
from metadef.types.dim import Dim, DimLike
from metadef.types.shape import Shape

__all__ = [
    "UNKNOWN",
    "Axis",
    "agree",
    "broadcast",
    "broadcast_dims",
    "broadcast_shapes",
    "join_dims",
    "need_rank",
    "normalise_axes",
    "normalise_axis",
    "same",
    "same_as_each",
    "scalar",
]

UNKNOWN = Shape(None)
Axis = DimLike | None


def same(port: str) -> Callable[[Call], Shape]:
    """Every output has the shape of an input port."""

    def rule(call: Call) -> Shape:
        return call.shape(port)

    return rule


def same_as_each(*ports: str) -> Callable[[Call], list[Shape]]:
    """Output i has the shape of the i-th named input port."""

    def rule(call: Call) -> list[Shape]:
        return [call.shape(port) for port in ports]

    return rule


def scalar(call: Call) -> Shape:
    """Every output is a scalar."""
    return Shape(())


def broadcast(*ports: str) -> Callable[[Call], Shape]:
    """Every output has the NumPy broadcast of the named inputs' shapes."""

    def rule(call: Call) -> Shape:
        return broadcast_shapes(call, [call.shape(port) for port in ports if call.has(port)])

    return rule


def broadcast_shapes(call: Call, shapes: Sequence[Shape]) -> Shape:
    """The shape that all broadcast to: aligned at the last axis, 1 stretches. A constraint where symbols meet.

    Raises:
        MetadefError: shape-mismatch, where two known sizes differ and neither is 1.
    """
    ranks = [shape.rank for shape in shapes]
    known = [rank for rank in ranks if rank is not None]
    if len(known) < len(ranks) or not known:
        return UNKNOWN
    rank = max(known)
    result: list[Axis] = []
    for axis in range(-rank, 0):
        size: Axis = 1
        for shape in shapes:
            if len(shape) >= -axis:
                size = broadcast_dims(call, size, shape[axis], axis)
        result.append(size)
    return Shape(result)


def broadcast_dims(call: Call, left: Axis, right: Axis, axis: int) -> Axis:
    """The size that two dimensions broadcast to; unknown against 1 stays unknown, against more takes the other."""
    if left is None or right is None:
        other = right if left is None else left
        return other if isinstance(other, int) and other > 1 else None
    if left == right or right == 1:
        return left
    if left == 1:
        return right
    if isinstance(left, int) and isinstance(right, int):
        call.fail(
            "shape-mismatch",
            f"sizes {left} and {right} at axis {axis} do not broadcast",
            expected=f"{left} or 1",
            got=str(right),
        )
    found = call.store.broadcast(left, right, call.subject)
    if isinstance(found, Finding):
        raise MetadefError(found)
    return found


def agree(call: Call, left: Axis, right: Axis, what: str) -> Axis:
    """Two dimensions that must be equal; recorded as a constraint where symbols meet.

    Raises:
        MetadefError: shape-mismatch or shape-contradiction, where they cannot be equal.
    """
    if left is None or right is None:
        return right if left is None else left
    if left == right:
        return left
    if isinstance(left, int) and isinstance(right, int):
        call.fail("shape-mismatch", f"{what} differ: {left} and {right}", expected=str(left), got=str(right))
    problem = call.store.require_equal(left, right, f"{call.subject}: {what}")
    if problem is not None:
        raise MetadefError(problem)
    return left if isinstance(left, int) else right if isinstance(right, int) else call.store.canonical(left)


def join_dims(left: Axis, right: Axis) -> Axis:
    """What is true of a dimension that is one or the other."""
    return left if left == right else None


def need_rank(call: Call, shape: Shape, port: str, *ranks: int) -> int | None:
    """The rank, None when unknown.

    Raises:
        MetadefError: rank-mismatch, when it is none of `ranks`.
    """
    if shape.rank is not None and shape.rank not in ranks:
        expected = " or ".join(map(str, ranks))
        call.fail(
            "rank-mismatch", f"input `{port}` needs rank {expected}", expected=expected, got=f"{shape.rank}: {shape}"
        )
    return shape.rank


def normalise_axis(call: Call, axis: int, rank: int, what: str = "axis") -> int:
    """An axis counted from the front.

    Raises:
        MetadefError: axis-out-of-range.
    """
    if not -rank <= axis < rank:
        call.fail(
            "axis-out-of-range",
            f"{what} {axis} is outside a tensor of rank {rank}",
            expected=f"from {-rank} to {rank - 1}" if rank else "no axis",
            got=str(axis),
        )
    return axis % rank if rank else 0


def normalise_axes(call: Call, axes: Sequence[int], rank: int, what: str = "axis") -> list[int]:
    """Axes counted from the front, sorted, each once."""
    return sorted({normalise_axis(call, axis, rank, what) for axis in axes})


def is_symbolic(dim: Axis) -> bool:
    """Whether a dimension is an expression."""
    return isinstance(dim, Dim)
