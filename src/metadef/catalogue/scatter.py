"""Scattering and writing at indices."""

from __future__ import annotations

from metadef.catalogue.laws import axes_within
from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    COMPLEX32,
    DOUBLE,
    FLOAT,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT8_E8M0,
    FLOAT16,
    HIFLOAT8,
    INT4,
    INT8,
    INT32,
    INT64,
    PURE,
    STRING,
    UINT8,
    UINT32,
    UINT64,
    BasicType,
    Bool,
    IndexNumberType,
    Int,
    IntegerDataType,
    ListInt,
    NumberType,
    OrdinaryType,
    SignedDataType,
    String,
    every,
    not_negative,
    one_of,
    op,
    positive,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import common, scatter

AddRowRanges = (
    op("AddRowRanges")
    .input("x", FLOAT | FLOAT16)
    .input("src", FLOAT | FLOAT16)
    .input("indices", INT32)
    .output("x", FLOAT | FLOAT16)
    .shape(common.in_place)
    .category("scatter")
)

DynamicQuantUpdateScatter = (
    op("DynamicQuantUpdateScatter")
    .input("var", INT8)
    .input("var_scale", FLOAT)
    .input("indices", IndexNumberType)
    .input("updates", BF16 | FLOAT16)
    .optional_input("smooth_scales", BF16 | FLOAT16)
    .output("var", INT8)
    .output("var_scale", FLOAT)
    .required_attr("reduce", String)
    .attr("axis", Int, 0)
    .shape(common.in_place)
    .category("scatter")
)

DynamicQuantUpdateScatterV2 = (
    op("DynamicQuantUpdateScatterV2")
    .input("x", FLOAT16 | BF16)
    .input("indices", INT32)
    .input("var", INT4)
    .input("var_scale", FLOAT)
    .input("var_offset", FLOAT)
    .output("var", INT4)
    .output("var_scale", FLOAT)
    .output("var_offset", FLOAT)
    .shape(common.in_place)
    .category("scatter")
)

FillWindowCache = (
    op("FillWindowCache")
    .input("x", BasicType)
    .input("clean_cache", BOOL)
    .output("y", BasicType)
    .required_attr("axis", Int)
    .required_attr("cache_depth", Int)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("scatter")
)

IndexAdd = (
    op("IndexAdd")
    .doc("Adds slices at indices of an axis.")
    .input("var", INT32 | INT8 | UINT8 | FLOAT16 | FLOAT, doc="tensor that is not changed")
    .input("indices", INT32, doc="places along the axis, [n]")
    .input("updates", INT32 | INT8 | UINT8 | FLOAT16 | FLOAT, doc="slices for those places, with length n on the axis")
    .output("var_out", INT32 | INT8 | UINT8 | FLOAT16 | FLOAT, doc="copy with the slices added")
    .attr("axis", Int, 0, doc="axis that the places run along; negative counts from the end")
    .law(*axes_within("axis", "var"))
    .shape(common.same("var"))
    .dtype(follow("var"))
    .traits(PURE)
    .category("scatter")
)

IndexFill = (
    op("IndexFill")
    .doc("Fills slices at indices of an axis with a value.")
    .input("x", SignedDataType | FLOAT16 | FLOAT | BF16 | BOOL | UINT8 | DOUBLE, doc="tensor that is not changed")
    .input("indices", INT32 | INT64, doc="places along the axis, [n]")
    .input(
        "val",
        SignedDataType | FLOAT16 | FLOAT | BF16 | BOOL | UINT8 | DOUBLE,
        doc="number that fills the slices there, one element",
    )
    .output("y", SignedDataType | FLOAT16 | FLOAT | BF16 | BOOL | UINT8 | DOUBLE, doc="copy with the filled slices")
    .required_attr("dim", Int, doc="axis that the places run along; negative counts from the end")
    .law(*axes_within("dim"))
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("scatter")
)

IndexFillD = (
    op("IndexFillD")
    .input("x", FLOAT16 | FLOAT | INT32 | BF16)
    .input("assist1", FLOAT16 | FLOAT | INT32 | BF16)
    .input("assist2", FLOAT16 | FLOAT | INT32 | BF16)
    .output("y", FLOAT16 | FLOAT | INT32 | BF16)
    .required_attr("dim", Int)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("scatter")
)

