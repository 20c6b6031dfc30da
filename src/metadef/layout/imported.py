"""Columns that the target's own files list for an operator, as layout options.

A column is joint: its n-th type and n-th format of every port belong together. A tensor takes part where it has the
column's type, or is a float that a Cast can bring there, and where it can lie in the column's format. A plain format
with the tensor's own axes in another order is reached by a transposition; ND, and any plain format of a tensor whose
axes nobody named, mean "as meant", and so does a single number whatever the column says.
"""

from __future__ import annotations

from collections.abc import Sequence

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.layout.columns import Option, can_store
from metadef.layout.place import Place, Storage
from metadef.layout.precision import port_of_inputs, port_of_outputs
from metadef.ops.ports import Port
from metadef.targets import OpSupport, PortSupport
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat

__all__ = ["imported_columns", "nearest_misfit"]

_CASTABLE = frozenset({DataType.FLOAT, DataType.FLOAT16, DataType.BF16, DataType.HIFLOAT8})
_GROUPED = frozenset({Format.FRACTAL_Z, Format.FRACTAL_Z_3D})


def imported_columns(node: Node, support: OpSupport) -> tuple[list[Option], list[str]]:
    """The usable columns in the order of the file, and for each of the others what stands in its way."""
    options: list[Option] = []
    reasons: list[str] = []
    ins = _matched(port_of_inputs(node), support.inputs)
    outs = _matched(port_of_outputs(node), support.outputs)
    for row in range(support.count):
        takes = _side(node, node.inputs, ins, row)
        gives = _side(node, node.outputs, outs, row) if not isinstance(takes, str) else takes
        if isinstance(takes, str) or isinstance(gives, str):
            reasons.append(str(takes if isinstance(takes, str) else gives))
        else:
            options.append(Option(takes, gives, origin=support.source))
    return list(dict.fromkeys(options)), reasons


def nearest_misfit(reasons: Sequence[str]) -> str:
    """What stands in the way of the nearest column: the one that a type keeps out last, else the first."""
    return next((reason for reason in reasons if "rank" in reason), reasons[0] if reasons else "it lists none")


def _matched(ports: Sequence[Port], supports: Sequence[PortSupport]) -> list[PortSupport | None]:
    """By name, else by position, as op-info libraries call some ports otherwise."""
    by_name = {item.name: item for item in supports}
    order = {name: number for number, name in enumerate(dict.fromkeys(port.name for port in ports))}
    found: list[PortSupport | None] = []
    for port in ports:
        number = order[port.name]
        found.append(by_name.get(port.name) or (supports[number] if number < len(supports) else None))
    return found


def _side(
    node: Node, values: Sequence[Value | None], supports: Sequence[PortSupport | None], row: int
) -> tuple[Place, ...] | str:
    """The places of one side in a column, or why the column cannot be used."""
    places: list[Place] = []
    for index, value in enumerate(values):
        support = supports[index] if index < len(supports) else None
        if value is None or support is None:
            places.append((None, None))
            continue
        dtype = support.dtypes[row] if support.dtypes else value.desc.dtype
        own = value.desc.dtype
        if own not in (dtype, DataType.UNDEFINED) and not {own, dtype} <= _CASTABLE:
            return f"{support.name} is {own.name}, not {dtype.name}"
        forms = support.formats
        if support.unknown_shape_formats and not value.desc.origin_shape.is_known:
            forms = support.unknown_shape_formats
        storage = _storage(node, value, forms[row]) if forms else None
        if not can_store(value, storage):
            shape = value.desc.origin_shape
            return f"{support.name} has rank {shape.rank}, too small or without axes for {storage}: {shape}"
        places.append((storage, None if dtype is own else dtype))
    return tuple(places)


def _storage(node: Node, value: Value, form: Format) -> Storage:
    desc = value.desc
    if form in (Format.ND, desc.origin_format) or desc.origin_shape.numel() == 1:
        return None
    if form.axes is not None and desc.origin_format.axes is None:
        return None
    groups = node.attr("groups") if form in _GROUPED and "groups" in node.proto.attr_index else 0
    return StorageFormat(form, groups if isinstance(groups, int) and groups > 1 else 0)
