"""PyTorch's numbers of data types, and ONNX's."""

from __future__ import annotations

from metadef.types.dtype import DataType

__all__ = ["DTYPES", "ONNX_TYPES", "is_floating", "onnx_type"]

# ScalarType of torch's serialised programs
DTYPES: dict[int, DataType] = {
    1: DataType.UINT8,
    2: DataType.INT8,
    3: DataType.INT16,
    4: DataType.INT32,
    5: DataType.INT64,
    6: DataType.FLOAT16,
    7: DataType.FLOAT,
    8: DataType.DOUBLE,
    10: DataType.COMPLEX64,
    11: DataType.COMPLEX128,
    12: DataType.BOOL,
    13: DataType.BF16,
    28: DataType.UINT16,
    29: DataType.FLOAT8_E4M3FN,
    30: DataType.FLOAT8_E5M2,
}

# TensorProto.DataType
ONNX_TYPES: dict[DataType, int] = {
    DataType.FLOAT: 1,
    DataType.UINT8: 2,
    DataType.INT8: 3,
    DataType.UINT16: 4,
    DataType.INT16: 5,
    DataType.INT32: 6,
    DataType.INT64: 7,
    DataType.BOOL: 9,
    DataType.FLOAT16: 10,
    DataType.DOUBLE: 11,
    DataType.COMPLEX64: 14,
    DataType.COMPLEX128: 15,
    DataType.BF16: 16,
    DataType.FLOAT8_E4M3FN: 17,
    DataType.FLOAT8_E5M2: 19,
}
_FLOATING = frozenset({DataType.FLOAT16, DataType.BF16, DataType.FLOAT, DataType.DOUBLE})


def onnx_type(dtype: DataType) -> int:
    """ONNX's number of a type, 0 where it has none."""
    return ONNX_TYPES.get(dtype, 0)


def is_floating(dtype: DataType) -> bool:
    """Whether the type holds real numbers."""
    return dtype in _FLOATING
