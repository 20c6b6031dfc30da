"""What a page of the reference computes: a legal call with what comes of it, and the shape rule as a formula.

The formula is what inference makes of the same call with a symbol for every dimension: `x_0` is the first one of `x`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from metadef.codegen.cases.record import Argument, GivenCall
from metadef.codegen.cases.search import find_legal
from metadef.definitions.json_values import to_json_value
from metadef.errors import MetadefError
from metadef.infer.call import infer_call
from metadef.ops.check import canonical_attrs
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

__all__ = ["example", "shape_formula"]

_LONGEST = 1000


def example(proto: OpProto) -> tuple[str, str, str]:
    """(a legal call, its outputs, the formula of their shapes); empty texts for what is not known.

    >>> from metadef.catalogue import registry
    >>> example(registry().lookup("Concat"))[0]
    'Concat(concat_dim: INT32[], x: [FLOAT[], FLOAT[]])'
    """
    case = find_legal(proto)
    if case is None:
        return "", "", ""
    call = case.call
    inputs = [f"{name}: {_fed(argument)}" for name, argument in call.inputs.items()]
    attrs = [f"{name}={to_json_value(value)!r}" for name, value in call.attrs.items()]
    outputs = _outputs(proto, [_desc(desc) for desc in case.outputs])
    return _cut(f"{proto.name}({', '.join([*inputs, *attrs])})"), _cut(outputs), _cut(shape_formula(proto, call))


def shape_formula(proto: OpProto, call: GivenCall) -> str:
    """The output shapes of a call with a symbol for every dimension; "" where inference does not know them."""
    if proto.shape_rule is None:
        return ""
    attrs, problems = canonical_attrs(proto, call.attrs, proto.name)
    flat: list[TensorDesc | None] = []
    counts: list[int] = []
    for port in proto.inputs:
        members = _members(call.inputs.get(port.name), is_dynamic=port.kind is PortKind.DYNAMIC)
        if members is None:
            return ""
        several = len(members) > 1
        named = [_symbolic(desc, f"{port.name}_{n}" if several else port.name) for n, desc in enumerate(members)]
        flat += named
        counts.append(len(named))
    if problems or not any(desc is not None and desc.shape.rank for desc in flat):
        return ""
    try:
        found = infer_call(proto, flat, attrs, counts=tuple(counts))
    except MetadefError:
        return ""
    if any(desc.shape.rank is None or None in tuple(desc.shape) for desc in found):
        return ""
    shown = [f"{port}: {_dims(desc.shape)}" for port, desc in zip(_names(proto, len(found)), found, strict=True)]
    given = _given(proto, flat, counts)
    return f"{', '.join(given)} -> {', '.join(shown)}"


def _members(argument: Argument | None, *, is_dynamic: bool) -> list[TensorDesc | None] | None:
    """The descriptors of a port; None where it is fed with known elements, which a formula has none of."""
    if argument is None:
        return [] if is_dynamic else [None]
    given: Sequence[object] = argument if isinstance(argument, list) else [argument]
    descs = [item for item in given if isinstance(item, TensorDesc)]
    return [*descs] if len(descs) == len(given) else None


def _symbolic(desc: TensorDesc | None, stem: str) -> TensorDesc | None:
    if desc is None or not stem.isidentifier():
        return desc
    return TensorDesc([f"{stem}_{axis}" for axis in range(desc.shape.rank or 0)], desc.dtype, desc.format)


def _given(proto: OpProto, flat: Iterable[TensorDesc | None], counts: Iterable[int]) -> list[str]:
    names = [port.name for port, count in zip(proto.inputs, counts, strict=True) for _ in range(count)]
    return [f"{name}: {_dims(desc.shape)}" for name, desc in zip(names, flat, strict=True) if desc is not None]


def _outputs(proto: OpProto, texts: list[str]) -> str:
    return ", ".join(f"{name}: {text}" for name, text in zip(_names(proto, len(texts)), texts, strict=True))


def _names(proto: OpProto, count: int) -> list[str]:
    """The name of each flat output; a dynamic one has all that are left over."""
    names: list[str] = []
    for port in proto.outputs:
        more = count - len(proto.outputs) + 1 if port.kind is PortKind.DYNAMIC else 1
        names += [port.name] * max(more, 0)
    return [*names, *[""] * count][:count]


def _fed(argument: Argument) -> str:
    if isinstance(argument, list):
        return f"[{', '.join(map(_one, argument))}]"
    return _one(argument)


def _one(member: object) -> str:
    if isinstance(member, TensorDesc):
        return _desc(member)
    values: object = getattr(member, "tolist", lambda: member)()
    return f"values {values}"


def _desc(desc: TensorDesc) -> str:
    return f"{desc.dtype.name}{_dims(desc.shape)}"


def _dims(shape: Shape) -> str:
    if shape.rank is None:
        return "[*]"
    return f"[{', '.join('?' if dim is None else str(dim) for dim in shape)}]"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
