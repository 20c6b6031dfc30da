"""Matrix products."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]


def _side(array: Array, transposed: bool) -> Array:
    return np.swapaxes(array, -1, -2) if transposed and array.ndim > 1 else array


def _accumulating(array: Array) -> Array:
    """WHY: integer products accumulate in int32 on the cube unit."""
    wide = as_compute(array)
    return wide.astype(np.int32) if wide.dtype.name in ("int8", "uint8") else wide


def _product(first: str, second: str) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        left, right = _accumulating(call["x1"]), _accumulating(call["x2"])
        result = np.asarray(np.matmul(_side(left, call.bool(first)), _side(right, call.bool(second))))
        if call.has_input("bias") and call["bias"].size:
            result = result + as_compute(call["bias"])
        return rounded(result, call["x1"])

    return kernel


def _gemm(call: KernelCall) -> Array:
    """alpha · a b + beta · c."""
    alpha, beta = (as_compute(call[name]).reshape(-1)[0] for name in ("alpha", "beta"))
    return rounded(_scaled_sum(call, alpha, beta), call["a"])


def _gemm_v3(call: KernelCall) -> Array:
    """The same, with factors that are attributes; the result has the type of the summand."""
    return rounded(_scaled_sum(call, call.float("alpha"), call.float("beta")), call["c"])


def _scaled_sum(call: KernelCall, alpha: float, beta: float) -> Array:
    a, b, c = (as_compute(call[name]) for name in ("a", "b", "c"))
    product = np.asarray(np.matmul(_side(a, call.bool("transpose_a")), _side(b, call.bool("transpose_b"))))
    return (alpha * product + beta * c).astype(product.dtype)


def _einsum(call: KernelCall) -> Array:
    """Letters in either case name axes; NumPy knows them all, and `...` too."""
    members = call.members("x")
    equation = call.str("equation").replace(" ", "")
    result = np.einsum(equation, *(as_compute(item) for item in members), optimize="greedy")
    return rounded(np.asarray(result), members[0])


def _fully_connection(call: KernelCall) -> Array:
    """Everything from `axis` on is one vector; rows of `w` are outputs, columns with `transpose`."""
    x, w = _accumulating(call["x"]), _accumulating(call["w"])
    axis = call.int("axis")
    flat = x.reshape(*x.shape[:axis], -1)
    weights = w.reshape(-1, w.shape[-1]) if call.bool("transpose") else w.reshape(w.shape[0], -1).T
    result = flat @ weights
    if call.has_input("b"):
        result = result + as_compute(call["b"]).reshape(-1)
    return rounded(result, call["x"])


def _dot(call: KernelCall) -> Array:
    left, right = call["input_x"], as_compute(call["input_y"])
    return rounded(np.asarray(np.dot(as_compute(left), right)), left)


def _ger(call: KernelCall) -> Array:
    return rounded(np.outer(as_compute(call["x1"]), as_compute(call["x2"])), call["x1"])


def _addr(call: KernelCall) -> Array:
    """beta · x1 + alpha · (x2 outer x3)."""
    x1, x2, x3, beta, alpha = (as_compute(call[name]) for name in ("x1", "x2", "x3", "beta", "alpha"))
    return rounded((beta * x1 + alpha * np.outer(x2, x3)).astype(x1.dtype), call["x1"])


def _fused_matmul(call: KernelCall) -> Array:
    """A product with a bias, then what `fused_op_type` names, with x3 as the other operand.

    Raises:
        ValueError: for a fused operation that is not known.
    """
    from metadef.kernels.activation import gelu_erf, gelu_tanh

    x1, x2 = _accumulating(call["x1"]), _accumulating(call["x2"])
    result = np.asarray(np.matmul(_side(x1, call.bool("transpose_x1")), _side(x2, call.bool("transpose_x2"))))
    if call.has_input("bias"):
        result = result + as_compute(call["bias"])
    match call.str("fused_op_type"):
        case "" | "16cast32":
            pass
        case "relu":
            result = np.maximum(result, 0)
        case "add":
            result = result + as_compute(call["x3"])
        case "mul":
            result = result * as_compute(call["x3"])
        case "gelu_erf":
            result = gelu_erf(result)
        case "gelu_tanh":
            result = gelu_tanh(result)
        case other:
            raise ValueError(f"fused_op_type {other!r} is not known")
    return rounded(np.asarray(result), call["x1"])


def _transpose_batch_matmul(call: KernelCall) -> Array:
    """A batched product between transposes; an empty perm leaves the order."""
    x1, x2 = as_compute(call["x1"]), as_compute(call["x2"])
    x1 = x1.transpose(call.ints("perm_x1")) if call.ints("perm_x1") else x1
    x2 = x2.transpose(call.ints("perm_x2")) if call.ints("perm_x2") else x2
    result = np.asarray(np.matmul(x1, x2))
    result = result.transpose(call.ints("perm_y")) if call.ints("perm_y") else result
    if call.has_input("bias"):
        result = result + as_compute(call["bias"])
    return rounded(result, call["x1"])


_MATMUL, _BATCH = _product("transpose_x1", "transpose_x2"), _product("adj_x1", "adj_x2")

KERNELS: dict[str, Kernel] = {
    "Addr": _addr,
    "BatchMatMul": _BATCH,
    "BatchMatMulV2": _BATCH,
    "BatchMatMulV3": _BATCH,
    "Dot": _dot,
    "Einsum": _einsum,
    "FullyConnection": _fully_connection,
    "FusedMatMul": _fused_matmul,
    "GEMM": _gemm,
    "GemmV2": _gemm,
    "GemmV3": _gemm_v3,
    "Ger": _ger,
    "MatMul": _MATMUL,
    "MatMulV2": _MATMUL,
    "MatMulV3": _MATMUL,
    "TransposeBatchMatMul": _transpose_batch_matmul,
}
