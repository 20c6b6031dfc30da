"""`KnownValue`: what is known at compile time about the elements of a small tensor, element by element."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from struct import unpack
from typing import TYPE_CHECKING, TypeAlias

from metadef.types.dtype import DataType
from metadef.types.tensor_value import Inline, Mapped, TensorValue

if TYPE_CHECKING:
    from metadef.types.dim import Dim

__all__ = ["Element", "KnownValue"]

Element: TypeAlias = "int | float | bool | Dim | None"

_CODES = {
    DataType.BOOL: "?",
    DataType.INT8: "b",
    DataType.UINT8: "B",
    DataType.INT16: "h",
    DataType.UINT16: "H",
    DataType.INT32: "i",
    DataType.UINT32: "I",
    DataType.INT64: "q",
    DataType.UINT64: "Q",
    DataType.FLOAT: "f",
    DataType.DOUBLE: "d",
}  # as `struct` calls them
LIMIT = 4096  # elements; larger tensors are never shapes, and tracking them element by element would only cost time


@dataclass(frozen=True, slots=True)
class KnownValue:
    """Elements in row-major order; an element is a number, a symbolic `Dim`, or None where unknown.

    >>> KnownValue.vector([2, 3, None]).is_complete
    False
    """

    dims: tuple[int, ...]
    items: tuple[Element, ...]

    @staticmethod
    def vector(items: Sequence[Element]) -> KnownValue:
        """A 1-D value."""
        return KnownValue((len(items),), tuple(items))

    @staticmethod
    def scalar(item: Element) -> KnownValue:
        """A value of rank 0."""
        return KnownValue((), (item,))

    @staticmethod
    def of_tensor(tensor: TensorValue, limit: int = LIMIT) -> KnownValue | None:
        """The elements of a constant, None when it has more than `limit` or no plain numbers."""
        size = tensor.size
        if size > limit:
            return None
        code = _CODES.get(tensor.dtype)
        payload = tensor.payload
        data = payload.data if code is not None and isinstance(payload, Inline | Mapped) else b""
        if size and len(data) == size * tensor.itemsize:
            # WHY not NumPy: most constants that are asked for hold one to four integers
            return KnownValue(tensor.dims, unpack(f"<{size}{code}", data))
        try:
            array = tensor.array()
        except TypeError:
            return None
        if array.dtype.kind not in "biuf":
            return None
        return KnownValue(tensor.dims, tuple(array.reshape(-1).tolist()))

    @property
    def is_complete(self) -> bool:
        """Whether no element is unknown."""
        return all(item is not None for item in self.items)

    def ints(self) -> tuple[int, ...] | None:
        """All elements when every one is a plain integer, else None."""
        plain = tuple([item for item in self.items if isinstance(item, int) and not isinstance(item, bool)])
        return plain if len(plain) == len(self.items) else None

    def dimensions(self) -> tuple[int | Dim | None, ...]:
        """The elements as dimensions: floats and booleans count as unknown."""
        return tuple([None if isinstance(item, float | bool) else item for item in self.items])

    def item(self) -> Element:
        """The only element; None when there is not exactly one."""
        return self.items[0] if len(self.items) == 1 else None

    def __iter__(self) -> Iterator[Element]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __post_init__(self) -> None:
        if prod(self.dims) != len(self.items):
            raise ValueError(f"{len(self.items)} elements do not fill {self.dims}")
