"""Sets of data types: what a port accepts. A set is one integer with a bit for each type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from metadef.types.dtype import DataType

__all__ = ["HELPER_SETS", "TypeSet"]


@dataclass(frozen=True, slots=True)
class TypeSet:
    """An immutable set of `DataType`s; iterates in the order of the C++ numbers.

    >>> s = DataType.FLOAT | DataType.FLOAT16
    >>> DataType.FLOAT16 in s, len(s), s
    (True, 2, FLOAT | FLOAT16)
    """

    mask: int = 0  # bit i is the type whose C++ number is i

    @staticmethod
    def of(*types: DataType | TypeSet) -> TypeSet:
        """The union of the given types and sets."""
        mask = 0
        for item in types:
            mask |= item.mask
        return TypeSet(mask)

    @staticmethod
    def from_names(names: Iterable[str]) -> TypeSet:
        """From written names such as `DT_FLOAT`.

        Raises:
            ValueError: naming every name that is no data type.
        """
        parsed = [(name, DataType.parse(name)) for name in names]
        unknown = [name for name, dtype in parsed if dtype is None]
        if unknown:
            raise ValueError(f"not data types: {', '.join(unknown)}")
        return TypeSet.of(*(dtype for _, dtype in parsed if dtype is not None))

    @staticmethod
    def helper(name: str) -> TypeSet | None:
        """The set behind `TensorType::name()`, None for an unknown helper."""
        return HELPER_SETS.get(name)

    def __or__(self, other: DataType | TypeSet) -> TypeSet:
        return TypeSet(self.mask | other.mask)

    __ror__ = __or__

    def __and__(self, other: TypeSet) -> TypeSet:
        return TypeSet(self.mask & other.mask)

    def __sub__(self, other: TypeSet) -> TypeSet:
        return TypeSet(self.mask & ~other.mask)

    def __contains__(self, dtype: DataType) -> bool:
        return self.mask & dtype.mask != 0

    def __le__(self, other: TypeSet) -> bool:
        """Whether every type here is also in `other`."""
        return self.mask & ~other.mask == 0

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[DataType]:
        return (dtype for dtype in DataType if self.mask & dtype.mask)

    def __repr__(self) -> str:
        return " | ".join(dtype.name for dtype in self) or "TypeSet()"


def _set(text: str) -> TypeSet:
    return TypeSet.from_names(text.split())


# Source: facts reg_op_macros.md, "TensorType helpers" (newest types.h). FloatingDataType really lacks BF16.
HELPER_SETS: dict[str, TypeSet] = {
    "ALL": _set(
        "BOOL COMPLEX128 COMPLEX64 DOUBLE FLOAT FLOAT16 INT16 INT32 INT64 INT8 QINT16 QINT32 QINT8 QUINT16 QUINT8 "
        "RESOURCE STRING UINT16 UINT32 UINT64 UINT8 BF16 COMPLEX32"
    ),
    "QuantifiedType": _set("QINT16 QINT32 QINT8 QUINT16 QUINT8"),
    "OrdinaryType": _set(
        "BOOL COMPLEX128 COMPLEX64 DOUBLE FLOAT FLOAT16 INT16 INT32 INT64 INT8 UINT16 UINT32 UINT64 UINT8 BF16 "
        "COMPLEX32"
    ),
    "BasicType": _set(
        "COMPLEX128 COMPLEX64 DOUBLE FLOAT FLOAT16 INT16 INT32 INT64 INT8 QINT16 QINT32 QINT8 QUINT16 QUINT8 "
        "UINT16 UINT32 UINT64 UINT8 BF16 COMPLEX32"
    ),
    "NumberType": _set(
        "COMPLEX128 COMPLEX64 DOUBLE FLOAT FLOAT16 INT16 INT32 INT64 INT8 QINT32 QINT8 QUINT8 "
        "UINT16 UINT32 UINT64 UINT8 BF16 COMPLEX32"
    ),
    "RealNumberType": _set("DOUBLE FLOAT FLOAT16 INT16 INT32 INT64 INT8 UINT16 UINT32 UINT64 UINT8 BF16"),
    "ComplexDataType": _set("COMPLEX128 COMPLEX64 COMPLEX32"),
    "IntegerDataType": _set("INT16 INT32 INT64 INT8 UINT16 UINT32 UINT64 UINT8"),
    "SignedDataType": _set("INT16 INT32 INT64 INT8"),
    "UnsignedDataType": _set("UINT16 UINT32 UINT64 UINT8"),
    "FloatingDataType": _set("DOUBLE FLOAT FLOAT16"),
    "IndexNumberType": _set("INT32 INT64"),
    "UnaryDataType": _set("COMPLEX128 COMPLEX64 DOUBLE FLOAT FLOAT16 BF16 COMPLEX32"),
    "FLOAT": _set("FLOAT FLOAT16 BF16"),
}
