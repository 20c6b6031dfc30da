"""Finding a legal call of an operator: likely shapes and attributes are tried until nothing is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.codegen.cases.attrs import legal_values
from metadef.codegen.cases.judge import judged
from metadef.codegen.cases.record import Argument, Case, GivenCall
from metadef.codegen.cases.shapes import Plan, has_elements, plans, tensor
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrValue
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

__all__ = ["find_legal", "port_types", "widest_types"]

_MOST_TRIES = 48
_MORE_TRIES = 6  # after a legal call whose outputs are not known: most often none of them are
_ELEMENTS = (1, -1, 0)
_LIKED = (DataType.FLOAT, DataType.INT32, DataType.INT64, DataType.FLOAT16)


def find_legal(proto: OpProto) -> Case | None:
    """A legal call with required inputs and attributes alone: if possible one whose outputs are all known in shape.

    None where no value of a required attribute is known, or no try was legal.
    """
    attrs = _required_attrs(proto)
    if attrs is None:
        return None
    best: Case | None = None
    left = _MOST_TRIES
    for call in _candidates(proto, attrs):
        case = judged(proto, "normal", "normal", call)
        left -= 1
        if not case.findings:
            if proto.shape_rule is None or all(desc.shape.is_known for desc in case.outputs):
                return case
            left = min(left, _MORE_TRIES) if best is None else left
            best = best or case
        if left <= 0:
            break
    return best or _unknown(proto, attrs[0])


def port_types(proto: OpProto) -> list[DataType]:
    """A type for each input: the same for the same symbol, and for the same set."""
    return [
        next((dtype for dtype in _LIKED if dtype in port.types), None) or next(iter(port.types), DataType.FLOAT)
        for port in proto.inputs
    ]


def widest_types(proto: OpProto) -> list[list[DataType]]:
    """Types for all inputs, a choice for each type of the first input that has several; equal sets go together."""
    chosen = port_types(proto)
    sets = [port.types for port in proto.inputs]
    leading = next((types for types in sets if len(types) > 1), None)
    if leading is None:
        return []
    return [
        [dtype if types == leading else own for types, own in zip(sets, chosen, strict=True)]
        for dtype in leading
        if dtype is not DataType.UNDEFINED
    ]


def _required_attrs(proto: OpProto) -> list[dict[str, AttrValue]] | None:
    """Choices of values for the required attributes, most likely first; None if one of them has no value."""
    pools: dict[str, list[AttrValue]] = {}
    for spec in proto.attrs:
        if spec.required:
            values = legal_values(spec)
            if not values:
                return None
            pools[spec.name] = values
    most = max((min(len(pool), 4) for pool in pools.values()), default=1)
    return [{name: pool[index % len(pool)] for name, pool in pools.items()} for index in range(most)]


def _candidates(proto: OpProto, attrs: list[dict[str, AttrValue]]) -> Iterator[GivenCall]:
    dtypes = port_types(proto)
    reads = any(has_elements(port, index) for index, port in enumerate(proto.inputs))
    for plan in plans(proto):
        for given in attrs:
            for element in _ELEMENTS if reads else (None,):
                yield GivenCall(_inputs(proto, plan, dtypes, element), given)


def _inputs(proto: OpProto, plan: Plan, dtypes: list[DataType], element: int | None) -> dict[str, Argument]:
    inputs: dict[str, Argument] = {}
    for index, (port, shape, dtype) in enumerate(zip(proto.inputs, plan, dtypes, strict=True)):
        # WHY: rules read the elements of few ports, and descriptors are judged in half the time
        one = tensor(dtype, shape, element) if has_elements(port, index) else TensorDesc(shape, dtype)
        if port.kind is PortKind.REQUIRED:
            inputs[port.name] = one
        elif port.kind is PortKind.DYNAMIC:
            inputs[port.name] = [one, one]
    return inputs


def _unknown(proto: OpProto, attrs: dict[str, AttrValue]) -> Case | None:
    """A call with tensors of which the type alone is known."""
    inputs: dict[str, Argument] = {}
    for port, dtype in zip(proto.inputs, port_types(proto), strict=True):
        desc = TensorDesc(None, dtype)
        if port.kind is not PortKind.OPTIONAL:
            inputs[port.name] = desc if port.kind is PortKind.REQUIRED else [desc, desc]
    case = judged(proto, "normal", "normal", GivenCall(inputs, attrs))
    return None if case.findings else case
