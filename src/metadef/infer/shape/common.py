"""What many shape rules share: same shape, broadcasting, axes, and agreement of dimensions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from metadef.errors import Finding, MetadefError
from metadef.ops.call import Call
from metadef.ops.proto import ShapeRule
from metadef.types.dim import DimLike, exact_divide, floor_div, product
from metadef.types.dtype import DataType
from metadef.types.shape import Shape

__all__ = [
    "UNKNOWN",
    "Axis",
    "agree",
    "agree_shapes",
    "along",
    "broadcast",
    "broadcast_dims",
    "broadcast_shapes",
    "dims_at",
    "divided",
    "each_of",
    "fixed",
    "in_place",
    "int_at",
    "ints_at",
    "ints_of",
    "join_dims",
    "join_shapes",
    "members",
    "need_at_least",
    "need_broadcast_to",
    "need_rank",
    "need_rank_within",
    "normalise_axes",
    "normalise_axis",
    "normalise_distinct",
    "positive_attr",
    "product_of",
    "ranked",
    "same",
    "same_as_each",
    "scalar",
    "size_at",
    "size_attr",
    "vector_length",
    "within_limits",
]

UNKNOWN = Shape(None)
Axis = DimLike | None
Answer = TypeVar("Answer")

_INDEX_TYPES = frozenset({DataType.INT32, DataType.INT64, DataType.UNDEFINED})
_MAX_RANK = 1024  # of a shape that an input spells out


def same(port: str) -> Callable[[Call], Shape]:
    """Every output has the shape of an input port."""

    def rule(call: Call) -> Shape:
        return call.shape(port)

    return rule


def ranked(port: str, least: int, most: int | None = None) -> Callable[[Call], Shape]:
    """Every output has the shape of an input port.

    C1: that input has a rank from `least` to `most`, which may be any.
    """

    def rule(call: Call) -> Shape:
        need_rank_within(call, port, least, most)
        return call.shape(port)

    return rule


def need_rank_within(call: Call, port: str, least: int, most: int | None = None, law: str = "C1") -> None:
    """A rank in a range, where it is known.

    Raises:
        MetadefError: rank-mismatch.
    """
    rank = call.shape(port).rank
    if rank is not None and (rank < least or (most is not None and rank > most)):
        expected = f"{least} or more" if most is None else f"{least}" if most == least else f"{least} to {most}"
        call.fail("rank-mismatch", f"input `{port}` needs rank {expected} [{law}]", expected=expected, got=str(rank))


def along(name: str) -> Callable[[Call], Shape]:
    """Work along axes that an input holds: the shape of x.

    C1: the axes exist, and each is named once.
    """

    def rule(call: Call) -> Shape:
        x, axes = call.shape("x"), ints_at(call, name)
        if x.rank is not None and axes is not None:
            normalise_distinct(call, axes, max(x.rank, 1), f"`{name}` [C1]")
        return x

    return rule


def same_as_each(*ports: str) -> Callable[[Call], list[Shape]]:
    """Output i has the shape of the i-th named input port."""

    def rule(call: Call) -> list[Shape]:
        return [call.shape(port) for port in ports]

    return rule


def each_of(*rules: ShapeRule | Shape | str) -> Callable[[Call], list[Shape]]:
    """Output i has the i-th shape: a rule's, a fixed one, or that of a named input port."""

    def rule(call: Call) -> list[Shape]:
        shapes: list[Shape] = []
        for part in rules:
            given = call.shape(part) if isinstance(part, str) else part if isinstance(part, Shape) else part(call)
            shapes.append(given if isinstance(given, Shape) else given[len(shapes)])
        return shapes

    return rule


def members(port: str) -> Callable[[Call], list[Shape]]:
    """Output member i has the shape of member i of a dynamic input."""

    def rule(call: Call) -> list[Shape]:
        return list(call.shapes(port))

    return rule


def in_place(call: Call) -> list[Shape]:
    """Every output is an input of the same name, overwritten; unknown where there is none. No outputs, no shapes."""
    shapes: list[Shape] = []
    for port in call.proto.outputs:
        count = call.output_count(port.name)
        fed = call.shapes(port.name) if port.name in call.proto.input_index else ()
        shapes += fed if len(fed) == count else [UNKNOWN] * count
    return shapes


def fixed(*dims: int) -> Callable[[Call], Shape]:
    """Every output has one fixed shape."""
    shape = Shape(dims)

    def rule(call: Call) -> Shape:
        return shape

    return rule


def scalar(call: Call) -> Shape:
    """Every output is a scalar."""
    return Shape(())


