"""One operator at a time: is this call legal, what are its outputs, and what does it compute?

Inputs are one entry a prototype port: a `TensorDesc`, an array (its elements are known), None for an absent optional,
or a list of these for a dynamic port. Arrays are NumPy arrays, anything with `__array__`, or tensors that speak DLPack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from metadef.catalogue import registry as declared
from metadef.errors import Finding, MetadefError, UsageError, did_you_mean, finding
from metadef.infer.call import infer_call as infer_bound
from metadef.infer.same_types import type_mismatch
from metadef.ops.call import Call
from metadef.ops.check import canonical_attrs, check_laws, check_prototype
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.ops.registry import Registry
from metadef.types.attrs import AttrKind, Attrs, AttrValue
from metadef.types.dtype import DataType
from metadef.types.known_value import KnownValue
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["CallInput", "Judgement", "call", "check_call", "infer_call", "judge_call"]

One: TypeAlias = "TensorDesc | Any | None"  # WHY Any: whatever NumPy or DLPack can turn into an array
CallInput: TypeAlias = "One | Sequence[One]"
Inputs: TypeAlias = "Sequence[CallInput] | Mapping[str, CallInput]"


@dataclass(slots=True)
class _Bound:
    """A call laid out over the ports of its prototype."""

    proto: OpProto
    descs: list[TensorDesc | None]
    values: list[KnownValue | None]
    arrays: list[Any]  # the array behind each flat input, None for a descriptor
    counts: tuple[int, ...]
    problems: list[Finding]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What comes of a call."""

    contract: tuple[Finding, ...]  # by the prototype alone, which tables in other languages can judge too
    beyond: tuple[Finding, ...] = ()  # types that must agree, and by the shape rule; where the prototype finds no error
    outputs: tuple[TensorDesc, ...] = ()  # inferred where nothing is wrong; flat


def check_call(
    op: str | OpProto, inputs: Inputs, attrs: Mapping[str, object] | None = None, *, registry: Registry | None = None
) -> list[Finding]:
    """Everything that is wrong with a call; empty when it is legal.

    Judged are the prototype (ports, types, attributes) and, where that finds no error, what the operator's shape rule
    demands: channels that differ, axes that are not there.

    >>> from metadef.types.tensor import TensorDesc
    >>> x = TensorDesc((2, 3), DataType.STRING)
    >>> [item.name for item in check_call("Relu", [x])]
    ['dtype-not-allowed']
    """
    found = judge_call(op, inputs, attrs, registry=registry)
    return [*found.contract, *found.beyond]


def judge_call(
    op: str | OpProto, inputs: Inputs, attrs: Mapping[str, object] | None = None, *, registry: Registry | None = None
) -> Judgement:
    """What comes of a call, the verdict of the prototype apart from that of the shape rule.

    >>> from metadef.types.tensor import TensorDesc
    >>> a, b = TensorDesc((2, 3), DataType.FLOAT), TensorDesc((4, 5), DataType.FLOAT)
    >>> found = judge_call("MatMul", [a, b])
    >>> found.contract, [item.name for item in found.beyond]
    ((), ['shape-mismatch'])
    """
    try:
        proto = _proto(op, registry)
        given = _attrs(attrs, proto)
        bound = _bind(proto, inputs)
    except MetadefError as error:
        return Judgement(tuple(error.findings))
    subject = _subject(proto)
    if bound.problems:
        return Judgement((*bound.problems, *canonical_attrs(proto, given, subject)[1]))
    problems = check_prototype(proto, bound.descs, given, counts=bound.counts, subject=subject, values=bound.values)
    if proto.graphs or any(item.is_error for item in problems):
        return Judgement(tuple(problems))
    canonical, _ = canonical_attrs(proto, given, subject)
    mixed = type_mismatch(Call(proto, bound.descs, canonical, counts=bound.counts, subject=subject))
    beyond = () if mixed is None else (mixed,)
    try:
        outputs = infer_bound(proto, bound.descs, canonical, counts=bound.counts, values=bound.values)
    except MetadefError as error:
        return Judgement(tuple(problems), (*beyond, *[item for item in error.findings if item not in problems]))
    return Judgement(tuple(problems), beyond, () if beyond else tuple(outputs))


