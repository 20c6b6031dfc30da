"""Reductions over groups of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]


def _extreme(dtype: np.dtype[Any], lowest: bool) -> float:
    limits = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype.name)
    return limits.min if lowest else limits.max


def _segments(join: Callable[[Array, Any, Array], None], start: str) -> Kernel:
    """Rows with a negative id are dropped; a segment without rows keeps the start value."""

    def kernel(call: KernelCall) -> Array:
        x = as_compute(call["x"])
        ids = np.asarray(call.numbers("segment_ids"))
        if "segment_ids" in call.proto.input_index:
            ids = ids.reshape(call["segment_ids"].shape)
        if "num_segments" in call.proto.input_index or call.has_attr("num_segments"):
            count = call.numbers("num_segments")[0]
            value = _extreme(x.dtype, start == "lowest") if start in ("lowest", "highest") else float(start)
        else:
            count, value = int(ids.max()) + 1 if ids.size else 0, 0
        tail = x.shape[ids.ndim :]
        result = np.full((count, *tail), value).astype(x.dtype)
        rows = x.reshape(-1, *tail)
        flat = ids.reshape(-1)
        if start == "lowest" and value == 0:  # WHY: sorted segments start from their own rows, gaps stay 0
            present = np.unique(flat)
            result[present] = _extreme(x.dtype, lowest=True)
        join(result, flat[flat >= 0], rows[flat >= 0])
        return rounded(result, call["x"])

    return kernel


_SUM, _PROD = _segments(np.add.at, "0"), _segments(np.multiply.at, "1")
_MAX, _MIN = _segments(np.maximum.at, "lowest"), _segments(np.minimum.at, "highest")

KERNELS: dict[str, Kernel] = {
    "SegmentMax": _MAX,
    "SegmentMaxD": _MAX,
    "SegmentSum": _SUM,
    "UnsortedSegmentMax": _MAX,
    "UnsortedSegmentMaxD": _MAX,
    "UnsortedSegmentMin": _MIN,
    "UnsortedSegmentMinD": _MIN,
    "UnsortedSegmentProd": _PROD,
    "UnsortedSegmentProdD": _PROD,
    "UnsortedSegmentSum": _SUM,
    "UnsortedSegmentSumD": _SUM,
}
