"""The inputs of a call laid out over the ports of its prototype."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from metadef.driver.tensors import read_tensor
from metadef.errors import Finding, UsageError, did_you_mean, finding
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.dtype import DataType
from metadef.types.known_value import LIMIT, KnownValue
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["Bound", "CallInput", "Inputs", "bind", "subject_of"]

One: TypeAlias = "TensorDesc | Any | None"  # WHY Any: whatever NumPy or DLPack can turn into an array
CallInput: TypeAlias = "One | Sequence[One]"
Inputs: TypeAlias = "Sequence[CallInput] | Mapping[str, CallInput]"


@dataclass(slots=True)
class Bound:
    """A call laid out over the ports of its prototype."""

    proto: OpProto
    descs: list[TensorDesc | None]
    values: list[KnownValue | None]
    arrays: list[Any]  # the array behind each flat input, None for a descriptor or where elements were not read
    counts: tuple[int, ...]
    problems: list[Finding]


def subject_of(proto: OpProto) -> str:
    """What findings call a call."""
    return f"operator {proto.name}"


def bind(proto: OpProto, inputs: Inputs, limit: int | None = LIMIT) -> Bound:
    """Each input at its port, and what is wrong with that; elements are read of tensors with at most `limit` of them.

    Raises:
        UsageError: if `inputs` is neither a list nor a mapping.
    """
    bound = Bound(proto, [], [], [], (), [])
    subject = subject_of(proto)
    if not isinstance(inputs, Mapping | list | tuple):
        expected = "a list with one entry a port, or a mapping of port names"
        raise UsageError.of("bad-usage", subject, "cannot take these inputs", expected=expected, got=_kind(inputs))
    if isinstance(inputs, Mapping):
        for name in inputs:
            if name not in proto.input_index:
                is_member = name.rstrip("0123456789") in proto.input_index and name[-1:].isdigit()
                hint = (_list_for_a_dynamic_port(proto) if is_member else "") or did_you_mean(name, proto.input_index)
                bound.problems.append(finding("port-count", subject, f"there is no input `{name}`", hint=hint))
        inputs = [inputs.get(port.name, () if port.kind is PortKind.DYNAMIC else None) for port in proto.inputs]
    if len(inputs) > len(proto.inputs):
        expected = ", ".join(port.name for port in proto.inputs) or "none"
        message = "more inputs than the prototype has ports"
        hint = _list_for_a_dynamic_port(proto)
        got = f"{len(inputs)} inputs"
        bound.problems.append(
            finding("port-count", subject, message, expected=expected, got=got, defined=proto.span, hint=hint)
        )
    counts: list[int] = []
    for index, port in enumerate(proto.inputs):
        item = inputs[index] if index < len(inputs) else (() if port.kind is PortKind.DYNAMIC else None)
        if isinstance(item, TensorDesc):  # WHY first: by far the commonest, and a call is bound in every check
            counts.append(1)
            bound.descs.append(item)
            bound.values.append(None)
            bound.arrays.append(None)
            continue
        members: Sequence[One] = item if isinstance(item, list | tuple) else (item,)
        if port.kind is PortKind.DYNAMIC and item is None:
            members = ()
        if port.kind is not PortKind.DYNAMIC and len(members) != 1:
            message = f"port `{port.name}` takes one tensor"
            is_numbers = any(isinstance(member, int | float | str) for member in members)
            hint = "an array, such as numpy.array([...])" if is_numbers else ""
            got = f"{len(members)} tensors"
            bound.problems.append(finding("port-count", subject, message, expected="1 tensor", got=got, hint=hint))
        counts.append(len(members))
        for member in members:
            _bind_member(member, f"{subject} input `{port.name}`", bound, limit)
    bound.counts = tuple(counts)
    return bound


def _list_for_a_dynamic_port(proto: OpProto) -> str:
    """The form that a call of a dynamic port has; empty where there is none."""
    return next((f"a list for `{port.name}`: [a, b]" for port in proto.inputs if port.kind is PortKind.DYNAMIC), "")


def _kind(value: object) -> str:
    return type(value).__name__


def _bind_member(member: One, subject: str, bound: Bound, limit: int | None) -> None:
    desc, array = None, None
    if member is None or isinstance(member, TensorDesc):
        desc = member
    else:
        try:
            read = read_tensor(member, limit)
            desc, array = read.desc, read.array
        except (TypeError, ValueError, BufferError, RuntimeError) as error:
            message = f"is neither a descriptor nor an array: {error}"
            bound.problems.append(finding("tensor-malformed", subject, message, got=type(member).__name__))
            desc = TensorDesc(None, DataType.UNDEFINED)  # so that the port counts as fed
    bound.descs.append(desc)
    bound.values.append(None if array is None or desc is None else _known(array, desc.dtype))
    bound.arrays.append(array)


def _known(array: Any, dtype: DataType) -> KnownValue | None:
    """What rules may ask for; larger tensors are not read."""
    if dtype is DataType.STRING or array.size > LIMIT:
        return None
    return KnownValue.of_tensor(TensorValue.from_array(array))
