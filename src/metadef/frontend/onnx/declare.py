"""How a family file declares an ONNX operator: its inputs and attributes as in the ONNX specification.

    "Conv": onnx_op(conv, "X W B?", "auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is pads:is strides:is")

Inputs are names: `B?` may be absent, `inputs*` takes any number, and comes last. An attribute is a name and a kind
(`i`, `f`, `s`, `t`, `g`, and the lists `is`, `fs`, `ss`), then `!` where it is required or `=` and the default. Either
may end with the versions that have it: `axes:is[:13]` until 12, `axes?[13:]` since 13.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from metadef.frontend.onnx.node import OnnxNode
    from metadef.graph.value import Value

__all__ = ["KINDS", "Mapper", "OnnxAttr", "OnnxInput", "OnnxOp", "Signature", "onnx_op"]

Mapper: TypeAlias = "Callable[[OnnxNode], Value | Sequence[Value | None]]"

KINDS = {
    "i": "an integer",
    "f": "a number",
    "s": "a string",
    "t": "a tensor",
    "g": "a graph",
    "is": "a list of integers",
    "fs": "a list of numbers",
    "ss": "a list of strings",
    "ts": "a list of tensors",
    "gs": "a list of graphs",
    "sp": "a sparse tensor",
    "sps": "a list of sparse tensors",
    "tp": "a type",
    "tps": "a list of types",
}

_VERSIONS = re.compile(r"(?P<rest>.*)\[(?P<since>\d*):(?P<until>\d*)\]")
_LAST = 1 << 30


@dataclass(frozen=True, slots=True)
class OnnxInput:
    """One input of an ONNX operator."""

    name: str
    is_optional: bool
    is_variadic: bool


@dataclass(frozen=True, slots=True)
class OnnxAttr:
    """One attribute of an ONNX operator."""

    name: str
    kind: str  # a key of KINDS
    required: bool
    default: object | None


@dataclass(frozen=True, slots=True)
class Signature:
    """An operator as one opset version has it."""

    inputs: tuple[OnnxInput, ...]
    attrs: Mapping[str, OnnxAttr]
    defaults: Mapping[str, object]  # of the attributes that have one
    least_inputs: int  # that every node has
    most_inputs: int
    needs_attributes: bool  # whether one is required


@dataclass(slots=True, eq=False)
class OnnxOp:
    """A mapped operator: how its nodes are written and what becomes of them."""

    mapper: Mapper
    inputs: str
    attrs: str
    since: int  # first opset version that has the operator
    _signatures: dict[int, Signature] = field(default_factory=dict[int, Signature])

    def at(self, opset: int) -> Signature:
        """The signature in an opset version."""
        found = self._signatures.get(opset)
        if found is None:
            found = self._signatures[opset] = _signature(self, opset)
        return found

    def other_versions(self, name: str, opset: int) -> str:
        """Why an opset version lacks an attribute that another one has, "" where none has it.

        >>> squeeze = onnx_op(lambda node: (), "data axes?[13:]", "axes:is[:13]")
        >>> squeeze.other_versions("axes", 13), squeeze.other_versions("axis", 13)
        ('since opset 13 it is an input', '')
        """
        for text in self.attrs.split():
            if text.partition(":")[0].partition("[")[0] != name:
                continue
            match = _VERSIONS.fullmatch(text)
            since, until = (int(match["since"] or 0), int(match["until"] or _LAST)) if match else (0, _LAST)
            if opset < since:
                return f"it exists since opset {since}"
            if opset >= until:
                is_input = any(item.name == name for item in self.at(opset).inputs)
                return f"since opset {until} it is an input" if is_input else f"it is gone since opset {until}"
        return ""


def onnx_op(mapper: Mapper, inputs: str, attrs: str = "", *, since: int = 1) -> OnnxOp:
    """Declare an operator; the module's docstring has the notation."""
    return OnnxOp(mapper, inputs, attrs, since)


def _signature(op: OnnxOp, opset: int) -> Signature:
    inputs = tuple(
        OnnxInput(text.rstrip("?*"), text[-1] in "?*", text.endswith("*")) for text in _present(op.inputs, opset)
    )
    attrs: dict[str, OnnxAttr] = {}
    for text in _present(op.attrs, opset):
        head, _, default = text.partition("=")
        name, kind = head.rstrip("!").split(":")
        value = _default(kind, default) if "=" in text else None
        attrs[name] = OnnxAttr(name, kind, head.endswith("!"), value)
    defaults = {attr.name: attr.default for attr in attrs.values() if attr.default is not None}
    least = next((i for i in range(len(inputs), 0, -1) if not inputs[i - 1].is_optional), 0)
    most = _LAST if inputs and inputs[-1].is_variadic else len(inputs)
    return Signature(inputs, attrs, defaults, least, most, any(attr.required for attr in attrs.values()))


def _present(texts: str, opset: int) -> list[str]:
    present: list[str] = []
    for text in texts.split():
        match = _VERSIONS.fullmatch(text)
        if match is None:
            present.append(text)
        elif int(match["since"] or 0) <= opset < int(match["until"] or _LAST):
            present.append(match["rest"])
    return present


def _default(kind: str, text: str) -> object:
    match kind:
        case "i":
            return int(text)
        case "f":
            return float(text)
        case "is":
            return tuple(int(part) for part in text.split(",") if part)
        case "ss":
            return tuple(text.split(","))
        case _:
            return text
