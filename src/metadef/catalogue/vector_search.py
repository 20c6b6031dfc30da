"""Nearest-neighbour search."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    PURE,
    UINT8,
    UINT64,
    Bool,
    Float,
    Int,
    ListInt,
    String,
    Type,
    not_negative,
    op,
    positive,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import boxes, common, sort, vector_search

BallQuery = (
    op("BallQuery")
    .input("xyz", FLOAT16 | FLOAT)
    .input("center_xyz", FLOAT16 | FLOAT)
    .output("idx", INT32)
    .required_attr("min_radius", Float, not_negative)
    .required_attr("max_radius", Float, positive)
    .required_attr("sample_num", Int, positive)
    .shape(boxes.ball_query)
    .traits(PURE)
    .category("vector-search")
)

CalcBucketsLimitAndOffset = (
    op("CalcBucketsLimitAndOffset")
    .input("bucket_list", INT32)
    .input("ivf_counts", INT32)
    .input("ivf_offset", INT32 | INT64)
    .output("buckets_limit", INT32)
    .output("buckets_offset", INT32 | INT64)
    .required_attr("total_limit", Int)
    .shape(common.each_of("bucket_list", "bucket_list"))
    .dtype(follow("bucket_list"))
    .traits(PURE)
    .category("vector-search")
)

Coordinates1DTo2D = (
    op("Coordinates1DTo2D")
    .input("x", INT32 | INT64 | UINT64)
    .input("shape", INT32 | INT64 | UINT64)
    .output("row", INT32 | INT64 | UINT64)
    .output("col", INT32 | INT64 | UINT64)
    .output("n", INT32 | INT64 | UINT64)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("vector-search")
)

GenADC = (
    op("GenADC")
    .input("query", FLOAT16 | FLOAT)
    .input("code_book", FLOAT16 | FLOAT)
    .input("centroids", FLOAT16 | FLOAT)
    .input("bucket_list", INT32 | INT64)
    .output("adc_tables", FLOAT16 | FLOAT)
    .attr("distance_type", String, "l2sqr")
    .shape(vector_search.distance_tables)
    .dtype(follow("query"))
    .traits(PURE)
    .category("vector-search")
)

IndexToAddr = (
    op("IndexToAddr")
    .input("base_addr", INT64 | UINT64)
    .input("x", INT64 | UINT64)
    .output("addrs_table", INT64 | UINT64)
    .required_attr("ori_shape", ListInt)
    .required_attr("block_size", ListInt)
    .attr("ori_storage_mode", String, "Matrix")
    .attr("block_storage_mode", String, "Matrix")
    .attr("rank_id", Int, 0)
    .attr("dtype", Type, FLOAT)
    .shape(vector_search.address_table)
    .dtype(follow("x"))
    .category("vector-search")
)

KMeansCentroids = (
    op("KMeansCentroids")
    .input("x", FLOAT)
    .input("y", FLOAT)
    .input("sum_square_y", FLOAT)
    .optional_input("sum_square_x", FLOAT)
    .output("segment_sum", FLOAT)
    .output("segment_count", FLOAT)
    .output("kmean_total_sum", FLOAT)
    .attr("use_actual_distance", Bool, False)
    .shape(vector_search.means)
    .traits(PURE)
    .category("vector-search")
)

ScanPQCodes = (
    op("ScanPQCodes")
    .input("ivf", UINT8)
    .input("bucket_list", INT32 | INT64)
    .input("bucket_base_distance", FLOAT16 | FLOAT)
    .input("bucket_limits", INT32)
    .input("bucket_offsets", INT64)
    .input("adc_tables", FLOAT16 | FLOAT)
    .output("actual_count", INT32)
    .output("pq_distance", FLOAT16)
    .output("grouped_extreme_distance", FLOAT16)
    .output("pq_ivf", INT32)
    .output("pq_index", INT32)
    .required_attr("total_limit", Int)
    .attr("group_size", Int, 64)
    .attr("extreme_mode", Int, 0)
    .attr("split_count", Int, 1)
    .attr("split_index", Int, 0)
    .shape(vector_search.scanned)
    .traits(PURE)
    .category("vector-search")
)

StackBallQuery = (
    op("StackBallQuery")
    .input("xyz", FLOAT16 | FLOAT)
    .input("center_xyz", FLOAT16 | FLOAT)
    .input("xyz_batch_cnt", INT32 | INT64)
    .input("center_xyz_batch_cnt", INT32 | INT64)
    .output("idx", INT32)
    .required_attr("max_radius", Float, positive)
    .required_attr("sample_num", Int, positive)
    .shape(boxes.stack_ball_query)
    .traits(PURE)
    .category("vector-search")
)

TopKPQDistance = (
    op("TopKPQDistance")
    .dynamic_input("actual_count", INT32)
    .dynamic_input("pq_distance", FLOAT16 | FLOAT)
    .dynamic_input("grouped_extreme_distance", FLOAT16 | FLOAT)
    .dynamic_input("pq_ivf", INT32)
    .dynamic_input("pq_index", INT32)
    .output("topk_distance", FLOAT16 | FLOAT)
    .output("topk_ivf", INT32)
    .output("topk_index", INT32)
    .attr("order", String, "ASC")
    .required_attr("k", Int)
    .required_attr("group_size", Int)
    .shape(sort.nearest)
    .dtype(follow("pq_distance"))
    .traits(PURE)
    .category("vector-search")
)

TopKPQDistanceMerge = (
    op("TopKPQDistanceMerge")
    .input("sorted_distance", FLOAT16)
    .input("pq_ivf", INT32)
    .input("pq_index", INT32)
    .output("topk_distance", FLOAT16)
    .output("topk_ivf", INT32)
    .output("topk_index", INT32)
    .required_attr("k", Int)
    .shape(sort.nearest)
    .traits(PURE)
    .category("vector-search")
)

TopKPQDistanceV2 = (
    op("TopKPQDistanceV2")
    .input("pq_distance", FLOAT16 | FLOAT | INT32)
    .input("grouped_extreme_distance", FLOAT16 | FLOAT | INT32)
    .output("topk_distance", FLOAT16 | FLOAT | INT32)
    .output("topk_index", INT32)
    .attr("order", String, "ASC")
    .required_attr("k", Int)
    .required_attr("group_size", Int)
    .shape(sort.topk_grouped)
    .dtype(follow("pq_distance"))
    .traits(PURE)
    .category("vector-search")
)

OPS = (
    BallQuery,
    CalcBucketsLimitAndOffset,
    Coordinates1DTo2D,
    GenADC,
    IndexToAddr,
    KMeansCentroids,
    ScanPQCodes,
    StackBallQuery,
    TopKPQDistance,
    TopKPQDistanceMerge,
    TopKPQDistanceV2,
)
