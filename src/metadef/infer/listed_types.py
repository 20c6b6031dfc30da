"""Output types that differ from port to port: of an input, of an attribute, of the members of a list.

Iterators, queues and parsers name the types of all their results in one attribute, `output_types` or `component_types`.
"""

from __future__ import annotations

from collections.abc import Sequence

from metadef.ops.call import Call
from metadef.ops.ports import PortKind
from metadef.ops.proto import DtypeRule
from metadef.types.attrs import AttrValue
from metadef.types.dtype import DataType

__all__ = ["by_port"]


def by_port(**sources: str | DataType) -> DtypeRule:
    """Each output port has the type of its source: a fixed one, that of an input port, or what an attribute names.

    Member i of a dynamic output has the type of member i of a dynamic input, or of a ListType attribute; numbers in an
    attribute are CANN's. Outputs without a source have the only type that they declare. What a list does not name is
    UNDEFINED.
    """

    def rule(call: Call) -> Sequence[DataType]:
        types: list[DataType] = []
        for port in call.proto.outputs:
            count, source = call.output_count(port.name), sources.get(port.name)
            if source is None:
                types += [next(iter(port.types), DataType.UNDEFINED)] * count
            elif isinstance(source, DataType):
                types += [source] * count
            else:
                types += _of_source(call, source, count)
        return types

    return rule


def _of_source(call: Call, source: str, count: int) -> Sequence[DataType]:
    """One type is that of all members of the output; a list is read as far as it goes."""
    index = call.proto.input_index.get(source)
    if index is not None:
        if call.proto.inputs[index].kind is not PortKind.DYNAMIC:
            return [call.dtype(source)] * count
        types = [desc.dtype for desc in call.members(source)]
    else:
        given = call.attr(source)
        if not isinstance(given, tuple):
            return [_dtype(given)] * count
        types = [_dtype(item) for item in given]
    return [*types[:count], *[DataType.UNDEFINED] * (count - len(types))]


def _dtype(value: AttrValue | None) -> DataType:
    if isinstance(value, DataType):
        return value
    known = DataType.from_ge(value) if isinstance(value, int) and not isinstance(value, bool) else None
    return known or DataType.UNDEFINED
