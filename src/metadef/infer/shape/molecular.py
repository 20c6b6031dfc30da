"""Shapes of the molecular dynamics operators (DeePMD)."""

from __future__ import annotations

from metadef.infer.shape.common import ints_at, need_rank
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["force", "neighbours", "tabulate", "virial"]

_TENSOR = 9  # a virial is a 3 x 3 tensor


def tabulate(call: Call) -> Shape:
    """TabulateFusion: [atoms, 4, size of the last layer]."""
    em = call.shape("em")
    need_rank(call, em, "em", 3)
    return Shape((em[0] if em.rank else None, 4, call.int_attr("last_layer_size")))


def virial(call: Call) -> list[Shape]:
    """ProdVirialSeA: [frames, 9], and [frames, 9 a atom]; natoms tells local atoms, then all atoms.

    C1: these are not negative.
    """
    net = call.shape("net_deriv")
    frames = net[0] if net.rank else None
    every = _atoms(call)
    return [Shape((frames, _TENSOR)), Shape((frames, None if every is None else every * _TENSOR))]


def _atoms(call: Call) -> int | None:
    """How many atoms there are by natoms, whose second number counts all; none of its numbers is negative [C1]."""
    counts = ints_at(call, "natoms")
    if counts is not None and min(counts, default=0) < 0:
        call.fail("shape-mismatch", "`natoms` holds counts [C1]", expected=">= 0", got=str(min(counts)))
    return counts[1] if counts is not None and len(counts) > 1 else None


_COORDINATES = 3


def neighbours(call: Call) -> list[Shape]:
    """ProdEnvMatA and its two halves: for each frame some numbers for each neighbour of each local atom.

    rij [frames, atoms * neighbours * 3]; the neighbour list, distances and components of rij [frames, atoms *
    neighbours]; descriptors of four numbers a neighbour in `sel_a` and one in `sel_r`, and three derivatives of each.
    Source: DeePMD-kit's prod_env_mat_a.
    C1: `sel_a`, `sel_r` and natoms are not negative.
    """
    first, counts = call.proto.inputs[0].name, ints_at(call, "natoms")
    need_rank(call, call.shape(first), first, 2)
    frames = call.shape(first)[0] if call.shape(first).rank else None
    for name, numbers in (("sel_a", call.ints_attr("sel_a")), ("sel_r", call.ints_attr("sel_r")), ("natoms", counts)):
        if numbers and min(numbers) < 0:
            call.fail("attr-constraint", f"`{name}` counts, so it is not negative [C1]", got=str(numbers))
    angular, radial = sum(call.ints_attr("sel_a")), sum(call.ints_attr("sel_r"))
    described = 4 * angular + radial
    width = {"descrpt": described, "descrpt_deriv": described * _COORDINATES, "rij": (angular + radial) * _COORDINATES}
    return [
        Shape((frames, counts[0] * width.get(port.name, angular + radial) if counts else None))
        for port in call.proto.outputs
    ]


def force(call: Call) -> Shape:
    """ProdForceSeA: three components for each atom, [frames, 3 * all atoms]; natoms as in `virial`.

    C1: these are not negative.
    """
    net, every = call.shape("net_deriv"), _atoms(call)
    return Shape((net[0] if net.rank else None, None if every is None else every * _COORDINATES))
