"""Expansion to full rank: where ones are inserted before a shape is laid out.

`reshape_type` names the axes that the existing dimensions are ("CN"); its integer form has a bit for each axis that
is inserted and the full rank in the top byte. Source: facts format_shape_rules.md and format_inference.md §9.
"""

from __future__ import annotations

from collections.abc import Sequence

from metadef.errors import MetadefError
from metadef.formats.arguments import FormatLike, as_storage_format
from metadef.formats.extents import Extent, S, read_shape
from metadef.types.format import Format

__all__ = [
    "expand_dims",
    "expand_dims_by_mask",
    "expand_mask",
    "expanded_extents",
    "full_rank",
    "reshape_type_of_mask",
]

FORBIDDEN = "FORBIDDEN"  # the reshape type that means: never expand
_RANK_SHIFT = 56

# Formats that take any rank, so that nothing is inserted for them.
_ANY_RANK = frozenset(
    (
        *(Format.ND, Format.ND_RNN_BIAS, Format.FRACTAL_ZN_RNN),
        *(Format.FRACTAL_NZ, Format.FRACTAL_NZ_C0_2, Format.FRACTAL_NZ_C0_4, Format.FRACTAL_NZ_C0_8),
        *(Format.FRACTAL_NZ_C0_16, Format.FRACTAL_NZ_C0_32),
    )
)

# origin format: the axes that 1, 2, 3 (and 4) dimensions are taken for
_DEFAULTS: dict[Format, tuple[str, ...]] = {
    Format.NCHW: ("C", "CH", "CHW"),
    Format.NHWC: ("C", "HW", "HWC"),
    Format.HWCN: ("C", "CN", "WCN"),
    Format.CHWN: ("C", "WN", "HWN"),
    Format.NDHWC: ("C", "WC", "HWC", "DHWC"),
    Format.NCDHW: ("C", "HW", "DHW", "CDHW"),
    Format.DHWCN: ("C", "CN", "WCN", "HWCN"),
    Format.DHWNC: ("C", "NC", "WNC", "HWNC"),
}


def full_rank(origin: Format) -> int | None:
    """The rank to which shapes of a format are expanded: 4 or 5; None for formats without expansion.

    >>> full_rank(Format.NCHW), full_rank(Format.NDHWC), full_rank(Format.NC1HWC0)
    (4, 5, None)
    """
    if origin is Format.ND:
        return 4
    return len(origin.name) if origin in _DEFAULTS else None


def expand_dims(shape: S, origin_format: FormatLike, storage_format: FormatLike, reshape_type: str = "") -> S:
    """The shape with ones inserted up to the full rank of its origin format.

    Args:
        shape: as for `storage_shape`; the result is written the same way.
        origin_format: the format whose axes `reshape_type` names.
        storage_format: the target; ND, FRACTAL_NZ and the RNN formats never expand.
        reshape_type: axes of the existing dimensions in the order of the origin format; any other text counts as
            "" and gives the default. Longer than the rank, only its first letters count; shorter, nothing happens.
            "FORBIDDEN" never expands.

    Raises:
        MetadefError: `format-unusable` for a name that no format has.

    >>> expand_dims([5, 6], "NCHW", "NC1HWC0"), expand_dims([5, 6], "NCHW", "NC1HWC0", "NW")
    ([1, 5, 6, 1], [5, 1, 1, 6])
    """
    extents, notation = read_shape(shape)
    if extents is None:
        return notation.write(None)
    origin = as_storage_format(origin_format, "origin_format").primary
    storage = as_storage_format(storage_format, "storage_format").primary
    return notation.write(expanded_extents(extents, origin, storage, reshape_type))


def expanded_extents(extents: Sequence[Extent], origin: Format, storage: Format, reshape_type: str) -> list[Extent]:
    """`expand_dims` on bare extents."""
    return _insert_ones(extents, expand_mask(len(extents), origin, storage, reshape_type))