def infer_call(
    op: str | OpProto, inputs: Inputs, attrs: Mapping[str, object] | None = None, *, registry: Registry | None = None
) -> list[TensorDesc]:
    """The outputs of a call, flat; members of a dynamic output in order. Fills defaults, judges no dtypes.

    Constraints of attributes and laws of the operator are kept, as well as what the shape rule demands.

    Raises:
        MetadefError: where these do not hold, and for unknown operators or too many inputs.

    >>> x = TensorDesc((2, "n"), DataType.FLOAT)
    >>> infer_call("Relu", [x])
    [TensorDesc([2, n], FLOAT)]
    """
    proto = _proto(op, registry)
    bound = _bind(proto, inputs)
    if bound.problems:
        raise MetadefError(bound.problems)
    given = _attrs(attrs, proto)
    canonical, problems = canonical_attrs(proto, _numbers_read(given, proto), _subject(proto))
    private = _private(given)
    if private:
        canonical = Attrs({**canonical, **private})
    violated = [item for item in problems if item.name in ("attr-constraint",)] + _laws(bound, canonical)
    if violated:
        raise MetadefError(violated)
    return infer_bound(proto, bound.descs, canonical, counts=bound.counts, values=bound.values)


def call(
    op: str | OpProto, inputs: Inputs, attrs: Mapping[str, object] | None = None, *, registry: Registry | None = None
) -> list[Array]:
    """What a call computes, on the reference kernels.

    Raises:
        MetadefError: for illegal calls, with everything that is wrong, and where there is no kernel.
    """
    from metadef.kernels.call import KernelCall
    from metadef.kernels.run import run_call

    proto = _proto(op, registry)
    problems = check_call(proto, inputs, attrs, registry=registry)
    if problems:
        raise MetadefError(problems)
    bound = _bind(proto, inputs)
    missing = [
        i for i, (desc, array) in enumerate(zip(bound.descs, bound.arrays, strict=True)) if desc and array is None
    ]
    if missing:
        raise MetadefError.of(
            "missing-input", _subject(proto), f"input {missing[0]} is a descriptor; an array is needed"
        )
    canonical, _ = canonical_attrs(proto, _attrs(attrs, proto), _subject(proto))
    outputs = infer_bound(proto, bound.descs, canonical, counts=bound.counts, values=bound.values)
    return run_call(
        KernelCall(
            proto,
            bound.arrays,
            canonical,
            counts=bound.counts if proto.has_dynamic_inputs else None,
            output_counts=None,
            descs=bound.descs,
            outputs=outputs,
        )
    )


def _laws(bound: _Bound, attrs: Attrs) -> list[Finding]:
    """What the prototype's own laws say against a call."""
    if not bound.proto.laws:
        return []
    subject = _subject(bound.proto)
    known = bound.values
    return check_laws(
        Call(bound.proto, bound.descs, attrs, counts=bound.counts, value_of=known.__getitem__, subject=subject)
    )


def _subject(proto: OpProto) -> str:
    return f"operator {proto.name}"


def _proto(op: object, registry: Registry | None) -> OpProto:
    if isinstance(op, OpProto):
        return op
    if not isinstance(op, str):
        raise UsageError.of("bad-usage", "operator", "needs a name or an OpProto", got=type(op).__name__)
    return (registry or declared()).lookup(op)


def _attrs(attrs: object, proto: OpProto) -> Mapping[str, object]:
    """Attributes as a mapping with names for keys.

    Raises:
        UsageError: for anything else.
    """
    if attrs is None:
        return {}
    if isinstance(attrs, Mapping):
        items = cast("Mapping[object, object]", attrs)
        if all(isinstance(name, str) for name in items):
            return cast("Mapping[str, object]", items)
    expected = "a mapping of names to values"
    raise UsageError.of("bad-usage", _subject(proto), "cannot take these attributes", expected=expected)


