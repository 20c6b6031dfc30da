"""Shapes of diagonals: a vector as a diagonal, a band of diagonals as a matrix, and the way back."""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, Axis, int_at, ints_at, need_rank, product_of
from metadef.ops.call import Call
from metadef.types.dim import DimLike, dim_max, dim_min
from metadef.types.shape import Shape

__all__ = ["band_matrix", "band_part", "diag_flat", "diag_or_part"]


def diag_flat(call: Call) -> Shape:
    """DiagFlat: the elements of x on one diagonal of a square matrix, [n + |d|, n + |d|]."""
    x = call.shape("x")
    size = product_of(x) if x.rank is not None else None
    side = None if size is None else size + abs(call.int_attr("diagonal"))
    return Shape((side, side))


def diag_or_part(call: Call) -> Shape:
    """DiagV2: a vector becomes a square matrix, of a matrix one diagonal is taken."""
    x, at = call.shape("x"), call.int_attr("diagonal")
    if need_rank(call, x, "x", 1, 2) is None:
        return UNKNOWN
    if x.rank == 1:
        return diag_flat(call)
    return Shape((_length(x[0], x[1], at),))


def _length(rows: Axis, columns: Axis, at: int) -> Axis:
    """How many elements a diagonal has: min(rows + min(at, 0), columns - max(at, 0)), and none outside."""
    if rows is None or columns is None:
        return None
    left, right = rows + min(at, 0), columns - max(at, 0)
    return dim_max(dim_min(left, right), 0)


def _band(call: Call) -> tuple[int, int] | None:
    """The lowest and the highest diagonal, None where unknown.

    C1: k is one number or two in ascending order.
    """
    known = ints_at(call, "k")
    if known is None:
        return None
    if len(known) not in (1, 2) or known[0] > known[-1]:
        call.fail("shape-mismatch", "k is a diagonal or a band [C1]", expected="low <= high", got=str(list(known)))
    return known[0], known[-1]


def band_part(call: Call) -> Shape:
    """MatrixDiagPartV3: [.., M, N] -> [.., count, longest], without count where the band is one diagonal.

    C2: the diagonals lie inside of the matrix.
    """
    x = call.shape("x" if "x" in call.proto.input_index else "input")
    if x.rank is not None and x.rank < 2:
        call.fail("rank-mismatch", "x is a stack of matrices", expected="rank 2 or more", got=str(x))
    band = _band(call)
    if x.rank is None or band is None:
        return UNKNOWN
    low, high = band
    rows, columns = x[-2], x[-1]
    for at in band:
        if (isinstance(rows, int) and at != 0 and at <= -rows) or (
            isinstance(columns, int) and at != 0 and at >= columns
        ):
            call.fail("shape-mismatch", "the diagonals lie inside of the matrix [C2]", expected=str(x), got=f"k {at}")
    longest: Axis = None
    if rows is not None and columns is not None:
        longest = dim_min(rows + min(high, 0), columns - max(low, 0))
    return Shape((*x.dims[:-2], *([high - low + 1] if high > low else []), longest))


def band_matrix(call: Call) -> Shape:
    """MatrixDiagV2 and V3: diagonals [.., count, longest] -> [.., rows, columns], as small as possible where not given.

    C2: a band has as many diagonals as k says. C3: rows and columns leave room for the diagonals.
    """
    diagonal, band = call.shape("diagonal" if "diagonal" in call.proto.input_index else "x"), _band(call)
    if diagonal.rank == 0:
        call.fail("rank-mismatch", "a diagonal is a vector at least", expected="rank 1 or more", got="0")
    if diagonal.rank is None or band is None:
        return UNKNOWN
    low, high = band
    if high > low:
        if diagonal.rank < 2:
            call.fail("rank-mismatch", "a band is a matrix of diagonals", expected="rank 2 or more", got=str(diagonal))
        if isinstance(diagonal[-2], int) and diagonal[-2] != high - low + 1:
            call.fail(
                "shape-mismatch",
                "a band has as many diagonals as k says [C2]",
                expected=str(high - low + 1),
                got=str(diagonal[-2]),
            )
    lead = diagonal.dims[: -2 if high > low else -1]
    longest = diagonal[-1]
    sides = [_side(call, "num_rows", longest, -min(high, 0)), _side(call, "num_cols", longest, max(low, 0))]
    given = [int_at(call, name) for name in ("num_rows", "num_cols")]
    if given == [-1, -1] and None not in sides:
        # a square matrix where neither is given
        both = dim_max(_dim(sides[0]), _dim(sides[1]))
        sides = [both, both]
    elif None in given:  # what is not given may have to make a square with what is not known to be given
        sides = [side if size not in (None, -1) else None for side, size in zip(sides, given, strict=True)]
    return Shape((*lead, *sides))


def _dim(size: Axis) -> DimLike:
    assert size is not None
    return size


def _side(call: Call, name: str, longest: Axis, beyond: int) -> Axis:
    """The given length, or the smallest that has room; unknown where it is not known whether one is given."""
    given = int_at(call, name)
    least = None if longest is None else longest + beyond
    if given is None:
        return None
    if given == -1:
        return least
    if given < 0 or (isinstance(least, int) and given < least):
        call.fail(
            "shape-mismatch", f"`{name}` leaves no room for the diagonals [C3]", expected=f">= {least}", got=f"{given}"
        )
    return given
