"""`KnownValue`: what is known at compile time about the elements of a small tensor, element by element."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from metadef.types.dim import Dim
    from metadef.types.tensor_value import TensorValue

__all__ = ["Element", "KnownValue"]

Element: TypeAlias = "int | float | bool | Dim | None"

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
        if tensor.size > limit:
            return None
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
        plain = tuple(item for item in self.items if isinstance(item, int) and not isinstance(item, bool))
        return plain if len(plain) == len(self.items) else None

    def dimensions(self) -> tuple[int | Dim | None, ...]:
        """The elements as dimensions: floats and booleans count as unknown."""
        return tuple(None if isinstance(item, float | bool) else item for item in self.items)

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
