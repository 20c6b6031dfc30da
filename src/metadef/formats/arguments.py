"""What callers may write for a format or a data type, and the findings for what cannot be used."""

from __future__ import annotations

from metadef.errors import MetadefError, did_you_mean
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat

__all__ = ["FormatLike", "as_dtype", "as_storage_format", "require_sized", "require_usable"]

FormatLike = Format | StorageFormat | str | int
_MAX_SUB_FORMAT = 0xFFFF
_PLACE_HOLDERS = frozenset((Format.RESERVED, Format.END, Format.MAX))


def as_storage_format(value: FormatLike, role: str = "format") -> StorageFormat:
    """The format behind an enumerator, a written name or a packed integer.

    >>> as_storage_format("FORMAT_FRACTAL_Z:16"), as_storage_format(0x804).sub
    (StorageFormat(primary=FRACTAL_Z, sub=16, c0_code=0), 8)

    Raises:
        MetadefError: `format-unusable` for a name or number that no format has, with the nearest ones.
    """
    match value:
        case StorageFormat():
            return value
        case Format():
            return StorageFormat(value)
        case str():
            name, colon, digits = value.partition(":")
            primary = Format.lookup(name)
            groups = int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 5 else -1
            if primary is not None and (not colon or 0 <= groups <= _MAX_SUB_FORMAT):
                return StorageFormat(primary, groups if colon else 0)
            hint = did_you_mean(name.removeprefix("FORMAT_"), (member.name for member in Format))
            raise _unusable(role, f"no format is written {value!r}", value, hint)
        case int():
            if Format.from_ge(value & 0xFF) is None:
                raise _unusable(role, f"no format has the number {value & 0xFF}", str(value), "")
            return StorageFormat.unpack(value)


def as_dtype(value: DataType | str) -> DataType:
    """The data type behind an enumerator or a written name.

    Raises:
        MetadefError: `format-unusable` for a name that no type has.
    """
    if isinstance(value, DataType):
        return value
    found = DataType.parse(value)
    if found is None:
        hint = did_you_mean(value.upper().removeprefix("DT_"), DataType.__members__)
        raise _unusable("dtype", f"no data type is written {value!r}", value, hint)
    return found


def require_usable(origin: Format, storage: Format, dtype: DataType) -> None:
    """Refuse formats and types that stand for "none": RESERVED, END and beyond, UNDEFINED.

    Raises:
        MetadefError: `format-unusable`, all offending arguments at once.
    """
    if origin not in _PLACE_HOLDERS and storage not in _PLACE_HOLDERS and dtype is not DataType.UNDEFINED:
        return
    problems = [
        _unusable(role, f"{value} is a place-holder, not a memory format", value.name, "ND").findings[0]
        for role, value in (("origin_format", origin), ("storage_format", storage))
        if value in _PLACE_HOLDERS
    ]
    if dtype is DataType.UNDEFINED:
        problems += _unusable("dtype", "DT_UNDEFINED has no C0", "UNDEFINED", "the tensor's own type").findings
    if problems:
        raise MetadefError(problems)


def require_sized(dtype: DataType) -> None:
    """Refuse types without a size, whose elements cannot be moved.

    Raises:
        MetadefError: `format-unusable`.
    """
    if not dtype.bits:
        raise _unusable("dtype", f"elements of {dtype} have no size", dtype.name, "a numeric type")


def _unusable(role: str, message: str, got: str, hint: str) -> MetadefError:
    return MetadefError.of(
        "format-unusable", role, message, expected="a format and a type with a layout", got=got, hint=hint
    )
