"""Tensor descriptors as messages: dimensions as numbers, -1 for what is none, and expressions as text beside them."""

from __future__ import annotations

from typing import cast

from metadef.errors import FileError
from metadef.schema.messages import Message, member, new
from metadef.schema.values import dtype_of
from metadef.types.dim import DimLike, parse_dim
from metadef.types.format import Format, StorageFormat
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

__all__ = ["desc_from_message", "desc_to_message", "format_of"]

_MOST = 1 << 63
_LAYOUTS = {layout.value: layout for layout in Format}


def format_of(number: int, subject: str) -> Format:
    """The format of a number.

    Raises:
        FileError: if there is none, as a newer release may have.
    """
    return member(_LAYOUTS, number, "format", subject)


def desc_to_message(desc: TensorDesc) -> Message:
    """A `TensorDesc` message."""
    shape, dims = _dims(desc.shape)
    origin_shape, origin_dims = _dims(desc.origin_shape)
    return new(
        "TensorDesc",
        shape=shape,
        dims=dims,
        dtype=desc.dtype.value,
        layout=desc.format.value,
        alignment=desc.alignment,
        origin_shape=origin_shape,
        origin_dims=origin_dims,
        origin_layout=desc.origin_format.value,
        unknown_rank=desc.shape.rank is None,
        unknown_origin_rank=desc.origin_shape.rank is None,
        sub_format=desc.sub_format,
        c0_code=desc.c0_code,
        value_range=desc.value_range or (),
    )


def _dims(shape: Shape) -> tuple[list[int], list[str]]:
    """Numbers, and the text of every dimension where one is an expression; nothing for an unknown rank."""
    if shape.rank is None:
        return [], []
    dims = list(shape)
    numbers = [dim if isinstance(dim, int) and dim < _MOST else -1 for dim in dims]
    # WHY: an expression, and a number that 64 bits cannot hold, travel as text
    texts = ["" if dim is None or number >= 0 else str(dim) for dim, number in zip(dims, numbers, strict=True)]
    return numbers, texts if any(texts) else []


def desc_from_message(message: Message, subject: str = "tensor") -> TensorDesc:
    """The descriptor of a `TensorDesc` message.

    Raises:
        FileError: if its numbers or expressions mean nothing here.
    """
    layout = format_of(message.layout, subject)
    ends = tuple(message.value_range)
    origin = _shape(message.origin_shape, message.origin_dims, message.unknown_origin_rank, subject)
    return TensorDesc(
        _shape(message.shape, message.dims, message.unknown_rank, subject),
        dtype_of(message.dtype, subject),
        StorageFormat(layout, message.sub_format, message.c0_code) if message.sub_format or message.c0_code else layout,
        origin_shape=origin,
        origin_format=format_of(message.origin_layout, subject),
        alignment=message.alignment,
        value_range=cast("tuple[float, float]", ends) if len(ends) == 2 else None,
    )


def _shape(numbers: object, texts: object, unknown_rank: bool, subject: str) -> Shape:
    if unknown_rank:
        return Shape(None)
    sizes, words = list(cast("list[int]", numbers)), list(cast("list[str]", texts))
    words += [""] * (len(sizes) - len(words))
    dims: list[DimLike | None] = []
    for size, word in zip(sizes, words, strict=False):
        try:
            dims.append(parse_dim(word) if word else size if size >= 0 else None)
        except ValueError as error:
            raise FileError.of("file-corrupt", subject, f"no dimension: {word[:80]!r}") from error
    return Shape(dims)