def broadcast(*ports: str) -> Callable[[Call], Shape]:
    """Every output has the NumPy broadcast of the named inputs' shapes."""

    def rule(call: Call) -> Shape:
        fed = [call.desc(port) for port in ports]
        return broadcast_shapes(call, [desc.origin_shape for desc in fed if desc is not None])

    return rule


def broadcast_shapes(call: Call, shapes: Sequence[Shape]) -> Shape:
    """The shape that all broadcast to: aligned at the last axis, 1 stretches. A constraint where symbols meet.

    Raises:
        MetadefError: shape-mismatch, where two known sizes differ and neither is 1.
    """
    first = shapes[0] if shapes else UNKNOWN
    for shape in shapes:
        if shape is not first and shape != first:
            break
    else:
        return first
    result: list[Axis] = []
    for shape in shapes:
        if shape.rank is None:
            return UNKNOWN
        dims = shape.dims
        missing = len(dims) - len(result)
        if missing > 0:
            result = [*dims[:missing], *result]
            dims = dims[missing:]
        start = len(result) - len(dims)
        for at, size in enumerate(dims, start):
            if result[at] is not size and result[at] != size:
                result[at] = broadcast_dims(call, result[at], size, at - len(result))
            elif size is None:
                result[at] = None
    return Shape.of_dims(tuple(result))


def broadcast_dims(call: Call, left: Axis, right: Axis, axis: int) -> Axis:
    """The size that two dimensions broadcast to; unknown against 1 stays unknown, against another int takes that."""
    if left is None or right is None:
        other = right if left is None else left
        return other if isinstance(other, int) and other != 1 else None
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
    found = within_limits(lambda: call.store.broadcast(left, right, call.subject))
    if isinstance(found, Finding):
        raise MetadefError(found)
    return found


def within_limits(work: Callable[[], Answer]) -> Answer | None:
    """What a computation with dimensions gives; None, an unknown size, where the expression would grow too large.

    Raises:
        MetadefError: for every other reason.
    """
    try:
        return work()
    except MetadefError as error:
        if all(item.name == "dim-too-large" for item in error.findings):
            return None
        raise


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


def need_broadcast_to(call: Call, given: Shape, wanted: Sequence[Axis], what: str) -> None:
    """A shape that stretches to another one, axis by axis from the last; sizes that are not numbers are let pass.

    Raises:
        MetadefError: shape-mismatch.
    """
    if given.rank is None:
        return
    fits = given.rank <= len(wanted)
    for own, size in zip(reversed(given.dims), reversed(wanted), strict=False):
        fits = fits and (own == 1 or own == size or not isinstance(own, int) or not isinstance(size, int))
    if not fits:
        call.fail("shape-mismatch", what, expected=str(Shape(tuple(wanted))), got=str(given))


def join_dims(left: Axis, right: Axis) -> Axis:
    """What is true of a dimension that is one or the other."""
    return left if left == right else None


def need_at_least(call: Call, size: Axis, least: Axis, what: str) -> None:
    """A size with a lower bound, where both are known; recorded as a constraint where symbols meet.

    Raises:
        MetadefError: shape-mismatch or shape-contradiction, where it cannot hold.
    """
    if size is None or least is None:
        return
    if isinstance(size, int) and isinstance(least, int):
        if size < least:
            call.fail("shape-mismatch", what, expected=f"{least} or more", got=str(size))
        return
    if not call.store.at_least(size, least):
        problem = call.store.require_at_least(size, least, f"{call.subject}: {what}")
        if problem is not None:
            raise MetadefError(problem)


def need_rank(call: Call, shape: Shape, port: str, *ranks: int) -> int | None:
    """The rank, None when unknown.

    Raises:
        MetadefError: rank-mismatch, when it is none of `ranks`.
    """
    rank = shape.rank
    if rank is not None and rank not in ranks:
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


def normalise_distinct(call: Call, axes: Sequence[int], rank: int, what: str = "axis") -> list[int]:
    """Axes counted from the front in the given order.

    Raises:
        MetadefError: axis-out-of-range, shape-mismatch for an axis that is named twice.
    """
    found = [normalise_axis(call, axis, rank, what) for axis in axes]
    if len(set(found)) != len(found):
        call.fail("shape-mismatch", f"{what} is named twice", expected="distinct axes", got=str(list(axes)))
    return found


def agree_shapes(call: Call, left: Shape, right: Shape, what: str) -> Shape:
    """Two shapes that must be equal; the known dimensions of both.

    Raises:
        MetadefError: rank-mismatch, shape-mismatch or shape-contradiction.
    """
    if left.rank is None or right.rank is None:
        return right if left.rank is None else left
    if left == right:
        return left
    if left.rank != right.rank:
        call.fail("rank-mismatch", f"{what} differ in rank", expected=str(left), got=str(right))
    return Shape([agree(call, a, b, what) for a, b in zip(left, right, strict=True)])


