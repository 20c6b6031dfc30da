"""Shapes of linear algebra beyond products: diagonals, distances, triangles, decompositions."""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    broadcast_shapes,
    ints_at,
    need_rank,
    need_rank_within,
    normalise_axis,
)
from metadef.ops.call import Call
from metadef.types.dim import dim_min, floor_div
from metadef.types.shape import Shape

__all__ = [
    "addr",
    "cdist",
    "cdist_grad",
    "cosine_similarity",
    "cross",
    "determinant",
    "diag",
    "diag_part",
    "dot",
    "eigen",
    "lu",
    "matrices",
    "matrix_diag",
    "matrix_diag_part",
    "matrix_set_diag",
    "matrix_set_diag_band",
    "outer",
    "pdist",
    "qr",
    "solve",
    "square",
    "svd",
    "trace",
    "turned",
]

_NO_AXIS = -65530  # what `dim` of Cross is where nobody set it


def matrices(*ports: str) -> Callable[[Call], list[Shape]]:
    """Output i has the shape of the i-th named input, whose last two axes are a matrix."""

    def rule(call: Call) -> list[Shape]:
        shapes = [call.shape(port) for port in ports]
        for port, shape in zip(ports, shapes, strict=True):
            if shape.rank is not None and shape.rank < 2:
                call.fail("rank-mismatch", f"`{port}` holds matrices", expected="rank 2 or more", got=str(shape))
        return shapes

    return rule


def square(port: str) -> Callable[[Call], Shape]:
    """Like the input, whose last two axes are equal."""

    def rule(call: Call) -> Shape:
        shape = matrices(port)(call)[0]
        if shape.rank is None or shape[-2] == shape[-1]:
            return shape
        side = agree(call, shape[-2], shape[-1], "rows and columns of a square matrix")
        return Shape((*shape.dims[:-2], side, side))

    return rule


def matrix_diag(call: Call) -> Shape:
    """MatrixDiag: [.., n] -> [.., n, n]."""
    x = call.shape("x")
    if x.rank == 0:
        call.fail("rank-mismatch", "a diagonal is a vector", expected="rank 1 or more", got="0")
    return UNKNOWN if x.rank is None else Shape((*x, x[-1]))


def _shorter(call: Call, rows: Axis, columns: Axis) -> Axis:
    if rows is None or columns is None:
        return None
    if call.store.at_least(rows, columns):
        return columns
    return rows if call.store.at_least(columns, rows) else dim_min(rows, columns)


def matrix_diag_part(call: Call) -> Shape:
    """MatrixDiagPart: [.., m, n] -> [.., min(m, n)]."""
    x = matrices("x")(call)[0]
    return UNKNOWN if x.rank is None else Shape((*x.dims[:-2], _shorter(call, x[-2], x[-1])))


def matrix_set_diag(call: Call) -> Shape:
    """MatrixSetDiag: like x.

    C1: the diagonal has the shape of x without its last axis, cut to the shorter side.
    """
    x, diagonal = matrices("x")(call)[0], call.shape("diagonal")
    if x.rank is None or diagonal.rank is None:
        return x
    if diagonal.rank != x.rank - 1:
        call.fail(
            "rank-mismatch", "the diagonal has one axis less than x [C1]", expected=f"{x.rank - 1}", got=f"{diagonal}"
        )
    lead = [
        agree(call, a, b, "leading axes of x and the diagonal [C1]")
        for a, b in zip(x.dims[:-2], diagonal.dims, strict=False)
    ]
    agree(call, diagonal[-1], _shorter(call, x[-2], x[-1]), "the diagonal's length and the shorter side [C1]")
    return Shape((*lead, *x.dims[-2:]))


def matrix_set_diag_band(call: Call) -> Shape:
    """MatrixSetDiagV2: like the input; k names one diagonal or the lowest and highest of a band.

    C1: k lies between -rows and columns, lowest first. C2: the diagonals have an axis of their number when k is a
    band, and their last axis is the longest of them.
    """
    x, diagonal = matrices("input")(call)[0], call.shape("diagonal")
    k = ints_at(call, "k")
    if k is not None and len(k) not in (1, 2):
        call.fail("shape-mismatch", "k holds one or two numbers [C1]", expected="1 or 2", got=str(len(k)))
    if x.rank is None or diagonal.rank is None:
        return x
    if not x.rank - 1 <= diagonal.rank <= x.rank:
        call.fail(
            "rank-mismatch",
            "the diagonals have the rank of x, or one less [C2]",
            expected=f"{x.rank}",
            got=f"{diagonal}",
        )
    lead = [
        agree(call, a, b, "leading axes of x and the diagonals [C2]")
        for a, b in zip(x.dims[:-2], diagonal.dims, strict=False)
    ]
    if k is not None:
        _check_band(call, x, diagonal, k[0], k[-1])
    return Shape((*lead, *x.dims[-2:]))


