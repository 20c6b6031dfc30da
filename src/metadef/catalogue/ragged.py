"""Ragged tensors."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BOOL,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    PURE,
    UINT8,
    UINT16,
    VARIANT,
    BasicType,
    Bool,
    Int,
    ListString,
    SignedDataType,
    Type,
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.listed_types import by_port
from metadef.infer.shape import ragged, segment

RaggedBinCount = (
    op("RaggedBinCount")
    .input("splits", INT64)
    .input("values", INT32 | INT64)
    .input("size", INT32 | INT64)
    .input("weights", INT32 | INT64 | FLOAT | DOUBLE)
    .output("output", INT32 | INT64 | FLOAT | DOUBLE)
    .attr("binary_output", Bool, False)
    .shape(segment.ragged_bins)
    .dtype(follow("weights"))
    .traits(PURE)
    .category("ragged")
)

RaggedBincount = (
    op("RaggedBincount")
    .input("splits", INT64)
    .input("values", INT32 | INT64)
    .input("size", INT32 | INT64)
    .input("weights", INT32 | INT64 | FLOAT | DOUBLE)
    .output("output", INT32 | INT64 | FLOAT | DOUBLE)
    .attr("binary_output", Bool, False)
    .shape(segment.ragged_bins)
    .dtype(follow("weights"))
    .traits(PURE)
    .category("ragged")
)

RaggedGather = (
    op("RaggedGather")
    .dynamic_input("params_nested_splits", INT32 | INT64)
    .input("params_dense_values", INT32 | INT64)
    .input("indices", INT32 | INT64)
    .dynamic_output("output_nested_splits", INT32 | INT64)
    .output("output_dense_values", INT32 | INT64)
    .required_attr("Tsplits", Type)
    .attr("PARAMS_RAGGED_RANK", Int, 1)
    .attr("OUTPUT_RAGGED_RANK", Int, 0)
    .shape(ragged.gathered)
    .dtype(by_port(output_nested_splits="Tsplits", output_dense_values="params_dense_values"))
    .traits(PURE)
    .category("ragged")
)

RaggedRange = (
    op("RaggedRange")
    .input("starts", FLOAT | DOUBLE | INT32 | INT64)
    .input("limits", FLOAT | DOUBLE | INT32 | INT64)
    .input("deltas", FLOAT | DOUBLE | INT32 | INT64)
    .output("rt_nested_splits", INT32 | INT64)
    .output("rt_dense_values", FLOAT | DOUBLE | INT32 | INT64)
    .required_attr("Tsplits", Type)
    .shape(ragged.ranges)
    .dtype(by_port(rt_nested_splits="Tsplits", rt_dense_values="starts"))
    .traits(PURE)
    .category("ragged")
)

RaggedTensorFromVariant = (
    op("RaggedTensorFromVariant")
    .input("encoded_ragged", VARIANT)
    .dynamic_output("output_nested_splits", INT32 | INT64)
    .output("output_dense_values", BasicType)
    .required_attr("input_ragged_rank", Int)
    .required_attr("output_ragged_rank", Int)
    .required_attr("Tvalues", Type)
    .attr("Tsplits", Type, INT64)
    .shape(ragged.from_variant)
    .dtype(by_port(output_nested_splits="Tsplits", output_dense_values="Tvalues"))
    .traits(PURE)
    .category("ragged")
)

RaggedTensorToSparse = (
    op("RaggedTensorToSparse")
    .dynamic_input("rt_nested_splits", INT32 | INT64)
    .input("rt_dense_values", SignedDataType | BOOL | UINT8 | UINT16 | DOUBLE | FLOAT | FLOAT16)
    .output("sparse_indices", INT64)
    .output("sparse_values", SignedDataType | BOOL | UINT8 | UINT16 | DOUBLE | FLOAT | FLOAT16)
    .output("sparse_dense_shape", INT64)
    .attr("RAGGED_RANK", Int, 1)
    .attr("Tsplits", Type, INT64)
    .shape(ragged.to_sparse)
    .dtype(follow("rt_dense_values"))
    .traits(PURE)
    .category("ragged")
)

RaggedTensorToTensor = (
    op("RaggedTensorToTensor")
    .input("shape", INT32 | INT64)
    .input("values", SignedDataType | BOOL | UINT8 | UINT16 | DOUBLE | FLOAT | FLOAT16)
    .input("default_value", SignedDataType | BOOL | UINT8 | UINT16 | DOUBLE | FLOAT | FLOAT16)
    .dynamic_input("row_partition_tensors", INT32 | INT64)
    .output("result", SignedDataType | BOOL | UINT8 | UINT16 | DOUBLE | FLOAT | FLOAT16)
    .required_attr("num_row_partition_tensors", Int)
    .required_attr("row_partition_types", ListString)
    .shape(ragged.to_tensor)
    .dtype(follow("values"))
    .traits(PURE)
    .category("ragged")
)

OPS = (
    RaggedBinCount,
    RaggedBincount,
    RaggedGather,
    RaggedRange,
    RaggedTensorFromVariant,
    RaggedTensorToSparse,
    RaggedTensorToTensor,
)
