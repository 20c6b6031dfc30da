"""Shapes of decompositions, inverses and solutions of systems of equations, for stacks of matrices.

C1: matrices lie in the last two axes, square where the operator needs it. Further laws stand with each rule.
"""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, agree, broadcast_shapes
from metadef.infer.shape.handles import one
from metadef.infer.shape.linalg import matrices
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["banded_solve", "least_squares", "tridiagonal_solve"]


def least_squares(call: Call) -> Shape:
    """MatrixSolveLs: [.., m, n] and [.., m, k] -> [.., n, k].

    C2: both have as many rows, and the same leading axes. C3: the regulariser is one number.
    """
    matrix, rhs = matrices("matrix", "rhs")(call)
    one("l2", law="C3")(call)
    if matrix.rank is None or rhs.rank is None:
        return UNKNOWN
    _need_same_rank(call, matrix, rhs)
    agree(call, matrix[-2], rhs[-2], "rows of the matrix and of the right-hand sides [C2]")
    lead = [
        agree(call, a, b, "leading axes of both [C2]") for a, b in zip(matrix.dims[:-2], rhs.dims[:-2], strict=True)
    ]
    return Shape((*lead, matrix[-1], rhs[-1]))


def _need_same_rank(call: Call, matrix: Shape, rhs: Shape) -> None:
    if matrix.rank != rhs.rank:
        call.fail("rank-mismatch", "both have the same leading axes [C2]", expected=str(matrix), got=str(rhs))


def tridiagonal_solve(call: Call) -> Shape:
    """TridiagonalSolve: diagonals [.., 3, m] and [.., m, k] -> [.., m, k].

    C2: the diagonals are as long as there are rows, and the leading axes agree. C3: there are three diagonals.
    """
    diagonals, rhs = matrices("diagonals", "rhs")(call)
    if diagonals.rank is not None:
        agree(call, diagonals[-2], 3, "the diagonals and three [C3]")
    if diagonals.rank is None or rhs.rank is None:
        return rhs
    _need_same_rank(call, diagonals, rhs)
    rows = agree(call, diagonals[-1], rhs[-2], "the length of the diagonals and the rows [C2]")
    pairs = zip(diagonals.dims[:-2], rhs.dims[:-2], strict=True)
    return Shape((*[agree(call, a, b, "leading axes of both [C2]") for a, b in pairs], rows, rhs[-1]))


def banded_solve(call: Call) -> Shape:
    """BandedTriangularSolve: bands [.., b, m] and [.., m, k] -> [.., m, k]; leading axes broadcast.

    C2: the bands are as long as there are rows. C3: there are 1 to m bands.
    """
    bands, rhs = matrices("bands", "rhs")(call)
    if bands.rank is None or rhs.rank is None:
        return UNKNOWN
    rows = agree(call, bands[-1], rhs[-2], "the length of the bands and the rows [C2]")
    count = bands[-2]
    if isinstance(count, int) and (count < 1 or (isinstance(rows, int) and count > rows)):
        call.fail("shape-mismatch", "a matrix has 1 to m bands [C3]", expected=f"1 to {rows}", got=str(count))
    lead = broadcast_shapes(call, [Shape(bands.dims[:-2]), Shape(rhs.dims[:-2])])
    return UNKNOWN if lead.rank is None else Shape((*lead, rows, rhs[-1]))
