"""Stages, stacks, caches, sequences and iterators."""

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
    BasicType,
    Bool,
    Float,
    Int,
    IntegerDataType,
    ListInt,
    ListListInt,
    ListType,
    OrdinaryType,
    QuantifiedType,
    SignedDataType,
    String,
    Type,
    one_of,
    op,
)
from metadef.infer.dtypes import always, follow, from_attr
from metadef.infer.listed_types import by_port
from metadef.infer.shape import common, data_flow, handles, repeat

AdpGetNext = (
    op("AdpGetNext")
    .dynamic_output("y", ALL)
    .attr("output_types", ListType, ())
    .attr("output_shapes", ListListInt, ((), ()))
    .attr("queue_name", String, "")
    .shape(data_flow.declared())
    .dtype(by_port(y="output_types"))
    .traits(STATEFUL)
    .category("data-flow")
)

Batch = (
    op("Batch")
    .dynamic_input("x_tensors", SignedDataType | FLOAT16 | FLOAT | UINT16 | UINT8 | BOOL | DOUBLE)
    .dynamic_output("y_tensors", SignedDataType | UINT8 | UINT16 | FLOAT | FLOAT16 | DOUBLE | BOOL)
    .output("y_index", INT64)
    .output("y_id", INT64)
    .required_attr("num_batch_threads", Int)
    .required_attr("max_batch_size", Int)
    .attr("max_enqueued_batches", Int, 10)
    .required_attr("batch_timeout_micros", Int)
    .attr("allowed_batch_sizes", ListInt, ())
    .required_attr("grad_timeout_micros", Int)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .attr("batching_queue", String, "")
    .shape(data_flow.batch)
    .dtype(by_port(y_tensors="x_tensors"))
    .traits(STATEFUL)
    .category("data-flow")
)

CacheAdd = (
    op("CacheAdd")
    .input("cache", RESOURCE)
    .input("ids", INT64 | INT32 | UINT64 | UINT32)
    .output("swap_in_id", INT64 | INT32 | UINT64 | UINT32)
    .output("swap_in_idx", INT64 | INT32 | UINT64 | UINT32)
    .output("swap_out_id", INT64 | INT32 | UINT64 | UINT32)
    .output("swap_out_idx", INT64 | INT32 | UINT64 | UINT32)
    .shape(data_flow.at_most_ids)
    .dtype(follow("ids"))
    .traits(STATEFUL)
    .category("data-flow")
)

CacheAllIndexToLocal = (
    op("CacheAllIndexToLocal")
    .input("cache", RESOURCE)
    .output("local_idx", INT64 | INT32 | UINT64 | UINT32)
    .required_attr("dtype", Type)
    .shape(handles.some)
    .dtype(from_attr("dtype"))
    .traits(STATEFUL)
    .category("data-flow")
)

CacheRemoteIndexToLocal = (
    op("CacheRemoteIndexToLocal")
    .input("cache", RESOURCE)
    .input("ids", INT64 | INT32 | UINT64 | UINT32)
    .output("local_idx", INT64 | INT32 | UINT64 | UINT32)
    .shape(common.same("ids"))
    .dtype(follow("ids"))
    .traits(STATEFUL)
    .category("data-flow")
)

ConcatFromSequence = (
    op("ConcatFromSequence")
    .doc("The tensors of a sequence, joined.")
    .input("handle", RESOURCE, doc="the sequence")
    .output("y", OrdinaryType - (BF16 | COMPLEX32), doc="tensors joined along the axis")
    .required_attr("axis", Int, doc="axis to join along; negative counts from the end")
    .attr("new_axis", Int, 0, one_of(0, 1), doc="1 stacks along a new axis, 0 joins along one that exists")
    .traits(STATEFUL)
    .category("data-flow")
)

DeviceQueueDataset = (
    op("DeviceQueueDataset")
    .output("y", ALL)
    .attr("output_types", ListInt, ())
    .attr("output_shapes", ListListInt, ((), ()))
    .attr("channel_name", String, "")
    .attr("_iterator_name", String, "IteratorV2")
    .traits(STATEFUL)
    .category("data-flow")
)

