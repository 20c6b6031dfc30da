"""What ONNX says about a value (`ValueInfoProto`) as a descriptor, and the symbols of its dimensions."""

from __future__ import annotations

import re
from typing import Any

from metadef.errors import Finding, MetadefError, finding
from metadef.types.dim import Dim
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.wire.onnx_elements import ELEMENTS

__all__ = ["NOTHING_KNOWN", "declared_desc", "dtype_of", "input_desc", "unmappable_type"]

NOTHING_KNOWN = TensorDesc(None, DataType.UNDEFINED)

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*\Z")
_MAX_RANK = 64


def dtype_of(number: int) -> DataType | None:
    """The Ascend type of `onnx.TensorProto.DataType` number, None where there is none."""
    element = ELEMENTS.get(number)
    return element.dtype if element is not None else None


def declared_desc(info: Any) -> TensorDesc | None:
    """Type and shape as the file claims them, unnamed unknown dimensions left unknown; None if it claims nothing."""
    if not info.HasField("type") or info.type.WhichOneof("value") != "tensor_type":
        return None
    tensor = info.type.tensor_type
    dtype = dtype_of(tensor.elem_type) or DataType.UNDEFINED
    if not tensor.HasField("shape") or len(tensor.shape.dim) > _MAX_RANK:
        return TensorDesc(None, dtype)
    return TensorDesc(Shape([_dim(item) for item in tensor.shape.dim]), dtype)


def input_desc(info: Any, taken: set[str]) -> TensorDesc:
    """The descriptor of a graph input: dimensions without a name get one, such as `x_0` for the first of `x`.

    Args:
        info: the input's `ValueInfoProto`.
        taken: symbols in use; new ones are added.
    """
    desc = declared_desc(info) or NOTHING_KNOWN
    if desc.shape.rank is None:
        return desc
    dims: list[int | Dim] = []
    for axis, dim in enumerate(desc.shape):
        dims.append(dim if dim is not None else _fresh(f"{info.name}_{axis}", taken))
    shape = Shape(dims)
    taken |= shape.symbols()
    return TensorDesc(shape, desc.dtype)


def unmappable_type(info: Any, subject: str) -> Finding | None:
    """The finding for an input or output that is no tensor of a type that Ascend has."""
    kind = info.type.WhichOneof("value") if info.HasField("type") else None
    if kind is None:
        return None
    if kind != "tensor_type":
        what = str(kind).removesuffix("_type").replace("_", " ")
        return finding("dtype-not-allowed", subject, "Ascend graphs carry tensors only", expected="a tensor", got=what)
    number = info.type.tensor_type.elem_type
    if number and dtype_of(number) is None:
        known = ELEMENTS.get(number)
        return finding(
            "dtype-not-allowed",
            subject,
            "Ascend has no such type",
            got=known.name if known else f"element type {number}",
        )
    return None


def _dim(item: Any) -> int | Dim | None:
    """WHY: exporters write -1 for "any", though the format has another way; 0 is an empty axis, as the format says."""
    if item.HasField("dim_value"):
        return item.dim_value if item.dim_value >= 0 else None
    text: str = item.dim_param.strip()
    if not text or text == "?":
        return None
    if _IDENTIFIER.match(text):
        return Dim.symbol(text) if len(text) <= 256 else None
    try:
        parsed = Dim.parse(text)
        return parsed if not isinstance(parsed, int) or parsed >= 0 else None
    except MetadefError:
        pass
    try:
        return Dim.symbol(text)
    except MetadefError:
        return None


def _fresh(base: str, taken: set[str]) -> Dim:
    base = "".join(letter if letter.isprintable() else "_" for letter in base)[-200:]
    name, counter = base, 1
    while name in taken:
        name, counter = f"{base}_{counter}", counter + 1
    taken.add(name)
    return Dim.symbol(name)
