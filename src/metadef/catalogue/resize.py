"""Resizing, upsampling and grid sampling."""

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
    QINT32,
    QUINT8,
    STRING,
    UINT8,
    UINT32,
    UINT64,
    Bool,
    Float,
    FloatingDataType,
    Int,
    ListFloat,
    ListInt,
    OrdinaryType,
    RealNumberType,
    String,
    Type,
    every,
    length,
    one_of,
    op,
    positive,
)
from metadef.infer.dtypes import always, follow, from_attr
from metadef.infer.shape import common, creation, resize
from metadef.infer.shape.common import same

AffineGrid = (
    op("AffineGrid")
    .doc("Sampling grid of an affine map.")
    .input("theta", FLOAT16 | FLOAT | BF16, doc="affine maps, [N, 2, 3] for images or [N, 3, 4] for volumes")
    .input("output_size", INT32, doc="shape of the images to sample: N, C, H, W, or with D before H")
    .output("y", FLOAT16 | FLOAT | BF16, doc="sampling positions between -1 and 1, [N, H * W, 2] or [N, D * H * W, 3]")
    .attr(
        "align_corners",
        Bool,
        False,
        doc="whether -1 and 1 are the centres of the corner pixels instead of their outer edges",
    )
    .shape(resize.affine_grid)
    .dtype(follow("theta"))
    .traits(PURE)
    .category("resize")
)