def _check_band(call: Call, x: Shape, diagonal: Shape, low: int, high: int) -> None:
    rows, columns = x[-2], x[-1]
    if low > high:
        call.fail("shape-mismatch", "the lowest diagonal comes first [C1]", expected=f"at most {high}", got=str(low))
    if not isinstance(rows, int) or not isinstance(columns, int):
        return
    for at in (low, high):
        if not (-rows < at < columns or at == 0):
            call.fail(
                "shape-mismatch",
                f"there is no diagonal {at} [C1]",
                expected=f"{-rows + 1} to {columns - 1}",
                got=f"{at}",
            )
    want: list[Axis] = [high - low + 1] if low != high else []
    want.append(min(rows + min(high, 0), columns - max(low, 0)))
    tail = diagonal.dims[len(x) - 2 :]
    if len(tail) != len(want):
        call.fail(
            "rank-mismatch",
            "a band has an axis of diagonals, one diagonal has none [C2]",
            expected=f"{want}",
            got=f"{tail}",
        )
    for a, b in zip(want, tail, strict=True):
        agree(call, a, b, "the sizes of the diagonals [C2]")


def diag(call: Call) -> Shape:
    """Diag: [D1, .., Dk] -> [D1, .., Dk, D1, .., Dk].

    C1: x has an axis. Source: TensorFlow's Diag.
    """
    need_rank_within(call, "x", 1)
    x = call.shape("x")
    return UNKNOWN if x.rank is None else Shape((*x, *x))


def diag_part(call: Call) -> Shape:
    """DiagPart: [D1, .., Dk, D1, .., Dk] -> [D1, .., Dk].

    C1: the halves of the shape agree.
    """
    x = call.shape("x")
    if x.rank is None:
        return UNKNOWN
    if x.rank % 2 or x.rank == 0:
        call.fail("rank-mismatch", "the shape has two halves [C1]", expected="an even rank", got=str(x.rank))
    half = x.rank // 2
    return Shape(
        [agree(call, a, b, "the halves of the shape [C1]") for a, b in zip(x.dims[:half], x.dims[half:], strict=True)]
    )


def cdist(call: Call) -> Shape:
    """Cdist: distances of all pairs, [.., P, M] x [.., R, M] -> [.., P, R].

    C1: both have rank 2 or more and points of one length.
    """
    a, b = matrices("x1", "x2")(call)
    if a.rank is None or b.rank is None:
        return UNKNOWN
    agree(call, a[-1], b[-1], "the lengths of points [C1]")
    lead = broadcast_shapes(call, [Shape(a.dims[:-2]), Shape(b.dims[:-2])])
    return Shape((*lead, a[-2], b[-2]))


def cdist_grad(call: Call) -> Shape:
    """CdistGrad: like x1."""
    return matrices("x1")(call)[0]


def pdist(call: Call) -> Shape:
    """Pdist: distances of all unordered pairs of rows, n * (n - 1) / 2."""
    x = call.shape("x")
    count = x[0] if need_rank(call, x, "x", 2) else None
    if count is None:
        return Shape.unknown(1)
    return Shape((floor_div(count * (count - 1), 2),))


def cosine_similarity(call: Call) -> Shape:
    """CosineSimilarity: the broadcast of both without axis `dim`."""
    both = broadcast_shapes(call, [call.shape("input_x1"), call.shape("input_x2")])
    if both.rank is None:
        return UNKNOWN
    axis = normalise_axis(call, call.int_attr("dim"), both.rank, "dim")
    return Shape((*both.dims[:axis], *both.dims[axis + 1 :]))


def dot(first: str, second: str) -> Callable[[Call], Shape]:
    """The sum of the products of two vectors.

    C1: they have one length.
    """

    def rule(call: Call) -> Shape:
        left, right = call.shape(first), call.shape(second)
        if need_rank(call, left, first, 1) and need_rank(call, right, second, 1):
            agree(call, left[0], right[0], f"lengths of {first} and {second} [C1]")
        return Shape(())

    return rule


def outer(first: str, second: str, plus: str = "") -> Callable[[Call], Shape]:
    """The outer product of two vectors: [n] x [m] -> [n, m], perhaps added to a matrix.

    C1: that matrix is [n, m].
    """

    def rule(call: Call) -> Shape:
        a, b = call.shape(first), call.shape(second)
        sizes = [shape[0] if need_rank(call, shape, port, 1) else None for port, shape in ((first, a), (second, b))]
        product = Shape(sizes)
        return (
            agree_shapes(call, product, call.shape(plus), f"sizes of the product and {plus} [C1]") if plus else product
        )

    return rule


def addr(call: Call) -> Shape:
    """Addr: beta * x1 + alpha * outer(x2, x3).

    C1: x2 and x3 are vectors. C2: x1 broadcasts to the outer product, which itself does not stretch.
    """
    product = outer("x2", "x3")(call)
    x = call.shape("x1")
    if x.rank is not None and x.rank > 2:
        call.fail("rank-mismatch", "x1 broadcasts to a matrix [C2]", expected="rank 2 or less", got=str(x))
    out = broadcast_shapes(call, [x, product])
    if out.rank is None:
        return product
    for size, whole in zip(product, out, strict=True):
        if size == 1 and isinstance(whole, int) and whole != 1:
            call.fail("shape-mismatch", "x1 is larger than the outer product [C2]", expected=str(product), got=str(x))
    return out


