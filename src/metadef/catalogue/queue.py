"""Queues, barriers and accumulators."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    ALL,
    BF16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT16,
    INT32,
    INT64,
    RESOURCE,
    STATEFUL,
    STRING,
    STRING_REF,
    UINT8,
    UINT16,
    UINT32,
    BasicType,
    Bool,
    Float,
    Int,
    IntegerDataType,
    ListInt,
    ListListInt,
    ListType,
    QuantifiedType,
    RealNumberType,
    SignedDataType,
    String,
    Type,
    op,
)
from metadef.infer.dtypes import from_attr
from metadef.infer.listed_types import by_port
from metadef.infer.shape import common, creation, data_flow, handles

AccumulatorApplyGradient = (
    op("AccumulatorApplyGradient")
    .input("handle", STRING_REF)
    .input("local_step", INT64)
    .input("gradient", FLOAT16 | FLOAT | DOUBLE)
    .required_attr("dtype", Type)
    .shape(handles.checked(handles.nothing, handles.one("local_step")))
    .traits(STATEFUL)
    .category("queue")
)

AccumulatorNumAccumulated = (
    op("AccumulatorNumAccumulated")
    .input("handle", STRING_REF)
    .output("y", INT32)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("queue")
)

AccumulatorSetGlobalStep = (
    op("AccumulatorSetGlobalStep")
    .input("handle", STRING_REF)
    .input("new_global_step", INT64)
    .shape(handles.checked(handles.nothing, handles.one("new_global_step")))
    .traits(STATEFUL)
    .category("queue")
)

AccumulatorTakeGradient = (
    op("AccumulatorTakeGradient")
    .input("handle", STRING_REF)
    .input("num_required", INT32)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .required_attr("dtype", Type)
    .dtype(from_attr("dtype"))
    .traits(STATEFUL)
    .category("queue")
)

Barrier = (
    op("Barrier")
    .output("handle", STRING_REF)
    .required_attr("component_types", ListType)
    .attr("shapes", ListListInt, ())
    .attr("capacity", Int, -1)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(handles.reference)
    .traits(STATEFUL)
    .category("queue")
)

BarrierClose = (
    op("BarrierClose")
    .input("handle", STRING_REF)
    .attr("cancel_pending_enqueues", Bool, False)
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("queue")
)

BarrierIncompleteSize = (
    op("BarrierIncompleteSize")
    .input("handle", STRING_REF)
    .output("size", INT32)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("queue")
)

BarrierInsertMany = (
    op("BarrierInsertMany")
    .input("handle", STRING_REF)
    .input("keys", STRING)
    .input(
        "values",
        SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .required_attr("component_index", Int)
    .shape(handles.checked(handles.nothing, handles.vector("keys"), handles.same_rows("keys", "values")))
    .traits(STATEFUL)
    .category("queue")
)

BarrierReadySize = (
    op("BarrierReadySize")
    .input("handle", STRING_REF)
    .output("size", INT32)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("queue")
)

BarrierTakeMany = (
    op("BarrierTakeMany")
    .input("handle", STRING_REF)
    .input("num_elements", INT32)
    .output("indices", INT64)
    .output("keys", STRING)
    .dynamic_output(
        "values",
        SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE | COMPLEX64 | COMPLEX128 | RESOURCE | STRING,
    )
    .required_attr("component_types", ListType)
    .attr("allow_small_batch", Bool, False)
    .attr("wait_for_incomplete", Bool, False)
    .attr("timeout_ms", Int, -1)
    .shape(data_flow.taken_from_barrier)
    .dtype(by_port(values="component_types"))
    .traits(STATEFUL)
    .category("queue")
)

BatchEnqueue = (
    op("BatchEnqueue")
    .input("x", RealNumberType - (BF16 | INT16 | UINT16))
    .optional_input("queue_id", UINT32)
    .output("enqueue_count", INT32)
    .attr("batch_size", Int, 8)
    .attr("queue_name", String, "")
    .attr("queue_depth", Int, 100)
    .attr("pad_mode", String, "REPLICATE")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("queue")
)

ConditionalAccumulator = (
    op("ConditionalAccumulator")
    .output("handle", STRING_REF)
    .required_attr("dtype", Type)
    .required_attr("shape", ListInt)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .attr("reduction_type", String, "MEAN")
    .shape(handles.reference)
    .traits(STATEFUL)
    .category("queue")
)

Dequeue = (
    op("Dequeue")
    .optional_input("queue_id", UINT32)
    .output("data", RealNumberType)
    .required_attr("output_type", Type)
    .required_attr("output_shape", ListInt)
    .attr("queue_name", String, "")
    .shape(creation.by_attr("output_shape"))
    .dtype(from_attr("output_type"))
    .traits(STATEFUL)
    .category("queue")
)

FakeQueue = (
    op("FakeQueue")
    .input("resource", RESOURCE)
    .output("handle", STRING)
    .shape(handles.reference)
    .traits(STATEFUL)
    .category("queue")
)

FIFOQueue = (
    op("FIFOQueue")
    .output("handle", RESOURCE)
    .required_attr("component_types", ListType)
    .attr("shapes", ListListInt, ())
    .attr("capacity", Int, -1)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("queue")
)

GetNextFromQueue = (
    op("GetNextFromQueue")
    .input("x", UINT8)
    .dynamic_output("y", ALL)
    .attr("output_types", ListType, ())
    .attr("output_shapes", ListListInt, ((), ()))
    .shape(data_flow.declared())
    .dtype(by_port(y="output_types"))
    .traits(STATEFUL)
    .category("queue")
)

PaddingFIFOQueue = (
    op("PaddingFIFOQueue")
    .output("handle", RESOURCE)
    .required_attr("component_types", ListType)
    .attr("shapes", ListListInt, ())
    .attr("capacity", Int, -1)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("queue")
)

PriorityQueue = (
    op("PriorityQueue")
    .output("handle", RESOURCE)
    .attr("component_types", ListType, ())
    .attr("shapes", ListListInt, ())
    .attr("capacity", Int, -1)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("queue")
)

QueueClose = (
    op("QueueClose")
    .input("handle", RESOURCE)
    .attr("cancel_pending_enqueues", Bool, False)
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("queue")
)

QueueDequeue = (
    op("QueueDequeue")
    .input("handle", RESOURCE)
    .dynamic_output(
        "components",
        IntegerDataType | QuantifiedType | FLOAT | FLOAT16 | BOOL | DOUBLE | RESOURCE | STRING | COMPLEX64 | COMPLEX128,
    )
    .attr("timeout_ms", Int, -1)
    .required_attr("component_types", ListType)
    .dtype(by_port(components="component_types"))
    .traits(STATEFUL)
    .category("queue")
)

QueueDequeueMany = (
    op("QueueDequeueMany")
    .input("handle", RESOURCE)
    .input("n", INT32)
    .dynamic_output(
        "components",
        IntegerDataType | QuantifiedType | FLOAT | FLOAT16 | BOOL | DOUBLE | RESOURCE | STRING | COMPLEX64 | COMPLEX128,
    )
    .attr("timeout_ms", Int, -1)
    .required_attr("component_types", ListType)
    .dtype(by_port(components="component_types"))
    .traits(STATEFUL)
    .category("queue")
)

QueueDequeueUpTo = (
    op("QueueDequeueUpTo")
    .input("handle", RESOURCE)
    .input("n", INT32)
    .dynamic_output(
        "components",
        IntegerDataType | QuantifiedType | FLOAT | FLOAT16 | BOOL | DOUBLE | RESOURCE | STRING | COMPLEX64 | COMPLEX128,
    )
    .attr("timeout_ms", Int, -1)
    .required_attr("component_types", ListType)
    .dtype(by_port(components="component_types"))
    .traits(STATEFUL)
    .category("queue")
)

QueueEnqueue = (
    op("QueueEnqueue")
    .input("handle", RESOURCE)
    .dynamic_input(
        "components",
        IntegerDataType | QuantifiedType | FLOAT | FLOAT16 | BOOL | DOUBLE | RESOURCE | STRING | COMPLEX64 | COMPLEX128,
    )
    .attr("timeout_ms", Int, -1)
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("queue")
)

QueueEnqueueMany = (
    op("QueueEnqueueMany")
    .input("handle", RESOURCE)
    .dynamic_input(
        "components",
        IntegerDataType | QuantifiedType | FLOAT | FLOAT16 | BOOL | DOUBLE | RESOURCE | STRING | COMPLEX64 | COMPLEX128,
    )
    .attr("timeout_ms", Int, -1)
    .shape(handles.checked(handles.nothing, handles.same_rows("components")))
    .traits(STATEFUL)
    .category("queue")
)

QueueIsClosed = (
    op("QueueIsClosed")
    .input("handle", RESOURCE)
    .output("is_closed", BOOL)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("queue")
)

QueueSize = (
    op("QueueSize")
    .input("handle", RESOURCE)
    .output("size", INT32)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("queue")
)

RandomShuffleQueue = (
    op("RandomShuffleQueue")
    .output("handle", RESOURCE)
    .required_attr("component_types", ListType)
    .attr("shapes", ListListInt, ())
    .attr("capacity", Int, -1)
    .attr("min_after_dequeue", Int, 0)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("queue")
)

RecordInput = (
    op("RecordInput")
    .output("records", STRING)
    .required_attr("file_pattern", String)
    .attr("file_random_seed", Int, 301)
    .attr("file_shuffle_shift_ratio", Float, 0.0)
    .attr("file_buffer_size", Int, 10000)
    .attr("file_parallelism", Int, 16)
    .attr("batch_size", Int, 32)
    .attr("compression_type", String, "")
    .shape(data_flow.record_batch)
    .traits(STATEFUL)
    .category("queue")
)

ResourceAccumulatorApplyGradient = (
    op("ResourceAccumulatorApplyGradient")
    .input("handle", RESOURCE)
    .input("local_step", INT64)
    .input("gradient", FLOAT16 | FLOAT | DOUBLE)
    .shape(handles.checked(handles.nothing, handles.one("local_step")))
    .traits(STATEFUL)
    .category("queue")
)

ResourceAccumulatorNumAccumulated = (
    op("ResourceAccumulatorNumAccumulated")
    .input("handle", RESOURCE)
    .output("num_accumulated", INT32)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("queue")
)

ResourceAccumulatorSetGlobalStep = (
    op("ResourceAccumulatorSetGlobalStep")
    .input("handle", RESOURCE)
    .input("new_global_step", INT64)
    .shape(handles.checked(handles.nothing, handles.one("new_global_step")))
    .traits(STATEFUL)
    .category("queue")
)

ResourceAccumulatorTakeGradient = (
    op("ResourceAccumulatorTakeGradient")
    .input("handle", RESOURCE)
    .input("num_required", INT32)
    .output("average", FLOAT16 | FLOAT | DOUBLE)
    .required_attr("dtype", Type)
    .dtype(from_attr("dtype"))
    .traits(STATEFUL)
    .category("queue")
)

ResourceConditionalAccumulator = (
    op("ResourceConditionalAccumulator")
    .output("handle", RESOURCE)
    .required_attr("dtype", Type)
    .required_attr("shape", ListInt)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .attr("reduction_type", String, "MEAN")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("queue")
)

SparseAccumulatorApplyGradient = (
    op("SparseAccumulatorApplyGradient")
    .input("handle", STRING_REF)
    .input("local_step", INT64)
    .input("indices", INT64)
    .input("values", BasicType - (BF16 | COMPLEX32))
    .input("shape", INT64)
    .required_attr("has_known_shape", Bool)
    .required_attr("dtype", Type)
    .shape(
        handles.checked(
            handles.nothing,
            handles.one("local_step"),
            handles.vector("indices", "shape"),
            handles.same_rows("indices", "values"),
        )
    )
    .traits(STATEFUL)
    .category("queue")
)

SparseAccumulatorTakeGradient = (
    op("SparseAccumulatorTakeGradient")
    .input("handle", STRING_REF)
    .input("num_required", INT32)
    .output("indices", INT64)
    .output("values", SignedDataType | UINT8 | UINT16 | DOUBLE | FLOAT)
    .output("shape", INT64)
    .required_attr("dtype", Type)
    .shape(data_flow.taken_rows)
    .dtype(from_attr("dtype"))
    .traits(STATEFUL)
    .category("queue")
)

SparseConditionalAccumulator = (
    op("SparseConditionalAccumulator")
    .output("handle", STRING_REF)
    .required_attr("shape", ListInt)
    .required_attr("dtype", Type)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .attr("reduction_type", String, "MEAN")
    .shape(handles.reference)
    .traits(STATEFUL)
    .category("queue")
)

OPS = (
    AccumulatorApplyGradient,
    AccumulatorNumAccumulated,
    AccumulatorSetGlobalStep,
    AccumulatorTakeGradient,
    Barrier,
    BarrierClose,
    BarrierIncompleteSize,
    BarrierInsertMany,
    BarrierReadySize,
    BarrierTakeMany,
    BatchEnqueue,
    ConditionalAccumulator,
    Dequeue,
    FakeQueue,
    FIFOQueue,
    GetNextFromQueue,
    PaddingFIFOQueue,
    PriorityQueue,
    QueueClose,
    QueueDequeue,
    QueueDequeueMany,
    QueueDequeueUpTo,
    QueueEnqueue,
    QueueEnqueueMany,
    QueueIsClosed,
    QueueSize,
    RandomShuffleQueue,
    RecordInput,
    ResourceAccumulatorApplyGradient,
    ResourceAccumulatorNumAccumulated,
    ResourceAccumulatorSetGlobalStep,
    ResourceAccumulatorTakeGradient,
    ResourceConditionalAccumulator,
    SparseAccumulatorApplyGradient,
    SparseAccumulatorTakeGradient,
    SparseConditionalAccumulator,
)
