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
    positive,
)
from metadef.infer.dtypes import follow, from_attr
from metadef.infer.listed_types import by_port
from metadef.infer.shape import common, control_flow, creation, data_flow, handles

Case = (
    op("Case")
    .doc("Runs one of several subgraphs by number.")
    .input("branch_index", INT32, doc="number of the subgraph to run; out of range runs the last")
    .dynamic_input("input", ALL, doc="arguments of the chosen subgraph")
    .dynamic_output("output", ALL, doc="results of the chosen subgraph")
    .dynamic_graph("branches", doc="subgraphs to choose from, all with the operator's inputs and outputs")
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
    .shape(common.scalar)
    .category("control-flow")
)

ControlTrigger = (
    op("ControlTrigger").doc("Does nothing; a point for control edges.").shape(handles.nothing).category("control-flow")
)

EndOfSequence = op("EndOfSequence").input("x", UINT8).output("y", UINT8).category("control-flow")

Enter = (
    op("Enter")
    .doc("Passes data into a loop frame.")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL, doc="tensor from outside of the loop")
    .output("y", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL, doc="the same tensor inside of the loop's frame")
    .required_attr("frame_name", String, doc="name of the frame; equal names belong to one loop")
    .required_attr("is_constant", Bool, doc="whether the tensor is the same in every turn")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .category("control-flow")
)

Exit = (
    op("Exit")
    .doc("Passes data out of a loop frame.")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL, doc="tensor inside of the loop's frame")
    .output(
        "y",
        IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL,
        doc="the same tensor outside of it, once the loop has ended",
    )
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
    .shape(data_flow.declared())
    .dtype(by_port(y="output_types"))
    .category("control-flow")
)

