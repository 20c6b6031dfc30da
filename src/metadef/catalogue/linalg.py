"""Decompositions, solvers, diagonals and distances."""

from __future__ import annotations

from metadef.catalogue.laws import axes_within
from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    HIFLOAT8,
    INT32,
    INT64,
    PURE,
    REDUCTION,
    UINT32,
    UINT64,
    BasicType,
    Bool,
    Float,
    IndexNumberType,
    Int,
    OrdinaryType,
    QuantifiedType,
    RealNumberType,
    String,
    Type,
    not_negative,
    one_of,
    op,
)
from metadef.infer.dtypes import each, follow, from_attr
from metadef.infer.shape import common, decompositions, diagonal, linalg, transform

BandedTriangularSolve = (
    op("BandedTriangularSolve")
    .input("bands", FLOAT | DOUBLE | FLOAT16 | COMPLEX64 | COMPLEX128)
    .input("rhs", FLOAT | DOUBLE | FLOAT16 | COMPLEX64 | COMPLEX128)
    .output("output", FLOAT | DOUBLE | FLOAT16 | COMPLEX64 | COMPLEX128)
    .attr("lower", Bool, True)
    .attr("adjoint", Bool, False)
    .shape(decompositions.banded_solve)
    .dtype(follow("rhs"))
    .traits(PURE)
    .category("linalg")
)

Cdist = (
    op("Cdist")
    .doc("Distances between all pairs of rows of two matrices.")
    .input("x1", BF16 | FLOAT16 | FLOAT, doc="points, [..., P, D]")
    .input("x2", BF16 | FLOAT16 | FLOAT, doc="points, [..., R, D]")
    .output("y", BF16 | FLOAT16 | FLOAT, doc="distance of each point of x1 to each of x2, [..., P, R]")
    .attr(
        "p",
        Float,
        2.0,
        not_negative,
        doc="exponent of the norm; infinity takes the largest difference, 0 counts differences",
    )
    .shape(linalg.cdist)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("linalg")
)