def join_shapes(left: Shape, right: Shape) -> Shape:
    """What is true of a shape that is one or the other."""
    if left == right:
        return left
    if left.rank is None or right.rank is None or left.rank != right.rank:
        return UNKNOWN
    return Shape([join_dims(a, b) for a, b in zip(left, right, strict=True)])


def product_of(dims: Iterable[Axis]) -> Axis:
    """The product of dimensions: 0 where one is 0, else unknown where one is unknown."""
    known: list[DimLike] = []
    unknown = False
    for dim in dims:
        if dim is None:
            unknown = True
        elif isinstance(dim, int) and dim == 0:
            return 0
        else:
            known.append(dim)
    return None if unknown else within_limits(lambda: product(known))


def divided(call: Call, size: Axis, divisor: int, what: str) -> Axis:
    """The exact quotient; divisibility becomes a constraint where it is not proven.

    Raises:
        MetadefError: shape-mismatch, where it does not divide.
    """
    if size is None:
        return None
    quotient = exact_divide(size, divisor)
    if quotient is not None:
        return quotient
    if not isinstance(size, int):
        problem = call.store.require_divisible(size, divisor, call.subject)
        if problem is not None:
            raise MetadefError(problem)
        return floor_div(size, divisor)
    call.fail("shape-mismatch", f"{what} do not divide", expected=f"a multiple of {divisor}", got=str(size))


def size_attr(call: Call, name: str, law: str) -> int:
    """An Int attribute that is a size.

    Raises:
        MetadefError: attr-constraint, where it is negative.
    """
    value = call.int_attr(name)
    if value < 0:
        call.fail("attr-constraint", f"`{name}` is a size [{law}]", expected=">= 0", got=str(value))
    return value


def positive_attr(call: Call, name: str, law: str) -> int:
    """An Int attribute that counts something.

    Raises:
        MetadefError: attr-constraint, where it is not positive.
    """
    value = call.int_attr(name)
    if value <= 0:
        call.fail("attr-constraint", f"`{name}` is positive [{law}]", expected="> 0", got=str(value))
    return value


def vector_length(call: Call, port: str) -> int | None:
    """How many elements an input has, None when that is not a known number."""
    size = call.shape(port).numel()
    return size if isinstance(size, int) else None


def dims_at(call: Call, port: str) -> list[Axis] | None:
    """The elements of an integer input as dimensions, None each where unknown; None when their number is unknown."""
    known = call.value(port)
    if known is not None:
        _need_integers(call, port)
        return list(known.dimensions())
    length = vector_length(call, port) if call.has(port) else None
    unknown: list[Axis] = [None] * length if length is not None and length <= _MAX_RANK else []
    return unknown if length is not None and length <= _MAX_RANK else None


def ints_at(call: Call, port: str) -> tuple[int, ...] | None:
    """The elements of an integer input when all are known numbers."""
    known = call.value(port)
    if known is None:
        return None
    _need_integers(call, port)
    return known.ints()


def _need_integers(call: Call, port: str) -> None:
    """WHY: a rule that reads sizes or axes cannot read another type's elements as if they were integers."""
    dtype = call.dtype(port)
    if dtype in _INDEX_TYPES or dtype in call.proto.inputs[call.proto.input_index[port]].types:
        return
    call.fail("dtype-not-allowed", f"`{port}` is read as integers", expected="INT32 or INT64", got=dtype.name)


def int_at(call: Call, port: str) -> int | None:
    """The only element of an integer input when it is a known number."""
    items = ints_at(call, port)
    return items[0] if items is not None and len(items) == 1 else None


def size_at(call: Call, port: str) -> Axis:
    """The one size that an integer input holds, None when unknown.

    Raises:
        MetadefError: shape-mismatch, where it holds several numbers or a negative one; dtype-not-allowed.
    """
    sizes = dims_at(call, port)
    if sizes is None:
        return None
    if len(sizes) != 1:
        call.fail("shape-mismatch", f"`{port}` holds one number", expected="1", got=str(len(sizes)))
    size = sizes[0]
    if isinstance(size, int) and size < 0:
        call.fail("shape-mismatch", f"`{port}` is a size", expected=">= 0", got=str(size))
    return size


def ints_of(call: Call, name: str) -> tuple[int, ...] | None:
    """Integers that an operator takes as an input or, in its other form, as an attribute of one name or another."""
    if name in call.proto.input_index:
        return ints_at(call, name)
    value = call.attr(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return (value,)
    return call.ints_attr(name)