For = (
    op("For")
    .doc("Runs a subgraph for a range of numbers.")
    .input("start", INT32, doc="first value of the counter")
    .input("limit", INT32, doc="value that the counter does not reach")
    .input("delta", INT32, doc="what the counter grows by in each turn")
    .dynamic_input("input", ALL, doc="values that the loop carries, as they are at the start")
    .dynamic_output("output", ALL, doc="values that the loop carries, as they are at the end")
    .graph("body", doc="one turn: takes the counter and the carried values and gives their new ones")
    .shape(control_flow.looped)
    .dtype(control_flow.looped_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

If = (
    op("If")
    .doc("Runs one of two subgraphs by a condition.")
    .input("cond", ALL, doc="condition, one element; numbers count as true unless zero, strings unless empty")
    .dynamic_input("input", ALL, doc="arguments of the chosen subgraph")
    .dynamic_output("output", ALL, doc="results of the chosen subgraph")
    .graph("then_branch", doc="what runs when the condition is true; its inputs and outputs are the operator's")
    .graph("else_branch", doc="what runs when the condition is false; its inputs and outputs are the operator's")
    .shape(control_flow.joined)
    .dtype(control_flow.joined_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

_If = (
    op("_If")
    .doc("Runs one of two subgraphs by a condition that the engine has lowered.")
    .input("cond", ALL, doc="condition, one element; numbers count as true unless zero, strings unless empty")
    .dynamic_input("input", ALL, doc="arguments of the chosen subgraph")
    .dynamic_output("output", ALL, doc="results of the chosen subgraph")
    .graph("then_branch", doc="what runs when the condition is true; its inputs and outputs are the operator's")
    .graph("else_branch", doc="what runs when the condition is false; its inputs and outputs are the operator's")
    .shape(control_flow.joined)
    .dtype(control_flow.joined_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

LoopCond = (
    op("LoopCond")
    .doc("Marks the condition of a loop.")
    .input("x", BOOL, doc="truth value that says whether another turn runs")
    .output("y", BOOL, doc="the same truth value, by which the engine knows the loop")
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
    .shape(control_flow.map_index)
    .category("control-flow")
)

Merge = (
    op("Merge")
    .doc("Passes on whichever input arrives and its number.")
    .dynamic_input("x", ALL, doc="tensors of which exactly one is alive")
    .output("y", ALL, doc="the one that is alive")
    .output("value_index", INT32, doc="its number among the inputs")
    .shape(control_flow.merge)
    .dtype(follow("x"))
    .category("control-flow")
)

NextIteration = (
    op("NextIteration")
    .doc("Passes data to the next turn of a loop.")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL, doc="tensor at the end of a turn")
    .output("y", IntegerDataType | FLOAT16 | FLOAT | DOUBLE | BOOL, doc="the same tensor at the start of the next turn")
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
    .shape(creation.by_attr("shape"))
    .dtype(from_attr("dtype"))
    .category("control-flow")
)

PartitionedCall = (
    op("PartitionedCall")
    .doc("Runs a subgraph as a function.")
    .dynamic_input("args", ALL, doc="arguments of the function")
    .dynamic_output("output", ALL, doc="results of the function")
    .attr("config", String, "", doc="kept for TensorFlow; configuration of the device placement")
    .attr("config_proto", String, "", doc="kept for TensorFlow; serialised session configuration")
    .attr("executor_type", String, "", doc="kept for TensorFlow; name of the executor")
    .graph("f", doc="body of the function")
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
    .dynamic_input("args", ALL, doc="arguments of the function")
    .dynamic_output("output", ALL, doc="results of the function")
    .attr("config", String, "", doc="kept for TensorFlow; configuration of the device placement")
    .attr("config_proto", String, "", doc="kept for TensorFlow; serialised session configuration")
    .attr("executor_type", String, "", doc="kept for TensorFlow; name of the executor")
    .graph("f", doc="body of the function, which may read and write state")
    .shape(control_flow.called)
    .dtype(control_flow.called_dtypes)
    .traits(CONTROL_FLOW, STATEFUL)
    .category("control-flow")
)

StatelessCase = (
    op("StatelessCase")
    .doc("Runs one of several subgraphs without state by number.")
    .input("branch_index", INT32, doc="number of the subgraph to run; out of range runs the last")
    .dynamic_input("input", ALL, doc="arguments of the chosen subgraph")
    .dynamic_output("output", ALL, doc="results of the chosen subgraph")
    .dynamic_graph(
        "branches", doc="subgraphs to choose from, all with the operator's inputs and outputs; they touch no state"
    )
    .shape(control_flow.joined)
    .dtype(control_flow.joined_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

StatelessIf = (
    op("StatelessIf")
    .doc("Runs one of two subgraphs without state by a condition.")
    .input("cond", ALL, doc="condition, one element; numbers count as true unless zero, strings unless empty")
    .dynamic_input("input", ALL, doc="arguments of the chosen subgraph")
    .dynamic_output("output", ALL, doc="results of the chosen subgraph")
    .graph("then_branch", doc="what runs when the condition is true; touches no state")
    .graph("else_branch", doc="what runs when the condition is false; touches no state")
    .shape(control_flow.joined)
    .dtype(control_flow.joined_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

StatelessWhile = (
    op("StatelessWhile")
    .doc("Runs a subgraph without state as long as another one yields true.")
    .dynamic_input("input", ALL, doc="values that the loop carries, as they are at the start")
    .dynamic_output("output", ALL, doc="values that the loop carries, as they are at the end")
    .attr("parallel_iterations", Int, 10, positive, doc="how many turns may overlap")
    .graph("cond", doc="gives one element that says whether another turn runs; touches no state")
    .graph("body", doc="one turn: takes the carried values and gives their new ones; touches no state")
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
    .input("data", ALL, doc="tensor to pass on")
    .input("pred", BOOL, doc="condition, one truth value")
    .output("output_false", ALL, doc="the tensor when the condition is false; dead otherwise")
    .output("output_true", ALL, doc="the tensor when the condition is true; dead otherwise")
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
    .shape(common.scalar)
    .traits(PURE)
    .category("control-flow")
)

While = (
    op("While")
    .doc("Runs a subgraph as long as another one yields true.")
    .dynamic_input("input", ALL, doc="values that the loop carries, as they are at the start")
    .dynamic_output("output", ALL, doc="values that the loop carries, as they are at the end")
    .attr("parallel_iterations", Int, 10, positive, doc="how many turns may overlap")
    .graph("cond", doc="gives one element that says whether another turn runs; its inputs are the carried values")
    .graph("body", doc="one turn: takes the carried values and gives their new ones")
    .shape(control_flow.looped)
    .dtype(control_flow.looped_dtypes)
    .traits(CONTROL_FLOW)
    .category("control-flow")
)

_While = (
    op("_While")
    .doc("Runs a subgraph as long as another one yields true, lowered form.")
    .dynamic_input("input", ALL, doc="values that the loop carries, as they are at the start")
    .dynamic_output("output", ALL, doc="values that the loop carries, as they are at the end")
    .graph("cond", doc="gives one element that says whether another turn runs; its inputs are the carried values")
    .graph("body", doc="one turn: takes the carried values and gives their new ones")
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