IndexPut = (
    op("IndexPut")
    .doc("Writes values at the positions that index tensors name.")
    .input("x1", BasicType)
    .input("x2", BasicType)
    .output("y", BasicType)
    .required_attr("indices", ListInt)
    .attr("accumulate", Int, 0)
    .shape(common.same("x1"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("scatter")
)

IndexPutV2 = (
    op("IndexPutV2")
    .input("x", BasicType)
    .input("value", BasicType)
    .input("indexed_sizes", INT64)
    .input("indexed_strides", INT64)
    .dynamic_input("indices", INT64 | INT32)
    .output("x", BasicType)
    .attr("accumulate", Bool, False)
    .shape(common.in_place)
    .category("scatter")
)

InplaceAdd = (
    op("InplaceAdd")
    .doc("Copy of a tensor with rows added to those of the first axis.")
    .input("x", BasicType, doc="tensor whose rows, along the first axis, are changed")
    .input("indices", INT32, doc="numbers of rows, [n]")
    .input("v", BasicType, doc="rows that are added to the old ones, [n, row...]")
    .output("y", BasicType, doc="tensor with the rows added to the named ones")
    .shape(scatter.scatter_rows("x", "v"))
    .dtype(follow("x"))
    .category("scatter")
)

InplaceAddD = (
    op("InplaceAddD")
    .doc("Copy of a tensor with rows added to those of the first axis, rows named by an attribute.")
    .input("x", FLOAT | FLOAT16 | INT32, doc="tensor whose rows, along the first axis, are changed")
    .input("v", FLOAT | FLOAT16 | INT32, doc="rows that are added to the old ones, [n, row...]")
    .output("y", FLOAT | FLOAT16 | INT32, doc="tensor with the rows added to the named ones")
    .required_attr("indices", ListInt, doc="numbers of rows, as many as v has")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("scatter")
)

InplaceIndexAdd = (
    op("InplaceIndexAdd")
    .doc("Adds slices at indices of an axis in place.")
    .input("var", SignedDataType | UINT8 | FLOAT16 | DOUBLE | BOOL | BF16 | FLOAT, doc="tensor that is changed")
    .input("indices", INT32 | INT64, doc="places along the axis, [n]")
    .input(
        "updates",
        SignedDataType | UINT8 | FLOAT16 | DOUBLE | BOOL | BF16 | FLOAT,
        doc="slices for those places, with length n on the axis",
    )
    .optional_input(
        "alpha",
        SignedDataType | UINT8 | FLOAT16 | DOUBLE | BOOL | BF16 | FLOAT,
        doc="factor on the slices, one number; one when it is not fed",
    )
    .output("var", SignedDataType | UINT8 | FLOAT16 | DOUBLE | BOOL | BF16 | FLOAT, doc="tensor with the slices added")
    .required_attr("axis", Int, doc="axis that the places run along; negative counts from the end")
    .law(*axes_within("axis", "var"))
    .shape(scatter.scatter_slices)
    .category("scatter")
)

InplaceIndexFill = (
    op("InplaceIndexFill")
    .doc("Fills slices at indices of an axis with a value in place.")
    .input("x", SignedDataType | FLOAT | DOUBLE | FLOAT16 | BF16 | UINT8 | BOOL, doc="tensor that is changed")
    .input("indices", IndexNumberType, doc="places along the axis, [n]")
    .input(
        "value",
        SignedDataType | FLOAT | DOUBLE | FLOAT16 | BF16 | UINT8 | BOOL,
        doc="number that fills the slices there, one element",
    )
    .output("x", SignedDataType | FLOAT | DOUBLE | FLOAT16 | BF16 | UINT8 | BOOL, doc="tensor with the filled slices")
    .required_attr("dim", Int, doc="axis that the places run along; negative counts from the end")
    .law(*axes_within("dim"))
    .shape(common.in_place)
    .category("scatter")
)

InplaceSub = (
    op("InplaceSub")
    .doc("Copy of a tensor with rows subtracted from those of the first axis.")
    .input("x", BasicType, doc="tensor whose rows, along the first axis, are changed")
    .input("indices", INT32, doc="numbers of rows, [n]")
    .input("v", BasicType, doc="rows that are subtracted from the old ones, [n, row...]")
    .output("y", BasicType, doc="tensor with the rows subtracted from the named ones")
    .shape(scatter.scatter_rows("x", "v"))
    .dtype(follow("x"))
    .category("scatter")
)

InplaceSubD = (
    op("InplaceSubD")
    .doc("Copy of a tensor with rows subtracted from those of the first axis, rows named by an attribute.")
    .input("x", FLOAT | FLOAT16 | INT32, doc="tensor whose rows, along the first axis, are changed")
    .input("v", FLOAT | FLOAT16 | INT32, doc="rows that are subtracted from the old ones, [n, row...]")
    .output("y", FLOAT | FLOAT16 | INT32, doc="tensor with the rows subtracted from the named ones")
    .required_attr("indices", ListInt, doc="numbers of rows, as many as v has")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("scatter")
)

InplaceUpdate = (
    op("InplaceUpdate")
    .doc("Copy of a tensor with rows written over those of the first axis.")
    .input("x", BasicType, doc="tensor whose rows, along the first axis, are changed")
    .input("indices", INT32, doc="numbers of rows, [n]")
    .input("v", BasicType, doc="rows that are written over the old ones, [n, row...]")
    .output("y", BasicType, doc="tensor with the rows written over the named ones")
    .shape(scatter.scatter_rows("x", "v"))
    .dtype(follow("x"))
    .category("scatter")
)

InplaceUpdateD = (
    op("InplaceUpdateD")
    .doc("Copy of a tensor with rows written over those of the first axis, rows named by an attribute.")
    .input("x", FLOAT | FLOAT16 | INT32, doc="tensor whose rows, along the first axis, are changed")
    .input("v", FLOAT | FLOAT16 | INT32, doc="rows that are written over the old ones, [n, row...]")
    .output("y", FLOAT | FLOAT16 | INT32, doc="tensor with the rows written over the named ones")
    .required_attr("indices", ListInt, doc="numbers of rows, as many as v has")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("scatter")
)

MaskedFill = (
    op("MaskedFill")
    .doc("Copy of a tensor with a value where a mask holds.")
    .input("x", FLOAT | BF16 | FLOAT16 | INT8 | INT32 | INT64 | BOOL, doc="tensor of any shape")
    .input("mask", BOOL, doc="truth values of a shape that broadcasts with x")
    .input(
        "value",
        FLOAT | BF16 | FLOAT16 | INT8 | INT32 | INT64 | BOOL,
        doc="what stands where the mask is true, one number",
    )
    .output("y", FLOAT | BF16 | FLOAT16 | INT8 | INT32 | INT64 | BOOL, doc="x with the value at the masked places")
    .shape(common.broadcast("x", "mask"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("scatter")
)

MaskedFillRange = (
    op("MaskedFillRange")
    .input("x", FLOAT16 | FLOAT | INT8 | INT32)
    .input("start", INT32)
    .input("end", INT32)
    .input("value", FLOAT16 | FLOAT | INT8 | INT32)
    .output("y", FLOAT16 | FLOAT | INT8 | INT32)
    .required_attr("axis", Int)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("scatter")
)

MaskedScatter = (
    op("MaskedScatter")
    .doc("Copy of a tensor with updates where a mask holds, in order.")
    .input("x", SignedDataType | FLOAT | FLOAT16 | DOUBLE | UINT8 | BOOL | BF16, doc="tensor of any shape")
    .input("mask", BOOL, doc="truth values of a shape that broadcasts with x")
    .input(
        "updates",
        SignedDataType | FLOAT | FLOAT16 | DOUBLE | UINT8 | BOOL | BF16,
        doc="at least as many elements as the mask has true ones",
    )
    .output(
        "y",
        SignedDataType | FLOAT | FLOAT16 | DOUBLE | UINT8 | BOOL | BF16,
        doc="x with the next update at each masked place, in order",
    )
    .shape(scatter.masked)
    .dtype(follow("x"))
    .traits(PURE)
    .category("scatter")
)

QuantUpdateScatter = (
    op("QuantUpdateScatter")
    .input("var", INT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | HIFLOAT8)
    .input("indices", IndexNumberType)
    .input("updates", BF16 | FLOAT16)
    .input("quant_scales", BF16 | FLOAT)
    .optional_input("quant_zero_points", BF16 | INT32)
    .output("var", INT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | HIFLOAT8)
    .required_attr("reduce", String)
    .attr("axis", Int, -2)
    .attr("quant_axis", Int, -1)
    .attr("reciprocal_scale", Bool, False)
    .attr("round_mode", String, "rint")
    .shape(common.in_place)
    .category("scatter")
)

Scatter = (
    op("Scatter")
    .doc("Writes updates into a tensor along an axis at an offset.")
    .input(
        "var",
        FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BF16 | FLOAT8_E4M3FN | FLOAT8_E5M2 | HIFLOAT8,
        doc="tensor that is written, such as a cache of keys",
    )
    .input("indices", IndexNumberType, doc="places along the axis, one for each entry of the first axis")
    .input(
        "updates",
        FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BF16 | FLOAT8_E4M3FN | FLOAT8_E5M2 | HIFLOAT8,
        doc="what is written from each place on",
    )
    .output(
        "var",
        FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BF16 | FLOAT8_E4M3FN | FLOAT8_E5M2 | HIFLOAT8,
        doc="tensor with the updates",
    )
    .required_attr("reduce", String, doc="how old and new are joined; update overwrites")
    .attr("axis", Int, -1, doc="axis that the places run along; negative counts from the end")
    .law(*axes_within("axis", "var"))
    .shape(common.in_place)
    .category("scatter")
)

ScatterAdd = (
    op("ScatterAdd")
    .doc("Adds slices to a variable at indices of the first axis.")
    .input(
        "var",
        FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BF16,
        doc="variable whose rows, along the first axis, are changed",
    )
    .input("indices", IndexNumberType, doc="numbers of rows, of any shape")
    .input("updates", FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BF16, doc="one row for each index, [indices..., row...]")
    .output(
        "var",
        FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BF16,
        doc="variable, with the sum of the old row and its updates at each named row",
    )
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(scatter.scatter_rows("var"))
    .category("scatter")
)

ScatterAddWithAxis = (
    op("ScatterAddWithAxis")
    .input("var", FLOAT16 | FLOAT | INT32 | INT8 | UINT8)
    .input("indices", IndexNumberType)
    .input("updates", FLOAT16 | FLOAT | INT32 | INT8 | UINT8)
    .output("var", FLOAT16 | FLOAT | INT32 | INT8 | UINT8)
    .required_attr("axis", Int)
    .shape(common.in_place)
    .category("scatter")
)

ScatterDiv = (
    op("ScatterDiv")
    .doc("Divides slices of a variable at indices of the first axis.")
    .input("var", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="variable whose rows, along the first axis, are changed")
    .input("indices", IndexNumberType, doc="numbers of rows, of any shape")
    .input("updates", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="one row for each index, [indices..., row...]")
    .output(
        "var",
        FLOAT16 | FLOAT | INT32 | INT8 | UINT8,
        doc="variable, with the old row divided by its updates at each named row",
    )
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(scatter.scatter_rows("var"))
    .category("scatter")
)

ScatterElements = (
    op("ScatterElements")
    .doc("Writes or reduces elements along an axis at the given indices.")
    .input("data", NumberType, doc="tensor of rank r; it is not changed")
    .input("indices", IndexNumberType, doc="positions along the axis, a tensor of rank r")
    .input("updates", NumberType, doc="one element for each position, the shape of the indices")
    .output("y", NumberType, doc="copy of data with the updates, the shape of data")
    .attr("axis", Int, 0, doc="axis that the positions run along; negative counts from the end")
    .attr(
        "reduction",
        String,
        "none",
        one_of("none", "add", "mul", "max", "min"),
        doc="how old and new elements are joined: none overwrites, add, mul, max and min combine",
    )
    .law(*axes_within("axis", "data"))
    .shape(scatter.scatter_elements("data"))
    .dtype(follow("data"))
    .traits(PURE)
    .category("scatter")
)

ScatterElementsV2 = (
    op("ScatterElementsV2")
    .doc("Writes or reduces elements along an axis in place at the given indices.")
    .input("var", SignedDataType | FLOAT | FLOAT16 | UINT8 | BF16, doc="tensor of rank r that is changed")
    .input("indices", IndexNumberType, doc="positions along the axis, a tensor of rank r")
    .input(
        "updates",
        SignedDataType | FLOAT | FLOAT16 | UINT8 | BF16,
        doc="one element for each position, the shape of the indices",
    )
    .output("var", SignedDataType | FLOAT | FLOAT16 | UINT8 | BF16, doc="tensor with the updates")
    .attr("axis", Int, 0, doc="axis that the positions run along; negative counts from the end")
    .attr("reduction", String, "none", doc="how old and new elements are joined: none overwrites, the others combine")
    .attr("include_self", Bool, True, doc="whether the old elements take part in combining")
    .law(*axes_within("axis", "var"))
    .shape(scatter.scatter_elements("var"))
    .category("scatter")
)

ScatterList = (
    op("ScatterList")
    .dynamic_input("var", "T")
    .input("indice", IndexNumberType)
    .input("updates", "T")
    .optional_input("mask", UINT8)
    .dynamic_output("var", "T")
    .attr("reduce", String, "update")
    .attr("axis", Int, -2)
    .datatype("T", IntegerDataType | FLOAT16 | BF16 | FLOAT)
    .shape(common.in_place)
    .category("scatter")
)

ScatterMax = (
    op("ScatterMax")
    .doc("Larger of a variable's slices and updates at indices of the first axis.")
    .input("var", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="variable whose rows, along the first axis, are changed")
    .input("indices", IndexNumberType, doc="numbers of rows, of any shape")
    .input("updates", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="one row for each index, [indices..., row...]")
    .output(
        "var",
        FLOAT16 | FLOAT | INT32 | INT8 | UINT8,
        doc="variable, with the larger of the old row and its updates at each named row",
    )
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(scatter.scatter_rows("var"))
    .category("scatter")
)

ScatterMaxWithArgmax = (
    op("ScatterMaxWithArgmax")
    .input("x", FLOAT)
    .input("indices", INT32)
    .input("updates", FLOAT)
    .output("y", FLOAT)
    .output("argmax", INT32)
    .shape(common.each_of("x", "x"))
    .traits(PURE)
    .category("scatter")
)

ScatterMin = (
    op("ScatterMin")
    .doc("Smaller of a variable's slices and updates at indices of the first axis.")
    .input("var", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="variable whose rows, along the first axis, are changed")
    .input("indices", IndexNumberType, doc="numbers of rows, of any shape")
    .input("updates", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="one row for each index, [indices..., row...]")
    .output(
        "var",
        FLOAT16 | FLOAT | INT32 | INT8 | UINT8,
        doc="variable, with the smaller of the old row and its updates at each named row",
    )
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(scatter.scatter_rows("var"))
    .category("scatter")
)

ScatterMul = (
    op("ScatterMul")
    .doc("Multiplies slices of a variable at indices of the first axis.")
    .input("var", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="variable whose rows, along the first axis, are changed")
    .input("indices", IndexNumberType, doc="numbers of rows, of any shape")
    .input("updates", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="one row for each index, [indices..., row...]")
    .output(
        "var",
        FLOAT16 | FLOAT | INT32 | INT8 | UINT8,
        doc="variable, with the product of the old row and its updates at each named row",
    )
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(scatter.scatter_rows("var"))
    .category("scatter")
)

ScatterNd = (
    op("ScatterNd")
    .doc("Adds updates into zeros at index tuples.")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k]")
    .input("x", BasicType, doc="one slice for each tuple, [..., trailing axes of the result]")
    .input("shape", IndexNumberType, doc="shape of the result, whole numbers")
    .output("y", BasicType, doc="sums of the slices at their places, zeros elsewhere")
    .shape(scatter.scatter_nd)
    .dtype(follow("x"))
    .traits(PURE)
    .category("scatter")
)

ScatterNdAdd = (
    op("ScatterNdAdd")
    .doc("Adds updates to a variable at index tuples.")
    .input("var", OrdinaryType - (BF16 | COMPLEX32), doc="variable of rank r")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k] with k at most r")
    .input(
        "updates",
        OrdinaryType - (BF16 | COMPLEX32),
        doc="one slice for each tuple, [..., trailing axes of the variable]",
    )
    .output("var", OrdinaryType - (BF16 | COMPLEX32), doc="variable with the updates added at the named places")
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(scatter.scatter_nd_into("var"))
    .category("scatter")
)

ScatterNdD = (
    op("ScatterNdD")
    .doc("Adds updates into zeros at index tuples, shape given as an attribute.")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k]")
    .input(
        "x", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="one slice for each tuple, [..., trailing axes of the result]"
    )
    .output("y", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="sums of the slices at their places, zeros elsewhere")
    .required_attr("shape", ListInt, every(not_negative), doc="shape of the result")
    .shape(scatter.scatter_nd)
    .dtype(follow("x"))
    .traits(PURE)
    .category("scatter")
)

ScatterNdMax = (
    op("ScatterNdMax")
    .doc("The larger of a variable's slices and updates at index tuples.")
    .input("var", BasicType, doc="variable of rank r")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k] with k at most r")
    .input("updates", BasicType, doc="one slice for each tuple, [..., trailing axes of the variable]")
    .output("var", BasicType, doc="variable with the larger of old and new at the named places")
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(scatter.scatter_nd_into("var"))
    .category("scatter")
)

