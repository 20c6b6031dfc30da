"""Bytes of a tensor on the device.

Source: facts memory_planning.md, part A: `size = ((bytes + 2 * 32 - 1) / 32) * 32`, blocks aligned to 512, sub-byte
types by bits.
"""

from __future__ import annotations

from collections.abc import Mapping

from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim
from metadef.types.tensor import TensorDesc

__all__ = ["ALIGNMENT_BYTES", "GRANULE_BYTES", "device_bytes", "tensor_bytes"]

ALIGNMENT_BYTES = 512  # MEM_ALIGN_SIZE: offsets of ordinary blocks
GRANULE_BYTES = 32  # of tensor sizes, of zero-copy blocks and of parts inside a block


def device_bytes(size_bytes: int) -> int:
    """Bytes that a tensor takes on the device: whole granules, and one granule behind each tensor.

    >>> [device_bytes(size) for size in (0, 1, 32, 33)]
    [32, 64, 64, 96]
    """
    return (size_bytes + 2 * GRANULE_BYTES - 1) // GRANULE_BYTES * GRANULE_BYTES


def tensor_bytes(desc: TensorDesc, store: ConstraintStore, sizes: Mapping[str, int]) -> int | None:
    """Bytes of a tensor in storage; symbols take their given size, else their upper end. None when unbounded."""
    count = desc.shape.numel()
    if isinstance(count, Dim):
        count = count.substitute(dict(sizes))
        if isinstance(count, Dim):
            count = store.bounds(count).hi
    if not isinstance(count, int):
        return None
    size = desc.dtype.size_in_bytes(count)
    return size if size >= 0 else None