DynamicGetNext = (
    op("DynamicGetNext")
    .input("x", ALL)
    .dynamic_output("y", ALL)
    .attr("output_types", ListType, ())
    .attr("output_shapes", ListListInt, ((), ()))
    .attr("_dynamic_graph_execute_mode", String, "lazy_recompile")
    .attr("_getnext_inputs_shape_range", String, "")
    .shape(data_flow.declared())
    .dtype(by_port(y="output_types"))
    .traits(STATEFUL)
    .category("data-flow")
)

DynamicGetNextV2 = (
    op("DynamicGetNextV2")
    .dynamic_output("y", ALL)
    .attr("output_types", ListType, ())
    .attr("channel_name", String, "")
    .attr("output_shapes", ListListInt, ((), ()))
    .attr("_dynamic_graph_execute_mode", String, "lazy_recompile")
    .attr("_getnext_inputs_shape_range", String, "")
    .shape(data_flow.declared())
    .dtype(by_port(y="output_types"))
    .traits(STATEFUL)
    .category("data-flow")
)

FeedsRepeat = (
    op("FeedsRepeat")
    .input("feeds", BasicType)
    .input("feeds_repeat_times", INT32 | INT64)
    .output("y", BasicType)
    .required_attr("output_feeds_size", Int)
    .shape(repeat.repeated_rows)
    .dtype(follow("feeds"))
    .traits(PURE)
    .category("data-flow")
)

