"""Shapes of optimizer steps: variables and their states are overwritten in place, so they must be alike.

Source: the verification functions of CANN's Apply* and SparseApply* operators compare var, the states and grad.
"""

from __future__ import annotations

from metadef.infer.shape.common import (
    agree,
    agree_shapes,
    broadcast_shapes,
    in_place,
    need_rank,
)
from metadef.infer.shape.handles import (
    one,
)
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["dense", "lars", "sparse"]

# names of what has one number for each of the variable; steps, rates and decays are scalars under other names
_STATES = (
    *("accum", "accum_update", "linear", "m", "v", "mg", "ms", "mom", "vhat", "square_accum"),
    *("gradient_accumulator", "gradient_squared_accumulator", "s", "stat"),
)
_GRADIENTS = ("grad", "delta", "gradient")


def _alike(call: Call, shape: Shape, port: str) -> Shape:
    if port not in call.proto.input_index or not call.has(port):
        return shape
    return agree_shapes(call, shape, call.shape(port), f"the shapes of var and {port} [C1]")


def dense(call: Call) -> list[Shape]:
    """ApplyAdam and its kin: every output is the input of its name.

    C1: var (parameters), its states and its gradient have one shape. C2: so has the product that stands for a gradient.
    """
    ports = call.proto.input_index
    variable = next((name for name in ("var", "parameters") if name in ports), "")
    if variable:
        shape = call.shape(variable)
        for port in (*_STATES, *_GRADIENTS):
            shape = _alike(call, shape, port)
        if "x1" in ports and "x2" in ports:
            product = broadcast_shapes(call, [call.shape("x1"), call.shape("x2")])
            agree_shapes(call, shape, product, "the shapes of var and x1 * x2 [C2]")
    return in_place(call)


def sparse(call: Call) -> list[Shape]:
    """SparseApplyAdagrad and its kin: rows of the variable are chosen by indices.

    C1: var and its states have one shape. C2: grad has a row for each index, as long as those of var. C3: indices are
    a vector.
    """
    if "var" not in call.proto.input_index:
        return in_place(call)
    shape = call.shape("var")
    for port in _STATES:
        shape = _alike(call, shape, port)
    grad = call.shape("grad") if "grad" in call.proto.input_index else Shape(None)
    indices = call.shape("indices") if "indices" in call.proto.input_index else Shape(None)
    need_rank(call, indices, "indices", 1)
    if grad.rank and indices.rank:
        agree(call, indices[0], grad[0], "indices and rows of grad [C2]")
    if grad.rank and shape.rank:
        agree_shapes(call, Shape(shape.dims[1:]), Shape(grad.dims[1:]), "rows of var and grad [C2]")
    return in_place(call)


def lars(call: Call) -> Shape:
    """LarsV2 and LarsV2Update: a scaled gradient, like the weight.

    C1: weight and gradient have one shape. C2: decay and rate are one number each.
    """
    one("weight_decay", "learning_rate", law="C2")(call)
    return agree_shapes(call, call.shape("w"), call.shape("g"), "the shapes of w and g [C1]")