def _numbers_read(attrs: Mapping[str, object], proto: OpProto) -> Mapping[str, object]:
    """The attributes, with what C++ callers pass: `ge::DataType` for a Type or an Int, 0 and 1 for a truth value."""
    read: dict[str, object] = {}
    for name, value in attrs.items():
        if name not in proto.attr_index:
            continue
        kind = proto.attr_spec(name).kind
        if type(value) is int and kind is AttrKind.Type:
            read[name] = DataType.from_ge(value) or value
        elif type(value) is int and kind is AttrKind.Bool:
            read[name] = value == 1 if value in (0, 1) else value
        elif type(value) is str and kind is AttrKind.Int and value.startswith("DT_"):
            dtype = DataType.__members__.get(value.removeprefix("DT_"))
            read[name] = value if dtype is None else dtype.ge_value
    return {**attrs, **read} if read else attrs


def _private(attrs: Mapping[str, object]) -> dict[str, AttrValue]:
    """Numbers in attributes of the engine's own, which no prototype declares; their names begin with `_`."""
    found: dict[str, AttrValue] = {}
    for name, value in attrs.items():
        if name.startswith("_"):
            for kind in (AttrKind.Int, AttrKind.ListInt):
                with suppress(ValueError):
                    found[name] = kind.convert(value)
    return found


def _bind(proto: OpProto, inputs: Inputs) -> _Bound:
    bound = _Bound(proto, [], [], [], (), [])
    subject = _subject(proto)
    if not isinstance(inputs, Mapping | list | tuple):
        expected = "a list with one entry a port, or a mapping of port names"
        raise UsageError.of("bad-usage", subject, "cannot take these inputs", expected=expected, got=_kind(inputs))
    if isinstance(inputs, Mapping):
        for name in inputs:
            if name not in proto.input_index:
                hint = did_you_mean(name, proto.input_index)
                bound.problems.append(finding("port-count", subject, f"there is no input `{name}`", hint=hint))
        inputs = [inputs.get(port.name, () if port.kind is PortKind.DYNAMIC else None) for port in proto.inputs]
    if len(inputs) > len(proto.inputs):
        expected = ", ".join(port.name for port in proto.inputs) or "none"
        message = "more inputs than the prototype has ports"
        bound.problems.append(
            finding("port-count", subject, message, expected=expected, got=f"{len(inputs)} inputs", defined=proto.span)
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
            bound.problems.append(
                finding("port-count", subject, message, expected="1 tensor", got=f"{len(members)} tensors")
            )
        counts.append(len(members))
        for member in members:
            _bind_one(member, f"{subject} input `{port.name}`", bound)
    bound.counts = tuple(counts)
    return bound


def _kind(value: object) -> str:
    return type(value).__name__


def _bind_one(member: One, subject: str, bound: _Bound) -> None:
    if member is None or isinstance(member, TensorDesc):
        bound.descs.append(member)
        bound.values.append(None)
        bound.arrays.append(None)
        return
    array, dtype = _as_array(member, subject, bound)
    bound.descs.append(TensorDesc(array.shape, dtype) if array is not None else None)
    bound.values.append(
        KnownValue.of_tensor(TensorValue.from_array(array))
        if array is not None and dtype is not DataType.STRING
        else None
    )
    bound.arrays.append(array)


def _as_array(member: Any, subject: str, bound: _Bound) -> tuple[Any, DataType]:
    import numpy as np

    try:
        array = (
            np.from_dlpack(member)
            if hasattr(member, "__dlpack__") and not hasattr(member, "__array__")
            else np.asarray(member)
        )
        if array.dtype.hasobject and not all(isinstance(item, str | bytes) for item in array.flat):
            raise TypeError("its elements are no numbers and no strings")
        return array, DataType.from_numpy(array.dtype)
    except (TypeError, ValueError, BufferError, RuntimeError) as error:
        bound.problems.append(
            finding(
                "tensor-malformed", subject, f"is neither a descriptor nor an array: {error}", got=type(member).__name__
            )
        )
        return None, DataType.UNDEFINED