def determinant(port: str = "x", count: int = 1) -> Callable[[Call], list[Shape]]:
    """Determinants of square matrices: [.., n, n] -> [..], also as sign and logarithm."""

    def rule(call: Call) -> list[Shape]:
        shape = square(port)(call)
        return [UNKNOWN if shape.rank is None else Shape(shape.dims[:-2])] * count

    return rule


def solve(*, stretches: bool) -> Callable[[Call], Shape]:
    """MatrixSolve and MatrixTriangularSolve: [.., n, n] and [.., n, k] -> [.., n, k].

    C1: the right-hand sides have as many rows as the matrix. C2: the leading axes agree; those of triangular matrices
    broadcast (`stretches`). Source: TensorFlow's two operators.
    """

    def rule(call: Call) -> Shape:
        matrix, rhs = square("matrix")(call), matrices("rhs")(call)[0]
        if matrix.rank is None or rhs.rank is None:
            return UNKNOWN if stretches else rhs
        rows = agree(call, matrix[-1], rhs[-2], "rows of the matrix and of the right-hand sides [C1]")
        rows = agree(call, matrix[-2], rows, "rows of the matrix and of the right-hand sides [C1]")
        left, right = Shape(matrix.dims[:-2]), Shape(rhs.dims[:-2])
        both = (
            broadcast_shapes(call, [left, right]) if stretches else agree_shapes(call, left, right, "leading axes [C2]")
        )
        return Shape((*both, rows, rhs[-1]))

    return rule


def eigen(call: Call) -> list[Shape]:
    """SelfAdjointEig: [.., n, n] -> eigenvalues [.., n], eigenvectors [.., n, n], nothing where they are not asked for.

    C1: the matrices are square.
    """
    x = square("x")(call)
    vectors = x if call.bool_attr("compute_v") else Shape((0,))
    return [UNKNOWN if x.rank is None else Shape(x.dims[:-1]), vectors]


def lu(call: Call) -> list[Shape]:
    """Lu: [.., n, n] -> both triangles in one matrix [.., n, n], and the order of its rows [.., n].

    C1: the matrices are square. Source: TensorFlow's Lu.
    """
    x = square("input")(call)
    return [x, UNKNOWN if x.rank is None else Shape(x.dims[:-1])]


def turned(call: Call) -> Shape:
    """Pinverse: [.., m, n] -> [.., n, m]."""
    x = matrices("x")(call)[0]
    return UNKNOWN if x.rank is None else Shape((*x.dims[:-2], x[-1], x[-2]))


def qr(call: Call) -> list[Shape]:
    """Qr: [.., m, n] -> q [.., m, p], r [.., p, n]; p = min(m, n), in full q is square and r like x."""
    x = matrices("x")(call)[0]
    if x.rank is None:
        return [UNKNOWN] * 2
    rows, columns, lead = x[-2], x[-1], x.dims[:-2]
    inner = rows if call.bool_attr("full_matrices") else _shorter(call, rows, columns)
    return [Shape((*lead, rows, inner)), Shape((*lead, inner, columns))]


def svd(call: Call) -> list[Shape]:
    """Svd: [.., m, n] -> singular values [.., p], u [.., m, p], v [.., n, p]; p = min(m, n), or full u, v."""
    x = matrices("x")(call)[0]
    if x.rank is None:
        return [UNKNOWN] * 3
    rows, columns, lead = x[-2], x[-1], x.dims[:-2]
    inner = _shorter(call, rows, columns)
    if not call.bool_attr("compute_uv"):
        return [Shape((*lead, inner)), Shape((0,)), Shape((0,))]
    full = call.bool_attr("full_matrices")
    return [
        Shape((*lead, inner)),
        Shape((*lead, rows, rows if full else inner)),
        Shape((*lead, columns, columns if full else inner)),
    ]


def trace(call: Call) -> Shape:
    """Trace: a scalar.

    C1: x is a matrix.
    """
    need_rank_within(call, "x", 2, 2)
    return Shape(())


def cross(call: Call) -> Shape:
    """Cross: the broadcast of both inputs.

    C1: the axis of the vectors is 3 long; without `dim` it is the first that is.
    """
    out = broadcast_shapes(call, [call.shape("x1"), call.shape("x2")])
    if out.rank is None:
        return out
    given = call.int_attr("dim")
    if given != _NO_AXIS:
        agree(call, out[normalise_axis(call, given, out.rank)], 3, "the axis of the vectors and their length [C1]")
    elif out.is_known and 3 not in out:
        call.fail("shape-mismatch", "no axis is 3 long [C1]", expected="an axis of length 3", got=str(out))
    return out
