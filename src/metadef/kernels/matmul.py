"""Matrix products."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]


def _side(array: Array, transposed: bool) -> Array:
    return np.swapaxes(array, -1, -2) if transposed and array.ndim > 1 else array


def _product(call: KernelCall, first: str, second: str) -> Array:
    left, right = as_compute(call["x1"]), as_compute(call["x2"])
    if left.dtype == np.int8:  # WHY: integer products accumulate in int32 on the cube unit
        left, right = left.astype(np.int32), right.astype(np.int32)
    result = np.matmul(_side(left, call.bool(first)), _side(right, call.bool(second)))
    bias = call.find("bias") if "bias" in call.proto.input_index else None
    if bias is not None and bias.size:
        result = result + as_compute(bias)
    return rounded(result, call["x1"])


def _matmul(call: KernelCall) -> Array:
    return _product(call, "transpose_x1", "transpose_x2")


def _batch_matmul(call: KernelCall) -> Array:
    return _product(call, "adj_x1", "adj_x2")


def _gemm(call: KernelCall) -> Array:
    a, b, c = (as_compute(call[name]) for name in ("a", "b", "c"))
    alpha, beta = (as_compute(call[name]).reshape(()) for name in ("alpha", "beta"))
    product = np.matmul(_side(a, call.bool("transpose_a")), _side(b, call.bool("transpose_b")))
    return rounded((alpha * product + beta * c).astype(product.dtype), call["a"])


KERNELS: dict[str, Kernel] = {
    "MatMul": _matmul,
    "MatMulV2": _matmul,
    "MatMulV3": _matmul,
    "BatchMatMul": _batch_matmul,
    "BatchMatMulV2": _batch_matmul,
    "BatchMatMulV3": _batch_matmul,
    "GEMM": _gemm,
}
