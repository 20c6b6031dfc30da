"""Calls at the edges of what an operator takes, from a legal one: types, shapes, numbers of tensors, attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from metadef.codegen.cases.attrs import edge_values
from metadef.codegen.cases.record import Argument, GivenCall, Member
from metadef.codegen.cases.search import port_types, widest_types
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

__all__ = ["variants"]

_MOST_TYPES = 6
_MOST_EDGES = 6
_MOST_DYNAMIC = 2


def variants(proto: OpProto, base: GivenCall) -> Iterator[tuple[str, GivenCall]]:
    """Calls with a name each; most are legal, and what comes of the others is for the shape rule to say."""
    yield from _types(proto, base)
    for name, change in _SHAPES:
        call = _reshaped(base, change)
        if call is not None:
            yield name, call
    if any(port.kind is PortKind.OPTIONAL for port in proto.inputs):
        yield "all_inputs", _with_optionals(proto, base)
    dynamic = [port.name for port in proto.inputs if port.kind is PortKind.DYNAMIC]
    for name in dynamic[:_MOST_DYNAMIC]:
        members = base.inputs.get(name)
        if isinstance(members, list) and members:
            yield f"{name}_of_one", base.feeding(name, [members[0]])
            yield f"{name}_of_none", base.feeding(name, [])
    edges = [(spec.name, word, value) for spec in proto.attrs for word, value in edge_values(spec)]
    for name, word, value in edges[:_MOST_EDGES]:
        yield f"{name}_{word}", base.setting(name, value)


def _types(proto: OpProto, base: GivenCall) -> Iterator[tuple[str, GivenCall]]:
    for dtypes in widest_types(proto)[:_MOST_TYPES]:
        chosen = {port.name: dtype for port, dtype in zip(proto.inputs, dtypes, strict=True)}
        changed = next(
            dtype for dtype, port in zip(dtypes, proto.inputs, strict=True) if len(port.types) > 1 or not port.types
        )
        inputs = {name: _each(item, lambda one, to=chosen[name]: _typed(one, to)) for name, item in base.inputs.items()}
        yield f"type_{changed.name.lower()}", GivenCall(inputs, base.attrs)


def _each(argument: Argument, change: Callable[[Member], Member]) -> Argument:
    return [change(one) for one in argument] if isinstance(argument, list) else change(argument)


def _typed(member: Member, dtype: DataType) -> Member:
    if isinstance(member, TensorDesc):
        return TensorDesc(member.shape, dtype)
    return member.astype(dtype.numpy) if dtype.numpy_name and dtype is not DataType.STRING else member


def _reshaped(base: GivenCall, change: Callable[[tuple[int, ...]], Shape]) -> GivenCall | None:
    """Every descriptor with another shape; None where that changes nothing."""
    touched = False

    def changed(member: Member) -> Member:
        nonlocal touched
        known = member.shape.known_dims() if isinstance(member, TensorDesc) else None
        if known is None:
            return member
        shape = change(known)
        touched = touched or shape != member.shape
        return TensorDesc(shape, member.dtype)

    inputs = {name: _each(item, changed) for name, item in base.inputs.items()}
    return GivenCall(inputs, base.attrs) if touched else None


_SHAPES: tuple[tuple[str, Callable[[tuple[int, ...]], Shape]], ...] = (
    ("shape_ones", lambda dims: Shape((1,) * len(dims))),
    ("shape_empty", lambda dims: Shape((0, *dims[1:]) if dims else dims)),
    ("shape_scalar", lambda dims: Shape(())),
    ("shape_batch", lambda dims: Shape(("batch", *dims[1:]) if dims else dims)),
    ("shape_unknown", lambda dims: Shape(None)),
)


def _with_optionals(proto: OpProto, base: GivenCall) -> GivenCall:
    like = next((item for item in base.inputs.values() if isinstance(item, TensorDesc)), None)
    call = base
    for port, dtype in zip(proto.inputs, port_types(proto), strict=True):
        if port.kind is PortKind.OPTIONAL:
            call = call.feeding(port.name, TensorDesc(like.shape if like is not None else (2, 3), dtype))
    return call
