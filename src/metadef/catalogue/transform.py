"""Transposes, blocks, windows and reversals: elements moved, values kept."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT4_E1M2,
    FLOAT4_E2M1,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    HIFLOAT8,
    INT8,
    INT32,
    INT64,
    PURE,
    STRING,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    BasicType,
    Bool,
    IndexNumberType,
    Int,
    IntegerDataType,
    ListInt,
    OrdinaryType,
    RealNumberType,
    SignedDataType,
    String,
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import common, transform
from metadef.infer.value import known_layout

BatchToSpace = (
    op("BatchToSpace")
    .doc("Moves blocks of the batch into height and width, then crops; crops as a tensor.")
    .input("x", BasicType)
    .input("crops", IndexNumberType)
    .output("y", BasicType)
    .required_attr("block_size", Int)
    .shape(transform.batch_to_space)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

BatchToSpaceD = (
    op("BatchToSpaceD")
    .doc("Moves blocks of the batch into height and width, then crops; crops as an attribute.")
    .input("x", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .required_attr("block_size", Int)
    .required_attr("crops", ListInt)
    .shape(transform.batch_to_space)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

BatchToSpaceND = (
    op("BatchToSpaceND")
    .doc("Moves blocks of the batch into any spatial axes, then crops.")
    .input("x", BasicType | BOOL)
    .input("block_shape", IndexNumberType)
    .input("crops", IndexNumberType)
    .output("y", BasicType | BOOL)
    .shape(transform.batch_to_space)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

BatchToSpaceNDD = (
    op("BatchToSpaceNDD")
    .doc("Moves blocks of the batch into any spatial axes, then crops; all as attributes.")
    .input("x", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .required_attr("block_shape", ListInt)
    .required_attr("crops", ListInt)
    .shape(transform.batch_to_space)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

Col2im = (
    op("Col2im")
    .doc("Adds columns back into the windows of a feature map.")
    .input("x", FLOAT | FLOAT16)
    .input("output_size", INT32)
    .output("y", FLOAT | FLOAT16)
    .required_attr("kernel_size", ListInt)
    .required_attr("dilation", ListInt)
    .required_attr("padding", ListInt)
    .required_attr("stride", ListInt)
    .traits(PURE)
    .category("transform")
)

Col2ImV2 = (
    op("Col2ImV2")
    .input("x", FLOAT | FLOAT16)
    .input("output_size", INT32)
    .input("kernel_size", INT32)
    .output("y", FLOAT | FLOAT16)
    .required_attr("dilation", ListInt)
    .required_attr("padding", ListInt)
    .required_attr("stride", ListInt)
    .traits(PURE)
    .category("transform")
)

Compress = (
    op("Compress")
    .input("weight", INT8 | FLOAT16)
    .output("weight_compress", INT8 | FLOAT16)
    .output("compress_index", INT8)
    .required_attr("compress_parameters", ListInt)
    .traits(PURE)
    .category("transform")
)

CompressFcOp = (
    op("CompressFcOp")
    .input("weight", INT8)
    .output("weight_compress", INT8)
    .output("compress_index", INT8)
    .output("compress_info", UINT32)
    .required_attr("compress_parameters", ListInt)
    .traits(PURE)
    .category("transform")
)

ConfusionTranspose = (
    op("ConfusionTranspose")
    .input("x", BasicType)
    .input("shape", IndexNumberType)
    .output("y", BasicType)
    .required_attr("perm", ListInt)
    .required_attr("transpose_first", Bool)
    .shape(transform.confusion_transpose)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

ConfusionTransposeD = (
    op("ConfusionTransposeD")
    .doc("A transpose and a reshape in one.")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | BF16)
    .output("y", IntegerDataType | FLOAT16 | FLOAT | BF16)
    .required_attr("perm", ListInt)
    .required_attr("shape", ListInt)
    .required_attr("transpose_first", Bool)
    .shape(transform.confusion_transpose)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

DataFormatDimMap = (
    op("DataFormatDimMap")
    .input("x", IndexNumberType)
    .output("y", IndexNumberType)
    .attr("src_format", String, "NHWC")
    .attr("dst_format", String, "NCHW")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

DataFormatVecPermute = (
    op("DataFormatVecPermute")
    .input("x", INT32 | INT64)
    .output("y", INT32 | INT64)
    .attr("src_format", String, "NHWC")
    .attr("dst_format", String, "NCHW")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

DepthToSpace = (
    op("DepthToSpace")
    .doc("Moves blocks of channels into height and width.")
    .input("x", BasicType)
    .output("y", BasicType)
    .required_attr("block_size", Int)
    .attr("mode", String, "DCR")
    .attr("data_format", String, "NHWC")
    .shape(transform.depth_to_space)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

ExtractImagePatches = (
    op("ExtractImagePatches")
    .doc("Lays patches of an image out along the channels.")
    .input("x", RealNumberType)
    .output("y", RealNumberType)
    .required_attr("ksizes", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("rates", ListInt)
    .required_attr("padding", String)
    .shape(transform.image_patches)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

ExtractVolumePatches = (
    op("ExtractVolumePatches")
    .input("x", RealNumberType)
    .output("y", RealNumberType)
    .required_attr("ksizes", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("padding", String)
    .shape(transform.volume_patches)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

Im2col = (
    op("Im2col")
    .doc("Lays the windows of a feature map out as columns.")
    .input("x", RealNumberType | BOOL | COMPLEX32 | COMPLEX64)
    .output("y", RealNumberType | BOOL | COMPLEX32 | COMPLEX64)
    .required_attr("ksizes", ListInt)
    .attr("strides", ListInt, (1,))
    .attr("dilations", ListInt, (1,))
    .attr("padding_mode", String, "CALCULATED")
    .attr("pads", ListInt, (0,))
    .shape(transform.im2col)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

Permute = (
    op("Permute")
    .doc("Permutes axes, order given as an attribute.")
    .input("x", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("order", ListInt, (0,))
    .shape(transform.permute)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

ReverseSequence = (
    op("ReverseSequence")
    .doc("Reverses the first elements of every sequence by its own length.")
    .input("x", OrdinaryType - (COMPLEX32 | UINT32 | UINT64))
    .input("seq_lengths", INT32 | INT64)
    .output("y", OrdinaryType - (COMPLEX32 | UINT32 | UINT64))
    .required_attr("seq_dim", Int)
    .attr("batch_dim", Int, 0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

ReverseV2 = (
    op("ReverseV2")
    .doc("Reverses axes given as a tensor.")
    .input(
        "x", SignedDataType | UINT8 | UINT16 | BOOL | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | STRING | BF16
    )
    .input("axis", INT32 | INT64)
    .output(
        "y", SignedDataType | UINT8 | UINT16 | BOOL | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | STRING | BF16
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

ReverseV2D = (
    op("ReverseV2D")
    .doc("Reverses axes given as an attribute.")
    .input("x", SignedDataType | UINT8 | UINT16 | BOOL | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | STRING)
    .output("y", SignedDataType | UINT8 | UINT16 | BOOL | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | STRING)
    .required_attr("axis", ListInt)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

Roll = (
    op("Roll")
    .doc("Shifts elements along axes; those that fall off come back at the start.")
    .input("x", FLOAT16 | FLOAT | INT32 | UINT32 | INT8 | UINT8 | BF16 | INT64 | COMPLEX64)
    .output("y", FLOAT16 | FLOAT | INT32 | UINT32 | INT8 | UINT8 | BF16 | INT64 | COMPLEX64)
    .required_attr("shifts", ListInt)
    .attr("dims", ListInt, ())
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

RollV2 = (
    op("RollV2")
    .input("input", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("shift", INT32 | INT64)
    .input("axes", INT32 | INT64)
    .output("output", RealNumberType - (BF16 | UINT32 | UINT64))
    .shape(common.same("input"))
    .dtype(follow("input"))
    .traits(PURE)
    .category("transform")
)

ShuffleChannel = (
    op("ShuffleChannel")
    .doc("Interleaves groups of channels.")
    .input("x", RealNumberType - (BF16 | DOUBLE))
    .output("y", RealNumberType - (BF16 | DOUBLE))
    .attr("group", Int, 1)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

SpaceToBatch = (
    op("SpaceToBatch")
    .doc("Pads, then moves blocks of height and width into the batch.")
    .input("x", BasicType)
    .input("paddings", IndexNumberType)
    .output("y", BasicType)
    .required_attr("block_size", Int)
    .shape(transform.space_to_batch)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

SpaceToBatchD = (
    op("SpaceToBatchD")
    .doc("Pads, then moves blocks of height and width into the batch; pads as an attribute.")
    .input("x", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .required_attr("block_size", Int)
    .required_attr("paddings", ListInt)
    .shape(transform.space_to_batch)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

SpaceToBatchND = (
    op("SpaceToBatchND")
    .doc("Pads, then moves blocks of any spatial axes into the batch.")
    .input("x", BasicType)
    .input("block_shape", IndexNumberType)
    .input("paddings", IndexNumberType)
    .output("y", BasicType)
    .shape(transform.space_to_batch)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

SpaceToBatchNDD = (
    op("SpaceToBatchNDD")
    .doc("Pads, then moves blocks of any spatial axes into the batch; all as attributes.")
    .input("x", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .required_attr("block_shape", ListInt)
    .required_attr("paddings", ListInt)
    .shape(transform.space_to_batch)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

SpaceToDepth = (
    op("SpaceToDepth")
    .doc("Moves blocks of height and width into channels.")
    .input("x", BasicType)
    .output("y", BasicType)
    .required_attr("block_size", Int)
    .attr("data_format", String, "NHWC")
    .shape(transform.space_to_depth)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

TransData = (
    op("TransData")
    .doc("Converts a tensor between storage formats.")
    .input("src", BasicType | FLOAT4_E1M2 | FLOAT4_E2M1)
    .output("dst", BasicType | FLOAT4_E1M2 | FLOAT4_E2M1)
    .required_attr("src_format", String)
    .required_attr("dst_format", String)
    .attr("src_subformat", Int, 0)
    .attr("dst_subformat", Int, 0)
    .attr("groups", Int, 1)
    .shape(common.same("src"))
    .dtype(follow("src"))
    .traits(PURE)
    .category("transform")
)

TransDataRNN = (
    op("TransDataRNN")
    .doc("Converts recurrent weights between storage formats.")
    .input("src", BasicType)
    .output("dst", BasicType)
    .required_attr("src_format", String)
    .required_attr("dst_format", String)
    .required_attr("input_size", Int)
    .required_attr("hidden_size", Int)
    .shape(common.same("src"))
    .dtype(follow("src"))
    .traits(PURE)
    .category("transform")
)

Transpose = (
    op("Transpose")
    .doc("Permutes axes, order given as a tensor.")
    .input("x", BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .input("perm", IndexNumberType)
    .output("y", BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .shape(transform.transpose())
    .dtype(follow("x"))
    .value(known_layout.transpose)
    .traits(PURE)
    .category("transform")
)

TransposeD = (
    op("TransposeD")
    .doc("Permutes axes, order given as an attribute.")
    .input("x", RealNumberType - (BF16 | DOUBLE))
    .output("y", RealNumberType - (BF16 | DOUBLE))
    .required_attr("perm", ListInt)
    .shape(transform.transpose())
    .dtype(follow("x"))
    .value(known_layout.transpose)
    .traits(PURE)
    .category("transform")
)

OPS = (
    BatchToSpace,
    BatchToSpaceD,
    BatchToSpaceND,
    BatchToSpaceNDD,
    Col2im,
    Col2ImV2,
    Compress,
    CompressFcOp,
    ConfusionTranspose,
    ConfusionTransposeD,
    DataFormatDimMap,
    DataFormatVecPermute,
    DepthToSpace,
    ExtractImagePatches,
    ExtractVolumePatches,
    Im2col,
    Permute,
    ReverseSequence,
    ReverseV2,
    ReverseV2D,
    Roll,
    RollV2,
    ShuffleChannel,
    SpaceToBatch,
    SpaceToBatchD,
    SpaceToBatchND,
    SpaceToBatchNDD,
    SpaceToDepth,
    TransData,
    TransDataRNN,
    Transpose,
    TransposeD,
)
