"""Where and as what a tensor lies: a storage format and an element type, each "as meant" unless it is named."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from metadef.types.dtype import DataType
from metadef.types.format import StorageFormat

__all__ = ["AS_MEANT", "Place", "Storage", "place_text"]

Storage: TypeAlias = StorageFormat | None  # None: the origin format
Place: TypeAlias = tuple[Storage, DataType | None]  # None: the type that the tensor has in the model
AS_MEANT: Place = (None, None)


@cache
def place_text(place: Place) -> str:
    """The name of a place; different places have different names.

    >>> place_text(AS_MEANT), place_text((None, DataType.FLOAT16))
    ('plain', 'plain FLOAT16')
    """
    storage, dtype = place
    text = "plain" if storage is None else str(storage)
    return text if dtype is None else f"{text} {dtype.name}"
