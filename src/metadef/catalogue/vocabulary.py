"""The words that family files are written in: data types, the headers' helper sets, attribute kinds, traits, laws.

A family file imports only this module, so that a look-up loads little. `AnyFloat` is `TensorType::FLOAT()`; the other
helper sets have the name that REG_OP headers give them. `every` is the constraint `each`, whose name families use for
the dtype rule.
"""

from __future__ import annotations

from metadef.ops.constraints import at_least, at_most, between, length, not_empty, not_negative, one_of, positive
from metadef.ops.constraints import each as every
from metadef.ops.proto import op
from metadef.ops.traits import (
    BROADCAST,
    COMMUTATIVE,
    CONSTANT,
    CONTROL_FLOW,
    ELEMENTWISE,
    PURE,
    RANDOM,
    REDUCTION,
    STATEFUL,
    VIEW,
)
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.tensor_value import Inline, TensorValue
from metadef.types.typeset import HELPER_SETS

BF16 = DataType.BF16
BOOL = DataType.BOOL
COMPLEX32 = DataType.COMPLEX32
COMPLEX64 = DataType.COMPLEX64
COMPLEX128 = DataType.COMPLEX128
DOUBLE = DataType.DOUBLE
FLOAT = DataType.FLOAT
FLOAT16 = DataType.FLOAT16
FLOAT4_E1M2 = DataType.FLOAT4_E1M2
FLOAT4_E2M1 = DataType.FLOAT4_E2M1
FLOAT6_E2M3 = DataType.FLOAT6_E2M3
FLOAT6_E3M2 = DataType.FLOAT6_E3M2
FLOAT8_E4M3FN = DataType.FLOAT8_E4M3FN
FLOAT8_E5M2 = DataType.FLOAT8_E5M2
FLOAT8_E8M0 = DataType.FLOAT8_E8M0
HIFLOAT4 = DataType.HIFLOAT4
HIFLOAT8 = DataType.HIFLOAT8
INT2 = DataType.INT2
INT4 = DataType.INT4
INT8 = DataType.INT8
INT16 = DataType.INT16
INT32 = DataType.INT32
INT64 = DataType.INT64
QINT8 = DataType.QINT8
QINT16 = DataType.QINT16
QINT32 = DataType.QINT32
QUINT8 = DataType.QUINT8
QUINT16 = DataType.QUINT16
RESOURCE = DataType.RESOURCE
STRING = DataType.STRING
STRING_REF = DataType.STRING_REF
UINT1 = DataType.UINT1
UINT2 = DataType.UINT2
UINT8 = DataType.UINT8
UINT16 = DataType.UINT16
UINT32 = DataType.UINT32
UINT64 = DataType.UINT64
UNDEFINED = DataType.UNDEFINED
VARIANT = DataType.VARIANT

ALL = HELPER_SETS["ALL"]
AnyFloat = HELPER_SETS["FLOAT"]
BasicType = HELPER_SETS["BasicType"]
ComplexDataType = HELPER_SETS["ComplexDataType"]
FloatingDataType = HELPER_SETS["FloatingDataType"]
IndexNumberType = HELPER_SETS["IndexNumberType"]
IntegerDataType = HELPER_SETS["IntegerDataType"]
NumberType = HELPER_SETS["NumberType"]
OrdinaryType = HELPER_SETS["OrdinaryType"]
QuantifiedType = HELPER_SETS["QuantifiedType"]
RealNumberType = HELPER_SETS["RealNumberType"]
SignedDataType = HELPER_SETS["SignedDataType"]
UnaryDataType = HELPER_SETS["UnaryDataType"]
UnsignedDataType = HELPER_SETS["UnsignedDataType"]

Int = AttrKind.Int
Float = AttrKind.Float
String = AttrKind.String
Bool = AttrKind.Bool
Tensor = AttrKind.Tensor
Type = AttrKind.Type
ListInt = AttrKind.ListInt
ListFloat = AttrKind.ListFloat
ListString = AttrKind.ListString
ListBool = AttrKind.ListBool
ListType = AttrKind.ListType
ListListInt = AttrKind.ListListInt

not_zero = ~one_of(0)

EMPTY_TENSOR = TensorValue(FLOAT, (0,), Inline(b""))  # what the headers write as `Tensor()`

__all__ = [
    "ALL",
    "BF16",
    "BOOL",
    "BROADCAST",
    "COMMUTATIVE",
    "COMPLEX32",
    "COMPLEX64",
    "COMPLEX128",
    "CONSTANT",
    "CONTROL_FLOW",
    "DOUBLE",
    "ELEMENTWISE",
    "EMPTY_TENSOR",
    "FLOAT",
    "FLOAT4_E1M2",
    "FLOAT4_E2M1",
    "FLOAT6_E2M3",
    "FLOAT6_E3M2",
    "FLOAT8_E4M3FN",
    "FLOAT8_E5M2",
    "FLOAT8_E8M0",
    "FLOAT16",
    "HIFLOAT4",
    "HIFLOAT8",
    "INT2",
    "INT4",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "PURE",
    "QINT8",
    "QINT16",
    "QINT32",
    "QUINT8",
    "QUINT16",
    "RANDOM",
    "REDUCTION",
    "RESOURCE",
    "STATEFUL",
    "STRING",
    "STRING_REF",
    "UINT1",
    "UINT2",
    "UINT8",
    "UINT16",
    "UINT32",
    "UINT64",
    "UNDEFINED",
    "VARIANT",
    "VIEW",
    "AnyFloat",
    "BasicType",
    "Bool",
    "ComplexDataType",
    "Float",
    "FloatingDataType",
    "IndexNumberType",
    "Int",
    "IntegerDataType",
    "ListBool",
    "ListFloat",
    "ListInt",
    "ListListInt",
    "ListString",
    "ListType",
    "NumberType",
    "OrdinaryType",
    "QuantifiedType",
    "RealNumberType",
    "SignedDataType",
    "String",
    "Tensor",
    "Type",
    "UnaryDataType",
    "UnsignedDataType",
    "__all__",
    "at_least",
    "at_most",
    "between",
    "every",
    "length",
    "not_empty",
    "not_negative",
    "not_zero",
    "one_of",
    "op",
    "positive",
]
