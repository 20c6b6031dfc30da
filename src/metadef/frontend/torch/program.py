"""A serialised program as records: inputs, calls of operators, what is known of each value.

Source: torch/_export/serde/schema.py, schema version 8. Arguments are unions that name their kind (`as_tensor`,
`as_ints`, `as_sym_int`, ...); here they are plain Python values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast
from zlib import crc32

from metadef.frontend.torch.archive import Json, corrupt
from metadef.frontend.torch.dtypes import DTYPES
from metadef.frontend.torch.expressions import dim_text
from metadef.types.dtype import DataType

__all__ = ["Argument", "Call", "Input", "Meta", "Program", "Ref", "read_program"]

SCHEMA = 8  # major version of the schema that is read


@dataclass(frozen=True, slots=True)
class Ref:
    """A value of the program: a tensor, or a symbolic number."""

    name: str
    is_tensor: bool = True


Argument = Ref | int | float | bool | str | None | DataType | tuple["Argument", ...]


@dataclass(frozen=True, slots=True)
class Meta:
    """What the program says about a tensor."""

    dtype: DataType
    sizes: tuple[int | str, ...]  # a text is an expression of symbols


@dataclass(frozen=True, slots=True)
class Input:
    """An input of the graph."""

    kind: str  # "user_input", "parameter", "buffer", "tensor_constant"
    name: str
    target: str = ""  # qualified name of a parameter, buffer or constant


@dataclass(frozen=True, slots=True)
class Call:
    """One operator called."""

    name: str
    target: str  # such as "aten.conv2d.default"
    arguments: dict[str, Argument]
    outputs: tuple[str, ...]  # names; "" for an output that is not there


@dataclass(frozen=True, slots=True)
class Program:
    """The graph, flat."""

    inputs: tuple[Input, ...]
    calls: tuple[Call, ...]
    outputs: tuple[Argument, ...]
    mutated: tuple[str, ...]  # buffers and inputs that the program overwrites
    metas: Mapping[str, Meta]
    ranges: Mapping[str, tuple[int, int | None]]  # symbol: smallest and largest value


def read_program(json: Json, label: str) -> Program:
    """The records of a program.

    Raises:
        FileError: file-corrupt if something is missing or of another kind than the schema says.
    """
    version = json.get("schema_version")
    major = version.get("major") if isinstance(version, dict) else None
    if major != SCHEMA:
        raise corrupt(label, f"the program has schema version {major}, and {SCHEMA} is read")
    try:
        return _program(json)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError) as error:
        raise corrupt(label, f"the program breaks its schema: {type(error).__name__} {error}") from error


def _program(json: Json) -> Program:
    module = json["graph_module"]
    graph, signature = module["graph"], module["signature"]
    metas = {str(name): _meta(meta) for name, meta in graph["tensor_values"].items()}
    outputs: list[Argument] = []
    mutated: list[str] = []
    for spec in signature["output_specs"]:
        (kind, body), *_ = spec.items()
        if kind in ("user_output", "loss_output"):
            outputs.append(argument(body["arg"]))
        else:
            mutated.append(str(body.get("buffer_name") or body.get("user_input_name") or kind))
    ranges = {
        str(name): (int(item["min_val"] or 0), _limit(item["max_val"]))
        for name, item in json["range_constraints"].items()
    }
    return Program(
        tuple(_input(spec) for spec in signature["input_specs"]),
        tuple(_call(node) for node in graph["nodes"]),
        tuple(outputs),
        tuple(mutated),
        metas,
        ranges,
    )


def _limit(value: Any) -> int | None:
    return value if isinstance(value, int) and value < (1 << 62) else None


def _meta(meta: Json) -> Meta:
    dtype = DTYPES.get(meta["dtype"], DataType.UNDEFINED)
    return Meta(dtype, tuple(_size(size) for size in meta["sizes"]))


def _size(size: Json) -> int | str:
    ((kind, value),) = size.items()
    if kind == "as_int":
        if not 0 <= int(value) < 1 << 63:
            raise ValueError(f"the size {value}")
        return int(value)
    text = str(value["expr_str"])
    return dim_text(text) or f"expression_{crc32(text.encode())}"


def _input(spec: Json) -> Input:
    ((kind, body),) = spec.items()
    given = body["arg"]
    name = given["as_tensor"]["name"] if "as_tensor" in given else given.get("name", "")
    target = body.get("parameter_name") or body.get("buffer_name") or body.get("tensor_constant_name") or ""
    return Input(str(kind), str(name), str(target))


def _call(node: Json) -> Call:
    arguments = {str(item["name"] or at): argument(item["arg"]) for at, item in enumerate(node["inputs"])}
    outputs: list[str] = []
    for item in node["outputs"]:
        value = argument(item)
        for part in value if isinstance(value, tuple) else (value,):
            outputs.append(part.name if isinstance(part, Ref) else "")
    target = str(node["target"]).removeprefix("torch.ops.")
    name = next((item for item in outputs if item), "") or str(node.get("name") or target)
    return Call(name, target, arguments, tuple(outputs))


_PLAIN = ("as_int", "as_bool", "as_string", "as_expr", "as_device", "as_operator")
_NUMBERS = ("as_ints", "as_bools", "as_strings")
_UNREAD = ("as_complex", "as_float_lists", "as_string_to_argument")  # no operator that is written out takes them


def argument(union: Json) -> Argument:
    """The value of a union.

    Raises:
        KeyError: if its kind is unknown.
    """
    ((kind, value),) = union.items()
    match kind:
        case "as_none":
            return None
        case "as_tensor" | "as_custom_obj":
            return Ref(str(value["name"]))
        case "as_tensors":
            return tuple(Ref(str(item["name"])) for item in value)
        case "as_optional_tensor":
            return argument(value)
        case "as_optional_tensors":
            return tuple(argument(item) for item in value)
        case "as_nested_tensors":
            return tuple(Ref(str(item["name"])) for group in value for item in group)
        case "as_graph":
            return str(value["name"])  # WHY: only operators of higher order take one, and none is written out
        case "as_sym_int" | "as_sym_float" | "as_sym_bool":
            return _symbolic(value)
        case "as_sym_ints" | "as_sym_floats" | "as_sym_bools":
            return tuple(_symbolic(item) for item in value)
        case "as_scalar_type":
            return DTYPES.get(value, DataType.UNDEFINED)
        case "as_memory_format" | "as_layout":
            return None  # WHY: how bytes lie in PyTorch's memory means nothing to a graph
        case "as_int_lists":
            return tuple(tuple(int(number) for number in item) for item in value)
        case "as_float":
            return float(value)  # WHY: infinities come as text
        case "as_floats":
            return tuple(float(item) for item in value)
        case _ if kind in _NUMBERS:
            return tuple(cast("list[Argument]", value))
        case _ if kind in _UNREAD:
            return None
        case _ if kind in _PLAIN:
            return value if isinstance(value, int | float | str) else None
        case _:
            raise KeyError(f"argument of kind {kind}")


def _symbolic(item: Json) -> Argument:
    ((kind, value),) = item.items()
    return Ref(str(value), is_tensor=False) if kind == "as_name" else value
