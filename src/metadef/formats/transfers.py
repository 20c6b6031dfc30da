"""`transfer`: the elements of a tensor moved from one memory format to another, exactly and with zero padding."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from metadef.errors import MetadefError
from metadef.formats.arguments import FormatLike, as_dtype, as_storage_format, require_sized, require_usable
from metadef.formats.c0 import C0TableLike
from metadef.formats.recurrent import RecurrentSizes
from metadef.formats.storage import GROUPED, StorageOptions, storage_extents
from metadef.formats.tiles import Array
from metadef.formats.transfer_context import PLAIN_FORMATS, TransferContext
from metadef.formats.transfer_rules import TRANSFERS
from metadef.formats.transfer_table import TransferRoute, TransferTable
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat

__all__ = ["transfer", "transfer_route"]


def transfer(
    array: Array,
    src: FormatLike,
    dst: FormatLike,
    *,
    origin_shape: Sequence[int] | None = None,
    origin_format: FormatLike | None = None,
    dtype: DataType | str | None = None,
    groups: int = 1,
    c0: int | None = None,
    c0_table: C0TableLike | None = None,
    m0: int = 16,
    input_size: int = 1,
    hidden_size: int = 1,
    state_size: int = -1,
    table: TransferTable | None = None,
) -> Array:
    """The array in another memory format.

    Args:
        array: the tensor, shaped as `src` demands; ml_dtypes types (int4, float8, ...) hold one element each.
        src: the format of `array`: a `Format`, a name, a `StorageFormat` (groups, C0 code) or a packed integer.
        dst: the format wanted.
        origin_shape: shape of the tensor in `origin_format`; needed whenever `src` is a blocked format, because
            the padding cannot be told from the data.
        origin_format: the meaning of `origin_shape`; by default `src` if that is plain, else `dst`. Between two
            plain formats, where `origin_shape` is not needed, it may be that of either.
        dtype: element type where the array's own does not say it (QINT8 or UINT1 kept as int8 and uint8).
        groups: convolution groups of FRACTAL_Z and FRACTAL_Z_3D; a sub-format above 1 goes first.
        c0, c0_table, m0, input_size, hidden_size, state_size: as for `storage_shape`.
        table: the rules; None is `TRANSFERS`.

    Returns:
        An array whose shape is `storage_shape` of the origin shape; padding is zero. It may share memory with
        `array` when no element moves.

    Raises:
        MetadefError: `transfer-missing` when no chain of rules leads to `dst`; `transfer-condition` when this
            tensor does not fit; `origin-shape-missing`; `storage-shape-mismatch`; `format-unusable`; `c0-invalid`;
            `rank-mismatch`.

    >>> x = np.arange(1, 4, dtype=np.float16).reshape(1, 3, 1, 1)
    >>> y = transfer(x, "NCHW", "NC1HWC0")
    >>> y.shape, y.ravel()[:5].tolist()
    ((1, 1, 1, 1, 16), [1.0, 2.0, 3.0, 0.0, 0.0])
    >>> transfer(y, "NC1HWC0", "NHWC", origin_shape=(1, 1, 1, 3)).tolist()
    [[[[1.0, 2.0, 3.0]]]]
    """
    rules = TRANSFERS if table is None else table
    options = StorageOptions(groups, c0, c0_table, m0, RecurrentSizes(input_size, hidden_size, state_size))
    array = np.asarray(array)
    element = _dtype_of(array, dtype)
    source, destination = as_storage_format(src, "src"), as_storage_format(dst, "dst")
    origin = None if origin_format is None else as_storage_format(origin_format, "origin_format").primary
    if origin is None and destination.primary in PLAIN_FORMATS and origin_shape is not None:
        # WHY: a round trip names the shape it began with, which is that of `dst` even when `src` is plain too
        origin = source.primary if tuple(origin_shape) == array.shape else destination.primary
        origin = origin if origin in PLAIN_FORMATS else None
    context = _context(source, destination, origin, element, options)
    context = _with_origin_shape(context, array.shape, origin_shape)
    legs = _legs(context)
    legs[0].require_shape(context.source.primary, array.shape)
    for leg in legs:
        for rule in rules.route(leg).rules:
            array = rule.algorithm(array, leg, rule)
    return np.ascontiguousarray(array) if array.ndim else array


def transfer_route(
    src: FormatLike,
    dst: FormatLike,
    origin_shape: Sequence[int],
    dtype: DataType | str,
    *,
    origin_format: FormatLike | None = None,
    groups: int = 1,
    c0: int | None = None,
    c0_table: C0TableLike | None = None,
    m0: int = 16,
    input_size: int = 1,
    hidden_size: int = 1,
    state_size: int = -1,
    table: TransferTable | None = None,
) -> TransferRoute:
    """The rules that `transfer` would apply, and the bytes that they read and write.

    Raises:
        MetadefError: as `transfer`.

    >>> route = transfer_route("FRACTAL_Z", "NC1HWC0", (32, 3, 7, 7), "FLOAT16", origin_format="NCHW")
    >>> str(route), route.bytes_moved
    ('FRACTAL_Z -> NCHW -> NC1HWC0', 119168)
    """
    rules = TRANSFERS if table is None else table
    options = StorageOptions(groups, c0, c0_table, m0, RecurrentSizes(input_size, hidden_size, state_size))
    element = as_dtype(dtype)
    require_sized(element)
    origin = None if origin_format is None else as_storage_format(origin_format, "origin_format").primary
    context = _context(as_storage_format(src, "src"), as_storage_format(dst, "dst"), origin, element, options)
    legs = [rules.route(leg) for leg in _legs(_with_origin_shape(context, None, origin_shape))]
    return TransferRoute(tuple(rule for leg in legs for rule in leg.rules), sum(leg.bytes_moved for leg in legs))


def _dtype_of(array: Array, dtype: DataType | str | None) -> DataType:
    if dtype is None:
        try:
            element = DataType.from_numpy(array.dtype)
        except TypeError as problem:
            raise MetadefError.of("format-unusable", "array", str(problem), got=str(array.dtype)) from problem
    else:
        element = as_dtype(dtype)
    require_sized(element)
    return element


def _context(
    source: StorageFormat, destination: StorageFormat, origin: Format | None, dtype: DataType, options: StorageOptions
) -> TransferContext:
    """The context without its shape; the origin format is filled in.

    Raises:
        MetadefError: `format-unusable`; `origin-shape-missing` when no plain format is known.
    """
    require_usable(source.primary, destination.primary, dtype)
    if origin is None:
        plain = [end.primary for end in (source, destination) if end.primary in PLAIN_FORMATS]
        if not plain:
            raise _no_origin(source, destination, "origin_format=Format.NCHW and origin_shape=...")
        origin = plain[0]
    require_usable(origin, origin, dtype)
    if origin not in PLAIN_FORMATS:
        message = f"{origin.name} is a storage format, which cannot be the origin of a tensor"
        raise MetadefError.of("format-unusable", "origin_format", message, got=origin.name, hint="NCHW or ND")
    return TransferContext(origin, (), dtype, source, destination, options)


def _with_origin_shape(
    context: TransferContext, shape: tuple[int, ...] | None, origin_shape: Sequence[int] | None
) -> TransferContext:
    """The context with the origin shape given, or derived from the array when its format is plain."""
    origin, source = context.origin_format, context.source
    if origin_shape is not None:
        dims = tuple(origin_shape)
    elif shape is not None and source.primary in PLAIN_FORMATS:
        extents = storage_extents(shape, source.primary, StorageFormat(origin), context.dtype, context.options)
        dims = tuple(extent for extent in extents if isinstance(extent, int))
    else:
        raise _no_origin(source, context.destination, f"origin_shape=(...) in {origin.name}")
    negative = [dim for dim in dims if dim < 0]
    if negative:
        message = "data move only between known shapes"
        raise MetadefError.of("storage-shape-mismatch", "origin_shape", message, expected="sizes", got=str(list(dims)))
    return TransferContext(origin, dims, context.dtype, source, context.destination, context.options)


def _no_origin(source: StorageFormat, destination: StorageFormat, hint: str) -> MetadefError:
    return MetadefError.of(
        "origin-shape-missing",
        f"{source} to {destination}",
        f"the shape that the tensor had before it went into {source} must be known",
        expected="origin_shape, and origin_format when neither format is plain",
        got="none",
        hint=hint,
    )


def _legs(context: TransferContext) -> list[TransferContext]:
    """The context itself; or two legs over the origin format when only groups or C0 change."""
    source, destination, options = context.source, context.destination, context.options
    if source.primary is not destination.primary or source == destination:
        return [context]
    same_c0 = options.c0_of(source, context.dtype) == options.c0_of(destination, context.dtype)
    same_groups = source.primary not in GROUPED or options.groups_of(source) == options.groups_of(destination)
    if same_c0 and same_groups:
        return [context]
    middle = StorageFormat(context.origin_format)
    ends = ((source, middle), (middle, destination))
    return [
        TransferContext(context.origin_format, context.origin_shape, context.dtype, first, last, options)
        for first, last in ends
    ]
