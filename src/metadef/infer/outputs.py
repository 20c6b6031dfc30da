"""How many outputs a call has, and their shapes by the operator's rule."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from metadef.infer.answers import one_each
from metadef.ops.call import Call
from metadef.ops.ports import PortKind
from metadef.types.shape import UNKNOWN_RANK, Shape

__all__ = ["count_outputs", "output_shapes"]

# attributes that say how many members a dynamic output has, in the order in which they are asked
_COUNT_LISTS = ("output_types", "component_types", "dtypes")  # one item a member
_COUNT_ATTRS = ("num_split", "num", "N", "output_num", "num_outputs", "num_partitions", "top_paths")
_COUNT_PORTS = ("table_name", "table_handles")  # vectors of one element a table, of which each has its own member
_MAX_SIZE = (1 << 63) - 1  # of one axis, which files keep in 64 bits with a sign
_MAX_OUTPUTS = 1 << 16


def count_outputs(call: Call) -> tuple[int, ...] | None:
    """Members of each output port, None without dynamic ports.

    A dynamic output has as many members as the dynamic input of its name, or else as the first dynamic input; without
    one, an attribute such as `num_split` or an input such as `table_name` says it; otherwise one member is assumed.
    """
    proto = call.proto
    if not proto.has_dynamic_outputs:
        return None
    counts: list[int] = []
    for port in proto.outputs:
        if port.kind is not PortKind.DYNAMIC:
            counts.append(1)
        elif port.name in proto.input_index:
            counts.append(len(call.members(port.name)))
        else:
            counts.append(_from_call(call))
    return tuple(counts)


def _from_call(call: Call) -> int:
    for port in call.proto.inputs:
        if port.kind is PortKind.DYNAMIC:
            return len(call.members(port.name))
    attrs, inputs = call.proto.attr_index, call.proto.input_index
    for name in _COUNT_LISTS:
        value = call.attr(name) if name in attrs else None
        if isinstance(value, tuple) and 0 < len(value) <= _MAX_OUTPUTS:
            return len(value)
    found = [call.attr(name) for name in _COUNT_ATTRS if name in attrs]
    found += [call.shape(name).numel() for name in _COUNT_PORTS if name in inputs]
    for value in found:
        if isinstance(value, tuple):  # PhonySplit: parts along each of several axes
            value = prod([item if isinstance(item, int) else 0 for item in value])
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _MAX_OUTPUTS:
            return value
    return 1


def output_shapes(call: Call, total: int) -> Sequence[Shape]:
    """The shape of each of `total` flat outputs; unknown rank where the operator has no rule.

    Raises:
        MetadefError: where the rule cannot hold.
    """
    rule = call.proto.shape_rule
    if rule is None:
        return [UNKNOWN_RANK] * total
    given = rule(call)
    if type(given) is Shape:
        _check_sizes(call, given)
        return [given] * total
    shapes = one_each(rule, given, Shape, total)
    for shape in shapes:
        _check_sizes(call, shape)
    return shapes


def _check_sizes(call: Call, shape: Shape) -> None:
    if shape.rank is not None:
        for size in shape.dims:
            if type(size) is int and size > _MAX_SIZE:
                call.fail("bad-dim", f"an output would be {shape}", expected="sizes of at most 63 bits", got=str(size))
