"""Shapes of variables that are written."""

from __future__ import annotations

from metadef.infer.shape.common import agree_shapes
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["assigned"]


def assigned(call: Call) -> Shape:
    """Assign: the variable has the shape of the value.

    C1: it had that shape before, unless `validate_shape` is off. Source: TensorFlow's Assign.
    """
    value = call.shape("value")
    if not call.bool_attr("validate_shape"):
        return value
    return agree_shapes(call, call.shape("ref"), value, "sizes of ref and value [C1]")