GetNext = (
    op("GetNext")
    .dynamic_output("y", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .attr("output_types", ListType, ())
    .attr("output_shapes", ListListInt, ())
    .attr("output_num", Int, 1)
    .attr("channel_name", String, "")
    .shape(data_flow.declared())
    .dtype(by_port(y="output_types"))
    .traits(STATEFUL)
    .category("data-flow")
)

GetNextV2 = (
    op("GetNextV2")
    .dynamic_output("y", ALL)
    .attr("output_types", ListType, ())
    .attr("output_shapes", ListListInt, ((), ()))
    .attr("channel_name", String, "")
    .shape(data_flow.declared())
    .dtype(by_port(y="output_types"))
    .traits(STATEFUL)
    .category("data-flow")
)

IteratorGetNext = (
    op("IteratorGetNext")
    .input("x", ALL)
    .dynamic_output("y", ALL)
    .attr("output_types", ListInt, ())
    .attr("output_shapes", ListListInt, ((), ()))
    .attr("output_num", Int, 1)
    .attr("_kernel", String, "dp")
    .shape(data_flow.declared())
    .dtype(by_port(y="output_types"))
    .traits(STATEFUL)
    .category("data-flow")
)

IteratorV2 = (
    op("IteratorV2")
    .output("y", ALL)
    .attr("output_types", ListInt, ())
    .attr("output_shapes", ListListInt, ((), ()))
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(common.scalar)
    .dtype(always(RESOURCE))
    .traits(STATEFUL)
    .category("data-flow")
)

LruCache = (
    op("LruCache")
    .output("cache", RESOURCE)
    .attr("container", String, "")
    .attr("shared_name", String, "LruCache")
    .attr("cache_size", Int, 100000)
    .attr("load_factor", Float, 1.0)
    .required_attr("dtype", Type)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("data-flow")
)

LRUCacheV2 = (
    op("LRUCacheV2")
    .input("index_list", BasicType)
    .input("data", BasicType)
    .input("cache", BasicType)
    .input("tag", BasicType)
    .input("is_last_call", BasicType)
    .output("data", BasicType)
    .output("cache", BasicType)
    .output("tag", BasicType)
    .output("index_offset_list", BasicType)
    .output("not_in_cache_index_list", BasicType)
    .output("not_in_cache_number", BasicType)
    .required_attr("pre_route_count", Int)
    .traits(STATEFUL)
    .category("data-flow")
)

MakeIterator = (
    op("MakeIterator")
    .input("x", ALL)
    .input("x1", ALL)
    .attr("_kernel", String, "dp")
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("data-flow")
)

MapClear = (
    op("MapClear")
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("data-flow")
)

MapIncompleteSize = (
    op("MapIncompleteSize")
    .output("size", INT32)
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("data-flow")
)

MapPeek = (
    op("MapPeek")
    .input("key", INT64)
    .input("indices", INT32)
    .dynamic_output(
        "values",
        IntegerDataType | QuantifiedType | FLOAT | FLOAT16 | BOOL | DOUBLE | RESOURCE | STRING | COMPLEX64 | COMPLEX128,
    )
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .dtype(by_port(values="dtypes"))
    .traits(STATEFUL)
    .category("data-flow")
)

MapSize = (
    op("MapSize")
    .output("size", INT32)
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("data-flow")
)

MapStage = (
    op("MapStage")
    .input("key", INT64)
    .input("indices", INT32)
    .dynamic_input(
        "values",
        IntegerDataType | QuantifiedType | FLOAT | FLOAT16 | BOOL | DOUBLE | RESOURCE | STRING | COMPLEX64 | COMPLEX128,
    )
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(data_flow.stage_by_key)
    .traits(STATEFUL)
    .category("data-flow")
)

MapUnstage = (
    op("MapUnstage")
    .input("key", INT64)
    .input("indices", INT32)
    .dynamic_output(
        "values",
        IntegerDataType | QuantifiedType | FLOAT | FLOAT16 | BOOL | DOUBLE | RESOURCE | STRING | COMPLEX64 | COMPLEX128,
    )
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .dtype(by_port(values="dtypes"))
    .traits(STATEFUL)
    .category("data-flow")
)

MapUnstageNoKey = (
    op("MapUnstageNoKey")
    .input("indices", INT32)
    .output("key", INT64)
    .dynamic_output(
        "values",
        IntegerDataType | QuantifiedType | FLOAT | FLOAT16 | BOOL | DOUBLE | RESOURCE | STRING | COMPLEX64 | COMPLEX128,
    )
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .dtype(by_port(values="dtypes"))
    .traits(STATEFUL)
    .category("data-flow")
)

OptionalGetValue = (
    op("OptionalGetValue")
    .input("optional", VARIANT)
    .dynamic_output("components", BasicType)
    .required_attr("output_types", ListType)
    .required_attr("output_shapes", ListListInt)
    .shape(data_flow.declared())
    .dtype(by_port(components="output_types"))
    .traits(STATEFUL)
    .category("data-flow")
)

OrderedMapClear = (
    op("OrderedMapClear")
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("data-flow")
)

OrderedMapIncompleteSize = (
    op("OrderedMapIncompleteSize")
    .output("size", INT32)
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("data-flow")
)

OrderedMapPeek = (
    op("OrderedMapPeek")
    .input("key", INT64)
    .input("indices", INT32)
    .dynamic_output(
        "values",
        IntegerDataType | QuantifiedType | FLOAT | FLOAT16 | BOOL | DOUBLE | RESOURCE | STRING | COMPLEX64 | COMPLEX128,
    )
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .dtype(by_port(values="dtypes"))
    .traits(STATEFUL)
    .category("data-flow")
)

OrderedMapSize = (
    op("OrderedMapSize")
    .output("size", INT32)
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("data-flow")
)

OrderedMapStage = (
    op("OrderedMapStage")
    .input("key", INT64)
    .input("indices", INT32)
    .dynamic_input(
        "values",
        IntegerDataType | QuantifiedType | FLOAT | FLOAT16 | BOOL | DOUBLE | RESOURCE | STRING | COMPLEX64 | COMPLEX128,
    )
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(data_flow.stage_by_key)
    .traits(STATEFUL)
    .category("data-flow")
)

OrderedMapUnstage = (
    op("OrderedMapUnstage")
    .input("key", INT64)
    .input("indices", INT32)
    .dynamic_output("values", IntegerDataType | FLOAT | FLOAT16 | DOUBLE | BOOL)
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .dtype(by_port(values="dtypes"))
    .traits(STATEFUL)
    .category("data-flow")
)

OrderedMapUnstageNoKey = (
    op("OrderedMapUnstageNoKey")
    .input("indices", INT32)
    .output("key", INT64)
    .dynamic_output(
        "values",
        IntegerDataType | QuantifiedType | FLOAT | FLOAT16 | BOOL | DOUBLE | RESOURCE | STRING | COMPLEX64 | COMPLEX128,
    )
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("dtypes", ListType, ())
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .dtype(by_port(values="dtypes"))
    .traits(STATEFUL)
    .category("data-flow")
)

OutfeedEnqueueOp = (
    op("OutfeedEnqueueOp")
    .dynamic_input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING)
    .attr("channel_name", String, "")
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("data-flow")
)

