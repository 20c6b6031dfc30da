"""Dropout and its bit masks."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    INT64,
    PURE,
    RANDOM,
    UINT1,
    UINT8,
    UINT64,
    Bool,
    Float,
    Int,
    String,
    Type,
    between,
    op,
)
from metadef.infer.dtypes import follow, from_attr, from_text
from metadef.infer.shape import common, creation, loss, random, rnn
from metadef.infer.shape.common import same_as_each

Dropout = (
    op("Dropout")
    .doc("Zeroes elements by chance and scales the rest.")
    .input("x", FLOAT, doc="tensor of any shape")
    .output("y", FLOAT, doc="x with a random part of its elements set to zero")
    .attr("dropout_ratio", Float, 0.5, between(0.0, 1.0), doc="share of elements that are dropped")
    .attr("scale_train", Bool, True, doc="whether the rest is divided by the share that is kept")
    .attr("alpha", Float, 1.0, doc="factor on the result")
    .attr("beta", Float, 0.0, doc="summand of the result")
    .shape(common.same("x"))
    .traits(RANDOM)
    .category("dropout")
)

DropOutDoMask = (
    op("DropOutDoMask")
    .doc("Zeroes elements by a given bit mask and scales the rest.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="tensor of any shape")
    .input("mask", UINT8 | UINT1, doc="one bit for each element, packed in bytes, 1 for those that stay")
    .input("keep_prob", FLOAT | FLOAT16 | BF16, doc="share of elements that stay, one number in (0, 1]")
    .output("y", FLOAT | FLOAT16 | BF16, doc="x / keep_prob where the bit is set, zero elsewhere")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("dropout")
)

DropOutDoMaskV3 = (
    op("DropOutDoMaskV3")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("mask", UINT8 | BOOL)
    .input("keep_prob", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("dropout")
)

DropOutDoMaskV3D = (
    op("DropOutDoMaskV3D")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("mask", UINT8 | BOOL)
    .output("y", FLOAT | FLOAT16 | BF16)
    .required_attr("keep_prob", Float)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("dropout")
)

DropOutGenMask = (
    op("DropOutGenMask")
    .doc("Draws the bit mask of a dropout.")
    .input("shape", INT32 | INT64, doc="shape of the tensor that will be dropped from")
    .input("prob", FLOAT16 | FLOAT, doc="share of elements that stay, one number in [0, 1]")
    .output("y", UINT8, doc="bits, packed in bytes, for ceil(elements / 128) * 128 elements")
    .attr("seed", Int, 0, doc="first number of the seed; with two zeros the seed is random")
    .attr("seed2", Int, 0, doc="second number of the seed")
    .shape(random.mask_of())
    .traits(RANDOM)
    .category("dropout")
)

DropOutGenMaskV3 = (
    op("DropOutGenMaskV3")
    .input("shape", INT32 | INT64)
    .input("prob", FLOAT16 | FLOAT)
    .output("y", UINT8)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .traits(RANDOM)
    .category("dropout")
)

DropOutGenMaskV4 = (
    op("DropOutGenMaskV4")
    .input("shape", INT32 | INT64)
    .input("prob", FLOAT16 | FLOAT)
    .output("y", BOOL | UINT1)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .attr("dtype", Type, BOOL)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(RANDOM)
    .category("dropout")
)

DropoutV2 = (
    op("DropoutV2")
    .input("x", FLOAT16 | FLOAT)
    .input("seed", FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .output("mask", FLOAT)
    .output("seed", FLOAT)
    .required_attr("p", Float)
    .shape(same_as_each("x", "x", "seed"))
    .dtype(follow("x"))
    .traits(RANDOM)
    .category("dropout")
)

DropOutV3 = (
    op("DropOutV3")
    .input("x", "T")
    .optional_input("noise_shape", INT64)
    .input("p", DOUBLE | FLOAT16 | FLOAT | BF16)
    .input("seed", INT32 | INT64)
    .input("offset", INT64)
    .output("y", "T")
    .output("mask", UINT8)
    .datatype("T", FLOAT16 | FLOAT | BF16)
    .shape(random.dropout)
    .traits(RANDOM)
    .category("dropout")
)

DSAGenBitMask = (
    op("DSAGenBitMask")
    .input("count", INT64)
    .input("seed", UINT64)
    .input("dropout", FLOAT16 | FLOAT | BF16)
    .output("out", UINT1 | UINT8)
    .attr("random_algorithm", String, "Philox")
    .attr("output_dtype", String, "uint8")
    .shape(creation.mask_bytes)
    .dtype(from_text("output_dtype"))
    .traits(RANDOM)
    .category("dropout")
)

DSAStatelessGenBitMask = (
    op("DSAStatelessGenBitMask")
    .input("count", INT64)
    .input("seed", UINT64)
    .input("dropout", FLOAT16 | FLOAT | BF16)
    .input("offset", UINT64)
    .output("out", UINT1 | UINT8)
    .attr("random_algorithm", String, "Philox")
    .attr("output_dtype", String, "uint8")
    .shape(creation.mask_bytes)
    .dtype(from_text("output_dtype"))
    .traits(PURE, RANDOM)
    .category("dropout")
)

MaskedScale = (
    op("MaskedScale")
    .input("x", FLOAT16 | FLOAT)
    .input("mask", INT8 | FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .required_attr("value", Float)
    .shape(loss.same_pair("x", "mask"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("dropout")
)

RnnGenMask = (
    op("RnnGenMask")
    .input("seq_length", INT32)
    .output("seq_mask", FLOAT16)
    .required_attr("num_step", Int)
    .required_attr("hidden_size", Int)
    .shape(rnn.step_mask)
    .traits(PURE)
    .category("dropout")
)

RnnGenMaskV2 = (
    op("RnnGenMaskV2")
    .input("seq_length", INT32)
    .input("x", FLOAT16 | FLOAT)
    .output("seq_mask", FLOAT16 | FLOAT)
    .required_attr("hidden_size", Int)
    .shape(rnn.step_mask)
    .dtype(follow("x"))
    .traits(PURE)
    .category("dropout")
)

StatelessDropOutGenMask = (
    op("StatelessDropOutGenMask")
    .input("shape", INT32 | INT64)
    .input("prob", FLOAT16 | FLOAT | BF16)
    .input("seed", INT32 | INT64)
    .input("seed1", INT32 | INT64)
    .optional_input("offset", INT64)
    .output("y", UINT8)
    .shape(random.mask_of())
    .traits(PURE, RANDOM)
    .category("dropout")
)

OPS = (
    Dropout,
    DropOutDoMask,
    DropOutDoMaskV3,
    DropOutDoMaskV3D,
    DropOutGenMask,
    DropOutGenMaskV3,
    DropOutGenMaskV4,
    DropoutV2,
    DropOutV3,
    DSAGenBitMask,
    DSAStatelessGenBitMask,
    MaskedScale,
    RnnGenMask,
    RnnGenMaskV2,
    StatelessDropOutGenMask,
)
