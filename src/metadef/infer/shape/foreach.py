"""Shapes of steps on lists of tensors: result i is as long as member i of every list.

Source: torch's `_foreach_*` functions, whose names and laws these operators have.
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import agree, agree_shapes
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["lists", "norms"]


def lists(*ports: str, numbers: str = "") -> Callable[[Call], list[Shape]]:
    """Result i has the shape of member i of each of the named lists; an operator without outputs overwrites the first.

    C1: the lists have one number of members, of the same shapes. C2: `numbers`, where it is named, is an input with one
    number for each member.
    """

    def rule(call: Call) -> list[Shape]:
        shapes = call.shapes(ports[0])
        for port in ports[1:]:
            others = call.shapes(port)
            if len(others) != len(shapes):
                call.fail(
                    "shape-mismatch",
                    f"the lists {ports[0]} and {port} are of one length [C1]",
                    expected=str(len(shapes)),
                    got=str(len(others)),
                )
            what = f"the shapes in {ports[0]} and {port} [C1]"
            shapes = [agree_shapes(call, a, b, what) for a, b in zip(shapes, others, strict=True)]
        if numbers and call.shape(numbers).rank == 1:
            agree(call, len(shapes), call.shape(numbers)[0], f"members of {ports[0]} and {numbers} [C2]")
        return list(shapes) if call.proto.outputs else []

    return rule


def norms(call: Call) -> list[Shape]:
    """ForeachNorm: one number for each tensor."""
    return [Shape(())] * len(call.shapes("x"))
