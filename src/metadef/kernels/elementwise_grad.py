"""Gradients of element-wise functions: dy times the derivative, by the function's result `y` or its input `x`."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel
from metadef.kernels.numeric import binary

__all__ = ["KERNELS"]


def _sign(x: Array) -> Array:
    return np.sign(x).astype(x.dtype)


KERNELS: dict[str, Kernel] = {
    "AbsGrad": binary(lambda x, dy: dy * _sign(x), "y", "dy"),
    "AcosGrad": binary(lambda x, dy: -dy / np.sqrt(1 - x * x), "y", "dy"),
    "AcoshGrad": binary(lambda y, dy: dy / np.sinh(y), "y", "dy"),
    "AsinGrad": binary(lambda x, dy: dy / np.sqrt(1 - x * x), "y", "dy"),
    "AsinhGrad": binary(lambda y, dy: dy / np.cosh(y), "y", "dy"),
    "AtanGrad": binary(lambda x, dy: dy / (1 + x * x), "y", "dy"),
    "InvGrad": binary(lambda y, dy: -dy * y * y, "x", "grad"),
    "ReciprocalGrad": binary(lambda y, dy: -dy * y * y, "y", "dy"),
    "RsqrtGrad": binary(lambda y, dy: -dy * y * y * y / 2, "y", "dy"),
    "SqrtGrad": binary(lambda y, dy: dy / (2 * y), "y", "dy"),
}
