"""Embeddings and their hash tables."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    PURE,
    RESOURCE,
    STATEFUL,
    STRING,
    UINT8,
    UINT32,
    UINT64,
    Bool,
    Float,
    IndexNumberType,
    Int,
    ListFloat,
    ListInt,
    ListString,
    RealNumberType,
    String,
    Type,
    op,
    positive,
)
from metadef.infer.dtypes import each, follow
from metadef.infer.shape import common, embedding, gather
from metadef.infer.shape.common import in_place, same

Embedding = (
    op("Embedding")
    .doc("Rows of a table chosen by indices.")
    .input("x", RealNumberType | COMPLEX64 | COMPLEX32 | BOOL, doc="table with one row for each entry, [entries, D]")
    .input("indices", IndexNumberType, doc="numbers of rows, of any shape")
    .output("y", RealNumberType | COMPLEX64 | COMPLEX32 | BOOL, doc="rows in place of the indices, [indices..., D]")
    .shape(gather.gather_rows)
    .dtype(follow("x"))
    .traits(PURE)
    .category("embedding")
)

EmbeddingBag = (
    op("EmbeddingBag")
    .doc("Sums, means or maxima of rows of a table chosen by bags of indices.")
    .input("weight", FLOAT16 | FLOAT | BF16)
    .input("indices", INT32 | INT64)
    .optional_input("offsets", INT32 | INT64)
    .optional_input("per_sample_weights", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .output("offset2bag", INT32 | INT64)
    .output("bag_size", INT32 | INT64)
    .output("max_indices", INT32 | INT64)
    .attr("mode", String, "mean")
    .attr("scale_grad_by_freq", Bool, False)
    .attr("sparse", Bool, False)
    .attr("include_last_offset", Bool, False)
    .attr("padding_idx", Int, -1)
    .shape(embedding.bag)
    .dtype(each("weight", "indices", "indices", "indices"))
    .traits(PURE)
    .category("embedding")
)

EmbeddingComputeVarExport = (
    op("EmbeddingComputeVarExport")
    .input("file_path", STRING)
    .input("ps_id", INT32)
    .input("table_id", INT32)
    .optional_input("global_step", INT32 | INT64)
    .attr("table_name", ListString, ())
    .shape(in_place)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingComputeVarImport = (
    op("EmbeddingComputeVarImport")
    .input("file_path", STRING)
    .input("ps_id", INT32)
    .input("table_id", INT32)
    .optional_input("global_step", INT32 | INT64)
    .attr("table_name", ListString, ())
    .shape(in_place)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingDenseGrad = (
    op("EmbeddingDenseGrad")
    .doc("Gradient of an embedding with respect to its whole table.")
    .input("grad", FLOAT16 | BF16 | FLOAT, doc="gradient that arrives at the looked-up rows, [indices..., D]")
    .input("indices", INT32 | INT64, doc="numbers of rows of the forward pass")
    .output("y", FLOAT16 | BF16 | FLOAT, doc="gradient of the table, [num_weights, D]")
    .required_attr("num_weights", Int, positive, doc="number of rows of the table")
    .attr("padding_idx", Int, -1, doc="row that gets no gradient; -1 for none")
    .attr("scale_grad_by_freq", Bool, False, doc="whether each row's gradient is divided by how often it was looked up")
    .shape(embedding.dense_grad)
    .dtype(follow("grad"))
    .traits(PURE)
    .category("embedding")
)

EmbeddingDenseGradV2 = (
    op("EmbeddingDenseGradV2")
    .input("grad", FLOAT16 | BF16 | FLOAT)
    .input("sort_indices", INT32 | INT64)
    .input("pos_idx", INT32)
    .output("y", FLOAT16 | BF16 | FLOAT)
    .required_attr("num_weights", Int)
    .attr("padding_idx", Int, -1)
    .attr("scale_grad_by_freq", Bool, False)
    .shape(embedding.dense_grad)
    .dtype(follow("grad"))
    .traits(PURE)
    .category("embedding")
)

EmbeddingFeatureMapping = (
    op("EmbeddingFeatureMapping")
    .input("feature_id", INT64)
    .output("offset_id", INT32)
    .shape(same("feature_id"))
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingFeatureMappingExport = (
    op("EmbeddingFeatureMappingExport")
    .input("file_path", STRING)
    .input("table_name", STRING)
    .optional_input("global_step", INT32 | INT64)
    .optional_input("values", FLOAT)
    .dynamic_input("feature_id", INT64)
    .dynamic_input("offset_id", INT32)
    .attr("embedding_dim", ListInt, ())
    .shape(in_place)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingFeatureMappingFileSize = (
    op("EmbeddingFeatureMappingFileSize")
    .input("file_path", STRING)
    .input("table_name", STRING)
    .optional_input("global_step", INT32 | INT64)
    .output("feature_size", INT64)
    .required_attr("embedding_dim", ListInt)
    .attr("only_offset_flag", Bool, True)
    .shape(same("table_name"))
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingFeatureMappingFind = (
    op("EmbeddingFeatureMappingFind")
    .input("table_name", STRING)
    .input("feature_size", INT64)
    .dynamic_output("feature_id", INT64)
    .dynamic_output("offset_id", INT32)
    .shape(embedding.found)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingFeatureMappingImport = (
    op("EmbeddingFeatureMappingImport")
    .input("file_path", STRING)
    .input("table_name", STRING)
    .input("feature_size", INT64)
    .optional_input("global_step", INT32 | INT64)
    .dynamic_output("feature_id", INT64)
    .dynamic_output("offset_id", INT32)
    .dynamic_output("values", FLOAT)
    .required_attr("embedding_dim", ListInt)
    .attr("only_offset_flag", Bool, True)
    .shape(embedding.imported)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingFeatureMappingInsert = (
    op("EmbeddingFeatureMappingInsert")
    .input("table_name", STRING)
    .dynamic_input("feature_id", INT64)
    .dynamic_input("offset_id", INT32)
    .shape(in_place)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingFeatureMappingTableSize = (
    op("EmbeddingFeatureMappingTableSize")
    .input("table_name", STRING)
    .output("feature_size", INT64)
    .shape(same("table_name"))
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingFeatureMappingV2 = (
    op("EmbeddingFeatureMappingV2")
    .input("table_name", STRING)
    .input("feature_id", INT64)
    .output("offset_id", INT32)
    .required_attr("table_total_size", ListInt)
    .required_attr("table_actual_size", ListInt)
    .shape(same("feature_id"))
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingHashTableExport = (
    op("EmbeddingHashTableExport")
    .input("table_handles", INT64)
    .input("table_sizes", INT64)
    .input("embedding_dims", INT64)
    .input("bucket_sizes", INT64)
    .dynamic_output("keys", INT64)
    .dynamic_output("counters", UINT64)
    .dynamic_output("filter_flags", UINT8)
    .dynamic_output("values", FLOAT)
    .attr("export_mode", String, "all")
    .attr("filtered_export_flag", Bool, False)
    .shape(embedding.exported)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingHashTableImport = (
    op("EmbeddingHashTableImport")
    .input("table_handles", INT64)
    .input("embedding_dims", INT64)
    .input("bucket_sizes", INT64)
    .dynamic_input("keys", INT64)
    .dynamic_input("counters", UINT64)
    .dynamic_input("filter_flags", UINT8)
    .dynamic_input("values", FLOAT)
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingHashTableLookupOrInsert = (
    op("EmbeddingHashTableLookupOrInsert")
    .input("table_handle", INT64)
    .input("keys", INT64)
    .output("values", FLOAT)
    .required_attr("bucket_size", Int)
    .required_attr("embedding_dim", Int)
    .attr("filter_mode", String, "no_filter")
    .attr("filter_freq", Int, 0)
    .attr("default_key_or_value", Bool, False)
    .attr("default_key", Int, 0)
    .attr("default_value", Float, 0.0)
    .attr("filter_key_flag", Bool, False)
    .attr("filter_key", Int, -1)
    .shape(embedding.hash_rows)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingLocalIndex = (
    op("EmbeddingLocalIndex")
    .input("addr_table", UINT64)
    .input("index", INT64 | INT32 | UINT32 | UINT64)
    .output("local_idx", INT64 | INT32 | UINT32 | UINT64)
    .output("nums", INT64 | INT32 | UINT32 | UINT64)
    .output("recover_idx", INT64 | INT32 | UINT32 | UINT64)
    .attr("row_memory", Int, 320)
    .attr("mode", String, "mod")
    .shape(embedding.local_places)
    .dtype(follow("index"))
    .traits(PURE)
    .category("embedding")
)

EmbeddingRankId = (
    op("EmbeddingRankId")
    .input("addr_table", UINT64)
    .input("index", INT64 | INT32 | UINT64)
    .output("rank_id", UINT64)
    .attr("row_memory", Int, 320)
    .attr("mode", String, "mod")
    .shape(embedding.ranks)
    .traits(PURE)
    .category("embedding")
)

EmbeddingTableEvict = (
    op("EmbeddingTableEvict")
    .input("var_handle", RESOURCE | INT32)
    .optional_input("global_step", INT32 | INT64)
    .attr("steps_to_live", Int, 0)
    .shape(in_place)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingTableExport = (
    op("EmbeddingTableExport")
    .input("file_path", STRING)
    .input("ps_id", INT32)
    .input("table_id", INT32)
    .optional_input("global_step", INT32 | INT64)
    .required_attr("embedding_dim", ListInt)
    .required_attr("value_total_len", ListInt)
    .attr("export_mode", String, "all")
    .attr("only_var_flag", Bool, False)
    .attr("file_type", String, "bin")
    .attr("table_name", ListString, ())
    .attr("filter_export_flag", Bool, False)
    .attr("steps_to_live_list", ListInt, ())
    .shape(in_place)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingTableFind = (
    op("EmbeddingTableFind")
    .input("table_id", INT32)
    .input("keys", INT64)
    .output("values", FLOAT)
    .required_attr("embedding_dim", ListInt)
    .attr("default_value", ListFloat, (-1.0,))
    .shape(embedding.rows)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingTableFindAndInit = (
    op("EmbeddingTableFindAndInit")
    .input("table_id", INT32)
    .input("keys", INT64)
    .output("values", FLOAT)
    .required_attr("embedding_dim", ListInt)
    .required_attr("value_total_len", ListInt)
    .attr("initializer_mode", ListString, ("random_uniform",))
    .attr("constant_value", ListFloat, (0.0,))
    .attr("min", ListFloat, (-2.0,))
    .attr("max", ListFloat, (2.0,))
    .attr("mu", ListFloat, (0.0,))
    .attr("sigma", ListFloat, (1.0,))
    .attr("seed", ListInt, (0,))
    .attr("seed2", ListInt, (0,))
    .attr("filter_mode", ListString, ("no_filter",))
    .attr("filter_freq", ListInt, (0,))
    .attr("default_key_or_value", ListInt, (0,))
    .attr("default_key", ListInt, (0,))
    .attr("default_value", ListFloat, (0.0,))
    .attr("completion_key", ListInt, (0,))
    .attr("completion_key_mask", ListInt, (1,))
    .attr("optimizer_mode", ListString, ())
    .attr("optimizer_params", ListFloat, ())
    .shape(embedding.rows)
    .traits(STATEFUL)
    .category("embedding")
)

EmbeddingTableImport = (
    op("EmbeddingTableImport")
    .input("file_path", STRING)
    .input("ps_id", INT32)
    .input("table_id", INT32)
    .optional_input("global_step", INT32 | INT64)
    .required_attr("embedding_dim", ListInt)
    .required_attr("value_total_len", ListInt)
    .attr("only_var_flag", Bool, False)
    .attr("file_type", String, "bin")
    .attr("table_name", ListString, ())
    .shape(in_place)
    .traits(STATEFUL)
    .category("embedding")
)

FakeRemoteLookupUniqued = (
    op("FakeRemoteLookupUniqued")
    .input("table_id", INT32)
    .input("keys", INT64)
    .input("actual_keys_num", INT64)
    .input("unique_indices", INT32)
    .optional_input("key_count", INT64)
    .output("values", FLOAT)
    .required_attr("embedding_dim", ListInt)
    .required_attr("value_total_len", ListInt)
    .attr("initializer_mode", ListString, ("random_uniform",))
    .attr("constant_value", ListFloat, (0.0,))
    .attr("min", ListFloat, (-2.0,))
    .attr("max", ListFloat, (2.0,))
    .attr("mu", ListFloat, (0.0,))
    .attr("sigma", ListFloat, (1.0,))
    .attr("seed", ListInt, (0,))
    .attr("seed2", ListInt, (0,))
    .attr("filter_mode", ListString, ("no_filter",))
    .attr("filter_freq", ListInt, (0,))
    .attr("default_key_or_value", ListInt, (0,))
    .attr("default_key", ListInt, (0,))
    .attr("default_value", ListFloat, (0.0,))
    .attr("completion_key", ListInt, (0,))
    .attr("completion_key_mask", ListInt, (1,))
    .attr("optimizer_mode", ListString, ())
    .attr("optimizer_params", ListFloat, ())
    .shape(embedding.rows_of_unique)
    .traits(STATEFUL)
    .category("embedding")
)

InitEmbeddingHashmap = (
    op("InitEmbeddingHashmap")
    .input("table_id", INT32)
    .attr("bucket_size", Int, 0)
    .required_attr("value_total_len", Int)
    .required_attr("embedding_dim", Int)
    .attr("dtype", Type, FLOAT)
    .attr("initializer_mode", String, "")
    .attr("constant_value", Float, 0.0)
    .attr("min", Float, -2.0)
    .attr("max", Float, 2.0)
    .attr("mu", Float, 0.0)
    .attr("sigma", Float, 1.0)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .attr("filter_mode", String, "no_filter")
    .attr("optimizer_mode", String, "")
    .attr("optimizer_params", ListFloat, ())
    .shape(in_place)
    .traits(STATEFUL)
    .category("embedding")
)

InitEmbeddingHashTable = (
    op("InitEmbeddingHashTable")
    .input("table_handle", INT64)
    .optional_input("sampled_values", FLOAT)
    .required_attr("bucket_size", Int)
    .required_attr("embedding_dim", Int)
    .attr("initializer_mode", String, "random")
    .attr("constant_value", Float, 0.0)
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("embedding")
)

InitPartitionMap = (
    op("InitPartitionMap")
    .input("ps_num", INT32)
    .input("ps_ids", INT32)
    .attr("partition_num", Int, 65537)
    .shape(in_place)
    .traits(STATEFUL)
    .category("embedding")
)

TableToResource = (
    op("TableToResource")
    .input("table_id", INT32)
    .output("table_handle", RESOURCE)
    .traits(STATEFUL)
    .category("embedding")
)

UninitEmbeddingHashmap = (
    op("UninitEmbeddingHashmap").input("table_id", INT32).shape(in_place).traits(STATEFUL).category("embedding")
)

UninitPartitionMap = op("UninitPartitionMap").shape(in_place).traits(STATEFUL).category("embedding")

OPS = (
    Embedding,
    EmbeddingBag,
    EmbeddingComputeVarExport,
    EmbeddingComputeVarImport,
    EmbeddingDenseGrad,
    EmbeddingDenseGradV2,
    EmbeddingFeatureMapping,
    EmbeddingFeatureMappingExport,
    EmbeddingFeatureMappingFileSize,
    EmbeddingFeatureMappingFind,
    EmbeddingFeatureMappingImport,
    EmbeddingFeatureMappingInsert,
    EmbeddingFeatureMappingTableSize,
    EmbeddingFeatureMappingV2,
    EmbeddingHashTableExport,
    EmbeddingHashTableImport,
    EmbeddingHashTableLookupOrInsert,
    EmbeddingLocalIndex,
    EmbeddingRankId,
    EmbeddingTableEvict,
    EmbeddingTableExport,
    EmbeddingTableFind,
    EmbeddingTableFindAndInit,
    EmbeddingTableImport,
    FakeRemoteLookupUniqued,
    InitEmbeddingHashmap,
    InitEmbeddingHashTable,
    InitPartitionMap,
    TableToResource,
    UninitEmbeddingHashmap,
    UninitPartitionMap,
)
