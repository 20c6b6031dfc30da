"""Calls that break one law of the prototype each, from a legal one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from metadef.catalogue.laws import AxesWithin, InOrder
from metadef.codegen.cases.attrs import broken_value, wrong_kind
from metadef.codegen.cases.record import Argument, GivenCall
from metadef.definitions.json_values import OPAQUE_KINDS
from metadef.ops.ports import Port, PortKind
from metadef.ops.proto import OpProto
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

__all__ = ["broken"]

_MOST = 3  # of each way to be wrong


def broken(proto: OpProto, base: GivenCall) -> Iterator[tuple[str, GivenCall]]:
    """The calls, with a name each."""
    required = [port for port in proto.inputs if port.kind is PortKind.REQUIRED]
    for port in required[:_MOST]:
        yield f"without_{port.name}", base.without_input(port.name)
    yield "unknown_input", base.feeding(_new_name(proto.input_index), TensorDesc((1,), DataType.FLOAT))
    single = next((port for port in proto.inputs if port.kind is not PortKind.DYNAMIC), None)
    if single is not None and isinstance(base.inputs.get(single.name), TensorDesc):
        yield f"{single.name}_twice", base.feeding(single.name, [base.inputs[single.name]] * 2)
    yield from _types(proto, base)
    yield from _attrs(proto, base)
    yield from _laws(proto, base)


def _new_name(taken: dict[str, int] | dict[str, object]) -> str:
    return next(
        name
        for name in ("no_such_name", *(f"no_such_name_{number}" for number in range(len(taken) + 1)))
        if name not in taken
    )


def _types(proto: OpProto, base: GivenCall) -> Iterator[tuple[str, GivenCall]]:
    fed = [port for port in proto.inputs if port.name in base.inputs and not _is_empty(base.inputs[port.name])]
    for port in [port for port in fed if port.types][:_MOST]:
        wrong = next((dtype for dtype in DataType if dtype not in port.types and dtype is not DataType.UNDEFINED), None)
        if wrong is not None:
            yield f"{port.name}_of_wrong_type", base.feeding(port.name, _as_type(base.inputs[port.name], wrong))
    for port in [port for port in fed if port.symbol and len(port.types) > 1][1 : 1 + _MOST]:
        other = _other(port, base.inputs[port.name])
        if other is not None:
            yield f"{port.name}_of_another_type", base.feeding(port.name, _as_type(base.inputs[port.name], other))


def _is_empty(argument: Argument) -> bool:
    return isinstance(argument, list) and not argument


def _as_type(argument: Argument, dtype: DataType) -> Argument:
    if isinstance(argument, list):
        return [_as_type(one, dtype) for one in argument[:1]] + argument[1:]
    return TensorDesc(argument.shape, dtype)  # WHY no array: NumPy may not have the type


def _other(port: Port, argument: Argument) -> DataType | None:
    first = argument[0] if isinstance(argument, list) else argument
    now = first.dtype if isinstance(first, TensorDesc) else None
    return next((dtype for dtype in port.types if dtype is not now and dtype is not DataType.UNDEFINED), None)


def _attrs(proto: OpProto, base: GivenCall) -> Iterator[tuple[str, GivenCall]]:
    yield "unknown_attr", base.setting(_new_name(dict.fromkeys(proto.attr_index, 0)), 1)
    for spec in [spec for spec in proto.attrs if spec.required][:_MOST]:
        yield f"without_{spec.name}", base.without_attr(spec.name)
    for spec in [spec for spec in proto.attrs if spec.kind not in OPAQUE_KINDS][:_MOST]:
        yield f"{spec.name}_of_wrong_kind", base.setting(spec.name, wrong_kind(spec))
    for spec in [spec for spec in proto.attrs if spec.constraint is not None]:
        value = broken_value(spec)
        if value is not None:
            yield f"{spec.name}_not_allowed", base.setting(spec.name, value)


def _laws(proto: OpProto, base: GivenCall) -> Iterator[tuple[str, GivenCall]]:
    for law in proto.laws:
        match cast("object", law.test):  # WHY: a test is any callable, and these are records
            case AxesWithin(attr=attr):
                is_list = proto.attr_spec(attr).kind.is_list
                yield f"{attr}_beyond_rank", base.setting(attr, (99,) if is_list else 99)
            case InOrder(low=low, high=high):
                yield f"{low}_above_{high}", GivenCall(base.inputs, {**base.attrs, low: 2.0, high: 1.0})
            case _:
                continue
