"""`storage_shape`: what an origin shape becomes in a storage format.

The rules are those of CANN's transformer library; blocked formats come from the table in `tiling`. Data never
enters here: see `transfer` for the movement of elements, which uses the same table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from metadef.errors import MetadefError
from metadef.formats.arguments import FormatLike, as_dtype, as_storage_format, require_usable
from metadef.formats.c0 import C0TableLike, c0_of
from metadef.formats.expansion import expanded_extents
from metadef.formats.extents import Extent, S, product, read_shape, round_up
from metadef.formats.groups import group_blocks
from metadef.formats.recurrent import RecurrentSizes, lstm_extents, rnn_bias_extents, rnn_extents
from metadef.formats.tiling import TILINGS, matrix_tiling, nd_tiling, plain_tiling
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat

__all__ = ["AXIS_FORMATS", "NZ_FORMATS", "StorageOptions", "logical_extents", "storage_extents", "storage_shape"]

# Formats whose axes have names; ND joins them with 4 axes, read as NCHW.
AXIS_FORMATS = frozenset(
    (
        *(Format.NCHW, Format.NHWC, Format.HWCN, Format.CHWN),
        *(Format.NCDHW, Format.NDHWC, Format.DHWCN, Format.DHWNC),
    )
)
NZ_FORMATS = frozenset(
    (
        *(Format.FRACTAL_NZ, Format.FRACTAL_NZ_C0_2, Format.FRACTAL_NZ_C0_4, Format.FRACTAL_NZ_C0_8),
        *(Format.FRACTAL_NZ_C0_16, Format.FRACTAL_NZ_C0_32),
    )
)
LAST_TWO_AXES = NZ_FORMATS | {Format.FRACTAL_ZZ}
GROUPED = frozenset((Format.FRACTAL_Z, Format.FRACTAL_Z_3D))
C04_CHANNELS = 4


@dataclass(frozen=True, slots=True)
class StorageOptions:
    """Everything besides shape, formats and type that decides a storage shape.

    Raises MetadefError when made with an M0 that is not positive (`c0-invalid`) or negative groups (`format-unusable`).
    """

    groups: int = 1  # convolution groups; a sub-format above 1 in the packed format says the same
    c0: int | None = None  # elements in one C0 block; None leaves it to format, type and table
    c0_table: C0TableLike | None = None  # None is CANN's test platform
    m0: int = 16  # rows of one FRACTAL_NZ block
    recurrent: RecurrentSizes = field(default_factory=RecurrentSizes)  # for the RNN formats

    def __post_init__(self) -> None:
        if self.m0 <= 0:
            raise MetadefError.of("c0-invalid", "m0", "M0 must be positive", expected="16", got=str(self.m0))
        if self.groups < 0:
            message = "a convolution has at least one group"
            raise MetadefError.of("format-unusable", "groups", message, expected="1 or more", got=str(self.groups))

    def c0_of(self, storage: StorageFormat, dtype: DataType) -> int:
        """Elements in one C0 block of `storage`.

        Raises:
            MetadefError: `c0-invalid`.
        """
        return c0_of(storage, dtype, self.c0, self.c0_table)

    def groups_of(self, storage: StorageFormat) -> int:
        """The groups that the format's sub-format or the option states; 1 for formats without groups."""
        if storage.primary not in GROUPED:
            return 1
        return storage.sub if storage.sub > 1 else max(self.groups, 1)


def storage_shape(
    shape: S,
    origin_format: FormatLike,
    storage_format: FormatLike,
    dtype: DataType | str,
    groups: int = 1,
    c0: int | None = None,
    c0_table: C0TableLike | None = None,
    m0: int = 16,
    reshape_type: str | None = None,
    input_size: int = 1,
    hidden_size: int = 1,
    state_size: int = -1,
) -> S:
    """The shape in memory of a tensor whose origin shape and format are given.

    Args:
        shape: the origin shape: a `Shape`, or a list or tuple of sizes, `Dim`s, symbol names, and None or -1 for an
            unknown axis. `Shape(None)` and [-2], unknown rank, stay as they are.
        origin_format: the meaning of the axes; a `Format`, a name with or without `FORMAT_`, or a packed integer.
        storage_format: the target, likewise; `FRACTAL_Z:16` and a C0 code in a packed format are honoured.
        dtype: element type; it chooses C0 where nothing else does.
        groups: convolution groups, for FRACTAL_Z and FRACTAL_Z_3D; a sub-format above 1 goes first.
        c0: elements in one C0 block, unless the target's name fixes it.
        c0_table: C0 by type; None is the platform of CANN's unit tests (16; INT8 32, INT4 64, ...).
        m0: rows of one FRACTAL_NZ block.
        reshape_type: None does not expand; "" expands to full rank by default axes, "CN" at those axes.
        input_size, hidden_size, state_size: attributes of recurrent operators, for their weights and biases.

    Returns:
        What came in: a `Shape` for a `Shape`, a list for a list, a tuple for a tuple; unknown axes are written -1
        when the caller wrote them so, else None. A target without a rule, a scalar, a rank below the origin
        format's, and ND with any plain target leave the shape unchanged.

    Raises:
        MetadefError: `format-unusable` for RESERVED, END, UNDEFINED, unknown names and negative groups; `c0-invalid`;
            `rank-mismatch` for more axes than the origin format names.

    Source: facts format_shape_rules.md.

    >>> storage_shape([8, 512, 5, 5], "NCHW", "NC1HWC0", "INT8")
    [8, 16, 5, 5, 32]
    >>> storage_shape((-1, 512, 5, 5), Format.NCHW, Format.NC1HWC0, DataType.FLOAT16)
    (-1, 32, 5, 5, 16)
    >>> from metadef.types.shape import Shape
    >>> storage_shape(Shape(("n", 64, "h", "h")), Format.NCHW, "FRACTAL_Z", DataType.FLOAT16)
    [4*h*h, floordiv(n+15,16), 16, 16]
    """
    extents, notation = read_shape(shape)
    if extents is None:
        return notation.write(None)
    origin = as_storage_format(origin_format, "origin_format").primary
    storage = as_storage_format(storage_format, "storage_format")
    if reshape_type is not None:
        extents = expanded_extents(extents, origin, storage.primary, reshape_type)
    options = StorageOptions(groups, c0, c0_table, m0, RecurrentSizes(input_size, hidden_size, state_size))
    return notation.write(storage_extents(extents, origin, storage, as_dtype(dtype), options))


