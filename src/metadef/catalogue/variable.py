"""Variables and resources."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    ALL,
    BOOL,
    DOUBLE,
    EMPTY_TENSOR,
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    RESOURCE,
    STATEFUL,
    STRING,
    UINT8,
    UINT16,
    BasicType,
    Bool,
    Int,
    IntegerDataType,
    ListInt,
    NumberType,
    SignedDataType,
    String,
    Tensor,
    Type,
    op,
)
from metadef.infer.dtypes import from_attr
from metadef.infer.shape import common, creation

Assign = (
    op("Assign")
    .doc("Writes a value into a variable.")
    .input("ref", BasicType | BOOL | STRING)
    .input("value", BasicType | BOOL | STRING)
    .output("ref", BasicType | BOOL | STRING)
    .attr("validate_shape", Bool, True)
    .attr("use_locking", Bool, False)
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("variable")
)

AssignAdd = (
    op("AssignAdd")
    .doc("Adds a value to a variable.")
    .input("ref", BasicType)
    .input("value", BasicType)
    .output("ref", BasicType)
    .attr("use_locking", Bool, False)
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("variable")
)

AssignAddVariableOp = (
    op("AssignAddVariableOp")
    .input("resource", RESOURCE)
    .input("value", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE)
    .required_attr("dtype", Type)
    .traits(STATEFUL)
    .category("variable")
)

AssignSub = (
    op("AssignSub")
    .doc("Subtracts a value from a variable.")
    .input("var", NumberType)
    .input("value", NumberType)
    .output("var", NumberType)
    .attr("use_locking", Bool, False)
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("variable")
)

AssignSubVariableOp = (
    op("AssignSubVariableOp")
    .input("resource", RESOURCE)
    .input("value", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE)
    .required_attr("dtype", Type)
    .traits(STATEFUL)
    .category("variable")
)

AssignVariableOp = (
    op("AssignVariableOp")
    .input("resource", RESOURCE)
    .input("value", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE)
    .required_attr("dtype", Type)
    .traits(STATEFUL)
    .category("variable")
)

CountUpTo = (
    op("CountUpTo")
    .input("ref", INT32 | INT64)
    .output("y", INT32 | INT64)
    .attr("limit", Int, 0)
    .traits(STATEFUL)
    .category("variable")
)

DestroyTemporaryVariable = (
    op("DestroyTemporaryVariable")
    .input("x", ALL)
    .output("y", ALL)
    .attr("var_name", String, "")
    .traits(STATEFUL)
    .category("variable")
)

IsVariableInitialized = (
    op("IsVariableInitialized")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .output("y", BOOL)
    .traits(STATEFUL)
    .category("variable")
)

ReadVariableOp = (
    op("ReadVariableOp")
    .doc("Reads the variable behind a resource.")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .output("y", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .attr("dtype", Int, INT32.ge_value)
    .traits(STATEFUL)
    .category("variable")
)

TemporaryVariable = (
    op("TemporaryVariable")
    .output("y", ALL)
    .required_attr("shape", ListInt)
    .required_attr("dtype", Int)
    .attr("var_name", String, "")
    .shape(creation.by_attr("shape"))
    .dtype(from_attr("dtype"))
    .traits(STATEFUL)
    .category("variable")
)

VarHandleOp = (
    op("VarHandleOp")
    .doc("Resource of a named variable.")
    .output("y", RESOURCE)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .required_attr("dtype", Type)
    .attr("shape", ListInt, (-1,))
    .traits(STATEFUL)
    .category("variable")
)

Variable = (
    op("Variable")
    .doc("A tensor that keeps its value between runs.")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .output("y", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .attr("index", Int, 0)
    .attr("value", Tensor, EMPTY_TENSOR)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .traits(STATEFUL)
    .category("variable")
)

VarIsInitializedOp = (
    op("VarIsInitializedOp")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .output("y", BOOL)
    .traits(STATEFUL)
    .category("variable")
)

OPS = (
    Assign,
    AssignAdd,
    AssignAddVariableOp,
    AssignSub,
    AssignSubVariableOp,
    AssignVariableOp,
    CountUpTo,
    DestroyTemporaryVariable,
    IsVariableInitialized,
    ReadVariableOp,
    TemporaryVariable,
    VarHandleOp,
    Variable,
    VarIsInitializedOp,
)
