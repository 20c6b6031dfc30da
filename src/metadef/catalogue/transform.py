"""Transposes, blocks, windows and reversals: elements moved, values kept."""

from __future__ import annotations

from metadef.catalogue.laws import axes_within
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
    every,
    not_empty,
    not_negative,
    one_of,
    op,
    positive,
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
    .input("x", BasicType | BOOL, doc="tensor whose first axis is a multiple of the product of the blocks")
    .input("block_shape", IndexNumberType, doc="length of the block along each spatial axis, [m], positive")
    .input("crops", IndexNumberType, doc="elements to cut off before and after each spatial axis of the result, [m, 2]")
    .output("y", BasicType | BOOL, doc="tensor with a smaller batch and larger spatial axes")
    .shape(transform.batch_to_space)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

BatchToSpaceNDD = (
    op("BatchToSpaceNDD")
    .doc("Moves blocks of the batch into any spatial axes, then crops; all as attributes.")
    .input("x", FLOAT | FLOAT16, doc="tensor whose first axis is a multiple of the product of the blocks")
    .output("y", FLOAT | FLOAT16, doc="tensor with a smaller batch and larger spatial axes")
    .required_attr("block_shape", ListInt, every(positive), doc="length of the block along each spatial axis")
    .required_attr(
        "crops",
        ListInt,
        every(not_negative),
        doc="elements to cut off before and after each spatial axis of the result",
    )
    .shape(transform.batch_to_space)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

Col2im = (
    op("Col2im")
    .doc("Adds columns back into the windows of a feature map.")
    .input("x", FLOAT | FLOAT16, doc="windows as columns, [N, C, kH * kW, number of windows]")
    .input("output_size", INT32, doc="height and width of the feature map")
    .output("y", FLOAT | FLOAT16, doc="feature map, [N, C, H, W]; where windows overlap their elements are added")
    .required_attr("kernel_size", ListInt, every(positive), doc="height and width of the window")
    .required_attr("dilation", ListInt, every(positive), doc="distance between elements of a window")
    .required_attr(
        "padding", ListInt, every(not_negative), doc="elements around the feature map that are cut off again"
    )
    .required_attr("stride", ListInt, every(positive), doc="steps between windows along height and width")
    .shape(transform.col2im)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

Col2ImV2 = (
    op("Col2ImV2")
    .doc("Adds columns back into the windows of a feature map; the window as a tensor.")
    .input("x", FLOAT | FLOAT16, doc="windows as columns, [N, C, kH * kW, number of windows]")
    .input("output_size", INT32, doc="height and width of the feature map")
    .input("kernel_size", INT32, doc="height and width of the window")
    .output("y", FLOAT | FLOAT16, doc="feature map, [N, C, H, W]; where windows overlap their elements are added")
    .required_attr("dilation", ListInt, every(positive), doc="distance between elements of a window")
    .required_attr(
        "padding", ListInt, every(not_negative), doc="elements around the feature map that are cut off again"
    )
    .required_attr("stride", ListInt, every(positive), doc="steps between windows along height and width")
    .shape(transform.col2im)
    .dtype(follow("x"))
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
    .doc("A transpose and a reshape in one, the shape given as a tensor.")
    .input("x", BasicType, doc="tensor of any rank")
    .input("shape", IndexNumberType, doc="shape for the reshape, whole numbers")
    .output("y", BasicType, doc="tensor after both steps")
    .required_attr("perm", ListInt, doc="order of the axes for the transpose")
    .required_attr("transpose_first", Bool, doc="whether the transpose comes before the reshape")
    .shape(transform.confusion_transpose)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

ConfusionTransposeD = (
    op("ConfusionTransposeD")
    .doc("A transpose and a reshape in one.")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | BF16, doc="tensor of any rank")
    .output("y", IntegerDataType | FLOAT16 | FLOAT | BF16, doc="tensor after both steps")
    .required_attr("perm", ListInt, doc="order of the axes for the transpose")
    .required_attr("shape", ListInt, doc="shape for the reshape")
    .required_attr("transpose_first", Bool, doc="whether the transpose comes before the reshape")
    .shape(transform.confusion_transpose)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

DataFormatDimMap = (
    op("DataFormatDimMap")
    .doc("Numbers of axes in another order of axes.")
    .input("x", IndexNumberType, doc="numbers of axes in the source order")
    .output("y", IndexNumberType, doc="numbers of the same axes in the target order")
    .attr("src_format", String, "NHWC", doc="order of the axes that the numbers were meant in, such as NHWC")
    .attr("dst_format", String, "NCHW", doc="order of the axes to translate to, such as NCHW")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

DataFormatVecPermute = (
    op("DataFormatVecPermute")
    .doc("One number for each axis, brought into another order of axes.")
    .input("x", INT32 | INT64, doc="numbers in the source order, [4] or [4, 2]")
    .output("y", INT32 | INT64, doc="the same numbers in the target order")
    .attr("src_format", String, "NHWC", doc="order of the axes that the numbers are in, such as NHWC")
    .attr("dst_format", String, "NCHW", doc="order of the axes to bring them into, such as NCHW")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

DepthToSpace = (
    op("DepthToSpace")
    .doc("Moves blocks of channels into height and width.")
    .input("x", BasicType, doc="feature map whose channels are a multiple of block_size squared")
    .output("y", BasicType, doc="feature map that is block_size times higher and wider")
    .required_attr("block_size", Int, positive, doc="side of the square that channels are laid out in")
    .attr(
        "mode",
        String,
        "DCR",
        one_of("DCR", "CRD"),
        doc=("DCR takes the block position from the leading part of the channels, CRD from the trailing one"),
    )
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC, NCHW or NC1HWC0")
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
    .input("x", RealNumberType | BOOL | COMPLEX32 | COMPLEX64, doc="feature map, [N, C, H, W]")
    .output(
        "y",
        RealNumberType | BOOL | COMPLEX32 | COMPLEX64,
        doc="windows as columns, [N, C * kH * kW, windows down, windows across]",
    )
    .required_attr("ksizes", ListInt, every(positive), doc="height and width of the window")
    .attr("strides", ListInt, (1,), every(positive), doc="steps between windows along height and width")
    .attr("dilations", ListInt, (1,), every(positive), doc="distance between elements of a window")
    .attr(
        "padding_mode",
        String,
        "CALCULATED",
        one_of("CALCULATED", "SAME", "VALID"),
        doc="CALCULATED takes the pads as given, SAME chooses them, VALID uses none",
    )
    .attr(
        "pads", ListInt, (0,), every(not_negative), doc="elements added around the feature map: one number, two or four"
    )
    .shape(transform.im2col)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

Permute = (
    op("Permute")
    .doc("Permutes axes, order given as an attribute.")
    .input("x", FLOAT16 | FLOAT, doc="tensor of any rank")
    .output("y", FLOAT16 | FLOAT, doc="the same elements with the axes in the given order")
    .attr("order", ListInt, (0,), doc="which axis of x comes at each place; axes that are left out follow")
    .shape(transform.permute)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

ReverseSequence = (
    op("ReverseSequence")
    .doc("Reverses the first elements of every sequence by its own length.")
    .input("x", OrdinaryType - (COMPLEX32 | UINT32 | UINT64), doc="batch of sequences")
    .input("seq_lengths", INT32 | INT64, doc="number of leading elements to reverse in each sequence, [batch]")
    .output(
        "y", OrdinaryType - (COMPLEX32 | UINT32 | UINT64), doc="x with the beginning of each sequence in reverse order"
    )
    .required_attr("seq_dim", Int, doc="axis of the elements; negative counts from the end")
    .attr("batch_dim", Int, 0, doc="axis of the sequences; negative counts from the end")
    .law(*axes_within("seq_dim"))
    .law(*axes_within("batch_dim", label="C2"))
    .shape(transform.reverse_sequence)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

ReverseV2 = (
    op("ReverseV2")
    .doc("Reverses axes given as a tensor.")
    .input(
        "x",
        SignedDataType | UINT8 | UINT16 | BOOL | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | STRING | BF16,
        doc="tensor of any rank",
    )
    .input("axis", INT32 | INT64, doc="axes to reverse, whole numbers; negative counts from the end")
    .output(
        "y",
        SignedDataType | UINT8 | UINT16 | BOOL | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | STRING | BF16,
        doc="the same elements in reverse order along those axes",
    )
    .shape(common.along("axis"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

ReverseV2D = (
    op("ReverseV2D")
    .doc("Reverses axes given as an attribute.")
    .input(
        "x",
        SignedDataType | UINT8 | UINT16 | BOOL | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | STRING,
        doc="tensor of any rank",
    )
    .output(
        "y",
        SignedDataType | UINT8 | UINT16 | BOOL | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | STRING,
        doc="the same elements in reverse order along the axes",
    )
    .required_attr("axis", ListInt, doc="axes to reverse; negative counts from the end")
    .law(*axes_within("axis"))
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

Roll = (
    op("Roll")
    .doc("Shifts elements along axes; those that fall off come back at the start.")
    .input("x", FLOAT16 | FLOAT | INT32 | UINT32 | INT8 | UINT8 | BF16 | INT64 | COMPLEX64, doc="tensor of any rank")
    .output(
        "y",
        FLOAT16 | FLOAT | INT32 | UINT32 | INT8 | UINT8 | BF16 | INT64 | COMPLEX64,
        doc="x moved along its axes, what leaves one end coming in at the other",
    )
    .required_attr("shifts", ListInt, not_empty, doc="number of places to move along each axis; negative moves back")
    .attr("dims", ListInt, (), doc="axes to move along, as many as shifts; empty rolls the flattened tensor")
    .law(*axes_within("dims"))
    .shape(transform.roll)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

RollV2 = (
    op("RollV2")
    .doc("Shifts elements along axes, shifts and axes given as tensors.")
    .input("input", RealNumberType - (BF16 | UINT32 | UINT64), doc="tensor of any rank")
    .input("shift", INT32 | INT64, doc="number of places to move along each axis; negative moves back")
    .input("axes", INT32 | INT64, doc="axes to move along, as many as shifts")
    .output(
        "output",
        RealNumberType - (BF16 | UINT32 | UINT64),
        doc="input moved along its axes, what leaves one end coming in at the other",
    )
    .shape(common.same("input"))
    .dtype(follow("input"))
    .traits(PURE)
    .category("transform")
)

ShuffleChannel = (
    op("ShuffleChannel")
    .doc("Interleaves groups of channels.")
    .input("x", RealNumberType - (BF16 | DOUBLE), doc="feature map, [N, C, ...] with C a multiple of the group")
    .output("y", RealNumberType - (BF16 | DOUBLE), doc="feature map with the channels of all groups interleaved")
    .attr("group", Int, 1, positive, doc="number of groups")
    .shape(transform.shuffled_channels)
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
    .input("x", BasicType, doc="tensor with a batch, m spatial axes and any others")
    .input("block_shape", IndexNumberType, doc="length of the block along each spatial axis, [m], positive")
    .input("paddings", IndexNumberType, doc="zeros to add before and after each spatial axis first, [m, 2]")
    .output("y", BasicType, doc="tensor with a larger batch and smaller spatial axes")
    .shape(transform.space_to_batch)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

SpaceToBatchNDD = (
    op("SpaceToBatchNDD")
    .doc("Pads, then moves blocks of any spatial axes into the batch; all as attributes.")
    .input("x", FLOAT | FLOAT16, doc="tensor with a batch, spatial axes and any others")
    .output("y", FLOAT | FLOAT16, doc="tensor with a larger batch and smaller spatial axes")
    .required_attr("block_shape", ListInt, every(positive), doc="length of the block along each spatial axis")
    .required_attr(
        "paddings", ListInt, every(not_negative), doc="zeros to add before and after each spatial axis first"
    )
    .shape(transform.space_to_batch)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

SpaceToDepth = (
    op("SpaceToDepth")
    .doc("Moves blocks of height and width into channels.")
    .input("x", BasicType, doc="feature map whose height and width are multiples of block_size")
    .output("y", BasicType, doc="feature map that is block_size times lower and narrower, with more channels")
    .required_attr("block_size", Int, positive, doc="side of the square that moves into the channels")
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC, NCHW or NC1HWC0")
    .shape(transform.space_to_depth)
    .dtype(follow("x"))
    .traits(PURE)
    .category("transform")
)

TransData = (
    op("TransData")
    .doc("Converts a tensor between storage formats.")
    .input("src", BasicType | FLOAT4_E1M2 | FLOAT4_E2M1, doc="tensor in the source format")
    .output(
        "dst",
        BasicType | FLOAT4_E1M2 | FLOAT4_E2M1,
        doc="the same values laid out in the target format; padding added or removed",
    )
    .required_attr("src_format", String, doc="name of the source format, such as NCHW")
    .required_attr("dst_format", String, doc="name of the target format, such as NC1HWC0")
    .attr(
        "src_subformat",
        Int,
        0,
        not_negative,
        doc="number of the part of the source format that names groups; 0 for none",
    )
    .attr(
        "dst_subformat",
        Int,
        0,
        not_negative,
        doc="number of the part of the target format that names groups; 0 for none",
    )
    .attr("groups", Int, 1, positive, doc="number of convolution groups when the format packs weights by group")
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
    .input("x", BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN, doc="tensor of rank r")
    .input("perm", IndexNumberType, doc="which axis of x comes at each place, r whole numbers")
    .output("y", BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN, doc="the same elements with permuted axes")
    .shape(transform.transpose())
    .dtype(follow("x"))
    .value(known_layout.transpose)
    .traits(PURE)
    .category("transform")
)

TransposeD = (
    op("TransposeD")
    .doc("Permutes axes, order given as an attribute.")
    .input("x", RealNumberType - (BF16 | DOUBLE), doc="tensor of rank r")
    .output("y", RealNumberType - (BF16 | DOUBLE), doc="the same elements with permuted axes")
    .required_attr("perm", ListInt, doc="which axis of x comes at each place, r numbers")
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