ScatterNdMin = (
    op("ScatterNdMin")
    .doc("The smaller of a variable's slices and updates at index tuples.")
    .input("var", BasicType, doc="variable of rank r")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k] with k at most r")
    .input("updates", BasicType, doc="one slice for each tuple, [..., trailing axes of the variable]")
    .output("var", BasicType, doc="variable with the smaller of old and new at the named places")
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(scatter.scatter_nd_into("var"))
    .category("scatter")
)

ScatterNdSub = (
    op("ScatterNdSub")
    .doc("Subtracts updates from a variable at index tuples.")
    .input("var", FLOAT | FLOAT16 | INT32 | INT8 | UINT8, doc="variable of rank r")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k] with k at most r")
    .input(
        "updates",
        FLOAT | FLOAT16 | INT32 | INT8 | UINT8,
        doc="one slice for each tuple, [..., trailing axes of the variable]",
    )
    .output(
        "var", FLOAT | FLOAT16 | INT32 | INT8 | UINT8, doc="variable with the updates subtracted at the named places"
    )
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(scatter.scatter_nd_into("var"))
    .category("scatter")
)

ScatterNdUpdate = (
    op("ScatterNdUpdate")
    .doc("Writes updates into a variable at index tuples.")
    .input("var", BasicType | BOOL | FLOAT8_E5M2 | FLOAT8_E4M3FN | HIFLOAT8, doc="variable of rank r")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k] with k at most r")
    .input(
        "updates",
        BasicType | BOOL | FLOAT8_E5M2 | FLOAT8_E4M3FN | HIFLOAT8,
        doc="one slice for each tuple, [..., trailing axes of the variable]",
    )
    .output(
        "var",
        BasicType | BOOL | FLOAT8_E5M2 | FLOAT8_E4M3FN | HIFLOAT8,
        doc="variable with the updates written at the named places",
    )
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(scatter.scatter_nd_into("var"))
    .category("scatter")
)

