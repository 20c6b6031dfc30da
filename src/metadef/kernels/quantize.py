"""Low-bit numbers turned into floats."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute

__all__ = ["KERNELS"]


def _anti_quant(call: KernelCall) -> Array:
    """(x + offset) · scale, and scale once more with `sqrt_mode`."""
    wide = as_compute(call["x"]).astype(np.float32)
    if call.has_input("offset"):
        wide = wide + as_compute(call["offset"])
    scale = as_compute(call["scale"])
    return (wide * scale * scale if call.bool("sqrt_mode") else wide * scale).astype(call.numpy_type("dst_type"))


KERNELS: dict[str, Kernel] = {
    "AscendAntiQuantV2": _anti_quant,
}