def expand_mask(rank: int, origin_format: FormatLike, storage_format: FormatLike, reshape_type: str = "") -> int:
    """The integer form of a reshape type for a shape of `rank` dimensions.

    Bit i is set when axis i of the full shape is inserted; bits 56 and up hold the full rank. 0 means no expansion.

    >>> hex(expand_mask(2, "NCHW", "NC1HWC0", "NC")), expand_mask(4, "NCHW", "NC1HWC0")
    ('0x40000000000000c', 0)

    Raises:
        MetadefError: `format-unusable` for a name that no format has.
    """
    origin = as_storage_format(origin_format, "origin_format").primary
    storage = as_storage_format(storage_format, "storage_format").primary
    full = full_rank(origin)
    if full is None or rank >= full or reshape_type == FORBIDDEN or storage in _ANY_RANK:
        return 0
    if origin is Format.ND and (storage is Format.FRACTAL_Z or rank > 0):
        return 0  # WHY: ND has no axis names, so only a scalar has a place in it
    letters = "" if rank == 0 else _axes_of_dims(origin, rank, reshape_type)
    if len(letters) < rank:
        return 0
    kept = {origin.name.index(letter) for letter in letters[:rank]}
    return sum(1 << axis for axis in range(full) if axis not in kept) | full << _RANK_SHIFT


def _axes_of_dims(origin: Format, rank: int, reshape_type: str) -> str:
    return reshape_type if _is_subsequence(reshape_type, origin.name) else _DEFAULTS[origin][rank - 1]


def _is_subsequence(letters: str, axes: str) -> bool:
    """Whether `letters` names some axes, at least one, in order."""
    rest = iter(axes)
    return bool(letters) and all(letter in rest for letter in letters)


def reshape_type_of_mask(mask: int, origin_format: FormatLike) -> str:
    """The axes that a mask keeps, which is the reshape type it was made from; all axes for 0.

    >>> reshape_type_of_mask(0x40000000000000C, "NCHW")
    'NC'

    Raises:
        MetadefError: `reshape-mask-invalid` when the mask is of another rank than the format.
    """
    origin = as_storage_format(origin_format, "origin_format").primary
    full = full_rank(origin)
    axes = "NCHW" if origin is Format.ND else origin.name
    if full is None or mask < 0 or (mask and mask >> _RANK_SHIFT != full):
        raise _bad_mask(mask, f"{origin.name} of rank {full}")
    return "".join(letter for axis, letter in enumerate(axes) if not mask >> axis & 1)


def expand_dims_by_mask(shape: S, mask: int) -> S:
    """The shape with ones inserted where the mask says so.

    >>> expand_dims_by_mask([5, 6], expand_mask(2, "NCHW", "NC1HWC0", "HW"))
    [1, 1, 5, 6]

    Raises:
        MetadefError: `reshape-mask-invalid` when the mask does not keep as many axes as the shape has.
    """
    extents, notation = read_shape(shape)
    if extents is None:
        return notation.write(None)
    full = mask >> _RANK_SHIFT
    inserted = mask & (1 << _RANK_SHIFT) - 1
    if mask and (mask < 0 or full > _RANK_SHIFT or inserted >> full or full - inserted.bit_count() != len(extents)):
        raise _bad_mask(mask, f"a shape of rank {len(extents)}")
    return notation.write(_insert_ones(extents, mask))


def _insert_ones(extents: Sequence[Extent], mask: int) -> list[Extent]:
    if not mask:
        return list(extents)
    rest = iter(extents)
    return [1 if mask >> axis & 1 else next(rest) for axis in range(mask >> _RANK_SHIFT)]


def _bad_mask(mask: int, target: str) -> MetadefError:
    return MetadefError.of(
        "reshape-mask-invalid",
        "expand_dims_type",
        f"the mask does not fit {target}",
        expected="a bit for each inserted axis and the full rank from bit 56 on",
        got=hex(mask),
    )