OutfeedEnqueueOpV2 = (
    op("OutfeedEnqueueOpV2")
    .dynamic_input("x", BasicType | BOOL | STRING)
    .input("tensor_name", STRING)
    .attr("channel_name", String, "")
    .attr("slice_size", Int, 0)
    .attr("wait_time", Int, 0)
    .attr("slice_sync", Bool, False)
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("data-flow")
)

PeekData = (
    op("PeekData")
    .dynamic_output("y", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .attr("output_types", ListType, ())
    .attr("output_shapes", ListListInt, ())
    .attr("channel_name", String, "")
    .shape(data_flow.declared())
    .dtype(by_port(y="output_types"))
    .traits(STATEFUL)
    .category("data-flow")
)

SequenceAt = (
    op("SequenceAt")
    .doc("One tensor of a sequence.")
    .input("handle", RESOURCE, doc="the sequence")
    .input("index", INT32 | INT64, doc="which tensor, one whole number; negative counts from the end")
    .output("y", OrdinaryType - (BF16 | COMPLEX32), doc="that tensor")
    .traits(STATEFUL)
    .category("data-flow")
)

SequenceConstruct = (
    op("SequenceConstruct")
    .doc("A sequence of the given tensors.")
    .dynamic_input("inputs", OrdinaryType - (BF16 | COMPLEX32), doc="tensors in the order of the sequence")
    .output("handle", RESOURCE, doc="the new sequence")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("data-flow")
)

SequenceEmpty = (
    op("SequenceEmpty")
    .doc("A sequence without tensors.")
    .output("handle", RESOURCE, doc="the new sequence")
    .attr("dtype", Type, FLOAT, doc="type of the tensors that it will hold")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("data-flow")
)

SequenceErase = (
    op("SequenceErase")
    .doc("A sequence with one tensor less.")
    .input("handle", RESOURCE, doc="the sequence")
    .optional_input("index", INT32 | INT64, doc="which tensor to leave out, one whole number; left out for the last")
    .output("handle_y", RESOURCE, doc="sequence without it")
    .shape(handles.checked(common.scalar, handles.one("index")))
    .traits(STATEFUL)
    .category("data-flow")
)

SequenceInsert = (
    op("SequenceInsert")
    .doc("A sequence with one tensor more.")
    .input("handle", RESOURCE, doc="the sequence")
    .input("value", OrdinaryType - (BF16 | COMPLEX32), doc="tensor to insert")
    .optional_input("index", INT32 | INT64, doc="place of the tensor, one whole number; left out for the end")
    .output("handle_y", RESOURCE, doc="sequence with the tensor")
    .shape(handles.checked(common.scalar, handles.one("index")))
    .traits(STATEFUL)
    .category("data-flow")
)

SequenceLength = (
    op("SequenceLength")
    .doc("Number of tensors in a sequence.")
    .input("handle", RESOURCE, doc="the sequence")
    .output("length", INT64, doc="number of its tensors, a scalar")
    .traits(STATEFUL)
    .category("data-flow")
    .shape(common.scalar)
)

SplitToSequence = (
    op("SplitToSequence")
    .doc("A sequence of the parts of a tensor.")
    .input("x", OrdinaryType - (BF16 | COMPLEX32), doc="tensor to cut")
    .optional_input("split", INT32 | INT64, doc="length of each part, or one length for all; left out for ones")
    .output("handle", RESOURCE, doc="sequence of the parts")
    .attr("axis", Int, 0, doc="axis to cut along; negative counts from the end")
    .attr("keepdims", Bool, True, doc="whether parts of length 1 keep the axis; counts only without given lengths")
    .shape(data_flow.split_to_sequence)
    .traits(STATEFUL)
    .category("data-flow")
)

Stack = (
    op("Stack")
    .input("max_size", INT32)
    .output("handle", RESOURCE)
    .attr("stack_name", String, "")
    .required_attr("elem_type", Type)
    .shape(handles.checked(common.scalar, handles.one("max_size")))
    .traits(STATEFUL)
    .category("data-flow")
)

StackClose = op("StackClose").input("handle", RESOURCE).shape(handles.nothing).traits(STATEFUL).category("data-flow")

StackPop = (
    op("StackPop")
    .input("handle", RESOURCE)
    .output("element", IntegerDataType | FLOAT16 | FLOAT | BOOL | DOUBLE)
    .required_attr("elem_type", Type)
    .dtype(from_attr("elem_type"))
    .traits(STATEFUL)
    .category("data-flow")
)

StackPush = (
    op("StackPush")
    .input("handle", RESOURCE)
    .input("element", IntegerDataType | FLOAT16 | FLOAT | BOOL | DOUBLE)
    .output("y", IntegerDataType | FLOAT16 | FLOAT | BOOL | DOUBLE)
    .attr("swap_memory", Bool, False)
    .shape(common.same("element"))
    .dtype(follow("element"))
    .traits(STATEFUL)
    .category("data-flow")
)

Stage = (
    op("Stage")
    .dynamic_input("values", IntegerDataType | FLOAT16 | FLOAT | BOOL | DOUBLE)
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("data-flow")
)

StageClear = (
    op("StageClear")
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .attr("dtypes", ListType, ())
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("data-flow")
)

StagePeek = (
    op("StagePeek")
    .input("index", INT32)
    .dynamic_output("y", IntegerDataType | FLOAT16 | FLOAT | BOOL | DOUBLE)
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .attr("dtypes", ListType, ())
    .dtype(by_port(y="dtypes"))
    .traits(STATEFUL)
    .category("data-flow")
)

StageSize = (
    op("StageSize")
    .output("size", INT32)
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .attr("dtypes", ListType, ())
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("data-flow")
)

Unbatch = (
    op("Unbatch")
    .input("x_tensor", OrdinaryType - (BF16 | COMPLEX32 | UINT32 | UINT64))
    .input("index", INT64)
    .input("id", INT64)
    .output("y_tensor", OrdinaryType - (BF16 | COMPLEX32 | UINT32 | UINT64))
    .required_attr("timeout_micros", Int)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(data_flow.unbatch)
    .dtype(follow("x_tensor"))
    .traits(STATEFUL)
    .category("data-flow")
)

UnbatchGrad = (
    op("UnbatchGrad")
    .input("x_input", OrdinaryType - (BF16 | COMPLEX32 | UINT32 | UINT64))
    .input("index", INT64)
    .input("grad", OrdinaryType - (BF16 | COMPLEX32 | UINT32 | UINT64))
    .input("id", INT64)
    .output("y_grad", OrdinaryType - (BF16 | COMPLEX32 | UINT32 | UINT64))
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .shape(data_flow.unbatch_grad)
    .dtype(follow("grad"))
    .traits(STATEFUL)
    .category("data-flow")
)

Unstage = (
    op("Unstage")
    .dynamic_output("y", IntegerDataType | FLOAT16 | FLOAT | BOOL | DOUBLE)
    .attr("capacity", Int, 0)
    .attr("memory_limit", Int, 0)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .required_attr("dtypes", ListType)
    .dtype(by_port(y="dtypes"))
    .traits(STATEFUL)
    .category("data-flow")
)

OPS = (
    AdpGetNext,
    Batch,
    CacheAdd,
    CacheAllIndexToLocal,
    CacheRemoteIndexToLocal,
    ConcatFromSequence,
    DeviceQueueDataset,
    DynamicGetNext,
    DynamicGetNextV2,
    FeedsRepeat,
    GetNext,
    GetNextV2,
    IteratorGetNext,
    IteratorV2,
    LruCache,
    LRUCacheV2,
    MakeIterator,
    MapClear,
    MapIncompleteSize,
    MapPeek,
    MapSize,
    MapStage,
    MapUnstage,
    MapUnstageNoKey,
    OptionalGetValue,
    OrderedMapClear,
    OrderedMapIncompleteSize,
    OrderedMapPeek,
    OrderedMapSize,
    OrderedMapStage,
    OrderedMapUnstage,
    OrderedMapUnstageNoKey,
    OutfeedEnqueueOp,
    OutfeedEnqueueOpV2,
    PeekData,
    SequenceAt,
    SequenceConstruct,
    SequenceEmpty,
    SequenceErase,
    SequenceInsert,
    SequenceLength,
    SplitToSequence,
    Stack,
    StackClose,
    StackPop,
    StackPush,
    Stage,
    StageClear,
    StagePeek,
    StageSize,
    Unbatch,
    UnbatchGrad,
    Unstage,
)
