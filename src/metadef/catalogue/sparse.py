"""Sparse tensors."""

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
    INT8,
    INT16,
    INT32,
    INT64,
    PURE,
    RESOURCE,
    STATEFUL,
    STRING,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    VARIANT,
    Bool,
    Int,
    IntegerDataType,
    OrdinaryType,
    RealNumberType,
    SignedDataType,
    String,
    Type,
    op,
)
from metadef.infer.dtypes import always, each, follow, from_attr
from metadef.infer.shape import segment, sparse, sparse_apply, sparse_combine

AddManySparseToTensorsMap = (
    op("AddManySparseToTensorsMap")
    .input("indices", INT64)
    .input(
        "values",
        SignedDataType | UINT8 | UINT16 | BOOL | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .input("shape", INT64)
    .output("handles", INT64)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(sparse_apply.handles)
    .traits(STATEFUL)
    .category("sparse")
)

AddSparseToTensorsMap = (
    op("AddSparseToTensorsMap")
    .input("indices", INT64)
    .input(
        "values",
        SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .input("shape", INT64)
    .output("handle", INT64)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(sparse_apply.stored)
    .traits(STATEFUL)
    .category("sparse")
)

CoalesceSparse = (
    op("CoalesceSparse")
    .input("unique_len", INT32 | INT64)
    .input("unique_indices", INT32 | INT64)
    .input("indices", INT32 | INT64)
    .input("values", INT32 | FLOAT16 | FLOAT)
    .output("new_inidces", INT32 | INT64)
    .output("new_values", INT32 | FLOAT16 | FLOAT)
    .shape(sparse.coalesced)
    .dtype(each("unique_indices", "values"))
    .traits(PURE)
    .category("sparse")
)

DenseCountSparseOutput = (
    op("DenseCountSparseOutput")
    .input("values", INT32 | INT64)
    .input("weights", INT32 | INT64 | FLOAT | DOUBLE)
    .output("output_indices", INT64)
    .output("output_values", INT32 | INT64 | FLOAT | DOUBLE)
    .output("output_dense_shape", INT64)
    .attr("minlength", Int, -1)
    .attr("maxlength", Int, -1)
    .required_attr("binary_output", Bool)
    .shape(sparse_combine.counts("dense"))
    .dtype(each(INT64, "weights", INT64))
    .traits(PURE)
    .category("sparse")
)

DenseToDenseSetOperation = (
    op("DenseToDenseSetOperation")
    .input("x1", INT8 | INT16 | UINT16 | UINT8 | INT32 | INT64 | STRING)
    .input("x2", INT8 | INT16 | UINT16 | UINT8 | INT32 | INT64 | STRING)
    .output("y_indices", INT64)
    .output("y_values", INT8 | INT16 | UINT16 | UINT8 | INT32 | INT64 | STRING)
    .output("y_shape", INT64)
    .attr("set_operation", String, "")
    .attr("validate_indices", Bool, True)
    .shape(sparse_combine.of_dense_sets)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("sparse")
)

DenseToSparseSetOperation = (
    op("DenseToSparseSetOperation")
    .input("x1", INT8 | INT16 | UINT16 | UINT8 | INT32 | INT64 | STRING)
    .input("x2_indices", INT64)
    .input("x2_values", INT8 | INT16 | UINT16 | UINT8 | INT32 | INT64 | STRING)
    .input("x2_shape", INT64)
    .output("y_indices", INT64)
    .output("y_values", INT8 | INT16 | UINT16 | UINT8 | INT32 | INT64 | STRING)
    .output("y_shape", INT64)
    .attr("set_operation", String, "")
    .attr("validate_indices", Bool, True)
    .shape(sparse_combine.of_dense_sets)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("sparse")
)

DeserializeManySparse = (
    op("DeserializeManySparse")
    .input("serialized_sparse", STRING)
    .output("indices", INT64)
    .output(
        "values",
        SignedDataType | BOOL | UINT8 | UINT16 | DOUBLE | FLOAT | FLOAT16 | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .output("shape", INT64)
    .required_attr("dtype", Type)
    .shape(sparse_apply.read_many("serialized_sparse", 2))
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("sparse")
)

DeserializeSparse = (
    op("DeserializeSparse")
    .input("serialized_sparse", STRING | VARIANT)
    .output("indices", INT64)
    .output(
        "values",
        SignedDataType | BOOL | UINT8 | UINT16 | DOUBLE | FLOAT | FLOAT16 | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .output("shape", INT64)
    .required_attr("dtype", Type)
    .shape(sparse_apply.read)
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("sparse")
)

RaggedCountSparseOutput = (
    op("RaggedCountSparseOutput")
    .input("splits", INT64)
    .input("values", INT32 | INT64)
    .input("weights", INT32 | INT64 | FLOAT | DOUBLE)
    .output("output_indices", INT64)
    .output("output_values", INT32 | INT64 | FLOAT | DOUBLE)
    .output("output_dense_shape", INT64)
    .attr("minlength", Int, -1)
    .attr("maxlength", Int, -1)
    .required_attr("binary_output", Bool)
    .shape(sparse_combine.counts("ragged"))
    .dtype(each(INT64, "weights", INT64))
    .traits(PURE)
    .category("sparse")
)

SerializeManySparse = (
    op("SerializeManySparse")
    .input("indices", INT64)
    .input(
        "values",
        SignedDataType | BOOL | UINT8 | UINT16 | DOUBLE | FLOAT | FLOAT16 | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .input("shape", INT64)
    .output("serialized_sparse", STRING | VARIANT)
    .attr("out_type", Type, STRING)
    .shape(sparse_apply.stored_many)
    .dtype(from_attr("out_type"))
    .traits(PURE)
    .category("sparse")
)

SerializeSparse = (
    op("SerializeSparse")
    .input("indices", INT64)
    .input(
        "values",
        SignedDataType | BOOL | UINT8 | UINT16 | DOUBLE | FLOAT | FLOAT16 | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .input("shape", INT64)
    .output("serialized_sparse", STRING | VARIANT)
    .attr("out_type", Type, STRING)
    .shape(sparse_apply.serialised)
    .dtype(from_attr("out_type"))
    .traits(PURE)
    .category("sparse")
)

SetSize = (
    op("SetSize")
    .input("set_indices", INT64)
    .input("set_values", INT8 | INT16 | UINT8 | UINT16 | INT32 | INT64 | STRING)
    .input("set_shape", INT64)
    .output("size", INT32)
    .attr("validate_indices", Bool, True)
    .shape(sparse_apply.set_size)
    .traits(PURE)
    .category("sparse")
)

SortedSparseSegmentMeanGrad = (
    op("SortedSparseSegmentMeanGrad")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("sorted_indices", INT32 | INT64)
    .input("pre_location_indices", INT32 | INT64)
    .input("segment_ids", INT32 | INT64)
    .input("output_dim0", INT32)
    .output("y", FLOAT | FLOAT16 | BF16)
    .shape(sparse.segment_grad)
    .dtype(follow("x"))
    .traits(PURE)
    .category("sparse")
)

SparseAdd = (
    op("SparseAdd")
    .input("x1_indices", INT64)
    .input("x1_values", SignedDataType | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x1_shape", INT64)
    .input("x2_indices", INT64)
    .input("x2_values", SignedDataType | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x2_shape", INT64)
    .input("thresh", FLOAT | INT8 | INT16 | INT32 | INT64 | DOUBLE)
    .output("sum_indices", INT64)
    .output("sum_values", SignedDataType | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("sum_shape", INT64)
    .shape(sparse_combine.add)
    .dtype(follow("x1_values"))
    .traits(PURE)
    .category("sparse")
)

SparseAddGrad = (
    op("SparseAddGrad")
    .input("backprop_val_grad", SignedDataType | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x1_indices", INT64)
    .input("x2_indices", INT64)
    .input("sum_indices", INT64)
    .output("x1_val_grad", SignedDataType | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("x2_val_grad", SignedDataType | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .shape(sparse_combine.add_grad)
    .dtype(follow("backprop_val_grad"))
    .traits(PURE)
    .category("sparse")
)

SparseBincount = (
    op("SparseBincount")
    .input("indices", INT64)
    .input("values", INT32 | INT64)
    .input("dense_shape", INT64)
    .input("size", INT32 | INT64)
    .input("weights", INT32 | INT64 | FLOAT | DOUBLE)
    .output("output", INT32 | INT64 | FLOAT | DOUBLE)
    .attr("binary_output", Bool, False)
    .shape(segment.sparse_bins)
    .dtype(follow("weights"))
    .traits(PURE)
    .category("sparse")
)

SparseConcat = (
    op("SparseConcat")
    .dynamic_input("indices", INT64)
    .dynamic_input(
        "values",
        SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .dynamic_input("shapes", INT64)
    .output("y_indices", INT64)
    .output(
        "y_values",
        SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .output("y_shape", INT64)
    .attr("concat_dim", Int, 0)
    .attr("N", Int, 1)
    .shape(sparse_combine.concat)
    .dtype(follow("values"))
    .traits(PURE)
    .category("sparse")
)

SparseCountSparseOutput = (
    op("SparseCountSparseOutput")
    .input("indices", INT64)
    .input("values", INT32 | INT64)
    .input("dense_shape", INT64)
    .input("weights", INT32 | INT64 | FLOAT | DOUBLE)
    .output("output_indices", INT64)
    .output("output_values", INT32 | INT64 | FLOAT | DOUBLE)
    .output("output_dense_shape", INT64)
    .attr("minlength", Int, -1)
    .attr("maxlength", Int, -1)
    .required_attr("binary_output", Bool)
    .shape(sparse_combine.counts("sparse"))
    .dtype(each(INT64, "weights", INT64))
    .traits(PURE)
    .category("sparse")
)

SparseCross = (
    op("SparseCross")
    .dynamic_input("indices", INT64)
    .dynamic_input("values", INT64 | STRING)
    .dynamic_input("shapes", INT64)
    .dynamic_input("dense_inputs", INT64 | STRING)
    .output("output_indices", INT64)
    .output("output_values", INT64 | STRING)
    .output("output_shape", INT64)
    .attr("N", Int, 0)
    .required_attr("hashed_output", Bool)
    .attr("num_buckets", Int, 0)
    .required_attr("hash_key", Int)
    .required_attr("out_type", Type)
    .required_attr("internal_type", Type)
    .shape(sparse_combine.cross)
    .dtype(from_attr("out_type"))
    .traits(PURE)
    .category("sparse")
)

SparseDenseCwiseAdd = (
    op("SparseDenseCwiseAdd")
    .input("x1_indices", INT64)
    .input("x1_values", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x1_shape", INT64)
    .input("x2", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("y", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .shape(sparse_apply.scaled)
    .dtype(follow("x1_values"))
    .traits(PURE)
    .category("sparse")
)

SparseDenseCwiseDiv = (
    op("SparseDenseCwiseDiv")
    .input("x1_indices", INT64)
    .input("x1_values", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x1_shape", INT64)
    .input("x2", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("y", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .shape(sparse_apply.scaled)
    .dtype(follow("x1_values"))
    .traits(PURE)
    .category("sparse")
)

SparseDenseCwiseMul = (
    op("SparseDenseCwiseMul")
    .input("x1_indices", INT64)
    .input("x1_values", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x1_shape", INT64)
    .input("x2", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("y", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .shape(sparse_apply.scaled)
    .dtype(follow("x1_values"))
    .traits(PURE)
    .category("sparse")
)

SparseFillEmptyRows = (
    op("SparseFillEmptyRows")
    .input("indices", INT64)
    .input("values", OrdinaryType - (BF16 | COMPLEX32))
    .input("dense_shape", INT64)
    .input("default_value", OrdinaryType - (BF16 | COMPLEX32))
    .output("y_indices", INT64)
    .output("y_values", OrdinaryType - (BF16 | COMPLEX32))
    .output("empty_row_indicator", BOOL)
    .output("reverse_index_map", INT64)
    .shape(sparse.fill_empty_rows)
    .dtype(follow("values"))
    .traits(PURE)
    .category("sparse")
)

SparseFillEmptyRowsGrad = (
    op("SparseFillEmptyRowsGrad")
    .input("reverse_index_map", INT64)
    .input(
        "grad_values",
        SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .output(
        "y_value",
        SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .output(
        "y_default_value",
        SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .shape(sparse_apply.fill_grad)
    .dtype(follow("grad_values"))
    .traits(PURE)
    .category("sparse")
)

SparseReduceMax = (
    op("SparseReduceMax")
    .input("x_indices", INT64)
    .input("x_values", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("x_shape", INT64)
    .input("reduction_axes", INT32)
    .output("y", RealNumberType - (BF16 | UINT32 | UINT64))
    .attr("keep_dims", Bool, False)
    .shape(sparse_apply.reduced)
    .dtype(follow("x_values"))
    .traits(PURE)
    .category("sparse")
)

SparseReduceMaxSparse = (
    op("SparseReduceMaxSparse")
    .input("x_indices", INT64)
    .input("x_values", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("x_shape", INT64)
    .input("reduction_axes", INT32)
    .output("y_indices", INT64)
    .output("y_values", RealNumberType - (BF16 | UINT32 | UINT64))
    .output("y_shape", INT64)
    .attr("keep_dims", Bool, False)
    .shape(sparse_apply.reduced_sparse)
    .dtype(follow("x_values"))
    .traits(PURE)
    .category("sparse")
)

SparseReduceSum = (
    op("SparseReduceSum")
    .input("x_indices", INT64)
    .input("x_values", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x_shape", INT64)
    .input("reduction_axes", INT32)
    .output("y", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | DOUBLE | COMPLEX64 | COMPLEX128)
    .attr("keep_dims", Bool, False)
    .shape(sparse_apply.reduced)
    .dtype(follow("x_values"))
    .traits(PURE)
    .category("sparse")
)

SparseReduceSumSparse = (
    op("SparseReduceSumSparse")
    .input("x_indices", INT64)
    .input("x_values", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x_shape", INT64)
    .input("reduction_axes", INT32)
    .output("y_indices", INT64)
    .output("y_values", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("y_shape", INT64)
    .attr("keep_dims", Bool, False)
    .shape(sparse_apply.reduced_sparse)
    .dtype(follow("x_values"))
    .traits(PURE)
    .category("sparse")
)

SparseReorder = (
    op("SparseReorder")
    .input("indices", INT64)
    .input(
        "values",
        SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .input("shape", INT64)
    .output("y_indices", INT64)
    .output(
        "y_values",
        SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .shape(sparse_apply.reordered)
    .dtype(follow("values"))
    .traits(PURE)
    .category("sparse")
)

SparseReshape = (
    op("SparseReshape")
    .input("indices", INT32 | INT64)
    .input("shape", INT32 | INT64)
    .input("new_shape", INT32 | INT64)
    .output("y_indices", INT32 | INT64)
    .output("y_shape", INT32 | INT64)
    .shape(segment.sparse_reshape)
    .dtype(always(INT64))
    .traits(PURE)
    .category("sparse")
)

SparseSegmentMean = (
    op("SparseSegmentMean")
    .input("x", FLOAT | DOUBLE | FLOAT16 | BF16)
    .input("indices", INT32 | INT64)
    .input("segment_ids", INT32 | INT64)
    .output("y", FLOAT | DOUBLE | FLOAT16 | BF16)
    .shape(sparse.segment_rows)
    .dtype(follow("x"))
    .traits(PURE)
    .category("sparse")
)

SparseSegmentMeanGrad = (
    op("SparseSegmentMeanGrad")
    .input("x", FLOAT | DOUBLE | FLOAT16 | BF16)
    .input("indices", INT32 | INT64)
    .input("segment_ids", INT32 | INT64)
    .input("output_dim0", INT32)
    .output("y", FLOAT | DOUBLE | FLOAT16 | BF16)
    .shape(sparse.segment_grad)
    .dtype(follow("x"))
    .traits(PURE)
    .category("sparse")
)

SparseSegmentSum = (
    op("SparseSegmentSum")
    .input("x", IntegerDataType | DOUBLE | FLOAT | FLOAT16)
    .input("indices", INT32 | INT64)
    .input("segment_ids", INT32 | INT64)
    .output("y", IntegerDataType | DOUBLE | FLOAT | FLOAT16)
    .shape(sparse.segment_rows)
    .dtype(follow("x"))
    .traits(PURE)
    .category("sparse")
)

SparseSegmentSumGrad = (
    op("SparseSegmentSumGrad")
    .input("grad", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .input("indices", INT32 | INT64)
    .input("segment_ids", INT32 | INT64)
    .input("output_dim0", INT32)
    .output("output", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .shape(sparse.segment_grad)
    .dtype(follow("grad"))
    .traits(PURE)
    .category("sparse")
)

SparseSlice = (
    op("SparseSlice")
    .input("indices", INT64)
    .input(
        "values",
        SignedDataType
        | UINT16
        | UINT8
        | FLOAT16
        | FLOAT
        | DOUBLE
        | COMPLEX64
        | COMPLEX128
        | BOOL
        | STRING
        | RESOURCE
        | BF16,
    )
    .input("shape", INT64)
    .input("start", INT64)
    .input("size", INT64)
    .output("y_indices", INT64)
    .output(
        "y_values",
        SignedDataType
        | UINT16
        | UINT8
        | FLOAT16
        | FLOAT
        | DOUBLE
        | COMPLEX64
        | COMPLEX128
        | BOOL
        | STRING
        | RESOURCE
        | BF16,
    )
    .output("y_shape", INT64)
    .shape(sparse.sparse_slice)
    .dtype(follow("values"))
    .traits(PURE)
    .category("sparse")
)

SparseSliceGrad = (
    op("SparseSliceGrad")
    .input("backprop_val_grad", SignedDataType | UINT8 | UINT16 | FLOAT | FLOAT16 | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("indices", INT64)
    .input("start", INT64)
    .input("new_indices", INT64)
    .output("y_grad", SignedDataType | UINT8 | UINT16 | FLOAT | FLOAT16 | DOUBLE | COMPLEX64 | COMPLEX128)
    .shape(sparse_apply.slice_grad)
    .dtype(follow("backprop_val_grad"))
    .traits(PURE)
    .category("sparse")
)

SparseSoftmax = (
    op("SparseSoftmax")
    .input("indices", INT64)
    .input("values", FLOAT | DOUBLE)
    .input("shape", INT64)
    .output("y", FLOAT | DOUBLE)
    .shape(sparse_apply.softmax)
    .dtype(follow("values"))
    .traits(PURE)
    .category("sparse")
)

SparseSparseMaximum = (
    op("SparseSparseMaximum")
    .input("x1_indices", INT64)
    .input("x1_values", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("x1_shape", INT64)
    .input("x2_indices", INT64)
    .input("x2_values", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("x2_shape", INT64)
    .output("y_indices", INT64)
    .output("y_values", RealNumberType - (BF16 | UINT32 | UINT64))
    .shape(sparse_combine.extremes)
    .dtype(follow("x1_values"))
    .traits(PURE)
    .category("sparse")
)

SparseSparseMinimum = (
    op("SparseSparseMinimum")
    .input("x1_indices", INT64)
    .input("x1_values", SignedDataType | UINT16 | UINT8 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x1_shape", INT64)
    .input("x2_indices", INT64)
    .input("x2_values", SignedDataType | UINT16 | UINT8 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x2_shape", INT64)
    .output("y_indices", INT64)
    .output("y_values", SignedDataType | UINT16 | UINT8 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .shape(sparse_combine.extremes)
    .dtype(follow("x1_values"))
    .traits(PURE)
    .category("sparse")
)

SparseSplit = (
    op("SparseSplit")
    .input("split_dim", INT64)
    .input("indices", INT64)
    .input(
        "values",
        SignedDataType | UINT16 | UINT8 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | BOOL | STRING | RESOURCE,
    )
    .input("shape", INT64)
    .dynamic_output("y_indices", INT64)
    .dynamic_output(
        "y_values",
        SignedDataType | UINT16 | UINT8 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128 | BOOL | STRING | RESOURCE,
    )
    .dynamic_output("y_shape", INT64)
    .attr("num_split", Int, 1)
    .shape(sparse_combine.split)
    .dtype(follow("values"))
    .traits(PURE)
    .category("sparse")
)

SparseTensorDenseAdd = (
    op("SparseTensorDenseAdd")
    .input("x1_indices", INT32 | INT64)
    .input("x1_values", SignedDataType | UINT16 | UINT8 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x1_shape", INT32 | INT64)
    .input("x2", SignedDataType | UINT16 | UINT8 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("y", SignedDataType | UINT16 | UINT8 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .shape(sparse_apply.add_to_dense)
    .dtype(follow("x2"))
    .traits(PURE)
    .category("sparse")
)

SparseTensorDenseMatMul = (
    op("SparseTensorDenseMatMul")
    .doc("Product of a sparse and a dense matrix.")
    .input("x1_indices", INT32 | INT64)
    .input("x1_values", FLOAT | DOUBLE | INT32 | COMPLEX64 | COMPLEX128 | FLOAT16 | INT64)
    .input("x1_shape", INT64)
    .input("x2", FLOAT | DOUBLE | INT64 | INT32 | COMPLEX64 | COMPLEX128 | FLOAT16)
    .output("y", FLOAT | DOUBLE | INT64 | INT32 | COMPLEX64 | COMPLEX128 | FLOAT16)
    .attr("adjoint_a", Bool, False)
    .attr("adjoint_b", Bool, False)
    .shape(sparse.sparse_matmul)
    .dtype(follow("x2"))
    .traits(PURE)
    .category("sparse")
)

SparseToDense = (
    op("SparseToDense")
    .doc("Writes values at indices into a tensor filled with a default.")
    .input("indices", INT32 | INT64)
    .input("output_shape", INT32 | INT64)
    .input("values", SignedDataType | FLOAT | FLOAT16 | BF16 | UINT16 | UINT8 | BOOL | DOUBLE)
    .input("default_value", SignedDataType | FLOAT | FLOAT16 | BF16 | UINT16 | UINT8 | BOOL | DOUBLE)
    .output("y", SignedDataType | FLOAT | FLOAT16 | BF16 | UINT16 | UINT8 | BOOL | DOUBLE)
    .attr("validate_indices", Bool, True)
    .shape(sparse.scattered)
    .dtype(follow("values"))
    .traits(PURE)
    .category("sparse")
)

SparseToSparseSetOperation = (
    op("SparseToSparseSetOperation")
    .input("x1_indices", INT64)
    .input("x1_values", INT8 | INT16 | UINT16 | UINT8 | INT32 | INT64 | STRING)
    .input("x1_shape", INT64)
    .input("x2_indices", INT64)
    .input("x2_values", INT8 | INT16 | UINT16 | UINT8 | INT32 | INT64 | STRING)
    .input("x2_shape", INT64)
    .output("y_indices", INT64)
    .output("y_values", INT8 | INT16 | UINT16 | UINT8 | INT32 | INT64 | STRING)
    .output("y_shape", INT64)
    .attr("set_operation", String, "")
    .attr("validate_indices", Bool, True)
    .shape(sparse_combine.of_sparse_sets)
    .dtype(follow("x1_values"))
    .traits(PURE)
    .category("sparse")
)

TakeManySparseFromTensorsMap = (
    op("TakeManySparseFromTensorsMap")
    .input("handles", INT64)
    .output("indices", INT64)
    .output("values", SignedDataType | BOOL | UINT8 | UINT16 | DOUBLE | FLOAT | FLOAT16)
    .output("shape", INT64)
    .required_attr("dtype", Type)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(sparse_apply.read_many("handles", 1))
    .dtype(from_attr("dtype"))
    .traits(STATEFUL)
    .category("sparse")
)

OPS = (
    AddManySparseToTensorsMap,
    AddSparseToTensorsMap,
    CoalesceSparse,
    DenseCountSparseOutput,
    DenseToDenseSetOperation,
    DenseToSparseSetOperation,
    DeserializeManySparse,
    DeserializeSparse,
    RaggedCountSparseOutput,
    SerializeManySparse,
    SerializeSparse,
    SetSize,
    SortedSparseSegmentMeanGrad,
    SparseAdd,
    SparseAddGrad,
    SparseBincount,
    SparseConcat,
    SparseCountSparseOutput,
    SparseCross,
    SparseDenseCwiseAdd,
    SparseDenseCwiseDiv,
    SparseDenseCwiseMul,
    SparseFillEmptyRows,
    SparseFillEmptyRowsGrad,
    SparseReduceMax,
    SparseReduceMaxSparse,
    SparseReduceSum,
    SparseReduceSumSparse,
    SparseReorder,
    SparseReshape,
    SparseSegmentMean,
    SparseSegmentMeanGrad,
    SparseSegmentSum,
    SparseSegmentSumGrad,
    SparseSlice,
    SparseSliceGrad,
    SparseSoftmax,
    SparseSparseMaximum,
    SparseSparseMinimum,
    SparseSplit,
    SparseTensorDenseAdd,
    SparseTensorDenseMatMul,
    SparseToDense,
    SparseToSparseSetOperation,
    TakeManySparseFromTensorsMap,
)
