"""Branches, loops and function calls."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    ALL,
    BOOL,
    CONTROL_FLOW,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    PURE,
    STATEFUL,
    STRING,
    UINT8,
    UINT64,
    Bool,
    Int,
    IntegerDataType,
    ListInt,
    ListListInt,
    ListType,
    SignedDataType,
    String,
    Type,
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import common, control_flow

Case = (
    op("Case")
    .doc("Runs one of several subgraphs by number.")
    .input("branch_index", INT32)
    .dynamic_input("input", ALL)
    .dynamic_output("output", ALL)
    .dynamic_graph("branches")
    .shape(control_flow.joined)
    .dtype(control_flow.joined_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

CaseCondition = (
    op("CaseCondition")
    .input("x", INT32 | INT64 | UINT64)
    .output("y", INT32)
    .attr("algorithm", String, "LU")
    .shape(common.scalar)
    .traits(PURE)
    .category("control-flow")
)

ConditionCalc = (
    op("ConditionCalc")
    .dynamic_input("x", ALL)
    .output("cond", INT32)
    .required_attr("cond_func", String)
    .required_attr("x_dependency", ListInt)
    .category("control-flow")
)

ControlTrigger = op("ControlTrigger").doc("Does nothing; a point for control edges.").category("control-flow")

EndOfSequence = op("EndOfSequence").input("x", UINT8).output("y", UINT8).category("control-flow")

Enter = (
    op("Enter")
    .doc("Passes data into a loop frame.")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .output("y", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .required_attr("frame_name", String)
    .required_attr("is_constant", Bool)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("control-flow")
)

Exit = (
    op("Exit")
    .doc("Passes data out of a loop frame.")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .output("y", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("control-flow")
)

FlowFunc = (
    op("FlowFunc")
    .dynamic_input("x", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .dynamic_output("y", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .required_attr("bin_path", String)
    .required_attr("func_name", String)
    .attr("output_shapes", ListListInt, ())
    .required_attr("output_types", ListType)
    .category("control-flow")
)

For = (
    op("For")
    .doc("Runs a subgraph for a range of numbers.")
    .input("start", INT32)
    .input("limit", INT32)
    .input("delta", INT32)
    .dynamic_input("input", ALL)
    .dynamic_output("output", ALL)
    .graph("body")
    .shape(control_flow.looped)
    .dtype(control_flow.looped_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

If = (
    op("If")
    .doc("Runs one of two subgraphs by a condition.")
    .input("cond", ALL)
    .dynamic_input("input", ALL)
    .dynamic_output("output", ALL)
    .graph("then_branch")
    .graph("else_branch")
    .shape(control_flow.joined)
    .dtype(control_flow.joined_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

_If = (
    op("_If")
    .doc("Runs one of two subgraphs by a condition that the engine has lowered.")
    .input("cond", ALL)
    .dynamic_input("input", ALL)
    .dynamic_output("output", ALL)
    .graph("then_branch")
    .graph("else_branch")
    .shape(control_flow.joined)
    .dtype(control_flow.joined_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

LoopCond = (
    op("LoopCond")
    .doc("Marks the condition of a loop.")
    .input("x", BOOL)
    .output("y", BOOL)
    .shape(common.same("x"))
    .category("control-flow")
)

MapIndex = (
    op("MapIndex")
    .input("x", INT32)
    .input("data_seq", INT32)
    .optional_input("level_index", INT32)
    .output("y", INT32)
    .attr("transpose", Bool, False)
    .category("control-flow")
)

Merge = (
    op("Merge")
    .doc("Passes on whichever input arrives and its number.")
    .dynamic_input("x", ALL)
    .output("y", ALL)
    .output("value_index", INT32)
    .shape(control_flow.merge)
    .dtype(follow("x"))
    .category("control-flow")
)

NextIteration = (
    op("NextIteration")
    .doc("Passes data to the next turn of a loop.")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .output("y", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("control-flow")
)

OpTiling = (
    op("OpTiling")
    .dynamic_input("x", ALL)
    .dynamic_input("output_shape", ALL)
    .output("tiling_data", UINT8)
    .output("tiling_key", UINT64)
    .output("block_dim", INT32)
    .output("tiling_cond", INT32)
    .required_attr("tiling_node", String)
    .required_attr("op_type", String)
    .category("control-flow")
)

_ParallelConcatStart = (
    op("_ParallelConcatStart")
    .output("y", IntegerDataType | FLOAT | FLOAT16 | BOOL | DOUBLE)
    .attr("dtype", Type, INT32)
    .attr("shape", ListInt, ())
    .category("control-flow")
)

PartitionedCall = (
    op("PartitionedCall")
    .doc("Runs a subgraph as a function.")
    .dynamic_input("args", ALL)
    .dynamic_output("output", ALL)
    .attr("config", String, "")
    .attr("config_proto", String, "")
    .attr("executor_type", String, "")
    .graph("f")
    .shape(control_flow.called)
    .dtype(control_flow.called_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

RefEnter = (
    op("RefEnter")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .output("y", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .required_attr("frame_name", String)
    .required_attr("is_constant", Bool)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("control-flow")
)

RefExit = (
    op("RefExit")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .output("y", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("control-flow")
)

RefMerge = (
    op("RefMerge")
    .dynamic_input("x", ALL)
    .output("y", ALL)
    .output("value_index", INT32)
    .shape(control_flow.merge)
    .dtype(follow("x"))
    .category("control-flow")
)

RefNextIteration = (
    op("RefNextIteration")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .output("y", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("control-flow")
)

RefSwitch = (
    op("RefSwitch")
    .input("data", ALL)
    .input("pred", BOOL)
    .output("output_false", ALL)
    .output("output_true", ALL)
    .shape(control_flow.switch())
    .dtype(follow("data"))
    .category("control-flow")
)

StatefulPartitionedCall = (
    op("StatefulPartitionedCall")
    .doc("Runs a subgraph with state as a function.")
    .dynamic_input("args", ALL)
    .dynamic_output("output", ALL)
    .attr("config", String, "")
    .attr("config_proto", String, "")
    .attr("executor_type", String, "")
    .graph("f")
    .shape(control_flow.called)
    .dtype(control_flow.called_dtypes)
    .traits(CONTROL_FLOW, STATEFUL)
    .category("control-flow")
)

StatelessCase = (
    op("StatelessCase")
    .doc("Runs one of several subgraphs without state by number.")
    .input("branch_index", INT32)
    .dynamic_input("input", ALL)
    .dynamic_output("output", ALL)
    .dynamic_graph("branches")
    .shape(control_flow.joined)
    .dtype(control_flow.joined_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

StatelessIf = (
    op("StatelessIf")
    .doc("Runs one of two subgraphs without state by a condition.")
    .input("cond", ALL)
    .dynamic_input("input", ALL)
    .dynamic_output("output", ALL)
    .graph("then_branch")
    .graph("else_branch")
    .shape(control_flow.joined)
    .dtype(control_flow.joined_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

StatelessWhile = (
    op("StatelessWhile")
    .doc("Runs a subgraph without state as long as another one yields true.")
    .dynamic_input("input", ALL)
    .dynamic_output("output", ALL)
    .attr("parallel_iterations", Int, 10)
    .graph("cond")
    .graph("body")
    .shape(control_flow.looped)
    .dtype(control_flow.looped_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

SwapCo = (
    op("SwapCo")
    .input("x", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .attr("output_dim", Int, 0)
    .attr("group_size", Int, 0)
    .category("control-flow")
)

Switch = (
    op("Switch")
    .doc("Sends data to one of two outputs by a condition.")
    .input("data", ALL)
    .input("pred", BOOL)
    .output("output_false", ALL)
    .output("output_true", ALL)
    .shape(control_flow.switch())
    .dtype(follow("data"))
    .category("control-flow")
)

SwitchN = (
    op("SwitchN")
    .input("data", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .input("pred_value", INT64)
    .dynamic_output("output", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL)
    .shape(control_flow.switch())
    .dtype(follow("data"))
    .category("control-flow")
)

ToBool = (
    op("ToBool")
    .input("input", SignedDataType | UINT8 | FLOAT | DOUBLE | STRING | BOOL)
    .output("output", BOOL)
    .traits(PURE)
    .category("control-flow")
)

While = (
    op("While")
    .doc("Runs a subgraph as long as another one yields true.")
    .dynamic_input("input", ALL)
    .dynamic_output("output", ALL)
    .attr("parallel_iterations", Int, 10)
    .graph("cond")
    .graph("body")
    .shape(control_flow.looped)
    .dtype(control_flow.looped_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

_While = (
    op("_While")
    .doc("Runs a subgraph as long as another one yields true, lowered form.")
    .dynamic_input("input", ALL)
    .dynamic_output("output", ALL)
    .graph("cond")
    .graph("body")
    .shape(control_flow.looped)
    .dtype(control_flow.looped_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

OPS = (
    Case,
    CaseCondition,
    ConditionCalc,
    ControlTrigger,
    EndOfSequence,
    Enter,
    Exit,
    FlowFunc,
    For,
    If,
    _If,
    LoopCond,
    MapIndex,
    Merge,
    NextIteration,
    OpTiling,
    _ParallelConcatStart,
    PartitionedCall,
    RefEnter,
    RefExit,
    RefMerge,
    RefNextIteration,
    RefSwitch,
    StatefulPartitionedCall,
    StatelessCase,
    StatelessIf,
    StatelessWhile,
    SwapCo,
    Switch,
    SwitchN,
    ToBool,
    While,
    _While,
)
