"""Random numbers that depend on their inputs only."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    PURE,
    RANDOM,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    UNDEFINED,
    Int,
    RealNumberType,
    SignedDataType,
    String,
    Type,
    op,
)
from metadef.infer.dtypes import follow, from_attr
from metadef.infer.shape import common, creation, random

DSAStatelessRandomNormal = (
    op("DSAStatelessRandomNormal")
    .input("count", INT64)
    .input("seed", UINT64)
    .input("mean", FLOAT16 | FLOAT | BF16)
    .input("stdev", FLOAT16 | FLOAT | BF16)
    .input("counter", UINT64)
    .output("out", FLOAT16 | FLOAT | BF16)
    .attr("random_algorithm", String, "Philox")
    .shape(creation.length_by_value("count"))
    .dtype(follow("mean"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

DSAStatelessRandomTruncatedNormal = (
    op("DSAStatelessRandomTruncatedNormal")
    .input("count", INT64)
    .input("seed", UINT64)
    .input("mean", FLOAT16 | FLOAT | BF16)
    .input("stdev", FLOAT16 | FLOAT | BF16)
    .input("counter", UINT64)
    .output("out", FLOAT16 | BF16 | FLOAT)
    .attr("random_algorithm", String, "Philox")
    .shape(creation.length_by_value("count"))
    .dtype(follow("mean"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

DSAStatelessRandomUniform = (
    op("DSAStatelessRandomUniform")
    .input("count", INT64)
    .input("seed", UINT64)
    .input("low", BF16 | FLOAT16 | FLOAT | INT32 | INT64 | UINT32 | UINT64)
    .input("high", BF16 | FLOAT16 | FLOAT | INT32 | INT64 | UINT32 | UINT64)
    .input("counter", UINT64)
    .output("out", BF16 | FLOAT16 | FLOAT | INT32 | INT64 | UINT32 | UINT64)
    .attr("random_algorithm", String, "Philox")
    .shape(creation.length_by_value("count"))
    .dtype(follow("low"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessBernoulli = (
    op("StatelessBernoulli")
    .input("shape", INT32 | INT64)
    .input("prob", FLOAT16 | FLOAT | DOUBLE | BF16)
    .input("seed", INT64)
    .input("offset", INT64)
    .output("y", RealNumberType | BOOL)
    .attr("dtype", Type, FLOAT)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessBernoulliV2 = (
    op("StatelessBernoulliV2")
    .input("x", FLOAT16 | FLOAT | DOUBLE)
    .input("seed", INT64)
    .input("offset", INT64)
    .output("y", RealNumberType | BOOL)
    .attr("dtype", Type, UNDEFINED)
    .shape(common.same("x"))
    .dtype(from_attr("dtype", "x"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessMultinomial = (
    op("StatelessMultinomial")
    .input("logits", FLOAT16 | FLOAT | DOUBLE)
    .input("num_samples", INT32)
    .input("seed", INT32 | INT64)
    .output("y", INT32 | INT64)
    .attr("output_dtype", Type, INT64)
    .shape(random.multinomial("logits"))
    .dtype(from_attr("output_dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessNormal = (
    op("StatelessNormal")
    .input("shape", INT64)
    .input("seed", INT64)
    .input("offset", INT64)
    .input("mean", FLOAT | BF16 | FLOAT16)
    .input("std", FLOAT | BF16 | FLOAT16)
    .output("y", FLOAT16 | BF16 | FLOAT)
    .attr("dtype", Type, FLOAT)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessParameterizedTruncatedNormal = (
    op("StatelessParameterizedTruncatedNormal")
    .input("shape", INT32 | INT64)
    .input("seed", INT32 | INT64)
    .input("means", FLOAT16 | FLOAT | DOUBLE)
    .input("stdevs", FLOAT16 | FLOAT | DOUBLE)
    .input("min", FLOAT16 | FLOAT | DOUBLE)
    .input("max", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .shape(creation.by_value("shape"))
    .dtype(follow("means"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessRandom = (
    op("StatelessRandom")
    .input("shape", INT64)
    .input("seed", INT64)
    .input("offset", INT64)
    .optional_input("from", INT64)
    .optional_input("to", INT64)
    .output("y", SignedDataType | FLOAT | BF16 | FLOAT16 | UINT8 | BOOL)
    .attr("dtype", Type, INT32)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessRandomBinomial = (
    op("StatelessRandomBinomial")
    .input("shape", INT32 | INT64)
    .input("seed", INT32 | INT64)
    .input("counts", FLOAT16 | FLOAT | DOUBLE | INT32 | INT64)
    .input("probs", FLOAT16 | FLOAT | DOUBLE | INT32 | INT64)
    .output("y", INT32 | INT64 | FLOAT16 | FLOAT | DOUBLE)
    .attr("dtype", Type, INT32)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessRandomChoiceWithMask = (
    op("StatelessRandomChoiceWithMask")
    .input("x", BOOL)
    .input("count", INT32)
    .input("seed", INT64)
    .input("offset", INT64)
    .output("y", INT32)
    .output("mask", BOOL)
    .shape(random.choice_mask)
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessRandomGammaV2 = (
    op("StatelessRandomGammaV2")
    .input("shape", INT32 | INT64)
    .input("seed", INT32 | INT64)
    .input("alpha", FLOAT | FLOAT16 | DOUBLE)
    .output("y", FLOAT | FLOAT16 | DOUBLE)
    .shape(creation.by_value("shape"))
    .dtype(follow("alpha"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessRandomGetAlg = (
    op("StatelessRandomGetAlg").output("alg", INT32).shape(common.scalar).traits(PURE).category("stateless-random")
)

StatelessRandomGetKeyCounter = (
    op("StatelessRandomGetKeyCounter")
    .input("seed", INT32 | INT64)
    .output("key", UINT64)
    .output("counter", UINT64)
    .shape(random.key_and_counter(algorithm=False))
    .traits(PURE)
    .category("stateless-random")
)

StatelessRandomGetKeyCounterAlg = (
    op("StatelessRandomGetKeyCounterAlg")
    .input("seed", INT32 | INT64)
    .output("key", UINT64)
    .output("counter", UINT64)
    .output("alg", INT32)
    .shape(random.key_and_counter(algorithm=True))
    .traits(PURE)
    .category("stateless-random")
)

StatelessRandomNormalV2 = (
    op("StatelessRandomNormalV2")
    .doc("Normal numbers that depend on key and counter only.")
    .input("shape", INT32 | INT64)
    .input("key", UINT64)
    .input("counter", UINT64)
    .input("alg", INT32)
    .output("y", FLOAT16 | BF16 | FLOAT | DOUBLE)
    .attr("dtype", Type, FLOAT)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessRandomPoisson = (
    op("StatelessRandomPoisson")
    .input("shape", INT32 | INT64)
    .input("seed", INT32 | INT64)
    .input("lam", FLOAT | FLOAT16 | DOUBLE | INT32 | INT64)
    .output("y", FLOAT | FLOAT16 | DOUBLE | INT32 | INT64)
    .required_attr("dtype", Type)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessRandomUniformFullInt = (
    op("StatelessRandomUniformFullInt")
    .input("shape", INT32 | INT64)
    .input("seed", INT32 | INT64)
    .output("y", INT32 | INT64 | UINT32 | UINT64)
    .attr("dtype", Type, INT32)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessRandomUniformFullIntV2 = (
    op("StatelessRandomUniformFullIntV2")
    .input("shape", INT32 | INT64)
    .input("key", UINT64)
    .input("counter", UINT64)
    .input("alg", INT32)
    .output("y", INT32 | INT64 | UINT32 | UINT64)
    .attr("dtype", Type, INT32)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessRandomUniformInt = (
    op("StatelessRandomUniformInt")
    .input("shape", INT32 | INT64)
    .input("seed", INT32 | INT64)
    .input("minval", INT32 | INT64)
    .input("maxval", INT32 | INT64)
    .output("y", INT32 | INT64)
    .shape(creation.by_value("shape"))
    .dtype(follow("minval"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessRandomUniformIntV2 = (
    op("StatelessRandomUniformIntV2")
    .input("shape", INT32 | INT64)
    .input("key", UINT64)
    .input("counter", UINT64)
    .input("alg", INT32)
    .input("minval", INT32 | INT64 | UINT32 | UINT64)
    .input("maxval", INT32 | INT64 | UINT32 | UINT64)
    .output("y", INT32 | INT64 | UINT32 | UINT64)
    .shape(creation.by_value("shape"))
    .dtype(follow("minval"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessRandomUniformV2 = (
    op("StatelessRandomUniformV2")
    .doc("Uniform numbers that depend on key and counter only.")
    .input("shape", INT32 | INT64)
    .input("key", UINT64)
    .input("counter", UINT64)
    .input("alg", INT32)
    .output("y", FLOAT | BF16 | FLOAT16 | DOUBLE)
    .attr("dtype", Type, FLOAT)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessRandperm = (
    op("StatelessRandperm")
    .input("n", INT64)
    .input("seed", INT64)
    .input("offset", INT64)
    .output("y", RealNumberType - (UINT16 | UINT32 | UINT64))
    .attr("layout", Int, 0)
    .attr("dtype", Type, INT64)
    .shape(creation.length_by_value("n"))
    .dtype(from_attr("dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessTruncatedNormalV2 = (
    op("StatelessTruncatedNormalV2")
    .input("shape", INT32 | INT64)
    .input("key", UINT64)
    .input("counter", UINT64)
    .input("alg", INT32)
    .output("y", FLOAT16 | BF16 | FLOAT | DOUBLE)
    .attr("dtype", Type, FLOAT)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

StatelessUniform = (
    op("StatelessUniform")
    .input("shape", INT64)
    .input("seed", INT64)
    .input("offset", INT64)
    .input("from", DOUBLE)
    .input("to", DOUBLE)
    .output("y", FLOAT | BF16 | FLOAT16)
    .attr("dtype", Type, FLOAT)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE, RANDOM)
    .category("stateless-random")
)

OPS = (
    DSAStatelessRandomNormal,
    DSAStatelessRandomTruncatedNormal,
    DSAStatelessRandomUniform,
    StatelessBernoulli,
    StatelessBernoulliV2,
    StatelessMultinomial,
    StatelessNormal,
    StatelessParameterizedTruncatedNormal,
    StatelessRandom,
    StatelessRandomBinomial,
    StatelessRandomChoiceWithMask,
    StatelessRandomGammaV2,
    StatelessRandomGetAlg,
    StatelessRandomGetKeyCounter,
    StatelessRandomGetKeyCounterAlg,
    StatelessRandomNormalV2,
    StatelessRandomPoisson,
    StatelessRandomUniformFullInt,
    StatelessRandomUniformFullIntV2,
    StatelessRandomUniformInt,
    StatelessRandomUniformIntV2,
    StatelessRandomUniformV2,
    StatelessRandperm,
    StatelessTruncatedNormalV2,
    StatelessUniform,
)
