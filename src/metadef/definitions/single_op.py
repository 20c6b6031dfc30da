"""Single-op JSON (`atc --singleop`): calls of one operator each, with concrete shapes, dtypes and attribute values.

A call says less about the contract than a prototype does, and more about one use. `read_single_op` gives both: the
calls, and the prototype that a call implies. Source: facts custom_op_json.md, B.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from metadef.definitions.attr_kinds import attr_kind, single_op_name
from metadef.definitions.declaration import Declaration, Reading
from metadef.definitions.fields import Fields
from metadef.definitions.json_form import Json
from metadef.definitions.json_values import from_json_value, to_json_value
from metadef.definitions.rows import dtype_word, read_dtypes, read_formats
from metadef.errors import Finding
from metadef.ops.ports import AttrSpec, Port, PortKind
from metadef.ops.proto import OpProto
from metadef.source import Span
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.typeset import TypeSet

__all__ = [
    "EXAMPLES",
    "NO_SINGLE_OP",
    "SingleOpCall",
    "SingleTensor",
    "call_of",
    "emit_single_op",
    "is_single_op",
    "read_calls",
    "read_single_op",
]

_NOWHERE = Span("")
_OP_FIELDS = frozenset({"op", "name", "input_desc", "output_desc", "attr", "compile_flag"})
_TENSOR_FIELDS = frozenset(
    {"format", "shape", "type", "origin_format", "origin_shape", "name", "dynamic_input", "shape_range"}
    | {"is_const", "const_value"}
)
_ATTR_FIELDS = frozenset({"name", "type", "value"})
EXAMPLES: dict[AttrKind, AttrValue] = {
    AttrKind.Int: 0,
    AttrKind.Float: 0.0,
    AttrKind.Bool: False,
    AttrKind.String: "",
    AttrKind.AscendString: "",
    AttrKind.Type: DataType.FLOAT,
}


@dataclass(frozen=True, slots=True)
class SingleTensor:
    """A tensor of a call. An absent optional input has dtype UNDEFINED and format RESERVED."""

    dtype: DataType
    format: Format
    shape: tuple[int, ...]  # -1 where unknown, (-2,) for unknown rank
    name: str = ""
    dynamic_input: str = ""  # the group it belongs to
    shape_range: tuple[tuple[int, int], ...] = ()  # one pair for every -1; an upper end of -1 is open
    origin_format: Format | None = None
    origin_shape: tuple[int, ...] | None = None
    is_const: bool = False
    const_value: tuple[int | float, ...] = ()

    @property
    def is_absent(self) -> bool:
        return self.dtype is DataType.UNDEFINED and self.format is Format.RESERVED


@dataclass(frozen=True, slots=True)
class SingleOpCall:
    """One call of an operator."""

    op: str
    inputs: tuple[SingleTensor, ...] = ()
    outputs: tuple[SingleTensor, ...] = ()
    attrs: Mapping[str, tuple[AttrKind, AttrValue]] = field(default_factory=dict[str, "tuple[AttrKind, AttrValue]"])
    name: str = ""
    span: Span = _NOWHERE


def is_single_op(data: object) -> bool:
    """Whether parsed JSON is single-op: operators whose tensors have a `shape`, or whose attributes have a `value`."""
    items: list[object] = data if isinstance(data, list) else [data]
    for item in items:  # the first operator that has anything decides
        if isinstance(item, Mapping) and any(map(item.get, ("attr", "input_desc", "output_desc"))):
            descs = [desc for key in ("input_desc", "output_desc") for desc in _listed(item.get(key))]
            attrs = _listed(item.get("attr")) if not descs else []
            marked = ((descs, "shape"), (attrs, "value"))
            return any(isinstance(entry, Mapping) and key in entry for entries, key in marked for entry in entries)
    return False


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


# --- reading ---------------------------------------------------------------------------------------------------------


def read_calls(data: object, file: str = "") -> tuple[list[SingleOpCall], list[Finding]]:
    """The calls of a parsed single-op file; an element with only `compile_flag` is a global setting."""
    findings: list[Finding] = []
    root = Fields(data, Span(file, path="$"), findings, "single op")
    calls: list[SingleOpCall] = []
    for item in root.items() if isinstance(data, list) else [root]:
        if isinstance(item.data, Mapping) and set(item.data) == {"compile_flag"}:
            continue
        call = _call(item)
        if call is not None:
            calls.append(call)
    return calls, findings


def read_single_op(data: object, file: str = "") -> Reading:
    """The prototypes that the calls of a file imply."""
    calls, findings = read_calls(data, file)
    return Reading([Declaration(_proto(call), call.span) for call in calls], [], findings)


def _call(fields: Fields) -> SingleOpCall | None:
    op = fields.string("op", required=True)
    if not op:
        return None
    fields.subject = op
    fields.known(_OP_FIELDS)
    attrs: dict[str, tuple[AttrKind, AttrValue]] = {}
    for item in fields.list("attr"):
        item.known(_ATTR_FIELDS)
        name, written = item.string("name", required=True), item.string("type", required=True)
        kind = attr_kind(written)
        if kind is None:
            item.report("attr-kind-unknown", f"{written[:60]!r} is no attribute type", "type", got=written)
            continue
        value = from_json_value(item.value("value"), kind).value
        if value is None:
            item.report("definition-field", f"the value does not fit {written}", "value", got=item.value("value"))
            continue
        attrs[name] = (kind, value)
    return SingleOpCall(
        op,
        tuple(map(_tensor, fields.list("input_desc"))),
        tuple(map(_tensor, fields.list("output_desc"))),
        attrs,
        fields.string("name"),
        fields.span,
    )


def _tensor(fields: Fields) -> SingleTensor:
    fields.known(_TENSOR_FIELDS)
    dtype = read_dtypes(fields, "type", [fields.string("type", required=True)])[0]
    own = read_formats(fields, "format", [_format_word(fields.string("format", required=True))])[0]
    origin = fields.string("origin_format")
    return SingleTensor(
        dtype,
        own,
        _dims(fields, "shape", required=True),
        fields.string("name"),
        fields.string("dynamic_input"),
        _ranges(fields),
        read_formats(fields, "origin_format", [_format_word(origin)])[0] if origin else None,
        _dims(fields, "origin_shape") if "origin_shape" in fields else None,
        fields.boolean("is_const"),
        _numbers(fields.value("const_value")),
    )


def _format_word(word: str) -> str:
    return "RESERVED" if word.upper() in ("RESERVED", "UNDEFINED") else word


def _dims(fields: Fields, key: str, *, required: bool = False) -> tuple[int, ...]:
    out: list[int] = []
    for item in fields.list(key, required=required):
        if isinstance(item.data, int) and not isinstance(item.data, bool) and item.data >= -2:
            out.append(item.data)
        else:
            item.report("definition-field", "a dimension must be a whole number, -1 or -2", got=item.data)
    return tuple(out)


def _ranges(fields: Fields) -> tuple[tuple[int, int], ...]:
    out: list[tuple[int, int]] = []
    for item in fields.list("shape_range"):
        match item.data:
            case [int(low), int(high)]:
                out.append((low, high))
            case _:
                item.report("definition-field", "a range must be [low, high]", got=item.data)
    unknown = sum(dim == -1 for dim in _dims(fields, "shape"))
    if out and len(out) != unknown:
        fields.report("definition-field", f"{len(out)} ranges for {unknown} unknown dimensions", "shape_range")
    return tuple(out)


def _numbers(value: object) -> tuple[int | float, ...]:
    return tuple(item for item in _listed(value) if isinstance(item, int | float))


def _proto(call: SingleOpCall) -> OpProto:
    inputs: list[Port] = []
    groups: set[str] = set()
    for index, tensor in enumerate(call.inputs):
        if tensor.dynamic_input:
            if tensor.dynamic_input not in groups:
                groups.add(tensor.dynamic_input)
                inputs.append(Port(tensor.dynamic_input, TypeSet.of(tensor.dtype), PortKind.DYNAMIC))
        elif tensor.is_absent:
            inputs.append(Port(tensor.name or f"x{index}", TypeSet(), PortKind.OPTIONAL))
        else:
            inputs.append(Port(tensor.name or f"x{index}", TypeSet.of(tensor.dtype)))
    outputs = tuple(
        Port(tensor.name or f"y{index}", TypeSet.of(tensor.dtype)) for index, tensor in enumerate(call.outputs)
    )
    attrs = tuple(AttrSpec(name, kind, False, value) for name, (kind, value) in call.attrs.items())
    return OpProto(call.op, span=call.span).replace(inputs=tuple(inputs), outputs=outputs, attrs=attrs)


# --- writing ---------------------------------------------------------------------------------------------------------


def call_of(proto: OpProto, shape: tuple[int, ...] = (1,), dynamic_members: int = 1) -> SingleOpCall:
    """An example call: every port with its first dtype, optional inputs absent, attributes at their defaults.

    Required attributes get an empty value of their kind; fill in what the operator needs.
    """
    inputs: list[SingleTensor] = []
    for port in proto.inputs:
        dtype = next(iter(port.types), DataType.FLOAT)
        if port.kind is PortKind.OPTIONAL:
            inputs.append(SingleTensor(DataType.UNDEFINED, Format.RESERVED, (), port.name))
        elif port.kind is PortKind.DYNAMIC:
            for index in range(max(1, dynamic_members)):
                inputs.append(SingleTensor(dtype, Format.ND, shape, f"{port.name}{index}", port.name))
        else:
            inputs.append(SingleTensor(dtype, Format.ND, shape, port.name))
    outputs = tuple(
        SingleTensor(next(iter(port.types), DataType.FLOAT), Format.ND, shape, port.name) for port in proto.outputs
    )
    attrs: dict[str, tuple[AttrKind, AttrValue]] = {}
    for spec in proto.attrs:
        if spec.kind in NO_SINGLE_OP:
            continue
        value = spec.default if spec.default is not None else EXAMPLES.get(spec.kind, ())
        attrs[spec.name] = (spec.kind, value)
    return SingleOpCall(proto.name, tuple(inputs), outputs, attrs, "", proto.span)


NO_SINGLE_OP = (
    *(AttrKind.Tensor, AttrKind.NamedAttrs, AttrKind.ListTensor, AttrKind.ListNamedAttrs),
    *(AttrKind.Bytes, AttrKind.ListBytes, AttrKind.ListType, AttrKind.ListListFloat),
)


def emit_single_op(calls: Iterable[SingleOpCall]) -> str:
    """The JSON text for `atc --singleop`."""
    return json.dumps([_call_item(call) for call in calls], indent=2, ensure_ascii=False) + "\n"


def _call_item(call: SingleOpCall) -> Json:
    out: dict[str, Json] = {"op": call.op}
    if call.name:
        out["name"] = call.name
    out["input_desc"] = [_tensor_item(tensor) for tensor in call.inputs]
    out["output_desc"] = [_tensor_item(tensor) for tensor in call.outputs]
    if call.attrs:
        out["attr"] = [
            {"name": name, "type": single_op_name(kind), "value": to_json_value(value)}
            for name, (kind, value) in call.attrs.items()
        ]
    return out


def _tensor_item(tensor: SingleTensor) -> Json:
    dtype = "UNDEFINED" if tensor.is_absent else dtype_word(tensor.dtype)
    out: dict[str, Json] = {"format": tensor.format.name, "shape": list(tensor.shape), "type": dtype}
    if tensor.name:
        out["name"] = tensor.name
    if tensor.dynamic_input:
        out["dynamic_input"] = tensor.dynamic_input
    if tensor.shape_range:
        out["shape_range"] = [list(pair) for pair in tensor.shape_range]
    if tensor.origin_format is not None:
        out["origin_format"] = tensor.origin_format.name
    if tensor.origin_shape is not None:
        out["origin_shape"] = list(tensor.origin_shape)
    if tensor.is_const:
        out |= {"is_const": True, "const_value": list(tensor.const_value)}
    return out
