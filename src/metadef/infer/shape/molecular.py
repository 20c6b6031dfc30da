"""Shapes of the molecular dynamics operators (DeePMD)."""

from __future__ import annotations

from metadef.infer.shape.common import ints_at, need_rank
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["force", "tabulate", "virial"]

_TENSOR = 9  # a virial is a 3 x 3 tensor


def tabulate(call: Call) -> Shape:
    """TabulateFusion: [atoms, 4, size of the last layer]."""
    em = call.shape("em")
    need_rank(call, em, "em", 3)
    return Shape((em[0] if em.rank else None, 4, call.int_attr("last_layer_size")))


def virial(call: Call) -> list[Shape]:
    """ProdVirialSeA: [frames, 9], and [frames, 9 a atom]; natoms tells local atoms, then all atoms."""
    net = call.shape("net_deriv")
    frames = net[0] if net.rank else None
    counts = ints_at(call, "natoms")
    every = counts[1] * _TENSOR if counts is not None and len(counts) > 1 else None
    return [Shape((frames, _TENSOR)), Shape((frames, every))]


_COORDINATES = 3


def force(call: Call) -> Shape:
    """ProdForceSeA: three components for each atom, [frames, 3 * all atoms]."""
    net, counts = call.shape("net_deriv"), ints_at(call, "natoms")
    every = counts[1] * _COORDINATES if counts is not None and len(counts) > 1 else None
    return Shape((net[0] if net.rank else None, every))
