"""Pooling and its gradients."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    INT64,
    PURE,
    QINT8,
    REDUCTION,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    Bool,
    Float,
    IndexNumberType,
    Int,
    ListFloat,
    ListInt,
    RealNumberType,
    SignedDataType,
    String,
    at_least,
    every,
    length,
    not_negative,
    one_of,
    op,
    positive,
)
from metadef.infer.dtypes import each, follow, from_attr
from metadef.infer.shape import common, pool
from metadef.infer.shape.common import same

AdaptiveAvgPool = (
    op("AdaptiveAvgPool")
    .doc("Mean of windows chosen so that the output has a size given as a tensor.")
    .input("x", FLOAT | FLOAT16, doc="feature map, [N, C, H, W] or [C, H, W]")
    .input("output_size", INT64 | INT32, doc="height and width of the result, [2]; -1 keeps that of x")
    .output("y", FLOAT | FLOAT16, doc="means, of the given height and width")
    .shape(pool.adaptive("HW"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

AdaptiveAvgPool2d = (
    op("AdaptiveAvgPool2d")
    .doc("Mean of windows chosen so that the output has a given size.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="feature map, [N, C, H, W] or [C, H, W]")
    .output("y", FLOAT | FLOAT16 | BF16, doc="means, [N, C, H_out, W_out]")
    .required_attr(
        "output_size",
        ListInt,
        length(2) & every(at_least(-1)),
        doc="height and width of the result; -1 keeps that of x",
    )
    .shape(pool.adaptive("HW"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

AdaptiveAvgPool2dGrad = (
    op("AdaptiveAvgPool2dGrad")
    .input("input_grad", FLOAT | FLOAT16 | BF16)
    .output("output_grad", FLOAT | FLOAT16 | BF16)
    .required_attr("orig_input_shape", ListInt)
    .shape(pool.of_size("orig_input_shape", "input_grad"))
    .dtype(follow("input_grad"))
    .traits(PURE)
    .category("pool")
)

AdaptiveAvgPool3d = (
    op("AdaptiveAvgPool3d")
    .doc("Mean of windows of a volume chosen so that the output has a given size.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="volume, [N, C, D, H, W] in NCDHW")
    .output("y", FLOAT | FLOAT16 | BF16, doc="means, of the given depth, height and width")
    .required_attr(
        "output_size",
        ListInt,
        length(3) & every(at_least(-1)),
        doc="depth, height and width of the result; -1 keeps that of x",
    )
    .attr("data_format", String, "NDHWC", doc="order of the axes, NDHWC or NCDHW")
    .shape(pool.adaptive("DHW"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

AdaptiveAvgPool3dGrad = (
    op("AdaptiveAvgPool3dGrad")
    .input("y_grad", FLOAT | FLOAT16 | BF16)
    .input("x", FLOAT | FLOAT16 | BF16)
    .output("x_grad", FLOAT | FLOAT16 | BF16)
    .attr("data_format", String, "NDHWC")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

AdaptiveMaxPool2d = (
    op("AdaptiveMaxPool2d")
    .doc("Maximum of windows chosen so that the output has a given size, and its position.")
    .input("x", FLOAT16 | DOUBLE | FLOAT, doc="feature map, [N, C, H, W] or [C, H, W]")
    .output("y", FLOAT16 | DOUBLE | FLOAT, doc="largest elements, [N, C, H_out, W_out]")
    .output("argmax", IndexNumberType, doc="position of each of them within its plane, row times width plus column")
    .required_attr(
        "output_size",
        ListInt,
        length(2) & every(at_least(-1)),
        doc="height and width of the result; -1 keeps that of x",
    )
    .shape(pool.adaptive("HW"))
    .dtype(each("x", INT32))
    .traits(PURE)
    .category("pool")
)

AdaptiveMaxPool3d = (
    op("AdaptiveMaxPool3d")
    .input("x", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .output("indices", INT32 | INT64)
    .required_attr("output_size", ListInt)
    .attr("indices_dtype", Int, 3)
    .shape(pool.adaptive("DHW"))
    .dtype(each("x", from_attr("indices_dtype")))
    .traits(PURE)
    .category("pool")
)

AvgPool = (
    op("AvgPool")
    .doc("Mean of every window.")
    .input("x", FLOAT16 | BF16 | DOUBLE | FLOAT, doc="feature map, [N, C, H, W] in NCHW")
    .output("y", FLOAT16 | BF16 | DOUBLE | FLOAT, doc="means of the windows; padding does not count")
    .required_attr(
        "ksize",
        ListInt,
        every(positive),
        doc="lengths of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "strides",
        ListInt,
        every(positive),
        doc="steps between windows along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "padding",
        String,
        one_of("SAME", "VALID"),
        doc="SAME pads so that the output has ceil(input / stride) elements, VALID adds nothing",
    )
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC or NCHW")
    .shape(pool.pool())
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

AvgPool1D = (
    op("AvgPool1D")
    .doc("Mean of every window along one axis.")
    .input("x", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .required_attr("ksize", Int)
    .required_attr("strides", Int)
    .required_attr("pads", ListInt)
    .attr("ceil_mode", Bool, False)
    .attr("count_include_pad", Bool, False)
    .shape(pool.pool_1d)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

AvgPool1DAvgMatrix = (
    op("AvgPool1DAvgMatrix")
    .input("x", SignedDataType | FLOAT | FLOAT16 | UINT8 | DOUBLE)
    .output("y", SignedDataType | FLOAT | FLOAT16 | UINT8 | DOUBLE)
    .required_attr("ksize", Int)
    .required_attr("strides", Int)
    .required_attr("pads", ListInt)
    .attr("ceil_mode", Bool, False)
    .attr("count_include_pad", Bool, False)
    .shape(pool.averaging_matrix)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

AvgPool1DD = (
    op("AvgPool1DD")
    .input("x", SignedDataType | UINT8 | FLOAT16 | FLOAT | DOUBLE)
    .input("assist_matrix", SignedDataType | UINT8 | FLOAT16 | FLOAT | DOUBLE)
    .output("y", SignedDataType | UINT8 | FLOAT16 | FLOAT | DOUBLE)
    .required_attr("ksize", Int)
    .required_attr("strides", Int)
    .required_attr("pads", ListInt)
    .attr("ceil_mode", Bool, False)
    .attr("count_include_pad", Bool, False)
    .shape(pool.pool_1d)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

AvgPool3D = (
    op("AvgPool3D")
    .doc("Mean of every window of a volume.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="volume, [N, C, D, H, W] in NCDHW")
    .output("y", FLOAT16 | FLOAT | BF16, doc="means of the windows")
    .required_attr(
        "ksize",
        ListInt,
        every(positive),
        doc="lengths of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "strides",
        ListInt,
        every(positive),
        doc="steps between windows along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads", ListInt, every(not_negative), doc="elements added at front, back, top, bottom, left and right"
    )
    .attr(
        "ceil_mode",
        Bool,
        False,
        doc="whether a last window that is only partly inside counts; it rounds the output size up",
    )
    .attr("count_include_pad", Bool, True, doc="whether padding counts in what a sum is divided by")
    .attr(
        "divisor_override",
        Int,
        0,
        not_negative,
        doc="number that every sum is divided by instead of its count; 0 for the count",
    )
    .attr("data_format", String, "NDHWC", doc="order of the axes, NDHWC or NCDHW")
    .shape(pool.pool("DHW"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

AvgPool3DD = (
    op("AvgPool3DD")
    .doc("Mean of every window of a volume, written as a convolution with prepared constants.")
    .input("x", FLOAT16 | FLOAT | DOUBLE)
    .optional_input("filter", FLOAT16 | FLOAT | DOUBLE)
    .optional_input("multiplier", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("ceil_mode", Bool, False)
    .attr("count_include_pad", Bool, True)
    .attr("divisor_override", Int, 0)
    .attr("data_format", String, "NDHWC")
    .shape(pool.pool("DHW"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

AvgPool3DGrad = (
    op("AvgPool3DGrad")
    .input("orig_input_shape", INT32)
    .input("grads", FLOAT16 | FLOAT | BF16)
    .output("output", FLOAT16 | FLOAT | BF16)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("ceil_mode", Bool, False)
    .attr("count_include_pad", Bool, True)
    .attr("divisor_override", Int, 0)
    .attr("data_format", String, "NDHWC")
    .shape(pool.of_size("orig_input_shape", "grads"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("pool")
)

AvgPool3DGradD = (
    op("AvgPool3DGradD")
    .input("grads", FLOAT16)
    .optional_input("filter", FLOAT16)
    .optional_input("multiplier", FLOAT16)
    .output("output", FLOAT16)
    .required_attr("orig_input_shape", ListInt)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("ceil_mode", Bool, False)
    .attr("count_include_pad", Bool, True)
    .attr("divisor_override", Int, 0)
    .attr("data_format", String, "NDHWC")
    .shape(pool.of_size("orig_input_shape", "grads"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("pool")
)

AvgPoolGrad = (
    op("AvgPoolGrad")
    .doc("Gradient of AvgPool, input shape as a tensor.")
    .input("orig_input_shape", INT32, doc="shape of the feature map that AvgPool had, 4 numbers")
    .input("input_grad", FLOAT16 | DOUBLE | BF16 | FLOAT, doc="gradient that arrives at the result of AvgPool")
    .output(
        "out_grad",
        FLOAT16 | DOUBLE | BF16 | FLOAT,
        doc="gradient with respect to the feature map, spread evenly over each window",
    )
    .required_attr(
        "ksize",
        ListInt,
        every(positive),
        doc="lengths of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "strides",
        ListInt,
        every(positive),
        doc="steps between windows along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "padding",
        String,
        one_of("SAME", "VALID"),
        doc="SAME pads so that the output has ceil(input / stride) elements, VALID adds nothing",
    )
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC or NCHW")
    .shape(pool.of_size("orig_input_shape", "input_grad"))
    .dtype(follow("input_grad"))
    .traits(PURE)
    .category("pool")
)

AvgPoolGradD = (
    op("AvgPoolGradD")
    .input("input_grad", FLOAT16)
    .input("mean_matrix", FLOAT16)
    .input("kernel_matrix", FLOAT16)
    .output("out_grad", FLOAT16)
    .required_attr("orig_input_shape", ListInt)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("padding", String)
    .attr("data_format", String, "NHWC")
    .shape(pool.of_size("orig_input_shape", "input_grad"))
    .dtype(follow("input_grad"))
    .traits(PURE)
    .category("pool")
)

AvgPoolV2 = (
    op("AvgPoolV2")
    .doc("Mean of every window, with explicit pads and ceil mode.")
    .input("x", FLOAT16 | FLOAT | BF16 | DOUBLE, doc="feature map, [N, C, H, W] in NCHW")
    .output("y", FLOAT16 | FLOAT | BF16 | DOUBLE, doc="means of the windows")
    .required_attr(
        "ksize",
        ListInt,
        every(positive),
        doc="lengths of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "strides",
        ListInt,
        every(positive),
        doc="steps between windows along each axis in the order of data_format; those of N and C are 1",
    )
    .attr(
        "padding_mode",
        String,
        "CALCULATED",
        one_of("CALCULATED", "SAME", "VALID"),
        doc="CALCULATED takes the pads as given, SAME chooses them, VALID uses none",
    )
    .attr(
        "pads",
        ListInt,
        (0, 0, 0, 0),
        every(not_negative),
        doc="elements added at top, bottom, left and right; used when the padding mode is CALCULATED",
    )
    .attr("data_format", String, "NCHW", doc="order of the axes, NCHW or NHWC")
    .attr(
        "global_pooling",
        Bool,
        False,
        doc="whether one window covers each whole plane; ksize, strides and pads are ignored then",
    )
    .attr(
        "ceil_mode",
        Bool,
        False,
        doc="whether a last window that is only partly inside counts; it rounds the output size up",
    )
    .attr("exclusive", Bool, True, doc="whether padding is left out of the count that a sum is divided by")
    .attr(
        "divisor_override",
        Int,
        0,
        not_negative,
        doc="number that every sum is divided by instead of its count; 0 for the count",
    )
    .shape(pool.pool())
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

AvgPoolV2Grad = (
    op("AvgPoolV2Grad")
    .input("orig_input_shape", INT32)
    .input("input_grad", FLOAT16 | DOUBLE | BF16 | FLOAT)
    .output("out_grad", FLOAT16 | DOUBLE | BF16 | FLOAT)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .attr("padding_mode", String, "CALCULATED")
    .attr("pads", ListInt, (0, 0, 0, 0))
    .attr("data_format", String, "NCHW")
    .attr("global_pooling", Bool, False)
    .attr("ceil_mode", Bool, False)
    .attr("exclusive", Bool, True)
    .attr("divisor_override", Int, 0)
    .shape(pool.of_size("orig_input_shape", "input_grad"))
    .dtype(follow("input_grad"))
    .traits(PURE)
    .category("pool")
)

AvgPoolV2GradD = (
    op("AvgPoolV2GradD")
    .input("input_grad", FLOAT16)
    .optional_input("mean_matrix", FLOAT16)
    .optional_input("kernel_matrix", FLOAT16)
    .output("out_grad", FLOAT16)
    .required_attr("orig_input_shape", ListInt)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .attr("padding_mode", String, "CALCULATED")
    .attr("pads", ListInt, (0, 0, 0, 0))
    .attr("data_format", String, "NCHW")
    .attr("global_pooling", Bool, False)
    .attr("ceil_mode", Bool, False)
    .attr("exclusive", Bool, True)
    .shape(pool.of_size("orig_input_shape", "input_grad"))
    .dtype(follow("input_grad"))
    .traits(PURE)
    .category("pool")
)

Dilation = (
    op("Dilation")
    .input("x", INT8 | FLOAT16 | FLOAT)
    .output("y", INT8 | FLOAT16 | FLOAT)
    .required_attr("dilations", ListInt)
    .attr("pads", ListInt, ())
    .attr("padding_value", Float, 0.0)
    .shape(pool.dilated)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

Dilation2D = (
    op("Dilation2D")
    .doc("Greyscale dilation of a feature map by a structuring function.")
    .input("x", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("filter", RealNumberType - (BF16 | UINT32 | UINT64))
    .output("y", RealNumberType - (BF16 | UINT32 | UINT64))
    .required_attr("strides", ListInt)
    .required_attr("rates", ListInt)
    .attr("padding_mode", String, "SAME")
    .attr("pads", ListInt, (0, 0, 0, 0))
    .attr("ceil_mode", Bool, False)
    .attr("data_format", String, "NHWC")
    .shape(pool.dilation)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

Dilation2DBackpropFilter = (
    op("Dilation2DBackpropFilter")
    .input("x", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("filter", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("out_backprop", RealNumberType - (BF16 | UINT32 | UINT64))
    .output("y", RealNumberType - (BF16 | UINT32 | UINT64))
    .required_attr("strides", ListInt)
    .required_attr("rates", ListInt)
    .attr("padding_mode", String, "SAME")
    .attr("pads", ListInt, (0, 0, 0, 0))
    .attr("ceil_mode", Bool, False)
    .attr("data_format", String, "NHWC")
    .shape(common.same("filter"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

Dilation2DBackpropInput = (
    op("Dilation2DBackpropInput")
    .input("x", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("filter", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("out_backprop", RealNumberType - (BF16 | UINT32 | UINT64))
    .output("y", RealNumberType - (BF16 | UINT32 | UINT64))
    .required_attr("strides", ListInt)
    .required_attr("rates", ListInt)
    .attr("padding_mode", String, "SAME")
    .attr("pads", ListInt, (0, 0, 0, 0))
    .attr("ceil_mode", Bool, False)
    .attr("data_format", String, "NHWC")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

FractionalAvgPool = (
    op("FractionalAvgPool")
    .input("x", FLOAT | DOUBLE | INT32 | INT64)
    .output("y", FLOAT | DOUBLE | INT32 | INT64)
    .output("row_pooling_sequence", INT64)
    .output("col_pooling_sequence", INT64)
    .attr("pooling_ratio", ListFloat, ())
    .attr("pseudo_random", Bool, False)
    .attr("overlapping", Bool, False)
    .attr("deterministic", Bool, False)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(pool.fractional)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

FractionalAvgPoolGrad = (
    op("FractionalAvgPoolGrad")
    .input("orig_input_tensor_shape", INT64)
    .input("out_backprop", FLOAT | DOUBLE | INT32 | INT64)
    .input("row_pooling_sequence", INT64)
    .input("col_pooling_sequence", INT64)
    .output("y", FLOAT | DOUBLE | INT32 | INT64)
    .attr("overlapping", Bool, False)
    .shape(pool.of_size("orig_input_tensor_shape", "out_backprop"))
    .dtype(follow("out_backprop"))
    .traits(PURE)
    .category("pool")
)

FractionalMaxPool = (
    op("FractionalMaxPool")
    .input("x", FLOAT | DOUBLE | INT32 | INT64)
    .output("y", FLOAT | DOUBLE | INT32 | INT64)
    .output("row_pooling_sequence", INT64)
    .output("col_pooling_sequence", INT64)
    .attr("pooling_ratio", ListFloat, ())
    .attr("pseudo_random", Bool, False)
    .attr("overlapping", Bool, False)
    .attr("deterministic", Bool, False)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(pool.fractional)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

FractionalMaxPoolGrad = (
    op("FractionalMaxPoolGrad")
    .input("orig_input", FLOAT | DOUBLE | INT32 | INT64)
    .input("orig_output", FLOAT | DOUBLE | INT32 | INT64)
    .input("out_backprop", FLOAT | DOUBLE | INT32 | INT64)
    .input("row_pooling_sequence", INT64)
    .input("col_pooling_sequence", INT64)
    .output("y", FLOAT | DOUBLE | INT32 | INT64)
    .attr("overlapping", Bool, False)
    .shape(common.same("orig_input"))
    .dtype(follow("orig_input"))
    .traits(PURE)
    .category("pool")
)

GlobalAveragePool = (
    op("GlobalAveragePool")
    .doc("Mean over all spatial axes.")
    .input("x", FLOAT16 | FLOAT | DOUBLE, doc="feature map with any number of spatial axes, [N, C, ...]")
    .output("y", FLOAT16 | FLOAT | DOUBLE, doc="mean of each plane, with spatial axes of length 1")
    .shape(pool.global_pool)
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("pool")
)

GlobalLpPool = (
    op("GlobalLpPool")
    .doc("p-norm over all spatial axes.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="feature map with any number of spatial axes, [N, C, ...]")
    .output("y", FLOAT16 | FLOAT | BF16, doc="p-norm of each plane, with spatial axes of length 1")
    .attr("p", Float, 2.0, positive, doc="exponent of the norm; 2 is the Euclidean one")
    .shape(pool.global_pool)
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("pool")
)

Mask2Argmax = (
    op("Mask2Argmax")
    .input("x", RealNumberType)
    .input("mask", IndexNumberType)
    .output("argmax", IndexNumberType)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("padding", String)
    .required_attr("originshape", ListInt)
    .shape(pool.pool("HW", "NHWC"))
    .dtype(follow("mask"))
    .traits(PURE)
    .category("pool")
)

MaxPool = (
    op("MaxPool")
    .doc("Largest element of every window.")
    .input(
        "x", SignedDataType | FLOAT16 | DOUBLE | UINT8 | UINT16 | QINT8 | FLOAT, doc="feature map, [N, C, H, W] in NCHW"
    )
    .output(
        "y", SignedDataType | FLOAT16 | DOUBLE | UINT8 | UINT16 | QINT8 | FLOAT, doc="largest elements of the windows"
    )
    .required_attr(
        "ksize",
        ListInt,
        every(positive),
        doc="lengths of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "strides",
        ListInt,
        every(positive),
        doc="steps between windows along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "padding",
        String,
        one_of("SAME", "VALID"),
        doc="SAME pads so that the output has ceil(input / stride) elements, VALID adds nothing",
    )
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC, NCHW or NC1HWC0")
    .shape(pool.pool())
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

MaxPool3D = (
    op("MaxPool3D")
    .doc("Largest element of every window of a volume.")
    .input("x", FLOAT16 | DOUBLE | BF16 | FLOAT, doc="volume, [N, C, D, H, W] in NCDHW")
    .output("y", FLOAT16 | DOUBLE | BF16 | FLOAT, doc="largest elements of the windows")
    .required_attr(
        "ksize",
        ListInt,
        every(positive),
        doc="lengths of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "strides",
        ListInt,
        every(positive),
        doc="steps between windows along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "padding", String, one_of("SAME", "VALID", "CALCULATED"), doc="SAME, VALID, or CALCULATED for the given pads"
    )
    .attr(
        "pads",
        ListInt,
        (0, 0, 0, 0, 0, 0),
        every(not_negative),
        doc="elements added at front, back, top, bottom, left and right; used when padding is CALCULATED",
    )
    .attr(
        "dilation",
        ListInt,
        (1, 1, 1, 1, 1),
        every(positive),
        doc="distance between elements of a window along each axis",
    )
    .attr("ceil_mode", Int, 0, one_of(0, 1), doc="1 counts a last window that is only partly inside, 0 drops it")
    .attr("data_format", String, "NDHWC", doc="order of the axes, NDHWC or NCDHW")
    .shape(pool.pool("DHW"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

MaxPool3DGrad = (
    op("MaxPool3DGrad")
    .input("orig_x", RealNumberType)
    .input("orig_y", RealNumberType)
    .input("grads", RealNumberType)
    .output("y", RealNumberType)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .attr("padding", String, "SAME")
    .required_attr("pads", ListInt)
    .attr("data_format", String, "NDHWC")
    .shape(common.same("orig_x"))
    .dtype(follow("orig_x"))
    .traits(PURE)
    .category("pool")
)

MaxPool3DGradGrad = (
    op("MaxPool3DGradGrad")
    .input("orig_x", RealNumberType)
    .input("orig_y", RealNumberType)
    .input("grads", RealNumberType)
    .output("y", RealNumberType)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("data_format", String, "NDHWC")
    .shape(common.same("orig_y"))
    .dtype(follow("orig_x"))
    .traits(PURE)
    .category("pool")
)

MaxPool3DGradWithArgmax = (
    op("MaxPool3DGradWithArgmax")
    .input("x", FLOAT16 | BF16 | FLOAT)
    .input("grad", FLOAT16 | BF16 | FLOAT)
    .input("argmax", INT32 | INT64)
    .output("y", FLOAT16 | BF16 | FLOAT)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dilation", ListInt, (1, 1, 1))
    .attr("ceil_mode", Bool, False)
    .attr("data_format", String, "NCDHW")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

MaxPool3DWithArgmax = (
    op("MaxPool3DWithArgmax")
    .input("x", RealNumberType)
    .output("y", RealNumberType)
    .output("argmax", IndexNumberType)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dilation", ListInt, (1, 1, 1, 1, 1))
    .attr("ceil_mode", Bool, False)
    .attr("data_format", String, "NCDHW")
    .attr("argmax_type", String, "bitmask")
    .shape(pool.pool_bitmask)
    .dtype(each("x", INT32))
    .traits(PURE)
    .category("pool")
)

MaxPool3DWithArgmaxV2 = (
    op("MaxPool3DWithArgmaxV2")
    .input("x", FLOAT16 | BF16 | FLOAT)
    .output("y", FLOAT16 | BF16 | FLOAT)
    .output("argmax", INT32 | INT64)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dilation", ListInt, (1, 1, 1))
    .attr("ceil_mode", Bool, False)
    .attr("data_format", String, "NCDHW")
    .attr("dtype", Int, 3)
    .shape(pool.pool("DHW", single=True))
    .dtype(each("x", from_attr("dtype")))
    .traits(PURE)
    .category("pool")
)

MaxPoolExt2 = (
    op("MaxPoolExt2")
    .doc("Largest element of every window, older form.")
    .input(
        "x", SignedDataType | FLOAT16 | DOUBLE | UINT8 | UINT16 | QINT8 | FLOAT, doc="feature map, [N, C, H, W] in NCHW"
    )
    .output(
        "y", SignedDataType | FLOAT16 | DOUBLE | UINT8 | UINT16 | QINT8 | FLOAT, doc="largest elements of the windows"
    )
    .required_attr(
        "ksize",
        ListInt,
        every(positive),
        doc="lengths of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "strides",
        ListInt,
        every(positive),
        doc="steps between windows along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "padding",
        String,
        one_of("SAME", "VALID"),
        doc="SAME pads so that the output has ceil(input / stride) elements, VALID adds nothing",
    )
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC or NCHW")
    .shape(pool.pool())
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

MaxPoolGrad = (
    op("MaxPoolGrad")
    .doc("Gradient of MaxPool.")
    .input("x1", RealNumberType, doc="feature map that MaxPool had")
    .input("x2", RealNumberType, doc="result that MaxPool gave")
    .input("grad", RealNumberType, doc="gradient that arrives at that result, the shape of x2")
    .output(
        "y",
        RealNumberType,
        doc="gradient with respect to the feature map; each one goes to the largest element of its window",
    )
    .required_attr(
        "ksize",
        ListInt,
        every(positive),
        doc="lengths of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "strides",
        ListInt,
        every(positive),
        doc="steps between windows along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "padding",
        String,
        one_of("SAME", "VALID"),
        doc="SAME pads so that the output has ceil(input / stride) elements, VALID adds nothing",
    )
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC or NCHW")
    .shape(common.same("x1"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("pool")
)

MaxPoolGradGrad = (
    op("MaxPoolGradGrad")
    .input("x1", RealNumberType)
    .input("x2", RealNumberType)
    .input("grad", RealNumberType)
    .output("y", RealNumberType)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("padding", String)
    .attr("data_format", String, "NHWC")
    .shape(common.same("x2"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("pool")
)

MaxPoolGradGradWithArgmax = (
    op("MaxPoolGradGradWithArgmax")
    .input("x", RealNumberType)
    .input("grad", RealNumberType)
    .input("argmax", IndexNumberType)
    .output("y", RealNumberType)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("padding", String)
    .shape(common.same("argmax"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

MaxPoolGradWithArgmax = (
    op("MaxPoolGradWithArgmax")
    .input("x", FLOAT16 | BF16 | FLOAT)
    .input("grad", FLOAT16 | BF16 | FLOAT)
    .input("argmax", INT32 | INT64)
    .output("y", FLOAT16 | BF16 | FLOAT)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("padding", String)
    .attr("include_batch_in_index", Bool, False)
    .attr("data_format", String, "NHWC")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

MaxPoolGradWithArgmaxV1 = (
    op("MaxPoolGradWithArgmaxV1")
    .input("x", FLOAT16 | FLOAT)
    .input("grad", FLOAT16 | FLOAT)
    .input("argmax", UINT16 | INT32)
    .output("y", FLOAT16 | FLOAT)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dtype", Int, 3)
    .attr("dilation", ListInt, (1, 1, 1, 1))
    .attr("ceil_mode", Bool, False)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

MaxPoolGradWithArgmaxV2 = (
    op("MaxPoolGradWithArgmaxV2")
    .input("x", FLOAT16)
    .input("grad", FLOAT16)
    .input("argmax", UINT16)
    .output("y", FLOAT16)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dtype", Int, 3)
    .attr("dilation", ListInt, (1, 1, 1, 1))
    .attr("ceil_mode", Bool, False)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

MaxPoolGradWithArgmaxV3 = (
    op("MaxPoolGradWithArgmaxV3")
    .input("x", FLOAT16 | BF16 | FLOAT)
    .input("grad", FLOAT16 | BF16 | FLOAT)
    .input("argmax", INT32 | INT64)
    .output("y", FLOAT16 | BF16 | FLOAT)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dtype", Int, 3)
    .attr("dilation", ListInt, (1, 1))
    .attr("ceil_mode", Bool, False)
    .attr("data_format", String, "NCHW")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

MaxPoolV2 = (
    op("MaxPoolV2")
    .doc("Largest element of every window, window given as tensors.")
    .input("x", FLOAT16, doc="feature map, [N, C, H, W] in NCHW")
    .input("ksize", INT32, doc="lengths of the window along each axis, 4 positive numbers in the order of data_format")
    .input(
        "strides", INT32, doc="steps between windows along each axis, 4 positive numbers in the order of data_format"
    )
    .output("y", FLOAT16, doc="largest elements of the windows")
    .required_attr(
        "padding",
        String,
        one_of("SAME", "VALID"),
        doc="SAME pads so that the output has ceil(input / stride) elements, VALID adds nothing",
    )
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC or NCHW")
    .shape(pool.pool_by_input)
    .traits(PURE)
    .category("pool")
)

MaxPoolV3 = (
    op("MaxPoolV3")
    .doc("Largest element of every window, with explicit pads and ceil mode.")
    .input(
        "x",
        SignedDataType | FLOAT16 | BF16 | DOUBLE | UINT8 | UINT16 | QINT8 | FLOAT,
        doc="feature map, [N, C, H, W] in NCHW",
    )
    .output(
        "y",
        SignedDataType | FLOAT16 | BF16 | DOUBLE | UINT8 | UINT16 | QINT8 | FLOAT,
        doc="largest elements of the windows; padding never wins",
    )
    .required_attr(
        "ksize",
        ListInt,
        every(positive),
        doc="lengths of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "strides",
        ListInt,
        every(positive),
        doc="steps between windows along each axis in the order of data_format; those of N and C are 1",
    )
    .attr(
        "padding_mode",
        String,
        "CALCULATED",
        one_of("CALCULATED", "SAME", "VALID"),
        doc="CALCULATED takes the pads as given, SAME chooses them, VALID uses none",
    )
    .attr(
        "pads",
        ListInt,
        (0, 0, 0, 0),
        every(not_negative),
        doc="elements added at top, bottom, left and right; used when the padding mode is CALCULATED",
    )
    .attr("data_format", String, "NCHW", doc="order of the axes, NCHW or NHWC")
    .attr(
        "global_pooling",
        Bool,
        False,
        doc="whether one window covers each whole plane; ksize, strides and pads are ignored then",
    )
    .attr(
        "ceil_mode",
        Bool,
        False,
        doc="whether a last window that is only partly inside counts; it rounds the output size up",
    )
    .shape(pool.pool())
    .dtype(follow("x"))
    .traits(PURE)
    .category("pool")
)

MaxPoolV3Grad = (
    op("MaxPoolV3Grad")
    .input("orig_input", RealNumberType)
    .input("orig_output", RealNumberType)
    .input("grad", RealNumberType)
    .output("out_grad", RealNumberType)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .attr("padding_mode", String, "CALCULATED")
    .attr("pads", ListInt, (0, 0, 0, 0))
    .attr("data_format", String, "NCHW")
    .attr("global_pooling", Bool, False)
    .attr("ceil_mode", Bool, False)
    .shape(common.same("orig_input"))
    .dtype(follow("orig_input"))
    .traits(PURE)
    .category("pool")
)

MaxPoolWithArgmax = (
    op("MaxPoolWithArgmax")
    .doc("Largest element of every window and its position.")
    .input("x", FLOAT16 | BF16 | FLOAT, doc="feature map, [N, C, H, W] in NCHW")
    .output("y", FLOAT16 | BF16 | FLOAT, doc="largest elements of the windows")
    .output("argmax", INT32 | INT64, doc="position of each of them in the flattened sample")
    .required_attr(
        "ksize",
        ListInt,
        every(positive),
        doc="lengths of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "strides",
        ListInt,
        every(positive),
        doc="steps between windows along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "padding",
        String,
        one_of("SAME", "VALID"),
        doc="SAME pads so that the output has ceil(input / stride) elements, VALID adds nothing",
    )
    .attr("Targmax", Int, 9, doc="number of the type of the positions: such as 9 for INT64 or 3 for INT32")
    .attr(
        "include_batch_in_index",
        Bool,
        False,
        doc="whether positions count through the whole batch instead of within a sample",
    )
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC or NCHW")
    .attr("nan_prop", Bool, False, doc="whether a window with a NaN gives NaN")
    .shape(pool.pool())
    .dtype(each("x", from_attr("Targmax")))
    .traits(PURE)
    .category("pool")
)

MaxPoolWithArgmaxV1 = (
    op("MaxPoolWithArgmaxV1")
    .input("x", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .output("argmax", UINT16 | INT32)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dtype", Int, 3)
    .attr("dilation", ListInt, (1, 1, 1, 1))
    .attr("ceil_mode", Bool, False)
    .shape(pool.pool_with_mask)
    .dtype(each("x", UINT16))
    .traits(PURE)
    .category("pool")
)

MaxPoolWithArgmaxV2 = (
    op("MaxPoolWithArgmaxV2")
    .input("x", FLOAT16)
    .output("y", FLOAT16)
    .output("argmax", UINT16)
    .required_attr("ksize", ListInt)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dtype", Int, 3)
    .attr("dilation", ListInt, (1, 1, 1, 1))
    .attr("ceil_mode", Bool, False)
    .shape(pool.pool_with_mask)
    .traits(PURE)
    .category("pool")
)

MaxPoolWithArgmaxV3 = (
    op("MaxPoolWithArgmaxV3")
    .doc("Largest element of every window and its position within the plane.")
    .input("x", FLOAT16 | BF16 | FLOAT, doc="feature map, [N, C, H, W] in NCHW")
    .output("y", FLOAT16 | BF16 | FLOAT, doc="largest elements of the windows")
    .output("argmax", INT32 | INT64, doc="position of each of them within its plane, row times width plus column")
    .required_attr("ksize", ListInt, every(positive), doc="height and width of the window")
    .required_attr("strides", ListInt, every(positive), doc="steps between windows along height and width")
    .required_attr("pads", ListInt, every(not_negative), doc="elements added on both sides of height and of width")
    .attr("dtype", Int, 3, one_of(3, 9), doc="number of the type of the positions: 3 for INT32, 9 for INT64")
    .attr(
        "dilation", ListInt, (1, 1), every(positive), doc="distance between elements of a window along height and width"
    )
    .attr(
        "ceil_mode",
        Bool,
        False,
        doc="whether a last window that is only partly inside counts; it rounds the output size up",
    )
    .attr("data_format", String, "NCHW", doc="order of the axes, NCHW or NHWC")
    .shape(pool.pool(single=True))
    .dtype(each("x", from_attr("dtype")))
    .traits(PURE)
    .category("pool")
)

Pooling = (
    op("Pooling")
    .doc("Maximum or mean of every window, as Caffe defines it.")
    .input("x", FLOAT16 | INT8 | FLOAT)
    .output("y", FLOAT16 | INT32 | FLOAT)
    .attr("mode", Int, 0)
    .attr("global_pooling", Bool, False)
    .attr("window", ListInt, (1, 1))
    .attr("stride", ListInt, (1, 1))
    .attr("pad", ListInt, (0, 0, 0, 0))
    .attr("dilation", ListInt, (1, 1, 1, 1))
    .attr("ceil_mode", Int, 0)
    .attr("data_format", String, "NCHW")
    .shape(pool.pool())
    .dtype(follow("x", INT32))
    .traits(PURE)
    .category("pool")
)

SPP = (
    op("SPP")
    .input("x", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .required_attr("pyramid_height", Int)
    .attr("pool_method", Int, 0)
    .traits(PURE)
    .category("pool")
)

SubSample = (
    op("SubSample")
    .input("labels", INT32)
    .output("y", INT32)
    .required_attr("batch_size_per_images", Int)
    .required_attr("positive_fraction", Float)
    .shape(same("labels"))
    .traits(PURE)
    .category("pool")
)

SubSampleLabels = (
    op("SubSampleLabels")
    .input("labels", INT32)
    .input("shuffle_matrix", INT32)
    .output("y", INT32)
    .required_attr("batch_size_per_images", Int)
    .required_attr("positive_fraction", Float)
    .shape(same("labels"))
    .traits(PURE)
    .category("pool")
)

OPS = (
    AdaptiveAvgPool,
    AdaptiveAvgPool2d,
    AdaptiveAvgPool2dGrad,
    AdaptiveAvgPool3d,
    AdaptiveAvgPool3dGrad,
    AdaptiveMaxPool2d,
    AdaptiveMaxPool3d,
    AvgPool,
    AvgPool1D,
    AvgPool1DAvgMatrix,
    AvgPool1DD,
    AvgPool3D,
    AvgPool3DD,
    AvgPool3DGrad,
    AvgPool3DGradD,
    AvgPoolGrad,
    AvgPoolGradD,
    AvgPoolV2,
    AvgPoolV2Grad,
    AvgPoolV2GradD,
    Dilation,
    Dilation2D,
    Dilation2DBackpropFilter,
    Dilation2DBackpropInput,
    FractionalAvgPool,
    FractionalAvgPoolGrad,
    FractionalMaxPool,
    FractionalMaxPoolGrad,
    GlobalAveragePool,
    GlobalLpPool,
    Mask2Argmax,
    MaxPool,
    MaxPool3D,
    MaxPool3DGrad,
    MaxPool3DGradGrad,
    MaxPool3DGradWithArgmax,
    MaxPool3DWithArgmax,
    MaxPool3DWithArgmaxV2,
    MaxPoolExt2,
    MaxPoolGrad,
    MaxPoolGradGrad,
    MaxPoolGradGradWithArgmax,
    MaxPoolGradWithArgmax,
    MaxPoolGradWithArgmaxV1,
    MaxPoolGradWithArgmaxV2,
    MaxPoolGradWithArgmaxV3,
    MaxPoolV2,
    MaxPoolV3,
    MaxPoolV3Grad,
    MaxPoolWithArgmax,
    MaxPoolWithArgmaxV1,
    MaxPoolWithArgmaxV2,
    MaxPoolWithArgmaxV3,
    Pooling,
    SPP,
    SubSample,
    SubSampleLabels,
)
