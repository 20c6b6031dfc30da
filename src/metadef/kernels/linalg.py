"""Linear algebra over the last two axes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]


def _triangle(keep_upper: bool) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        diagonal = call.int("diagonal")
        return np.triu(call["x"], diagonal) if keep_upper else np.tril(call["x"], diagonal)

    return kernel


def _trilu(call: KernelCall) -> Array:
    diagonal = call.numbers("k")[0] if call.has_input("k") else 0
    return np.triu(call["x"], diagonal) if call.int("upper") else np.tril(call["x"], diagonal)


def _by(function: Callable[[Array], Array], port: str = "x") -> Kernel:
    def kernel(call: KernelCall) -> Array:
        x = call[port]
        return rounded(np.asarray(function(as_compute(x))).astype(as_compute(x).dtype), x)

    return kernel


def _inverse(call: KernelCall) -> Array:
    x = np.linalg.inv(as_compute(call["x"]))
    return np.conj(np.swapaxes(x, -1, -2)) if call.bool("adjoint") else x


def _solve(call: KernelCall) -> Array:
    matrix = as_compute(call["matrix"])
    matrix = np.conj(np.swapaxes(matrix, -1, -2)) if call.bool("adjoint") else matrix
    return np.linalg.solve(matrix, as_compute(call["rhs"]))


def _triangular_solve(call: KernelCall) -> Array:
    """The other triangle of the matrix is not looked at."""
    matrix = as_compute(call["matrix"])
    matrix = np.tril(matrix) if call.bool("lower") else np.triu(matrix)
    matrix = np.conj(np.swapaxes(matrix, -1, -2)) if call.bool("adjoint") else matrix
    return np.linalg.solve(matrix, as_compute(call["rhs"]))


def _log_determinant(call: KernelCall) -> list[Array]:
    sign, size = np.linalg.slogdet(as_compute(call["x"]))
    return [np.asarray(sign), np.asarray(size)]


def _qr(call: KernelCall) -> list[Array]:
    q, r = np.linalg.qr(as_compute(call["x"]), mode="complete" if call.bool("full_matrices") else "reduced")
    return [q, r]


def _eigen(call: KernelCall) -> list[Array]:
    values, vectors = np.linalg.eigh(as_compute(call["x"]))
    return [values, vectors if call.bool("compute_v") else values.reshape(-1)[:0]]


def _svd(call: KernelCall) -> list[Array]:
    u, sigma, v = np.linalg.svd(as_compute(call["x"]), full_matrices=call.bool("full_matrices"))
    return [sigma, u, np.conj(np.swapaxes(v, -1, -2))]


def _diag(call: KernelCall) -> Array:
    """A tensor of rank 2 r with `x` on its generalised diagonal."""
    x = call["x"]
    result = np.zeros((x.size, x.size), x.dtype)
    np.fill_diagonal(result, x.reshape(-1))
    return result.reshape(x.shape * 2)


def _diag_part(call: KernelCall) -> Array:
    x = call["x"]
    half = x.shape[: x.ndim // 2]
    size = int(np.prod(half))
    return np.diagonal(x.reshape(size, size)).reshape(half)


def _diag_v2(call: KernelCall) -> Array:
    return np.diag(call["x"], call.int("diagonal"))


def _diag_flat(call: KernelCall) -> Array:
    return np.diagflat(call["x"], call.int("diagonal"))


def _matrix_diag(call: KernelCall) -> Array:
    x = call["x"]
    return x[..., None] * np.eye(x.shape[-1], dtype=x.dtype)


def _matrix_diag_part(call: KernelCall) -> Array:
    return np.diagonal(call["x"], axis1=-2, axis2=-1)


def _matrix_set_diag(call: KernelCall) -> Array:
    result, diagonal = call["x"].copy(), call["diagonal"]
    place = np.arange(min(result.shape[-2:]))
    result[..., place, place] = diagonal
    return result


def _band_part(call: KernelCall) -> Array:
    """The band from `num_lower` below to `num_upper` above the diagonal; a negative number keeps all."""
    x, low, high = call["x"], call.numbers("num_lower")[0], call.numbers("num_upper")[0]
    below = np.subtract.outer(np.arange(x.shape[-2]), np.arange(x.shape[-1]))
    keep = ((low < 0) | (below <= low)) & ((high < 0) | (-below <= high))
    return np.where(keep, x, np.zeros((), x.dtype))


def _cross(call: KernelCall) -> Array:
    """Along `dim`; unset (-65530), the first axis of length 3."""
    x1, x2, axis = as_compute(call["x1"]), as_compute(call["x2"]), call.int("dim")
    axis = x1.shape.index(3) if axis == -65530 else axis
    a, b = np.moveaxis(x1, axis, 0), np.moveaxis(x2, axis, 0)
    parts = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    return rounded(np.stack(parts, axis=axis).astype(x1.dtype), call["x1"])


def _conjugate_transpose(call: KernelCall) -> Array:
    return np.conj(np.transpose(call["x"], call.numbers("perm")))


def _cosine_similarity(call: KernelCall) -> Array:
    x1, x2, axis = as_compute(call["input_x1"]), as_compute(call["input_x2"]), call.int("dim")
    epsilon = np.asarray(call.float("eps"), x1.dtype)
    lengths = [np.maximum(np.sqrt(np.square(x).sum(axis=axis)), epsilon) for x in (x1, x2)]
    return rounded((x1 * x2).sum(axis=axis) / (lengths[0] * lengths[1]), call["input_x1"])


def _distance(difference: Array, p: float) -> Array:
    """The p-norm over the last axis; p = 0 counts, infinity takes the largest."""
    size = np.abs(difference)
    if p == 0:
        return (size != 0).sum(axis=-1).astype(size.dtype)
    return size.max(axis=-1, initial=0) if np.isinf(p) else (size**p).sum(axis=-1) ** (1 / p)


def _cdist(call: KernelCall) -> Array:
    x1, x2 = as_compute(call["x1"]), as_compute(call["x2"])
    return rounded(_distance(x1[..., :, None, :] - x2[..., None, :, :], call.float("p")).astype(x1.dtype), call["x1"])


def _pdist(call: KernelCall) -> Array:
    x = as_compute(call["x"])
    rows, columns = np.triu_indices(x.shape[0], 1)
    return rounded(_distance(x[rows] - x[columns], call.float("p")).astype(x.dtype), call["x"])


KERNELS: dict[str, Kernel] = {
    "Cdist": _cdist,
    "Cholesky": _by(np.linalg.cholesky),
    "ConjugateTranspose": _conjugate_transpose,
    "CosineSimilarity": _cosine_similarity,
    "Cross": _cross,
    "Diag": _diag,
    "DiagFlat": _diag_flat,
    "DiagPart": _diag_part,
    "DiagV2": _diag_v2,
    "LogMatrixDeterminant": _log_determinant,
    "MatrixBandPart": _band_part,
    "MatrixDeterminant": _by(np.linalg.det),
    "MatrixDiag": _matrix_diag,
    "MatrixDiagPart": _matrix_diag_part,
    "MatrixInverse": _inverse,
    "MatrixSetDiag": _matrix_set_diag,
    "MatrixSolve": _solve,
    "MatrixTriangularSolve": _triangular_solve,
    "Pdist": _pdist,
    "Qr": _qr,
    "SelfAdjointEig": _eigen,
    "Slogdet": _log_determinant,
    "Svd": _svd,
    "Trace": _by(np.trace),
    "Tril": _triangle(keep_upper=False),
    "Trilu": _trilu,
    "Triu": _triangle(keep_upper=True),
}
