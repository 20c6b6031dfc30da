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
from metadef.infer.dtypes import follow, from_attr
from metadef.infer.shape import common, creation, handles, variable

Assign = (
    op("Assign")
    .doc("Writes a value into a variable.")
    .input("ref", BasicType | BOOL | STRING, doc="variable to write")
    .input("value", BasicType | BOOL | STRING, doc="what it becomes, of the variable's type")
    .output("ref", BasicType | BOOL | STRING, doc="variable with the new value")
    .attr("validate_shape", Bool, True, doc="whether the value must have the variable's shape")
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the write is guarded by a lock")
    .shape(variable.assigned)
    .traits(STATEFUL)
    .category("variable")
)

AssignAdd = (
    op("AssignAdd")
    .doc("Adds a value to a variable.")
    .input("ref", BasicType, doc="variable to change")
    .input("value", BasicType, doc="what is added, the variable's shape")
    .output("ref", BasicType, doc="variable with the sum")
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the write is guarded by a lock")
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("variable")
)

AssignAddVariableOp = (
    op("AssignAddVariableOp")
    .input("resource", RESOURCE)
    .input("value", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE)
    .required_attr("dtype", Type)
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("variable")
)

AssignSub = (
    op("AssignSub")
    .doc("Subtracts a value from a variable.")
    .input("var", NumberType, doc="variable to change")
    .input("value", NumberType, doc="what is subtracted, the variable's shape")
    .output("var", NumberType, doc="variable with the difference")
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the write is guarded by a lock")
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("variable")
)

AssignSubVariableOp = (
    op("AssignSubVariableOp")
    .input("resource", RESOURCE)
    .input("value", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE)
    .required_attr("dtype", Type)
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("variable")
)

AssignVariableOp = (
    op("AssignVariableOp")
    .input("resource", RESOURCE)
    .input("value", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE)
    .required_attr("dtype", Type)
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("variable")
)

CountUpTo = (
    op("CountUpTo")
    .input("ref", INT32 | INT64)
    .output("y", INT32 | INT64)
    .attr("limit", Int, 0)
    .shape(handles.checked(common.same("ref"), handles.one("ref")))
    .dtype(follow("ref"))
    .traits(STATEFUL)
    .category("variable")
)

DestroyTemporaryVariable = (
    op("DestroyTemporaryVariable")
    .input("x", ALL)
    .output("y", ALL)
    .attr("var_name", String, "")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("variable")
)

IsVariableInitialized = (
    op("IsVariableInitialized")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .output("y", BOOL)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("variable")
)

ReadVariableOp = (
    op("ReadVariableOp")
    .doc("Reads the variable behind a resource.")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE, doc="resource of the variable")
    .output("y", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE, doc="its value")
    .attr("dtype", Int, INT32.ge_value, doc="number of the type of the value; 3 is INT32")
    .shape(common.same("x"))
    .dtype(follow("x"))
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
    .output("y", RESOURCE, doc="resource by which the variable is read and written")
    .attr("container", String, "", doc="name of the store that holds the variable; empty for the session's")
    .attr("shared_name", String, "", doc="name under which sessions share it; empty for the node's own")
    .required_attr("dtype", Type, doc="type of the variable")
    .attr("shape", ListInt, (-1,), doc="shape of the variable; -1 for any length")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("variable")
)

Variable = (
    op("Variable")
    .doc("A tensor that keeps its value between runs.")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE, doc="mirror of the output in files; never fed")
    .output("y", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE, doc="current value of the variable")
    .attr("index", Int, 0, doc="place among the variables of the graph")
    .attr("value", Tensor, EMPTY_TENSOR, doc="value at the start")
    .attr("container", String, "", doc="name of the store that holds the variable; empty for the session's")
    .attr("shared_name", String, "", doc="name under which sessions share it; empty for the node's own")
    .traits(STATEFUL)
    .category("variable")
)

VarIsInitializedOp = (
    op("VarIsInitializedOp")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .output("y", BOOL)
    .shape(common.scalar)
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
