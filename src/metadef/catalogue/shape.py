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
    op,
)
from metadef.infer.dtypes import follow, from_attr
from metadef.infer.shape import common, creation, shape
from metadef.infer.value import known_layout

AsStrided = (
    op("AsStrided")
    .doc("View of a tensor with given sizes, strides and offset.")
    .input("x", BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | BOOL)
    .input("size", IndexNumberType)
    .input("stride", IndexNumberType)
    .input("storage_offset", IndexNumberType)
    .output("y", BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | BOOL)
    .shape(creation.by_value("size"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("shape")
)

Bitcast = (
    op("Bitcast")
    .doc("Same bytes read as another data type.")
    .input("x", IntegerDataType | QuantifiedType | BOOL | FLOAT16 | FLOAT | INT4 | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("y", IntegerDataType | QuantifiedType | BOOL | FLOAT16 | FLOAT | INT4 | DOUBLE | COMPLEX64 | COMPLEX128)
    .required_attr("type", Type)
    .attr("keep_dim", Bool, False)
    .shape(shape.bitcast)
    .dtype(from_attr("type"))
    .traits(PURE, VIEW)
    .category("shape")
)

BroadcastArgs = (
    op("BroadcastArgs")
    .doc("Shape to which two shapes broadcast.")
    .input("x1", INT32 | INT64)
    .input("x2", INT32 | INT64)
    .output("y", INT32 | INT64)
    .shape(shape.broadcast_args)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("shape")
)

BroadcastGradientArgs = (
    op("BroadcastGradientArgs")
    .doc("Axes over which the gradients of a broadcast must be summed.")
    .input("x1", INT32 | INT64)
    .input("x2", INT32 | INT64)
    .output("y1", INT32 | INT64)
    .output("y2", INT32 | INT64)
    .shape(creation.broadcast_axes)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("shape")
)

BroadcastTo = (
    op("BroadcastTo")
    .doc("Repeats a tensor to a shape given as a tensor.")
    .input("x", BasicType | BOOL | STRING | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .input("shape", INT32 | INT64)
    .output("y", BasicType | BOOL | STRING | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .shape(shape.broadcast_to)
    .dtype(follow("x"))
    .value(known_layout.stretch)
    .traits(PURE)
    .category("shape")
)

BroadcastToD = (
    op("BroadcastToD")
    .doc("Repeats a tensor to a shape given as an attribute.")
    .input("x", BasicType)
    .output("y", BasicType)
    .required_attr("shape", ListInt)
    .shape(shape.broadcast_to)
    .dtype(follow("x"))
    .value(known_layout.stretch)
    .traits(PURE)
    .category("shape")
)

Expand = (
    op("Expand")
    .doc("Broadcasts a tensor with a shape given as a tensor.")
    .input("x", FLOAT16 | FLOAT | INT32 | INT64 | INT8 | UINT8 | BOOL | BF16)
    .input("shape", INT32 | INT64)
    .output("y", FLOAT16 | FLOAT | INT32 | INT64 | INT8 | UINT8 | BOOL | BF16)
    .shape(shape.expand)
    .dtype(follow("x"))
    .value(known_layout.stretch)
    .traits(PURE)
    .category("shape")
)

ExpandD = (
    op("ExpandD")
    .doc("Broadcasts a tensor with a shape given as an attribute.")
    .input("x", FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BOOL)
    .output("y", FLOAT16 | FLOAT | INT32 | INT8 | UINT8 | BOOL)
    .required_attr("shape", ListInt)
    .shape(shape.expand)
    .dtype(follow("x"))
    .traits(PURE)
    .category("shape")
)

ExpandDims = (
    op("ExpandDims")
    .doc("Inserts one axis of length one.")
    .input("x", ALL)
    .input("axis", INT32 | INT64)
    .output("y", ALL)
    .shape(shape.expand_dims)
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

Flatten = (
    op("Flatten")
    .doc("Merges the axes from a given one on.")
    .input("x", ALL)
    .output("y", ALL)
    .attr("axis", Int, 1)
    .shape(shape.flatten)
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

FlattenV2 = (
    op("FlattenV2")
    .doc("Merges a range of axes into one.")
    .input("x", ALL)
    .output("y", ALL)
    .attr("axis", Int, 1)
    .attr("end_axis", Int, -1)
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
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING)
    .output("y", INT32)
    .shape(common.scalar)
    .value(known_layout.rank_of)
    .traits(PURE)
    .category("shape")
)

RepeatInterleave = (
    op("RepeatInterleave")
    .doc("Repeats every element along an axis.")
    .input("x", BasicType)
    .input("repeats", INT32 | INT64)
    .output("y", BasicType)
    .attr("axis", Int, 1000)
    .shape(shape.repeat_interleave)
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
    .shape(shape.repeat_interleave_grad)
    .dtype(follow("y_grad"))
    .traits(PURE)
    .category("shape")
)

Reshape = (
    op("Reshape")
    .doc("Same elements in the same order under another shape.")
    .input("x", ALL)
    .input("shape", INT32 | INT64)
    .output("y", ALL)
    .attr("axis", Int, 0)
    .attr("num_axes", Int, -1)
    .shape(shape.reshape)
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

Shape = (
    op("Shape")
    .doc("Lengths of the axes as a tensor.")
    .input("x", ALL)
    .output("y", INT32 | INT64)
    .attr("dtype", Int, INT32.ge_value)
    .shape(shape.shape_of)
    .dtype(from_attr("dtype"))
    .value(known_layout.shape_of)
    .traits(PURE)
    .category("shape")
)

ShapeN = (
    op("ShapeN")
    .doc("Lengths of the axes of several tensors.")
    .dynamic_input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING)
    .dynamic_output("y", INT32 | INT64)
    .attr("dtype", Int, INT32.ge_value)
    .shape(shape.shape_of_each)
    .dtype(from_attr("dtype"))
    .value(known_layout.shape_of_each)
    .traits(PURE)
    .category("shape")
)

Size = (
    op("Size")
    .doc("Number of elements as a tensor.")
    .input("x", ALL)
    .output("y", INT32 | INT64)
    .attr("dtype", Int, INT32.ge_value)
    .shape(common.scalar)
    .dtype(from_attr("dtype"))
    .value(known_layout.size_of)
    .traits(PURE)
    .category("shape")
)

Squeeze = (
    op("Squeeze")
    .doc("Removes axes of length one, named by an attribute.")
    .input("x", ALL)
    .output("y", ALL)
    .attr("axis", ListInt, ())
    .shape(shape.squeeze("axis"))
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

SqueezeV2 = (
    op("SqueezeV2")
    .doc("Removes axes of length one, named by an attribute.")
    .input("x", ALL)
    .output("y", ALL)
    .attr("axis", ListInt, ())
    .shape(shape.squeeze("axis"))
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

SqueezeV3 = (
    op("SqueezeV3")
    .doc("Removes axes of length one, named by a tensor.")
    .input("x", ALL)
    .optional_input("axes", INT64)
    .output("y", ALL)
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
        "x", RealNumberType | QuantifiedType | COMPLEX64 | COMPLEX128 | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN
    )
    .input("multiples", IndexNumberType)
    .output(
        "y", RealNumberType | QuantifiedType | COMPLEX64 | COMPLEX128 | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN
    )
    .shape(shape.tile)
    .dtype(follow("x"))
    .value(known_layout.tile)
    .traits(PURE)
    .category("shape")
)

TileD = (
    op("TileD")
    .doc("Repeats a tensor along its axes, counts given as an attribute.")
    .input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .required_attr("multiples", ListInt)
    .shape(shape.tile)
    .dtype(follow("x"))
    .value(known_layout.tile)
    .traits(PURE)
    .category("shape")
)

TileWithAxis = (
    op("TileWithAxis")
    .doc("Repeats a tensor along one axis.")
    .input("x", IntegerDataType | BF16 | FLOAT16 | FLOAT)
    .output("y", IntegerDataType | BF16 | FLOAT16 | FLOAT)
    .attr("axis", Int, 1)
    .required_attr("tiles", Int)
    .shape(shape.tile_axis)
    .dtype(follow("x"))
    .traits(PURE)
    .category("shape")
)

TransShape = (
    op("TransShape").input("x", ALL).output("y", ALL).attr("outShape", ListInt, ()).traits(PURE).category("shape")
)

Unsqueeze = (
    op("Unsqueeze")
    .doc("Inserts axes of length one, named by an attribute.")
    .input("x", ALL)
    .output("y", ALL)
    .attr("axes", ListInt, ())
    .shape(shape.unsqueeze("axes"))
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

UnsqueezeV2 = (
    op("UnsqueezeV2")
    .doc("Inserts axes of length one, named by an attribute.")
    .input("x", ALL)
    .output("y", ALL)
    .attr("axis", ListInt, ())
    .shape(shape.unsqueeze("axis"))
    .dtype(follow("x"))
    .value(known_layout.regroup)
    .traits(PURE, VIEW)
    .category("shape")
)

UnsqueezeV3 = (
    op("UnsqueezeV3")
    .doc("Inserts axes of length one, named by a tensor.")
    .input("x", ALL)
    .input("axes", INT64)
    .output("y", ALL)
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
