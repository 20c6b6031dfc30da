"""Convolutions, their gradients and deformable forms."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    DOUBLE,
    FLOAT,
    FLOAT8_E4M3FN,
    FLOAT16,
    HIFLOAT8,
    INT4,
    INT8,
    INT32,
    INT64,
    PURE,
    UINT16,
    UINT64,
    Bool,
    Int,
    ListInt,
    ListString,
    String,
    at_least,
    every,
    length,
    not_negative,
    one_of,
    op,
    positive,
)
from metadef.infer.dtypes import accumulated, each, follow, from_attr
from metadef.infer.shape import common, conv, conv_gradient

Conv2D = (
    op("Conv2D")
    .doc("2-D convolution over a batch of feature maps.")
    .input("x", FLOAT16 | FLOAT | INT8 | BF16 | HIFLOAT8, doc="feature map, [N, C_in, H, W] in NCHW")
    .input(
        "filter",
        FLOAT16 | FLOAT | INT8 | BF16 | HIFLOAT8,
        doc="weights, [C_out, C_in / groups, kH, kW] in NCHW, [kH, kW, C_in / groups, C_out] in NHWC",
    )
    .optional_input("bias", FLOAT16 | FLOAT | BF16 | INT32, doc="one summand for each output channel, [C_out]")
    .optional_input("offset_w", INT8, doc="reserved for offsets of quantised weights; leave it out")
    .output(
        "y", FLOAT16 | FLOAT | INT32 | BF16 | HIFLOAT8, doc="convolved feature map, [N, C_out, H_out, W_out] in NCHW"
    )
    .required_attr(
        "strides",
        ListInt,
        length(1, 2, 4) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(2, 4) & every(at_least(-1)),
        doc=(
            "zeros added at top, bottom, left and right; all -1 pads so that the output has ceil(input / "
            "stride) elements"
        ),
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1),
        length(1, 2, 4) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NHWC",
        doc=(
            "order of the axes of the feature maps, NCHW or NHWC; the filter of NHWC ends with C_in / groups and C_out"
        ),
    )
    .attr("offset_x", Int, 0, doc="number that padding of a quantised input counts as; 0 for floating point")
    .shape(conv.conv("HW"))
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("conv")
)

Conv2DBackpropFilter = (
    op("Conv2DBackpropFilter")
    .doc("Gradient of a 2-D convolution with respect to its filter.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16, doc="feature map of the forward pass, [N, C_in, H, W] in NCHW")
    .input("filter_size", INT32, doc="shape of the filter, 4 whole numbers")
    .input(
        "out_backprop",
        FLOAT16 | FLOAT | DOUBLE | BF16,
        doc="gradient that arrives at the convolved feature map, [N, C_out, H_out, W_out] in NCHW",
    )
    .output("y", FLOAT16 | FLOAT | DOUBLE, doc="gradient with respect to the filter, of the given shape")
    .required_attr(
        "strides",
        ListInt,
        length(1, 2, 4) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(2, 4) & every(at_least(-1)),
        doc=(
            "zeros added at top, bottom, left and right; all -1 pads so that the output has ceil(input / "
            "stride) elements"
        ),
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1),
        length(1, 2, 4) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NHWC",
        doc=(
            "order of the axes of the feature maps, NCHW or NHWC; the filter of NHWC ends with C_in / groups and C_out"
        ),
    )
    .shape(conv_gradient.filter_gradient())
    .dtype(follow("x", FLOAT))
    .traits(PURE)
    .category("conv")
)

Conv2DBackpropFilterD = (
    op("Conv2DBackpropFilterD")
    .doc("Gradient of a 2-D convolution with respect to its filter, sizes as attributes.")
    .input("x", FLOAT16 | BF16, doc="feature map of the forward pass, [N, C_in, H, W] in NCHW")
    .input(
        "out_backprop",
        FLOAT16 | BF16,
        doc="gradient that arrives at the convolved feature map, [N, C_out, H_out, W_out] in NCHW",
    )
    .output("y", FLOAT, doc="gradient with respect to the filter, of the given shape")
    .required_attr("filter_size", ListInt, length(4), doc="shape of the filter, 4 whole numbers")
    .required_attr(
        "strides",
        ListInt,
        length(1, 2, 4) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(2, 4) & every(at_least(-1)),
        doc=(
            "zeros added at top, bottom, left and right; all -1 pads so that the output has ceil(input / "
            "stride) elements"
        ),
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1),
        length(1, 2, 4) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NHWC",
        doc=(
            "order of the axes of the feature maps, NCHW or NHWC; the filter of NHWC ends with C_in / groups and C_out"
        ),
    )
    .shape(conv_gradient.filter_gradient())
    .traits(PURE)
    .category("conv")
)

Conv2DBackpropInput = (
    op("Conv2DBackpropInput")
    .doc("Gradient of a 2-D convolution with respect to its feature map.")
    .input("input_size", INT32, doc="shape of the feature map of the forward pass, 4 whole numbers")
    .input(
        "filter",
        FLOAT16 | FLOAT | DOUBLE | BF16,
        doc="weights, [C_out, C_in / groups, kH, kW] in NCHW, [kH, kW, C_in / groups, C_out] in NHWC",
    )
    .input(
        "out_backprop",
        FLOAT16 | FLOAT | DOUBLE | BF16,
        doc="gradient that arrives at the convolved feature map, [N, C_out, H_out, W_out] in NCHW",
    )
    .output("y", FLOAT16 | FLOAT | DOUBLE | BF16, doc="gradient with respect to the feature map, of the given shape")
    .required_attr(
        "strides",
        ListInt,
        length(1, 2, 4) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(2, 4) & every(at_least(-1)),
        doc=(
            "zeros added at top, bottom, left and right; all -1 pads so that the output has ceil(input / "
            "stride) elements"
        ),
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1),
        length(1, 2, 4) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NHWC",
        doc=(
            "order of the axes of the feature maps, NCHW or NHWC; the filter of NHWC ends with C_in / groups and C_out"
        ),
    )
    .shape(conv_gradient.input_gradient())
    .dtype(follow("filter"))
    .traits(PURE)
    .category("conv")
)

Conv2DBackpropInputD = (
    op("Conv2DBackpropInputD")
    .doc("Gradient of a 2-D convolution with respect to its feature map, sizes as attributes.")
    .input(
        "filter",
        FLOAT16 | INT8 | BF16,
        doc="weights, [C_out, C_in / groups, kH, kW] in NCHW, [kH, kW, C_in / groups, C_out] in NHWC",
    )
    .input(
        "out_backprop",
        FLOAT16 | INT8 | BF16,
        doc="gradient that arrives at the convolved feature map, [N, C_out, H_out, W_out] in NCHW",
    )
    .output("y", FLOAT16 | INT32 | FLOAT | BF16, doc="gradient with respect to the feature map, of the given shape")
    .required_attr(
        "input_size", ListInt, length(4), doc="shape of the feature map of the forward pass, 4 whole numbers"
    )
    .required_attr(
        "strides",
        ListInt,
        length(1, 2, 4) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(2, 4) & every(at_least(-1)),
        doc=(
            "zeros added at top, bottom, left and right; all -1 pads so that the output has ceil(input / "
            "stride) elements"
        ),
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1),
        length(1, 2, 4) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NHWC",
        doc=(
            "order of the axes of the feature maps, NCHW or NHWC; the filter of NHWC ends with C_in / groups and C_out"
        ),
    )
    .shape(conv_gradient.input_gradient())
    .dtype(follow("filter", INT32))
    .traits(PURE)
    .category("conv")
)

Conv2DCompress = (
    op("Conv2DCompress")
    .doc("2-D convolution with a compressed filter.")
    .input("x", INT8)
    .input("filter_compress", INT8)
    .input("compress_index", INT8)
    .optional_input("bias", INT32)
    .optional_input("offset_w", INT8)
    .output("y", INT32)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dilations", ListInt, (1, 1, 1, 1))
    .attr("groups", Int, 1)
    .attr("data_format", String, "NHWC")
    .attr("offset_x", Int, 0)
    .attr("alg", String, "weight_unzip")
    .shape(conv.conv_compressed)
    .traits(PURE)
    .category("conv")
)

Conv2DTranspose = (
    op("Conv2DTranspose")
    .doc("Transposed 2-D convolution whose output size is given as a tensor.")
    .input(
        "input_size",
        INT32 | INT64,
        doc="shape of the output, 4 whole numbers; all zeros let it follow from the other sizes",
    )
    .input("x", FLOAT16 | INT8 | BF16, doc="feature map, [N, C_in, H, W] in NCHW")
    .input(
        "filter",
        FLOAT16 | INT8 | BF16,
        doc=("weights, [C_in, C_out / groups, kH, kW] in NCHW, as the convolution that this one transposes has them"),
    )
    .optional_input("bias", FLOAT16 | INT32 | FLOAT, doc="one summand for each output channel, [C_out]")
    .optional_input("offset_w", INT8, doc="reserved for offsets of quantised weights; leave it out")
    .output(
        "y",
        FLOAT16 | INT32 | FLOAT | BF16,
        doc=(
            "upsampled feature map, stride * (size - 1) + output_padding + dilation * (kernel - 1) + 1 - "
            "pads along each spatial axis"
        ),
    )
    .required_attr(
        "strides",
        ListInt,
        length(1, 2, 4) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr("pads", ListInt, length(2, 4), doc="elements cut off the full result at top, bottom, left and right")
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1),
        length(1, 2, 4) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NHWC",
        doc=(
            "order of the axes of the feature maps, NCHW or NHWC; the filter of NHWC ends with C_in / groups and C_out"
        ),
    )
    .attr(
        "output_padding",
        ListInt,
        (0, 0, 0, 0),
        length(1, 2, 4) & every(not_negative),
        doc=(
            "elements added at the end of each axis of the output, to choose among the sizes that give one input size"
        ),
    )
    .attr("offset_x", Int, 0, doc="number that padding of a quantised input counts as; 0 for floating point")
    .shape(conv_gradient.conv_transpose("HW", "input_size"))
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("conv")
)

Conv2DTransposeD = (
    op("Conv2DTransposeD")
    .doc("Transposed 2-D convolution whose output size is an attribute.")
    .input("x", FLOAT16 | INT8 | FLOAT | INT4, doc="feature map, [N, C_in, H, W] in NCHW")
    .input(
        "filter",
        FLOAT16 | INT8 | FLOAT | INT4,
        doc=("weights, [C_in, C_out / groups, kH, kW] in NCHW, as the convolution that this one transposes has them"),
    )
    .optional_input("bias", FLOAT16 | INT32 | FLOAT, doc="one summand for each output channel, [C_out]")
    .optional_input("offset_w", INT8 | INT4, doc="reserved for offsets of quantised weights; leave it out")
    .output(
        "y",
        FLOAT16 | INT32 | FLOAT,
        doc=(
            "upsampled feature map, stride * (size - 1) + output_padding + dilation * (kernel - 1) + 1 - "
            "pads along each spatial axis"
        ),
    )
    .required_attr(
        "input_size",
        ListInt,
        every(not_negative),
        doc="shape of the output, 4 whole numbers; all zeros let it follow from the other sizes",
    )
    .required_attr(
        "strides",
        ListInt,
        length(1, 2, 4) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr("pads", ListInt, length(2, 4), doc="elements cut off the full result at top, bottom, left and right")
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1),
        length(1, 2, 4) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NHWC",
        doc=(
            "order of the axes of the feature maps, NCHW or NHWC; the filter of NHWC ends with C_in / groups and C_out"
        ),
    )
    .attr(
        "output_padding",
        ListInt,
        (0, 0, 0, 0),
        length(1, 2, 4) & every(not_negative),
        doc=(
            "elements added at the end of each axis of the output, to choose among the sizes that give one input size"
        ),
    )
    .attr("offset_x", Int, 0, doc="number that padding of a quantised input counts as; 0 for floating point")
    .shape(conv_gradient.conv_transpose("HW"))
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("conv")
)

Conv2DV2 = (
    op("Conv2DV2")
    .doc("2-D convolution with an explicit padding mode.")
    .input("x", FLOAT16 | FLOAT | BF16 | HIFLOAT8, doc="feature map, [N, C_in, H, W] in NCHW")
    .input(
        "filter",
        FLOAT16 | FLOAT | BF16 | HIFLOAT8,
        doc="weights, [C_out, C_in / groups, kH, kW] in NCHW, [kH, kW, C_in / groups, C_out] in NHWC",
    )
    .optional_input("bias", FLOAT16 | FLOAT | BF16, doc="one summand for each output channel, [C_out]")
    .optional_input("offset_w", INT8, doc="reserved for offsets of quantised weights; leave it out")
    .output("y", FLOAT16 | FLOAT | BF16 | HIFLOAT8, doc="convolved feature map, [N, C_out, H_out, W_out] in NCHW")
    .required_attr(
        "strides",
        ListInt,
        length(1, 2, 4) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .attr(
        "pads",
        ListInt,
        (0, 0, 0, 0),
        every(at_least(-1)),
        doc="zeros added at top, bottom, left and right; all -1 means SAME",
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1),
        length(1, 2, 4) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NCHW",
        doc=(
            "order of the axes of the feature maps, NCHW or NHWC; the filter of NHWC ends with C_in / groups and C_out"
        ),
    )
    .attr("offset_x", Int, 0, doc="number that padding of a quantised input counts as; 0 for floating point")
    .attr(
        "pad_mode",
        String,
        "SPECIFIC",
        one_of("SPECIFIC", "SAME", "SAME_UPPER", "SAME_LOWER", "VALID"),
        doc=("SPECIFIC takes the pads as given; SAME, SAME_UPPER and SAME_LOWER choose them, VALID uses none"),
    )
    .attr("enable_hf32", Bool, False, doc="whether FLOAT may be computed with a shortened mantissa, which is faster")
    .shape(conv.conv("HW"))
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("conv")
)

Conv3D = (
    op("Conv3D")
    .doc("3-D convolution over a batch of volumes.")
    .input("x", FLOAT16 | FLOAT | INT8 | BF16 | HIFLOAT8, doc="volume, [N, C_in, D, H, W] in NCDHW")
    .input(
        "filter",
        FLOAT16 | FLOAT | INT8 | BF16 | HIFLOAT8,
        doc=("weights, [C_out, C_in / groups, kD, kH, kW] in NCDHW, [kD, kH, kW, C_in / groups, C_out] in NDHWC"),
    )
    .optional_input("bias", FLOAT16 | FLOAT | BF16 | INT32, doc="one summand for each output channel, [C_out]")
    .optional_input("offset_w", INT8, doc="reserved for offsets of quantised weights; leave it out")
    .output(
        "y", FLOAT16 | FLOAT | INT32 | BF16 | HIFLOAT8, doc="convolved volume, [N, C_out, D_out, H_out, W_out] in NCDHW"
    )
    .required_attr(
        "strides",
        ListInt,
        length(1, 3, 5) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(3, 6) & every(at_least(-1)),
        doc=(
            "zeros added at front, back, top, bottom, left and right; all -1 pads so that the output has "
            "ceil(input / stride) elements"
        ),
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1, 1),
        length(1, 3, 5) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NDHWC",
        doc=("order of the axes of the volumes, NCDHW or NDHWC; the filter of NDHWC ends with C_in / groups and C_out"),
    )
    .attr("offset_x", Int, 0, doc="number that padding of a quantised input counts as; 0 for floating point")
    .shape(conv.conv("DHW"))
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("conv")
)

Conv3DBackpropFilter = (
    op("Conv3DBackpropFilter")
    .doc("Gradient of a 3-D convolution with respect to its filter.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16, doc="volume of the forward pass, [N, C_in, D, H, W] in NCDHW")
    .input("filter_size", INT32, doc="shape of the filter, 5 whole numbers")
    .input(
        "out_backprop",
        FLOAT16 | FLOAT | DOUBLE | BF16,
        doc="gradient that arrives at the convolved volume, [N, C_out, D_out, H_out, W_out] in NCDHW",
    )
    .output("y", FLOAT16 | FLOAT | DOUBLE, doc="gradient with respect to the filter, of the given shape")
    .required_attr(
        "strides",
        ListInt,
        length(1, 3, 5) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(3, 6) & every(at_least(-1)),
        doc=(
            "zeros added at front, back, top, bottom, left and right; all -1 pads so that the output has "
            "ceil(input / stride) elements"
        ),
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1, 1),
        length(1, 3, 5) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NDHWC",
        doc=("order of the axes of the volumes, NCDHW or NDHWC; the filter of NDHWC ends with C_in / groups and C_out"),
    )
    .shape(conv_gradient.filter_gradient())
    .dtype(follow("x", FLOAT))
    .traits(PURE)
    .category("conv")
)

Conv3DBackpropFilterD = (
    op("Conv3DBackpropFilterD")
    .doc("Gradient of a 3-D convolution with respect to its filter, sizes as attributes.")
    .input("x", FLOAT16 | BF16, doc="volume of the forward pass, [N, C_in, D, H, W] in NCDHW")
    .input(
        "out_backprop",
        FLOAT16 | BF16,
        doc="gradient that arrives at the convolved volume, [N, C_out, D_out, H_out, W_out] in NCDHW",
    )
    .output("y", FLOAT, doc="gradient with respect to the filter, of the given shape")
    .required_attr("filter_size", ListInt, length(5), doc="shape of the filter, 5 whole numbers")
    .required_attr(
        "strides",
        ListInt,
        length(1, 3, 5) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(3, 6) & every(at_least(-1)),
        doc=(
            "zeros added at front, back, top, bottom, left and right; all -1 pads so that the output has "
            "ceil(input / stride) elements"
        ),
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1, 1),
        length(1, 3, 5) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NDHWC",
        doc=("order of the axes of the volumes, NCDHW or NDHWC; the filter of NDHWC ends with C_in / groups and C_out"),
    )
    .shape(conv_gradient.filter_gradient())
    .traits(PURE)
    .category("conv")
)

Conv3DBackpropFilterV2 = (
    op("Conv3DBackpropFilterV2")
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("filter_size", INT32 | INT64)
    .input("out_backprop", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dilations", ListInt, (1, 1, 1, 1, 1))
    .attr("groups", Int, 1)
    .attr("data_format", String, "NDHWC")
    .attr("enable_hf32", Bool, False)
    .shape(conv_gradient.filter_gradient())
    .traits(PURE)
    .category("conv")
)

Conv3DBackpropInput = (
    op("Conv3DBackpropInput")
    .doc("Gradient of a 3-D convolution with respect to its volume.")
    .input("input_size", INT32 | INT64, doc="shape of the volume of the forward pass, 5 whole numbers")
    .input(
        "filter",
        FLOAT16 | FLOAT | BF16,
        doc=("weights, [C_out, C_in / groups, kD, kH, kW] in NCDHW, [kD, kH, kW, C_in / groups, C_out] in NDHWC"),
    )
    .input(
        "out_backprop",
        FLOAT16 | FLOAT | BF16,
        doc="gradient that arrives at the convolved volume, [N, C_out, D_out, H_out, W_out] in NCDHW",
    )
    .output("y", FLOAT16 | FLOAT | BF16, doc="gradient with respect to the volume, of the given shape")
    .required_attr(
        "strides",
        ListInt,
        length(1, 3, 5) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(3, 6) & every(at_least(-1)),
        doc=(
            "zeros added at front, back, top, bottom, left and right; all -1 pads so that the output has "
            "ceil(input / stride) elements"
        ),
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1, 1),
        length(1, 3, 5) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NDHWC",
        doc=("order of the axes of the volumes, NCDHW or NDHWC; the filter of NDHWC ends with C_in / groups and C_out"),
    )
    .shape(conv_gradient.input_gradient())
    .dtype(follow("filter"))
    .traits(PURE)
    .category("conv")
)

Conv3DBackpropInputD = (
    op("Conv3DBackpropInputD")
    .doc("Gradient of a 3-D convolution with respect to its volume, sizes as attributes.")
    .input(
        "filter",
        FLOAT16 | BF16,
        doc=("weights, [C_out, C_in / groups, kD, kH, kW] in NCDHW, [kD, kH, kW, C_in / groups, C_out] in NDHWC"),
    )
    .input(
        "out_backprop",
        FLOAT16 | BF16,
        doc="gradient that arrives at the convolved volume, [N, C_out, D_out, H_out, W_out] in NCDHW",
    )
    .output("y", FLOAT16 | FLOAT | BF16, doc="gradient with respect to the volume, of the given shape")
    .required_attr("input_size", ListInt, length(5), doc="shape of the volume of the forward pass, 5 whole numbers")
    .required_attr(
        "strides",
        ListInt,
        length(1, 3, 5) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(3, 6) & every(at_least(-1)),
        doc=(
            "zeros added at front, back, top, bottom, left and right; all -1 pads so that the output has "
            "ceil(input / stride) elements"
        ),
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1, 1),
        length(1, 3, 5) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NDHWC",
        doc=("order of the axes of the volumes, NCDHW or NDHWC; the filter of NDHWC ends with C_in / groups and C_out"),
    )
    .shape(conv_gradient.input_gradient())
    .dtype(follow("filter"))
    .traits(PURE)
    .category("conv")
)

Conv3DBackpropInputV2 = (
    op("Conv3DBackpropInputV2")
    .input("input_size", INT32 | INT64)
    .input("filter", FLOAT16 | FLOAT | BF16)
    .input("out_backprop", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dilations", ListInt, (1, 1, 1, 1, 1))
    .attr("groups", Int, 1)
    .attr("data_format", String, "NDHWC")
    .attr("enable_hf32", Bool, False)
    .shape(conv_gradient.input_gradient())
    .dtype(follow("filter"))
    .traits(PURE)
    .category("conv")
)

Conv3DTranspose = (
    op("Conv3DTranspose")
    .doc("Transposed 3-D convolution whose output size is given as a tensor.")
    .input(
        "input_size",
        INT32 | INT64,
        doc="shape of the output, 5 whole numbers; all zeros let it follow from the other sizes",
    )
    .input("x", FLOAT16 | BF16, doc="volume, [N, C_in, D, H, W] in NCDHW")
    .input(
        "filter",
        FLOAT16 | BF16,
        doc=(
            "weights, [C_in, C_out / groups, kD, kH, kW] in NCDHW, as the convolution that this one transposes has them"
        ),
    )
    .optional_input("bias", FLOAT16 | FLOAT, doc="one summand for each output channel, [C_out]")
    .optional_input("offset_w", INT8, doc="reserved for offsets of quantised weights; leave it out")
    .output(
        "y",
        FLOAT16 | FLOAT | BF16,
        doc=(
            "upsampled volume, stride * (size - 1) + output_padding + dilation * (kernel - 1) + 1 - pads "
            "along each spatial axis"
        ),
    )
    .required_attr(
        "strides",
        ListInt,
        length(1, 3, 5) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(3, 6),
        doc="elements cut off the full result at front, back, top, bottom, left and right",
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1, 1),
        length(1, 3, 5) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NDHWC",
        doc=("order of the axes of the volumes, NCDHW or NDHWC; the filter of NDHWC ends with C_in / groups and C_out"),
    )
    .attr(
        "output_padding",
        ListInt,
        (0, 0, 0, 0, 0),
        length(1, 3, 5) & every(not_negative),
        doc=(
            "elements added at the end of each axis of the output, to choose among the sizes that give one input size"
        ),
    )
    .attr("offset_x", Int, 0, doc="number that padding of a quantised input counts as; 0 for floating point")
    .shape(conv_gradient.conv_transpose("DHW", "input_size"))
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("conv")
)

Conv3DTransposeD = (
    op("Conv3DTransposeD")
    .doc("Transposed 3-D convolution whose output size is an attribute.")
    .input("x", FLOAT16 | BF16, doc="volume, [N, C_in, D, H, W] in NCDHW")
    .input(
        "filter",
        FLOAT16 | BF16,
        doc=(
            "weights, [C_in, C_out / groups, kD, kH, kW] in NCDHW, as the convolution that this one transposes has them"
        ),
    )
    .optional_input("bias", FLOAT16 | FLOAT, doc="one summand for each output channel, [C_out]")
    .optional_input("offset_w", INT8, doc="reserved for offsets of quantised weights; leave it out")
    .output(
        "y",
        FLOAT16 | FLOAT | BF16,
        doc=(
            "upsampled volume, stride * (size - 1) + output_padding + dilation * (kernel - 1) + 1 - pads "
            "along each spatial axis"
        ),
    )
    .required_attr(
        "input_size",
        ListInt,
        every(not_negative),
        doc="shape of the output, 5 whole numbers; all zeros let it follow from the other sizes",
    )
    .required_attr(
        "strides",
        ListInt,
        length(1, 3, 5) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(3, 6),
        doc="elements cut off the full result at front, back, top, bottom, left and right",
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1, 1),
        length(1, 3, 5) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NDHWC",
        doc=("order of the axes of the volumes, NCDHW or NDHWC; the filter of NDHWC ends with C_in / groups and C_out"),
    )
    .attr(
        "output_padding",
        ListInt,
        (0, 0, 0, 0, 0),
        length(1, 3, 5) & every(not_negative),
        doc=(
            "elements added at the end of each axis of the output, to choose among the sizes that give one input size"
        ),
    )
    .attr("offset_x", Int, 0, doc="number that padding of a quantised input counts as; 0 for floating point")
    .shape(conv_gradient.conv_transpose("DHW"))
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("conv")
)

Conv3DTransposeV2 = (
    op("Conv3DTransposeV2")
    .doc("Transposed 3-D convolution, newer form with output size as a tensor.")
    .input(
        "input_size",
        INT32 | INT64,
        doc="shape of the output, 5 whole numbers; all zeros let it follow from the other sizes",
    )
    .input("x", FLOAT16 | FLOAT | BF16 | HIFLOAT8 | FLOAT8_E4M3FN, doc="volume, [N, C_in, D, H, W] in NCDHW")
    .input(
        "filter",
        FLOAT16 | FLOAT | BF16 | HIFLOAT8 | FLOAT8_E4M3FN,
        doc=(
            "weights, [C_in, C_out / groups, kD, kH, kW] in NCDHW, as the convolution that this one transposes has them"
        ),
    )
    .optional_input("bias", FLOAT16 | FLOAT, doc="one summand for each output channel, [C_out]")
    .optional_input("offset_w", INT8, doc="reserved for offsets of quantised weights; leave it out")
    .output(
        "y",
        FLOAT16 | FLOAT | BF16 | HIFLOAT8 | FLOAT8_E4M3FN,
        doc=(
            "upsampled volume, stride * (size - 1) + output_padding + dilation * (kernel - 1) + 1 - pads "
            "along each spatial axis"
        ),
    )
    .required_attr(
        "strides",
        ListInt,
        length(1, 3, 5) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads",
        ListInt,
        length(3, 6),
        doc="elements cut off the full result at front, back, top, bottom, left and right",
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1, 1),
        length(1, 3, 5) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr("data_format", String, "NDHWC", doc="order of the axes of the volumes, NCDHW or NDHWC")
    .attr(
        "output_padding",
        ListInt,
        (0, 0, 0, 0, 0),
        length(1, 3, 5) & every(not_negative),
        doc="elements added at the end of each axis of the output",
    )
    .attr("offset_x", Int, 0, doc="number that padding of a quantised input counts as; 0 for floating point")
    .attr("enable_hf32", Bool, False, doc="whether FLOAT may be computed with a shortened mantissa, which is faster")
    .shape(conv_gradient.conv_transpose("DHW", "input_size"))
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("conv")
)

Conv3DV2 = (
    op("Conv3DV2")
    .doc("3-D convolution with an explicit padding mode and optional output scale and offset.")
    .input("x", FLOAT16 | FLOAT | BF16 | INT8 | HIFLOAT8, doc="volume, [N, C_in, D, H, W] in NCDHW")
    .input(
        "filter",
        FLOAT16 | FLOAT | BF16 | INT8 | HIFLOAT8,
        doc=("weights, [C_out, C_in / groups, kD, kH, kW] in NCDHW, [kD, kH, kW, C_in / groups, C_out] in NDHWC"),
    )
    .optional_input("bias", FLOAT16 | FLOAT | BF16, doc="one summand for each output channel, [C_out]")
    .optional_input("scale", FLOAT, doc="factor on each output channel, [C_out], for a quantised result")
    .optional_input("offset", FLOAT, doc="summand of each output channel after scaling, [C_out]")
    .optional_input("offset_w", INT8, doc="reserved for offsets of quantised weights; leave it out")
    .output("y", FLOAT16 | FLOAT | BF16 | HIFLOAT8, doc="convolved volume, [N, C_out, D_out, H_out, W_out] in NCDHW")
    .required_attr(
        "strides",
        ListInt,
        length(1, 3, 5) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .attr(
        "pads",
        ListInt,
        (0, 0, 0, 0, 0, 0),
        every(at_least(-1)),
        doc="zeros added at front, back, top, bottom, left and right; all -1 means SAME",
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1, 1),
        length(1, 3, 5) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr(
        "data_format",
        String,
        "NCDHW",
        doc=("order of the axes of the volumes, NCDHW or NDHWC; the filter of NDHWC ends with C_in / groups and C_out"),
    )
    .attr("offset_x", Int, 0, doc="number that padding of a quantised input counts as; 0 for floating point")
    .attr(
        "pad_mode",
        String,
        "SPECIFIC",
        one_of("SPECIFIC", "SAME", "SAME_UPPER", "SAME_LOWER", "VALID"),
        doc=("SPECIFIC takes the pads as given; SAME, SAME_UPPER and SAME_LOWER choose them, VALID uses none"),
    )
    .attr("enable_hf32", Bool, False, doc="whether FLOAT may be computed with a shortened mantissa, which is faster")
    .shape(conv.conv("DHW"))
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("conv")
)

Correlation = (
    op("Correlation")
    .input("filter", FLOAT16 | INT8)
    .input("x", FLOAT16 | INT8)
    .output("y", FLOAT16 | INT32)
    .attr("groups", Int, 1)
    .shape(conv.correlation)
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("conv")
)

Deconvolution = (
    op("Deconvolution")
    .doc("Transposed 2-D convolution as Caffe defines it.")
    .input("x", FLOAT16 | INT8)
    .input("filter", FLOAT16 | INT8)
    .optional_input("bias", FLOAT16 | INT32)
    .optional_input("offset_w", INT8)
    .output("y", FLOAT16 | INT32)
    .attr("strides", ListInt, (1, 1))
    .attr("pads", ListInt, (0, 0, 0, 0))
    .attr("dilations", ListInt, (1, 1, 1, 1))
    .attr("groups", Int, 1)
    .attr("data_format", String, "NCHW")
    .attr("offset_x", Int, 0)
    .shape(conv_gradient.conv_transpose("HW"))
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("conv")
)

DeformableConv2D = (
    op("DeformableConv2D")
    .doc("2-D convolution whose taps are moved by learned offsets.")
    .input("x", FLOAT16 | FLOAT)
    .input("filter", FLOAT16 | FLOAT)
    .input("offsets", FLOAT16 | FLOAT)
    .optional_input("bias", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dilations", ListInt, (1, 1, 1, 1))
    .attr("groups", Int, 1)
    .attr("data_format", String, "NHWC")
    .attr("deformable_groups", Int, 1)
    .attr("modulated", Bool, True)
    .shape(conv.deformable_conv)
    .dtype(follow("x"))
    .traits(PURE)
    .category("conv")
)

DeformableOffsets = (
    op("DeformableOffsets")
    .doc("Samples a feature map at the moved taps of a deformable convolution.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="feature map, [N, C, H, W] in NCHW")
    .input(
        "offsets",
        FLOAT16 | FLOAT | BF16,
        doc="how far each tap is moved: all shifts across, then all down, then all factors; each a group after the other"
        " with a plane for every tap",
    )
    .output("y", FLOAT16 | FLOAT | BF16, doc="samples, [N, C, windows down * kH, windows across * kW]")
    .required_attr("strides", ListInt, doc="step between windows, a number for every axis of the data format")
    .required_attr("pads", ListInt, doc="elements added at the top, bottom, left and right")
    .required_attr("ksize", ListInt, every(positive), doc="height and width of the window")
    .attr("dilations", ListInt, (1, 1, 1, 1), doc="distance between taps, a number for every axis of the data format")
    .attr("data_format", String, "NHWC", doc="order of the axes of the feature map and of the offsets")
    .attr("deformable_groups", Int, 1, positive, doc="parts of the channels that are moved by offsets of their own")
    .attr("modulated", Bool, True, doc="whether samples are multiplied by the factors among the offsets")
    .shape(conv.deformable_offsets)
    .dtype(follow("x"))
    .traits(PURE)
    .category("conv")
)

DeformableOffsetsGrad = (
    op("DeformableOffsetsGrad")
    .input("grad", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("offsets", FLOAT16 | FLOAT | BF16)
    .output("grad_x", FLOAT16 | FLOAT)
    .output("grad_offsets", FLOAT16 | FLOAT)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .required_attr("ksize", ListInt)
    .attr("dilations", ListInt, (1, 1, 1, 1))
    .attr("data_format", String, "NCHW")
    .attr("deformable_groups", Int, 1)
    .attr("modulated", Bool, True)
    .shape(common.each_of("x", "offsets"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("conv")
)

DepthwiseConv2D = (
    op("DepthwiseConv2D")
    .doc("2-D convolution that filters every channel on its own.")
    .input("x", FLOAT16 | INT8 | INT4, doc="feature map, [N, C_in, H, W] in NCHW")
    .input(
        "filter",
        FLOAT16 | INT8 | INT4,
        doc="weights, [C_in * multiplier, 1, kH, kW] in NCHW, [kH, kW, C_in, multiplier] in NHWC",
    )
    .optional_input("bias", FLOAT16 | INT32 | FLOAT, doc="one summand for each output channel, [C_in * multiplier]")
    .optional_input("offset_w", FLOAT16 | INT8 | INT4, doc="reserved for offsets of quantised weights; leave it out")
    .output("y", FLOAT16 | INT32 | FLOAT, doc="filtered feature map, [N, C_in * multiplier, H_out, W_out] in NCHW")
    .required_attr(
        "strides",
        ListInt,
        length(1, 2, 4) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1),
        length(1, 2, 4) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .required_attr(
        "pads",
        ListInt,
        length(2, 4) & every(at_least(-1)),
        doc=(
            "zeros added at top, bottom, left and right; all -1 pads so that the output has ceil(input / "
            "stride) elements"
        ),
    )
    .attr(
        "data_format",
        String,
        "NHWC",
        doc=(
            "order of the axes of the feature maps, NCHW or NHWC; the filter of NHWC ends with C_in and the multiplier"
        ),
    )
    .attr("offset_x", Int, 0, doc="number that padding of a quantised input counts as; 0 for floating point")
    .shape(conv.conv("HW", depthwise=True))
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("conv")
)

DepthwiseConv2DBackpropFilter = (
    op("DepthwiseConv2DBackpropFilter")
    .doc("Gradient of a depthwise convolution with respect to its filter.")
    .input("input", FLOAT16)
    .input("filter_size", INT32 | INT64)
    .input("out_backprop", FLOAT16)
    .output("filter_grad", FLOAT)
    .required_attr("strides", ListInt)
    .attr("dilations", ListInt, (1, 1, 1, 1))
    .required_attr("pads", ListInt)
    .attr("data_format", String, "NHWC")
    .shape(conv_gradient.filter_gradient(depthwise=True))
    .traits(PURE)
    .category("conv")
)

DepthwiseConv2DBackpropFilterD = (
    op("DepthwiseConv2DBackpropFilterD")
    .input("input", FLOAT16 | FLOAT | BF16)
    .input("out_backprop", FLOAT16 | FLOAT | BF16)
    .output("filter_grad", FLOAT)
    .required_attr("filter_size", ListInt)
    .required_attr("strides", ListInt)
    .attr("dilations", ListInt, (1, 1, 1, 1))
    .required_attr("pads", ListInt)
    .attr("data_format", String, "NHWC")
    .shape(conv_gradient.filter_gradient(depthwise=True))
    .traits(PURE)
    .category("conv")
)

DepthwiseConv2DBackpropInput = (
    op("DepthwiseConv2DBackpropInput")
    .doc("Gradient of a depthwise convolution with respect to its feature map.")
    .input("input_size", INT32 | INT64)
    .input("filter", FLOAT16)
    .input("out_backprop", FLOAT16)
    .output("input_grad", FLOAT16 | FLOAT)
    .required_attr("strides", ListInt)
    .attr("dilations", ListInt, (1, 1, 1, 1))
    .required_attr("pads", ListInt)
    .attr("data_format", String, "NHWC")
    .shape(conv_gradient.input_gradient(depthwise=True))
    .dtype(follow("filter"))
    .traits(PURE)
    .category("conv")
)

DepthwiseConv2DBackpropInputD = (
    op("DepthwiseConv2DBackpropInputD")
    .input("filter", FLOAT16)
    .input("out_backprop", FLOAT16)
    .output("input_grad", FLOAT16 | FLOAT)
    .required_attr("input_size", ListInt)
    .required_attr("strides", ListInt)
    .attr("dilations", ListInt, (1, 1, 1, 1))
    .required_attr("pads", ListInt)
    .attr("data_format", String, "NHWC")
    .shape(conv_gradient.input_gradient(depthwise=True))
    .dtype(follow("filter"))
    .traits(PURE)
    .category("conv")
)

DepthwiseWeight4DTo6D = (
    op("DepthwiseWeight4DTo6D")
    .input("x", FLOAT16 | FLOAT | INT32 | UINT16)
    .output("y", FLOAT16 | FLOAT | INT32 | UINT16)
    .shape(conv.depthwise_6d)
    .dtype(follow("x"))
    .traits(PURE)
    .category("conv")
)

DepthwiseWeight6DTo4D = (
    op("DepthwiseWeight6DTo4D")
    .input("x", FLOAT16 | FLOAT | INT32 | UINT16)
    .output("y", FLOAT16 | FLOAT | INT32 | UINT16)
    .attr("channel_size", Int, 16)
    .shape(conv.depthwise_4d)
    .dtype(follow("x"))
    .traits(PURE)
    .category("conv")
)

ExtendConv2D = (
    op("ExtendConv2D")
    .doc("2-D convolution with requantisation, activation and up to two results in one operator.")
    .input(
        "x", FLOAT16 | FLOAT | INT8 | BF16 | FLOAT8_E4M3FN | HIFLOAT8, doc="feature map, in the layout of data_format"
    )
    .input(
        "filter",
        FLOAT16 | FLOAT | INT8 | BF16 | FLOAT8_E4M3FN | HIFLOAT8,
        doc="kernel, [C_out, C_in / groups, kH, kW] in NCHW",
    )
    .optional_input("bias", FLOAT16 | FLOAT | INT32 | BF16, doc="summand of each output channel, [C_out]")
    .optional_input("offset_w", INT8, doc="reserved for the offset of a quantised kernel")
    .optional_input(
        "scale0", INT64 | UINT64, doc="packed factors that requantise the first result, one or one a channel"
    )
    .optional_input("relu_weight0", FLOAT, doc="slope below zero of the first activation, one or one a channel")
    .optional_input(
        "clip_value0", FLOAT16 | INT8 | BF16 | FLOAT8_E4M3FN | HIFLOAT8, doc="upper bound of the first activation"
    )
    .optional_input("scale1", INT64 | UINT64, doc="packed factors that requantise the second result")
    .optional_input("relu_weight1", FLOAT, doc="slope below zero of the second activation")
    .optional_input(
        "clip_value1", FLOAT16 | INT8 | BF16 | FLOAT8_E4M3FN | HIFLOAT8, doc="upper bound of the second activation"
    )
    .output("y0", FLOAT16 | FLOAT | INT8 | BF16 | FLOAT8_E4M3FN | HIFLOAT8, doc="first result")
    .output("y1", FLOAT16 | FLOAT | INT8 | BF16 | FLOAT8_E4M3FN | HIFLOAT8, doc="second result, only with dual_output")
    .required_attr("strides", ListInt, doc="step along every axis of the layout")
    .attr("pads", ListInt, (0, 0, 0, 0), doc="zeros around the picture: top, bottom, left, right")
    .attr("dilations", ListInt, (1, 1, 1, 1), doc="distance of kernel elements along every axis of the layout")
    .attr("groups", Int, 1, doc="number of groups that the channels are cut into")
    .attr("data_format", String, "NCHW", doc="layout of the feature map, NCHW or NHWC")
    .attr("offset_x", Int, 0, doc="value that stands for zero in a quantised feature map")
    .attr("round_mode", String, "rint", doc="how results are rounded to integers")
    .attr(
        "pad_mode",
        String,
        "SPECIFIC",
        doc="how pads are found: SPECIFIC takes them as given, SAME and VALID compute them",
    )
    .attr("enable_hf32", Bool, False, doc="whether products of FLOAT may be rounded to 19 bits")
    .attr("enable_relu0", Bool, False, doc="whether the first result goes through the activation")
    .attr("enable_relu1", Bool, False, doc="whether the second result goes through the activation")
    .attr("dual_output", Bool, False, doc="whether there is a second result")
    .attr("dtype0", Int, -1, doc="type of the first result as a number, -1 for that of x")
    .attr("dtype1", Int, -1, doc="type of the second result as a number, -1 for that of x")
    .shape(conv.two_results)
    .dtype(each(from_attr("dtype0", "x"), from_attr("dtype1", "x")))
    .traits(PURE)
    .category("conv")
)

ExtendConvTranspose = (
    op("ExtendConvTranspose")
    .input("input_size", INT32 | INT64)
    .input("x", FLOAT16 | FLOAT | BF16 | INT8)
    .input("filter", FLOAT16 | FLOAT | BF16 | INT8)
    .optional_input("bias", FLOAT16 | INT32 | FLOAT)
    .optional_input("scale", UINT64)
    .output("y", FLOAT16 | FLOAT | BF16 | INT8)
    .required_attr("strides", ListInt)
    .required_attr("pads", ListInt)
    .attr("dilations", ListInt, (1, 1, 1, 1, 1))
    .attr("groups", Int, 1)
    .attr("data_format", String, "NDHWC")
    .attr("output_padding", ListInt, (0, 0, 0, 0, 0))
    .attr("offset_x", Int, 0)
    .attr("fusion_mode", Int, 0)
    .attr("y_quant_mode", Int, 0)
    .shape(conv_gradient.conv_transpose("", "input_size"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("conv")
)

FixPipe = (
    op("FixPipe")
    .input("x1", FLOAT16 | BF16 | FLOAT | INT32)
    .optional_input("x2", FLOAT16 | INT8 | INT4)
    .optional_input("quant_scale_0", UINT64)
    .optional_input("relu_weight_0", FLOAT)
    .optional_input("clip_value_0", FLOAT16 | INT8 | INT4)
    .optional_input("quant_scale_1", UINT64)
    .optional_input("relu_weight_1", FLOAT)
    .optional_input("clip_value_1", FLOAT16)
    .optional_input("anti_quant_scale", FLOAT16)
    .optional_input("anti_quant_offset", INT8 | INT4)
    .output("output", FLOAT16 | BF16 | FLOAT | INT32 | INT8 | INT4)
    .required_attr("fusion_op_list", ListString)
    .required_attr("unit_list", ListString)
    .attr("eltwise_mode", String, "")
    .traits(PURE)
    .category("conv")
)

QuantConv2D = (
    op("QuantConv2D")
    .doc("2-D convolution of 8-bit or 4-bit integers with a scale on the output.")
    .input("x", INT8 | FLOAT8_E4M3FN | HIFLOAT8, doc="quantised feature map, [N, C_in, H, W] in NCHW")
    .input("filter", INT8 | FLOAT8_E4M3FN | HIFLOAT8, doc="quantised weights, [C_out, C_in / groups, kH, kW] in NCHW")
    .input(
        "scale",
        UINT64 | INT64,
        doc=(
            "factors that turn integer sums into results, one for each output channel, packed in 64 bits or as floats"
        ),
    )
    .optional_input("bias", INT32 | FLOAT, doc="one summand for each output channel before scaling, [C_out]")
    .optional_input("offset", FLOAT, doc="summand of each output channel after scaling, [C_out]")
    .output(
        "y",
        FLOAT16 | FLOAT | BF16 | FLOAT8_E4M3FN | HIFLOAT8,
        doc="convolved and rescaled feature map, [N, C_out, H_out, W_out] in NCHW",
    )
    .required_attr("dtype", Int, doc="number of the type of the result, such as 1 for FLOAT16 or 2 for INT8")
    .required_attr(
        "strides",
        ListInt,
        length(1, 2, 4) & every(positive),
        doc="steps of the window along each axis in the order of data_format; those of N and C are 1",
    )
    .required_attr(
        "pads", ListInt, length(2, 4) & every(at_least(-1)), doc="elements added at top, bottom, left and right"
    )
    .attr(
        "dilations",
        ListInt,
        (1, 1, 1, 1),
        length(1, 2, 4) & every(positive),
        doc="distance between filter taps along each axis in the order of data_format; 1 is dense",
    )
    .attr("groups", Int, 1, positive, doc="number of groups that convolve independently; it divides C_in and C_out")
    .attr("data_format", String, "NCHW", doc="order of the axes of the feature maps, NCHW or NHWC")
    .attr("offset_x", Int, 0, doc="number that stands for zero in the quantised input, used for padding")
    .attr("round_mode", String, "rint", doc="how scaled sums become integers; rint takes the nearest, halves to even")
    .shape(conv.conv("HW"))
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("conv")
)

QuantConv3D = (
    op("QuantConv3D")
    .doc("3-D convolution of integers with a scale on the output.")
    .input("x", INT8 | FLOAT8_E4M3FN | HIFLOAT8)
    .input("filter", INT8 | FLOAT8_E4M3FN | HIFLOAT8)
    .input("scale", UINT64 | INT64)
    .optional_input("bias", INT32 | FLOAT)
    .optional_input("offset", FLOAT)
    .output("y", FLOAT16 | FLOAT | BF16 | FLOAT8_E4M3FN | HIFLOAT8)
    .required_attr("dtype", Int)
    .required_attr("strides", ListInt)
    .attr("pads", ListInt, (0, 0, 0, 0, 0, 0))
    .attr("dilations", ListInt, (1, 1, 1, 1, 1))
    .attr("groups", Int, 1)
    .attr("data_format", String, "NCDHW")
    .attr("offset_x", Int, 0)
    .attr("round_mode", String, "rint")
    .attr("pad_mode", String, "SPECIFIC")
    .shape(conv.conv("DHW"))
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("conv")
)

OPS = (
    Conv2D,
    Conv2DBackpropFilter,
    Conv2DBackpropFilterD,
    Conv2DBackpropInput,
    Conv2DBackpropInputD,
    Conv2DCompress,
    Conv2DTranspose,
    Conv2DTransposeD,
    Conv2DV2,
    Conv3D,
    Conv3DBackpropFilter,
    Conv3DBackpropFilterD,
    Conv3DBackpropFilterV2,
    Conv3DBackpropInput,
    Conv3DBackpropInputD,
    Conv3DBackpropInputV2,
    Conv3DTranspose,
    Conv3DTransposeD,
    Conv3DTransposeV2,
    Conv3DV2,
    Correlation,
    Deconvolution,
    DeformableConv2D,
    DeformableOffsets,
    DeformableOffsetsGrad,
    DepthwiseConv2D,
    DepthwiseConv2DBackpropFilter,
    DepthwiseConv2DBackpropFilterD,
    DepthwiseConv2DBackpropInput,
    DepthwiseConv2DBackpropInputD,
    DepthwiseWeight4DTo6D,
    DepthwiseWeight6DTo4D,
    ExtendConv2D,
    ExtendConvTranspose,
    FixPipe,
    QuantConv2D,
    QuantConv3D,
)