CdistGrad = (
    op("CdistGrad")
    .input("grad", FLOAT16 | FLOAT)
    .input("x1", FLOAT16 | FLOAT)
    .input("x2", FLOAT16 | FLOAT)
    .input("cdist", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("p", Float, 2.0)
    .shape(linalg.cdist_grad)
    .dtype(follow("grad"))
    .traits(PURE)
    .category("linalg")
)

Cholesky = (
    op("Cholesky")
    .doc("Lower triangular factor of positive definite matrices.")
    .input(
        "x", FLOAT | DOUBLE | FLOAT16 | COMPLEX64 | COMPLEX128, doc="symmetric positive definite matrices, [..., M, M]"
    )
    .output("y", FLOAT | DOUBLE | FLOAT16 | COMPLEX64 | COMPLEX128, doc="lower triangular L with L * transposed L = x")
    .shape(linalg.square("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

CholeskyGrad = (
    op("CholeskyGrad")
    .input("x", FLOAT | DOUBLE)
    .input("grad", FLOAT | DOUBLE)
    .output("y", FLOAT | DOUBLE)
    .shape(linalg.square("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

ConjugateTranspose = (
    op("ConjugateTranspose")
    .doc("Permutes axes and takes the complex conjugate.")
    .input("x", BasicType, doc="tensor of rank r")
    .input("perm", IndexNumberType, doc="which axis of x comes at each place, r whole numbers")
    .output("y", BasicType, doc="conjugated elements with permuted axes")
    .shape(transform.transpose())
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

CosineSimilarity = (
    op("CosineSimilarity")
    .doc("Cosine of the angle between vectors along an axis.")
    .input("input_x1", FLOAT, doc="first vectors")
    .input("input_x2", FLOAT, doc="second vectors, of a shape that broadcasts")
    .output(
        "output_y", FLOAT, doc="product of the vectors divided by the product of their lengths; the axis disappears"
    )
    .attr("dim", Int, 1, doc="axis of the vectors; negative counts from the end")
    .attr("eps", Float, 1e-08, not_negative, doc="smallest length that is divided by")
    .shape(linalg.cosine_similarity)
    .traits(PURE)
    .category("linalg")
)

Cross = (
    op("Cross")
    .doc("Vector product along an axis of length three.")
    .input("x1", OrdinaryType - (BF16 | BOOL | COMPLEX32), doc="first vectors of length 3")
    .input("x2", OrdinaryType - (BF16 | BOOL | COMPLEX32), doc="second vectors, of a shape that broadcasts")
    .output("y", OrdinaryType - (BF16 | BOOL | COMPLEX32), doc="vectors at right angles to both")
    .attr("dim", Int, -65530, doc="axis of the vectors; -65530 for the first axis of length 3")
    .law(*axes_within("dim", "x1", unset=-65530))
    .shape(linalg.cross)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("linalg")
)

Diag = (
    op("Diag")
    .doc("Diagonal tensor from a tensor.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16 | INT32 | INT64 | COMPLEX64 | COMPLEX128, doc="tensor of rank r")
    .output(
        "y",
        FLOAT16 | FLOAT | DOUBLE | BF16 | INT32 | INT64 | COMPLEX64 | COMPLEX128,
        doc="tensor of rank 2 * r with x on its diagonal, zeros elsewhere",
    )
    .shape(linalg.diag)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

DiagD = (
    op("DiagD")
    .input("x", FLOAT16 | FLOAT | INT32 | BF16)
    .input("assist", FLOAT16 | FLOAT | INT32 | BF16)
    .output("y", FLOAT16 | FLOAT | INT32 | BF16)
    .shape(linalg.diag)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

DiagFlat = (
    op("DiagFlat")
    .doc("Matrix with the flattened elements of a tensor on a diagonal.")
    .input("x", "T", doc="elements for the diagonal, of any shape")
    .output("y", "T", doc="square matrix with them, zeros elsewhere")
    .attr("diagonal", Int, 0, doc="which diagonal; 0 is the main one, positive lies above it")
    .datatype("T", RealNumberType | BOOL | COMPLEX64)
    .shape(diagonal.diag_flat)
    .traits(PURE)
    .category("linalg")
)

DiagPart = (
    op("DiagPart")
    .doc("Diagonal of a tensor.")
    .input(
        "x",
        FLOAT | FLOAT16 | INT32 | INT64 | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="tensor of rank 2 * r whose halves have equal shapes",
    )
    .output("y", FLOAT | FLOAT16 | INT32 | INT64 | DOUBLE | COMPLEX64 | COMPLEX128, doc="its diagonal, of rank r")
    .shape(linalg.diag_part)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

DiagPartD = (
    op("DiagPartD")
    .input("x", FLOAT | FLOAT16 | INT32)
    .input("assist", FLOAT | FLOAT16 | INT32)
    .output("y", FLOAT | FLOAT16 | INT32)
    .shape(linalg.diag_part)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

DiagV2 = (
    op("DiagV2")
    .doc("Matrix from a diagonal, or the diagonal of a matrix.")
    .input("x", OrdinaryType, doc="vector or matrix")
    .output("y", OrdinaryType, doc="matrix with the vector on the diagonal, or the diagonal of the matrix")
    .attr("diagonal", Int, 0, doc="which diagonal; 0 is the main one, positive lies above it")
    .shape(diagonal.diag_or_part)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

FillDiagonal = (
    op("FillDiagonal")
    .input("x", BasicType | BOOL)
    .output("y", BasicType | BOOL)
    .required_attr("fill_value", Float)
    .attr("wrap", Bool, False)
    .shape(common.ranked("x", 2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

FillDiagonalV2 = (
    op("FillDiagonalV2")
    .input("x", BasicType | BOOL)
    .input("fill_value", BasicType | BOOL)
    .output("x", BasicType | BOOL)
    .attr("wrap", Bool, False)
    .shape(common.ranked("x", 2))
    .category("linalg")
)

LogMatrixDeterminant = (
    op("LogMatrixDeterminant")
    .doc("Sign and logarithm of the magnitude of determinants.")
    .input("x", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="square matrices, [..., M, M]")
    .output("sign", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="signs of the determinants, [...]")
    .output("y", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="logarithms of their magnitudes, [...]")
    .shape(linalg.determinant(count=2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

Lu = (
    op("Lu")
    .input("input", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("lu", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("p", INT32 | INT64)
    .required_attr("output_idx_type", Type)
    .shape(linalg.lu)
    .dtype(each("input", from_attr("output_idx_type")))
    .traits(PURE)
    .category("linalg")
)

MatrixBandPart = (
    op("MatrixBandPart")
    .doc("Keeps a band around the diagonal of matrices, zeros elsewhere.")
    .input("x", OrdinaryType - (BF16 | COMPLEX32 | UINT32 | UINT64), doc="matrices, [..., M, N]")
    .input("num_lower", INT32 | INT64, doc="number of diagonals to keep below the main one; negative keeps all")
    .input("num_upper", INT32 | INT64, doc="number of diagonals to keep above the main one; negative keeps all")
    .output("y", OrdinaryType - (BF16 | COMPLEX32 | UINT32 | UINT64), doc="matrices with the band, zeros elsewhere")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

MatrixDeterminant = (
    op("MatrixDeterminant")
    .doc("Determinant of square matrices.")
    .input("x", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="square matrices, [..., M, M]")
    .output("y", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="their determinants, [...]")
    .shape(linalg.determinant())
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

MatrixDiag = (
    op("MatrixDiag")
    .doc("Diagonal matrices from their diagonals.")
    .input("x", BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | BOOL, doc="diagonals, [..., M]")
    .output(
        "y",
        BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | BOOL,
        doc="matrices with them, zeros elsewhere, [..., M, M]",
    )
    .shape(linalg.matrix_diag)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

MatrixDiagD = (
    op("MatrixDiagD")
    .input("x", BasicType)
    .input("assist", BasicType)
    .output("y", BasicType)
    .shape(linalg.matrix_diag)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

MatrixDiagPart = (
    op("MatrixDiagPart")
    .doc("Diagonals of matrices.")
    .input("x", BasicType, doc="matrices, [..., M, N]")
    .output("y", BasicType, doc="their main diagonals, [..., min(M, N)]")
    .shape(linalg.matrix_diag_part)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

MatrixDiagPartD = (
    op("MatrixDiagPartD")
    .input("x", BasicType)
    .input("assist", BasicType)
    .output("y", BasicType)
    .shape(linalg.matrix_diag_part)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

MatrixDiagPartV2 = (
    op("MatrixDiagPartV2")
    .input("input", BasicType)
    .input("k", INT32)
    .input("padding_value", BasicType)
    .output("diagonal", BasicType)
    .shape(diagonal.band_part)
    .dtype(follow("input"))
    .traits(PURE)
    .category("linalg")
)

MatrixDiagPartV3 = (
    op("MatrixDiagPartV3")
    .input("x", BasicType)
    .input("k", INT32)
    .input("padding_value", BasicType)
    .output("y", BasicType)
    .attr("align", String, "RIGHT_LEFT")
    .shape(diagonal.band_part)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

MatrixDiagV2 = (
    op("MatrixDiagV2")
    .input("diagonal", BasicType)
    .input("k", INT32)
    .input("num_rows", INT32)
    .input("num_cols", INT32)
    .input("padding_value", BasicType)
    .output("output", BasicType)
    .shape(diagonal.band_matrix)
    .dtype(follow("diagonal"))
    .traits(PURE)
    .category("linalg")
)

MatrixDiagV3 = (
    op("MatrixDiagV3")
    .input("x", BasicType | BOOL)
    .input("k", INT32)
    .input("num_rows", INT32)
    .input("num_cols", INT32)
    .input("padding_value", BasicType | BOOL)
    .output("y", BasicType | BOOL)
    .attr("align", String, "RIGHT_LEFT")
    .shape(diagonal.band_matrix)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

MatrixInverse = (
    op("MatrixInverse")
    .doc("Inverse of square matrices.")
    .input("x", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="invertible matrices, [..., M, M]")
    .output("y", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="their inverses")
    .attr("adjoint", Bool, False, doc="whether the inverse of the conjugate transpose is given instead")
    .shape(linalg.square("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

MatrixSetDiag = (
    op("MatrixSetDiag")
    .doc("Matrices with another diagonal.")
    .input("x", BasicType, doc="matrices, [..., M, N]")
    .input("diagonal", BasicType, doc="new main diagonals, [..., min(M, N)]")
    .output("y", BasicType, doc="matrices with them")
    .shape(linalg.matrix_set_diag)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

MatrixSetDiagD = (
    op("MatrixSetDiagD")
    .input("x", BasicType)
    .input("diagonal", BasicType)
    .input("assist", BasicType)
    .output("y", BasicType)
    .shape(linalg.matrix_set_diag)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

MatrixSetDiagV2 = (
    op("MatrixSetDiagV2")
    .input("input", BasicType)
    .input("diagonal", BasicType)
    .input("k", INT32)
    .output("output", BasicType)
    .shape(linalg.matrix_set_diag_band)
    .dtype(follow("input"))
    .traits(PURE)
    .category("linalg")
)

MatrixSetDiagV3 = (
    op("MatrixSetDiagV3")
    .input("input", BasicType)
    .input("diagonal", BasicType)
    .input("k", INT32)
    .output("output", BasicType)
    .attr("align", String, "RIGHT_LEFT")
    .shape(linalg.matrix_set_diag_band)
    .dtype(follow("input"))
    .traits(PURE)
    .category("linalg")
)

MatrixSolve = (
    op("MatrixSolve")
    .doc("Solves systems of linear equations.")
    .input("matrix", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="square matrices, [..., M, M]")
    .input("rhs", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="right sides, [..., M, K]")
    .output("y", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="solutions, [..., M, K]")
    .attr("adjoint", Bool, False, doc="whether the conjugate transposes of the matrices are solved with")
    .shape(linalg.solve(stretches=False))
    .dtype(follow("matrix"))
    .traits(PURE)
    .category("linalg")
)

MatrixSolveLs = (
    op("MatrixSolveLs")
    .input("matrix", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("rhs", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("l2", DOUBLE)
    .output("y", FLOAT | DOUBLE)
    .attr("fast", Bool, True)
    .shape(decompositions.least_squares)
    .dtype(follow("matrix"))
    .traits(PURE)
    .category("linalg")
)

MatrixSquareRoot = (
    op("MatrixSquareRoot")
    .input("input", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("y", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .shape(linalg.square("input"))
    .dtype(follow("input"))
    .traits(PURE)
    .category("linalg")
)

MatrixTriangularSolve = (
    op("MatrixTriangularSolve")
    .doc("Solves systems of linear equations with triangular matrices.")
    .input(
        "matrix",
        FLOAT | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="triangular matrices, [..., M, M]; the other triangle is not read",
    )
    .input("rhs", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="right sides, [..., M, K]")
    .output("y", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="solutions, [..., M, K]")
    .attr("lower", Bool, True, doc="whether the lower triangle counts instead of the upper one")
    .attr("adjoint", Bool, False, doc="whether the conjugate transposes of the matrices are solved with")
    .shape(linalg.solve(stretches=True))
    .dtype(follow("matrix"))
    .traits(PURE)
    .category("linalg")
)

Pdist = (
    op("Pdist")
    .doc("Distances between all pairs of rows of a matrix.")
    .input("x", FLOAT16 | FLOAT, doc="points, [N, D]")
    .output("y", FLOAT16 | FLOAT, doc="distance of each pair in the order of rows, [N * (N - 1) / 2]")
    .attr(
        "p",
        Float,
        2.0,
        not_negative,
        doc="exponent of the norm; infinity takes the largest difference, 0 counts differences",
    )
    .shape(linalg.pdist)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

Pinverse = (
    op("Pinverse")
    .input("x", FLOAT | DOUBLE)
    .output("y", FLOAT | DOUBLE)
    .attr("rcond", Float, 1e-15)
    .shape(linalg.turned)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

Qr = (
    op("Qr")
    .doc("Orthogonal and triangular factors of matrices.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="matrices, [..., M, N]")
    .output("q", FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="matrices with orthonormal columns")
    .output("r", FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="upper triangular matrices with q * r = x")
    .attr("full_matrices", Bool, False, doc="whether q is square instead of having as many columns as needed")
    .shape(linalg.qr)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

SelfAdjointEig = (
    op("SelfAdjointEig")
    .doc("Eigenvalues and eigenvectors of symmetric or Hermitian matrices.")
    .input("x", DOUBLE | FLOAT | COMPLEX64 | COMPLEX128, doc="symmetric or Hermitian matrices, [..., M, M]")
    .output("eigen_value", DOUBLE | FLOAT | COMPLEX64 | COMPLEX128, doc="eigenvalues from small to large, [..., M]")
    .output("eigen_vector", DOUBLE | FLOAT | COMPLEX64 | COMPLEX128, doc="eigenvectors as columns, [..., M, M]")
    .attr("compute_v", Bool, True, doc="whether the vectors are computed")
    .shape(linalg.eigen)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

Slogdet = (
    op("Slogdet")
    .doc("Sign and logarithm of the magnitude of determinants, in torch's form.")
    .input("x", FLOAT16 | FLOAT | DOUBLE, doc="square matrices, [..., M, M]")
    .output("sign", FLOAT16 | FLOAT | DOUBLE, doc="signs of the determinants, [...]")
    .output("y", FLOAT16 | FLOAT | DOUBLE, doc="logarithms of their magnitudes, [...]")
    .shape(linalg.determinant(count=2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

Svd = (
    op("Svd")
    .doc("Singular values and vectors of matrices.")
    .input("x", DOUBLE | FLOAT | COMPLEX64 | COMPLEX128, doc="matrices, [..., M, N]")
    .output(
        "sigma", DOUBLE | FLOAT | COMPLEX64 | COMPLEX128, doc="singular values from large to small, [..., min(M, N)]"
    )
    .output("u", DOUBLE | FLOAT | COMPLEX64 | COMPLEX128, doc="left singular vectors as columns")
    .output("v", DOUBLE | FLOAT | COMPLEX64 | COMPLEX128, doc="right singular vectors as columns")
    .attr("compute_uv", Bool, True, doc="whether the vectors are computed")
    .attr("full_matrices", Bool, False, doc="whether u and v are square instead of having min(M, N) columns")
    .shape(linalg.svd)
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

Trace = (
    op("Trace")
    .doc("Sum of the diagonal of a matrix.")
    .input("x", RealNumberType | COMPLEX128 | COMPLEX64 | BOOL, doc="matrix, [M, N]")
    .output(
        "y",
        COMPLEX128 | COMPLEX64 | DOUBLE | FLOAT | FLOAT16 | INT64 | UINT64 | BF16,
        doc="sum of its diagonal, a scalar",
    )
    .shape(linalg.trace)
    .dtype(follow("x", INT64))
    .traits(PURE, REDUCTION)
    .category("linalg")
)

TridiagonalSolve = (
    op("TridiagonalSolve")
    .input("diagonals", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("rhs", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("y", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .attr("partial_pivoting", Bool, True)
    .shape(decompositions.tridiagonal_solve)
    .dtype(follow("rhs"))
    .traits(PURE)
    .category("linalg")
)

Tril = (
    op("Tril")
    .doc("Lower triangle of matrices, zeros elsewhere.")
    .input("x", RealNumberType | QuantifiedType | BOOL, doc="matrices, [..., M, N]")
    .output("y", RealNumberType | QuantifiedType | BOOL, doc="matrices with zeros above the diagonal")
    .attr("diagonal", Int, 0, doc="which diagonal is the last to keep; 0 is the main one, positive lies above it")
    .shape(common.ranked("x", 2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

Trilu = (
    op("Trilu")
    .doc("Lower or upper triangle of matrices, zeros elsewhere.")
    .input("x", "T", doc="matrices, [..., M, N]")
    .optional_input("k", "T_K", doc="which diagonal bounds the triangle, one whole number; left out for the main one")
    .output("y", "T", doc="matrices with zeros on the other side")
    .attr("upper", Int, 0, one_of(0, 1), doc="1 keeps the upper triangle, 0 the lower one")
    .datatype("T", RealNumberType | QuantifiedType | BOOL | COMPLEX32 | COMPLEX64)
    .datatype("T_K", INT32 | INT64)
    .shape(common.ranked("x", 2))
    .traits(PURE)
    .category("linalg")
)

Triu = (
    op("Triu")
    .doc("Upper triangle of matrices, zeros elsewhere.")
    .input("x", BasicType | BOOL, doc="matrices, [..., M, N]")
    .output("y", BasicType | BOOL, doc="matrices with zeros below the diagonal")
    .attr("diagonal", Int, 0, doc="which diagonal is the first to keep; 0 is the main one, positive lies above it")
    .shape(common.ranked("x", 2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("linalg")
)

OPS = (
    BandedTriangularSolve,
    Cdist,
    CdistGrad,
    Cholesky,
    CholeskyGrad,
    ConjugateTranspose,
    CosineSimilarity,
    Cross,
    Diag,
    DiagD,
    DiagFlat,
    DiagPart,
    DiagPartD,
    DiagV2,
    FillDiagonal,
    FillDiagonalV2,
    LogMatrixDeterminant,
    Lu,
    MatrixBandPart,
    MatrixDeterminant,
    MatrixDiag,
    MatrixDiagD,
    MatrixDiagPart,
    MatrixDiagPartD,
    MatrixDiagPartV2,
    MatrixDiagPartV3,
    MatrixDiagV2,
    MatrixDiagV3,
    MatrixInverse,
    MatrixSetDiag,
    MatrixSetDiagD,
    MatrixSetDiagV2,
    MatrixSetDiagV3,
    MatrixSolve,
    MatrixSolveLs,
    MatrixSquareRoot,
    MatrixTriangularSolve,
    Pdist,
    Pinverse,
    Qr,
    SelfAdjointEig,
    Slogdet,
    Svd,
    Trace,
    TridiagonalSolve,
    Tril,
    Trilu,
    Triu,
)
