"""Tensor arrays, lists and maps."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BOOL,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    PURE,
    QINT8,
    QINT32,
    QUINT8,
    RESOURCE,
    STATEFUL,
    STRING,
    UINT8,
    UINT16,
    VARIANT,
    BasicType,
    Bool,
    Int,
    ListInt,
    QuantifiedType,
    SignedDataType,
    String,
    Type,
    op,
)
from metadef.infer.dtypes import from_attr
from metadef.infer.shape import common, handles, tensor_list

EmptyTensorList = (
    op("EmptyTensorList")
    .input("element_shape", INT32 | INT64)
    .input("max_num_elements", INT32)
    .output("handle", VARIANT)
    .attr("element_dtype", Type, INT32)
    .shape(handles.checked(common.scalar, handles.one("max_num_elements")))
    .traits(PURE)
    .category("tensor-list")
)

EmptyTensorMap = (
    op("EmptyTensorMap").output("handle", VARIANT).shape(common.scalar).traits(PURE).category("tensor-list")
)

TensorArray = (
    op("TensorArray")
    .input("size", INT32)
    .output("handle", RESOURCE)
    .output("flow", FLOAT)
    .required_attr("dtype", Type)
    .attr("element_shape", ListInt, (-2,))
    .attr("dynamic_size", Bool, False)
    .attr("clear_after_read", Bool, True)
    .attr("identical_element_shapes", Bool, False)
    .attr("tensor_array_name", String, "")
    .shape(tensor_list.length("size"))
    .traits(STATEFUL)
    .category("tensor-list")
)

TensorArrayClose = (
    op("TensorArrayClose").input("handle", RESOURCE).shape(handles.nothing).traits(STATEFUL).category("tensor-list")
)

TensorArrayConcat = (
    op("TensorArrayConcat")
    .input("handle", RESOURCE)
    .input("flow_in", FLOAT)
    .output(
        "value",
        SignedDataType
        | FLOAT
        | FLOAT16
        | DOUBLE
        | UINT16
        | UINT8
        | BOOL
        | STRING
        | COMPLEX64
        | COMPLEX128
        | QINT8
        | QUINT8
        | QINT32,
    )
    .output("lengths", INT64)
    .required_attr("dtype", Type)
    .attr("element_shape_except0", ListInt, (-2,))
    .shape(tensor_list.array_parts)
    .dtype(from_attr("dtype"))
    .traits(STATEFUL)
    .category("tensor-list")
)

TensorArrayGather = (
    op("TensorArrayGather")
    .input("handle", RESOURCE)
    .input("indices", INT32)
    .input("flow_in", FLOAT)
    .output(
        "value",
        SignedDataType
        | FLOAT
        | FLOAT16
        | DOUBLE
        | UINT16
        | UINT8
        | BOOL
        | STRING
        | COMPLEX64
        | COMPLEX128
        | QINT8
        | QUINT8
        | QINT32,
    )
    .required_attr("dtype", Type)
    .attr("element_shape", ListInt, (-2,))
    .shape(tensor_list.array_gather)
    .dtype(from_attr("dtype"))
    .traits(STATEFUL)
    .category("tensor-list")
)

TensorArrayGrad = (
    op("TensorArrayGrad")
    .input("handle", RESOURCE)
    .input("flow_in", FLOAT)
    .output("grad_handle", RESOURCE)
    .output("flow_out", FLOAT)
    .required_attr("source", String)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("tensor-list")
)

TensorArrayGradWithShape = (
    op("TensorArrayGradWithShape")
    .input("handle", RESOURCE)
    .input("flow_in", FLOAT)
    .input("shape_to_prepend", INT32)
    .output("grad_handle", RESOURCE)
    .output("flow_out", FLOAT)
    .attr("source", String, "")
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("tensor-list")
)

TensorArrayRead = (
    op("TensorArrayRead")
    .input("handle", RESOURCE)
    .input("index", INT32)
    .input("flow_in", FLOAT)
    .output("y", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE | STRING | COMPLEX64 | COMPLEX128)
    .required_attr("dtype", Type)
    .dtype(from_attr("dtype"))
    .traits(STATEFUL)
    .category("tensor-list")
)

TensorArrayScatter = (
    op("TensorArrayScatter")
    .input("handle", RESOURCE)
    .input("indices", INT32)
    .input("value", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE | STRING | COMPLEX64 | COMPLEX128)
    .input("flow_in", FLOAT)
    .output("flow_out", FLOAT)
    .shape(tensor_list.list_of_rows(rows="indices", port="value"))
    .traits(STATEFUL)
    .category("tensor-list")
)

TensorArraySize = (
    op("TensorArraySize")
    .input("handle", RESOURCE)
    .input("flow_in", FLOAT)
    .output("size", INT32)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("tensor-list")
)

TensorArraySplit = (
    op("TensorArraySplit")
    .input("handle", RESOURCE)
    .input("value", SignedDataType | FLOAT | FLOAT16 | UINT16 | UINT8 | BOOL | DOUBLE | STRING | COMPLEX64 | COMPLEX128)
    .input("lengths", INT64)
    .input("flow_in", FLOAT)
    .output("flow_out", FLOAT)
    .shape(tensor_list.list_of_slices("value"))
    .traits(STATEFUL)
    .category("tensor-list")
)

TensorArrayWrite = (
    op("TensorArrayWrite")
    .input("handle", RESOURCE)
    .input("index", INT32)
    .input("value", SignedDataType | FLOAT | FLOAT16 | DOUBLE | UINT16 | UINT8 | BOOL | STRING | COMPLEX64 | COMPLEX128)
    .input("flow_in", FLOAT)
    .output("flow_out", FLOAT)
    .shape(handles.checked(common.scalar, handles.one("index")))
    .traits(STATEFUL)
    .category("tensor-list")
)

TensorListConcatLists = (
    op("TensorListConcatLists")
    .input("input_a", VARIANT)
    .input("input_b", VARIANT)
    .output("output", VARIANT)
    .attr("element_dtype", Type, INT32)
    .shape(tensor_list.merged("input_a", "input_b"))
    .traits(PURE)
    .category("tensor-list")
)

TensorListConcatV2 = (
    op("TensorListConcatV2")
    .input("input_handle", VARIANT)
    .input("element_shape", INT32 | INT64)
    .input("leading_dims", INT64)
    .output(
        "tensor",
        SignedDataType
        | QuantifiedType
        | FLOAT16
        | FLOAT
        | DOUBLE
        | UINT8
        | UINT16
        | BOOL
        | STRING
        | COMPLEX64
        | COMPLEX128,
    )
    .output("lengths", INT64)
    .attr("element_dtype", Type, INT32)
    .shape(tensor_list.list_concat)
    .dtype(from_attr("element_dtype"))
    .traits(PURE)
    .category("tensor-list")
)

TensorListElementShape = (
    op("TensorListElementShape")
    .input("input_handle", VARIANT)
    .output("element_shape", INT32 | INT64)
    .attr("shape_type", Type, INT32)
    .dtype(from_attr("shape_type"))
    .traits(PURE)
    .category("tensor-list")
)

TensorListFromTensor = (
    op("TensorListFromTensor")
    .input(
        "tensor",
        SignedDataType
        | QuantifiedType
        | FLOAT16
        | FLOAT
        | DOUBLE
        | UINT8
        | UINT16
        | BOOL
        | STRING
        | COMPLEX64
        | COMPLEX128,
    )
    .input("element_shape", INT32 | INT64)
    .output("output_handle", VARIANT)
    .attr("element_dtype", Type, INT32)
    .shape(tensor_list.list_of_rows())
    .traits(PURE)
    .category("tensor-list")
)

TensorListGather = (
    op("TensorListGather")
    .input("input_handle", VARIANT)
    .input("indices", INT32)
    .input("element_shape", INT32)
    .output(
        "values",
        SignedDataType
        | QuantifiedType
        | FLOAT16
        | FLOAT
        | DOUBLE
        | UINT8
        | UINT16
        | BOOL
        | STRING
        | COMPLEX64
        | COMPLEX128,
    )
    .attr("element_dtype", Type, INT32)
    .shape(tensor_list.list_gather)
    .dtype(from_attr("element_dtype"))
    .traits(PURE)
    .category("tensor-list")
)

TensorListGetItem = (
    op("TensorListGetItem")
    .input("input_handle", VARIANT)
    .input("index", INT32)
    .input("element_shape", INT32)
    .output(
        "item",
        SignedDataType
        | QuantifiedType
        | FLOAT16
        | FLOAT
        | DOUBLE
        | UINT8
        | UINT16
        | BOOL
        | STRING
        | COMPLEX64
        | COMPLEX128,
    )
    .attr("element_dtype", Type, INT32)
    .shape(tensor_list.list_element)
    .dtype(from_attr("element_dtype"))
    .traits(PURE)
    .category("tensor-list")
)

TensorListLength = (
    op("TensorListLength")
    .input("input_handle", VARIANT)
    .output("length", INT32)
    .shape(common.scalar)
    .traits(PURE)
    .category("tensor-list")
)

TensorListPopBack = (
    op("TensorListPopBack")
    .input("input_handle", VARIANT)
    .input("element_shape", INT32)
    .output("output_handle", VARIANT)
    .output(
        "tensor",
        SignedDataType
        | QuantifiedType
        | FLOAT16
        | FLOAT
        | DOUBLE
        | UINT8
        | UINT16
        | BOOL
        | RESOURCE
        | STRING
        | COMPLEX64
        | COMPLEX128,
    )
    .attr("element_dtype", Type, INT32)
    .shape(tensor_list.list_pop)
    .dtype(from_attr("element_dtype"))
    .traits(PURE)
    .category("tensor-list")
)

TensorListPushBack = (
    op("TensorListPushBack")
    .input("input_handle", VARIANT)
    .input(
        "tensor",
        SignedDataType
        | QuantifiedType
        | FLOAT16
        | FLOAT
        | DOUBLE
        | UINT8
        | UINT16
        | BOOL
        | RESOURCE
        | STRING
        | COMPLEX64
        | COMPLEX128,
    )
    .output("output_handle", VARIANT)
    .attr("element_dtype", Type, INT32)
    .shape(common.scalar)
    .traits(PURE)
    .category("tensor-list")
)

TensorListPushBackBatch = (
    op("TensorListPushBackBatch")
    .input("input_handles", VARIANT)
    .input(
        "tensor",
        SignedDataType
        | QuantifiedType
        | FLOAT16
        | FLOAT
        | DOUBLE
        | UINT8
        | UINT16
        | BOOL
        | STRING
        | COMPLEX64
        | COMPLEX128,
    )
    .output("output_handles", VARIANT)
    .attr("element_dtype", Type, INT32)
    .shape(tensor_list.pushed_rows)
    .traits(PURE)
    .category("tensor-list")
)

TensorListReserve = (
    op("TensorListReserve")
    .input("element_shape", INT32 | INT64)
    .input("num_elements", INT32)
    .output("handle", VARIANT)
    .attr("element_dtype", Type, INT32)
    .attr("shape_type", Type, INT32)
    .shape(tensor_list.reserved("num_elements"))
    .traits(PURE)
    .category("tensor-list")
)

TensorListResize = (
    op("TensorListResize")
    .input("input_handle", VARIANT)
    .input("size", INT32)
    .output("output_handle", VARIANT)
    .shape(tensor_list.length("size"))
    .traits(PURE)
    .category("tensor-list")
)

TensorListScatterIntoExistingList = (
    op("TensorListScatterIntoExistingList")
    .input("input_handle", VARIANT)
    .input(
        "tensor",
        SignedDataType
        | QuantifiedType
        | FLOAT16
        | FLOAT
        | DOUBLE
        | UINT8
        | UINT16
        | BOOL
        | STRING
        | COMPLEX64
        | COMPLEX128,
    )
    .input("indices", INT32)
    .output("output_handle", VARIANT)
    .attr("element_dtype", Type, INT32)
    .shape(tensor_list.list_of_rows(rows="indices"))
    .traits(PURE)
    .category("tensor-list")
)

TensorListScatterV2 = (
    op("TensorListScatterV2")
    .input(
        "tensor",
        SignedDataType
        | QuantifiedType
        | FLOAT16
        | FLOAT
        | DOUBLE
        | UINT8
        | UINT16
        | BOOL
        | STRING
        | COMPLEX64
        | COMPLEX128,
    )
    .input("indices", INT32)
    .input("element_shape", INT32 | INT64)
    .input("num_elements", INT32)
    .output("output_handle", VARIANT)
    .attr("element_dtype", Type, INT32)
    .shape(tensor_list.list_of_rows("num_elements", rows="indices"))
    .traits(PURE)
    .category("tensor-list")
)

TensorListSetItem = (
    op("TensorListSetItem")
    .input("input_handle", VARIANT)
    .input("index", INT32)
    .input(
        "item",
        SignedDataType
        | QuantifiedType
        | FLOAT16
        | FLOAT
        | DOUBLE
        | UINT8
        | UINT16
        | BOOL
        | RESOURCE
        | STRING
        | COMPLEX64
        | COMPLEX128,
    )
    .output("output_handle", VARIANT)
    .attr("element_dtype", Type, INT32)
    .shape(handles.checked(common.scalar, handles.one("index")))
    .traits(PURE)
    .category("tensor-list")
)

TensorListSplit = (
    op("TensorListSplit")
    .input(
        "tensor",
        SignedDataType
        | QuantifiedType
        | FLOAT16
        | FLOAT
        | DOUBLE
        | UINT8
        | UINT16
        | BOOL
        | STRING
        | COMPLEX64
        | COMPLEX128,
    )
    .input("element_shape", INT32 | INT64)
    .input("lengths", INT64)
    .output("output_handle", VARIANT)
    .attr("element_dtype", Type, INT32)
    .shape(tensor_list.list_of_slices())
    .traits(PURE)
    .category("tensor-list")
)

TensorListStack = (
    op("TensorListStack")
    .input("input_handle", VARIANT)
    .input("element_shape", INT32)
    .output(
        "tensor",
        SignedDataType
        | QuantifiedType
        | FLOAT16
        | FLOAT
        | DOUBLE
        | UINT8
        | UINT16
        | BOOL
        | STRING
        | COMPLEX64
        | COMPLEX128,
    )
    .attr("element_dtype", Type, INT32)
    .attr("num_elements", Int, -1)
    .shape(tensor_list.list_stack)
    .dtype(from_attr("element_dtype"))
    .traits(PURE)
    .category("tensor-list")
)

TensorMapErase = (
    op("TensorMapErase")
    .input("input_handle", VARIANT)
    .input("key", INT32 | INT64 | STRING)
    .output("output_handle", VARIANT)
    .shape(common.scalar)
    .traits(PURE)
    .category("tensor-list")
)

TensorMapHasKey = (
    op("TensorMapHasKey")
    .input("input_handle", VARIANT)
    .input("key", INT32 | INT64 | STRING)
    .output("has_key", BOOL)
    .shape(common.scalar)
    .traits(PURE)
    .category("tensor-list")
)

TensorMapInsert = (
    op("TensorMapInsert")
    .input("input_handle", VARIANT)
    .input("key", INT32 | INT64 | STRING)
    .input("value", BasicType)
    .output("output_handle", VARIANT)
    .shape(common.scalar)
    .traits(PURE)
    .category("tensor-list")
)

TensorMapLookup = (
    op("TensorMapLookup")
    .input("input_handle", VARIANT)
    .input("key", INT32 | INT64 | STRING)
    .output("value", BasicType)
    .required_attr("value_dtype", Type)
    .dtype(from_attr("value_dtype"))
    .traits(PURE)
    .category("tensor-list")
)

TensorMapSize = (
    op("TensorMapSize")
    .input("input_handle", VARIANT)
    .output("size", INT32)
    .shape(common.scalar)
    .traits(PURE)
    .category("tensor-list")
)

TensorMapStackKeys = (
    op("TensorMapStackKeys")
    .input("input_handle", VARIANT)
    .output("keys", INT32 | INT64 | STRING)
    .required_attr("key_dtype", Type)
    .dtype(from_attr("key_dtype"))
    .traits(PURE)
    .category("tensor-list")
)

OPS = (
    EmptyTensorList,
    EmptyTensorMap,
    TensorArray,
    TensorArrayClose,
    TensorArrayConcat,
    TensorArrayGather,
    TensorArrayGrad,
    TensorArrayGradWithShape,
    TensorArrayRead,
    TensorArrayScatter,
    TensorArraySize,
    TensorArraySplit,
    TensorArrayWrite,
    TensorListConcatLists,
    TensorListConcatV2,
    TensorListElementShape,
    TensorListFromTensor,
    TensorListGather,
    TensorListGetItem,
    TensorListLength,
    TensorListPopBack,
    TensorListPushBack,
    TensorListPushBackBatch,
    TensorListReserve,
    TensorListResize,
    TensorListScatterIntoExistingList,
    TensorListScatterV2,
    TensorListSetItem,
    TensorListSplit,
    TensorListStack,
    TensorMapErase,
    TensorMapHasKey,
    TensorMapInsert,
    TensorMapLookup,
    TensorMapSize,
    TensorMapStackKeys,
)
