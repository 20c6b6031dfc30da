"""What a conversion must know besides the array: the origin of the tensor, its type, and both packed formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from metadef.errors import MetadefError
from metadef.formats.storage import AXIS_FORMATS, StorageOptions, logical_extents, storage_extents
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat

__all__ = ["PLAIN_FORMATS", "TransferContext", "describe_route"]

PLAIN_FORMATS = AXIS_FORMATS | {Format.ND, Format.NYUV}  # formats that can be the origin of a tensor


@dataclass(frozen=True, slots=True)
class TransferContext:
    """One tensor on its way from one storage format to another."""

    origin_format: Format  # a plain format: what the axes of `origin_shape` mean
    origin_shape: tuple[int, ...]
    dtype: DataType
    source: StorageFormat
    destination: StorageFormat
    options: StorageOptions

    def storage_of(self, primary: Format) -> StorageFormat:
        """The packed format of a stop on the way: that of an end, or without sub-format and C0 code."""
        for end in (self.destination, self.source):
            if end.primary is primary:
                return end
        return StorageFormat(primary)

    def shape_of(self, primary: Format) -> tuple[int, ...]:
        """The shape of the tensor in a format."""
        extents = storage_extents(
            self.origin_shape, self.origin_format, self.storage_of(primary), self.dtype, self.options
        )
        return tuple(extent for extent in extents if isinstance(extent, int))

    def size_bytes(self, primary: Format) -> int:
        """Bytes that the tensor takes in a format, padding included."""
        return self.dtype.size_in_bytes(prod(self.shape_of(primary)))

    def c0_of(self, primary: Format) -> int:
        """Elements in one C0 block of a format."""
        return self.options.c0_of(self.storage_of(primary), self.dtype)

    def groups_of(self, primary: Format) -> int:
        """Convolution groups of a format; 1 where it has none."""
        return self.options.groups_of(self.storage_of(primary))

    def axes(self) -> dict[str, int] | None:
        """The length of every named axis; None when the origin names none, so that named formats keep the shape."""
        extents = logical_extents(self.origin_shape, self.origin_format)
        if extents is None:
            return None
        return {axis: extent for axis, extent in extents.items() if isinstance(extent, int)}

    def letters_of(self, plain: Format) -> str:
        """The axis letters of a plain format; ND is read as NCHW."""
        return "NCHW" if plain is Format.ND else plain.name

    def require_shape(self, primary: Format, shape: Sequence[int]) -> None:
        """Refuse an array that is not shaped as its format demands.

        Raises:
            MetadefError: `storage-shape-mismatch`.
        """
        expected = self.shape_of(primary)
        if tuple(shape) != expected:
            raise MetadefError.of(
                "storage-shape-mismatch",
                f"array in {self.storage_of(primary)}",
                f"{self.origin_format.name} {list(self.origin_shape)} has shape {list(expected)} in {primary.name}, "
                f"the array has {list(shape)}",
                expected=str(list(expected)),
                got=str(list(shape)),
                hint=f"an origin_shape in the axis order of {self.origin_format.name}",
            )


def describe_route(formats: Sequence[Format]) -> str:
    """A route as people write it.

    >>> describe_route([Format.FRACTAL_Z, Format.NCHW])
    'FRACTAL_Z -> NCHW'
    """
    return " -> ".join(item.name for item in formats)
