"""Data types of tensor elements, with the three integer numberings that real files use.

The numbers follow `ge::DataType` (C++ and om names), `ge.proto.DataType` (only
`TensorDescriptor.dtype`) and `onnx.TensorProto.DataType` as GE's ONNX dump writes it.
Value 5 is a hole. A new type is one row of `_ROWS`.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from metadef.types.typeset import TypeSet

__all__ = ["DataType"]

# name: (C++ number, bits or 0 for "no size", ge.proto number, GE's onnx dump number, NumPy/ml_dtypes name or "")
_ROWS: dict[str, tuple[int, int, int, int, str]] = {
    "FLOAT": (0, 32, 1, 1, "float32"),
    "FLOAT16": (1, 16, 2, 10, "float16"),
    "INT8": (2, 8, 3, 3, "int8"),
    "INT32": (3, 32, 7, 6, "int32"),
    "UINT8": (4, 8, 4, 2, "uint8"),
    "INT16": (6, 16, 5, 5, "int16"),
    "UINT16": (7, 16, 6, 4, "uint16"),
    "UINT32": (8, 32, 9, 12, "uint32"),
    "INT64": (9, 64, 8, 7, "int64"),
    "UINT64": (10, 64, 10, 13, "uint64"),
    "DOUBLE": (11, 64, 12, 11, "float64"),
    "BOOL": (12, 8, 11, 9, "bool"),
    "STRING": (13, 0, 13, 0, "object"),
    "DUAL_SUB_INT8": (14, 8, 14, 0, ""),
    "DUAL_SUB_UINT8": (15, 8, 15, 0, ""),
    "COMPLEX64": (16, 64, 16, 0, "complex64"),
    "COMPLEX128": (17, 128, 17, 0, "complex128"),
    "QINT8": (18, 8, 18, 0, "int8"),
    "QINT16": (19, 16, 19, 0, "int16"),
    "QINT32": (20, 32, 20, 0, "int32"),
    "QUINT8": (21, 8, 21, 0, "uint8"),
    "QUINT16": (22, 16, 22, 0, "uint16"),
    "RESOURCE": (23, 64, 23, 0, ""),
    "STRING_REF": (24, 0, 24, 0, ""),
    "DUAL": (25, 40, 25, 0, ""),
    "VARIANT": (26, 64, 26, 0, ""),
    "BF16": (27, 16, 27, 0, "bfloat16"),
    "UNDEFINED": (28, 0, 0, 0, ""),
    "INT4": (29, 4, 28, 0, "int4"),
    "UINT1": (30, 1, 29, 0, ""),
    "INT2": (31, 2, 30, 0, "int2"),
    "UINT2": (32, 2, 31, 0, "uint2"),
    "COMPLEX32": (33, 32, 32, 0, ""),
    "HIFLOAT8": (34, 8, 33, 0, ""),
    "FLOAT8_E5M2": (35, 8, 34, 19, "float8_e5m2"),
    "FLOAT8_E4M3FN": (36, 8, 35, 17, "float8_e4m3fn"),
    "FLOAT8_E8M0": (37, 8, 36, 0, "float8_e8m0fnu"),
    "FLOAT6_E3M2": (38, 6, 37, 0, "float6_e3m2fn"),
    "FLOAT6_E2M3": (39, 6, 38, 0, "float6_e2m3fn"),
    "FLOAT4_E2M1": (40, 4, 39, 0, "float4_e2m1fn"),
    "FLOAT4_E1M2": (41, 4, 40, 0, ""),
    "HIFLOAT4": (42, 4, 41, 0, ""),
}

# Names that single-op JSON and people write, besides the enumerator's own name in any case.
_ALIASES = {
    "FLOAT32": "FLOAT",
    "HALF": "FLOAT16",
    "FP16": "FLOAT16",
    "BFLOAT16": "BF16",
    "FLOAT64": "DOUBLE",
}

_BY_VALUE = {row[0]: row for row in _ROWS.values()}  # WHY: an alias runs __init__ under its own name


class DataType(Enum):
    """Element type of a tensor.

    `DataType.FLOAT | DataType.FLOAT16` builds a `TypeSet`. `FLOAT32` is an alias of `FLOAT`,
    `BFLOAT16` of `BF16`, `FLOAT64` of `DOUBLE`.

    >>> DataType.FLOAT32 is DataType.FLOAT, DataType.INT4.bits, DataType.UNDEFINED.proto_value
    (True, 4, 0)

    Source: facts dtypes.tsv (metadef 786891c, `types_impl.cc`).
    """

    FLOAT = 0
    FLOAT16 = 1
    INT8 = 2
    INT32 = 3
    UINT8 = 4
    INT16 = 6
    UINT16 = 7
    UINT32 = 8
    INT64 = 9
    UINT64 = 10
    DOUBLE = 11
    BOOL = 12
    STRING = 13
    DUAL_SUB_INT8 = 14
    DUAL_SUB_UINT8 = 15
    COMPLEX64 = 16
    COMPLEX128 = 17
    QINT8 = 18
    QINT16 = 19
    QINT32 = 20
    QUINT8 = 21
    QUINT16 = 22
    RESOURCE = 23
    STRING_REF = 24
    DUAL = 25
    VARIANT = 26
    BF16 = 27
    UNDEFINED = 28
    INT4 = 29
    UINT1 = 30
    INT2 = 31
    UINT2 = 32
    COMPLEX32 = 33
    HIFLOAT8 = 34
    FLOAT8_E5M2 = 35
    FLOAT8_E4M3FN = 36
    FLOAT8_E8M0 = 37
    FLOAT6_E3M2 = 38
    FLOAT6_E2M3 = 39
    FLOAT4_E2M1 = 40
    FLOAT4_E1M2 = 41
    HIFLOAT4 = 42

    FLOAT32 = 0
    FLOAT64 = 11
    BFLOAT16 = 27

    ge_value: int  # number in C++ `ge::DataType`
    bits: int  # bits of one element; 0 when the type has no size
    proto_value: int  # number in `ge.proto.DataType`
    onnx_value: int  # number GE's ONNX dump writes; 0 where it has none
    mask: int  # one bit, `1 << ge_value`: what `TypeSet` is made of

    def __init__(self, value: int) -> None:
        _, self.bits, self.proto_value, self.onnx_value, self._numpy_name = _BY_VALUE[value]
        self.ge_value = value
        self.mask = 1 << value

    # WHY: Enum hashes its name in Python at every dict look-up; members are singletons, so identity is enough.
    __hash__ = object.__hash__

    def __or__(self, other: DataType | TypeSet) -> TypeSet:
        from metadef.types.typeset import TypeSet

        return TypeSet.of(self) | other

    __ror__ = __or__

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        """`DT_FLOAT`: the C++ enumerator."""
        return f"DT_{self.name}"

    @property
    def size_code(self) -> int:
        """`GetSizeByDataType`: bytes, or 1000 + bits below one byte, or -1 without a size."""
        if not self.bits:
            return -1
        return self.bits // 8 if self.bits % 8 == 0 else 1000 + self.bits

    @property
    def length_bytes(self) -> int:
        """`GetDataTypeLength`: like `size_code`, but 16 (address and length) for the two string types."""
        return 16 if self in (DataType.STRING, DataType.STRING_REF) else self.size_code

    @property
    def serial(self) -> str:
        """The name in files: `DT_BFLOAT16` for BF16, otherwise the enumerator.

        >>> DataType.BF16.serial, DataType.FLOAT.serial
        ('DT_BFLOAT16', 'DT_FLOAT')
        """
        return "DT_BFLOAT16" if self is DataType.BF16 else str(self)

    def size_in_bytes(self, elements: int) -> int:
        """Bytes that `elements` elements take, rounded up; -1 for no size, a negative count or more than int64.

        >>> DataType.INT4.size_in_bytes(3), DataType.STRING.size_in_bytes(1)
        (2, -1)
        """
        if elements < 0 or not self.bits:
            return -1
        size = (elements * self.bits + 7) // 8
        return size if size < 1 << 63 else -1

    @property
    def is_float(self) -> bool:
        """Real floating point, low-bit kinds included."""
        return self.mask & _FLOATING != 0

    @property
    def is_integer(self) -> bool:
        """Plain signed or unsigned integers, without the quantised kinds and bool."""
        return self.mask & _INTEGER != 0

    @property
    def is_complex(self) -> bool:
        return self.mask & _COMPLEX != 0

    @property
    def numpy_name(self) -> str:
        """Name of the NumPy or ml_dtypes type that stores one element, "" where neither has one."""
        return self._numpy_name

    @property
    def numpy(self) -> np.dtype[np.generic]:
        """The NumPy dtype (through ml_dtypes for bfloat16, float8, float6, float4, int4 and int2).

        Raises:
            TypeError: for types that NumPy cannot store, such as RESOURCE.
        """
        from metadef.types.numpy_dtypes import to_numpy

        return to_numpy(self)

    @staticmethod
    def from_numpy(dtype: object) -> DataType:
        """The type of a NumPy dtype, scalar type or name.

        Raises:
            TypeError: if no Ascend type corresponds.

        >>> DataType.from_numpy("float32")
        FLOAT
        """
        from metadef.types.numpy_dtypes import from_numpy

        return from_numpy(dtype)

    @staticmethod
    def parse(text: str) -> DataType | None:
        """The type that a written name means, or None.

        Accepts the enumerator with or without `DT_` or `ge::`, in any case, and the names of single-op JSON.

        >>> [DataType.parse(t) for t in ("DT_FLOAT32", "float16", "ge::DT_BF16", "RESERVED", "DT_FLAOT")]
        [FLOAT, FLOAT16, BF16, UNDEFINED, None]
        """
        name = text.strip().removeprefix("ge::").upper().removeprefix("DT_")
        if name == "RESERVED":
            return DataType.UNDEFINED
        return DataType.__members__.get(_ALIASES.get(name, name))

    @staticmethod
    def from_ge(value: int) -> DataType | None:
        """By the C++ number; None for the hole 5 and everything out of range."""
        return _BY_GE.get(value)

    @staticmethod
    def from_proto(value: int) -> DataType | None:
        """By the number of `ge.proto.DataType`, which only `TensorDescriptor.dtype` uses."""
        return _BY_PROTO.get(value)


def _masks(*names: str) -> int:
    return sum(DataType[name].mask for name in names)


_FLOATING = _masks(
    *("FLOAT", "FLOAT16", "DOUBLE", "BF16", "HIFLOAT8", "FLOAT8_E5M2", "FLOAT8_E4M3FN", "FLOAT8_E8M0"),
    *("FLOAT6_E3M2", "FLOAT6_E2M3", "FLOAT4_E2M1", "FLOAT4_E1M2", "HIFLOAT4"),
)
_INTEGER = _masks(
    *("INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32", "UINT64", "INT4", "INT2", "UINT2", "UINT1")
)
_COMPLEX = _masks("COMPLEX32", "COMPLEX64", "COMPLEX128")
_BY_GE = {member.ge_value: member for member in DataType}
_BY_PROTO = {member.proto_value: member for member in DataType}
