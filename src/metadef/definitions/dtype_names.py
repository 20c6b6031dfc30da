"""Names of data types as headers write them: enumerators, helpers, and misspellings with their meaning."""

from __future__ import annotations

from functools import lru_cache

from metadef.errors import nearest
from metadef.types.dtype import DataType

__all__ = ["HELPERS", "MEANINGS", "VALID", "enumerator", "meaning_of", "suggestion"]

VALID: dict[str, DataType] = {f"DT_{dtype.name}": dtype for dtype in DataType}
_ENUMERATOR = {dtype: name for name, dtype in VALID.items()}

# What each invalid name that real headers contain stands for. Source: facts README, "the 351 written tokens".
MEANINGS: dict[str, DataType] = {
    "DT_FLOAT32": DataType.FLOAT,
    "DT_FLOAT64": DataType.DOUBLE,
    "DT_BFLOAT16": DataType.BF16,
    "DT_B16": DataType.BF16,
    "DI_UINT16": DataType.UINT16,
    "DT_RESOURSE": DataType.RESOURCE,
    "DT_FP8_E5M2": DataType.FLOAT8_E5M2,
    "DT_FP8_E4M3FN": DataType.FLOAT8_E4M3FN,
    "DT_FLOAT8_E4M3_FN": DataType.FLOAT8_E4M3FN,
    "DT_FP4X2_E2M1": DataType.FLOAT4_E2M1,
    "DT_FP4X2_E1M2": DataType.FLOAT4_E1M2,
}

# The helpers of TensorType, members in the order of the newest types.h, so that what is written stays comparable.
HELPERS: dict[str, tuple[str, ...]] = {
    name: tuple(f"DT_{member}" for member in members.split())
    for name, members in {
        "ALL": "BOOL COMPLEX128 COMPLEX64 DOUBLE FLOAT FLOAT16 INT16 INT32 INT64 INT8 QINT16 QINT32 QINT8 QUINT16 "
        "QUINT8 RESOURCE STRING UINT16 UINT32 UINT64 UINT8 BF16 COMPLEX32",
        "QuantifiedType": "QINT16 QINT32 QINT8 QUINT16 QUINT8",
        "OrdinaryType": "BOOL COMPLEX128 COMPLEX64 DOUBLE FLOAT FLOAT16 INT16 INT32 INT64 INT8 UINT16 UINT32 UINT64 "
        "UINT8 BF16 COMPLEX32",
        "BasicType": "COMPLEX128 COMPLEX64 DOUBLE FLOAT FLOAT16 INT16 INT32 INT64 INT8 QINT16 QINT32 QINT8 QUINT16 "
        "QUINT8 UINT16 UINT32 UINT64 UINT8 BF16 COMPLEX32",
        "NumberType": "COMPLEX128 COMPLEX64 DOUBLE FLOAT FLOAT16 INT16 INT32 INT64 INT8 QINT32 QINT8 QUINT8 UINT16 "
        "UINT32 UINT64 UINT8 BF16 COMPLEX32",
        "RealNumberType": "DOUBLE FLOAT FLOAT16 INT16 INT32 INT64 INT8 UINT16 UINT32 UINT64 UINT8 BF16",
        "ComplexDataType": "COMPLEX128 COMPLEX64 COMPLEX32",
        "IntegerDataType": "INT16 INT32 INT64 INT8 UINT16 UINT32 UINT64 UINT8",
        "SignedDataType": "INT16 INT32 INT64 INT8",
        "UnsignedDataType": "UINT16 UINT32 UINT64 UINT8",
        "FloatingDataType": "DOUBLE FLOAT FLOAT16",
        "IndexNumberType": "INT32 INT64",
        "UnaryDataType": "COMPLEX128 COMPLEX64 DOUBLE FLOAT FLOAT16 BF16 COMPLEX32",
        "FLOAT": "FLOAT FLOAT16 BF16",
    }.items()
}


def enumerator(dtype: DataType) -> str:
    """`DT_FLOAT`: the C++ enumerator of a type."""
    return _ENUMERATOR[dtype]


@lru_cache(maxsize=4096)
def meaning_of(name: str) -> DataType | None:
    """The type that an invalid name stands for, or None when it cannot be guessed.

    >>> meaning_of("DT_Int32"), meaning_of("float16"), meaning_of("DT_BANANA")
    (INT32, FLOAT16, None)
    """
    return MEANINGS.get(name) or (DataType.parse(name) if len(name) <= 32 else None)


def suggestion(name: str) -> str:
    """The enumerator nearest to an unknown name, or "" when none is near."""
    found = nearest(name.upper() if len(name) <= 32 else "", VALID, limit=1)
    return found[0] if found else ""
