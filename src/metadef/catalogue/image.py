"""Image decoding, colours and warps."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT16,
    INT32,
    INT64,
    PURE,
    STRING,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    Bool,
    Float,
    Int,
    IntegerDataType,
    ListBool,
    ListFloat,
    ListInt,
    RealNumberType,
    String,
    Type,
    op,
)
from metadef.infer.dtypes import each, follow, from_attr
from metadef.infer.shape import common, handles, image

AdjustBrightness = (
    op("AdjustBrightness")
    .input("images", FLOAT16 | FLOAT)
    .input("delta", FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .shape(image.alike("images", "delta"))
    .dtype(follow("images"))
    .traits(PURE)
    .category("image")
)

AdjustBrightnessV2 = (
    op("AdjustBrightnessV2")
    .input("images", UINT8)
    .input("factor", FLOAT)
    .output("y", UINT8)
    .shape(image.alike("images", "factor"))
    .traits(PURE)
    .category("image")
)

AdjustContrast = (
    op("AdjustContrast")
    .input("images", FLOAT16 | FLOAT | UINT8)
    .input("contrast_factor", FLOAT)
    .output("y", FLOAT16 | FLOAT | UINT8)
    .attr("data_format", String, "HWC")
    .attr("mean_mode", String, "chn_wise")
    .shape(common.same("images"))
    .dtype(follow("images"))
    .traits(PURE)
    .category("image")
)

AdjustContrastWithMean = (
    op("AdjustContrastWithMean")
    .input("images", FLOAT16 | FLOAT | UINT8)
    .input("mean", FLOAT16 | FLOAT | UINT8)
    .input("contrast_factor", FLOAT)
    .output("y", FLOAT16 | FLOAT | UINT8)
    .attr("data_format", String, "HWC")
    .shape(common.same("images"))
    .dtype(follow("images"))
    .traits(PURE)
    .category("image")
)

AdjustHue = (
    op("AdjustHue")
    .input("images", FLOAT16 | FLOAT | UINT8)
    .input("delta", FLOAT)
    .output("y", FLOAT16 | FLOAT | UINT8)
    .attr("data_format", String, "HWC")
    .shape(common.same("images"))
    .dtype(follow("images"))
    .traits(PURE)
    .category("image")
)

AdjustSaturation = (
    op("AdjustSaturation")
    .input("images", FLOAT16 | FLOAT)
    .input("scale", FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .shape(common.same("images"))
    .dtype(follow("images"))
    .traits(PURE)
    .category("image")
)

AdjustSaturationV2 = (
    op("AdjustSaturationV2")
    .input("images", UINT8)
    .input("scale", FLOAT)
    .output("y", UINT8)
    .attr("data_format", String, "CHW")
    .shape(common.same("images"))
    .traits(PURE)
    .category("image")
)

BackgroundReplace = (
    op("BackgroundReplace")
    .input("bkg", UINT8 | FLOAT16)
    .input("src", UINT8 | FLOAT16)
    .input("mask", FLOAT16)
    .output("out", UINT8 | FLOAT16)
    .shape(image.of_kind("bkg", "src"))
    .dtype(follow("bkg"))
    .traits(PURE)
    .category("image")
)

BlendImagesCustom = (
    op("BlendImagesCustom")
    .input("rgb", UINT8)
    .input("alpha", UINT8)
    .input("frame", UINT8)
    .output("out", UINT8)
    .shape(image.of_kind("rgb", "frame"))
    .traits(PURE)
    .category("image")
)

DecodeAndCropJpeg = (
    op("DecodeAndCropJpeg")
    .input("contents", STRING)
    .input("crop_window", INT32)
    .output("image", UINT8)
    .attr("channels", Int, 0)
    .attr("ratio", Int, 1)
    .attr("fancy_upscaling", Bool, True)
    .attr("try_recover_truncated", Bool, False)
    .attr("acceptable_fraction", Float, 1.0)
    .attr("dct_method", String, "")
    .attr("dst_img_format", String, "HWC")
    .shape(image.jpeg)
    .traits(PURE)
    .category("image")
)

DecodeBmp = (
    op("DecodeBmp")
    .input("contents", STRING)
    .output("image", UINT8)
    .attr("channels", Int, 0)
    .shape(image.decoded)
    .traits(PURE)
    .category("image")
)

DecodeGif = (
    op("DecodeGif").input("contents", STRING).output("image", UINT8).shape(image.frames).traits(PURE).category("image")
)

DecodeImage = (
    op("DecodeImage")
    .doc("Image from BMP, GIF, JPEG or PNG bytes.")
    .input("contents", STRING)
    .output("image", UINT8 | UINT16 | FLOAT)
    .attr("channels", Int, 0)
    .attr("dtype", Type, UINT8)
    .attr("expand_animations", Bool, True)
    .shape(image.any_image)
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("image")
)

DecodeJpeg = (
    op("DecodeJpeg")
    .doc("Image from JPEG bytes.")
    .input("contents", STRING)
    .output("image", UINT8)
    .attr("channels", Int, 0)
    .attr("ratio", Int, 1)
    .attr("fancy_upscaling", Bool, True)
    .attr("try_recover_truncated", Bool, False)
    .attr("acceptable_fraction", Float, 1.0)
    .attr("dct_method", String, "")
    .attr("dst_img_format", String, "HWC")
    .shape(image.jpeg)
    .traits(PURE)
    .category("image")
)

DecodePng = (
    op("DecodePng")
    .doc("Image from PNG bytes.")
    .input("contents", STRING)
    .output("image", UINT8 | UINT16)
    .attr("dtype", Type, UINT8)
    .attr("channels", Int, 0)
    .shape(image.decoded)
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("image")
)

DenseImageWarp = (
    op("DenseImageWarp")
    .input("image", FLOAT | FLOAT16)
    .input("flow", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .shape(image.dense_warp("image"))
    .dtype(follow("image"))
    .traits(PURE)
    .category("image")
)

DenseImageWarpGrad = (
    op("DenseImageWarpGrad")
    .input("grad", FLOAT | FLOAT16)
    .input("image", FLOAT | FLOAT16)
    .input("flow", FLOAT | FLOAT16)
    .output("grad_image", FLOAT | FLOAT16)
    .output("grad_flow", FLOAT | FLOAT16)
    .shape(image.dense_warp("image", "flow"))
    .dtype(each("image", "flow"))
    .traits(PURE)
    .category("image")
)

EncodeJpeg = (
    op("EncodeJpeg")
    .input("image", UINT8)
    .output("contents", STRING)
    .attr("format", String, "")
    .attr("quality", Int, 95)
    .attr("progressive", Bool, False)
    .attr("optimize_size", Bool, False)
    .attr("chroma_downsampling", Bool, True)
    .attr("density_unit", String, "in")
    .attr("x_density", Int, 300)
    .attr("y_density", Int, 300)
    .attr("xmp_metadata", String, "")
    .shape(image.encoded)
    .traits(PURE)
    .category("image")
)

EncodeJpegVariableQuality = (
    op("EncodeJpegVariableQuality")
    .input("images", UINT8)
    .input("quality", INT32)
    .output("contents", STRING)
    .shape(image.encoded)
    .traits(PURE)
    .category("image")
)

EncodePng = (
    op("EncodePng")
    .input("image", UINT8 | UINT16)
    .output("contents", STRING)
    .attr("compression", Int, -1)
    .shape(image.encoded_stack)
    .traits(PURE)
    .category("image")
)

ExtractGlimpse = (
    op("ExtractGlimpse")
    .input("x", FLOAT)
    .input("size", INT32)
    .input("offsets", FLOAT)
    .output("y", FLOAT)
    .attr("centered", Bool, True)
    .attr("normalized", Bool, True)
    .attr("uniform_noise", Bool, True)
    .attr("noise", String, "uniform")
    .shape(image.glimpse("x"))
    .traits(PURE)
    .category("image")
)

ExtractGlimpseV2 = (
    op("ExtractGlimpseV2")
    .input("input", FLOAT)
    .input("size", INT32)
    .input("offsets", FLOAT)
    .output("glimpse", FLOAT)
    .attr("centered", Bool, True)
    .attr("normalized", Bool, True)
    .attr("uniform_noise", Bool, True)
    .attr("noise", String, "uniform")
    .shape(image.glimpse("input"))
    .traits(PURE)
    .category("image")
)

ExtractJpegShape = (
    op("ExtractJpegShape")
    .input("contents", STRING)
    .output("image_shape", INT32 | INT64)
    .required_attr("output_type", Type)
    .shape(handles.checked(common.fixed(3), handles.one("contents")))
    .dtype(from_attr("output_type"))
    .traits(PURE)
    .category("image")
)

GaussianBlur = (
    op("GaussianBlur")
    .input("x", "T")
    .output("y", "T")
    .required_attr("kernel_size", ListInt)
    .required_attr("sigma", ListFloat)
    .attr("padding_mode", String, "constant")
    .datatype("T", UINT8 | FLOAT)
    .shape(common.same("x"))
    .traits(PURE)
    .category("image")
)

HSVToRGB = (
    op("HSVToRGB")
    .input("images", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .shape(common.same("images"))
    .dtype(follow("images"))
    .traits(PURE)
    .category("image")
)

ImageProjectiveTransform = (
    op("ImageProjectiveTransform")
    .input("images", UINT8 | INT32 | INT64 | FLOAT16 | FLOAT | DOUBLE)
    .input("transforms", FLOAT)
    .input("output_shape", INT32)
    .output("transformed_images", UINT8 | INT32 | INT64 | FLOAT16 | FLOAT | DOUBLE)
    .required_attr("interpolation", String)
    .attr("fill_mode", String, "CONSTANT")
    .shape(image.projected)
    .dtype(follow("images"))
    .traits(PURE)
    .category("image")
)

ImageProjectiveTransformV2 = (
    op("ImageProjectiveTransformV2")
    .input("images", UINT8 | INT32 | INT64 | FLOAT16 | FLOAT | DOUBLE)
    .input("transforms", FLOAT)
    .input("output_shape", INT32)
    .optional_input("fill_value", UINT8 | INT32 | INT64 | FLOAT16 | FLOAT | DOUBLE)
    .output("transformed_images", UINT8 | INT32 | INT64 | FLOAT16 | FLOAT | DOUBLE)
    .required_attr("interpolation", String)
    .attr("fill_mode", String, "CONSTANT")
    .shape(image.projected)
    .dtype(follow("images"))
    .traits(PURE)
    .category("image")
)

ImageUnfold = (
    op("ImageUnfold")
    .input("x", FLOAT16 | FLOAT)
    .input("position", INT32)
    .output("y", FLOAT16 | FLOAT)
    .attr("padding_mode", String, "zeros")
    .traits(PURE)
    .category("image")
)

ImgCrop = (
    op("ImgCrop")
    .input("x", FLOAT | UINT8)
    .input("boxes", UINT32 | INT32)
    .input("box_index", UINT32 | INT32)
    .output("y", FLOAT | UINT8)
    .attr("data_format", String, "CHW")
    .traits(PURE)
    .category("image")
)

ImgToTensor = op("ImgToTensor").input("x", UINT8).output("y", FLOAT).traits(PURE).category("image")

IMGWarp = (
    op("IMGWarp")
    .input("img", UINT8 | FLOAT16 | FLOAT)
    .input("warp_offset", FLOAT)
    .output("warp_img", UINT8 | FLOAT16 | FLOAT)
    .traits(PURE)
    .category("image")
)

IMGWarpOffsets = (
    op("IMGWarpOffsets")
    .input("images", UINT8 | FLOAT16 | FLOAT)
    .input("offsets", FLOAT | INT32)
    .output("warp_images", UINT8 | FLOAT16 | FLOAT)
    .traits(PURE)
    .category("image")
)

LUT3D = (
    op("LUT3D")
    .input("img", UINT8 | FLOAT)
    .input("lut_table", UINT8 | FLOAT)
    .output("lut_img", FLOAT)
    .shape(common.same("img"))
    .traits(PURE)
    .category("image")
)

MrgbaCustom = (
    op("MrgbaCustom").input("rgb", UINT8).input("alpha", UINT8).output("dst", UINT8).traits(PURE).category("image")
)

Remap = (
    op("Remap")
    .input("img", UINT8 | FLOAT16 | FLOAT)
    .input("map_offset", FLOAT)
    .output("map_img", UINT8 | FLOAT16 | FLOAT)
    .traits(PURE)
    .category("image")
)

RgbToGrayscale = (
    op("RgbToGrayscale")
    .input("images", "T")
    .output("y", "T")
    .attr("data_format", String, "HWC")
    .attr("output_channels", Int, 1)
    .datatype("T", UINT8 | FLOAT)
    .shape(image.gray)
    .traits(PURE)
    .category("image")
)

RGBToHSV = (
    op("RGBToHSV")
    .input("images", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .shape(image.colours)
    .dtype(follow("images"))
    .traits(PURE)
    .category("image")
)

Rotate = (
    op("Rotate")
    .input("x", "T")
    .output("y", "T")
    .required_attr("angle", Float)
    .attr("center", ListInt, ())
    .attr("expand", Bool, False)
    .attr("interpolation", String, "nearest")
    .attr("padding_mode", String, "constant")
    .attr("padding_value", Float, 0.0)
    .attr("data_format", String, "HWC")
    .datatype("T", UINT8 | FLOAT)
    .shape(image.rotated)
    .traits(PURE)
    .category("image")
)

ScaleAndTranslate = (
    op("ScaleAndTranslate")
    .input("images", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("size", INT32)
    .input("scale", FLOAT)
    .input("translation", FLOAT)
    .output("y", FLOAT)
    .attr("kernel_type", String, "lanczos3")
    .attr("antialias", Bool, True)
    .shape(image.scaled)
    .traits(PURE)
    .category("image")
)

ScaleAndTranslateGrad = (
    op("ScaleAndTranslateGrad")
    .input("grads", FLOAT)
    .input("original_image", FLOAT)
    .input("scale", FLOAT)
    .input("translation", FLOAT)
    .output("y", FLOAT)
    .attr("kernel_type", String, "lanczos3")
    .attr("antialias", Bool, True)
    .shape(image.scaled_grad)
    .traits(PURE)
    .category("image")
)

SpatialTransformer = (
    op("SpatialTransformer")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .optional_input("theta", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .output("y", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .attr("output_size", ListInt, (-1, -1))
    .attr("default_theta", ListFloat, ())
    .attr("align_corners", Bool, False)
    .attr("use_default_theta", ListInt, ())
    .shape(image.spatial)
    .dtype(follow("x"))
    .traits(PURE)
    .category("image")
)

SpatialTransformerD = (
    op("SpatialTransformerD")
    .input("x", FLOAT | FLOAT16)
    .optional_input("theta", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .attr("output_size", ListInt, (-1, -1))
    .attr("default_theta", ListFloat, ())
    .attr("align_corners", Bool, False)
    .attr("use_default_theta", ListBool, ())
    .shape(image.spatial)
    .dtype(follow("x"))
    .traits(PURE)
    .category("image")
)

TransArgb = (
    op("TransArgb")
    .input("x", "T1")
    .output("y", "T2")
    .datatype("T1", FLOAT16)
    .datatype("T2", INT16)
    .traits(PURE)
    .category("image")
)

WarpAffine = (
    op("WarpAffine")
    .input("x", FLOAT)
    .input("matrix", FLOAT)
    .output("y", FLOAT)
    .required_attr("out_height", Int)
    .required_attr("out_width", Int)
    .attr("interpolation_mode", String, "bilinear")
    .attr("padding_mode", String, "const")
    .attr("padding_value", Int, 0)
    .shape(image.warped_affine)
    .traits(PURE)
    .category("image")
)

WarpAffineV2 = (
    op("WarpAffineV2")
    .input("x", FLOAT | UINT8)
    .input("matrix", FLOAT)
    .input("dst_size", INT32 | INT64)
    .output("y", FLOAT | UINT8)
    .attr("interpolation", String, "bilinear")
    .attr("border_type", String, "constant")
    .attr("border_value", Float, 0.0)
    .attr("data_format", String, "HWC")
    .shape(image.warped_affine_v2)
    .dtype(follow("x"))
    .traits(PURE)
    .category("image")
)

WarpPerspective = (
    op("WarpPerspective")
    .input("x", FLOAT | UINT8)
    .input("matrix", DOUBLE | FLOAT)
    .output("y", FLOAT | UINT8)
    .required_attr("out_height", Int)
    .required_attr("out_width", Int)
    .attr("interpolation_mode", String, "bilinear")
    .attr("border_type", String, "BORDER_CONSTANT")
    .attr("constant", Float, 0.0)
    .attr("data_format", String, "CHW")
    .shape(image.warped_perspective)
    .dtype(follow("x"))
    .traits(PURE)
    .category("image")
)

OPS = (
    AdjustBrightness,
    AdjustBrightnessV2,
    AdjustContrast,
    AdjustContrastWithMean,
    AdjustHue,
    AdjustSaturation,
    AdjustSaturationV2,
    BackgroundReplace,
    BlendImagesCustom,
    DecodeAndCropJpeg,
    DecodeBmp,
    DecodeGif,
    DecodeImage,
    DecodeJpeg,
    DecodePng,
    DenseImageWarp,
    DenseImageWarpGrad,
    EncodeJpeg,
    EncodeJpegVariableQuality,
    EncodePng,
    ExtractGlimpse,
    ExtractGlimpseV2,
    ExtractJpegShape,
    GaussianBlur,
    HSVToRGB,
    ImageProjectiveTransform,
    ImageProjectiveTransformV2,
    ImageUnfold,
    ImgCrop,
    ImgToTensor,
    IMGWarp,
    IMGWarpOffsets,
    LUT3D,
    MrgbaCustom,
    Remap,
    RgbToGrayscale,
    RGBToHSV,
    Rotate,
    ScaleAndTranslate,
    ScaleAndTranslateGrad,
    SpatialTransformer,
    SpatialTransformerD,
    TransArgb,
    WarpAffine,
    WarpAffineV2,
    WarpPerspective,
)
