"""Inputs, constants, identities and other joints of a graph."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    ALL,
    BF16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    CONSTANT,
    DOUBLE,
    ELEMENTWISE,
    EMPTY_TENSOR,
    FLOAT,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    HIFLOAT8,
    INT4,
    PURE,
    STRING,
    UINT8,
    UINT16,
    BasicType,
    Bool,
    IndexNumberType,
    Int,
    IntegerDataType,
    ListFloat,
    ListInt,
    ListListInt,
    ListType,
    NumberType,
    RealNumberType,
    SignedDataType,
    String,
    Tensor,
    Type,
    at_least,
    every,
    not_negative,
    op,
    positive,
)
from metadef.infer.dtypes import follow, from_attr, members
from metadef.infer.shape import common, creation, handles, structure
from metadef.infer.value import known_layout

Aipp = (
    op("Aipp")
    .doc("Converts and normalises camera images as the input of a network.")
    .input("images", UINT8)
    .optional_input("params", UINT8)
    .output("features", FLOAT16 | UINT8)
    .attr("aipp_config_path", String, "./aipp.cfg")
    .category("structure")
)

AippData = (
    op("AippData")
    .doc("An input of the graph that carries image pre-processing parameters.")
    .input("data", ALL)
    .output("out", ALL)
    .attr("index", Int, 0)
    .category("structure")
)

AssistHelp = (
    op("AssistHelp")
    .dynamic_input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .dynamic_output("y", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .required_attr("func_name", String)
    .category("structure")
)

AtomicAddrClean = (
    op("AtomicAddrClean")
    .doc("Clears the memory that accumulating operators add to.")
    .attr("automic_add_mem_size", ListInt, ())
    .shape(handles.nothing)
    .category("structure")
)

CacheUpdate = (
    op("CacheUpdate").input("x", BasicType).output("x", BasicType).shape(common.in_place).category("structure")
)

Cmo = (
    op("Cmo")
    .input("src", NumberType)
    .required_attr("max_size", Int)
    .attr("type", Int, 6)
    .attr("offset", Int, 0)
    .shape(common.in_place)
    .category("structure")
)

Const = (
    op("Const")
    .doc("A constant tensor.")
    .output("y", RealNumberType | INT4 | BOOL, doc="tensor with the elements of the attribute")
    .attr("value", Tensor, EMPTY_TENSOR, doc="elements, shape and type of the result")
    .shape(structure.const)
    .dtype(structure.const_dtype)
    .traits(CONSTANT, PURE)
    .category("structure")
)

Constant = (
    op("Constant")
    .doc("A constant tensor that lives as long as the session.")
    .output("y", RealNumberType | INT4 | BOOL, doc="tensor with the elements of the attribute")
    .attr("value", Tensor, EMPTY_TENSOR, doc="elements, shape and type of the result")
    .shape(structure.const)
    .dtype(structure.const_dtype)
    .traits(CONSTANT, PURE)
    .category("structure")
)

ConstPlaceHolder = (
    op("ConstPlaceHolder")
    .doc("A constant whose bytes already lie at a device address.")
    .output("y", ALL)
    .required_attr("origin_shape", ListInt)
    .required_attr("origin_format", Int)
    .required_attr("storage_shape", ListInt)
    .required_attr("storage_format", Int)
    .required_attr("expand_dim_rules", String)
    .required_attr("dtype", Type)
    .required_attr("addr", Int)
    .required_attr("size", Int)
    .attr("placement", Int, 1)
    .shape(creation.by_attr("origin_shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("structure")
)

Copy = (
    op("Copy")
    .doc("Passes copies of its input to several outputs.")
    .input("x", RealNumberType - (BF16 | DOUBLE), doc="tensor to copy")
    .dynamic_output("y", RealNumberType - (BF16 | DOUBLE), doc="N copies")
    .required_attr("N", Int, positive, doc="number of copies")
    .shape(structure.copies)
    .dtype(follow("x"))
    .category("structure")
)

Data = (
    op("Data")
    .doc("An input of the graph.")
    .input("x", ALL, doc="mirror of the output in files; never fed")
    .output("y", ALL, doc="tensor that the caller of the graph gives")
    .attr("index", Int, 0, not_negative, doc="place of this input among the inputs of the graph")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("structure")
)

DynamicAtomicAddrClean = (
    op("DynamicAtomicAddrClean").attr("automic_add_mem_size", ListInt, ()).shape(handles.nothing).category("structure")
)

End = (
    op("End")
    .doc("A port where a partition hands a tensor over.")
    .input("x", ALL)
    .output("y", ALL)
    .attr("peerIndex", Int, 0)
    .attr("parentOpType", String, "")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("structure")
)

EnsureShape = (
    op("EnsureShape")
    .doc("Passes its input on after checking its shape.")
    .input(
        "input",
        SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="tensor to check",
    )
    .output(
        "output",
        SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="the same tensor",
    )
    .required_attr("shape", ListInt, every(at_least(-1)), doc="shape that it must have; -1 for any length")
    .shape(structure.ensured)
    .dtype(follow("input"))
    .traits(PURE)
    .category("structure")
)

FileConstant = (
    op("FileConstant")
    .doc("A constant tensor whose bytes lie in a file.")
    .output("y", RealNumberType | INT4 | BOOL)
    .attr("file_path", String, "")
    .attr("file_id", String, "")
    .required_attr("shape", ListInt)
    .required_attr("dtype", Type)
    .shape(creation.by_attr("shape"))
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("structure")
)

GuaranteeConst = (
    op("GuaranteeConst")
    .doc("Passes its input on; the caller promises that it never changes.")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING, doc="tensor of any shape")
    .output("y", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING, doc="the same tensor")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .value(known_layout.same_items())
    .traits(PURE)
    .category("structure")
)

Identity = (
    op("Identity")
    .doc("Passes its input on unchanged.")
    .input("x", ALL, doc="tensor of any shape and type")
    .output("y", ALL, doc="the same tensor")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .value(known_layout.same_items())
    .traits(PURE, ELEMENTWISE)
    .category("structure")
)

IdentityN = (
    op("IdentityN")
    .doc("Passes all its inputs on unchanged.")
    .dynamic_input(
        "x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING, doc="tensors of any shapes and types"
    )
    .dynamic_output(
        "y", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING, doc="the same tensors in the same order"
    )
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("structure")
)

InitData = op("InitData").attr("channel_name", String, "").shape(handles.nothing).category("structure")

InternalDataMove = (
    op("InternalDataMove")
    .input("x", ALL)
    .output("y", ALL)
    .required_attr("src_buf", String)
    .required_attr("dst_buf", String)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("structure")
)

MemSet = (
    op("MemSet")
    .doc("Fills memory areas with given values.")
    .required_attr("sizes", ListInt)
    .attr("dtypes", ListType, ())
    .attr("values_int", ListInt, ())
    .attr("values_float", ListFloat, ())
    .shape(common.in_place)
    .category("structure")
)

MemSetV2 = (
    op("MemSetV2")
    .dynamic_input("x", IntegerDataType | FLOAT | FLOAT16 | BF16 | BOOL)
    .dynamic_output("x", IntegerDataType | FLOAT | FLOAT16 | BF16 | BOOL)
    .attr("values_int", ListInt, ())
    .attr("values_float", ListFloat, ())
    .shape(common.in_place)
    .category("structure")
)

NoOp = op("NoOp").doc("Does nothing.").shape(handles.nothing).category("structure")

PassThrough = (
    op("PassThrough")
    .input("x", RealNumberType - (BF16 | DOUBLE))
    .output("y", RealNumberType - (BF16 | DOUBLE))
    .attr("stride", Int, 2)
    .attr("reverse", Bool, False)
    .shape(structure.pass_through)
    .dtype(follow("x"))
    .category("structure")
)

PlaceHolder = (
    op("PlaceHolder")
    .doc("A port where a partition receives a tensor.")
    .input("x", ALL)
    .output("y", ALL)
    .attr("peerIndex", Int, 0)
    .attr("parentId", String, "")
    .attr("parentOpType", String, "")
    .attr("anchorIndex", Int, 0)
    .category("structure")
)

PlaceholderWithDefault = (
    op("PlaceholderWithDefault")
    .doc("Passes its input on unless another tensor is fed.")
    .input("x", ALL, doc="tensor that is used unless another one is fed")
    .output("y", ALL, doc="the fed tensor, or x")
    .required_attr("shape", ListInt, doc="shape that both must have; -1 for any length")
    .shape(creation.by_attr("shape"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("structure")
)

PreventGradient = (
    op("PreventGradient")
    .doc("Passes its input on; taking a gradient through it is an error.")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING, doc="tensor of any shape")
    .output("y", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING, doc="the same tensor")
    .attr("message", String, "", doc="what the error says")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .value(known_layout.same_items())
    .traits(PURE)
    .category("structure")
)

QueueData = (
    op("QueueData")
    .output("y", UINT8)
    .attr("index", Int, 0)
    .attr("queue_name", String, "")
    .attr("output_types", ListType, ())
    .attr("output_shapes", ListListInt, ((), ()))
    .category("structure")
)

RefData = (
    op("RefData")
    .doc("An input of the graph that the graph may overwrite.")
    .input("x", "T", doc="mirror of the output in files; never fed")
    .output("y", "T", doc="tensor that the caller of the graph gives and gets back")
    .attr("index", Int, 0, not_negative, doc="place of this input among the inputs of the graph")
    .datatype("T", ALL)
    .category("structure")
)

Snapshot = (
    op("Snapshot")
    .doc("Passes its input on and keeps a copy that later writes do not change.")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING, doc="tensor of any shape")
    .output("y", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING, doc="the same tensor as it was")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .value(known_layout.same_items())
    .traits(PURE)
    .category("structure")
)

StopGradient = (
    op("StopGradient")
    .doc("Passes its input on; no gradient flows back.")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING, doc="tensor of any shape")
    .output(
        "y",
        IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE | STRING,
        doc="the same tensor, which counts as a constant when gradients are taken",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .value(known_layout.same_items())
    .traits(PURE)
    .category("structure")
)

TensorMove = (
    op("TensorMove")
    .doc("Copies a tensor to other memory.")
    .input(
        "x",
        RealNumberType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | COMPLEX32 | COMPLEX64,
        doc="tensor of any shape",
    )
    .output(
        "y",
        RealNumberType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | COMPLEX32 | COMPLEX64,
        doc="the same elements in other memory",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("structure")
)

TensorRedirect = (
    op("TensorRedirect")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | BF16)
    .output("output_x", IntegerDataType | FLOAT16 | FLOAT | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("structure")
)

UpdateTensorDesc = (
    op("UpdateTensorDesc")
    .input("x", IntegerDataType | BOOL | FLOAT16 | FLOAT | DOUBLE)
    .output("y", IntegerDataType | BOOL | FLOAT16 | FLOAT | DOUBLE)
    .required_attr("shape", ListInt)
    .shape(creation.by_attr("shape"))
    .dtype(follow("x"))
    .category("structure")
)

ViewCopy = (
    op("ViewCopy")
    .doc("Copies one strided view into another.")
    .input("dst", BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .input("dst_size", IndexNumberType)
    .input("dst_stride", IndexNumberType)
    .input("dst_storage_offset", IndexNumberType)
    .input("src", BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .input("src_size", IndexNumberType)
    .input("src_stride", IndexNumberType)
    .input("src_storage_offset", IndexNumberType)
    .output("dst", BasicType | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .shape(common.in_place)
    .category("structure")
)

OPS = (
    Aipp,
    AippData,
    AssistHelp,
    AtomicAddrClean,
    CacheUpdate,
    Cmo,
    Const,
    Constant,
    ConstPlaceHolder,
    Copy,
    Data,
    DynamicAtomicAddrClean,
    End,
    EnsureShape,
    FileConstant,
    GuaranteeConst,
    Identity,
    IdentityN,
    InitData,
    InternalDataMove,
    MemSet,
    MemSetV2,
    NoOp,
    PassThrough,
    PlaceHolder,
    PlaceholderWithDefault,
    PreventGradient,
    QueueData,
    RefData,
    Snapshot,
    StopGradient,
    TensorMove,
    TensorRedirect,
    UpdateTensorDesc,
    ViewCopy,
)
