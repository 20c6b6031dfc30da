"""Shapes: asking for them and changing them without moving elements, and broadcasting."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    ALL,
    BF16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    HIFLOAT8,
    INT4,
    INT8,
    INT32,
    INT64,
    PURE,
    STRING,
    UINT8,
    VIEW,
    BasicType,
    Bool,
    IndexNumberType,
    Int,
    IntegerDataType,
    ListInt,
    ListListInt,
    QuantifiedType,
    RealNumberType,
    Type,
    at_least,
    every,
    not_negative,
    one_of,
    op,
    positive,
)
from metadef.infer.dtypes import follow, from_attr
from metadef.infer.shape import common, creation, repeat, shape
from metadef.infer.value import known_layout

AsStrided = (
    op("AsStrided")
    .doc("View of a tensor with given sizes, strides and offset.")
    .input(
        "x",
        BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | BOOL,
        doc="tensor whose elements are read in storage order",
    )
    .input("size", IndexNumberType, doc="lengths of the axes of the view, whole numbers")
    .input("stride", IndexNumberType, doc="elements between neighbours along each axis, as many as sizes")
    .input("storage_offset", IndexNumberType, doc="element of the storage where the view begins, one number")
    .output("y", BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | BOOL, doc="elements of the view, copied")
    .shape(creation.as_strided)
    .dtype(follow("x"))
    .traits(PURE)
    .category("shape")
)

Bitcast = (
    op("Bitcast")
    .doc("Same bytes read as another data type.")
    .input(
        "x",
        IntegerDataType | QuantifiedType | BOOL | FLOAT16 | FLOAT | INT4 | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="tensor of any shape",
    )
    .output(
        "y",
        IntegerDataType | QuantifiedType | BOOL | FLOAT16 | FLOAT | INT4 | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="the same bytes as elements of another type; the last axis changes when the element size does",
    )
    .required_attr("type", Type, doc="type to read the bytes as")
    .attr("keep_dim", Bool, False, doc="whether the last axis stays although the size of an element changes")
    .shape(shape.bitcast)
    .dtype(from_attr("type"))
    .traits(PURE, VIEW)
    .category("shape")
)

BroadcastArgs = (
    op("BroadcastArgs")
    .doc("Shape to which two shapes broadcast.")
    .input("x1", INT32 | INT64, doc="first shape, [r1]")
    .input("x2", INT32 | INT64, doc="second shape, [r2]")
    .output("y", INT32 | INT64, doc="shape that both broadcast to, [max(r1, r2)]")
    .shape(repeat.broadcast_args)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("shape")
)

BroadcastGradientArgs = (
    op("BroadcastGradientArgs")
    .doc("Axes over which the gradients of a broadcast must be summed.")
    .input("x1", INT32 | INT64, doc="first shape, [r1]")
    .input("x2", INT32 | INT64, doc="second shape, [r2]")
    .output("y1", INT32 | INT64, doc="axes that a gradient must be summed over to get the first shape")
    .output("y2", INT32 | INT64, doc="axes that a gradient must be summed over to get the second shape")
    .shape(creation.broadcast_axes)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("shape")
)

BroadcastTo = (
    op("BroadcastTo")
    .doc("Repeats a tensor to a shape given as a tensor.")
    .input(
        "x",
        BasicType | BOOL | STRING | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN,
        doc="tensor whose axes are of length 1 or as wanted",
    )
    .input("shape", INT32 | INT64, doc="wanted shape, whole numbers; aligned with x at the end")
    .output(
        "y",
        BasicType | BOOL | STRING | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN,
        doc="x repeated along its axes of length 1",
    )
    .shape(repeat.broadcast_to)
    .dtype(follow("x"))
    .value(known_layout.stretch)
    .traits(PURE)
    .category("shape")
)

BroadcastToD = (
    op("BroadcastToD")
    .doc("Repeats a tensor to a shape given as an attribute.")
    .input("x", BasicType, doc="tensor whose axes are of length 1 or as wanted")
    .output("y", BasicType, doc="x repeated along its axes of length 1")
    .required_attr("shape", ListInt, doc="wanted shape, aligned with x at the end")
    .shape(repeat.broadcast_to)
    .dtype(follow("x"))
    .value(known_layout.stretch)
    .traits(PURE)
    .category("shape")
)

Expand = (
    op("Expand")
    .doc("Broadcasts a tensor with a shape given as a tensor.")
    .input("x", FLOAT16 | FLOAT | INT32 | INT64 | INT8 | UINT8 | BOOL | BF16, doc="tensor to repeat")
    .input("shape", INT32 | INT64, doc="shape that broadcasts with x, whole numbers; a 1 keeps the axis of x")
    .output("y", FLOAT16 | FLOAT | INT32 | INT64 | INT8 | UINT8 | BOOL | BF16, doc="x broadcast with that shape")
    .shape(repeat.expand)
    .dtype(follow("x"))
    .value(known_layout.stretch)
    .traits(PURE)
    .category("shape")
)

ExpandD = (
    op("ExpandD")
    .doc("Broadcasts a tensor with a shape given as an attribute.")
    .input("x", FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BOOL, doc="tensor to repeat")
    .output("y", FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BOOL, doc="x broadcast with the shape")
    .required_attr("shape", ListInt, doc="shape that broadcasts with x; a 1 keeps the axis of x")
    .shape(repeat.expand)
    .dtype(follow("x"))
    .traits(PURE)
    .category("shape")
)

ExpandDims = (
    op("ExpandDims")
    .doc("Inserts one axis of length one.")
    .input("x", ALL, doc="tensor of rank r")
    .input("axis", INT32 | INT64, doc="place of the new axis, one whole number from -r - 1 to r")
    .output("y", ALL, doc="the same elements with an axis of length 1 there")
    .shape(shape.expand_dims)
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

Flatten = (
    op("Flatten")
    .doc("Merges the axes from a given one on.")
    .input("x", ALL, doc="tensor of any rank")
    .output("y", ALL, doc="matrix: the axes before the given one merged into the first, the others into the second")
    .attr("axis", Int, 1, doc="number of leading axes that form the first axis; negative counts from the end")
    .shape(shape.flatten)
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

FlattenV2 = (
    op("FlattenV2")
    .doc("Merges a range of axes into one.")
    .input("x", ALL, doc="tensor of any rank")
    .output("y", ALL, doc="the same elements with a range of axes merged into one")
    .attr("axis", Int, 1, doc="first axis of the range; negative counts from the end")
    .attr("end_axis", Int, -1, doc="last axis of the range, included; negative counts from the end")
    .shape(shape.flatten_v2)
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

GatherShapes = (
    op("GatherShapes")
    .doc("Chosen axis lengths of several tensors as one tensor.")
    .dynamic_input("x", ALL)
    .output("shape", INT32 | INT64)
    .required_attr("axes", ListListInt)
    .attr("dtype", Int, INT32.ge_value)
    .shape(shape.chosen_sizes)
    .dtype(from_attr("dtype"))
    .value(known_layout.chosen_sizes)
    .traits(PURE)
    .category("shape")
)

GetDynamicDims = (
    op("GetDynamicDims")
    .dynamic_input("input", INT32 | INT64)
    .output("dims", INT32 | INT64)
    .required_attr("shape_info", ListInt)
    .required_attr("N", Int)
    .shape(shape.open_dims)
    .dtype(follow("input"))
    .category("shape")
)

GetShape = (
    op("GetShape")
    .dynamic_input("x", IntegerDataType | DOUBLE | FLOAT | FLOAT16 | BOOL)
    .output("y", INT32)
    .shape(shape.dims_vector)
    .traits(PURE)
    .category("shape")
)

Rank = (
    op("Rank")
    .doc("Number of axes as a tensor.")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING, doc="tensor of any rank")
    .output("y", INT32, doc="number of its axes, a scalar")
    .shape(common.scalar)
    .value(known_layout.rank_of)
    .traits(PURE)
    .category("shape")
)

RepeatInterleave = (
    op("RepeatInterleave")
    .doc("Repeats every element along an axis.")
    .input("x", BasicType, doc="tensor of any rank")
    .input(
        "repeats",
        INT32 | INT64,
        doc="how often each slice is repeated: one number, or one for each slice along the axis",
    )
    .output("y", BasicType, doc="x with each slice followed by its copies")
    .attr("axis", Int, 1000, doc="axis to repeat along; 1000 flattens x first")
    .shape(repeat.repeat_interleave)
    .dtype(follow("x"))
    .traits(PURE)
    .category("shape")
)

RepeatInterleaveGrad = (
    op("RepeatInterleaveGrad")
    .input("y_grad", FLOAT | FLOAT16 | BF16)
    .input("repeats", INT32 | INT64)
    .output("x_grad", FLOAT | FLOAT16 | BF16)
    .attr("axis", Int, -1)
    .shape(repeat.repeat_interleave_grad)
    .dtype(follow("y_grad"))
    .traits(PURE)
    .category("shape")
)

Reshape = (
    op("Reshape")
    .doc("Same elements in the same order under another shape.")
    .input("x", ALL, doc="tensor of any shape")
    .input(
        "shape",
        INT32 | INT64,
        doc="wanted shape; a single -1 is inferred, and 0 keeps the length of the same axis of x",
    )
    .output("y", ALL, doc="the same elements in the same order")
    .attr("axis", Int, 0, doc="first axis of x that is replaced by the shape; 0 replaces from the start")
    .attr("num_axes", Int, -1, at_least(-1), doc="how many axes are replaced; -1 for all that follow")
    .shape(shape.reshape)
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

Shape = (
    op("Shape")
    .doc("Lengths of the axes as a tensor.")
    .input("x", ALL, doc="tensor of any shape")
    .output("y", INT32 | INT64, doc="lengths of its axes, [rank]")
    .attr("dtype", Int, INT32.ge_value, one_of(3, 9), doc="number of the type of the lengths: 3 for INT32, 9 for INT64")
    .shape(shape.shape_of)
    .dtype(from_attr("dtype"))
    .value(known_layout.shape_of)
    .traits(PURE)
    .category("shape")
)

ShapeN = (
    op("ShapeN")
    .doc("Lengths of the axes of several tensors.")
    .dynamic_input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING, doc="tensors of any shapes")
    .dynamic_output("y", INT32 | INT64, doc="lengths of the axes of each tensor, in their order")
    .attr("dtype", Int, INT32.ge_value, one_of(3, 9), doc="number of the type of the lengths: 3 for INT32, 9 for INT64")
    .shape(shape.shape_of_each)
    .dtype(from_attr("dtype"))
    .value(known_layout.shape_of_each)
    .traits(PURE)
    .category("shape")
)

Size = (
    op("Size")
    .doc("Number of elements as a tensor.")
    .input("x", ALL, doc="tensor of any shape")
    .output("y", INT32 | INT64, doc="number of its elements, a scalar")
    .attr("dtype", Int, INT32.ge_value, one_of(3, 9), doc="number of the type of the count: 3 for INT32, 9 for INT64")
    .shape(common.scalar)
    .dtype(from_attr("dtype"))
    .value(known_layout.size_of)
    .traits(PURE)
    .category("shape")
)

Squeeze = (
    op("Squeeze")
    .doc("Removes axes of length one, named by an attribute.")
    .input("x", ALL, doc="tensor of any shape")
    .output("y", ALL, doc="the same elements without the named axes")
    .attr(
        "axis", ListInt, (), doc="axes of length 1 to remove; empty for all of length 1; negative counts from the end"
    )
    .shape(shape.squeeze("axis"))
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

SqueezeV2 = (
    op("SqueezeV2")
    .doc("Removes axes of length one, named by an attribute.")
    .input("x", ALL, doc="tensor of any shape")
    .output("y", ALL, doc="the same elements without the named axes")
    .attr(
        "axis", ListInt, (), doc="axes of length 1 to remove; empty for all of length 1; negative counts from the end"
    )
    .shape(shape.squeeze("axis"))
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

SqueezeV3 = (
    op("SqueezeV3")
    .doc("Removes axes of length one, named by a tensor.")
    .input("x", ALL, doc="tensor of any shape")
    .optional_input("axes", INT64, doc="axes of length 1 to remove, whole numbers; left out for all of length 1")
    .output("y", ALL, doc="the same elements without the named axes")
    .shape(shape.squeeze("axes"))
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

Tile = (
    op("Tile")
    .doc("Repeats a tensor along its axes, counts given as a tensor.")
    .input(
        "x",
        RealNumberType | QuantifiedType | COMPLEX64 | COMPLEX128 | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN,
        doc="tensor of rank r",
    )
    .input("multiples", IndexNumberType, doc="how often to repeat along each axis, r whole numbers")
    .output(
        "y",
        RealNumberType | QuantifiedType | COMPLEX64 | COMPLEX128 | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN,
        doc="copies of x side by side",
    )
    .shape(repeat.tile)
    .dtype(follow("x"))
    .value(known_layout.tile)
    .traits(PURE)
    .category("shape")
)

TileD = (
    op("TileD")
    .doc("Repeats a tensor along its axes, counts given as an attribute.")
    .input("x", FLOAT | FLOAT16 | INT32 | BF16, doc="tensor of rank r")
    .output("y", FLOAT | FLOAT16 | INT32 | BF16, doc="copies of x side by side")
    .required_attr(
        "multiples", ListInt, every(not_negative), doc="how often to repeat along each axis, r whole numbers"
    )
    .shape(repeat.tile)
    .dtype(follow("x"))
    .value(known_layout.tile)
    .traits(PURE)
    .category("shape")
)

TileWithAxis = (
    op("TileWithAxis")
    .doc("Repeats a tensor along one axis.")
    .input("x", IntegerDataType | BF16 | FLOAT16 | FLOAT, doc="tensor of any shape")
    .output("y", IntegerDataType | BF16 | FLOAT16 | FLOAT, doc="copies of x side by side along one axis")
    .attr("axis", Int, 1, doc="axis to repeat along; negative counts from the end")
    .required_attr("tiles", Int, positive, doc="number of copies")
    .shape(repeat.tile_axis)
    .dtype(follow("x"))
    .traits(PURE)
    .category("shape")
)

TransShape = (
    op("TransShape")
    .input("x", ALL)
    .output("y", ALL)
    .attr("outShape", ListInt, ())
    .shape(creation.by_attr("outShape"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("shape")
)

Unsqueeze = (
    op("Unsqueeze")
    .doc("Inserts axes of length one, named by an attribute.")
    .input("x", ALL, doc="tensor of rank r")
    .output("y", ALL, doc="the same elements with axes of length 1 at the named places")
    .attr("axes", ListInt, (), doc="places of the new axes in the result; negative counts from its end")
    .shape(shape.unsqueeze("axes"))
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

UnsqueezeV2 = (
    op("UnsqueezeV2")
    .doc("Inserts axes of length one, named by an attribute.")
    .input("x", ALL, doc="tensor of rank r")
    .output("y", ALL, doc="the same elements with axes of length 1 at the named places")
    .attr("axis", ListInt, (), doc="places of the new axes in the result; negative counts from its end")
    .shape(shape.unsqueeze("axis"))
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

UnsqueezeV3 = (
    op("UnsqueezeV3")
    .doc("Inserts axes of length one, named by a tensor.")
    .input("x", ALL, doc="tensor of rank r")
    .input("axes", INT64, doc="places of the new axes in the result, whole numbers; negative counts from its end")
    .output("y", ALL, doc="the same elements with axes of length 1 at the named places")
    .shape(shape.unsqueeze("axes"))
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

OPS = (
    AsStrided,
    Bitcast,
    BroadcastArgs,
    BroadcastGradientArgs,
    BroadcastTo,
    BroadcastToD,
    Expand,
    ExpandD,
    ExpandDims,
    Flatten,
    FlattenV2,
    GatherShapes,
    GetDynamicDims,
    GetShape,
    Rank,
    RepeatInterleave,
    RepeatInterleaveGrad,
    Reshape,
    Shape,
    ShapeN,
    Size,
    Squeeze,
    SqueezeV2,
    SqueezeV3,
    Tile,
    TileD,
    TileWithAxis,
    TransShape,
    Unsqueeze,
    UnsqueezeV2,
    UnsqueezeV3,
)
