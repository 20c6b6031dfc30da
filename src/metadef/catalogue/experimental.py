"""Operators that only experimental trees or examples declare; every one is tagged so."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    PURE,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    Bool,
    Float,
    Int,
    SignedDataType,
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import common, indexed, linalg, matmul, norm, pad

AddExample = (
    op("AddExample")
    .input("x1", FLOAT | INT32)
    .input("x2", FLOAT | INT32)
    .output("y", FLOAT | INT32)
    .shape(common.same("x1"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("example")
)

AddExampleAicpu = (
    op("AddExampleAicpu")
    .input("x1", FLOAT | INT32)
    .input("x2", FLOAT | INT32)
    .output("y", FLOAT | INT32)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("example")
)

AddExampleCApi = (
    op("AddExampleCApi")
    .input("x1", FLOAT)
    .input("x2", FLOAT)
    .output("y", FLOAT)
    .traits(PURE)
    .category("example")
    .shape(common.broadcast("x1", "x2"))
)

AddMatMatElementsPlus = (
    op("AddMatMatElementsPlus")
    .input("c", FLOAT | FLOAT16 | BF16)
    .input("a", FLOAT | FLOAT16 | BF16)
    .input("b", FLOAT | FLOAT16 | BF16)
    .input("beta", FLOAT | FLOAT16 | BF16)
    .input("alpha", FLOAT | FLOAT16 | BF16)
    .output("c", FLOAT | FLOAT16 | BF16)
    .shape(common.in_place)
    .category("experimental")
)

AddrV2 = (
    op("AddrV2")
    .input("x1", FLOAT | FLOAT16 | BF16 | INT8 | UINT8 | BOOL)
    .input("x2", FLOAT | FLOAT16 | BF16 | INT8 | UINT8 | BOOL)
    .input("x3", FLOAT | FLOAT16 | BF16 | INT8 | UINT8 | BOOL)
    .input("beta", FLOAT | FLOAT16 | BF16 | INT8 | UINT8 | BOOL)
    .input("alpha", FLOAT | FLOAT16 | BF16 | INT8 | UINT8 | BOOL)
    .output("y", FLOAT | FLOAT16 | BF16 | INT8 | UINT8 | BOOL)
    .shape(linalg.addr)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("experimental")
)

AxpyV3 = (
    op("AxpyV3")
    .input("x", FLOAT | FLOAT16)
    .input("y", FLOAT | FLOAT16)
    .output("z", FLOAT | FLOAT16)
    .attr("a", Float, 1.0)
    .shape(common.broadcast("x", "y"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

BitwiseNot = (
    op("BitwiseNot")
    .input("x", INT8 | INT16 | INT32 | INT64 | UINT8 | BOOL)
    .output("y", INT8 | INT16 | INT32 | INT64 | UINT8 | BOOL)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

CeilV2 = (
    op("CeilV2")
    .input("x", FLOAT | FLOAT16)
    .output("z", FLOAT | FLOAT16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

ComplexV2 = (
    op("ComplexV2")
    .input("x1", FLOAT | FLOAT16)
    .input("x2", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("experimental")
)

DivV2 = (
    op("DivV2")
    .input("x1", FLOAT | FLOAT16 | INT16 | INT32 | BF16)
    .input("x2", FLOAT | FLOAT16 | INT16 | INT32 | BF16)
    .output("y", FLOAT | FLOAT16 | INT16 | INT32 | BF16)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("experimental")
)

DivV3 = (
    op("DivV3")
    .input("x1", FLOAT | FLOAT16 | INT16 | INT32 | BF16)
    .input("x2", FLOAT | FLOAT16 | INT16 | INT32 | BF16)
    .output("y", FLOAT | FLOAT16 | INT16 | INT32 | BF16)
    .attr("mode", Int, 0)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("experimental")
)

DotV2 = (
    op("DotV2")
    .input("x1", FLOAT | FLOAT16)
    .input("x2", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .shape(linalg.dot("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("experimental")
)

FusedAddRmsNorm = (
    op("FusedAddRmsNorm")
    .input("x1", FLOAT | FLOAT16 | BF16)
    .input("x2", FLOAT | FLOAT16 | BF16)
    .input("gamma", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .output("rstd", FLOAT)
    .output("x", FLOAT | FLOAT16 | BF16)
    .attr("epsilon", Float, 1e-06)
    .attr("scale", Float, 1.0)
    .shape(norm.rms_norm("x", "rstd", "x"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("experimental")
)

FusedPatchMlp = (
    op("FusedPatchMlp")
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("weights", FLOAT16 | FLOAT | BF16)
    .input("biases", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT | BF16)
    .required_attr("num_layers", Int)
    .shape(matmul.stacked_layers)
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

GerV2 = (
    op("GerV2")
    .input("x", FLOAT | FLOAT16 | INT32 | INT16)
    .input("y", FLOAT | FLOAT16 | INT32 | INT16)
    .input("A", FLOAT | FLOAT16 | INT32 | INT16)
    .output("z", FLOAT | FLOAT16 | INT32 | INT16)
    .attr("alpha", Float, 1.0)
    .shape(linalg.outer("x", "y", plus="A"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

HardSwishV2 = (
    op("HardSwishV2")
    .input("x", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

IndexAiCore = (
    op("IndexAiCore")
    .input("x", SignedDataType | FLOAT | DOUBLE | FLOAT16 | BF16 | UINT8 | BOOL)
    .input("indexed_sizes", INT64)
    .input("indexed_strides", INT64)
    .dynamic_input("indices", INT64 | INT32)
    .output("y", SignedDataType | FLOAT | DOUBLE | FLOAT16 | BF16 | UINT8 | BOOL)
    .shape(indexed.by_sizes)
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

InvertV2 = (
    op("InvertV2")
    .input("x1", INT16 | UINT16)
    .output("y", INT16 | UINT16)
    .shape(common.same("x1"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("experimental")
)

LeakyreluV2 = (
    op("LeakyreluV2")
    .input("x", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .attr("negativeSlope", Float, 1.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

Log1pV2 = (
    op("Log1pV2")
    .input("x1", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .shape(common.same("x1"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("experimental")
)

MaximumV2 = (
    op("MaximumV2")
    .input("x1", FLOAT | FLOAT16 | INT32 | INT16)
    .input("x2", FLOAT | FLOAT16 | INT32 | INT16)
    .output("y", FLOAT | FLOAT16 | INT32 | INT16)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("experimental")
)

MulV2 = (
    op("MulV2")
    .input("x1", FLOAT | FLOAT16 | INT16 | INT32)
    .input("x2", FLOAT | FLOAT16 | INT16 | INT32)
    .output("y", FLOAT | FLOAT16 | INT16 | INT32)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("experimental")
)

RadixSort = (
    op("RadixSort")
    .input("x", INT32 | UINT32 | INT64 | UINT64)
    .output("sorted_values", INT32 | UINT32 | INT64 | UINT64)
    .output("sorted_indices", INT64)
    .attr("descending", Bool, False)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

ReflectionPad1dV2 = (
    op("ReflectionPad1dV2")
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("paddings", INT64)
    .output("y", FLOAT16 | FLOAT | BF16)
    .shape(pad.last_axis)
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

SiluMul = (
    op("SiluMul")
    .input("x", BF16 | FLOAT16 | FLOAT)
    .input("y", BF16 | FLOAT16 | FLOAT)
    .output("z", BF16 | FLOAT16 | FLOAT)
    .shape(common.broadcast("x", "y"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

SoftPlusV2 = (
    op("SoftPlusV2")
    .input("x", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .traits(PURE)
    .category("experimental")
    .shape(common.same("x"))
    .dtype(follow("x"))
)

SquareV2 = (
    op("SquareV2")
    .input("x", FLOAT | FLOAT16)
    .output("z", FLOAT | FLOAT16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

SubV2 = (
    op("SubV2")
    .input("x1", FLOAT | FLOAT16 | INT16 | INT32 | BF16)
    .input("x2", FLOAT | FLOAT16 | INT16 | INT32 | BF16)
    .output("y", FLOAT | FLOAT16 | INT16 | INT32 | BF16)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("experimental")
)

TanV2 = (
    op("TanV2")
    .input("x", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

TruncV2 = (
    op("TruncV2")
    .input("x", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("experimental")
)

TurboQuantCompressLatent = (
    op("TurboQuantCompressLatent")
    .input("latent", FLOAT)
    .input("centroids", FLOAT)
    .output("slot", UINT8)
    .traits(PURE)
    .category("experimental")
)

OPS = (
    AddExample,
    AddExampleAicpu,
    AddExampleCApi,
    AddMatMatElementsPlus,
    AddrV2,
    AxpyV3,
    BitwiseNot,
    CeilV2,
    ComplexV2,
    DivV2,
    DivV3,
    DotV2,
    FusedAddRmsNorm,
    FusedPatchMlp,
    GerV2,
    HardSwishV2,
    IndexAiCore,
    InvertV2,
    LeakyreluV2,
    Log1pV2,
    MaximumV2,
    MulV2,
    RadixSort,
    ReflectionPad1dV2,
    SiluMul,
    SoftPlusV2,
    SquareV2,
    SubV2,
    TanV2,
    TruncV2,
    TurboQuantCompressLatent,
)