ScatterNonAliasingAdd = (
    op("ScatterNonAliasingAdd")
    .doc("Copy of a tensor with updates added at index tuples, for inputs that may be reused.")
    .input("x", FLOAT | FLOAT16 | INT32, doc="tensor of rank r")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k] with k at most r")
    .input("updates", FLOAT | FLOAT16 | INT32, doc="one slice for each tuple, [..., trailing axes]")
    .output("y", FLOAT | FLOAT16 | INT32, doc="sum of the tensor and the updates at the named places")
    .shape(scatter.scatter_nd_into("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("scatter")
)

ScatterSub = (
    op("ScatterSub")
    .doc("Subtracts slices from a variable at indices of the first axis.")
    .input(
        "var",
        FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BF16,
        doc="variable whose rows, along the first axis, are changed",
    )
    .input("indices", IndexNumberType, doc="numbers of rows, of any shape")
    .input("updates", FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BF16, doc="one row for each index, [indices..., row...]")
    .output(
        "var",
        FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BF16,
        doc="variable, with the old row less its updates at each named row",
    )
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(scatter.scatter_rows("var"))
    .category("scatter")
)

ScatterUpdate = (
    op("ScatterUpdate")
    .doc("Writes slices into a variable at indices of the first axis.")
    .input(
        "var",
        FLOAT16
        | FLOAT
        | INT32
        | INT8
        | UINT8
        | BF16
        | INT64
        | UINT32
        | UINT64
        | FLOAT8_E5M2
        | FLOAT8_E4M3FN
        | FLOAT8_E8M0,
        doc="variable whose rows, along the first axis, are changed",
    )
    .input("indices", IndexNumberType, doc="numbers of rows, of any shape")
    .input(
        "updates",
        FLOAT16
        | FLOAT
        | INT32
        | INT8
        | UINT8
        | BF16
        | INT64
        | UINT32
        | UINT64
        | FLOAT8_E5M2
        | FLOAT8_E4M3FN
        | FLOAT8_E8M0,
        doc="one row for each index, [indices..., row...]",
    )
    .output(
        "var",
        FLOAT16
        | FLOAT
        | INT32
        | INT8
        | UINT8
        | BF16
        | INT64
        | UINT32
        | UINT64
        | FLOAT8_E5M2
        | FLOAT8_E4M3FN
        | FLOAT8_E8M0,
        doc="variable, with the update in place of the old row at each named row",
    )
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(scatter.scatter_rows("var"))
    .category("scatter")
)

StrideAdd = (
    op("StrideAdd")
    .input("x1", FLOAT | FLOAT16 | BF16)
    .input("x2", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .required_attr("x1_c1_offset", Int, not_negative)
    .required_attr("x2_c1_offset", Int, not_negative)
    .required_attr("c1_len", Int, positive)
    .shape(scatter.stride_add)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("scatter")
)

TensorScatterAdd = (
    op("TensorScatterAdd")
    .doc("Copy of a tensor with updates added at index tuples.")
    .input("x", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="tensor of rank r; it is not changed")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k] with k at most r")
    .input("updates", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="one slice for each tuple, [..., trailing axes]")
    .output("y", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="copy with the updates added at the named places")
    .shape(scatter.scatter_nd_into("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("scatter")
)

TensorScatterMax = (
    op("TensorScatterMax")
    .doc("Copy of a tensor with the larger of old elements and updates at index tuples.")
    .input("input", BasicType, doc="tensor of rank r; it is not changed")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k] with k at most r")
    .input("updates", BasicType, doc="one slice for each tuple, [..., trailing axes]")
    .output("output", BasicType, doc="copy with the larger of old and new at the named places")
    .shape(scatter.scatter_nd_into("input"))
    .dtype(follow("input"))
    .traits(PURE)
    .category("scatter")
)

TensorScatterMin = (
    op("TensorScatterMin")
    .doc("Copy of a tensor with the smaller of old elements and updates at index tuples.")
    .input("input", BasicType, doc="tensor of rank r; it is not changed")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k] with k at most r")
    .input("updates", BasicType, doc="one slice for each tuple, [..., trailing axes]")
    .output("output", BasicType, doc="copy with the smaller of old and new at the named places")
    .shape(scatter.scatter_nd_into("input"))
    .dtype(follow("input"))
    .traits(PURE)
    .category("scatter")
)

TensorScatterSub = (
    op("TensorScatterSub")
    .doc("Copy of a tensor with updates subtracted at index tuples.")
    .input("x", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="tensor of rank r; it is not changed")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k] with k at most r")
    .input("updates", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="one slice for each tuple, [..., trailing axes]")
    .output("y", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="copy with the updates subtracted at the named places")
    .shape(scatter.scatter_nd_into("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("scatter")
)

TensorScatterUpdate = (
    op("TensorScatterUpdate")
    .doc("Copy of a tensor with updates written at index tuples.")
    .input("x", BasicType | BOOL | STRING, doc="tensor of rank r; it is not changed")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k] with k at most r")
    .input("updates", BasicType | BOOL | STRING, doc="one slice for each tuple, [..., trailing axes]")
    .output("y", BasicType | BOOL | STRING, doc="copy with the updates written at the named places")
    .shape(scatter.scatter_nd_into("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("scatter")
)

OPS = (
    AddRowRanges,
    DynamicQuantUpdateScatter,
    DynamicQuantUpdateScatterV2,
    FillWindowCache,
    IndexAdd,
    IndexFill,
    IndexFillD,
    IndexPut,
    IndexPutV2,
    InplaceAdd,
    InplaceAddD,
    InplaceIndexAdd,
    InplaceIndexFill,
    InplaceSub,
    InplaceSubD,
    InplaceUpdate,
    InplaceUpdateD,
    MaskedFill,
    MaskedFillRange,
    MaskedScatter,
    QuantUpdateScatter,
    Scatter,
    ScatterAdd,
    ScatterAddWithAxis,
    ScatterDiv,
    ScatterElements,
    ScatterElementsV2,
    ScatterList,
    ScatterMax,
    ScatterMaxWithArgmax,
    ScatterMin,
    ScatterMul,
    ScatterNd,
    ScatterNdAdd,
    ScatterNdD,
    ScatterNdMax,
    ScatterNdMin,
    ScatterNdSub,
    ScatterNdUpdate,
    ScatterNonAliasingAdd,
    ScatterSub,
    ScatterUpdate,
    StrideAdd,
    TensorScatterAdd,
    TensorScatterMax,
    TensorScatterMin,
    TensorScatterSub,
    TensorScatterUpdate,
)
