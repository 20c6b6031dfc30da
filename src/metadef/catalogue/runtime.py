"""Printing, assertions, floating-point status and other dealings with the run time."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    ALL,
    BF16,
    BOOL,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    INT64,
    PURE,
    STATEFUL,
    STRING,
    UINT8,
    Float,
    Int,
    IntegerDataType,
    String,
    op,
)
from metadef.infer.dtypes import each, follow
from metadef.infer.shape import common, runtime
from metadef.infer.shape.common import fixed, in_place, same, scalar

Assert = (
    op("Assert")
    .doc("Stops with a message unless a condition holds.")
    .input("input_condition", BOOL)
    .dynamic_input("input_data", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING)
    .attr("summarize", Int, 3)
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("runtime")
)

CheckNumerics = (
    op("CheckNumerics")
    .doc("Stops when a tensor contains NaN or infinity.")
    .input("x", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .required_attr("message", String)
    .shape(same("x"))
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("runtime")
)

DataCompare = (
    op("DataCompare")
    .input("x1", BF16 | FLOAT16 | FLOAT | INT8 | UINT8 | INT32)
    .input("x2", BF16 | FLOAT16 | FLOAT | INT8 | UINT8 | INT32)
    .output("num", FLOAT)
    .attr("atol", Float, 1e-05)
    .attr("rtol", Float, 0.001)
    .shape(common.fixed(1))
    .traits(PURE)
    .category("runtime")
)

Fingerprint = (
    op("Fingerprint")
    .input("data", IntegerDataType | DOUBLE | FLOAT | FLOAT16 | BOOL)
    .input("method", STRING)
    .output("y", UINT8)
    .shape(runtime.fingerprints)
    .traits(STATEFUL)
    .category("runtime")
)

NonFiniteCheck = (
    op("NonFiniteCheck")
    .dynamic_input("tensor_list", FLOAT16 | BF16 | FLOAT)
    .output("found_flag", FLOAT)
    .shape(common.fixed(1))
    .traits(PURE)
    .category("runtime")
)

NPUAllocFloatStatus = (
    op("NPUAllocFloatStatus").output("data", FLOAT).shape(common.fixed(8)).traits(STATEFUL).category("runtime")
)

NPUAllocFloatStatusOperator = (
    op("NPUAllocFloatStatusOperator").output("data", FLOAT).shape(fixed(8)).traits(STATEFUL).category("runtime")
)

NPUClearFloatDebugStatus = op("NPUClearFloatDebugStatus").shape(in_place).traits(STATEFUL).category("runtime")

NPUClearFloatStatus = (
    op("NPUClearFloatStatus")
    .input("addr", FLOAT)
    .output("data", FLOAT)
    .shape(fixed(8))
    .traits(STATEFUL)
    .category("runtime")
)

NPUClearFloatStatusOperator = (
    op("NPUClearFloatStatusOperator")
    .input("addr", FLOAT)
    .output("data", FLOAT)
    .shape(fixed(8))
    .traits(STATEFUL)
    .category("runtime")
)

NPUClearFloatStatusV2 = op("NPUClearFloatStatusV2").shape(in_place).traits(STATEFUL).category("runtime")

NPUGetFloatDebugStatus = (
    op("NPUGetFloatDebugStatus").output("data", INT32).shape(fixed(8)).traits(STATEFUL).category("runtime")
)

NPUGetFloatStatus = (
    op("NPUGetFloatStatus")
    .input("addr", FLOAT)
    .output("data", FLOAT)
    .shape(fixed(8))
    .traits(STATEFUL)
    .category("runtime")
)

NPUGetFloatStatusOperator = (
    op("NPUGetFloatStatusOperator")
    .input("addr", FLOAT)
    .output("data", FLOAT)
    .shape(fixed(8))
    .traits(STATEFUL)
    .category("runtime")
)

NPUGetFloatStatusV2 = (
    op("NPUGetFloatStatusV2").output("data", INT32).shape(fixed(8)).traits(STATEFUL).category("runtime")
)

Print = (
    op("Print")
    .doc("Prints tensors to the log.")
    .dynamic_input("x", IntegerDataType | FLOAT | FLOAT16 | DOUBLE | STRING)
    .shape(in_place)
    .traits(STATEFUL)
    .category("runtime")
)

PrintV2 = (
    op("PrintV2")
    .input("x", STRING)
    .attr("output_stream", String, "stderr")
    .shape(in_place)
    .traits(STATEFUL)
    .category("runtime")
)

PrintV3 = (
    op("PrintV3")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | DOUBLE | STRING)
    .dynamic_input("data", IntegerDataType | FLOAT | FLOAT16 | DOUBLE | STRING)
    .output("y", IntegerDataType | FLOAT | FLOAT16 | DOUBLE | STRING)
    .attr("message", String, "")
    .attr("first_n", Int, -1)
    .attr("summarize", Int, 3)
    .shape(same("x"))
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("runtime")
)

Save = op("Save").dynamic_input("tensors", ALL).shape(in_place).traits(STATEFUL).category("runtime")

SilentCheck = (
    op("SilentCheck")
    .input("val", FLOAT16 | FLOAT | BF16)
    .input("input_grad", FLOAT16 | FLOAT | BF16)
    .input("pre_val", FLOAT)
    .input("min_val", FLOAT)
    .input("max_val", FLOAT)
    .input("val_counter", INT32)
    .output("input_grad", FLOAT16 | FLOAT | BF16)
    .output("pre_val", FLOAT)
    .output("min_val", FLOAT)
    .output("max_val", FLOAT)
    .output("result", INT32)
    .attr("c_min_steps", Int, 7)
    .attr("c_thresh_l1", Float, 1000000.0)
    .attr("c_coeff_l1", Float, 100000.0)
    .attr("c_thresh_l2", Float, 10000.0)
    .attr("c_coeff_l2", Float, 5000.0)
    .shape(in_place)
    .dtype(each("input_grad", FLOAT, FLOAT, FLOAT, INT32))
    .traits(STATEFUL)
    .category("runtime")
)

Sleep = op("Sleep").input("cycles", INT64).shape(common.in_place).traits(STATEFUL).category("runtime")

Summary = op("Summary").input("x", ALL).shape(in_place).traits(STATEFUL).category("runtime")

Timestamp = op("Timestamp").output("y", DOUBLE).shape(scalar).traits(STATEFUL).category("runtime")

OPS = (
    Assert,
    CheckNumerics,
    DataCompare,
    Fingerprint,
    NonFiniteCheck,
    NPUAllocFloatStatus,
    NPUAllocFloatStatusOperator,
    NPUClearFloatDebugStatus,
    NPUClearFloatStatus,
    NPUClearFloatStatusOperator,
    NPUClearFloatStatusV2,
    NPUGetFloatDebugStatus,
    NPUGetFloatStatus,
    NPUGetFloatStatusOperator,
    NPUGetFloatStatusV2,
    Print,
    PrintV2,
    PrintV3,
    Save,
    SilentCheck,
    Sleep,
    Summary,
    Timestamp,
)