def storage_extents(
    extents: Sequence[Extent], origin: Format, storage: StorageFormat, dtype: DataType, options: StorageOptions
) -> list[Extent]:
    """`storage_shape` on bare extents, already expanded.

    Raises:
        MetadefError: as `storage_shape`.
    """
    target = storage.primary
    same = list(extents)
    if not same or (origin is Format.ND and (target is Format.ND or target in AXIS_FORMATS)):
        return same
    require_usable(origin, target, dtype)
    if target is Format.NYUV_A:
        return _aligned_image(same) if origin is Format.NYUV else same
    if target is Format.ND_RNN_BIAS:
        return rnn_bias_extents(same, options.c0_of(storage, dtype), options.recurrent)
    if target is Format.FRACTAL_ZN_RNN:
        return rnn_extents(same, options.c0_of(storage, dtype), options.recurrent)
    if target in LAST_TWO_AXES:
        same = same if len(same) > 1 else [same[0], 1]
        tiling = nd_tiling(len(same), target)
        named = {str(axis): extent for axis, extent in enumerate(same)}
        return tiling.storage_extents(named, options.c0_of(storage, dtype), options.m0)
    if target is Format.FRACTAL_Z and len(same) == 2:
        named = {"K": same[0], "N": same[1]}
        return matrix_tiling().storage_extents(named, options.c0_of(storage, dtype))
    axes = logical_extents(same, origin)
    return same if axes is None else _axis_extents(same, axes, storage, dtype, options)


def logical_extents(extents: Sequence[Extent], origin: Format) -> dict[str, Extent] | None:
    """The length of every named axis; None when the origin format names none or the rank is too small.

    >>> logical_extents([2, 5, 6, 3], Format.NHWC)
    {'N': 2, 'H': 5, 'W': 6, 'C': 3}

    Raises:
        MetadefError: `rank-mismatch` for more axes than the format names.
    """
    if origin is Format.ND:
        return dict(zip("NCHW", extents, strict=True)) if len(extents) == 4 else None
    if origin not in AXIS_FORMATS:
        return None
    letters = origin.name
    if len(extents) < len(letters):
        return None
    if len(extents) > len(letters):
        message = f"{letters} names {len(letters)} axes, the shape has {len(extents)}"
        raise MetadefError.of(
            "rank-mismatch",
            "shape",
            message,
            expected=f"rank {len(letters)}",
            got=f"rank {len(extents)}",
            hint="ND, or a format with five axes such as NCDHW",
        )
    return dict(zip(letters, extents, strict=True))


def _axis_extents(
    same: list[Extent], axes: dict[str, Extent], storage: StorageFormat, dtype: DataType, options: StorageOptions
) -> list[Extent]:
    target = storage.primary
    if target in AXIS_FORMATS:
        return plain_tiling(target.name).storage_extents(axes, 1)
    if target is Format.FRACTAL_ZN_LSTM:
        return lstm_extents(axes["C"], axes["N"])
    if target is Format.FRACTAL_Z_C04:
        merged = {"K": product((C04_CHANNELS, axes["H"], axes["W"])), "N": axes["N"]}
        return matrix_tiling().storage_extents(merged, options.c0_of(storage, dtype))
    tiling = TILINGS.get(target)
    if tiling is None:
        return same
    c0 = options.c0_of(storage, dtype)
    groups = options.groups_of(storage)
    if groups > 1:
        blocks = group_blocks(axes["C"], axes["N"], c0, groups)
        filters = blocks.filters
        axes = axes | {"G": blocks.blocks, "C": blocks.channels, "N": filters}
    return tiling.storage_extents(axes, c0)


def _aligned_image(extents: list[Extent]) -> list[Extent]:
    """NYUV to NYUV_A: rows to a multiple of 16, columns to one of 64; other ranks than 3 and 4 stay."""
    if len(extents) not in (3, 4):
        return extents
    return [*extents[:-3], round_up(extents[-3], 16), round_up(extents[-2], 64), extents[-1]]
