"""Strings and parsing."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    PURE,
    STRING,
    UINT32,
    UINT64,
    BasicType,
    Bool,
    Int,
    IntegerDataType,
    ListFloat,
    ListInt,
    ListListInt,
    ListString,
    ListType,
    OrdinaryType,
    SignedDataType,
    String,
    Type,
    one_of,
    op,
)
from metadef.infer.dtypes import from_attr
from metadef.infer.listed_types import by_port
from metadef.infer.shape import common, handles, parse, sparse_apply, string

AsString = (
    op("AsString")
    .doc("Strings that spell numbers.")
    .input("x", SignedDataType | FLOAT | DOUBLE | BOOL | COMPLEX64 | COMPLEX128)
    .output("y", STRING)
    .attr("precision", Int, -1)
    .attr("scientific", Bool, False)
    .attr("shortest", Bool, False)
    .attr("width", Int, -1)
    .attr("fill", String, "")
    .shape(common.same("x"))
    .traits(PURE)
    .category("string")
)

DecodeBase64 = (
    op("DecodeBase64").input("x", STRING).output("y", STRING).shape(common.same("x")).traits(PURE).category("string")
)

DecodeCSV = (
    op("DecodeCSV")
    .input("records", STRING)
    .dynamic_input("record_defaults", FLOAT | DOUBLE | INT32 | INT64 | STRING)
    .dynamic_output("output", FLOAT | DOUBLE | INT32 | INT64 | STRING)
    .attr("OUT_TYPE", ListType, ())
    .attr("field_delim", String, ",")
    .attr("use_quote_delim", Bool, True)
    .attr("na_value", String, ",")
    .attr("select_cols", ListInt, ())
    .shape(string.csv)
    .dtype(by_port(output="record_defaults"))
    .traits(PURE)
    .category("string")
)

DecodeRaw = (
    op("DecodeRaw")
    .input("bytes", STRING)
    .output("output", OrdinaryType - (BF16 | COMPLEX32 | UINT32 | UINT64))
    .attr("out_type", Type, FLOAT)
    .attr("little_endian", Bool, True)
    .shape(string.decode_raw)
    .dtype(from_attr("out_type"))
    .traits(PURE)
    .category("string")
)

EditDistance = (
    op("EditDistance")
    .input("hypothesis_indices", INT64)
    .input("hypothesis_values", BasicType)
    .input("hypothesis_shape", INT64)
    .input("truth_indices", INT64)
    .input("truth_values", BasicType)
    .input("truth_shape", INT64)
    .output("output", FLOAT)
    .attr("normalize", Bool, True)
    .shape(sparse_apply.edit_distance)
    .traits(PURE)
    .category("string")
)

EncodeBase64 = (
    op("EncodeBase64")
    .input("x", STRING)
    .output("y", STRING)
    .attr("pad", Bool, False)
    .shape(common.same("x"))
    .traits(PURE)
    .category("string")
)

ParseExample = (
    op("ParseExample")
    .input("serialized", STRING)
    .input("name", STRING)
    .dynamic_input("sparse_keys", STRING)
    .dynamic_input("dense_keys", STRING)
    .dynamic_input("dense_defaults", FLOAT | INT64 | STRING)
    .dynamic_output("sparse_indices", INT64)
    .dynamic_output("sparse_values", FLOAT | INT64 | STRING)
    .dynamic_output("sparse_shapes", INT64)
    .dynamic_output("dense_values", FLOAT | INT64 | STRING)
    .attr("Nsparse", Int, 0)
    .attr("Ndense", Int, 0)
    .attr("sparse_types", ListType, ())
    .attr("Tdense", ListType, ())
    .attr("dense_shapes", ListListInt, ())
    .shape(parse.examples)
    .dtype(by_port(sparse_values="sparse_types", dense_values="Tdense"))
    .traits(PURE)
    .category("string")
)

ParseSingleExample = (
    op("ParseSingleExample")
    .input("serialized", STRING)
    .dynamic_input("dense_defaults", STRING | FLOAT | INT64)
    .dynamic_output("sparse_indices", INT64)
    .dynamic_output("sparse_values", STRING | FLOAT | INT64)
    .dynamic_output("sparse_shapes", INT64)
    .dynamic_output("dense_values", STRING | FLOAT | INT64)
    .attr("num_sparse", Int, 0)
    .attr("sparse_keys", ListString, ())
    .attr("dense_keys", ListString, ())
    .attr("sparse_types", ListType, ())
    .attr("Tdense", ListType, ())
    .attr("dense_shapes", ListListInt, ())
    .shape(parse.example)
    .dtype(by_port(sparse_values="sparse_types", dense_values="Tdense"))
    .traits(PURE)
    .category("string")
)

ParseSingleSequenceExample = (
    op("ParseSingleSequenceExample")
    .input("serialized", STRING)
    .input("feature_list_dense_missing_assumed_empty", STRING)
    .dynamic_input("context_sparse_keys", STRING)
    .dynamic_input("context_dense_keys", STRING)
    .dynamic_input("feature_list_sparse_keys", STRING)
    .dynamic_input("feature_list_dense_keys", STRING)
    .dynamic_input("context_dense_defaults", FLOAT | INT64 | STRING)
    .input("debug_name", STRING)
    .dynamic_output("context_sparse_indices", INT64)
    .dynamic_output("context_sparse_values", FLOAT | INT64 | STRING)
    .dynamic_output("context_sparse_shapes", INT64)
    .dynamic_output("context_dense_values", FLOAT | INT64 | STRING)
    .dynamic_output("feature_list_sparse_indices", INT64)
    .dynamic_output("feature_list_sparse_values", FLOAT | INT64 | STRING)
    .dynamic_output("feature_list_sparse_shapes", INT64)
    .dynamic_output("feature_list_dense_values", FLOAT | INT64 | STRING)
    .attr("Ncontext_sparse", Int, 0)
    .attr("Ncontext_dense", Int, 0)
    .attr("Nfeature_list_sparse", Int, 0)
    .attr("Nfeature_list_dense", Int, 0)
    .attr("context_sparse_types", ListType, ())
    .attr("Tcontext_dense", ListType, ())
    .attr("feature_list_dense_types", ListType, ())
    .attr("context_dense_shapes", ListListInt, ())
    .attr("feature_list_sparse_types", ListType, ())
    .attr("feature_list_dense_shapes", ListListInt, ())
    .shape(parse.sequence_example)
    .dtype(
        by_port(
            context_sparse_values="context_sparse_types",
            context_dense_values="Tcontext_dense",
            feature_list_sparse_values="feature_list_sparse_types",
            feature_list_dense_values="feature_list_dense_types",
        )
    )
    .traits(PURE)
    .category("string")
)

ParseTensor = (
    op("ParseTensor")
    .input("serialized", STRING)
    .output("output", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING | COMPLEX64 | COMPLEX128)
    .attr("out_type", Type, FLOAT)
    .dtype(from_attr("out_type"))
    .traits(PURE)
    .category("string")
)

ReduceJoin = (
    op("ReduceJoin")
    .input("input", STRING)
    .input("reduction_indices", INT32)
    .output("output", STRING)
    .attr("keep_dims", Bool, True)
    .attr("separator", String, "")
    .shape(string.reduce_join)
    .traits(PURE)
    .category("string")
)

RegexFullMatch = (
    op("RegexFullMatch")
    .doc("Whether strings match a regular expression as a whole.")
    .input("x", STRING, doc="strings of any shape")
    .input("pattern", STRING, doc="regular expression, one string")
    .output("y", BOOL, doc="true where the whole string matches")
    .shape(handles.checked(common.same("x"), handles.one("pattern")))
    .traits(PURE)
    .category("string")
)

RegexReplace = (
    op("RegexReplace")
    .doc("Replaces matches of a regular expression.")
    .input("x", STRING)
    .input("pattern", STRING)
    .input("rewrite", STRING)
    .output("y", STRING)
    .attr("replace_global", Bool, True)
    .shape(handles.checked(common.same("x"), handles.one("pattern", "rewrite")))
    .traits(PURE)
    .category("string")
)

StaticRegexFullMatch = (
    op("StaticRegexFullMatch")
    .input("input", STRING)
    .output("output", BOOL)
    .attr("pattern", String, "")
    .shape(common.same("input"))
    .traits(PURE)
    .category("string")
)

StaticRegexReplace = (
    op("StaticRegexReplace")
    .input("input", STRING)
    .output("output", STRING)
    .attr("pattern", String, "")
    .attr("rewrite", String, "")
    .attr("replace_global", Bool, True)
    .shape(common.same("input"))
    .traits(PURE)
    .category("string")
)

StringFormat = (
    op("StringFormat")
    .dynamic_input("x", IntegerDataType | STRING | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .output("y", STRING)
    .attr("template", String, "%s")
    .attr("placeholder", String, "%s")
    .attr("summarize", Int, 3)
    .shape(string.formatted)
    .traits(PURE)
    .category("string")
)

StringJoin = (
    op("StringJoin")
    .doc("Joins strings elementwise.")
    .dynamic_input("x", STRING, doc="strings of one shape, or single ones")
    .output("y", STRING, doc="the strings of each place, one after the other")
    .required_attr("N", Int, doc="number of inputs")
    .attr("separator", String, "", doc="what stands between two strings")
    .shape(string.joined)
    .traits(PURE)
    .category("string")
)

StringLength = (
    op("StringLength")
    .doc("Length of each string.")
    .input("x", STRING)
    .output("y", INT32)
    .attr("unit", String, "BYTE")
    .shape(common.same("x"))
    .traits(PURE)
    .category("string")
)

StringLower = (
    op("StringLower")
    .input("input", STRING)
    .output("output", STRING)
    .attr("encoding", String, "")
    .shape(common.same("input"))
    .traits(PURE)
    .category("string")
)

StringNGrams = (
    op("StringNGrams")
    .input("data", STRING)
    .input("data_splits", INT32 | INT64)
    .output("ngrams", STRING)
    .output("ngrams_splits", INT32 | INT64)
    .required_attr("separator", String)
    .attr("ngram_widths", ListInt, ())
    .required_attr("left_pad", String)
    .required_attr("right_pad", String)
    .required_attr("pad_width", Int)
    .required_attr("preserve_short_sequences", Bool)
    .shape(string.ngrams)
    .dtype(by_port(ngrams_splits="data_splits"))
    .traits(PURE)
    .category("string")
)

StringNormalizer = (
    op("StringNormalizer")
    .doc("Changes the case of strings and leaves stop words out.")
    .input("input", STRING, doc="strings, [C] or [1, C]")
    .output("output", STRING, doc="strings that are left, one empty string when there are none")
    .attr("stopwords", ListString, (), doc="words that are left out")
    .attr("is_case_sensitive", Bool, False, doc="whether stop words must match in case too")
    .attr("case_change_action", String, "NONE", one_of("NONE", "LOWER", "UPPER"), doc="what becomes of letters")
    .attr("locale", String, "C", doc="name of the locale whose case rules count, such as en_US")
    .shape(string.normalised)
    .traits(PURE)
    .category("string")
)

StringSplit = (
    op("StringSplit")
    .doc("Cuts strings at a delimiter into a sparse tensor.")
    .input("input", STRING)
    .input("delimiter", STRING)
    .output("indices", INT64)
    .output("values", STRING)
    .output("shape", INT64)
    .attr("skip_empty", Bool, True)
    .shape(string.split("delimiter"))
    .traits(PURE)
    .category("string")
)

StringSplitV2 = (
    op("StringSplitV2")
    .input("input", STRING)
    .input("sep", STRING)
    .output("indices", INT64)
    .output("values", STRING)
    .output("shape", INT64)
    .attr("maxsplit", Int, -1)
    .shape(string.split("sep"))
    .traits(PURE)
    .category("string")
)

StringStrip = (
    op("StringStrip").input("x", STRING).output("y", STRING).shape(common.same("x")).traits(PURE).category("string")
)

StringToHashBucket = (
    op("StringToHashBucket")
    .input("string_tensor", STRING)
    .output("y", INT64)
    .attr("num_buckets", Int, 1)
    .shape(common.same("string_tensor"))
    .traits(PURE)
    .category("string")
)

StringToHashBucketFast = (
    op("StringToHashBucketFast")
    .input("x", STRING)
    .output("y", INT64)
    .attr("num_buckets", Int, 1)
    .shape(common.same("x"))
    .traits(PURE)
    .category("string")
)

StringToHashBucketStrong = (
    op("StringToHashBucketStrong")
    .input("x", STRING)
    .output("y", INT64)
    .attr("num_buckets", Int, 1)
    .required_attr("key", ListInt)
    .shape(common.same("x"))
    .traits(PURE)
    .category("string")
)

StringToNumber = (
    op("StringToNumber")
    .doc("Numbers that strings spell.")
    .input("x", STRING)
    .output("y", FLOAT | DOUBLE | INT32 | INT64)
    .attr("out_type", Type, FLOAT)
    .shape(common.same("x"))
    .dtype(from_attr("out_type"))
    .traits(PURE)
    .category("string")
)

StringUpper = (
    op("StringUpper")
    .input("input", STRING)
    .output("output", STRING)
    .attr("encoding", String, "")
    .shape(common.same("input"))
    .traits(PURE)
    .category("string")
)

Substr = (
    op("Substr")
    .input("input", STRING)
    .input("pos", INT32 | INT64)
    .input("len", INT32 | INT64)
    .output("output", STRING)
    .shape(string.substrings)
    .traits(PURE)
    .category("string")
)

TfIdfVectorizer = (
    op("TfIdfVectorizer")
    .input("input", INT32 | INT64 | STRING)
    .output("output", FLOAT)
    .required_attr("max_gram_length", Int)
    .required_attr("max_skip_count", Int)
    .required_attr("min_gram_length", Int)
    .required_attr("mode", String)
    .required_attr("ngram_counts", ListInt)
    .required_attr("ngram_indexes", ListInt)
    .attr("pool_int64s", ListInt, ())
    .attr("pool_strings", ListString, ())
    .attr("weights", ListFloat, ())
    .shape(string.tf_idf)
    .traits(PURE)
    .category("string")
)

UnicodeDecode = (
    op("UnicodeDecode")
    .input("input", STRING)
    .output("row_splits", INT64)
    .output("char_values", INT32)
    .required_attr("input_encoding", String)
    .attr("errors", String, "replace")
    .attr("replacement_char", Int, 65533)
    .attr("replace_control_characters", Bool, False)
    .attr("Tsplits", Type, INT64)
    .shape(string.characters)
    .traits(PURE)
    .category("string")
)

UnicodeDecodeWithOffsets = (
    op("UnicodeDecodeWithOffsets")
    .input("input", STRING)
    .output("row_splits", INT64)
    .output("char_values", INT32)
    .output("char_to_byte_starts", INT64)
    .required_attr("input_encoding", String)
    .attr("errors", String, "replace")
    .attr("replacement_char", Int, 65533)
    .attr("replace_control_characters", Bool, False)
    .attr("Tsplits", Type, INT64)
    .shape(string.characters)
    .traits(PURE)
    .category("string")
)

UnicodeEncode = (
    op("UnicodeEncode")
    .input("input_values", INT32)
    .input("input_splits", INT32 | INT64)
    .output("output", STRING)
    .attr("errors", String, "replace")
    .attr("output_encoding", String, "UTF-8")
    .attr("replacement_char", Int, 65533)
    .shape(string.encoded)
    .traits(PURE)
    .category("string")
)

UnicodeScript = (
    op("UnicodeScript").input("x", INT32).output("y", INT32).shape(common.same("x")).traits(PURE).category("string")
)

UnicodeTranscode = (
    op("UnicodeTranscode")
    .input("input", STRING)
    .output("output", STRING)
    .required_attr("input_encoding", String)
    .attr("output_encoding", String, "UTF-8")
    .attr("errors", String, "replace")
    .attr("replacement_char", Int, 65533)
    .attr("replace_control_characters", Bool, False)
    .shape(common.same("input"))
    .traits(PURE)
    .category("string")
)

UnsortedSegmentJoin = (
    op("UnsortedSegmentJoin")
    .input("input", STRING)
    .input("segment_ids", INT32 | INT64)
    .input("num_segments", INT32 | INT64)
    .output("output", STRING)
    .attr("separator", String, "")
    .shape(string.segment_join)
    .traits(PURE)
    .category("string")
)

OPS = (
    AsString,
    DecodeBase64,
    DecodeCSV,
    DecodeRaw,
    EditDistance,
    EncodeBase64,
    ParseExample,
    ParseSingleExample,
    ParseSingleSequenceExample,
    ParseTensor,
    ReduceJoin,
    RegexFullMatch,
    RegexReplace,
    StaticRegexFullMatch,
    StaticRegexReplace,
    StringFormat,
    StringJoin,
    StringLength,
    StringLower,
    StringNGrams,
    StringNormalizer,
    StringSplit,
    StringSplitV2,
    StringStrip,
    StringToHashBucket,
    StringToHashBucketFast,
    StringToHashBucketStrong,
    StringToNumber,
    StringUpper,
    Substr,
    TfIdfVectorizer,
    UnicodeDecode,
    UnicodeDecodeWithOffsets,
    UnicodeEncode,
    UnicodeScript,
    UnicodeTranscode,
    UnsortedSegmentJoin,
)
