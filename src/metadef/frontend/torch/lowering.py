"""Writing ONNX operators for those of ATen: a model that grows, and what a lowering function asks of its call.

A function `(call: Lowered) -> None` writes nodes with `call.op(...)` and names its results with `call.give(...)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any, NoReturn

import numpy as np

from metadef.frontend.torch.dtypes import is_floating, onnx_type
from metadef.frontend.torch.program import Argument, Call, Meta, Ref
from metadef.types.dtype import DataType
from metadef.types.numpy_dtypes import to_numpy
from metadef.wire.pool import message_class

__all__ = ["Lowered", "Lowering", "Model", "Unmapped"]

OPSET = 21
_DOMAIN = "torch"  # of what no function writes out, so that the import says so


class Unmapped(Exception):
    """A call that cannot be written out; the text says what is in the way."""


class Model:
    """An ONNX model that grows."""

    def __init__(self, metas: Mapping[str, Meta], read: Set[str] = frozenset()) -> None:
        self.proto: Any = message_class("onnx.ModelProto")()
        self.proto.ir_version = 10
        self.proto.graph.name = "program"
        for domain, version in (("", OPSET), (_DOMAIN, 1)):
            self.proto.opset_import.add(domain=domain, version=version)
        self.metas = metas
        self.read = read  # values that a call takes or the program gives
        self.origins: dict[str, str] = {}  # ONNX node: operator of ATen that it was written for
        self._made: set[str] = set()

    def node(self, op: str, inputs: Iterable[str], outputs: Sequence[str], name: str, domain: str = "") -> Any:
        """A node, to which the caller adds attributes."""
        return self.proto.graph.node.add(op_type=op, input=inputs, output=outputs, name=name, domain=domain)

    def fresh(self, name: str) -> str:
        """A name that is not taken: `name`, or with a number behind."""
        found, count = name, 1
        while found in self._made or found in self.metas:
            count += 1
            found = f"{name}_{count}"
        self._made.add(found)
        return found


class Lowered:
    """One call while it is written out."""

    def __init__(self, model: Model, call: Call) -> None:
        self.model = model
        self.call = call
        self._given: set[str] = set()

    # --- what the call says ---

    def get(self, name: str, default: Argument = None) -> Argument:
        """An argument, or what ATen's schema has for it where it is left out."""
        return self.call.arguments.get(name, default)

    def refuse(self, why: str) -> NoReturn:
        """Give the call up.

        Raises:
            Unmapped: always.
        """
        raise Unmapped(why)

    def tensor(self, name: str) -> str:
        """A tensor argument's name."""
        value = self.get(name)
        if not isinstance(value, Ref):
            self.refuse(f"`{name}` is no tensor")
        return value.name

    def optional(self, name: str) -> str:
        """A tensor argument's name, "" where it is None."""
        return "" if self.get(name) is None else self.tensor(name)

    def tensors(self, name: str) -> list[str]:
        """The names of a list of tensors."""
        value = self.get(name)
        if not isinstance(value, tuple) or not all(isinstance(item, Ref) for item in value):
            self.refuse(f"`{name}` is no list of tensors")
        return [item.name for item in value if isinstance(item, Ref)]

    def integer(self, name: str, default: int | None = None) -> int:
        """A number that is known."""
        value = self.get(name, default)
        if not isinstance(value, int):
            self.refuse(f"`{name}` is not a known integer")
        return int(value)

    def integers(self, name: str, default: tuple[int, ...] | None = None, count: int = 0) -> list[int]:
        """Numbers that are known; a single one stands for `count` of them."""
        value = self.get(name, default)
        items = value if isinstance(value, tuple) else (value,)
        found = [int(item) for item in items if isinstance(item, int)]
        if len(found) != len(items) or value is None:
            self.refuse(f"`{name}` is not known integers")
        return found * count if count and len(found) == 1 else found

    def real(self, name: str, default: float) -> float:
        """A real number that is known."""
        value = self.get(name, default)
        if not isinstance(value, int | float):
            self.refuse(f"`{name}` is not a known number")
        return float(value)

    def flag(self, name: str, *, default: bool) -> bool:
        """A truth value."""
        return bool(self.get(name, default))

    def dtype(self, name: str) -> DataType:
        """The type of a value."""
        meta = self.model.metas.get(name)
        return meta.dtype if meta is not None else DataType.UNDEFINED

    def sizes(self, name: str) -> tuple[int | str, ...]:
        """The dimensions that the program states for a value."""
        meta = self.model.metas.get(name)
        if meta is None:
            self.refuse(f"the program says nothing about {name}")
        return meta.sizes

    def rank(self, name: str) -> int:
        """The number of dimensions of a value."""
        return len(self.sizes(name))

    def axis(self, name: str, tensor: str, default: int | None = None) -> int:
        """An axis argument, counted from the front."""
        rank = self.rank(tensor)
        given = self.integer(name, default)
        return given % rank if rank else 0

    @property
    def out_dtype(self) -> DataType:
        """The type of the first output."""
        return self.dtype(self.call.outputs[0]) if self.call.outputs else DataType.UNDEFINED

    # --- what is written ---

    def op(self, op: str, /, *inputs: str, **attrs: Any) -> str:
        """Write one node and give its output's name."""
        return self.ops(op, inputs, 1, **attrs)[0]

    def ops(self, op: str, inputs: Iterable[str], outputs: int, /, **attrs: Any) -> list[str]:
        """Write one node and give the names of its outputs."""
        base = self.model.fresh(f"{self.call.name}/{op}")
        names = [base, *(self.model.fresh(f"{base}:{index}") for index in range(1, outputs))]
        node = self.model.node(op, inputs, names, base)
        self.model.origins[base] = self.call.target
        for name, value in attrs.items():
            if value is not None:
                _set_attribute(node.attribute.add(name=name), value)
        return names

    def give(self, *results: str) -> None:
        """Say which values are the call's outputs."""
        for output, result in zip(self.call.outputs, results, strict=False):
            if not output:
                continue
            self._given.add(output)
            last = self.model.proto.graph.node[-1] if self.model.proto.graph.node else None
            if last is not None and list(last.output) == [result] and last.name == result:
                last.output[0] = last.name = output  # the node that made it takes the program's own name
                self.model.origins[output] = self.model.origins.pop(result)
            else:
                self.model.node("Identity", [result], [output], output)
                self.model.origins[output] = self.call.target

    def is_read(self, output: int) -> bool:
        """Whether something takes an output."""
        return output < len(self.call.outputs) and self.call.outputs[output] in self.model.read

    def missing(self) -> int | None:
        """The first output that something takes and that was not given."""
        names = enumerate(self.call.outputs)
        return next((at for at, name in names if name in self.model.read and name not in self._given), None)

    def constant(self, value: object, dtype: DataType = DataType.INT64) -> str:
        """A small tensor that is written into the model."""
        array = np.asarray(value).astype(to_numpy(dtype))
        base = self.model.fresh(f"{self.call.name}/const")
        node = self.model.node("Constant", (), [base], base)
        self.model.origins[base] = self.call.target
        attribute = node.attribute.add(name="value", type=4)
        attribute.t.data_type = onnx_type(dtype)
        attribute.t.dims.extend(array.shape)
        attribute.t.raw_data = np.ascontiguousarray(array).tobytes()
        return base

    def cast(self, name: str, dtype: DataType, own: DataType | None = None) -> str:
        """The value in another type."""
        own = self.dtype(name) if own is None else own
        return name if own is dtype else self.op("Cast", name, to=onnx_type(dtype))

    def operand(self, value: Argument, dtype: DataType) -> str:
        """A tensor or a number in a type."""
        if isinstance(value, Ref):
            if value.is_tensor:
                return self.cast(value.name, dtype)
            return self.cast(value.name, dtype, DataType.INT64)
        if isinstance(value, bool | int | float):
            return self.constant(value, dtype)
        self.refuse("an operand is neither a tensor nor a number")

    def promoted(self, *values: Argument) -> DataType:
        """The type that PyTorch computes with: that of tensors, before that of tensors of rank 0, before numbers."""
        ranked: dict[int, list[DataType]] = {0: [], 1: [], 2: []}
        for value in values:
            if isinstance(value, Ref) and value.is_tensor:
                ranked[0 if self.rank(value.name) else 1].append(self.dtype(value.name))
            elif isinstance(value, bool):
                ranked[2].append(DataType.BOOL)
            elif isinstance(value, float):
                ranked[2].append(DataType.FLOAT)
            else:
                ranked[2].append(DataType.INT64)
        result = DataType.BOOL
        kind = -1
        for group in ranked.values():
            for dtype in group:
                if _kind(dtype) > kind:
                    result, kind = dtype, _kind(dtype)
                elif _kind(dtype) == kind and group is not ranked[2]:
                    result = _wider(result, dtype)
        return result

    def numbers(self, items: Sequence[Argument]) -> str:
        """A vector of INT64 from numbers, of which some may be symbolic."""
        if all(isinstance(item, int) for item in items):
            return self.constant(np.array(items, np.int64).reshape(-1))
        parts: list[str] = []
        for item in items:
            if isinstance(item, Ref):
                parts.append(self.op("Unsqueeze", item.name, self.constant([0])))
            elif isinstance(item, int):
                parts.append(self.constant([item]))
            else:
                self.refuse("a size is no integer")
        return self.op("Concat", *parts, axis=0)

    def number(self, value: Argument) -> str:
        """A scalar of INT64 from a number or a symbol."""
        return value.name if isinstance(value, Ref) else self.constant(value)


