"""Tensors to try an operator with: shapes port by port, types, and elements where rules read them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from metadef.codegen.cases.record import Member
from metadef.ops.check import axis_size
from metadef.ops.ports import Port
from metadef.ops.proto import OpProto
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.types.typeset import TypeSet

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["Plan", "has_elements", "plans", "tensor"]

Shape = tuple[int, ...]
Plan = tuple[Shape, ...]  # a shape for each input port, by position

# First input, second input, and all that follow. The commonest demands come first: equal shapes, a matrix and a matrix
# that fits it, a feature map with a filter or with one number a channel.
_TRIPLES: tuple[tuple[Shape, Shape, Shape], ...] = (
    ((2, 3), (2, 3), (2, 3)),
    ((4,), (4,), (4,)),
    ((2, 4, 4, 4), (2, 4, 4, 4), (2, 4, 4, 4)),
    ((2, 3, 4), (2, 3, 4), (2, 3, 4)),
    ((), (), ()),
    ((2, 3), (), ()),
    ((2, 3), (1,), (1,)),
    ((2, 3), (3,), (3,)),
    ((2, 3), (2,), (2,)),
    ((2, 3), (3, 4), (4,)),
    ((3, 3), (3, 3), (3,)),
    ((1, 4, 5, 5), (4, 4, 3, 3), (4,)),
    ((2, 4, 4, 4), (4,), (4,)),
    ((2, 3, 4), (2, 4, 3), (3,)),
    ((2, 4, 4, 4, 4), (2, 4, 4, 4, 4), (4,)),
    ((1, 4, 5, 5, 5), (4, 4, 3, 3, 3), (4,)),
    ((1, 8, 8, 4), (1, 8, 8, 4), (4,)),
    ((2, 4), (4, 2), (2, 2)),
    ((2, 3, 4), (3,), (4,)),
    ((4,), (2, 3), (2, 3)),
)
_WHOLE = TypeSet.of(DataType.INT32, DataType.INT64)
_LETTER_SIZES = (2, 3, 4, 5)
_LARGEST = 4096  # elements; larger tensors stay descriptors


def plans(proto: OpProto) -> Iterator[Plan]:
    """Shapes to try, likely ones first; with axis patterns only those that obey them."""
    count = len(proto.inputs)
    if any(port.pattern for port in proto.inputs):
        sizes: dict[str, int] = {}
        yield tuple(_of_pattern(port, sizes) for port in proto.inputs)
    else:
        for first, second, rest in _TRIPLES[: len(_TRIPLES) if count > 1 else 5]:
            yield (first, second, *(rest,) * (count - 2))[:count]
        if count == 1:
            yield from (((2, 4, 4, 4, 4),), ((3, 3),), ((8,),), ((1, 4),))


def _of_pattern(port: Port, sizes: dict[str, int]) -> Shape:
    if not port.pattern:
        return (2, 3)
    letters = [axis for axis in port.pattern.split() if axis != "..."]
    for letter in letters:
        fixed = axis_size(letter)
        size = fixed if fixed is not None and fixed < 1000 else _LETTER_SIZES[len(sizes) % 4]
        sizes.setdefault(letter, size)
    return tuple(sizes[letter] for letter in letters)


def has_elements(port: Port, position: int) -> bool:
    """Whether a port may take axes, sizes or indices, which its operator's shape may follow."""
    return position > 0 and port.types.mask != 0 and port.types <= _WHOLE


def tensor(dtype: DataType, shape: Shape, element: int | None = None) -> Member:
    """An array, where NumPy has the type: of the element, or of various small ones."""
    if not dtype.numpy_name or dtype is DataType.STRING or prod(shape) > _LARGEST:
        return TensorDesc(shape, dtype)
    return _array(dtype, shape, element)


@lru_cache(maxsize=4096)
def _array(dtype: DataType, shape: Shape, element: int | None) -> Array:
    import numpy as np

    size = prod(shape)
    if element is not None:
        flat = np.full(size, element)
    elif dtype.is_float or dtype.is_complex:
        flat = (np.arange(size) * 5 % 11 - 4) / 4  # WHY quarters: every type of a number with a point holds them
    else:
        flat = np.arange(size) * 5 % 3
    array = np.asarray(flat.astype(dtype.numpy).reshape(shape))
    array.setflags(write=False)  # WHY: one array serves many cases
    return array
