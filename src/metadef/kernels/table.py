"""Which file holds an operator's kernel. A new family is one file and one line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from metadef.kernels.call import Kernel

__all__ = ["FAMILIES", "find_kernel", "kernel_names"]

FAMILIES: tuple[str, ...] = (
    "activation",
    "activation_grad",
    "arithmetic",
    "attention",
    "batch_norm",
    "boxes",
    "compare",
    "concat_split",
    "control_flow",
    "conv",
    "conv_transpose",
    "creation",
    "detection",
    "elementwise",
    "elementwise_grad",
    "gated_activation",
    "gather",
    "layer_norm",
    "linalg",
    "matmul",
    "norm",
    "pad",
    "pool",
    "quantize",
    "random",
    "reduce",
    "resize",
    "resize_grid",
    "rnn",
    "scatter",
    "segment",
    "shape",
    "slice",
    "softmax",
    "sort",
    "special_math",
    "string",
    "structure",
    "transform",
)


@cache
def _all() -> dict[str, Kernel]:
    """Every kernel by operator name.

    Raises:
        ValueError: if two families define one operator.
    """
    found: dict[str, Kernel] = {}
    for family in FAMILIES:
        kernels: dict[str, Kernel] = import_module(f"metadef.kernels.{family}").KERNELS
        clash = found.keys() & kernels.keys()
        if clash:
            raise ValueError(f"kernels defined twice: {', '.join(sorted(clash))}")
        found.update(kernels)
    return found


def find_kernel(op: str) -> Kernel | None:
    """The kernel of an operator, None where there is none."""
    return _all().get(op)


def kernel_names() -> list[str]:
    """Every operator that has a kernel, sorted."""
    return sorted(_all())
