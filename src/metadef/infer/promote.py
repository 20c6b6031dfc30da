"""Type promotion as `opcommon::PromoteType` does it. Source: facts promote.tsv, dtypes_formats.md."""

from __future__ import annotations

from metadef.types.dtype import DataType

__all__ = ["promote"]

# row: left, column: right; "-" is DT_UNDEFINED. Symmetric but for UINT16/32/64, which promote only on the left.
_NAMES = {
    "f32": "FLOAT",
    "f16": "FLOAT16",
    "i8": "INT8",
    "i32": "INT32",
    "u8": "UINT8",
    "i16": "INT16",
    "u16": "UINT16",
    "u32": "UINT32",
    "i64": "INT64",
    "u64": "UINT64",
    "f64": "DOUBLE",
    "b": "BOOL",
    "c64": "COMPLEX64",
    "c128": "COMPLEX128",
    "bf16": "BF16",
    "c32": "COMPLEX32",
}

_ROWS = """
     f32  f16  i8   i32  u8   i16  u16  u32  i64  u64  f64  b    c64  c128 bf16 c32
f32  f32  f32  f32  f32  f32  f32  -    -    f32  -    f64  f32  c64  c128 f32  c64
f16  f32  f16  f16  f16  f16  f16  -    -    f16  -    f64  f16  c64  c128 f32  c32
i8   f32  f16  i8   i32  i16  i16  -    -    i64  -    f64  i8   c64  c128 bf16 c32
i32  f32  f16  i32  i32  i32  i32  -    -    i64  -    f64  i32  c64  c128 bf16 c32
u8   f32  f16  i16  i32  u8   i16  -    -    i64  -    f64  u8   c64  c128 bf16 c32
i16  f32  f16  i16  i32  i16  i16  -    -    i64  -    f64  i16  c64  c128 bf16 c32
u16  -    -    -    -    -    -    u16  -    -    -    -    -    c64  c128 -    -
u32  -    -    -    -    -    -    -    u32  -    -    -    -    c64  c128 -    -
i64  f32  f16  i64  i64  i64  i64  -    -    i64  -    f64  i64  c64  c128 bf16 c32
u64  -    -    -    -    -    -    -    -    -    u64  -    -    c128 c128 -    -
f64  f64  f64  f64  f64  f64  f64  -    -    f64  -    f64  f64  c128 c128 f64  c128
b    f32  f16  i8   i32  u8   i16  -    -    i64  -    f64  b    c64  c128 bf16 c32
c64  c64  c64  c64  c64  c64  c64  -    -    c64  -    c128 c64  c64  c128 c64  c64
c128 c128 c128 c128 c128 c128 c128 -    -    c128 -    c128 c128 c128 c128 c128 c128
bf16 f32  f32  bf16 bf16 bf16 bf16 -    -    bf16 -    f64  bf16 c64  c128 bf16 c64
c32  c64  c32  c32  c32  c32  c32  -    -    c32  -    c128 c32  c64  c128 c64  c32
"""


def _read(text: str) -> dict[tuple[DataType, DataType], DataType]:
    head, *rows = text.strip("\n").splitlines()
    right = [DataType[_NAMES[name]] for name in head.split()]
    table: dict[tuple[DataType, DataType], DataType] = {}
    for row in rows:
        left, *results = row.split()
        for other, result in zip(right, results, strict=True):
            if result != "-":
                table[DataType[_NAMES[left]], other] = DataType[_NAMES[result]]
    return table


_TABLE = _read(_ROWS)

_UNINITIALISED = 34  # the real table is only filled below this number; beyond it reads as 0, which is FLOAT


def promote(left: DataType, right: DataType) -> DataType:
    """The type that mixing two types gives; UNDEFINED when they do not mix.

    >>> promote(DataType.FLOAT16, DataType.BF16), promote(DataType.UINT8, DataType.INT8)
    (FLOAT, INT16)
    """
    if left is right:
        return left
    if left.ge_value >= _UNINITIALISED or right.ge_value >= _UNINITIALISED:
        return DataType.FLOAT
    return _TABLE.get((left, right), DataType.UNDEFINED)
