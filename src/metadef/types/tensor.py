"""`TensorDesc`: what is known about a tensor without its data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

from metadef.errors import MetadefError, UsageError
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat
from metadef.types.shape import Shape
from metadef.types.slot_setter import slot_setter

if TYPE_CHECKING:
    from metadef.types.dim import Dim

__all__ = ["TensorDesc"]


def _no_type(given: object) -> MetadefError:
    """WHY at once: a descriptor with something else for a type fails far from where it was made."""
    name = str(getattr(given, "__name__", given)).upper().removeprefix("DT_")
    name = {"FLOAT32": "FLOAT", "FLOAT64": "DOUBLE"}.get(name, name)
    hint = f"DataType.{name}" if name in DataType.__members__ else ""
    got = repr(given)[:60]
    return UsageError.of(
        "bad-usage", "descriptor", "the type must be a DataType", expected="DataType", got=got, hint=hint
    )


class TensorDesc:
    """Shape, type and format of a tensor; immutable and hashable.

    `shape` and `format` say what lies in memory, `origin_shape` and `origin_format` what the model's author meant;
    both are needed, because [8, 1, 224, 224, 16] in NC1HWC0 may hold 3 or 16 channels.

    >>> TensorDesc(("batch", 3), DataType.FLOAT)
    TensorDesc([batch, 3], FLOAT)
    """

    __slots__ = (
        "_hash",
        "alignment",
        "c0_code",
        "dtype",
        "format",
        "origin_format",
        "origin_shape",
        "shape",
        "sub_format",
        "value_range",
    )

    shape: Shape
    dtype: DataType
    format: Format
    origin_shape: Shape
    origin_format: Format
    alignment: int  # bytes; 0 leaves it to the target
    value_range: tuple[float, float] | None  # smallest and largest element, where known
    sub_format: int  # convolution groups of FRACTAL_Z; 0 = none
    c0_code: int  # C0 = 2 ** (code - 1); 0 leaves it to the data type

    def __init__(
        self,
        shape: Shape | Iterable[int | Dim | str | None] | None,
        dtype: DataType,
        format: Format | StorageFormat = Format.ND,
        *,
        origin_shape: Shape | Iterable[int | Dim | str | None] | None = None,
        origin_format: Format | None = None,
        alignment: int = 0,
        value_range: tuple[float, float] | None = None,
    ) -> None:
        """`shape` takes ints, `Dim`s, symbol names and None (unknown), or None for unknown rank.

        Raises:
            UsageError: if `dtype` is no `DataType`.
        """
        if type(dtype) is not DataType:
            raise _no_type(dtype)
        own = shape if isinstance(shape, Shape) else Shape(shape)
        primary, sub_format, c0_code = format, 0, 0
        if isinstance(primary, StorageFormat):
            primary, sub_format, c0_code = primary.primary, primary.sub, primary.c0_code
        meant = own
        if origin_shape is not None:
            meant = origin_shape if isinstance(origin_shape, Shape) else Shape(origin_shape)
            meant = own if meant == own else meant
        if origin_format is None:
            origin_format = primary
        _put_shape(self, own)
        _put_dtype(self, dtype)
        _put_format(self, primary)
        _put_sub_format(self, sub_format)
        _put_c0_code(self, c0_code)
        _put_origin_shape(self, meant)
        _put_origin_format(self, origin_format)
        _put_alignment(self, alignment)
        _put_value_range(self, value_range)
        _put_hash(self, hash((own, None if meant is own else meant, dtype, primary, origin_format)))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"TensorDesc is immutable; use .replace({name}=...)")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("TensorDesc is immutable")

    def _key(self) -> tuple[object, ...]:
        return (
            self.shape,
            self.dtype,
            self.format,
            self.sub_format,
            self.c0_code,
            self.origin_shape,
            self.origin_format,
            self.alignment,
            self.value_range,
        )

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, TensorDesc) and self._hash == other._hash and self._key() == other._key()

    def __hash__(self) -> int:
        return self._hash

    @property
    def storage_format(self) -> StorageFormat:
        """Primary format with its sub-format and C0 code."""
        return StorageFormat(self.format, self.sub_format, self.c0_code)

    @property
    def is_stored_as_meant(self) -> bool:
        """Whether storage and origin coincide, so that no layout was chosen yet."""
        return self.format is self.origin_format and self.shape == self.origin_shape and not self.sub_format

    def same_but_meaning(self, other: TensorDesc) -> bool:
        """Whether it is stored as meant and differs from `other` in nothing but shape and type."""
        return (
            self.shape is self.origin_shape
            and self.format is other.format
            and self.origin_format is other.origin_format
            and self.sub_format == other.sub_format
            and self.c0_code == other.c0_code
            and self.alignment == other.alignment
            and self.value_range == other.value_range
        )

    def inferred(self, shape: Shape, dtype: DataType) -> TensorDesc:
        """A copy with another meaning: shape and type replaced, and the storage shape with them."""
        packed = self.sub_format or self.c0_code
        # WHY twice: so it is nearly always, and keywords cost as much as the rest
        if not packed and not self.alignment and self.value_range is None:
            return TensorDesc(shape, dtype, self.format, origin_format=self.origin_format)
        return TensorDesc(
            shape,
            dtype,
            self.storage_format if packed else self.format,
            origin_format=self.origin_format,
            alignment=self.alignment,
            value_range=self.value_range,
        )

    def stored_as(self, format: Format | StorageFormat, shape: Shape) -> TensorDesc:
        """A copy that means the same but lies in memory in another format."""
        return TensorDesc(
            shape,
            self.dtype,
            format,
            origin_shape=self.origin_shape,
            origin_format=self.origin_format,
            alignment=self.alignment,
            value_range=self.value_range,
        )

    def meant_as(self, format: Format) -> TensorDesc:
        """A copy with another origin format, stored as meant."""
        return TensorDesc(self.origin_shape, self.dtype, format, alignment=self.alignment, value_range=self.value_range)

    def with_dtype(self, dtype: DataType) -> TensorDesc:
        """A copy with another element type."""
        return TensorDesc(
            self.shape,
            dtype,
            self.storage_format,
            origin_shape=self.origin_shape,
            origin_format=self.origin_format,
            alignment=self.alignment,
        )

    def __repr__(self) -> str:
        parts = [str(self.shape), self.dtype.name]
        if self.format is not Format.ND:
            parts.append(str(self.storage_format))
        if self.origin_format is not self.format or self.origin_shape != self.shape:
            parts.append(f"origin {self.origin_shape} {self.origin_format.serial}")
        return f"TensorDesc({', '.join(parts)})"


_put_shape = slot_setter(TensorDesc, "shape")
_put_dtype = slot_setter(TensorDesc, "dtype")
_put_format = slot_setter(TensorDesc, "format")
_put_sub_format = slot_setter(TensorDesc, "sub_format")
_put_c0_code = slot_setter(TensorDesc, "c0_code")
_put_origin_shape = slot_setter(TensorDesc, "origin_shape")
_put_origin_format = slot_setter(TensorDesc, "origin_format")
_put_alignment = slot_setter(TensorDesc, "alignment")
_put_value_range = slot_setter(TensorDesc, "value_range")
_put_hash = slot_setter(TensorDesc, "_hash")