CropAndResize = (
    op("CropAndResize")
    .doc("Crops boxes out of images and resizes them; size as a tensor.")
    .input("x", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("boxes", FLOAT16 | FLOAT)
    .input("box_index", INT32)
    .input("crop_size", INT32)
    .output("y", FLOAT16 | FLOAT)
    .attr("extrapolation_value", Float, 0.0)
    .attr("method", String, "bilinear")
    .shape(resize.crop_and_resize())
    .dtype(always(FLOAT))
    .traits(PURE)
    .category("resize")
)

CropAndResizeD = (
    op("CropAndResizeD")
    .input("x", FLOAT16 | FLOAT)
    .input("boxes", FLOAT16 | FLOAT)
    .input("box_index", INT32)
    .output("y", FLOAT16 | FLOAT)
    .required_attr("crop_size", ListInt)
    .attr("extrapolation_value", Float, 0.0)
    .attr("method", String, "bilinear")
    .shape(resize.crop_and_resize())
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

CropAndResizeGradBoxes = (
    op("CropAndResizeGradBoxes")
    .input("grads", FLOAT)
    .input("images", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("boxes", FLOAT)
    .input("box_index", INT32)
    .output("y", FLOAT)
    .attr("method", String, "bilinear")
    .shape(common.same("boxes"))
    .traits(PURE)
    .category("resize")
)

CropAndResizeGradImage = (
    op("CropAndResizeGradImage")
    .input("grads", FLOAT)
    .input("boxes", FLOAT)
    .input("box_index", INT32)
    .input("image_size", INT32)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .attr("method", String, "bilinear")
    .required_attr("T", Type)
    .shape(creation.by_value("image_size"))
    .dtype(from_attr("T"))
    .traits(PURE)
    .category("resize")
)

CropAndResizeV2 = (
    op("CropAndResizeV2")
    .input("x", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("boxes", FLOAT)
    .input("box_index", INT32)
    .input("crop_size", INT32)
    .output("y", UINT8 | FLOAT16 | FLOAT)
    .attr("extrapolation_value", Float, 0.0)
    .attr("method", String, "bilinear")
    .attr("dtype", Type, FLOAT)
    .shape(resize.crop_and_resize())
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("resize")
)

GridSampler2D = (
    op("GridSampler2D")
    .doc("Samples images at the positions of a grid.")
    .input("x", FLOAT16 | FLOAT | DOUBLE, doc="images, [N, C, H, W]")
    .input("grid", FLOAT16 | FLOAT | DOUBLE, doc="positions as pairs of x and y between -1 and 1, [N, H_out, W_out, 2]")
    .output("y", FLOAT16 | FLOAT | DOUBLE, doc="samples, [N, C, H_out, W_out]")
    .attr(
        "interpolation_mode",
        String,
        "bilinear",
        one_of("bilinear", "nearest", "bicubic"),
        doc="bilinear, nearest or bicubic",
    )
    .attr(
        "padding_mode",
        String,
        "zeros",
        one_of("zeros", "border", "reflection"),
        doc="what lies outside: zeros, the border pixel, or the reflection",
    )
    .attr(
        "align_corners",
        Bool,
        False,
        doc="whether -1 and 1 are the centres of the corner pixels instead of their outer edges",
    )
    .shape(resize.grid_sample)
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

GridSampler2DGrad = (
    op("GridSampler2DGrad")
    .input("grad", FLOAT16 | FLOAT | DOUBLE | BF16)
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16)
    .input("grid", FLOAT16 | FLOAT | DOUBLE | BF16)
    .output("dx", FLOAT16 | FLOAT | DOUBLE | BF16)
    .output("dgrid", FLOAT16 | FLOAT | DOUBLE | BF16)
    .attr("interpolation_mode", String, "bilinear")
    .attr("padding_mode", String, "zeros")
    .attr("align_corners", Bool, False)
    .shape(common.same_as_each("x", "grid"))
    .dtype(follow("grad"))
    .traits(PURE)
    .category("resize")
)

GridSampler3D = (
    op("GridSampler3D")
    .doc("Samples volumes at the positions of a grid.")
    .input("x", FLOAT16 | FLOAT | DOUBLE, doc="volumes, [N, C, D, H, W] in NCDHW")
    .input(
        "grid",
        FLOAT16 | FLOAT | DOUBLE,
        doc="positions as triples of x, y and z between -1 and 1, [N, D_out, H_out, W_out, 3]",
    )
    .output("y", FLOAT16 | FLOAT | DOUBLE, doc="samples, [N, C, D_out, H_out, W_out]")
    .attr("interpolation_mode", String, "bilinear", one_of("bilinear", "nearest", "bicubic"), doc="bilinear or nearest")
    .attr(
        "padding_mode",
        String,
        "zeros",
        one_of("zeros", "border", "reflection"),
        doc="what lies outside: zeros, the border, or the reflection",
    )
    .attr("data_format", String, "NCDHW", doc="order of the axes, NCDHW or NDHWC")
    .attr(
        "align_corners",
        Bool,
        False,
        doc="whether -1 and 1 are the centres of the corner elements instead of their outer edges",
    )
    .shape(resize.grid_sample)
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

GridSampler3DGrad = (
    op("GridSampler3DGrad")
    .input("grad", FLOAT16 | FLOAT | DOUBLE)
    .input("x", FLOAT16 | FLOAT | DOUBLE)
    .input("grid", FLOAT16 | FLOAT | DOUBLE)
    .output("dx", FLOAT16 | FLOAT | DOUBLE)
    .output("dgrid", FLOAT16 | FLOAT | DOUBLE)
    .attr("interpolation_mode", String, "bilinear")
    .attr("padding_mode", String, "zeros")
    .attr("align_corners", Bool, False)
    .shape(common.same_as_each("x", "grid"))
    .dtype(follow("grad"))
    .traits(PURE)
    .category("resize")
)

GridUnnormal = (
    op("GridUnnormal")
    .input("grid", FLOAT16 | FLOAT)
    .input("assist", FLOAT16 | FLOAT)
    .output("diff", FLOAT16 | FLOAT)
    .output("position", INT32)
    .attr("align_corners", Bool, False)
    .shape(same("grid"))
    .dtype(follow("grid"))
    .traits(PURE)
    .category("resize")
)

IMGWarpResize = (
    op("IMGWarpResize")
    .input("img", FLOAT)
    .input("warp_index", FLOAT)
    .output("warp_img", FLOAT)
    .shape(resize.warp)
    .traits(PURE)
    .category("resize")
)

KeepRatioResizeBilinear = (
    op("KeepRatioResizeBilinear")
    .input("images", FLOAT16 | FLOAT)
    .output("y", FLOAT)
    .required_attr("min_dimension", Int)
    .required_attr("max_dimension", Int)
    .attr("align_corners", Bool, False)
    .attr("half_pixel_centers", Bool, False)
    .shape(resize.keep_ratio)
    .traits(PURE)
    .category("resize")
)

QuantizedResizeBilinear = (
    op("QuantizedResizeBilinear")
    .input("images", QUINT8 | QINT32 | FLOAT)
    .input("size", INT32)
    .input("min", FLOAT)
    .input("max", FLOAT)
    .output("resized_images", QUINT8 | QINT32 | FLOAT)
    .output("y_min", FLOAT)
    .output("y_max", FLOAT)
    .attr("align_corners", Bool, False)
    .attr("half_pixel_centers", Bool, False)
    .shape(common.each_of(resize.image_size("size", "images", "NHWC"), common.scalar, common.scalar))
    .dtype(follow("images"))
    .traits(PURE)
    .category("resize")
)

Resize = (
    op("Resize")
    .doc("Resizes spatial axes as ONNX defines it.")
    .input("x", RealNumberType - (BF16 | UINT32 | UINT64), doc="tensor of any rank")
    .optional_input(
        "roi",
        FLOAT16 | FLOAT | DOUBLE,
        doc="start and end of the region along each axis between 0 and 1, for tf_crop_and_resize",
    )
    .optional_input("scales", FLOAT, doc="factor for each axis; fed instead of the sizes")
    .optional_input("sizes", INT64 | INT32, doc="wanted length of each axis; fed instead of the scales")
    .output("y", RealNumberType - (BF16 | UINT32 | UINT64), doc="resized tensor")
    .attr(
        "coordinate_transformation_mode",
        String,
        "half_pixel",
        doc=("how a coordinate of the result maps to one of x: half_pixel, align_corners, asymmetric and others"),
    )
    .attr("cubic_coeff_a", Float, -0.75, doc="parameter of the cubic weights, usually -0.75 or -0.5")
    .attr(
        "exclude_outside",
        Int,
        0,
        one_of(0, 1),
        doc="1 drops the weights of elements outside of x and scales up the others",
    )
    .attr("extrapolation_value", Float, 0.0, doc="what stands for places outside of the region in tf_crop_and_resize")
    .attr("mode", String, "nearest", one_of("nearest", "linear", "cubic"), doc="nearest, linear or cubic interpolation")
    .attr(
        "nearest_mode",
        String,
        "round_prefer_floor",
        one_of("round_prefer_floor", "round_prefer_ceil", "floor", "ceil"),
        doc="how nearest rounds a coordinate: round_prefer_floor, round_prefer_ceil, floor or ceil",
    )
    .shape(resize.resize)
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

ResizeArea = (
    op("ResizeArea")
    .doc("Resizes images by averaging areas.")
    .input("images", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("size", INT32)
    .output("y", FLOAT)
    .attr("align_corners", Bool, False)
    .shape(resize.image_size(port="images"))
    .traits(PURE)
    .category("resize")
)

ResizeBicubic = (
    op("ResizeBicubic")
    .doc("Resizes images by bicubic interpolation.")
    .input("images", RealNumberType - (BF16 | UINT32 | UINT64), doc="images of rank 4, NHWC or NCHW")
    .input("size", INT32, doc="wanted height and width, [2]")
    .output("y", UINT8 | FLOAT, doc="images of that size")
    .attr("align_corners", Bool, False, doc="whether the centres of the corner pixels stay corners")
    .attr("half_pixel_centers", Bool, False, doc="whether pixels are taken as squares with centres at one half")
    .attr("dtype", Type, FLOAT, doc="type of the result")
    .shape(resize.image_size(port="images"))
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("resize")
)

ResizeBicubicGrad = (
    op("ResizeBicubicGrad")
    .input("grads", FLOAT)
    .input("original_image", FLOAT | DOUBLE)
    .output("y", FLOAT | DOUBLE)
    .attr("align_corners", Bool, False)
    .attr("half_pixel_centers", Bool, False)
    .shape(common.same("original_image"))
    .dtype(follow("original_image"))
    .traits(PURE)
    .category("resize")
)

ResizeBilinearV2 = (
    op("ResizeBilinearV2")
    .doc("Resizes images by bilinear interpolation, size as a tensor.")
    .input("x", RealNumberType - (BF16 | UINT32 | UINT64), doc="images of rank 4, NHWC or NCHW")
    .input("size", INT32, doc="wanted height and width, [2]")
    .output("y", UINT8 | FLOAT | FLOAT16, doc="images of that size")
    .attr("align_corners", Bool, False, doc="whether the centres of the corner pixels stay corners")
    .attr("half_pixel_centers", Bool, False, doc="whether pixels are taken as squares with centres at one half")
    .attr("dtype", Type, FLOAT, doc="type of the result")
    .shape(resize.image_size())
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("resize")
)

ResizeBilinearV2D = (
    op("ResizeBilinearV2D")
    .doc("Resizes images by bilinear interpolation, size as an attribute.")
    .input("x", FLOAT16 | FLOAT, doc="images of rank 4, NHWC or NCHW")
    .output("y", FLOAT, doc="images of the wanted size")
    .attr("align_corners", Bool, False, doc="whether the centres of the corner pixels stay corners")
    .attr("half_pixel_centers", Bool, False, doc="whether pixels are taken as squares with centres at one half")
    .required_attr("size", ListInt, length(2) & every(positive), doc="wanted height and width")
    .shape(resize.image_size())
    .traits(PURE)
    .category("resize")
)

ResizeBilinearV2Grad = (
    op("ResizeBilinearV2Grad")
    .input("grads", FLOAT)
    .input("original_image", FloatingDataType)
    .output("y", FLOAT)
    .attr("align_corners", Bool, False)
    .attr("half_pixel_centers", Bool, False)
    .shape(common.same("original_image"))
    .dtype(follow("original_image"))
    .traits(PURE)
    .category("resize")
)

ResizeD = (
    op("ResizeD")
    .doc("Resizes spatial axes, everything given as attributes.")
    .input("x", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .required_attr("sizes", ListInt)
    .attr("scales", ListFloat, ())
    .attr("roi", ListInt, ())
    .attr("coordinate_transformation_mode", String, "half_pixel")
    .attr("cubic_coeff_a", Float, -0.75)
    .attr("exclude_outside", Int, 0)
    .attr("extrapolation_value", Float, 0.0)
    .attr("mode", String, "nearest")
    .attr("nearest_mode", String, "round_prefer_floor")
    .attr("data_format", String, "NCHW")
    .shape(resize.resize_attr("sizes"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

ResizeGrad = (
    op("ResizeGrad")
    .input("grads", OrdinaryType | STRING)
    .optional_input("roi", FLOAT16 | FLOAT | DOUBLE)
    .optional_input("scales", FLOAT)
    .input("original_size", INT64 | INT32)
    .output("y", OrdinaryType | STRING)
    .attr("coordinate_transformation_mode", String, "half_pixel")
    .attr("cubic_coeff_a", Float, -0.75)
    .attr("exclude_outside", Int, 0)
    .attr("extrapolation_value", Float, 0.0)
    .attr("mode", String, "nearest")
    .attr("nearest_mode", String, "round_prefer_floor")
    .shape(creation.by_value("original_size"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("resize")
)

ResizeGradD = (
    op("ResizeGradD")
    .input("grads", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .required_attr("original_size", ListInt)
    .attr("roi", ListInt, ())
    .attr("scales", ListFloat, ())
    .attr("coordinate_transformation_mode", String, "half_pixel")
    .attr("cubic_coeff_a", Float, -0.75)
    .attr("exclude_outside", Int, 0)
    .attr("extrapolation_value", Float, 0.0)
    .attr("mode", String, "nearest")
    .attr("nearest_mode", String, "round_prefer_floor")
    .attr("data_format", String, "NCHW")
    .shape(resize.resize_attr("original_size", "grads"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("resize")
)

ResizeNearestNeighborV2 = (
    op("ResizeNearestNeighborV2")
    .doc("Resizes images by nearest neighbour, size as a tensor.")
    .input("x", RealNumberType - (UINT32 | UINT64), doc="images of rank 4, NHWC or NCHW")
    .input("size", INT32, doc="wanted height and width, [2]")
    .output("y", RealNumberType - (UINT32 | UINT64), doc="images of that size")
    .attr("align_corners", Bool, False, doc="whether the centres of the corner pixels stay corners")
    .attr("half_pixel_centers", Bool, False, doc="whether pixels are taken as squares with centres at one half")
    .attr(
        "scales",
        ListFloat,
        (0.0, 0.0),
        doc="factors along height and width that the size was computed from; zeros when unknown",
    )
    .shape(resize.image_size())
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

ResizeNearestNeighborV2D = (
    op("ResizeNearestNeighborV2D")
    .doc("Resizes images by nearest neighbour, size as an attribute.")
    .input("x", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="images of rank 4, NHWC or NCHW")
    .output("y", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="images of the wanted size")
    .required_attr("size", ListInt, length(2) & every(positive), doc="wanted height and width")
    .attr("align_corners", Bool, False, doc="whether the centres of the corner pixels stay corners")
    .attr("half_pixel_centers", Bool, False, doc="whether pixels are taken as squares with centres at one half")
    .shape(resize.image_size())
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

ResizeNearestNeighborV2Grad = (
    op("ResizeNearestNeighborV2Grad")
    .input("grads", RealNumberType - (UINT32 | UINT64))
    .input("size", INT32)
    .output("y", RealNumberType - (UINT32 | UINT64))
    .attr("align_corners", Bool, False)
    .attr("half_pixel_centers", Bool, False)
    .shape(resize.image_size(port="grads"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("resize")
)

ResizeNearestNeighborV2GradD = (
    op("ResizeNearestNeighborV2GradD")
    .input("grads", FLOAT)
    .output("y", FLOAT)
    .required_attr("size", ListInt)
    .attr("align_corners", Bool, False)
    .attr("half_pixel_centers", Bool, False)
    .shape(resize.image_size(port="grads"))
    .traits(PURE)
    .category("resize")
)

ResizeTrilinear = (
    op("ResizeTrilinear")
    .doc("Resizes volumes by trilinear interpolation, size as a tensor.")
    .input("x", FLOAT16 | FLOAT, doc="volumes of rank 5")
    .input("size", INT32, doc="wanted depth, height and width, [3]")
    .output("y", FLOAT16 | FLOAT, doc="volumes of that size")
    .attr("align_corners", Bool, False, doc="whether the centres of the corner elements stay corners")
    .attr("half_pixel_centers", Bool, False, doc="whether elements are taken as cubes with centres at one half")
    .shape(resize.image_size(default="NDHWC"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

ResizeV2 = (
    op("ResizeV2")
    .doc("Resizes images with a choice of interpolation.")
    .input("x", FLOAT | UINT8)
    .input("dst_size", INT32 | INT64)
    .output("y", FLOAT | UINT8)
    .attr("interpolation", String, "nearest")
    .attr("data_format", String, "HWC")
    .shape(resize.image_size("dst_size", "x", "HWC"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

SyncResizeBilinearV2 = (
    op("SyncResizeBilinearV2")
    .input("x", FLOAT)
    .input("size", INT32)
    .output("y", FLOAT)
    .attr("ori_image_size", ListInt, ())
    .attr("split_size", ListInt, ())
    .attr("src_start_w", Int, 0)
    .attr("dst_start_w", Int, 0)
    .attr("align_corners", Bool, False)
    .attr("half_pixel_centers", Bool, False)
    .shape(resize.image_size())
    .traits(PURE)
    .category("resize")
)

SyncResizeBilinearV2Grad = (
    op("SyncResizeBilinearV2Grad")
    .input("grads", FLOAT)
    .input("original_image", FloatingDataType)
    .output("y", FLOAT)
    .attr("size", ListInt, ())
    .attr("ori_image_size", ListInt, ())
    .attr("src_start_w", Int, 0)
    .attr("dst_start_w", Int, 0)
    .attr("align_corners", Bool, False)
    .attr("half_pixel_centers", Bool, False)
    .shape(common.same("original_image"))
    .dtype(follow("original_image"))
    .traits(PURE)
    .category("resize")
)

TargetCropAndResize = (
    op("TargetCropAndResize")
    .input("x", UINT8)
    .input("boxes", INT32)
    .input("box_index", INT32)
    .output("y", UINT8)
    .attr("output_h", Int, 224)
    .attr("output_w", Int, 224)
    .attr("input_format", String, "YUV420SP_U8")
    .shape(resize.target_crop)
    .traits(PURE)
    .category("resize")
)

Upsample = (
    op("Upsample")
    .doc("Repeats pixels by a factor, with a scale on the values.")
    .input("x", FLOAT16 | FLOAT, doc="feature map, [N, C, H, W]")
    .output("y", FLOAT16 | FLOAT, doc="feature map in which every pixel fills a block")
    .attr("scale", Float, 1.0, doc="factor on the values")
    .attr("stride_h", Int, 2, positive, doc="height of the block")
    .attr("stride_w", Int, 2, positive, doc="width of the block")
    .shape(resize.upsample)
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

UpsampleNearest1d = (
    op("UpsampleNearest1d")
    .input("x", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .required_attr("output_size", ListInt)
    .attr("scales", ListFloat, ())
    .shape(resize.upsample_nd())
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

UpsampleNearest1dGrad = (
    op("UpsampleNearest1dGrad")
    .input("grad_output", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .required_attr("input_size", ListInt)
    .required_attr("output_size", ListInt)
    .attr("scales", ListFloat, ())
    .shape(creation.by_attr("input_size"))
    .dtype(follow("grad_output"))
    .traits(PURE)
    .category("resize")
)

UpsampleNearest3d = (
    op("UpsampleNearest3d")
    .doc("Resizes volumes by nearest neighbour.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | UINT8)
    .output("y", FLOAT16 | FLOAT | DOUBLE | UINT8)
    .attr("output_size", ListInt, ())
    .attr("scales", ListFloat, ())
    .shape(resize.upsample_nd())
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

UpsampleNearest3dGrad = (
    op("UpsampleNearest3dGrad")
    .input("grad_output", FLOAT16 | FLOAT | DOUBLE | UINT8)
    .output("y", FLOAT16 | FLOAT | DOUBLE | UINT8)
    .required_attr("input_size", ListInt)
    .attr("output_size", ListInt, ())
    .attr("scales", ListFloat, ())
    .shape(creation.by_attr("input_size"))
    .dtype(follow("grad_output"))
    .traits(PURE)
    .category("resize")
)

UpsampleTrilinear3d = (
    op("UpsampleTrilinear3d")
    .doc("Resizes volumes by trilinear interpolation.")
    .input("x", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .attr("output_size", ListInt, ())
    .attr("scales", ListFloat, ())
    .attr("align_corners", Bool, False)
    .shape(resize.upsample_nd())
    .dtype(follow("x"))
    .traits(PURE)
    .category("resize")
)

UpsampleTrilinear3dGrad = (
    op("UpsampleTrilinear3dGrad")
    .input("grad_output", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .required_attr("input_size", ListInt)
    .attr("output_size", ListInt, ())
    .attr("scales", ListFloat, ())
    .attr("align_corners", Bool, False)
    .shape(creation.by_attr("input_size"))
    .dtype(follow("grad_output"))
    .traits(PURE)
    .category("resize")
)

OPS = (
    AffineGrid,
    CropAndResize,
    CropAndResizeD,
    CropAndResizeGradBoxes,
    CropAndResizeGradImage,
    CropAndResizeV2,
    GridSampler2D,
    GridSampler2DGrad,
    GridSampler3D,
    GridSampler3DGrad,
    GridUnnormal,
    IMGWarpResize,
    KeepRatioResizeBilinear,
    QuantizedResizeBilinear,
    Resize,
    ResizeArea,
    ResizeBicubic,
    ResizeBicubicGrad,
    ResizeBilinearV2,
    ResizeBilinearV2D,
    ResizeBilinearV2Grad,
    ResizeD,
    ResizeGrad,
    ResizeGradD,
    ResizeNearestNeighborV2,
    ResizeNearestNeighborV2D,
    ResizeNearestNeighborV2Grad,
    ResizeNearestNeighborV2GradD,
    ResizeTrilinear,
    ResizeV2,
    SyncResizeBilinearV2,
    SyncResizeBilinearV2Grad,
    TargetCropAndResize,
    Upsample,
    UpsampleNearest1d,
    UpsampleNearest1dGrad,
    UpsampleNearest3d,
    UpsampleNearest3dGrad,
    UpsampleTrilinear3d,
    UpsampleTrilinear3dGrad,
)
