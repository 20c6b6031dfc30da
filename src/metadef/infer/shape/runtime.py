"""Shapes of operators that look at data for the sake of the run."""

from __future__ import annotations

from metadef.infer.shape.common import need_rank_within
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["fingerprints"]

_BYTES = 8  # of farmhash64, TensorFlow's only method


def fingerprints(call: Call) -> Shape:
    """Fingerprint (TensorFlow): eight bytes for each row, [rows, 8].

    C1: data have rows.
    """
    need_rank_within(call, "data", 1)
    data = call.shape("data")
    return Shape((data[0] if data.rank else None, _BYTES))
