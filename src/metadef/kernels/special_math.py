"""Special functions and complex numbers."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel
from metadef.kernels.numeric import binary, unary
from metadef.kernels.special import by_element, erf, erfc

__all__ = ["KERNELS"]


def _math(name: str) -> Kernel:
    table = by_element(name)
    return unary(lambda x: np.asarray(table(x.astype(np.float64)), np.float64).astype(x.dtype).reshape(x.shape))


def _xlogy(x: Array, y: Array) -> Array:
    return np.where(x == 0, np.zeros((), x.dtype), x * np.log(np.where(x == 0, np.ones((), y.dtype), y)))


def _xlog1py(x: Array, y: Array) -> Array:
    return np.where(x == 0, np.zeros((), x.dtype), x * np.log1p(np.where(x == 0, np.zeros((), y.dtype), y)))


def _xdivy(x: Array, y: Array) -> Array:
    return np.where(x == 0, np.zeros((), x.dtype), x / np.where(x == 0, np.ones((), y.dtype), y))


def _digamma(x: Array) -> Array:
    """Reflection below 1/2, recurrence up to 10, then the asymptotic series in 1/x²; poles give NaN."""
    wide = x.astype(np.float64)
    flipped = wide < 0.5
    at = np.where(flipped, 1 - wide, wide)
    total = np.zeros_like(at)
    for _ in range(10):
        small = at < 10
        total -= np.where(small, 1 / at, 0)
        at = np.where(small, at + 1, at)
    inverse = 1 / (at * at)
    series = 0.0
    for bernoulli in (-1 / 12, 691 / 32760, -1 / 132, 1 / 240, -1 / 252, 1 / 120, -1 / 12):
        series = (series + bernoulli) * inverse
    total += np.log(at) - 0.5 / at + series
    total = np.where(flipped, total - np.pi / np.tan(np.pi * wide), total)
    return np.where((wide <= 0) & (wide == np.floor(wide)), np.nan, total).astype(x.dtype)


KERNELS: dict[str, Kernel] = {
    "AngleV2": unary(np.angle),
    "ComplexAbs": unary(np.abs),
    "Complex": binary(lambda real, imag: real + 1j * imag, "real", "imag"),
    "Conj": unary(np.conj, "input"),
    "Digamma": unary(_digamma),
    "Erf": unary(erf),
    "Erfc": unary(erfc),
    "Imag": unary(np.imag, "input"),
    "Lgamma": _math("lgamma"),
    "NextAfter": binary(np.nextafter),
    "Real": unary(np.real, "input"),
    "Sinc": unary(np.sinc),
    "Xdivy": binary(_xdivy),
    "Xlog1py": binary(_xlog1py, "x", "y"),
    "Xlogy": binary(_xlogy),
}
