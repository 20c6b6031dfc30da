"""Random numbers with hidden state or seed attributes."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    PURE,
    RANDOM,
    RESOURCE,
    STATEFUL,
    STRING,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    VARIANT,
    Bool,
    Float,
    Int,
    ListFloat,
    SignedDataType,
    String,
    Type,
    not_negative,
    op,
)
from metadef.infer.dtypes import each, follow, from_attr, onnx_integer
from metadef.infer.shape import common, creation, handles, random

AllCandidateSampler = (
    op("AllCandidateSampler")
    .input("true_classes", INT64)
    .output("sampled_candidates", INT64)
    .output("true_expected_count", FLOAT)
    .output("sampled_expected_count", FLOAT)
    .required_attr("num_true", Int)
    .required_attr("num_sampled", Int)
    .required_attr("unique", Bool)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.candidates)
    .traits(RANDOM)
    .category("random")
)

AnonymousSeedGenerator = (
    op("AnonymousSeedGenerator")
    .input("seed", INT32 | INT64)
    .input("seed2", INT32 | INT64)
    .input("reshuffle", BOOL)
    .output("handle", RESOURCE)
    .output("deleter", VARIANT)
    .shape(handles.checked(common.scalar, handles.one("seed", "seed2", "reshuffle")))
    .traits(STATEFUL)
    .category("random")
)

ComputeAccidentalHits = (
    op("ComputeAccidentalHits")
    .input("true_classes", INT64)
    .input("sampled_candidates", INT64)
    .output("indices", INT32)
    .output("ids", INT64)
    .output("weights", FLOAT)
    .required_attr("num_true", Int)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.accidental_hits)
    .traits(PURE)
    .category("random")
)

ContinuationIndicator = (
    op("ContinuationIndicator")
    .output("y", FLOAT)
    .required_attr("time_step", Int)
    .required_attr("batch_size", Int)
    .shape(random.continuation)
    .traits(PURE)
    .category("random")
)

DeleteSeedGenerator = (
    op("DeleteSeedGenerator")
    .input("handle", RESOURCE)
    .input("deleter", VARIANT)
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("random")
)

DSARandomNormal = (
    op("DSARandomNormal")
    .input("count", INT64)
    .input("seed", UINT64)
    .input("mean", FLOAT16 | FLOAT | BF16)
    .input("stdev", FLOAT16 | FLOAT | BF16)
    .output("out", FLOAT16 | BF16 | FLOAT)
    .attr("random_algorithm", String, "Philox")
    .shape(creation.length_by_value("count"))
    .dtype(follow("mean"))
    .traits(RANDOM)
    .category("random")
)

DSARandomTruncatedNormal = (
    op("DSARandomTruncatedNormal")
    .input("count", INT64)
    .input("seed", UINT64)
    .input("mean", FLOAT16 | FLOAT | BF16)
    .input("stdev", FLOAT16 | FLOAT | BF16)
    .output("out", FLOAT16 | BF16 | FLOAT)
    .attr("random_algorithm", String, "Philox")
    .shape(creation.length_by_value("count"))
    .dtype(follow("mean"))
    .traits(RANDOM)
    .category("random")
)

DSARandomUniform = (
    op("DSARandomUniform")
    .input("count", INT64)
    .input("seed", UINT64)
    .input("low", BF16 | FLOAT16 | FLOAT | INT32 | INT64 | UINT32 | UINT64)
    .input("high", BF16 | FLOAT16 | FLOAT | INT32 | INT64 | UINT32 | UINT64)
    .output("out", BF16 | FLOAT16 | FLOAT | INT32 | INT64 | UINT32 | UINT64)
    .attr("random_algorithm", String, "Philox")
    .shape(creation.length_by_value("count"))
    .dtype(follow("low"))
    .traits(RANDOM)
    .category("random")
)

DummySeedGenerator = (
    op("DummySeedGenerator").output("handle", RESOURCE).shape(common.scalar).traits(STATEFUL).category("random")
)

Exponential = (
    op("Exponential")
    .input("x", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .attr("lambda", Float, 1.0)
    .attr("seed", Int, 0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(RANDOM)
    .category("random")
)

FixedUnigramCandidateSampler = (
    op("FixedUnigramCandidateSampler")
    .input("true_classes", INT64)
    .output("sampled_candidates", INT64)
    .output("true_expected_count", FLOAT)
    .output("sampled_expected_count", FLOAT)
    .attr("num_true", Int, 0)
    .attr("num_sampled", Int, 0)
    .attr("unique", Bool, False)
    .attr("range_max", Int, 0)
    .attr("vocab_file", String, "")
    .attr("distortion", Float, 1.0)
    .attr("num_reserved_ids", Int, 0)
    .attr("num_shards", Int, 1)
    .attr("shard", Int, 0)
    .required_attr("unigrams", ListFloat)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.candidates)
    .traits(RANDOM)
    .category("random")
)

Geometric = (
    op("Geometric")
    .input("x", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .required_attr("p", Float)
    .attr("seed", Int, 0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(RANDOM)
    .category("random")
)

LearnedUnigramCandidateSampler = (
    op("LearnedUnigramCandidateSampler")
    .input("true_classes", INT64)
    .output("sampled_candidates", INT64)
    .output("true_expected_count", FLOAT)
    .output("sampled_expected_count", FLOAT)
    .required_attr("num_true", Int)
    .required_attr("num_sampled", Int)
    .required_attr("unique", Bool)
    .required_attr("range_max", Int)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.candidates)
    .traits(RANDOM)
    .category("random")
)

LogUniformCandidateSampler = (
    op("LogUniformCandidateSampler")
    .input("true_classes", INT64)
    .output("sampled_candidates", INT64)
    .output("true_expected_count", FLOAT)
    .output("sampled_expected_count", FLOAT)
    .required_attr("num_true", Int)
    .required_attr("num_sampled", Int)
    .required_attr("unique", Bool)
    .required_attr("range_max", Int)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.candidates)
    .traits(RANDOM)
    .category("random")
)

Multinomial = (
    op("Multinomial")
    .doc("Classes drawn by unnormalised log probabilities.")
    .input("logits", FLOAT16 | FLOAT | DOUBLE, doc="unnormalised log probabilities, [batch, classes]")
    .input("num_samples", INT32, doc="how many to draw for each row, one whole number")
    .output("y", INT32 | INT64, doc="drawn class numbers, [batch, num_samples]")
    .attr("dtype", Type, INT64, doc="type of the class numbers, INT32 or INT64")
    .attr("seed", Int, 0, doc="first number of the seed; with two zeros the seed is random")
    .attr("seed2", Int, 0, doc="second number of the seed")
    .shape(random.multinomial("logits"))
    .dtype(from_attr("dtype"))
    .traits(RANDOM)
    .category("random")
)

MultinomialAliasDraw = (
    op("MultinomialAliasDraw")
    .input("q", FLOAT | DOUBLE)
    .input("j", INT64)
    .output("y", INT64)
    .required_attr("num_samples", Int)
    .attr("seed", Int, 0)
    .shape(random.alias_draw)
    .traits(RANDOM)
    .category("random")
)

MultinomialAliasSetup = (
    op("MultinomialAliasSetup")
    .input("probs", FLOAT | DOUBLE)
    .output("j", INT64)
    .output("q", FLOAT | DOUBLE)
    .shape(random.alias_table)
    .dtype(each(INT64, "probs"))
    .traits(PURE)
    .category("random")
)

MultinomialFuss = (
    op("MultinomialFuss")
    .input("x", FLOAT16 | FLOAT | DOUBLE)
    .output("y", INT32 | INT64)
    .attr("dtype", Int, 6)
    .attr("sample_size", Int, 1)
    .attr("seed", Float, 0.0)
    .shape(random.multinomial("x", "sample_size", least=1))
    .dtype(onnx_integer("dtype"))
    .traits(RANDOM)
    .category("random")
)

MultinomialWithReplacement = (
    op("MultinomialWithReplacement")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16)
    .input("seed", INT64)
    .input("offset", INT64)
    .output("y", INT64)
    .required_attr("numsamples", Int)
    .attr("replacement", Bool, False)
    .shape(random.multinomial("x", "numsamples", least=1))
    .traits(RANDOM)
    .category("random")
)

NonDeterministicInts = (
    op("NonDeterministicInts")
    .input("shape", INT32 | INT64)
    .output("y", INT32 | INT64)
    .required_attr("dtype", Type)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(RANDOM)
    .category("random")
)

Normal = (
    op("Normal")
    .input("mean", FLOAT16 | FLOAT | DOUBLE)
    .input("std", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .shape(common.broadcast("mean", "std"))
    .dtype(follow("mean"))
    .traits(RANDOM)
    .category("random")
)

ParameterizedTruncatedNormal = (
    op("ParameterizedTruncatedNormal")
    .input("shape", INT32 | INT64)
    .input("means", FLOAT16 | FLOAT | DOUBLE)
    .input("stdevs", FLOAT16 | FLOAT | DOUBLE)
    .input("min", FLOAT16 | FLOAT | DOUBLE)
    .input("max", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(creation.by_value("shape"))
    .dtype(follow("means"))
    .traits(RANDOM)
    .category("random")
)

Poisson = (
    op("Poisson")
    .input("x", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("seed", Int, 0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(RANDOM)
    .category("random")
)

RandomChoiceWithMask = (
    op("RandomChoiceWithMask")
    .input("x", BOOL)
    .output("y", INT32)
    .output("mask", BOOL)
    .attr("count", Int, 0)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.choice_mask)
    .traits(RANDOM)
    .category("random")
)

RandomGamma = (
    op("RandomGamma")
    .input("shape", INT32 | INT64)
    .input("alpha", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.samples_each("alpha"))
    .dtype(follow("alpha"))
    .traits(RANDOM)
    .category("random")
)

RandomGammaGrad = (
    op("RandomGammaGrad")
    .input("alpha", FLOAT | DOUBLE)
    .input("sample", FLOAT | DOUBLE)
    .output("y", FLOAT | DOUBLE)
    .shape(common.broadcast("alpha", "sample"))
    .dtype(follow("alpha"))
    .traits(PURE)
    .category("random")
)

RandomPoisson = (
    op("RandomPoisson")
    .input("shape", INT32 | INT64)
    .input("rate", FLOAT16 | FLOAT | DOUBLE | INT32 | INT64)
    .output("y", FLOAT16 | FLOAT | DOUBLE | INT32 | INT64)
    .attr("dtype", Type, INT64)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.samples_each("rate"))
    .dtype(from_attr("dtype"))
    .traits(RANDOM)
    .category("random")
)

RandomShuffle = (
    op("RandomShuffle")
    .doc("Rows of a tensor in random order.")
    .input(
        "x",
        SignedDataType | UINT16 | UINT8 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | BOOL | STRING | RESOURCE,
        doc="rows along the first axis",
    )
    .output(
        "y",
        SignedDataType | UINT16 | UINT8 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | BOOL | STRING | RESOURCE,
        doc="the same rows in random order",
    )
    .attr("seed", Int, 0, doc="first number of the seed; with two zeros the seed is random")
    .attr("seed2", Int, 0, doc="second number of the seed")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(RANDOM)
    .category("random")
)

RandomStandardNormal = (
    op("RandomStandardNormal")
    .doc("Normal numbers with mean 0 and deviation 1.")
    .input("shape", INT32 | INT64, doc="shape of the result, whole numbers")
    .output("y", FLOAT16 | FLOAT | DOUBLE | BF16, doc="independent normal numbers with mean 0 and deviation 1")
    .required_attr("dtype", Type, doc="type of the numbers")
    .attr("seed", Int, 0, doc="first number of the seed; with two zeros the seed is random")
    .attr("seed2", Int, 0, doc="second number of the seed")
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(RANDOM)
    .category("random")
)

RandomStandardNormalV2 = (
    op("RandomStandardNormalV2")
    .input("shape", INT32 | INT64)
    .input("offset", INT64)
    .output("y", FLOAT16 | FLOAT | BF16)
    .output("offset", INT64)
    .required_attr("dtype", Int)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.shaped_first)
    .dtype(each(from_attr("dtype"), INT64))
    .traits(RANDOM)
    .category("random")
)

RandomUniform = (
    op("RandomUniform")
    .doc("Uniform numbers from 0 to 1.")
    .input("shape", INT32 | INT64, doc="shape of the result, whole numbers")
    .output("y", FLOAT16 | FLOAT | DOUBLE | BF16, doc="independent numbers, uniform from 0, included, to 1, excluded")
    .required_attr("dtype", Type, doc="type of the numbers")
    .attr("seed", Int, 0, doc="first number of the seed; with two zeros the seed is random")
    .attr("seed2", Int, 0, doc="second number of the seed")
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(RANDOM)
    .category("random")
)

RandomUniformInt = (
    op("RandomUniformInt")
    .doc("Uniform integers of a range.")
    .input("shape", INT32 | INT64, doc="shape of the result, whole numbers")
    .input("min", INT32 | INT64, doc="smallest integer that may come, one number")
    .input("max", INT32 | INT64, doc="bound that no integer reaches, one number")
    .output("y", INT32 | INT64, doc="independent integers, uniform from min to max - 1")
    .attr("seed", Int, 0, doc="first number of the seed; with two zeros the seed is random")
    .attr("seed2", Int, 0, doc="second number of the seed")
    .shape(creation.by_value("shape"))
    .dtype(follow("min"))
    .traits(RANDOM)
    .category("random")
)

RandomUniformIntV2 = (
    op("RandomUniformIntV2")
    .input("shape", INT32 | INT64)
    .input("min", INT32 | INT64)
    .input("max", INT32 | INT64)
    .input("offset", INT64)
    .output("y", INT32 | INT64)
    .output("offset", INT64)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.shaped_first)
    .dtype(each("min", INT64))
    .traits(RANDOM)
    .category("random")
)

RandomUniformV2 = (
    op("RandomUniformV2")
    .input("shape", INT32 | INT64)
    .input("offset", INT64)
    .output("y", FLOAT16 | FLOAT | BF16)
    .output("offset", INT64)
    .required_attr("dtype", Int)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.shaped_first)
    .dtype(each(from_attr("dtype"), INT64))
    .traits(RANDOM)
    .category("random")
)

Randperm = (
    op("Randperm")
    .doc("Random permutation.")
    .output("out", SignedDataType | UINT8 | FLOAT16 | DOUBLE | FLOAT, doc="the numbers 0 to n - 1 in random order, [n]")
    .required_attr("n", Int, not_negative, doc="how many numbers")
    .attr("layout", Int, 0, doc="kept for torch; 0 for dense storage")
    .attr("dtype", Type, INT64, doc="type of the numbers")
    .shape(random.one_by_attr("n"))
    .dtype(from_attr("dtype"))
    .traits(RANDOM)
    .category("random")
)

RngReadAndSkipV2 = (
    op("RngReadAndSkipV2")
    .input("value", INT64)
    .input("algorithm", INT32)
    .input("delta", UINT64)
    .output("value", INT64)
    .shape(handles.checked(common.in_place, handles.one("algorithm", "delta")))
    .traits(RANDOM)
    .category("random")
)

RngSkip = (
    op("RngSkip")
    .input("x", RESOURCE)
    .input("algorithm", INT64)
    .input("delta", INT64)
    .shape(handles.checked(handles.nothing, handles.one("algorithm", "delta")))
    .traits(STATEFUL)
    .category("random")
)

SobolSample = (
    op("SobolSample")
    .input("dim", INT32)
    .input("num_results", INT32)
    .input("skip", INT32)
    .output("samples", FLOAT | DOUBLE)
    .attr("dtype", Type, FLOAT)
    .shape(random.sobol)
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("random")
)

StatefulRandomBinomial = (
    op("StatefulRandomBinomial")
    .input("x", RESOURCE)
    .input("algorithm", INT64)
    .input("shape", INT32)
    .input("counts", FLOAT16 | FLOAT | DOUBLE)
    .input("probs", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE | INT32 | INT64)
    .required_attr("dtype", Type)
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(RANDOM, STATEFUL)
    .category("random")
)

StatefulStandardNormalV2 = (
    op("StatefulStandardNormalV2")
    .input("x", RESOURCE)
    .input("algorithm", INT64)
    .input("shape", INT32 | INT64)
    .output("y", FLOAT)
    .shape(creation.by_value("shape"))
    .traits(RANDOM, STATEFUL)
    .category("random")
)

StatefulTruncatedNormal = (
    op("StatefulTruncatedNormal")
    .input("x", RESOURCE)
    .input("algorithm", INT64)
    .input("shape", INT32 | INT64)
    .output("y", FLOAT)
    .shape(creation.by_value("shape"))
    .traits(RANDOM, STATEFUL)
    .category("random")
)

StatefulUniform = (
    op("StatefulUniform")
    .input("x", RESOURCE)
    .input("algorithm", INT64)
    .input("shape", INT32 | INT64)
    .output("y", FLOAT)
    .shape(creation.by_value("shape"))
    .traits(RANDOM, STATEFUL)
    .category("random")
)

StatefulUniformFullInt = (
    op("StatefulUniformFullInt")
    .input("x", RESOURCE)
    .input("algorithm", INT64)
    .input("shape", INT32 | INT64)
    .output("y", UINT64)
    .shape(creation.by_value("shape"))
    .traits(RANDOM, STATEFUL)
    .category("random")
)

StatefulUniformInt = (
    op("StatefulUniformInt")
    .input("x", RESOURCE)
    .input("algorithm", INT64)
    .input("shape", INT32 | INT64)
    .input("minval", INT64)
    .input("maxval", INT64)
    .output("y", INT64)
    .shape(creation.by_value("shape"))
    .traits(RANDOM, STATEFUL)
    .category("random")
)

ThreadUnsafeUnigramCandidateSampler = (
    op("ThreadUnsafeUnigramCandidateSampler")
    .input("true_classes", INT64)
    .output("sampled_candidates", INT64)
    .output("true_expected_count", FLOAT)
    .output("sampled_expected_count", FLOAT)
    .required_attr("num_true", Int)
    .required_attr("num_sampled", Int)
    .required_attr("unique", Bool)
    .required_attr("range_max", Int)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.candidates)
    .traits(RANDOM)
    .category("random")
)

TopKTopPSample = (
    op("TopKTopPSample")
    .input("logits", FLOAT16 | BF16)
    .input("top_k", INT32)
    .input("top_p", FLOAT16 | BF16)
    .optional_input("q", FLOAT)
    .output("logits_select_idx", INT64)
    .output("logits_top_kp_select", FLOAT)
    .attr("eps", Float, 1e-08)
    .attr("is_need_logits", Bool, False)
    .attr("top_k_guess", Int, 32)
    .shape(random.sampled)
    .traits(RANDOM)
    .category("random")
)

TopKTopPSampleV2 = (
    op("TopKTopPSampleV2")
    .input("logits", FLOAT16 | BF16 | FLOAT)
    .input("top_k", INT32)
    .input("top_p", FLOAT16 | BF16 | FLOAT)
    .optional_input("q", FLOAT)
    .optional_input("min_ps", FLOAT16 | BF16 | FLOAT)
    .output("logits_select_idx", INT64)
    .output("logits_top_kp_select", FLOAT)
    .output("logits_idx", INT64)
    .output("logits_sort_masked", FLOAT)
    .attr("eps", Float, 1e-08)
    .attr("is_need_logits", Bool, False)
    .attr("top_k_guess", Int, 32)
    .attr("ks_max", Int, 1024)
    .attr("input_is_logits", Bool, True)
    .attr("is_need_sample_result", Bool, False)
    .shape(random.sampled)
    .traits(RANDOM)
    .category("random")
)

TruncatedNormal = (
    op("TruncatedNormal")
    .doc("Normal numbers within two deviations.")
    .input("shape", INT32 | INT64, doc="shape of the result, whole numbers")
    .output(
        "y",
        FLOAT16 | FLOAT | BF16 | DOUBLE,
        doc="normal numbers with mean 0 and deviation 1, drawn again while their magnitude exceeds 2",
    )
    .attr("seed", Int, 0, doc="first number of the seed; with two zeros the seed is random")
    .attr("seed2", Int, 0, doc="second number of the seed")
    .attr("dtype", Type, FLOAT, doc="type of the numbers")
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .traits(RANDOM)
    .category("random")
)

TruncatedNormalV2 = (
    op("TruncatedNormalV2")
    .input("shape", INT32 | INT64)
    .input("offset", INT64)
    .output("y", BF16 | FLOAT16 | FLOAT)
    .output("offset", INT64)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .attr("dtype", Int, 0)
    .shape(random.shaped_first)
    .dtype(each(from_attr("dtype"), INT64))
    .traits(RANDOM)
    .category("random")
)

Uniform = (
    op("Uniform")
    .input("x", FLOAT16 | FLOAT | DOUBLE)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .attr("from", Float, 0.0)
    .attr("to", Float, 1.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(RANDOM)
    .category("random")
)

UniformCandidateSampler = (
    op("UniformCandidateSampler")
    .input("true_classes", INT64)
    .output("sampled_candidates", INT64)
    .output("true_expected_count", FLOAT)
    .output("sampled_expected_count", FLOAT)
    .required_attr("num_true", Int)
    .required_attr("num_sampled", Int)
    .required_attr("unique", Bool)
    .required_attr("range_max", Int)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .shape(random.candidates)
    .traits(RANDOM)
    .category("random")
)

OPS = (
    AllCandidateSampler,
    AnonymousSeedGenerator,
    ComputeAccidentalHits,
    ContinuationIndicator,
    DeleteSeedGenerator,
    DSARandomNormal,
    DSARandomTruncatedNormal,
    DSARandomUniform,
    DummySeedGenerator,
    Exponential,
    FixedUnigramCandidateSampler,
    Geometric,
    LearnedUnigramCandidateSampler,
    LogUniformCandidateSampler,
    Multinomial,
    MultinomialAliasDraw,
    MultinomialAliasSetup,
    MultinomialFuss,
    MultinomialWithReplacement,
    NonDeterministicInts,
    Normal,
    ParameterizedTruncatedNormal,
    Poisson,
    RandomChoiceWithMask,
    RandomGamma,
    RandomGammaGrad,
    RandomPoisson,
    RandomShuffle,
    RandomStandardNormal,
    RandomStandardNormalV2,
    RandomUniform,
    RandomUniformInt,
    RandomUniformIntV2,
    RandomUniformV2,
    Randperm,
    RngReadAndSkipV2,
    RngSkip,
    SobolSample,
    StatefulRandomBinomial,
    StatefulStandardNormalV2,
    StatefulTruncatedNormal,
    StatefulUniform,
    StatefulUniformFullInt,
    StatefulUniformInt,
    ThreadUnsafeUnigramCandidateSampler,
    TopKTopPSample,
    TopKTopPSampleV2,
    TruncatedNormal,
    TruncatedNormalV2,
    Uniform,
    UniformCandidateSampler,
)
