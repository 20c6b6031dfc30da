"""Boxes cut out of tensors, with and without steps."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    ALL,
    BF16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    DOUBLE,
    FLOAT,
    FLOAT4_E1M2,
    FLOAT4_E2M1,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT8_E8M0,
    FLOAT16,
    HIFLOAT8,
    INT8,
    INT16,
    INT32,
    INT64,
    PURE,
    UINT8,
    BasicType,
    IndexNumberType,
    Int,
    ListInt,
    RealNumberType,
    at_least,
    every,
    not_zero,
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import common, creation, slice, structure
from metadef.infer.value import known_layout

Crop = (
    op("Crop")
    .doc("Cuts a tensor to the size of another from a given axis on.")
    .input("x", RealNumberType - (BF16 | DOUBLE))
    .input("size", RealNumberType - (BF16 | DOUBLE))
    .output("y", RealNumberType - (BF16 | DOUBLE))
    .attr("axis", Int, 2)
    .required_attr("offsets", ListInt)
    .shape(slice.crop)
    .dtype(follow("x"))
    .traits(PURE)
    .category("slice")
)

ReadSelect = (
    op("ReadSelect")
    .input("x", ALL)
    .output("y", ALL)
    .attr("stride_list", ListInt, (1, 1, 1, 1, 1))
    .traits(PURE)
    .category("slice")
)

Slice = (
    op("Slice")
    .doc("Box cut out of a tensor, offsets and sizes given as tensors.")
    .input(
        "x",
        BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0 | FLOAT4_E2M1 | FLOAT4_E1M2,
        doc="tensor of rank r",
    )
    .input("offsets", IndexNumberType, doc="first element along each axis, r whole numbers")
    .input("size", IndexNumberType, doc="number of elements along each axis; -1 takes all to the end")
    .output(
        "y",
        BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0 | FLOAT4_E2M1 | FLOAT4_E1M2,
        doc="box of x with those elements",
    )
    .shape(slice.slice_by_size)
    .dtype(follow("x"))
    .value(known_layout.slice_by_size)
    .traits(PURE)
    .category("slice")
)

SliceD = (
    op("SliceD")
    .doc("Box cut out of a tensor, offsets and sizes given as attributes.")
    .input("x", BasicType, doc="tensor of rank r")
    .output("y", BasicType, doc="box of x with the named elements")
    .required_attr("offsets", ListInt, doc="first element along each axis, r numbers")
    .required_attr(
        "size", ListInt, every(at_least(-1)), doc="number of elements along each axis; -1 takes all to the end"
    )
    .shape(slice.slice_by_size)
    .dtype(follow("x"))
    .value(known_layout.slice_by_size)
    .traits(PURE)
    .category("slice")
)

SliceDV2 = (
    op("SliceDV2")
    .doc("Box cut out of a tensor, offsets as a tensor and sizes as an attribute.")
    .input("x", BasicType, doc="tensor of rank r")
    .input("offsets", IndexNumberType, doc="first element along each axis, r whole numbers")
    .output("y", BasicType, doc="box of x with the named elements")
    .required_attr(
        "size", ListInt, every(at_least(-1)), doc="number of elements along each axis; -1 takes all to the end"
    )
    .shape(slice.slice_by_size)
    .dtype(follow("x"))
    .value(known_layout.slice_by_size)
    .traits(PURE)
    .category("slice")
)

SliceLastDim = (
    op("SliceLastDim")
    .doc("Elements of the last axis in steps.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | INT8 | INT16 | INT32 | INT64, doc="tensor of rank 1 or more")
    .output("y", FLOAT16 | FLOAT | DOUBLE | INT8 | INT16 | INT32 | INT64, doc="chosen elements of the last axis")
    .required_attr("start", Int, doc="first index; negative counts from the end")
    .required_attr("end", Int, doc="index where the slice stops, not included")
    .attr("stride", Int, 1, not_zero, doc="step between elements")
    .shape(slice.slice_last)
    .dtype(follow("x"))
    .traits(PURE)
    .category("slice")
)

SliceWithAxes = (
    op("SliceWithAxes")
    .doc("Box cut out of a tensor along given axes.")
    .input("x", BasicType, doc="tensor of rank r")
    .input("offsets", IndexNumberType, doc="first element along each named axis, whole numbers")
    .input("size", IndexNumberType, doc="number of elements along each named axis")
    .output("y", BasicType, doc="box of x with those elements")
    .required_attr("axes", ListInt, doc="axes that are cut; the others stay whole")
    .shape(slice.slice_with_axes)
    .dtype(follow("x"))
    .traits(PURE)
    .category("slice")
)

SliceWrite = (
    op("SliceWrite")
    .input("x", FLOAT | FLOAT16 | DOUBLE | INT32 | INT64)
    .input("begin", INT32 | INT64)
    .input("value", FLOAT | FLOAT16 | DOUBLE | INT32 | INT64)
    .output("x", FLOAT | FLOAT16 | DOUBLE | INT32 | INT64)
    .shape(common.in_place)
    .category("slice")
)

StridedRead = (
    op("StridedRead")
    .input("x", ALL)
    .output("y", ALL)
    .attr("axis", Int, 1)
    .attr("stride", Int, 1)
    .shape(structure.strided)
    .dtype(follow("x"))
    .traits(PURE)
    .category("slice")
)

StridedSlice = (
    op("StridedSlice")
    .doc("Box with steps cut out of a tensor, with the five masks of TensorFlow.")
    .input("x", BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN, doc="tensor of rank r")
    .input("begin", IndexNumberType, doc="first index along each sliced axis; negative counts from the end")
    .input("end", IndexNumberType, doc="index along each axis where the slice stops, not included")
    .input("strides", IndexNumberType, doc="step along each axis, not zero; negative runs backwards")
    .output("y", BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN, doc="elements of the slice")
    .attr("begin_mask", Int, 0, doc="bits of the axes whose begin is ignored, so that they start at the border")
    .attr("end_mask", Int, 0, doc="bits of the axes whose end is ignored, so that they run to the border")
    .attr("ellipsis_mask", Int, 0, doc="bit of the entry that stands for all axes that are not named; at most one")
    .attr("new_axis_mask", Int, 0, doc="bits of the entries that insert an axis of length 1")
    .attr("shrink_axis_mask", Int, 0, doc="bits of the entries that take a single index and drop the axis")
    .shape(slice.strided_slice)
    .dtype(follow("x"))
    .value(known_layout.strided_slice)
    .traits(PURE)
    .category("slice")
)

StridedSliceAssign = (
    op("StridedSliceAssign")
    .doc("Writes a tensor into a box with steps of a variable.")
    .input("var", BasicType, doc="variable of rank r")
    .input("begin", IndexNumberType, doc="first index along each sliced axis; negative counts from the end")
    .input("end", IndexNumberType, doc="index along each axis where the slice stops, not included")
    .input("strides", IndexNumberType, doc="step along each axis, not zero; negative runs backwards")
    .input("input_value", BasicType, doc="elements for the slice, of its shape")
    .output("var", BasicType, doc="variable with the new elements")
    .attr("begin_mask", Int, 0, doc="bits of the axes whose begin is ignored, so that they start at the border")
    .attr("end_mask", Int, 0, doc="bits of the axes whose end is ignored, so that they run to the border")
    .attr("ellipsis_mask", Int, 0, doc="bit of the entry that stands for all axes that are not named; at most one")
    .attr("new_axis_mask", Int, 0, doc="bits of the entries that insert an axis of length 1")
    .attr("shrink_axis_mask", Int, 0, doc="bits of the entries that take a single index and drop the axis")
    .shape(common.in_place)
    .category("slice")
)

StridedSliceAssignD = (
    op("StridedSliceAssignD")
    .doc("Writes a tensor into a box with steps of a variable, everything given as attributes.")
    .input("var", FLOAT16 | FLOAT | INT32 | INT16 | BF16, doc="variable of rank r")
    .input("input_value", FLOAT16 | FLOAT | INT32 | INT16 | BF16, doc="elements for the slice, of its shape")
    .output("var", FLOAT16 | FLOAT | INT32 | INT16 | BF16, doc="variable with the new elements")
    .required_attr("begin", ListInt, doc="first index along each sliced axis; negative counts from the end")
    .required_attr("end", ListInt, doc="index along each axis where the slice stops, not included")
    .required_attr("strides", ListInt, every(not_zero), doc="step along each axis, not zero; negative runs backwards")
    .attr("begin_mask", Int, 0, doc="bits of the axes whose begin is ignored, so that they start at the border")
    .attr("end_mask", Int, 0, doc="bits of the axes whose end is ignored, so that they run to the border")
    .attr("ellipsis_mask", Int, 0, doc="bit of the entry that stands for all axes that are not named; at most one")
    .attr("new_axis_mask", Int, 0, doc="bits of the entries that insert an axis of length 1")
    .attr("shrink_axis_mask", Int, 0, doc="bits of the entries that take a single index and drop the axis")
    .shape(common.in_place)
    .category("slice")
)

StridedSliceAssignV2 = (
    op("StridedSliceAssignV2")
    .doc("Writes a tensor into a box with steps of a variable along given axes.")
    .input("var", FLOAT16 | FLOAT | BF16 | INT32 | INT64 | DOUBLE | INT8, doc="variable of rank r")
    .input(
        "input_value",
        FLOAT16 | FLOAT | BF16 | INT32 | INT64 | DOUBLE | INT8,
        doc="elements for the slice, of its shape",
    )
    .input("begin", IndexNumberType, doc="first index along each sliced axis; negative counts from the end")
    .input("end", IndexNumberType, doc="index along each axis where the slice stops, not included")
    .input("strides", IndexNumberType, doc="step along each axis, not zero; negative runs backwards")
    .optional_input("axes", IndexNumberType, doc="axes that are sliced; left out for the first ones in order")
    .output("var", FLOAT16 | FLOAT | BF16 | INT32 | INT64 | DOUBLE | INT8, doc="variable with the new elements")
    .shape(common.in_place)
    .category("slice")
)

StridedSliceD = (
    op("StridedSliceD")
    .doc("Box with steps cut out of a tensor, everything given as attributes.")
    .input(
        "x",
        FLOAT | FLOAT16 | INT32 | INT64 | UINT8 | INT8 | BOOL | BF16 | COMPLEX32 | COMPLEX64,
        doc="tensor of rank r",
    )
    .output(
        "y",
        FLOAT | FLOAT16 | INT32 | INT64 | UINT8 | INT8 | BOOL | BF16 | COMPLEX32 | COMPLEX64,
        doc="elements of the slice",
    )
    .required_attr("begin", ListInt, doc="first index along each sliced axis; negative counts from the end")
    .required_attr("end", ListInt, doc="index along each axis where the slice stops, not included")
    .required_attr("strides", ListInt, every(not_zero), doc="step along each axis, not zero; negative runs backwards")
    .attr("begin_mask", Int, 0, doc="bits of the axes whose begin is ignored, so that they start at the border")
    .attr("end_mask", Int, 0, doc="bits of the axes whose end is ignored, so that they run to the border")
    .attr("ellipsis_mask", Int, 0, doc="bit of the entry that stands for all axes that are not named; at most one")
    .attr("new_axis_mask", Int, 0, doc="bits of the entries that insert an axis of length 1")
    .attr("shrink_axis_mask", Int, 0, doc="bits of the entries that take a single index and drop the axis")
    .shape(slice.strided_slice)
    .dtype(follow("x"))
    .value(known_layout.strided_slice)
    .traits(PURE)
    .category("slice")
)

StridedSliceGrad = (
    op("StridedSliceGrad")
    .doc("Gradient of StridedSlice: the slice put back into zeros.")
    .input("shape", IndexNumberType, doc="shape of the tensor that was sliced, whole numbers")
    .input("begin", IndexNumberType, doc="first index along each sliced axis in the forward pass")
    .input("end", IndexNumberType, doc="index along each axis where the slice stopped, not included")
    .input("strides", IndexNumberType, doc="step along each axis in the forward pass")
    .input("dy", BasicType, doc="gradient that arrives at the slice")
    .output(
        "output", BasicType, doc="gradient with respect to the whole tensor: dy in place of the slice, zeros around it"
    )
    .attr("begin_mask", Int, 0, doc="bits of the axes whose begin was ignored")
    .attr("end_mask", Int, 0, doc="bits of the axes whose end was ignored")
    .attr("ellipsis_mask", Int, 0, doc="bit of the entry that stood for all axes that are not named")
    .attr("new_axis_mask", Int, 0, doc="bits of the entries that inserted an axis")
    .attr("shrink_axis_mask", Int, 0, doc="bits of the entries that dropped an axis")
    .shape(slice.strided_slice_grad)
    .dtype(follow("dy"))
    .traits(PURE)
    .category("slice")
)

StridedSliceGradD = (
    op("StridedSliceGradD")
    .doc("Gradient of StridedSlice, everything given as attributes.")
    .input("dy", BasicType, doc="gradient that arrives at the slice")
    .output(
        "output", BasicType, doc="gradient with respect to the whole tensor: dy in place of the slice, zeros around it"
    )
    .required_attr("shape", ListInt, doc="shape of the tensor that was sliced")
    .required_attr("begin", ListInt, doc="first index along each sliced axis; negative counts from the end")
    .required_attr("end", ListInt, doc="index along each axis where the slice stops, not included")
    .required_attr("strides", ListInt, every(not_zero), doc="step along each axis, not zero; negative runs backwards")
    .attr("begin_mask", Int, 0, doc="bits of the axes whose begin is ignored, so that they start at the border")
    .attr("end_mask", Int, 0, doc="bits of the axes whose end is ignored, so that they run to the border")
    .attr("ellipsis_mask", Int, 0, doc="bit of the entry that stands for all axes that are not named; at most one")
    .attr("new_axis_mask", Int, 0, doc="bits of the entries that insert an axis of length 1")
    .attr("shrink_axis_mask", Int, 0, doc="bits of the entries that take a single index and drop the axis")
    .shape(creation.by_attr("shape"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("slice")
)

StridedSliceV2 = (
    op("StridedSliceV2")
    .doc("Box with steps cut out of a tensor along given axes, with masks.")
    .input("x", BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0, doc="tensor of rank r")
    .input("begin", IndexNumberType, doc="first index along each named axis; negative counts from the end")
    .input("end", IndexNumberType, doc="index along each named axis where the slice stops, not included")
    .optional_input("axes", IndexNumberType, doc="axes that are sliced; left out for the first ones in order")
    .optional_input("strides", IndexNumberType, doc="step along each named axis, not zero; left out for ones")
    .output("y", BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0, doc="elements of the slice")
    .attr("begin_mask", Int, 0, doc="bits of the axes whose begin is ignored, so that they start at the border")
    .attr("end_mask", Int, 0, doc="bits of the axes whose end is ignored, so that they run to the border")
    .attr("ellipsis_mask", Int, 0, doc="bit of the entry that stands for all axes that are not named; at most one")
    .attr("new_axis_mask", Int, 0, doc="bits of the entries that insert an axis of length 1")
    .attr("shrink_axis_mask", Int, 0, doc="bits of the entries that take a single index and drop the axis")
    .shape(slice.strided_slice_axes)
    .dtype(follow("x"))
    .value(known_layout.strided_slice)
    .traits(PURE)
    .category("slice")
)

StridedSliceV3 = (
    op("StridedSliceV3")
    .doc("Box with steps cut out of a tensor along given axes.")
    .input("x", BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0, doc="tensor of rank r")
    .input("begin", IndexNumberType, doc="first index along each named axis; negative counts from the end")
    .input("end", IndexNumberType, doc="index along each named axis where the slice stops, not included")
    .optional_input("axes", IndexNumberType, doc="axes that are sliced; left out for the first ones in order")
    .optional_input("strides", IndexNumberType, doc="step along each named axis, not zero; left out for ones")
    .output("y", BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0, doc="elements of the slice")
    .shape(slice.strided_slice_axes)
    .dtype(follow("x"))
    .value(known_layout.strided_slice)
    .traits(PURE)
    .category("slice")
)

StridedWrite = (
    op("StridedWrite")
    .input("x", ALL)
    .output("y", ALL)
    .attr("axis", Int, 1)
    .attr("stride", Int, 1)
    .shape(structure.strided)
    .dtype(follow("x"))
    .traits(PURE)
    .category("slice")
)

WriteSelect = op("WriteSelect").input("x", ALL).output("y", ALL).traits(PURE).category("slice")

OPS = (
    Crop,
    ReadSelect,
    Slice,
    SliceD,
    SliceDV2,
    SliceLastDim,
    SliceWithAxes,
    SliceWrite,
    StridedRead,
    StridedSlice,
    StridedSliceAssign,
    StridedSliceAssignD,
    StridedSliceAssignV2,
    StridedSliceD,
    StridedSliceGrad,
    StridedSliceGradD,
    StridedSliceV2,
    StridedSliceV3,
    StridedWrite,
    WriteSelect,
)
