"""The element types of ONNX tensors: how each is stored and which `DataType` it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from metadef.types.dtype import DataType

__all__ = ["ELEMENTS", "OnnxElement"]

TypedField = Literal["float_data", "int32_data", "string_data", "int64_data", "double_data", "uint64_data"]


@dataclass(frozen=True, slots=True)
class OnnxElement:
    """One member of `onnx.TensorProto.DataType`."""

    number: int
    name: str  # "BFLOAT16"
    bits: int  # of one element in raw_data; 0 for strings
    typed_field: TypedField  # where elements are when they are not in raw_data
    numpy_name: str  # NumPy or ml_dtypes name of the type of a decoded array
    dtype: DataType | None  # None where Ascend has no such type

    @property
    def is_packed(self) -> bool:
        """Whether several elements share a byte of raw_data, the first in the lowest bits."""
        return 0 < self.bits < 8


def _row(number: int, name: str, bits: int, typed_field: TypedField, numpy_name: str, dtype: str = "") -> OnnxElement:
    return OnnxElement(number, name, bits, typed_field, numpy_name, DataType[dtype or name] if dtype != "-" else None)


# "-": Ascend has no such type.
ELEMENTS: dict[int, OnnxElement] = {
    row.number: row
    for row in (
        _row(1, "FLOAT", 32, "float_data", "float32"),
        _row(2, "UINT8", 8, "int32_data", "uint8"),
        _row(3, "INT8", 8, "int32_data", "int8"),
        _row(4, "UINT16", 16, "int32_data", "uint16"),
        _row(5, "INT16", 16, "int32_data", "int16"),
        _row(6, "INT32", 32, "int32_data", "int32"),
        _row(7, "INT64", 64, "int64_data", "int64"),
        _row(8, "STRING", 0, "string_data", "object"),
        _row(9, "BOOL", 8, "int32_data", "bool"),
        _row(10, "FLOAT16", 16, "int32_data", "float16"),
        _row(11, "DOUBLE", 64, "double_data", "float64"),
        _row(12, "UINT32", 32, "uint64_data", "uint32"),
        _row(13, "UINT64", 64, "uint64_data", "uint64"),
        _row(14, "COMPLEX64", 64, "float_data", "complex64"),
        _row(15, "COMPLEX128", 128, "double_data", "complex128"),
        _row(16, "BFLOAT16", 16, "int32_data", "bfloat16", "BF16"),
        _row(17, "FLOAT8E4M3FN", 8, "int32_data", "float8_e4m3fn", "FLOAT8_E4M3FN"),
        _row(18, "FLOAT8E4M3FNUZ", 8, "int32_data", "float8_e4m3fnuz", "-"),
        _row(19, "FLOAT8E5M2", 8, "int32_data", "float8_e5m2", "FLOAT8_E5M2"),
        _row(20, "FLOAT8E5M2FNUZ", 8, "int32_data", "float8_e5m2fnuz", "-"),
        _row(21, "UINT4", 4, "int32_data", "uint4", "-"),
        _row(22, "INT4", 4, "int32_data", "int4"),
        _row(23, "FLOAT4E2M1", 4, "int32_data", "float4_e2m1fn", "FLOAT4_E2M1"),
        _row(24, "FLOAT8E8M0", 8, "int32_data", "float8_e8m0fnu", "FLOAT8_E8M0"),
        _row(25, "UINT2", 2, "int32_data", "uint2"),
        _row(26, "INT2", 2, "int32_data", "int2"),
        _row(27, "FLOAT6E2M3", 6, "int32_data", "float6_e2m3fn", "FLOAT6_E2M3"),
        _row(28, "FLOAT6E3M2", 6, "int32_data", "float6_e3m2fn", "FLOAT6_E3M2"),
    )
}
