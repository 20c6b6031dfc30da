"""Calls of operators: random ones around what a prototype says, as tokens for `codegen_c/check_calls.c`, and judged
by metadef's own checker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from random import Random

from metadef.codegen.rule_tree import Rule, rule_tree
from metadef.driver.call_attrs import attrs_of
from metadef.driver.calls import judge_call
from metadef.ops.ports import AttrSpec, Port, PortKind
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["encode", "judged", "random_call", "text_token"]

Members = "list[TensorDesc | None]"
_NUMBERS = {"OPS": 0, "DTY": 100, "SHP": 200}


def text_token(text: str | bytes) -> str:
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return f"x{data.hex()}"


def encode(op: str, inputs: Sequence[Members], attrs: Mapping[str, object], verb: str = "check") -> str:
    """A call as the tokens that the driver in C reads."""
    words = ["op", text_token(op)]
    for members in inputs:
        words += ["in", str(len(members))]
        for desc in members:
            if desc is None:
                words += ["-1", "-1"]
                continue
            shape = desc.origin_shape
            rank = -1 if shape.rank is None else shape.rank
            sizes = [] if shape.rank is None else [item if isinstance(item, int) else -1 for item in shape]
            words += [str(desc.dtype.ge_value), str(rank), *map(str, sizes)]
    for name, value in attrs.items():
        words += ["arg", text_token(name), *_value(value)]
    return " ".join([*words, verb])


def _value(value: object) -> list[str]:
    match value:
        case bool():
            return ["B", str(int(value))]
        case int():
            return ["I", str(value)]
        case float():
            return ["F", value.hex()]
        case DataType():
            return ["T", str(value.ge_value)]
        case str():
            return ["S", text_token(value)]
        case bytes():
            return ["Y", text_token(value)]
        case TensorValue():
            return ["X"]
        case NamedAttrs():
            return ["N"]
        case list() | tuple():
            if value and all(type(item) is int for item in value):
                return ["i", str(len(value)), *map(str, value)]
            if value and all(type(item) is float for item in value):
                return ["f", str(len(value)), *(item.hex() for item in value)]
            return ["l", str(len(value)), *(word for item in value for word in _value(item))]
        case _:
            raise TypeError(type(value).__name__)


def judged(proto: OpProto, inputs: Sequence[Members], attrs: Mapping[str, object]) -> list[int]:
    """The numbers of what metadef's own checker finds, without what only a shape rule finds."""
    ports = [
        members
        if index < len(proto.inputs) and proto.inputs[index].kind is PortKind.DYNAMIC
        else (members[0] if len(members) == 1 else members or None)
        for index, members in enumerate(inputs)
    ]
    problems = judge_call(proto, ports, attrs).contract
    return [_NUMBERS[item.code[:3]] + int(item.code[3:]) for item in problems]


def random_call(proto: OpProto, random: Random) -> tuple[list[Members], dict[str, object]]:
    """A call of which half the parts are legal and half are near misses."""
    daring = random.choice((0.0, 0.05, 0.3))
    symbols: dict[str, DataType] = {}
    inputs: list[Members] = []
    for port in proto.inputs:
        size = random.choice((0, 1, 2, 3)) if port.kind is PortKind.DYNAMIC else 1
        if port.kind is PortKind.OPTIONAL and random.random() < 0.4:
            size = random.choice((0, 1))
            inputs.append([None] * size)
            continue
        if random.random() < daring:
            size = random.choice((0, 2))
        inputs.append([_tensor(port, symbols, daring, random) for _ in range(size)])
    if random.random() < daring:
        inputs.append([TensorDesc((1,), DataType.FLOAT)])
    while inputs and not inputs[-1] and random.random() < 0.5:
        inputs.pop()
    attrs = {spec.name: _attr(spec, daring, random) for spec in proto.attrs if spec.required or random.random() < 0.5}
    if random.random() < daring and attrs:
        attrs.pop(random.choice(list(attrs)))
    if random.random() < daring:
        attrs[random.choice(("nothing", "x", "axis_", "Axis"))] = 1
    names = list(attrs)
    random.shuffle(names)
    # WHY: a type for an integer that holds a type is Python's way to say its number
    return inputs, dict(attrs_of({name: attrs[name] for name in names}, proto))


def _tensor(port: Port, symbols: dict[str, DataType], daring: float, random: Random) -> TensorDesc | None:
    if random.random() < daring / 3:
        return None
    legal = [*port.types] or list(DataType)
    dtype = random.choice(legal if random.random() >= daring else list(DataType))
    if port.symbol and random.random() >= daring:
        dtype = symbols.setdefault(port.symbol, dtype)
    if random.random() < 0.05:
        return TensorDesc(None, dtype)
    rank = len(port.pattern.split()) if port.pattern and random.random() < 0.8 else random.choice((0, 1, 2, 3, 4))
    return TensorDesc([random.choice((1, 2, 2, 3, "n", None)) for _ in range(rank)], dtype)


def _attr(spec: AttrSpec, daring: float, random: Random) -> object:
    kind = spec.kind if random.random() >= daring else random.choice(list(AttrKind))
    near = _near(rule_tree(spec.constraint)) if spec.constraint is not None else []
    return _of_kind(kind, near, random)


def _near(rule: Rule) -> list[object]:
    found: list[object] = []
    for value in rule.values:
        found += [value, value - 1, value + 1] if type(value) in (int, float) else [value]
    return [*found, *(item for inner in rule.parts for item in _near(inner))]


def _of_kind(kind: AttrKind, near: list[object], random: Random) -> object:
    name = kind.name
    if name.startswith("List"):
        inner = AttrKind.__members__[name.removeprefix("List")]
        lengths = [item for item in near if type(item) is int and 0 <= item < 9]
        size = random.choice([*lengths, *lengths, 0, 1, 2, 3, 4])
        return [_of_kind(inner, near, random) for _ in range(size)]
    numbers = [item for item in near if type(item) is int or (type(item) is float and isfinite(item))]
    match name:
        case "Int":
            return random.choice(
                [
                    *(int(item) for item in numbers if abs(item) < 1 << 62),
                    0,
                    1,
                    2,
                    -1,
                    5,
                    1 << 62,
                    -(1 << 63),
                    (1 << 53) + 1,
                ]
            )
        case "Float":
            return random.choice([*numbers, 0.0, -0.0, 0.5, 1.0, 1, -1.5, 1e30, float("inf"), float("nan")])
        case "Bool":
            return random.random() < 0.5
        case "Type":
            return random.choice([*DataType, "float16", "ge::DT_INT8", "DT_NO", " dt_bf16 "])
        case "Bytes":
            return random.choice((b"", b"\0\xff"))
        case "Tensor":
            return TensorValue.splat(DataType.FLOAT, (1,), 0.0)
        case "NamedAttrs":
            return NamedAttrs("f")
        case _:
            words = [item for item in near if isinstance(item, str)]
            return random.choice([*words, *words, "", "none", "\u00e9\U0001f600", "a\0b"])
