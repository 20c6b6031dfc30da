"""Which storage axes hold which origin axes, and to what multiple each origin axis is padded.

Both follow from the tiling of the storage format. `origin_shape` goes the other way as far as a storage shape tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metadef.errors import MetadefError
from metadef.formats.arguments import FormatLike, as_dtype, as_storage_format, require_usable
from metadef.formats.c0 import C0TableLike
from metadef.formats.extents import Extent, S, product, read_shape, round_up
from metadef.formats.storage import AXIS_FORMATS, LAST_TWO_AXES, StorageOptions
from metadef.formats.tiling import TILINGS, Part, Tiling, nd_tiling, plain_tiling
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat

__all__ = ["AxisMaps", "aligned_shape", "axis_alignment", "axis_maps", "origin_shape"]

NO_AXIS = -1  # how GE marks a storage axis that is the inside of a block


@dataclass(frozen=True, slots=True)
class AxisMaps:
    """The correspondence of axes; what GE calls TransferDims."""

    to_storage: tuple[tuple[int, ...], ...]  # for each origin axis, the storage axes that count its blocks
    to_origin: tuple[tuple[int, ...], ...]  # for each storage axis, the origin axes in it; (-1,) inside a block


def axis_maps(rank: int, origin_format: FormatLike, storage_format: FormatLike) -> AxisMaps:
    """The maps between the axes of an origin shape and of its storage shape.

    Args:
        rank: axes of the origin shape, after expansion.
        origin_format: their meaning.
        storage_format: the target.

    Raises:
        MetadefError: `transfer-missing` when the target has no axis-by-axis relation to the origin format.

    >>> axis_maps(3, "ND", "FRACTAL_NZ")
    AxisMaps(to_storage=((0,), (2,), (1,)), to_origin=((0,), (2,), (1,), (-1,), (-1,)))
    >>> axis_maps(4, "NCHW", "FRACTAL_Z").to_origin
    ((1, 2, 3), (0,), (-1,), (-1,))
    """
    axes, tiling = _tiled_axes(rank, origin_format, storage_format)
    position = {axis: index for index, axis in enumerate(axes)}
    outermost = {axis: len(tiling.blocks.get(axis, ())) for axis in tiling.axes}
    to_origin = [
        tuple(position[part.axis] for part in dim if part.axis in position and part.level == outermost[part.axis])
        for dim in tiling.dims
    ]
    to_storage = [tuple(place for place, found in enumerate(to_origin) if axis in found) for axis in range(rank)]
    return AxisMaps(tuple(to_storage), tuple(found or (NO_AXIS,) for found in to_origin))


def axis_alignment(
    rank: int,
    origin_format: FormatLike,
    storage_format: FormatLike,
    dtype: DataType | str,
    c0: int | None = None,
    c0_table: C0TableLike | None = None,
    m0: int = 16,
) -> list[int]:
    """The number of elements to whose multiple each origin axis is padded; what GE calls GetAlignedShape.

    Raises:
        MetadefError: as `axis_maps`; `format-unusable`; `c0-invalid`.

    >>> axis_alignment(2, "ND", "FRACTAL_NZ", "FLOAT16"), axis_alignment(4, "NCHW", "NC1HWC0", "INT8")
    ([16, 16], [1, 32, 1, 1])
    """
    storage = as_storage_format(storage_format, "storage_format")
    element = as_dtype(dtype)
    require_usable(as_storage_format(origin_format, "origin_format").primary, storage.primary, element)
    axes, tiling = _tiled_axes(rank, origin_format, storage)
    block = StorageOptions(c0=c0, c0_table=c0_table).c0_of(storage, element)
    return [tiling.alignment(axis, block, m0) for axis in axes]


def aligned_shape(
    shape: S,
    origin_format: FormatLike,
    storage_format: FormatLike,
    dtype: DataType | str,
    c0: int | None = None,
    c0_table: C0TableLike | None = None,
    m0: int = 16,
) -> S:
    """The origin shape with every axis padded as the storage format pads it, one group.

    Raises:
        MetadefError: as `axis_alignment`.

    >>> aligned_shape([8, 3, 5, 5], "NCHW", "NC1HWC0", "FLOAT16")
    [8, 16, 5, 5]
    """
    extents, notation = read_shape(shape)
    if extents is None:
        return notation.write(None)
    multiples = axis_alignment(len(extents), origin_format, storage_format, dtype, c0, c0_table, m0)
    return notation.write([round_up(extent, multiple) for extent, multiple in zip(extents, multiples, strict=True)])


def origin_shape(
    shape: S,
    storage_format: FormatLike,
    origin_format: FormatLike,
    dtype: DataType | str,
    c0: int | None = None,
    c0_table: C0TableLike | None = None,
    m0: int = 16,
) -> S:
    """The origin shape as far as a storage shape decides it; an axis that it does not decide is unknown.

    Axes that are split into blocks of more than one element and axes that are merged with others stay unknown,
    unless they are empty. Plain formats decide everything.

    Args:
        shape: the storage shape; the result is written the same way.
        storage_format: the format it is in.
        origin_format: the format wanted.
        dtype, c0, c0_table, m0: as for `storage_shape`.

    Raises:
        MetadefError: as `axis_alignment`; `rank-mismatch` when the shape has another rank than the storage format.

    >>> origin_shape([8, 1, 224, 224, 16], "NC1HWC0", "NHWC", "FLOAT16")
    [8, 224, 224, None]
    >>> origin_shape((8, 3, 5, 7), "NCHW", "HWCN", "FLOAT16")
    (5, 7, 3, 8)
    """
    extents, notation = read_shape(shape)
    storage = as_storage_format(storage_format, "storage_format")
    if extents is None:
        return notation.write(None)
    origin = as_storage_format(origin_format, "origin_format").primary
    rank = len(extents) - 2 if storage.primary in LAST_TWO_AXES else len(origin.name)
    rank = 4 if origin is Format.ND and storage.primary in TILINGS else rank
    if origin is Format.ND and storage.primary in AXIS_FORMATS | {Format.ND}:
        return notation.write(extents)
    axes, tiling = _tiled_axes(max(rank, 0), origin, storage)
    if len(tiling.dims) != len(extents):
        message = f"{storage.primary.name} has {len(tiling.dims)} axes, the shape has {len(extents)}"
        raise MetadefError.of("rank-mismatch", "shape", message, got=f"rank {len(extents)}")
    block = StorageOptions(c0=c0, c0_table=c0_table).c0_of(storage, as_dtype(dtype))
    return notation.write([_decided(tiling, axis, extents, block, m0) for axis in axes])


def _decided(tiling: Tiling, axis: str, storage: Sequence[Extent], c0: int, m0: int) -> Extent:
    """The length of one logical axis, None when the storage shape leaves it open."""
    if axis not in tiling.axes:
        return 1
    outer = Part(axis, len(tiling.blocks.get(axis, ())))
    place = next(index for index, dim in enumerate(tiling.dims) if outer in dim)
    multiple = tiling.alignment(axis, c0, m0)
    if len(tiling.dims[place]) > 1 or (multiple > 1 and storage[place] != 0):
        return None
    return product((storage[place], multiple))


def _tiled_axes(rank: int, origin_format: FormatLike, storage_format: FormatLike) -> tuple[tuple[str, ...], Tiling]:
    """The names of the origin axes, and the tiling of the storage format in these names."""
    origin = as_storage_format(origin_format, "origin_format").primary
    storage: StorageFormat = as_storage_format(storage_format, "storage_format")
    target = storage.primary
    if target in LAST_TWO_AXES and rank >= 2:
        return tuple(str(axis) for axis in range(rank)), nd_tiling(rank, target)
    if origin is target or (origin is Format.ND and target in AXIS_FORMATS):
        names = tuple(str(axis) for axis in range(rank))
        return names, Tiling(tuple((Part(name, 0),) for name in names), {})
    letters = "NCHW" if origin is Format.ND else origin.name
    if (origin is Format.ND or origin in AXIS_FORMATS) and rank == len(letters):
        if target in AXIS_FORMATS:
            return tuple(letters), plain_tiling(target.name)
        if target in TILINGS:
            return tuple(letters), TILINGS[target]
    raise MetadefError.of(
        "transfer-missing",
        f"{origin.name} to {target.name}",
        f"a shape of rank {rank} in {origin.name} has no axis-by-axis relation to {target.name}",
        expected=f"rank {len(letters)} and a plain, blocked or FRACTAL_NZ target",
        got=f"rank {rank}",
        hint="expand_dims first",
    )