Lowering = Callable[[Lowered], None]


def _kind(dtype: DataType) -> int:
    return 0 if dtype is DataType.BOOL else 2 if is_floating(dtype) else 1


_WIDTHS = (
    DataType.UINT8,
    DataType.INT8,
    DataType.INT16,
    DataType.INT32,
    DataType.INT64,
    DataType.FLOAT16,
    DataType.BF16,
    DataType.FLOAT,
    DataType.DOUBLE,
)


def _wider(left: DataType, right: DataType) -> DataType:
    if {left, right} == {DataType.FLOAT16, DataType.BF16}:
        return DataType.FLOAT
    if {left, right} == {DataType.UINT8, DataType.INT8}:
        return DataType.INT16
    return max(left, right, key=lambda item: _WIDTHS.index(item) if item in _WIDTHS else -1)


def _set_attribute(attribute: Any, value: Any) -> None:
    if isinstance(value, bool | int):
        attribute.i, attribute.type = int(value), 2
    elif isinstance(value, float):
        attribute.f, attribute.type = value, 1
    elif isinstance(value, str):
        attribute.s, attribute.type = value.encode(), 3
    elif all(isinstance(item, int) for item in value):
        attribute.ints.extend(value)
        attribute.type = 7
    else:
        attribute.floats.extend(value)
        attribute.type = 6


def write(model: Model, call: Call, lowering: Lowering | None, refused: str = "") -> str:
    """Write a call out, or a node of the domain "torch" where that cannot be done; gives the reason, "" for none."""
    count = len(model.proto.graph.node)
    lowered = Lowered(model, call)
    reason = refused or "no ONNX operators are known for it"
    if lowering is not None and not refused:
        try:
            lowering(lowered)
            missing = lowered.missing()
            if missing is not None:
                lowered.refuse(f"its output {missing} has no counterpart")
        except Unmapped as error:
            reason = str(error)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            reason = f"the call is not as ATen declares it: {error}"  # WHY: a file may hold any arguments
        else:
            return ""
    del model.proto.graph.node[count:]
    inputs = [
        part.name
        for value in call.arguments.values()
        for part in (value if isinstance(value, tuple) else (value,))
        if isinstance(part, Ref)
    ]
    outputs = [name for name in call.outputs if name]
    model.node(call.target.removeprefix("aten."), inputs, outputs, call.name, _DOMAIN)
    model.origins[call.name] = call.target
    return reason
