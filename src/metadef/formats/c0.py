"""C0: how many elements of the channel axis lie next to each other in a blocked format.

The order of precedence is that of CANN's transformer library: a format that fixes C0 by name, then an explicit
value, then the C0 code in the packed format, then the table of the platform (`[DtypeMKN]` in its ini file).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from metadef.errors import MetadefError, did_you_mean
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat

__all__ = ["TEST_PLATFORM", "C0Table", "C0TableLike", "c0_of"]

FIXED_C0: Mapping[Format, int] = {
    Format.NC1HWC0_C04: 4,
    Format.FRACTAL_NZ_C0_2: 2,
    Format.FRACTAL_NZ_C0_4: 4,
    Format.FRACTAL_NZ_C0_8: 8,
    Format.FRACTAL_NZ_C0_16: 16,
    Format.FRACTAL_NZ_C0_32: 32,
}


@dataclass(frozen=True, slots=True)
class C0Table:
    """C0 by data type on one platform, in elements.

    >>> C0Table(8, {DataType.INT8: 32})[DataType.FLOAT], C0Table(8, {DataType.INT8: 32})[DataType.INT8]
    (8, 32)
    """

    default: int = 16  # C0 of every type that is not listed
    by_dtype: Mapping[DataType, int] = field(default_factory=dict[DataType, int])
    m0: int = 16  # rows of one FRACTAL_NZ block; 1 on Ascend035

    def __getitem__(self, dtype: DataType) -> int:
        return self.by_dtype.get(dtype, self.default)

    @staticmethod
    def from_dtype_mkn(entries: Mapping[str, str]) -> C0Table:
        """From the `[DtypeMKN]` section of a platform ini file: `Default=m,k,n` and `DT_xxx=m,k,n`.

        `k` is C0; `m0` is taken from the default entry.

        >>> C0Table.from_dtype_mkn({"Default": "1,8,16", "DT_INT8": "1,16,16"})
        C0Table(default=8, by_dtype={INT8: 16}, m0=1)

        Raises:
            MetadefError: `c0-invalid` for an unknown type or anything but three positive numbers.
        """
        default, m0 = 16, 16
        by_dtype: dict[DataType, int] = {}
        for key, text in entries.items():
            sizes = [int(part) if part.strip().isdecimal() else 0 for part in text[:100].split(",")]
            dtype = DataType.parse(key)
            is_default = key.strip().lower() == "default"
            if len(sizes) != 3 or min(sizes) <= 0 or (dtype is None and not is_default):
                message = "an entry is a data type or Default and three positive sizes m,k,n"
                raise MetadefError.of("c0-invalid", f"[DtypeMKN] {key}", message, expected="16,32,16", got=text[:100])
            if dtype is None:
                m0, default = sizes[0], sizes[1]
            else:
                by_dtype[dtype] = sizes[1]
        return C0Table(default, by_dtype, m0)


C0TableLike: TypeAlias = C0Table | Mapping[DataType, int] | Mapping[str, int]  # by type, or by a type's name

# Source: facts format_shape_rules.md, the platform of CANN's own unit tests.
TEST_PLATFORM = C0Table(
    16,
    {
        DataType.INT8: 32,
        DataType.UINT8: 32,
        DataType.INT4: 64,
        DataType.INT2: 128,
        DataType.UINT2: 128,
        DataType.UINT1: 256,
    },
)


def c0_of(
    storage: StorageFormat,
    dtype: DataType,
    c0: int | None = None,
    table: C0TableLike | None = None,
) -> int:
    """Elements in one C0 block.

    Args:
        storage: the target format; NC1HWC0_C04 and FRACTAL_NZ_C0_x fix C0 themselves.
        dtype: type of the elements, looked up when nothing else decides.
        c0: an explicit value, in elements; None leaves it to the format and the table.
        table: C0 by type, or by a type's name; a plain mapping means 16 for types that it lacks. None is CANN's test
            platform.

    Raises:
        MetadefError: `c0-invalid` unless C0 is positive, and for a name in `table` that no type has.

    >>> c0_of(StorageFormat(Format.NC1HWC0), DataType.INT8), c0_of(StorageFormat(Format.NC1HWC0, 0, 4), DataType.INT8)
    (32, 8)
    """
    fixed = FIXED_C0.get(storage.primary)
    if fixed is not None:
        return fixed
    chosen = c0 if c0 is not None else storage.c0
    if chosen is None:
        source = TEST_PLATFORM if table is None else table
        chosen = source[dtype] if isinstance(source, C0Table) else _by_name(source).get(dtype, 16)
    if chosen <= 0:
        raise MetadefError.of("c0-invalid", "c0", "C0 must be positive", expected="a power of two", got=str(chosen))
    return chosen


def _by_name(table: Mapping[DataType, int] | Mapping[str, int]) -> dict[DataType, int]:
    found: dict[DataType, int] = {}
    for key, elements in table.items():
        dtype = key if isinstance(key, DataType) else DataType.parse(key)
        if dtype is None:
            hint = did_you_mean(str(key), [item.name for item in DataType])
            raise MetadefError.of("c0-invalid", f"C0 of {key}", "there is no such type", hint=hint)
        found[dtype] = elements
    return found
