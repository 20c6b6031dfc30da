"""Operators of the engine that GE files contain and no public header declares. They do not count as public.

No prototype of theirs is published. Where the role of the ports is known they are named; where it is not, an operator
takes and gives any number of tensors, so that a file is never refused for what nobody can know. Attributes are those
that files are known to carry; others travel along unchecked like every undeclared attribute. Copies that the engine places on purpose are not PURE: no pass
may merge or drop them.

`Constant`, `Variable`, `RefData`, `TransData`, `Enter`, `Exit`, `Merge`, `Switch` and their kin are public: see
structure.py, variable.py, transform.py and control_flow.py.

Source: facts ir_structs.md (data-like and const-like types, NetOutput), ge_passes.md (who inserts them).
"""

from __future__ import annotations

from metadef.catalogue.vocabulary import ELEMENTWISE, PURE, STATEFUL, VIEW, Int, op
from metadef.ops.builtin import ANY
from metadef.ops.proto import OpProto
from metadef.source import caller_span

NetOutput = (
    op("NetOutput")
    .doc("The outputs of a graph; the engine appends one as the last node of every graph.")
    .dynamic_input("x", ANY, doc="one tensor for each output of the graph, in order")
    .category("internal")
)

AnnData = (
    op("AnnData")
    .doc("An input of the graph, in the spelling of an older front end.")
    .optional_input("x", ANY, doc="mirror of the output, never fed")
    .output("y", ANY, doc="what the caller feeds")
    .attr("index", Int, 0, doc="position among the graph's inputs")
    .category("internal")
)

VariableV2 = (
    op("VariableV2")
    .doc("A tensor that keeps its value between runs, in TensorFlow's second spelling.")
    .optional_input("x", ANY, doc="mirror of the output, never fed")
    .output("y", ANY, doc="current value of the variable")
    .traits(STATEFUL)
    .category("internal")
)

InnerIdentity = (
    op("InnerIdentity")
    .doc("Passes its input on; the engine puts it where two uses must not share memory.")
    .input("x", ANY)
    .output("y", ANY)
    .traits(ELEMENTWISE)
    .category("internal")
)

RefIdentity = (
    op("RefIdentity")
    .doc("Passes a reference on; the engine puts it before operators that write their input.")
    .input("x", ANY)
    .output("x", ANY)
    .category("internal")
)

ReFormat = (
    op("ReFormat")
    .doc("Gives the same bytes another format label, such as NCHW to ND.")
    .input("x", ANY)
    .output("y", ANY)
    .traits(PURE, VIEW)
    .category("internal")
)

MemcpyAsync = (
    op("MemcpyAsync")
    .doc("Copies a tensor on a stream.")
    .input("x", ANY)
    .output("y", ANY)
    .traits(ELEMENTWISE)
    .category("internal")
)

MemcpyAddrAsync = (
    op("MemcpyAddrAsync")
    .doc("Copies a tensor between addresses that are known only at run time.")
    .input("x", ANY)
    .output("y", ANY)
    .traits(ELEMENTWISE)
    .category("internal")
)

FrameworkOp = (
    op("FrameworkOp")
    .doc("An operator of the source framework that the engine hands back to it.")
    .dynamic_input("x", ANY)
    .dynamic_output("y", ANY)
    .traits(STATEFUL)
    .category("internal")
)


def _task(name: str, doc: str) -> OpProto:
    """An operator of the task schedule: it works by its place among control edges and may carry any tensors."""
    return (
        op(name, span=caller_span())
        .doc(doc)
        .dynamic_input("x", ANY)
        .dynamic_output("y", ANY)
        .traits(STATEFUL)
        .category("internal")
    )


StreamActive = _task("StreamActive", "Starts other streams.")
StreamSwitch = _task("StreamSwitch", "Starts another stream when a comparison holds.")
StreamSwitchN = _task("StreamSwitchN", "Starts one of several streams by a value.")
StreamMerge = _task("StreamMerge", "Joins streams that a switch has parted.")
LabelSet = _task("LabelSet", "A point in a stream to jump to.")
LabelGotoEx = _task("LabelGotoEx", "Jumps to a label.")
LabelSwitchByIndex = _task("LabelSwitchByIndex", "Jumps to one of several labels by number.")
Send = _task("Send", "Signals an event to another stream.")
Recv = _task("Recv", "Waits for an event of another stream.")
hvdCallbackAllgather = _task("hvdCallbackAllgather", "Calls back into Horovod for an all-gather.")
hvdCallbackAllreduce = _task("hvdCallbackAllreduce", "Calls back into Horovod for an all-reduce.")
hvdCallbackBroadcast = _task("hvdCallbackBroadcast", "Calls back into Horovod for a broadcast.")

OPS = (
    NetOutput,
    AnnData,
    VariableV2,
    InnerIdentity,
    RefIdentity,
    ReFormat,
    MemcpyAsync,
    MemcpyAddrAsync,
    FrameworkOp,
    StreamActive,
    StreamSwitch,
    StreamSwitchN,
    StreamMerge,
    LabelSet,
    LabelGotoEx,
    LabelSwitchByIndex,
    Send,
    Recv,
    hvdCallbackAllgather,
    hvdCallbackAllreduce,
    hvdCallbackBroadcast,
)
